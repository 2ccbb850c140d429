//! The log of a game, as JSON: how it was opened, and its events.

use super::Guest;
use heterodox_engine::Level;
use heterodox_rules::{Act, DicePart, DiceSeed, Options, Seat, Setting, Start};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// How a game was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// The game's id in the rules, such as `klinzha`.
    pub(crate) game: String,
    /// The table options.
    pub(crate) options: Options,
    /// How the game begins.
    pub(crate) start: StartWith,
    /// The player of each seat when the game was opened; `None` for a free seat.
    pub(crate) players: Vec<Option<Player>>,
    /// The server's part of the seed of the dice in an open game. It is secret until the game is
    /// over. `None` in games without dice or with hidden information.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "write_seed",
        deserialize_with = "read_seed"
    )]
    pub(crate) dice: Option<DiceSeed>,
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
    /// The seat of the guest who opened the game; `None` if several guests sat there from the
    /// start, as in a rematch.
    pub(crate) fn chooser(&self) -> Option<Seat> {
        let guests = self.players.iter().enumerate().filter_map(|(seat, player)| match player {
            Some(Player::Guest(name)) => Some((seat, name)),
            _ => None,
        });
        let guests: Vec<_> = guests.collect();
        let (seat, first) = guests.first()?;
        guests.iter().all(|(_, name)| name == first).then(|| Seat::new(*seat))
    }

    /// The setting for the rules.
    pub(crate) fn setting(&self) -> Setting {
        Setting { options: self.options.clone(), start: self.start.clone().into() }
    }
}

/// How a game begins, as the API and the log write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StartWith {
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

/// The JSON value `true` and no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "bool", into = "bool")]
pub(crate) struct TrueLiteral;

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Player {
    /// The guest with this name.
    Guest(String),
    /// The computer.
    Computer(Level),
}

impl Player {
    /// Returns whether this is the given guest.
    pub(crate) fn is(&self, guest: &Guest) -> bool {
        matches!(self, Self::Guest(name) if *name == guest.name)
    }

    /// The computer's level; `None` for a guest.
    pub(crate) fn level(&self) -> Option<Level> {
        match self {
            Self::Computer(level) => Some(*level),
            Self::Guest(_) => None,
        }
    }
}

/// An event in a game. The number of events is the version that the server knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Event {
    /// A guest took a free seat.
    Join {
        /// The seat.
        seat: Seat,
        /// The guest's name.
        guest: String,
    },
    /// The computer was put on a free seat.
    Computer {
        /// The seat.
        seat: Seat,
        /// The computer's level.
        level: Level,
    },
    /// A guest gave its part of the seed of the dice.
    DicePart {
        /// The guest's first seat.
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
    /// A seat asked for a rematch.
    AskRematch {
        /// The seat.
        seat: Seat,
    },
    /// The rematch was opened.
    Rematch {
        /// Its id.
        id: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs outlive programs: these texts are stored and must stay readable.
    #[test]
    fn the_log_format_is_stable() {
        let seat = Seat::new(1);
        let events = [
            (
                Event::Join { seat, guest: "abcdefgh".into() },
                r#"{"event":"join","seat":1,"guest":"abcdefgh"}"#,
            ),
            (
                Event::Computer { seat, level: Level::DEFAULT },
                r#"{"event":"computer","seat":1,"level":4}"#,
            ),
            (
                Event::DicePart { seat, part: "5f0c".parse().unwrap() },
                r#"{"event":"dice-part","seat":1,"part":"5f0c"}"#,
            ),
            (
                Event::Act(Act::Submit { seat, text: "V@G13 G14".into() }),
                r#"{"event":"act","act":"submit","seat":1,"text":"V@G13 G14"}"#,
            ),
            (
                Event::Act(Act::Throw { faces: vec![3, 4] }),
                r#"{"event":"act","act":"throw","faces":[3,4]}"#,
            ),
            (
                Event::Act(Act::AnswerTakeback { seat, accept: true }),
                r#"{"event":"act","act":"answer-takeback","seat":1,"accept":true}"#,
            ),
            (Event::Hint { seat }, r#"{"event":"hint","seat":1}"#),
            (Event::AskRematch { seat }, r#"{"event":"ask-rematch","seat":1}"#),
            (Event::Rematch { id: "k3v9qz2m".into() }, r#"{"event":"rematch","id":"k3v9qz2m"}"#),
        ];
        for (event, text) in events {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        }
    }

    #[test]
    fn the_opening_format_is_stable() {
        let mut options = Options::default();
        options.set("house-rules=on").unwrap();
        let mut opening = Opening {
            game: "klinzha".into(),
            options,
            start: StartWith::Quick("north-west".into()),
            players: vec![
                Some(Player::Guest("abcdefgh".into())),
                Some(Player::Computer(Level::DEFAULT)),
                None,
            ],
            dice: None,
        };
        let text = r#"{"game":"klinzha","options":{"house-rules":"on"},"start":{"quick":"north-west"},"players":[{"guest":"abcdefgh"},{"computer":4},null]}"#;
        assert_eq!(serde_json::to_string(&opening).unwrap(), text);
        assert_eq!(serde_json::from_str::<Opening>(text).unwrap(), opening);
        opening.dice = "qapla".parse().ok();
        let with_dice = text.replace("null]}", r#"null],"dice":"qapla"}"#);
        assert_eq!(serde_json::to_string(&opening).unwrap(), with_dice);
        assert_eq!(serde_json::from_str::<Opening>(&with_dice).unwrap(), opening);
        assert!(!format!("{opening:?}").contains("qapla"), "no log line tells the seed");
        let error = serde_json::from_str::<Opening>(&with_dice.replace("qapla", "qa pla"));
        assert!(!error.unwrap_err().to_string().contains("pla"));
        assert_eq!(serde_json::to_string(&StartWith::default()).unwrap(), r#"{"setup":true}"#);
        assert!(serde_json::from_str::<StartWith>(r#"{"setup":false}"#).is_err());
    }
}
