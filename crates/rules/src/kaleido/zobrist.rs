//! Zobrist hashes and equality of positions.

use super::position::{Packed, Position};
use crate::{Cell, SearchMove, SplitMix64};

impl Position {
    /// The Zobrist hash of everything that decides moves and results, except the counters.
    pub fn zobrist(&self) -> u64 {
        let mut hash = self.zobrist ^ SplitMix64::nth(STATE | self.turn as u64);
        for color in self.playing().iter() {
            if let Some(forbidden) = self.forbidden(color) {
                hash ^= SplitMix64::nth(
                    STATE << 1 | (color as u64) << 16 | u64::from(forbidden.pack()),
                );
            }
        }
        if let Some(face) = self.die {
            hash ^= SplitMix64::nth(STATE << 2 | u64::from(face));
        }
        hash
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.to_raw() == other.to_raw()
            && self.dice() == other.dice()
            && self.seated() == other.seated()
            && self.playing() == other.playing()
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Offset of the keys of the turn, the forbidden moves and the die: larger than any piece's index.
const STATE: u64 = 1 << 20;

/// The key of a piece on a cell.
#[inline]
pub(super) fn piece_key(packed: Packed, cell: Cell) -> u64 {
    SplitMix64::nth(u64::from(packed) << 7 | cell.index() as u64)
}
