//! The Duke: one square orthogonally and any number diagonally, in either order, at least one of each,
//! never ending beside its start (R-GC9).
//!
//! Going outward is enough: a way that turns back passes every square of an outward one to the same
//! target, and more.

use super::super::board::{self, DIAGONAL, ORTHOGONAL};
use super::super::form::slide;
use super::super::table::ANY;
use crate::{Cell, CellSet};

pub(in super::super) fn reach(from: Cell, occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for (right, up) in ORTHOGONAL {
        let Some(first) = board::step(from, (right, up)).filter(|&c| !occupied.contains(c)) else {
            continue;
        };
        for aside in [1, -1] {
            let diagonal = if up == 0 { (right, aside) } else { (aside, up) };
            reached |= slide(first, diagonal, ANY, occupied);
        }
    }
    for (right, up) in DIAGONAL {
        for turn in slide(from, (right, up), ANY, occupied) - occupied {
            for last in [(right, 0), (0, up)] {
                reached |= board::step(turn, last).map_or(CellSet::EMPTY, Cell::set);
            }
        }
    }
    reached
}
