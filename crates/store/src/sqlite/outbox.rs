//! The outbox.

use super::derived::row_limit;
use super::inserts::insert;
use crate::{OutboxItem, StoreError, TakenItem};
use rusqlite::{Connection, Row, params};

const INSERT: &str = "insert into outbox (id, at_ms, due_ms, kind, user, dedupe_key, body) \
    values (?, ?, ?, ?, ?, ?, ?) on conflict (dedupe_key) do nothing";

pub(super) const SELECT_DUE: &str = "select id, at_ms, kind, user, dedupe_key, body, tries, \
    failures from outbox where done_ms is null and due_ms <= ?1 \
    and instr(?3, ' ' || kind || ' ') > 0 order by due_ms, id limit ?2";

/// An item that was taken and has not failed since is being delivered.
const SELECT_OF_USER: &str = "select id, at_ms, kind, user, dedupe_key, body, tries, failures \
    from outbox where done_ms is null and user = ?2 and kind = ?3 \
    and (due_ms <= ?1 or tries = failures) order by due_ms, id";

const SELECT_NEWEST: &str = "select id, at_ms, kind, user, dedupe_key, body, due_ms from outbox \
    where user = ? and kind = ? order by at_ms desc, id desc limit ?";

/// # Errors
///
/// [`StoreError::Taken`] if another item has this id.
pub(super) fn put(db: &Connection, item: &OutboxItem) -> Result<(), StoreError> {
    let OutboxItem { id, at_ms, due_ms, kind, user, dedupe_key, body } = item;
    insert(db, INSERT, params![id, at_ms, due_ms, kind, user, dedupe_key, body], id)
}

/// Takes the items of some kinds that are due at `now_ms`.
pub(super) fn take(
    db: &Connection,
    kinds: &[String],
    now_ms: i64,
    again_ms: i64,
    limit: usize,
) -> Result<Vec<TakenItem>, StoreError> {
    let kinds = format!(" {} ", kinds.join(" "));
    let mut select = db.prepare_cached(SELECT_DUE)?;
    let read = |row: &Row<'_>| item(row, again_ms);
    let items = select.query_map(params![now_ms, row_limit(limit), kinds], read)?;
    let items: Vec<_> = items.collect::<rusqlite::Result<_>>()?;
    mark(db, &items)?;
    Ok(items)
}

/// Takes the items of a user of one kind that no task delivers now.
pub(super) fn take_of(
    db: &Connection,
    (user, kind): (&str, &str),
    now_ms: i64,
    again_ms: i64,
) -> Result<Vec<TakenItem>, StoreError> {
    let mut select = db.prepare_cached(SELECT_OF_USER)?;
    let read = |row: &Row<'_>| item(row, again_ms);
    let items = select.query_map(params![now_ms, user, kind], read)?;
    let items: Vec<_> = items.collect::<rusqlite::Result<_>>()?;
    mark(db, &items)?;
    Ok(items)
}

fn item(row: &Row<'_>, again_ms: i64) -> rusqlite::Result<TakenItem> {
    let item = OutboxItem {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        due_ms: again_ms,
        kind: row.get(2)?,
        user: row.get(3)?,
        dedupe_key: row.get(4)?,
        body: row.get(5)?,
    };
    let tries = row.get::<_, u32>(6)?.saturating_add(1);
    Ok(TakenItem { item, tries, failures: row.get(7)? })
}

fn mark(db: &Connection, items: &[TakenItem]) -> rusqlite::Result<()> {
    let mut update = db.prepare_cached("update outbox set due_ms = ?, tries = ? where id = ?")?;
    for TakenItem { item, tries, .. } in items {
        update.execute(params![item.due_ms, tries, item.id])?;
    }
    Ok(())
}

/// The newest items of a user of one kind.
pub(super) fn of_user(
    db: &Connection,
    (user, kind): (&str, &str),
    limit: usize,
) -> Result<Vec<OutboxItem>, StoreError> {
    let mut select = db.prepare_cached(SELECT_NEWEST)?;
    let read = |row: &Row<'_>| {
        Ok(OutboxItem {
            id: row.get(0)?,
            at_ms: row.get(1)?,
            kind: row.get(2)?,
            user: row.get(3)?,
            dedupe_key: row.get(4)?,
            body: row.get(5)?,
            due_ms: row.get(6)?,
        })
    };
    let items = select.query_map(params![user, kind, row_limit(limit)], read)?;
    Ok(items.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn forget(db: &Connection, until_ms: i64) -> Result<(), StoreError> {
    let statement = "delete from outbox where done_ms is not null and done_ms <= ?";
    db.prepare_cached(statement)?.execute([until_ms])?;
    Ok(())
}

pub(super) fn done(db: &Connection, id: &str, at_ms: i64) -> Result<(), StoreError> {
    let statement = "update outbox set done_ms = ? where id = ? and done_ms is null";
    db.prepare_cached(statement)?.execute(params![at_ms, id])?;
    Ok(())
}

pub(super) fn postponed(db: &Connection, id: &str, again_ms: i64) -> Result<(), StoreError> {
    let statement = "update outbox set due_ms = ?, tries = failures \
        where id = ? and done_ms is null";
    db.prepare_cached(statement)?.execute(params![again_ms, id])?;
    Ok(())
}

pub(super) fn failed(db: &Connection, id: &str, again_ms: i64) -> Result<(), StoreError> {
    let statement = "update outbox set due_ms = ?, failures = failures + 1 \
        where id = ? and done_ms is null";
    db.prepare_cached(statement)?.execute(params![again_ms, id])?;
    Ok(())
}
