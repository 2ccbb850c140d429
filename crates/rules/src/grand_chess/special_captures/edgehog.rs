//! The Edgehog: a queen whose moves begin or end on an edge square.

use super::super::board::{self, EDGE};
use crate::{Cell, CellSet};

pub(in super::super) fn reach(from: Cell, occupied: CellSet) -> CellSet {
    let reached = board::rook_reach(from, occupied) | board::bishop_reach(from, occupied);
    if EDGE.contains(from) { reached } else { reached & EDGE }
}
