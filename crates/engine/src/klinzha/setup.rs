//! The setup: where the warriors stand and which of them carries the Goal.
//!
//! The candidates are the ready-made arrays and random placements by the role of each warrior
//! (Blockader and Swift forward, Fliers where they have targets outside the region, carriers to the
//! back). Short searches of the battle that follows give each a score, and one of the best is
//! taken.

use super::KlinZhaEvaluation;
use crate::search::{SearchRequest, Searcher};
use crate::{Level, SearchLimit, SplitMix64};
use heterodox_rules::klinzha::{
    ARRAYS, Kind, Placement, Position, RawPosition, Region, Side, StartArray, board,
};
use heterodox_rules::{Cell, CellSet};
use std::cmp::Reverse;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The most nodes of a search in the first round, with all candidates; set by hand.
const SCREENING_NODES: u64 = 1_500;
/// The most nodes of a search in the second round.
const FINAL_NODES: u64 = 15_000;
/// The number of candidates that reach the second round.
const FINALISTS: usize = 5;

/// The warriors and the Goal that one side has on the board during the setup.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// The side.
    pub side: Side,
    /// The warriors.
    pub warriors: Vec<(Kind, Cell)>,
    /// The cell of the Goal, once it is placed.
    pub goal: Option<Cell>,
}

impl SideSetup {
    fn of(side: Side, placement: &Placement) -> Self {
        Self { side, warriors: placement.warriors().collect(), goal: None }
    }

    fn blockader_zone(&self) -> CellSet {
        self.warriors
            .iter()
            .find(|(kind, _)| *kind == Kind::Blockader)
            .map_or(CellSet::EMPTY, |&(_, cell)| board::neighbours(cell))
    }

    /// The cells of the carriers that may get the Goal.
    pub fn goal_cells(&self) -> Vec<Cell> {
        let zone = self.blockader_zone();
        self.warriors
            .iter()
            .filter(|(kind, cell)| kind.carries() && !zone.contains(*cell))
            .map(|&(_, cell)| cell)
            .collect()
    }
}

/// The searches that judge candidates.
pub struct SetupSearch<'a> {
    /// The searcher.
    pub searcher: &'a mut Searcher<Position, KlinZhaEvaluation>,
    /// The level of the player.
    pub level: Level,
    /// The limit of all searches together.
    pub limit: SearchLimit,
    /// Ends the searches early.
    pub stop: &'a AtomicBool,
    /// The source of variation.
    pub random: SplitMix64,
}

/// The number of random candidates and the largest loss of the choice against the best candidate,
/// in hundredths of a Vanguard, indexed by level; set by hand.
const LEVEL_EFFORT: [(usize, i32); 8] =
    [(3, 250), (4, 200), (6, 150), (8, 100), (12, 75), (16, 50), (20, 35), (28, 25)];

const fn level_effort(level: Level) -> (usize, i32) {
    LEVEL_EFFORT[level.index()]
}

