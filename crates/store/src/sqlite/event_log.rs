//! The event log of one game: reading it with a check that it is complete, and appending.

use super::inserts::{insert_game, is_unique_violation};
use super::{derived, outbox};
use crate::{Append, Damage, StoreError, StoredEvent, StoredGame};
use rusqlite::{Connection, OptionalExtension, params};

/// One statement, so that count and events come from one snapshot of the database. Because of the
/// left join, a game without events gives one row whose `seq` is null.
const SELECT_EVENTS: &str = "select games.event_count, events.seq, events.at_ms, events.body \
    from games left join events on events.game_id = games.id and events.seq > ? \
    where games.id = ? order by events.seq";

/// Returns the game; `None` if there is no such game.
pub(super) fn game(db: &Connection, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let mut select = db.prepare_cached("select body, created_ms from games where id = ?")?;
    let game =
        |row: &rusqlite::Row<'_>| Ok(StoredGame { body: row.get(0)?, created_ms: row.get(1)? });
    Ok(select.query_row([id], game).optional()?)
}

/// Returns the events of the game after the event `after`, in order; none if there is no such game.
///
/// # Errors
///
/// [`StoreError::Damaged`] unless they are numbered without a gap up to the `event_count` of the
/// game.
pub(super) fn read(
    db: &Connection,
    game: &str,
    after: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    let after = after as i64;
    let damaged = |damage| StoreError::Damaged { game: game.to_owned(), damage };
    let mut select = db.prepare_cached(SELECT_EVENTS)?;
    let mut rows = select.query(params![after, game])?;
    let (mut events, mut event_count) = (Vec::new(), None);
    while let Some(row) = rows.next()? {
        event_count = Some(row.get(0)?);
        let Some(found) = row.get::<_, Option<i64>>(1)? else { break };
        let expected = after + events.len() as i64 + 1;
        if found != expected {
            return Err(damaged(Damage::Gap { found, expected }));
        }
        events.push(StoredEvent { at_ms: row.get(2)?, body: row.get(3)? });
    }
    let found = after + events.len() as i64;
    match event_count {
        Some(expected) if found != expected => Err(damaged(Damage::Length { found, expected })),
        _ => Ok(events),
    }
}

/// Writes all that an append carries. The caller's transaction makes this atomic.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the log does not have exactly `append.after` events,
/// [`StoreError::Taken`] if the id of the created game or of an outbox item is in use,
/// [`StoreError::Damaged`] if the table has events that the game does not count.
pub(super) fn append(db: &Connection, append: &Append) -> Result<(), StoreError> {
    let after = append.after as i64;
    let new_count = after.saturating_add_unsigned(append.events.len() as u64);
    let changed = db
        .prepare_cached("update games set event_count = ? where id = ? and event_count = ?")?
        .execute(params![new_count, append.game, after])?;
    if changed != 1 {
        return Err(StoreError::Conflict { game: append.game.clone(), after: append.after });
    }
    let mut insert =
        db.prepare_cached("insert into events (game_id, seq, at_ms, body) values (?, ?, ?, ?)")?;
    for (event, seq) in append.events.iter().zip(after + 1..) {
        insert.execute(params![append.game, seq, event.at_ms, event.body]).map_err(|error| {
            match error {
                // The log has an event with this number, although the game counts fewer.
                error if is_unique_violation(&error) => StoreError::Damaged {
                    game: append.game.clone(),
                    damage: Damage::Length { found: seq, expected: seq - 1 },
                },
                error => error.into(),
            }
        })?;
    }
    derived::write(db, &append.game, &append.derived)?;
    if let Some(game) = &append.creates {
        insert_game(db, game)?;
    }
    append.outbox.iter().try_for_each(|item| outbox::put(db, item))
}

/// Fails with [`StoreError::Conflict`] unless the log of the game has exactly `after` events.
pub(super) fn expect_count(db: &Connection, game: &str, after: u64) -> Result<(), StoreError> {
    let count: Option<i64> = db
        .prepare_cached("select event_count from games where id = ?")?
        .query_row([game], |row| row.get(0))
        .optional()?;
    if count == i64::try_from(after).ok() && count.is_some() {
        return Ok(());
    }
    Err(StoreError::Conflict { game: game.to_owned(), after })
}
