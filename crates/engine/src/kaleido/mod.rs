//! `KaleidoChess`: evaluation, search and the player, for two to four seats, with and without dice.
//!
//! * `values`, `eval`, `see`: piece values, static evaluation, static exchange evaluation;
//! * `multiplayer`: the search for more than two seats and for dice; two seats without dice use the
//!   shared search;
//! * `levels`: how each level is weakened;
//! * `game`: the game for the shared search, and its player where that does not serve;
//! * `reference`: players to measure against.

mod eval;
mod game;
mod levels;
mod multiplayer;
pub mod reference;
mod see;
mod values;

pub use eval::KaleidoEvaluation;
pub(crate) use game::KaleidoChess;
use levels::LEVELS;
pub use multiplayer::{Cuts, Method, MultiplayerRequest, MultiplayerResult, search};
pub use values::Weights;

use crate::engine_game::EngineGame;
use crate::search::{Searcher, Settings};
use heterodox_rules::kaleido::Position;

/// The game's id.
pub const GAME: &str = "kaleidochess";

/// A searcher for two seats without dice, with a transposition table of `table_mib` MiB.
pub fn searcher(
    table_mib: usize,
    evaluation: KaleidoEvaluation,
) -> Searcher<Position, KaleidoEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..KaleidoChess::settings() })
}
