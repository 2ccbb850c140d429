//! Draws a round board, two lines from ring to ring. Each cell shows its name, and in front of the
//! name the piece.
//!
//! ```text
//!       2F   1H   1G   bL1F       colour, kind, name
//!      2I   1K  <wW1J> 1I        < > castle, [ ] last move, ( ) its path, * * target
//! ```

use super::{Background, Canvas, Foreground, Hue, Style, TerminalBoard};
use heterodox_rules::Placed;
use heterodox_rules::geometry::{CellShape, Geometry, Outline, Point};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Lines from one ring to the next.
const LINES: f64 = 2.0;
/// Columns from one ring to the next.
const COLUMNS: f64 = 6.0;
/// Columns by which every ring is wider.
const WIDER: f64 = 1.5;
/// Width of a cell in columns: colour, kind and name.
const WIDTH: usize = 4;
/// Columns left of the board. They centre it in 80 columns, which leaves the corners free for the
/// players and the last moves.
const MARGIN: usize = 5;

/// Returns whether this is a board of rings around a disc.
pub(super) fn fits(geometry: &Geometry) -> bool {
    let ring = |shape: &CellShape| !matches!(shape.outline, Outline::Polygon { .. });
    geometry.cells.iter().all(ring) && hub(geometry).is_some()
}

/// Returns the centre of the board.
fn hub(geometry: &Geometry) -> Option<Point> {
    geometry.cells.iter().find_map(|shape| match shape.outline {
        Outline::Disc { hub, .. } => Some(hub),
        _ => None,
    })
}

/// Returns the number of a cell's ring; the disc in the middle is 0.
fn ring(shape: &CellShape) -> f64 {
    let class = shape.classes.iter().find_map(|class| class.strip_prefix("ring-"));
    class.and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// Returns line and column of the first character of a cell.
fn place(geometry: &Geometry, shape: &CellShape, turns: usize) -> (usize, usize) {
    let rings = geometry.cells.iter().map(ring).fold(0.0, f64::max);
    let Some(hub) = hub(geometry) else { return (0, 0) };
    // Clockwise from the top. A quarter turn brings the next castle to the bottom.
    let angle = (shape.centre.x - hub.x).atan2(hub.y - shape.centre.y);
    let angle = (angle - turns as f64 * FRAC_PI_2).rem_euclid(TAU);
    let ring = ring(shape);
    let wider = if ring > 0.0 { WIDER } else { 0.0 };
    let line = LINES * rings - LINES * ring * angle.cos();
    let middle = COLUMNS * rings + WIDER + (COLUMNS * ring + wider) * angle.sin();
    (line.round() as usize, middle.round() as usize + MARGIN)
}

/// Draws the board.
pub(super) fn draw(view: &TerminalBoard<'_>) -> Canvas {
    let mut canvas = Canvas::default();
    let places: Vec<_> = view
        .geometry
        .cells
        .iter()
        .map(|shape| place(view.geometry, shape, view.seen_from))
        .collect();
    for (shape, &(line, column)) in view.geometry.cells.iter().zip(&places) {
        let (text, foreground) = content(view, shape);
        canvas.put(line, column, &text, Style { foreground, background: background(view, shape) });
    }
    for (shape, &(line, column)) in view.geometry.cells.iter().zip(&places) {
        if let Some([left, right]) = signs(view, shape) {
            let style = Style::default();
            canvas.put(line, column - 1, left, style);
            canvas.put(line, column + WIDTH, right, style);
        }
    }
    canvas
}

fn content(view: &TerminalBoard<'_>, shape: &CellShape) -> (String, Foreground) {
    let name = &shape.name;
    match view.frame.pieces.iter().find(|piece| piece.cell == *name) {
        Some(piece) => {
            (format!("{}{}{name}", letter(piece), piece.kind), Foreground::Hue(hue(piece.side)))
        }
        None => (format!(" {name} "), Foreground::Faint),
    }
}

/// Returns the letter of a piece's colour, as in position strings.
fn letter(piece: &Placed) -> &str {
    piece.side.get(..1).unwrap_or_default()
}

/// Returns the colour of a side.
pub(super) fn hue(side: &str) -> Hue {
    match side {
        "red" => Hue::Red,
        "black" => Hue::Black,
        "green" => Hue::Green,
        _ => Hue::White,
    }
}

/// Returns the signs at both sides of a cell. Only the most important one is shown.
fn signs(view: &TerminalBoard<'_>, shape: &CellShape) -> Option<[&'static str; 2]> {
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

fn background(view: &TerminalBoard<'_>, shape: &CellShape) -> Background {
    let name = &shape.name;
    if view.targets.contains(name) {
        Background::Target
    } else if view.frame.last.contains(name) {
        Background::Last
    } else if shape.classes.contains(&"castle") {
        Background::Castle
    } else if shape.classes.contains(&"light") {
        Background::Up
    } else {
        Background::Down
    }
}

#[cfg(test)]
mod tests {
    use super::super::appearance::ColourDepth;
    use super::*;
    use heterodox_rules::{Frame, board};
    use std::collections::BTreeSet;

    fn view(frame: &Frame) -> TerminalBoard<'_> {
        TerminalBoard {
            geometry: board("kaleidochess").expect("a game"),
            sides: &["white", "red", "black", "green"],
            frame,
            targets: &[],
            unicode: false,
            seen_from: 0,
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
        let view = TerminalBoard { targets: &targets, ..view(&frame) };
        let text = view.draw().render(ColourDepth::None);
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
            let text =
                TerminalBoard { seen_from: end, ..view(&frame) }.draw().render(ColourDepth::None);
            let last = text.lines().last().expect("lines");
            assert!(last.contains(&format!("< {castle} >")), "{castle}\n{text}");
        }
    }
}
