//! The ways by which a person is told that it is to act while it is not here: push messages to its
//! browsers, and a webhook. Feeds are among the pages; mail has a module of its own.
//!
//! A notice says which game waits, and nothing else: no move, no number, no position. Who calls
//! [`Ways::send_push`] or [`Ways::send_webhook`] notes what came of it with [`Ways::note_push`] or
//! [`Ways::note_webhook`].

mod client;
mod push;
#[cfg(test)]
mod tests;
mod webhook;

use crate::games::environment::Environment;
use crate::games::{Service, What};
use crate::i18n::Lang;
use crate::public_origin::PublicOrigin;
use client::Client;
pub use client::OutboundPolicy;
use heterodox_host::UserId;
use heterodox_rules::info;
use heterodox_store::{
    PeopleChange, PushSubscription, Store, StoreError, UserKind, WayChange, Webhook,
    server_key_or_new,
};
use push::Vapid;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// The most browsers of one person that get push messages.
pub(crate) const MAX_PUSHES: u32 = 10;
/// The number of failures in a row that switches a webhook off.
pub(crate) const MAX_FAILURES: u32 = 10;
/// The name of the key that signs push messages.
const VAPID_KEY: &str = "vapid";

/// Why a notice was not delivered, or may not have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum WayError {
    /// It was certainly not delivered, and may be sent again.
    #[error("the other server was not reached, or asked to try again later")]
    Later,
    /// The other server does not know the address any more.
    #[error("there is nothing at the address any more")]
    Gone,
    /// The other server refused it with this status.
    #[error("the other server refused it with the status {0}")]
    Refused(u16),
    /// It was sent, and no answer came.
    #[error("it was sent, and no answer came")]
    Unsure,
    /// The server does not call this address: it is private, or not over TLS.
    #[error("the address is not one that this server calls")]
    Forbidden,
}

impl WayError {
    /// The word for it, as it is stored and shown.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Later => "later",
            Self::Gone => "gone",
            Self::Refused(_) => "refused",
            Self::Unsure => "unsure",
            Self::Forbidden => "forbidden",
        }
    }
}

/// What a person is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// Something of a game.
    News {
        /// What.
        what: What,
        /// The id of the game.
        game: String,
        /// Which game is played, by its id among the games of the rules.
        kind: String,
    },
    /// A test that it has asked for.
    Test,
}

/// A notice in a language.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Message {
    event: &'static str,
    title: String,
    text: String,
    game: Option<String>,
    kind: Option<String>,
    path: String,
    /// The whole address of the path, if the server knows its origin.
    url: Option<String>,
}

/// Sends notices.
pub(crate) struct Ways {
    store: Arc<dyn Store>,
    environment: Arc<dyn Environment>,
    client: Client,
    origin: Option<PublicOrigin>,
    /// Read with its first use, or made if the store has none.
    vapid: OnceCell<Vapid>,
}

impl Ways {
    /// The ways to the people of a service with this public origin.
    pub(crate) fn new(
        service: &Service,
        origin: Option<PublicOrigin>,
        policy: OutboundPolicy,
    ) -> Self {
        Self {
            store: service.store().clone(),
            environment: service.environment.clone(),
            client: Client::new(policy),
            origin,
            vapid: OnceCell::new(),
        }
    }

    fn now_ms(&self) -> i64 {
        self.environment.now().as_millis()
    }

    async fn change(&self, change: WayChange) -> Result<(), StoreError> {
        self.store.change_people(vec![PeopleChange::Way(change)]).await
    }

    async fn vapid(&self) -> Result<&Vapid, StoreError> {
        self.vapid
            .get_or_try_init(async || {
                let new = || Vapid::new_key(|| self.environment.token());
                let key = server_key_or_new(self.store.as_ref(), VAPID_KEY, new).await?;
                let secure = self.origin.as_ref().filter(|origin| origin.is_secure());
                // Without TLS only the browsers of this machine take push messages.
                let contact = secure
                    .map_or_else(|| "mailto:operator@localhost".to_owned(), ToString::to_string);
                let bad = || StoreError::Corrupt("the key for push messages is not one".to_owned());
                Vapid::read(&key, contact).ok_or_else(bad)
            })
            .await
    }

    /// The public key of the server for push messages, in base64url.
    pub(crate) async fn push_key(&self) -> Result<String, StoreError> {
        Ok(self.vapid().await?.public_key())
    }

    /// Whether the server would call this address for a user.
    pub(crate) fn may_call(&self, address: &str) -> bool {
        self.client.read(address).is_some()
    }

