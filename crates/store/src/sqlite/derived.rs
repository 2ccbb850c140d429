//! Derived rows: writing those of one game, and the lists over all.

use crate::{
    ArchiveFilter, Derived, GameState, GameSummary, LevelScore, ListKey, ListedGame, MAX_PAGE,
    MAX_SCAN, Page, Reliability, ResultFilter, Score, SeatSummary, StoreError, Visibility,
};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::{iter, mem};

const UPSERT_SUMMARY: &str = "insert into game_index \
    (game, kind, state, plies, created_ms, last_ms, deadline_ms, excused_ms, over_ms, reason, \
    due_ms, to_act, visibility, start, time, in_lobby, until_ms, in_archive, winner) \
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
    on conflict (game) do update set kind = excluded.kind, state = excluded.state, \
    plies = excluded.plies, created_ms = excluded.created_ms, last_ms = excluded.last_ms, \
    deadline_ms = excluded.deadline_ms, excused_ms = excluded.excused_ms, \
    over_ms = excluded.over_ms, reason = excluded.reason, due_ms = excluded.due_ms, \
    to_act = excluded.to_act, visibility = excluded.visibility, start = excluded.start, \
    time = excluded.time, in_lobby = excluded.in_lobby, until_ms = excluded.until_ms, \
    in_archive = excluded.in_archive, winner = excluded.winner";

const SELECT_SUMMARY: &str = "select kind, state, plies, created_ms, last_ms, over_ms, reason, \
    due_ms, to_act, deadline_ms, excused_ms, visibility, start, time, in_lobby, until_ms, \
    in_archive, winner from game_index where game = ?";

const SELECT_SEATS: &str =
    "select user, computer, place, end_ms, invited from seats where game = ? order by seat";

/// The most games of a user that are read for one page of the archive: each is looked up in
/// `game_index`.
const MAX_USER_SCAN: usize = MAX_SCAN / 8;

/// The games that are not over, as far as a reader may see them. The `+` keeps a reader's own seats
/// from being read through `seats_user`, where they are all of its games.
const SELECT_GOING: &str = "select distinct game_index.last_ms, game_index.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.user = ?1 and seats.end_ms is null \
    and (?2 is null or game_index.state = ?2) \
    and (game_index.last_ms, game_index.game) < (?3, ?4) \
    and (?6 is null or game_index.visibility = 'public' or exists \
    (select 1 from seats as own where own.game = seats.game and +own.user = ?6)) \
    order by game_index.last_ms desc, game_index.game desc limit ?5";

const SELECT_OVER: &str = "select distinct end_ms, game from seats \
    where user = ?1 and (end_ms, game) < (?2, ?3) \
    order by end_ms desc, game desc limit ?4";

/// The games that are over, as far as a reader may see them.
const SELECT_OVER_FOR: &str = "select distinct seats.end_ms, seats.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.user = ?1 and (seats.end_ms, seats.game) < (?2, ?3) \
    and (game_index.visibility = 'public' or exists \
    (select 1 from seats as own where own.game = seats.game and +own.user = ?5)) \
    order by seats.end_ms desc, seats.game desc limit ?4";

const SELECT_OFFERED: &str = "select distinct game_index.created_ms, game_index.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.invited = ?1 and game_index.state = 'open' \
    order by game_index.created_ms desc, game_index.game desc limit ?2";

const SELECT_LOBBY: &str = "select created_ms, game from game_index \
    where in_lobby and (created_ms, game) < (?1, ?2) and (?3 is null or kind = ?3) \
    order by created_ms desc, game desc limit ?4";

const SELECT_RUNNING: &str = "select last_ms, game from game_index \
    where state = 'running' and visibility = 'public' \
    and (last_ms, game) < (?1, ?2) and (?3 is null or kind = ?3) \
    order by last_ms desc, game desc limit ?4";

/// The conditions of the archive's filter on the rows of `found`.
const ARCHIVE_FILTER: &str = "(?4 is null or found.start = ?4) \
    and (?5 is null or found.winner is ?5) and (?6 = 0 or found.winner is null) \
    and (?7 is null or found.reason = ?7) \
    and (?8 is null or found.plies >= ?8) and (?9 is null or found.plies <= ?9)";

