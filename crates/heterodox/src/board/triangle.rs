//! A board of triangles in rows, two lines a row.
//!
//! ```text
//! A                                /19\          the wide line of a cell holds its piece,
//!                                 / V  \         the narrow one the end of its name
//! B                            /18\ fl /29\      (the row's letter stands at the left)
//!                             /    \19/    \
//! ```

use super::{BoardView, Canvas, Ground, Ink, Paint};
use heterodox_rules::geometry::{CellShape, Geometry, Outline};

/// Columns from one cell of a row to the next.
const PITCH: f64 = 4.0;
/// Columns left of the board, for the row's letter.
const MARGIN: usize = 1;

/// Where the cells lie on the sheet, in the order of the geometry.
pub(super) struct Layout {
    cells: Vec<Place>,
}

struct Place {
    row: usize,
    /// The column of the cell's middle: the first to the right of its axis.
    middle: usize,
    up: bool,
    /// First in its row.
    first: bool,
}

impl Layout {
    /// The layout of a board; nothing if it is not one of triangles whose names are a letter for the
    /// row and two more characters.
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
pub(super) fn draw(view: &BoardView<'_>, layout: &Layout) -> Canvas {
    let mut canvas = Canvas::default();
    for (place, shape) in layout.cells.iter().zip(&view.geometry.cells) {
        draw_cell(&mut canvas, view, place, shape);
    }
    canvas
}

fn draw_cell(canvas: &mut Canvas, view: &BoardView<'_>, place: &Place, shape: &CellShape) {
    let (letter, end) = shape.name.split_at(1);
    let (upper, lower) = (2 * place.row, 2 * place.row + 1);
    let (narrow, wide) = if place.up { (upper, lower) } else { (lower, upper) };
    let ground = ground(view, shape);
    let faint = Paint { ink: Ink::Faint, ground };
    canvas.put(narrow, place.middle - 1, end, faint);
    let (content, ink) = content(view, &shape.name);
    canvas.put(wide, place.middle - 2, &content, Paint { ink, ground });
    if place.up {
        let (left, right) = if view.unicode { ("╱", "╲") } else { ("/", "\\") };
        for (line, distance) in [(upper, 1), (lower, 2)] {
            canvas.put(line, place.middle - distance - 1, left, faint);
            canvas.put(line, place.middle + distance, right, faint);
        }
    }
    if place.first {
        let paint = Paint { ink: Ink::Faint, ground: Ground::None };
        canvas.put(upper, place.middle.saturating_sub(4), letter, paint);
    }
}

/// The four characters in the wide line of a cell. What colours tell is told by characters too: `*`
/// a cell pointed at, `[ ]` the cells of the last move, `:` a zone, `.` a region
/// that matters during the setup; `-` a half covered cell and `#` one under a cloud, as in map files; `x` and a
/// piece where that was lost to something unseen.
fn content(view: &BoardView<'_>, cell: &str) -> (String, Ink) {
    let piece = view.frame.pieces.iter().find(|piece| piece.cell == cell);
    let ink = piece.map_or(Ink::Text, |piece| Ink::Side(view.side(piece.side)));
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
        return (" .  ".to_owned(), Ink::Faint);
    }
    // A mark stands at the left of a cloud's sign, and where there is room for one of the two the cloud stays.
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
    (text, ink)
}

/// The sign of the cloud over a cell, as in map files.
fn cloud(view: &BoardView<'_>, cell: &str) -> Option<char> {
    let covered = |kind| area(view, kind, cell).is_some();
    if covered("cloud-under") { Some('#') } else { covered("cloud-edge").then_some('-') }
}

enum Mark {
    Target,
    Last,
    Zone,
    None,
}

fn mark(view: &BoardView<'_>, cell: &str) -> Mark {
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

fn ground(view: &BoardView<'_>, shape: &CellShape) -> Ground {
    match mark(view, &shape.name) {
        Mark::Target => Ground::Target,
        Mark::Last => Ground::Last,
        Mark::Zone => Ground::Zone(area(view, "zone", &shape.name).map_or(0, |of| view.side(of))),
        Mark::None => match cloud(view, &shape.name) {
            Some('#') => Ground::CloudUnder,
            Some(_) => Ground::CloudEdge,
            None => base(view, shape),
        },
    }
}

/// The ground of a cell about which there is nothing to tell: during a setup its region, else which
/// way it points.
fn base(view: &BoardView<'_>, shape: &CellShape) -> Ground {
    let mut regions = view.frame.areas.iter().filter(|area| area.kind == "region").peekable();
    if regions.peek().is_some() {
        let number = regions.position(|area| area.cells.contains(&shape.name));
        return number.map_or(Ground::Down, |number| Ground::Group(number + 1));
    }
    if shape.classes.contains(&"up") { Ground::Up } else { Ground::Down }
}

/// Whose area of a kind a cell lies in.
fn area(view: &BoardView<'_>, kind: &str, cell: &str) -> Option<&'static str> {
    let mut areas = view.frame.areas.iter().filter(|area| area.kind == kind);
    areas.find(|area| area.cells.iter().any(|name| name == cell)).map(|area| area.of)
}

#[cfg(test)]
mod tests {
    use super::super::appearance::Colour;
    use super::*;
    use heterodox_rules::{Area, Frame, Placed, board};

    fn view<'a>(frame: &'a Frame, targets: &'a [String]) -> BoardView<'a> {
        BoardView {
            geometry: board("klinzha").expect("a game"),
            sides: &["gold", "green"],
            frame,
            targets,
            unicode: false,
            end: 0,
        }
    }

    fn placed(cell: &str, side: &'static str, kind: &'static str, goal: bool) -> Placed {
        let marks = if goal { vec!["goal"] } else { Vec::new() };
        Placed { cell: cell.to_owned(), side, kind, marks }
    }

    #[test]
    fn the_board_fits_an_80_by_24_terminal() {
        let text = view(&Frame::default(), &[]).draw().render(Colour::None);
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
        let text = view(&frame, &targets).draw().render(Colour::None);
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
        let text = view(&frame, &targets).draw().render(Colour::None);
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
        let view = BoardView { geometry: &geometry, ..view(&frame, &[]) };
        assert_eq!(view.draw().render(Colour::None), "gold: nothing\ngreen: fl A19\n");
    }
}
