//! Draws a board of squares, two lines for each rank, with the names of ranks and files.
//!
//! ```text
//!   9   .   n    b    q    k    .     the piece on a square, followed by its mark
//!
//!   8   p    p  [ .  ] p   gr~  p
//! ```

use super::{Background, Canvas, Foreground, Style, TerminalBoard};
use heterodox_rules::Placed;
use heterodox_rules::geometry::{CellShape, Geometry, Outline};

/// Width of a square in columns.
const WIDTH: usize = 5;
/// Height of a square in lines.
const HEIGHT: usize = 2;
/// Columns left of the board, for the names of the ranks.
const MARGIN: usize = 3;

/// The marks of pieces, the most important first: mark, sign behind the code, background.
const SIGNS: [(&str, char, Background); 5] = [
    ("check", '+', Background::Alarm),
    ("frozen", '~', Background::Frozen),
    ("locked", '#', Background::Locked),
    ("shielded", '^', Background::None),
    ("freezing", '%', Background::None),
];

/// Returns whether all cells are squares of the same size.
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
pub(super) fn draw(view: &TerminalBoard<'_>) -> Canvas {
    let mut canvas = Canvas::default();
    for shape in &view.geometry.cells {
        draw_cell(&mut canvas, view, shape);
    }
    draw_labels(&mut canvas, view);
    canvas
}

/// Returns column and row of a point, counted from the viewer's top left corner.
fn place(view: &TerminalBoard<'_>, x: f64, y: f64) -> (f64, f64) {
    let geometry = view.geometry;
    if view.seen_from == 1 { (geometry.width - x, geometry.height - y) } else { (x, y) }
}

fn draw_cell(canvas: &mut Canvas, view: &TerminalBoard<'_>, shape: &CellShape) {
    let (x, y) = place(view, shape.centre.x, shape.centre.y);
    let (line, column) = (HEIGHT * y as usize, MARGIN + WIDTH * x as usize);
    let piece = view.frame.pieces.iter().find(|piece| piece.cell == shape.name);
    let sign = piece.and_then(sign);
    let background = background(view, shape, sign);
    let (content, foreground) = content(view, shape, piece, sign.map_or(' ', |sign| sign.1));
    canvas.put(line, column, &content, Style { foreground, background });
    canvas.put(
        line + 1,
        column,
        &" ".repeat(WIDTH),
        Style { foreground: Foreground::Text, background },
    );
}

/// Returns the most important mark of a piece.
fn sign(piece: &Placed) -> Option<&'static (&'static str, char, Background)> {
    SIGNS.iter().find(|(mark, ..)| piece.marks.contains(mark))
}

fn is_target(view: &TerminalBoard<'_>, cell: &str) -> bool {
    view.targets.iter().any(|target| target == cell)
}

fn is_last(view: &TerminalBoard<'_>, cell: &str) -> bool {
    view.frame.last.iter().any(|last| last == cell)
}

/// Returns the characters of a square. The outer ones show what the background shows, so that the
/// board can be read without colours.
fn content(
    view: &TerminalBoard<'_>,
    shape: &CellShape,
    piece: Option<&Placed>,
    sign: char,
) -> (String, Foreground) {
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
            (format!("{left} {dot} {right}"), Foreground::Faint)
        }
        Some(piece) => {
            let code = view.plain_code(piece);
            (
                format!("{left}{code:<2.2}{sign}{right}"),
                Foreground::Side(view.side_index(piece.side)),
            )
        }
    }
}

fn background(
    view: &TerminalBoard<'_>,
    shape: &CellShape,
    sign: Option<&'static (&'static str, char, Background)>,
) -> Background {
    if is_target(view, &shape.name) {
        return Background::Target;
    }
    match sign {
        Some((_, _, background)) if *background != Background::None => *background,
        _ if is_last(view, &shape.name) => Background::Last,
        _ if shape.classes.contains(&"light") => Background::Up,
        _ => Background::Down,
    }
}

/// Draws the names of ranks and files. Ranks on which pawns promote are brighter.
fn draw_labels(canvas: &mut Canvas, view: &TerminalBoard<'_>) {
    let bottom = HEIGHT * view.geometry.height as usize;
    for label in &view.geometry.labels {
        let (x, y) = place(view, label.at.x, label.at.y);
        let foreground =
            if label.class == "rank-promotion" { Foreground::Text } else { Foreground::Faint };
        let style = Style { foreground, background: Background::None };
        if label.class == "file" {
            canvas.put(bottom, MARGIN + WIDTH * x as usize + 1, &label.text, style);
        } else {
            canvas.put(HEIGHT * y as usize, 0, &format!("{:>2}", label.text), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::appearance::ColourDepth;
    use super::*;
    use heterodox_rules::{Frame, board};

    fn view<'a>(frame: &'a Frame, targets: &'a [String]) -> TerminalBoard<'a> {
        TerminalBoard {
            geometry: board("grand-chess").expect("a game"),
            sides: &["white", "black"],
            frame,
            targets,
            unicode: false,
            seen_from: 0,
        }
    }

    fn placed(cell: &str, side: &'static str, kind: &'static str, mark: &'static str) -> Placed {
        Placed { cell: cell.to_owned(), side, kind, marks: vec![mark] }
    }

    #[test]
    fn the_board_fits_an_80_by_24_terminal() {
        let text = view(&Frame::default(), &[]).draw().render(ColourDepth::None);
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
        let text = view.draw().render(ColourDepth::None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "10  gr#  k +  Gr~ [Q  ]  .    .    .    .    .    .", "\n{text}");
        assert_eq!(lines[2], " 9 * . *  .    .  [ . ]*Im *  .    .    .    .    .", "\n{text}");
        assert_eq!(lines[20], "    a    b    c    d    e    f    g    h    i    j");
        let turned = TerminalBoard { seen_from: 1, ..view }.draw().render(ColourDepth::None);
        let lines: Vec<&str> = turned.lines().collect();
        assert!(lines[0].starts_with(" 1") && lines[18].starts_with("10"), "{turned}");
        assert!(lines[18].ends_with("gr#"), "{turned}");
        assert_eq!(lines[20], "    j    i    h    g    f    e    d    c    b    a");
    }
}
