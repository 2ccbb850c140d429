//! Klin Zha: judgement of positions, setting up, and the player that does both.

mod eval;
mod player;
mod setup;

pub use eval::{KlinZhaEvaluation, KlinZhaWeights};
pub use player::KlinZhaPlayer;
pub(crate) use player::{own_side, placing_region};
pub(crate) use setup::{
    Camp, Judge, arranged, arrays, fitness, goal_likelihood, likelihood, possible_enemies,
    propose_against,
};
pub use setup::{best_goal, propose};

use crate::search::{Searcher, Settings, Technique, Techniques};
use heterodox_rules::klinzha::{HOUSE_QUIET_PLIES, Position};

/// The game's id.
pub const GAME: &str = "klinzha";

/// Plies without a capture after which the house rules (R-KZ5) make a draw. Without house rules the
/// game goes on, but a search that aims at a capture before plays well then too.
const QUIET_LIMIT: usize = HOUSE_QUIET_PLIES as usize;

/// Those that, by themselves or together, seemed to gain in matches (docs/trials.md).
const TECHNIQUES: Techniques = Techniques::NONE
    .with(Technique::HistoryReduction)
    .with(Technique::RootReduction)
    .with(Technique::Continuation)
    .with(Technique::QuietTable)
    .with(Technique::LateMovePruning)
    .with(Technique::Futility);

/// A searcher for Klin Zha with a table of so many MiB.
pub fn searcher(table_mib: usize) -> Searcher<Position, KlinZhaEvaluation> {
    searcher_with(table_mib, KlinZhaEvaluation::new())
}

/// The same with another evaluation.
pub fn searcher_with(
    table_mib: usize,
    evaluation: KlinZhaEvaluation,
) -> Searcher<Position, KlinZhaEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..settings() })
}

/// How Klin Zha is searched.
pub(crate) fn settings() -> Settings {
    Settings {
        reversible_limit: Some(QUIET_LIMIT),
        techniques: TECHNIQUES,
        eval_scale: 200,
        lmp_base: 24,
        ..Settings::default()
    }
}
