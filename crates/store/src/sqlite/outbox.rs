//! The outbox.

use super::derived::row_limit;
use super::inserts::insert;
use crate::{OutboxItem, StoreError, TakenItem};
use rusqlite::{Connection, params};

const INSERT: &str = "insert into outbox (id, at_ms, due_ms, kind, user, dedupe_key, body) \
    values (?, ?, ?, ?, ?, ?, ?) on conflict (dedupe_key) do nothing";

pub(super) const SELECT_DUE: &str = "select id, at_ms, kind, user, dedupe_key, body, tries \
    from outbox where done_ms is null and due_ms <= ? order by due_ms, id limit ?";

/// # Errors
///
/// [`StoreError::Taken`] if another item has this id.
pub(super) fn put(db: &Connection, item: &OutboxItem) -> Result<(), StoreError> {
    let OutboxItem { id, at_ms, due_ms, kind, user, dedupe_key, body } = item;
    insert(db, INSERT, params![id, at_ms, due_ms, kind, user, dedupe_key, body], id)
}

/// Takes the items that are due at `now_ms`.
pub(super) fn take(
    db: &Connection,
    now_ms: i64,
    again_ms: i64,
    limit: usize,
) -> Result<Vec<TakenItem>, StoreError> {
    let mut select = db.prepare_cached(SELECT_DUE)?;
    let items = select.query_map(params![now_ms, row_limit(limit)], |row| {
        let item = OutboxItem {
            id: row.get(0)?,
            at_ms: row.get(1)?,
            due_ms: again_ms,
            kind: row.get(2)?,
            user: row.get(3)?,
            dedupe_key: row.get(4)?,
            body: row.get(5)?,
        };
        Ok(TakenItem { item, tries: row.get::<_, u32>(6)?.saturating_add(1) })
    })?;
    let items: Vec<_> = items.collect::<rusqlite::Result<_>>()?;
    let mut update = db.prepare_cached("update outbox set due_ms = ?, tries = ? where id = ?")?;
    for TakenItem { item, tries } in &items {
        update.execute(params![again_ms, tries, item.id])?;
    }
    Ok(items)
}

pub(super) fn done(db: &Connection, id: &str, at_ms: i64) -> Result<(), StoreError> {
    let statement = "update outbox set done_ms = ? where id = ? and done_ms is null";
    db.prepare_cached(statement)?.execute(params![at_ms, id])?;
    Ok(())
}

pub(super) fn failed(db: &Connection, id: &str, again_ms: i64) -> Result<(), StoreError> {
    let statement = "update outbox set due_ms = ? where id = ? and done_ms is null";
    db.prepare_cached(statement)?.execute(params![again_ms, id])?;
    Ok(())
}
