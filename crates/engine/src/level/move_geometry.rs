//! The cells of moves on the board, and the salience of moves to a human player.

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Cell, CellSet, SearchPosition};

/// A position whose moves have a place on the board.
pub(crate) trait MoveGeometry: SearchPosition {
    /// The cells on which a move begins and ends; `None` for a pass.
    fn ends(m: Self::Move) -> Option<(Cell, Cell)>;

    /// The cells that the seat to move wants to capture: the enemy's Goal, king or castles.
    fn targets(&self) -> CellSet;

    /// The shape of the board.
    fn geometry() -> &'static Geometry;
}

/// A move that ends within this distance of the last move's target is more salient, in board
/// units (a cell's side); set by hand.
const NEIGHBOURHOOD: f64 = 2.5;

fn distance<P: MoveGeometry>(a: Cell, b: Cell) -> f64 {
    let cells = &P::geometry().cells;
    match (cells.get(a.index()), cells.get(b.index())) {
        (Some(a), Some(b)) => (a.centre.x - b.centre.x).hypot(a.centre.y - b.centre.y),
        _ => f64::INFINITY,
    }
}

/// How far a move leads towards the nearest target, in board units.
fn advance<P: MoveGeometry>(targets: CellSet, from: Cell, to: Cell) -> f64 {
    let nearest =
        |cell: Cell| targets.into_iter().map(|target| distance::<P>(cell, target)).reduce(f64::min);
    match (nearest(from), nearest(to)) {
        (Some(before), Some(after)) => before - after,
        _ => 0.0,
    }
}

/// The salience of a move, from 1 to 10: captures, moves towards a target, and moves that end near
/// the last move's target stand out. A human player considers such moves first, whatever they are
/// worth. The weights were set by hand.
pub(crate) fn salience<P: MoveGeometry>(
    position: &P,
    m: P::Move,
    last_target: Option<Cell>,
) -> u32 {
    let Some((from, to)) = P::ends(m) else { return 1 };
    let forward = advance::<P>(position.targets(), from, to) > 0.5;
    let near = last_target.is_some_and(|cell| distance::<P>(cell, to) < NEIGHBOURHOOD);
    1 + 4 * u32::from(position.is_capture(m)) + 3 * u32::from(forward) + 2 * u32::from(near)
}
