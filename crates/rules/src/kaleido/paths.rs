//! One path that a move can take, to be shown: many may lead to the same cell, and the rules know only where a move
//! begins and ends (§3.2).

use super::board;
use super::moves::Move;
use super::piece::Kind;
use super::position::Position;
use super::reach::Path;
use crate::geometry::Point;
use crate::{Cell, CellSet};
use std::collections::BTreeMap;

/// The cells after the first one, the last one included, by that last one.
pub(super) type PathsByTarget = BTreeMap<Cell, Vec<Cell>>;

/// How a path compares with others to the same cell: how long it is between the middles of its cells, in thousandths
/// of a ring's width, then over how many pieces it leads.
type Cost = (u32, usize);

/// A path to every cell where a piece can end when these cells are occupied: the straightest one, then one that flies
/// over the fewest pieces, then the first one in the order of the cells.
pub(super) fn shown_paths(kind: Kind, from: Cell, occupied: CellSet) -> PathsByTarget {
    let mut search = Search { occupied, trail: Vec::new(), best: BTreeMap::new() };
    search.explore(kind, Path::new(kind, from), 0);
    search.best.into_iter().map(|(cell, (_, path))| (cell, path)).collect()
}

/// The path of a move that is legal in this position; none for a pass.
pub(super) fn path_of(position: &Position, m: Move) -> Vec<String> {
    if m.is_pass() {
        return Vec::new();
    }
    let Some((_, kind)) = position.piece(m.from()) else { return Vec::new() };
    cell_names(&shown_paths(kind, m.from(), position.all_occupied()), m.to())
}

/// The names of the cells on the path to this one.
pub(super) fn cell_names(paths: &PathsByTarget, to: Cell) -> Vec<String> {
    let path = paths.get(&to).map_or(&[][..], Vec::as_slice);
    path.iter().map(|&cell| board::name(cell).to_owned()).collect()
}

struct Search {
    occupied: CellSet,
    /// The cells after the first one.
    trail: Vec<Cell>,
    best: BTreeMap<Cell, (Cost, Vec<Cell>)>,
}

impl Search {
    fn explore(&mut self, kind: Kind, path: Path, length: u32) {
        if path.is_complete() {
            let cost = (length, (path.between() & self.occupied).len());
            if self.best.get(&path.end).is_none_or(|best| cost < best.0) {
                self.best.insert(path.end, (cost, self.trail.clone()));
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

/// Between the middles of two cells, in thousandths of a ring's width. Rounded, so that equal is equal.
fn distance(a: Cell, b: Cell) -> u32 {
    let middle = |cell: Cell| board::geometry().cells[cell.index()].centre;
    let (Point { x, y }, to) = (middle(a), middle(b));
    (1000.0 * (x - to.x).hypot(y - to.y)).round() as u32
}
