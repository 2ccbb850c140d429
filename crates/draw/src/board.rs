//! The empty board.

use crate::font;
use crate::layout::{LABEL, Layout, Place, view_box, widened};
use crate::style::Paint;
use crate::svg::{Svg, closed, number, open_line};
use heterodox_rules::geometry::{Geometry, Outline, Point};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Where the colours come from.
    pub paint: Paint,
    /// How many of the board's equal turns it is turned clockwise. Pieces and names stay upright.
    pub turn: u8,
    /// Whether each cell bears its name.
    pub names: Names,
    /// Whether the labels stand along the edges.
    pub labels: bool,
    /// Whether cells are coloured by region.
    pub regions: bool,
    /// Whether a picture of a game shows what was captured.
    pub captured: bool,
}

impl Look {
    /// The board of a game: with labels, without names.
    pub fn new(paint: Paint) -> Self {
        Self { paint, turn: 0, names: Names::None, labels: true, regions: false, captured: false }
    }
}

/// How cells bear their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Not at all.
    None,
    /// In one colour.
    Plain,
    /// Each character in the colour of the label that it refers to.
    Coded,
}

/// The board of a game without anything on it.
///
/// With [`Paint::Page`] it is made to be played on: each cell is a group
///
/// ```text
/// <g class="cell up region-north" data-cell="E37" data-x="456" data-y="431.5" data-room="28.87"
///    data-keys="E27,E38,D37,F37" role="button" tabindex="-1" aria-label="E37">
/// ```
///
/// where (`data-x`, `data-y`) is the place of a piece, `data-room` the radius that it has, and
/// `data-keys` names the cells to the left, to the right, above and below (empty where there is
/// none), on the board as it is turned. Empty layers follow, `<g class="layer clouds">`, `areas`, `marks`,
/// `pieces`, `notes` (of losses) and `arrows`, which let the pointer through to the cells. Names of cells are in the SVG
/// when [`Names`] asks for them.
pub fn board_svg(geometry: &Geometry, look: &Look) -> String {
    let layout = Layout::new(geometry, look.turn, look.labels);
    let mut svg = Svg::new(look.paint);
    let play = look.paint == Paint::Page;
    let role = if play { "group" } else { "img" };
    open_picture(&mut svg, &layout, "board", role);
    draw_board(&mut svg, &layout, *look, play);
    if play {
        for layer in ["clouds", "areas", "marks", "pieces", "notes", "arrows"] {
            open_layer(&mut svg, layer);
            svg.close("g");
        }
    }
    svg.close("svg");
    svg.finish()
}

/// Opens the outermost element; a file gets a size and a background.
pub(crate) fn open_picture(svg: &mut Svg, layout: &Layout, class: &str, role: &str) {
    let (width, height) = (number(layout.width), number(layout.height));
    let view_box = view_box(layout.width, layout.height);
    let mut attributes = vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", &view_box)];
    if svg.paint() == Paint::Page {
        attributes.extend([("class", class), ("role", role)]);
        svg.open("svg", &attributes);
    } else {
        attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
        svg.open("svg", &attributes);
        svg.path("page", &format!("M0 0H{width}V{height}H0Z"), &[]);
    }
}

fn open_layer(svg: &mut Svg, layer: &str) {
    let class = format!("layer {layer}");
    svg.line_break();
    svg.open("g", &[("class", &class), ("pointer-events", "none")]);
}

/// Draws frame, labels and cells. `play` adds what a page needs to play on it.
pub(crate) fn draw_board(svg: &mut Svg, layout: &Layout, look: Look, play: bool) {
    draw_frame(svg, layout);
    if look.labels {
        draw_labels(svg, layout, look.names == Names::Coded);
    }
    let keys = play.then(|| layout.keys());
    svg.open("g", &[("class", "layer cells")]);
    for index in 0..layout.cells.len() {
        svg.line_break();
        if let Some(keys) = &keys {
            open_cell(svg, layout, index, &keys[index]);
        } else {
            svg.open("g", &[]);
        }
        draw_cell(svg, layout, index, look);
        svg.close("g");
    }
    svg.close("g");
    if look.names == Names::Coded {
        draw_coded_sides(svg, layout);
    }
}

