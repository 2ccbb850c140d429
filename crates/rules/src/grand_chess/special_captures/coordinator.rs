//! The Coordinator: it captures on the two other corners of the rectangle with its own king
//! (R-GC13). Without a king, in a diagram, it captures nothing.

use super::super::board::{self, ALL, at, file, rank};
use crate::{Cell, CellSet};

/// The corners on which a Coordinator that moves to `to` captures; empty if it then shares a rank
/// or file with its king.
pub(in super::super) fn corners(to: Cell, king: Cell) -> CellSet {
    if !ALL.contains(king) || file(to) == file(king) || rank(to) == rank(king) {
        return CellSet::EMPTY;
    }
    at(file(to), rank(king)).set() | at(file(king), rank(to)).set()
}

/// Whether a Coordinator on `from`, whose king stands on `king`, attacks `target`.
pub(in super::super) fn reaches(from: Cell, king: Cell, target: Cell, occupied: CellSet) -> bool {
    let capture_squares = capture_squares(king, target) - occupied;
    (board::rook_lines(from) | board::bishop_lines(from)).meets(capture_squares)
        && (board::rook_reach(from, occupied) | board::bishop_reach(from, occupied))
            .meets(capture_squares)
}

/// The squares whose occupation decides whether it [`reaches`] the target.
pub(in super::super) fn relevant_squares(from: Cell, king: Cell, target: Cell) -> CellSet {
    let capture_squares =
        capture_squares(king, target) & (board::rook_lines(from) | board::bishop_lines(from));
    capture_squares
        .into_iter()
        .fold(CellSet::EMPTY, |set, to| set | to.set() | board::between(from, to))
}

/// The squares from which it captures on `target`.
fn capture_squares(king: Cell, target: Cell) -> CellSet {
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
