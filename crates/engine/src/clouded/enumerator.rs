//! All positions that a view allows, or random ones of them: the enemy's warriors and Goal that are
//! not identified go to the cells where they may be.

use super::consistency::weighted;
use super::observed::ObservedState;
use crate::klinzha::{
    arrays, goal_likelihood, placement_fitness, placement_likelihood, random_placement,
};
use crate::search::Deadline;
use heterodox_rules::SplitMix64;
use heterodox_rules::clouded::BoardView;
use heterodox_rules::klinzha::{
    Kind, Placement, Position, RawPosition, Region, Side, WARRIORS_PER_SIDE, board,
};
use heterodox_rules::{Cell, CellSet};

/// A random placement of a setup is the most plausible of this many.
const PLACEMENT_TRIES: usize = 3;
/// Added to the likelihood of each cell for the Goal.
const GOAL_FLOOR: f64 = 0.05;
/// One placement in this many is taken to be purely random.
const RANDOM_PLACEMENT: usize = 6;
/// The deadline is checked once in this many positions.
const CHECK_EVERY: usize = 256;

/// The number of enemy warriors that are neither seen nor captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MissingCount {
    /// All others of a full set: a game with a setup, or from a quick start.
    Exact,
    /// At most those: a game from a position, which may have any part of a set.
    AtMost,
}

/// The positions that are possible for a side at one state: the known part and the unknown part.
#[derive(Clone, Debug)]
pub(super) struct InfoSetEnumerator {
    /// Everything identified, and the turn.
    base: RawPosition,
    them: Side,
    /// The warriors that are not identified, by kind.
    missing: [usize; 6],
    missing_count: MissingCount,
    /// Cells on which the enemy has a warrior or Goal of an unknown kind.
    neutrals: CellSet,
    /// Cells on which the enemy may have something.
    hidden: CellSet,
    /// Whether the enemy Goal is not seen.
    goal_missing: bool,
    /// A cell on which an enemy warrior is known to stand, because it has captured there.
    capturer: Option<Cell>,
    /// The weight of each cell for the enemy Goal.
    goal_weights: Vec<f64>,
    /// At the beginning of a game with setup: the region with all warriors, one of them the
    /// carrier.
    region: Option<Region>,
}

impl InfoSetEnumerator {
    /// The enumerator of a view and the number of warriors of each kind that the enemy has left.
    /// `capturer` is the cell on which the enemy has just captured.
    pub(super) fn new(
        view: &BoardView,
        state: &ObservedState,
        side: Side,
        capturer: Option<Cell>,
        missing_count: MissingCount,
    ) -> Self {
        let them = !side;
        let mut base = RawPosition::empty();
        let mut missing =
            Kind::ALL.map(|kind| kind.count().saturating_sub(state.taken[kind as usize]));
        let mut identified = CellSet::EMPTY;
        for of in Side::ALL {
            for (kind, cell) in view.identified(of) {
                base.board[cell.index()] = Some((of, kind));
                identified.insert(cell);
                if of == them {
                    missing[kind as usize] = missing[kind as usize].saturating_sub(1);
                }
            }
            base.goals[of] = view.goal(of);
        }
        (base.turn, base.plies_since_capture, base.turn_number) =
            (view.turn(), view.plies_since_capture(), view.turn_number());
        let own_goal = view.goal(side).map_or(CellSet::EMPTY, Cell::set);
        Self {
            base,
            them,
            missing,
            missing_count,
            neutrals: view.neutrals(them),
            hidden: state.map.under() - identified - own_goal,
            goal_missing: view.goal(them).is_none(),
            capturer,
            goal_weights: vec![1.0; board::CELLS],
            region: None,
        }
    }

    /// This enumerator with weights of the cells for the enemy Goal.
    pub(super) fn with_goal_weights(self, goal_weights: &[f64]) -> Self {
        Self { goal_weights: goal_weights.to_vec(), ..self }
    }

