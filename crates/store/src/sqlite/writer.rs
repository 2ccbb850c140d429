//! The task that writes, and its group commits.
//!
//! A commit that fails for whatever reason (full disk, limits of files or memory, a lock of another
//! program) costs the connection: `SQLite` may have rolled back the transaction by itself, and then
//! sqlx, which counts transactions too, never begins another one. A new connection is opened in the
//! background, again and again until a commit succeeds on it. Meanwhile writes are refused at once
//! instead of waiting for a disk that may be full for hours.

use super::{connect, log};
use crate::{Append, NewGame, NewGuest, NewRecord, StoreError};
use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many writes may wait. Beyond that the callers wait to be let in.
const QUEUE: usize = 1024;
/// The most writes in one transaction, so that nobody waits long for those behind it.
const BATCH: usize = 256;
/// The pause after the first attempt to write again; it doubles with each one.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
/// The longest pause, after which at the latest the store notices that it can write again.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// One write. Each is kept whole or not at all.
#[derive(Debug)]
pub(super) enum Write {
    Game(NewGame),
    Append(Append),
    Guest(NewGuest),
    Record(NewRecord),
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

/// The way to the task that writes.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<(Write, Answer)>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    health: Health,
}

impl Writer {
    /// Starts the task with the connection that alone writes, after a first commit.
    pub(super) async fn start(
        mut connection: SqliteConnection,
        options: SqliteConnectOptions,
    ) -> Self {
        let health = Health::default();
        if let Err(error) = connect::probe(&mut connection).await {
            health.fail(&error.to_string());
        }
        let (queue, writes) = mpsc::channel(QUEUE);
        let task =
            Task { options, writes, batch: Vec::with_capacity(BATCH), health: health.clone() };
        let task = tokio::spawn(task.run(connection));
        Self { queue: Mutex::new(Some(queue)), task: tokio::sync::Mutex::new(Some(task)), health }
    }

