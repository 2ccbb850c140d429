//! The ways by which a person wants to be told that it is to act: its own settings and tests, and
//! the access to feeds.

use super::sessions::token_hash;
use super::{GuestPolicy, Identity, People, PeopleError, user_id};
use crate::games::ServiceError;
use crate::i18n::Lang;
use crate::limit::LimitError;
use crate::ways::{MAX_PUSHES, Notice, WayError, Ways, push_id};
use futures_util::future::join_all;
use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use heterodox_host::UserId;
use heterodox_store::{
    Failures, Feed, PeopleChange, PushSubscription, UserKind, WayChange, Webhook,
};
use heterodox_wire as wire;
use heterodox_wire::{NewPush, NewWebhook, PushInfo, WebhookFormat, WebhookInfo};
use std::num::NonZeroU32;
use std::time::Duration;

/// The tests that a person may send at once, and how often after that.
const TESTS: NonZeroU32 = NonZeroU32::new(5).expect("more than none");
const TEST_INTERVAL: Duration = Duration::from_secs(20);
/// The most characters of a program's name that are kept.
const AGENT: usize = 200;

/// Limits the tests of each person: they go to other servers.
pub(super) struct TestLimit(DefaultKeyedRateLimiter<UserId>);

impl TestLimit {
    pub(super) fn new() -> Self {
        let quota = Quota::with_period(TEST_INTERVAL).expect("more than no time");
        Self(RateLimiter::keyed(quota.allow_burst(TESTS)))
    }

    fn count(&self, user: UserId) -> Result<(), PeopleError> {
        self.0.check_key(&user).map_err(|until| {
            let wait = until.wait_time_from(self.0.clock().now());
            ServiceError::from(LimitError::TooMany { seconds: wait.as_secs() + 1 }).into()
        })
    }

    /// Drops people whose buckets are full again.
    pub(super) fn sweep(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// The owner of a feed.
pub(crate) struct FeedOwner {
    /// The owner's id.
    pub(crate) user: UserId,
    /// The language of its account.
    pub(crate) lang: Option<Lang>,
    /// When the feed was made.
    pub(crate) created_ms: i64,
}

fn format_key(format: WebhookFormat) -> &'static str {
    match format {
        WebhookFormat::Json => "json",
        WebhookFormat::Discord => "discord",
        WebhookFormat::Slack => "slack",
    }
}

fn format_of(key: &str) -> WebhookFormat {
    let all = [WebhookFormat::Discord, WebhookFormat::Slack];
    all.into_iter().find(|format| format_key(*format) == key).unwrap_or(WebhookFormat::Json)
}

/// The paths of the feeds with a secret. An account has a language; a feed that is not one of an
/// account is in that of the page which shows its address.
fn feed_paths(secret: &str, lang: Option<Lang>) -> wire::Feeds {
    let lang = lang.filter(|lang| *lang != Lang::En);
    let query = lang.map(|lang| format!("?lang={}", lang.code())).unwrap_or_default();
    wire::Feeds {
        turns: format!("/feeds/{secret}/turns.atom{query}"),
        deadlines: format!("/feeds/{secret}/deadlines.ics{query}"),
    }
}

impl People {
    /// What sends notices to people.
    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// The ways by which the caller is told that it is to act.
    pub(crate) async fn ways_of(
        &self,
        caller: &Identity,
        lang: Lang,
    ) -> Result<wire::Ways, PeopleError> {
        let user = caller.user.as_str();
        let lang = caller.lang.is_none().then_some(lang);
        let info = |push: PushSubscription| PushInfo {
            id: push_id(&push.endpoint),
            agent: push.agent,
            created_ms: push.created_ms,
            failures: push.failures.count,
        };
        let mail = self.mail_news(caller.user).await?.map(|choice| {
            let (failed_ms, failure) = choice.failed.unzip();
            wire::MailInfo { on: !choice.off, failed_ms, failure }
        });
        Ok(wire::Ways {
            mail,
            feeds: self.store.feed_of(user).await?.map(|feed| feed_paths(&feed.secret, lang)),
            push_key: self.ways.push_key().await?,
            pushes: self.store.pushes_of(user).await?.into_iter().map(info).collect(),
            webhook: self.store.webhook_of(user).await?.map(|webhook| WebhookInfo {
                url: webhook.url,
                format: format_of(&webhook.format),
                created_ms: webhook.created_ms,
                failures: webhook.failures.count,
                off: webhook.off,
            }),
        })
    }

    async fn change_way(&self, caller: &Identity, change: WayChange) -> Result<(), PeopleError> {
        self.change_own(caller, vec![PeopleChange::Way(change)]).await
    }

    /// Makes a new address of the caller's feeds. The one before becomes void.
    pub(crate) async fn make_feeds(
        &self,
        caller: &Identity,
        lang: Lang,
    ) -> Result<wire::Feeds, PeopleError> {
        let secret = self.service.environment.token();
        let feed = Feed {
            user: caller.user.to_string(),
            secret_hash: token_hash(&secret),
            secret: secret.clone(),
            created_ms: self.now_ms(),
        };
        self.change_way(caller, WayChange::PutFeed(feed)).await?;
        Ok(feed_paths(&secret, caller.lang.is_none().then_some(lang)))
    }

    /// Makes the address of the caller's feeds void.
    pub(crate) async fn remove_feeds(&self, caller: &Identity) -> Result<(), PeopleError> {
        self.change_way(caller, WayChange::RemoveFeed(caller.user.to_string())).await
    }