    /// The enumerator of an enemy's placement in a region, without Goals.
    pub(super) fn of_setup(
        them: Side,
        region: Region,
        identified: &[(Kind, Cell)],
        neutrals: CellSet,
        under: CellSet,
    ) -> Self {
        let mut base = RawPosition::empty();
        let mut missing = Kind::ALL.map(Kind::count);
        for &(kind, cell) in identified {
            base.board[cell.index()] = Some((them, kind));
            missing[kind as usize] = missing[kind as usize].saturating_sub(1);
        }
        Self {
            base,
            them,
            missing,
            missing_count: MissingCount::Exact,
            neutrals,
            hidden: under & board::region_cells(region),
            goal_missing: false,
            capturer: None,
            goal_weights: vec![1.0; board::CELLS],
            region: Some(region),
        }
    }

    /// This enumerator at the beginning of a game with setup, restricted to each region in which
    /// the enemy may have placed.
    pub(super) fn by_region(&self) -> Vec<Self> {
        let placed = self.placed();
        let own = self.own_cells().first().and_then(board::region);
        Region::ALL
            .into_iter()
            .filter(|&region| Some(region) != own)
            .filter(|&region| (placed - board::region_cells(region)).is_empty())
            .map(|region| Self {
                hidden: self.hidden & board::region_cells(region),
                region: Some(region),
                ..self.clone()
            })
            .filter(Self::is_possible)
            .collect()
    }

    fn own_cells(&self) -> CellSet {
        self.cells_of(!self.them)
    }

    fn cells_of(&self, side: Side) -> CellSet {
        let of = |cell: &Cell| self.base.board[cell.index()].is_some_and(|(s, _)| s == side);
        board::ALL.into_iter().filter(of).collect()
    }

    /// The cells on which something of the enemy's is seen.
    fn placed(&self) -> CellSet {
        self.cells_of(self.them) | self.neutrals
    }

    fn count(&self) -> usize {
        self.missing.iter().sum()
    }

    /// Whether there are enough warriors for the neutrals, and enough cells for the warriors.
    fn is_possible(&self) -> bool {
        let (count, neutrals) = (self.count(), self.neutrals.len());
        neutrals <= count && count - neutrals <= self.hidden.len()
    }

    /// An upper estimate of the number of positions.
    fn estimate(&self) -> f64 {
        let goals = match (self.goal_missing, self.region) {
            (false, _) => 1,
            (true, Some(_)) => 3,
            (true, None) => (self.neutrals.len() + self.hidden.len()).max(1),
        };
        goals as f64
            * match self.missing_count {
                MissingCount::Exact => self.count_exact(),
                MissingCount::AtMost => self.count_at_most(),
            }
    }

    /// The number of arrangements of all missing warriors.
    fn count_exact(&self) -> f64 {
        let (count, free) = (self.count(), self.hidden.len());
        let mut ways = factorial(count);
        for kinds in self.missing {
            ways /= factorial(kinds);
        }
        ways * binomial(free, count.saturating_sub(self.neutrals.len()).min(free))
    }

    /// An upper estimate of the number of arrangements of any part of them.
    fn count_at_most(&self) -> f64 {
        let free = self.hidden.len();
        let kinds = self.missing.iter().filter(|&&count| count > 0).count() + 1;
        let on_neutrals = (kinds as f64).powi(self.neutrals.len() as i32);
        let hidden = self.missing.iter().map(|&most| -> f64 {
            (0..=most.min(free)).map(|number| binomial(free, number)).sum()
        });
        on_neutrals * hidden.product::<f64>()
    }

