//! The log of a game: how it was opened, and its events, as JSON.
//!
//! Each line of a log has a version (`"v":4`). A program reads the lines of its own version only:
//! a field or event that it does not know could change the game, and is an error.

use crate::offer::is_default;
use crate::{DeclineReason, Offer, OfferOf, UserId};
use heterodox_clock::TimeRules;
use heterodox_engine::Level;
use heterodox_rules::{Act, DicePart, DiceSeed, Options, Refusal, Seat, Setting, Start};
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// The version of the log that this program writes and reads.
pub const LOG_VERSION: u32 = 4;

/// The error of a line of a log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogError {
    /// Another version of the program wrote it.
    #[error(
        "it has version {found}, this program reads version {LOG_VERSION}: \
         use the program that wrote it"
    )]
    OtherVersion {
        /// The version of the line.
        found: u32,
    },
    /// It is not a line of this version. Holds the reason.
    #[error("{0}")]
    Unreadable(String),
}

/// A line of a log: its version and its content.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    v: u32,
    content: T,
    /// See [`LogEntry::spent`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent: Vec<(Seat, u64)>,
}

/// Writes a line.
fn write_line<T: Serialize>(content: &T, spent: Vec<(Seat, u64)>) -> String {
    let line = Line { v: LOG_VERSION, content, spent };
    serde_json::to_string(&line).expect("openings and events are plain data")
}

/// Reads a line: its content, and the costs of spans.
fn read_line<T: DeserializeOwned>(text: &str) -> Result<(T, Vec<(Seat, u64)>), LogError> {
    #[derive(Deserialize)]
    struct Versioned {
        v: u32,
    }
    match serde_json::from_str::<Line<T>>(text) {
        Ok(Line { v: LOG_VERSION, content, spent }) => Ok((content, spent)),
        Ok(Line { v: found, .. }) => Err(LogError::OtherVersion { found }),
        // A line of another version has other fields or events.
        Err(error) => match serde_json::from_str::<Versioned>(text) {
            Ok(Versioned { v: found }) if found != LOG_VERSION => {
                Err(LogError::OtherVersion { found })
            }
            _ => Err(LogError::Unreadable(error.to_string())),
        },
    }
}

/// How a game was opened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The game's id in the rules, such as `klinzha`.
    pub game: String,
    /// The table options.
    pub options: Options,
    /// How the game begins.
    pub start: StartWith,
    /// The player of each seat when the game was opened; `None` for a free seat.
    pub players: Vec<Option<Player>>,
    /// The host's part of the seed of the dice in an open game. It is secret until the game is
    /// over. `None` in games without dice or with hidden information.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "write_seed",
        deserialize_with = "read_seed"
    )]
    pub dice: Option<DiceSeed>,
    /// How time is played; `None` in a game without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeRules>,
    /// Whether the seed in the options was drawn by chance, and not chosen by a person.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drawn: bool,
    /// What the game offers to other people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offer: Offer,
}

#[expect(clippy::ref_option, reason = "so serde calls it")]
fn write_seed<S: Serializer>(seed: &Option<DiceSeed>, to: S) -> Result<S::Ok, S::Error> {
    seed.as_ref().map(DiceSeed::reveal).serialize(to)
}

fn read_seed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DiceSeed>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    // The text is not quoted in the error: it may be a secret.
    let bad = |_| D::Error::custom("the seed of the dice cannot be read");
    text.map(|text| text.parse().map_err(bad)).transpose()
}

impl Opening {
    /// The opening of a table with this setting, on which all seats are free and no seed of dice is
    /// kept.
    ///
    /// # Errors
    ///
    /// If the rules refuse the options or the start.
    pub fn with_free_seats(game: &str, setting: Setting) -> Result<Self, Refusal> {
        let seats = heterodox_rules::open(game, &setting)?.seats();
        let Setting { options, start } = setting;
        let start = start.into();
        Ok(Self {
            game: game.to_owned(),
            options,
            start,
            players: vec![None; seats],
            ..Self::default()
        })
    }

