//! The methods of choosing an intent, and the levels.

use crate::Level;

/// How the positions of a belief become a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Determinization with a value between the mean and the worst cases, and with bonuses for
    /// information and progress.
    Mixed,
    /// Determinization by the mean alone, without bonuses, always the best: perfect information
    /// Monte Carlo sampling.
    Mean,
    /// Like [`Method::Mixed`], but with the mean of the worst fifth alone.
    Worst,
    /// Information set Monte Carlo tree search.
    InformationSets,
}

impl Method {
    /// All methods, the default first.
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Mean, Self::Worst, Self::InformationSets];

    /// The key in measuring programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Mean => "mean",
            Self::Worst => "worst",
            Self::InformationSets => "ismcts",
        }
    }

    /// The method with this key; `None` if there is none.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.key() == key)
    }

    /// The weight of the worst cases, from 0 to 1 (conditional value at risk).
    pub(super) const fn risk_aversion(self) -> f64 {
        match self {
            Self::Mixed | Self::InformationSets => 0.25,
            Self::Mean => 0.0,
            Self::Worst => 1.0,
        }
    }

    /// Whether bonuses beside the searched values count.
    pub(super) const fn has_bonuses(self) -> bool {
        !matches!(self, Self::Mean)
    }
}

/// What a level lacks.
pub(super) struct LevelParams {
    /// The number of positions that it searches.
    pub(super) samples: usize,
    /// The depth of each round and the number of intents that it keeps.
    pub(super) rounds: &'static [(u32, usize)],
    /// The temperature of the random choice among good intents, in utilities.
    pub(super) temperature: f64,
    /// The most nodes.
    pub(super) nodes: Option<u64>,
}

/// What a level lacks.
pub(super) const fn level_params(level: Level) -> &'static LevelParams {
    &LEVELS[level.index()]
}

/// By level; set by hand. Below the highest level the rounds and the nodes limit a decision, not
/// the time.
const LEVELS: [LevelParams; 8] = [
    row(2, &[], 160.0, Some(2_000)),
    row(2, &[(1, ALL)], 90.0, Some(10_000)),
    row(4, &[(1, ALL)], 45.0, Some(20_000)),
    row(6, &[(1, ALL), (2, 8)], 25.0, Some(40_000)),
    row(8, &[(1, ALL), (2, 16)], 15.0, Some(80_000)),
    row(12, &[(1, ALL), (2, 24)], 10.0, Some(150_000)),
    row(16, &[(1, ALL), (2, 32), (3, 6)], 6.0, Some(300_000)),
    row(32, &DEEP, 4.0, None),
];

/// The rounds of the highest level, as deep as there is time for.
const DEEP: [(u32, usize); 12] = [
    (1, ALL),
    (2, 40),
    (3, 14),
    (4, 6),
    (5, 4),
    (6, 3),
    (7, 3),
    (8, 3),
    (9, 3),
    (10, 3),
    (11, 3),
    (12, 3),
];

const ALL: usize = usize::MAX;

const fn row(
    samples: usize,
    rounds: &'static [(u32, usize)],
    temperature: f64,
    nodes: Option<u64>,
) -> LevelParams {
    LevelParams { samples, rounds, temperature, nodes }
}
