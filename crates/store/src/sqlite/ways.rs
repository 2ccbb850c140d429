//! Feeds, push subscriptions, webhooks, and keys of the server.

use super::inserts::insert;
use crate::{Failures, Feed, MailNews, PushSubscription, StoreError, WayChange, Webhook};
use rusqlite::{Connection, OptionalExtension, Row, params};

type Read<T> = Result<T, StoreError>;

const FEED: &str = "select user, secret_hash, secret, created_ms from feeds";

fn read_feed(row: &Row<'_>) -> rusqlite::Result<Feed> {
    Ok(Feed {
        user: row.get(0)?,
        secret_hash: row.get(1)?,
        secret: row.get(2)?,
        created_ms: row.get(3)?,
    })
}

/// [`Ways::feed`](crate::Ways::feed).
pub(super) fn feed(db: &Connection, secret_hash: &[u8]) -> Read<Option<Feed>> {
    let mut select = db.prepare_cached(&format!("{FEED} where secret_hash = ?"))?;
    Ok(select.query_row([secret_hash], read_feed).optional()?)
}

/// [`Ways::feed_of`](crate::Ways::feed_of).
pub(super) fn feed_of(db: &Connection, user: &str) -> Read<Option<Feed>> {
    let mut select = db.prepare_cached(&format!("{FEED} where user = ?"))?;
    Ok(select.query_row([user], read_feed).optional()?)
}

