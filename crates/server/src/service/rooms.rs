//! The games in memory: each at most once, loaded once for all who wait, and as few as possible that
//! nobody needs.

use super::ServiceError;
use super::room::Room;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// How many games stay in memory that nobody watches. One takes about 40 KiB.
const MOST_IDLE: usize = 1000;
/// How many more there may be before they are let go, so that not each new game means a search
/// for the oldest.
const SLACK: usize = 200;

type Place = Arc<OnceCell<Arc<Room>>>;

/// The games in memory, by id. A place without a game is one that is being loaded.
#[derive(Default)]
pub(super) struct Rooms(Mutex<HashMap<String, Place>>);

impl Rooms {
    /// The room of a game that is in memory.
    pub(super) fn get(&self, id: &str) -> Option<Arc<Room>> {
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
    ) -> Result<Arc<Room>, ServiceError>
    where
        F: Future<Output = Result<Room, ServiceError>>,
    {
        let waiting = Waiting { rooms: self, id, place: self.place(id) };
        let loaded = waiting.place.get_or_try_init(async || load().await.map(Arc::new)).await?;
        loaded.touch();
        Ok(loaded.clone())
    }

    fn place(&self, id: &str) -> Place {
        let mut places = self.places();
        if places.len() >= MOST_IDLE + SLACK && !places.contains_key(id) {
            let_go_oldest(&mut places);
        }
        places.entry(id.to_owned()).or_default().clone()
    }

    /// Lets the games go that nobody has needed for this long.
    pub(super) fn let_go(&self, idle: Duration) {
        // Whoever uses a room holds it, and gets hold of it under this lock only.
        let mut places = self.places();
        places.retain(|_, place| unused(place).is_none_or(|room| !room.is_idle(idle)));
        places.shrink_to_fit();
    }

    /// Takes all games out.
    pub(super) fn drain(&self) -> Vec<Arc<Room>> {
        self.places().drain().filter_map(|(_, place)| place.get().cloned()).collect()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.places().len()
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // Each use is one operation on the map, which is whole before and after.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room in a place that only the map knows of, so that nobody can miss it.
fn unused(place: &Place) -> Option<&Room> {
    let room = place.get().filter(|room| Arc::strong_count(room) == 1)?;
    (Arc::strong_count(place) == 1).then_some(room)
}

/// Keeps those of the unused games that were needed last.
fn let_go_oldest(places: &mut HashMap<String, Place>) {
    let mut idle: Vec<_> = places
        .iter()
        .filter_map(|(id, place)| Some((unused(place)?.last_used(), id.clone())))
        .collect();
    if idle.len() <= MOST_IDLE {
        return;
    }
    idle.sort_unstable();
    let surplus = idle.len() - MOST_IDLE;
    for (_, id) in idle.into_iter().take(surplus) {
        places.remove(&id);
    }
}

/// Somebody who waits for a game. A game that cannot be loaded leaves no place behind.
struct Waiting<'a> {
    rooms: &'a Rooms,
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
