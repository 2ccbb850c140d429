//! A value for each of the two sides of a game.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A side of a game of two, which can be an index.
pub trait TwoSides: Copy + fmt::Debug {
    /// The index of the side: 0 for the first to move, 1 for the other.
    fn side_index(self) -> usize;
}

/// One value for each of the two sides of a game, indexed by side.
///
/// ```
/// use heterodox_rules::klinzha::{BySide, Side};
/// let mut captures = BySide([0, 0]);
/// captures[Side::Green] += 1;
/// assert_eq!(captures, BySide([0, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T, S: TwoSides> Index<S> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: S) -> &T {
        &self.0[side.side_index()]
    }
}

impl<T, S: TwoSides> IndexMut<S> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: S) -> &mut T {
        &mut self.0[side.side_index()]
    }
}
