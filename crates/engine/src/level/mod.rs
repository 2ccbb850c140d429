//! How strong a computer player plays.
//!
//! Levels 1 to 7 are weak in the ways in which people are: they see less far, overlook some of the answers, misjudge
//! positions and exchanges, and among moves that seem about as good they take the one that catches the eye. What a
//! level lacks is data.
//!
//! * `style`: the table of all levels and games;
//! * `lie`: where moves lead on the board: what catches the eye;
//! * `narrow`: a position of which only some moves are noticed;
//! * `misjudge`: an evaluation that is wrong by a little;
//! * `choose`: a move of a level.

mod choose;
mod move_filter;
mod move_geometry;
mod noisy_eval;
mod params;

pub(crate) use choose::{ChosenMove, PlayerModel, choose, pick};
pub(crate) use move_geometry::MoveGeometry;
pub(crate) use noisy_eval::eval_noise;
pub(crate) use params::LevelParams;

use crate::SearchLimit;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A level of play: 1 is the weakest, 8 plays as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How many levels there are.
const COUNT: u8 = 8;

impl Level {
    /// The weakest: a beginner beats it.
    pub const WEAKEST: Self = Self(1);
    /// What a newcomer is put before who was not asked.
    pub const NEWCOMER: Self = Self(2);
    /// What is offered when nobody says otherwise.
    pub const DEFAULT: Self = Self(4);
    /// Full strength: it uses the whole budget for the best move that it can find.
    pub const FULL: Self = Self(COUNT);

    /// All levels, weakest first.
    pub const ALL: [Self; COUNT as usize] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// What levels were called when there were three, and what they are now: read wherever a level is.
    const OLD: [(&'static str, Self); 3] =
        [("easy", Self::NEWCOMER), ("medium", Self(5)), ("strong", Self::FULL)];

    /// The level of this number, from 1 to 8.
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

    /// The level with this key, or with this name of old: `easy`, `medium` or `strong`.
    pub fn from_key(key: &str) -> Option<Self> {
        let old = Self::OLD.into_iter().find(|(name, _)| *name == key).map(|(_, level)| level);
        old.or_else(|| Self::ALL.into_iter().find(|level| level.key() == key))
    }

    /// How records call a computer of this level.
    pub fn in_record(self) -> String {
        format!("computer ({self})")
    }

    /// The level of a computer by what records call it, now or with a name of old: `computer (easy)`.
    pub fn of_record(name: &str) -> Option<Self> {
        let level = name.strip_prefix("computer (")?.strip_suffix(')')?;
        Self::from_key(level)
    }

    /// What a move needs when nobody says otherwise. The lower levels are limited by what they look at and get the
    /// time only as a safeguard.
    pub const fn default_limit(self) -> SearchLimit {
        SearchLimit::time(Duration::from_secs(if self.0 < COUNT { 1 } else { 2 }))
    }

    /// Its place in tables of all levels.
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
        for key in ["0", "9", "", "04", "+4", "Strong", "hard"] {
            assert_eq!(Level::from_key(key), None, "{key}");
        }
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
    }

    #[test]
    fn the_names_of_old_are_still_read() {
        let numbers =
            ["easy", "medium", "strong"].map(|key| Level::from_key(key).map(Level::number));
        assert_eq!(numbers, [Some(2), Some(5), Some(8)]);
        assert_eq!(Level::of_record("computer (medium)"), Level::new(5));
        assert_eq!(Level::of_record("computer (9)"), None);
        for level in Level::ALL {
            assert_eq!(Level::of_record(&level.in_record()), Some(level));
        }
    }
}
