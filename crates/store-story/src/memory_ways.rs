//! Feeds, push subscriptions, webhooks and keys of the server, in memory.

use heterodox_store::{Failures, Feed, MailNews, PushSubscription, StoreError, WayChange, Webhook};
use std::collections::BTreeMap;

/// The ways to users, and the keys of the server.
#[derive(Clone, Default)]
pub(crate) struct MemoryWays {
    feeds: BTreeMap<String, Feed>,
    pushes: BTreeMap<String, PushSubscription>,
    webhooks: BTreeMap<String, Webhook>,
    keys: BTreeMap<String, Vec<u8>>,
    mail_news: BTreeMap<String, MailNews>,
}

impl MemoryWays {
    pub(crate) fn feed(&self, secret_hash: &[u8]) -> Option<Feed> {
        self.feeds.values().find(|feed| feed.secret_hash == secret_hash).cloned()
    }

    pub(crate) fn feed_of(&self, user: &str) -> Option<Feed> {
        self.feeds.get(user).cloned()
    }

    pub(crate) fn pushes_of(&self, user: &str) -> Vec<PushSubscription> {
        let mut found: Vec<_> =
            self.pushes.values().filter(|push| push.user == user).cloned().collect();
        found.sort_by_key(|push| push.created_ms);
        found
    }

    pub(crate) fn webhook_of(&self, user: &str) -> Option<Webhook> {
        self.webhooks.get(user).cloned()
    }

    pub(crate) fn mail_news_of(&self, user: &str) -> Option<MailNews> {
        self.mail_news.get(user).cloned()
    }

    pub(crate) fn mail_news_with(&self, key: &str) -> Option<MailNews> {
        self.mail_news.values().find(|choice| choice.key == key).cloned()
    }

    pub(crate) fn server_key(&self, name: &str) -> Option<Vec<u8>> {
        self.keys.get(name).cloned()
    }

    pub(crate) fn leave(&mut self, user: &str) {
        self.feeds.remove(user);
        self.mail_news.remove(user);
        self.pushes.retain(|_, push| push.user != user);
        self.webhooks.remove(user);
    }

    pub(crate) fn change(&mut self, change: WayChange) -> Result<(), StoreError> {
        match change {
            WayChange::PutFeed(feed) => {
                if self.feed(&feed.secret_hash).is_some_and(|other| other.user != feed.user) {
                    return Err(StoreError::Taken(feed.user));
                }
                self.feeds.insert(feed.user.clone(), feed);
            }
            WayChange::RemoveFeed(user) => drop(self.feeds.remove(&user)),
            WayChange::PutPush { push, most } => {
                let user = push.user.clone();
                self.pushes.insert(push.endpoint.clone(), push);
                let own = self.pushes_of(&user);
                for old in own.iter().take(own.len().saturating_sub(most as usize)) {
                    self.pushes.remove(&old.endpoint);
                }
            }
            WayChange::RemovePush { user, endpoint } => {
                self.pushes.retain(|_, push| push.user != user || push.endpoint != endpoint);
            }
            WayChange::PushFailed { user, endpoint, at_ms } => {
                let push = self.pushes.get_mut(&endpoint).filter(|push| push.user == user);
                if let Some(push) = push {
                    push.failures = counted(push.failures, at_ms);
                }
            }
            WayChange::PutWebhook(webhook) => {
                self.webhooks.insert(webhook.user.clone(), webhook);
            }
            WayChange::RemoveWebhook(user) => drop(self.webhooks.remove(&user)),
            WayChange::WebhookFailed { user, url, failed, most } => {
                let webhook = self.webhooks.get_mut(&user).filter(|webhook| webhook.url == url);
                if let Some(webhook) = webhook {
                    let (at_ms, reason) = failed.unzip();
                    webhook.failures = counted(webhook.failures, at_ms);
                    if at_ms.is_some() && webhook.failures.count >= most {
                        webhook.off = reason;
                    }
                }
            }
            WayChange::MakeMailNews(choice) => {
                self.mail_news.entry(choice.user.clone()).or_insert(choice);
            }
            WayChange::SwitchMail { user, off } => {
                if let Some(choice) = self.mail_news.get_mut(&user) {
                    choice.off = off;
                }
            }
            WayChange::MailFailed { user, failed, off } => {
                if let Some(choice) = self.mail_news.get_mut(&user) {
                    choice.off |= off;
                    let reason = |failed: &Option<(i64, String)>| {
                        failed.as_ref().map(|(_, reason)| reason.clone())
                    };
                    if reason(&choice.failed) != reason(&failed) {
                        choice.failed = failed;
                    }
                }
            }
            WayChange::MakeKey { name, key } => {
                self.keys.entry(name).or_insert(key);
            }
        }
        Ok(())
    }
}

fn counted(failures: Failures, at_ms: Option<i64>) -> Failures {
    match at_ms {
        Some(_) => Failures { count: failures.count + 1, last_ms: at_ms },
        None => Failures::default(),
    }
}
