//! Derived rows: writing those of several games, and the lists over all.

use super::db::{Db, Failure, Values, all, get, maybe_number, number, row_limit};
use crate::{
    ArchiveFilter, Derived, GameState, GameSummary, LevelScore, ListKey, ListedGame, MAX_PAGE,
    MAX_SCAN, Page, Reliability, ResultFilter, Score, SeatSummary, StoreError, Visibility,
};
use std::collections::HashMap;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

/// The columns of a summary in the order in which they are written and read.
const SUMMARY: &str = "kind, state, plies, created_ms, last_ms, over_ms, reason, due_ms, to_act, \
    deadline_ms, excused_ms, visibility, start, time, in_lobby, until_ms, in_archive, winner";

const UPSERT_SUMMARIES: &str = "insert into game_index \
    (game, kind, state, plies, created_ms, last_ms, over_ms, reason, due_ms, to_act, \
    deadline_ms, excused_ms, visibility, start, time, in_lobby, until_ms, in_archive, winner) \
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], \
    $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::text[], $11::bigint[], \
    $12::bigint[], $13::text[], $14::text[], $15::text[], $16::boolean[], $17::bigint[], \
    $18::boolean[], $19::bigint[]) \
    on conflict (game) do update set kind = excluded.kind, state = excluded.state, \
    plies = excluded.plies, created_ms = excluded.created_ms, last_ms = excluded.last_ms, \
    deadline_ms = excluded.deadline_ms, excused_ms = excluded.excused_ms, \
    over_ms = excluded.over_ms, reason = excluded.reason, due_ms = excluded.due_ms, \
    to_act = excluded.to_act, visibility = excluded.visibility, start = excluded.start, \
    time = excluded.time, in_lobby = excluded.in_lobby, until_ms = excluded.until_ms, \
    in_archive = excluded.in_archive, winner = excluded.winner";

/// Writes the seats that differ. Most appends change none of them, and then no row is touched.
const UPSERT_SEATS: &str = "with gone as (delete from seats using \
    unnest($8::text[], $9::bigint[]) as size (game, seats) \
    where seats.game = size.game and seats.seat >= size.seats) \
    insert into seats (game, seat, \"user\", invited, computer, place, end_ms) \
    select new.* from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], \
    $6::bigint[], $7::bigint[]) as new (game, seat, holder, invited, computer, place, end_ms) \
    left join seats as old on old.game = new.game and old.seat = new.seat \
    where old.game is null \
    or (old.\"user\", old.invited, old.computer, old.place, old.end_ms) is distinct from \
    (new.holder, new.invited, new.computer, new.place, new.end_ms) \
    on conflict (game, seat) do update set \"user\" = excluded.\"user\", \
    invited = excluded.invited, computer = excluded.computer, place = excluded.place, \
    end_ms = excluded.end_ms";

/// The most games of a user that are read for one page of the archive: each is looked up in
/// `game_index`.
const MAX_USER_SCAN: usize = MAX_SCAN / 8;

/// The games that are not over, as far as a reader may see them.
const SELECT_GOING: &str = "select distinct game_index.last_ms, game_index.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.\"user\" = $1 and seats.end_ms is null \
    and ($2::text is null or game_index.state = $2) \
    and (game_index.last_ms, game_index.game) < ($3, $4) \
    and ($6::text is null or game_index.visibility = 'public' or exists \
    (select 1 from seats as own where own.game = seats.game and own.\"user\" = $6)) \
    order by game_index.last_ms desc, game_index.game desc limit $5";

/// The games that are over. As far as a reader may see them, if there is one.
const SELECT_OVER: &str = "select distinct end_ms, game from seats \
    where \"user\" = $1 and (end_ms, game) < ($2, $3) \
    order by end_ms desc, game desc limit $4";

const SELECT_OVER_FOR: &str = "select distinct seats.end_ms, seats.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.\"user\" = $1 and (seats.end_ms, seats.game) < ($2, $3) \
    and (game_index.visibility = 'public' or exists \
    (select 1 from seats as own where own.game = seats.game and own.\"user\" = $5)) \
    order by seats.end_ms desc, seats.game desc limit $4";

const SELECT_OFFERED: &str = "select distinct game_index.created_ms, game_index.game \
    from seats join game_index on game_index.game = seats.game \
    where seats.invited = $1 and game_index.state = 'open' \
    order by game_index.created_ms desc, game_index.game desc limit $2";

