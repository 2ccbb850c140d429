//! Seats at a table, and viewers.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A seat at the table: 0 to 3. The game decides which side (colour) a seat plays; in Klin Zha that
/// happens during the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The maximum number of seats of a table.
    pub const MAX: usize = 4;

    /// The seat with this number.
    ///
    /// # Panics
    /// If `number` is [`Seat::MAX`] or more.
    #[inline]
    pub const fn new(number: usize) -> Self {
        assert!(number < Self::MAX, "a table has at most four seats");
        Self(number as u8)
    }

    /// The number of the seat, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent at a table of two seats.
    #[inline]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A viewer of a table: a seat, or the public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Spectators, lists, search engines: everyone without a seat.
    Public,
}

impl Viewer {
    /// The seat; `None` for the public.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }
}

/// One value for each seat of a table, indexed by seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub Vec<T>);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
