//! Cells of a board, and sets of cells as bitboards.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A cell of a board, as an index from 0 to 127. The board of each game says which cell has which
/// index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index.
    ///
    /// # Panics
    /// If `index` is 128 or more: no board has more than 128 cells.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 128, "a board has at most 128 cells");
        Self(index as u8)
    }

    /// The index of the cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn set(self) -> CellSet {
        // Shifting each half on its own costs a third of shifting 128 bits.
        let bit = (1_u64 << (self.0 & 63)) as u128;
        CellSet(if self.0 & 64 == 0 { bit } else { bit << 64 })
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// A set of cells: a bitboard of 128 bits. Bit `n` is set if the set contains the cell with index
/// `n`. Set operations are the operators `&`, `|`, `^`, `!` and `-` (difference).
///
/// ```
/// use heterodox_rules::{Cell, CellSet};
/// let set = Cell::new(3).set() | Cell::new(100).set();
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.first(), Some(Cell::new(3)));
/// assert_eq!(set - Cell::new(3).set(), Cell::new(100).set());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(pub u128);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cells in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains `cell`.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        let half = if cell.0 & 64 == 0 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        half >> (cell.0 & 63) & 1 != 0
    }

    /// Whether the two sets have a cell in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds `cell` to the set.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= cell.set().0;
    }

    /// Removes `cell` from the set.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !cell.set().0;
    }

    /// The cell with the lowest index; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// The cell with the highest index; `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(127 - self.0.leading_zeros() as u8)) }
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! bit_operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt;)*) => {$(
        impl $trait for CellSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for CellSet {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}
bit_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Sub for CellSet {
    type Output = Self;
    /// Difference: the cells of `self` that are not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | cell.set())
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellSetIter;
    #[inline]
    fn into_iter(self) -> CellSetIter {
        CellSetIter(self.0)
    }
}

/// Iterates over the cells of a [`CellSet`] in the order of their indices.
#[derive(Clone, Debug)]
pub struct CellSetIter(u128);

impl Iterator for CellSetIter {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = CellSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for CellSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_cells_back_in_order() {
        let cells = [3, 64, 127, 0].map(Cell::new);
        let set: CellSet = cells.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.into_iter().map(Cell::index).collect::<Vec<_>>(), [0, 3, 64, 127]);
        assert!(set.contains(Cell::new(64)) && !set.contains(Cell::new(65)));
        assert_eq!((set - Cell::new(0).set()).first(), Some(Cell::new(3)));
    }
}
