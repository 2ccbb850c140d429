//! Klin Zha: static evaluation, setup and the player.
//!
//! * `eval`: the evaluation and its weights;
//! * `setup`: the choice of a placement, a region and the Goal's carrier;
//! * `levels`: how each level is weakened;
//! * `player`: chooses moves with the search, weakened by level.

mod eval;
mod levels;
mod player;
mod setup;

pub use eval::{KlinZhaEvaluation, KlinZhaWeights};
pub(crate) use levels::LEVELS;
pub use player::KlinZhaPlayer;
pub(crate) use player::{own_side, placing_region};
pub(crate) use setup::{
    SetupSearch, SideSetup, arrays, goal_likelihood, placement_fitness, placement_likelihood,
    possible_enemy_setups, propose_against, random_placement,
};
pub use setup::{best_goal, propose};

use crate::search::{Searcher, Settings, Technique, Techniques};
use heterodox_rules::klinzha::{HOUSE_QUIET_PLIES, Position};

/// The game's id.
pub const GAME: &str = "klinzha";

/// Plies without a capture after which the house rules (R-KZ5) make a draw. Without house rules the
/// game goes on; a search that aims at a capture before then plays well too.
const QUIET_LIMIT: usize = HOUSE_QUIET_PLIES as usize;

/// Techniques that seemed to gain in matches, alone or together (docs/trials.md).
const TECHNIQUES: Techniques = Techniques::NONE
    .with(Technique::HistoryReduction)
    .with(Technique::RootReduction)
    .with(Technique::Continuation)
    .with(Technique::QuietTable)
    .with(Technique::LateMovePruning)
    .with(Technique::Futility);

/// A searcher for Klin Zha with a transposition table of `table_mib` MiB.
pub fn searcher(table_mib: usize) -> Searcher<Position, KlinZhaEvaluation> {
    searcher_with(table_mib, KlinZhaEvaluation::new())
}

/// A searcher with another evaluation.
pub fn searcher_with(
    table_mib: usize,
    evaluation: KlinZhaEvaluation,
) -> Searcher<Position, KlinZhaEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..settings() })
}

/// The search settings of Klin Zha.
pub(crate) fn settings() -> Settings {
    Settings {
        reversible_limit: Some(QUIET_LIMIT),
        techniques: TECHNIQUES,
        eval_scale: 200,
        lmp_base: 24,
        ..Settings::default()
    }
}
