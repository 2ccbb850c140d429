//! Users, their ways to sign in, and what they have said about themselves.

use crate::{Said, StoreError, UnixMillis, WayChange};
use async_trait::async_trait;

/// How long the name of a user who has left stays reserved: 180 days.
pub const NAME_RESERVED_MS: i64 = 180 * 24 * 60 * 60 * 1000;

/// How long a report is kept after it was closed: 180 days.
pub const REPORT_KEPT_MS: i64 = NAME_RESERVED_MS;

/// What a user is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UserKind {
    /// A user without a name, who is known by a session only.
    #[default]
    Guest,
    /// A user with a name and a credential.
    Person,
    /// A user who has left. Only the id remains, because the logs of games have it.
    Gone,
}

impl UserKind {
    /// The word for it, as it is stored and shown.
    pub fn key(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Person => "person",
            Self::Gone => "gone",
        }
    }

    /// The kind with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Guest, Self::Person, Self::Gone].into_iter().find(|kind| kind.key() == key)
    }
}

/// A user.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct User {
    /// The id, which never changes.
    pub id: String,
    /// What the user is.
    pub kind: UserKind,
    /// The name; `None` for a guest. That of a user who has left is only reserved.
    pub name: Option<String>,
    /// What is unique about the name.
    pub name_key: Option<String>,
    /// When the user came first.
    pub created_ms: UnixMillis,
    /// When the user was seen last, to the hour.
    pub seen_ms: UnixMillis,
    /// When the user left; `None` before.
    pub gone_ms: Option<UnixMillis>,
    /// What the user says about itself.
    pub profile: Profile,
    /// The role, a word that only the server reads.
    pub role: String,
    /// The vacation that the user takes or can take.
    pub vacation: Vacation,
    /// Since when the user is suspended; `None` if it is not.
    pub suspended_ms: Option<UnixMillis>,
    /// Why the user may write no free text, and until when; it may be over.
    pub silence: Option<Silence>,
}

/// A time in which a user may write no free text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// When it ends.
    pub until_ms: UnixMillis,
    /// The moderator's reason.
    pub reason: String,
}

/// A report of a user, or of a line of a chat, to the moderators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The id, unique among reports.
    pub id: String,
    /// When it was made.
    pub at_ms: UnixMillis,
    /// The id of the user who reports.
    pub reporter: String,
    /// The id of the user who is reported.
    pub about: String,
    /// The game in whose chat the line is; `None` if a user is reported.
    pub game: Option<String>,
    /// The room of the line.
    pub room: Option<String>,
    /// The number of the line.
    pub seq: Option<u64>,
    /// A copy of what the line says.
    pub said: Option<Said>,
    /// What the report is for, a word that only the server reads.
    pub reason: String,
}

/// A user's balance of vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Vacation {
    /// Whether the user is on vacation.
    pub on: bool,
    /// What was left at `counted_ms`.
    pub left_ms: UnixMillis,
    /// When the balance was counted last: when a vacation began or ended, or the user came first.
    pub counted_ms: UnixMillis,
}

/// What a user says about itself, and its preferences.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// A text for others.
    pub about: String,
    /// The language.
    pub lang: Option<String>,
    /// The time zone.
    pub tz: Option<String>,
    /// Preferences, as text that only the server reads.
    pub prefs: String,
}

/// A session, by which a user is recognised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the secret token, unique among sessions.
    pub token_hash: Vec<u8>,
    /// The user's id.
    pub user: String,
    /// When it began.
    pub created_ms: UnixMillis,
    /// When it was used last, to the hour.
    pub seen_ms: UnixMillis,
    /// The program that uses it, as it named itself.
    pub agent: Option<String>,
    /// The network from which it began; forgotten after some time.
    pub household: Option<String>,
    /// When it ends.
    pub until_ms: UnixMillis,
}

