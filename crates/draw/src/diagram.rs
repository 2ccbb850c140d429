//! Diagrams: boards with pieces, marked cells, areas and a route.

use crate::board::{self, BoardOptions, draw_board, open_svg};
use crate::clouds;
use crate::layout::{CellLayout, Layout, hatch_lines};
use crate::marks;
use crate::pieces::{self, INRADIUS, Piece};
use crate::shape::draw_shapes;
use crate::svg::{Svg, closed_path, number, open_path};
use heterodox_rules::geometry::{Geometry, Point};
use heterodox_rules::{Area, Placed};
use std::f64::consts::FRAC_PI_4;

/// What a diagram shows on the board. Cells that the board does not have are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// Marked cells, the first one drawn below all others.
    pub marks: Vec<Mark>,
    /// Zones, clouds and other groups of cells.
    pub areas: Vec<Area>,
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// The route of a move from its first to its last cell, drawn as an arrow above everything
    /// else.
    pub route: Vec<String>,
}

/// A marked cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The name of the cell.
    pub cell: String,
    /// The kind of the mark.
    ///
    /// `start`, `target`, `path`, `last-from` and `last-to` tint it. The following, for what a
    /// piece may do there, tint it and add a sign:
    ///
    /// - `both` (move or capture), `move`, `capture`, `blocked`
    /// - `own`: capture a piece of its own side
    /// - `victim`: capture the piece there without moving there
    /// - `convert`: make the enemy piece there change sides
    /// - `unsafe`: move there, if its king were not in check then
    /// - `freeze`: freeze the piece there (a sign without a tint)
    /// - `guard`: keep enemies away from there (a sign without a tint)
    ///
    /// The sign is drawn at the centre of an empty cell, and in a corner if the cell has a piece or
    /// another mark. An unknown kind tints only.
    pub kind: &'static str,
}

/// Returns a board with a diagram on it as SVG. Its cells cannot be clicked; see
/// [`clickable_diagram_svg`].
pub fn diagram_svg(
    game: &str,
    geometry: &Geometry,
    diagram: &Diagram,
    options: &BoardOptions,
) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
    open_svg(&mut svg, layout.width, layout.height, "diagram", "img", true);
    draw_board(&mut svg, &layout, *options, false);
    draw_diagram(&mut svg, game, &layout, diagram, *options);
    svg.close("svg");
    svg.into_string()
}

/// Returns a hidden SVG that defines the empty board as a group with this id. A page with many
/// diagrams of one board includes it once, and the diagrams of [`diagram_over_background`] refer to
/// it.
pub fn background_svg(geometry: &Geometry, options: &BoardOptions, id: &str) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
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
    draw_board(&mut svg, &layout, *options, false);
    svg.close("g");
    svg.close("defs");
    svg.close("svg");
    svg.into_string()
}

/// As [`diagram_svg`], but refers to the board that [`background_svg`] defined in the same page
/// with the id `background` and the same options.
pub fn diagram_over_background(
    background: &str,
    game: &str,
    geometry: &Geometry,
    diagram: &Diagram,
    options: &BoardOptions,
) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
    open_svg(&mut svg, layout.width, layout.height, "diagram", "img", true);
    svg.empty("use", &[("href", &format!("#{background}"))]);
    draw_diagram(&mut svg, game, &layout, diagram, *options);
    svg.close("svg");
    svg.into_string()
}

/// As [`diagram_svg`], with cells that can be clicked: they have the attributes that
/// [`board_svg`](crate::board_svg) gives them. For [`ColourMode::Page`](crate::ColourMode::Page).
pub fn clickable_diagram_svg(
    game: &str,
    geometry: &Geometry,
    diagram: &Diagram,
    options: &BoardOptions,
) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
    open_svg(&mut svg, layout.width, layout.height, "diagram chosen-from", "group", true);
    draw_board(&mut svg, &layout, *options, true);
    svg.open("g", &[("pointer-events", "none")]);
    draw_diagram(&mut svg, game, &layout, diagram, *options);
    svg.close("g");
    svg.close("svg");
    svg.into_string()
}

