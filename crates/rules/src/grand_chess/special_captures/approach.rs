//! The Advancer and the Withdrawer, which capture on the line of their move: beyond its target or
//! behind its origin (R-GC12).

use super::super::board;
use crate::{Cell, CellSet};

/// The square directly beyond the target of a straight move, where an Advancer captures.
pub(in super::super) fn ahead(from: Cell, to: Cell) -> Option<Cell> {
    board::step(to, board::direction(from, to)?)
}

/// The square directly behind the origin of a straight move, where a Withdrawer captures.
pub(in super::super) fn behind(from: Cell, to: Cell) -> Option<Cell> {
    board::step(from, board::direction(to, from)?)
}

/// Whether an Advancer on `from` attacks `target`: it lies on a line, not beside the Advancer, and
/// the squares between are empty.
pub(in super::super) fn advances_on(from: Cell, target: Cell, occupied: CellSet) -> bool {
    let room = board::between(from, target);
    !room.is_empty() && !room.meets(occupied)
}

/// Whether a Withdrawer on `from` attacks `target`: it is a neighbour, and the square away from it
/// is empty.
pub(in super::super) fn withdraws_from(from: Cell, target: Cell, occupied: CellSet) -> bool {
    board::neighbours(from).contains(target)
        && behind(from, target).is_some_and(|back| !occupied.contains(back))
}
