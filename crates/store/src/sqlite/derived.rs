//! Derived rows: writing those of one game, and the lists over all.

use crate::{Derived, GameState, GameSummary, ListKey, ListedGame, Page, SeatSummary, StoreError};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};

const UPSERT_SUMMARY: &str = "insert into game_index \
    (game, kind, state, plies, created_ms, last_ms, deadline_ms, excused_ms, over_ms, reason, \
    due_ms, to_act) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
    on conflict (game) do update set kind = excluded.kind, state = excluded.state, \
    plies = excluded.plies, created_ms = excluded.created_ms, last_ms = excluded.last_ms, \
    deadline_ms = excluded.deadline_ms, excused_ms = excluded.excused_ms, \
    over_ms = excluded.over_ms, reason = excluded.reason, due_ms = excluded.due_ms, \
    to_act = excluded.to_act";

const SELECT_SUMMARY: &str = "select kind, state, plies, created_ms, last_ms, over_ms, reason, \
    due_ms, to_act, deadline_ms, excused_ms from game_index where game = ?";

const SELECT_SEATS: &str =
    "select user, computer, place, end_ms from seats where game = ? order by seat";

/// The games that are not over.
const SELECT_GOING: &str = "select distinct game_index.last_ms, game_index.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.user = ?1 and seats.end_ms is null \
    and (?2 is null or game_index.state = ?2) \
    and (game_index.last_ms, game_index.game) < (?3, ?4) \
    order by game_index.last_ms desc, game_index.game desc limit ?5";

const SELECT_OVER: &str = "select distinct end_ms, game from seats \
    where user = ?1 and (end_ms, game) < (?2, ?3) \
    order by end_ms desc, game desc limit ?4";

/// Each game counts once, also if the user holds several seats.
const COUNT_TO_ACT: &str = "select count(distinct seats.game) \
    from seats join game_index on game_index.game = seats.game \
    where seats.user = ? and seats.end_ms is null and game_index.state = 'running' \
    and substr(game_index.to_act, seats.seat + 1, 1) = '1'";

const SELECT_DUE: &str =
    "select game, due_ms from game_index where due_ms <= ? order by due_ms, game limit ?";

const SELECT_NEXT_DUE: &str = "select min(due_ms) from game_index where due_ms > ?";

const SELECT_IDS: &str = "select id from games where id >= ? order by id limit ?";

const SELECT_IDS_AFTER: &str = "select id from games where id > ? order by id limit ?";

/// Replaces the derived rows of a game.
pub(super) fn write(db: &Connection, game: &str, derived: &Derived) -> rusqlite::Result<()> {
    let summary = &derived.summary;
    let to_act: String =
        derived.seats.iter().map(|seat| if seat.to_act { '1' } else { '0' }).collect();
    db.prepare_cached(UPSERT_SUMMARY)?.execute(params![
        game,
        summary.kind,
        summary.state,
        summary.plies,
        summary.created_ms,
        summary.last_ms,
        summary.deadline_ms,
        summary.excused_ms,
        summary.over_ms,
        summary.reason,
        derived.due_ms,
        to_act
    ])?;
    write_seats(db, game, derived)
}

/// Writes the rows of the seats if they differ. Most appends change none of them.
fn write_seats(db: &Connection, game: &str, derived: &Derived) -> rusqlite::Result<()> {
    let end_ms = derived.summary.end_ms();
    if are_current(db, game, end_ms, &derived.seats)? {
        return Ok(());
    }
    db.prepare_cached("delete from seats where game = ?")?.execute([game])?;
    let mut insert = db.prepare_cached(
        "insert into seats (game, seat, user, computer, place, end_ms) values (?, ?, ?, ?, ?, ?)",
    )?;
    for (number, seat) in derived.seats.iter().enumerate() {
        let SeatSummary { user, computer, place, to_act: _ } = seat;
        insert.execute(params![game, number as i64, user, computer, place, end_ms])?;
    }
    Ok(())
}

fn are_current(
    db: &Connection,
    game: &str,
    end_ms: Option<i64>,
    seats: &[SeatSummary],
) -> rusqlite::Result<bool> {
    let mut select = db.prepare_cached(SELECT_SEATS)?;
    let mut rows = select.query([game])?;
    for seat in seats {
        let Some(row) = rows.next()? else { return Ok(false) };
        let user: Option<&str> = row.get_ref(0)?.as_str_or_null()?;
        if user != seat.user.as_deref()
            || row.get::<_, Option<u8>>(1)? != seat.computer
            || row.get::<_, Option<u8>>(2)? != seat.place
            || row.get::<_, Option<i64>>(3)? != end_ms
        {
            return Ok(false);
        }
    }
    Ok(rows.next()?.is_none())
}

/// Returns the derived rows of a game; `None` if it has none.
pub(super) fn read(db: &Connection, game: &str) -> Result<Option<Derived>, StoreError> {
    let summary = |row: &Row<'_>| {
        let summary = GameSummary {
            kind: row.get(0)?,
            state: row.get(1)?,
            plies: row.get(2)?,
            created_ms: row.get(3)?,
            last_ms: row.get(4)?,
            over_ms: row.get(5)?,
            reason: row.get(6)?,
            deadline_ms: row.get(9)?,
            excused_ms: row.get(10)?,
        };
        Ok((summary, row.get(7)?, row.get::<_, String>(8)?))
    };
    let found = db.prepare_cached(SELECT_SUMMARY)?.query_row([game], summary).optional()?;
    let Some((summary, due_ms, to_act)) = found else { return Ok(None) };
    let mut to_act = to_act.bytes();
    let mut select = db.prepare_cached(SELECT_SEATS)?;
    let seats = select.query_map([game], |row| {
        Ok(SeatSummary {
            user: row.get(0)?,
            computer: row.get(1)?,
            place: row.get(2)?,
            to_act: to_act.next() == Some(b'1'),
        })
    })?;
    let seats = seats.collect::<rusqlite::Result<_>>()?;
    Ok(Some(Derived { due_ms, summary, seats }))
}

