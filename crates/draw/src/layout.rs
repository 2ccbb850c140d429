//! A board laid out in pixels: turned, scaled and moved to its place.

use crate::svg::{closed, number};
use heterodox_rules::geometry::{Geometry, Outline, Point};
use std::f64::consts::TAU;

/// The longer side of every board, in pixels.
const BOARD: f64 = 900.0;
/// Between the frame and the picture's edge.
pub(crate) const MARGIN: f64 = 8.0;
/// The width of the frame around a board without labels.
const NARROW_FRAME: f64 = 20.0;
/// The width of the frame around a board with labels.
const WIDE_FRAME: f64 = 46.0;
/// The height of labels.
pub(crate) const LABEL: f64 = 19.0;

/// A board in pixels.
pub(crate) struct Layout<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// In the order of the geometry's cells.
    pub(crate) cells: Vec<Place>,
    /// In the order of the geometry's labels.
    pub(crate) labels: Vec<Point>,
    /// The hull of all cells.
    pub(crate) hull: Vec<Point>,
    /// The border of the frame.
    pub(crate) frame: Vec<Point>,
    /// How far the frame reaches beyond the hull.
    pub(crate) frame_width: f64,
    turn: u8,
}

/// Where a cell lies.
pub(crate) struct Place {
    pub(crate) centre: Point,
    pub(crate) room: f64,
    /// The border as a path.
    pub(crate) d: String,
    /// The border as a polygon; curves become short straight lines.
    pub(crate) corners: Vec<Point>,
}

impl Place {
    /// The border, drawn in towards the middle by a factor.
    pub(crate) fn inset(&self, factor: f64) -> Vec<Point> {
        self.corners.iter().map(|&corner| between(self.centre, corner, factor)).collect()
    }

    /// Whether a triangle stands on a side.
    pub(crate) fn points_up(&self) -> bool {
        self.corners.iter().filter(|corner| corner.y > self.centre.y).count() > 1
    }
}

impl<'a> Layout<'a> {
    /// Lays a board out, turned clockwise by `turn` of its equal turns, with room for its labels if
    /// they are wanted.
    pub(crate) fn new(geometry: &'a Geometry, turn: u8, with_labels: bool) -> Self {
        let turn = turn % geometry.turns.max(1);
        let mut to_pixels = ToPixels {
            hub: middle(geometry),
            angle: TAU * f64::from(turn) / f64::from(geometry.turns.max(1)),
            scale: BOARD / geometry.width.max(geometry.height).max(f64::EPSILON),
            shift: Point { x: 0.0, y: 0.0 },
        };
        let frame_width = if with_labels { WIDE_FRAME } else { NARROW_FRAME };
        let frame = |to_pixels: &ToPixels| {
            let hull = hull(to_pixels.all_corners(geometry));
            (widened(&hull, frame_width), hull)
        };
        let (border, _) = frame(&to_pixels);
        let (low, high) = bounds(&border);
        to_pixels.shift = Point { x: MARGIN - low.x, y: MARGIN - low.y };
        let (frame, hull) = frame(&to_pixels);
        Self {
            geometry,
            width: (high.x - low.x + 2.0 * MARGIN).ceil(),
            height: (high.y - low.y + 2.0 * MARGIN).ceil(),
            cells: geometry
                .cells
                .iter()
                .map(|cell| Place {
                    centre: to_pixels.point(cell.centre),
                    room: cell.room * to_pixels.scale,
                    d: to_pixels.path(&cell.outline),
                    corners: to_pixels.corners(&cell.outline),
                })
                .collect(),
            labels: geometry
                .labels
                .iter()
                .map(|label| into_frame(&hull, to_pixels.point(label.at), frame_width))
                .collect(),
            hull,
            frame,
            frame_width,
            turn,
        }
    }

