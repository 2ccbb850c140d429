//! Read-only access to what a store holds, to search it for damage.

use crate::{Derived, StoreError, StoredEvent, StoredGame, UnixMillis};
use async_trait::async_trait;

/// The ids of what a store holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The ids of all games.
    pub games: Vec<String>,
    /// The ids of all records.
    pub records: Vec<String>,
    /// The ids that have events or derived rows but no game.
    pub orphans: Vec<String>,
}

/// Reads stored data to search them for damage, also while a store uses them. Never writes.
///
/// All methods may return [`StoreError::Corrupt`] or [`StoreError::Database`].
#[async_trait(?Send)]
pub trait Inspect {
    /// Returns the faults that the database itself finds in its structure, at most 100.
    async fn faults(&self) -> Result<Vec<String>, StoreError>;

    /// Returns the ids of all games and records, sorted.
    async fn contents(&self) -> Result<Contents, StoreError>;

    /// Returns a game with its events; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the log is not complete.
    async fn game(&self, id: &str) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError>;

    /// Returns the derived rows of a game; `None` if it has none.
    async fn derived(&self, id: &str) -> Result<Option<Derived>, StoreError>;

    /// Returns all outages, each from its begin to its end, sorted by them.
    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError>;

    /// Returns the body of the record with this id; `None` if there is no such record.
    async fn record(&self, id: &str) -> Result<Option<String>, StoreError>;

    /// Whether the reads may mix several states of the data, so that the caller should open them
    /// again and start over.
    fn is_outdated(&self) -> bool;
}
