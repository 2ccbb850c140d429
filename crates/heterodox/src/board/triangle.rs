//! Draws a board of triangles, two lines for each row.
//!
//! ```text
//! A                                /19\          the wide line of a cell shows the piece,
//!                                 / V  \         the narrow line the end of its name
//! B                            /18\ fl /29\      (the letter of the row is at the left)
//!                             /    \19/    \
//! ```

use super::{Background, Canvas, Foreground, Style, TerminalBoard};
use heterodox_rules::geometry::{CellShape, Geometry, Outline};

/// Columns from one cell of a row to the next.
const PITCH: f64 = 4.0;
/// Columns left of the board, for the letter of the row.
const MARGIN: usize = 1;

/// The positions of the cells on the canvas, in the order of the geometry.
pub(super) struct Layout {
    cells: Vec<Place>,
}

struct Place {
    row: usize,
    /// The column just right of the axis of the cell.
    middle: usize,
    up: bool,
    /// Whether the cell is the first of its row.
    first: bool,
}

impl Layout {
    /// Returns the layout of a board. Returns `None` unless all cells are triangles whose names are
    /// a letter for the row and two more characters.
    pub(super) fn of(geometry: &Geometry) -> Option<Self> {
        let mut tops: Vec<f64> = Vec::new();
        let mut cells = Vec::new();
        for shape in &geometry.cells {
            let up = shape.classes.contains(&"up");
            if !(up || shape.classes.contains(&"down")) || shape.name.chars().count() != 3 {
                return None;
            }
            let top = top(shape)?;
            let known = tops.iter().position(|other| (other - top).abs() < 1e-6);
            let row = known.unwrap_or_else(|| {
                tops.push(top);
                tops.len() - 1
            });
            // Neighbours in a row are half a unit apart.
            let middle = (shape.centre.x * 2.0 * PITCH).round() as usize + MARGIN;
            cells.push(Place { row, middle, up, first: known.is_none() });
        }
        tops.is_sorted().then_some(Self { cells })
    }
}

fn top(shape: &CellShape) -> Option<f64> {
    let Outline::Polygon { corners } = &shape.outline else { return None };
    (corners.len() == 3).then(|| corners.iter().map(|corner| corner.y).fold(f64::MAX, f64::min))
}

/// Draws the board.
pub(super) fn draw(view: &TerminalBoard<'_>, layout: &Layout) -> Canvas {
    let mut canvas = Canvas::default();
    for (place, shape) in layout.cells.iter().zip(&view.geometry.cells) {
        draw_cell(&mut canvas, view, place, shape);
    }
    canvas
}

fn draw_cell(canvas: &mut Canvas, view: &TerminalBoard<'_>, place: &Place, shape: &CellShape) {
    let (letter, end) = shape.name.split_at(1);
    let (upper, lower) = (2 * place.row, 2 * place.row + 1);
    let (narrow, wide) = if place.up { (upper, lower) } else { (lower, upper) };
    let background = background(view, shape);
    let faint = Style { foreground: Foreground::Faint, background };
    canvas.put(narrow, place.middle - 1, end, faint);
    let (content, foreground) = content(view, &shape.name);
    canvas.put(wide, place.middle - 2, &content, Style { foreground, background });
    if place.up {
        let (left, right) = if view.unicode { ("╱", "╲") } else { ("/", "\\") };
        for (line, distance) in [(upper, 1), (lower, 2)] {
            canvas.put(line, place.middle - distance - 1, left, faint);
            canvas.put(line, place.middle + distance, right, faint);
        }
    }
    if place.first {
        let style = Style { foreground: Foreground::Faint, background: Background::None };
        canvas.put(upper, place.middle.saturating_sub(4), letter, style);
    }
}

