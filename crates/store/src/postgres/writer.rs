//! The writer task and its group commits.
//!
//! The writes that arrived while the last transaction was committed make the next one. Its
//! statements are sent together where they do not depend on each other: for a batch of appends
//! there are two round trips, however many appends it has.
//!
//! - **Logs** (appends, new games, derived rows) are written by statements for the whole batch. An
//!   append that has lost against another one changes no row, so it needs no savepoint.
//! - **All else** follows write by write, each in a savepoint.
//! - **Locks.** The rows of all games of a batch are taken first, in the order of their ids. A
//!   batch that loses against one of another node nevertheless (the rows of users have no order)
//!   is tried again as a whole.
//! - **A statement that fails** voids the transaction. Then all writes are made one by one, each in
//!   a savepoint, and the one at fault is refused alone.
//!
//! One connection writes. Two would overlap the statements of one batch with the wait for the disk
//! of another, but the batches would be smaller by as much: two stores in one process are not
//! faster than one (`examples/append_rate.rs`).
//!
//! When the database fails, the connection is replaced. The task opens new ones, with growing
//! pauses, until a commit succeeds on one. Meanwhile it rejects writes at once.

use super::PgAddress;
use super::connect::{self, STATEMENT_TIMEOUT};
use super::db::{Db, Failure, is_lost_race, is_of_statement, reason};
use super::event_log::{LogWrite, lock, write};
use super::{chat, outages, outbox, people, private_texts, purge, puzzles, schema};
use crate::StoreError;
use crate::writes::{Health, MAX_BATCH, QUEUE_CAPACITY, QueuedWrite, Write, WriteResult, Written};
use crate::writes::{MAX_BACKOFF, MIN_BACKOFF, reject_batch};
use deadpool_postgres::{Object, Pool};
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// How long a write takes at most, from its call to its result. The store promises it.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a batch that has lost against one of another node is tried again.
const RETRIES: u32 = 8;
/// How often an idle writer looks whether its connection has ended.
const IDLE_CHECK: Duration = Duration::from_millis(500);

const SILENT: &str = "the database does not answer";

/// A handle to the writer task.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` after [`Writer::close`].
    queue: Mutex<Option<mpsc::Sender<QueuedWrite>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    health: Health,
}

impl Writer {
    /// Connects, migrates the schema, and starts the task.
    pub(super) async fn start(address: &PgAddress) -> Result<Self, StoreError> {
        let pool = connect::pool(address, 1)?;
        let connection = connect::writer(&pool).await?;
        schema::migrate(Db(&connection)).await?;
        schema::expect_finished(Db(&connection)).await?;
        let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
        let health = Health::default();
        let task = WriterTask {
            pool,
            queue,
            batch: Vec::with_capacity(MAX_BATCH),
            health: health.clone(),
        };
        let task = tokio::spawn(task.run(connection));
        let task = tokio::sync::Mutex::new(Some(task));
        Ok(Self { queue: Mutex::new(Some(sender)), task, health })
    }

