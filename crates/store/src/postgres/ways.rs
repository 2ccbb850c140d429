//! Feeds, push subscriptions, webhooks, and keys of the server.

use super::db::{Db, Failure, all, get, number};
use crate::{Failures, Feed, MailNews, PushSubscription, StoreError, WayChange, Webhook};
use tokio_postgres::Row;

const FEED: &str = "select \"user\", secret_hash, secret, created_ms from feeds";

fn read_feed(row: &Row) -> Result<Feed, StoreError> {
    Ok(Feed {
        user: get(row, 0)?,
        secret_hash: get(row, 1)?,
        secret: get(row, 2)?,
        created_ms: get(row, 3)?,
    })
}

/// [`Ways::feed`](crate::Ways::feed).
pub(super) async fn feed(db: Db<'_>, secret_hash: &[u8]) -> Result<Option<Feed>, Failure> {
    let row = db.one(&format!("{FEED} where secret_hash = $1"), &[&secret_hash]).await?;
    Ok(row.map(|row| read_feed(&row)).transpose()?)
}

/// [`Ways::feed_of`](crate::Ways::feed_of).
pub(super) async fn feed_of(db: Db<'_>, user: &str) -> Result<Option<Feed>, Failure> {
    let row = db.one(&format!("{FEED} where \"user\" = $1"), &[&user]).await?;
    Ok(row.map(|row| read_feed(&row)).transpose()?)
}

/// [`Ways::pushes_of`](crate::Ways::pushes_of).
pub(super) async fn pushes_of(db: Db<'_>, user: &str) -> Result<Vec<PushSubscription>, Failure> {
    let query = "select endpoint, \"user\", p256dh, auth, agent, lang, created_ms, failures, \
        failed_ms from pushes where \"user\" = $1 order by created_ms, endpoint";
    let read = |row: &Row| {
        Ok(PushSubscription {
            endpoint: get(row, 0)?,
            user: get(row, 1)?,
            p256dh: get(row, 2)?,
            auth: get(row, 3)?,
            agent: get(row, 4)?,
            lang: get(row, 5)?,
            created_ms: get(row, 6)?,
            failures: Failures { count: number(row, 7)?, last_ms: get(row, 8)? },
        })
    };
    Ok(all(&db.query(query, &[&user]).await?, read)?)
}

/// The choice of mail with news of which a column has this value.
pub(super) async fn mail_news(
    db: Db<'_>,
    column: &str,
    value: &str,
) -> Result<Option<MailNews>, Failure> {
    let query = format!(
        "select \"user\", key, off, failed_ms, failure from mail_news where \"{column}\" = $1"
    );
    let Some(row) = db.one(&query, &[&value]).await? else { return Ok(None) };
    let failed_ms: Option<i64> = get(&row, 3)?;
    let failure: Option<String> = get(&row, 4)?;
    let (user, key, off) = (get(&row, 0)?, get(&row, 1)?, get(&row, 2)?);
    Ok(Some(MailNews { user, key, off, failed: failed_ms.zip(failure) }))
}

/// [`Ways::webhook_of`](crate::Ways::webhook_of).
pub(super) async fn webhook_of(db: Db<'_>, user: &str) -> Result<Option<Webhook>, Failure> {
    let query = "select \"user\", url, format, lang, created_ms, failures, failed_ms, off \
        from webhooks where \"user\" = $1";
    let read = |row: Row| {
        Ok::<_, StoreError>(Webhook {
            user: get(&row, 0)?,
            url: get(&row, 1)?,
            format: get(&row, 2)?,
            lang: get(&row, 3)?,
            created_ms: get(&row, 4)?,
            failures: Failures { count: number(&row, 5)?, last_ms: get(&row, 6)? },
            off: get(&row, 7)?,
        })
    };
    Ok(db.one(query, &[&user]).await?.map(read).transpose()?)
}

/// [`Ways::server_key`](crate::Ways::server_key).
pub(super) async fn server_key(db: Db<'_>, name: &str) -> Result<Option<Vec<u8>>, Failure> {
    let row = db.one("select key from server_keys where name = $1", &[&name]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?)
}

/// Deletes all ways to a user.
pub(super) async fn leave(db: Db<'_>, user: &str) -> Result<(), Failure> {
    for table in ["feeds", "pushes", "webhooks", "mail_news"] {
        db.execute(&format!("delete from {table} where \"user\" = $1"), &[&user]).await?;
    }
    Ok(())
}

