//! All positions that a sight allows, or some of them by lot: the enemy's warriors and Goal that are not recognised go to the
//! cells where they may be.

use super::consistency::weighted;
use super::observed::ObservedState;
use super::patience::Patience;
use crate::Random;
use crate::klinzha::{arranged, arrays, fitness, goal_likelihood, likelihood};
use heterodox_rules::clouded::BoardView;
use heterodox_rules::klinzha::{
    Kind, Placement, Position, RawPosition, Region, Side, WARRIORS_PER_SIDE, board,
};
use heterodox_rules::{Cell, CellSet};

/// How many placements a lot at the beginning chooses among.
const LOTS: usize = 3;
/// What is added to the likelihood of each cell for the Goal.
const LEAST_LIKELY: f64 = 0.05;
/// One placement in so many is taken to be nothing but a lot.
const UNSENSIBLE: usize = 6;
/// After so many positions an enumeration asks whether to go on.
const CHECK_EVERY: usize = 256;

/// How many warriors the enemy has that are neither seen nor captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    /// All that are left of a full set: a game with setup, or from a quick start.
    Full,
    /// At most those: a game that began from a position, which may have had any part of a set.
    AtMost,
}

/// What is known of the enemy at one moment, and what is not.
#[derive(Clone, Debug)]
pub(super) struct InfoSetEnumerator {
    /// Everything that is recognised, and whose turn it is.
    base: RawPosition,
    them: Side,
    /// The warriors that are not recognised, by kind.
    missing: [usize; 6],
    numbers: Numbers,
    /// Cells on which something of the enemy's stands.
    neutrals: CellSet,
    /// Cells on which anything of the enemy's may stand.
    hidden: CellSet,
    /// Whether the Goal is still to be found.
    goal_missing: bool,
    /// A cell on which an enemy warrior is known to stand.
    killer: Option<Cell>,
    /// How likely the Goal is on each cell, by what is known of its past.
    past: Vec<f64>,
    /// At the beginning of a game with setup: all in one region, the Goal with a carrier.
    region: Option<Region>,
}

impl InfoSetEnumerator {
    /// What a side sees, and how many warriors of each kind the enemy has left. `killer` is where it has just
    /// captured something.
    pub(super) fn new(
        sight: &BoardView,
        moment: &ObservedState,
        side: Side,
        killer: Option<Cell>,
        numbers: Numbers,
    ) -> Self {
        let them = !side;
        let mut base = RawPosition::empty();
        let mut missing =
            Kind::ALL.map(|kind| kind.count().saturating_sub(moment.taken[kind as usize]));
        let mut stands = CellSet::EMPTY;
        for of in Side::ALL {
            for (kind, cell) in sight.identified(of) {
                base.board[cell.index()] = Some((of, kind));
                stands.insert(cell);
                if of == them {
                    missing[kind as usize] = missing[kind as usize].saturating_sub(1);
                }
            }
            base.goals[of] = sight.goal(of);
        }
        (base.turn, base.plies_since_capture, base.turn_number) =
            (sight.turn(), sight.plies_since_capture(), sight.turn_number());
        let own_goal = sight.goal(side).map_or(CellSet::EMPTY, Cell::set);
        Self {
            base,
            them,
            missing,
            numbers,
            neutrals: sight.neutrals(them),
            hidden: moment.map.under() - stands - own_goal,
            goal_missing: sight.goal(them).is_none(),
            killer,
            past: vec![1.0; board::CELLS],
            region: None,
        }
    }

    /// The same with a weight for each cell: how likely the Goal is there.
    pub(super) fn with_past(self, past: &[f64]) -> Self {
        Self { past: past.to_vec(), ..self }
    }

    /// What is seen of an enemy's placement in a region; Goals are not placed.
    pub(super) fn of_setup(
        them: Side,
        region: Region,
        recognised: &[(Kind, Cell)],
        neutrals: CellSet,
        under: CellSet,
    ) -> Self {
        let mut base = RawPosition::empty();
        let mut missing = Kind::ALL.map(Kind::count);
        for &(kind, cell) in recognised {
            base.board[cell.index()] = Some((them, kind));
            missing[kind as usize] = missing[kind as usize].saturating_sub(1);
        }
        Self {
            base,
            them,
            missing,
            numbers: Numbers::Full,
            neutrals,
            hidden: under & board::region_cells(region),
            goal_missing: false,
            killer: None,
            past: vec![1.0; board::CELLS],
            region: Some(region),
        }
    }

