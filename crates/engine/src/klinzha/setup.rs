//! Setting up: where the warriors stand and who carries the Goal.
//!
//! Candidates are the ready-made arrays and random arrangements by the role of each warrior
//! (Blockader and Swift forward, Fliers where they look out of the region, carriers to the back).
//! Each is judged by short searches of the battle that would follow, which also rejects whatever
//! hangs at once, and one of the best is taken.

use super::KlinZhaEvaluation;
use crate::search::{SearchRequest, Searcher};
use crate::{Level, Random, SearchLimit};
use heterodox_rules::klinzha::{
    ARRAYS, Array, Kind, Placement, Position, RawPosition, Region, Side, board,
};
use heterodox_rules::{Cell, CellSet};
use std::cmp::Reverse;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The most nodes for the first look at a candidate, and for the second look at the best.
const FIRST_LOOK: u64 = 1_500;
const SECOND_LOOK: u64 = 15_000;
/// How many candidates get a second look.
const FINALISTS: usize = 5;

/// What one side has on the board during the setup.
#[derive(Clone, Debug)]
pub struct Camp {
    /// Whose.
    pub side: Side,
    /// The warriors.
    pub warriors: Vec<(Kind, Cell)>,
    /// The Goal, once it is placed.
    pub goal: Option<Cell>,
}

impl Camp {
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

/// How candidates are judged.
pub struct Judge<'a> {
    /// The searcher.
    pub searcher: &'a mut Searcher<Position, KlinZhaEvaluation>,
    /// How strong the setup shall be.
    pub level: Level,
    /// What all searches together may spend.
    pub budget: SearchLimit,
    /// Ends the judging early.
    pub stop: &'a AtomicBool,
    /// For variation.
    pub random: Random,
}

/// By level: how many candidates it looks at, and how much worse than the best the chosen one may be.
const EFFORT: [(usize, i32); 8] =
    [(3, 250), (4, 200), (6, 150), (8, 100), (12, 75), (16, 50), (20, 35), (28, 25)];

/// What the level makes of the setup.
const fn effort(level: Level) -> (usize, i32) {
    EFFORT[level.index()]
}

impl Judge<'_> {
    /// The score of a camp against an enemy's from the camp's sight. Goals that are not placed yet
    /// are assumed where they seem safest. Nothing for what can not stand on the board.
    fn appraise(
        &mut self,
        own: &Camp,
        enemy: &Camp,
        first: Side,
        budget: SearchLimit,
    ) -> Option<i32> {
        let position = self.battle(own, enemy, first)?;
        let found = self.searcher.run(&SearchRequest::new(&position, budget), self.stop, |_| {})?;
        Some(if first == own.side { found.score } else { found.score.reversed() }.rank())
    }

    fn battle(&self, own: &Camp, enemy: &Camp, first: Side) -> Option<Position> {
        let mut raw = RawPosition::empty();
        raw.turn = first;
        for (camp, other) in [(own, enemy), (enemy, own)] {
            for &(kind, cell) in &camp.warriors {
                raw.board[cell.index()] = Some((camp.side, kind));
            }
            raw.goals[camp.side] = Some(camp.goal.or_else(|| self.likely_goal(camp, other))?);
        }
        raw.check().ok()
    }

    /// Where a side will probably put its Goal: far from the enemy, with a carrier that is quick.
    fn likely_goal(&self, camp: &Camp, enemy: &Camp) -> Option<Cell> {
        let evaluation = self.searcher.evaluator();
        let safety = |goal: &Cell| {
            let quick =
                camp.warriors.iter().any(|(kind, cell)| cell == goal && *kind != Kind::Vanguard);
            let steps = enemy.warriors.iter().map(|&(_, cell)| evaluation.steps(*goal, cell));
            2 * steps.min().unwrap_or(0) + i32::from(quick)
        };
        camp.goal_cells().into_iter().max_by_key(safety)
    }

    /// Judges the candidates against every one of the enemy's possible camps, the worst of which
    /// counts, first all in a hurry and then the best with more care. Gives the choice.
    fn select<T: Clone>(
        &mut self,
        candidates: &[T],
        camp_of: impl Fn(&T) -> Camp,
        enemies: &[Camp],
        first: Side,
    ) -> Option<T> {
        let half = self.budget.share(2);
        let begin = Instant::now();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        let mut scores = vec![i32::MIN; candidates.len()];
        let rounds = [(usize::MAX, FIRST_LOOK), (FINALISTS, SECOND_LOOK)];
        for (round, (finalists, look)) in (1..).zip(rounds) {
            order.truncate(finalists);
            // Each search may take a little longer than its share, and there are many.
            let late = || half.time.is_some_and(|half| begin.elapsed() >= half * round);
            let searches = (order.len() * enemies.len()).max(1) as u32;
            let budget = half.share(searches).tighter(SearchLimit::nodes(look));
            for (done, &index) in order.iter().enumerate() {
                if done > 0 && (late() || self.stop.load(Ordering::Relaxed)) {
                    break;
                }
                let camp = camp_of(&candidates[index]);
                let worst = enemies
                    .iter()
                    .filter_map(|enemy| self.appraise(&camp, enemy, first, budget))
                    .min();
                scores[index] = worst.unwrap_or(i32::MIN);
            }
            order.sort_by_key(|&index| Reverse(scores[index]));
        }
        let (_, tolerance) = effort(self.level);
        let best = scores[*order.first()?];
        let good = order.iter().take_while(|&&i| scores[i].saturating_add(tolerance) >= best);
        let good: Vec<usize> = good.copied().collect();
        self.random.pick(&good).map(|&index| candidates[index].clone())
    }
}

