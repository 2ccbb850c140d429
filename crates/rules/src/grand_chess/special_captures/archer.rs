//! The Archer: a knight that also captures one more leap beyond its target (R-GC10).

use super::super::board::{self, Step};
use super::super::table::KNIGHT;
use crate::{Cell, CellSet};

/// The knight's leap from one cell to another, or `None`.
pub(in super::super) fn leap(from: Cell, to: Cell) -> Option<Step> {
    KNIGHT.iter().copied().find(|&leap| board::step(from, leap) == Some(to))
}

/// The square one more identical leap beyond the target, where an Archer captures.
pub(in super::super) fn far(from: Cell, to: Cell) -> Option<Cell> {
    board::step(to, leap(from, to)?)
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