const SELECT_LOBBY: &str = "select created_ms, game from game_index \
    where in_lobby and (created_ms, game) < ($1, $2) and ($3::text is null or kind = $3) \
    order by created_ms desc, game desc limit $4";

const SELECT_RUNNING: &str = "select last_ms, game from game_index \
    where state = 'running' and visibility = 'public' \
    and (last_ms, game) < ($1, $2) and ($3::text is null or kind = $3) \
    order by last_ms desc, game desc limit $4";

/// The games that two users have played against each other. A user with several seats counts with
/// its best.
const SELECT_SCORES: &str = "select kind, count(*), count(*) filter (where mine < theirs), \
    count(*) filter (where mine > theirs) from \
    (select game_index.kind as kind, min(one.place) as mine, min(other.place) as theirs \
    from seats as one join seats as other \
    on other.\"user\" = $2 and other.end_ms = one.end_ms and other.game = one.game \
    join game_index on game_index.game = one.game \
    where one.\"user\" = $1 and one.end_ms is not null and game_index.in_archive \
    group by one.end_ms, one.game, game_index.kind) as game \
    group by kind order by count(*) desc, kind";

/// How a user has played against the levels of the computer. A game without a result has no places.
const SELECT_LEVEL_SCORES: &str = "select kind, level, count(*), \
    count(*) filter (where mine < theirs), count(*) filter (where mine > theirs) from \
    (select game_index.kind as kind, other.computer as level, own.place as mine, \
    min(other.place) as theirs from \
    (select game, end_ms, min(place) as place from seats \
    where \"user\" = $1 and end_ms is not null group by end_ms, game \
    order by end_ms desc, game desc limit 1000) as own \
    join seats as other on other.game = own.game and other.computer is not null \
    join game_index on game_index.game = own.game \
    where own.place is not null \
    group by own.game, own.place, game_index.kind, other.computer) as game \
    group by kind, level order by kind, level";

const SELECT_RELIABILITY: &str = "select count(*), \
    count(*) filter (where reason in ('time', 'abandoned') and place > 1) from \
    (select game_index.reason as reason, max(seats.place) as place \
    from seats join game_index on game_index.game = seats.game \
    where seats.\"user\" = $1 and seats.end_ms is not null and game_index.in_archive \
    and exists (select 1 from seats as other where other.game = seats.game \
    and other.\"user\" is not null and other.\"user\" <> $1) \
    group by seats.end_ms, seats.game, game_index.reason \
    order by seats.end_ms desc, seats.game desc limit 200) as game";

/// Each game counts once, also if the user holds several seats.
const COUNT_TO_ACT: &str = "select count(distinct seats.game) \
    from seats join game_index on game_index.game = seats.game \
    where seats.\"user\" = $1 and seats.end_ms is null and game_index.state = 'running' \
    and substr(game_index.to_act, seats.seat::integer + 1, 1) = '1'";

const SELECT_DUE: &str =
    "select game, due_ms from game_index where due_ms <= $1 order by due_ms, game limit $2";

const SELECT_NEXT_DUE: &str = "select min(due_ms) from game_index where due_ms > $1";

const SELECT_IDS: &str = "select id from games where id > $1 order by id limit $2";

/// The values of a column of `game_index` for several games.
fn column<'a, T>(rows: &[(&'a str, &'a Derived)], value: impl Fn(&'a GameSummary) -> T) -> Vec<T> {
    rows.iter().map(|(_, derived)| value(&derived.summary)).collect()
}

/// Writes the summaries of several games.
pub(super) async fn write_summaries(db: Db<'_>, rows: &[(&str, &Derived)]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let games: Vec<_> = rows.iter().map(|row| row.0).collect();
    let due: Vec<_> = rows.iter().map(|row| row.1.due_ms).collect();
    let to_act = |derived: &Derived| -> String {
        derived.seats.iter().map(|seat| if seat.to_act { '1' } else { '0' }).collect()
    };
    let to_act: Vec<_> = rows.iter().map(|row| to_act(row.1)).collect();
    let values: Values<'_> = &[
        &games,
        &column(rows, |summary| summary.kind.as_str()),
        &column(rows, |summary| state_key(summary.state)),
        &column(rows, |summary| i64::from(summary.plies)),
        &column(rows, |summary| summary.created_ms),
        &column(rows, |summary| summary.last_ms),
        &column(rows, |summary| summary.over_ms),
        &column(rows, |summary| summary.reason.as_deref()),
        &due,
        &to_act,
        &column(rows, |summary| summary.deadline_ms),
        &column(rows, |summary| summary.excused_ms),
        &column(rows, |summary| visibility_key(summary.visibility)),
        &column(rows, |summary| summary.start.as_str()),
        &column(rows, |summary| summary.time.as_deref()),
        &column(rows, |summary| summary.in_lobby),
        &column(rows, |summary| summary.until_ms),
        &column(rows, |summary| summary.in_archive),
        &column(rows, |summary| summary.winner.map(i64::from)),
    ];
    db.execute(UPSERT_SUMMARIES, values).await?;
    Ok(())
}

