//! What moderators and administrators do.

use serde::Deserialize;
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
