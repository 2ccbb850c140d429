//! Who sits where: `--seat` as it is typed, and what a record says of it.

use super::session::SeatWish;
use crate::output::quote;
use anyhow::{Result, anyhow, bail};
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Record};

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sitter {
    /// Somebody at this terminal.
    Person,
    /// The computer.
    Computer(Level),
}

/// How a person is called on the command line.
const PERSON: &str = "me";

impl Sitter {
    /// Reads `me` or a level.
    pub(super) fn read(word: &str) -> Option<Self> {
        if word == PERSON { Some(Self::Person) } else { Level::from_key(word).map(Self::Computer) }
    }

    /// As it is read.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Person => PERSON,
            Self::Computer(level) => level.key(),
        }
    }
}

/// What the player asks for.
pub(super) enum Wish {
    /// One person here, the computer on all other seats.
    One(SeatWish),
    /// Seat by seat; the computer where nothing is said.
    Each(Vec<(String, SeatWish, Sitter)>),
    /// People on all seats.
    People,
}

impl Wish {
    /// Reads what stands behind each `--seat`.
    pub(super) fn read(words: &[String], info: &GameInfo) -> Result<Option<Self>> {
        match words {
            [] => Ok(None),
            [word] if !word.contains('=') => Ok(Some(Self::One(SeatWish::read(word, info)?))),
            words => {
                let each: Result<Vec<_>> = words.iter().map(|word| read_one(word, info)).collect();
                Ok(Some(Self::Each(each?)))
            }
        }
    }
}

fn read_one(word: &str, info: &GameInfo) -> Result<(String, SeatWish, Sitter)> {
    let Some((seat, who)) = word.split_once('=') else {
        bail!(
            "--seat '{}': where several seats are given each says who sits there, such as {}=me",
            quote(word),
            info.sides[0]
        );
    };
    let wish = SeatWish::read(seat, info)?;
    if matches!(wish, SeatWish::Random) {
        bail!("--seat '{}': expected 0 to {} or a side", quote(word), info.seats.1 - 1);
    }
    let sitter = Sitter::read(who).ok_or_else(|| {
        let most = Level::FULL;
        anyhow!(
            "--seat '{}': '{}' is neither '{PERSON}' nor a level from 1 to {most}",
            quote(word),
            quote(who)
        )
    })?;
    Ok((seat.to_owned(), wish, sitter))
}

/// What the header lines of a record say of who sits where: as this program writes them, for every seat.
pub(super) fn of_record(record: &Record) -> Option<Vec<Sitter>> {
    let mut sitters = Vec::new();
    for side in &record.sides {
        let mut headers = record.headers.iter();
        let (_, who) = headers.find(|(key, _)| key.eq_ignore_ascii_case(side.key))?;
        sitters.push(match Level::of_record(who) {
            Some(level) => Sitter::Computer(level),
            None if who == "you" || who.starts_with("player ") => Sitter::Person,
            None => return None,
        });
    }
    // A record whose seats are still open tells nothing.
    record.sides.iter().all(|side| side.seat.is_some()).then_some(sitters)
}
