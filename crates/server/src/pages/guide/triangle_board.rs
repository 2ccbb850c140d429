//! The ground of small diagrams on a board of triangles.

use super::small_diagram::round;
use heterodox_rules::geometry::{CellShape, Geometry, Outline, Point};
use std::fmt::Write;

/// The space for the names of rows and diagonals at the edge, in units of the diagram.
const MARGIN: f64 = 0.9;

/// Returns whether the cells of a board are triangles.
pub(super) fn is_triangular(geometry: &Geometry) -> bool {
    geometry.cells.iter().any(is_triangle)
}

fn is_triangle(cell: &CellShape) -> bool {
    matches!(&cell.outline, Outline::Polygon { corners } if corners.len() == 3)
}

/// The same board in units in which the incircle of a cell is one unit wide, as a piece and the
/// markers need it; `None` if its cells are no triangles.
pub(super) fn fitted(geometry: &Geometry) -> Option<Geometry> {
    let room = geometry.cells.iter().find(|cell| is_triangle(cell))?.room;
    let factor = 0.5 / room;
    let scaled = |point: &mut Point| (point.x, point.y) = (factor * point.x, factor * point.y);
    let mut fitted = geometry.clone();
    (fitted.width, fitted.height) = (factor * fitted.width, factor * fitted.height);
    for cell in &mut fitted.cells {
        scaled(&mut cell.centre);
        cell.room *= factor;
        if let Outline::Polygon { corners } = &mut cell.outline {
            corners.iter_mut().for_each(scaled);
        }
    }
    fitted.labels.iter_mut().for_each(|label| scaled(&mut label.at));
    Some(fitted)
}

/// Opens the drawing and draws the empty board. With `named`, labels are drawn at its edge.
pub(super) fn open_ground(out: &mut String, geometry: &Geometry, named: bool) {
    let margin = if named { MARGIN } else { 0.08 };
    let (width, height) = (round(geometry.width + 2.0 * margin), round(geometry.height + margin));
    let bottom = if named { height + 0.1 } else { height + 0.08 };
    let _ = write!(
        out,
        "<svg class=\"small-diagram small-triangle\" role=\"img\" viewBox=\"{} -0.08 {width} {bottom}\">",
        -margin
    );
    for (class, name) in [("small-ground", "up"), ("small-down", "down")] {
        let cells = geometry.cells.iter().filter(|cell| cell.classes.contains(&name));
        let d: String = cells.filter_map(corners).map(tile).collect();
        let _ = write!(out, "<path class=\"{class}\" d=\"{d}\"/>");
    }
    for label in geometry.labels.iter().filter(|_| named) {
        let (x, y) = (round(label.at.x), round(label.at.y));
        let _ = write!(out, "<text class=\"small-name\" x=\"{x}\" y=\"{y}\">{}</text>", label.text);
    }
}

fn corners(cell: &CellShape) -> Option<&[Point]> {
    match &cell.outline {
        Outline::Polygon { corners } => Some(corners),
        _ => None,
    }
}

/// A triangle as a part of a path.
pub(super) fn tile(corners: &[Point]) -> String {
    let mut d = String::new();
    for (i, Point { x, y }) in corners.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if i == 0 { 'M' } else { 'L' }, round(*x), round(*y));
    }
    d.push('z');
    d
}
