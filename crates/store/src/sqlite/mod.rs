//! The store in one `SQLite` file.
//!
//! One task owns the only connection that writes. It collects what arrives while the disk is busy
//! into one transaction (*group commit*): a commit must wait for the disk, some 250 times a second,
//! but may carry many writes. Readers have connections of their own, which the write-ahead log lets
//! run beside the writer.

mod connect;
mod log;
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

/// Reads wait for the disk rather than for the processor, and rarely: few connections are enough.
const READERS: u32 = 4;

/// A store in one file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, which is created if there is none, and brings its schema up to date. The
    /// file is its owner's alone, because it holds hidden information of games: it is created so,
    /// and wider permissions of an existing one are taken away.
    ///
    /// A file that can be read but not written, such as one on a full disk, is opened all the same:
    /// [`Store::ready`] tells, and writing begins by itself once it is possible.
    ///
    /// The file is not searched for damage, because that takes longer the larger it is: `pragma
    /// quick_check` of 200 000 games with 2 million events (254 MB) took 0.25 s from memory and 1.0
    /// s from a fast disk. Nor should one damaged page keep all other games from being played.
    /// Damage to a log is noticed when the game is read; see [`StoreError::Damaged`].
    /// [`SqliteReader`] looks through the whole file, also while it is in use.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        permissions::create(file).map_err(|error| StoreError::Database(error.to_string()))?;
        permissions::tighten(file);
        let options = connect::options(file);
        let mut connection = options.connect().await?;
        schema::migrate(&mut connection).await?;
        // All connections are opened now and kept, so that a lack of descriptors or memory later
        // does not stop reading.
        let readers = SqlitePoolOptions::new()
            .min_connections(READERS)
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone().read_only(true))
            .await?;
        Ok(Self { readers, writer: Writer::start(connection, options).await })
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
        log::read(&self.readers, game).await
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

    async fn ready(&self) -> Result<(), StoreError> {
        self.writer.ready()
    }

    async fn close(&self) {
        // The last connection moves the write-ahead log into the file, so it must be one that may
        // write.
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
            // A value of another type than its column has, or text that is not UTF-8.
            error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => {
                Self::Corrupt(error.to_string())
            }
            error if is_corruption(&error) => Self::Corrupt(error.to_string()),
            error => Self::Database(error.to_string()),
        }
    }
}

/// Whether `SQLite` found the file damaged. The lowest byte of its codes tells, the others refine
/// it.
fn is_corruption(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    const NOT_A_DATABASE: u32 = 26;
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| [CORRUPT, NOT_A_DATABASE].contains(&(code & 0xff)))
}
