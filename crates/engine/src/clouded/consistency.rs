//! The test whether positions are consistent with the observations of a side.

use super::observed::{NEVER, ObservedState};
use super::outcomes::Outcome;
use super::particles::unit_interval;
use heterodox_rules::SplitMix64;
use heterodox_rules::clouded::{BoardView, Capture, Cover};
use heterodox_rules::klinzha::{GoalAction, Kind, Position, Side, WARRIORS_PER_SIDE, board};
use heterodox_rules::{Cell, CellSet};

/// Whether the own warriors stand as after a setup.
pub(super) fn is_setup_position(view: &BoardView, side: Side) -> bool {
    let own: Vec<(Kind, Cell)> = view.identified(side).collect();
    let region = own.first().and_then(|(_, cell)| board::region(*cell));
    let goal = view.goal(side).and_then(|goal| view.kind(side, goal));
    own.len() == WARRIORS_PER_SIDE
        && region.is_some()
        && own.iter().all(|(_, cell)| board::region(*cell) == region)
        && goal.is_some_and(Kind::carries)
        && (view.plies_since_capture(), view.turn_number()) == (0, 1)
}

/// The test of enemy plies against an observation.
pub(super) struct ConsistencyFilter<'a> {
    side: Side,
    lost: Option<(Capture, Cell)>,
    now: &'a ObservedState,
    /// The cells on which an enemy would be seen, and those on which one is seen.
    visible: CellSet,
    shown: CellSet,
}

impl<'a> ConsistencyFilter<'a> {
    pub(super) fn new(side: Side, lost: Option<(Capture, Cell)>, now: &'a ObservedState) -> Self {
        let them = !side;
        let identified: CellSet = now.board_view.identified(them).map(|(_, cell)| cell).collect();
        let goal = now.board_view.goal(them).map_or(CellSet::EMPTY, Cell::set);
        Self {
            side,
            lost,
            now,
            visible: board::ALL - now.map.under(),
            shown: identified | goal | now.board_view.neutrals(them),
        }
    }

    /// Whether the side sees no cell of the board.
    pub(super) fn is_blind(&self) -> bool {
        self.visible.is_empty()
    }

    /// Whether a ply has the observed capture and leaves enemies exactly on the visible cells that
    /// show one.
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

    /// The position after a ply; `None` if it is not consistent.
    pub(super) fn after(&self, position: &Position, outcome: Outcome) -> Option<Position> {
        if !self.fits(position, outcome) {
            return None;
        }
        let after = position.after_unchecked(outcome.played);
        let right = BoardView::of(&after, &self.now.map, Some(self.side)) == self.now.board_view;
        right.then_some(after)
    }
}

/// The time constant, in plies, with which the enemy Goal may return to a cell that it was not on;
/// set by hand.
const GOAL_RETURN_PLIES: f64 = 120.0;
/// The least weight of a cell that was free a ply ago.
const MIN_GOAL_WEIGHT: f64 = 0.02;

/// The distribution of the enemy Goal by cell: its initial distribution, reduced on cells that were
/// free of the enemy recently, because Goals are seldom moved.
pub(super) fn goal_weights(now: &ObservedState, initial_goal: &[f64]) -> Vec<f64> {
    let weight = |(initial_goal, age): (&f64, &u16)| match *age {
        NEVER => *initial_goal,
        age => {
            initial_goal
                * (MIN_GOAL_WEIGHT
                    + (1.0 - MIN_GOAL_WEIGHT) * (1.0 - (-f64::from(age) / GOAL_RETURN_PLIES).exp()))
        }
    };
    initial_goal.iter().zip(&now.plies_since_free).map(weight).collect()
}

/// Draws one of the cells by weight.
pub(super) fn weighted(
    cells: &[Cell],
    weight: impl Fn(Cell) -> f64,
    random: &mut SplitMix64,
) -> Option<Cell> {
    let total: f64 = cells.iter().map(|&cell| weight(cell)).sum();
    let mut left = total * f64::from(unit_interval(random));
    let found = cells.iter().find(|&&cell| {
        left -= weight(cell);
        left < 0.0
    });
    found.or(cells.last()).copied()
}

/// The position with a change where the side does not see it: two warriors exchanged, or one moved.
/// `None` if the change is not consistent.
pub(super) fn perturbed(
    position: &Position,
    side: Side,
    now: &ObservedState,
    random: &mut SplitMix64,
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
        // Nearby cells, where it may have gone in the last few plies.
        let near = board::neighbours(first)
            .into_iter()
            .fold(board::neighbours(first), |near, cell| near | board::neighbours(cell));
        let taken = position.occupied(them) | position.occupied(side) | with_goal;
        let free = (near & now.map.under()) - taken;
        let second = *random.pick(&free.into_iter().collect::<Vec<_>>())?;
        raw.board.swap(first.index(), second.index());
    }
    let perturbed = raw.check().ok()?;
    (BoardView::of(&perturbed, &now.map, Some(side)) == now.board_view).then_some(perturbed)
}

/// The position with the enemy Goal and a carrier on another unseen cell: a step of a Metropolis
/// walk whose limit is the distribution by `goal_weights`. `None` if the step is rejected.
pub(super) fn relocated(
    position: &Position,
    side: Side,
    now: &ObservedState,
    goal_weights: &[f64],
    random: &mut SplitMix64,
) -> Option<Position> {
    let them = !side;
    let goal = position.goal(them)?;
    let carrier = position.kind(them, goal).filter(|kind| kind.carries())?;
    let unseen = board::ALL - now.map.clear();
    if !unseen.contains(goal) {
        return None;
    }
    let others = unseen - goal.set() - position.occupied(side);
    let to = weighted(
        &others.into_iter().collect::<Vec<_>>(),
        |cell| goal_weights[cell.index()],
        random,
    )?;
    // Metropolis-Hastings with proposals by weight: a legal and consistent step is always accepted.
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
    let perturbed = raw.check().ok()?;
    (BoardView::of(&perturbed, &now.map, Some(side)) == now.board_view).then_some(perturbed)
}
