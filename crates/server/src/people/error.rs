//! Errors about people.

use crate::games::ServiceError;
use crate::problem::{Args, Problem};
use crate::ways::WayError;
use axum::http::StatusCode;
use heterodox_store::StoreError;

/// Why a call about people was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PeopleError {
    /// The person has too many offers of the caller already.
    #[error("you have too many open offers to this person: wait for an answer")]
    TooManyOffers,
    /// A caller that must be known is not.
    #[error(
        "a token is needed: as 'Authorization: Bearer TOKEN' or in the cookie of a signed-in browser"
    )]
    NoGuest,
    /// Only a person with an account may do this.
    #[error("only a person with an account can do this: sign in, or make an account first")]
    NotAPerson,
    /// The caller has an account already.
    #[error("you have an account already")]
    HasAccount,
    /// The caller's role does not allow it.
    #[error("your role does not allow this")]
    NotAllowed,
    /// A moderator has suspended the person.
    #[error("a moderator has suspended this account: it cannot sign in")]
    Suspended,
    /// The reason of a moderator's deed is empty or too long.
    #[error("a reason has 1 to 500 characters")]
    BadReason,
    /// Guests may not do this on this server.
    #[error("this server is open to people with an account only: sign in first")]
    GuestsClosed,
    /// Registration is closed.
    #[error("nobody can register on this server")]
    RegistrationClosed,
    /// A code that is needed is missing, wrong, used or expired.
    #[error("the code is not valid: it may have been used, or have expired")]
    BadCode,
    /// The name is not allowed.
    #[error("a name has 2 to 20 letters, digits, '-', '_' or ''', and at least one letter")]
    BadName,
    /// Another person has the name, or one that looks like it.
    #[error("another person has this name, or one that looks like it")]
    NameTaken,
    /// The password is not allowed. Holds `short`, `long` or `common`.
    #[error("the password is too {0}: expected 8 to 256 characters that are not easily guessed")]
    BadPassword(&'static str),
    /// The name or the password is wrong.
    #[error("the name or the password is wrong")]
    BadLogin,
    /// The own password is wrong.
    #[error("your present password is another one")]
    WrongPassword,
    /// The text is not an e-mail address.
    #[error("this is not an e-mail address: expected NAME@HOST")]
    BadEmail,
    /// The server sends no mail.
    #[error("this server sends no mail: ask its operator")]
    NoMail,
    /// What a browser says of its subscription to push messages cannot be used.
    #[error("this is not a subscription of a browser's push service")]
    BadPush,
    /// The address of a webhook is not one that the server calls.
    #[error("a webhook needs a public address that begins with https:// and has no password")]
    BadWebhook,
    /// The caller has no such browser.
    #[error("you have no browser that wants push messages, or not this one")]
    NoSuchPush,
    /// The caller has no webhook.
    #[error("you have no webhook")]
    NoWebhook,
    /// A test was not delivered.
    #[error("the test did not arrive: {0}")]
    WayFailed(WayError),
    /// The caller has used up its vacation.
    #[error("you have no vacation left: you earn one day in twelve")]
    NoVacationLeft,
    /// The caller has just come back from a vacation.
    #[error("you have just come back: you can go on vacation again in {hours} h")]
    VacationTooSoon {
        /// The hours to wait.
        hours: u64,
    },
    /// Too many logins have failed.
    #[error("too many logins have failed: try again in {seconds} s")]
    LoginsSlowed {
        /// The seconds to wait.
        seconds: u64,
    },
    /// Too many passwords are being checked.
    #[error("too many people are signing in: try again in a moment")]
    LoginsBusy,
    /// A field of a profile is not as expected.
    #[error("`{name}` is not as expected: {expected}")]
    BadProfile {
        /// The field.
        name: &'static str,
        /// What is expected.
        expected: &'static str,
    },
    /// There is no such user.
    #[error("there is no such person")]
    NoSuchUser,
    /// The caller has no such session.
    #[error("you have no such session")]
    NoSuchSession,
    /// A passkey is not accepted.
    #[error("the passkey is not accepted: it is unknown, or the try took too long")]
    BadPasskey,
    /// The caller has no such passkey.
    #[error("you have no such passkey")]
    NoSuchPasskey,
    /// The last way to sign in.
    #[error("this is your only way to sign in: set a password or add a passkey first")]
    LastCredential,
    /// The token is not that of another guest.
    #[error("this is not the token of another guest of this server")]
    NotAGuest,
    /// Both sit in running games.
    #[error("both of you sit in running games: {}", .0.join(", "))]
    TakeoverRefused(Vec<String>),
    /// A player of the game has blocked the caller.
    #[error("a player of this game does not want to play with you")]
    Blocked,
    /// A guest takes a seat of an offer to people with an account.
    #[error("this offer is for people with an account, expected that you sign up or sign in")]
    NeedsAccount,
    /// A person takes a seat of an offer to people who are more reliable.
    #[error("this offer is for people who have played {least} % of their games to the end")]
    NotReliable {
        /// The least share in percent.
        least: u8,
    },
    /// The caller may say nothing in a room.
    #[error("you cannot say anything in this room now")]
    NotYourRoom,
    /// The server takes no free text.
    #[error("this server takes set phrases only")]
    ChatClosed,
    /// A moderator has silenced the caller.
    #[error("a moderator has silenced you: {reason}")]
    Silenced {
        /// When the silence ends.
        until_ms: i64,
        /// The moderator's reason.
        reason: String,
    },
    /// Neither a phrase nor a text that can be said.
    #[error("expected one set phrase, or a text of 1 to 300 characters")]
    BadChatText,
    /// The room has the most lines.
    #[error("nothing more can be said in this room")]
    ChatFull,
    /// There is no such line, or the caller may not read it.
    #[error("there is no such line")]
    NoSuchLine,
    /// There is no such open report.
    #[error("there is no such open report")]
    NoSuchReport,
    /// The days of a silence are out of range.
    #[error("a silence has 1 to 365 days")]
    BadDays,
    /// Notes are too long, or no plain text.
    #[error("notes are plain text of at most 4096 bytes")]
    BadNotes,
    /// The service refused.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl PartialEq for PeopleError {
    fn eq(&self, other: &Self) -> bool {
        (self.code(), self.args()) == (other.code(), other.args())
    }
}

