//! Clouds over a board. Adjacent clouded cells join into one soft shape.
//!
//! Three kinds of cell are told apart without colour, at any size and in both themes. A clear cell
//! is the bare tile. An edge cell lies in thin mist, through which the tile shows, with small
//! clouds on it. A cell under a cloud lies below an opaque body with billows on it and along its
//! border. The lines between cells stay visible everywhere, because players choose cells by them.
//!
//! All clouds of a board are six paths, for any number of cells:
//!
//! | class | what it draws |
//! |---|---|
//! | `cloud-shadow` | the shadow of all clouds on the board |
//! | `cloud-mist` | edge cells and cells under clouds, as one shape |
//! | `cloud-puff` | small clouds on edge cells |
//! | `cloud-body` | the cells under clouds, as one shape |
//! | `cloud-billow` | the crests of billows on cells under clouds |
//! | `cloud-cells` | the lines between the cells |
//!
//! A shape has one closed subpath for each cell. An edge that two cells of the shape share is
//! straight; an edge to a cell outside the shape is a row of billows. In the browser the script
//! `board/clouds-layer.js` draws the same shapes, from the corners of the cells in the page and the
//! details in [`piece_defs`](crate::piece_defs) (`cloud-puff-up-0` and so on). Only [`BILLOWS`],
//! the other constants of the border and [`variant`] exist in both languages and must agree.

use crate::layout::{CellLayout, lerp};
use crate::svg::{Svg, closed_path, number};
use heterodox_rules::Area;
use heterodox_rules::geometry::Point;
use std::collections::HashSet;
use std::fmt::Write;

/// The widths of an edge's billows as parts of its length, by the direction of the edge
/// (horizontal, rising, falling). They do not depend on the position of the cell, so that a
/// drifting cloud keeps its shape.
const BILLOWS: [[f64; 4]; 3] =
    [[0.2, 0.33, 0.21, 0.26], [0.32, 0.19, 0.27, 0.22], [0.21, 0.26, 0.18, 0.35]];

/// The radius of a billow's arc as a part of its width.
const ROUNDNESS: f64 = 0.6;

/// The part of an edge that is replaced by an arc at a corner between two edges of the border.
const CUT: f64 = 0.16;