/// Writes the rows of the seats of several games, as far as they differ.
pub(super) async fn write_seats(db: Db<'_>, rows: &[(&str, &Derived)]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let seats = rows.iter().flat_map(|(game, derived)| {
        let end_ms = derived.summary.end_ms();
        let seats = (0_i64..).zip(&derived.seats);
        seats.map(move |(number, seat)| (*game, number, seat, end_ms))
    });
    let seats: Vec<(&str, i64, &SeatSummary, Option<i64>)> = seats.collect();
    let games: Vec<_> = seats.iter().map(|seat| seat.0).collect();
    let numbers: Vec<_> = seats.iter().map(|seat| seat.1).collect();
    let users: Vec<_> = seats.iter().map(|seat| seat.2.user.as_deref()).collect();
    let invited: Vec<_> = seats.iter().map(|seat| seat.2.invited.as_deref()).collect();
    let computers: Vec<_> = seats.iter().map(|seat| seat.2.computer.map(i64::from)).collect();
    let places: Vec<_> = seats.iter().map(|seat| seat.2.place.map(i64::from)).collect();
    let ends: Vec<_> = seats.iter().map(|seat| seat.3).collect();
    let all_games: Vec<_> = rows.iter().map(|row| row.0).collect();
    let sizes: Vec<_> = rows.iter().map(|row| row.1.seats.len() as i64).collect();
    let values: Values<'_> =
        &[&games, &numbers, &users, &invited, &computers, &places, &ends, &all_games, &sizes];
    db.execute(UPSERT_SEATS, values).await?;
    Ok(())
}

/// Returns the derived rows of games, as far as they have some. One statement, so that they come
/// from one snapshot of the database.
async fn read_many(db: Db<'_>, games: &[&str]) -> Result<HashMap<String, Derived>, Failure> {
    let columns = SUMMARY.split(", ").map(|column| format!("game_index.{column}"));
    let query = format!(
        "select game_index.game, {}, seats.seat, seats.\"user\", seats.invited, seats.computer, \
         seats.place from game_index left join seats on seats.game = game_index.game \
         where game_index.game = any($1) order by game_index.game, seats.seat",
        columns.collect::<Vec<_>>().join(", ")
    );
    let mut found = HashMap::new();
    for row in &db.query(&query, &[&games]).await? {
        let (due_ms, to_act): (_, String) = (get(row, 8)?, get(row, 9)?);
        let derived = match found.entry(get::<String>(row, 0)?) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Derived { due_ms, summary: summary(row)?, seats: Vec::new() })
            }
        };
        let Some(seat) = maybe_number::<usize>(row, 19)? else { continue };
        derived.seats.push(SeatSummary {
            user: get(row, 20)?,
            invited: get(row, 21)?,
            computer: maybe_number(row, 22)?,
            place: maybe_number(row, 23)?,
            to_act: to_act.as_bytes().get(seat) == Some(&b'1'),
        });
    }
    Ok(found)
}

fn summary(row: &Row) -> Result<GameSummary, StoreError> {
    Ok(GameSummary {
        kind: get(row, 1)?,
        state: state(&get::<String>(row, 2)?)?,
        plies: number(row, 3)?,
        created_ms: get(row, 4)?,
        last_ms: get(row, 5)?,
        over_ms: get(row, 6)?,
        reason: get(row, 7)?,
        deadline_ms: get(row, 10)?,
        excused_ms: get(row, 11)?,
        visibility: visibility(&get::<String>(row, 12)?)?,
        start: get(row, 13)?,
        time: get(row, 14)?,
        in_lobby: get(row, 15)?,
        until_ms: get(row, 16)?,
        in_archive: get(row, 17)?,
        winner: maybe_number(row, 18)?,
    })
}

/// Returns the derived rows of a game; `None` if it has none.
pub(super) async fn read(db: Db<'_>, game: &str) -> Result<Option<Derived>, Failure> {
    Ok(read_many(db, &[game]).await?.remove(game))
}