impl From<StoreError> for PeopleError {
    fn from(error: StoreError) -> Self {
        Self::Service(error.into())
    }
}

impl Problem for PeopleError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoGuest | Self::BadLogin => StatusCode::UNAUTHORIZED,
            Self::NotAPerson
            | Self::NotAllowed
            | Self::Suspended
            | Self::GuestsClosed
            | Self::RegistrationClosed
            | Self::BadCode
            | Self::WrongPassword
            | Self::BadPasskey
            | Self::NotYourRoom
            | Self::ChatClosed
            | Self::Silenced { .. }
            | Self::NeedsAccount
            | Self::NotReliable { .. }
            | Self::Blocked => StatusCode::FORBIDDEN,
            Self::NoSuchUser
            | Self::NoSuchSession
            | Self::NoSuchPasskey
            | Self::NoSuchPush
            | Self::NoWebhook
            | Self::NoSuchLine
            | Self::NoSuchReport
            | Self::NoMail => StatusCode::NOT_FOUND,
            Self::HasAccount
            | Self::NoVacationLeft
            | Self::VacationTooSoon { .. }
            | Self::NameTaken
            | Self::WayFailed(_)
            | Self::LastCredential
            | Self::ChatFull
            | Self::TooManyOffers
            | Self::TakeoverRefused(_) => StatusCode::CONFLICT,
            Self::BadName
            | Self::BadEmail
            | Self::BadPush
            | Self::BadWebhook
            | Self::BadPassword(_)
            | Self::BadProfile { .. }
            | Self::BadReason
            | Self::BadDays
            | Self::BadChatText
            | Self::BadNotes
            | Self::NotAGuest => StatusCode::UNPROCESSABLE_ENTITY,
            Self::LoginsSlowed { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::LoginsBusy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Service(error) => error.status(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoGuest => "no-guest",
            Self::NotAPerson => "no-account",
            Self::HasAccount => "has-account",
            Self::NotAllowed => "not-allowed",
            Self::Suspended => "suspended",
            Self::BadReason => "bad-reason",
            Self::GuestsClosed => "guests-closed",
            Self::RegistrationClosed => "registration-closed",
            Self::BadCode => "bad-code",
            Self::BadName => "bad-name",
            Self::NameTaken => "name-taken",
            Self::BadPassword(_) => "bad-password",
            Self::BadLogin => "bad-login",
            Self::WrongPassword => "wrong-password",
            Self::BadEmail => "bad-email",
            Self::NoMail => "no-mail",
            Self::BadPush => "bad-push",
            Self::BadWebhook => "bad-webhook",
            Self::NoSuchPush => "no-such-push",
            Self::NoWebhook => "no-webhook",
            Self::WayFailed(_) => "way-failed",
            Self::NoVacationLeft => "no-vacation-left",
            Self::VacationTooSoon { .. } => "vacation-too-soon",
            Self::LoginsSlowed { .. } => "logins-slowed",
            Self::LoginsBusy => "logins-busy",
            Self::BadProfile { .. } => "bad-profile",
            Self::TooManyOffers => "too-many-offers",
            Self::NoSuchUser => "no-such-user",
            Self::NoSuchSession => "no-such-session",
            Self::BadPasskey => "bad-passkey",
            Self::NoSuchPasskey => "no-such-passkey",
            Self::LastCredential => "last-credential",
            Self::NotAGuest => "not-a-guest",
            Self::TakeoverRefused(_) => "takeover-refused",
            Self::Blocked => "blocked-by-player",
            Self::NeedsAccount => "needs-account",
            Self::NotReliable { .. } => "not-reliable",
            Self::NotYourRoom => "not-your-room",
            Self::ChatClosed => "chat-closed",
            Self::Silenced { .. } => "silenced",
            Self::BadChatText => "bad-chat-text",
            Self::ChatFull => "chat-full",
            Self::NoSuchLine => "no-such-line",
            Self::NoSuchReport => "no-such-report",
            Self::BadDays => "bad-days",
            Self::BadNotes => "bad-notes",
            Self::Service(error) => error.code(),
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::BadPassword(reason) => vec![("reason", (*reason).to_owned())],
            Self::WayFailed(error) => vec![("reason", error.key().to_owned())],
            Self::VacationTooSoon { hours } => vec![("hours", hours.to_string())],
            Self::LoginsSlowed { seconds } => vec![("seconds", seconds.to_string())],
            Self::BadProfile { name, expected } => {
                vec![("name", (*name).to_owned()), ("expected", (*expected).to_owned())]
            }
            Self::Silenced { until_ms, reason } => {
                vec![("until_ms", until_ms.to_string()), ("reason", reason.clone())]
            }
            Self::NotReliable { least } => vec![("least", least.to_string())],
            Self::TakeoverRefused(games) => vec![("games", games.join(" "))],
            Self::Service(error) => error.args(),
            _ => Args::new(),
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Service(error) => error.message(),
            error => error.to_string(),
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::LoginsSlowed { seconds } => Some(*seconds),
            Self::LoginsBusy => Some(1),
            Self::Service(error) => error.retry_after(),
            _ => None,
        }
    }
}
