//! The layout of a board in pixels: the geometry rotated, scaled and translated.

use crate::svg::{closed_path, number};
use heterodox_rules::geometry::{Geometry, Outline, Point};
use std::f64::consts::TAU;

/// The longer side of every board, in pixels.
const BOARD_SIZE: f64 = 900.0;
/// Between the frame and the edge of the picture, in pixels.
pub(crate) const MARGIN: f64 = 8.0;
/// The width of the frame of a board without labels, in pixels.
const NARROW_FRAME: f64 = 12.0;
/// The width of the frame of a board with labels, in pixels.
const WIDE_FRAME: f64 = 26.0;
/// The height of labels, in pixels.
pub(crate) const LABEL_HEIGHT: f64 = 14.5;

/// A board in pixels.
pub(crate) struct Layout<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Indexed as the cells of the geometry.
    pub(crate) cells: Vec<CellLayout>,
    /// The centres of the labels, indexed as the labels of the geometry.
    pub(crate) labels: Vec<Point>,
    /// The convex hull of all cells, clockwise.
    pub(crate) hull: Vec<Point>,
    /// The outer border of the frame.
    pub(crate) frame: Vec<Point>,
    /// The distance from the hull to the outer border of the frame.
    pub(crate) frame_width: f64,
    /// How many of the geometry's equal turns the board is rotated clockwise.
    rotation: u8,
}

/// A cell in pixels.
pub(crate) struct CellLayout {
    pub(crate) centre: Point,
    /// The radius of the largest circle around `centre` that fits into the cell.
    pub(crate) inradius: f64,
    /// The border as path data.
    pub(crate) d: String,
    /// The border as a polygon; arcs are approximated by short lines.
    pub(crate) corners: Vec<Point>,
}

impl CellLayout {
    /// Returns the border scaled by `factor` about the centre.
    pub(crate) fn inset(&self, factor: f64) -> Vec<Point> {
        self.corners.iter().map(|&corner| lerp(self.centre, corner, factor)).collect()
    }

    /// Whether a triangular cell points up: two of its corners are below its centre.
    pub(crate) fn points_up(&self) -> bool {
        self.corners.iter().filter(|corner| corner.y > self.centre.y).count() > 1
    }
}

impl<'a> Layout<'a> {
    /// Lays out a board that is rotated clockwise by `rotation` of its equal turns. The frame is
    /// wider if it has to hold labels: square cells hold them themselves.
    pub(crate) fn new(geometry: &'a Geometry, rotation: u8, with_labels: bool) -> Self {
        let rotation = rotation % geometry.turns.max(1);
        let mut to_pixels = ToPixels {
            pivot: centroid(geometry),
            angle: TAU * f64::from(rotation) / f64::from(geometry.turns.max(1)),
            scale: BOARD_SIZE / geometry.width.max(geometry.height).max(f64::EPSILON),
            translation: Point { x: 0.0, y: 0.0 },
        };
        let in_frame = with_labels && !has_square_cells(geometry);
        let frame_width = if in_frame { WIDE_FRAME } else { NARROW_FRAME };
        let frame = |to_pixels: &ToPixels| {
            let hull = convex_hull(to_pixels.all_corners(geometry));
            (offset_hull(&hull, frame_width), hull)
        };
        let (border, _) = frame(&to_pixels);
        let (min, max) = bounding_box(&border);
        to_pixels.translation = Point { x: MARGIN - min.x, y: MARGIN - min.y };
        let (frame, hull) = frame(&to_pixels);
        Self {
            geometry,
            width: (max.x - min.x + 2.0 * MARGIN).ceil(),
            height: (max.y - min.y + 2.0 * MARGIN).ceil(),
            cells: geometry
                .cells
                .iter()
                .map(|cell| CellLayout {
                    centre: to_pixels.point(cell.centre),
                    inradius: cell.room * to_pixels.scale,
                    d: to_pixels.path(&cell.outline),
                    corners: to_pixels.corners(&cell.outline),
                })
                .collect(),
            labels: geometry
                .labels
                .iter()
                .map(|label| move_into_frame(&hull, to_pixels.point(label.at), frame_width))
                .collect(),
            hull,
            frame,
            frame_width,
            rotation,
        }
    }