    /// The same at the beginning of a game with setup, once for each region where the enemy may have placed.
    pub(super) fn openings(&self) -> Vec<Self> {
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
            .filter(Self::fits)
            .collect()
    }

    fn own_cells(&self) -> CellSet {
        self.cells_of(!self.them)
    }

    fn cells_of(&self, side: Side) -> CellSet {
        let of = |cell: &Cell| self.base.board[cell.index()].is_some_and(|(s, _)| s == side);
        board::ALL.into_iter().filter(of).collect()
    }

    /// Where something of the enemy's is seen.
    fn placed(&self) -> CellSet {
        self.cells_of(self.them) | self.neutrals
    }

    fn count(&self) -> usize {
        self.missing.iter().sum()
    }

    /// Whether the numbers can come out right, with every neutral a warrior.
    fn fits(&self) -> bool {
        let (count, neutrals) = (self.count(), self.neutrals.len());
        neutrals <= count && count - neutrals <= self.hidden.len()
    }

    /// About how many positions there are, or more.
    fn estimate(&self) -> f64 {
        let goals = match (self.goal_missing, self.region) {
            (false, _) => 1,
            (true, Some(_)) => 3,
            (true, None) => (self.neutrals.len() + self.hidden.len()).max(1),
        };
        goals as f64
            * match self.numbers {
                Numbers::Full => self.ways_of_all(),
                Numbers::AtMost => self.ways_of_some(),
            }
    }

    /// In how many ways all missing warriors can stand.
    fn ways_of_all(&self) -> f64 {
        let (count, free) = (self.count(), self.hidden.len());
        let mut ways = factorial(count);
        for kinds in self.missing {
            ways /= factorial(kinds);
        }
        ways * chosen(free, count.saturating_sub(self.neutrals.len()).min(free))
    }

    /// In how many ways any part of them can stand, or more.
    fn ways_of_some(&self) -> f64 {
        let free = self.hidden.len();
        let kinds = self.missing.iter().filter(|&&count| count > 0).count() + 1;
        let on_neutrals = (kinds as f64).powi(self.neutrals.len() as i32);
        let hidden = self
            .missing
            .iter()
            .map(|&most| -> f64 { (0..=most.min(free)).map(|number| chosen(free, number)).sum() });
        on_neutrals * hidden.product::<f64>()
    }

    /// How likely each of some positions is at the beginning of a game with setup: that a ready-made array was taken counts for half,
    /// an arrangement by the roles of the warriors for most of the rest. All alike later on.
    pub(super) fn likelihoods(&self, positions: &[Position]) -> Vec<f64> {
        let Some(region) = self.region else { return vec![1.0; positions.len()] };
        let them = self.them;
        let arrays = arrays(region, self.own_zone());
        let goal = |position: &Position| {
            position.goal(them).map_or(1.0, |goal| goal_likelihood(goal) + LEAST_LIKELY)
        };
        let arranged = positions.iter().map(|position| {
            let stands = position.occupied(them).into_iter();
            let liked =
                stands.filter_map(|cell| Some(likelihood(position.kind(them, cell)?, cell)));
            goal(position) * liked.product::<f64>()
        });
        let ready_made = positions.iter().map(|position| {
            let same = |placement: &Placement| {
                placement.warriors().all(|(kind, cell)| position.kind(them, cell) == Some(kind))
            };
            let count = arrays.iter().filter(|array| same(array)).count();
            goal(position) * count as f64
        });
        let even = 1.0 / UNSENSIBLE as f64;
        let (arranged, ready_made) =
            (summing_to_one(arranged.collect()), summing_to_one(ready_made.collect()));
        let both = arranged.iter().zip(&ready_made);
        both.map(|(a, r)| even / positions.len() as f64 + (1.0 - even) * (a + r) / 2.0).collect()
    }

