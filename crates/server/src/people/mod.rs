//! People: the identity of callers, accounts with their sessions, and permissions.
//!
//! A guest plays at once and is known by the secret token of a session. A guest who makes an
//! account keeps the id, and so its games: no log is touched. Names are looked up by id when a game
//! is shown, and are in no log.

mod account;
mod chat;
mod deeds;
mod email;
mod error;
mod fair_play;
mod games;
mod moderation;
mod names;
mod notes;
mod operator;
mod passkeys;
mod passwords;
mod puzzles;
mod reports;
mod sessions;
mod takeover;
mod telling;
#[cfg(test)]
mod tests;
mod throttle;
mod vacations;
mod ways;

use crate::games::{Service, ServiceError};
use crate::mail::Mailer;
use crate::public_origin::PublicOrigin;
use crate::ways::{OutboundPolicy, Ways};
use heterodox_host::UserId;
use heterodox_store::{Store, StoreError, UserKind};
use passkeys::Passkeys;
use passwords::Passwords;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use throttle::Throttle;
use tokio::sync::{Mutex, Notify, broadcast};
use ways::TestLimit;

pub(crate) use account::{REGISTER, RESET};
pub(crate) use chat::{ChatListener, silence_at};
pub use deeds::GuestPolicy;
pub(crate) use deeds::{deed_of, may};
pub(crate) use error::PeopleError;
pub(crate) use games::{Reader, read_key, time_left};
pub(crate) use names::Name;
pub(crate) use puzzles::PuzzleResults;
use sessions::Signed;
pub(crate) use sessions::token_hash;
pub(crate) use sessions::{Client, EndedSessions};
pub(crate) use ways::FeedOwner;

#[cfg(test)]
pub(crate) use deeds::DEEDS;

/// The interval at which old data are deleted.
const HOUSEKEEPING: Duration = Duration::from_hours(1);

/// The people who may make an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Registration {
    /// Any visitor.
    #[default]
    Open,
    /// Who has a code of the server's operator.
    Code,
    /// No visitor.
    Closed,
}

/// The policy of registration and guests, and whether there is free text in chats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeoplePolicy {
    /// The people who may make an account.
    pub registration: Registration,
    /// What guests may do.
    pub guests: GuestPolicy,
    /// Whether people with an account may write free text in the chats of games.
    pub chat: bool,
}

/// What a person may do beside playing. A later one may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Role {
    /// A player.
    #[default]
    Player,
    /// Organises tournaments.
    Organiser,
    /// Settles disputes.
    Moderator,
    /// Runs the server.
    Administrator,
}

impl Role {
    /// The word for it, as it is stored and shown.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Organiser => "organiser",
            Self::Moderator => "moderator",
            Self::Administrator => "administrator",
        }
    }

    /// The role with this word; an unknown one is that of a player.
    pub(crate) fn from_key(key: &str) -> Self {
        let all = [Self::Organiser, Self::Moderator, Self::Administrator];
        all.into_iter().find(|role| role.key() == key).unwrap_or_default()
    }
}

/// The caller of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// Its id.
    pub(crate) user: UserId,
    /// Guest or person.
    pub(crate) kind: UserKind,
    /// Its name, if it is a person.
    pub(crate) name: Option<String>,
    /// The language of its account.
    pub(crate) lang: Option<String>,
    /// Its role.
    pub(crate) role: Role,
    /// The time zone of its account.
    pub(crate) tz: Option<String>,
    /// The preferences of its account, a JSON object.
    pub(crate) prefs: String,
    /// Whether it is on vacation.
    pub(crate) on_vacation: bool,
    /// The hash of the token of its session.
    pub(crate) token_hash: Vec<u8>,
}

impl Identity {
    /// A guest without a session.
    #[cfg(test)]
    pub(crate) fn new(user: UserId) -> Self {
        Self {
            user,
            kind: UserKind::Guest,
            name: None,
            lang: None,
            role: Role::Player,
            tz: None,
            prefs: String::new(),
            on_vacation: false,
            token_hash: Vec::new(),
        }
    }
}

