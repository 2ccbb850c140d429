//! The schema of the file and how it came to be.

use crate::StoreError;
use sqlx::{Connection, Row, SqliteConnection};

/// Every step that the schema took. Steps are only added: a released one never changes.
const STEPS: [&str; 1] = [include_str!("../../migrations/sqlite/0001_log.sql")];

/// Takes the steps that this file has not taken yet. `user_version` counts those taken.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?;
    for (step, version) in STEPS.iter().zip(1..).skip(found) {
        let mut transaction = connection.begin_with("begin immediate").await?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        set_version(&mut transaction, version).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// How many steps the file has taken.
///
/// # Errors
///
/// [`StoreError::TooNew`] if this program does not know all of them.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<usize, StoreError> {
    let known = STEPS.len() as i64;
    let found: i64 =
        sqlx::query("pragma user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    Ok(found as usize)
}

/// Writes the version of a migrated file again, which needs a commit but changes nothing.
pub(super) async fn mark(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    set_version(connection, STEPS.len()).await
}

async fn set_version(connection: &mut SqliteConnection, version: usize) -> Result<(), sqlx::Error> {
    // A pragma takes no parameters; the number is ours.
    let mark = sqlx::AssertSqlSafe(format!("pragma user_version = {version}"));
    sqlx::raw_sql(mark).execute(connection).await?;
    Ok(())
}