/// A way to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credential {
    /// The id, unique among credentials.
    pub id: String,
    /// The user's id.
    pub user: String,
    /// Whether it is a passkey; else it is a password.
    pub passkey: bool,
    /// What the server needs to verify it.
    pub secret: String,
    /// The user's own word for it.
    pub label: String,
    /// When it was made.
    pub created_ms: UnixMillis,
    /// When it was used last.
    pub used_ms: Option<UnixMillis>,
}

/// An e-mail address of a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Email {
    /// The user's id.
    pub user: String,
    /// The address.
    pub address: String,
    /// When the user showed that it receives mail there; `None` before.
    pub confirmed_ms: Option<UnixMillis>,
}

/// A secret code that can be used once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnceCode {
    /// The hash of the code, unique among codes.
    pub hash: Vec<u8>,
    /// The user whom it is for; `None` if any visitor may use it.
    pub user: Option<String>,
    /// What it allows, as a word that only the server reads.
    pub purpose: String,
    /// When it expires.
    pub until_ms: UnixMillis,
}

/// Games of a guest that another user takes over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Takeover {
    /// The guest's id.
    pub guest: String,
    /// The id of the user who gets the games.
    pub user: String,
    /// When it began.
    pub at_ms: UnixMillis,
}

/// A line of the audit, which is only added to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuditEntry {
    /// When it happened.
    pub at_ms: UnixMillis,
    /// The id of the user who did it; `None` for an operator of the machine.
    pub actor: Option<String>,
    /// What was done.
    pub what: String,
    /// The id of the user or game to which it was done.
    pub whom: Option<String>,
    /// More about it, such as the reason.
    pub detail: Option<String>,
}

