//! Small diagrams for lists: a few paths each, so that a page can hold a hundred of them. Their
//! colours are in `guide.css`, and their pieces are the page's symbols. A cell is about one unit
//! wide on every board.

use super::diagrams::{cells, signs};
use super::{Guide, round_board, triangle_board};
use heterodox_rules::geometry::{CellShape, Geometry, Outline, Point};
use heterodox_rules::{PieceDiagram, board};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The space for the names of files and ranks, in cells.
const MARGIN: f64 = 0.7;

/// The drawing of a diagram. With `named`, the files and ranks are labelled.
pub(super) fn svg(guide: &Guide, shown: &PieceDiagram, named: bool) -> String {
    let game = guide.info.id;
    let Ok(geometry) = board(game) else { return String::new() };
    let fitted = triangle_board::fitted(geometry);
    let geometry = fitted.as_ref().unwrap_or(geometry);
    let mut out = String::with_capacity(2000);
    open_ground(&mut out, geometry, named);
    let taken: BTreeSet<&str> = shown.pieces.iter().map(|piece| piece.cell.as_str()).collect();
    let found = signs(shown);
    let _ = write!(out, "<path class=\"small-start\" d=\"{}\"/>", tile(geometry, &shown.from));
    for (class, names) in [("hit", &["take", "convert", "victim"][..]), ("hit-own", &["own"])] {
        let hit = found.iter().filter(|(name, cell)| names.contains(name) && taken.contains(cell));
        let d: String = hit.map(|(_, cell)| tile(geometry, cell)).collect();
        if !d.is_empty() {
            let _ = write!(out, "<path class=\"small-{class}\" d=\"{d}\"/>");
        }
    }
    for piece in &shown.pieces {
        if let Some(Point { x, y }) = corner(geometry, &piece.cell).map(rounded) {
            let _ = write!(
                out,
                "<use href=\"#{game}-{}{}\" class=\"side-{}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>",
                piece.kind,
                if piece.marks.contains(&"goal") { "G" } else { "" },
                piece.side
            );
        }
    }
    let mut bearing: BTreeSet<&str> = taken.clone();
    for name in guide.signs.iter().copied() {
        let marked = cells(&found, name);
        let d: String = marked
            .iter()
            .map(|cell| stroke(geometry, name, cell, bearing.contains(cell)))
            .collect();
        bearing.extend(marked);
        if !d.is_empty() {
            let _ = write!(out, "<path class=\"small-{name}\" d=\"{d}\"/>");
        }
    }
    out.push_str("</svg>");
    out
}

/// Opens the drawing and draws the empty board. With `named`, labels are drawn at its edge.
fn open_ground(out: &mut String, geometry: &Geometry, named: bool) {
    if let Some(hub) = round_board::hub(geometry) {
        return round_board::open_ground(out, geometry, hub, named);
    }
    if triangle_board::is_triangular(geometry) {
        return triangle_board::open_ground(out, geometry, named);
    }
    let (width, height) = (geometry.width, geometry.height);
    let margin = if named { MARGIN } else { 0.0 };
    let _ = write!(
        out,
        "<svg class=\"small-diagram\" role=\"img\" viewBox=\"{} 0 {} {}\">\
         <path class=\"small-ground\" d=\"M0 0H{width}V{height}H0Z\"/>\
         <path class=\"small-dark\" d=\"{}\"/>",
        -margin,
        width + margin,
        height + margin,
        dark(geometry)
    );
    if named {
        out.push_str(&names(geometry));
    }
}

/// The names of the files below the board and of the ranks beside it.
fn names(geometry: &Geometry) -> String {
    let mut out = String::new();
    let mut name = |x: f64, y: f64, text: &str| {
        let _ = write!(out, "<text class=\"small-name\" x=\"{x}\" y=\"{y}\">{text}</text>");
    };
    for shape in &geometry.cells {
        let (file, rank) = shape.name.split_at(1);
        if shape.centre.x < 1.0 {
            name(-MARGIN / 2.0, shape.centre.y, rank);
        }
        if shape.centre.y > geometry.height - 1.0 {
            name(shape.centre.x, geometry.height + MARGIN / 2.0, file);
        }
    }
    out
}