impl SetupSearch<'_> {
    /// The score of a setup against an enemy's, from the own side. Goals that are not placed yet
    /// are put where they seem safest. `None` if the position is illegal.
    fn evaluate(
        &mut self,
        own: &SideSetup,
        enemy: &SideSetup,
        first: Side,
        limit: SearchLimit,
    ) -> Option<i32> {
        let position = self.to_position(own, enemy, first)?;
        let found = self.searcher.run(&SearchRequest::new(&position, limit), self.stop, |_| {})?;
        Some(if first == own.side { found.score } else { found.score.reversed() }.rank())
    }

    fn to_position(&self, own: &SideSetup, enemy: &SideSetup, first: Side) -> Option<Position> {
        let mut raw = RawPosition::empty();
        raw.turn = first;
        for (setup, other) in [(own, enemy), (enemy, own)] {
            for &(kind, cell) in &setup.warriors {
                raw.board[cell.index()] = Some((setup.side, kind));
            }
            raw.goals[setup.side] = Some(setup.goal.or_else(|| self.likely_goal(setup, other))?);
        }
        raw.check().ok()
    }

    /// The cell where a side probably puts its Goal: far from the enemy, with a carrier other than
    /// a Vanguard.
    fn likely_goal(&self, setup: &SideSetup, enemy: &SideSetup) -> Option<Cell> {
        let evaluation = self.searcher.evaluator();
        let safety = |goal: &Cell| {
            let quick =
                setup.warriors.iter().any(|(kind, cell)| cell == goal && *kind != Kind::Vanguard);
            let steps = enemy.warriors.iter().map(|&(_, cell)| evaluation.steps(*goal, cell));
            2 * steps.min().unwrap_or(0) + i32::from(quick)
        };
        setup.goal_cells().into_iter().max_by_key(safety)
    }

    /// The choice among the candidates. The score of a candidate is the worst against the enemy's
    /// possible setups. The first round gives all candidates a short search, the second one the
    /// best of them a longer one. `None` only without candidates.
    fn select<T: Clone>(
        &mut self,
        candidates: &[T],
        setup_of: impl Fn(&T) -> SideSetup,
        enemies: &[SideSetup],
        first: Side,
    ) -> Option<T> {
        let half = self.limit.share(2);
        let begin = Instant::now();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let mut scores = vec![i32::MIN; candidates.len()];
        let rounds = [(usize::MAX, SCREENING_NODES), (FINALISTS, FINAL_NODES)];
        for (round, (finalists, nodes)) in (1..).zip(rounds) {
            order.truncate(finalists);
            // A search may overrun its share a little, and there are many.
            let is_late = || half.time.is_some_and(|half| begin.elapsed() >= half * round);
            let searches = (order.len() * enemies.len()).max(1) as u32;
            let limit = half.share(searches).tighter(SearchLimit::nodes(nodes));
            for (done, &index) in order.iter().enumerate() {
                if done > 0 && (is_late() || self.stop.load(Ordering::Relaxed)) {
                    break;
                }
                let setup = setup_of(&candidates[index]);
                let worst = enemies
                    .iter()
                    .filter_map(|enemy| self.evaluate(&setup, enemy, first, limit))
                    .min();
                scores[index] = worst.unwrap_or(i32::MIN);
            }
            order.sort_by_key(|&index| Reverse(scores[index]));
        }
        let (_, tolerance) = level_effort(self.level);
        let best = scores[*order.first()?];
        let good = order.iter().take_while(|&&i| scores[i].saturating_add(tolerance) >= best);
        let good: Vec<usize> = good.copied().collect();
        self.random.pick(&good).map(|&index| candidates[index].clone())
    }
}

/// The step that places all warriors of `placement` that `draft` does not have.
pub(crate) fn place_missing(placement: &Placement, draft: &Placement) -> String {
    let missing = placement
        .warriors()
        .filter(|&(_, cell)| draft.kind(cell).is_none())
        .map(|(kind, cell)| format!(" {} {}", kind.code(), board::name(cell)));
    format!("place{}", missing.collect::<String>())
}

/// A complete placement in a region that keeps what stands in `draft`. `enemy` is the opponent's
/// placement, `None` if this side places first. Returns `None` if no placement is possible.
pub fn propose(
    search: &mut SetupSearch<'_>,
    side: Side,
    region: Region,
    draft: &Placement,
    enemy: Option<&SideSetup>,
) -> Option<Placement> {
    let enemy_zone = enemy.map_or(CellSet::EMPTY, SideSetup::blockader_zone);
    let (enemies, first) = match enemy {
        Some(setup) => (vec![setup.clone()], setup.side),
        None => (possible_enemy_setups(side, region), side),
    };
    propose_against(search, (side, region), draft, &enemies, first, enemy_zone)
}