/// Makes a change.
pub(super) async fn change(db: Db<'_>, change: &WayChange) -> Result<(), Failure> {
    match change {
        WayChange::PutFeed(Feed { user, secret_hash, secret, created_ms }) => {
            db.execute("delete from feeds where \"user\" = $1", &[user]).await?;
            let statement = "insert into feeds (\"user\", secret_hash, secret, created_ms) \
                values ($1, $2, $3, $4)";
            return db.insert(statement, &[user, secret_hash, secret, created_ms], user).await;
        }
        WayChange::RemoveFeed(user) => {
            db.execute("delete from feeds where \"user\" = $1", &[user]).await?;
        }
        WayChange::PutPush { push, most } => put_push(db, push, *most).await?,
        WayChange::RemovePush { user, endpoint } => {
            let statement = "delete from pushes where \"user\" = $1 and endpoint = $2";
            db.execute(statement, &[user, endpoint]).await?;
        }
        WayChange::PushFailed { user, endpoint, at_ms } => {
            let statement = "update pushes set failed_ms = $1::bigint, \
                failures = case when $1::bigint is null then 0 else failures + 1 end \
                where \"user\" = $2 and endpoint = $3";
            db.execute(statement, &[at_ms, user, endpoint]).await?;
        }
        WayChange::PutWebhook(webhook) => put_webhook(db, webhook).await?,
        WayChange::RemoveWebhook(user) => {
            db.execute("delete from webhooks where \"user\" = $1", &[user]).await?;
        }
        WayChange::WebhookFailed { user, url, failed, most } => {
            let (at_ms, reason) = failed.as_ref().map(|(ms, reason)| (ms, reason)).unzip();
            let statement = "update webhooks set failed_ms = $1::bigint, \
                failures = case when $1::bigint is null then 0 else failures + 1 end, \
                off = case when $1::bigint is not null and failures + 1 >= $2 then $3 \
                else off end where \"user\" = $4 and url = $5";
            let most = i64::from(*most);
            db.execute(statement, &[&at_ms, &most, &reason, user, url]).await?;
        }
        WayChange::MakeMailNews(MailNews { user, key, off, failed }) => {
            let (failed_ms, failure) = failed.as_ref().map(|(ms, why)| (ms, why)).unzip();
            let statement = "insert into mail_news (\"user\", key, off, failed_ms, failure) \
                values ($1, $2, $3, $4, $5) on conflict do nothing";
            db.execute(statement, &[user, key, off, &failed_ms, &failure]).await?;
        }
        WayChange::SwitchMail { user, off } => {
            let statement = "update mail_news set off = $1 where \"user\" = $2";
            db.execute(statement, &[off, user]).await?;
        }
        WayChange::MailFailed { user, failed, off } => {
            let (failed_ms, failure) = failed.as_ref().map(|(ms, why)| (ms, why)).unzip();
            let statement = "update mail_news set off = off or $1, failure = $3, \
                failed_ms = case when failure is not distinct from $3 then failed_ms else $2 end \
                where \"user\" = $4";
            db.execute(statement, &[off, &failed_ms, &failure, user]).await?;
        }
        WayChange::MakeKey { name, key } => {
            let statement =
                "insert into server_keys (name, key) values ($1, $2) on conflict do nothing";
            db.execute(statement, &[name, key]).await?;
        }
    }
    Ok(())
}

async fn put_push(db: Db<'_>, push: &PushSubscription, most: u32) -> Result<(), Failure> {
    let PushSubscription { endpoint, user, p256dh, auth, agent, lang, created_ms, failures } = push;
    let statement = "insert into pushes \
        (endpoint, \"user\", p256dh, auth, agent, lang, created_ms, failures, failed_ms) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (endpoint) do update set \
        \"user\" = excluded.\"user\", p256dh = excluded.p256dh, auth = excluded.auth, \
        agent = excluded.agent, lang = excluded.lang, created_ms = excluded.created_ms, \
        failures = excluded.failures, failed_ms = excluded.failed_ms";
    let Failures { count, last_ms } = failures;
    let count = i64::from(*count);
    db.execute(
        statement,
        &[endpoint, user, p256dh, auth, agent, lang, created_ms, &count, last_ms],
    )
    .await?;
    let statement = "delete from pushes where \"user\" = $1 and endpoint not in \
        (select endpoint from pushes where \"user\" = $1 \
        order by created_ms desc, endpoint desc limit $2)";
    db.execute(statement, &[user, &i64::from(most)]).await?;
    Ok(())
}

async fn put_webhook(db: Db<'_>, webhook: &Webhook) -> Result<(), Failure> {
    let Webhook { user, url, format, lang, created_ms, failures, off } = webhook;
    let statement = "insert into webhooks \
        (\"user\", url, format, lang, created_ms, failures, failed_ms, off) \
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (\"user\") do update set \
        url = excluded.url, format = excluded.format, lang = excluded.lang, \
        created_ms = excluded.created_ms, failures = excluded.failures, \
        failed_ms = excluded.failed_ms, off = excluded.off";
    let Failures { count, last_ms } = failures;
    let count = i64::from(*count);
    db.execute(statement, &[user, url, format, lang, created_ms, &count, last_ms, off]).await?;
    Ok(())
}
