//! Where moves lead on the board: what catches a player's eye, whatever it is worth.

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Cell, CellSet, SearchPosition, grand_chess, kaleido, klinzha};

/// A position on a board.
pub(crate) trait MoveGeometry: SearchPosition {
    /// Where a move begins and ends; nothing for a pass.
    fn ends(m: Self::Move) -> Option<(Cell, Cell)>;

    /// What the seat to move is after: the enemy's Goal, king or castles.
    fn aims(&self) -> CellSet;

    /// The shape of the board.
    fn geometry() -> &'static Geometry;
}

impl MoveGeometry for klinzha::Position {
    fn ends(m: klinzha::Move) -> Option<(Cell, Cell)> {
        Some((m.from(), m.to()))
    }

    fn aims(&self) -> CellSet {
        self.goal(!self.turn()).map_or(CellSet::EMPTY, Cell::set)
    }

    fn geometry() -> &'static Geometry {
        klinzha::board::geometry()
    }
}

impl MoveGeometry for grand_chess::Position {
    fn ends(m: grand_chess::Move) -> Option<(Cell, Cell)> {
        Some((m.from(), m.to()))
    }

    fn aims(&self) -> CellSet {
        self.king(!self.turn()).set()
    }

    fn geometry() -> &'static Geometry {
        grand_chess::board::geometry()
    }
}

impl MoveGeometry for kaleido::Position {
    fn ends(m: kaleido::Move) -> Option<(Cell, Cell)> {
        (!m.is_pass()).then(|| (m.from(), m.to()))
    }

    fn aims(&self) -> CellSet {
        let others = self.playing().iter().filter(|&color| color != self.turn());
        others.fold(CellSet::EMPTY, |all, color| all | self.castles(color))
    }

    fn geometry() -> &'static Geometry {
        kaleido::board::geometry()
    }
}

/// What lies within so many board units of the last move's end is its neighbourhood.
const NEIGHBOURHOOD: f64 = 2.5;

fn distance<P: MoveGeometry>(a: Cell, b: Cell) -> f64 {
    let cells = &P::geometry().cells;
    match (cells.get(a.index()), cells.get(b.index())) {
        (Some(a), Some(b)) => (a.centre.x - b.centre.x).hypot(a.centre.y - b.centre.y),
        _ => f64::INFINITY,
    }
}

/// How far a move leads towards what its mover is after, in board units.
fn advance<P: MoveGeometry>(aims: CellSet, from: Cell, to: Cell) -> f64 {
    let nearest =
        |cell: Cell| aims.into_iter().map(|aim| distance::<P>(cell, aim)).reduce(f64::min);
    match (nearest(from), nearest(to)) {
        (Some(before), Some(after)) => before - after,
        _ => 0.0,
    }
}

/// How much a move catches the eye, from 1 to 10: captures, moves forward, and those near where the last move ended.
pub(crate) fn salience<P: MoveGeometry>(position: &P, m: P::Move, touched: Option<Cell>) -> u32 {
    let Some((from, to)) = P::ends(m) else { return 1 };
    let forward = advance::<P>(position.aims(), from, to) > 0.5;
    let near = touched.is_some_and(|cell| distance::<P>(cell, to) < NEIGHBOURHOOD);
    1 + 4 * u32::from(position.is_capture(m)) + 3 * u32::from(forward) + 2 * u32::from(near)
}