    /// The prior probability of each position at the beginning of a game with setup: half for
    /// ready-made arrays, most of the rest for placements by the roles of the warriors. Equal later
    /// on. The shares were set by hand.
    pub(super) fn prior(&self, positions: &[Position]) -> Vec<f64> {
        let Some(region) = self.region else { return vec![1.0; positions.len()] };
        let them = self.them;
        let arrays = arrays(region, self.own_zone());
        let goal = |position: &Position| {
            position.goal(them).map_or(1.0, |goal| goal_likelihood(goal) + GOAL_FLOOR)
        };
        let random_placement = positions.iter().map(|position| {
            let cells = position.occupied(them).into_iter();
            let weights = cells
                .filter_map(|cell| Some(placement_likelihood(position.kind(them, cell)?, cell)));
            goal(position) * weights.product::<f64>()
        });
        let ready_made = positions.iter().map(|position| {
            let same = |placement: &Placement| {
                placement.warriors().all(|(kind, cell)| position.kind(them, cell) == Some(kind))
            };
            let count = arrays.iter().filter(|array| same(array)).count();
            goal(position) * count as f64
        });
        let random_share = 1.0 / RANDOM_PLACEMENT as f64;
        let (random_placement, ready_made) =
            (normalised(random_placement.collect()), normalised(ready_made.collect()));
        let both = random_placement.iter().zip(&ready_made);
        both.map(|(a, r)| {
            random_share / positions.len() as f64 + (1.0 - random_share) * (a + r) / 2.0
        })
        .collect()
    }

    /// All positions; `None` if there are more than `limit`, or at the deadline.
    pub(super) fn enumerate(&self, limit: usize, deadline: &Deadline<'_>) -> Option<Vec<Position>> {
        // The estimate counts illegal positions too, so it may be well above the number.
        if self.estimate() > 4.0 * limit as f64 {
            return None;
        }
        let mut search = Enumeration {
            enumerator: self,
            limit,
            deadline,
            tried: 0,
            found: Vec::new(),
            raw: self.base.clone(),
        };
        let neutrals: Vec<Cell> = self.neutrals.into_iter().collect();
        let mut missing = self.missing;
        search.fill_neutrals(&neutrals, &mut missing).then_some(search.found)
    }

    /// A random position; `None` if a number of attempts fail.
    pub(super) fn sample(&self, random: &mut SplitMix64) -> Option<Position> {
        (0..60).find_map(|_| self.draw_board(random)?.check().ok())
    }

    /// A random placement of the warriors, for the setup; `None` if a number of attempts fail.
    pub(super) fn placement(&self, random: &mut SplitMix64) -> Option<Vec<(Kind, Cell)>> {
        let raw = (0..60).find_map(|_| self.draw_board(random))?;
        let warrior = |cell: Cell| {
            let (side, kind) = raw.board[cell.index()]?;
            (side == self.them).then_some((kind, cell))
        };
        Some(board::ALL.into_iter().filter_map(warrior).collect())
    }

    fn draw_board(&self, random: &mut SplitMix64) -> Option<RawPosition> {
        let Some(region) = self.region else { return self.random_board(random) };
        let unseen = self.neutrals.is_empty() && self.count() == WARRIORS_PER_SIDE;
        if unseen && !random.chance(1, RANDOM_PLACEMENT) {
            // The enemy is not seen: draw a placement that a sensible player would make.
            let zone = self.own_zone();
            let placement = match random.pick(&arrays(region, zone)) {
                Some(array) if random.chance(1, 2) => *array,
                _ => random_placement(&Placement::default(), region, zone, random)?,
            };
            let all: Vec<(Kind, Cell)> = placement.warriors().collect();
            if all.iter().all(|(_, cell)| self.hidden.contains(*cell)) {
                let mut raw = self.base.clone();
                for (kind, cell) in all {
                    raw.board[cell.index()] = Some((self.them, kind));
                }
                return self.with_goal(raw, random);
            }
        }
        // The most plausible of several random boards.
        let boards = (0..PLACEMENT_TRIES).filter_map(|_| self.random_board(random));
        boards.max_by_key(|raw| {
            let cells = board::ALL.into_iter().filter_map(|cell| {
                let (side, kind) = raw.board[cell.index()]?;
                (side == self.them).then_some((kind, cell))
            });
            cells.map(|(kind, cell)| placement_fitness(kind, cell)).sum::<i32>()
        })
    }

