//! Sides and kinds of pieces.

use super::table::TABLE;
use crate::by_side::TwoSides;
use std::fmt;
use std::ops::Not;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Moves first, from the bottom of the board.
    White,
    /// Moves second, from the top.
    Black,
}

impl Side {
    /// Both, in the order of play.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The key in scenes and results.
    pub const fn key(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// The letter in a FEN.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
        }
    }

    /// The rank (0 to 9) as this side counts it: 0 is its home rank.
    #[inline]
    pub const fn rank(self, rank: usize) -> usize {
        match self {
            Self::White => rank,
            Self::Black => 9 - rank,
        }
    }

    /// The direction of its pawns: +1 for White, −1 for Black.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}

impl Not for Side {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl TwoSides for Side {
    #[inline]
    fn side_index(self) -> usize {
        self as usize
    }
}

/// A kind of piece: the index of its row in [`TABLE`]; own pieces follow the table's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(super) u8);

impl Kind {
    /// The number of kinds in the table.
    pub const COUNT: usize = TABLE.len();

    /// The maximal number of kinds, own pieces included.
    pub const MOST: usize = Self::COUNT + super::piece_type::MOST_OWN;

    /// The king.
    pub const KING: Self = Self::named("K");
    /// The pawn.
    pub const PAWN: Self = Self::named("P");
    /// The rook.
    pub const ROOK: Self = Self::named("R");
    /// The knight.
    pub const KNIGHT: Self = Self::named("N");
    /// The bishop.
    pub const BISHOP: Self = Self::named("B");
    /// The queen.
    pub const QUEEN: Self = Self::named("Q");
    /// The cardinal.
    pub const CARDINAL: Self = Self::named("A");
    /// The marshall.
    pub const MARSHALL: Self = Self::named("C");
    /// The Archer.
    pub const ARCHER: Self = Self::named("Ar");
    /// The Diplomat.
    pub const DIPLOMAT: Self = Self::named("Di");
    /// The Chameleon.
    pub const CHAMELEON: Self = Self::named("Cm");
    /// The Coordinator.
    pub const COORDINATOR: Self = Self::named("Co");
    /// The Advancer.
    pub const ADVANCER: Self = Self::named("Ad");
    /// The Withdrawer.
    pub const WITHDRAWER: Self = Self::named("Wi");
    /// The Immobilizer.
    pub const IMMOBILIZER: Self = Self::named("Im");
    /// The Block.
    pub const BLOCK: Self = Self::named("Bl");
    /// The Fool.
    pub const FOOL: Self = Self::named("Fo");

    /// The index of the kind.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All kinds of the table, in its order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// The kind of the table with exactly this code, or `None`.
    pub const fn from_code(code: &str) -> Option<Self> {
        let mut i = 0;
        while i < TABLE.len() {
            if same(TABLE[i].code, code) {
                return Some(Self(i as u8));
            }
            i += 1;
        }
        None
    }

    const fn named(code: &str) -> Self {
        Self::from_code(code).expect("the table has this code")
    }
}

/// Whether two texts are equal; usable in constants.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TABLE.get(self.index()) {
            Some(row) => f.write_str(row.code),
            None => write!(f, "own{}", self.index() - Self::COUNT),
        }
    }
}

/// A set of kinds, one bit for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet(pub(super) u128);

impl KindSet {
    /// Whether the set holds the kind.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Adds a kind.
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.0;
    }

    /// Removes a kind.
    pub const fn remove(&mut self, kind: Kind) {
        self.0 &= !(1 << kind.0);
    }

    /// Whether the two sets share a kind.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of kinds in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        crate::CellSet(self.0).into_iter().map(|bit| Kind(bit.index() as u8))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::default();
        for kind in kinds {
            set.insert(kind);
        }
        set
    }
}