/// A change of what is known of users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleChange {
    /// Adds a guest with its session. [`StoreError::Taken`] with the user's id if a user has this
    /// id or a session this token hash.
    AddGuest(Session),
    /// Adds a person without a session. [`StoreError::Taken`] if the id or the name is in use.
    AddPerson(User),
    /// Gives a user a name, and makes it a person. [`StoreError::Taken`] with the name if another
    /// user has a name with this key, or had one and left less than [`NAME_RESERVED_MS`] ago;
    /// [`StoreError::Missing`] if there is no user of this kind with the id.
    SetName {
        /// The user's id.
        user: String,
        /// What the user is before.
        kind: UserKind,
        /// The name.
        name: String,
        /// What is unique about it.
        name_key: String,
        /// When the change is made.
        at_ms: UnixMillis,
    },
    /// Replaces what a user says about itself.
    SetProfile {
        /// The user's id.
        user: String,
        /// What it says.
        profile: Profile,
    },
    /// Replaces the role of a user.
    SetRole {
        /// The user's id.
        user: String,
        /// The role.
        role: String,
    },
    /// Replaces the balance of vacation of a user.
    SetVacation {
        /// The user's id.
        user: String,
        /// The balance.
        vacation: Vacation,
    },
    /// Suspends a user, or ends that. [`StoreError::Missing`] if the user has left.
    SetSuspended {
        /// The user's id.
        user: String,
        /// Since when the user is suspended; `None` if it is not.
        since_ms: Option<UnixMillis>,
    },
    /// Silences a user, or ends that. [`StoreError::Missing`] if the user has left.
    SetSilence {
        /// The user's id.
        user: String,
        /// The silence; `None` for none.
        silence: Option<Silence>,
    },
    /// Adds a report. [`StoreError::Taken`] if the id is in use, or the reporter has an open report
    /// of the same line or user.
    AddReport(Report),
    /// Closes a report. [`StoreError::Missing`] if there is no open one with this id.
    CloseReport {
        /// The report's id.
        id: String,
        /// What came of it, a word that only the server reads.
        outcome: String,
        /// When.
        at_ms: UnixMillis,
    },
    /// Adds a session. [`StoreError::Taken`] if the token hash is in use, [`StoreError::Missing`]
    /// if the user is suspended, has left, or there is none.
    AddSession(Session),
    /// Changes nothing. [`StoreError::Missing`] if the session with this token hash has ended, so
    /// that a change on behalf of its user comes too late.
    ExpectSession(Vec<u8>),
    /// Notes that a session and its user were seen.
    Seen {
        /// The hash of the token.
        token_hash: Vec<u8>,
        /// When.
        at_ms: UnixMillis,
    },
    /// Ends the session with this token hash, if there is one.
    EndSession(Vec<u8>),
    /// Ends all sessions of a user but one.
    EndSessions {
        /// The user's id.
        user: String,
        /// The hash of the token of the session that stays.
        but: Option<Vec<u8>>,
    },
    /// Adds a credential, or replaces the one with this id if it is the same user's.
    /// [`StoreError::Taken`] if it is another's.
    PutCredential(Credential),
    /// Replaces a credential with which a user signs in. [`StoreError::Missing`] if it was removed
    /// or its secret is not `before` any more.
    UseCredential {
        /// The credential.
        credential: Credential,
        /// The secret that was verified.
        before: String,
    },
    /// Removes a credential of a user, if there is one with this id.
    RemoveCredential {
        /// The user's id.
        user: String,
        /// The credential's id.
        id: String,
    },
    /// Replaces a user's e-mail address.
    PutEmail(Email),
    /// Removes a user's e-mail address.
    RemoveEmail(String),
    /// Adds a code.
    AddCode(OnceCode),
    /// Uses a code up, with all others for the same user and purpose. [`StoreError::Missing`] if
    /// it was used or has expired.
    UseCode {
        /// The hash of the code.
        hash: Vec<u8>,
        /// When it is used.
        at_ms: UnixMillis,
    },
    /// Makes all codes for a user and purpose void.
    VoidCodes {
        /// The user's id.
        user: String,
        /// What they allow.
        purpose: String,
    },
    /// A user blocks another one.
    Block {
        /// The id of the user who blocks.
        user: String,
        /// The id of the blocked user.
        blocked: String,
        /// When.
        at_ms: UnixMillis,
    },
    /// A user blocks another one no longer.
    Unblock {
        /// The id of the user who had blocked.
        user: String,
        /// The id of the blocked user.
        blocked: String,
    },
    /// Begins a takeover. [`StoreError::Taken`] if the guest's games were taken over before.
    BeginTakeover(Takeover),
    /// Ends a takeover: what the guest has said and noted is the user's, the guest becomes a user
    /// who has left, and its sessions end.
    EndTakeover {
        /// The guest's id.
        guest: String,
        /// When.
        at_ms: UnixMillis,
    },
    /// A user leaves. All that belongs to it alone is deleted, and its name is reserved.
    Leave {
        /// The user's id.
        user: String,
        /// When.
        at_ms: UnixMillis,
    },
    /// Deletes what is still kept of a user who has left: its name, why it was suspended or
    /// silenced, its takeovers, the reports by it and of it, and the details of the audit's lines
    /// about it. [`StoreError::Missing`] if it has not left.
    Forget(String),
    /// Forgets the networks of sessions that began before a moment, and deletes sessions and codes
    /// that have expired, the names of users who left [`NAME_RESERVED_MS`] ago, and the reports
    /// that were closed [`REPORT_KEPT_MS`] ago.
    Expire {
        /// Sessions before this moment lose their network.
        household_before_ms: UnixMillis,
        /// The moment now.
        now_ms: UnixMillis,
    },
    /// Adds a line to the audit.
    Audit(AuditEntry),
    /// Changes the ways by which a user is told that it is to act.
    Way(WayChange),
}

