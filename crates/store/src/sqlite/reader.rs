//! Looking through a file for damage.

use super::{log, schema};
use crate::{StoreError, StoredEvent, StoredGame};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Reads a file that a [`SqliteStore`](crate::SqliteStore) may be using at the same time, and
/// changes nothing in it or beside it.
#[derive(Debug)]
pub struct SqliteReader {
    connection: SqliteConnection,
    file: PathBuf,
    /// What the file was like when it was opened, if nobody used it then.
    unused: Option<Stamp>,
}

/// By which a file that was changed is recognised.
type Stamp = (u64, Option<SystemTime>);

/// Games and records by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The ids of all games.
    pub games: Vec<String>,
    /// The ids of all records.
    pub records: Vec<String>,
    /// Ids under which there are events but no game.
    pub orphans: Vec<String>,
}

impl SqliteReader {
    /// Opens the file for reading.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if the file is no database or has no tables, [`StoreError::TooNew`],
    /// and [`StoreError::Database`] if it cannot be read.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        // Without a write-ahead log nobody uses the file. `SQLite` would create one even for
        // reading, and could not in a folder that is write-protected, unless it is told that nobody
        // will.
        let unused = if log_file(file).exists() { None } else { stamp(file) };
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let mut connection = options.immutable(unused.is_some()).connect().await?;
        if schema::version(&mut connection).await? == 0 {
            return Err(StoreError::Corrupt("there are no tables in it".to_owned()));
        }
        Ok(Self { connection, file: file.to_owned(), unused })
    }

    /// What `SQLite` finds wrong with the structure of the file, at most 100 faults.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("pragma integrity_check").fetch_all(&mut self.connection).await?;
        // A row may hold several lines, and begin with one that names the only database.
        let lines = texts(&rows)?
            .into_iter()
            .flat_map(|row| row.lines().map(str::to_owned).collect::<Vec<_>>());
        Ok(lines.filter(|line| line != "ok" && !line.starts_with("***")).collect())
    }

    /// What the file holds.
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

    /// A game with its events; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the log is not whole.
    pub async fn game(
        &mut self,
        id: &str,
    ) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError> {
        let query = sqlx::query("select body, created_ms from games where id = ?").bind(id);
        let Some(row) = query.fetch_optional(&mut self.connection).await? else { return Ok(None) };
        let game = StoredGame { body: row.try_get(0)?, created_ms: row.try_get(1)? };
        Ok(Some((game, log::read(&mut self.connection, id).await?)))
    }

    /// The record with this id.
    pub async fn record(&mut self, id: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("select body from records where id = ?").bind(id);
        let row = query.fetch_optional(&mut self.connection).await?;
        row.map(|row| Ok(row.try_get(0)?)).transpose()
    }

    /// Whether somebody began to use a file that nobody used when it was opened. Then what was read
    /// may be of several moments, and the file should be opened and read again.
    pub fn is_outdated(&self) -> bool {
        self.unused
            .is_some_and(|then| log_file(&self.file).exists() || stamp(&self.file) != Some(then))
    }

    /// Closes the file.
    pub async fn close(self) {
        // Nothing was written that could fail to be.
        let _ = self.connection.close().await;
    }

    async fn ids(&mut self, query: &'static str) -> Result<Vec<String>, StoreError> {
        texts(&sqlx::query(query).fetch_all(&mut self.connection).await?)
    }
}

fn texts(rows: &[SqliteRow]) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

fn log_file(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn stamp(file: &Path) -> Option<Stamp> {
    let found = std::fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()))
}
