//! Texts that users keep beside games.

use super::chat::expect_game;
use crate::{StoreError, TextKind};
use rusqlite::{Connection, OptionalExtension, params};

/// # Errors
///
/// [`StoreError::Missing`] if there is no such game.
pub(super) fn put(
    db: &Connection,
    kind: TextKind,
    (user, game): (&str, &str),
    body: Option<&str>,
    at_ms: i64,
) -> Result<(), StoreError> {
    expect_game(db, game)?;
    if let Some(body) = body {
        let statement = "insert or replace into private_texts (user, game, kind, at_ms, body) \
            values (?, ?, ?, ?, ?)";
        let values = params![user, game, kind.key(), at_ms, body];
        db.prepare_cached(statement)?.execute(values)?;
    } else {
        let statement = "delete from private_texts where user = ? and game = ? and kind = ?";
        db.prepare_cached(statement)?.execute([user, game, kind.key()])?;
    }
    Ok(())
}

pub(super) fn get(
    db: &Connection,
    kind: TextKind,
    (user, game): (&str, &str),
) -> Result<Option<String>, StoreError> {
    let query = "select body from private_texts where user = ? and game = ? and kind = ?";
    let mut select = db.prepare_cached(query)?;
    Ok(select.query_row([user, game, kind.key()], |row| row.get(0)).optional()?)
}
