//! The Windmill: it rotates around a neighbouring piece over empty squares, either way (R-GC15).

use super::super::board::{self, Step};
use crate::{Cell, CellSet};

/// The eight squares around a pivot, clockwise.
const RING: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

pub(in super::super) fn reach(from: Cell, occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for (place, &(right, up)) in RING.iter().enumerate() {
        // The Windmill stands at `place` of the ring around the pivot.
        let Some(pivot) = board::step(from, (-right, -up)).filter(|&c| occupied.contains(c)) else {
            continue;
        };
        for turn in [1, 7] {
            let mut at = place;
            // Seven squares: the eighth is the origin.
            for _ in 0..7 {
                at = (at + turn) % 8;
                let Some(next) = board::step(pivot, RING[at]) else { break };
                reached.insert(next);
                if occupied.contains(next) {
                    break;
                }
            }
        }
    }
    reached
}

/// The squares that it could reach with suitable pivots: those at most two away.
pub(in super::super) fn on_empty_board(from: Cell) -> CellSet {
    board::around(board::neighbours(from)) - from.set()
}
