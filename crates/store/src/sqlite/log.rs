//! The log of a game: read with proof that it is whole, and appended to.

use super::writer::{create_game, is_taken};
use crate::{Append, Damage, StoreError, StoredEvent};
use sqlx::{Row, SqliteConnection, SqliteExecutor};

/// One statement, so that length and events are of the same moment. The row of a game without
/// events has no number.
const READ: &str = "select games.length, events.seq, events.at_ms, events.body \
    from games left join events on events.game_id = games.id \
    where games.id = ? order by events.seq";

/// All events of a game in their order; none if there is no such game.
///
/// # Errors
///
/// [`StoreError::Damaged`] unless the events are numbered from 1 without a gap up to the length
/// that is kept with the game.
pub(super) async fn read(
    db: impl SqliteExecutor<'_>,
    game: &str,
) -> Result<Vec<StoredEvent>, StoreError> {
    let damaged = |damage| StoreError::Damaged { game: game.to_owned(), damage };
    let rows = sqlx::query(READ).bind(game).fetch_all(db).await?;
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let length: i64 = first.try_get(0)?;
    let mut events = Vec::with_capacity(rows.len());
    for row in &rows {
        let Some(found) = row.try_get::<Option<i64>, _>(1)? else { break };
        let expected = events.len() as i64 + 1;
        if found != expected {
            return Err(damaged(Damage::Gap { found, expected }));
        }
        events.push(StoredEvent { at_ms: row.try_get(2)?, body: row.try_get(3)? });
    }
    let found = events.len() as i64;
    if found != length {
        return Err(damaged(Damage::Length { found, expected: length }));
    }
    Ok(events)
}

/// Appends events, and creates the game that comes into being with them.
pub(super) async fn append(db: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let after = append.after as i64;
    let length = after.saturating_add_unsigned(append.events.len() as u64);
    let query = sqlx::query("update games set length = ?, due = ? where id = ? and length = ?");
    let query = query.bind(length).bind(append.due).bind(&append.game).bind(after);
    if query.execute(&mut *db).await?.rows_affected() != 1 {
        return Err(StoreError::Conflict { game: append.game.clone(), after: append.after });
    }
    for (event, seq) in append.events.iter().zip(after + 1..) {
        let query =
            sqlx::query("insert into events (game_id, seq, at_ms, body) values (?, ?, ?, ?)");
        let query = query.bind(&append.game).bind(seq).bind(event.at_ms).bind(&event.body);
        query.execute(&mut *db).await.map_err(|error| match error {
            // An event behind the end of the log.
            error if is_taken(&error) => StoreError::Damaged {
                game: append.game.clone(),
                damage: Damage::Length { found: seq, expected: seq - 1 },
            },
            error => error.into(),
        })?;
    }
    if let Some(game) = &append.creates {
        create_game(db, game).await?;
    }
    Ok(())
}
