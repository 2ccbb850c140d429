//! Reports to the moderators.

use super::chat::{said_columns, said_of};
use super::inserts::insert;
use crate::{Report, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};

const COLUMNS: &str = "id, at_ms, reporter, about, game, room, seq, phrase, body, reason";

fn read(row: &Row<'_>) -> rusqlite::Result<Report> {
    Ok(Report {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        reporter: row.get(2)?,
        about: row.get(3)?,
        game: row.get(4)?,
        room: row.get(5)?,
        seq: row.get::<_, Option<i64>>(6)?.map(|seq| seq as u64),
        said: said_of(row.get(7)?, row.get(8)?),
        reason: row.get(9)?,
    })
}

/// # Errors
///
/// [`StoreError::Taken`] if the id is in use, or the reporter has an open report of the same.
pub(super) fn add(db: &Connection, report: &Report) -> Result<(), StoreError> {
    let statement =
        format!("insert into reports ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    let Report { id, at_ms, reporter, about, game, room, seq, said, reason } = report;
    let (phrase, body) = said_columns(said.as_ref());
    let seq = seq.map(|seq| seq as i64);
    let values = params![id, at_ms, reporter, about, game, room, seq, phrase, body, reason];
    insert(db, &statement, values, id)
}

/// # Errors
///
/// [`StoreError::Missing`] if there is no open report with this id.
pub(super) fn close(
    db: &Connection,
    id: &str,
    outcome: &str,
    at_ms: i64,
) -> Result<(), StoreError> {
    let statement = "update reports set closed_ms = ?, outcome = ? \
        where id = ? and closed_ms is null";
    match db.prepare_cached(statement)?.execute(params![at_ms, outcome, id])? {
        0 => Err(StoreError::Missing(id.to_owned())),
        _ => Ok(()),
    }
}

pub(super) fn open(db: &Connection, limit: usize) -> Result<Vec<Report>, StoreError> {
    let query =
        format!("select {COLUMNS} from reports where closed_ms is null order by at_ms, id limit ?");
    let mut query = db.prepare_cached(&query)?;
    let rows = query.query_map([i64::try_from(limit).unwrap_or(i64::MAX)], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn open_with(db: &Connection, id: &str) -> Result<Option<Report>, StoreError> {
    let query = format!("select {COLUMNS} from reports where id = ? and closed_ms is null");
    Ok(db.prepare_cached(&query)?.query_row([id], read).optional()?)
}
