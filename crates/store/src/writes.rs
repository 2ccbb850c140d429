//! Writes that wait for a group commit, and whether the commits succeed: what the stores on both
//! databases have in common.

use crate::{
    Append, Derived, NewChatLine, NewGame, NewRecord, OutboxItem, PeopleChange, PuzzleDeed,
    StoreError, TakenItem, TextKind,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// The capacity of the queue of writes. When it is full, callers wait before they are queued.
pub(crate) const QUEUE_CAPACITY: usize = 1024;
/// The most writes in one transaction. It bounds how long the writes behind them wait.
pub(crate) const MAX_BATCH: usize = 256;
/// The pause after the first failed attempt to reconnect. It doubles with each attempt.
pub(crate) const MIN_BACKOFF: Duration = Duration::from_millis(20);
/// The longest pause between attempts, so also the longest time until the store notices that
/// writing is possible again.
pub(crate) const MAX_BACKOFF: Duration = Duration::from_millis(500);

/// One write, which is stored completely or not at all.
#[derive(Debug)]
pub(crate) enum Write {
    Game(NewGame),
    Append(Box<Append>),
    Derived {
        game: String,
        after: u64,
        derived: Derived,
    },
    People(Vec<PeopleChange>),
    Say(NewChatLine),
    PrivateText {
        kind: TextKind,
        user: String,
        game: String,
        body: Option<String>,
        at_ms: i64,
    },
    Puzzle {
        user: String,
        puzzle: String,
        deed: PuzzleDeed,
        at_ms: i64,
    },
    Record(NewRecord),
    OutboxPut(OutboxItem),
    OutboxTake {
        kinds: Vec<String>,
        now_ms: i64,
        again_ms: i64,
        limit: usize,
    },
    OutboxTakeOf {
        user: String,
        kind: String,
        now_ms: i64,
        again_ms: i64,
    },
    OutboxForget {
        until_ms: i64,
    },
    OutboxDone {
        id: String,
        at_ms: i64,
    },
    OutboxFailed {
        id: String,
        again_ms: i64,
    },
    OutboxPostponed {
        id: String,
        again_ms: i64,
    },
    Beat {
        at_ms: i64,
    },
    Outage {
        from_ms: i64,
        to_ms: i64,
    },
    PurgeGuests {
        ids: Vec<String>,
        before_ms: i64,
    },
    PurgeGames {
        ids: Vec<String>,
        before_ms: i64,
    },
    /// Writes nothing: only the connection that writes knows which writes are not its own.
    OutsideWrites,
}

/// What a write returns.
#[derive(Debug)]
pub(crate) enum Written {
    Nothing,
    /// The items that were taken from the outbox.
    Items(Vec<TakenItem>),
    /// The number of the line that was said, of what was deleted, or of the state.
    Number(u64),
}

/// The result of a write.
pub(crate) type WriteResult = Result<Written, StoreError>;

/// A write and the channel on which its caller waits for the result.
pub(crate) type QueuedWrite = (Write, oneshot::Sender<WriteResult>);

/// The error of the newest commit; `None` if it succeeded. Clones share their state.
#[derive(Clone, Default, Debug)]
pub(crate) struct Health(Arc<Mutex<Option<String>>>);

impl Health {
    pub(crate) fn failure(&self) -> Option<String> {
        self.lock().clone()
    }

    pub(crate) fn record_failure(&self, reason: &str) {
        // Every commit fails while a disk is full; only the first failure is logged.
        if self.lock().replace(reason.to_owned()).is_none() {
            tracing::error!(reason, "nothing can be stored");
        }
    }

    pub(crate) fn record_success(&self) {
        if self.lock().take().is_some() {
            tracing::warn!("the store works again");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        // The lock guards one assignment, so a panic cannot leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends [`StoreError::Database`] to all callers of a batch and empties it.
pub(crate) fn reject_batch(batch: &mut Vec<QueuedWrite>, reason: &str) {
    tracing::debug!(reason, writes = batch.len(), "writes were refused");
    for (_, sender) in batch.drain(..) {
        let _ = sender.send(Err(StoreError::Database(reason.to_owned())));
    }
}