/// A complete placement in a region that keeps what stands in `draft`, best in the worst case of
/// the enemy setups, with the own Blockader's zone apart from `enemy_zone`. `first` moves first.
pub(crate) fn propose_against(
    search: &mut SetupSearch<'_>,
    (side, region): (Side, Region),
    draft: &Placement,
    enemies: &[SideSetup],
    first: Side,
    enemy_zone: CellSet,
) -> Option<Placement> {
    let (count, _) = level_effort(search.level);
    let mut candidates: Vec<Placement> = Vec::new();
    if draft.warriors().next().is_none() {
        candidates.extend(arrays(region, enemy_zone));
    }
    for _ in 0..count {
        candidates.extend(random_placement(draft, region, enemy_zone, &mut search.random));
    }
    search
        .select(&candidates, |placement| SideSetup::of(side, placement), enemies, first)
        .or_else(|| candidates.first().copied())
}

/// The best region against the enemy's placement, judged by the ready-made arrays.
pub(crate) fn best_region(
    search: &mut SetupSearch<'_>,
    regions: &[Region],
    enemy: &SideSetup,
) -> Option<Region> {
    let side = !enemy.side;
    let zone = enemy.blockader_zone();
    let candidates: Vec<(Region, Placement)> = regions
        .iter()
        .flat_map(|&region| arrays(region, zone).into_iter().map(move |array| (region, array)))
        .collect();
    let setup = |(_, placement): &(Region, Placement)| SideSetup::of(side, placement);
    search
        .select(&candidates, setup, std::slice::from_ref(enemy), enemy.side)
        .map(|(region, _)| region)
}

/// The best of the cells for the Goal.
pub fn best_goal(
    search: &mut SetupSearch<'_>,
    own: &SideSetup,
    enemy: &SideSetup,
    first: Side,
    cells: &[Cell],
) -> Option<Cell> {
    let with_goal = |cell: &Cell| SideSetup { goal: Some(*cell), ..own.clone() };
    search.select(cells, with_goal, std::slice::from_ref(enemy), first)
}

/// The ready-made arrays that fit into a region beside an enemy zone.
pub(crate) fn arrays(region: Region, enemy_zone: CellSet) -> Vec<Placement> {
    ARRAYS.iter().filter_map(|array| ready_made(array, region, enemy_zone)).collect()
}

fn ready_made(array: &StartArray, region: Region, enemy_zone: CellSet) -> Option<Placement> {
    let mut placement = Placement::default();
    for (kind, cell) in array.warriors(region) {
        placement.place(kind, cell, region, enemy_zone).ok()?;
    }
    Some(placement)
}

/// The ready-made arrays in the regions left to an opponent who places second.
pub(crate) fn possible_enemy_setups(side: Side, region: Region) -> Vec<SideSetup> {
    Region::ALL
        .into_iter()
        .filter(|&other| other != region)
        .flat_map(|other| arrays(other, CellSet::EMPTY))
        .map(|placement| SideSetup::of(!side, &placement))
        .collect()
}

/// The order in which the warriors are placed.
const PLACEMENT_ORDER: [Kind; 6] =
    [Kind::Blockader, Kind::Swift, Kind::Flier, Kind::Fencer, Kind::Lancer, Kind::Vanguard];

/// A random placement by the roles of the warriors; `None` if none of them could carry the Goal.
pub(crate) fn random_placement(
    draft: &Placement,
    region: Region,
    enemy_zone: CellSet,
    random: &mut SplitMix64,
) -> Option<Placement> {
    let mut placement = *draft;
    for kind in PLACEMENT_ORDER {
        while placement.left(kind) > 0 {
            let cells: Vec<(Cell, usize)> = board::region_cells(region)
                .into_iter()
                .filter(|&cell| placement.check(kind, cell, region, enemy_zone).is_ok())
                .map(|cell| (cell, placement_weight(kind, cell, &placement)))
                .collect();
            let cell = random.weighted(cells)?;
            placement.place(kind, cell, region, enemy_zone).ok()?;
        }
    }
    let setup = SideSetup::of(Side::Gold, &placement);
    (!setup.goal_cells().is_empty()).then_some(placement)
}

