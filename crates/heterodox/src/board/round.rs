//! A round board of rings, a line for every step of a cell outwards and two between rings. Each cell holds its name, and
//! before it what stands there.
//!
//! ```text
//!       2F   1H   1G   bL1F       colour, kind, name
//!      2I   1K  <wW1J> 1I        < > a castle, [ ] the last move, ( ) its way, * * where a piece can go
//! ```

use super::{BoardView, Canvas, Ground, Hue, Ink, Paint};
use heterodox_rules::Placed;
use heterodox_rules::geometry::{CellShape, Geometry, Outline, Point};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Lines from ring to ring.
const LINES: f64 = 2.0;
/// Columns from ring to ring.
const COLUMNS: f64 = 6.0;
/// Columns that are added to every ring.
const WIDER: f64 = 1.5;
/// Columns of a cell: colour, kind and name.
const WIDTH: usize = 4;
/// Columns left of the board: with them it stands in the middle of 80, and the corners are free for what is to be told.
const MARGIN: usize = 5;

/// Whether this is a board of rings around a disc.
pub(super) fn fits(geometry: &Geometry) -> bool {
    let ring = |shape: &CellShape| !matches!(shape.outline, Outline::Polygon { .. });
    geometry.cells.iter().all(ring) && hub(geometry).is_some()
}

/// The middle of the board.
fn hub(geometry: &Geometry) -> Option<Point> {
    geometry.cells.iter().find_map(|shape| match shape.outline {
        Outline::Disc { hub, .. } => Some(hub),
        _ => None,
    })
}

