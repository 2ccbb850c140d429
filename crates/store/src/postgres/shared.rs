//! What the nodes know of each other: who runs, who watches where, who does what.

use super::db::{Db, Failure, all, get, number};
use super::outages::now_ms;
use crate::{GameSigns, NODE_LIFE, SeatPresence, Work};
use futures_util::future::try_join3;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The number of milliseconds after which what a node that has ended left behind is deleted.
const LEFT_MS: i64 = 24 * 60 * 60 * 1000;

const NOTE: &str = "insert into nodes (id, seen_ms) values ($1, $2) \
    on conflict (id) do update set seen_ms = excluded.seen_ms";

/// One row for each game and seat, whose player may have watched at several other nodes.
const SELECT_PRESENCE: &str = "select game, seat, \
    bool_or(here and coalesce(seen_ms, 0) > $3), \
    max(case when here then coalesce(seen_ms, at_ms) else at_ms end) \
    from presence left join nodes on nodes.id = presence.node \
    where game = any($1) and not (node = $2 and here) group by game, seat order by game, seat";

const SET_PRESENCE: &str = "insert into presence (game, seat, node, here, at_ms) \
    select game, seat, $1, here, at_ms \
    from unnest($2::text[], $3::bigint[], $4::boolean[], $5::bigint[]) \
    as new (game, seat, here, at_ms) order by game, seat \
    on conflict (game, seat, node) do update set here = excluded.here, at_ms = excluded.at_ms";

const BEGIN_PRESENCE: &str = "insert into presence (game, seat, node, here, at_ms) \
    select $1::text, new.seat, '', false, $3::bigint \
    from generate_series(0::bigint, $2::bigint - 1) as new (seat) \
    where not exists (select 1 from presence old where old.game = $1 and old.seat = new.seat) \
    on conflict do nothing";

/// A row that another node has just changed is waited for, and looked at again.
const LEASE: &str = "insert into work (key, step, node, until_ms) \
    select key, step, $3, $4 from unnest($1::text[], $2::bigint[]) as new (key, step) \
    order by key on conflict (key) do update \
    set step = excluded.step, node = excluded.node, until_ms = excluded.until_ms \
    where work.step < excluded.step or (work.step = excluded.step \
    and (work.node = excluded.node or work.until_ms <= $5)) returning key";

fn life_ms() -> i64 {
    NODE_LIFE.as_millis() as i64
}

/// [`SharedStore::note_node`](crate::SharedStore::note_node).
pub(super) async fn note_node(db: Db<'_>, node: &str) -> Result<usize, Failure> {
    let now = now_ms(db).await?;
    db.execute(NOTE, &[&node, &now]).await?;
    let query = "select count(*) from nodes where id <> $1 and seen_ms > $2";
    let row = db.one(query, &[&node, &(now - life_ms())]).await?;
    Ok(row.map(|row| number(&row, 0)).transpose()?.unwrap_or_default())
}

/// [`SharedStore::forget_node`](crate::SharedStore::forget_node).
pub(super) async fn forget_node(db: Db<'_>, node: &str) -> Result<(), Failure> {
    let now = now_ms(db).await?;
    let leave = "update presence set here = false, at_ms = $2 where node = $1 and here";
    db.execute(leave, &[&node, &now]).await?;
    db.execute("delete from nodes where id = $1", &[&node]).await?;
    db.execute("update work set until_ms = 0 where node = $1", &[&node]).await?;
    Ok(())
}

/// [`SharedStore::sweep_nodes`](crate::SharedStore::sweep_nodes).
pub(super) async fn sweep_nodes(db: Db<'_>) -> Result<(), Failure> {
    let old = now_ms(db).await? - LEFT_MS;
    db.execute("delete from nodes where seen_ms < $1", &[&old]).await?;
    db.execute("delete from presence where at_ms < $1 and not here", &[&old]).await?;
    let dead = "delete from presence where here and at_ms < $1 \
        and not exists (select 1 from nodes where nodes.id = presence.node)";
    db.execute(dead, &[&old]).await?;
    db.execute("delete from work where until_ms < $1", &[&old]).await?;
    Ok(())
}

