//! Boards with pieces, marked cells and areas on them.

use crate::board::{self, Look, draw_board, open_picture};
use crate::clouds;
use crate::layout::{Layout, Place, hatch};
use crate::marks;
use crate::pieces::{self, Piece, ROOM};
use crate::svg::{Svg, closed, number, open_line};
use heterodox_rules::geometry::{Geometry, Point};
use heterodox_rules::{Area, Placed};
use std::f64::consts::FRAC_PI_4;

/// What a diagram shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// Marked cells, drawn in this order.
    pub marks: Vec<Mark>,
    /// Zones and other groups of cells.
    pub areas: Vec<Area>,
    /// What stands on the board.
    pub pieces: Vec<Placed>,
    /// The cells of a way from the first to the last: a line with an arrow above all else.
    pub way: Vec<String>,
}

/// A marked cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Name of the cell.
    pub cell: String,
    /// How it is marked: `start`, `target`, `path`, `last-from` or `last-to` tint it. What a piece
    /// may do there is a tint and a sign: `both` (moving and capturing), `move`, `capture`,
    /// `own` (capturing a piece of the same side), `blocked`, `victim` (captured without being moved onto), `convert` (an enemy changes sides),
    /// `unsafe` (the own king would be in check) and `freeze`. The sign lies in the middle of an
    /// empty cell and in a corner of one where a piece stands or that bears another sign already.
    pub kind: &'static str,
}

/// A picture of a board with what a diagram puts on it. Cells that the board does not have are
/// passed over.
///
/// With [`Paint::Page`](crate::Paint::Page) it takes its colours from the page's style sheet, but
/// is made to be looked at, not to be played on.
pub fn diagram_svg(game: &str, geometry: &Geometry, diagram: &Diagram, look: &Look) -> String {
    let layout = Layout::new(geometry, look.turn, look.labels);
    let mut svg = Svg::new(look.paint);
    open_picture(&mut svg, &layout, "diagram", "img");
    draw_board(&mut svg, &layout, *look, false);
    draw_diagram(&mut svg, game, &layout, diagram, *look);
    svg.close("svg");
    svg.finish()
}

/// The empty board as a hidden SVG, to stand once in a page that shows many diagrams of it: see [`diagram_upon`].
pub fn ground_svg(geometry: &Geometry, look: &Look, id: &str) -> String {
    let layout = Layout::new(geometry, look.turn, look.labels);
    let mut svg = Svg::new(look.paint);
    svg.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "symbols"),
            ("width", "0"),
            ("height", "0"),
            ("aria-hidden", "true"),
            ("focusable", "false"),
        ],
    );
    svg.open("defs", &[]);
    svg.open("g", &[("id", id)]);
    draw_board(&mut svg, &layout, *look, false);
    svg.close("g");
    svg.close("defs");
    svg.close("svg");
    svg.finish()
}

/// As [`diagram_svg`], upon the board that [`ground_svg`] put into the same page under this id, with the same look.
pub fn diagram_upon(
    ground: &str,
    game: &str,
    geometry: &Geometry,
    diagram: &Diagram,
    look: &Look,
) -> String {
    let layout = Layout::new(geometry, look.turn, look.labels);
    let mut svg = Svg::new(look.paint);
    open_picture(&mut svg, &layout, "diagram", "img");
    svg.leaf("use", &[("href", &format!("#{ground}"))]);
    draw_diagram(&mut svg, game, &layout, diagram, *look);
    svg.close("svg");
    svg.finish()
}

/// A diagram whose cells can be chosen: as [`board_svg`](crate::board_svg) makes them, and without
/// layers. For [`Paint::Page`](crate::Paint::Page).
pub fn stage_svg(game: &str, geometry: &Geometry, diagram: &Diagram, look: &Look) -> String {
    let layout = Layout::new(geometry, look.turn, look.labels);
    let mut svg = Svg::new(look.paint);
    open_picture(&mut svg, &layout, "diagram chosen-from", "group");
    draw_board(&mut svg, &layout, *look, true);
    svg.open("g", &[("pointer-events", "none")]);
    draw_diagram(&mut svg, game, &layout, diagram, *look);
    svg.close("g");
    svg.close("svg");
    svg.finish()
}