/// [`Lists::games_of`](crate::Lists::games_of).
pub(super) fn count_to_act(db: &Connection, user: &str) -> Result<u32, StoreError> {
    Ok(db.prepare_cached(COUNT_TO_ACT)?.query_row([user], |row| row.get(0))?)
}

pub(super) fn games_of(
    db: &mut Connection,
    user: &str,
    state: Option<GameState>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    let (at_ms, before) = match before {
        Some(ListKey { at_ms, game }) => (*at_ms, game.as_str()),
        // No id is greater than the last character.
        None => (i64::MAX, "\u{10ffff}"),
    };
    // One more tells whether others follow.
    let wanted = limit as i64 + 1;
    let key = |row: &Row<'_>| Ok(ListKey { at_ms: row.get(0)?, game: row.get(1)? });
    // All statements read one snapshot of the database.
    let db = db.transaction()?;
    let mut keys = Vec::new();
    if state != Some(GameState::Over) {
        let mut select = db.prepare_cached(SELECT_GOING)?;
        for found in select.query_map(params![user, state, at_ms, before, wanted], key)? {
            keys.push(found?);
        }
    }
    if matches!(state, None | Some(GameState::Over)) {
        let mut select = db.prepare_cached(SELECT_OVER)?;
        for found in select.query_map(params![user, at_ms, before, wanted], key)? {
            keys.push(found?);
        }
    }
    keys.sort_unstable_by(|one, other| other.cmp(one));
    let has_more = keys.len() > limit;
    keys.truncate(limit);
    let next = keys.last().filter(|_| has_more).cloned();
    let mut games = Vec::with_capacity(keys.len());
    for ListKey { game, .. } in keys {
        if let Some(derived) = read(&db, &game)? {
            games.push(ListedGame { game, derived });
        }
    }
    Ok(Page { games, next })
}

/// [`Lists::due`](crate::Lists::due).
pub(super) fn due(
    db: &Connection,
    until_ms: i64,
    limit: usize,
) -> Result<Vec<(String, i64)>, StoreError> {
    let mut select = db.prepare_cached(SELECT_DUE)?;
    let rows = select
        .query_map(params![until_ms, row_limit(limit)], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// [`Lists::next_due`](crate::Lists::next_due).
pub(super) fn next_due(db: &Connection, after_ms: i64) -> Result<Option<i64>, StoreError> {
    let mut select = db.prepare_cached(SELECT_NEXT_DUE)?;
    Ok(select.query_row([after_ms], |row| row.get(0))?)
}

/// [`Lists::game_ids`](crate::Lists::game_ids).
pub(super) fn game_ids(
    db: &Connection,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let query = if after.is_some() { SELECT_IDS_AFTER } else { SELECT_IDS };
    let mut select = db.prepare_cached(query)?;
    let values = params![after.unwrap_or_default(), row_limit(limit)];
    let rows = select.query_map(values, |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// A number of rows for `limit`, which has no meaning for numbers that are negative in SQL.
pub(super) fn row_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl ToSql for GameState {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
        }))
    }
}

impl FromSql for GameState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "open" => Ok(Self::Open),
            "running" => Ok(Self::Running),
            "over" => Ok(Self::Over),
            other => Err(FromSqlError::Other(format!("'{other}' is no state of a game").into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{connect, outbox, schema};
    use super::*;

    /// A page takes the same time however many games there are: no list is scanned or sorted, but
    /// for the games of one user that are not over.
    #[test]
    fn lists_are_read_from_indexes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut db = connect::open_writer(file.path()).unwrap();
        schema::migrate(&mut db).unwrap();
        let plan = |query: &str| {
            let mut explain = db.prepare(&format!("explain query plan {query}")).unwrap();
            let nulls = vec![None::<i64>; explain.parameter_count()];
            let steps = explain.query_map(rusqlite::params_from_iter(nulls), |row| row.get(3));
            steps.unwrap().collect::<rusqlite::Result<Vec<String>>>().unwrap()
        };
        for (query, step) in [
            (
                SELECT_OVER,
                "SEARCH seats USING COVERING INDEX seats_user (user=? AND (end_ms,game)<(?,?))",
            ),
            (SELECT_DUE, "SEARCH game_index USING COVERING INDEX game_index_due (due_ms<?)"),
            (SELECT_NEXT_DUE, "SEARCH game_index USING COVERING INDEX game_index_due (due_ms>?)"),
            (SELECT_IDS, "SEARCH games USING COVERING INDEX sqlite_autoindex_games_1 (id>?)"),
            (SELECT_IDS_AFTER, "SEARCH games USING COVERING INDEX sqlite_autoindex_games_1 (id>?)"),
            (outbox::SELECT_DUE, "SEARCH outbox USING INDEX outbox_due (due_ms<?)"),
        ] {
            assert_eq!(plan(query), [step], "{query}");
        }
        let going = plan(SELECT_GOING);
        assert_eq!(
            going[..2],
            [
                "SEARCH seats USING COVERING INDEX seats_user (user=? AND end_ms=?)",
                "SEARCH game_index USING PRIMARY KEY (game=?)"
            ]
        );
    }
}