/// Draws the contents of a diagram on a board that is drawn already.
pub(crate) fn draw_diagram(
    svg: &mut Svg,
    game: &str,
    layout: &Layout,
    diagram: &Diagram,
    options: BoardOptions,
) {
    draw_clouds(svg, layout, diagram, options);
    svg.line_break();
    for mark in &diagram.marks {
        if let Some(index) = layout.index_of(&mark.cell) {
            draw_mark(svg, &layout.cells[index], mark.kind);
        }
    }
    let is_plain = |area: &&Area| !clouds::is_cloud(area) && area.kind != "marker";
    for area in diagram.areas.iter().filter(is_plain) {
        let cells = area.cells.iter().filter_map(|name| layout.index_of(name));
        for index in cells {
            draw_area_cell(svg, area, &layout.cells[index]);
        }
    }
    for placed in &diagram.pieces {
        if let Some(index) = layout.index_of(&placed.cell) {
            svg.line_break();
            draw_placed(svg, game, placed, &layout.cells[index]);
        }
    }
    for area in diagram.areas.iter().filter(|area| area.kind == "marker") {
        for index in area.cells.iter().filter_map(|name| layout.index_of(name)) {
            draw_marker(svg, area.of, &layout.cells[index]);
        }
    }
    for (i, mark) in diagram.marks.iter().enumerate() {
        if let Some(index) = layout.index_of(&mark.cell) {
            let occupied = diagram.pieces.iter().any(|placed| placed.cell == mark.cell)
                || diagram.marks[..i].iter().any(|other| other.cell == mark.cell);
            draw_sign(svg, mark.kind, &layout.cells[index], occupied);
        }
    }
    let route = diagram.route.iter().filter_map(|name| layout.index_of(name));
    draw_route(svg, &route.map(|index| &layout.cells[index]).collect::<Vec<_>>());
}

/// Draws an arrow from the edge of the moving piece to the last cell, with a dot on each cell in
/// between.
fn draw_route(svg: &mut Svg, route: &[&CellLayout]) {
    let ([first, second, ..], [.., second_last, last]) = (route, route) else { return };
    let mut points: Vec<Point> = route.iter().map(|cell| cell.centre).collect();
    let (dx, dy) = (second.centre.x - first.centre.x, second.centre.y - first.centre.y);
    let t = (0.85 * first.inradius / dx.hypot(dy).max(1.0)).min(0.5);
    points[0] = Point { x: first.centre.x + t * dx, y: first.centre.y + t * dy };
    let line = open_path(&points);
    svg.path("route-edge", &line, &[]);
    svg.path("route-line", &line, &[]);
    for &Point { x, y } in &points[1..points.len() - 1] {
        let (left, y) = (number(x - 7.0), number(y));
        svg.path("route-step", &format!("M{left} {y}a7 7 0 0 1 14 0a7 7 0 0 1-14 0Z"), &[]);
    }
    let Point { x, y } = last.centre;
    let angle = (y - second_last.centre.y).atan2(x - second_last.centre.x).to_degrees();
    let transform = format!("translate({} {}) rotate({})", number(x), number(y), number(angle));
    svg.path("route-head", "M16 0L-12 15L-6 0L-12-15Z", &[("transform", &transform)]);
}

/// Draws clouds, which lie below all marks and pieces, and on them the names of their cells.
fn draw_clouds(svg: &mut Svg, layout: &Layout, diagram: &Diagram, options: BoardOptions) {
    clouds::draw(svg, &diagram.areas, |name| {
        layout.index_of(name).map(|index| &layout.cells[index])
    });
    let clouded = diagram.areas.iter().filter(|area| clouds::is_cloud(area));
    for index in clouded.flat_map(|area| &area.cells).filter_map(|name| layout.index_of(name)) {
        board::draw_name_halo(svg, layout, index, options);
        board::draw_cell_name(svg, layout, index, options);
    }
}

