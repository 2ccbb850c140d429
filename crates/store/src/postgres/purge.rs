//! What an operator deletes because it is old.

use super::db::{Db, Failure, all, get, row_limit};
use super::derived::listed_by_id;
use super::people::delete_own;
use crate::ListedGame;

/// Whether a user is an idle guest; `$1` is the moment.
const IDLE_GUEST: &str = "users.kind = 'guest' and users.seen_ms < $1 \
    and not exists (select 1 from seats where seats.\"user\" = users.id) \
    and not exists (select 1 from seats where seats.invited = users.id) \
    and not exists (select 1 from reports where reporter = users.id or about = users.id) \
    and not exists (select 1 from takeovers \
    where takeovers.guest = users.id or takeovers.\"user\" = users.id)";

/// Whether a game is idle. Its last turn may be long before its last event.
const IDLE_GAME: &str = "state <> 'over' and last_ms < $1 and not exists \
    (select 1 from events where events.game_id = game_index.game and events.at_ms >= $1)";

/// Whether a game is an old one of guests alone.
const OLD_GUEST_GAME: &str = "state = 'over' and coalesce(over_ms, last_ms) < $1 \
    and exists (select 1 from seats \
    where seats.game = game_index.game and seats.\"user\" is not null) \
    and not exists (select 1 from seats left join users on users.id = seats.\"user\" \
    where seats.game = game_index.game and seats.\"user\" is not null \
    and users.kind is distinct from 'guest') \
    and not exists (select 1 from private_texts join users on users.id = private_texts.\"user\" \
    where private_texts.game = game_index.game and private_texts.kind = 'notes' \
    and users.kind = 'person') \
    and not exists (select 1 from reports where reports.game = game_index.game)";

async fn ids(
    db: Db<'_>,
    (table, id, condition): (&str, &str, &str),
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, Failure> {
    let query = format!(
        "select {id} from {table} where {condition} and ($2::text is null or {id} > $2) \
         order by {id} limit $3"
    );
    let rows = db.query(&query, &[&before_ms, &after, &row_limit(limit)]).await?;
    Ok(all(&rows, |row| get(row, 0))?)
}

/// [`Purge::idle_guests`](crate::Purge::idle_guests).
pub(super) async fn idle_guests(
    db: Db<'_>,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, Failure> {
    ids(db, ("users", "id", IDLE_GUEST), before_ms, after, limit).await
}

/// [`Purge::idle_games`](crate::Purge::idle_games).
pub(super) async fn idle_games(
    db: Db<'_>,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<ListedGame>, Failure> {
    let ids = ids(db, ("game_index", "game", IDLE_GAME), before_ms, after, limit).await?;
    listed_by_id(db, ids).await
}

/// [`Purge::old_guest_games`](crate::Purge::old_guest_games).
pub(super) async fn old_guest_games(
    db: Db<'_>,
    before_ms: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<ListedGame>, Failure> {
    let ids = ids(db, ("game_index", "game", OLD_GUEST_GAME), before_ms, after, limit).await?;
    listed_by_id(db, ids).await
}

/// Deletes idle guests.
pub(super) async fn delete_idle_guests(
    db: Db<'_>,
    ids: &[String],
    before_ms: i64,
) -> Result<u64, Failure> {
    let query =
        format!("select id from users where id = any($2) and {IDLE_GUEST} order by id for update");
    let rows = db.query(&query, &[&before_ms, &ids]).await?;
    let idle: Vec<String> = all(&rows, |row| get(row, 0))?;
    for id in &idle {
        delete_own(db, id).await?;
    }
    Ok(db.execute("delete from users where id = any($1)", &[&idle]).await?)
}

/// Deletes old games of guests.
pub(super) async fn delete_old_guest_games(
    db: Db<'_>,
    ids: &[String],
    before_ms: i64,
) -> Result<u64, Failure> {
    let query = format!("select game from game_index where game = any($2) and {OLD_GUEST_GAME}");
    let rows = db.query(&query, &[&before_ms, &ids]).await?;
    let old: Vec<String> = all(&rows, |row| get(row, 0))?;
    // In this order, as all who change games take them.
    let lock = "select 1 from games where id = any($1) order by id for update";
    db.query(lock, &[&old]).await?;
    for (table, column) in [
        ("presence", "game"),
        ("private_texts", "game"),
        ("chat", "game"),
        ("seats", "game"),
        ("game_index", "game"),
        ("events", "game_id"),
    ] {
        let statement = format!("delete from {table} where {column} = any($1)");
        db.execute(&statement, &[&old]).await?;
    }
    Ok(db.execute("delete from games where id = any($1)", &[&old]).await?)
}
