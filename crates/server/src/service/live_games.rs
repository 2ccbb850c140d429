//! The games in memory: each at most once, loaded once for all waiting callers, with a bound on the
//! idle ones.

use super::ServiceError;
use super::live_game::LiveGame;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// The total [weight](LiveGame::weight) of idle games that stay in memory.
const MOST_IDLE: usize = 1000;
/// The weight of loaded games after which surplus ones are evicted, so that not each load searches
/// for the oldest.
const SLACK: usize = 100;

type Place = Arc<OnceCell<Arc<LiveGame>>>;

/// The games in memory, by id. A cell without a game is being loaded.
#[derive(Default)]
pub(super) struct LiveGames {
    places: Mutex<HashMap<String, Place>>,
    /// The weight that was loaded since the last eviction.
    loaded: AtomicUsize,
}

impl LiveGames {
    /// A game that is in memory.
    pub(super) fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        let room = self.places().get(id)?.get().cloned()?;
        room.touch();
        Some(room)
    }

    /// A game, which is loaded if it is not in memory. Of several concurrent callers one loads; if
    /// it is cancelled or fails, the next one does.
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

    /// Evicts surplus games each time that this much weight was loaded.
    fn make_room(&self, weight: usize) {
        if self.loaded.fetch_add(weight, Ordering::Relaxed) + weight >= SLACK {
            self.loaded.store(0, Ordering::Relaxed);
            let_go_oldest(&mut self.places());
        }
    }

    /// Evicts the games that have been idle for at least `idle`, and the surplus of the others.
    pub(super) fn let_go(&self, idle: Duration) {
        // A user of a game holds its `Arc`, and gets it under this lock only.
        let mut places = self.places();
        let is_needed = |place: &Place| match place.get() {
            Some(_) => unused(place).is_none_or(|room| !room.is_idle(idle)),
            // No caller loads it any more.
            None => Arc::strong_count(place) > 1,
        };
        places.retain(|_, place| is_needed(place));
        let_go_oldest(&mut places);
        places.shrink_to_fit();
    }

    /// Removes all games and returns them.
    pub(super) fn drain(&self) -> Vec<Arc<LiveGame>> {
        self.places().drain().filter_map(|(_, place)| place.get().cloned()).collect()
    }

    /// The number of games in memory.
    pub(super) fn len(&self) -> usize {
        self.places().len()
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // Each use is one operation on the map, which a panic cannot leave half done.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The game of a cell that only the map holds, so that no caller uses it.
fn unused(place: &Place) -> Option<&LiveGame> {
    let room = place.get().filter(|room| Arc::strong_count(room) == 1)?;
    (Arc::strong_count(place) == 1).then_some(room)
}

/// Keeps the unused games that were used last, up to [`MAX_IDLE`].
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

/// A caller that waits for a game. Dropping it removes the cell of a game that could not be loaded.
struct Waiting<'a> {
    rooms: &'a LiveGames,
    id: &'a str,
    place: Place,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut places = self.rooms.places();
        // This guard and the map hold it.
        if self.place.get().is_none() && Arc::strong_count(&self.place) == 2 {
            places.remove(self.id);
        }
    }
}
