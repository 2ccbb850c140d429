//! The wake-up queue: what the server must do at a moment, without a request.
//!
//! The rows derived from the logs say when each game is due ([`heterodox_store::Derived::due_ms`]).
//! For a game in memory the queue knows it better: an outage of the server moves a deadline.
//! [`Service::wake_due_games`] waits for the next moment. What is due the moment a game changes,
//! such as a computer's move, does not wait for the queue: [`Service::attend`] starts it.

use super::live_game::LiveGame;
use super::nodes::LEASE;
use super::{Service, ServiceError};
use futures_util::{StreamExt, stream};
use heterodox_host::{Event, Moment, Transaction};
use heterodox_store::{UnixMillis, Work};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;

/// The least time between two readings of the list. The moments of computers' moves are in it too,
/// so a busy server would read it all the time.
const PAUSE: Duration = Duration::from_millis(50);
/// The delay before a retry after the store or the pool has refused.
const RETRY_MS: i64 = 500;
/// The number of games that are woken at once. Their events are stored together.
const AT_ONCE: usize = 32;
/// How long a game is left to the nodes that have it in memory, before it is woken by any.
const GRACE_MS: i64 = 3000;

/// The moments for which the queue waits.
#[derive(Default)]
pub(super) struct WakeUps {
    queue: Mutex<Queue>,
    earlier: Notify,
}

#[derive(Default)]
struct Queue {
    /// When the games are due that were in memory since.
    moments: HashMap<String, UnixMillis>,
    by_moment: BTreeSet<(UnixMillis, String)>,
    /// The moment for which the queue waits; `None` if it is just looking for it.
    next_ms: Option<UnixMillis>,
}

impl Queue {
    fn remove(&mut self, id: &str) {
        if let Some((id, moment)) = self.moments.remove_entry(id) {
            self.by_moment.remove(&(moment, id));
        }
    }

    /// Takes the games out of the queue that are due.
    fn take_due(&mut self, now_ms: UnixMillis) -> Vec<String> {
        let later = self.by_moment.split_off(&(now_ms.saturating_add(1), String::new()));
        let due = std::mem::replace(&mut self.by_moment, later);
        let due: Vec<_> = due.into_iter().map(|(_, id)| id).collect();
        for id in &due {
            self.moments.remove(id);
        }
        due
    }
}

impl WakeUps {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No panic can leave the queue half changed: its functions cannot fail.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes when a game is due.
    pub(super) fn note(&self, id: &str, moment: Option<Moment>) {
        let mut queue = self.queue();
        queue.remove(id);
        let Some(moment) = moment.map(Moment::as_millis) else { return };
        queue.moments.insert(id.to_owned(), moment);
        queue.by_moment.insert((moment, id.to_owned()));
        if queue.next_ms.is_some_and(|next| moment < next) {
            self.earlier.notify_one();
        }
    }

    /// Whether any game will be due. While games are being woken, they may be.
    pub(super) fn has_any(&self) -> bool {
        let queue = self.queue();
        !queue.by_moment.is_empty() || queue.next_ms.is_none_or(|next| next < i64::MAX)
    }
}

impl Service {
    /// Wakes each game when it is due, for ever. The first round is that of all games that became
    /// due while the server did not run.
    pub(crate) async fn wake_due_games(self: &Arc<Self>) {
        let mut woken = HashMap::new();
        while !self.is_closing() {
            // A moment that is noted from now on is seen by the reading below, or starts another.
            self.wake_ups.queue().next_ms = None;
            let now = self.environment.now();
            let next_ms = match self.wake_games(now, &mut woken).await {
                Ok(next_ms) => next_ms.unwrap_or(i64::MAX),
                Err(error) => {
                    tracing::error!(%error, "cannot do all that is due");
                    now.as_millis().saturating_add(RETRY_MS)
                }
            };
            let next_ms = {
                let mut queue = self.wake_ups.queue();
                let first = queue.by_moment.first().map_or(i64::MAX, |(moment, _)| *moment);
                *queue.next_ms.insert(next_ms.min(first))
            };
            tokio::select! {
                () = self.environment.sleep_until(Moment(next_ms)) => {}
                () = self.wake_ups.earlier.notified() => {}
            }
            sleep(PAUSE).await;
        }
    }

