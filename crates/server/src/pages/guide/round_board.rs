//! The ground of small diagrams on a round board: each ring is two circles, one of them dashed.

use super::small_diagram::round;
use heterodox_rules::geometry::{Geometry, Outline, Point};
use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt::Write;

/// The centre of a round board; `None` if the board is not round.
pub(super) fn hub(geometry: &Geometry) -> Option<Point> {
    geometry.cells.iter().find_map(|shape| match shape.outline {
        Outline::RingSector { hub, .. } => Some(hub),
        _ => None,
    })
}

/// A ring of the board, derived from its cells.
struct Ring {
    /// The radius at the centre of the cells.
    radius: f64,
    /// The angle at which a dark cell begins.
    dark: f64,
    cells: usize,
}

/// Opens the drawing and draws the empty board. With `named`, labels are drawn at its edge.
pub(super) fn open_ground(out: &mut String, geometry: &Geometry, hub: Point, named: bool) {
    let rings = rings(geometry);
    let edge = rings.last().map_or(0.0, |ring| ring.radius + 0.5);
    let size = if named { geometry.width.max(geometry.height) / 2.0 } else { edge + 0.06 };
    let (left, top, wide) = (round(hub.x - size), round(hub.y - size), round(2.0 * size));
    let _ = write!(
        out,
        "<svg class=\"small-diagram small-round\" role=\"img\" viewBox=\"{left} {top} {wide} {wide}\">"
    );
    for (number, ring) in (1..).zip(&rings) {
        draw_ring(out, number, ring, hub);
    }
    let castles = geometry.cells.iter().filter(|shape| shape.classes.contains(&"castle"));
    let d: String = castles.map(|shape| tile(&shape.outline)).collect();
    let _ = write!(out, "<path class=\"small-castle\" d=\"{d}\"/>");
    let lines = (0..rings.len()).map(|ring| rings[ring].radius + 0.5);
    let d: String = lines.map(|radius| circle(hub, radius)).collect();
    let _ = write!(out, "<path class=\"small-ring-lines\" d=\"{d}\"/>");
    for label in geometry.labels.iter().filter(|_| named) {
        let Point { x, y } = label.at;
        let (x, y) = (round(x), round(y));
        let _ = write!(out, "<text class=\"small-name\" x=\"{x}\" y=\"{y}\">{}</text>", label.text);
    }
}

/// A light circle as wide as the ring, and a dashed dark one on top.
fn draw_ring(out: &mut String, number: usize, ring: &Ring, hub: Point) {
    let (x, y, r) = (round(hub.x), round(hub.y), ring.radius);
    // The dashes of a circle begin at three o'clock, the angles of cells at twelve.
    let turn = round((ring.dark - FRAC_PI_2).to_degrees());
    let _ = write!(
        out,
        "<circle class=\"small-ring-{number} light\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\
         <circle class=\"small-ring-{number}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" pathLength=\"{}\" \
         transform=\"rotate({turn} {x} {y})\"/>",
        ring.cells
    );
}

/// The rings from the inside out.
fn rings(geometry: &Geometry) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    for shape in &geometry.cells {
        let Outline::RingSector { inner, outer, from, .. } = shape.outline else { continue };
        let radius = f64::midpoint(inner, outer);
        let place = rings.iter().position(|ring| (ring.radius - radius).abs() < 0.1);
        let place = place.unwrap_or_else(|| {
            rings.push(Ring { radius, dark: 0.0, cells: 0 });
            rings.len() - 1
        });
        rings[place].cells += 1;
        if shape.classes.contains(&"dark") {
            rings[place].dark = from;
        }
    }
    rings.sort_by(|a, b| a.radius.total_cmp(&b.radius));
    rings
}

fn polar(hub: Point, radius: f64, angle: f64) -> Point {
    Point { x: round(hub.x + radius * angle.sin()), y: round(hub.y - radius * angle.cos()) }
}

fn circle(hub: Point, radius: f64) -> String {
    let (top, bottom) = (polar(hub, radius, 0.0), polar(hub, radius, TAU / 2.0));
    format!(
        "M{} {}A{radius} {radius} 0 0 1 {} {}A{radius} {radius} 0 0 1 {} {}Z",
        top.x, top.y, bottom.x, bottom.y, top.x, top.y
    )
}

/// The outline of a cell as a part of a path.
pub(super) fn tile(outline: &Outline) -> String {
    match *outline {
        Outline::Disc { hub, radius } => circle(hub, radius),
        Outline::RingSector { hub, inner, outer, from, to } => {
            let [a, b] = [from, to].map(|angle| polar(hub, outer, angle));
            let [c, d] = [to, from].map(|angle| polar(hub, inner, angle));
            format!(
                "M{} {}A{outer} {outer} 0 0 1 {} {}L{} {}A{inner} {inner} 0 0 0 {} {}Z",
                a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y
            )
        }
        Outline::Polygon { .. } => String::new(),
    }
}