    /// All positions that are allowed; nothing if there are more than `limit`, or if patience ran out.
    pub(super) fn all(&self, limit: usize, patience: &Patience<'_>) -> Option<Vec<Position>> {
        // Impossible arrangements are thrown away, so the estimate may be well above the number.
        if self.estimate() > 4.0 * limit as f64 {
            return None;
        }
        let mut search = Enumeration {
            census: self,
            limit,
            patience,
            tried: 0,
            found: Vec::new(),
            raw: self.base.clone(),
        };
        let neutrals: Vec<Cell> = self.neutrals.into_iter().collect();
        let mut missing = self.missing;
        search.fill_neutrals(&neutrals, &mut missing).then_some(search.found)
    }

    /// A position by lot; nothing if a few attempts do not give one.
    pub(super) fn one(&self, random: &mut Random) -> Option<Position> {
        (0..60).find_map(|_| self.attempt(random)?.check().ok())
    }

    /// A placement by lot, for the setup: the warriors alone.
    pub(super) fn placement(&self, random: &mut Random) -> Option<Vec<(Kind, Cell)>> {
        let raw = (0..60).find_map(|_| self.attempt(random))?;
        let warrior = |cell: Cell| {
            let (side, kind) = raw.board[cell.index()]?;
            (side == self.them).then_some((kind, cell))
        };
        Some(board::ALL.into_iter().filter_map(warrior).collect())
    }

