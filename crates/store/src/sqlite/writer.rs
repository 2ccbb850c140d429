//! The writer task and its group commits.
//!
//! After a failed commit (full disk, limits of files or memory, a lock of another program) the
//! connection is replaced. `SQLite` may have rolled back the transaction by itself; sqlx, which
//! counts transactions too, then never begins another one on that connection. The task opens new
//! connections in the background, with growing pauses, until a commit succeeds on one. Meanwhile it
//! rejects writes at once: a disk may stay full for hours, too long to let callers wait.

use super::{connect, event_log, inserts};
use crate::{Append, NewGame, NewGuest, NewRecord, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// The capacity of the queue of writes. When it is full, callers wait before they are queued.
const QUEUE_CAPACITY: usize = 1024;
/// The most writes in one transaction. It bounds how long the writes behind them wait.
const MAX_BATCH: usize = 256;
/// The pause after the first failed attempt to reconnect. It doubles with each attempt.
const MIN_BACKOFF: Duration = Duration::from_millis(20);
/// The longest pause between attempts, so also the longest time until the store notices that
/// writing is possible again.
const MAX_BACKOFF: Duration = Duration::from_millis(500);

/// One write, which is stored completely or not at all.
#[derive(Debug)]
pub(super) enum Write {
    Game(NewGame),
    Append(Append),
    Guest(NewGuest),
    Record(NewRecord),
}

/// A write and the channel on which its caller waits for the result.
type QueuedWrite = (Write, oneshot::Sender<Result<(), StoreError>>);

/// A handle to the writer task.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` after [`Writer::close`].
    queue: Mutex<Option<mpsc::Sender<QueuedWrite>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    health: Health,
}

impl Writer {
    /// Makes a first commit on `connection`, the only one that writes, and starts the task with it.
    /// If that commit fails, the task begins by reconnecting.
    pub(super) async fn start(
        mut connection: SqliteConnection,
        options: SqliteConnectOptions,
    ) -> Self {
        let health = Health::default();
        if let Err(error) = connect::probe_commit(&mut connection).await {
            health.record_failure(&error.to_string());
        }
        let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
        let task = WriterTask {
            options,
            queue,
            batch: Vec::with_capacity(MAX_BATCH),
            health: health.clone(),
        };
        let task = tokio::spawn(task.run(connection));
        Self { queue: Mutex::new(Some(sender)), task: tokio::sync::Mutex::new(Some(task)), health }
    }

    /// Queues a write and returns when it is durable or has failed.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
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
        let mut task = self.task.lock().await;
        if let Some(running) = task.take()
            && let Err(error) = running.await
        {
            tracing::error!(%error, "the writer task panicked");
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<QueuedWrite>>> {
        // The lock guards one assignment, so a panic cannot leave it half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of the newest commit; `None` if it succeeded. Clones share their state.
#[derive(Clone, Default, Debug)]
struct Health(Arc<Mutex<Option<String>>>);

impl Health {
    fn failure(&self) -> Option<String> {
        self.lock().clone()
    }

    fn record_failure(&self, reason: &str) {
        // Every commit fails while a disk is full; only the first failure is logged.
        if self.lock().replace(reason.to_owned()).is_none() {
            tracing::error!(reason, "nothing can be stored");
        }
    }

    fn record_success(&self) {
        if self.lock().take().is_some() {
            tracing::warn!("the store works again");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        // As in `Writer::queue`, the lock guards one assignment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of the task that commits queued writes.
struct WriterTask {
    options: SqliteConnectOptions,
    queue: mpsc::Receiver<QueuedWrite>,
    /// The writes taken from the queue for the next commit.
    batch: Vec<QueuedWrite>,
    health: Health,
}

impl WriterTask {
    /// Commits batches until the queue is closed and empty.
    async fn run(mut self, mut connection: SqliteConnection) {
        loop {
            if self.health.failure().is_some() {
                match self.reconnect(connection).await {
                    Some(new) => connection = new,
                    None => return,
                }
            }
            if self.queue.recv_many(&mut self.batch, MAX_BATCH).await == 0 {
                break;
            }
            self.commit_batch(&mut connection).await;
        }
        if let Err(error) = connection.close().await {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }

    /// Commits the batch and sends the results to its callers.
    async fn commit_batch(&mut self, connection: &mut SqliteConnection) {
        let results = match commit(connection, &self.batch).await {
            Ok(results) => results,
            Err(error) => {
                self.health.record_failure(&error.to_string());
                return reject_batch(&mut self.batch, &error.to_string());
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

    /// Replaces the connection, and rejects writes until that has succeeded. Returns `None` if the
    /// queue is closed before.
    async fn reconnect(&mut self, old: SqliteConnection) -> Option<SqliteConnection> {
        let mut reconnecting = pin!(reconnect(old, &self.options, &self.health));
        loop {
            tokio::select! {
                connection = &mut reconnecting => return Some(connection),
                received = self.queue.recv_many(&mut self.batch, MAX_BATCH) => {
                    if received == 0 {
                        return None;
                    }
                    let reason = self.health.failure().unwrap_or_default();
                    reject_batch(&mut self.batch, &reason);
                }
            }
        }
    }
}

/// Sends [`StoreError::Database`] to all callers of a batch and empties it.
fn reject_batch(batch: &mut Vec<QueuedWrite>, reason: &str) {
    tracing::debug!(reason, writes = batch.len(), "writes were refused");
    for (_, sender) in batch.drain(..) {
        let _ = sender.send(Err(StoreError::Database(reason.to_owned())));
    }
}

/// Closes a connection on which a commit failed, and tries until a commit succeeds on a new one.
async fn reconnect(
    old: SqliteConnection,
    options: &SqliteConnectOptions,
    health: &Health,
) -> SqliteConnection {
    // The failure is known already, and closing a broken connection may fail too.
    let _ = old.close().await;
    let mut backoff = MIN_BACKOFF;
    loop {
        match connect::open_writable(options).await {
            Ok(connection) => {
                health.record_success();
                return connection;
            }
            Err(error) => health.record_failure(&error.to_string()),
        }
        tokio::time::sleep(backoff).await;
        backoff = (backoff * 2).min(MAX_BACKOFF);
    }
}

/// Executes a batch in one transaction and returns the result of each write. A write that fails is
/// rolled back alone.
///
/// # Errors
///
/// The transaction failed, and none of the writes is stored.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[QueuedWrite],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut results = Vec::with_capacity(batch.len());
    for (write, _) in batch {
        // sqlx turns a transaction within a transaction into a savepoint.
        let mut savepoint = transaction.begin().await?;
        let result = execute(&mut savepoint, write).await;
        match result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn execute(db: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Game(game) => inserts::insert_game(db, game).await,
        Write::Append(append) => event_log::append(db, append).await,
        Write::Guest(guest) => inserts::insert_guest(db, guest).await,
        Write::Record(record) => inserts::insert_record(db, record).await,
    }
}
