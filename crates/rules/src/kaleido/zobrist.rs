//! Zobrist hashes and equality of positions.

use super::position::{Packed, Position};
use crate::{Cell, SearchMove};

impl Position {
    /// The Zobrist hash of everything that decides moves and results, except the counters.
    pub fn zobrist(&self) -> u64 {
        let mut hash = self.zobrist ^ random(STATE | self.turn as u64);
        for color in self.playing().iter() {
            if let Some(forbidden) = self.forbidden(color) {
                hash ^= random(STATE << 1 | (color as u64) << 16 | u64::from(forbidden.pack()));
            }
        }
        if let Some(face) = self.die {
            hash ^= random(STATE << 2 | u64::from(face));
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
    random(u64::from(packed) << 7 | cell.index() as u64)
}

/// The n-th number of a fixed sequence that looks random (the mixing of `SplitMix64`).
#[inline]
const fn random(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
