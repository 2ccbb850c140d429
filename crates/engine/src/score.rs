//! What a search thinks of a position.

use serde::Serialize;
use std::fmt;

/// A score from the sight of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "value")]
pub enum Score {
    /// Better for the seat to move if positive; a hundred is about the least warrior or pawn.
    Centi(i32),
    /// A forced win with the ply of this number, counted from 1: `WinIn(1)` wins at once.
    WinIn(u32),
    /// A forced loss to the ply of this number. `LossIn(0)` is lost already.
    LossIn(u32),
}

/// The value of a win that has happened; each ply before it costs 1.
pub(crate) const WIN: i32 = 30_000;
/// Beyond every value.
pub(crate) const INFINITE: i32 = 32_000;
/// From here on a value is a win. Values of evaluations stay well below.
pub(crate) const WIN_BOUND: i32 = WIN - 1_000;
/// What an evaluation is cut to.
pub(crate) const EVALUATION_BOUND: i32 = 20_000;

impl Score {
    /// Reads a search value at the root.
    pub(crate) const fn from_value(value: i32) -> Self {
        if value >= WIN_BOUND {
            Self::WinIn((WIN - value) as u32)
        } else if value <= -WIN_BOUND {
            Self::LossIn((WIN + value) as u32)
        } else {
            Self::Centi(value)
        }
    }

    /// The same from the other seat's sight.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centi(value) => Self::Centi(-value),
            Self::WinIn(plies) => Self::LossIn(plies),
            Self::LossIn(plies) => Self::WinIn(plies),
        }
    }

    /// The score as one number, to compare scores: wins above everything, the sooner the better.
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
