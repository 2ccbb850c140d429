//! The event logs: reading one with a check that it is complete, and appending to several.
//!
//! An append is decided by one statement on one row: the `event_count` of its game is swapped from
//! the number that the append names to the new one. A later append waits for that row, sees
//! the new number and writes nothing. (Inserting the events "if the last one has this number" would
//! tear appends apart: of two that were begun at once, the later one would keep the events whose
//! numbers the earlier one did not use.)

use super::db::{Db, Failure, all, get, is_unique_violation};
use super::{derived, outbox};
use crate::{Append, Damage, Derived, NewGame, StoreError, StoredEvent, StoredGame};
use futures_util::future::try_join4;
use std::collections::HashSet;

/// One statement, so that count and events come from one snapshot of the database. Because of the
/// left join, a game without events gives one row whose `seq` is null.
const SELECT_EVENTS: &str = "select games.event_count, events.seq, events.at_ms, events.body \
    from games left join events on events.game_id = games.id and events.seq > $2 \
    where games.id = $1 order by events.seq";

/// Takes the rows of games in the order of their ids, so that no two transactions wait for each
/// other.
const LOCK: &str = "select 1 from games where id = any($1) order by id for no key update";

/// Counts the new events of games whose logs end where the appends say. Returns those games.
const SWAP: &str = "update games set event_count = event_count + head.added \
    from unnest($1::text[], $2::bigint[], $3::bigint[]) as head (id, after, added) \
    where games.id = head.id and games.event_count = head.after returning games.id";

const INSERT_GAMES: &str = "insert into games (id, body, created_ms) \
    select id, body, created_ms from unnest($1::text[], $2::text[], $3::bigint[]) \
    as new (id, body, created_ms) order by id on conflict (id) do nothing returning id";

const INSERT_EVENTS: &str = "insert into events (game_id, seq, at_ms, body) \
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])";

/// Returns the game; `None` if there is no such game.
pub(super) async fn game(db: Db<'_>, id: &str) -> Result<Option<StoredGame>, Failure> {
    let row = db.one("select body, created_ms from games where id = $1", &[&id]).await?;
    let game = row.map(|row| {
        Ok::<_, StoreError>(StoredGame { body: get(&row, 0)?, created_ms: get(&row, 1)? })
    });
    Ok(game.transpose()?)
}

/// Returns the events of the game after the event `after`, in order; none if there is no such game.
///
/// # Errors
///
/// [`StoreError::Damaged`] unless the events are numbered without a gap up to the `event_count` of
/// the game.
pub(super) async fn read(db: Db<'_>, game: &str, after: u64) -> Result<Vec<StoredEvent>, Failure> {
    let after = after as i64;
    let damaged = |damage| StoreError::Damaged { game: game.to_owned(), damage };
    let rows = db.query(SELECT_EVENTS, &[&game, &after]).await?;
    let (mut events, mut event_count) = (Vec::new(), None);
    for row in &rows {
        event_count = Some(get(row, 0)?);
        let Some(found) = get::<Option<i64>>(row, 1)? else { break };
        let expected = after + events.len() as i64 + 1;
        if found != expected {
            return Err(damaged(Damage::Gap { found, expected }).into());
        }
        events.push(StoredEvent { at_ms: get(row, 2)?, body: get(row, 3)? });
    }
    let found = after + events.len() as i64;
    match event_count {
        Some(expected) if found != expected => {
            Err(damaged(Damage::Length { found, expected }).into())
        }
        _ => Ok(events),
    }
}

/// A change of the log of one game: the head that it swaps, and all that is written if it wins.
#[derive(Clone, Copy, Debug)]
pub(super) enum LogWrite<'a> {
    Game(&'a NewGame),
    Append(&'a Append),
    Derived { game: &'a str, after: u64, derived: &'a Derived },
}

impl<'a> LogWrite<'a> {
    /// The ids of the games that it changes or creates.
    pub(super) fn games(self) -> impl Iterator<Item = &'a str> {
        let (game, created) = match self {
            Self::Game(game) => (game.id.as_str(), None),
            Self::Append(append) => (append.game.as_str(), append.creates.as_ref()),
            Self::Derived { game, .. } => (game, None),
        };
        [game].into_iter().chain(created.map(|game| game.id.as_str()))
    }

    /// The game whose head is swapped, the number of its events before, and that of the new ones.
    fn head(self) -> Option<(&'a str, u64, usize)> {
        match self {
            Self::Game(_) => None,
            Self::Append(append) => Some((&append.game, append.after, append.events.len())),
            Self::Derived { game, after, .. } => Some((game, after, 0)),
        }
    }

    /// The game whose row it changes.
    pub(super) fn changed(self) -> Option<&'a str> {
        self.head().map(|head| head.0)
    }

    fn creates(self) -> Option<&'a NewGame> {
        match self {
            Self::Game(game) => Some(game),
            Self::Append(append) => append.creates.as_ref(),
            Self::Derived { .. } => None,
        }
    }

    fn conflict(self) -> StoreError {
        let (game, after, _) = self.head().unwrap_or_default();
        StoreError::Conflict { game: game.to_owned(), after }
    }
}

