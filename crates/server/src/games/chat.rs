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
    /// Held while a line is stored, so that a full room is noticed. Where other servers may store
    /// lines: the number of the last line of each room that the listeners were told of; `None`
    /// before the first listener.
    speaking: tokio::sync::Mutex<Option<[u64; 2]>>,
    /// Made for the first listener.
    said: OnceLock<broadcast::Sender<Arc<SaidLine>>>,
}

impl GameChat {
    fn said(&self) -> &broadcast::Sender<Arc<SaidLine>> {
        self.said.get_or_init(|| broadcast::channel(BACKLOG).0)
    }

    /// Receives the lines of both rooms from now on.
    pub(crate) async fn listen(
        &self,
        store: &dyn Store,
        game: &str,
    ) -> Result<broadcast::Receiver<Arc<SaidLine>>, ServiceError> {
        if store.shared().is_some() {
            let mut told = self.speaking.lock().await;
            if told.is_none() {
                let mut last = [0; 2];
                for (room, last) in ChatRoom::ALL.into_iter().zip(&mut last) {
                    let lines = store.chat(game, room.key()).await?;
                    *last = lines.last().map_or(0, |line| line.seq);
                }
                *told = Some(last);
            }
        }
        Ok(self.said().subscribe())
    }

    /// Tells the listeners what was said at other servers. `lines` is the number of lines in both
    /// rooms.
    pub(crate) async fn catch_up(
        &self,
        store: &dyn Store,
        game: &str,
        lines: u64,
    ) -> Result<(), ServiceError> {
        let mut told = self.speaking.lock().await;
        let knows = told.is_none_or(|told| told.iter().sum::<u64>() >= lines);
        if knows { Ok(()) } else { self.tell(store, game, &mut told).await }
    }

    /// Tells the listeners all lines that they were not told of.
    async fn tell(
        &self,
        store: &dyn Store,
        game: &str,
        told: &mut Option<[u64; 2]>,
    ) -> Result<(), ServiceError> {
        for (room, told) in ChatRoom::ALL.into_iter().zip(told.iter_mut().flatten()) {
            for line in store.chat(game, room.key()).await? {
                if line.seq > *told {
                    *told = line.seq;
                    // An error means that there are no listeners.
                    let _ = self.said().send(Arc::new(SaidLine { room, line }));
                }
            }
        }
        Ok(())
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
        let mut told = self.speaking.lock().await;
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
        if store.shared().is_some() {
            // With what was said at other servers before it. It is stored, whatever comes now.
            if let Err(error) = self.tell(store, game, &mut told).await {
                tracing::warn!(%error, "the listeners of a chat are told later");
            }
        } else {
            // An error means that there are no listeners.
            let _ = self.said().send(line.clone());
        }
        Ok(Some(line))
    }
}
