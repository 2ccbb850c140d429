//! Klin Zha: static evaluation, setup and the player.
//!
//! * `eval`: the evaluation and its weights;
//! * `setup`: the choice of a placement, a region and the Goal's carrier;
//! * `levels`: how each level is weakened;
//! * `game`: the game for the shared search; `setup_player`: the player's setup;
//! * `reference`: the piece values of the reference players.

mod eval;
mod game;
mod levels;
pub mod reference;
mod setup;
mod setup_player;

pub use eval::{KlinZhaEvaluation, KlinZhaWeights};
pub(crate) use game::KlinZha;
use levels::LEVELS;
pub(crate) use setup::{
    SetupSearch, SideSetup, arrays, goal_likelihood, place_missing, placement_fitness,
    placement_likelihood, possible_enemy_setups, propose_against, random_placement,
};
pub use setup::{best_goal, propose};
pub(crate) use setup_player::{own_side, placing_region};

use crate::engine_game::EngineGame;
use crate::search::{Searcher, Settings};
use heterodox_rules::klinzha::Position;

/// The game's id.
pub const GAME: &str = "klinzha";

/// A searcher for Klin Zha with a transposition table of `table_mib` MiB.
pub fn searcher(table_mib: usize) -> Searcher<Position, KlinZhaEvaluation> {
    searcher_with(table_mib, KlinZhaEvaluation::new())
}

/// A searcher with another evaluation.
pub fn searcher_with(
    table_mib: usize,
    evaluation: KlinZhaEvaluation,
) -> Searcher<Position, KlinZhaEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..KlinZha::settings() })
}
