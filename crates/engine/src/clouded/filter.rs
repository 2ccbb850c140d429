//! What looks and sounds right to a side: the tests that a position must pass to be believed.

use super::outcomes::Outcome;
use super::seen::Moment;
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
    match random.below(3) {
        0 => {
            let second = *random.pick(&stand)?;
            raw.board.swap(first.index(), second.index());
        }
        1 => {
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
                raw.goals[them] = Some(second);
            }
        }
        _ => {
            if !raw.goals[them].is_some_and(|goal| unseen.contains(goal)) {
                return None;
            }
            raw.goals[them] = Some(first);
        }
    }
    let changed = raw.check().ok()?;
    (Sight::of(&changed, &now.map, Some(side)) == now.sight).then_some(changed)
}