fn shape<'a>(geometry: &'a Geometry, cell: &str) -> Option<&'a CellShape> {
    geometry.cells.iter().find(|shape| shape.name == cell)
}

/// The upper left corner of a unit square around the centre of a cell.
fn corner(geometry: &Geometry, cell: &str) -> Option<Point> {
    let Point { x, y } = shape(geometry, cell)?.centre;
    Some(Point { x: x - 0.5, y: y - 0.5 })
}

/// The dark squares, each row a dashed line.
fn dark(geometry: &Geometry) -> String {
    let mut d = String::new();
    let rows = geometry.height as usize;
    for row in 0..rows {
        // The square in the lower left corner is dark.
        let start = (rows - 1 - row) % 2;
        let _ = write!(d, "M{start} {row}.5H{}", geometry.width);
    }
    d
}

/// The outline of a cell as a part of a path.
fn tile(geometry: &Geometry, cell: &str) -> String {
    let Some(CellShape { outline, centre: Point { x, y }, .. }) = shape(geometry, cell) else {
        return String::new();
    };
    match outline {
        Outline::Polygon { corners } if corners.len() == 3 => triangle_board::tile(corners),
        Outline::Polygon { .. } => format!("M{} {}h1v1h-1z", x - 0.5, y - 0.5),
        outline => round_board::tile(outline),
    }
}

/// A marker as a part of a path; in a corner of the cell if the centre is taken.
fn stroke(geometry: &Geometry, name: &str, cell: &str, aside: bool) -> String {
    let Some(Point { x, y }) = corner(geometry, cell) else { return String::new() };
    let (right, down) = match (aside, name) {
        (false, _) => (0.5, 0.5),
        (true, "freeze") => (0.18, 0.18),
        (true, _) => (0.82, 0.18),
    };
    let (x, y) = (x + right, y + down);
    let at = |dx: f64, dy: f64, rest: &str| format!("M{} {}{rest}", round(x + dx), round(y + dy));
    match name {
        "victim" if aside => at(
            0.0,
            -0.2,
            "l.05.12 .12-.05 -.06.11 .09.08 -.12.02 -.02.13 -.08-.10 -.10.07 .02-.12 -.11-.04 .11-.06 -.05-.12 .11.06z",
        ),
        "freeze" if aside => at(0.0, -0.14, "v.28m-.12-.21l.24.14m0-.14l-.24.14"),
        "take" if aside => at(-0.12, -0.12, "l.24.24m0-.24l-.24.24"),
        "own" => at(-0.2, 0.0, "a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0m.11-.09l.18.18m0-.18l-.18.18"),
        "both" => at(0.0, 0.0, "h0"),
        "move" => at(-0.17, 0.0, "a.17.17 0 1 0 .34 0a.17.17 0 1 0-.34 0"),
        "take" | "capture" => at(-0.17, -0.17, "l.34.34m0-.34l-.34.34"),
        "guard" => at(-0.22, 0.1, "l.16-.28m0 .34l.2-.34m.02 .3l.14-.24"),
        "convert" => at(0.0, -0.26, "l.23.26-.23.26-.23-.26z"),
        "victim" => at(
            0.0,
            -0.3,
            "l.08.18 .18-.08 -.09.16 .14.12 -.18.03 -.03.19 -.12-.15 -.15.11 .03-.18 -.16-.05 .16-.09 -.07-.18 .16.09z",
        ),
        "freeze" => at(0.0, -0.2, "v.4m-.17-.3l.34.2m0-.2l-.34.2"),
        "unsafe" => at(-0.17, 0.0, "a.17.17 0 1 0 .34 0a.17.17 0 1 0-.34 0m.05.12l.24-.24"),
        _ => at(-0.17, 0.0, "h.34"),
    }
}

/// Rounds to hundredths of a cell.
pub(super) fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn rounded(point: Point) -> Point {
    Point { x: round(point.x), y: round(point.y) }
}