/// Draws the cells' sides in the colours of what they bound: level ones rows, rising ones obtuse
/// and falling ones acute diagonals (on the board before it is turned).
fn draw_coded_sides(svg: &mut Svg, layout: &Layout) {
    let mut sides = [
        ("edge-row", String::new()),
        ("edge-obtuse", String::new()),
        ("edge-acute", String::new()),
    ];
    for (cell, place) in layout.geometry.cells.iter().zip(&layout.cells) {
        let Outline::Polygon { corners } = &cell.outline else { continue };
        for i in 0..corners.len() {
            let next = (i + 1) % corners.len();
            let (x, y) = (corners[next].x - corners[i].x, corners[next].y - corners[i].y);
            let kind = if y.abs() < 1e-6 {
                0
            } else if x * y < 0.0 {
                1
            } else {
                2
            };
            sides[kind].1 += &open_line(&[place.corners[i], place.corners[next]]);
        }
    }
    for (role, d) in sides {
        svg.path(role, &d, &[]);
    }
}

fn draw_frame(svg: &mut Svg, layout: &Layout) {
    svg.path("frame", &closed(&layout.frame), &[]);
    svg.path("frame-line", &closed(&widened(&layout.hull, layout.frame_width - 6.0)), &[]);
    svg.path("frame-line", &closed(&widened(&layout.hull, 7.0)), &[]);
    svg.path("ground", &closed(&widened(&layout.hull, 1.5)), &[]);
}

fn draw_labels(svg: &mut Svg, layout: &Layout, coded: bool) {
    for (label, &at) in layout.geometry.labels.iter().zip(&layout.labels) {
        let role = match label.class {
            "row" if coded => "label-row",
            "promotion-white" => {
                draw_plate(svg, ["plate-white", "plate-arrow-white"], layout, at, 1.0);
                "label-on-white"
            }
            "promotion-black" => {
                draw_plate(svg, ["plate-black", "plate-arrow-black"], layout, at, -1.0);
                "label-on-black"
            }
            _ => "label",
        };
        let widest = layout.frame_width * 0.48 / font::width(&label.text);
        draw_label(svg, role, &label.text, at, LABEL.min(widest));
    }
}

/// On a page a label is drawn around the origin of a group of its own, so that a style sheet can turn it
/// back where the board is turned.
fn draw_label(svg: &mut Svg, role: &str, text: &str, at: Point, height: f64) {
    let width = number(height * 0.15);
    let more: &[_] = &[("stroke-width", width.as_str())];
    if svg.paint() == Paint::Page {
        let place = format!("translate({} {})", number(at.x), number(at.y));
        svg.open("g", &[("transform", &place)]);
        svg.path(role, &font::text(text, Point { x: 0.0, y: 0.0 }, height), more);
        svg.close("g");
    } else {
        svg.path(role, &font::text(text, at, height), more);
    }
}

/// The ground of a label that tells who promotes on its rank, with an arrow in the way that its pawns
/// go: `forward` is 1 where they go up the unturned board, −1 where they go down.
fn draw_plate(svg: &mut Svg, [ground, arrow]: [&str; 2], layout: &Layout, at: Point, forward: f64) {
    let room = layout.cells.first().map_or(0.0, |cell| cell.room);
    let (half, high) = (layout.frame_width * 0.3, room * 0.9);
    let corner = |x, y| Point { x: at.x + x, y: at.y + y };
    let corners =
        [corner(-half, -high), corner(half, -high), corner(half, high), corner(-half, high)];
    svg.path(ground, &closed(&corners), &[]);
    let up = layout.upwards();
    let along = |forth: f64, aside: f64| {
        let forth = forth * forward;
        corner(up.x * forth - up.y * aside, up.y * forth + up.x * aside)
    };
    let (tip, foot, width) = (room * 0.72, room * 0.5, room * 0.18);
    svg.path(arrow, &closed(&[along(tip, 0.0), along(foot, width), along(foot, -width)]), &[]);
}

fn open_cell(svg: &mut Svg, layout: &Layout, index: usize, keys: &[Option<usize>; 4]) {
    let (cell, place) = (&layout.geometry.cells[index], &layout.cells[index]);
    let class = format!("cell {}", cell.classes.join(" "));
    let name = |key: &Option<usize>| key.map_or("", |cell| &layout.geometry.cells[cell].name);
    let keys = keys.iter().map(name).collect::<Vec<_>>().join(",");
    svg.open(
        "g",
        &[
            ("class", &class),
            ("data-cell", &cell.name),
            ("data-x", &number(place.centre.x)),
            ("data-y", &number(place.centre.y)),
            ("data-room", &number(place.room)),
            ("data-keys", &keys),
            ("role", "button"),
            ("tabindex", "-1"),
            ("aria-label", &cell.name),
        ],
    );
}