    fn own_zone(&self) -> CellSet {
        let own = !self.them;
        let blockader = board::ALL
            .into_iter()
            .find(|cell| self.base.board[cell.index()] == Some((own, Kind::Blockader)));
        blockader.map_or(CellSet::EMPTY, board::neighbours)
    }

    /// A board with the missing warriors on random cells. Warriors without a cell are left out: a
    /// game from a position may have fewer.
    fn random_board(&self, random: &mut SplitMix64) -> Option<RawPosition> {
        let mut raw = self.base.clone();
        let mut kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, self.missing[kind as usize]))
            .collect();
        random.shuffle(&mut kinds);
        let mut neutrals: Vec<Cell> = self.neutrals.into_iter().collect();
        random.shuffle(&mut neutrals);
        let mut hidden: Vec<Cell> = self.hidden.into_iter().collect();
        random.shuffle(&mut hidden);
        if self.missing_count == MissingCount::AtMost {
            // Neutrals and the capturer are warriors; any number of the others may exist.
            let known = neutrals.len() + usize::from(self.capturer.is_some());
            let least = known.min(kinds.len());
            kinds.truncate(least + random.below(kinds.len() - least + 1));
        }
        if let Some(capturer) = self.capturer.filter(|&capturer| self.hidden.contains(capturer)) {
            hidden.retain(|&cell| cell != capturer);
            hidden.insert(0, capturer);
        }
        if self.goal_missing && self.region.is_none() {
            // An abandoned Goal looks like any other neutral.
            let too_many = neutrals.len() > kinds.len();
            if too_many || (!neutrals.is_empty() && random.chance(1, 20)) {
                let goal = neutrals.pop()?;
                if self.capturer == Some(goal) {
                    return None;
                }
                raw.goals[self.them] = Some(goal);
            }
        }
        let cells: Vec<Cell> = neutrals.iter().copied().chain(hidden).collect();
        if neutrals.len() > kinds.len() || (self.region.is_some() && kinds.len() > cells.len()) {
            return None;
        }
        for (kind, cell) in kinds.into_iter().zip(cells) {
            raw.board[cell.index()] = Some((self.them, kind));
        }
        self.with_goal(raw, random)
    }

    /// Gives the Goal to a carrier, or sometimes leaves it abandoned.
    fn with_goal(&self, mut raw: RawPosition, random: &mut SplitMix64) -> Option<RawPosition> {
        if !self.goal_missing || raw.goals[self.them].is_some() {
            return Some(raw);
        }
        let unseen = self.neutrals | self.hidden;
        let kind = |cell: &Cell| match raw.board[cell.index()] {
            Some((side, kind)) if side == self.them => Some(kind),
            _ => None,
        };
        let carriers: Vec<Cell> =
            unseen.into_iter().filter(|cell| kind(cell).is_some_and(Kind::carries)).collect();
        let empty: Vec<Cell> =
            self.hidden.into_iter().filter(|cell| kind(cell).is_none()).collect();
        let abandoned = carriers.is_empty() || (self.region.is_none() && random.chance(1, 12));
        let from = if abandoned && !empty.is_empty() { empty } else { carriers };
        let likely = |cell: Cell| match self.region {
            Some(_) => goal_likelihood(cell) + GOAL_FLOOR,
            None => self.goal_weights[cell.index()],
        };
        raw.goals[self.them] = Some(weighted(&from, likely, random)?);
        Some(raw)
    }
}

/// Scales the weights to a sum of 1, if they have one.
fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        for weight in &mut weights {
            *weight /= total;
        }
    }
    weights
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// The number of ways to choose `number` of `of` cells.
fn binomial(of: usize, number: usize) -> f64 {
    (0..number).map(|index| of.saturating_sub(index) as f64 / (index + 1) as f64).product()
}

