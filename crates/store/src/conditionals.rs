//! The conditional moves of players.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// The conditional moves of users, one text for each user and game, which only the server reads.
/// They are no part of the games' logs. They are gone when the user leaves; those of a guest whose
/// games are taken over are the other user's.
#[async_trait]
pub trait Conditionals: Send + Sync + 'static {
    /// Replaces the conditional moves of a user in a game; `None` deletes them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] if there is no such game.
    async fn put_conditionals(
        &self,
        user: &str,
        game: &str,
        body: Option<String>,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError>;

    /// Returns the conditional moves of a user in a game.
    async fn conditionals(&self, user: &str, game: &str) -> Result<Option<String>, StoreError>;
}
