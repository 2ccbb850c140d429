//! Grand Chess: piece values, static evaluation, static exchange evaluation and the player.
//!
//! * `values`: piece values, derived from mobility on random boards;
//! * `eval`: the evaluation and its weights;
//! * `see`: the static exchange evaluation;
//! * `levels`: how each level is weakened;
//! * `game`: the game for the shared search; `setup_player`: the pieces that the player picks;
//! * `reference`: the piece values of the reference players.

mod eval;
mod game;
mod levels;
pub mod reference;
mod see;
mod setup_player;
mod values;

pub use eval::{GrandChessEvaluation, GrandChessWeights};
pub(crate) use game::GrandChess;
use levels::LEVELS;
pub use values::Values;

use crate::engine_game::EngineGame;
use crate::search::{Searcher, Settings};
use heterodox_rules::grand_chess::{PieceSet, Position};

/// The game's id.
pub const GAME: &str = "grand-chess";

/// A searcher for these pieces with a transposition table of `table_mib` MiB.
pub fn searcher(
    table_mib: usize,
    piece_set: &PieceSet,
) -> Searcher<Position, GrandChessEvaluation> {
    Searcher::new(
        GrandChessEvaluation::new(piece_set),
        Settings { table_mib, ..GrandChess::settings() },
    )
}
