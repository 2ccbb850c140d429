//! The Duke: one square orthogonally and one or more diagonally, in either order, never ending
//! beside its start (R-GC9).
//!
//! Only outward paths are followed: a path that turns back passes all squares of an outward one to
//! the same target, and others.

use super::super::board::{self, DIAGONAL, ORTHOGONAL};
use super::super::paths::slide;
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

/// Whether `target` is among [`reach`]; only the lines that lead there are followed.
pub(in super::super) fn reaches(from: Cell, target: Cell, occupied: CellSet) -> bool {
    let clear = |a: Cell, b: Cell| !board::between(a, b).meets(occupied);
    let free = |cell: &Cell| !occupied.contains(*cell);
    ORTHOGONAL.into_iter().any(|(right, up)| {
        let outward = |(x, y): (i8, i8)| x * y != 0 && (x * right > 0 || y * up > 0);
        let first = board::step(from, (right, up)).filter(free);
        let turn = board::step(target, (-right, -up)).filter(free);
        first.is_some_and(|first| {
            board::direction(first, target).is_some_and(outward) && clear(first, target)
        }) || turn.is_some_and(|turn| {
            board::direction(from, turn).is_some_and(outward) && clear(from, turn)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_asking_agree() {
        let mut occupied = CellSet(0x9E37_79B9_7F4A_7C15_BF58_476D_1CE4_E5B9);
        for _ in 0..50 {
            occupied.0 =
                occupied.0.rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D) & board::ALL.0;
            for from in board::ALL {
                let reached = reach(from, occupied);
                for target in board::ALL - from.set() {
                    let asked = reaches(from, target, occupied);
                    assert_eq!(asked, reached.contains(target), "{from:?} {target:?}");
                }
            }
        }
    }
}