    /// The index of the cell with this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.geometry.cells.iter().position(|cell| cell.name == name)
    }

    /// Where up on the unturned board leads now.
    pub(crate) fn upwards(&self) -> Point {
        let angle = TAU * f64::from(self.turn) / f64::from(self.geometry.turns.max(1));
        rotated(Point { x: 0.0, y: -1.0 }, Point { x: 0.0, y: 0.0 }, angle)
    }

    /// How far a point lies outside the frame; negative inside.
    pub(crate) fn outside(&self, point: Point) -> f64 {
        outside(&self.frame, point)
    }

    /// Makes room above the board.
    pub(crate) fn push_down(&mut self, by: f64) {
        let mut place = |point: &mut Point| point.y += by;
        self.labels.iter_mut().for_each(&mut place);
        self.hull.iter_mut().for_each(&mut place);
        self.frame.iter_mut().for_each(&mut place);
        self.height += by;
        for cell in &mut self.cells {
            place(&mut cell.centre);
            cell.corners.iter_mut().for_each(&mut place);
            cell.d = closed(&cell.corners);
        }
    }

    /// What the cursor keys reach from each cell of the board as it lies: left, right, up, down.
    pub(crate) fn keys(&self) -> Vec<[Option<usize>; 4]> {
        let places = self.places();
        let cell_at = |place: usize| places.iter().position(|&at| at == place);
        let keys = |place: &usize| self.geometry.keys.get(*place).copied().unwrap_or_default();
        places.iter().map(|place| keys(place).map(|next| next.and_then(cell_at))).collect()
    }

    /// For each cell, the cell of the unturned board in whose place it lies.
    fn places(&self) -> Vec<usize> {
        let cells = &self.geometry.cells;
        let hub = middle(self.geometry);
        let angle = TAU * f64::from(self.turn) / f64::from(self.geometry.turns.max(1));
        let nearest = |point: Point| {
            let far = |cell: &usize| distance(cells[*cell].centre, point);
            (0..cells.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or_default()
        };
        cells.iter().map(|cell| nearest(rotated(cell.centre, hub, angle))).collect()
    }
}

/// From board units to pixels.
struct ToPixels {
    hub: Point,
    angle: f64,
    scale: f64,
    shift: Point,
}

impl ToPixels {
    fn point(&self, point: Point) -> Point {
        let turned = rotated(point, self.hub, self.angle);
        Point { x: turned.x * self.scale + self.shift.x, y: turned.y * self.scale + self.shift.y }
    }

    fn all_corners(&self, geometry: &Geometry) -> Vec<Point> {
        geometry.cells.iter().flat_map(|cell| self.corners(&cell.outline)).collect()
    }

    fn corners(&self, outline: &Outline) -> Vec<Point> {
        match *outline {
            Outline::Polygon { ref corners } => {
                corners.iter().map(|&corner| self.point(corner)).collect()
            }
            Outline::RingSector { hub, inner, outer, from, to } => {
                let mut points = arc(hub, outer, from, to);
                let mut back = arc(hub, inner, from, to);
                back.reverse();
                points.append(&mut back);
                points.into_iter().map(|point| self.point(point)).collect()
            }
            Outline::Disc { hub, radius } => {
                arc(hub, radius, 0.0, TAU).into_iter().skip(1).map(|p| self.point(p)).collect()
            }
        }
    }

    fn path(&self, outline: &Outline) -> String {
        closed(&self.corners(outline))
    }
}

/// Points along an arc, angles clockwise from twelve o'clock.
fn arc(hub: Point, radius: f64, from: f64, to: f64) -> Vec<Point> {
    let steps = ((to - from).abs() / TAU * 120.0).ceil().max(1.0);
    (0..=steps as usize)
        .map(|step| {
            let (sin, cos) = (from + (to - from) * step as f64 / steps).sin_cos();
            Point { x: hub.x + radius * sin, y: hub.y - radius * cos }
        })
        .collect()
}

/// Moves a label that stands outside the hull to the middle of the frame.
fn into_frame(hull: &[Point], label: Point, frame_width: f64) -> Point {
    let far = outside(hull, label);
    let nearest = edges(hull).find(|&(a, b)| (outside_edge(a, b, label) - far).abs() < 1e-6);
    let Some((a, b)) = nearest.filter(|_| far > 0.0) else { return label };
    let along = direction(a, b);
    let by = frame_width / 2.0 - far;
    Point { x: label.x + along.y * by, y: label.y - along.x * by }
}

