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
const MAX_IDLE: usize = 1000;
/// The weight of loaded games after which surplus ones are evicted, so that not each load searches
/// for the oldest.
const EVICTION_STEP: usize = 100;

type LoadCell = Arc<OnceCell<Arc<LiveGame>>>;

/// The games in memory, by id. A cell without a game is being loaded.
#[derive(Default)]
pub(super) struct LiveGames {
    cells: Mutex<HashMap<String, LoadCell>>,
    /// The weight that was loaded since the last eviction.
    loaded_weight: AtomicUsize,
}

impl LiveGames {
    /// A game that is in memory.
    pub(super) fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        let live = self.cells().get(id)?.get().cloned()?;
        live.touch();
        Some(live)
    }

    /// A game that is in memory, without a sign of use.
    pub(super) fn peek(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.cells().get(id)?.get().cloned()
    }

    /// All games in memory.
    pub(super) fn loaded(&self) -> Vec<Arc<LiveGame>> {
        self.cells().values().filter_map(|cell| cell.get().cloned()).collect()
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
        let guard = LoadGuard { live_games: self, id, cell: self.cell(id) };
        let load = async || {
            let live = load().await?;
            self.evict_surplus(live.weight());
            Ok::<_, ServiceError>(Arc::new(live))
        };
        let live = guard.cell.get_or_try_init(load).await?;
        live.touch();
        Ok(live.clone())
    }

    fn cell(&self, id: &str) -> LoadCell {
        self.cells().entry(id.to_owned()).or_default().clone()
    }

    /// Evicts surplus games each time that this much weight was loaded.
    fn evict_surplus(&self, weight: usize) {
        if self.loaded_weight.fetch_add(weight, Ordering::Relaxed) + weight >= EVICTION_STEP {
            self.loaded_weight.store(0, Ordering::Relaxed);
            evict_oldest(&mut self.cells());
        }
    }

    /// Evicts the games that have been idle for at least `idle`, and the surplus of the others.
    pub(super) fn evict(&self, idle: Duration) {
        // A user of a game holds its `Arc`, and gets it under this lock only.
        let mut cells = self.cells();
        let is_used = |cell: &LoadCell| match cell.get() {
            Some(_) => unused(cell).is_none_or(|live| !live.is_idle(idle)),
            // No caller loads it any more.
            None => Arc::strong_count(cell) > 1,
        };
        cells.retain(|_, cell| is_used(cell));
        evict_oldest(&mut cells);
        cells.shrink_to_fit();
    }

    /// Removes all games and returns them.
    pub(super) fn drain(&self) -> Vec<Arc<LiveGame>> {
        self.cells().drain().filter_map(|(_, cell)| cell.get().cloned()).collect()
    }

    /// The number of games in memory.
    pub(super) fn len(&self) -> usize {
        self.cells().len()
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<String, LoadCell>> {
        // Each use is one operation on the map, which a panic cannot leave half done.
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The game of a cell that only the map holds, so that no caller uses it.
fn unused(cell: &LoadCell) -> Option<&LiveGame> {
    let live = cell.get().filter(|live| Arc::strong_count(live) == 1)?;
    (Arc::strong_count(cell) == 1).then_some(live)
}

/// Keeps the unused games that were used last, up to [`MAX_IDLE`].
fn evict_oldest(cells: &mut HashMap<String, LoadCell>) {
    let unused = cells.iter().filter_map(|(id, cell)| Some((id, unused(cell)?)));
    let mut idle: Vec<_> =
        unused.map(|(id, live)| (live.last_used(), live.weight(), id.clone())).collect();
    idle.sort_unstable_by(|a, b| b.cmp(a));
    let mut kept = 0;
    for (_, weight, id) in idle {
        kept += weight;
        if kept > MAX_IDLE {
            cells.remove(&id);
        }
    }
}

/// A caller that waits for a game. Dropping it removes the cell of a game that could not be loaded.
struct LoadGuard<'a> {
    live_games: &'a LiveGames,
    id: &'a str,
    cell: LoadCell,
}

impl Drop for LoadGuard<'_> {
    fn drop(&mut self) {
        let mut cells = self.live_games.cells();
        // This guard and the map hold it.
        if self.cell.get().is_none() && Arc::strong_count(&self.cell) == 2 {
            cells.remove(self.id);
        }
    }
}
