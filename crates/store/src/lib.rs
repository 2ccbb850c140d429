//! The server's store: an append-only event log for every game, and beside it guests and imported
//! records.
//!
//! A [`Store`] knows nothing of the games: bodies are text that only the server reads. It promises:
//!
//! - **Durable.** When a write returns `Ok`, it survives a crash of the process and of the machine.
//!   When it returns [`StoreError::Taken`] or [`StoreError::Conflict`], nothing was written. After
//!   any other error it may or may not be stored; a read tells.
//! - **Atomic.** An [`Append`] is stored completely or not at all, including the game that it
//!   creates.
//! - **Optimistic concurrency.** The events of a game are numbered from 1 without a gap. An append
//!   names the number of the last event that its author knows; if the log does not end there, the
//!   append fails with [`StoreError::Conflict`] and writes nothing.
//! - **Read your writes.** Every read that begins after a write returned `Ok` sees that write.
//! - **Complete or an error.** A log that has lost events is never returned shortened.
//!   [`StoreError::Damaged`] says what was found and what was expected.
//! - **Recovers by itself.** While nothing can be written (full disk, resource limit, lock of
//!   another program) a write fails after 10 seconds at most, reads go on, and [`Store::ready`]
//!   returns the error. Once writing is possible again it works again, without a restart.
//!
//! [`SqliteStore`] implements this in one `SQLite` file. [`SqliteReader`] searches such a file for
//! damage. `tests/contract` tests the promises for any implementation, `tests/recovery` the
//! behaviour while nothing can be written.

mod sqlite;

use async_trait::async_trait;

pub use sqlite::{Contents, SqliteReader, SqliteStore};

/// Milliseconds since 1970-01-01 UTC.
pub type UnixMillis = i64;

/// A game to be stored by [`Store::create_game`] or with an [`Append`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The id, unique among games.
    pub id: String,
    /// How the game was opened, as text that only the server reads.
    pub body: String,
    /// Whether the server has to act in the game without a request, such as for a computer player.
    /// At its start the server resumes the games that are due.
    pub due: bool,
    /// When the game was opened.
    pub created_ms: UnixMillis,
}

/// A game as [`Store::game`] returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The [`NewGame::body`] that was stored.
    pub body: String,
    /// When the game was opened.
    pub created_ms: UnixMillis,
}

/// An event to be appended to the log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// When the event happened.
    pub at_ms: UnixMillis,
    /// What happened, as text that only the server reads.
    pub body: String,
}

/// An event of a log. Its number is its position in the list that [`Store::events`] returns, from
/// 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// When the event happened.
    pub at_ms: UnixMillis,
    /// The [`NewEvent::body`] that was stored.
    pub body: String,
}

/// Events that are appended to the log of one game in one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The game's id.
    pub game: String,
    /// The number of the last event in the log, as the author of this append knows it; 0 for a game
    /// without events. The new events get the numbers after it.
    pub after: u64,
    /// The new events in order.
    pub events: Vec<NewEvent>,
    /// The new value of [`NewGame::due`].
    pub due: bool,
    /// A game to be created in the same transaction, such as a rematch.
    pub creates: Option<NewGame>,
}

impl Append {
    /// Returns an append after which the game is not due and that creates no other game.
    pub fn new(game: &str, after: u64, events: Vec<NewEvent>) -> Self {
        Self { game: game.to_owned(), after, events, due: false, creates: None }
    }
}

/// A guest to be stored by [`Store::create_guest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGuest {
    /// The hash of the guest's secret token, unique among guests.
    pub token_hash: Vec<u8>,
    /// The public name, unique among guests.
    pub name: String,
    /// When the guest was registered.
    pub created_ms: UnixMillis,
}

/// An imported record to be stored by [`Store::create_record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRecord {
    /// The id, unique among records.
    pub id: String,
    /// The text of the record, which is stored unchanged.
    pub body: String,
    /// When the record was imported.
    pub created_ms: UnixMillis,
}