/// How far a point lies outside a clockwise convex polygon; negative inside.
fn outside(polygon: &[Point], point: Point) -> f64 {
    edges(polygon).map(|(a, b)| outside_edge(a, b, point)).fold(f64::NEG_INFINITY, f64::max)
}

fn outside_edge(a: Point, b: Point, point: Point) -> f64 {
    -cross(a, b, point) / distance(a, b).max(f64::EPSILON)
}

/// The point around which the board turns.
fn middle(geometry: &Geometry) -> Point {
    let count = geometry.cells.len().max(1) as f64;
    let sum = |coordinate: fn(&Point) -> f64| {
        geometry.cells.iter().map(|cell| coordinate(&cell.centre)).sum::<f64>() / count
    };
    Point { x: sum(|point| point.x), y: sum(|point| point.y) }
}

fn rotated(point: Point, hub: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    let (x, y) = (point.x - hub.x, point.y - hub.y);
    Point { x: hub.x + x * cos - y * sin, y: hub.y + x * sin + y * cos }
}

/// The point at `part` of the way from `a` to `b`.
pub(crate) fn between(a: Point, b: Point, part: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Positive when `point` lies to the right of the way from `a` to `b` (y grows downwards), which is
/// the inner side of a clockwise hull.
fn cross(a: Point, b: Point, point: Point) -> f64 {
    (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
}

fn edges(points: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// The smallest and largest coordinates.
pub(crate) fn bounds(points: &[Point]) -> (Point, Point) {
    let fold = |start: f64, pick: fn(f64, f64) -> f64| Point {
        x: points.iter().map(|point| point.x).fold(start, pick),
        y: points.iter().map(|point| point.y).fold(start, pick),
    };
    (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max))
}

/// The convex hull, clockwise as seen (Andrew's chain).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && cross(a, b, point) < 1e-6
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// A hull made wider all around, its sharp corners cut.
pub(crate) fn widened(hull: &[Point], by: f64) -> Vec<Point> {
    let n = hull.len();
    let mut points = Vec::with_capacity(2 * n);
    for i in 0..n {
        let (before, here, after) = (hull[(i + n - 1) % n], hull[i], hull[(i + 1) % n]);
        let (incoming, outgoing) = (direction(before, here), direction(here, after));
        let dot = incoming.x * outgoing.x + incoming.y * outgoing.y;
        // A sharp corner keeps more of its point than the plain cut would leave.
        let reach = if dot < 0.7 { by * 0.6 } else { 0.0 };
        for (along, sign) in [(incoming, 1.0), (outgoing, -1.0)] {
            points.push(Point {
                x: here.x + along.y * by + along.x * reach * sign,
                y: here.y - along.x * by + along.y * reach * sign,
            });
        }
    }
    points
}

fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(f64::EPSILON);
    Point { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

/// The value of a `viewBox`.
pub(crate) fn view_box(width: f64, height: f64) -> String {
    format!("0 0 {} {}", number(width), number(height))
}

/// The parts of parallel lines at `angle`, `gap` apart, that lie inside a convex polygon.
pub(crate) fn hatch(polygon: &[Point], angle: f64, gap: f64) -> Vec<[Point; 2]> {
    let origin = Point { x: 0.0, y: 0.0 };
    let flat: Vec<Point> = polygon.iter().map(|&p| rotated(p, origin, -angle)).collect();
    let (low, high) = bounds(&flat);
    let mut lines = Vec::new();
    let mut y = (low.y / gap).ceil() * gap;
    while y < high.y {
        let mut crossings: Vec<f64> = edges(&flat)
            .filter(|(a, b)| (a.y < y) != (b.y < y))
            .map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
            .collect();
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            lines.push([pair[0], pair[1]].map(|x| rotated(Point { x, y }, origin, angle)));
        }
        y += gap;
    }
    lines
}