/// Draws the sign of a kind of mark, if it has one. Signs differ in shape, not only in colour.
fn draw_sign(svg: &mut Svg, kind: &str, cell: &CellLayout, occupied: bool) {
    let Some(sign) = marks::SIGNS.iter().find(|sign| sign.name == kind) else { return };
    let scale = cell.inradius / INRADIUS;
    let (x, y, scale) = if occupied {
        // A cell may have a `freeze` and a `capture` sign, so these use different corners.
        let offset = if kind == "freeze" { -0.64 } else { 0.64 };
        (cell.centre.x + offset * cell.inradius, cell.centre.y - 0.64 * cell.inradius, 0.7 * scale)
    } else {
        (cell.centre.x, cell.centre.y, scale)
    };
    let transform = format!("translate({} {}) scale({scale:.4})", number(x), number(y));
    svg.open("g", &[("transform", &transform)]);
    draw_shapes(svg, sign.shapes);
    svg.close("g");
}

fn draw_mark(svg: &mut Svg, cell: &CellLayout, kind: &str) {
    let (class, inset) = match kind {
        "start" => ("cell-start", 0.94),
        "target" => ("cell-target", 0.94),
        "path" => ("cell-path", 0.94),
        "last-from" => ("last-from", 0.86),
        "last-to" => ("last-to", 0.9),
        "both" | "move" => ("cell-move", 0.94),
        "capture" | "victim" | "convert" => ("cell-capture", 0.94),
        "blocked" | "unsafe" | "own" => ("cell-blocked", 0.94),
        "freeze" | "guard" => return,
        _ => ("cell-mark", 0.94),
    };
    svg.path(class, &closed_path(&cell.inset(inset)), &[]);
}

fn draw_area_cell(svg: &mut Svg, area: &Area, cell: &CellLayout) {
    let inset = cell.inset(0.9);
    if area.kind != "zone" {
        svg.path("area", &closed_path(&cell.inset(0.86)), &[]);
        return;
    }
    svg.set_side(area.of);
    let class = format!("side-{}", area.of);
    svg.open("g", &[("class", &class)]);
    svg.path("zone-wash", &closed_path(&inset), &[]);
    // The hatching of the two sides leans in different directions, so that it differs without
    // colour too.
    let angle = if area.of == "gold" { -FRAC_PI_4 } else { FRAC_PI_4 };
    let lines: String =
        hatch_lines(&inset, angle, 9.0).iter().map(|line| open_path(line)).collect();
    svg.path("zone-hatch", &lines, &[]);
    svg.path("zone-edge", &closed_path(&inset), &[]);
    svg.close("g");
}

/// Draws a marker of a loss in the left corner of its cell, where it does not cover a piece.
fn draw_marker(svg: &mut Svg, code: &str, cell: &CellLayout) {
    let offset = if cell.points_up() { 0.45 } else { -0.45 };
    let (x, y) = (cell.centre.x - 0.84 * cell.inradius, cell.centre.y + offset * cell.inradius);
    let scale = 0.66 * cell.inradius / INRADIUS;
    let transform = format!("translate({} {}) scale({scale:.4})", number(x), number(y));
    let outer_side = svg.side().to_owned();
    svg.set_side("note");
    svg.open("g", &[("class", "side-note"), ("transform", &transform)]);
    pieces::draw_marker(svg, code);
    svg.close("g");
    svg.set_side(&outer_side);
}

fn draw_placed(svg: &mut Svg, game: &str, placed: &Placed, cell: &CellLayout) {
    let goal = placed.marks.contains(&"goal");
    let piece = Piece { game, side: Some(placed.side), kind: placed.kind, goal };
    let marks_of_piece = || marks::PIECES.iter().filter(|mark| placed.marks.contains(&mark.name));
    let scale = format!("{:.4}", cell.inradius / INRADIUS);
    let (x, y) = (number(cell.centre.x), number(cell.centre.y));
    let transform = format!("translate({x} {y}) scale({scale})");
    for mark in marks_of_piece() {
        svg.open("g", &[("transform", &transform)]);
        draw_shapes(svg, mark.under);
        svg.close("g");
    }
    pieces::draw(svg, piece, cell.centre, cell.inradius);
    for mark in marks_of_piece() {
        svg.open("g", &[("transform", &transform)]);
        draw_shapes(svg, mark.badge);
        svg.close("g");
    }
}