/// Returns the four characters in the wide line of a cell. They show what the background shows, so
/// that the board can be read without colours: `*` a target, `[ ]` the last move, `:` a zone of
/// control, `.` a region during the setup, `-` a cell at the edge of a cloud and `#` under one (as
/// in map files), `x` and a piece that was captured there by an unseen piece.
fn content(view: &TerminalBoard<'_>, cell: &str) -> (String, Foreground) {
    let piece = view.frame.pieces.iter().find(|piece| piece.cell == cell);
    let foreground =
        piece.map_or(Foreground::Text, |piece| Foreground::Side(view.side_index(piece.side)));
    let mut code = piece.map_or_else(String::new, |piece| view.code(piece));
    if let Some(lost) = area(view, "marker", cell) {
        code.push('x');
        code.push_str(lost);
    }
    let cloud = cloud(view, cell);
    let (left, right) = match mark(view, cell) {
        Mark::Target => (Some('*'), Some('*')),
        Mark::Last => (Some('['), Some(']')),
        Mark::Zone => (Some(':'), Some(':')),
        Mark::None => (None, None),
    };
    if code.is_empty() && left.is_none() && cloud.is_none() && area(view, "region", cell).is_some()
    {
        return (" .  ".to_owned(), Foreground::Faint);
    }
    // The mark is left of the sign of the cloud. If there is room for only one, the cloud is shown.
    let (left, right) = match cloud {
        Some(sign) => (left.unwrap_or(sign), sign),
        None => (left.unwrap_or(' '), right.unwrap_or(' ')),
    };
    let blank = cloud.unwrap_or(' ');
    let text = match code.chars().count() {
        0 if left == '*' => format!("{blank}**{blank}"),
        0 => format!("{left}{blank}{blank}{right}"),
        1 => format!("{left}{code}{blank}{right}"),
        2 => format!("{left}{code}{right}"),
        3 => format!("{}{code}", cloud.unwrap_or(left)),
        _ => code.chars().take(4).collect(),
    };
    (text, foreground)
}

/// Returns the sign of the cloud over a cell, as in map files.
fn cloud(view: &TerminalBoard<'_>, cell: &str) -> Option<char> {
    let covered = |kind| area(view, kind, cell).is_some();
    if covered("cloud-under") { Some('#') } else { covered("cloud-edge").then_some('-') }
}

enum Mark {
    Target,
    Last,
    Zone,
    None,
}

fn mark(view: &TerminalBoard<'_>, cell: &str) -> Mark {
    if view.targets.iter().any(|target| target == cell) {
        Mark::Target
    } else if view.frame.last.iter().any(|last| last == cell) {
        Mark::Last
    } else if area(view, "zone", cell).is_some() {
        Mark::Zone
    } else {
        Mark::None
    }
}

fn background(view: &TerminalBoard<'_>, shape: &CellShape) -> Background {
    match mark(view, &shape.name) {
        Mark::Target => Background::Target,
        Mark::Last => Background::Last,
        Mark::Zone => {
            Background::Zone(area(view, "zone", &shape.name).map_or(0, |of| view.side_index(of)))
        }
        Mark::None => match cloud(view, &shape.name) {
            Some('#') => Background::CloudUnder,
            Some(_) => Background::CloudEdge,
            None => base(view, shape),
        },
    }
}

/// Returns the background of a cell without marks: its region during a setup, else the direction in
/// which it points.
fn base(view: &TerminalBoard<'_>, shape: &CellShape) -> Background {
    let mut regions = view.frame.areas.iter().filter(|area| area.kind == "region").peekable();
    if regions.peek().is_some() {
        let number = regions.position(|area| area.cells.contains(&shape.name));
        return number.map_or(Background::Down, |number| Background::Group(number + 1));
    }
    if shape.classes.contains(&"up") { Background::Up } else { Background::Down }
}