fn draw_cell(svg: &mut Svg, layout: &Layout, index: usize, look: Look) {
    let (cell, place) = (&layout.geometry.cells[index], &layout.cells[index]);
    svg.path(tile_role(&cell.classes, look.regions), &place.d, &[]);
    draw_facet(svg, &cell.outline, place);
    if cell.classes.contains(&"castle") {
        svg.path("castle-edge", &closed(&place.inset(0.9)), &[]);
        svg.path("castle-edge", &closed(&place.inset(0.76)), &[]);
    } else if cell.classes.contains(&"city") {
        svg.path("city-edge", &closed(&place.inset(0.86)), &[]);
    }
    draw_cell_name(svg, layout, index, look);
}

/// What lifts the name of a cell off a cloud.
pub(crate) fn draw_name_ground(svg: &mut Svg, layout: &Layout, index: usize, look: Look) {
    let (cell, place) = (&layout.geometry.cells[index], &layout.cells[index]);
    let height = match look.names {
        Names::None => return,
        Names::Plain => place.room * 0.4,
        Names::Coded => place.room * 0.5,
    };
    svg.path("name-ground", &font::text(&cell.name, place.centre, height), &[]);
}

/// Names a cell, if cells have names.
pub(crate) fn draw_cell_name(svg: &mut Svg, layout: &Layout, index: usize, look: Look) {
    let (cell, place) = (&layout.geometry.cells[index], &layout.cells[index]);
    match look.names {
        Names::None => {}
        Names::Plain => draw_name(svg, &[("name", &cell.name)], place.centre, place.room * 0.4),
        Names::Coded => {
            draw_coded_name(svg, &cell.name, place.centre, place.room * 0.5);
        }
    }
}

/// The light on the inner half of a cell of a ring, as on cut glass.
fn draw_facet(svg: &mut Svg, outline: &Outline, place: &Place) {
    if let Outline::RingSector { .. } = outline {
        let (_, inner) = place.corners.split_at(place.corners.len() / 2);
        let facet: Vec<Point> = inner.iter().copied().chain([place.centre]).collect();
        svg.path("facet", &closed(&facet), &[]);
    }
}

/// The light and dark tiles of a round board, from the inside out.
const RINGS: [(&str, [&str; 2]); 5] = [
    ("ring-1", ["tile-ring-1-light", "tile-ring-1-dark"]),
    ("ring-2", ["tile-ring-2-light", "tile-ring-2-dark"]),
    ("ring-3", ["tile-ring-3-light", "tile-ring-3-dark"]),
    ("ring-4", ["tile-ring-4-light", "tile-ring-4-dark"]),
    ("ring-5", ["tile-ring-5-light", "tile-ring-5-dark"]),
];

fn tile_role(classes: &[&str], regions: bool) -> &'static str {
    let is = |class| classes.contains(&class);
    let up = is("up");
    if is("castle") {
        return "tile-castle";
    }
    if let Some((_, [light, dark])) = RINGS.iter().find(|(class, _)| is(class)) {
        return if is("light") { light } else { dark };
    }
    match () {
        () if is("light") => "tile-light",
        () if is("dark") => "tile-dark",
        () if is("no-mans-land") && up => "tile-none-up",
        () if is("no-mans-land") => "tile-none-down",
        () if regions && is("region-north") => "tile-north",
        () if regions && is("region-west") => "tile-west",
        () if regions && is("region-east") => "tile-east",
        () if up => "tile-up",
        () => "tile-down",
    }
}

fn draw_name(svg: &mut Svg, parts: &[(&str, &str)], middle: Point, height: f64) {
    for (role, text) in parts {
        let d = font::text(text, middle, height);
        svg.path(role, &d, &[("stroke-width", &number(height * 0.13))]);
    }
}

/// A name whose characters are row, obtuse and acute number.
fn draw_coded_name(svg: &mut Svg, name: &str, middle: Point, height: f64) {
    const ROLES: [&str; 3] = ["name-row", "name-obtuse", "name-acute"];
    for (d, role) in font::letters(name, middle, height).iter().zip(ROLES) {
        svg.path(role, d, &[("stroke-width", &number(height * 0.15))]);
    }
}
