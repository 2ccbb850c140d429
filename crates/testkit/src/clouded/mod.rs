//! For tests of Clouded Klin Zha.

#![allow(clippy::format_push_string, reason = "short texts that are compared")]

pub mod games;
pub mod indistinguishable_pairs;
pub mod input;
pub mod slow_umpire;

use crate::contract::HiddenGame;

/// What the contract needs of the game.
pub(crate) const HIDDEN_GAME: HiddenGame = HiddenGame {
    id: "clouded-klinzha",
    pairs: indistinguishable_pairs::random_pair,
    unseen: &["zones-overlap"],
};
