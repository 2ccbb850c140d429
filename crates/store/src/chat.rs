//! What is said in the chats of games.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// What a line of a chat says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A set phrase, by its key, which only the server reads.
    Phrase(String),
    /// Free text.
    Text(String),
}

/// A line that is added to a chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChatLine {
    /// The game.
    pub game: String,
    /// The room of the game's chat, a word that only the server reads.
    pub room: String,
    /// The id of the user who says it.
    pub user: String,
    /// When.
    pub at_ms: UnixMillis,
    /// What is said.
    pub said: Said,
}

/// A line of a chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// The number of the line in its room, from 1.
    pub seq: u64,
    /// The id of the user who said it.
    pub user: String,
    /// When.
    pub at_ms: UnixMillis,
    /// What was said.
    pub said: Said,
}

/// The chats of games. They are no part of the games' logs.
///
/// - **Numbered by room.** The lines of a room are numbered without gaps, whatever is said in other
///   rooms. A number is never given again, also after the line is gone.
/// - **Gone with its user.** The lines of a user who leaves are gone. Those of a guest whose games
///   are taken over are the other user's.
#[async_trait]
pub trait Chat: Send + Sync + 'static {
    /// Adds a line. Returns its number.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] if there is no such game.
    async fn say(&self, line: NewChatLine) -> Result<u64, StoreError>;

    /// Returns the lines of a room in their order.
    async fn chat(&self, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError>;
}
