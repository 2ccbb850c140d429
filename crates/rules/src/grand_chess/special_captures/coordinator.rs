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
    let goals = goals(king, target) - occupied;
    (board::rook_lines(from) | board::bishop_lines(from)).meets(goals)
        && (board::rook_reach(from, occupied) | board::bishop_reach(from, occupied)).meets(goals)
}

/// Squares outside of which nothing decides whether it [`reaches`] the target.
pub(in super::super) fn decisive(from: Cell, king: Cell, target: Cell) -> CellSet {
    let goals = goals(king, target) & (board::rook_lines(from) | board::bishop_lines(from));
    goals.into_iter().fold(CellSet::EMPTY, |set, to| set | to.set() | board::between(from, to))
}

/// Where it must go to capture on `target`, as long as that is empty.
fn goals(king: Cell, target: Cell) -> CellSet {
    if !ALL.contains(king) {
        CellSet::EMPTY
    } else if rank(king) == rank(target) {
        board::file_set(file(target))
    } else if file(king) == file(target) {
        board::rank_set(rank(target))
    } else {
        CellSet::EMPTY
    }
}
