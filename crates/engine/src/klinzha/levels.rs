//! The levels of Klin Zha: how each is weakened, and the cells of moves.

use crate::level::{ALL_MOVES, LevelParams, LevelTable, MoveGeometry};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::klinzha::{Move, Position, board};
use heterodox_rules::{Cell, CellSet};

/// Levels 1 to 7: depth and nodes, quiet moves considered and captures overlooked (%), noise and
/// margin, careful, selective. Tuned by `heterodox match klinzha --ladder`.
pub(crate) static LEVELS: LevelTable = LevelTable([
    LevelParams::row((1, 1_000), (8, 14), (130, 75), false, false),
    LevelParams::row((2, 4_000), (14, 8), (75, 37), true, false),
    LevelParams::row((2, 6_000), (28, 3), (34, 17), true, false),
    LevelParams::row((3, 7_000), (28, 3), (33, 16), true, false),
    LevelParams::row((3, 12_000), (58, 1), (9, 5), true, false),
    LevelParams::row((4, 10_000), (ALL_MOVES, 0), (29, 15), true, false),
    LevelParams::row((20, 20_000), (ALL_MOVES, 0), (0, 2), true, true),
]);

impl MoveGeometry for Position {
    fn ends(m: Move) -> Option<(Cell, Cell)> {
        Some((m.from(), m.to()))
    }

    fn targets(&self) -> CellSet {
        self.goal(!self.turn()).map_or(CellSet::EMPTY, Cell::set)
    }

    fn geometry() -> &'static Geometry {
        board::geometry()
    }
}
