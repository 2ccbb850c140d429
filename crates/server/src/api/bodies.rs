//! The requests of callers, as JSON: a new game, an act, a frame of a socket.

use super::json::{keyword, non_null, number, object, only_true};
use crate::service::preview::LineRequest;
use heterodox_engine::Level;
use heterodox_host::{ActRequest, Action, NewTable, Opponent, SeatChoice, SeatOccupant, Seating};
use heterodox_host::{StartWith, TrueLiteral};
use heterodox_rules::{DicePart, Options};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;

/// A request for a new game.
pub(super) struct NewGame(pub(super) NewTable);

impl<'de> Deserialize<'de> for NewGame {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the game", |fields: NewGameFields| {
            Ok(Self(NewTable {
                seating: fields.seating()?,
                game: fields.game,
                options: fields.options.0,
                start: fields.start.0,
            }))
        })
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGameFields {
    game: String,
    #[serde(default)]
    options: OptionsBody,
    #[serde(default)]
    start: StartBody,
    #[serde(default, deserialize_with = "non_null")]
    opponent: Option<OpponentBody>,
    #[serde(default, deserialize_with = "non_null")]
    seat: Option<SeatBody>,
    #[serde(default, deserialize_with = "non_null")]
    seats: Option<SeatsBody>,
    #[serde(default, deserialize_with = "non_null")]
    shuffle: Option<bool>,
}

impl NewGameFields {
    /// The players are given in one of two ways.
    fn seating(&self) -> Result<Seating, String> {
        match (&self.opponent, &self.seats) {
            (Some(_), Some(_)) => {
                Err("the key `seats` stands beside `opponent`, expected one of the two".to_owned())
            }
            (None, None) => Err("missing field `opponent`, expected it or `seats`".to_owned()),
            (Some(_), None) if self.shuffle.is_some() => {
                Err("the key `shuffle` stands beside `opponent`, expected it beside `seats` alone"
                    .to_owned())
            }
            (None, Some(_)) if self.seat.is_some() => {
                Err("the key `seat` stands beside `seats`, expected it beside `opponent` alone"
                    .to_owned())
            }
            (Some(opponent), None) => {
                let seat = self.seat.as_ref().map_or(SeatChoice::Random, |seat| seat.0);
                Ok(Seating::Against { opponent: opponent.0, seat })
            }
            (None, Some(SeatsBody(seats))) => {
                let shuffle = self.shuffle.unwrap_or_default();
                Ok(Seating::Each { seats: seats.clone(), shuffle })
            }
        }
    }
}

/// The occupant of each seat.
struct SeatsBody(Vec<SeatOccupant>);

impl<'de> Deserialize<'de> for SeatsBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SeatsVisitor;
        impl<'de> Visitor<'de> for SeatsVisitor {
            type Value = SeatsBody;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array with who sits on each seat")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<SeatsBody, A::Error> {
                let mut occupants = Vec::new();
                while let Some(OccupantBody(occupant)) = entries.next_element()? {
                    occupants.push(occupant);
                }
                // Only the table knows the right number of seats.
                if !occupants.is_empty() && !occupants.contains(&SeatOccupant::You) {
                    return Err(A::Error::custom(
                        "nobody is you, expected \"you\" on at least one seat",
                    ));
                }
                Ok(SeatsBody(occupants))
            }
        }
        from.deserialize_any(SeatsVisitor)
    }
}

struct OccupantBody(SeatOccupant);

impl<'de> Deserialize<'de> for OccupantBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keywords = [("you", SeatOccupant::You), ("open", SeatOccupant::Open)];
        let expected = "\"you\", \"open\" or an object with `computer`";
        keyword_or_computer(from, expected, &keywords, SeatOccupant::Computer).map(Self)
    }
}

/// Reads one of some keywords, or a computer with its level.
fn keyword_or_computer<'de, D: Deserializer<'de>, T: Copy>(
    from: D,
    expected: &str,
    keywords: &[(&str, T)],
    computer: fn(Level) -> T,
) -> Result<T, D::Error> {
    struct KeywordOrComputerVisitor<'a, T> {
        expected: &'a str,
        keywords: &'a [(&'a str, T)],
        computer: fn(Level) -> T,
    }
    impl<'de, T: Copy> Visitor<'de> for KeywordOrComputerVisitor<'_, T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            let found = self.keywords.iter().find(|(keyword, _)| *keyword == text);
            let bad = || E::invalid_value(Unexpected::Str(text), &self);
            found.map(|(_, meaning)| *meaning).ok_or_else(bad)
        }
        fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<T, A::Error> {
            let fields = ComputerFields::deserialize(MapAccessDeserializer::new(pairs))?;
            Ok((self.computer)(fields.computer))
        }
    }
    from.deserialize_any(KeywordOrComputerVisitor { expected, keywords, computer })
}

