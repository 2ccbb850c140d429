//! A store in one `SQLite` file in WAL mode.
//!
//! One task owns the only connection that writes ([`writer`]). Every commit waits for the disk,
//! which allows some 250 commits a second; therefore the task commits all writes that arrived in
//! the meantime in one transaction (*group commit*). Readers use a pool of read-only connections,
//! which the write-ahead log lets run beside the writer.

mod connect;
mod event_log;
mod inserts;
mod permissions;
mod reader;
mod schema;
mod writer;

use crate::{Append, NewGame, NewGuest, NewRecord, Store, StoreError, StoredEvent, StoredGame};
use async_trait::async_trait;
pub use reader::{Contents, SqliteReader};
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions, Row};
use std::path::Path;
use writer::{Write, Writer};

/// The size of the pool of read-only connections. Reads are short and mostly served from memory,
/// so few connections are enough.
const READ_CONNECTIONS: u32 = 4;

/// A [`Store`] in one `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    read_pool: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, creates it if it does not exist, and migrates its schema.
    ///
    /// On Unix only the file's owner has access, because the file holds hidden information of
    /// games: it is created with mode 0600, and an existing file loses the permissions of group and
    /// others.
    ///
    /// An existing file that can be read but not written, such as one on a full disk, is opened
    /// without an error. [`Store::ready`] then returns the error of writing, and writing begins by
    /// itself once it is possible.
    ///
    /// The file is not searched for damage, because the time for that grows with the file: `pragma
    /// quick_check` of 200 000 games with 2 million events (254 MB) took 0.25 s from memory and
    /// 1.0 s from a fast disk. One damaged page should not keep all other games from being played
    /// either. Damage to a log is found when the game is read ([`StoreError::Damaged`]).
    /// [`SqliteReader`] searches the whole file, also while a store uses it.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Corrupt`] if the file is not a database.
    /// - [`StoreError::TooNew`] if a newer version of this program wrote it.
    /// - [`StoreError::Database`] if it cannot be created, opened or migrated.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        permissions::create_private(file)
            .map_err(|error| StoreError::Database(error.to_string()))?;
        permissions::restrict_to_owner(file);
        let options = connect::options(file);
        let mut connection = options.connect().await?;
        schema::migrate(&mut connection).await?;
        // All connections are opened now and never closed, so that reading goes on if file
        // descriptors or memory run out later.
        let read_pool = SqlitePoolOptions::new()
            .min_connections(READ_CONNECTIONS)
            .max_connections(READ_CONNECTIONS)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone().read_only(true))
            .await?;
        Ok(Self { read_pool, writer: Writer::start(connection, options).await })
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
            .fetch_optional(&self.read_pool)
            .await?;
        row.map(|row| Ok(StoredGame { body: row.try_get(0)?, created_ms: row.try_get(1)? }))
            .transpose()
    }

    async fn events(&self, game: &str) -> Result<Vec<StoredEvent>, StoreError> {
        event_log::read(&self.read_pool, game).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(Write::Append(append)).await
    }

    async fn games_due(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("select id from games where due = 1 order by created_ms, id")
            .fetch_all(&self.read_pool)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    async fn create_guest(&self, guest: NewGuest) -> Result<(), StoreError> {
        self.writer.write(Write::Guest(guest)).await
    }

    async fn guest(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError> {
        self.select_text("select name from guests where token_hash = ?", token_hash).await
    }

    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError> {
        self.writer.write(Write::Record(record)).await
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.select_text("select body from records where id = ?", id).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.writer.ready()
    }

    async fn close(&self) {
        // The last connection to close checkpoints the write-ahead log into the database, which a
        // read-only connection cannot. So the writer closes last.
        self.read_pool.close().await;
        self.writer.close().await;
    }
}

impl SqliteStore {
    /// Returns the first column of the only row that the query finds for `key`.
    async fn select_text<'q, T>(
        &self,
        query: &'static str,
        key: T,
    ) -> Result<Option<String>, StoreError>
    where
        T: sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite> + Send + 'q,
    {
        let row = sqlx::query(query).bind(key).fetch_optional(&self.read_pool).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            // A value has another type than its column, or a text is not UTF-8.
            error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => {
                Self::Corrupt(error.to_string())
            }
            error if is_corruption(&error) => Self::Corrupt(error.to_string()),
            error => Self::Database(error.to_string()),
        }
    }
}

/// Whether `SQLite` reports that the file is damaged or not a database. The lowest byte of an
/// extended result code is the primary code.
fn is_corruption(error: &sqlx::Error) -> bool {
    const SQLITE_CORRUPT: u32 = 11;
    const SQLITE_NOTADB: u32 = 26;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| [SQLITE_CORRUPT, SQLITE_NOTADB].contains(&(code & 0xff)))
}
