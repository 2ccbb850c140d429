//! Clouds over a board: soft fog in two densities.
//!
//! Three kinds of cell are told apart without colour, at any size and in both themes. A clear cell
//! is the bare tile. An edge cell lies in thin mist, through which the tile shows, with a few drops
//! on it. A cell under a cloud lies below dense fog with wisps. The lines between cells stay
//! visible everywhere, because players choose cells by them.
//!
//! All clouds of a board are eleven paths, for any number of cells:
//!
//! | class | what it draws |
//! |---|---|
//! | `cloud-mist` | edge cells and cells under clouds, as one shape; one path for each layer |
//! | `cloud-drop` | drops on edge cells |
//! | `cloud-body` | the cells under clouds, as one shape; one path for each layer |
//! | `cloud-wisp` | wisps on cells under clouds |
//! | `cloud-cells` | the lines between the cells |
//!
//! A layer has one closed subpath for each cell: the cell with a rim as wide as [`RIMS`] says. The
//! subpaths of a layer overlap into one shape, and its layers, each a little transparent, make the
//! border soft. A filter would do the same, but pictures are also drawn by programs without
//! filters, and flat fills are drawn faster. In the browser the script `board/clouds-layer.js`
//! draws the same shapes, from the corners of the cells in the page and the details in
//! [`piece_defs`](crate::piece_defs) (`cloud-drop-up-0` and so on). Only [`RIMS`] and [`variant`]
//! exist in both languages and must agree.

use crate::layout::CellLayout;
use crate::svg::{Svg, closed_path, number};
use heterodox_rules::Area;
use heterodox_rules::geometry::Point;
use std::fmt::Write;

/// The widths of the rims of a shape's layers, from the outside in, where a cell's edges have a
/// length of 100.
const RIMS: [f64; 4] = [12.0, 8.0, 4.0, 0.0];

