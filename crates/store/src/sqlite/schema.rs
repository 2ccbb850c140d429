//! The schema of the file and how it came to be.

use crate::StoreError;
use sqlx::{Connection, Row, SqliteConnection};

/// Every step that the schema took. Steps are only added: a released one never changes.
const STEPS: [&str; 1] = [include_str!("../../migrations/sqlite/0001_log.sql")];

/// Takes the steps that this file has not taken yet. `user_version` counts those taken.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    let found: i64 =
        sqlx::query("pragma user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for (step, version) in STEPS.iter().zip(1..).skip(found as usize) {
        let mut transaction = connection.begin_with("begin immediate").await?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        // A pragma takes no parameters; the number is ours.
        let mark = sqlx::AssertSqlSafe(format!("pragma user_version = {version}"));
        sqlx::raw_sql(mark).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}