/// [`Lists::count_to_act`](crate::Lists::count_to_act).
pub(super) async fn count_to_act(db: Db<'_>, user: &str) -> Result<u32, Failure> {
    let row = db.one(COUNT_TO_ACT, &[&user]).await?;
    Ok(row.map(|row| number(&row, 0)).transpose()?.unwrap_or_default())
}

/// The place from which a list goes on: after `before`, or from the first game.
fn place(before: Option<&ListKey>) -> (i64, &str) {
    match before {
        Some(ListKey { at_ms, game }) => (*at_ms, game.as_str()),
        // No id is greater than the last character.
        None => (i64::MAX, "\u{10ffff}"),
    }
}

fn key(row: &Row) -> Result<ListKey, StoreError> {
    Ok(ListKey { at_ms: get(row, 0)?, game: get(row, 1)? })
}

async fn keys(db: Db<'_>, query: &str, values: Values<'_>) -> Result<Vec<ListKey>, Failure> {
    Ok(all(&db.query(query, values).await?, key)?)
}

/// Begins a transaction all of whose statements read one snapshot of the database.
async fn begin_snapshot(db: Db<'_>) -> Result<(), Error> {
    db.0.batch_execute("begin isolation level repeatable read read only").await
}

async fn end_snapshot(db: Db<'_>) -> Result<(), Error> {
    db.0.batch_execute("commit").await
}

/// The games of a list that are there, in the order of the keys. Ends the snapshot.
async fn listed(db: Db<'_>, keys: Vec<ListKey>) -> Result<Vec<ListedGame>, Failure> {
    let mut found = HashMap::new();
    if !keys.is_empty() {
        let games: Vec<_> = keys.iter().map(|key| key.game.as_str()).collect();
        found = read_many(db, &games).await?;
    }
    end_snapshot(db).await?;
    let game = |ListKey { game, .. }| {
        let derived = found.remove(&game)?;
        Some(ListedGame { game, derived })
    };
    Ok(keys.into_iter().filter_map(game).collect())
}

/// The page of the first `limit` keys. One more key says that others follow. Ends the snapshot.
async fn page(db: Db<'_>, mut keys: Vec<ListKey>, limit: usize) -> Result<Page, Failure> {
    let has_more = keys.len() > limit;
    keys.truncate(limit);
    let next = keys.last().filter(|_| has_more).cloned();
    Ok(Page { games: listed(db, keys).await?, next })
}