/// Draws what stands on the board.
pub(crate) fn draw_diagram(
    svg: &mut Svg,
    game: &str,
    layout: &Layout,
    diagram: &Diagram,
    look: Look,
) {
    draw_clouds(svg, layout, diagram, look);
    svg.line_break();
    for mark in &diagram.marks {
        if let Some(index) = layout.find(&mark.cell) {
            draw_mark(svg, &layout.cells[index], mark.kind);
        }
    }
    let plain = |area: &&Area| !clouds::is_cloud(area) && area.kind != "marker";
    for area in diagram.areas.iter().filter(plain) {
        let cells = area.cells.iter().filter_map(|name| layout.find(name));
        for index in cells {
            draw_area_cell(svg, area, &layout.cells[index]);
        }
    }
    for placed in &diagram.pieces {
        if let Some(index) = layout.find(&placed.cell) {
            svg.line_break();
            draw_placed(svg, game, placed, &layout.cells[index]);
        }
    }
    for area in diagram.areas.iter().filter(|area| area.kind == "marker") {
        for index in area.cells.iter().filter_map(|name| layout.find(name)) {
            draw_note(svg, area.of, &layout.cells[index]);
        }
    }
    for (i, mark) in diagram.marks.iter().enumerate() {
        if let Some(index) = layout.find(&mark.cell) {
            let occupied = diagram.pieces.iter().any(|placed| placed.cell == mark.cell)
                || diagram.marks[..i].iter().any(|before| before.cell == mark.cell);
            draw_sign(svg, mark.kind, &layout.cells[index], occupied);
        }
    }
    let way = diagram.way.iter().filter_map(|name| layout.find(name));
    draw_way(svg, &way.map(|index| &layout.cells[index]).collect::<Vec<_>>());
}

/// A line from the edge of the piece that goes to where it ends, with a dot on each cell between.
fn draw_way(svg: &mut Svg, way: &[&Place]) {
    let ([first, second, ..], [.., before, last]) = (way, way) else { return };
    let mut points: Vec<Point> = way.iter().map(|place| place.centre).collect();
    let (dx, dy) = (second.centre.x - first.centre.x, second.centre.y - first.centre.y);
    let part = (0.85 * first.room / dx.hypot(dy).max(1.0)).min(0.5);
    points[0] = Point { x: first.centre.x + part * dx, y: first.centre.y + part * dy };
    let line = open_line(&points);
    svg.path("route-edge", &line, &[]);
    svg.path("route-line", &line, &[]);
    for &Point { x, y } in &points[1..points.len() - 1] {
        let (left, y) = (number(x - 7.0), number(y));
        svg.path("route-step", &format!("M{left} {y}a7 7 0 0 1 14 0a7 7 0 0 1-14 0Z"), &[]);
    }
    let Point { x, y } = last.centre;
    let angle = (y - before.centre.y).atan2(x - before.centre.x).to_degrees();
    let transform = format!("translate({} {}) rotate({})", number(x), number(y), number(angle));
    svg.path("route-head", "M16 0L-12 15L-6 0L-12-15Z", &[("transform", &transform)]);
}

/// Clouds lie below all marks and pieces; the names of their cells are written on them.
fn draw_clouds(svg: &mut Svg, layout: &Layout, diagram: &Diagram, look: Look) {
    clouds::draw(svg, &diagram.areas, |name| layout.find(name).map(|index| &layout.cells[index]));
    let clouded = diagram.areas.iter().filter(|area| clouds::is_cloud(area));
    for index in clouded.flat_map(|area| &area.cells).filter_map(|name| layout.find(name)) {
        board::draw_name_ground(svg, layout, index, look);
        board::draw_cell_name(svg, layout, index, look);
    }
}

