//! The store of the server: an append-only log of what happened at every table, and beside it
//! guests and imported records.
//!
//! A [`Store`] knows nothing of games: bodies are text that only the server reads. What it promises
//! is all that the server builds on:
//!
//! - **Durable before answered.** When a write returns `Ok`, it survives the death of the process
//!   and of the machine. When it returns an error it may or may not have been kept; reading tells.
//! - **All or nothing.** An [`Append`] is kept whole or not at all, the game that it creates
//!   included.
//! - **No gaps, no forks.** The events of a game are numbered from 1 without a gap. An append says
//!   after which number it belongs; if that is not the end of the log it is refused as
//!   [`StoreError::Conflict`].
//! - **Read your writes.** Whatever was answered is seen by every later read.
//! - **Whole or an error.** A log that has lost events is never given out shortened:
//!   [`StoreError::Damaged`] says what was found and expected.
//! - **Failures pass.** While nothing can be written (full disk, a limit, a lock of another
//!   program) writes return an error, at the latest after 10 seconds, reading goes on, and
//!   [`Store::ready`] tells. Once writing is possible again it works again, without a restart.
//!
//! [`SqliteStore`] keeps all this in one file. `tests/story` tells what every implementation must
//! do, `tests/recovery` what happens when nothing can be written. [`SqliteReader`] looks through a
//! file for damage.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use heterodox_store::{Append, NewEvent, NewGame, SqliteStore, Store};
//!
//! let dir = tempfile::tempdir().unwrap();
//! let store = SqliteStore::open(&dir.path().join("heterodox.sqlite")).await.unwrap();
//! let game = NewGame { id: "k3v9qz2m".into(), body: "{}".into(), due: false, created_ms: 1 };
//! store.create_game(game).await.unwrap();
//! let event = NewEvent { at_ms: 2, body: "V@G13 G14".into() };
//! store.append(Append::new("k3v9qz2m", 0, vec![event])).await.unwrap();
//! assert_eq!(store.events("k3v9qz2m").await.unwrap()[0].body, "V@G13 G14");
//! # store.close().await;
//! # });
//! ```

mod sqlite;

use async_trait::async_trait;

pub use sqlite::{Contents, SqliteReader, SqliteStore};

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

/// A game that is being opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Its id, which no other game has.
    pub id: String,
    /// How it was opened.
    pub body: String,
    /// Whether the server has something to do in it by itself, such as a move of the computer, and
    /// so must go on with it when it starts.
    pub due: bool,
    /// When.
    pub created_ms: Millis,
}

/// How a game was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// What [`NewGame::body`] was.
    pub body: String,
    /// When it was opened.
    pub created_ms: Millis,
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// When.
    pub at_ms: Millis,
    /// What.
    pub body: String,
}

/// An event of the log. Events are numbered from 1 in the order in which [`Store::events`] gives
/// them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// When it happened.
    pub at_ms: Millis,
    /// What happened.
    pub body: String,
}

/// Events that are kept together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The game's id.
    pub game: String,
    /// The number of the event after which these belong; 0 for a game without events.
    pub after: u64,
    /// What happened.
    pub events: Vec<NewEvent>,
    /// What [`NewGame::due`] is after these events.
    pub due: bool,
    /// A game that comes into being with these events, such as a rematch.
    pub creates: Option<NewGame>,
}

impl Append {
    /// Events after which the server has nothing to do by itself, and that open no other game.
    pub fn new(game: &str, after: u64, events: Vec<NewEvent>) -> Self {
        Self { game: game.to_owned(), after, events, due: false, creates: None }
    }
}

/// A guest that is being registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGuest {
    /// The hash of the secret by which the guest is known.
    pub token_hash: Vec<u8>,
    /// The public name, which no other guest has.
    pub name: String,
    /// When.
    pub created_ms: Millis,
}

/// A record that is being kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRecord {
    /// Its id, which no other record has.
    pub id: String,
    /// The record as it was given.
    pub body: String,
    /// When.
    pub created_ms: Millis,
}

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The id or name is in use; nothing was written.
    #[error("'{0}' is already in use")]
    Taken(String),
    /// The log of this game does not end where the append said, or there is no such game; nothing
    /// was written.
    #[error("the log of game '{game}' does not end after event {after}")]
    Conflict {
        /// The game's id.
        game: String,
        /// Where the append meant it to end.
        after: u64,
    },
    /// The file was written by a newer version of this program.
    #[error(
        "the store has schema version {found}, this program knows versions up to {known}: \
         use the program that wrote it, or a newer one"
    )]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The log of a game has lost events, or has more than were appended.
    #[error("the log of game '{game}' is damaged: {damage}")]
    Damaged {
        /// The game's id.
        game: String,
        /// What is wrong with the log.
        damage: Damage,
    },
    /// The file is no database, or a part of it that was needed is damaged.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database failed, for instance because the disk is full.
    #[error("the database failed: {0}")]
    Database(String),
}

/// What is wrong with the log of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The events are not numbered from 1 without a gap.
    #[error("event {found} was found where event {expected} was expected")]
    Gap {
        /// The number of the first event that is out of order.
        found: i64,
        /// The number that it should have.
        expected: i64,
    },
    /// The log has another length than was kept with the game.
    #[error("{found} events were found where {expected} were expected")]
    Length {
        /// How many events there are.
        found: i64,
        /// How many were appended.
        expected: i64,
    },
}

/// Where the server keeps what must not be lost. The module's documentation says what every
/// implementation promises.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Opens a game.
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError>;

    /// How the game was opened; nothing if there is no such game.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// All events of the game in their order; none if there is no such game. A log that is not
    /// whole is [`StoreError::Damaged`].
    async fn events(&self, game: &str) -> Result<Vec<StoredEvent>, StoreError>;

    /// Appends to the log of a game.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The ids of the games that are due, the oldest first: those in which the server has something
    /// to do by itself.
    async fn games_due(&self) -> Result<Vec<String>, StoreError>;

    /// Registers a guest.
    async fn create_guest(&self, guest: NewGuest) -> Result<(), StoreError>;

    /// The name of the guest whose secret has this hash.
    async fn guest(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError>;

    /// Keeps a record.
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError>;

    /// The record with this id, as it was given.
    async fn record(&self, id: &str) -> Result<Option<String>, StoreError>;

    /// Whether writing works: the error of the newest commit if that failed. The store notices by
    /// itself when writing is possible again, also if nobody writes. Returns at once.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Finishes what was begun and closes; every later call fails.
    async fn close(&self);
}