    /// Wakes the games that are due. Those that are due by their rows are so until what they were
    /// woken for is in the log, and are not woken again if they are among the `woken` ones. Returns
    /// the next moment.
    ///
    /// Of several nodes those that have a game in memory wake it by their own queues. A moment
    /// later one of all nodes does so by its row, and again if that one ends before it is done.
    async fn wake_games(
        self: &Arc<Self>,
        now: Moment,
        woken: &mut HashMap<(String, UnixMillis), Moment>,
    ) -> Result<Option<UnixMillis>, ServiceError> {
        let grace_ms = if self.is_shared() { GRACE_MS } else { 0 };
        let until_ms = now.as_millis().saturating_sub(grace_ms);
        let rows: HashSet<_> = self.store.due(until_ms, usize::MAX).await?.into_iter().collect();
        let lasts = |since: Moment| {
            !self.is_shared() || now.0.saturating_sub(since.0) < LEASE.as_millis() as i64
        };
        woken.retain(|game, since| rows.contains(game) && lasts(*since));
        let mut due: HashSet<String> =
            self.wake_ups.queue().take_due(now.as_millis()).into_iter().collect();
        let new: Vec<_> = rows.iter().filter(|game| !woken.contains_key(*game)).collect();
        let work = |(id, due_ms): &&(String, UnixMillis)| Work {
            key: format!("wake {id}"),
            step: due_ms.unsigned_abs(),
        };
        let leased = self.lease(&new.iter().map(work).collect::<Vec<_>>()).await;
        let own = new.iter().zip(leased).filter(|(_, leased)| *leased);
        due.extend(own.map(|((id, _), _)| id.clone()));
        let results = stream::iter(due).map(async |id| {
            let result = if self.is_closing() { Ok(()) } else { self.wake(&id).await };
            (id, result)
        });
        let mut results = results.buffer_unordered(AT_ONCE);
        let (mut refused, mut failed) = (None, HashSet::new());
        while let Some((id, result)) = results.next().await {
            match result {
                Ok(()) => {}
                Err(error @ (ServiceError::Store(_) | ServiceError::Busy)) => {
                    let again = Moment(self.environment.now().0.saturating_add(RETRY_MS));
                    self.wake_ups.note(&id, Some(again));
                    failed.insert(id);
                    refused = Some(error);
                }
                Err(error) => tracing::error!(game = id, %error, "cannot wake a game"),
            }
        }
        let again_ms = (self.is_shared() && !rows.is_empty())
            .then(|| now.0.saturating_add(LEASE.as_millis() as i64));
        for row in rows {
            if !failed.contains(&row.0) {
                woken.entry(row).or_insert(now);
            }
        }
        if let Some(error) = refused {
            return Err(error);
        }
        let next_ms = self.store.next_due(until_ms).await?;
        let next_ms = next_ms.map(|next_ms| next_ms.saturating_add(grace_ms));
        Ok(next_ms.into_iter().chain(again_ms).min())
    }

    /// Does what is due in a game.
    async fn wake(self: &Arc<Self>, id: &str) -> Result<(), ServiceError> {
        let live = self.live_game(id, None).await?;
        let now = self.environment.now();
        if live.snapshot().game.next_deadline().is_some_and(|deadline| deadline <= now) {
            self.change(&live, |_| Ok(())).await?;
        } else {
            self.attend(&live);
        }
        Ok(())
    }

    /// Starts what is due in a live game and notes what will be. Called whenever a game has changed
    /// or was loaded, or a player has come.
    pub(super) fn attend(self: &Arc<Self>, live: &Arc<LiveGame>) {
        self.start_computer(live);
        self.answer_conditionals(live);
        let snapshot = live.snapshot();
        self.wake_ups.note(live.id(), snapshot.game.next_deadline());
        if snapshot.may_start_clocks() && !self.is_closing() {
            let (service, live) = (self.clone(), live.clone());
            tokio::spawn(async move { service.start_clocks(&live).await });
        }
    }

    async fn start_clocks(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let start = |transaction: &mut Transaction<'_>| {
            let waits = transaction.game().time().is_some_and(|time| !time.has_started());
            if waits && transaction.game().outcome().is_none() {
                transaction.apply(Event::StartClocks)?;
            }
            Ok(())
        };
        // The queue starts them later if it fails.
        if let Err(error) = self.change(live, start).await {
            tracing::warn!(game = live.id(), %error, "cannot start the clocks");
        }
    }
}