    /// Returns the index of the cell with this name; `None` if the board has no such cell.
    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.geometry.cells.iter().position(|cell| cell.name == name)
    }

    /// Returns the unit vector that was up before the board was rotated.
    pub(crate) fn board_up(&self) -> Point {
        let angle = TAU * f64::from(self.rotation) / f64::from(self.geometry.turns.max(1));
        rotated(Point { x: 0.0, y: -1.0 }, Point { x: 0.0, y: 0.0 }, angle)
    }

    /// Returns the distance of a point from the frame's border in pixels; negative inside.
    pub(crate) fn distance_outside_frame(&self, point: Point) -> f64 {
        distance_outside(&self.frame, point)
    }

    /// Moves everything down by `by` pixels and makes the picture higher, for space above the
    /// board.
    pub(crate) fn shift_down(&mut self, by: f64) {
        let mut shift = |point: &mut Point| point.y += by;
        self.labels.iter_mut().for_each(&mut shift);
        self.hull.iter_mut().for_each(&mut shift);
        self.frame.iter_mut().for_each(&mut shift);
        self.height += by;
        for cell in &mut self.cells {
            shift(&mut cell.centre);
            cell.corners.iter_mut().for_each(&mut shift);
            cell.d = closed_path(&cell.corners);
        }
    }

    /// Returns for each cell the cells that the arrow keys lead to on the rotated board: left,
    /// right, up, down.
    pub(crate) fn arrow_keys(&self) -> Vec<[Option<usize>; 4]> {
        let positions = self.positions();
        let cell_at = |position: usize| positions.iter().position(|&other| other == position);
        let keys =
            |position: &usize| self.geometry.keys.get(*position).copied().unwrap_or_default();
        positions.iter().map(|position| keys(position).map(|next| next.and_then(cell_at))).collect()
    }

    /// Returns for each cell the cell of the unrotated board whose position it has now.
    fn positions(&self) -> Vec<usize> {
        let cells = &self.geometry.cells;
        let pivot = centroid(self.geometry);
        let angle = TAU * f64::from(self.rotation) / f64::from(self.geometry.turns.max(1));
        let nearest = |point: Point| {
            let distance_to = |cell: &usize| distance(cells[*cell].centre, point);
            (0..cells.len())
                .min_by(|a, b| distance_to(a).total_cmp(&distance_to(b)))
                .unwrap_or_default()
        };
        cells.iter().map(|cell| nearest(rotated(cell.centre, pivot, angle))).collect()
    }
}

/// Returns whether all cells have four straight edges. Such cells have room for labels in their
/// corners, beside the piece.
pub(crate) fn has_square_cells(geometry: &Geometry) -> bool {
    let is_square =
        |outline: &Outline| matches!(outline, Outline::Polygon { corners } if corners.len() == 4);
    geometry.cells.iter().all(|cell| is_square(&cell.outline))
}

/// The transformation from board units to pixels.
struct ToPixels {
    /// The centre of the rotation, in board units.
    pivot: Point,
    /// Clockwise, in radians.
    angle: f64,
    scale: f64,
    translation: Point,
}

impl ToPixels {
    fn point(&self, point: Point) -> Point {
        let rotated = rotated(point, self.pivot, self.angle);
        Point {
            x: rotated.x * self.scale + self.translation.x,
            y: rotated.y * self.scale + self.translation.y,
        }
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
                let mut inner = arc(hub, inner, from, to);
                inner.reverse();
                points.append(&mut inner);
                points.into_iter().map(|point| self.point(point)).collect()
            }
            Outline::Disc { hub, radius } => {
                arc(hub, radius, 0.0, TAU).into_iter().skip(1).map(|p| self.point(p)).collect()
            }
        }
    }

    fn path(&self, outline: &Outline) -> String {
        closed_path(&self.corners(outline))
    }
}

/// Returns points along an arc, whose chords leave it by less than [`SAG`]. Angles are in radians,
/// clockwise from twelve o'clock.
fn arc(centre: Point, radius: f64, from: f64, to: f64) -> Vec<Point> {
    let step = 2.0 * (1.0 - SAG / radius.max(0.01)).acos();
    let steps = ((to - from).abs() / step).ceil().max(1.0);
    (0..=steps as usize)
        .map(|step| {
            let (sin, cos) = (from + (to - from) * step as f64 / steps).sin_cos();
            Point { x: centre.x + radius * sin, y: centre.y - radius * cos }
        })
        .collect()
}

