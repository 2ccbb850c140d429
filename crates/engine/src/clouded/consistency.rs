//! What looks and sounds right to a side: the tests that a position must pass to be believed.

use super::observed::{NEVER, ObservedState};
use super::outcomes::Outcome;
use super::particles::unit;
use crate::Random;
use heterodox_rules::clouded::{BoardView, Capture, Cover};
use heterodox_rules::klinzha::{GoalAction, Kind, Position, Side, WARRIORS_PER_SIDE, board};
use heterodox_rules::{Cell, CellSet};

/// Whether an own camp looks like one that was just set up.
pub(super) fn looks_set_up(sight: &BoardView, side: Side) -> bool {
    let own: Vec<(Kind, Cell)> = sight.identified(side).collect();
    let region = own.first().and_then(|(_, cell)| board::region(*cell));
    let goal = sight.goal(side).and_then(|goal| sight.kind(side, goal));
    own.len() == WARRIORS_PER_SIDE
        && region.is_some()
        && own.iter().all(|(_, cell)| board::region(*cell) == region)
        && goal.is_some_and(Kind::carries)
        && (sight.plies_since_capture(), sight.turn_number()) == (0, 1)
}

/// What an enemy ply must have led to.
pub(super) struct ConsistencyFilter<'a> {
    side: Side,
    lost: Option<(Capture, Cell)>,
    now: &'a ObservedState,
    /// The cells on which it shows whether an enemy stands there, and those where one does.
    visible: CellSet,
    shown: CellSet,
}

impl<'a> ConsistencyFilter<'a> {
    pub(super) fn new(side: Side, lost: Option<(Capture, Cell)>, now: &'a ObservedState) -> Self {
        let them = !side;
        let recognised: CellSet = now.board_view.identified(them).map(|(_, cell)| cell).collect();
        let goal = now.board_view.goal(them).map_or(CellSet::EMPTY, Cell::set);
        Self {
            side,
            lost,
            now,
            visible: board::ALL - now.map.under(),
            shown: recognised | goal | now.board_view.neutrals(them),
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
            (Some(_), GoalAction::Carry) => to.set(),
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
        let after = position.after_unchecked(outcome.played);
        let right = BoardView::of(&after, &self.now.map, Some(self.side)) == self.now.board_view;
        right.then_some(after)
    }
}

/// How many moments it takes until the enemy Goal may as well be again where it was not.
const RETURN: f64 = 120.0;
/// The least weight of a cell that was free a moment ago.
const LEAST: f64 = 0.02;

/// How likely the enemy Goal is on each cell by what is known of the cell's past: `home` is where it began, and
/// Goals are seldom moved.
pub(super) fn goal_weights(now: &ObservedState, home: &[f64]) -> Vec<f64> {
    let weight = |(home, age): (&f64, &u16)| match *age {
        NEVER => *home,
        age => home * (LEAST + (1.0 - LEAST) * (1.0 - (-f64::from(age) / RETURN).exp())),
    };
    home.iter().zip(&now.free).map(weight).collect()
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

/// The same position with something changed where the side does not see it: two warriors exchanged, or one moved.
pub(super) fn changed(
    position: &Position,
    side: Side,
    now: &ObservedState,
    random: &mut Random,
) -> Option<Position> {
    let them = !side;
    let mut raw = position.to_raw();
    let unseen = board::ALL - now.map.clear();
    let with_goal = raw.goals[them].map_or(CellSet::EMPTY, Cell::set);
    let stand: Vec<Cell> = ((position.occupied(them) & unseen) - with_goal).into_iter().collect();
    let first = *random.pick(&stand)?;
    if random.chance(1, 2) {
        let second = *random.pick(&stand)?;
        raw.board.swap(first.index(), second.index());
    } else {
        if now.map.cover(first) != Cover::Under {
            return None;
        }
        // Not far: it may have gone another way in the last few plies.
        let near = board::neighbours(first)
            .into_iter()
            .fold(board::neighbours(first), |near, cell| near | board::neighbours(cell));
        let taken = position.occupied(them) | position.occupied(side) | with_goal;
        let free = (near & now.map.under()) - taken;
        let second = *random.pick(&free.into_iter().collect::<Vec<_>>())?;
        raw.board.swap(first.index(), second.index());
    }
    let changed = raw.check().ok()?;
    (BoardView::of(&changed, &now.map, Some(side)) == now.board_view).then_some(changed)
}

/// The same position with the enemy Goal, and somebody to carry it, on another cell that is not seen: a step of a Metropolis walk
/// whose limit is the distribution by `past`, the weights of the cells.
pub(super) fn relocated(
    position: &Position,
    side: Side,
    now: &ObservedState,
    past: &[f64],
    random: &mut Random,
) -> Option<Position> {
    let them = !side;
    let goal = position.goal(them)?;
    let carrier = position.kind(them, goal).filter(|kind| kind.carries())?;
    let unseen = board::ALL - now.map.clear();
    if !unseen.contains(goal) {
        return None;
    }
    let others = unseen - goal.set() - position.occupied(side);
    let to = weighted(&others.into_iter().collect::<Vec<_>>(), |cell| past[cell.index()], random)?;
    // Cells are proposed by their weights, so that nothing but the way to get there is left to accept.
    let mut raw = position.to_raw();
    match position.kind(them, to) {
        Some(kind) if kind.carries() => {}
        None if now.map.cover(goal) != Cover::Under || now.map.cover(to) != Cover::Under => {
            return None;
        }
        _ => raw.board.swap(goal.index(), to.index()),
    }
    debug_assert!(carrier.carries());
    raw.goals[them] = Some(to);
    let changed = raw.check().ok()?;
    (BoardView::of(&changed, &now.map, Some(side)) == now.board_view).then_some(changed)
}
