//! The wake-up queue: what the server must do at a moment, without a request.
//!
//! The rows derived from the logs say when each game is due ([`heterodox_store::Derived::due_ms`]);
//! [`Service::wake_due_games`] waits for the next moment. What is due the moment a game changes,
//! such as a computer's move, does not wait for the queue: [`Service::attend`] starts it.

use super::derived::due;
use super::live_game::LiveGame;
use super::{Service, ServiceError};
use heterodox_host::Moment;
use heterodox_store::UnixMillis;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;

/// The least time between two readings of the list. The moments of computers' moves are in it too,
/// so a busy server would read it all the time.
const PAUSE: Duration = Duration::from_millis(50);
/// The delay before a retry after the store or the pool has refused.
const RETRY_MS: i64 = 500;

/// The moment for which the queue waits.
pub(super) struct WakeUps {
    /// `i64::MAX` if the queue waits for none, or is just looking for it.
    next_ms: AtomicI64,
    earlier: Notify,
}

impl Default for WakeUps {
    fn default() -> Self {
        Self { next_ms: AtomicI64::new(i64::MAX), earlier: Notify::new() }
    }
}

impl WakeUps {
    /// Notes that a game is due at a moment, which its rows in the store say already.
    pub(super) fn note(&self, moment: Moment) {
        if moment.as_millis() < self.next_ms.load(Ordering::SeqCst) {
            self.earlier.notify_one();
        }
    }
}

impl Service {
    /// Wakes each game when it is due, for ever. The first round is that of all games that became
    /// due while the server did not run.
    pub(crate) async fn wake_due_games(self: &Arc<Self>) {
        let mut woken = HashSet::new();
        while !self.is_closing() {
            // A moment that is noted from now on is seen by the reading below, or starts another.
            self.wake_ups.next_ms.store(i64::MAX, Ordering::SeqCst);
            let now = self.environment.now();
            let next_ms = match self.wake_games(now, &mut woken).await {
                Ok(next_ms) => next_ms.unwrap_or(i64::MAX),
                Err(error) => {
                    tracing::error!(%error, "cannot do all that is due");
                    now.as_millis().saturating_add(RETRY_MS)
                }
            };
            self.wake_ups.next_ms.store(next_ms, Ordering::SeqCst);
            tokio::select! {
                () = self.environment.sleep_until(Moment(next_ms)) => {}
                () = self.wake_ups.earlier.notified() => {}
            }
            sleep(PAUSE).await;
        }
    }

    /// Wakes the games that are due and not among the `woken` ones; these are due until what they
    /// were woken for is in the log. Returns the next moment.
    async fn wake_games(
        self: &Arc<Self>,
        now: Moment,
        woken: &mut HashSet<(String, UnixMillis)>,
    ) -> Result<Option<UnixMillis>, ServiceError> {
        let due: HashSet<_> =
            self.store.due(now.as_millis(), usize::MAX).await?.into_iter().collect();
        woken.retain(|game| due.contains(game));
        let mut refused = None;
        for game in due {
            if woken.contains(&game) || self.is_closing() {
                continue;
            }
            match self.wake(&game.0).await {
                Err(error @ (ServiceError::Store(_) | ServiceError::Busy)) => refused = Some(error),
                result => {
                    if let Err(error) = result {
                        tracing::error!(game = game.0, %error, "cannot wake a game");
                    }
                    woken.insert(game);
                }
            }
        }
        match refused {
            Some(error) => Err(error),
            None => Ok(self.store.next_due(now.as_millis()).await?),
        }
    }

    /// Does what is due in a game.
    async fn wake(self: &Arc<Self>, id: &str) -> Result<(), ServiceError> {
        let live = self.live_game(id, None).await?;
        self.attend(&live);
        Ok(())
    }

    /// Starts what is due in a live game and notes what will be. Called whenever a game has changed
    /// or was loaded.
    pub(super) fn attend(self: &Arc<Self>, live: &Arc<LiveGame>) {
        self.start_computer(live);
        if let Some(moment) = due(&live.snapshot().game)
            && moment > self.environment.now()
        {
            self.wake_ups.note(moment);
        }
    }
}
