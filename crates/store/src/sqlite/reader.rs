//! Read-only access to a database file, to search it for damage.

use super::{event_log, schema};
use crate::{StoreError, StoredEvent, StoredGame};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Reads a database file to search it for damage, also while a [`SqliteStore`](crate::SqliteStore)
/// uses it. It never writes: neither to the file nor to its directory.
#[derive(Debug)]
pub struct SqliteReader {
    connection: SqliteConnection,
    file: PathBuf,
    /// If no program used the file when it was opened: its stamp at that time. The file is then
    /// read as immutable.
    immutable_stamp: Option<FileStamp>,
}

/// Size in bytes and time of modification, by which a changed file is recognised.
type FileStamp = (u64, Option<SystemTime>);

/// The ids of what a file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The ids of all games.
    pub games: Vec<String>,
    /// The ids of all records.
    pub records: Vec<String>,
    /// The ids that have events but no game.
    pub orphans: Vec<String>,
}

impl SqliteReader {
    /// Opens an existing file for reading.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Corrupt`] if the file is not a database or has no tables.
    /// - [`StoreError::TooNew`] if a newer version of this program wrote it.
    /// - [`StoreError::Database`] if it does not exist or cannot be read.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        // A file without a write-ahead log is in use by no program. `SQLite` creates that log even
        // for a reader, which fails in a write-protected directory; `immutable` prevents this.
        let immutable_stamp = if wal_path(file).exists() { None } else { stamp(file) };
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let mut connection = options.immutable(immutable_stamp.is_some()).connect().await?;
        if schema::version(&mut connection).await? == 0 {
            return Err(StoreError::Corrupt("there are no tables in it".to_owned()));
        }
        Ok(Self { connection, file: file.to_owned(), immutable_stamp })
    }

    /// Returns the faults that `SQLite`'s `integrity_check` finds in the file, at most 100. Empty
    /// if the structure of the file is intact.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the check cannot run.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("pragma integrity_check").fetch_all(&mut self.connection).await?;
        // A row may have several lines. The first one may be a header such as
        // `*** in database main ***`.
        let lines = first_column(&rows)?
            .into_iter()
            .flat_map(|row| row.lines().map(str::to_owned).collect::<Vec<_>>());
        Ok(lines.filter(|line| line != "ok" && !line.starts_with("***")).collect())
    }

    /// Returns the ids of all games and records in the file, sorted.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub async fn contents(&mut self) -> Result<Contents, StoreError> {
        Ok(Contents {
            games: self.ids("select id from games order by id").await?,
            records: self.ids("select id from records order by id").await?,
            orphans: self
                .ids(
                    "select distinct game_id from events \
                     where game_id not in (select id from games)",
                )
                .await?,
        })
    }

    /// Returns a game with its events; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Damaged`] if the log is not complete.
    /// - [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub async fn game(
        &mut self,
        id: &str,
    ) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError> {
        let query = sqlx::query("select body, created_ms from games where id = ?").bind(id);
        let Some(row) = query.fetch_optional(&mut self.connection).await? else { return Ok(None) };
        let game = StoredGame { body: row.try_get(0)?, created_ms: row.try_get(1)? };
        Ok(Some((game, event_log::read(&mut self.connection, id).await?)))
    }

    /// Returns the body of the record with this id; `None` if there is no such record.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub async fn record(&mut self, id: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("select body from records where id = ?").bind(id);
        let row = query.fetch_optional(&mut self.connection).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// Whether a program began to use the file after it was opened here as unused. The reads may
    /// then mix several states of the file, and the caller should open it again and start over.
    pub fn is_outdated(&self) -> bool {
        self.immutable_stamp
            .is_some_and(|then| wal_path(&self.file).exists() || stamp(&self.file) != Some(then))
    }

    /// Closes the file.
    pub async fn close(self) {
        // Nothing was written, so an error of closing loses nothing.
        let _ = self.connection.close().await;
    }

    async fn ids(&mut self, query: &'static str) -> Result<Vec<String>, StoreError> {
        first_column(&sqlx::query(query).fetch_all(&mut self.connection).await?)
    }
}

fn first_column(rows: &[SqliteRow]) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

fn wal_path(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn stamp(file: &Path) -> Option<FileStamp> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}
