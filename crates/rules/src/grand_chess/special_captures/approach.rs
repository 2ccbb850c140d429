//! The Advancer and the Withdrawer: a capture on the line of their move, before its end or behind its
//! start (R-GC12).

use super::super::board;
use crate::{Cell, CellSet};

/// The square beyond the end of a straight move: an Advancer captures the enemy on it.
pub(in super::super) fn ahead(from: Cell, to: Cell) -> Option<Cell> {
    board::step(to, board::direction(from, to)?)
}

/// The square behind the start of a straight move: a Withdrawer captures the enemy on it.
pub(in super::super) fn behind(from: Cell, to: Cell) -> Option<Cell> {
    board::step(from, board::direction(to, from)?)
}

/// Whether an Advancer on `from` could capture on `target` by its next move: there is room before the
/// target, and nothing in the way.
pub(in super::super) fn advances_on(from: Cell, target: Cell, occupied: CellSet) -> bool {
    let room = board::between(from, target);
    !room.is_empty() && !room.meets(occupied)
}

/// Whether a Withdrawer on `from` could capture on `target` by its next move: they are neighbours, and
/// it can step back.
pub(in super::super) fn withdraws_from(from: Cell, target: Cell, occupied: CellSet) -> bool {
    board::neighbours(from).contains(target)
        && behind(from, target).is_some_and(|back| !occupied.contains(back))
}
