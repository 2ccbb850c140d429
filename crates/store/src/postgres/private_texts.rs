//! Texts that users keep beside games.

use super::db::{Db, Failure, get};
use crate::{StoreError, TextKind};

/// # Errors
///
/// [`StoreError::Missing`] if there is no such game.
pub(super) async fn put(
    db: Db<'_>,
    kind: TextKind,
    (user, game): (&str, &str),
    body: Option<&str>,
    at_ms: i64,
) -> Result<(), Failure> {
    if db.one("select 1 from games where id = $1", &[&game]).await?.is_none() {
        return Err(StoreError::Missing(game.to_owned()).into());
    }
    let kind = kind.key();
    if let Some(body) = body {
        let statement = "insert into private_texts (\"user\", game, kind, at_ms, body) \
            values ($1, $2, $3, $4, $5) on conflict (\"user\", game, kind) \
            do update set at_ms = excluded.at_ms, body = excluded.body";
        db.execute(statement, &[&user, &game, &kind, &at_ms, &body]).await?;
    } else {
        let statement = "delete from private_texts where \"user\" = $1 and game = $2 and kind = $3";
        db.execute(statement, &[&user, &game, &kind]).await?;
    }
    Ok(())
}

pub(super) async fn get_text(
    db: Db<'_>,
    kind: TextKind,
    (user, game): (&str, &str),
) -> Result<Option<String>, Failure> {
    let query = "select body from private_texts where \"user\" = $1 and game = $2 and kind = $3";
    let row = db.one(query, &[&user, &game, &kind.key()]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?)
}