/// All that is known of people.
pub(crate) struct People {
    store: Arc<dyn Store>,
    service: Arc<Service>,
    policy: PeoplePolicy,
    passwords: Passwords,
    passkeys: Passkeys,
    throttle: Throttle,
    ended: broadcast::Sender<Arc<Signed>>,
    /// Held while a takeover is carried out, so that none is done twice at once.
    taking_over: Mutex<()>,
    /// Sends mail, where an SMTP server is set.
    mailer: Option<Mailer>,
    /// When each user was shown a page last, since the server runs.
    looks: std::sync::Mutex<HashMap<UserId, i64>>,
    /// Woken by a new item in the outbox, one for each way.
    outbox_waits: [Notify; email::WAYS],
    /// Held while a vacation begins or ends.
    vacationing: Mutex<()>,
    /// Woken when a vacation has begun or ended.
    vacation_changed: Notify,
    /// Sends notices to browsers and webhooks.
    ways: Ways,
    tests: TestLimit,
    /// Counts the changes of blocks, after which they are read again.
    block_changes: AtomicU64,
}

/// How long what was delivered is known, so that it is not delivered again: 30 days.
const OUTBOX_MS: i64 = 30 * 24 * 60 * 60 * 1000;

impl People {
    /// The people of a service with this public origin.
    #[cfg(test)]
    pub(crate) fn new(
        service: Arc<Service>,
        policy: PeoplePolicy,
        origin: Option<PublicOrigin>,
        mailer: Option<Mailer>,
    ) -> Arc<Self> {
        Self::with_outbound(service, policy, origin, mailer, OutboundPolicy::default())
    }

    /// The people of a service with this public origin and this policy of calls to other servers.
    pub(crate) fn with_outbound(
        service: Arc<Service>,
        policy: PeoplePolicy,
        origin: Option<PublicOrigin>,
        mailer: Option<Mailer>,
        outbound: OutboundPolicy,
    ) -> Arc<Self> {
        let ways = Ways::new(&service, origin.clone(), outbound);
        Arc::new(Self {
            ways,
            tests: TestLimit::new(),
            store: service.store().clone(),
            service,
            policy,
            passwords: Passwords::new(),
            passkeys: Passkeys::new(origin),
            throttle: Throttle::default(),
            ended: broadcast::channel(64).0,
            taking_over: Mutex::default(),
            mailer,
            looks: std::sync::Mutex::default(),
            outbox_waits: Default::default(),
            vacationing: Mutex::default(),
            vacation_changed: Notify::new(),
            block_changes: AtomicU64::default(),
        })
    }

    /// The policy of registration and guests.
    pub(crate) fn policy(&self) -> PeoplePolicy {
        self.policy
    }

    /// Finishes takeovers that were cut off and forgets what is kept for a limited time only, at
    /// the start and every hour. Runs for ever.
    pub(crate) async fn keep_house(&self) {
        loop {
            self.resume_takeovers().await;
            self.tests.sweep();
            if let Err(error) = self.expire().await {
                tracing::warn!(%error, "old sessions could not be deleted");
            }
            if let Err(error) = self.store.forget_outbox(self.now_ms() - OUTBOX_MS).await {
                tracing::warn!(%error, "delivered items could not be deleted");
            }
            tokio::time::sleep(HOUSEKEEPING).await;
        }
    }

    /// The moment now.
    pub(crate) fn now_ms(&self) -> i64 {
        self.service.environment.now().as_millis()
    }
}

/// The id of a stored user.
fn user_id(id: &str) -> Result<UserId, PeopleError> {
    let broken = |error| ServiceError::Broken(format!("the store: {error}"));
    Ok(id.parse().map_err(broken)?)
}

/// What a missing row means where it was looked for just before.
fn or(error: StoreError, missing: PeopleError) -> PeopleError {
    match error {
        StoreError::Missing(_) => missing,
        error => error.into(),
    }
}
