//! The methods of choosing an intent, and the levels.

use crate::Level;

/// A method of choosing an intent from the positions of a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionMethod {
    /// Determinization with a value between the mean and the worst cases, and with bonuses for
    /// information and progress.
    Mixed,
    /// Determinization by the mean alone; always plays the best intent, without bonuses: perfect
    /// information Monte Carlo sampling.
    Mean,
    /// Like [`DecisionMethod::Mixed`], but with the mean of the worst fifth alone.
    Worst,
    /// Information set Monte Carlo tree search.
    Ismcts,
}

impl DecisionMethod {
    /// All methods, the default first.
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Mean, Self::Worst, Self::Ismcts];

    /// The name in benchmark programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Mean => "mean",
            Self::Worst => "worst",
            Self::Ismcts => "ismcts",
        }
    }

    /// The method with this name; `None` if there is none.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.key() == key)
    }

    /// The weight of the worst cases, from 0 to 1 (conditional value at risk).
    pub(super) const fn risk_aversion(self) -> f64 {
        match self {
            Self::Mixed | Self::Ismcts => 0.25,
            Self::Mean => 0.0,
            Self::Worst => 1.0,
        }
    }

    /// Whether bonuses are added to the searched values.
    pub(super) const fn has_bonuses(self) -> bool {
        !matches!(self, Self::Mean)
    }
}

/// One round of a decision.
pub(super) struct Round {
    /// The depth of the searches, in plies.
    pub(super) depth: u32,
    /// The number of intents that are searched.
    pub(super) width: usize,
}

/// The search budget and randomness of a level.
pub(super) struct LevelParams {
    /// The number of determinizations that a decision searches.
    pub(super) samples: usize,
    /// The rounds of a decision, ever deeper with ever fewer intents.
    pub(super) rounds: &'static [Round],
    /// The temperature of the random choice among good intents, in units of utility.
    pub(super) temperature: f64,
    /// The node limit of a decision; `None` if only time limits it.
    pub(super) nodes: Option<u64>,
}

/// The parameters of a level.
pub(super) const fn level_params(level: Level) -> &'static LevelParams {
    &LEVELS[level.index()]
}

/// The parameters, indexed by level; set by hand. Below the highest level the rounds and the nodes
/// limit a decision, not the time.
const LEVELS: [LevelParams; 8] = [
    row(2, &[], 160.0, Some(2_000)),
    row(2, &[round(1, ALL)], 90.0, Some(10_000)),
    row(4, &[round(1, ALL)], 45.0, Some(20_000)),
    row(6, &[round(1, ALL), round(2, 8)], 25.0, Some(40_000)),
    row(8, &[round(1, ALL), round(2, 16)], 15.0, Some(80_000)),
    row(12, &[round(1, ALL), round(2, 24)], 10.0, Some(150_000)),
    row(16, &[round(1, ALL), round(2, 32), round(3, 6)], 6.0, Some(300_000)),
    row(32, &DEEP, 4.0, None),
];

/// The rounds of the highest level, as deep as there is time for.
const DEEP: [Round; 12] = [
    round(1, ALL),
    round(2, 40),
    round(3, 14),
    round(4, 6),
    round(5, 4),
    round(6, 3),
    round(7, 3),
    round(8, 3),
    round(9, 3),
    round(10, 3),
    round(11, 3),
    round(12, 3),
];

/// All intents.
const ALL: usize = usize::MAX;

const fn round(depth: u32, width: usize) -> Round {
    Round { depth, width }
}

const fn row(
    samples: usize,
    rounds: &'static [Round],
    temperature: f64,
    nodes: Option<u64>,
) -> LevelParams {
    LevelParams { samples, rounds, temperature, nodes }
}
