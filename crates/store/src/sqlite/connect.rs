//! Connection options, and connections that are known to be writable.

use super::schema;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::Path;
use std::time::Duration;

/// How long `SQLite` waits for a lock that another program holds. [`Store`](crate::Store) promises
/// that a write fails after this time at the latest.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The options of every connection of a store.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        // In WAL mode only `full` syncs the log at every commit, which durability needs.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // A large transaction must not need another file descriptor, nor write hidden information
        // of games into the system's temporary directory.
        .pragma("temp_store", "memory")
        .busy_timeout(BUSY_TIMEOUT)
}

/// Opens a connection and commits on it.
///
/// # Errors
///
/// The connection could not be opened, or the commit failed.
pub(super) async fn open_writable(
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    match probe_commit(&mut connection).await {
        Ok(()) => Ok(connection),
        Err(error) => {
            // The error of the commit is the cause; that of closing would hide it.
            let _ = connection.close().await;
            Err(error)
        }
    }
}

/// Makes the smallest possible commit: it writes one page and changes no data.
pub(super) async fn probe_commit(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    schema::rewrite_version(connection).await
}