/// How two users have played against each other. A user with several seats counts with its best.
/// The games of the first are read in order, and each is looked up among those of the second.
const SELECT_SCORES: &str = "select kind, count(*), sum(mine < theirs), sum(mine > theirs) from \
    (select game_index.kind as kind, min(one.place) as mine, min(other.place) as theirs \
    from seats as one cross join seats as other \
    on other.user = ?2 and other.end_ms = one.end_ms and other.game = one.game \
    cross join game_index on game_index.game = one.game \
    where one.user = ?1 and one.end_ms is not null and game_index.in_archive \
    group by one.end_ms, one.game) group by kind order by count(*) desc, kind";

/// How a user has played against the levels of the computer. A game without a result has no places.
const SELECT_LEVEL_SCORES: &str = "select kind, level, count(*), sum(mine < theirs), \
    sum(mine > theirs) from (select game_index.kind as kind, other.computer as level, \
    own.place as mine, min(other.place) as theirs from \
    (select game, end_ms, min(place) as place from seats \
    where user = ?1 and end_ms is not null group by end_ms, game \
    order by end_ms desc, game desc limit 1000) as own \
    cross join seats as other on other.game = own.game and other.computer is not null \
    cross join game_index on game_index.game = own.game \
    where own.place is not null group by own.game, other.computer) \
    group by kind, level order by kind, level";

const COUNT_OVER: &str = "select count(*) from seats where user = ? and end_ms is not null";

const SELECT_RELIABILITY: &str = "select count(*), \
    sum(reason in ('time', 'abandoned') and place > 1) from \
    (select game_index.reason as reason, max(seats.place) as place \
    from seats join game_index on game_index.game = seats.game \
    where seats.user = ?1 and seats.end_ms is not null and game_index.in_archive \
    and exists (select 1 from seats as other where other.game = seats.game \
    and other.user is not null and other.user is not ?1) \
    group by seats.end_ms, seats.game order by seats.end_ms desc, seats.game desc limit 200)";

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
        to_act,
        summary.visibility,
        summary.start,
        summary.time,
        summary.in_lobby,
        summary.until_ms,
        summary.in_archive,
        summary.winner
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
        "insert into seats (game, seat, user, computer, place, end_ms, invited) \
        values (?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (number, seat) in derived.seats.iter().enumerate() {
        let SeatSummary { user, invited, computer, place, to_act: _ } = seat;
        insert.execute(params![game, number as i64, user, computer, place, end_ms, invited])?;
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
            || row.get_ref(4)?.as_str_or_null()? != seat.invited.as_deref()
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
            visibility: row.get(11)?,
            start: row.get(12)?,
            time: row.get(13)?,
            in_lobby: row.get(14)?,
            until_ms: row.get(15)?,
            in_archive: row.get(16)?,
            winner: row.get(17)?,
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
            invited: row.get(4)?,
            computer: row.get(1)?,
            place: row.get(2)?,
            to_act: to_act.next() == Some(b'1'),
        })
    })?;
    let seats = seats.collect::<rusqlite::Result<_>>()?;
    Ok(Some(Derived { due_ms, summary, seats }))
}

/// [`Lists::count_to_act`](crate::Lists::count_to_act).
pub(super) fn count_to_act(db: &Connection, user: &str) -> Result<u32, StoreError> {
    Ok(db.prepare_cached(COUNT_TO_ACT)?.query_row([user], |row| row.get(0))?)
}

/// The place from which a list goes on: after `before`, or from the first game.
fn place(before: Option<&ListKey>) -> (i64, &str) {
    match before {
        Some(ListKey { at_ms, game }) => (*at_ms, game.as_str()),
        // No id is greater than the last character.
        None => (i64::MAX, "\u{10ffff}"),
    }
}

fn key(row: &Row<'_>) -> rusqlite::Result<ListKey> {
    Ok(ListKey { at_ms: row.get(0)?, game: row.get(1)? })
}

/// The games of a list that are there, in the order of the keys.
fn listed(
    db: &Connection,
    keys: impl IntoIterator<Item = ListKey>,
) -> Result<Vec<ListedGame>, StoreError> {
    let mut games = Vec::new();
    for ListKey { game, .. } in keys {
        if let Some(derived) = read(db, &game)? {
            games.push(ListedGame { game, derived });
        }
    }
    Ok(games)
}

/// The page of the first `limit` keys. One more key says that others follow.
fn page(db: &Connection, mut keys: Vec<ListKey>, limit: usize) -> Result<Page, StoreError> {
    let has_more = keys.len() > limit;
    keys.truncate(limit);
    let next = keys.last().filter(|_| has_more).cloned();
    Ok(Page { games: listed(db, keys)?, next })
}

