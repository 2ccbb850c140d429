//! What looks and sounds right to a side: the tests that a position must pass to be believed.

use super::outcomes::Outcome;
use super::sample::unit;
use super::seen::{Moment, NEVER};
use crate::Random;
use heterodox_rules::clouded::{Cover, Sight, Taken};
use heterodox_rules::klinzha::{GoalWay, Kind, Position, Side, WARRIORS, board};
use heterodox_rules::{Cell, CellSet};

/// Whether an own camp looks like one that was just set up.
pub(super) fn looks_set_up(sight: &Sight, side: Side) -> bool {
    let own: Vec<(Kind, Cell)> = sight.recognised(side).collect();
    let region = own.first().and_then(|(_, cell)| board::region(*cell));
    let goal = sight.goal(side).and_then(|goal| sight.kind(side, goal));
    own.len() == WARRIORS
        && region.is_some()
        && own.iter().all(|(_, cell)| board::region(*cell) == region)
        && goal.is_some_and(Kind::carries)
        && (sight.quiet(), sight.number()) == (0, 1)
}

/// What an enemy ply must have led to.
pub(super) struct Filter<'a> {
    side: Side,
    lost: Option<(Taken, Cell)>,
    now: &'a Moment,
    /// The cells on which it shows whether an enemy stands there, and those where one does.
    visible: CellSet,
    shown: CellSet,
}

impl<'a> Filter<'a> {
    pub(super) fn new(side: Side, lost: Option<(Taken, Cell)>, now: &'a Moment) -> Self {
        let them = !side;
        let recognised: CellSet = now.sight.recognised(them).map(|(_, cell)| cell).collect();
        let goal = now.sight.goal(them).map_or(CellSet::EMPTY, Cell::set);
        Self {
            side,
            lost,
            now,
            visible: board::ALL - now.map.under(),
            shown: recognised | goal | now.sight.neutrals(them),
        }
    }

    /// Whether nothing can be seen at all.
    pub(super) fn is_blind(&self) -> bool {
        self.visible.is_empty()
    }

    /// Whether a ply sounds right and leaves something standing where something is seen, and nowhere else in sight.
    pub(super) fn fits(&self, position: &Position, outcome: Outcome) -> bool {
        let them = !self.side;
        let (from, to) = (outcome.played.from(), outcome.played.to());
        match self.lost {
            Some((_, cell)) if cell != to => return false,
            None if position.occupied(self.side).contains(to) => return false,
            _ if position.goal(self.side) == Some(to) => return false,
            _ => {}
        }
        let goal = match (position.goal(them), outcome.played.goal()) {
            (Some(_), GoalWay::Carry) => to.set(),
            (Some(goal), _) => goal.set(),
            (None, _) => return false,
        };
        let stand = (position.occupied(them) - from.set()) | to.set() | goal;
        stand & self.visible == self.shown
    }

    /// The position after a ply, if it looks and sounds right.
    pub(super) fn after(&self, position: &Position, outcome: Outcome) -> Option<Position> {
        if !self.fits(position, outcome) {
            return None;
        }
        let after = position.after(outcome.played);
        let right = Sight::of(&after, &self.now.map, Some(self.side)) == self.now.sight;
        right.then_some(after)
    }
}

/// How many moments it takes until the enemy Goal may as well be again where it was not.
const RETURN: f64 = 120.0;
/// The least weight of a cell that was free a moment ago.
const LEAST: f64 = 0.02;

/// How likely the enemy Goal is on a cell by what is known of the cell's past, compared with one of which nothing is known:
/// Goals are seldom moved.
pub(super) fn goal_weight(now: &Moment, cell: Cell) -> f64 {
    match now.free[cell.index()] {
        NEVER => 1.0,
        age => LEAST + (1.0 - LEAST) * (1.0 - (-f64::from(age) / RETURN).exp()),
    }
}

/// One of some cells by lot, by these weights.
pub(super) fn weighted(
    cells: &[Cell],
    weight: impl Fn(Cell) -> f64,
    random: &mut Random,
) -> Option<Cell> {
    let total: f64 = cells.iter().map(|&cell| weight(cell)).sum();
    let mut left = total * f64::from(unit(random));
    let found = cells.iter().find(|&&cell| {
        left -= weight(cell);
        left < 0.0
    });
    found.or(cells.last()).copied()
}

/// The same position with something changed where the side does not see it: two warriors exchanged, one moved, or the Goal
/// given to another.
pub(super) fn changed(
    position: &Position,
    side: Side,
    now: &Moment,
    random: &mut Random,
) -> Option<Position> {
    let them = !side;
    let mut raw = position.to_raw();
    let unseen = board::ALL - now.map.clear();
    let stand: Vec<Cell> = (position.occupied(them) & unseen).into_iter().collect();
    let first = *random.pick(&stand)?;
    match random.below(6) {
        0..=2 => {
            let second = *random.pick(&stand)?;
            if [Some(first), Some(second)].contains(&raw.goals[them]) {
                return None;
            }
            raw.board.swap(first.index(), second.index());
        }
        3..=4 => {
            if now.map.cover(first) != Cover::Under {
                return None;
            }
            // Not far: it may have gone another way in the last few plies.
            let near = board::neighbours(first)
                .into_iter()
                .fold(board::neighbours(first), |near, cell| near | board::neighbours(cell));
            let taken = position.occupied(them) | position.occupied(side);
            let free = (near & now.map.under()) - taken;
            let second = *random.pick(&free.into_iter().collect::<Vec<_>>())?;
            raw.board.swap(first.index(), second.index());
            if raw.goals[them] == Some(first) {
                return None;
            }
        }
        _ => {
            if !raw.goals[them].is_some_and(|goal| unseen.contains(goal)) {
                return None;
            }
            let carrier = |cell: &Cell| position.kind(them, *cell).is_some_and(Kind::carries);
            let carriers: Vec<Cell> = stand.into_iter().filter(carrier).collect();
            raw.goals[them] = weighted(&carriers, |cell| goal_weight(now, cell), random);
        }
    }
    let changed = raw.check().ok()?;
    (Sight::of(&changed, &now.map, Some(side)) == now.sight).then_some(changed)
}
