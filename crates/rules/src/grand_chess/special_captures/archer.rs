//! The Archer: a knight that also captures one more leap beyond its destination (R-GC10).

use super::super::board::{self, Step};
use super::super::table::KNIGHT;
use crate::{Cell, CellSet};

/// The knight's step from one cell to another; `None` if no such step leads there.
pub(in super::super) fn knight_step_between(from: Cell, to: Cell) -> Option<Step> {
    KNIGHT.iter().copied().find(|&leap| board::step(from, leap) == Some(to))
}

/// The square an equal leap beyond `to`, which an Archer that leaps from `from` to `to` also
/// captures on; `None` if that is no knight's leap or leaves the board.
pub(in super::super) fn far_target(from: Cell, to: Cell) -> Option<Cell> {
    board::step(to, knight_step_between(from, to)?)
}

/// Whether an Archer on `from` attacks `target` from afar. It cannot land on `closed` squares:
/// those with own pieces and with enemies that cannot be captured.
pub(in super::super) fn shoots_at(from: Cell, target: Cell, closed: CellSet) -> bool {
    KNIGHT.iter().any(|&leap| {
        board::step(from, leap)
            .filter(|&stand| !closed.contains(stand))
            .is_some_and(|stand| board::step(stand, leap) == Some(target))
    })
}
