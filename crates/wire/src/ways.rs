//! The ways by which a person is told that it is to act: feeds, push messages, a webhook.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The ways by which the caller is told that it is to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Ways {
    /// The addresses of its feeds; `None` if it has none.
    pub feeds: Option<Feeds>,
    /// The public key of the server for push messages: `applicationServerKey`, in base64url.
    pub push_key: String,
    /// The browsers that want push messages, the oldest first.
    pub pushes: Vec<PushInfo>,
    /// Its webhook; `None` if it has none.
    pub webhook: Option<WebhookInfo>,
}

/// The addresses of a person's feeds, which are secret: who knows them can read them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Feeds {
    /// The path of the Atom feed of its turns.
    pub turns: String,
    /// The path of the calendar of its deadlines.
    pub deadlines: String,
}

/// A browser that wants push messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PushInfo {
    /// The id: the first 16 hexadecimal digits of the SHA-256 hash of its endpoint.
    pub id: String,
    /// The program that subscribed, as it names itself; `None` if it does not.
    pub agent: Option<String>,
    /// When it subscribed.
    pub created_ms: i64,
    /// How many messages were not delivered since the last one that was.
    pub failures: u32,
}

/// What a browser says of its subscription to push messages (`PushSubscription`).
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    /// The address at its push service.
    pub endpoint: String,
    /// The public key `p256dh`, in base64url.
    pub p256dh: String,
    /// The secret `auth`, in base64url.
    pub auth: String,
}

/// What is sent to a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WebhookFormat {
    /// An object with `event`, `text`, `game`, `kind` and `url`.
    Json,
    /// An object with `content`, as Discord takes it.
    Discord,
    /// An object with `text`, as Slack, Mattermost and others take it.
    Slack,
}

/// A request for a webhook.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// The address, which begins with `https://`.
    pub url: String,
    /// What is sent there.
    pub format: WebhookFormat,
}

/// The caller's webhook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WebhookInfo {
    /// The address.
    pub url: String,
    /// What is sent there.
    pub format: WebhookFormat,
    /// When it was set.
    pub created_ms: i64,
    /// How many calls have failed since the last one that did not.
    pub failures: u32,
    /// Why it was switched off: `later`, `gone`, `refused`, `unsure` or `forbidden`; `None` if it
    /// is on.
    pub off: Option<String>,
}
