//! How connections are opened.

use super::schema;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::Path;
use std::time::Duration;

/// How long a lock that another program holds is waited for.
const BUSY: Duration = Duration::from_secs(10);

/// The settings of every connection to the file.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // Large transactions must neither need another descriptor nor put hidden information into
        // the system's folder for temporary files.
        .pragma("temp_store", "memory")
        .busy_timeout(BUSY)
}

/// Opens a connection on which a commit has succeeded.
pub(super) async fn writable(
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    match probe(&mut connection).await {
        Ok(()) => Ok(connection),
        Err(error) => {
            // Only the first error says why.
            let _ = connection.close().await;
            Err(error)
        }
    }
}

/// Makes the smallest commit: one page, in which nothing changes.
pub(super) async fn probe(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    schema::mark(connection).await
}