/// [`Lists::games_of`](crate::Lists::games_of).
pub(super) fn games_of(
    db: &mut Connection,
    user: &str,
    state: Option<GameState>,
    reader: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    let (at_ms, before) = place(before);
    // One more tells whether others follow.
    let wanted = limit as i64 + 1;
    // All statements read one snapshot of the database.
    let db = db.transaction()?;
    let mut keys = Vec::new();
    if state != Some(GameState::Over) {
        let mut select = db.prepare_cached(SELECT_GOING)?;
        let values = params![user, state, at_ms, before, wanted, reader];
        for found in select.query_map(values, key)? {
            keys.push(found?);
        }
    }
    if matches!(state, None | Some(GameState::Over)) {
        let over: Vec<_> = match reader {
            None => {
                let mut select = db.prepare_cached(SELECT_OVER)?;
                let rows = select.query_map(params![user, at_ms, before, wanted], key)?;
                rows.collect::<rusqlite::Result<_>>()?
            }
            Some(reader) => {
                let mut select = db.prepare_cached(SELECT_OVER_FOR)?;
                let rows = select.query_map(params![user, at_ms, before, wanted, reader], key)?;
                rows.collect::<rusqlite::Result<_>>()?
            }
        };
        keys.extend(over);
    }
    keys.sort_unstable_by(|one, other| other.cmp(one));
    page(&db, keys, limit)
}

/// [`Lists::offered_to`](crate::Lists::offered_to).
pub(super) fn offered_to(db: &mut Connection, user: &str) -> Result<Vec<ListedGame>, StoreError> {
    let db = db.transaction()?;
    let mut select = db.prepare_cached(SELECT_OFFERED)?;
    let keys = select.query_map(params![user, row_limit(MAX_PAGE)], key)?;
    let keys = keys.collect::<rusqlite::Result<Vec<_>>>()?;
    listed(&db, keys)
}

/// [`Lists::lobby`](crate::Lists::lobby).
pub(super) fn lobby(
    db: &mut Connection,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    public_page(db, SELECT_LOBBY, kind, before, limit)
}

/// [`Lists::running`](crate::Lists::running).
pub(super) fn running(
    db: &mut Connection,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    public_page(db, SELECT_RUNNING, kind, before, limit)
}

fn public_page(
    db: &mut Connection,
    query: &str,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    let (at_ms, before) = place(before);
    let db = db.transaction()?;
    let mut select = db.prepare_cached(query)?;
    let keys = select.query_map(params![at_ms, before, kind, limit as i64 + 1], key)?;
    let keys = keys.collect::<rusqlite::Result<_>>()?;
    page(&db, keys, limit)
}

/// A search of the archive.
struct ArchiveSearch {
    /// The keys of the games that are wanted, the newest first, without an end.
    select: String,
    /// The key of the last game at which it looks, if it has that many.
    last: String,
}

/// The search for a filter. All statements read the games at which they look from an index alone.
fn archive_search(filter: &ArchiveFilter) -> ArchiveSearch {
    const OF_ALL: &str = "from game_index where in_archive \
        and (over_ms, game) < (?1, ?2) and over_ms >= ?3 order by over_ms desc, game desc";
    const OF_KIND: &str = "from game_index where in_archive and kind = ?10 \
        and (over_ms, game) < (?1, ?2) and over_ms >= ?3 order by over_ms desc, game desc";
    const WINNER: &str = "(select user from seats as first where first.game = found.game \
        and first.seat = found.winner)";
    const OF_USER: &str = "from seats where user = ?11 \
        and (end_ms, game) < (?1, ?2) and end_ms >= ?3 order by end_ms desc, game desc";
    if filter.users.is_empty() {
        let source = if filter.kind.is_some() { OF_KIND } else { OF_ALL };
        let scan =
            format!("select over_ms, game, start, winner, reason, plies {source} limit {MAX_SCAN}");
        return ArchiveSearch {
            select: format!(
                "select found.over_ms, found.game from ({scan}) as found where {ARCHIVE_FILTER}"
            ),
            last: format!("select over_ms, game {source} limit 1 offset {}", MAX_SCAN - 1),
        };
    }
    // Not `exists`, which would be looked up after the game.
    let others = (1..filter.users.len()).map(|number| {
        format!(
            "(select 1 from seats as other where other.user = ?{} \
            and other.end_ms = place.end_ms and other.game = place.game) is not null",
            11 + number
        )
    });
    let whose = 11 + filter.users.len();
    let result = match filter.result {
        Some(ResultFilter::Won) => Some(format!("{WINNER} = ?{whose}")),
        Some(ResultFilter::Lost) => {
            Some(format!("found.winner is not null and {WINNER} is not ?{whose}"))
        }
        Some(ResultFilter::Winner(_) | ResultFilter::Shared) | None => None,
    };
    let own = iter::once(ARCHIVE_FILTER.to_owned());
    let conditions: Vec<_> = own.chain(others).chain(result).collect();
    let conditions = conditions.join(" and ");
    ArchiveSearch {
        select: format!(
            "select place.end_ms, place.game \
            from (select distinct end_ms, game {OF_USER} limit {MAX_USER_SCAN}) as place \
            join game_index as found on found.game = place.game \
            where found.in_archive and (?10 is null or found.kind = ?10) and {conditions}"
        ),
        last: format!(
            "select distinct end_ms, game {OF_USER} limit 1 offset {}",
            MAX_USER_SCAN - 1
        ),
    }
}