struct Enumeration<'a> {
    enumerator: &'a InfoSetEnumerator,
    limit: usize,
    deadline: &'a Deadline<'a>,
    tried: usize,
    found: Vec<Position>,
    raw: RawPosition,
}

/// Each step returns whether to go on: the limit and the deadline are not reached.
impl Enumeration<'_> {
    /// Gives every neutral a kind; one of them may be the abandoned Goal.
    fn fill_neutrals(&mut self, neutrals: &[Cell], missing: &mut [usize; 6]) -> bool {
        let enumerator = self.enumerator;
        let Some((&cell, rest)) = neutrals.split_first() else {
            return self.fill_hidden(0, enumerator.hidden, missing);
        };
        for kind in Kind::ALL {
            if missing[kind as usize] > 0 {
                missing[kind as usize] -= 1;
                self.raw.board[cell.index()] = Some((enumerator.them, kind));
                let within = self.fill_neutrals(rest, missing);
                self.raw.board[cell.index()] = None;
                missing[kind as usize] += 1;
                if !within {
                    return false;
                }
            }
        }
        let may_be_goal = enumerator.goal_missing
            && enumerator.region.is_none()
            && self.raw.goals[enumerator.them].is_none()
            && enumerator.capturer != Some(cell);
        if may_be_goal {
            self.raw.goals[enumerator.them] = Some(cell);
            let within = self.fill_neutrals(rest, missing);
            self.raw.goals[enumerator.them] = None;
            return within;
        }
        true
    }

    /// Places the rest of each kind, from `index` on, on hidden cells; warriors of one kind in the
    /// order of their cells, so that no arrangement comes twice.
    fn fill_hidden(&mut self, index: usize, cells: CellSet, missing: &mut [usize; 6]) -> bool {
        let enumerator = self.enumerator;
        let Some(&kind) = Kind::ALL.get(index) else { return self.place_goal() };
        if missing[index] == 0 {
            let free =
                enumerator.hidden.into_iter().filter(|cell| self.raw.board[cell.index()].is_none());
            let free = free.collect();
            return self.fill_hidden(index + 1, free, missing);
        }
        if enumerator.missing_count == MissingCount::AtMost {
            // No more warriors of this kind.
            let rest = std::mem::take(&mut missing[index]);
            let within = self.fill_hidden(index, cells, missing);
            missing[index] = rest;
            if !within {
                return false;
            }
        }
        let mut later = cells;
        for cell in cells {
            later.remove(cell);
            missing[index] -= 1;
            self.raw.board[cell.index()] = Some((enumerator.them, kind));
            let within = self.fill_hidden(index, later, missing);
            self.raw.board[cell.index()] = None;
            missing[index] += 1;
            if !within {
                return false;
            }
        }
        true
    }

    fn place_goal(&mut self) -> bool {
        let enumerator = self.enumerator;
        let is_empty = |capturer: Cell| self.raw.board[capturer.index()].is_none();
        if enumerator.capturer.is_some_and(is_empty) {
            return true;
        }
        if !enumerator.goal_missing || self.raw.goals[enumerator.them].is_some() {
            return self.record();
        }
        for cell in enumerator.neutrals | enumerator.hidden {
            let possible = match self.raw.board[cell.index()] {
                Some((_, kind)) => {
                    kind.carries() || (enumerator.region.is_none() && kind != Kind::Blockader)
                }
                None => enumerator.region.is_none(),
            };
            if possible {
                self.raw.goals[enumerator.them] = Some(cell);
                let within = self.record();
                self.raw.goals[enumerator.them] = None;
                if !within {
                    return false;
                }
            }
        }
        true
    }

    fn record(&mut self) -> bool {
        self.tried += 1;
        if self.tried.is_multiple_of(CHECK_EVERY) && self.deadline.is_over() {
            return false;
        }
        self.found.extend(self.raw.check().ok());
        self.found.len() <= self.limit
    }
}