/// A computer for a free seat of a game.
pub(super) struct ComputerBody {
    pub(super) seat: usize,
    pub(super) level: Level,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatComputerFields {
    #[serde(deserialize_with = "number")]
    seat: u64,
    level: Level,
}

impl<'de> Deserialize<'de> for ComputerBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with `seat` and `level`", |fields: SeatComputerFields| {
            // A number out of range is no seat of the game.
            let seat = usize::try_from(fields.seat).unwrap_or(usize::MAX);
            Ok(Self { seat, level: fields.level })
        })
    }
}

/// A guest's part of the seed of the dice.
pub(super) struct DicePartBody(pub(super) DicePart);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceFields {
    part: DicePart,
}

impl<'de> Deserialize<'de> for DicePartBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with `part`", |fields: DiceFields| Ok(Self(fields.part)))
    }
}

/// A request for a cloud map.
pub(super) struct CloudsBody(pub(super) Option<String>);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct CloudsFields {
    #[serde(default, deserialize_with = "non_null")]
    clouds: Option<String>,
}

impl<'de> Deserialize<'de> for CloudsBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object, with `clouds` or empty", |fields: CloudsFields| {
            Ok(Self(fields.clouds))
        })
    }
}

/// A request to check a setting.
pub(super) struct CheckBody {
    pub(super) game: String,
    pub(super) options: Options,
    pub(super) start: StartWith,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckFields {
    game: String,
    #[serde(default)]
    options: OptionsBody,
    #[serde(default)]
    start: StartBody,
}

impl<'de> Deserialize<'de> for CheckBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the game", |fields: CheckFields| {
            Ok(Self { game: fields.game, options: fields.options.0, start: fields.start.0 })
        })
    }
}

/// A request for a line of moves.
pub(super) struct LineBody(pub(super) LineRequest);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LineFields {
    game: String,
    #[serde(default)]
    options: OptionsBody,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default, deserialize_with = "number")]
    since: u64,
    #[serde(default)]
    record: bool,
}

impl<'de> Deserialize<'de> for LineBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the game and its moves", |fields: LineFields| {
            let LineFields { game, options, position, moves, since, record } = fields;
            let options = options.0;
            // A number out of range is after the end of any game.
            let since = usize::try_from(since).unwrap_or(usize::MAX);
            Ok(Self(LineRequest { game, options, position, moves, since, record }))
        })
    }
}

#[derive(Default)]
pub(super) struct OptionsBody(pub(super) Options);

impl<'de> Deserialize<'de> for OptionsBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the options", |options| Ok(Self(options)))
    }
}

#[derive(Default)]
struct StartBody(StartWith);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StartFields {
    #[serde(default, deserialize_with = "only_true")]
    setup: bool,
    #[serde(default, deserialize_with = "non_null")]
    quick: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    position: Option<String>,
}

impl<'de> Deserialize<'de> for StartBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        const EXPECTED: &str = "an object with one of `setup`, `quick`, `position`";
        object(from, EXPECTED, |fields: StartFields| match fields {
            StartFields { setup: true, quick: None, position: None } => {
                Ok(Self(StartWith::Setup(TrueLiteral)))
            }
            StartFields { setup: false, quick: Some(name), position: None } => {
                Ok(Self(StartWith::Quick(name)))
            }
            StartFields { setup: false, quick: None, position: Some(position) } => {
                Ok(Self(StartWith::Position(position)))
            }
            StartFields { setup: false, quick: None, position: None } => {
                Err(format!("empty object, expected {EXPECTED}"))
            }
            _ => Err(format!("more than one start, expected {EXPECTED}")),
        })
    }
}

struct OpponentBody(Opponent);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ComputerFields {
    computer: Level,
}