/// A complete placement in a region that keeps what stands in `draft` already. `enemy` is what the
/// opponent has placed; nothing when this side places first. Nothing only if no placement is
/// possible.
pub fn propose(
    judge: &mut Judge<'_>,
    side: Side,
    region: Region,
    draft: &Placement,
    enemy: Option<&Camp>,
) -> Option<Placement> {
    let enemy_zone = enemy.map_or(CellSet::EMPTY, Camp::blockader_zone);
    let (enemies, first) = match enemy {
        Some(camp) => (vec![camp.clone()], camp.side),
        None => (possible_enemies(side, region), side),
    };
    propose_against(judge, (side, region), draft, &enemies, first, enemy_zone)
}

/// A complete placement in a region that keeps what stands in `draft` already, against the worst of some enemy camps, with the
/// own Blockader's zone apart from `enemy_zone`. `first` moves first.
pub(crate) fn propose_against(
    judge: &mut Judge<'_>,
    (side, region): (Side, Region),
    draft: &Placement,
    enemies: &[Camp],
    first: Side,
    enemy_zone: CellSet,
) -> Option<Placement> {
    let (count, _) = effort(judge.level);
    let mut candidates: Vec<Placement> = Vec::new();
    if draft.warriors().next().is_none() {
        candidates.extend(arrays(region, enemy_zone));
    }
    for _ in 0..count {
        candidates.extend(arranged(draft, region, enemy_zone, &mut judge.random));
    }
    judge
        .select(&candidates, |placement| Camp::of(side, placement), enemies, first)
        .or_else(|| candidates.first().copied())
}

/// The best of some regions against what the enemy has placed, with ready-made arrays.
pub(crate) fn best_region(
    judge: &mut Judge<'_>,
    regions: &[Region],
    enemy: &Camp,
) -> Option<Region> {
    let side = !enemy.side;
    let zone = enemy.blockader_zone();
    let candidates: Vec<(Region, Placement)> = regions
        .iter()
        .flat_map(|&region| arrays(region, zone).into_iter().map(move |array| (region, array)))
        .collect();
    let camp = |(_, placement): &(Region, Placement)| Camp::of(side, placement);
    judge
        .select(&candidates, camp, std::slice::from_ref(enemy), enemy.side)
        .map(|(region, _)| region)
}

/// The best of the cells for the Goal.
pub fn best_goal(
    judge: &mut Judge<'_>,
    own: &Camp,
    enemy: &Camp,
    first: Side,
    cells: &[Cell],
) -> Option<Cell> {
    let with_goal = |cell: &Cell| Camp { goal: Some(*cell), ..own.clone() };
    judge.select(cells, with_goal, std::slice::from_ref(enemy), first)
}

/// The ready-made arrays that fit into a region beside an enemy zone.
pub(crate) fn arrays(region: Region, enemy_zone: CellSet) -> Vec<Placement> {
    ARRAYS.iter().filter_map(|array| ready_made(array, region, enemy_zone)).collect()
}