    /// Writes, and returns when what was written is durable.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let queue = self.queue().clone().ok_or(StoreError::Closed)?;
        let (answer, answered) = oneshot::channel();
        queue.send((write, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// How the newest commit ended.
    pub(super) fn ready(&self) -> Result<(), StoreError> {
        let runs = self.queue().as_ref().is_some_and(|queue| !queue.is_closed());
        if !runs {
            return Err(StoreError::Closed);
        }
        self.health.failure().map_or(Ok(()), |reason| Err(StoreError::Database(reason)))
    }

    /// Lets nothing more in, and returns when all that waits is written and the file is closed.
    pub(super) async fn close(&self) {
        self.queue().take();
        let mut task = self.task.lock().await;
        if let Some(running) = task.take()
            && let Err(error) = running.await
        {
            tracing::error!(%error, "the task that writes died");
        }
    }

    fn queue(&self) -> MutexGuard<'_, Option<mpsc::Sender<(Write, Answer)>>> {
        // The lock guards one assignment, which cannot leave a half-made state behind.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why the newest commit failed; `None` if it succeeded.
#[derive(Clone, Default, Debug)]
struct Health(Arc<Mutex<Option<String>>>);

impl Health {
    fn failure(&self) -> Option<String> {
        self.lock().clone()
    }

    fn fail(&self, reason: &str) {
        // A full disk fails again and again, but is reported once.
        if self.lock().replace(reason.to_owned()).is_none() {
            tracing::error!(reason, "nothing can be stored");
        }
    }

    fn succeed(&self) {
        if self.lock().take().is_some() {
            tracing::warn!("the store works again");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        // As for the queue, the lock guards one assignment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that writes.
struct Task {
    options: SqliteConnectOptions,
    writes: mpsc::Receiver<(Write, Answer)>,
    /// The writes that were taken out of the queue.
    batch: Vec<(Write, Answer)>,
    health: Health,
}

impl Task {
    /// Writes until the queue is closed and empty.
    async fn run(mut self, mut connection: SqliteConnection) {
        loop {
            if self.health.failure().is_some() {
                match self.reopen(connection).await {
                    Some(reopened) => connection = reopened,
                    None => return,
                }
            }
            if self.writes.recv_many(&mut self.batch, BATCH).await == 0 {
                break;
            }
            self.write(&mut connection).await;
        }
        if let Err(error) = connection.close().await {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }

    /// Commits the batch and answers its callers.
    async fn write(&mut self, connection: &mut SqliteConnection) {
        let results = commit(connection, &self.batch).await;
        let results = match results {
            Ok(results) => results,
            Err(error) => {
                self.health.fail(&error.to_string());
                return refuse(&mut self.batch, &error.to_string());
            }
        };
        // Before anybody is answered, so that no caller finds an older outcome than its own.
        let failed = results.iter().find_map(|result| match result {
            Err(StoreError::Database(reason)) => Some(reason),
            _ => None,
        });
        match failed {
            Some(reason) => self.health.fail(reason),
            None => self.health.succeed(),
        }
        for ((_, answer), result) in self.batch.drain(..).zip(results) {
            // Nobody waits any more if the caller was cancelled; the write stands.
            let _ = answer.send(result);
        }
    }

    /// Opens a new connection, and refuses writes until that has succeeded. Returns `None` if the
    /// queue is closed before.
    async fn reopen(&mut self, old: SqliteConnection) -> Option<SqliteConnection> {
        let mut reopening = pin!(reopen(old, &self.options, &self.health));
        loop {
            tokio::select! {
                connection = &mut reopening => return Some(connection),
                taken = self.writes.recv_many(&mut self.batch, BATCH) => {
                    if taken == 0 {
                        return None;
                    }
                    let reason = self.health.failure().unwrap_or_default();
                    refuse(&mut self.batch, &reason);
                }
            }
        }
    }
}

/// Tells the callers of a batch that the database failed.
fn refuse(batch: &mut Vec<(Write, Answer)>, reason: &str) {
    tracing::debug!(reason, writes = batch.len(), "writes were refused");
    for (_, answer) in batch.drain(..) {
        let _ = answer.send(Err(StoreError::Database(reason.to_owned())));
    }
}

/// Closes a connection on which a commit failed, and opens one on which a commit has succeeded.
async fn reopen(
    old: SqliteConnection,
    options: &SqliteConnectOptions,
    health: &Health,
) -> SqliteConnection {
    // What is wrong with it is known, and it may not be able to close in good order.
    let _ = old.close().await;
    let mut pause = FIRST_PAUSE;
    loop {
        match connect::writable(options).await {
            Ok(connection) => {
                health.succeed();
                return connection;
            }
            Err(error) => health.fail(&error.to_string()),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Writes a batch in one transaction. A write that is refused leaves the others alone.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[(Write, Answer)],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut results = Vec::with_capacity(batch.len());
    for (write, _) in batch {
        // A transaction within a transaction is a savepoint.
        let mut savepoint = transaction.begin().await?;
        let result = write_one(&mut savepoint, write).await;
        match result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write_one(db: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Game(game) => create_game(db, game).await,
        Write::Append(append) => log::append(db, append).await,
        Write::Guest(guest) => {
            let query =
                sqlx::query("insert into guests (token_hash, name, created_ms) values (?, ?, ?)");
            let query = query.bind(&guest.token_hash).bind(&guest.name).bind(guest.created_ms);
            query.execute(db).await.map_err(|error| taken(error, &guest.name))?;
            Ok(())
        }
        Write::Record(record) => {
            let query = sqlx::query("insert into records (id, body, created_ms) values (?, ?, ?)");
            let query = query.bind(&record.id).bind(&record.body).bind(record.created_ms);
            query.execute(db).await.map_err(|error| taken(error, &record.id))?;
            Ok(())
        }
    }
}

pub(super) async fn create_game(
    db: &mut SqliteConnection,
    game: &NewGame,
) -> Result<(), StoreError> {
    let query = sqlx::query("insert into games (id, body, due, created_ms) values (?, ?, ?, ?)");
    let query = query.bind(&game.id).bind(&game.body).bind(game.due).bind(game.created_ms);
    query.execute(db).await.map_err(|error| taken(error, &game.id))?;
    Ok(())
}

/// A second row with the same key means that the key is taken.
fn taken(error: sqlx::Error, key: &str) -> StoreError {
    if is_taken(&error) { StoreError::Taken(key.to_owned()) } else { error.into() }
}

/// Whether an insert failed because there is a row with the same key.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(DatabaseError::is_unique_violation)
}
