//! First positions: the arrays for two, three and four players (§3.3, R-KC3, R-KC4).

use super::board::{self, RINGS, SLICE};
use super::piece::{Color, Kind};
use super::raw::RawPosition;
use crate::Cell;

/// The pieces that a side begins with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Army {
    /// The pieces of the array.
    #[default]
    Standard,
    /// Pawns on the cells of the standard pieces; the source suggests it as an experiment.
    Pawns,
    /// Ravens on the cells of the standard pieces; the source suggests it as an experiment.
    Ravens,
}

impl Army {
    /// All armies, in the order of the option's values.
    pub const EACH: [Self; 3] = [Self::Standard, Self::Pawns, Self::Ravens];

    /// The army's value in the options `army-white`, `army-red`, `army-black` and `army-green`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Pawns => "pawns",
            Self::Ravens => "ravens",
        }
    }

    /// The army with this option value, or `None` if there is none.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::EACH.into_iter().find(|army| army.key() == key)
    }

    const fn kind(self, standard: Kind) -> Kind {
        match self {
            Self::Standard => standard,
            Self::Pawns => Kind::Pawn,
            Self::Ravens => Kind::Raven,
        }
    }
}

/// The letters of an army's pieces. The rows of rings 5 and 4 are centred on the castle's place.
struct Array {
    /// Ring 5, clockwise.
    outer: &'static str,
    /// Ring 4, clockwise.
    inner: &'static str,
    /// Ring 3 of the castle's slice, clockwise from the slice's first cell.
    front: &'static str,
}

/// Two players: eighteen pieces each (R-KC3).
const TWO_PLAYERS: Array = Array { outer: "PVERWREVP", inner: "PHTLDLTHP", front: "" };

/// Three and four players: twelve pieces each (R-KC4).
const THREE_OR_FOUR_PLAYERS: Array = Array { outer: "ERWRE", inner: "TLDLT", front: "PP" };

/// The colours of a game with `seats` seats; `None` unless there are two to four.
pub fn colors(seats: usize) -> Option<&'static [Color]> {
    match seats {
        2 => Some(&[Color::White, Color::Black]),
        3 => Some(&[Color::White, Color::Red, Color::Black]),
        4 => Some(&Color::ALL),
        _ => None,
    }
}

/// The first position of a game of these colours; `armies` is indexed by colour.
pub fn array(colors: &[Color], armies: [Army; 4]) -> RawPosition {
    let mut raw = RawPosition::empty();
    let array = if colors.len() == 2 { TWO_PLAYERS } else { THREE_OR_FOUR_PLAYERS };
    for &color in colors {
        for (cell, letter) in cells(&array, color) {
            let kind = Kind::from_letter(letter).map(|kind| armies[color as usize].kind(kind));
            raw.board[cell.index()] = kind.map(|kind| (color, kind));
        }
    }
    raw
}

fn cells(array: &Array, color: Color) -> impl Iterator<Item = (Cell, char)> {
    let castle = board::HOMES[color as usize];
    let slice = board::place(castle) / SLICE[RINGS - 1].len();
    let row = move |ring: usize, letters: &'static str| {
        // Rings 5 and 4 have equally many cells, so a cell's place is the same in both.
        let first = board::place(castle) + board::ring_len(ring) - letters.len() / 2;
        letters.chars().enumerate().map(move |(i, letter)| (board::at(ring, first + i), letter))
    };
    let front = array.front.chars().enumerate().map(move |(i, letter)| {
        let ring = RINGS - 2;
        (board::at(ring, slice * SLICE[ring - 1].len() + i), letter)
    });
    row(RINGS, array.outer).chain(row(RINGS - 1, array.inner)).chain(front)
}
