//! The schema of the database and its migrations.

use crate::StoreError;
use sqlx::{Connection, Row, SqliteConnection};

/// All migrations in order. After a release they are only added to: a file may have any prefix.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/sqlite/0001_initial.sql")];

/// Runs the migrations that the file does not have yet, each in a transaction of its own.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let applied = version(connection).await?;
    for (migration, version) in MIGRATIONS.iter().zip(1..).skip(applied) {
        let mut transaction = connection.begin_with("begin immediate").await?;
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        set_version(&mut transaction, version).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// The schema version of the file: the number of migrations that it has, kept in `user_version`.
///
/// # Errors
///
/// [`StoreError::TooNew`] if the file has more migrations than this program.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<usize, StoreError> {
    let known = MIGRATIONS.len() as i64;
    let found: i64 =
        sqlx::query("pragma user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    Ok(found as usize)
}

/// Writes the schema version of a migrated file again: a commit that changes nothing.
pub(super) async fn rewrite_version(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    set_version(connection, MIGRATIONS.len()).await
}

async fn set_version(connection: &mut SqliteConnection, version: usize) -> Result<(), sqlx::Error> {
    // A pragma takes no bound parameters. `version` is a number, so the statement is safe.
    let statement = sqlx::AssertSqlSafe(format!("pragma user_version = {version}"));
    sqlx::raw_sql(statement).execute(connection).await?;
    Ok(())
}
