//! `KaleidoChess`: judgement of positions and the player, for two to four seats, with and without dice.
//!
//! * `values`, `eval`, `exchange`: what is what worth;
//! * `sight`: what a player knows of its game;
//! * `several`: the search for more than two seats and for dice; two seats without dice have the shared one;
//! * `player`: the player;
//! * `reference`: players to measure against.

mod eval;
mod multiplayer;
mod player;
pub mod reference;
mod request;
mod see;
mod values;

pub use eval::KaleidoEvaluation;
pub use multiplayer::{Cuts, Method, MultiplayerRequest, MultiplayerResult, search};
pub use player::KaleidoPlayer;
pub use values::Weights;

use crate::search::{Searcher, Settings, Techniques};
use heterodox_rules::kaleido::Position;

/// The game's id.
pub const GAME: &str = "kaleidochess";

/// A searcher for two seats without dice, with a table of so many MiB.
pub fn searcher(
    table_mib: usize,
    evaluation: KaleidoEvaluation,
) -> Searcher<Position, KaleidoEvaluation> {
    Searcher::new(evaluation, Settings { table_mib, ..settings() })
}

/// How two without dice are searched.
pub(crate) fn settings() -> Settings {
    // All of them together lost 107 [41, 183] in 80 games of 20 ms a move; what some of them win is not known.
    Settings { techniques: Techniques::NONE, ..Settings::default() }
}
