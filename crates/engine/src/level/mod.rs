//! How strong a computer player plays.
//!
//! Levels 1 to 7 are weak in the ways in which people are: they look less far ahead, overlook some
//! replies, misjudge positions and exchanges, and among moves of about the same value they prefer
//! the salient one. The weaknesses of a level in a game are data, held beside the game's player.
//!
//! * `params`: the parameters of a level;
//! * `move_geometry`: the cells of moves, and their salience to a human player;
//! * `move_filter`: a position that offers only some of its moves;
//! * `noisy_eval`: an evaluation with small errors;
//! * `choose`: the choice of a move.

mod choose;
mod move_filter;
mod move_geometry;
mod noisy_eval;
mod params;

pub(crate) use choose::{ChosenMove, PlayerModel, choose, pick};
pub(crate) use move_geometry::MoveGeometry;
pub(crate) use noisy_eval::eval_noise;
pub(crate) use params::{ALL_MOVES, LevelParams, LevelTable};

use crate::SearchLimit;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A level of play from 1 (the weakest) to 8 (full strength).
///
/// ```
/// use heterodox_engine::Level;
///
/// assert_eq!(Level::from_key("8"), Some(Level::FULL));
/// assert_eq!(Level::new(9), None);
/// assert_eq!(Level::DEFAULT.in_record(), "computer (4)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = u8, minimum = 1, maximum = 8, example = 4))]
pub struct Level(u8);

/// How many levels there are.
const COUNT: u8 = 8;

impl Level {
    /// The weakest level; a beginner beats it.
    pub const WEAKEST: Self = Self(1);
    /// The level for a newcomer who did not choose one.
    pub const NEWCOMER: Self = Self(2);
    /// The level that is preselected.
    pub const DEFAULT: Self = Self(4);
    /// Full strength: it uses the whole limit to find the best move.
    pub const FULL: Self = Self(COUNT);

    /// All levels, weakest first.
    pub const ALL: [Self; COUNT as usize] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The level of this number; `None` outside 1 to 8.
    pub fn new(number: u8) -> Option<Self> {
        (1..=COUNT).contains(&number).then_some(Self(number))
    }

    /// Its number, from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The key in commands, addresses and forms: the number.
    pub const fn key(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6", "7", "8"][self.index()]
    }

    /// The level with this key; `None` if there is none.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }

    /// The name of a computer of this level in records.
    pub fn in_record(self) -> String {
        format!("computer ({self})")
    }

    /// The level of a computer in a record, such as `computer (4)`; `None` for other names.
    pub fn of_record(name: &str) -> Option<Self> {
        let level = name.strip_prefix("computer (")?.strip_suffix(')')?;
        Self::from_key(level)
    }

    /// The limit of a move where the caller sets none. Lower levels are limited by depth and nodes;
    /// for them the time is a safeguard.
    pub const fn default_limit(self) -> SearchLimit {
        SearchLimit::time(Duration::from_secs(if self.0 < COUNT { 1 } else { 2 }))
    }

    /// The index in tables of all levels, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Level {
    /// As a number.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Level {
    /// From a number, or from a text that [`Level::from_key`] understands.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Level;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a level from 1 to {COUNT}")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Level, E> {
                let level = u8::try_from(number).ok().and_then(Level::new);
                level.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<Level, E> {
                Level::from_key(key).ok_or_else(|| E::invalid_value(Unexpected::Str(key), &self))
            }
        }

        from.deserialize_any(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_number_and_its_key() {
        for level in Level::ALL {
            assert_eq!(Level::from_key(level.key()), Some(level));
            assert_eq!(Level::new(level.number()), Some(level));
            assert_eq!(level.to_string(), level.key());
        }
        for key in ["0", "9", "", "04", "+4", "strong", "hard"] {
            assert_eq!(Level::from_key(key), None, "{key}");
        }
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
    }

    #[test]
    fn records_name_the_level_of_a_computer() {
        assert_eq!(Level::of_record("computer (9)"), None);
        for level in Level::ALL {
            assert_eq!(Level::of_record(&level.in_record()), Some(level));
        }
    }
}
