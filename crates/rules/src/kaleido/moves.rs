//! Moves.

use super::board;
use crate::{Cell, SearchMove};
use std::num::NonZeroU16;

/// A move: from, to; or a pass, which the die may force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The pass.
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

    /// Where it begins. Means nothing for a pass.
    #[inline]
    pub const fn from(self) -> Cell {
        Cell::new((self.0.get() >> 7 & 127) as usize)
    }

    /// Where it ends. Means nothing for a pass.
    #[inline]
    pub const fn to(self) -> Cell {
        Cell::new((self.0.get() & 127) as usize)
    }

    /// Whether it is the pass.
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
