//! The task that writes, and its group commits.

use crate::{Append, NewGame, NewGuest, NewRecord, StoreError};
use sqlx::{Connection, SqliteConnection};
use std::sync::Mutex;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many writes may wait. Beyond that the callers wait to be let in.
const QUEUE: usize = 1024;
/// The most writes in one transaction, so that nobody waits long for those behind it.
const BATCH: usize = 256;

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
}

impl Writer {
    /// Starts the task on the connection that alone writes.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (queue, writes) = mpsc::channel(QUEUE);
        let task = tokio::spawn(run(connection, writes));
        Self { queue: Mutex::new(Some(queue)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Writes, and returns when what was written is durable.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let queue = self.queue().clone().ok_or(StoreError::Closed)?;
        let (answer, answered) = oneshot::channel();
        queue.send((write, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
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

    fn queue(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Sender<(Write, Answer)>>> {
        // The lock guards one assignment, which cannot leave a half-made state behind.
        self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

async fn run(mut connection: SqliteConnection, mut writes: mpsc::Receiver<(Write, Answer)>) {
    let mut batch = Vec::with_capacity(BATCH);
    while writes.recv_many(&mut batch, BATCH).await > 0 {
        match commit(&mut connection, &batch).await {
            Ok(results) => {
                for ((_, answer), result) in batch.drain(..).zip(results) {
                    // Nobody waits any more if the caller was cancelled; the write stands.
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, writes = batch.len(), "a commit failed");
                let reason = error.to_string();
                for (_, answer) in batch.drain(..) {
                    let _ = answer.send(Err(StoreError::Database(reason.clone())));
                }
            }
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "the database was not closed cleanly");
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
        Write::Append(append) => append_events(db, append).await,
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

async fn create_game(db: &mut SqliteConnection, game: &NewGame) -> Result<(), StoreError> {
    let query = sqlx::query("insert into games (id, body, due, created_ms) values (?, ?, ?, ?)");
    let query = query.bind(&game.id).bind(&game.body).bind(game.due).bind(game.created_ms);
    query.execute(db).await.map_err(|error| taken(error, &game.id))?;
    Ok(())
}

async fn append_events(db: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    // Without the game there is no row; without events the length is 0.
    let length: Option<i64> = sqlx::query_scalar(
        "select coalesce((select max(seq) from events where game_id = id), 0) \
         from games where id = ?",
    )
    .bind(&append.game)
    .fetch_optional(&mut *db)
    .await?;
    if length != Some(append.after as i64) {
        return Err(StoreError::Conflict { game: append.game.clone(), after: append.after });
    }
    for (event, seq) in append.events.iter().zip(append.after as i64 + 1..) {
        let query =
            sqlx::query("insert into events (game_id, seq, at_ms, body) values (?, ?, ?, ?)");
        let query = query.bind(&append.game).bind(seq).bind(event.at_ms).bind(&event.body);
        query.execute(&mut *db).await?;
    }
    let query = sqlx::query("update games set due = ?1 where id = ?2 and due <> ?1");
    query.bind(append.due).bind(&append.game).execute(&mut *db).await?;
    if let Some(game) = &append.creates {
        create_game(db, game).await?;
    }
    Ok(())
}

/// A second row with the same key means that the key is taken.
fn taken(error: sqlx::Error, key: &str) -> StoreError {
    match error.as_database_error() {
        Some(refused) if refused.is_unique_violation() => StoreError::Taken(key.to_owned()),
        _ => error.into(),
    }
}
