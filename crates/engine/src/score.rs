//! Scores of positions.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A score for the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "kind", content = "value")]
pub enum Score {
    /// Hundredths of about the least warrior or pawn; positive is better.
    Centi(i32),
    /// A forced win with this ply, counted from 1: `WinIn(1)` wins at once.
    WinIn(u32),
    /// A forced loss after this many plies; `LossIn(0)` is lost already.
    LossIn(u32),
}

/// The value of a win at the root; each ply before it costs 1.
pub(crate) const WIN: i32 = 30_000;
/// Above every value.
pub(crate) const INFINITE: i32 = 32_000;
/// Values from here on are forced wins; evaluations stay below.
pub(crate) const WIN_BOUND: i32 = WIN - 1_000;
/// The bound to which evaluations are clamped.
pub(crate) const EVALUATION_BOUND: i32 = 20_000;

impl Score {
    /// Converts a search value at the root.
    pub(crate) const fn from_value(value: i32) -> Self {
        if value >= WIN_BOUND {
            Self::WinIn((WIN - value) as u32)
        } else if value <= -WIN_BOUND {
            Self::LossIn((WIN + value) as u32)
        } else {
            Self::Centi(value)
        }
    }

    /// The score for the other seat.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centi(value) => Self::Centi(-value),
            Self::WinIn(plies) => Self::LossIn(plies),
            Self::LossIn(plies) => Self::WinIn(plies),
        }
    }

    /// The score as one number: wins above everything, the sooner the higher.
    pub const fn rank(self) -> i32 {
        match self {
            Self::Centi(value) => value,
            Self::WinIn(plies) => WIN - plies as i32,
            Self::LossIn(plies) => plies as i32 - WIN,
        }
    }
}

impl fmt::Display for Score {
    /// `+1.25`, `win in 3`, `loss in 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_and_its_score_rank_alike() {
        for value in [WIN - 1, WIN - 3, 1234, 0, -5, -WIN + 2, -WIN] {
            assert_eq!(Score::from_value(value).rank(), value);
            assert_eq!(Score::from_value(value).reversed(), Score::from_value(-value));
        }
        assert_eq!(Score::from_value(WIN - 1), Score::WinIn(1));
        assert_eq!(Score::from_value(-WIN + 2), Score::LossIn(2));
        assert_eq!(Score::Centi(-125).to_string(), "-1.25");
    }
}