    /// The keys of a browser from their texts; `None` if they are not keys.
    pub(crate) fn read_push_keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
        push::read_keys(p256dh, auth)
    }

    /// The browsers of a user that want push messages, the oldest first. None of a user who has
    /// left or is suspended.
    pub(crate) async fn push_targets(
        &self,
        user: UserId,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        if !self.is_present(user).await? {
            return Ok(Vec::new());
        }
        self.store.pushes_of(user.as_str()).await
    }

    /// The webhook of a user that is to be called; `None` if there is none, it is switched off, or
    /// the user has left or is suspended.
    pub(crate) async fn webhook_of(&self, user: UserId) -> Result<Option<Webhook>, StoreError> {
        if !self.is_present(user).await? {
            return Ok(None);
        }
        let webhook = self.store.webhook_of(user.as_str()).await?;
        Ok(webhook.filter(|webhook| webhook.off.is_none()))
    }

    async fn is_present(&self, user: UserId) -> Result<bool, StoreError> {
        let user = self.store.user(user.as_str()).await?;
        Ok(user.is_some_and(|user| user.kind != UserKind::Gone && user.suspended_ms.is_none()))
    }

    /// Sends a push message to a browser, in the language of its user.
    ///
    /// # Errors
    ///
    /// [`WayError`]: the message was not delivered, or may not have been.
    pub(crate) async fn send_push(
        &self,
        push: &PushSubscription,
        notice: &Notice,
    ) -> Result<(), WayError> {
        let vapid = self.vapid().await.map_err(|_| WayError::Later)?;
        let lang = self.lang_of(&push.user, &push.lang).await;
        let Message { title, text, path, .. } = self.message(lang, notice);
        let sent = json!({"title": title, "body": text, "path": path, "tag": path}).to_string();
        push::send(&self.client, vapid, push, (sent, &path), self.now_ms()).await
    }

    /// Calls a webhook, in the language of its user.
    ///
    /// # Errors
    ///
    /// [`WayError`]: the notice was not delivered, or may not have been.
    pub(crate) async fn send_webhook(
        &self,
        webhook: &Webhook,
        notice: &Notice,
    ) -> Result<(), WayError> {
        let lang = self.lang_of(&webhook.user, &webhook.lang).await;
        webhook::send(&self.client, webhook, &self.message(lang, notice)).await
    }

    /// Notes what came of a push message. A subscription that is gone is removed.
    pub(crate) async fn note_push(
        &self,
        push: &PushSubscription,
        result: Result<(), WayError>,
    ) -> Result<(), StoreError> {
        let (user, endpoint) = (push.user.clone(), push.endpoint.clone());
        if result == Err(WayError::Gone) {
            return self.change(WayChange::RemovePush { user, endpoint }).await;
        }
        if result.is_ok() && push.failures.count == 0 {
            return Ok(());
        }
        let at_ms = result.is_err().then(|| self.now_ms());
        self.change(WayChange::PushFailed { user, endpoint, at_ms }).await
    }

    /// Notes what came of a call of a webhook. After [`MAX_FAILURES`] in a row it is switched off.
    pub(crate) async fn note_webhook(
        &self,
        webhook: &Webhook,
        result: Result<(), WayError>,
    ) -> Result<(), StoreError> {
        if result.is_ok() && webhook.failures.count == 0 {
            return Ok(());
        }
        let failed = result.err().map(|error| (self.now_ms(), error.key().to_owned()));
        let (user, url) = (webhook.user.clone(), webhook.url.clone());
        self.change(WayChange::WebhookFailed { user, url, failed, most: MAX_FAILURES }).await
    }

    /// The language of a user, or else that of the page where it asked to be told.
    async fn lang_of(&self, user: &str, else_lang: &str) -> Lang {
        let own = self.store.user(user).await.ok().flatten().and_then(|user| user.profile.lang);
        own.and_then(|lang| Lang::from_code(&lang))
            .or_else(|| Lang::from_code(else_lang))
            .unwrap_or(Lang::En)
    }

    fn message(&self, lang: Lang, notice: &Notice) -> Message {
        let (event, title, text, path) = match notice {
            Notice::News { what, game, kind } => {
                let name = info(kind).map_or(kind.as_str(), |info| info.name).to_owned();
                let text = lang.text(&format!("mail-news-{}", what.key()));
                (what.key(), name, text, what.path(game))
            }
            Notice::Test => {
                let (title, text) = (lang.text("site-name"), lang.text("ways-test-text"));
                ("test", title, text, "/games".to_owned())
            }
        };
        let url = self.origin.as_ref().map(|origin| format!("{origin}{path}"));
        let (game, kind) = match notice {
            Notice::News { game, kind, .. } => (Some(game.clone()), Some(kind.clone())),
            Notice::Test => (None, None),
        };
        Message { event, title, text, game, kind, path, url }
    }
}

/// The public id of a push subscription.
pub(crate) fn push_id(endpoint: &str) -> String {
    Sha256::digest(endpoint).iter().take(8).fold(String::new(), |mut id, byte| {
        write!(id, "{byte:02x}").expect("a string takes every text");
        id
    })
}