/// What an export of a user says of its rows: the table, its columns without secrets, and the
/// columns that name users.
pub(crate) const EXPORTED: [(&str, &str, &[&str]); 17] = [
    (
        "users",
        "id, kind, name, created_ms, seen_ms, gone_ms, about, lang, tz, prefs, role, \
         on_vacation, vacation_ms, vacation_at_ms, suspended_ms, silenced_until_ms, \
         silenced_reason",
        &["id"],
    ),
    ("credentials", "passkey, label, created_ms, used_ms", &["user"]),
    ("sessions", "created_ms, seen_ms, agent, household, until_ms", &["user"]),
    ("emails", "address, confirmed_ms", &["user"]),
    ("once_codes", "purpose, until_ms", &["user"]),
    ("blocks", "user, blocked, at_ms", &["user"]),
    ("outbox", "kind, at_ms, done_ms", &["user"]),
    ("feeds", "created_ms", &["user"]),
    ("pushes", "agent, lang, created_ms, failures, failed_ms", &["user"]),
    ("mail_news", "off, failed_ms, failure", &["user"]),
    ("webhooks", "format, lang, created_ms, failures, failed_ms, off", &["user"]),
    ("chat", "game, room, at_ms, phrase, body", &["user"]),
    ("private_texts", "game, kind, at_ms, body", &["user"]),
    ("puzzle_results", "puzzle, tries, solved_ms, shown_ms", &["user"]),
    ("reports", "about, game, at_ms, phrase, body, reason", &["reporter"]),
    ("takeovers", "guest, user, at_ms, done_ms", &["user", "guest"]),
    ("audit", "at_ms, what, detail", &["actor", "whom"]),
];

/// A row that names a user, for its export: the table, and the columns with their values as text.
pub type UserRow = (String, Vec<(String, String)>);

/// Users, the sessions by which they are recognised, their credentials and codes.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// Makes changes in their order, in one transaction: all or none.
    ///
    /// # Errors
    ///
    /// Those of the changes: [`StoreError::Taken`] and [`StoreError::Missing`]. Nothing was written
    /// then.
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError>;

    /// Returns the session with this token hash and its user; `None` if there is none. It may have
    /// expired.
    async fn session(&self, token_hash: &[u8]) -> Result<Option<(Session, User)>, StoreError>;

    /// Returns the sessions of a user, the one that was used last first.
    async fn sessions_of(&self, user: &str) -> Result<Vec<Session>, StoreError>;

    /// Returns a user by its id.
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError>;

    /// Returns a user by the key of its name. A user who has left is not found.
    async fn user_named(&self, name_key: &str) -> Result<Option<User>, StoreError>;

    /// Returns the user who has a name, also one who has left and whose name is reserved.
    async fn name_holder(&self, name_key: &str) -> Result<Option<User>, StoreError>;

    /// Returns at most `limit` users of a kind, sorted by their ids: those after the id `after`, or
    /// from the first.
    async fn users(
        &self,
        kind: UserKind,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<User>, StoreError>;

    /// Returns the users who are on vacation, in the order of their ids.
    async fn on_vacation(&self) -> Result<Vec<User>, StoreError>;

    /// Returns the credentials of a user, the oldest first.
    async fn credentials_of(&self, user: &str) -> Result<Vec<Credential>, StoreError>;

    /// Returns the credential with this id.
    async fn credential(&self, id: &str) -> Result<Option<Credential>, StoreError>;

    /// Returns the e-mail address of a user.
    async fn email_of(&self, user: &str) -> Result<Option<Email>, StoreError>;

    /// Returns the confirmed entries with this address, which several users may share.
    async fn emails_with(&self, address: &str) -> Result<Vec<Email>, StoreError>;

    /// Returns the code with this hash; `None` if it was used or there never was one.
    async fn code(&self, hash: &[u8]) -> Result<Option<OnceCode>, StoreError>;

    /// Returns the ids of the users whom a user has blocked, in their order.
    async fn blocks_of(&self, user: &str) -> Result<Vec<String>, StoreError>;

    /// Returns the takeovers that have begun and not ended, the oldest first.
    async fn open_takeovers(&self) -> Result<Vec<Takeover>, StoreError>;

    /// Returns the lines of the audit, the newest first.
    async fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>, StoreError>;

    /// Returns at most `limit` open reports, the oldest first.
    async fn open_reports(&self, limit: usize) -> Result<Vec<Report>, StoreError>;

    /// Returns the open report with this id.
    async fn open_report(&self, id: &str) -> Result<Option<Report>, StoreError>;

    /// Returns all rows that name a user. Secrets and their hashes are left out.
    async fn rows_of(&self, user: &str) -> Result<Vec<UserRow>, StoreError>;
}
