//! The Archer: a knight that also captures one leap farther on (R-GC10).

use super::super::board::{self, Step};
use super::super::table::KNIGHT;
use crate::{Cell, CellSet};

/// The step from one cell to another, if it is a knight's.
pub(in super::super) fn leap(from: Cell, to: Cell) -> Option<Step> {
    KNIGHT.iter().copied().find(|&leap| board::step(from, leap) == Some(to))
}

/// The square one more leap beyond the end of a knight's leap: the Archer captures the enemy on it.
pub(in super::super) fn far(from: Cell, to: Cell) -> Option<Cell> {
    board::step(to, leap(from, to)?)
}

/// Whether an Archer on `from` could capture on `target` from afar by its next move. It cannot land on
/// `closed` squares: those of its own side, and what cannot be captured.
pub(in super::super) fn shoots_at(from: Cell, target: Cell, closed: CellSet) -> bool {
    KNIGHT.iter().any(|&leap| {
        board::step(from, leap)
            .filter(|&stand| !closed.contains(stand))
            .is_some_and(|stand| board::step(stand, leap) == Some(target))
    })
}
