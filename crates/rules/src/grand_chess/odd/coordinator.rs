//! The Coordinator: with its king it spans a rectangle and captures on the two other corners (R-GC13).
//! In a diagram there may be no king: then it captures nothing.

use super::super::board::{self, ALL, at, file, rank};
use crate::{Cell, CellSet};

/// The corners on which a Coordinator that comes to `to` captures; none if it shares a rank or file with
/// its king.
pub(in super::super) fn corners(to: Cell, king: Cell) -> CellSet {
    if !ALL.contains(king) || file(to) == file(king) || rank(to) == rank(king) {
        return CellSet::EMPTY;
    }
    at(file(to), rank(king)).set() | at(file(king), rank(to)).set()
}

/// Whether a Coordinator on `from`, whose king stands on `king`, could capture on `target` by its next
/// move.
pub(in super::super) fn reaches(from: Cell, king: Cell, target: Cell, occupied: CellSet) -> bool {
    if !ALL.contains(king) {
        return false;
    }
    let lines = if rank(king) == rank(target) {
        board::file_set(file(target))
    } else if file(king) == file(target) {
        board::rank_set(rank(target))
    } else {
        return false;
    };
    let goals = lines - occupied;
    (board::rook_reach(from, occupied) | board::bishop_reach(from, occupied)).meets(goals)
}