/// The weight of a cell for a warrior in random placements; set by hand.
fn placement_weight(kind: Kind, cell: Cell, placement: &Placement) -> usize {
    let Some(&(forward, flier_targets)) = CELL_FEATURES.get(cell.index()) else { return 1 };
    let near = |wanted: usize| {
        let miss = forward.abs_diff(wanted);
        8usize.saturating_sub(2 * miss).pow(2) + 1
    };
    match kind {
        Kind::Blockader => near(7),
        Kind::Flier => 1 + flier_targets.pow(2),
        Kind::Swift => {
            let guarded =
                placement.blockader().is_some_and(|b| board::neighbours(b).contains(cell));
            if guarded { 4 * near(7) } else { near(6) }
        }
        Kind::Vanguard => near(5),
        Kind::Lancer => near(3),
        Kind::Fencer => near(1),
    }
}

/// The relative likelihood that the Goal begins on a cell of its region: the further back, the
/// likelier.
pub(crate) fn goal_likelihood(cell: Cell) -> f64 {
    let (forward, _) = CELL_FEATURES[cell.index()];
    0.5_f64.powi(forward as i32)
}

/// The relative likelihood that a warrior begins on a cell of its region.
pub(crate) fn placement_likelihood(kind: Kind, cell: Cell) -> f64 {
    placement_weight(kind, cell, &Placement::default()) as f64
}

/// A score, about logarithmic, of how well a cell suits a warrior's role, to compare placements.
pub(crate) fn placement_fitness(kind: Kind, cell: Cell) -> i32 {
    placement_weight(kind, cell, &Placement::default()).ilog2() as i32
}

/// The forwardness of each cell in its region, and the number of its targets for a Flier outside.
static CELL_FEATURES: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
    let features = |cell| {
        board::region(cell).map_or((0, 0), |own| (forwardness(cell, own), flier_targets(cell, own)))
    };
    board::ALL.into_iter().map(features).collect()
});

/// From 0 in the corner of the region to 9 at its front, in the middle of the board.
fn forwardness(cell: Cell, region: Region) -> usize {
    let corner = board::by_name(match region {
        Region::North => "A19",
        Region::West => "I11",
        Region::East => "I99",
    });
    let steps = |to: Cell| corner.map_or(0, |corner| board_distance(corner, to));
    let most = board::region_cells(region).into_iter().map(steps).max().unwrap_or(1).max(1);
    9 * steps(cell) / most
}

/// The distance of two cells' centres, in hundredths of a cell's side.
fn board_distance(a: Cell, b: Cell) -> usize {
    let cells = &board::geometry().cells;
    let (a, b) = (cells[a.index()].centre, cells[b.index()].centre);
    (100.0 * (a.x - b.x).hypot(a.y - b.y)) as usize
}

/// The number of cells outside the region on which a Flier could land.
fn flier_targets(cell: Cell, region: Region) -> usize {
    board::rays(cell)
        .iter()
        .flat_map(|ray| ray.iter().take(6).skip(2))
        .filter(|&&to| board::region(to) != Some(region))
        .collect::<std::collections::BTreeSet<_>>()
        .len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_placements_are_complete_and_keep_the_draft() {
        let mut random = SplitMix64::new(1);
        for region in Region::ALL {
            let mut draft = Placement::default();
            let corner = board::region_cells(region).first().expect("a region has cells");
            draft.place(Kind::Vanguard, corner, region, CellSet::EMPTY).expect("a free cell");
            for _ in 0..50 {
                let placement = random_placement(&draft, region, CellSet::EMPTY, &mut random)
                    .expect("a placement");
                assert!(placement.is_complete());
                assert_eq!(placement.kind(corner), Some(Kind::Vanguard));
            }
        }
    }

    #[test]
    fn the_corner_is_the_back_and_the_middle_the_front() {
        for (corner, region) in
            [("A19", Region::North), ("I11", Region::West), ("I99", Region::East)]
        {
            let corner = board::by_name(corner).expect("a cell");
            assert_eq!(forwardness(corner, region), 0);
            assert!(board::region_cells(region).into_iter().any(|c| forwardness(c, region) == 9));
        }
    }
}