    /// Queues a write and returns when it is durable or has failed.
    pub(super) async fn write(&self, write: Write) -> WriteResult {
        let queue = self.queue().clone().ok_or(StoreError::Closed)?;
        let (sender, result) = oneshot::channel();
        let write = async {
            queue.send((write, sender)).await.map_err(|_| StoreError::Closed)?;
            result.await.map_err(|_| StoreError::Closed)?
        };
        let too_late = |_| {
            let reason = "the database does not answer: it is not known whether this is stored";
            StoreError::Database(reason.to_owned())
        };
        timeout(WRITE_TIMEOUT, write).await.map_err(too_late)?
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
        if let Some(task) = task.take()
            && task.await.is_err()
        {
            tracing::error!("the writer task panicked");
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<QueuedWrite>>> {
        // The lock guards one assignment, so a panic cannot leave it half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of the task that commits queued writes.
struct WriterTask {
    pool: Pool,
    queue: mpsc::Receiver<QueuedWrite>,
    /// The writes taken from the queue for the next commit.
    batch: Vec<QueuedWrite>,
    health: Health,
}

impl WriterTask {
    /// Commits batches until the queue is closed and empty.
    async fn run(mut self, mut connection: Object) {
        loop {
            if self.health.failure().is_some() {
                // It may be in the middle of a transaction.
                drop(Object::take(connection));
                match self.reconnect().await {
                    Some(new) => connection = new,
                    None => break,
                }
            }
            match timeout(IDLE_CHECK, self.queue.recv_many(&mut self.batch, MAX_BATCH)).await {
                Ok(0) => break,
                Ok(_) => {
                    // An idle connection has ended, as after a restart. Nothing is sent yet.
                    if connection.is_closed() {
                        drop(Object::take(connection));
                        match connect::writer(&self.pool).await {
                            Ok(new) => connection = new,
                            Err(error) => {
                                self.fail_batch(&reason_of(error));
                                match self.reconnect().await {
                                    Some(new) => connection = new,
                                    None => break,
                                }
                                continue;
                            }
                        }
                    }
                    self.commit_batch(&connection).await;
                }
                Err(_) if connection.is_closed() => {
                    self.health.record_failure("the connection to the database has ended");
                }
                Err(_) => {}
            }
        }
        self.pool.close();
    }

    /// Commits the batch and sends the results to its callers.
    async fn commit_batch(&mut self, connection: &Object) {
        // On the heap: it holds the statements of a whole batch.
        let commit = Box::pin(commit(Db(connection), &self.batch));
        let committed = timeout(STATEMENT_TIMEOUT, commit).await;
        let results = match committed {
            Ok(Ok(results)) => results,
            Ok(Err(error)) => return self.fail_batch(&error),
            Err(_) => return self.fail_batch(SILENT),
        };
        // `health` is updated before the results are sent, so that a caller that asks `ready` after
        // its write never sees an older state.
        self.health.record_success();
        for ((_, sender), result) in self.batch.drain(..).zip(results) {
            // The receiver is gone if the caller was cancelled. The write is stored all the same.
            let _ = sender.send(result);
        }
    }

    fn fail_batch(&mut self, reason: &str) {
        self.health.record_failure(reason);
        reject_batch(&mut self.batch, reason);
    }

    /// Opens connections until a commit succeeds on one, and rejects writes meanwhile. Returns
    /// `None` if the queue is closed before.
    async fn reconnect(&mut self) -> Option<Object> {
        let mut backoff = MIN_BACKOFF;
        loop {
            let pool = self.pool.clone();
            let connecting = async move {
                let connection = connect::writer(&pool).await?;
                let probe = schema::probe_commit(Db(&connection));
                match timeout(STATEMENT_TIMEOUT, probe).await {
                    Ok(Ok(())) => return Ok(connection),
                    Ok(Err(error)) => Err(error.into()),
                    Err(_) => Err(StoreError::Database(SILENT.to_owned())),
                }
                .inspect_err(|_: &StoreError| drop(Object::take(connection)))
            };
            match self.reject_during(connecting).await? {
                Ok(connection) => {
                    self.health.record_success();
                    return Some(connection);
                }
                Err(error) => self.health.record_failure(&reason_of(error)),
            }
            self.reject_during(sleep(backoff)).await?;
            backoff = (backoff * 2).min(MAX_BACKOFF);
        }
    }

    /// Rejects all writes until a future is ready. Returns `None` if the queue is closed before.
    async fn reject_during<T>(&mut self, future: impl Future<Output = T>) -> Option<T> {
        let (queue, batch, health) = (&mut self.queue, &mut self.batch, &self.health);
        let rejecting = async {
            while queue.recv_many(batch, MAX_BATCH).await > 0 {
                reject_batch(batch, &health.failure().unwrap_or_default());
            }
        };
        tokio::select! {
            ready = future => Some(ready),
            () = rejecting => None,
        }
    }
}

/// What [`StoreError::Database`] says of an error.
fn reason_of(error: StoreError) -> String {
    match error {
        StoreError::Database(reason) => reason,
        error => error.to_string(),
    }
}

/// Executes a batch in one transaction and returns the result of each write. A write that fails is
/// rolled back alone.
///
/// # Errors
///
/// The transaction failed, for this reason. None of the writes is stored, unless the connection was
/// lost during the commit.
async fn commit(db: Db<'_>, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, String> {
    let mut tries = 0;
    loop {
        let failure = match Box::pin(commit_together(db, batch)).await {
            Ok(results) => return Ok(results),
            // The write at fault is not known, or part of it is written.
            Err(failure) => failure,
        };
        let failure = match failure {
            Failure::Database(error) if !is_lost_race(&error) && !is_of_statement(&error) => {
                return Err(reason(&error));
            }
            Failure::Database(error) if is_lost_race(&error) => Failure::Database(error),
            Failure::Database(_) | Failure::Refused(_) => {
                match commit_one_by_one(db, batch).await {
                    Ok(results) => return Ok(results),
                    Err(failure) => failure,
                }
            }
        };
        match failure {
            Failure::Database(error) if is_lost_race(&error) && tries < RETRIES => {
                tries += 1;
                tracing::debug!(tries, "a batch lost against one of another node");
                // The other one ends in a few milliseconds; each node waits another time.
                let wait = u64::from(std::process::id() % 7 + 1) * u64::from(tries);
                sleep(Duration::from_millis(wait)).await;
            }
            failure => return Err(reason_of(failure.into())),
        }
    }
}

/// The rows of games that a batch takes first, beside those of its log writes.
fn other_games(batch: &[QueuedWrite]) -> impl Iterator<Item = &str> {
    batch.iter().filter_map(|(write, _)| match write {
        Write::Say(line) => Some(line.game.as_str()),
        _ => None,
    })
}

/// The log write in a write.
fn log_write(write: &Write) -> Option<LogWrite<'_>> {
    Some(match write {
        Write::Game(game) => LogWrite::Game(game),
        Write::Append(append) => LogWrite::Append(append),
        Write::Derived { game, after, derived } => {
            LogWrite::Derived { game, after: *after, derived }
        }
        _ => return None,
    })
}

/// Executes a batch, the log writes together.
async fn commit_together(db: Db<'_>, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, Failure> {
    // Of several writes to one game only the first is among those that are made together.
    let (mut seen, mut together) = (HashSet::new(), Vec::new());
    for (index, (queued, _)) in batch.iter().enumerate() {
        let Some(one) = log_write(queued) else { continue };
        if one.games().all(|game| !seen.contains(game)) {
            together.push((index, one));
        }
        seen.extend(one.games());
    }
    let mut results: Vec<Option<WriteResult>> = batch.iter().map(|_| None).collect();
    let writes: Vec<_> = together.iter().map(|(_, write)| *write).collect();
    let begin = async { Ok::<_, Failure>(db.0.batch_execute("begin").await?) };
    let locked: Vec<_> =
        writes.iter().filter_map(|write| write.changed()).chain(other_games(batch)).collect();
    let ended = async {
        let ((), (), outcomes) =
            futures_util::future::try_join3(begin, lock(db, &locked), write(db, &writes)).await?;
        for ((index, _), outcome) in together.iter().zip(outcomes) {
            results[*index] = Some(outcome.map(|()| Written::Nothing));
        }
        for ((write, _), result) in batch.iter().zip(&mut results) {
            if result.is_none() {
                *result = Some(in_savepoint(db, write).await?);
            }
        }
        Ok::<_, Failure>(db.0.batch_execute("commit").await?)
    }
    .await;
    match ended {
        Ok(()) => Ok(results.into_iter().flatten().collect()),
        Err(failure) => Err(roll_back(db, failure).await),
    }
}

/// Executes a batch write by write, each in a savepoint.
async fn commit_one_by_one(db: Db<'_>, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, Failure> {
    let changed = batch.iter().filter_map(|(write, _)| log_write(write)?.changed());
    let locked: Vec<_> = changed.chain(other_games(batch)).collect();
    let ended = async {
        db.0.batch_execute("begin").await?;
        // A name that the database does not understand is refused where it is used.
        let _ = in_savepoint_with(db, lock(db, &locked)).await?;
        let mut results = Vec::with_capacity(batch.len());
        for (write, _) in batch {
            results.push(in_savepoint(db, write).await?);
        }
        db.0.batch_execute("commit").await?;
        Ok(results)
    }
    .await;
    match ended {
        Ok(results) => Ok(results),
        Err(failure) => Err(roll_back(db, failure).await),
    }
}

/// Ends a transaction that has failed. Returns why it failed.
async fn roll_back(db: Db<'_>, failure: Failure) -> Failure {
    match (db.0.batch_execute("rollback").await, failure) {
        (Err(error), Failure::Refused(_)) => error.into(),
        (_, failure) => failure,
    }
}

/// Executes a write in a savepoint. If it fails by its own fault, it is rolled back alone.
///
/// # Errors
///
/// The transaction failed.
async fn in_savepoint(db: Db<'_>, write: &Write) -> Result<WriteResult, Failure> {
    in_savepoint_with(db, execute(db, write)).await
}

async fn in_savepoint_with<T>(
    db: Db<'_>,
    write: impl Future<Output = Result<T, Failure>>,
) -> Result<Result<T, StoreError>, Failure> {
    db.0.batch_execute("savepoint one_write").await?;
    let result = match write.await {
        Ok(written) => Ok(written),
        Err(Failure::Database(error)) if !is_of_statement(&error) => return Err(error.into()),
        Err(failure) => {
            db.0.batch_execute("rollback to one_write").await?;
            Err(failure.into())
        }
    };
    db.0.batch_execute("release one_write").await?;
    Ok(result)
}

async fn execute(db: Db<'_>, queued: &Write) -> Result<Written, Failure> {
    if let Some(one) = log_write(queued) {
        let outcomes = write(db, &[one]).await?;
        outcomes.into_iter().try_for_each(|outcome| outcome)?;
        return Ok(Written::Nothing);
    }
    match queued {
        // They are log writes; only a file is asked for the last one.
        Write::Game(_) | Write::Append(_) | Write::Derived { .. } | Write::OutsideWrites => {}
        Write::People(changes) => people::change(db, changes).await?,
        Write::Say(line) => return Ok(Written::Number(chat::say(db, line).await?)),
        Write::PrivateText { kind, user, game, body, at_ms } => {
            private_texts::put(db, *kind, (user, game), body.as_deref(), *at_ms).await?;
        }
        Write::Puzzle { user, puzzle, deed, at_ms } => {
            puzzles::note(db, (user, puzzle), *deed, *at_ms).await?;
        }
        Write::Record(record) => {
            let statement = "insert into records (id, body, created_ms) values ($1, $2, $3)";
            let values: super::db::Values<'_> = &[&record.id, &record.body, &record.created_ms];
            db.insert(statement, values, &record.id).await?;
        }
        Write::OutboxPut(item) => outbox::put(db, &[item]).await?,
        Write::OutboxTake { kinds, now_ms, again_ms, limit } => {
            return Ok(Written::Items(outbox::take(db, kinds, *now_ms, *again_ms, *limit).await?));
        }
        Write::OutboxTakeOf { user, kind, now_ms, again_ms } => {
            return Ok(Written::Items(
                outbox::take_of(db, (user, kind), *now_ms, *again_ms).await?,
            ));
        }
        Write::OutboxForget { until_ms } => outbox::forget(db, *until_ms).await?,
        Write::OutboxDone { id, at_ms } => outbox::done(db, id, *at_ms).await?,
        Write::OutboxFailed { id, again_ms } => outbox::failed(db, id, *again_ms).await?,
        Write::OutboxPostponed { id, again_ms } => outbox::postponed(db, id, *again_ms).await?,
        Write::Beat { at_ms } => outages::beat(db, *at_ms).await?,
        Write::Outage { from_ms, to_ms } => outages::note(db, *from_ms, *to_ms).await?,
        Write::PurgeGuests { ids, before_ms } => {
            let deleted = purge::delete_idle_guests(db, ids, *before_ms).await?;
            return Ok(Written::Number(deleted));
        }
        Write::PurgeGames { ids, before_ms } => {
            let deleted = purge::delete_old_guest_games(db, ids, *before_ms).await?;
            return Ok(Written::Number(deleted));
        }
    }
    Ok(Written::Nothing)
}
