//! Time as a value.

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970-01-01 UTC, on a clock that never goes back.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// The milliseconds since 1970-01-01 UTC.
    pub const fn as_millis(self) -> i64 {
        self.0
    }
}