    /// The owner of the feed with this secret; `None` if there is none or it may not sign in.
    pub(crate) async fn feed_owner(&self, secret: &str) -> Result<Option<FeedOwner>, PeopleError> {
        let Some(feed) = self.store.feed(&token_hash(secret)).await? else { return Ok(None) };
        let Some(user) = self.store.user(&feed.user).await? else { return Ok(None) };
        let may = match user.kind {
            UserKind::Gone => false,
            UserKind::Guest => self.policy.guests != GuestPolicy::None,
            UserKind::Person => user.suspended_ms.is_none(),
        };
        Ok(may.then_some(FeedOwner {
            user: user_id(&user.id)?,
            lang: user.profile.lang.as_deref().and_then(Lang::from_code),
            created_ms: feed.created_ms,
        }))
    }

    /// Adds a browser that wants push messages. Returns its id.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadPush`].
    pub(crate) async fn subscribe(
        &self,
        caller: &Identity,
        NewPush { endpoint, p256dh, auth }: NewPush,
        agent: Option<String>,
        lang: Lang,
    ) -> Result<PushInfo, PeopleError> {
        let keys = Ways::read_push_keys(&p256dh, &auth).filter(|_| self.ways.may_call(&endpoint));
        let (p256dh, auth) = keys.ok_or(PeopleError::BadPush)?;
        let push = PushSubscription {
            user: caller.user.to_string(),
            p256dh,
            auth,
            agent: agent.map(|agent| agent.chars().take(AGENT).collect()),
            lang: lang.code().to_owned(),
            created_ms: self.now_ms(),
            failures: Failures::default(),
            endpoint,
        };
        let info = PushInfo {
            id: push_id(&push.endpoint),
            agent: push.agent.clone(),
            created_ms: push.created_ms,
            failures: 0,
        };
        self.change_way(caller, WayChange::PutPush { push, most: MAX_PUSHES }).await?;
        Ok(info)
    }

    /// Removes a browser of the caller.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchPush`], also for those of others.
    pub(crate) async fn unsubscribe(&self, caller: &Identity, id: &str) -> Result<(), PeopleError> {
        let pushes = self.store.pushes_of(caller.user.as_str()).await?;
        let found = pushes.into_iter().find(|push| push_id(&push.endpoint) == id);
        let PushSubscription { user, endpoint, .. } = found.ok_or(PeopleError::NoSuchPush)?;
        self.change_way(caller, WayChange::RemovePush { user, endpoint }).await
    }

    /// Sends a test to all browsers of the caller.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchPush`] if there is none, [`PeopleError::WayFailed`] if no browser's
    /// push service has taken it.
    pub(crate) async fn test_push(&self, caller: &Identity) -> Result<(), PeopleError> {
        let pushes = self.ways.push_targets(caller.user).await?;
        if pushes.is_empty() {
            return Err(PeopleError::NoSuchPush);
        }
        self.tests.count(caller.user)?;
        let sent = pushes.iter().map(|push| self.ways.send_push(push, &Notice::Test));
        let mut done = Err(WayError::Gone);
        for (push, result) in pushes.iter().zip(join_all(sent).await) {
            self.ways.note_push(push, result).await?;
            done = done.or(result);
        }
        done.map_err(PeopleError::WayFailed)
    }

    /// Sets the caller's webhook.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadWebhook`].
    pub(crate) async fn set_webhook(
        &self,
        caller: &Identity,
        NewWebhook { url, format }: NewWebhook,
        lang: Lang,
    ) -> Result<(), PeopleError> {
        if !self.ways.may_call(&url) {
            return Err(PeopleError::BadWebhook);
        }
        let webhook = Webhook {
            user: caller.user.to_string(),
            url,
            format: format_key(format).to_owned(),
            lang: lang.code().to_owned(),
            created_ms: self.now_ms(),
            failures: Failures::default(),
            off: None,
        };
        self.change_way(caller, WayChange::PutWebhook(webhook)).await
    }

    /// Removes the caller's webhook.
    pub(crate) async fn remove_webhook(&self, caller: &Identity) -> Result<(), PeopleError> {
        self.change_way(caller, WayChange::RemoveWebhook(caller.user.to_string())).await
    }

    /// Calls the caller's webhook with a test, also if it is switched off. If it succeeds, it is
    /// switched on.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoWebhook`], [`PeopleError::WayFailed`].
    pub(crate) async fn test_webhook(&self, caller: &Identity) -> Result<(), PeopleError> {
        let webhook = self.store.webhook_of(caller.user.as_str()).await?;
        let webhook = webhook.ok_or(PeopleError::NoWebhook)?;
        self.tests.count(caller.user)?;
        let result = self.ways.send_webhook(&webhook, &Notice::Test).await;
        if result.is_ok() && webhook.off.is_some() {
            // It may have been replaced meanwhile: then the new one is on already.
            let now = self.store.webhook_of(caller.user.as_str()).await?;
            if now.is_some_and(|now| now.url == webhook.url) {
                let on = Webhook { off: None, failures: Failures::default(), ..webhook };
                self.change_way(caller, WayChange::PutWebhook(on)).await?;
            }
        } else {
            self.ways.note_webhook(&webhook, result).await?;
        }
        result.map_err(PeopleError::WayFailed)
    }
}
