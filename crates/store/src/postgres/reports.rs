//! Reports to the moderators.

use super::chat::{said_columns, said_of};
use super::db::{Db, Failure, all, get, row_limit};
use crate::{Report, StoreError};
use tokio_postgres::Row;

const COLUMNS: &str = "id, at_ms, reporter, about, game, room, seq, phrase, body, reason";

fn read(row: &Row) -> Result<Report, StoreError> {
    Ok(Report {
        id: get(row, 0)?,
        at_ms: get(row, 1)?,
        reporter: get(row, 2)?,
        about: get(row, 3)?,
        game: get(row, 4)?,
        room: get(row, 5)?,
        seq: get::<Option<i64>>(row, 6)?.map(|seq| seq as u64),
        said: said_of(get(row, 7)?, get(row, 8)?),
        reason: get(row, 9)?,
    })
}

/// # Errors
///
/// [`StoreError::Taken`] if the id is in use, or the reporter has an open report of the same.
pub(super) async fn add(db: Db<'_>, report: &Report) -> Result<(), Failure> {
    let statement =
        format!("insert into reports ({COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
    let Report { id, at_ms, reporter, about, game, room, seq, said, reason } = report;
    let (phrase, body) = said_columns(said.as_ref());
    let seq = seq.map(|seq| seq as i64);
    db.insert(
        &statement,
        &[id, at_ms, reporter, about, game, room, &seq, &phrase, &body, reason],
        id,
    )
    .await
}

/// # Errors
///
/// [`StoreError::Missing`] if there is no open report with this id.
pub(super) async fn close(db: Db<'_>, id: &str, outcome: &str, at_ms: i64) -> Result<(), Failure> {
    let statement = "update reports set closed_ms = $1, outcome = $2 \
        where id = $3 and closed_ms is null";
    match db.execute(statement, &[&at_ms, &outcome, &id]).await? {
        0 => Err(StoreError::Missing(id.to_owned()).into()),
        _ => Ok(()),
    }
}

pub(super) async fn open(db: Db<'_>, limit: usize) -> Result<Vec<Report>, Failure> {
    let query = format!(
        "select {COLUMNS} from reports where closed_ms is null order by at_ms, id limit $1"
    );
    Ok(all(&db.query(&query, &[&row_limit(limit)]).await?, read)?)
}

pub(super) async fn open_with(db: Db<'_>, id: &str) -> Result<Option<Report>, Failure> {
    let query = format!("select {COLUMNS} from reports where id = $1 and closed_ms is null");
    Ok(db.one(&query, &[&id]).await?.map(|row| read(&row)).transpose()?)
}