/// [`Ways::pushes_of`](crate::Ways::pushes_of).
pub(super) fn pushes_of(db: &Connection, user: &str) -> Read<Vec<PushSubscription>> {
    let query = "select endpoint, user, p256dh, auth, agent, lang, created_ms, failures, \
        failed_ms from pushes where user = ? order by created_ms, endpoint";
    let mut select = db.prepare_cached(query)?;
    let rows = select.query_map([user], |row| {
        Ok(PushSubscription {
            endpoint: row.get(0)?,
            user: row.get(1)?,
            p256dh: row.get(2)?,
            auth: row.get(3)?,
            agent: row.get(4)?,
            lang: row.get(5)?,
            created_ms: row.get(6)?,
            failures: Failures { count: row.get(7)?, last_ms: row.get(8)? },
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The choice of mail with news of which a column has this value.
pub(super) fn mail_news(db: &Connection, column: &str, value: &str) -> Read<Option<MailNews>> {
    let query =
        format!("select user, key, off, failed_ms, failure from mail_news where {column} = ?");
    let read = |row: &Row<'_>| {
        let failed_ms: Option<i64> = row.get(3)?;
        let failure: Option<String> = row.get(4)?;
        let (user, key, off) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(MailNews { user, key, off, failed: failed_ms.zip(failure) })
    };
    Ok(db.prepare_cached(&query)?.query_row([value], read).optional()?)
}

/// [`Ways::webhook_of`](crate::Ways::webhook_of).
pub(super) fn webhook_of(db: &Connection, user: &str) -> Read<Option<Webhook>> {
    let query = "select user, url, format, lang, created_ms, failures, failed_ms, off \
        from webhooks where user = ?";
    let mut select = db.prepare_cached(query)?;
    let read = |row: &Row<'_>| {
        Ok(Webhook {
            user: row.get(0)?,
            url: row.get(1)?,
            format: row.get(2)?,
            lang: row.get(3)?,
            created_ms: row.get(4)?,
            failures: Failures { count: row.get(5)?, last_ms: row.get(6)? },
            off: row.get(7)?,
        })
    };
    Ok(select.query_row([user], read).optional()?)
}

/// [`Ways::server_key`](crate::Ways::server_key).
pub(super) fn server_key(db: &Connection, name: &str) -> Read<Option<Vec<u8>>> {
    let mut select = db.prepare_cached("select key from server_keys where name = ?")?;
    Ok(select.query_row([name], |row| row.get(0)).optional()?)
}

/// Deletes all ways to a user.
pub(super) fn leave(db: &Connection, user: &str) -> rusqlite::Result<()> {
    for statement in [
        "delete from feeds where user = ?",
        "delete from pushes where user = ?",
        "delete from webhooks where user = ?",
        "delete from mail_news where user = ?",
    ] {
        db.prepare_cached(statement)?.execute([user])?;
    }
    Ok(())
}

/// Makes a change.
pub(super) fn change(db: &Connection, change: &WayChange) -> Result<(), StoreError> {
    match change {
        WayChange::PutFeed(Feed { user, secret_hash, secret, created_ms }) => {
            db.prepare_cached("delete from feeds where user = ?")?.execute([user])?;
            let statement =
                "insert into feeds (user, secret_hash, secret, created_ms) values (?, ?, ?, ?)";
            return insert(db, statement, params![user, secret_hash, secret, created_ms], user);
        }
        WayChange::RemoveFeed(user) => {
            db.prepare_cached("delete from feeds where user = ?")?.execute([user])?;
        }
        WayChange::PutPush { push, most } => put_push(db, push, *most)?,
        WayChange::RemovePush { user, endpoint } => {
            let statement = "delete from pushes where user = ? and endpoint = ?";
            db.prepare_cached(statement)?.execute([user, endpoint])?;
        }
        WayChange::PushFailed { user, endpoint, at_ms } => {
            let statement = "update pushes set failed_ms = ?1, \
                failures = case when ?1 is null then 0 else failures + 1 end \
                where user = ?2 and endpoint = ?3";
            db.prepare_cached(statement)?.execute(params![at_ms, user, endpoint])?;
        }
        WayChange::PutWebhook(webhook) => {
            let Webhook { user, url, format, lang, created_ms, failures, off } = webhook;
            let statement = "insert or replace into webhooks \
                (user, url, format, lang, created_ms, failures, failed_ms, off) \
                values (?, ?, ?, ?, ?, ?, ?, ?)";
            let Failures { count, last_ms } = failures;
            let values = params![user, url, format, lang, created_ms, count, last_ms, off];
            db.prepare_cached(statement)?.execute(values)?;
        }
        WayChange::RemoveWebhook(user) => {
            db.prepare_cached("delete from webhooks where user = ?")?.execute([user])?;
        }
        WayChange::WebhookFailed { user, url, failed, most } => {
            let (at_ms, reason) = failed.as_ref().map(|(ms, reason)| (ms, reason)).unzip();
            let statement = "update webhooks set failed_ms = ?1, \
                failures = case when ?1 is null then 0 else failures + 1 end, \
                off = case when ?1 is not null and failures + 1 >= ?2 then ?3 else off end \
                where user = ?4 and url = ?5";
            db.prepare_cached(statement)?.execute(params![at_ms, most, reason, user, url])?;
        }
        WayChange::MakeMailNews(MailNews { user, key, off, failed }) => {
            let (failed_ms, failure) = failed.as_ref().map(|(ms, why)| (ms, why)).unzip();
            let statement = "insert or ignore into mail_news \
                (user, key, off, failed_ms, failure) values (?, ?, ?, ?, ?)";
            db.prepare_cached(statement)?.execute(params![user, key, off, failed_ms, failure])?;
        }
        WayChange::SwitchMail { user, off } => {
            let statement = "update mail_news set off = ? where user = ?";
            db.prepare_cached(statement)?.execute(params![off, user])?;
        }
        WayChange::MailFailed { user, failed, off } => {
            let (failed_ms, failure) = failed.as_ref().map(|(ms, why)| (ms, why)).unzip();
            let statement = "update mail_news set off = off or ?1, failure = ?3, \
                failed_ms = case when failure is ?3 then failed_ms else ?2 end where user = ?4";
            db.prepare_cached(statement)?.execute(params![off, failed_ms, failure, user])?;
        }
        WayChange::MakeKey { name, key } => {
            let statement = "insert or ignore into server_keys (name, key) values (?, ?)";
            db.prepare_cached(statement)?.execute(params![name, key])?;
        }
    }
    Ok(())
}

fn put_push(db: &Connection, push: &PushSubscription, most: u32) -> rusqlite::Result<()> {
    let PushSubscription { endpoint, user, p256dh, auth, agent, lang, created_ms, failures } = push;
    let statement = "insert or replace into pushes \
        (endpoint, user, p256dh, auth, agent, lang, created_ms, failures, failed_ms) \
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let Failures { count, last_ms } = failures;
    let values = params![endpoint, user, p256dh, auth, agent, lang, created_ms, count, last_ms];
    db.prepare_cached(statement)?.execute(values)?;
    let statement = "delete from pushes where user = ?1 and endpoint not in \
        (select endpoint from pushes where user = ?1 order by created_ms desc, endpoint desc \
        limit ?2)";
    db.prepare_cached(statement)?.execute(params![user, most])?;
    Ok(())
}
