//! Inserts of games and records, and how a violated unique constraint is reported.

use super::{derived, outbox};
use crate::{NewGame, NewRecord, StoreError};
use rusqlite::{Connection, ErrorCode, Params, ffi, params};

/// # Errors
///
/// [`StoreError::Taken`] if a game has this id.
pub(super) fn insert_game(db: &Connection, game: &NewGame) -> Result<(), StoreError> {
    let statement = "insert into games (id, body, created_ms) values (?, ?, ?)";
    insert(db, statement, params![game.id, game.body, game.created_ms], &game.id)?;
    derived::write(db, &game.id, &game.derived)?;
    game.outbox.iter().try_for_each(|item| outbox::put(db, item))
}

/// # Errors
///
/// [`StoreError::Taken`] if a record has this id.
pub(super) fn insert_record(db: &Connection, record: &NewRecord) -> Result<(), StoreError> {
    let statement = "insert into records (id, body, created_ms) values (?, ?, ?)";
    insert(db, statement, params![record.id, record.body, record.created_ms], &record.id)
}

/// Inserts a row.
///
/// # Errors
///
/// [`StoreError::Taken`] with `key` if a unique constraint is violated.
pub(super) fn insert(
    db: &Connection,
    statement: &str,
    values: impl Params,
    key: &str,
) -> Result<(), StoreError> {
    match db.prepare_cached(statement)?.execute(values) {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(StoreError::Taken(key.to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// Whether an insert failed because a row with the same key exists.
pub(super) fn is_unique_violation(error: &rusqlite::Error) -> bool {
    const CODES: [i32; 2] = [ffi::SQLITE_CONSTRAINT_PRIMARYKEY, ffi::SQLITE_CONSTRAINT_UNIQUE];
    error.sqlite_error().is_some_and(|error| {
        error.code == ErrorCode::ConstraintViolation && CODES.contains(&error.extended_code)
    })
}