/// A detail drawn on a cell: path data relative to the cell's centre, for cells that point up and
/// cells that point down with edges of 100 pixels.
pub(crate) struct Detail {
    pub(crate) class: &'static str,
    pub(crate) up: [&'static str; VARIANTS],
    pub(crate) down: [&'static str; VARIANTS],
}

/// The number of variants of each detail.
const VARIANTS: usize = 3;

/// Small clouds that cover half of an edge cell.
pub(crate) const PUFF: Detail = Detail {
    class: "cloud-puff",
    up: [
        "m-38 22a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm45 2a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm-18-35a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
        "m-1 23a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm-34-2a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm22-30a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
        "m-18-3a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm-18 27a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm48-1a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
    ],
    down: [
        "m-38-3a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm47-3a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm-21 27a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
        "m0-5a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm-36-3a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm26 26a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
        "m-18 15a8 8 0 0 1 3-15a11 11 0 0 1 19-3a8 8 0 0 1 13 7a6 6 0 0 1 1 11zm-19-27a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11zm52 0a6 6 0 0 1 3-10a8 8 0 0 1 13-1a6 6 0 0 1 5 11z",
    ],
};

/// The crests of billows on a cell under a cloud.
pub(crate) const BILLOW: Detail = Detail {
    class: "cloud-billow",
    up: [
        "m-30 15a12 12 0 0 1 19-10a16 16 0 0 1 28-3a12 12 0 0 1 14 12m-42-27a11 11 0 0 1 21-4",
        "m-33 19a11 11 0 0 1 15-13a14 14 0 0 1 25 2m-6-12a14 14 0 0 1 24 15m-32-34a11 11 0 0 1 17 4",
        "m-17 15a15 15 0 0 1 26-5a12 12 0 0 1 20 8m-50-16a11 11 0 0 1 17-10m-1-5a12 12 0 0 1 20 5",
    ],
    down: [
        "m-29-5a12 12 0 0 1 18-10a16 16 0 0 1 27-2a11 11 0 0 1 13 10m-40 19a12 12 0 0 1 20-5",
        "m-33-8a11 11 0 0 1 18-7m-5 9a14 14 0 0 1 26-2a13 13 0 0 1 21 1m-36 22a11 11 0 0 1 18 2",
        "m-20-12a12 12 0 0 1 19-6a14 14 0 0 1 26 7m-42 16a14 14 0 0 1 25-5a11 11 0 0 1 11 8",
    ],
};

/// All details.
pub(crate) const DETAILS: [&Detail; 2] = [&PUFF, &BILLOW];

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
    let outline = cloud_outline(&all);
    svg.path("cloud-shadow", &outline, &[("transform", "translate(3 7)")]);
    svg.path("cloud-mist", &outline, &[]);
    svg.path(PUFF.class, &detail_paths(&edge, &PUFF), &[]);
    svg.path("cloud-body", &cloud_outline(&under), &[]);
    svg.path(BILLOW.class, &detail_paths(&under, &BILLOW), &[]);
    let lines: String = all.iter().map(|cell| closed_path(&cell.corners)).collect();
    svg.path("cloud-cells", &lines, &[]);
    svg.close("g");
}

/// Identifies an edge by its rounded midpoint, which is the same for both cells that share it.
fn edge_key(a: Point, b: Point) -> (i64, i64) {
    ((a.x + b.x).round() as i64, (a.y + b.y).round() as i64)
}

/// The edges of a cell as pairs of corners.
fn edges(cell: &CellLayout) -> impl Iterator<Item = (Point, Point)> {
    let corners = &cell.corners;
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Returns the path data of the cells as one shape with billows along its border.
fn cloud_outline(cells: &[&CellLayout]) -> String {
    let mut seen = HashSet::new();
    let all = cells.iter().flat_map(|cell| edges(cell)).map(|(a, b)| edge_key(a, b));
    let shared: HashSet<_> = all.filter(|&key| !seen.insert(key)).collect();
    let mut path = PathWriter { d: String::new(), at: Point { x: 0.0, y: 0.0 } };
    for cell in cells {
        let edges: Vec<_> = edges(cell).collect();
        let on_border: Vec<bool> =
            edges.iter().map(|&(a, b)| !shared.contains(&edge_key(a, b))).collect();
        write_cell(&mut path, &edges, &on_border);
    }
    path.d
}

/// Writes the subpath of one cell. `on_border` tells which of its edges are on the border of the
/// shape.
fn write_cell(path: &mut PathWriter, edges: &[(Point, Point)], on_border: &[bool]) {
    let n = edges.len();
    for (i, &(a, b)) in edges.iter().enumerate() {
        let cut = |other: usize| if on_border[i] && on_border[other] { CUT } else { 0.0 };
        let (cut_before, cut_after) = (cut((i + n - 1) % n), cut((i + 1) % n));
        let (start, end) = (lerp(a, b, cut_before), lerp(a, b, 1.0 - cut_after));
        if i == 0 {
            path.move_to(start);
        }
        if !on_border[i] {
            path.line_to(b);
            continue;
        }
        write_billows(path, start, end);
        if cut_after > 0.0 {
            let (next_start, next_end) = edges[(i + 1) % n];
            path.arc_to(lerp(next_start, next_end, CUT));
        }
    }
    path.d.push('z');
}

/// Writes the billows along one edge.
fn write_billows(path: &mut PathWriter, a: Point, b: Point) {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let direction = if y.abs() < 1.0 { 0 } else { 1 + usize::from(x * y > 0.0) };
    let mut end = 0.0;
    for width in BILLOWS[direction] {
        end += width;
        path.arc_to(lerp(a, b, end));
    }
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

    /// Writes an arc that bulges to the left of its direction.
    fn arc_to(&mut self, to: Point) {
        let radius = round_to_tenth(ROUNDNESS * (to.x - self.at.x).hypot(to.y - self.at.y));
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
