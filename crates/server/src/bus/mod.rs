//! What the nodes of a club tell each other beside the store: where there is something new, and
//! nothing of what it is. A word that is lost, late or heard twice does no harm: each node also
//! looks by itself, only less often.

mod local;
#[cfg(feature = "cluster")]
mod nats;

use heterodox_host::UserId;
pub use local::LocalBus;
#[cfg(feature = "cluster")]
pub(crate) use nats::Nats;
#[cfg(feature = "cluster")]
pub use nats::{BusAddress, BusAddressError};
use std::fmt;
use std::str::FromStr;
use tokio::sync::mpsc;

/// The most bytes of an id of a game in a word.
const ID_BYTES: usize = 64;

/// Something new.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// The log of a game has this number of events.
    Game {
        /// The game.
        id: String,
        /// The number of events.
        length: u64,
    },
    /// Players have come to a game or left it, or something was said there.
    Table(String),
    /// What waits for a person may have changed.
    Waiting(UserId),
    /// The account or the sessions of a person have changed.
    Person(UserId),
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { id, length } => write!(f, "game {id} {length}"),
            Self::Table(id) => write!(f, "table {id}"),
            Self::Waiting(user) => write!(f, "waiting {user}"),
            Self::Person(user) => write!(f, "person {user}"),
        }
    }
}

impl FromStr for Word {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let id = |id: &str| {
            let is_id = !id.is_empty() && id.len() <= ID_BYTES && !id.contains(char::is_control);
            if is_id { Ok(id.to_owned()) } else { Err(()) }
        };
        let user = |user: &str| user.parse().map_err(|_| ());
        match *text.split(' ').collect::<Vec<_>>() {
            ["game", game, length] => {
                Ok(Self::Game { id: id(game)?, length: length.parse().map_err(|_| ())? })
            }
            ["table", game] => Ok(Self::Table(id(game)?)),
            ["waiting", who] => Ok(Self::Waiting(user(who)?)),
            ["person", who] => Ok(Self::Person(user(who)?)),
            _ => Err(()),
        }
    }
}

/// The way between the nodes.
pub trait Bus: Send + Sync + 'static {
    /// Says a word to the other nodes, without waiting.
    fn say(&self, word: Word);

    /// The words of the other nodes. Only the first caller gets them.
    fn listen(&self) -> Option<mpsc::Receiver<Word>>;

    /// Whether words arrive, as far as is known.
    fn is_connected(&self) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let user: UserId = "annaanna".parse().unwrap();
        for word in [
            Word::Game { id: "k3v9qz2m".to_owned(), length: 17 },
            Word::Table("k3v9qz2m".to_owned()),
            Word::Waiting(user),
            Word::Person(user),
        ] {
            assert_eq!(word.to_string().parse(), Ok(word.clone()), "{word}");
        }
        let long = format!("table {}", "x".repeat(ID_BYTES + 1));
        for bad in
            ["", "game k3v9qz2m", "game k3v9qz2m x", "table", "table a b", "who annaanna", &long]
        {
            assert_eq!(bad.parse::<Word>(), Err(()), "{bad}");
        }
    }
}
