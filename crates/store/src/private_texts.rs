//! Texts that users keep beside games: private notes and conditional moves.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// What a text of a user on a game is. The server alone reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TextKind {
    /// Private notes.
    Notes,
    /// The conditional moves.
    Conditionals,
}

impl TextKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Notes, Self::Conditionals];

    /// The word that is stored.
    pub fn key(self) -> &'static str {
        match self {
            Self::Notes => "notes",
            Self::Conditionals => "conditionals",
        }
    }
}

/// The texts of users on games, one of each kind. They are no part of the games' logs. They are
/// gone when the user leaves; those of a guest whose games are taken over are the other user's,
/// whose own ones stay.
#[async_trait]
pub trait PrivateTexts: Send + Sync + 'static {
    /// Replaces the text of a user on a game; `None` deletes it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] if there is no such game.
    async fn put_text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
        body: Option<String>,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError>;

    /// Returns the text of a user on a game.
    async fn text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
    ) -> Result<Option<String>, StoreError>;
}
