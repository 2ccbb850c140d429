//! The schema of the database and its migrations.

use super::db::{Db, get};
use crate::StoreError;
use tokio_postgres::Error;

/// All migrations in order. After a release they are only added to: a database may have any prefix.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/postgres/0001_initial.sql")];

/// The key of the lock that one program holds while it migrates: "heterodo" in ASCII.
const LOCK: i64 = 0x6865_7465_726f_646f;

/// Runs the migrations that the database does not have yet, in one transaction. Of several programs
/// that start at once, one migrates and the others wait for it.
pub(super) async fn migrate(db: Db<'_>) -> Result<(), StoreError> {
    expect_utf8(db).await?;
    db.0.batch_execute("begin; set local statement_timeout = '10min'; set local lock_timeout = 0")
        .await?;
    let result = migrate_in_transaction(db).await;
    let end = if result.is_ok() { "commit" } else { "rollback" };
    let ended = db.0.batch_execute(end).await;
    result?;
    Ok(ended?)
}

async fn migrate_in_transaction(db: Db<'_>) -> Result<(), StoreError> {
    db.0.batch_execute(&format!(
        "select pg_advisory_xact_lock({LOCK}); \
         create table if not exists schema_version (version bigint not null primary key)"
    ))
    .await?;
    let applied = version(db).await?;
    for (migration, version) in MIGRATIONS.iter().zip(1_i64..).skip(applied) {
        db.0.batch_execute(migration).await?;
        let statement = format!("insert into schema_version (version) values ({version})");
        db.0.batch_execute(&statement).await?;
    }
    Ok(())
}

/// Fails unless the database holds every text of Unicode.
async fn expect_utf8(db: Db<'_>) -> Result<(), StoreError> {
    let row = db.one("select current_setting('server_encoding')", &[]).await?;
    let encoding: String = row.map(|row| get(&row, 0)).transpose()?.unwrap_or_default();
    if encoding == "UTF8" {
        return Ok(());
    }
    Err(StoreError::Database(format!("its encoding is {encoding}, and must be UTF8")))
}

/// The schema version of the database: the number of migrations that it has.
///
/// # Errors
///
/// [`StoreError::TooNew`] if the database has more migrations than this program.
pub(super) async fn version(db: Db<'_>) -> Result<usize, StoreError> {
    let known = MIGRATIONS.len() as i64;
    let row = db.one("select coalesce(max(version), 0) from schema_version", &[]).await?;
    let found: i64 = row.map(|row| get(&row, 0)).transpose()?.unwrap_or_default();
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    Ok(found as usize)
}

/// Fails with [`StoreError::Unfinished`] while data are being copied into the database.
pub(super) async fn expect_finished(db: Db<'_>) -> Result<(), StoreError> {
    let query = "select 1 from migration where finished_ms is null";
    match db.one(query, &[]).await? {
        Some(_) => Err(StoreError::Unfinished),
        None => Ok(()),
    }
}

/// Makes the smallest possible commit: it writes one row and changes no data.
pub(super) async fn probe_commit(db: Db<'_>) -> Result<(), Error> {
    db.execute("update schema_version set version = version where version = 1", &[]).await.map(drop)
}
