//! The server's store: an append-only event log for every game, the lists that follow from the
//! logs, users with their sessions, chats, notes and conditional moves, results of
//! puzzles, imported records, an outbox, and when the server was away.
//!
//! A [`Store`] knows nothing of the games: bodies are text that only the server reads, and what
//! follows from them ([`Derived`]) is computed by the server. The trait is made of one trait for
//! each concern, which state their own promises: [`GameLog`], [`People`], [`Chat`],
//! [`PrivateTexts`], [`Puzzles`], [`Lists`], [`Records`], [`Outbox`], [`Outages`], [`Ways`],
//! [`Purge`]. All of them keep these:
//!
//! - **Durable.** When a write returns `Ok`, it survives a crash of the process and of the machine.
//!   When it returns [`StoreError::Taken`], [`StoreError::Missing`] or
//!   [`StoreError::Conflict`], nothing was written. After
//!   any other error it may or may not be stored; a read tells.
//! - **Read your writes.** Every read that begins after a write returned `Ok` sees that write.
//! - **Recovers by itself.** While nothing can be written (full disk, resource limit, lock of
//!   another program) a write fails after 10 seconds at most, reads go on, and [`Store::ready`]
//!   returns the error. Once writing is possible again it works again, without a restart.
//!
//! The logs are the truth. Derived rows can be thrown away and made again
//! ([`Lists::set_derived`]); decisions read the log.
//!
//! [`SqliteStore`] implements this in one `SQLite` file, `PgStore` (with the feature `cluster`) in
//! a `PostgreSQL` database that several servers may use at once. [`StoreUrl`] opens either.
//! [`Inspect`] searches one for damage. The crate `heterodox-store-story` tests the promises for
//! any implementation, `tests/recovery` and `tests/postgres` the behaviour while nothing can be
//! written.

mod chat;
mod error;
mod game_log;
mod inspect;
mod lists;
mod outages;
mod outbox;
mod people;
#[cfg(feature = "cluster")]
mod postgres;
mod private_texts;
mod purge;
mod puzzles;
mod records;
#[cfg(feature = "cluster")]
mod rows;
mod shared;
mod sqlite;
mod store_url;
mod ways;
mod writes;

use async_trait::async_trait;

pub use chat::{Chat, ChatLine, NewChatLine, Said};
pub use error::{Damage, StoreError};
pub use game_log::{Append, GameLog, NewEvent, NewGame, StoredEvent, StoredGame};
pub use inspect::{Contents, Inspect};
pub use lists::{
    ArchiveFilter, Derived, GameState, GameSummary, LevelScore, ListKey, ListedGame, Lists,
    MAX_PAGE, MAX_SCAN, Page, Reliability, ResultFilter, Score, SeatSummary, Visibility,
};
pub use outages::Outages;
pub use outbox::{Outbox, OutboxItem, TakenItem};
pub use people::{
    AuditEntry, Credential, Email, NAME_RESERVED_MS, OnceCode, People, PeopleChange, Profile,
    REPORT_KEPT_MS, Report, Session, Silence, Takeover, User, UserKind, UserRow, Vacation,
};
#[cfg(feature = "cluster")]
pub use postgres::{
    AddressError, Migrated, Migration, MigrationError, MigrationStage, MigrationStep, PgAddress,
    PgReader, PgStore,
};
pub use private_texts::{PrivateTexts, TextKind};
pub use purge::Purge;
pub use puzzles::{PuzzleDeed, PuzzleResult, Puzzles};
pub use records::{NewRecord, Records};
pub use shared::{GameSigns, NODE_LIFE, SeatPresence, SharedStore, Work};
pub use sqlite::{SqliteReader, SqliteStore, back_up};
pub use store_url::StoreUrl;
pub use ways::{
    Failures, Feed, MailNews, PushSubscription, WayChange, Ways, Webhook, server_key_or_new,
};

/// Milliseconds since 1970-01-01 UTC.
pub type UnixMillis = i64;

/// Storage of all that the server keeps. The [crate documentation](crate) lists what every
/// implementation promises.
///
/// All methods may also return [`StoreError::Closed`] after [`Store::close`],
/// [`StoreError::Database`] and [`StoreError::Corrupt`].
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use heterodox_store::{
///     Append, Derived, GameLog, NewEvent, NewGame, SqliteStore, Store, StoreError,
/// };
///
/// let dir = tempfile::tempdir().unwrap();
/// let store = SqliteStore::open(&dir.path().join("heterodox.sqlite")).await.unwrap();
///
/// let derived = Derived::default();
/// let (id, body, outbox) = ("k3v9qz2m".into(), "{}".into(), Vec::new());
/// let game = NewGame { id, body, created_ms: 1, derived, outbox };
/// store.create_game(game).await.unwrap();
/// let event = NewEvent { at_ms: 2, body: "V@G13 G14".into() };
/// let append = Append::new("k3v9qz2m", 0, vec![event], Derived::default());
/// store.append(append.clone()).await.unwrap();
/// assert_eq!(store.events("k3v9qz2m").await.unwrap()[0].body, "V@G13 G14");
///
/// // The log now ends after event 1, so another append after event 0 conflicts.
/// let late = store.append(append).await;
/// assert!(matches!(late, Err(StoreError::Conflict { after: 0, .. })));
/// # store.close().await;
/// # });
/// ```
#[async_trait]
pub trait Store:
    GameLog + People + Chat + PrivateTexts + Puzzles + Lists + Records + Outbox + Outages + Ways + Purge
{
    /// Returns the error of the newest commit, if it failed, without waiting. The store tries again
    /// in the background, so this becomes `Ok` when writing is possible again, also without a
    /// write.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Returns the moment by the clock of the store, which all servers on one store share. In a
    /// file that is the machine's clock.
    async fn now_ms(&self) -> Result<UnixMillis, StoreError>;

    /// Returns a number that is another one after another program has written to the store. On a
    /// store that several servers use it stays the same: they have other ways to learn of that.
    async fn outside_writes(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Returns what several servers on one store need of each other; `None` for a store that only
    /// one server uses.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }

    /// Finishes the queued writes and closes the store. Every later call returns
    /// [`StoreError::Closed`].
    async fn close(&self);
}

/// The machine's clock.
fn system_ms() -> UnixMillis {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
