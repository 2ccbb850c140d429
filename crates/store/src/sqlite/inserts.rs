//! Inserts of single rows, and how a violated unique constraint is reported.

use crate::{NewGame, NewGuest, NewRecord, StoreError};
use sqlx::SqliteConnection;
use sqlx::error::DatabaseError;

/// # Errors
///
/// [`StoreError::Taken`] if a game has this id.
pub(super) async fn insert_game(
    db: &mut SqliteConnection,
    game: &NewGame,
) -> Result<(), StoreError> {
    let query = sqlx::query("insert into games (id, body, due, created_ms) values (?, ?, ?, ?)");
    let query = query.bind(&game.id).bind(&game.body).bind(game.due).bind(game.created_ms);
    query.execute(db).await.map_err(|error| taken_or_other(error, &game.id))?;
    Ok(())
}

/// # Errors
///
/// [`StoreError::Taken`] if a guest has this name or this hash.
pub(super) async fn insert_guest(
    db: &mut SqliteConnection,
    guest: &NewGuest,
) -> Result<(), StoreError> {
    let query = sqlx::query("insert into guests (token_hash, name, created_ms) values (?, ?, ?)");
    let query = query.bind(&guest.token_hash).bind(&guest.name).bind(guest.created_ms);
    query.execute(db).await.map_err(|error| taken_or_other(error, &guest.name))?;
    Ok(())
}

/// # Errors
///
/// [`StoreError::Taken`] if a record has this id.
pub(super) async fn insert_record(
    db: &mut SqliteConnection,
    record: &NewRecord,
) -> Result<(), StoreError> {
    let query = sqlx::query("insert into records (id, body, created_ms) values (?, ?, ?)");
    let query = query.bind(&record.id).bind(&record.body).bind(record.created_ms);
    query.execute(db).await.map_err(|error| taken_or_other(error, &record.id))?;
    Ok(())
}

/// Whether an insert failed because a row with the same key exists.
pub(super) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(DatabaseError::is_unique_violation)
}

fn taken_or_other(error: sqlx::Error, key: &str) -> StoreError {
    if is_unique_violation(&error) { StoreError::Taken(key.to_owned()) } else { error.into() }
}
