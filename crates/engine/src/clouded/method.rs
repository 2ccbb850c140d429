//! Ways to choose, so that they can be compared.

use crate::Level;

/// How positions of the belief become a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Each position is searched as if it were the true one; mean and worst cases are mixed, and knowledge and progress count.
    Mixed,
    /// The same with the mean alone, nothing for knowledge or progress, and always the best: what is called perfect information
    /// Monte Carlo sampling or determinisation.
    Mean,
    /// The same as [`Method::Mixed`], but the mean of the worst fifth counts alone.
    Worst,
    /// One tree for each side over what that side knows, grown by many short plays from positions of the belief: information set
    /// Monte Carlo tree search.
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

    /// The method with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.key() == key)
    }

    /// How much the worst cases count beside the mean.
    pub(super) const fn risk_aversion(self) -> f64 {
        match self {
            Self::Mixed | Self::InformationSets => 0.25,
            Self::Mean => 0.0,
            Self::Worst => 1.0,
        }
    }

    /// Whether anything but what the searches find counts.
    pub(super) const fn has_extras(self) -> bool {
        !matches!(self, Self::Mean)
    }
}

/// How a level thinks.
pub(super) struct LevelParams {
    /// How many positions it looks at.
    pub(super) samples: usize,
    /// The depths of its rounds and how many intents each looks at.
    pub(super) rounds: &'static [(u32, usize)],
    /// How far it mixes intents, on the scale of utilities.
    pub(super) temperature: f64,
    /// The most nodes.
    pub(super) nodes: Option<u64>,
}

/// What a level thinks like.
pub(super) const fn level_params(level: Level) -> &'static LevelParams {
    &STYLES[level.index()]
}

/// By level. Below the highest the rounds and the nodes limit a thought, not the time.
const STYLES: [LevelParams; 8] = [
    styled(2, &[], 160.0, Some(2_000)),
    styled(2, &[(1, ALL)], 90.0, Some(10_000)),
    styled(4, &[(1, ALL)], 45.0, Some(20_000)),
    styled(6, &[(1, ALL), (2, 8)], 25.0, Some(40_000)),
    styled(8, &[(1, ALL), (2, 16)], 15.0, Some(80_000)),
    styled(12, &[(1, ALL), (2, 24)], 10.0, Some(150_000)),
    styled(16, &[(1, ALL), (2, 32), (3, 6)], 6.0, Some(300_000)),
    styled(32, &DEEP, 4.0, None),
];

/// The rounds of the highest level: as deep as there is time for.
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

const fn styled(
    samples: usize,
    rounds: &'static [(u32, usize)],
    temperature: f64,
    nodes: Option<u64>,
) -> LevelParams {
    LevelParams { samples, rounds, temperature, nodes }
}
