//! The event log of one game: reading it with a check that it is complete, and appending.

use super::inserts::{insert_game, is_unique_violation};
use crate::{Append, Damage, StoreError, StoredEvent};
use sqlx::{Row, SqliteConnection, SqliteExecutor};

/// One statement, so that count and events come from one snapshot of the database. Because of the
/// left join, a game without events gives one row whose `seq` is null.
const SELECT_EVENTS: &str = "select games.event_count, events.seq, events.at_ms, events.body \
    from games left join events on events.game_id = games.id \
    where games.id = ? order by events.seq";

/// Returns all events of the game in order; none if there is no such game.
///
/// # Errors
///
/// [`StoreError::Damaged`] unless the events are numbered from 1 without a gap up to the
/// `event_count` of the game.
pub(super) async fn read(
    db: impl SqliteExecutor<'_>,
    game: &str,
) -> Result<Vec<StoredEvent>, StoreError> {
    let damaged = |damage| StoreError::Damaged { game: game.to_owned(), damage };
    let rows = sqlx::query(SELECT_EVENTS).bind(game).fetch_all(db).await?;
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let event_count: i64 = first.try_get(0)?;
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
    if found != event_count {
        return Err(damaged(Damage::Length { found, expected: event_count }));
    }
    Ok(events)
}

/// Appends the events and inserts the game that the append creates. The caller's transaction makes
/// this atomic.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the log does not have exactly `append.after` events,
/// [`StoreError::Taken`] if the created game's id is in use, [`StoreError::Damaged`] if the table
/// has events that the game does not count.
pub(super) async fn append(db: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let after = append.after as i64;
    let new_count = after.saturating_add_unsigned(append.events.len() as u64);
    let query =
        sqlx::query("update games set event_count = ?, due = ? where id = ? and event_count = ?");
    let query = query.bind(new_count).bind(append.due).bind(&append.game).bind(after);
    if query.execute(&mut *db).await?.rows_affected() != 1 {
        return Err(StoreError::Conflict { game: append.game.clone(), after: append.after });
    }
    for (event, seq) in append.events.iter().zip(after + 1..) {
        let query =
            sqlx::query("insert into events (game_id, seq, at_ms, body) values (?, ?, ?, ?)");
        let query = query.bind(&append.game).bind(seq).bind(event.at_ms).bind(&event.body);
        query.execute(&mut *db).await.map_err(|error| match error {
            // The log has an event with this number, although the game counts fewer.
            error if is_unique_violation(&error) => StoreError::Damaged {
                game: append.game.clone(),
                damage: Damage::Length { found: seq, expected: seq - 1 },
            },
            error => error.into(),
        })?;
    }
    if let Some(game) = &append.creates {
        insert_game(db, game).await?;
    }
    Ok(())
}
