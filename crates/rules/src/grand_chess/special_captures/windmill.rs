//! The Windmill: it turns around a neighbour, over empty squares, either way (R-GC15).

use super::super::board::{self, Step};
use crate::{Cell, CellSet};

/// The eight squares around a pivot, clockwise.
const RING: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

pub(in super::super) fn reach(from: Cell, occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for (place, &(right, up)) in RING.iter().enumerate() {
        // The Windmill stands on this place of the pivot's ring.
        let Some(pivot) = board::step(from, (-right, -up)).filter(|&c| occupied.contains(c)) else {
            continue;
        };
        for turn in [1, 7] {
            let mut at = place;
            // Seven squares: the eighth would be where it started.
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

/// Every square that some pivot could bring it to: those at most two away.
pub(in super::super) fn on_empty_board(from: Cell) -> CellSet {
    board::around(board::neighbours(from)) - from.set()
}
