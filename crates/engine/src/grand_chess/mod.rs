//! Grand Chess: what pieces are worth, judgement of positions, exchanges, and the player.

mod eval;
mod player;
mod see;
mod values;

pub use eval::{GrandChessEvaluation, GrandChessWeights};
pub use player::GrandChessPlayer;
pub use values::Values;

use crate::search::{Searcher, Settings};
use heterodox_rules::grand_chess::{FIFTY_MOVE_PLIES, PieceSet, Position};

/// The game's id.
pub const GAME: &str = "grand-chess";

/// A searcher for Grand Chess with these pieces and a table of so many MiB.
pub fn searcher(table_mib: usize, forms: &PieceSet) -> Searcher<Position, GrandChessEvaluation> {
    Searcher::new(GrandChessEvaluation::new(forms), Settings { table_mib, ..settings() })
}

/// How Grand Chess is searched.
pub(crate) fn settings() -> Settings {
    Settings {
        reversible_limit: Some(FIFTY_MOVE_PLIES as usize),
        // A mate in one is seen by the first two iterations; trying every reply to every move costs too
        // much where there are hundreds.
        root_blunder_check: false,
        // By matches with 60 000 nodes a move (docs/trials.md): fewer nodes like wider margins.
        eval_scale: 65,
        ..Settings::default()
    }
}