/// [`Lists::games_of`](crate::Lists::games_of).
pub(super) async fn games_of(
    db: Db<'_>,
    user: &str,
    state: Option<GameState>,
    reader: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, Failure> {
    let (at_ms, before) = place(before);
    // One more tells whether others follow.
    let wanted = row_limit(limit) + 1;
    begin_snapshot(db).await?;
    let mut found = Vec::new();
    if state != Some(GameState::Over) {
        let state = state.map(state_key);
        let values: Values<'_> = &[&user, &state, &at_ms, &before, &wanted, &reader];
        found = keys(db, SELECT_GOING, values).await?;
    }
    if matches!(state, None | Some(GameState::Over)) {
        let values: Values<'_> = &[&user, &at_ms, &before, &wanted, &reader];
        found.extend(match reader {
            None => keys(db, SELECT_OVER, &values[..4]).await?,
            Some(_) => keys(db, SELECT_OVER_FOR, values).await?,
        });
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    page(db, found, limit).await
}

/// [`Lists::offered_to`](crate::Lists::offered_to).
pub(super) async fn offered_to(db: Db<'_>, user: &str) -> Result<Vec<ListedGame>, Failure> {
    begin_snapshot(db).await?;
    let found = keys(db, SELECT_OFFERED, &[&user, &row_limit(MAX_PAGE)]).await?;
    listed(db, found).await
}

/// [`Lists::lobby`](crate::Lists::lobby).
pub(super) async fn lobby(
    db: Db<'_>,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, Failure> {
    public_page(db, SELECT_LOBBY, kind, before, limit).await
}

/// [`Lists::running`](crate::Lists::running).
pub(super) async fn running(
    db: Db<'_>,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, Failure> {
    public_page(db, SELECT_RUNNING, kind, before, limit).await
}

async fn public_page(
    db: Db<'_>,
    query: &str,
    kind: Option<&str>,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, Failure> {
    let (at_ms, before) = place(before);
    begin_snapshot(db).await?;
    let values: Values<'_> = &[&at_ms, &before, &kind, &(row_limit(limit) + 1)];
    let found = keys(db, query, values).await?;
    page(db, found, limit).await
}

/// A search: its text, and its values in their order.
#[derive(Default)]
struct Search<'a> {
    values: Vec<&'a (dyn ToSql + Sync)>,
}

impl<'a> Search<'a> {
    /// Adds a value. Returns its name in the text.
    fn value(&mut self, value: &'a (dyn ToSql + Sync)) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }
}

/// [`Lists::archive`](crate::Lists::archive).
pub(super) async fn archive(
    db: Db<'_>,
    filter: &ArchiveFilter,
    before: Option<&ListKey>,
    limit: usize,
) -> Result<Page, Failure> {
    let (at_ms, before) = place(before);
    let whose = filter.users.first();
    let by_user = matches!(filter.result, Some(ResultFilter::Won | ResultFilter::Lost));
    if whose.is_none() && by_user {
        return Ok(Page::default());
    }
    begin_snapshot(db).await?;
    // The games of the user with the fewest are read.
    let mut users: Vec<&String> = filter.users.iter().collect();
    if users.len() > 1 {
        let mut counts = Vec::new();
        for user in users {
            counts.push((count_over(db, user).await?, user));
        }
        counts.sort();
        users = counts.into_iter().map(|(_, user)| user).collect();
    }
    let since_ms = filter.since_ms.unwrap_or(i64::MIN);
    let (min_plies, max_plies) = (filter.min_plies.map(i64::from), filter.max_plies.map(i64::from));
    let winner = match filter.result {
        Some(ResultFilter::Winner(seat)) => Some(i64::from(seat)),
        _ => None,
    };
    // Step 1. The games at which the search looks, in their order.
    let mut scan = Search::default();
    let from = format!("({}, {})", scan.value(&at_ms), scan.value(&before));
    let since = scan.value(&since_ms);
    let (source, most) = if let Some(user) = users.first() {
        let source = format!(
            "select distinct end_ms as at_ms, game from seats where \"user\" = {} \
             and (end_ms, game) < {from} and end_ms >= {since} order by end_ms desc, game desc",
            scan.value(*user)
        );
        (source, MAX_USER_SCAN)
    } else {
        let kind = filter.kind.as_ref().map(|kind| format!("and kind = {}", scan.value(kind)));
        let source = format!(
            "select over_ms as at_ms, game from game_index where in_archive {} \
             and (over_ms, game) < {from} and over_ms >= {since} order by over_ms desc, game desc",
            kind.unwrap_or_default()
        );
        (source, MAX_SCAN)
    };
    let last = format!("{source} limit 1 offset {}", most - 1);
    let scanned = scan.values.clone();
    // Step 2. Those that are wanted.
    let mut search = scan;
    let mut conditions = vec!["found.in_archive".to_owned()];
    if let Some(kind) = &filter.kind {
        conditions.push(format!("found.kind = {}", search.value(kind)));
    }
    if let Some(start) = &filter.start {
        conditions.push(format!("found.start = {}", search.value(start)));
    }
    if let Some(reason) = &filter.reason {
        conditions.push(format!("found.reason = {}", search.value(reason)));
    }
    if let Some(least) = &min_plies {
        conditions.push(format!("found.plies >= {}", search.value(least)));
    }
    if let Some(most) = &max_plies {
        conditions.push(format!("found.plies <= {}", search.value(most)));
    }
    for other in users.iter().skip(1) {
        conditions.push(format!(
            "exists (select 1 from seats as other where other.\"user\" = {} \
             and other.end_ms = place.at_ms and other.game = place.game)",
            search.value(*other)
        ));
    }
    let winner_is = "exists (select 1 from seats as first where first.game = found.game \
        and first.seat = found.winner and first.\"user\" =";
    match (filter.result, &winner, whose) {
        (Some(ResultFilter::Shared), ..) => conditions.push("found.winner is null".to_owned()),
        (Some(ResultFilter::Won), _, Some(user)) => {
            conditions.push(format!("{winner_is} {})", search.value(user)));
        }
        (Some(ResultFilter::Lost), _, Some(user)) => {
            let user = search.value(user);
            conditions.push(format!("found.winner is not null and not {winner_is} {user})"));
        }
        (_, Some(seat), _) => conditions.push(format!("found.winner = {}", search.value(seat))),
        _ => {}
    }
    let wanted = row_limit(limit) + 1;
    let query = format!(
        "select place.at_ms, place.game from ({source} limit {most}) as place \
         join game_index as found on found.game = place.game where {} \
         order by place.at_ms desc, place.game desc limit {}",
        conditions.join(" and "),
        search.value(&wanted)
    );
    let found = keys(db, &query, &search.values).await?;
    if found.len() > limit {
        return page(db, found, limit).await;
    }
    // The search may have ended before the archive does.
    let next = keys(db, &last, &scanned).await?.into_iter().next();
    Ok(Page { games: listed(db, found).await?, next })
}

/// The number of seats that a user held in games that are over.
async fn count_over(db: Db<'_>, user: &str) -> Result<i64, Failure> {
    let query = "select count(*) from seats where \"user\" = $1 and end_ms is not null";
    let row = db.one(query, &[&user]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?.unwrap_or_default())
}

/// [`Lists::scores`](crate::Lists::scores).
pub(super) async fn scores(db: Db<'_>, user: &str, other: &str) -> Result<Vec<Score>, Failure> {
    let rows = db.query(SELECT_SCORES, &[&user, &other]).await?;
    let read = |row: &Row| {
        Ok(Score {
            kind: get(row, 0)?,
            games: number(row, 1)?,
            won: number(row, 2)?,
            lost: number(row, 3)?,
        })
    };
    Ok(all(&rows, read)?)
}

/// [`Lists::level_scores`](crate::Lists::level_scores).
pub(super) async fn level_scores(db: Db<'_>, user: &str) -> Result<Vec<LevelScore>, Failure> {
    let rows = db.query(SELECT_LEVEL_SCORES, &[&user]).await?;
    let read = |row: &Row| {
        Ok(LevelScore {
            kind: get(row, 0)?,
            level: number(row, 1)?,
            games: number(row, 2)?,
            won: number(row, 3)?,
            lost: number(row, 4)?,
        })
    };
    Ok(all(&rows, read)?)
}

/// [`Lists::reliability`](crate::Lists::reliability).
pub(super) async fn reliability(db: Db<'_>, user: &str) -> Result<Reliability, Failure> {
    let row = db.one(SELECT_RELIABILITY, &[&user]).await?;
    let read = |row: Row| {
        Ok::<_, StoreError>(Reliability { games: number(&row, 0)?, timed_out: number(&row, 1)? })
    };
    Ok(row.map(read).transpose()?.unwrap_or_default())
}

/// [`Lists::due`](crate::Lists::due).
pub(super) async fn due(
    db: Db<'_>,
    until_ms: i64,
    limit: usize,
) -> Result<Vec<(String, i64)>, Failure> {
    let rows = db.query(SELECT_DUE, &[&until_ms, &row_limit(limit)]).await?;
    Ok(all(&rows, |row| Ok((get(row, 0)?, get(row, 1)?)))?)
}

/// [`Lists::next_due`](crate::Lists::next_due).
pub(super) async fn next_due(db: Db<'_>, after_ms: i64) -> Result<Option<i64>, Failure> {
    let row = db.one(SELECT_NEXT_DUE, &[&after_ms]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?.flatten())
}

/// The games with these ids, in their order, as far as they have rows.
pub(super) async fn listed_by_id(db: Db<'_>, ids: Vec<String>) -> Result<Vec<ListedGame>, Failure> {
    let wanted: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut found = read_many(db, &wanted).await?;
    let listed = |game: String| Some(ListedGame { derived: found.remove(&game)?, game });
    Ok(ids.into_iter().filter_map(listed).collect())
}

/// [`Lists::game_ids`](crate::Lists::game_ids).
pub(super) async fn game_ids(
    db: Db<'_>,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, Failure> {
    let after = after.unwrap_or_default();
    let rows = db.query(SELECT_IDS, &[&after, &row_limit(limit)]).await?;
    Ok(all(&rows, |row| get(row, 0))?)
}

fn state_key(state: GameState) -> &'static str {
    match state {
        GameState::Open => "open",
        GameState::Running => "running",
        GameState::Over => "over",
    }
}

fn state(key: &str) -> Result<GameState, StoreError> {
    [GameState::Open, GameState::Running, GameState::Over]
        .into_iter()
        .find(|state| state_key(*state) == key)
        .ok_or_else(|| StoreError::Corrupt(format!("'{key}' is no state of a game")))
}

fn visibility_key(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Link => "link",
        Visibility::Private => "private",
    }
}

fn visibility(key: &str) -> Result<Visibility, StoreError> {
    [Visibility::Public, Visibility::Link, Visibility::Private]
        .into_iter()
        .find(|visibility| visibility_key(*visibility) == key)
        .ok_or_else(|| StoreError::Corrupt(format!("'{key}' is no visibility")))
}
