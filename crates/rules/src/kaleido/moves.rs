//! Moves, packed into 16 bits.

use super::board;
use crate::{Cell, SearchMove};
use std::num::NonZeroU16;

/// A move from one cell to another, or the pass that a die may force. Layout: bits 0 to 6 the
/// target, bits 7 to 13 the origin, bit 14 set; the pass has all bits set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The forced pass.
    pub const PASS: Self = Self(NonZeroU16::MAX);

    const MARK: u16 = 1 << 14;

    /// The move from one cell to another.
    #[inline]
    pub const fn new(from: Cell, to: Cell) -> Self {
        let packed = Self::MARK | (from.index() as u16) << 7 | to.index() as u16;
        match NonZeroU16::new(packed) {
            Some(packed) => Self(packed),
            None => Self::PASS,
        }
    }

    /// The cell that the piece leaves. Meaningless for a pass.
    #[inline]
    pub const fn from(self) -> Cell {
        Cell::new((self.0.get() >> 7 & 127) as usize)
    }

    /// The cell that the piece moves to. Meaningless for a pass.
    #[inline]
    pub const fn to(self) -> Cell {
        Cell::new((self.0.get() & 127) as usize)
    }

    /// Whether this is the pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }
}

impl SearchMove for Move {
    fn pack(self) -> u32 {
        u32::from(self.0.get())
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_pass() {
            return f.write_str("--");
        }
        write!(f, "{}-{}", board::name(self.from()), board::name(self.to()))
    }
}
