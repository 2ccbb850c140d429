//! The parameters by which a level is weakened, and the table of a game's levels.
//!
//! Each game holds its own table beside its player (`levels.rs`). The numbers are set so that each
//! level but the highest gets 70 to 80 % of the points against the one below it, as
//! `heterodox match GAME --ladder` measures; `docs/results.md` has figures. A change of a game's
//! evaluation calls for a new measurement: levels below the highest depend on the evaluation and
//! not on the speed of the search (but for level 7 of Klin Zha, whose search is selective).

use super::Level;
use crate::SearchLimit;

/// No limit on the quiet moves that a level considers.
pub(crate) const ALL_MOVES: usize = usize::MAX;

/// The parameters by which a level of a game is weakened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelParams {
    /// The deepest iteration, in plies; quiescence search comes on top.
    pub(crate) depth: u32,
    /// The most nodes of a search.
    pub(crate) nodes: u64,
    /// The most quiet moves that it considers in each position below the root.
    pub(crate) width: usize,
    /// The percentage of captures that it overlooks in such positions.
    pub(crate) overlooked_captures: usize,
    /// The largest error of its static evaluation and its exchange evaluation, in hundredths of
    /// the least warrior or pawn.
    pub(crate) eval_noise: i32,
    /// Moves whose score is within this of the best are equal to it.
    pub(crate) margin: i32,
    /// Whether it avoids moves that let the next reply decide the game.
    pub(crate) careful: bool,
    /// Whether its search is selective: extensions, reductions, pruning.
    pub(crate) selective: bool,
}

impl LevelParams {
    /// A row of a [`LevelTable`].
    pub(crate) const fn row(
        (depth, nodes): (u32, u64),
        (width, overlooked_captures): (usize, usize),
        (eval_noise, margin): (i32, i32),
        careful: bool,
        selective: bool,
    ) -> Self {
        Self { depth, nodes, width, overlooked_captures, eval_noise, margin, careful, selective }
    }

    /// The limit of a search, whatever the caller allows beyond it.
    pub(crate) const fn search_limit(&self) -> SearchLimit {
        SearchLimit { nodes: Some(self.nodes), ..SearchLimit::depth(self.depth) }
    }
}

/// The parameters of a game's levels 1 to 7. Level 8 is not weakened and has no row.
#[derive(Debug)]
pub(crate) struct LevelTable(pub(crate) [LevelParams; 7]);

impl LevelTable {
    /// The parameters of a level; `None` at full strength.
    pub(crate) fn params(&self, level: Level) -> Option<&LevelParams> {
        self.0.get(level.index())
    }

    /// The limit of a level's search; no limit at full strength.
    pub(crate) fn search_limit(&self, level: Level) -> SearchLimit {
        self.params(level).map(LevelParams::search_limit).unwrap_or_default()
    }
}
