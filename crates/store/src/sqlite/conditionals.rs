//! The conditional moves of players.

use super::chat::expect_game;
use crate::StoreError;
use rusqlite::{Connection, OptionalExtension, params};

/// # Errors
///
/// [`StoreError::Missing`] if there is no such game.
pub(super) fn put(
    db: &Connection,
    (user, game): (&str, &str),
    body: Option<&str>,
    at_ms: i64,
) -> Result<(), StoreError> {
    expect_game(db, game)?;
    if let Some(body) = body {
        let statement = "insert or replace into conditionals (user, game, at_ms, body) \
            values (?, ?, ?, ?)";
        db.prepare_cached(statement)?.execute(params![user, game, at_ms, body])?;
    } else {
        let statement = "delete from conditionals where user = ? and game = ?";
        db.prepare_cached(statement)?.execute([user, game])?;
    }
    Ok(())
}

pub(super) fn get(db: &Connection, user: &str, game: &str) -> Result<Option<String>, StoreError> {
    let query = "select body from conditionals where user = ? and game = ?";
    Ok(db.prepare_cached(query)?.query_row([user, game], |row| row.get(0)).optional()?)
}
