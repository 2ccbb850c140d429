//! Grand Chess: piece values, static evaluation, static exchange evaluation and the player.
//!
//! * `values`: piece values, derived from mobility on random boards;
//! * `eval`: the evaluation and its weights;
//! * `see`: the static exchange evaluation;
//! * `levels`: how each level is weakened;
//! * `player`: chooses moves with the search, weakened by level.

mod eval;
mod levels;
mod player;
mod see;
mod values;

pub use eval::{GrandChessEvaluation, GrandChessWeights};
pub(crate) use levels::LEVELS;
pub use player::GrandChessPlayer;
pub use values::Values;

use crate::search::{Searcher, Settings};
use heterodox_rules::grand_chess::{FIFTY_MOVE_PLIES, PieceSet, Position};

/// The game's id.
pub const GAME: &str = "grand-chess";

/// A searcher for these pieces with a transposition table of `table_mib` MiB.
pub fn searcher(
    table_mib: usize,
    piece_set: &PieceSet,
) -> Searcher<Position, GrandChessEvaluation> {
    Searcher::new(GrandChessEvaluation::new(piece_set), Settings { table_mib, ..settings() })
}

/// The search settings of Grand Chess.
pub(crate) fn settings() -> Settings {
    Settings {
        reversible_limit: Some(FIFTY_MOVE_PLIES as usize),
        // The first two iterations see a mate in one; trying every reply to every move costs too
        // much where there are hundreds.
        root_blunder_check: false,
        // By matches with 60 000 nodes a move (docs/trials.md); fewer nodes prefer wider margins.
        eval_scale: 65,
        ..Settings::default()
    }
}