/// Returns the owner of the area of this kind that the cell belongs to.
fn area(view: &TerminalBoard<'_>, kind: &str, cell: &str) -> Option<&'static str> {
    let mut areas = view.frame.areas.iter().filter(|area| area.kind == kind);
    areas.find(|area| area.cells.iter().any(|name| name == cell)).map(|area| area.of)
}

#[cfg(test)]
mod tests {
    use super::super::appearance::ColourDepth;
    use super::*;
    use heterodox_rules::{Area, Frame, Placed, board};

    fn view<'a>(frame: &'a Frame, targets: &'a [String]) -> TerminalBoard<'a> {
        TerminalBoard {
            geometry: board("klinzha").expect("a game"),
            sides: &["gold", "green"],
            frame,
            targets,
            unicode: false,
            seen_from: 0,
        }
    }

    fn placed(cell: &str, side: &'static str, kind: &'static str, goal: bool) -> Placed {
        let marks = if goal { vec!["goal"] } else { Vec::new() };
        Placed { cell: cell.to_owned(), side, kind, marks }
    }

    #[test]
    fn the_board_fits_an_80_by_24_terminal() {
        let text = view(&Frame::default(), &[]).draw().render(ColourDepth::None);
        assert_eq!(text.lines().count(), 18);
        assert!(text.lines().all(|line| line.len() <= 72), "{text}");
    }

    #[test]
    fn pieces_goals_zones_targets_and_the_last_move_show_without_colour() {
        let frame = Frame {
            pieces: vec![placed("A19", "gold", "Fl", false), placed("C18", "green", "Fe", true)],
            areas: vec![Area { kind: "zone", of: "gold", cells: vec!["B19".to_owned()] }],
            last: vec!["B18".to_owned(), "A19".to_owned()],
            ..Frame::default()
        };
        let targets = ["B29".to_owned()];
        let text = view(&frame, &targets).draw().render(ColourDepth::None);
        let top: Vec<&str> = text.lines().take(6).collect();
        let expected = [
            "                                 A /19\\",
            "                                  /[Fl]\\",
            "                             B /18\\:  :/29\\",
            "                              /[  ]\\19/ ** \\",
            "                         C /17\\ feg/28\\    /39\\",
            "                          /    \\18/    \\29/    \\",
        ];
        assert_eq!(top, expected, "\n{text}");
    }

    #[test]
    fn clouds_neutrals_and_markers_show_without_colour() {
        let cells = |names: &str| names.split(' ').map(str::to_owned).collect();
        let frame = Frame {
            pieces: vec![
                placed("A19", "gold", "V", true),
                placed("B18", "green", "?", false),
                placed("B19", "gold", "?", false),
                placed("C18", "green", "Fe", true),
            ],
            areas: vec![
                Area { kind: "cloud-edge", of: "", cells: cells("B18 B19 C17 C39 D17") },
                Area { kind: "cloud-under", of: "", cells: cells("A19 B29 C18 C28 D16") },
                Area { kind: "marker", of: "VG", cells: cells("C28") },
                Area { kind: "marker", of: "S", cells: cells("C29") },
            ],
            last: cells("C39 B29"),
            ..Frame::default()
        };
        let targets = ["D17".to_owned()];
        let text = view(&frame, &targets).draw().render(ColourDepth::None);
        let top: Vec<&str> = text.lines().take(8).collect();
        let expected = [
            "                                 A /19\\",
            "                                  /#VG#\\",
            "                             B /18\\-?--/29\\",
            "                              /-!--\\19/[###\\",
            "                         C /17\\#feg/28\\ xS /39\\",
            "                          /----\\18/#xVG\\29/[---\\",
            "                     D /16\\-**-/27\\    /38\\    /49\\",
            "                      /####\\17/    \\28/    \\39/    \\",
        ];
        assert_eq!(top, expected, "\n{text}");
    }

    #[test]
    fn a_board_of_another_shape_is_listed() {
        let mut geometry = board("klinzha").expect("a game").clone();
        geometry.cells[0].classes.clear();
        let frame = Frame { pieces: vec![placed("A19", "green", "Fl", false)], ..Frame::default() };
        let view = TerminalBoard { geometry: &geometry, ..view(&frame, &[]) };
        assert_eq!(view.draw().render(ColourDepth::None), "gold: nothing\ngreen: fl A19\n");
    }
}
