//! The heartbeat and the outages.

use super::db::{Db, Failure, all, get};

pub(super) async fn beat(db: Db<'_>, at_ms: i64) -> Result<(), Failure> {
    let statement = "insert into heartbeat (id, at_ms) values (1, $1) \
        on conflict (id) do update set at_ms = greatest(heartbeat.at_ms, excluded.at_ms)";
    db.execute(statement, &[&at_ms]).await?;
    Ok(())
}

pub(super) async fn last_beat(db: Db<'_>) -> Result<Option<i64>, Failure> {
    let row = db.one("select at_ms from heartbeat where id = 1", &[]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?)
}

pub(super) async fn note(db: Db<'_>, from_ms: i64, to_ms: i64) -> Result<(), Failure> {
    // The row of the heartbeat is taken, so that of two servers that come back one notes an outage.
    beat(db, from_ms).await?;
    if last_beat(db).await?.is_some_and(|beat_ms| beat_ms > from_ms) {
        return Ok(());
    }
    let statement = "insert into outages (from_ms, to_ms) values ($1, $2)";
    db.execute(statement, &[&from_ms, &to_ms]).await?;
    beat(db, to_ms).await
}

pub(super) async fn read(db: Db<'_>) -> Result<Vec<(i64, i64)>, Failure> {
    let query = "select from_ms, to_ms from outages order by from_ms, to_ms";
    Ok(all(&db.query(query, &[]).await?, |row| Ok((get(row, 0)?, get(row, 1)?)))?)
}

/// The database's clock.
pub(super) async fn now_ms(db: Db<'_>) -> Result<i64, Failure> {
    let query = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
    let row = db.one(query, &[]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?.unwrap_or_default())
}
