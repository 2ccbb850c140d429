//! The levels of `KaleidoChess`: how each is weakened, and the cells of moves.

use crate::level::{LevelParams, LevelTable, MoveGeometry};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::kaleido::{Move, Position, board};
use heterodox_rules::{Cell, CellSet};

/// Levels 1 to 7: depth and nodes, quiet moves considered and captures overlooked (%), noise and
/// margin, careful, selective. Tuned by `heterodox match kaleidochess --ladder`.
pub(crate) static LEVELS: LevelTable = LevelTable([
    LevelParams::row((1, 1_000), (4, 24), (170, 95), false, false),
    LevelParams::row((2, 3_000), (7, 13), (88, 44), true, false),
    LevelParams::row((2, 4_000), (9, 8), (73, 37), true, false),
    LevelParams::row((2, 6_000), (15, 4), (49, 24), true, false),
    LevelParams::row((3, 7_000), (20, 3), (34, 17), true, false),
    LevelParams::row((3, 13_000), (30, 1), (18, 9), true, false),
    LevelParams::row((4, 20_000), (50, 1), (7, 4), true, false),
]);

impl MoveGeometry for Position {
    fn ends(m: Move) -> Option<(Cell, Cell)> {
        (!m.is_pass()).then(|| (m.from(), m.to()))
    }

    fn targets(&self) -> CellSet {
        let others = self.playing().iter().filter(|&color| color != self.turn());
        others.fold(CellSet::EMPTY, |all, color| all | self.castles(color))
    }

    fn geometry() -> &'static Geometry {
        board::geometry()
    }
}