/// [`Lists::archive`](crate::Lists::archive).
pub(super) fn archive(
    db: &mut Connection,
    filter: &ArchiveFilter,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, StoreError> {
    let (at_ms, before) = place(before);
    let db = db.transaction()?;
    let mut filter = filter.clone();
    let whose = filter.users.first().cloned();
    if whose.is_none() && matches!(filter.result, Some(ResultFilter::Won | ResultFilter::Lost)) {
        return Ok(Page::default());
    }
    // The games of the user with the fewest are read.
    let mut counts = Vec::new();
    if filter.users.len() > 1 {
        for user in mem::take(&mut filter.users) {
            counts.push((count_over(&db, &user)?, user));
        }
        counts.sort();
    }
    filter.users.extend(counts.into_iter().map(|(_, user)| user));
    let ArchiveSearch { select, last } = archive_search(&filter);
    let (winner, shared) = match filter.result {
        Some(ResultFilter::Winner(seat)) => (Some(seat), 0),
        Some(ResultFilter::Shared) => (None, 1),
        Some(ResultFilter::Won | ResultFilter::Lost) | None => (None, 0),
    };
    let mut values: Vec<&dyn ToSql> = vec![
        &at_ms,
        &before,
        filter.since_ms.as_ref().unwrap_or(&i64::MIN),
        &filter.start,
        &winner,
        &shared,
        &filter.reason,
        &filter.min_plies,
        &filter.max_plies,
        &filter.kind,
    ];
    values.extend(filter.users.iter().map(|user| user as &dyn ToSql));
    values.push(&whose);
    let mut select = db.prepare_cached(&format!("{select} limit {}", limit + 1))?;
    let used = select.parameter_count();
    let rows = select.query_map(&values[..used], key)?;
    let keys: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
    if keys.len() > limit {
        return page(&db, keys, limit);
    }
    // The search may have ended before the archive does.
    let mut last = db.prepare_cached(&last)?;
    let used = last.parameter_count();
    let next = last.query_row(&values[..used], key).optional()?;
    Ok(Page { games: listed(&db, keys)?, next })
}

/// The number of seats that a user held in games that are over.
fn count_over(db: &Connection, user: &str) -> rusqlite::Result<u32> {
    db.prepare_cached(COUNT_OVER)?.query_row([user], |row| row.get(0))
}

/// [`Lists::scores`](crate::Lists::scores).
pub(super) fn scores(
    db: &mut Connection,
    user: &str,
    other: &str,
) -> Result<Vec<Score>, StoreError> {
    let db = db.transaction()?;
    // The games of the user with the fewest are read.
    let turned = count_over(&db, other)? < count_over(&db, user)?;
    let users = if turned { [other, user] } else { [user, other] };
    let mut select = db.prepare_cached(SELECT_SCORES)?;
    let rows = select.query_map(users, |row| {
        let (won, lost) = if turned { (3, 2) } else { (2, 3) };
        Ok(Score {
            kind: row.get(0)?,
            games: row.get(1)?,
            won: row.get(won)?,
            lost: row.get(lost)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// [`Lists::level_scores`](crate::Lists::level_scores).
pub(super) fn level_scores(db: &Connection, user: &str) -> Result<Vec<LevelScore>, StoreError> {
    let mut select = db.prepare_cached(SELECT_LEVEL_SCORES)?;
    let rows = select.query_map([user], |row| {
        Ok(LevelScore {
            kind: row.get(0)?,
            level: row.get(1)?,
            games: row.get(2)?,
            won: row.get(3)?,
            lost: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// [`Lists::reliability`](crate::Lists::reliability).
pub(super) fn reliability(db: &Connection, user: &str) -> Result<Reliability, StoreError> {
    let row = |row: &Row<'_>| {
        let timed_out: Option<u32> = row.get(1)?;
        Ok(Reliability { games: row.get(0)?, timed_out: timed_out.unwrap_or(0) })
    };
    Ok(db.prepare_cached(SELECT_RELIABILITY)?.query_row([user], row)?)
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

impl ToSql for Visibility {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Public => "public",
            Self::Link => "link",
            Self::Private => "private",
        }))
    }
}

impl FromSql for Visibility {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "public" => Ok(Self::Public),
            "link" => Ok(Self::Link),
            "private" => Ok(Self::Private),
            other => Err(FromSqlError::Other(format!("'{other}' is no visibility").into())),
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
        let of_user = "SEARCH seats USING COVERING INDEX seats_user \
            (user=? AND end_ms>? AND (end_ms,game)<(?,?))";
        let of_game = "SEARCH game_index USING PRIMARY KEY (game=?)";
        let other = "SEARCH other USING COVERING INDEX seats_user (user=? AND end_ms=? AND game=?)";
        let reader = [
            "CORRELATED SCALAR SUBQUERY 1",
            // Of the game: a reader may have many.
            "SEARCH own USING PRIMARY KEY (game=?)",
        ];
        let going = plan(SELECT_GOING);
        let first = "SEARCH seats USING COVERING INDEX seats_user (user=? AND end_ms=?)";
        assert_eq!(going[..4], [&[first, of_game], &reader[..]].concat());
        let over = plan(SELECT_OVER_FOR);
        let first = "SEARCH seats USING COVERING INDEX seats_user (user=? AND (end_ms,game)<(?,?))";
        assert_eq!(over, [&[first, of_game], &reader[..]].concat());
        let lobby = "SEARCH game_index USING INDEX game_index_lobby ((created_ms,game)<(?,?))";
        assert_eq!(plan(SELECT_LOBBY), [lobby]);
        let running = "SEARCH game_index USING INDEX game_index_running ((last_ms,game)<(?,?))";
        assert_eq!(plan(SELECT_RUNNING), [running]);
        let scores = plan(SELECT_SCORES);
        let first = "SEARCH one USING COVERING INDEX seats_user (user=? AND end_ms>?)";
        assert_eq!(scores[1..4], [first, other, of_game]);
        assert_eq!(
            plan(SELECT_RELIABILITY)[1..],
            [
                "SEARCH seats USING COVERING INDEX seats_user (user=? AND end_ms>?)",
                of_game,
                "SEARCH other EXISTS USING PRIMARY KEY (game=?)",
                "SCAN (subquery-2)"
            ]
        );
        let search = |kind: Option<&str>, users: &[&str]| {
            let users = users.iter().map(|user| (*user).to_owned()).collect();
            let kind = kind.map(str::to_owned);
            let search = archive_search(&ArchiveFilter { kind, users, ..ArchiveFilter::default() });
            (plan(&search.select), plan(&search.last))
        };
        let all = "SEARCH game_index USING COVERING INDEX game_index_archive \
            (over_ms>? AND (over_ms,game)<(?,?))";
        let of_kind = "SEARCH game_index USING COVERING INDEX game_index_archive_kind \
            (kind=? AND over_ms>? AND (over_ms,game)<(?,?))";
        for (kind, index) in [(None, all), (Some("klinzha"), of_kind)] {
            let (select, last) = search(kind, &[]);
            assert_eq!(select, ["CO-ROUTINE found", index, "SCAN found"]);
            assert_eq!(last, [index]);
        }
        let of_found = "SEARCH found USING PRIMARY KEY (game=?)";
        let (select, last) = search(None, &["anna"]);
        assert_eq!(select[1..], [of_user, "SCAN place", of_found]);
        assert_eq!(last, [of_user]);
        let (select, _) = search(Some("klinzha"), &["anna", "ben"]);
        let with = ["CORRELATED SCALAR SUBQUERY 2", other];
        assert_eq!(select[1..], [&[of_user, "SCAN place"], &with[..], &[of_found]].concat());
    }
}
