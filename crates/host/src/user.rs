//! The people at a table.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The id of a person: eight small letters. It never changes and is never given to another person.
/// Names are looked up by it and are in no log.
///
/// ```
/// use heterodox_host::UserId;
/// let user: UserId = "hkqmvapz".parse().unwrap();
/// assert_eq!(user.to_string(), "hkqmvapz");
/// assert!("Anna".parse::<UserId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, min_length = 8, max_length = 8, pattern = "^[a-z]{8}$"))]
#[serde(try_from = "String", into = "String")]
pub struct UserId([u8; Self::LENGTH]);

impl UserId {
    /// The number of letters.
    pub const LENGTH: usize = 8;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        // Only small letters are ever stored.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The error of a text that is not a [`UserId`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no user: expected eight letters from a to z")]
pub struct NotAUserId(String);

impl FromStr for UserId {
    type Err = NotAUserId;

    fn from_str(text: &str) -> Result<Self, NotAUserId> {
        let letters = text.as_bytes().try_into().ok();
        let letters =
            letters.filter(|all: &[u8; Self::LENGTH]| all.iter().all(u8::is_ascii_lowercase));
        letters.map(Self).ok_or_else(|| NotAUserId(heterodox_rules::quote(text)))
    }
}

impl TryFrom<String> for UserId {
    type Error = NotAUserId;

    fn try_from(text: String) -> Result<Self, NotAUserId> {
        text.parse()
    }
}

impl From<UserId> for String {
    fn from(user: UserId) -> Self {
        user.as_str().to_owned()
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