/// [`SharedStore::set_presence`](crate::SharedStore::set_presence). The last entry of a seat counts.
pub(super) async fn set_presence(
    db: Db<'_>,
    node: &str,
    presence: &[(String, SeatPresence)],
) -> Result<(), Failure> {
    let last: HashMap<_, _> =
        presence.iter().map(|(game, one)| ((game.as_str(), one.seat), one)).collect();
    let games: Vec<_> = last.keys().map(|(game, _)| *game).collect();
    let seats: Vec<_> = last.values().map(|one| one.seat as i64).collect();
    let here: Vec<_> = last.values().map(|one| one.here).collect();
    let moments: Vec<_> = last.values().map(|one| one.at_ms).collect();
    db.execute(SET_PRESENCE, &[&node, &games, &seats, &here, &moments]).await?;
    Ok(())
}

/// [`SharedStore::begin_presence`](crate::SharedStore::begin_presence).
pub(super) async fn begin_presence(
    db: Db<'_>,
    game: &str,
    seats: usize,
    at_ms: i64,
) -> Result<(), Failure> {
    db.execute(BEGIN_PRESENCE, &[&game, &(seats as i64), &at_ms]).await?;
    Ok(())
}

/// [`SharedStore::signs`](crate::SharedStore::signs).
pub(super) async fn signs(
    db: Db<'_>,
    node: &str,
    games: &[String],
) -> Result<Vec<GameSigns>, Failure> {
    let alive_since = now_ms(db).await? - life_ms();
    let lengths = "select id, event_count from games where id = any($1)";
    let chats = "select game, count(*) from chat where game = any($1) group by game";
    let (lengths, chats, presence) = try_join3(
        db.query(lengths, &[&games]),
        db.query(chats, &[&games]),
        db.query(SELECT_PRESENCE, &[&games, &node, &alive_since]),
    )
    .await?;
    let mut lines = HashMap::new();
    for row in &chats {
        lines.insert(get::<String>(row, 0)?, number(row, 1)?);
    }
    let mut seats: HashMap<String, Vec<SeatPresence>> = HashMap::new();
    for row in &presence {
        let one = SeatPresence { seat: number(row, 1)?, here: get(row, 2)?, at_ms: get(row, 3)? };
        seats.entry(get(row, 0)?).or_default().push(one);
    }
    Ok(all(&lengths, |row| {
        let game: String = get(row, 0)?;
        let lines = lines.get(&game).copied().unwrap_or_default();
        let presence = seats.remove(&game).unwrap_or_default();
        Ok(GameSigns { length: number(row, 1)?, lines, presence, game })
    })?)
}

/// [`SharedStore::lease`](crate::SharedStore::lease).
pub(super) async fn lease(
    db: Db<'_>,
    node: &str,
    work: &[Work],
    time: Duration,
) -> Result<Vec<bool>, Failure> {
    let now = now_ms(db).await?;
    let until = now.saturating_add_unsigned(time.as_millis() as u64);
    let mut newest: HashMap<&str, i64> = HashMap::new();
    for one in work {
        let step = newest.entry(&one.key).or_default();
        *step = (*step).max(one.step as i64);
    }
    let (keys, steps): (Vec<_>, Vec<_>) = newest.into_iter().unzip();
    let rows = db.query(LEASE, &[&keys, &steps, &node, &until, &now]).await?;
    let got: HashSet<String> = all(&rows, |row| get(row, 0))?.into_iter().collect();
    Ok(work.iter().map(|one| got.contains(&one.key)).collect())
}

/// [`SharedStore::give_up`](crate::SharedStore::give_up).
pub(super) async fn give_up(db: Db<'_>, node: &str, key: &str) -> Result<(), Failure> {
    let statement = "update work set until_ms = 0 where key = $2 and node = $1";
    db.execute(statement, &[&node, &key]).await?;
    Ok(())
}
