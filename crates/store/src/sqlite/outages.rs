//! The heartbeat and the outages.

use crate::StoreError;
use rusqlite::{Connection, OptionalExtension, params};

pub(super) fn beat(db: &Connection, at_ms: i64) -> Result<(), StoreError> {
    let statement = "insert into heartbeat (id, at_ms) values (1, ?) \
        on conflict (id) do update set at_ms = max(at_ms, excluded.at_ms)";
    db.prepare_cached(statement)?.execute(params![at_ms])?;
    Ok(())
}

pub(super) fn last_beat(db: &Connection) -> Result<Option<i64>, StoreError> {
    let query = "select at_ms from heartbeat where id = 1";
    Ok(db.prepare_cached(query)?.query_row((), |row| row.get(0)).optional()?)
}

pub(super) fn note(db: &Connection, from_ms: i64, to_ms: i64) -> Result<(), StoreError> {
    if last_beat(db)?.is_some_and(|beat_ms| beat_ms > from_ms) {
        return Ok(());
    }
    let statement = "insert into outages (from_ms, to_ms) values (?, ?)";
    db.prepare_cached(statement)?.execute(params![from_ms, to_ms])?;
    beat(db, to_ms)
}

pub(super) fn read(db: &Connection) -> Result<Vec<(i64, i64)>, StoreError> {
    let query = "select from_ms, to_ms from outages order by from_ms, to_ms";
    let mut select = db.prepare_cached(query)?;
    let outages = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(outages.collect::<rusqlite::Result<_>>()?)
}
