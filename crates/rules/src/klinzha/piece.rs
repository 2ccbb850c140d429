//! Sides, warriors and regions, with their keys, codes and letters.

use crate::by_side::TwoSides;
use std::fmt;
use std::ops::Not;

/// A side of Klin Zha.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Upper case in position strings, left column in records.
    Gold,
    /// Lower case in position strings, right column in records.
    Green,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Gold, Self::Green];

    /// The key: `gold` or `green`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Green => "green",
        }
    }

    /// The name, as above a record's column.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Gold => "Gold",
            Self::Green => "Green",
        }
    }

    /// The side with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.key() == key)
    }
}

impl TwoSides for Side {
    #[inline]
    fn side_index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Gold => Self::Green,
            Self::Green => Self::Gold,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// A kind of warrior. The Goal is not a warrior: see [`Position::goal`](super::Position::goal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Moves one or two cells in a straight line. Its neighbours are its zone of control. It
    /// neither captures nor is captured.
    Blockader,
    /// Moves three to six cells in a straight line, over anything.
    Flier,
    /// Moves two to four steps along any open path.
    Swift,
    /// Moves one step; may carry the Goal.
    Vanguard,
    /// Moves one to three cells in a straight line along open cells; may carry the Goal.
    Lancer,
    /// Moves one to three steps along any open path; may carry the Goal.
    Fencer,
}

impl Kind {
    /// All kinds in the source's order.
    pub const ALL: [Self; 6] =
        [Self::Blockader, Self::Flier, Self::Swift, Self::Vanguard, Self::Lancer, Self::Fencer];

    /// The code in the notation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Blockader => "B",
            Self::Flier => "Fl",
            Self::Swift => "S",
            Self::Vanguard => "V",
            Self::Lancer => "L",
            Self::Fencer => "Fe",
        }
    }

    /// The name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blockader => "Blockader",
            Self::Flier => "Flier",
            Self::Swift => "Swift",
            Self::Vanguard => "Vanguard",
            Self::Lancer => "Lancer",
            Self::Fencer => "Fencer",
        }
    }

    /// The letter in position strings, in upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Blockader => 'B',
            Self::Flier => 'F',
            Self::Swift => 'S',
            Self::Vanguard => 'V',
            Self::Lancer => 'L',
            Self::Fencer => 'E',
        }
    }

    /// The kind with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The kind with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The number of warriors of the kind that a side owns.
    pub const fn count(self) -> usize {
        match self {
            Self::Flier => 2,
            Self::Vanguard => 3,
            _ => 1,
        }
    }

    /// Whether the kind may carry the Goal.
    pub const fn carries(self) -> bool {
        matches!(self, Self::Vanguard | Self::Lancer | Self::Fencer)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A region of the board, in which a side places its warriors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Region {
    /// The top corner; number 1 in the source.
    North,
    /// The left corner; number 2 in the source.
    West,
    /// The right corner; number 3 in the source.
    East,
}

impl Region {
    /// All regions in the source's order.
    pub const ALL: [Self; 3] = [Self::North, Self::West, Self::East];

    /// The region's name in notation and in the API: `north`, `west` or `east`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::West => "west",
            Self::East => "east",
        }
    }

    /// The region with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|region| region.key() == key)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
