//! The occupants of the seats, as `--seat` and the headers of records give them.

use super::session::SeatRequest;
use anyhow::{Result, anyhow, bail};
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Record, quote};

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occupant {
    /// A person at this terminal.
    Person,
    /// The engine, at this level.
    Computer(Level),
}

/// The word for a person on the command line.
const PERSON: &str = "me";

impl Occupant {
    /// Parses `me` or a level.
    pub(super) fn parse(word: &str) -> Option<Self> {
        if word == PERSON { Some(Self::Person) } else { Level::from_key(word).map(Self::Computer) }
    }

    /// Returns the text that [`parse`](Self::parse) reads.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Person => PERSON,
            Self::Computer(level) => level.key(),
        }
    }
}

/// The occupants that the command line asks for.
pub(super) enum SeatingRequest {
    /// One person, and computers on all other seats.
    One(SeatRequest),
    /// Occupants of single seats; computers take the others.
    Each(Vec<(String, SeatRequest, Occupant)>),
    /// People on all seats.
    People,
}

impl SeatingRequest {
    /// Parses the values of `--seat`.
    pub(super) fn parse(words: &[String], info: &GameInfo) -> Result<Option<Self>> {
        match words {
            [] => Ok(None),
            [word] if !word.contains('=') => Ok(Some(Self::One(SeatRequest::parse(word, info)?))),
            words => {
                let each: Result<Vec<_>> = words.iter().map(|word| parse_one(word, info)).collect();
                Ok(Some(Self::Each(each?)))
            }
        }
    }
}

fn parse_one(word: &str, info: &GameInfo) -> Result<(String, SeatRequest, Occupant)> {
    let Some((seat, who)) = word.split_once('=') else {
        bail!(
            "--seat '{}': where several seats are given each says who sits there, such as {}=me",
            quote(word),
            info.sides[0]
        );
    };
    let request = SeatRequest::parse(seat, info)?;
    if matches!(request, SeatRequest::Random) {
        bail!("--seat '{}': expected 0 to {} or a side", quote(word), info.seats.1 - 1);
    }
    let occupant = Occupant::parse(who).ok_or_else(|| {
        let most = Level::FULL;
        anyhow!(
            "--seat '{}': '{}' is neither '{PERSON}' nor a level from 1 to {most}",
            quote(word),
            quote(who)
        )
    })?;
    Ok((seat.to_owned(), request, occupant))
}

/// Returns the occupants that the headers of a record name, if they name one for every seat in the
/// form that this program writes.
pub(super) fn of_record(record: &Record) -> Option<Vec<Occupant>> {
    let mut occupants = Vec::new();
    for side in &record.sides {
        let mut headers = record.headers.iter();
        let (_, who) = headers.find(|(key, _)| key.eq_ignore_ascii_case(side.key))?;
        occupants.push(match Level::of_record(who) {
            Some(level) => Occupant::Computer(level),
            None if who == "you" || who.starts_with("player ") => Occupant::Person,
            None => return None,
        });
    }
    // The occupants are only known if all sides are assigned to seats.
    record.sides.iter().all(|side| side.seat.is_some()).then_some(occupants)
}
