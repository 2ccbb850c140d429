//! What an operator deletes because it is old.

use crate::{ListedGame, StoreError, UnixMillis};
use async_trait::async_trait;

/// Finds and deletes what has not been used for long. The lists are sorted by id and have at most
/// `limit` entries, those after the id `after`.
#[async_trait]
pub trait Purge: Send + Sync + 'static {
    /// Returns the ids of the idle guests: those who were seen last before a moment, hold no seat,
    /// are offered none, and are in no report and no takeover.
    async fn idle_guests(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>, StoreError>;

    /// Deletes those of the guests with these ids who are idle, with all that is theirs. What they
    /// have said stays as a line without a user. Returns their number.
    async fn delete_idle_guests(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError>;

    /// Returns the games that are not over and have no event at a moment or later, nor were opened
    /// then.
    async fn idle_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError>;

    /// Returns the games of guests alone: those that ended before a moment, in which guests and
    /// computers alone sat, of which no person keeps notes, and which no report is about.
    async fn old_guest_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError>;

    /// Deletes those of the games with these ids that [`Purge::old_guest_games`] finds, with their
    /// logs and all that belongs to them. Returns their number.
    async fn delete_old_guest_games(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError>;
}
