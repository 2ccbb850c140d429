//! When two positions are the same: equality and hashes.

use super::position::{Packed, Position};
use crate::{Cell, SearchMove, SplitMix64};

impl Position {
    /// The hash of everything that decides moves and results, counters aside.
    pub fn zobrist(&self) -> u64 {
        let mut key = self.zobrist ^ SplitMix64::nth(STATE | self.turn as u64);
        for color in self.playing().iter() {
            if let Some(forbidden) = self.forbidden(color) {
                key ^= SplitMix64::nth(
                    STATE << 1 | (color as u64) << 16 | u64::from(forbidden.pack()),
                );
            }
        }
        if let Some(face) = self.die {
            key ^= SplitMix64::nth(STATE << 2 | u64::from(face));
        }
        key
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

/// Numbers for the hash that no piece on a cell has.
const STATE: u64 = 1 << 20;

/// The part of the hash that a piece on a cell makes.
#[inline]
pub(super) fn piece_key(packed: Packed, cell: Cell) -> u64 {
    SplitMix64::nth(u64::from(packed) << 7 | cell.index() as u64)
}
