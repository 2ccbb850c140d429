//! The games in memory: each at most once, loaded once for all who wait, and as few as possible that
//! nobody needs.

use super::ServiceError;
use super::live_game::LiveGame;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// The [weight](Room::weight) of the games that stay in memory though nobody watches them.
const MOST_IDLE: usize = 1000;
/// The weight of the games that are loaded before surplus ones are let go, so that not each new game means a
/// search for the oldest.
const SLACK: usize = 100;

type Place = Arc<OnceCell<Arc<LiveGame>>>;

/// The games in memory, by id. A place without a game is one that is being loaded.
#[derive(Default)]
pub(super) struct LiveGames {
    places: Mutex<HashMap<String, Place>>,
    /// The weight that was loaded since games were let go.
    loaded: AtomicUsize,
}

impl LiveGames {
    /// The room of a game that is in memory.
    pub(super) fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        let room = self.places().get(id)?.get().cloned()?;
        room.touch();
        Some(room)
    }

    /// The room of a game, which is loaded if it is not in memory. Of several who ask at the same
    /// time one loads; if it goes away or fails, the next does.
    pub(super) async fn get_or_load<F>(
        &self,
        id: &str,
        load: impl FnOnce() -> F,
    ) -> Result<Arc<LiveGame>, ServiceError>
    where
        F: Future<Output = Result<LiveGame, ServiceError>>,
    {
        let waiting = Waiting { rooms: self, id, place: self.place(id) };
        let load = async || {
            let room = load().await?;
            self.make_room(room.weight());
            Ok::<_, ServiceError>(Arc::new(room))
        };
        let room = waiting.place.get_or_try_init(load).await?;
        room.touch();
        Ok(room.clone())
    }

    fn place(&self, id: &str) -> Place {
        self.places().entry(id.to_owned()).or_default().clone()
    }

    /// Lets the surplus go from time to time, as games of this weight come.
    fn make_room(&self, weight: usize) {
        if self.loaded.fetch_add(weight, Ordering::Relaxed) + weight >= SLACK {
            self.loaded.store(0, Ordering::Relaxed);
            let_go_oldest(&mut self.places());
        }
    }

    /// Lets the games go that nobody has needed for this long, and the surplus of the others.
    pub(super) fn let_go(&self, idle: Duration) {
        // Whoever uses a room holds it, and gets hold of it under this lock only.
        let mut places = self.places();
        let is_needed = |place: &Place| match place.get() {
            Some(_) => unused(place).is_none_or(|room| !room.is_idle(idle)),
            // Nobody loads it any more.
            None => Arc::strong_count(place) > 1,
        };
        places.retain(|_, place| is_needed(place));
        let_go_oldest(&mut places);
        places.shrink_to_fit();
    }

    /// Takes all games out.
    pub(super) fn drain(&self) -> Vec<Arc<LiveGame>> {
        self.places().drain().filter_map(|(_, place)| place.get().cloned()).collect()
    }

    /// How many games are in memory.
    pub(super) fn len(&self) -> usize {
        self.places().len()
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // Each use is one operation on the map, which is whole before and after.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room in a place that only the map knows of, so that nobody can miss it.
fn unused(place: &Place) -> Option<&LiveGame> {
    let room = place.get().filter(|room| Arc::strong_count(room) == 1)?;
    (Arc::strong_count(place) == 1).then_some(room)
}

/// Keeps those of the unused games that were needed last, up to [`MOST_IDLE`].
fn let_go_oldest(places: &mut HashMap<String, Place>) {
    let unused = places.iter().filter_map(|(id, place)| Some((id, unused(place)?)));
    let mut idle: Vec<_> =
        unused.map(|(id, room)| (room.last_used(), room.weight(), id.clone())).collect();
    idle.sort_unstable_by(|a, b| b.cmp(a));
    let mut kept = 0;
    for (_, weight, id) in idle {
        kept += weight;
        if kept > MOST_IDLE {
            places.remove(&id);
        }
    }
}

/// Somebody who waits for a game. A game that cannot be loaded leaves no place behind.
struct Waiting<'a> {
    rooms: &'a LiveGames,
    id: &'a str,
    place: Place,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut places = self.rooms.places();
        // This one and the map hold it.
        if self.place.get().is_none() && Arc::strong_count(&self.place) == 2 {
            places.remove(self.id);
        }
    }
}