/// The number of a cell's ring; the disc in the middle is 0.
fn ring(shape: &CellShape) -> f64 {
    let class = shape.classes.iter().find_map(|class| class.strip_prefix("ring-"));
    class.and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// Where a cell begins on the sheet: line and column.
fn place(geometry: &Geometry, shape: &CellShape, turns: usize) -> (usize, usize) {
    let rings = geometry.cells.iter().map(ring).fold(0.0, f64::max);
    let Some(hub) = hub(geometry) else { return (0, 0) };
    // Clockwise from twelve o'clock; a quarter turn brings the next castle to the bottom.
    let angle = (shape.centre.x - hub.x).atan2(hub.y - shape.centre.y);
    let angle = (angle - turns as f64 * FRAC_PI_2).rem_euclid(TAU);
    let ring = ring(shape);
    let wider = if ring > 0.0 { WIDER } else { 0.0 };
    let line = LINES * rings - LINES * ring * angle.cos();
    let middle = COLUMNS * rings + WIDER + (COLUMNS * ring + wider) * angle.sin();
    (line.round() as usize, middle.round() as usize + MARGIN)
}

/// Draws the board.
pub(super) fn draw(view: &BoardView<'_>) -> Canvas {
    let mut canvas = Canvas::default();
    let places: Vec<_> =
        view.geometry.cells.iter().map(|shape| place(view.geometry, shape, view.end)).collect();
    for (shape, &(line, column)) in view.geometry.cells.iter().zip(&places) {
        let (text, ink) = content(view, shape);
        canvas.put(line, column, &text, Paint { ink, ground: ground(view, shape) });
    }
    for (shape, &(line, column)) in view.geometry.cells.iter().zip(&places) {
        if let Some([left, right]) = signs(view, shape) {
            let paint = Paint::default();
            canvas.put(line, column - 1, left, paint);
            canvas.put(line, column + WIDTH, right, paint);
        }
    }
    canvas
}

fn content(view: &BoardView<'_>, shape: &CellShape) -> (String, Ink) {
    let name = &shape.name;
    match view.frame.pieces.iter().find(|piece| piece.cell == *name) {
        Some(piece) => {
            (format!("{}{}{name}", letter(piece), piece.kind), Ink::Hue(hue(piece.side)))
        }
        None => (format!(" {name} "), Ink::Faint),
    }
}

/// The letter of a piece's colour, as in position strings.
fn letter(piece: &Placed) -> &str {
    piece.side.get(..1).unwrap_or_default()
}

/// The colour in which a side is shown; its pieces have its letter besides.
pub(super) fn hue(side: &str) -> Hue {
    match side {
        "red" => Hue::Red,
        "black" => Hue::Black,
        "green" => Hue::Green,
        _ => Hue::White,
    }
}

/// What stands around a cell, the most urgent first.
fn signs(view: &BoardView<'_>, shape: &CellShape) -> Option<[&'static str; 2]> {
    let name = &shape.name;
    if view.targets.contains(name) {
        Some(["*", "*"])
    } else if view.frame.last.contains(name) {
        Some(["[", "]"])
    } else if shape.classes.contains(&"castle") {
        Some(["<", ">"])
    } else if view.frame.path.contains(name) {
        Some(["(", ")"])
    } else {
        None
    }
}

fn ground(view: &BoardView<'_>, shape: &CellShape) -> Ground {
    let name = &shape.name;
    if view.targets.contains(name) {
        Ground::Target
    } else if view.frame.last.contains(name) {
        Ground::Last
    } else if shape.classes.contains(&"castle") {
        Ground::Castle
    } else if shape.classes.contains(&"light") {
        Ground::Up
    } else {
        Ground::Down
    }
}

#[cfg(test)]
mod tests {
    use super::super::appearance::Colour;
    use super::*;
    use heterodox_rules::{Frame, board};
    use std::collections::BTreeSet;

    fn view(frame: &Frame) -> BoardView<'_> {
        BoardView {
            geometry: board("kaleidochess").expect("a game"),
            sides: &["white", "red", "black", "green"],
            frame,
            targets: &[],
            unicode: false,
            end: 0,
        }
    }

    fn placed(cell: &str, side: &'static str, kind: &'static str) -> Placed {
        Placed { cell: cell.to_owned(), side, kind, marks: Vec::new() }
    }

    #[test]
    fn no_two_cells_share_a_place_from_whichever_side() {
        let geometry = board("kaleidochess").expect("a game");
        for turns in 0..4 {
            let mut taken = BTreeSet::new();
            for shape in &geometry.cells {
                let (line, column) = place(geometry, shape, turns);
                assert!(line < 21 && column >= 1 && column + WIDTH < 80, "{}", shape.name);
                let fresh = (column..column + WIDTH).all(|column| taken.insert((line, column)));
                assert!(fresh, "{} after {turns} turns", shape.name);
            }
            // The signs beside a cell hide nothing.
            for shape in &geometry.cells {
                let (line, column) = place(geometry, shape, turns);
                let beside = [(line, column - 1), (line, column + WIDTH)];
                assert!(beside.iter().all(|place| !taken.contains(place)), "{}", shape.name);
            }
        }
    }

    #[test]
    fn pieces_castles_the_last_move_and_its_way_show_without_colour() {
        let frame = Frame {
            pieces: vec![
                placed("1J", "white", "W"),
                placed("2D", "red", "E"),
                placed("5J", "black", "T"),
            ],
            last: vec!["1H".to_owned(), "2D".to_owned()],
            path: vec!["1E".to_owned(), "2D".to_owned()],
            ..Frame::default()
        };
        let targets = ["1A".to_owned()];
        let view = BoardView { targets: &targets, ..view(&frame) };
        let text = view.draw().render(Colour::None);
        assert_eq!(text.lines().count(), 21);
        let last = text.lines().last().expect("lines");
        assert_eq!(last.trim(), "1K     <wW1J>    1I", "\n{text}");
        for sign in ["< 00 >", "[ 1H ]", "( 1E )", "[rE2D]", "* 1A *", "<bT5J>", "< 7J >"] {
            assert!(text.contains(sign), "{sign}\n{text}");
        }
    }

    #[test]
    fn each_castle_can_stand_at_the_bottom() {
        let frame = Frame::default();
        for (end, castle) in ["1J", "3J", "5J", "7J"].into_iter().enumerate() {
            let text = BoardView { end, ..view(&frame) }.draw().render(Colour::None);
            let last = text.lines().last().expect("lines");
            assert!(last.contains(&format!("< {castle} >")), "{castle}\n{text}");
        }
    }
}
