//! Read-only access to a database file, to search it for damage.

use super::{connect, derived, event_log, outages, record, schema};
use crate::{Contents, Derived, Inspect, StoreError, StoredEvent, StoredGame, UnixMillis};
use async_trait::async_trait;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Reads a database file to search it for damage, also while a [`SqliteStore`](crate::SqliteStore)
/// uses it. It never writes: neither to the file nor to its directory. Its methods block.
#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
    file: PathBuf,
    /// If no program used the file when it was opened: its stamp at that time. The file is then
    /// read as immutable.
    immutable_stamp: Option<FileStamp>,
}

/// Size in bytes and time of modification, by which a changed file is recognised.
type FileStamp = (u64, Option<SystemTime>);

const SELECT_ORPHANS: &str = "\
    select game_id from events where game_id not in (select id from games) \
    union select game from game_index where game not in (select id from games) \
    union select game from seats where game not in (select id from games)";

impl SqliteReader {
    /// Opens an existing file for reading.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Corrupt`] if the file is not a database or has no tables.
    /// - [`StoreError::TooNew`] if a newer version of this program wrote it.
    /// - [`StoreError::Database`] if it does not exist or cannot be read.
    pub fn open(file: &Path) -> Result<Self, StoreError> {
        // A file without a write-ahead log is in use by no program. `SQLite` creates that log even
        // for a reader, which fails in a write-protected directory; `immutable` prevents this.
        let immutable_stamp = if wal_path(file).exists() { None } else { stamp(file) };
        let connection = match immutable_stamp {
            Some(_) => connect::open_immutable(file)?,
            None => connect::open_reader(file)?,
        };
        if schema::version(&connection)? == 0 {
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
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        // A row may have several lines. The first one may be a header such as
        // `*** in database main ***`.
        let rows = self.texts("pragma integrity_check")?;
        let lines = rows.iter().flat_map(|row| row.lines());
        let faults = lines.filter(|line| *line != "ok" && !line.starts_with("***"));
        Ok(faults.map(str::to_owned).collect())
    }

    /// Returns the ids of all games and records in the file, sorted.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub fn contents(&self) -> Result<Contents, StoreError> {
        Ok(Contents {
            games: self.texts("select id from games order by id")?,
            records: self.texts("select id from records order by id")?,
            orphans: self.texts(SELECT_ORPHANS)?,
        })
    }

    /// Returns a game with its events; `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Damaged`] if the log is not complete.
    /// - [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub fn game(&self, id: &str) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError> {
        let Some(game) = event_log::game(&self.connection, id)? else { return Ok(None) };
        Ok(Some((game, event_log::read(&self.connection, id, 0)?)))
    }

    /// Returns the derived rows of a game; `None` if it has none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub fn derived(&self, id: &str) -> Result<Option<Derived>, StoreError> {
        derived::read(&self.connection, id)
    }

    /// Returns all outages, each from its begin to its end, sorted by them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        outages::read(&self.connection)
    }

    /// Returns the body of the record with this id; `None` if there is no such record.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if the file cannot be read.
    pub fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        record(&self.connection, id)
    }

    /// Whether a program began to use the file after it was opened here as unused. The reads may
    /// then mix several states of the file, and the caller should open it again and start over.
    pub fn is_outdated(&self) -> bool {
        self.immutable_stamp
            .is_some_and(|then| wal_path(&self.file).exists() || stamp(&self.file) != Some(then))
    }

    fn texts(&self, query: &str) -> Result<Vec<String>, StoreError> {
        let mut select = self.connection.prepare(query)?;
        let rows = select.query_map((), |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

#[async_trait(?Send)]
impl Inspect for SqliteReader {
    async fn faults(&self) -> Result<Vec<String>, StoreError> {
        self.faults()
    }

    async fn contents(&self) -> Result<Contents, StoreError> {
        self.contents()
    }

    async fn game(&self, id: &str) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError> {
        self.game(id)
    }

    async fn derived(&self, id: &str) -> Result<Option<Derived>, StoreError> {
        self.derived(id)
    }

    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        self.outages()
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.record(id)
    }

    fn is_outdated(&self) -> bool {
        self.is_outdated()
    }
}

pub(super) fn wal_path(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn stamp(file: &Path) -> Option<FileStamp> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}
