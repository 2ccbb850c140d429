//! The umpire service: all games, whoever acts in them.
//!
//! A change of a game takes one way, whether it comes from a page, a bot or the computer:
//!
//! 1. it waits for its turn at the game's [`Room`];
//! 2. it is tried on a copy of the game, and the umpire adds what follows by itself (thrown dice);
//! 3. the events go to the store, and come back durable;
//! 4. the copy becomes the game, everybody who watches is told, and the caller is answered.
//!
//! Games come into memory when somebody asks for them, by replaying their log, and leave it when
//! nobody has for a while.

mod actions;
mod chance;
mod computer;
mod draft;
mod error;
pub(crate) mod event;
mod game;
mod hint;
pub(crate) mod look;
pub(crate) mod outside;
mod pictures;
mod records;
mod room;
mod seating;
mod sight;
#[cfg(test)]
mod tests;
pub(crate) mod view;

pub(crate) use actions::{ActRequest, Action, Done, Rematch};
pub(crate) use error::ServiceError;
pub(crate) use game::Game;
pub(crate) use hint::Hint;
pub(crate) use pictures::{Form, Picture};
pub(crate) use records::record;
pub(crate) use room::{News, Room, Snapshot, Watcher};
pub(crate) use seating::{NewGameRequest, Opponent, SeatWish, Seating, Sitter};
pub(crate) use sight::As;
#[cfg(test)]
pub(crate) use sight::Sight;

use crate::pool::Pool;
use draft::{Changed, Draft};
use heterodox_store::{NewGuest, Store, StoreError};
use outside::{Outside, Reality};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a game stays in memory after the last one needed it.
const IDLE: Duration = Duration::from_mins(10);
/// How many pictures and records are worked on at a time. They take milliseconds.
const COMPUTATIONS: usize = 2;

/// A guest, known to the server by a secret token and to the others by a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guest {
    /// The public name: eight letters.
    pub(crate) name: String,
}

/// All games, guests and records.
pub(crate) struct Service {
    store: Arc<dyn Store>,
    outside: Arc<dyn Outside>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    computers: Pool,
    hints: Pool,
    computations: Semaphore,
    closing: AtomicBool,
}

impl Service {
    /// The service over a store.
    pub(crate) fn new(store: Arc<dyn Store>) -> Arc<Self> {
        Self::with(store, Arc::new(Reality))
    }

    /// The service over a store, with another clock and another chance than the real ones.
    pub(crate) fn with(store: Arc<dyn Store>, outside: Arc<dyn Outside>) -> Arc<Self> {
        Arc::new(Self {
            store,
            outside,
            rooms: Mutex::default(),
            computers: computer::pool(),
            hints: hint::pool(),
            computations: Semaphore::new(COMPUTATIONS),
            closing: AtomicBool::new(false),
        })
    }

    /// Registers a guest; gives the secret token and the guest.
    pub(crate) async fn new_guest(&self) -> Result<(String, Guest), ServiceError> {
        let token = self.outside.token();
        loop {
            let name = self.outside.name();
            let created_ms = self.outside.now_ms();
            let new = NewGuest { token_hash: hash(&token), name: name.clone(), created_ms };
            match self.store.create_guest(new).await {
                Ok(()) => return Ok((token, Guest { name })),
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The guest with this token, if there is one.
    pub(crate) async fn guest(&self, token: &str) -> Result<Option<Guest>, ServiceError> {
        Ok(self.store.guest(&hash(token)).await?.map(|name| Guest { name }))
    }

    /// The room of a game, which is loaded if it is not in memory.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, ServiceError> {
        if let Some(room) = self.rooms().get(id) {
            room.touch();
            return Ok(room.clone());
        }
        let loaded = Arc::new(Room::load(id, self.store.as_ref()).await?);
        // Somebody else may have been faster; then that room is the one.
        let room = self.rooms().entry(id.to_owned()).or_insert(loaded).clone();
        if room.snapshot().game.table.awaits_throw().is_some() {
            self.change(&room, |_| Ok(())).await?;
        }
        self.attend(&room);
        Ok(room)
    }

    /// The latest state of a game.
    pub(crate) async fn snapshot(
        self: &Arc<Self>,
        id: &str,
    ) -> Result<Arc<Snapshot>, ServiceError> {
        Ok(self.room(id).await?.snapshot())
    }

    /// Watches a game, with the sight that is asked for.
    pub(crate) async fn watch(
        self: &Arc<Self>,
        id: &str,
        guest: Option<Guest>,
        wish: Option<As>,
    ) -> Result<Watcher, ServiceError> {
        self.room(id).await?.watch(guest, wish)
    }

    /// Changes a game; see [`Room::change`].
    async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        change: impl FnOnce(&mut Draft) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<(T, Changed), ServiceError> {
        let (service, room) = (self.clone(), room.clone());
        // A task of its own: a caller who goes away must not stop a change half-way, after it was
        // stored and before anybody is told.
        let changing = tokio::spawn(async move {
            let result = room.change(service.store.as_ref(), &service.outside, change).await;
            service.attend(&room);
            result
        });
        changing.await.map_err(|error| ServiceError::Broken(format!("a change failed: {error}")))?
    }

    /// Computes something on a thread where it keeps nobody waiting.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let failed = |error: &dyn std::fmt::Display| {
            ServiceError::Broken(format!("a computation failed: {error}"))
        };
        let _place = self.computations.acquire().await.map_err(|error| failed(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error))
    }

    /// Loads the games in which the computer has something to do, and no others.
    pub(crate) async fn resume(self: &Arc<Self>) {
        let games = match self.store.games_due().await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "cannot look for games to resume"),
        };
        for id in games {
            if self.is_closing() {
                return;
            }
            if let Err(error) = self.room(&id).await {
                tracing::error!(game = id, %error, "cannot resume a game");
            }
        }
    }

    /// Lets the games go that nobody has needed for a while, again and again.
    pub(crate) async fn sweep(&self) {
        loop {
            tokio::time::sleep(IDLE / 10).await;
            self.let_go(IDLE);
        }
    }

    fn let_go(&self, idle: Duration) {
        // Whoever uses a room holds it, and gets hold of it under this lock only.
        self.rooms().retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(idle));
    }

    /// Stops the computers, finishes what is being stored and closes the store.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let rooms: Vec<_> = self.rooms().drain().map(|(_, room)| room).collect();
        for room in rooms {
            room.stop_thinking();
        }
        self.store.close().await;
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        // Each use is one operation on the map, which is whole before and after.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens are 128 random bits, which no hash needs to be slow for.
fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
