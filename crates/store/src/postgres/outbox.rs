//! The outbox.

use super::db::{Db, Failure, Values, all, get, is_unique_violation, number, row_limit};
use crate::{OutboxItem, StoreError, TakenItem};
use tokio_postgres::Row;

const INSERT: &str = "insert into outbox (id, at_ms, due_ms, kind, \"user\", dedupe_key, body) \
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], \
    $6::text[], $7::text[]) on conflict (dedupe_key) do nothing";

/// What is taken by another node at this moment is left to it. One that comes a moment later finds
/// the item due later.
const TAKE_DUE: &str = "with due as (select id, due_ms from outbox \
    where done_ms is null and due_ms <= $1 and kind = any($2) \
    order by due_ms, id limit $3 for update skip locked) \
    update outbox set due_ms = $4, tries = tries + 1 from due where outbox.id = due.id \
    returning outbox.id, at_ms, kind, \"user\", dedupe_key, body, tries, failures, due.due_ms";

/// An item that was taken and has not failed since is being delivered.
const TAKE_OF_USER: &str = "with due as (select id, due_ms from outbox \
    where done_ms is null and \"user\" = $2 and kind = $3 \
    and (due_ms <= $1 or tries = failures) for update skip locked) \
    update outbox set due_ms = $4, tries = tries + 1 from due where outbox.id = due.id \
    returning outbox.id, at_ms, kind, \"user\", dedupe_key, body, tries, failures, due.due_ms";

const SELECT_NEWEST: &str = "select id, at_ms, kind, \"user\", dedupe_key, body, due_ms \
    from outbox where \"user\" = $1 and kind = $2 order by at_ms desc, id desc limit $3";

/// Puts items into the outbox.
///
/// # Errors
///
/// [`StoreError::Taken`] if another item has the id of one.
pub(super) async fn put(db: Db<'_>, items: &[&OutboxItem]) -> Result<(), Failure> {
    if items.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = items.iter().map(|item| item.id.as_str()).collect();
    let made: Vec<_> = items.iter().map(|item| item.at_ms).collect();
    let due: Vec<_> = items.iter().map(|item| item.due_ms).collect();
    let kinds: Vec<_> = items.iter().map(|item| item.kind.as_str()).collect();
    let users: Vec<_> = items.iter().map(|item| item.user.as_str()).collect();
    let keys: Vec<_> = items.iter().map(|item| item.dedupe_key.as_str()).collect();
    let bodies: Vec<_> = items.iter().map(|item| item.body.as_str()).collect();
    let values: Values<'_> = &[&ids, &made, &due, &kinds, &users, &keys, &bodies];
    match db.execute(INSERT, values).await {
        Ok(_) => Ok(()),
        // Of several items the database does not say which one. A batch in which this happens is
        // rolled back, and its writes are made one by one.
        Err(error) if is_unique_violation(&error) => {
            Err(StoreError::Taken(taken_id(&error, &ids)).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The id of the item that violates a unique constraint, from the detail of the error.
fn taken_id(error: &tokio_postgres::Error, ids: &[&str]) -> String {
    let detail = error.as_db_error().and_then(|error| error.detail()).unwrap_or_default();
    let is_named = |id: &&&str| detail.contains(&format!("({id})"));
    ids.iter().find(is_named).or(ids.first()).map(ToString::to_string).unwrap_or_default()
}

/// Takes the items of some kinds that are due at `now_ms`.
pub(super) async fn take(
    db: Db<'_>,
    kinds: &[String],
    now_ms: i64,
    again_ms: i64,
    limit: usize,
) -> Result<Vec<TakenItem>, Failure> {
    taken(db, TAKE_DUE, &[&now_ms, &kinds, &row_limit(limit), &again_ms], again_ms).await
}

/// Takes the items of a user of one kind that no task delivers now.
pub(super) async fn take_of(
    db: Db<'_>,
    (user, kind): (&str, &str),
    now_ms: i64,
    again_ms: i64,
) -> Result<Vec<TakenItem>, Failure> {
    taken(db, TAKE_OF_USER, &[&now_ms, &user, &kind, &again_ms], again_ms).await
}

async fn taken(
    db: Db<'_>,
    statement: &str,
    values: Values<'_>,
    again_ms: i64,
) -> Result<Vec<TakenItem>, Failure> {
    let read = |row: &Row| {
        let item = OutboxItem {
            id: get(row, 0)?,
            at_ms: get(row, 1)?,
            due_ms: again_ms,
            kind: get(row, 2)?,
            user: get(row, 3)?,
            dedupe_key: get(row, 4)?,
            body: get(row, 5)?,
        };
        let taken = TakenItem { item, tries: number(row, 6)?, failures: number(row, 7)? };
        Ok((get::<i64>(row, 8)?, taken))
    };
    let mut items = all(&db.query(statement, values).await?, read)?;
    items.sort_by(|(due, one), (other_due, other)| {
        (due, &one.item.id).cmp(&(other_due, &other.item.id))
    });
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// The newest items of a user of one kind.
pub(super) async fn of_user(
    db: Db<'_>,
    (user, kind): (&str, &str),
    limit: usize,
) -> Result<Vec<OutboxItem>, Failure> {
    let read = |row: &Row| {
        Ok(OutboxItem {
            id: get(row, 0)?,
            at_ms: get(row, 1)?,
            kind: get(row, 2)?,
            user: get(row, 3)?,
            dedupe_key: get(row, 4)?,
            body: get(row, 5)?,
            due_ms: get(row, 6)?,
        })
    };
    Ok(all(&db.query(SELECT_NEWEST, &[&user, &kind, &row_limit(limit)]).await?, read)?)
}

pub(super) async fn forget(db: Db<'_>, until_ms: i64) -> Result<(), Failure> {
    let statement = "delete from outbox where done_ms is not null and done_ms <= $1";
    db.execute(statement, &[&until_ms]).await?;
    Ok(())
}

pub(super) async fn done(db: Db<'_>, id: &str, at_ms: i64) -> Result<(), Failure> {
    let statement = "update outbox set done_ms = $1 where id = $2 and done_ms is null";
    db.execute(statement, &[&at_ms, &id]).await?;
    Ok(())
}

pub(super) async fn postponed(db: Db<'_>, id: &str, again_ms: i64) -> Result<(), Failure> {
    let statement = "update outbox set due_ms = $1, tries = failures \
        where id = $2 and done_ms is null";
    db.execute(statement, &[&again_ms, &id]).await?;
    Ok(())
}

pub(super) async fn failed(db: Db<'_>, id: &str, again_ms: i64) -> Result<(), Failure> {
    let statement = "update outbox set due_ms = $1, failures = failures + 1 \
        where id = $2 and done_ms is null";
    db.execute(statement, &[&again_ms, &id]).await?;
    Ok(())
}
