//! What is said in a live game's chat: new lines reach the listeners at once.
//!
//! A chat is no part of a game: its lines are in no log and have no version. Whether a line is
//! shown is decided for each reader (`people/chat.rs`).

use super::ServiceError;
use heterodox_store::{ChatLine, NewChatLine, Said, Store};
use heterodox_wire::ChatRoom;
use std::sync::{Arc, OnceLock};
use tokio::sync::broadcast;

/// How many lines a listener may lag behind before it misses some.
const BACKLOG: usize = 32;

/// A line that was said, as listeners get it.
#[derive(Debug)]
pub(crate) struct SaidLine {
    /// The room.
    pub(crate) room: ChatRoom,
    /// The line.
    pub(crate) line: ChatLine,
}

/// The chat of a live game.
#[derive(Default)]
pub(crate) struct GameChat {
    /// Held while a line is stored, so that a full room is noticed.
    speaking: tokio::sync::Mutex<()>,
    /// Made for the first listener.
    said: OnceLock<broadcast::Sender<Arc<SaidLine>>>,
}

impl GameChat {
    fn said(&self) -> &broadcast::Sender<Arc<SaidLine>> {
        self.said.get_or_init(|| broadcast::channel(BACKLOG).0)
    }

    /// Receives the lines of both rooms from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Arc<SaidLine>> {
        self.said().subscribe()
    }

    /// Says something in a room, and tells the listeners when it is stored. Returns `None` if the
    /// room has `limit` lines.
    pub(crate) async fn say(
        &self,
        store: &dyn Store,
        (game, room): (&str, ChatRoom),
        (user, at_ms, said): (String, i64, Said),
        limit: usize,
    ) -> Result<Option<Arc<SaidLine>>, ServiceError> {
        let _guard = self.speaking.lock().await;
        let key = room.key();
        if store.chat(game, key).await?.len() >= limit {
            return Ok(None);
        }
        let new = NewChatLine {
            game: game.to_owned(),
            room: key.to_owned(),
            user: user.clone(),
            at_ms,
            said: said.clone(),
        };
        let seq = store.say(new).await?;
        let line = Arc::new(SaidLine { room, line: ChatLine { seq, user, at_ms, said } });
        // An error means that there are no listeners.
        let _ = self.said().send(line.clone());
        Ok(Some(line))
    }
}