    /// The first seat of the person who opened the game.
    pub fn opener(&self) -> Option<Seat> {
        let is_person = |player: &Option<Player>| player.is_some_and(|one| one.user().is_some());
        self.players.iter().position(is_person).map(Seat::new)
    }

    /// The seat of the person who chose how the game begins; `None` for a rematch, whose players
    /// all know it.
    pub fn chooser(&self) -> Option<Seat> {
        let is_rematch = matches!(self.offer.of, Some(OfferOf::Rematch(_)));
        self.opener().filter(|_| !is_rematch)
    }

    /// The line of the log.
    pub fn encode(&self) -> String {
        write_line(self, Vec::new())
    }

    /// Reads the line of a log.
    ///
    /// # Errors
    ///
    /// Another version, and texts that are not an opening.
    pub fn decode(text: &str) -> Result<Self, LogError> {
        match read_line(text)? {
            (opening, spent) if spent.is_empty() => Ok(opening),
            _ => Err(LogError::Unreadable("unknown field `spent` of an opening".to_owned())),
        }
    }

    /// The setting for the rules.
    pub fn setting(&self) -> Setting {
        Setting { options: self.options.clone(), start: self.start.clone().into() }
    }
}

/// How a game begins, as the API and the log write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(
    rename_all = "kebab-case",
    expecting = "an object with one of `setup`, `quick`, `position`"
)]
pub enum StartWith {
    /// With the game's own setup: `{"setup": true}`.
    Setup(TrueLiteral),
    /// From the quick start of this name.
    Quick(String),
    /// From this position string.
    Position(String),
}

impl Default for StartWith {
    fn default() -> Self {
        Self::Setup(TrueLiteral)
    }
}

impl From<StartWith> for Start {
    fn from(start: StartWith) -> Self {
        match start {
            StartWith::Setup(TrueLiteral) => Self::Setup,
            StartWith::Quick(name) => Self::Quick(name),
            StartWith::Position(position) => Self::Position(position),
        }
    }
}

impl From<Start> for StartWith {
    fn from(start: Start) -> Self {
        match start {
            Start::Setup => Self::Setup(TrueLiteral),
            Start::Quick(name) => Self::Quick(name),
            Start::Position(position) => Self::Position(position),
        }
    }
}

/// The JSON value `true` and no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "bool", into = "bool")]
pub struct TrueLiteral;

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for TrueLiteral {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{Object, Type};
        Object::builder().schema_type(Type::Boolean).enum_values(Some([true])).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for TrueLiteral {}

impl TryFrom<bool> for TrueLiteral {
    type Error = &'static str;

    fn try_from(value: bool) -> Result<Self, Self::Error> {
        if value { Ok(Self) } else { Err("invalid value: `false`, expected `true`") }
    }
}

impl From<TrueLiteral> for bool {
    fn from(TrueLiteral: TrueLiteral) -> Self {
        true
    }
}

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// This person.
    User(UserId),
    /// The computer.
    Computer(Level),
}

impl Player {
    /// The event that puts this player on a free seat.
    pub fn sits(self, seat: Seat) -> Event {
        match self {
            Self::User(user) => Event::Join { seat, user },
            Self::Computer(level) => Event::Computer { seat, level },
        }
    }

    /// Returns whether this is the given person.
    pub fn is(&self, user: UserId) -> bool {
        self.user() == Some(user)
    }

    /// The person; `None` for the computer.
    pub fn user(&self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(*user),
            Self::Computer(_) => None,
        }
    }

    /// The computer's level; `None` for a person.
    pub fn level(&self) -> Option<Level> {
        match self {
            Self::Computer(level) => Some(*level),
            Self::User(_) => None,
        }
    }
}

