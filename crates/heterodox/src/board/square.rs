//! A board of squares, two lines a rank, with the names of ranks and files at its edges.
//!
//! ```text
//!   9   .   n    b    q    k    .     what stands on a square, and what is to be told of it
//!
//!   8   p    p  [ .  ] p   gr~  p
//! ```

use super::{BoardView, Canvas, Ground, Ink, Paint};
use heterodox_rules::Placed;
use heterodox_rules::geometry::{CellShape, Geometry, Outline};

/// Columns of a square.
const WIDTH: usize = 5;
/// Lines of a square.
const HEIGHT: usize = 2;
/// Columns left of the board, for the ranks.
const MARGIN: usize = 3;

/// What is told of a piece behind its code, the most urgent first: the mark, the sign, the ground.
const SIGNS: [(&str, char, Ground); 5] = [
    ("check", '+', Ground::Alarm),
    ("frozen", '~', Ground::Frozen),
    ("locked", '#', Ground::Locked),
    ("shielded", '^', Ground::None),
    ("freezing", '%', Ground::None),
];

/// Whether it is a board of squares of the same size, side by side.
pub(super) fn fits(geometry: &Geometry) -> bool {
    !geometry.cells.is_empty() && geometry.cells.iter().all(is_unit_square)
}

fn is_unit_square(shape: &CellShape) -> bool {
    let Outline::Polygon { corners } = &shape.outline else { return false };
    let at_half = |distance: f64| (distance.abs() - 0.5).abs() < 1e-6;
    let (x, y) = (shape.centre.x, shape.centre.y);
    corners.len() == 4
        && corners.iter().all(|corner| at_half(corner.x - x) && at_half(corner.y - y))
}

/// Draws the board.
pub(super) fn draw(view: &BoardView<'_>) -> Canvas {
    let mut canvas = Canvas::default();
    for shape in &view.geometry.cells {
        draw_cell(&mut canvas, view, shape);
    }
    draw_labels(&mut canvas, view);
    canvas
}

/// A place of the drawing as the viewer sees it: column and row of squares.
fn place(view: &BoardView<'_>, x: f64, y: f64) -> (f64, f64) {
    let geometry = view.geometry;
    if view.end == 1 { (geometry.width - x, geometry.height - y) } else { (x, y) }
}

fn draw_cell(canvas: &mut Canvas, view: &BoardView<'_>, shape: &CellShape) {
    let (x, y) = place(view, shape.centre.x, shape.centre.y);
    let (line, column) = (HEIGHT * y as usize, MARGIN + WIDTH * x as usize);
    let piece = view.frame.pieces.iter().find(|piece| piece.cell == shape.name);
    let sign = piece.and_then(sign);
    let ground = ground(view, shape, sign);
    let (content, ink) = content(view, shape, piece, sign.map_or(' ', |sign| sign.1));
    canvas.put(line, column, &content, Paint { ink, ground });
    canvas.put(line + 1, column, &" ".repeat(WIDTH), Paint { ink: Ink::Text, ground });
}

/// What is most urgent to be told of a piece.
fn sign(piece: &Placed) -> Option<&'static (&'static str, char, Ground)> {
    SIGNS.iter().find(|(mark, ..)| piece.marks.contains(mark))
}

fn is_target(view: &BoardView<'_>, cell: &str) -> bool {
    view.targets.iter().any(|target| target == cell)
}

fn is_last(view: &BoardView<'_>, cell: &str) -> bool {
    view.frame.last.iter().any(|last| last == cell)
}

/// The characters of a square: those around tell what colours tell, too.
fn content(
    view: &BoardView<'_>,
    shape: &CellShape,
    piece: Option<&Placed>,
    sign: char,
) -> (String, Ink) {
    let (left, right) = if is_target(view, &shape.name) {
        ('*', '*')
    } else if is_last(view, &shape.name) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    match piece {
        None => {
            let dot = if view.unicode { '·' } else { '.' };
            (format!("{left} {dot} {right}"), Ink::Faint)
        }
        Some(piece) => {
            let code = view.plain_code(piece);
            (format!("{left}{code:<2.2}{sign}{right}"), Ink::Side(view.side(piece.side)))
        }
    }
}

fn ground(
    view: &BoardView<'_>,
    shape: &CellShape,
    sign: Option<&'static (&'static str, char, Ground)>,
) -> Ground {
    if is_target(view, &shape.name) {
        return Ground::Target;
    }
    match sign {
        Some((_, _, ground)) if *ground != Ground::None => *ground,
        _ if is_last(view, &shape.name) => Ground::Last,
        _ if shape.classes.contains(&"light") => Ground::Up,
        _ => Ground::Down,
    }
}

/// The names of ranks and files; those of the ranks on which pawns promote are brighter.
fn draw_labels(canvas: &mut Canvas, view: &BoardView<'_>) {
    let bottom = HEIGHT * view.geometry.height as usize;
    for label in &view.geometry.labels {
        let (x, y) = place(view, label.at.x, label.at.y);
        let ink = if label.class == "rank-promotion" { Ink::Text } else { Ink::Faint };
        let paint = Paint { ink, ground: Ground::None };
        if label.class == "file" {
            canvas.put(bottom, MARGIN + WIDTH * x as usize + 1, &label.text, paint);
        } else {
            canvas.put(HEIGHT * y as usize, 0, &format!("{:>2}", label.text), paint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::appearance::Colour;
    use super::*;
    use heterodox_rules::{Frame, board};

    fn view<'a>(frame: &'a Frame, targets: &'a [String]) -> BoardView<'a> {
        BoardView {
            geometry: board("grand-chess").expect("a game"),
            sides: &["white", "black"],
            frame,
            targets,
            unicode: false,
            end: 0,
        }
    }

    fn placed(cell: &str, side: &'static str, kind: &'static str, mark: &'static str) -> Placed {
        Placed { cell: cell.to_owned(), side, kind, marks: vec![mark] }
    }

    #[test]
    fn the_board_fits_an_80_by_24_terminal() {
        let text = view(&Frame::default(), &[]).draw().render(Colour::None);
        assert_eq!(text.lines().count(), 21);
        assert!(text.lines().all(|line| line.len() <= 53), "{text}");
    }

    #[test]
    fn codes_marks_targets_and_the_last_move_show_without_colour() {
        let frame = Frame {
            pieces: vec![
                placed("a10", "black", "Gr", "locked"),
                placed("b10", "black", "K", "check"),
                placed("c10", "white", "Gr", "frozen"),
                placed("d10", "white", "Q", ""),
                placed("e9", "white", "Im", ""),
            ],
            last: vec!["d10".to_owned(), "d9".to_owned()],
            ..Frame::default()
        };
        let targets = ["e9".to_owned(), "a9".to_owned()];
        let view = view(&frame, &targets);
        let text = view.draw().render(Colour::None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "10  gr#  k +  Gr~ [Q  ]  .    .    .    .    .    .", "\n{text}");
        assert_eq!(lines[2], " 9 * . *  .    .  [ . ]*Im *  .    .    .    .    .", "\n{text}");
        assert_eq!(lines[20], "    a    b    c    d    e    f    g    h    i    j");
        let turned = BoardView { end: 1, ..view }.draw().render(Colour::None);
        let lines: Vec<&str> = turned.lines().collect();
        assert!(lines[0].starts_with(" 1") && lines[18].starts_with("10"), "{turned}");
        assert!(lines[18].ends_with("gr#"), "{turned}");
        assert_eq!(lines[20], "    j    i    h    g    f    e    d    c    b    a");
    }
}
