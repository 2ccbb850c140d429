//! The ways by which a user is told that it is to act: feeds, web push, and a webhook.

use crate::{PeopleChange, Store, StoreError, UnixMillis};
use async_trait::async_trait;

/// The secret address of a user's feeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feed {
    /// The user's id.
    pub user: String,
    /// The hash of the secret, by which the feed is found.
    pub secret_hash: Vec<u8>,
    /// The secret itself, which its owner is shown again.
    pub secret: String,
    /// When it was made.
    pub created_ms: UnixMillis,
}

/// The failures of a way since its last success.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Failures {
    /// How many there were.
    pub count: u32,
    /// When the last one was; `None` if there was none.
    pub last_ms: Option<UnixMillis>,
}

/// A browser that wants push messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The address at the browser's push service, unique among subscriptions.
    pub endpoint: String,
    /// The user's id.
    pub user: String,
    /// The public key of the browser.
    pub p256dh: Vec<u8>,
    /// The secret that the browser shares with the server.
    pub auth: Vec<u8>,
    /// The program that subscribed, as it named itself.
    pub agent: Option<String>,
    /// The language of the page on which it subscribed.
    pub lang: String,
    /// When it subscribed.
    pub created_ms: UnixMillis,
    /// The failures since the last success.
    pub failures: Failures,
}

/// An address that is called when a user is to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    /// The user's id; a user has one webhook.
    pub user: String,
    /// The address.
    pub url: String,
    /// What is sent there, as a word that only the server reads.
    pub format: String,
    /// The language of the page on which it was set.
    pub lang: String,
    /// When it was set.
    pub created_ms: UnixMillis,
    /// The failures since the last success.
    pub failures: Failures,
    /// Why it is switched off, as a word that only the server reads; `None` if it is on.
    pub off: Option<String>,
}

/// What a user has chosen of mail with news.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailNews {
    /// The user's id.
    pub user: String,
    /// The secret with which the mail can be switched off, unique among users.
    pub key: String,
    /// Whether it is switched off.
    pub off: bool,
    /// When the last mail failed, and why, as a word that only the server reads; `None` if the last
    /// one did not.
    pub failed: Option<(UnixMillis, String)>,
}

/// A change of the ways to a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WayChange {
    /// Replaces the user's feed. [`StoreError::Taken`] if another user's has this hash.
    PutFeed(Feed),
    /// Removes the user's feed.
    RemoveFeed(String),
    /// Adds a subscription, or replaces the one with this endpoint, of any user. Of the user's
    /// subscriptions the oldest are removed that are more than `most`.
    PutPush {
        /// The subscription.
        push: PushSubscription,
        /// The most subscriptions of a user.
        most: u32,
    },
    /// Removes a subscription of a user, if there is one with this endpoint.
    RemovePush {
        /// The user's id.
        user: String,
        /// The endpoint.
        endpoint: String,
    },
    /// Counts a failure of a user's subscription, or forgets all of them.
    PushFailed {
        /// The user's id.
        user: String,
        /// The endpoint.
        endpoint: String,
        /// When it failed; `None` if it succeeded.
        at_ms: Option<UnixMillis>,
    },
    /// Replaces the user's webhook.
    PutWebhook(Webhook),
    /// Removes the user's webhook.
    RemoveWebhook(String),
    /// Counts a failure of a user's webhook, or forgets all of them. The last of `most` failures in
    /// a row switches it off.
    WebhookFailed {
        /// The user's id.
        user: String,
        /// The address that was called. Another one is left alone.
        url: String,
        /// When it failed, and why; `None` if it succeeded.
        failed: Option<(UnixMillis, String)>,
        /// The number of failures that switches it off.
        most: u32,
    },
    /// Keeps what a user has chosen of mail with news, unless there is such a choice.
    MakeMailNews(MailNews),
    /// Switches a user's mail with news on or off.
    SwitchMail {
        /// The user's id.
        user: String,
        /// Whether it is switched off.
        off: bool,
    },
    /// Notes that a mail with news failed, or that one did not.
    MailFailed {
        /// The user's id.
        user: String,
        /// When it failed, and why; `None` if it succeeded. Of failures in a row with one reason
        /// the moment of the first is kept.
        failed: Option<(UnixMillis, String)>,
        /// Whether it is also switched off.
        off: bool,
    },
    /// Keeps a key of the server, unless there is one with this name.
    MakeKey {
        /// The name.
        name: String,
        /// The key.
        key: Vec<u8>,
    },
}

/// The ways to users, and the keys of the server. They are changed by
/// [`PeopleChange::Way`](crate::PeopleChange::Way), and go with their user.
#[async_trait]
pub trait Ways: Send + Sync + 'static {
    /// Returns the feed whose secret has this hash.
    async fn feed(&self, secret_hash: &[u8]) -> Result<Option<Feed>, StoreError>;

    /// Returns the feed of a user.
    async fn feed_of(&self, user: &str) -> Result<Option<Feed>, StoreError>;

    /// Returns the push subscriptions of a user, the oldest first.
    async fn pushes_of(&self, user: &str) -> Result<Vec<PushSubscription>, StoreError>;

    /// Returns the webhook of a user.
    async fn webhook_of(&self, user: &str) -> Result<Option<Webhook>, StoreError>;

    /// Returns what a user has chosen of mail with news.
    async fn mail_news_of(&self, user: &str) -> Result<Option<MailNews>, StoreError>;

    /// Returns the choice with this key.
    async fn mail_news_with(&self, key: &str) -> Result<Option<MailNews>, StoreError>;

    /// Returns the key of the server with this name.
    async fn server_key(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
}

/// Returns the key of the server with this name, which is made by `new` with the first use. Of
/// several servers on one store all get the same.
///
/// # Errors
///
/// If the store fails.
pub async fn server_key_or_new(
    store: &dyn Store,
    name: &str,
    new: impl FnOnce() -> Vec<u8> + Send,
) -> Result<Vec<u8>, StoreError> {
    if let Some(key) = store.server_key(name).await? {
        return Ok(key);
    }
    let change = WayChange::MakeKey { name: name.to_owned(), key: new() };
    store.change_people(vec![PeopleChange::Way(change)]).await?;
    // Another server may have been faster.
    Ok(store.server_key(name).await?.unwrap_or_default())
}
