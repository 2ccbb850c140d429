//! The table options of the game.

use crate::OptionSpec;

/// What a pawn may become (RULES 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Promotion {
    /// What the side has in its pool of captured pieces.
    #[default]
    Captured,
    /// The kinds of the first array.
    Initial,
    /// Any kind.
    All,
}

impl Promotion {
    /// All, in the order of the option's values.
    pub const EACH: [Self; 3] = [Self::Captured, Self::Initial, Self::All];

    /// The value of the option.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Captured => "captured",
            Self::Initial => "initial",
            Self::All => "all",
        }
    }

    /// The promotion with this option value.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::EACH.into_iter().find(|promotion| promotion.key() == key)
    }
}

pub(super) const PROMOTION: OptionSpec =
    OptionSpec { key: "promotion", values: &["captured", "initial", "all"] };
