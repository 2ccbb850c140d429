//! What an operator deletes because it is old.

use super::derived::{read, row_limit};
use super::people::delete_own;
use crate::{ListedGame, StoreError};
use rusqlite::{Connection, params};

/// Whether a user is an idle guest; `?1` is the moment.
const IDLE_GUEST: &str = "users.kind = 'guest' and users.seen_ms < ?1 \
    and not exists (select 1 from seats where seats.user = users.id) \
    and not exists (select 1 from seats where seats.invited = users.id) \
    and not exists (select 1 from reports where reporter = users.id or about = users.id) \
    and not exists (select 1 from takeovers \
    where takeovers.guest = users.id or takeovers.user = users.id)";

/// Whether a game is idle. Its last turn may be long before its last event.
const IDLE_GAME: &str = "state <> 'over' and last_ms < ?1 and not exists \
    (select 1 from events where events.game_id = game_index.game and events.at_ms >= ?1)";

/// Whether a game is an old one of guests alone.
const OLD_GUEST_GAME: &str = "state = 'over' and ifnull(over_ms, last_ms) < ?1 \
    and exists (select 1 from seats where seats.game = game_index.game and seats.user is not null) \
    and not exists (select 1 from seats left join users on users.id = seats.user \
    where seats.game = game_index.game and seats.user is not null \
    and users.kind is not 'guest') \
    and not exists (select 1 from private_texts join users on users.id = private_texts.user \
    where private_texts.game = game_index.game and private_texts.kind = 'notes' \
    and users.kind = 'person') \
    and not exists (select 1 from reports where reports.game = game_index.game)";

fn ids(
    db: &Connection,
    (table, id, condition): (&str, &str, &str),
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let query = format!(
        "select {id} from {table} where {condition} and (?2 is null or {id} > ?2) \
         order by {id} limit ?3"
    );
    let mut select = db.prepare_cached(&query)?;
    let ids = select.query_map(params![before_ms, after, row_limit(limit)], |row| row.get(0))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

fn games(
    db: &Connection,
    condition: &str,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<ListedGame>, StoreError> {
    let mut games = Vec::new();
    for game in ids(db, ("game_index", "game", condition), before_ms, after, limit)? {
        if let Some(derived) = read(db, &game)? {
            games.push(ListedGame { game, derived });
        }
    }
    Ok(games)
}

/// [`Purge::idle_guests`](crate::Purge::idle_guests).
pub(super) fn idle_guests(
    db: &Connection,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    ids(db, ("users", "id", IDLE_GUEST), before_ms, after, limit)
}

/// [`Purge::idle_games`](crate::Purge::idle_games).
pub(super) fn idle_games(
    db: &Connection,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<ListedGame>, StoreError> {
    games(db, IDLE_GAME, before_ms, after, limit)
}

/// [`Purge::old_guest_games`](crate::Purge::old_guest_games).
pub(super) fn old_guest_games(
    db: &Connection,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<ListedGame>, StoreError> {
    games(db, OLD_GUEST_GAME, before_ms, after, limit)
}

fn holds(
    db: &Connection,
    (table, id, condition): (&str, &str, &str),
    before_ms: i64,
    key: &str,
) -> Result<bool, StoreError> {
    let query = format!("select 1 from {table} where {id} = ?2 and {condition}");
    Ok(db.prepare_cached(&query)?.exists(params![before_ms, key])?)
}

/// Deletes idle guests.
pub(super) fn delete_idle_guests(
    db: &Connection,
    ids: &[String],
    before_ms: i64,
) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for id in ids {
        if !holds(db, ("users", "id", IDLE_GUEST), before_ms, id)? {
            continue;
        }
        delete_own(db, id)?;
        db.prepare_cached("delete from users where id = ?")?.execute([id])?;
        deleted += 1;
    }
    Ok(deleted)
}

/// Deletes old games of guests.
pub(super) fn delete_old_guest_games(
    db: &Connection,
    ids: &[String],
    before_ms: i64,
) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for id in ids {
        if !holds(db, ("game_index", "game", OLD_GUEST_GAME), before_ms, id)? {
            continue;
        }
        for statement in [
            "delete from private_texts where game = ?",
            "delete from chat where game = ?",
            "delete from seats where game = ?",
            "delete from game_index where game = ?",
            "delete from events where game_id = ?",
            "delete from games where id = ?",
        ] {
            db.prepare_cached(statement)?.execute([id])?;
        }
        deleted += 1;
    }
    Ok(deleted)
}