    fn attempt(&self, random: &mut Random) -> Option<RawPosition> {
        let Some(region) = self.region else { return self.lot(random) };
        let unseen = self.neutrals.is_empty() && self.count() == WARRIORS_PER_SIDE;
        if unseen && !random.chance(1, UNSENSIBLE) {
            // Nothing at all is seen: a placement such as a sensible player would make.
            let zone = self.own_zone();
            let placement = match random.pick(&arrays(region, zone)) {
                Some(array) if random.chance(1, 2) => *array,
                _ => arranged(&Placement::default(), region, zone, random)?,
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
        // Of some lots that which looks most like a player's placement.
        let lots = (0..LOTS).filter_map(|_| self.lot(random));
        lots.max_by_key(|raw| {
            let cells = board::ALL.into_iter().filter_map(|cell| {
                let (side, kind) = raw.board[cell.index()]?;
                (side == self.them).then_some((kind, cell))
            });
            cells.map(|(kind, cell)| fitness(kind, cell)).sum::<i32>()
        })
    }

    fn own_zone(&self) -> CellSet {
        let own = !self.them;
        let blockader = board::ALL
            .into_iter()
            .find(|cell| self.base.board[cell.index()] == Some((own, Kind::Blockader)));
        blockader.map_or(CellSet::EMPTY, board::neighbours)
    }

    /// Everything that is missing on random cells. Warriors for which there is no room are left out: a game that began
    /// from a position may have had fewer.
    fn lot(&self, random: &mut Random) -> Option<RawPosition> {
        let mut raw = self.base.clone();
        let mut kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, self.missing[kind as usize]))
            .collect();
        shuffle(&mut kinds, random);
        let mut neutrals: Vec<Cell> = self.neutrals.into_iter().collect();
        shuffle(&mut neutrals, random);
        let mut hidden: Vec<Cell> = self.hidden.into_iter().collect();
        shuffle(&mut hidden, random);
        if self.numbers == Numbers::AtMost {
            // Whatever is seen or has just captured is somebody; of the others any number may be there.
            let known = neutrals.len() + usize::from(self.killer.is_some());
            let least = known.min(kinds.len());
            kinds.truncate(least + random.below(kinds.len() - least + 1));
        }
        if let Some(killer) = self.killer.filter(|&killer| self.hidden.contains(killer)) {
            hidden.retain(|&cell| cell != killer);
            hidden.insert(0, killer);
        }
        if self.goal_missing && self.region.is_none() {
            // An abandoned Goal looks like any other neutral.
            let too_many = neutrals.len() > kinds.len();
            if too_many || (!neutrals.is_empty() && random.chance(1, 20)) {
                let goal = neutrals.pop()?;
                if self.killer == Some(goal) {
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

    /// Gives the Goal to somebody, or now and then leaves it alone.
    fn with_goal(&self, mut raw: RawPosition, random: &mut Random) -> Option<RawPosition> {
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
        let alone: Vec<Cell> =
            self.hidden.into_iter().filter(|cell| kind(cell).is_none()).collect();
        let abandoned = carriers.is_empty() || (self.region.is_none() && random.chance(1, 12));
        let from = if abandoned && !alone.is_empty() { alone } else { carriers };
        let likely = |cell: Cell| match self.region {
            Some(_) => goal_likelihood(cell) + LEAST_LIKELY,
            None => self.past[cell.index()],
        };
        raw.goals[self.them] = Some(weighted(&from, likely, random)?);
        Some(raw)
    }
}

/// Weights made to add up to 1, if they are any.
fn summing_to_one(mut weights: Vec<f64>) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        for weight in &mut weights {
            *weight /= total;
        }
    }
    weights
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for index in (1..list.len()).rev() {
        list.swap(index, random.below(index + 1));
    }
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// In how many ways so many of some cells can be chosen.
fn chosen(of: usize, number: usize) -> f64 {
    (0..number).map(|index| of.saturating_sub(index) as f64 / (index + 1) as f64).product()
}

struct Enumeration<'a> {
    census: &'a InfoSetEnumerator,
    limit: usize,
    patience: &'a Patience<'a>,
    tried: usize,
    found: Vec<Position>,
    raw: RawPosition,
}

/// Each step says whether to go on: the limit and patience still hold.
impl Enumeration<'_> {
    /// Gives every neutral a kind; one of them may be the Goal alone.
    fn fill_neutrals(&mut self, neutrals: &[Cell], missing: &mut [usize; 6]) -> bool {
        let census = self.census;
        let Some((&cell, rest)) = neutrals.split_first() else {
            return self.fill_hidden(0, census.hidden, missing);
        };
        for kind in Kind::ALL {
            if missing[kind as usize] > 0 {
                missing[kind as usize] -= 1;
                self.raw.board[cell.index()] = Some((census.them, kind));
                let within = self.fill_neutrals(rest, missing);
                self.raw.board[cell.index()] = None;
                missing[kind as usize] += 1;
                if !within {
                    return false;
                }
            }
        }
        let may_be_goal = census.goal_missing
            && census.region.is_none()
            && self.raw.goals[census.them].is_none()
            && census.killer != Some(cell);
        if may_be_goal {
            self.raw.goals[census.them] = Some(cell);
            let within = self.fill_neutrals(rest, missing);
            self.raw.goals[census.them] = None;
            return within;
        }
        true
    }

    /// Places what is left of each kind, from `index` on, on cells under clouds; those of one kind in the order of
    /// their cells, so that no arrangement comes twice.
    fn fill_hidden(&mut self, index: usize, cells: CellSet, missing: &mut [usize; 6]) -> bool {
        let census = self.census;
        let Some(&kind) = Kind::ALL.get(index) else { return self.place_goal() };
        if missing[index] == 0 {
            let free =
                census.hidden.into_iter().filter(|cell| self.raw.board[cell.index()].is_none());
            let free = free.collect();
            return self.fill_hidden(index + 1, free, missing);
        }
        if census.numbers == Numbers::AtMost {
            // No more of this kind.
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
            self.raw.board[cell.index()] = Some((census.them, kind));
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
        let census = self.census;
        let alone = |killer: Cell| self.raw.board[killer.index()].is_none();
        if census.killer.is_some_and(alone) {
            return true;
        }
        if !census.goal_missing || self.raw.goals[census.them].is_some() {
            return self.note();
        }
        for cell in census.neutrals | census.hidden {
            let possible = match self.raw.board[cell.index()] {
                Some((_, kind)) => {
                    kind.carries() || (census.region.is_none() && kind != Kind::Blockader)
                }
                None => census.region.is_none(),
            };
            if possible {
                self.raw.goals[census.them] = Some(cell);
                let within = self.note();
                self.raw.goals[census.them] = None;
                if !within {
                    return false;
                }
            }
        }
        true
    }

    fn note(&mut self) -> bool {
        self.tried += 1;
        if self.tried.is_multiple_of(CHECK_EVERY) && self.patience.is_over() {
            return false;
        }
        self.found.extend(self.raw.check().ok());
        self.found.len() <= self.limit
    }
}