/// How far a chord may be from its arc, in widths of a ring. A ring is at most 110 pixels wide.
const SAG: f64 = 0.002;

/// Moves a label that is outside the hull to the centre line of the frame.
fn move_into_frame(hull: &[Point], label: Point, frame_width: f64) -> Point {
    let distance = distance_outside(hull, label);
    let nearest =
        edges(hull).find(|&(a, b)| (distance_outside_edge(a, b, label) - distance).abs() < 1e-6);
    let Some((a, b)) = nearest.filter(|_| distance > 0.0) else { return label };
    let along = direction(a, b);
    let by = frame_width / 2.0 - distance;
    Point { x: label.x + along.y * by, y: label.y - along.x * by }
}

/// Returns the greatest distance of a point from the lines through the edges of a clockwise convex
/// polygon; negative inside.
fn distance_outside(polygon: &[Point], point: Point) -> f64 {
    edges(polygon)
        .map(|(a, b)| distance_outside_edge(a, b, point))
        .fold(f64::NEG_INFINITY, f64::max)
}

fn distance_outside_edge(a: Point, b: Point, point: Point) -> f64 {
    -cross(a, b, point) / distance(a, b).max(f64::EPSILON)
}

/// Returns the mean of the cells' centres, about which the board is rotated.
fn centroid(geometry: &Geometry) -> Point {
    let count = geometry.cells.len().max(1) as f64;
    let sum = |coordinate: fn(&Point) -> f64| {
        geometry.cells.iter().map(|cell| coordinate(&cell.centre)).sum::<f64>() / count
    };
    Point { x: sum(|point| point.x), y: sum(|point| point.y) }
}

fn rotated(point: Point, pivot: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    let (x, y) = (point.x - pivot.x, point.y - pivot.y);
    Point { x: pivot.x + x * cos - y * sin, y: pivot.y + x * sin + y * cos }
}

/// Interpolates linearly from `a` (`t` = 0) to `b` (`t` = 1).
pub(crate) fn lerp(a: Point, b: Point, t: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Returns the cross product of `b - a` and `point - a`. It is positive if `point` is to the right
/// of the line from `a` to `b` (y grows downwards), which is the inner side of a clockwise polygon.
fn cross(a: Point, b: Point, point: Point) -> f64 {
    (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
}

fn edges(points: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// Returns the corners of the bounding box with the smallest and the largest coordinates.
fn bounding_box(points: &[Point]) -> (Point, Point) {
    let fold = |start: f64, pick: fn(f64, f64) -> f64| Point {
        x: points.iter().map(|point| point.x).fold(start, pick),
        y: points.iter().map(|point| point.y).fold(start, pick),
    };
    (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max))
}

/// Returns the convex hull, clockwise on the screen (Andrew's monotone chain).
fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
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

/// Returns a convex polygon whose edges are moved outwards by `by`. Corners are bevelled.
pub(crate) fn offset_hull(hull: &[Point], by: f64) -> Vec<Point> {
    let n = hull.len();
    let mut points = Vec::with_capacity(2 * n);
    for i in 0..n {
        let (before, here, after) = (hull[(i + n - 1) % n], hull[i], hull[(i + 1) % n]);
        let (incoming, outgoing) = (direction(before, here), direction(here, after));
        let dot = incoming.x * outgoing.x + incoming.y * outgoing.y;
        // At a sharp corner the bevel lies further out, or it would cut off too much.
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

/// Returns the unit vector from `from` to `to`.
fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(f64::EPSILON);
    Point { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

/// Returns the value of a `viewBox` attribute.
pub(crate) fn view_box(width: f64, height: f64) -> String {
    format!("0 0 {} {}", number(width), number(height))
}

/// Returns the parts of parallel lines that lie inside a convex polygon. The lines run at `angle`
/// (radians, clockwise) and are `gap` apart.
pub(crate) fn hatch_lines(polygon: &[Point], angle: f64, gap: f64) -> Vec<[Point; 2]> {
    let origin = Point { x: 0.0, y: 0.0 };
    let level: Vec<Point> = polygon.iter().map(|&p| rotated(p, origin, -angle)).collect();
    let (min, max) = bounding_box(&level);
    let mut lines = Vec::new();
    let mut y = (min.y / gap).ceil() * gap;
    while y < max.y {
        let mut crossings: Vec<f64> = edges(&level)
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
