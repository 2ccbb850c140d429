//! How strong a computer player plays.

use crate::Budget;
use serde::Serialize;
use std::time::Duration;

/// A level of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Looks two plies ahead and takes any move that is about as good as the best.
    Easy,
    /// Looks a few plies ahead.
    Medium,
    /// Uses the whole budget for the best move it can find.
    Strong,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Strong];

    /// The key in commands, addresses and the API.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
        }
    }

    /// The level with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }

    /// What a move of this level needs when nobody says otherwise. The lower levels are limited by
    /// what they look at and get the time only as a safeguard.
    pub const fn usual_budget(self) -> Budget {
        Budget::time(match self {
            Self::Easy | Self::Medium => Duration::from_secs(1),
            Self::Strong => Duration::from_secs(2),
        })
    }

    /// What the level allows itself, whatever the caller's budget.
    pub(crate) const fn own_budget(self) -> Budget {
        match self {
            Self::Easy => Budget { nodes: Some(20_000), ..Budget::depth(2) },
            Self::Medium => Budget { nodes: Some(60_000), ..Budget::depth(4) },
            Self::Strong => Budget { time: None, nodes: None, depth: None },
        }
    }

    /// How much worse than the best a move may be and still be chosen, in hundredths.
    pub(crate) const fn carelessness(self) -> i32 {
        match self {
            Self::Easy => 60,
            Self::Medium => 8,
            Self::Strong => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_key() {
        for level in Level::ALL {
            assert_eq!(Level::from_key(level.key()), Some(level));
        }
        assert_eq!(Level::from_key("Strong"), None);
    }
}
