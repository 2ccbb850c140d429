//! Clouds over a board: neighbouring cells join into one soft shape.
//!
//! Three kinds of cell are told apart without colours, from far away, in the light and in the dark: a clear
//! one is the bare tile; an edge one lies in a thin mist through which the tile shows, with small clouds on it; one
//! under a cloud lies under a closed body with a border of billows and with billows on it. The lines between cells
//! stay visible everywhere, as one must aim at cells.
//!
//! All clouds of a board are six paths, whatever the number of cells:
//!
//! | role | what |
//! |---|---|
//! | `cloud-shadow` | the shadow of all clouds on the board |
//! | `cloud-mist` | edge cells and those under clouds, in one shape |
//! | `cloud-puff` | small clouds on edge cells |
//! | `cloud-body` | the cells under clouds, in one shape |
//! | `cloud-billow` | what makes them look round |
//! | `cloud-cells` | the lines between the cells |
//!
//! A shape is one closed line for each cell; a side towards a cell outside the shape swells out in billows, one
//! that two cells of the shape share is straight. The browser's board is drawn in the same way by the page's
//! script `board/clouds-layer.js`, from the corners of the cells that stand in the page and the details that
//! [`piece_defs`](crate::piece_defs) brings as `cloud-puff-up-0` and so on: one home for what is drawn by hand.
//! Between the two stand only [`BILLOWS`] and [`variant`].

use crate::layout::{Place, between};
use crate::svg::{Svg, closed, number};
use heterodox_rules::Area;
use heterodox_rules::geometry::Point;
use std::collections::HashSet;
use std::fmt::Write;

/// How the side of a cell is divided into billows, by the way in which it runs: nothing that depends on the
/// cell's place, so that a cloud keeps its shape when it drifts.
const BILLOWS: [[f64; 4]; 3] =
    [[0.2, 0.33, 0.21, 0.26], [0.32, 0.19, 0.27, 0.22], [0.21, 0.26, 0.18, 0.35]];

/// The radius of a billow, as a part of the straight line below it.
const ROUNDNESS: f64 = 0.6;

/// How much of a side is cut off at a corner that sticks out.
const CUT: f64 = 0.16;

