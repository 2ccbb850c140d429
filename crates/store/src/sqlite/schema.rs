//! The schema of the database and its migrations.

use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// All migrations in order. After a release they are only added to: a file may have any prefix.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/sqlite/0001_initial.sql")];

/// Runs the migrations that the file does not have yet, each in a transaction of its own.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let applied = version(connection)?;
    for (migration, version) in MIGRATIONS.iter().zip(1..).skip(applied) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(migration)?;
        set_version(&transaction, version)?;
        transaction.commit()?;
    }
    Ok(())
}

/// The schema version of the file: the number of migrations that it has, kept in `user_version`.
///
/// # Errors
///
/// [`StoreError::TooNew`] if the file has more migrations than this program.
pub(super) fn version(connection: &Connection) -> Result<usize, StoreError> {
    let known = MIGRATIONS.len() as i64;
    let found = user_version(connection)?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    Ok(found as usize)
}

/// The newest schema version.
#[cfg(feature = "cluster")]
pub(super) fn newest() -> usize {
    MIGRATIONS.len()
}

pub(super) fn user_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("pragma user_version", (), |row| row.get(0))
}

/// Writes the schema version of a migrated file again: a commit that changes nothing.
pub(super) fn rewrite_version(connection: &Connection) -> rusqlite::Result<()> {
    set_version(connection, MIGRATIONS.len())
}

fn set_version(connection: &Connection, version: usize) -> rusqlite::Result<()> {
    // A pragma takes no bound parameters. `version` is a number, so the statement is safe.
    connection.execute_batch(&format!("pragma user_version = {version}"))
}