impl<'de> Deserialize<'de> for OpponentBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keywords = [("open", Opponent::Open), ("hot-seat", Opponent::HotSeat)];
        let expected = "\"open\", \"hot-seat\" or an object with `computer`";
        keyword_or_computer(from, expected, &keywords, Opponent::Computer).map(Self)
    }
}

struct SeatBody(SeatChoice);

impl<'de> Deserialize<'de> for SeatBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SeatChoiceVisitor;
        impl Visitor<'_> for SeatChoiceVisitor {
            type Value = SeatChoice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a seat or \"random\"")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<SeatChoice, E> {
                let seat = usize::try_from(number);
                seat.map(SeatChoice::Seat)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<SeatChoice, E> {
                match text {
                    "random" => Ok(SeatChoice::Random),
                    text => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        from.deserialize_any(SeatChoiceVisitor).map(Self)
    }
}

/// A request to act.
pub(super) struct ActBody(pub(super) ActRequest);

/// The fields of all acts. Which of them an act may have is checked after all are read, so that
/// each error keeps its position.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ActFields {
    act: Act,
    #[serde(default, deserialize_with = "non_null")]
    text: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    accept: Option<bool>,
    #[serde(default, deserialize_with = "non_null")]
    seat: Option<Number>,
    #[serde(default, deserialize_with = "non_null")]
    expect: Option<Number>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Submit,
    Resign,
    OfferDraw,
    DeclineDraw,
    AskTakeback,
    AnswerTakeback,
}

impl Act {
    const ALL: [(&str, Self); 6] = [
        ("submit", Self::Submit),
        ("resign", Self::Resign),
        ("offer-draw", Self::OfferDraw),
        ("decline-draw", Self::DeclineDraw),
        ("ask-takeback", Self::AskTakeback),
        ("answer-takeback", Self::AnswerTakeback),
    ];

    fn key(self) -> &'static str {
        Self::ALL.iter().find(|(_, act)| *act == self).map_or("", |(key, _)| key)
    }
}

impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keys = Self::ALL.map(|(key, _)| format!("`{key}`")).join(", ");
        keyword(from, &format!("one of {keys}"), |text| {
            Self::ALL.into_iter().find(|(key, _)| *key == text).map(|(_, act)| act)
        })
    }
}

#[derive(serde::Deserialize)]
struct Number(#[serde(deserialize_with = "number")] u64);

impl ActFields {
    fn action(self) -> Result<Action, String> {
        let key = self.act.key();
        let (wants_text, wants_accept) = (self.act == Act::Submit, self.act == Act::AnswerTakeback);
        let refused = |field: &str| {
            Err(format!("unknown field `{field}` for the act \"{key}\", expected no such field"))
        };
        if self.text.is_some() && !wants_text {
            return refused("text");
        }
        if self.accept.is_some() && !wants_accept {
            return refused("accept");
        }
        Ok(match self.act {
            Act::Submit => Action::Submit(
                self.text.ok_or("missing field `text`, expected what is submitted as a string")?,
            ),
            Act::Resign => Action::Resign,
            Act::OfferDraw => Action::OfferDraw,
            Act::DeclineDraw => Action::DeclineDraw,
            Act::AskTakeback => Action::AskTakeback,
            Act::AnswerTakeback => Action::AnswerTakeback {
                accept: self.accept.ok_or("missing field `accept`, expected true or false")?,
            },
        })
    }
}

impl<'de> Deserialize<'de> for ActBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the act", |fields: ActFields| {
            let expect = fields.expect.as_ref().map(|version| version.0);
            // A number out of range is no seat of the game.
            let seat =
                fields.seat.as_ref().map(|seat| usize::try_from(seat.0).unwrap_or(usize::MAX));
            Ok(Self(ActRequest { action: fields.action()?, seat, expect }))
        })
    }
}

/// A frame of a socket's client.
pub(super) struct ClientFrame {
    /// The response carries this id.
    pub(super) id: u64,
    pub(super) act: ActBody,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ClientFields {
    #[serde(rename = "type", deserialize_with = "act_type")]
    _kind: (),
    #[serde(deserialize_with = "number")]
    id: u64,
    act: ActBody,
}

fn act_type<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    keyword(from, "\"act\"", |text| (text == "act").then_some(()))
}

impl<'de> Deserialize<'de> for ClientFrame {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with `type`, `id` and `act`", |fields: ClientFields| {
            Ok(Self { id: fields.id, act: fields.act })
        })
    }
}