/// What may be done on a cell, readable without colours.
fn draw_sign(svg: &mut Svg, kind: &str, place: &Place, occupied: bool) {
    let Some(sign) = marks::SIGNS.iter().find(|sign| sign.name == kind) else { return };
    let scale = place.room / ROOM;
    let (x, y, scale) = if occupied {
        // What freezes may capture too.
        let side = if kind == "freeze" { -0.64 } else { 0.64 };
        (place.centre.x + side * place.room, place.centre.y - 0.64 * place.room, 0.7 * scale)
    } else {
        (place.centre.x, place.centre.y, scale)
    };
    let transform = format!("translate({} {}) scale({scale:.4})", number(x), number(y));
    svg.open("g", &[("transform", &transform)]);
    marks::draw(svg, sign.shapes);
    svg.close("g");
}

fn draw_mark(svg: &mut Svg, place: &Place, kind: &str) {
    let (role, inset) = match kind {
        "start" => ("cell-start", 0.94),
        "target" => ("cell-target", 0.94),
        "path" => ("cell-path", 0.94),
        "last-from" => ("last-from", 0.86),
        "last-to" => ("last-to", 0.9),
        "both" | "move" => ("cell-move", 0.94),
        "capture" | "victim" | "convert" => ("cell-capture", 0.94),
        "blocked" | "unsafe" | "own" => ("cell-blocked", 0.94),
        "freeze" => return,
        _ => ("cell-mark", 0.94),
    };
    svg.path(role, &closed(&place.inset(inset)), &[]);
}

fn draw_area_cell(svg: &mut Svg, area: &Area, place: &Place) {
    let inset = place.inset(0.9);
    if area.kind != "zone" {
        svg.path("area", &closed(&place.inset(0.86)), &[]);
        return;
    }
    svg.set_side(area.of);
    let class = format!("side-{}", area.of);
    svg.open("g", &[("class", &class)]);
    svg.path("zone-wash", &closed(&inset), &[]);
    // The two sides lean in different ways, so that zones differ without colours too.
    let angle = if area.of == "gold" { -FRAC_PI_4 } else { FRAC_PI_4 };
    let lines: String = hatch(&inset, angle, 9.0).iter().map(|line| open_line(line)).collect();
    svg.path("zone-hatch", &lines, &[]);
    svg.path("zone-edge", &closed(&inset), &[]);
    svg.close("g");
}

/// A note of what was lost on a cell, in its left corner: what stands there can still be seen.
fn draw_note(svg: &mut Svg, code: &str, place: &Place) {
    let lower = if place.points_up() { 0.45 } else { -0.45 };
    let (x, y) = (place.centre.x - 0.84 * place.room, place.centre.y + lower * place.room);
    let scale = 0.66 * place.room / ROOM;
    let transform = format!("translate({} {}) scale({scale:.4})", number(x), number(y));
    let before = svg.side().to_owned();
    svg.set_side("note");
    svg.open("g", &[("class", "side-note"), ("transform", &transform)]);
    pieces::draw_note(svg, code);
    svg.close("g");
    svg.set_side(&before);
}

fn draw_placed(svg: &mut Svg, game: &str, placed: &Placed, place: &Place) {
    let goal = placed.marks.contains(&"goal");
    let piece = Piece { game, side: Some(placed.side), kind: placed.kind, goal };
    let found = || marks::PIECES.iter().filter(|mark| placed.marks.contains(&mark.name));
    let scale = format!("{:.4}", place.room / ROOM);
    let (x, y) = (number(place.centre.x), number(place.centre.y));
    let transform = format!("translate({x} {y}) scale({scale})");
    for mark in found() {
        svg.open("g", &[("transform", &transform)]);
        marks::draw(svg, mark.under);
        svg.close("g");
    }
    pieces::draw(svg, piece, place.centre, place.room);
    for mark in found() {
        svg.open("g", &[("transform", &transform)]);
        marks::draw(svg, mark.badge);
        svg.close("g");
    }
}
