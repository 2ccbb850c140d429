//! The logs of the games: the truth from which everything about a game can be made again.

use crate::{Derived, OutboxItem, StoreError, UnixMillis};
use async_trait::async_trait;

/// A game to be stored by [`GameLog::create_game`] or with an [`Append`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The id, unique among games.
    pub id: String,
    /// How the game was opened, as text that only the server reads.
    pub body: String,
    /// When the game was opened.
    pub created_ms: UnixMillis,
    /// What follows from the opening.
    pub derived: Derived,
    /// Items to be put into the outbox in the same transaction.
    pub outbox: Vec<OutboxItem>,
}

/// A game as [`GameLog::game`] returns it.
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

/// An event of a log. Its number is its position in the list that [`GameLog::events`] returns, from
/// 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// When the event happened.
    pub at_ms: UnixMillis,
    /// The [`NewEvent::body`] that was stored.
    pub body: String,
}

/// Events that are appended to the log of one game in one transaction, with what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The game's id.
    pub game: String,
    /// The number of the last event in the log, as the author of this append knows it; 0 for a game
    /// without events. The new events get the numbers after it.
    pub after: u64,
    /// The new events in order.
    pub events: Vec<NewEvent>,
    /// What follows from the log with the new events. Replaces the derived rows of the game.
    pub derived: Derived,
    /// A game to be created in the same transaction, such as a rematch.
    pub creates: Option<NewGame>,
    /// Items to be put into the outbox in the same transaction.
    pub outbox: Vec<OutboxItem>,
}

impl Append {
    /// Returns an append that creates no other game and puts nothing into the outbox.
    pub fn new(game: &str, after: u64, events: Vec<NewEvent>, derived: Derived) -> Self {
        Self { game: game.to_owned(), after, events, derived, creates: None, outbox: Vec::new() }
    }
}

/// The append-only event logs of all games.
///
/// - **Atomic.** An [`Append`] is stored completely or not at all, including the derived rows, the
///   game that it creates and its outbox items.
/// - **Optimistic concurrency.** The events of a game are numbered from 1 without a gap. An append
///   names the number of the last event that its author knows; if the log does not end there, the
///   append fails with [`StoreError::Conflict`] and writes nothing.
/// - **Complete or an error.** A log that has lost events is never returned shortened.
///   [`StoreError::Damaged`] says what was found and what was expected.
#[async_trait]
pub trait GameLog: Send + Sync + 'static {
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
    async fn events(&self, game: &str) -> Result<Vec<StoredEvent>, StoreError> {
        self.events_after(game, 0).await
    }

    /// Returns the events of the game after the event `after`, in order; none if there is no such
    /// game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the log is not complete, or ends before that event.
    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError>;

    /// Appends events to the log of a game in one transaction with all else that the append
    /// carries.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Conflict`] if the log does not end at [`Append::after`].
    /// - [`StoreError::Taken`] if the id of the game to be created or of an outbox item is in use.
    /// - [`StoreError::Damaged`] if the log has events after its recorded end.
    async fn append(&self, append: Append) -> Result<(), StoreError>;
}
