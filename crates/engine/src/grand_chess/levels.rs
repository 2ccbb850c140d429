//! The levels of Grand Chess: how each is weakened, and the cells of moves.

use crate::level::{LevelParams, LevelTable, MoveGeometry};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::grand_chess::{Move, Position, board};
use heterodox_rules::{Cell, CellSet};

/// Levels 1 to 7: depth and nodes, quiet moves considered and captures overlooked (%), noise and
/// margin, careful, selective. Tuned by `heterodox match grand-chess --ladder`.
pub(crate) static LEVELS: LevelTable = LevelTable([
    LevelParams::row((1, 1_000), (5, 17), (138, 73), false, false),
    LevelParams::row((2, 3_000), (7, 13), (92, 46), true, false),
    LevelParams::row((2, 4_000), (9, 8), (79, 40), true, false),
    LevelParams::row((2, 6_000), (12, 5), (56, 28), true, false),
    LevelParams::row((3, 6_000), (13, 4), (51, 26), true, false),
    LevelParams::row((3, 11_000), (18, 2), (36, 18), true, false),
    LevelParams::row((4, 20_000), (26, 2), (24, 12), true, false),
]);

impl MoveGeometry for Position {
    fn ends(m: Move) -> Option<(Cell, Cell)> {
        Some((m.from(), m.to()))
    }

    fn targets(&self) -> CellSet {
        self.king(!self.turn()).set()
    }

    fn geometry() -> &'static Geometry {
        board::geometry()
    }
}
