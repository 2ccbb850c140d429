//! The table of levels: what each lacks in each game.
//!
//! Set with the aim that each level but the highest gets 70 to 80 % of the points against the one below it, as `heterodox match GAME --ladder`
//! measures; `docs/results.md` has figures and says how to repeat them. Whoever changes the
//! evaluation of a game measures again: levels below the highest do not depend on how fast or how cleverly is searched (but
//! for the seventh of Klin Zha), but on what is thought of positions.

use super::Level;
use crate::{SearchLimit, grand_chess, kaleido, klinzha};

/// What a level of a game lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelParams {
    /// How many plies it looks ahead; captures behind them besides.
    pub(crate) depth: u32,
    /// How many moves it makes on its inner board at most.
    pub(crate) nodes: u64,
    /// How many quiet answers it notices in each position that it thinks of.
    pub(crate) width: usize,
    /// How many captures of a hundred it overlooks in such positions.
    pub(crate) overlooked_captures: usize,
    /// How wrong it is about positions and exchanges at most, in hundredths of the least warrior or pawn.
    pub(crate) eval_noise: i32,
    /// Moves that seem worse than the best by no more than this are as good to it.
    pub(crate) margin: i32,
    /// Whether it never allows the next reply to decide the game if it can help it.
    pub(crate) careful: bool,
    /// Whether it looks deeper where it matters.
    pub(crate) selective: bool,
}

impl LevelParams {
    /// What a level lacks; nothing at full strength.
    pub(crate) fn of(game: &str, level: Level) -> Option<&'static Self> {
        let table = match game {
            grand_chess::GAME => &GRAND_CHESS,
            kaleido::GAME => &KALEIDOCHESS,
            klinzha::GAME => &KLIN_ZHA,
            _ => return None,
        };
        table.get(level.index())
    }

    /// What a search of a level may spend, whatever its caller allows.
    pub(crate) fn search_limit(game: &str, level: Level) -> SearchLimit {
        Self::of(game, level).map(Self::budget).unwrap_or_default()
    }

    /// What a search may spend.
    pub(crate) const fn budget(&self) -> SearchLimit {
        SearchLimit { nodes: Some(self.nodes), ..SearchLimit::depth(self.depth) }
    }
}

/// A line of the table: plies, nodes, width, captures overlooked, misjudgement, margin, careful and selective.
const fn style(
    (depth, nodes): (u32, u64),
    (width, overlooks): (usize, usize),
    (misjudges, margin): (i32, i32),
    careful: bool,
    selective: bool,
) -> LevelParams {
    LevelParams {
        depth,
        nodes,
        width,
        overlooked_captures: overlooks,
        eval_noise: misjudges,
        margin,
        careful,
        selective,
    }
}

const ALL: usize = usize::MAX;

/// By level, from 1 to 7.
const KLIN_ZHA: [LevelParams; 7] = [
    style((1, 1_000), (8, 14), (130, 75), false, false),
    style((2, 4_000), (14, 8), (75, 37), true, false),
    style((2, 6_000), (28, 3), (34, 17), true, false),
    style((3, 7_000), (28, 3), (33, 16), true, false),
    style((3, 12_000), (58, 1), (9, 5), true, false),
    style((4, 10_000), (ALL, 0), (29, 15), true, false),
    style((20, 20_000), (ALL, 0), (0, 2), true, true),
];

/// By level, from 1 to 7.
const GRAND_CHESS: [LevelParams; 7] = [
    style((1, 1_000), (5, 17), (138, 73), false, false),
    style((2, 3_000), (7, 13), (92, 46), true, false),
    style((2, 4_000), (9, 8), (79, 40), true, false),
    style((2, 6_000), (12, 5), (56, 28), true, false),
    style((3, 6_000), (13, 4), (51, 26), true, false),
    style((3, 11_000), (18, 2), (36, 18), true, false),
    style((4, 20_000), (26, 2), (24, 12), true, false),
];

/// By level, from 1 to 7.
const KALEIDOCHESS: [LevelParams; 7] = [
    style((1, 1_000), (4, 24), (170, 95), false, false),
    style((2, 3_000), (7, 13), (88, 44), true, false),
    style((2, 4_000), (9, 8), (73, 37), true, false),
    style((2, 6_000), (15, 4), (49, 24), true, false),
    style((3, 7_000), (20, 3), (34, 17), true, false),
    style((3, 13_000), (30, 1), (18, 9), true, false),
    style((4, 20_000), (50, 1), (7, 4), true, false),
];
