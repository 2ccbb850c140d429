//! One way that a move can take, to be shown: many may lead to the same cell, and the rules know only where a move
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
pub(super) type Ways = BTreeMap<Cell, Vec<Cell>>;

/// How a way compares with others to the same cell: how long it is between the middles of its cells, in thousandths
/// of a ring's width, then over how many pieces it leads.
type Cost = (u32, usize);

/// A way to every cell where a piece can end when these cells are occupied: the straightest one, then one that flies
/// over the fewest pieces, then the first one in the order of the cells.
pub(super) fn ways(kind: Kind, from: Cell, occupied: CellSet) -> Ways {
    let mut search = Search { occupied, trail: Vec::new(), best: BTreeMap::new() };
    search.follow(kind, Path::new(kind, from), 0);
    search.best.into_iter().map(|(cell, (_, way))| (cell, way)).collect()
}

/// The way of a move that is legal in this position; none for a pass.
pub(super) fn of(position: &Position, m: Move) -> Vec<String> {
    if m.is_pass() {
        return Vec::new();
    }
    let Some((_, kind)) = position.piece(m.from()) else { return Vec::new() };
    names(&ways(kind, m.from(), position.all_occupied()), m.to())
}

/// The names of the cells on the way to this one.
pub(super) fn names(ways: &Ways, to: Cell) -> Vec<String> {
    let way = ways.get(&to).map_or(&[][..], Vec::as_slice);
    way.iter().map(|&cell| board::name(cell).to_owned()).collect()
}

struct Search {
    occupied: CellSet,
    /// The cells after the first one.
    trail: Vec<Cell>,
    best: BTreeMap<Cell, (Cost, Vec<Cell>)>,
}

impl Search {
    fn follow(&mut self, kind: Kind, path: Path, length: u32) {
        if path.is_whole() {
            let cost = (length, (path.over() & self.occupied).len());
            if self.best.get(&path.here).is_none_or(|best| cost < best.0) {
                self.best.insert(path.here, (cost, self.trail.clone()));
            }
            return;
        }
        for next in path.onwards() {
            if !kind.flies() && next.over().meets(self.occupied) {
                continue;
            }
            self.trail.push(next.here);
            self.follow(kind, next, length + distance(path.here, next.here));
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