/// An event in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A person took a free seat.
    Join {
        /// The seat.
        seat: Seat,
        /// The person.
        user: UserId,
    },
    /// The computer was put on a free seat.
    Computer {
        /// The seat.
        seat: Seat,
        /// The computer's level.
        level: Level,
    },
    /// The seat of a guest, or the free one that is offered to it, passed to the person that the
    /// guest has turned out to be.
    Takeover {
        /// The seat.
        seat: Seat,
        /// The person.
        user: UserId,
    },
    /// A person gave its part of the seed of the dice.
    DicePart {
        /// The person's first seat.
        seat: Seat,
        /// The part.
        part: DicePart,
    },
    /// A seat acted, or the umpire threw dice.
    Act(Act),
    /// A seat took a hint.
    Hint {
        /// The seat.
        seat: Seat,
    },
    /// A person declined a seat that was offered to it.
    Decline {
        /// The seat.
        seat: Seat,
        /// The person.
        user: UserId,
        /// Why.
        reason: Option<DeclineReason>,
    },
    /// A person answered the offer of a seat with another offer.
    Counter {
        /// The seat.
        seat: Seat,
        /// The person.
        user: UserId,
        /// The id of the other offer.
        id: String,
    },
    /// A person gave up the seat of a game that has not begun.
    Leave {
        /// The seat.
        seat: Seat,
    },
    /// The person who opened the game took its offer back.
    Withdraw,
    /// Half of the time of an offer is over: the seats that are offered to persons are for anybody.
    OpenSeats,
    /// No person took the free seat in time.
    Expire,
    /// A seat offered a rematch.
    Rematch {
        /// The seat.
        seat: Seat,
        /// The id of the rematch.
        id: String,
    },
    /// The clocks started.
    StartClocks,
    /// A seat offers a pause, or agrees to the one that is offered. It begins when all people who
    /// still play have done so.
    OfferPause {
        /// The seat.
        seat: Seat,
    },
    /// A seat declines the pause that is offered.
    DeclinePause {
        /// The seat.
        seat: Seat,
    },
    /// A pause will end soon.
    Resume {
        /// The seat that wants to go on; `None` at the end of the longest pause.
        seat: Option<Seat>,
    },
    /// An opponent gave a seat more time.
    MoreTime {
        /// The seat that gave it.
        by: Seat,
        /// The seat that got it.
        seat: Seat,
    },
    /// The player of a seat went on vacation, or came back.
    Vacation {
        /// The seat.
        seat: Seat,
        /// Whether the vacation began.
        on: bool,
    },
    /// A seat claims that the seat to act has left. It is out when all who are present claim it.
    Claim {
        /// The seat that claims it.
        seat: Seat,
    },
}

/// An event as the log has it, with the spans of time that it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The event.
    pub event: Event,
    /// What the spans cost that it ended, in milliseconds.
    pub spent: Vec<(Seat, u64)>,
}

impl LogEntry {
    /// The line of the log.
    pub fn encode(&self) -> String {
        write_line(&self.event, self.spent.clone())
    }

    /// Reads the line of a log.
    ///
    /// # Errors
    ///
    /// Another version, and texts that are not an event.
    pub fn decode(text: &str) -> Result<Self, LogError> {
        let (event, spent) = read_line(text)?;
        Ok(Self { event, spent })
    }
}