/// A detail of a cell that points up and of one that points down, around the cell's middle, for a board
/// whose cells have sides of 100 pixels.
pub(crate) struct Detail {
    pub(crate) role: &'static str,
    pub(crate) up: [&'static str; VARIANTS],
    pub(crate) down: [&'static str; VARIANTS],
}

/// In how many ways a detail is drawn.
const VARIANTS: usize = 3;

/// Small clouds, over half of a cell.
pub(crate) const PUFF: Detail = Detail {
    role: "cloud-puff",
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

/// The crests of billows.
pub(crate) const BILLOW: Detail = Detail {
    role: "cloud-billow",
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

/// What is drawn of a cloud in every cell.
pub(crate) const DETAILS: [&Detail; 2] = [&PUFF, &BILLOW];

/// Whether an area is drawn here.
pub(crate) fn is_cloud(area: &Area) -> bool {
    matches!(area.kind, "cloud-edge" | "cloud-under")
}

/// Draws the clouds among these areas. `place` finds a cell of the board.
pub(crate) fn draw<'p>(svg: &mut Svg, areas: &[Area], place: impl Fn(&str) -> Option<&'p Place>) {
    let cells = |kind: &str| -> Vec<&Place> {
        let areas = areas.iter().filter(|area| area.kind == kind);
        areas.flat_map(|area| &area.cells).filter_map(|name| place(name)).collect()
    };
    let (edge, under) = (cells("cloud-edge"), cells("cloud-under"));
    let all = [&*edge, &*under].concat();
    if all.is_empty() {
        return;
    }
    svg.line_break();
    svg.open("g", &[("class", "clouds")]);
    let whole = shape(&all);
    svg.path("cloud-shadow", &whole, &[("transform", "translate(3 7)")]);
    svg.path("cloud-mist", &whole, &[]);
    svg.path(PUFF.role, &details(&edge, &PUFF), &[]);
    svg.path("cloud-body", &shape(&under), &[]);
    svg.path(BILLOW.role, &details(&under, &BILLOW), &[]);
    let lines: String = all.iter().map(|place| closed(&place.corners)).collect();
    svg.path("cloud-cells", &lines, &[]);
    svg.close("g");
}

/// A side of a cell as the point in its middle, rounded: the same for the two cells that share it.
fn key(a: Point, b: Point) -> (i64, i64) {
    ((a.x + b.x).round() as i64, (a.y + b.y).round() as i64)
}

/// The corners of a cell, each with the next one.
fn sides(place: &Place) -> impl Iterator<Item = (Point, Point)> {
    let corners = &place.corners;
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// The cells as one shape with billows around it.
fn shape(cells: &[&Place]) -> String {
    let mut seen = HashSet::new();
    let all = cells.iter().flat_map(|place| sides(place)).map(|(a, b)| key(a, b));
    let inner: HashSet<_> = all.filter(|&key| !seen.insert(key)).collect();
    let mut pen = Pen { d: String::new(), at: Point { x: 0.0, y: 0.0 } };
    for place in cells {
        let sides: Vec<_> = sides(place).collect();
        let outer: Vec<bool> = sides.iter().map(|&(a, b)| !inner.contains(&key(a, b))).collect();
        outline(&mut pen, &sides, &outer);
    }
    pen.d
}

/// The border of one cell of a shape: its sides, and which of them are those of the shape.
fn outline(pen: &mut Pen, sides: &[(Point, Point)], outer: &[bool]) {
    let n = sides.len();
    for (i, &(a, b)) in sides.iter().enumerate() {
        let cut = |with: usize| if outer[i] && outer[with] { CUT } else { 0.0 };
        let (before, after) = (cut((i + n - 1) % n), cut((i + 1) % n));
        let (start, end) = (between(a, b, before), between(a, b, 1.0 - after));
        if i == 0 {
            pen.start(start);
        }
        if !outer[i] {
            pen.line(b);
            continue;
        }
        swell(pen, start, end);
        if after > 0.0 {
            let (next, far) = sides[(i + 1) % n];
            pen.bow(between(next, far, CUT));
        }
    }
    pen.d.push('z');
}

/// A side that swells out in billows.
fn swell(pen: &mut Pen, a: Point, b: Point) {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let way = if y.abs() < 1.0 { 0 } else { 1 + usize::from(x * y > 0.0) };
    let mut done = 0.0;
    for part in BILLOWS[way] {
        done += part;
        pen.bow(between(a, b, done));
    }
}

/// Writes the data of a path in steps of a tenth of a pixel: shapes of many billows are to be short.
struct Pen {
    d: String,
    at: Point,
}

impl Pen {
    fn start(&mut self, to: Point) {
        self.at = Point { x: tenths(to.x), y: tenths(to.y) };
        let _ = write!(self.d, "M{} {}", self.at.x, self.at.y);
    }

    fn line(&mut self, to: Point) {
        self.d.push('l');
        self.step(to);
    }

    /// One billow, to the left of the way.
    fn bow(&mut self, to: Point) {
        let radius = tenths(ROUNDNESS * (to.x - self.at.x).hypot(to.y - self.at.y));
        let _ = write!(self.d, "a{radius} {radius} 0 0 1 ");
        self.step(to);
    }

    /// Writes how far it is and goes there.
    fn step(&mut self, to: Point) {
        let (x, y) = (tenths(to.x - self.at.x), tenths(to.y - self.at.y));
        let between = if y < 0.0 { "" } else { " " };
        let _ = write!(self.d, "{x}{between}{y}");
        self.at = Point { x: tenths(self.at.x + x), y: tenths(self.at.y + y) };
    }
}

/// Rounded to tenths; without a negative zero, which would be written as such.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

/// A detail in each of these cells.
fn details(cells: &[&Place], detail: &Detail) -> String {
    let mut d = String::new();
    for place in cells {
        let drawn = if place.points_up() { &detail.up } else { &detail.down };
        let (x, y) = (number(place.centre.x), number(place.centre.y));
        let _ = write!(d, "M{x} {y}{}", drawn[variant(place)]);
    }
    d
}

/// Which of its variants is drawn in a cell: neighbours differ.
fn variant(place: &Place) -> usize {
    let (column, row) =
        (place.centre.x / (place.room * 1.732), place.centre.y / (place.room * 3.0));
    (column.round() as usize + 2 * (row.floor() as usize)) % VARIANTS
}
