//! What moderators and administrators do.

use crate::{ChatPhrase, ChatRoom, ReportReason};
use heterodox_host::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a moderator does something. It is kept in the audit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The reason: 1 to 500 characters.
    pub reason: String,
}

/// What a person may do beside playing. A later one may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoleName {
    /// A player.
    Player,
    /// Organises tournaments.
    Organiser,
    /// Settles disputes.
    Moderator,
    /// Runs the server.
    Administrator,
}

/// Another role for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleChange {
    /// The role.
    pub role: RoleName,
}

/// The open reports, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Reports {
    /// The reports, at most 200.
    pub reports: Vec<ReportInfo>,
}

/// An open report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportInfo {
    /// The id.
    pub id: String,
    /// When it was made.
    pub at_ms: i64,
    /// The id of the user who reports.
    pub reporter: UserId,
    /// Its name; `null` for a guest.
    pub reporter_name: Option<String>,
    /// The id of the user who is reported.
    pub about: UserId,
    /// Its name; `null` for a guest.
    pub about_name: Option<String>,
    /// The game in whose chat something was said; `null` if the user is reported.
    pub game: Option<String>,
    /// The room.
    pub room: Option<ChatRoom>,
    /// A copy of the set phrase that was said.
    pub phrase: Option<ChatPhrase>,
    /// A copy of the text that was said.
    pub text: Option<String>,
    /// What the report is for.
    pub reason: ReportReason,
}

/// What a moderator does about a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportAction {
    /// Nothing.
    Dismiss,
    /// Silences the reported user for some days.
    Silence,
    /// Suspends the reported user.
    Suspend,
}

/// The decision about a report, which closes it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportDecision {
    /// What is done.
    pub action: ReportAction,
    /// The days of a silence: 1 to 365.
    #[schema(nullable = false)]
    pub days: Option<u32>,
    /// The reason: 1 to 500 characters. A dismissal needs none.
    #[schema(nullable = false)]
    pub reason: Option<String>,
}

/// A silence: a time in which a user may write no free text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SilenceRequest {
    /// Its days: 1 to 365.
    pub days: u32,
    /// The reason, which the user is told: 1 to 500 characters.
    pub reason: String,
}
