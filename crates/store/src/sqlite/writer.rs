//! The writer thread and its group commits.
//!
//! After a failed commit (full disk, limits of files or memory, a lock of another program) the
//! connection is replaced, because `SQLite` may have rolled back the transaction by itself. The
//! thread opens new connections, with growing pauses, until a commit succeeds on one. Meanwhile it
//! rejects writes at once: a disk may stay full for hours, too long to let callers wait.

use super::{
    chat, connect, derived, event_log, inserts, outages, outbox, people, private_texts, purge,
    puzzles,
};
use crate::StoreError;
use crate::writes::{
    Health, MAX_BACKOFF, MAX_BATCH, MIN_BACKOFF, QUEUE_CAPACITY, QueuedWrite, Write, WriteResult,
    Written, reject_batch,
};
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

/// A handle to the writer thread.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` after [`Writer::close`].
    queue: Mutex<Option<mpsc::Sender<QueuedWrite>>>,
    thread: tokio::sync::Mutex<Option<RunningThread>>,
    health: Health,
}

#[derive(Debug)]
struct RunningThread {
    handle: JoinHandle<()>,
    /// Closed at the end of the thread.
    end: oneshot::Receiver<()>,
}

impl Writer {
    /// Makes a first commit on `connection`, the only one that writes, and starts the thread with
    /// it. If that commit fails, the thread begins by reconnecting.
    pub(super) fn start(connection: Connection, file: PathBuf) -> std::io::Result<Self> {
        let health = Health::default();
        if let Err(error) = connect::probe_commit(&connection) {
            health.record_failure(&error.to_string());
        }
        let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
        let (running, end) = oneshot::channel();
        let thread = WriterThread {
            file,
            queue,
            batch: Vec::with_capacity(MAX_BATCH),
            health: health.clone(),
            timer: tokio::runtime::Builder::new_current_thread().enable_time().build()?,
        };
        let handle =
            std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || {
                thread.run(connection);
                drop(running);
            })?;
        let thread = RunningThread { handle, end };
        Ok(Self {
            queue: Mutex::new(Some(sender)),
            thread: tokio::sync::Mutex::new(Some(thread)),
            health,
        })
    }

    /// Queues a write and returns when it is durable or has failed.
    pub(super) async fn write(&self, write: Write) -> WriteResult {
        let queue = self.queue().clone().ok_or(StoreError::Closed)?;
        let (sender, result) = oneshot::channel();
        queue.send((write, sender)).await.map_err(|_| StoreError::Closed)?;
        result.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns the error of the newest commit, if it failed.
    pub(super) fn ready(&self) -> Result<(), StoreError> {
        let is_open = self.queue().as_ref().is_some_and(|queue| !queue.is_closed());
        if !is_open {
            return Err(StoreError::Closed);
        }
        self.health.failure().map_or(Ok(()), |reason| Err(StoreError::Database(reason)))
    }

    /// Closes the queue, and returns when all queued writes are committed and the connection is
    /// closed.
    pub(super) async fn close(&self) {
        self.queue().take();
        let mut thread = self.thread.lock().await;
        if let Some(RunningThread { handle, end }) = thread.take() {
            // Nothing is sent: the thread drops its sender when it is done or panics.
            let _ = end.await;
            if handle.join().is_err() {
                tracing::error!("the writer thread panicked");
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<QueuedWrite>>> {
        // The lock guards one assignment, so a panic cannot leave it half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of the thread that commits queued writes.
struct WriterThread {
    file: PathBuf,
    queue: mpsc::Receiver<QueuedWrite>,
    /// The writes taken from the queue for the next commit.
    batch: Vec<QueuedWrite>,
    health: Health,
    /// Measures the pauses in which writes are rejected. It is made at the start, when resources
    /// are there, and has no threads.
    timer: Runtime,
}

impl WriterThread {
    /// Commits batches until the queue is closed and empty.
    fn run(mut self, mut connection: Connection) {
        loop {
            if self.health.failure().is_some() {
                // Closing a broken connection may fail; its failure is known already.
                drop(connection);
                match self.reconnect() {
                    Some(new) => connection = new,
                    None => return,
                }
            }
            if self.queue.blocking_recv_many(&mut self.batch, MAX_BATCH) == 0 {
                break;
            }
            self.commit_batch(&connection);
        }
        if let Err((_, error)) = connection.close() {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }

    /// Commits the batch and sends the results to its callers.
    fn commit_batch(&mut self, connection: &Connection) {
        let results = match commit(connection, &self.batch) {
            Ok(results) => results,
            Err(error) => {
                self.health.record_failure(&error);
                return reject_batch(&mut self.batch, &error);
            }
        };
        // `health` is updated before the results are sent, so that a caller that asks `ready` after
        // its write never sees an older state.
        let failed = results.iter().find_map(|result| match result {
            Err(StoreError::Database(reason)) => Some(reason),
            _ => None,
        });
        match failed {
            Some(reason) => self.health.record_failure(reason),
            None => self.health.record_success(),
        }
        for ((_, sender), result) in self.batch.drain(..).zip(results) {
            // The receiver is gone if the caller was cancelled. The write is stored all the same.
            let _ = sender.send(result);
        }
    }

    /// Opens connections until a commit succeeds on one, and rejects writes in the pauses. Returns
    /// `None` if the queue is closed before.
    fn reconnect(&mut self) -> Option<Connection> {
        let mut backoff = MIN_BACKOFF;
        loop {
            match connect::reopen_writer(&self.file) {
                Ok(connection) => {
                    self.health.record_success();
                    return Some(connection);
                }
                Err(error) => self.health.record_failure(&error.to_string()),
            }
            if !self.reject_for(backoff) {
                return None;
            }
            backoff = (backoff * 2).min(MAX_BACKOFF);
        }
    }

    /// Rejects all writes for this time. Returns `false` if the queue is closed before its end.
    fn reject_for(&mut self, pause: Duration) -> bool {
        let (queue, batch, health) = (&mut self.queue, &mut self.batch, &self.health);
        let rejecting = async {
            while queue.recv_many(batch, MAX_BATCH).await > 0 {
                reject_batch(batch, &health.failure().unwrap_or_default());
            }
        };
        let pause = async { tokio::time::timeout(pause, rejecting).await };
        self.timer.block_on(pause).is_err()
    }
}

/// Executes a batch in one transaction and returns the result of each write. A write that fails is
/// rolled back alone.
///
/// # Errors
///
/// The transaction failed, for this reason, and none of the writes is stored.
fn commit(connection: &Connection, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, String> {
    let run = |statement| run(connection, statement).map_err(|error| error.to_string());
    run("begin immediate")?;
    let mut results = Vec::with_capacity(batch.len());
    for (write, _) in batch {
        run("savepoint one_write")?;
        let result = execute(connection, write);
        if let Err(error) = &result {
            // This fails if the error has ended the transaction. The error is then the cause.
            run("rollback to one_write").map_err(|_| error.to_string())?;
        }
        run("release one_write")?;
        results.push(result);
    }
    run("commit")?;
    Ok(results)
}

fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute(()).map(drop)
}

fn execute(db: &Connection, write: &Write) -> WriteResult {
    match write {
        Write::Game(game) => inserts::insert_game(db, game),
        Write::Append(append) => event_log::append(db, append),
        Write::Derived { game, after, derived } => {
            event_log::expect_count(db, game, *after)?;
            derived::write(db, game, derived).map_err(StoreError::from)
        }
        Write::People(changes) => people::change(db, changes),
        Write::Say(line) => return chat::say(db, line).map(Written::Number),
        Write::PrivateText { kind, user, game, body, at_ms } => {
            private_texts::put(db, *kind, (user, game), body.as_deref(), *at_ms)
        }
        Write::Puzzle { user, puzzle, deed, at_ms } => {
            puzzles::note(db, (user, puzzle), *deed, *at_ms)
        }
        Write::Record(record) => inserts::insert_record(db, record),
        Write::OutboxPut(item) => outbox::put(db, item),
        Write::OutboxTake { kinds, now_ms, again_ms, limit } => {
            return outbox::take(db, kinds, *now_ms, *again_ms, *limit).map(Written::Items);
        }
        Write::OutboxTakeOf { user, kind, now_ms, again_ms } => {
            return outbox::take_of(db, (user, kind), *now_ms, *again_ms).map(Written::Items);
        }
        Write::OutboxForget { until_ms } => outbox::forget(db, *until_ms),
        Write::OutboxDone { id, at_ms } => outbox::done(db, id, *at_ms),
        Write::OutboxFailed { id, again_ms } => outbox::failed(db, id, *again_ms),
        Write::OutboxPostponed { id, again_ms } => outbox::postponed(db, id, *again_ms),
        Write::Beat { at_ms } => outages::beat(db, *at_ms),
        Write::Outage { from_ms, to_ms } => outages::note(db, *from_ms, *to_ms),
        Write::OutsideWrites => {
            let mut version = db.prepare_cached("pragma data_version")?;
            let version: i64 = version.query_row((), |row| row.get(0))?;
            return Ok(Written::Number(version.unsigned_abs()));
        }
        Write::PurgeGuests { ids, before_ms } => {
            return purge::delete_idle_guests(db, ids, *before_ms).map(Written::Number);
        }
        Write::PurgeGames { ids, before_ms } => {
            return purge::delete_old_guest_games(db, ids, *before_ms).map(Written::Number);
        }
    }?;
    Ok(Written::Nothing)
}