impl From<Event> for LogEntry {
    /// An event that ended no span.
    fn from(event: Event) -> Self {
        Self { event, spent: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IfFree, Invited, Moment, Requirements, SeatKey, Visibility};

    fn user() -> UserId {
        "abcdefgh".parse().unwrap()
    }

    /// Logs outlive programs: these texts are stored, and another format needs another version.
    #[test]
    fn events_are_written_in_the_format_of_version_4() {
        let seat = Seat::new(1);
        let act = |act| Event::Act(act);
        let events = [
            (Event::Join { seat, user: user() }, r#"{"join":{"seat":1,"user":"abcdefgh"}}"#),
            (
                Event::Computer { seat, level: Level::DEFAULT },
                r#"{"computer":{"seat":1,"level":4}}"#,
            ),
            (
                Event::Takeover { seat, user: user() },
                r#"{"takeover":{"seat":1,"user":"abcdefgh"}}"#,
            ),
            (
                Event::DicePart { seat, part: "5f0c".parse().unwrap() },
                r#"{"dice-part":{"seat":1,"part":"5f0c"}}"#,
            ),
            (
                act(Act::Submit { seat, text: "V@G13 G14".into() }),
                r#"{"act":{"act":"submit","seat":1,"text":"V@G13 G14"}}"#,
            ),
            (act(Act::Throw { faces: vec![3, 4] }), r#"{"act":{"act":"throw","faces":[3,4]}}"#),
            (
                act(Act::AnswerTakeback { seat, accept: true }),
                r#"{"act":{"act":"answer-takeback","seat":1,"accept":true}}"#,
            ),
            (Event::Hint { seat }, r#"{"hint":{"seat":1}}"#),
            (
                Event::Decline { seat, user: user(), reason: Some(DeclineReason::OtherTime) },
                r#"{"decline":{"seat":1,"user":"abcdefgh","reason":"other-time"}}"#,
            ),
            (
                Event::Counter { seat, user: user(), id: "k3v9qz2m".into() },
                r#"{"counter":{"seat":1,"user":"abcdefgh","id":"k3v9qz2m"}}"#,
            ),
            (Event::Leave { seat }, r#"{"leave":{"seat":1}}"#),
            (Event::Withdraw, r#""withdraw""#),
            (Event::OpenSeats, r#""open-seats""#),
            (Event::Expire, r#""expire""#),
            (
                Event::Rematch { seat, id: "k3v9qz2m".into() },
                r#"{"rematch":{"seat":1,"id":"k3v9qz2m"}}"#,
            ),
            (Event::StartClocks, r#""start-clocks""#),
            (Event::OfferPause { seat }, r#"{"offer-pause":{"seat":1}}"#),
            (Event::DeclinePause { seat }, r#"{"decline-pause":{"seat":1}}"#),
            (Event::Resume { seat: None }, r#"{"resume":{"seat":null}}"#),
            (Event::MoreTime { by: Seat::new(0), seat }, r#"{"more-time":{"by":0,"seat":1}}"#),
            (Event::Vacation { seat, on: true }, r#"{"vacation":{"seat":1,"on":true}}"#),
            (Event::Claim { seat }, r#"{"claim":{"seat":1}}"#),
        ];
        for (event, text) in events {
            let line = format!(r#"{{"v":4,"content":{text}}}"#);
            let entry = LogEntry::from(event);
            assert_eq!(entry.encode(), line);
            assert_eq!(LogEntry::decode(&line), Ok(entry));
        }
        let flag = act(Act::Flag { seats: vec![seat] });
        let entry = LogEntry { event: flag, spent: vec![(seat, 8421)] };
        let line = r#"{"v":4,"content":{"act":{"act":"flag","seats":[1]}},"spent":[[1,8421]]}"#;
        assert_eq!(entry.encode(), line);
        assert_eq!(LogEntry::decode(line), Ok(entry));
    }

    #[test]
    fn other_versions_fields_and_events_are_refused() {
        let refused = |text: &str| LogEntry::decode(text).unwrap_err().to_string();
        for newer in [
            r#"{"v":5,"content":{"hint":{"seat":1}}}"#,
            r#"{"v":5,"content":{"hint":{"seat":1,"clock":7}}}"#,
            r#"{"v":5,"content":{"pause":{"by":1}},"clock":{"spent":8}}"#,
        ] {
            assert_eq!(
                refused(newer),
                "it has version 5, this program reads version 4: use the program that wrote it"
            );
        }
        for (bad, why) in [
            (r#"{"v":4,"content":{"pause":{"by":1}}}"#, "unknown variant `pause`"),
            (r#"{"v":4,"content":{"hint":{"seat":1,"clock":7}}}"#, "unknown field `clock`"),
            (r#"{"v":4,"content":{"hint":{"seat":1}},"clock":7}"#, "unknown field `clock`"),
            (
                r#"{"v":4,"content":{"act":{"act":"resign","seat":1,"why":7}}}"#,
                "unknown field `why`",
            ),
            (r#"{"content":{"hint":{"seat":1}}}"#, "missing field `v`"),
            (r#"{"v":4,"content":{"join":{"seat":1,"user":"Anna"}}}"#, "eight letters"),
            ("", "EOF"),
        ] {
            assert!(refused(bad).contains(why), "{bad}: {}", refused(bad));
        }
    }

    #[test]
    fn openings_are_written_in_the_format_of_version_4() {
        let mut options = Options::default();
        options.set("house-rules=on").unwrap();
        let mut opening = Opening {
            game: "klinzha".into(),
            options,
            start: StartWith::Quick("north-west".into()),
            players: vec![Some(Player::User(user())), Some(Player::Computer(Level::DEFAULT)), None],
            dice: None,
            time: None,
            drawn: false,
            offer: Offer::default(),
        };
        let text = concat!(
            r#"{"v":4,"content":{"game":"klinzha","options":{"house-rules":"on"},"#,
            r#""start":{"quick":"north-west"},"players":[{"user":"abcdefgh"},{"computer":4},null]}}"#
        );
        assert_eq!(opening.encode(), text);
        assert_eq!(Opening::decode(text).as_ref(), Ok(&opening));
        opening.dice = "qapla".parse().ok();
        let with_dice = text.replace("null]}", r#"null],"dice":"qapla"}"#);
        assert_eq!(opening.encode(), with_dice);
        assert_eq!(Opening::decode(&with_dice).as_ref(), Ok(&opening));
        assert!(!format!("{opening:?}").contains("qapla"), "no message tells the seed");
        let error = Opening::decode(&with_dice.replace("qapla", "qa pla")).unwrap_err();
        assert!(!error.to_string().contains("pla"), "{error}");
        let error = Opening::decode(&text.replace("\"start\"", "\"clock\":1,\"start\""));
        assert!(error.unwrap_err().to_string().contains("unknown field `clock`"));
        opening.time = Some(TimeRules::new("10+5".parse().unwrap()));
        assert_eq!(Opening::decode(&opening.encode()).as_ref(), Ok(&opening));
        opening.drawn = true;
        opening.offer = Offer {
            visibility: Visibility::Private,
            invited: vec![
                None,
                Some(Invited::User(user())),
                Some(Invited::Key(SeatKey::new("qapla".into()))),
            ],
            until: Some(Moment(7)),
            of: Some(OfferOf::Counter("k3v9qz2m".into())),
            further: 2,
            if_free: IfFree::Computer(Level::DEFAULT),
            requires: Requirements { account: true, reliability: 80 },
        };
        let line = opening.encode();
        let offer = concat!(
            r#""drawn":true,"offer":{"visibility":"private","#,
            r#""invited":[null,{"user":"abcdefgh"},{"key":"qapla"}],"until":7,"#,
            r#""of":{"counter":"k3v9qz2m"},"further":2,"#,
            r#""if_free":{"computer":4},"requires":{"account":true,"reliability":80}}"#
        );
        assert!(line.contains(offer), "{line}");
        assert_eq!(Opening::decode(&line).as_ref(), Ok(&opening));
        assert!(!format!("{opening:?}").contains("qapla"), "no message tells a key");
        let spent = text.replace("]}}", r#"]},"spent":[[0,1]]}"#);
        assert!(Opening::decode(&spent).is_err());
        assert_eq!(serde_json::to_string(&StartWith::default()).unwrap(), r#"{"setup":true}"#);
        assert!(serde_json::from_str::<StartWith>(r#"{"setup":false}"#).is_err());
    }
}
