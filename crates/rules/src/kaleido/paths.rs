//! The path of a move that is shown on the board.
//!
//! The rules know only where a move begins and ends (§3.2); many paths may lead to the same cell.
//! The one shown is the straightest; of equally straight ones the one over the fewest pieces; of
//! those the first in the order of the cells.

use super::board;
use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use super::reach::Path;
use crate::geometry::Point;
use crate::{Cell, CellSet};

/// The order of paths to the same cell: the length between the centres of the cells, in thousandths
/// of a ring's width, then the number of pieces that the path leads over.
type Cost = (u32, usize);

/// The shown path of a legal move; empty for a pass.
pub(super) fn path_of(position: &Position, m: Move) -> Vec<String> {
    if m.is_pass() {
        return Vec::new();
    }
    let Some((_, kind)) = position.piece(m.from()) else { return Vec::new() };
    let occupied = position.all_occupied();
    let mut search = Search { occupied, to: m.to(), trail: Vec::new(), best: None };
    search.explore(kind, Path::new(kind, m.from()), 0);
    let path = search.best.map(|(_, path)| path).unwrap_or_default();
    path.into_iter().map(|cell| board::name(cell).to_owned()).collect()
}

struct Search {
    occupied: CellSet,
    to: Cell,
    /// The current path: the cells after the first one.
    trail: Vec<Cell>,
    best: Option<(Cost, Vec<Cell>)>,
}

impl Search {
    fn explore(&mut self, kind: Kind, path: Path, length: u32) {
        if path.is_complete() {
            if path.end != self.to {
                return;
            }
            let cost = (length, (path.between() & self.occupied).len());
            if self.best.as_ref().is_none_or(|best| cost < best.0) {
                self.best = Some((cost, self.trail.clone()));
            }
            return;
        }
        for next in path.extensions() {
            if !kind.flies() && next.between().meets(self.occupied) {
                continue;
            }
            self.trail.push(next.end);
            self.explore(kind, next, length + distance(path.end, next.end));
            self.trail.pop();
        }
    }
}

/// The distance between the centres of two cells, in thousandths of a ring's width. Rounded, so
/// that equal distances compare as equal.
fn distance(a: Cell, b: Cell) -> u32 {
    let middle = |cell: Cell| board::geometry().cells[cell.index()].centre;
    let (Point { x, y }, to) = (middle(a), middle(b));
    (1000.0 * (x - to.x).hypot(y - to.y)).round() as u32
}
