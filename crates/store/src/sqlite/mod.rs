//! The store in one `SQLite` file.
//!
//! One task owns the only connection that writes. It collects what arrives while the disk is busy into
//! one transaction (*group commit*): a commit must wait for the disk, some 250 times a second, but
//! may carry many writes. Readers have connections of their own, which the write-ahead log lets run
//! beside the writer.

mod schema;
mod writer;

use crate::{Append, NewGame, NewGuest, NewRecord, Store, StoreError, StoredEvent, StoredGame};
use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use writer::{Write, Writer};

/// Reads wait for the disk rather than for the processor, and rarely: few connections are enough.
const READERS: u32 = 4;

/// A store in one file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, which is created if there is none, and brings its schema up to date.
    /// A file that is created is its owner's alone: it holds hidden information of games.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        create(file).map_err(|error| StoreError::Database(error.to_string()))?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let mut connection = options.connect().await?;
        schema::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_lazy_with(options.read_only(true));
        Ok(Self { readers, writer: Writer::start(connection) })
    }
}

/// Creates the file if there is none. The files that `SQLite` puts beside it take over who may read it.
fn create(file: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError> {
        self.writer.write(Write::Game(game)).await
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query("select body, created_ms from games where id = ?")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Ok(StoredGame { body: row.try_get(0)?, created_ms: row.try_get(1)? }))
            .transpose()
    }

    async fn events(&self, game: &str) -> Result<Vec<StoredEvent>, StoreError> {
        let rows = sqlx::query("select at_ms, body from events where game_id = ? order by seq")
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| Ok(StoredEvent { at_ms: row.try_get(0)?, body: row.try_get(1)? }))
            .collect()
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(Write::Append(append)).await
    }

    async fn games_due(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("select id from games where due = 1 order by created_ms, id")
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    async fn create_guest(&self, guest: NewGuest) -> Result<(), StoreError> {
        self.writer.write(Write::Guest(guest)).await
    }

    async fn guest(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError> {
        self.text("select name from guests where token_hash = ?", token_hash).await
    }

    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError> {
        self.writer.write(Write::Record(record)).await
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.text("select body from records where id = ?", id).await
    }

    async fn close(&self) {
        // The last connection moves the write-ahead log into the file, so it must be one that may write.
        self.readers.close().await;
        self.writer.close().await;
    }
}

impl SqliteStore {
    /// The one text that a query finds.
    async fn text<'q, T>(&self, query: &'static str, key: T) -> Result<Option<String>, StoreError>
    where
        T: sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite> + Send + 'q,
    {
        let row = sqlx::query(query).bind(key).fetch_optional(&self.readers).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error => Self::Database(error.to_string()),
        }
    }
}