/// The error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The id or name is in use. Nothing was written.
    #[error("'{0}' is already in use")]
    Taken(String),
    /// The log of this game does not end at [`Append::after`], or there is no such game. Nothing
    /// was written.
    #[error("the log of game '{game}' does not end after event {after}")]
    Conflict {
        /// The game's id.
        game: String,
        /// The [`Append::after`] of the failed append.
        after: u64,
    },
    /// A newer version of this program wrote the file.
    #[error(
        "the store has schema version {found}, this program knows versions up to {known}: \
         use the program that wrote it, or a newer one"
    )]
    TooNew {
        /// The schema version of the file.
        found: i64,
        /// The newest schema version that this program knows.
        known: i64,
    },
    /// The log of a game has fewer or more events than were appended.
    #[error("the log of game '{game}' is damaged: {damage}")]
    Damaged {
        /// The game's id.
        game: String,
        /// How the log is damaged.
        damage: Damage,
    },
    /// The file is not a database, or a page of it that was read is damaged. Holds the database's
    /// message.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database failed, for instance because the disk is full. Holds its message.
    #[error("the database failed: {0}")]
    Database(String),
}

/// How the log of a game is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The events are not numbered from 1 without a gap.
    #[error("event {found} was found where event {expected} was expected")]
    Gap {
        /// The number of the first event that is out of order.
        found: i64,
        /// The number that an event in its position must have.
        expected: i64,
    },
    /// The number of events differs from the one that is stored with the game.
    #[error("{found} events were found where {expected} were expected")]
    Length {
        /// The number of events in the log.
        found: i64,
        /// The number of events that were appended.
        expected: i64,
    },
}

/// Storage of games, guests and records. The [crate documentation](crate) lists what every
/// implementation promises.
///
/// All methods may also return [`StoreError::Closed`] after [`Store::close`],
/// [`StoreError::Database`] and [`StoreError::Corrupt`].
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use heterodox_store::{Append, NewEvent, NewGame, SqliteStore, Store, StoreError};
///
/// let dir = tempfile::tempdir().unwrap();
/// let store = SqliteStore::open(&dir.path().join("heterodox.sqlite")).await.unwrap();
///
/// let game = NewGame { id: "k3v9qz2m".into(), body: "{}".into(), due: false, created_ms: 1 };
/// store.create_game(game).await.unwrap();
/// let event = NewEvent { at_ms: 2, body: "V@G13 G14".into() };
/// store.append(Append::new("k3v9qz2m", 0, vec![event.clone()])).await.unwrap();
/// assert_eq!(store.events("k3v9qz2m").await.unwrap()[0].body, "V@G13 G14");
///
/// // The log now ends after event 1, so another append after event 0 conflicts.
/// let late = store.append(Append::new("k3v9qz2m", 0, vec![event])).await;
/// assert!(matches!(late, Err(StoreError::Conflict { after: 0, .. })));
/// # store.close().await;
/// # });
/// ```
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Stores a new game with an empty log.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if a game has this id.
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError>;

    /// Returns the game; `None` if there is no such game.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// Returns all events of the game in order; none if there is no such game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the log is not complete.
    async fn events(&self, game: &str) -> Result<Vec<StoredEvent>, StoreError>;

    /// Appends events to the log of a game, and creates the game in [`Append::creates`], in one
    /// transaction.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Conflict`] if the log does not end at [`Append::after`].
    /// - [`StoreError::Taken`] if the id of the game to be created is in use.
    /// - [`StoreError::Damaged`] if the log has events after its recorded end.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Returns the ids of the games that are due ([`NewGame::due`]), the oldest first.
    async fn games_due(&self) -> Result<Vec<String>, StoreError>;

    /// Stores a new guest.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`], with the guest's name, if a guest has this name or this token hash.
    async fn create_guest(&self, guest: NewGuest) -> Result<(), StoreError>;

    /// Returns the name of the guest with this token hash; `None` if there is no such guest.
    async fn guest(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError>;

    /// Stores a new record.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if a record has this id.
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError>;

    /// Returns the text of the record with this id; `None` if there is no such record.
    async fn record(&self, id: &str) -> Result<Option<String>, StoreError>;

    /// Returns the error of the newest commit, if it failed, without waiting. The store tries again
    /// in the background, so this becomes `Ok` when writing is possible again, also without a
    /// write.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Finishes the queued writes and closes the store. Every later call returns
    /// [`StoreError::Closed`].
    async fn close(&self);
}