fn ready_made(array: &Array, region: Region, enemy_zone: CellSet) -> Option<Placement> {
    let mut placement = Placement::default();
    for (kind, cell) in array.warriors(region) {
        placement.place(kind, cell, region, enemy_zone).ok()?;
    }
    Some(placement)
}

/// The ready-made arrays in the regions that are left to an opponent who places second.
pub(crate) fn possible_enemies(side: Side, region: Region) -> Vec<Camp> {
    Region::ALL
        .into_iter()
        .filter(|&other| other != region)
        .flat_map(|other| arrays(other, CellSet::EMPTY))
        .map(|placement| Camp::of(!side, &placement))
        .collect()
}

/// The warriors in the order in which they seek their cells.
const SEEKING: [Kind; 6] =
    [Kind::Blockader, Kind::Swift, Kind::Flier, Kind::Fencer, Kind::Lancer, Kind::Vanguard];

/// A random placement by the roles of the warriors.
pub(crate) fn arranged(
    draft: &Placement,
    region: Region,
    enemy_zone: CellSet,
    random: &mut Random,
) -> Option<Placement> {
    let mut placement = *draft;
    for kind in SEEKING {
        while placement.left(kind) > 0 {
            let cells: Vec<(Cell, usize)> = board::region_cells(region)
                .into_iter()
                .filter(|&cell| placement.check(kind, cell, region, enemy_zone).is_ok())
                .map(|cell| (cell, liking(kind, cell, &placement)))
                .collect();
            let cell = random.weighted(cells)?;
            placement.place(kind, cell, region, enemy_zone).ok()?;
        }
    }
    // Somebody must be able to take the Goal.
    let camp = Camp::of(Side::Gold, &placement);
    (!camp.goal_cells().is_empty()).then_some(placement)
}

/// How much a warrior likes a cell, as a weight.
fn liking(kind: Kind, cell: Cell, placement: &Placement) -> usize {
    let Some(&(forward, outlook)) = LIE.get(cell.index()) else { return 1 };
    let near = |wanted: usize| {
        let miss = forward.abs_diff(wanted);
        8usize.saturating_sub(2 * miss).pow(2) + 1
    };
    match kind {
        Kind::Blockader => near(7),
        Kind::Flier => 1 + outlook.pow(2),
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

/// How likely a Goal begins on a cell, compared with others of its region: the further back, the likelier.
pub(crate) fn goal_likelihood(cell: Cell) -> f64 {
    let (forward, _) = LIE[cell.index()];
    0.5_f64.powi(forward as i32)
}

/// How likely a warrior begins on a cell, compared with others of its region.
pub(crate) fn likelihood(kind: Kind, cell: Cell) -> f64 {
    liking(kind, cell, &Placement::default()) as f64
}

/// How well a warrior's cell suits its role, to compare placements; about logarithmic.
pub(crate) fn fitness(kind: Kind, cell: Cell) -> i32 {
    liking(kind, cell, &Placement::default()).ilog2() as i32
}

/// How far forward each cell lies in its region and how far a Flier looks out from there.
static LIE: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
    let lie = |cell| {
        board::region(cell).map_or((0, 0), |own| (forwardness(cell, own), outlook(cell, own)))
    };
    board::ALL.into_iter().map(lie).collect()
});

/// From 0 in the region's corner to 9 at its front, where the board's middle is.
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

/// How far two cells' middles are apart, in hundredths of a cell's side.
fn board_distance(a: Cell, b: Cell) -> usize {
    let cells = &board::geometry().cells;
    let (a, b) = (cells[a.index()].centre, cells[b.index()].centre);
    (100.0 * (a.x - b.x).hypot(a.y - b.y)) as usize
}

/// On how many cells outside the region a Flier could land.
fn outlook(cell: Cell, region: Region) -> usize {
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
        let mut random = Random::new(1);
        for region in Region::ALL {
            let mut draft = Placement::default();
            let corner = board::region_cells(region).first().expect("a region has cells");
            draft.place(Kind::Vanguard, corner, region, CellSet::EMPTY).expect("a free cell");
            for _ in 0..50 {
                let placement =
                    arranged(&draft, region, CellSet::EMPTY, &mut random).expect("a placement");
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
