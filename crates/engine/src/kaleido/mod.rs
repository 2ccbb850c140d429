//! `KaleidoChess`: evaluation, search and the player, for two to four seats, with and without dice.
//!
//! * `values`, `eval`, `see`: piece values, static evaluation, static exchange evaluation;
//! * `request`: the position and history that a player knows of its game;
//! * `multiplayer`: the search for more than two seats and for dice; two seats without dice use the
//!   shared search;
//! * `levels`: how each level is weakened;
//! * `player`: chooses moves with the search, weakened by level;
//! * `reference`: players to measure against.

mod eval;
mod levels;
mod multiplayer;
mod player;
pub mod reference;
mod request;
mod see;
mod values;

pub use eval::KaleidoEvaluation;
pub(crate) use levels::LEVELS;
pub use multiplayer::{Cuts, Method, MultiplayerRequest, MultiplayerResult, search};
pub use player::KaleidoPlayer;
pub use values::Weights;

use crate::search::{Searcher, Settings, Techniques};
use heterodox_rules::kaleido::Position;

/// The game's id.
pub const GAME: &str = "kaleidochess";

/// A searcher for two seats without dice, with a transposition table of `table_mib` MiB.
pub fn searcher(
    table_mib: usize,
    evaluation: KaleidoEvaluation,
) -> Searcher<Position, KaleidoEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..settings() })
}

/// The search settings for two seats without dice.
pub(crate) fn settings() -> Settings {
    // All techniques together lost 107 Elo [41, 183] in 80 games at 20 ms a move; single ones were
    // not measured.
    Settings { techniques: Techniques::NONE, ..Settings::default() }
}