/// A detail drawn on a cell: path data relative to the cell's centre, for cells that point up and
/// cells that point down with edges of 100 pixels.
pub(crate) struct Detail {
    pub(crate) class: &'static str,
    pub(crate) up: [&'static str; VARIANTS],
    pub(crate) down: [&'static str; VARIANTS],
}

/// The number of variants of each detail.
const VARIANTS: usize = 3;

/// Drops on an edge cell.
pub(crate) const DROP: Detail = Detail {
    class: "cloud-drop",
    up: [
        "m-27 15a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm28-3a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm20 5a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-30-25a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm8-20a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
        "m-31 18a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm24-1a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm22-7a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-10-20a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-16-12a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
        "m-19 10a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm26 8a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm20 0a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-32-32a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm12 8a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
    ],
    down: [
        "m-29-14a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm28-2a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm24 4a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-34 18a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm14 18a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
        "m-21-12a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm26-6a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm22 2a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-20 20a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-14 16a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
        "m-33-17a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm22 7a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm24-4a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm-18 26a3 3 0 0 1 6 0a3 3 0 0 1-6 0zm12-4a3 3 0 0 1 6 0a3 3 0 0 1-6 0z",
    ],
};

/// Wisps on a cell under a cloud.
pub(crate) const WISP: Detail = Detail {
    class: "cloud-wisp",
    up: [
        "m-30 16a10 10 0 0 1 15 0a10 10 0 0 0 15 0a10 10 0 0 1 15 0a10 10 0 0 0 15 0m-46-22a10 10 0 0 0 15 0a10 10 0 0 1 15 0",
        "m-34 13a10 10 0 0 0 15 0a10 10 0 0 1 15 0a10 10 0 0 0 15 0m-24-21a10 10 0 0 1 15 0a10 10 0 0 0 15 0",
        "m-14 17a10 10 0 0 1 15 0a10 10 0 0 0 15 0a10 10 0 0 1 15 0m-50-21a10 10 0 0 1 15 0a10 10 0 0 0 15 0",
    ],
    down: [
        "m-30-13a10 10 0 0 1 15 0a10 10 0 0 0 15 0a10 10 0 0 1 15 0a10 10 0 0 0 15 0m-44 22a10 10 0 0 0 15 0a10 10 0 0 1 15 0",
        "m-15-14a10 10 0 0 0 15 0a10 10 0 0 1 15 0a10 10 0 0 0 15 0m-47 21a10 10 0 0 1 15 0a10 10 0 0 0 15 0",
        "m-33-12a10 10 0 0 1 15 0a10 10 0 0 0 15 0a10 10 0 0 1 15 0m-25 22a10 10 0 0 1 15 0a10 10 0 0 0 15 0",
    ],
};

/// All details.
pub(crate) const DETAILS: [&Detail; 2] = [&DROP, &WISP];

/// Whether an area is a cloud.
pub(crate) fn is_cloud(area: &Area) -> bool {
    matches!(area.kind, "cloud-edge" | "cloud-under")
}

/// Draws the clouds among the areas. `find_cell` returns the layout of a cell by its name.
pub(crate) fn draw<'l>(
    svg: &mut Svg,
    areas: &[Area],
    find_cell: impl Fn(&str) -> Option<&'l CellLayout>,
) {
    let cells = |kind: &str| -> Vec<&CellLayout> {
        let areas = areas.iter().filter(|area| area.kind == kind);
        areas.flat_map(|area| &area.cells).filter_map(|name| find_cell(name)).collect()
    };
    let (edge, under) = (cells("cloud-edge"), cells("cloud-under"));
    let all = [&*edge, &*under].concat();
    if all.is_empty() {
        return;
    }
    svg.line_break();
    svg.open("g", &[("class", "clouds")]);
    for rim in RIMS {
        svg.path("cloud-mist", &shape(&all, rim), &[]);
    }
    svg.path(DROP.class, &detail_paths(&edge, &DROP), &[]);
    for rim in RIMS {
        svg.path("cloud-body", &shape(&under, rim), &[]);
    }
    svg.path(WISP.class, &detail_paths(&under, &WISP), &[]);
    let lines: String = all.iter().map(|cell| closed_path(&cell.corners)).collect();
    svg.path("cloud-cells", &lines, &[]);
    svg.close("g");
}

/// The edges of a cell as pairs of corners, clockwise.
fn edges(cell: &CellLayout) -> impl Iterator<Item = (Point, Point)> {
    let corners = &cell.corners;
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Returns the path data of the cells with a rim around each of them.
fn shape(cells: &[&CellLayout], rim: f64) -> String {
    let mut path = PathWriter { d: String::new(), at: Point { x: 0.0, y: 0.0 } };
    for cell in cells {
        let mut first = None;
        for (a, b) in edges(cell) {
            let (x, y) = (b.x - a.x, b.y - a.y);
            let part = rim / x.hypot(y).max(1.0);
            let moved = |point: Point| Point { x: point.x + part * y, y: point.y - part * x };
            match first {
                None => path.move_to(moved(a)),
                Some(_) if rim > 0.0 => path.arc_to(moved(a), rim),
                Some(_) => {}
            }
            first = first.or(Some(moved(a)));
            path.line_to(moved(b));
        }
        if let Some(first) = first.filter(|_| rim > 0.0) {
            path.arc_to(first, rim);
        }
        path.d.push('z');
    }
    path.d
}

/// Writes path data with relative coordinates, rounded to tenths of a pixel, which keeps the data
/// of many arcs short.
struct PathWriter {
    d: String,
    /// The current point, as rounded.
    at: Point,
}

impl PathWriter {
    fn move_to(&mut self, to: Point) {
        self.at = Point { x: round_to_tenth(to.x), y: round_to_tenth(to.y) };
        let _ = write!(self.d, "M{} {}", self.at.x, self.at.y);
    }

    fn line_to(&mut self, to: Point) {
        self.d.push('l');
        self.write_offset(to);
    }

    /// Writes a clockwise arc around a corner.
    fn arc_to(&mut self, to: Point, radius: f64) {
        let _ = write!(self.d, "a{radius} {radius} 0 0 1 ");
        self.write_offset(to);
    }

    /// Writes the offset from the current point to `to` and moves the current point there.
    fn write_offset(&mut self, to: Point) {
        let (x, y) = (round_to_tenth(to.x - self.at.x), round_to_tenth(to.y - self.at.y));
        let separator = if y < 0.0 { "" } else { " " };
        let _ = write!(self.d, "{x}{separator}{y}");
        self.at = Point { x: round_to_tenth(self.at.x + x), y: round_to_tenth(self.at.y + y) };
    }
}

/// Rounds to tenths. Adding zero turns -0 into 0, which is written without a sign.
fn round_to_tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

/// Returns the path data of a detail on each of the cells.
fn detail_paths(cells: &[&CellLayout], detail: &Detail) -> String {
    let mut d = String::new();
    for cell in cells {
        let variants = if cell.points_up() { &detail.up } else { &detail.down };
        let (x, y) = (number(cell.centre.x), number(cell.centre.y));
        let _ = write!(d, "M{x} {y}{}", variants[variant(cell)]);
    }
    d
}

/// Returns which variant of a detail a cell shows. Adjacent cells show different ones.
fn variant(cell: &CellLayout) -> usize {
    let (column, row) =
        (cell.centre.x / (cell.inradius * 1.732), cell.centre.y / (cell.inradius * 3.0));
    (column.round() as usize + 2 * (row.floor() as usize)) % VARIANTS
}