/// The result of each of several log writes: whether it is written, or why it is refused.
pub(super) type Outcomes = Vec<Result<(), StoreError>>;

/// Takes the rows of games.
pub(super) async fn lock(db: Db<'_>, games: &[&str]) -> Result<(), Failure> {
    if !games.is_empty() {
        db.query(LOCK, &[&games]).await?;
    }
    Ok(())
}

/// Writes what several log writes carry, in a transaction. No two of them may concern the same
/// game.
///
/// # Errors
///
/// A statement failed, or a write is refused after part of it was written: the caller must roll
/// back. [`StoreError::Taken`] if the id of a game that an append creates or of an outbox item is
/// in use, [`StoreError::Damaged`] if there are events that their game does not count.
pub(super) async fn write(db: Db<'_>, writes: &[LogWrite<'_>]) -> Result<Outcomes, Failure> {
    // Step 1. Swap the heads.
    let heads: Vec<_> = writes.iter().filter_map(|write| write.head()).collect();
    let mut won = HashSet::new();
    if !heads.is_empty() {
        let ids: Vec<_> = heads.iter().map(|head| head.0).collect();
        let after: Vec<_> = heads.iter().map(|head| as_count(head.1)).collect();
        let added: Vec<_> = heads.iter().map(|head| head.2 as i64).collect();
        let rows = db.query(SWAP, &[&ids, &after, &added]).await?;
        won.extend(all(&rows, |row| get::<String>(row, 0))?);
    }
    let has_lost = |write: &LogWrite<'_>| write.head().is_some_and(|head| !won.contains(head.0));
    // Step 2. Create games, those of the appends that have won and those that stand alone.
    let winners: Vec<_> = writes.iter().copied().filter(|write| !has_lost(write)).collect();
    let new: Vec<_> = winners.iter().filter_map(|write| write.creates()).collect();
    let mut created = HashSet::new();
    if !new.is_empty() {
        let ids: Vec<_> = new.iter().map(|game| game.id.as_str()).collect();
        let bodies: Vec<_> = new.iter().map(|game| game.body.as_str()).collect();
        let moments: Vec<_> = new.iter().map(|game| game.created_ms).collect();
        let rows = db.query(INSERT_GAMES, &[&ids, &bodies, &moments]).await?;
        created.extend(all(&rows, |row| get::<String>(row, 0))?);
    }
    let taken = |write: LogWrite<'_>| {
        let game = write.creates().filter(|game| !created.contains(&game.id))?;
        Some(StoreError::Taken(game.id.clone()))
    };
    for write in &winners {
        // Its events are counted already.
        if let (LogWrite::Append(_), Some(error)) = (write, taken(*write)) {
            return Err(error.into());
        }
    }
    // Step 3. Write all that the winners carry.
    let winners = winners.into_iter().filter(|write| taken(*write).is_none());
    write_contents(db, &winners.collect::<Vec<_>>()).await?;
    let outcome = |write: &LogWrite<'_>| match taken(*write) {
        _ if has_lost(write) => Err(write.conflict()),
        Some(error) => Err(error),
        None => Ok(()),
    };
    Ok(writes.iter().map(outcome).collect())
}

/// A number of events as the database has it. No log has as many as the largest.
fn as_count(after: u64) -> i64 {
    i64::try_from(after).unwrap_or(i64::MAX)
}

/// Writes events, derived rows and outbox items. The statements are sent at once.
async fn write_contents(db: Db<'_>, writes: &[LogWrite<'_>]) -> Result<(), Failure> {
    let (mut rows, mut items) = (Vec::new(), Vec::new());
    let (mut games, mut numbers, mut moments, mut bodies) = (vec![], vec![], vec![], vec![]);
    for write in writes {
        match *write {
            LogWrite::Game(_) => {}
            LogWrite::Append(append) => {
                for (event, seq) in append.events.iter().zip(as_count(append.after) + 1..) {
                    games.push(append.game.as_str());
                    numbers.push(seq);
                    moments.push(event.at_ms);
                    bodies.push(event.body.as_str());
                }
                rows.push((append.game.as_str(), &append.derived));
                items.extend(&append.outbox);
            }
            LogWrite::Derived { game, derived, .. } => rows.push((game, derived)),
        }
        if let Some(game) = write.creates() {
            rows.push((game.id.as_str(), &game.derived));
            items.extend(&game.outbox);
        }
    }
    let events = async {
        if games.is_empty() {
            return Ok(());
        }
        match db.execute(INSERT_EVENTS, &[&games, &numbers, &moments, &bodies]).await {
            Ok(_) => Ok(()),
            // A log has an event with this number, although its game counts fewer.
            Err(error) if is_unique_violation(&error) => {
                let found = numbers[0];
                let damage = Damage::Length { found, expected: found - 1 };
                Err(StoreError::Damaged { game: games[0].to_owned(), damage }.into())
            }
            Err(error) => Err(Failure::from(error)),
        }
    };
    let summaries = derived::write_summaries(db, &rows);
    let seats = derived::write_seats(db, &rows);
    try_join4(events, summaries, seats, outbox::put(db, &items)).await.map(drop)
}
