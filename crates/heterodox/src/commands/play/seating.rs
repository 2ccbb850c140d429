//! The players of the seats, as `--seat` and the headers of records give them.

use super::dice::Chance;
use anyhow::{Result, anyhow, bail};
use heterodox_engine::Level;
use heterodox_host::{Player, Randomness};
use heterodox_rules::{GameInfo, Record, Seat, Table, Viewer, quote};

/// The word for a person on the command line.
const PERSON: &str = "me";

/// A person at this terminal. The host knows all of them as one user.
pub(super) fn person() -> Player {
    Player::User("terminal".parse().expect("eight letters"))
}

/// Returns whether a player is a person.
pub(super) fn is_person(player: Option<Player>) -> bool {
    player.is_some_and(|player| player.user().is_some())
}

/// Parses `me` or a level.
fn parse_player(word: &str) -> Option<Player> {
    if word == PERSON { Some(person()) } else { Level::from_key(word).map(Player::Computer) }
}

/// Returns one person and computers on all other seats.
pub(super) fn one_person(seat: Seat, seats: usize, level: Level) -> Vec<Player> {
    let player = |index| if index == seat.index() { person() } else { Player::Computer(level) };
    (0..seats).map(player).collect()
}

/// A seat as `--seat` names it.
pub(super) enum SeatRequest {
    Number(Seat),
    Side(&'static str),
    Random,
}

impl SeatRequest {
    /// Parses the number of a seat, the key of a side or `random`.
    fn parse(text: &str, info: &GameInfo) -> Result<Self> {
        if text == "random" {
            return Ok(Self::Random);
        }
        if let Some(side) = info.sides.iter().find(|side| **side == text) {
            return Ok(Self::Side(side));
        }
        let number = text.parse().ok().filter(|number| *number < info.seats.1);
        number.map(|number| Self::Number(Seat::new(number))).ok_or_else(|| {
            anyhow!(
                "--seat '{}': expected 0 to {}, {} or random",
                quote(text),
                info.seats.1 - 1,
                info.sides.join(", ")
            )
        })
    }

    /// Returns the seat at this table.
    fn resolve(&self, table: &Table, chance: &Chance) -> Result<Seat> {
        match self {
            Self::Number(seat) if seat.index() < table.seats() => Ok(*seat),
            Self::Number(seat) => Err(anyhow!("--seat: there is no {seat} at this table")),
            Self::Random => Ok(Seat::new(chance.below(table.seats()))),
            Self::Side(key) => {
                let sides = table.scene(Viewer::Public).sides;
                let side = sides.iter().find(|side| side.key == *key).ok_or_else(|| {
                    let keys: Vec<_> = sides.iter().map(|side| side.key).collect();
                    let seats = match table.info().seats {
                        (least, most) if least < most => " (--option seats=N has more or fewer)",
                        _ => "",
                    };
                    anyhow!(
                        "--seat {key}: nobody plays {key} at this table, expected one of: {}{seats}",
                        keys.join(", ")
                    )
                })?;
                side.seat.ok_or_else(|| {
                    anyhow!(
                        "--seat {key}: who plays {key} is settled during the setup; give a number"
                    )
                })
            }
        }
    }
}

/// The players that the command line asks for.
pub(super) enum SeatingRequest {
    /// One person, and computers on all other seats.
    One(SeatRequest),
    /// Players of single seats; computers take the others.
    Each(Vec<(String, SeatRequest, Player)>),
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

    /// Returns whether people play on all seats.
    pub(super) fn is_of_people(&self, seats: usize) -> bool {
        match self {
            Self::One(_) => false,
            Self::Each(each) => {
                each.iter().filter(|(_, _, player)| is_person(Some(*player))).count() == seats
            }
            Self::People => true,
        }
    }

    /// Returns the player of each seat. `level` is that of computers without one of their own.
    pub(super) fn players(
        &self,
        table: &Table,
        level: Level,
        chance: &Chance,
    ) -> Result<Vec<Player>> {
        let seats = table.seats();
        match self {
            Self::People => Ok(vec![person(); seats]),
            Self::One(request) => Ok(one_person(request.resolve(table, chance)?, seats, level)),
            Self::Each(each) => {
                let mut players = vec![None; seats];
                for (word, request, player) in each {
                    let seat = request.resolve(table, chance)?;
                    if players[seat.index()].replace(*player).is_some() {
                        bail!("--seat {}: somebody sits there already", quote(word));
                    }
                }
                if table.info().hidden && !players.iter().any(|player| is_person(*player)) {
                    bail!("--seat: nobody would be there to see this game: give SEAT=me");
                }
                let computer = Player::Computer(level);
                Ok(players.into_iter().map(|player| player.unwrap_or(computer)).collect())
            }
        }
    }
}

fn parse_one(word: &str, info: &GameInfo) -> Result<(String, SeatRequest, Player)> {
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
    let player = parse_player(who).ok_or_else(|| {
        let most = Level::FULL;
        anyhow!(
            "--seat '{}': '{}' is neither '{PERSON}' nor a level from 1 to {most}",
            quote(word),
            quote(who)
        )
    })?;
    Ok((seat.to_owned(), request, player))
}

/// Returns the players that the headers of a record name, if they name one for every seat in the
/// form that this program writes.
pub(super) fn of_record(record: &Record) -> Option<Vec<Player>> {
    let mut players = Vec::new();
    for side in &record.sides {
        let mut headers = record.headers.iter();
        let (_, who) = headers.find(|(key, _)| key.eq_ignore_ascii_case(side.key))?;
        players.push(match Level::of_record(who) {
            Some(level) => Player::Computer(level),
            None if who == "you" || who.starts_with("player ") => person(),
            None => return None,
        });
    }
    // The players are only known if all sides are assigned to seats.
    record.sides.iter().all(|side| side.seat.is_some()).then_some(players)
}
