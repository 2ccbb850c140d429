//! The board without pieces: frame, labels, cells and their names.

use crate::font;
use crate::layout::{
    CellLayout, LABEL_HEIGHT, Layout, has_square_cells, lerp, offset_hull, view_box,
};
use crate::style::ColourMode;
use crate::svg::{Svg, closed_path, number, open_path};
use heterodox_rules::geometry::{Geometry, Outline, Point};

/// Options of drawing a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardOptions {
    /// The colours, and whether they are written as classes or values.
    pub colour_mode: ColourMode,
    /// The rotation, clockwise, in the board's equal turns. Pieces and names stay upright.
    pub rotation: u8,
    /// The style of the names on the cells.
    pub names: Names,
    /// Whether the frame shows labels.
    pub labels: bool,
    /// Whether cells are coloured by region.
    pub regions: bool,
    /// Whether [`frame_svg`](crate::frame_svg) shows the captured pieces.
    pub captured: bool,
}

impl BoardOptions {
    /// Returns the default options: labels, and nothing else.
    pub fn new(colour_mode: ColourMode) -> Self {
        Self {
            colour_mode,
            rotation: 0,
            names: Names::None,
            labels: true,
            regions: false,
            captured: false,
        }
    }
}

/// The style of the names on cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// No names.
    None,
    /// In one colour.
    Plain,
    /// Each character in the colour of what it counts: row, obtuse diagonal, acute diagonal.
    Coded,
}

/// Returns a board without pieces as SVG.
///
/// With [`ColourMode::Page`] it can be played on. Each cell is a group
///
/// ```text
/// <g class="cell up region-north" data-cell="E37" data-x="456" data-y="431.5" data-room="28.87"
///    data-keys="E27,E38,D37,F37" role="button" tabindex="-1" aria-label="E37">
/// ```
///
/// where (`data-x`, `data-y`) is the centre of a piece, `data-room` its radius, and `data-keys` the
/// cells that the left, right, up and down key lead to on the rotated board (empty where there is
/// none). After the cells follow empty groups for the page to fill, from the lowest to the highest:
/// `<g class="layer clouds">`, `areas`, `marks`, `pieces`, `notes` (markers of losses) and
/// `arrows`. Clicks go through them to the cells.
pub fn board_svg(geometry: &Geometry, options: &BoardOptions) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
    let interactive = options.colour_mode == ColourMode::Page;
    let role = if interactive { "group" } else { "img" };
    open_svg(&mut svg, layout.width, layout.height, "board", role, true);
    draw_board(&mut svg, &layout, *options, interactive);
    if interactive {
        for layer in ["clouds", "areas", "marks", "pieces", "notes", "arrows"] {
            open_layer(&mut svg, layer);
            svg.close("g");
        }
    }
    svg.close("svg");
    svg.into_string()
}

/// Writes the start tag of the `<svg>`. A file also gets a size and, if `with_page`, a background.
pub(crate) fn open_svg(
    svg: &mut Svg,
    width: f64,
    height: f64,
    class: &str,
    role: &str,
    with_page: bool,
) {
    let view_box = view_box(width, height);
    let (width, height) = (number(width), number(height));
    let mut attributes = vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", &*view_box)];
    if svg.colour_mode() == ColourMode::Page {
        attributes.extend([("class", class), ("role", role)]);
        svg.open("svg", &attributes);
        return;
    }
    attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
    svg.open("svg", &attributes);
    if with_page {
        svg.path("page", &format!("M0 0H{width}V{height}H0Z"), &[]);
    }
}

/// Opens a group that lets clicks through to the cells below it.
fn open_layer(svg: &mut Svg, layer: &str) {
    let class = format!("layer {layer}");
    svg.line_break();
    svg.open("g", &[("class", &class), ("pointer-events", "none")]);
}

/// Draws frame, labels and cells. `interactive` adds the attributes of [`board_svg`] to the cells.
pub(crate) fn draw_board(svg: &mut Svg, layout: &Layout, options: BoardOptions, interactive: bool) {
    draw_frame(svg, layout);
    let labels_inside = has_square_cells(layout.geometry);
    if options.labels && !labels_inside {
        draw_labels(svg, layout, options.names == Names::Coded);
    }
    let keys = interactive.then(|| layout.arrow_keys());
    svg.open("g", &[("class", "layer cells")]);
    for index in 0..layout.cells.len() {
        svg.line_break();
        if let Some(keys) = &keys {
            open_cell(svg, layout, index, &keys[index]);
        } else {
            svg.open("g", &[]);
        }
        draw_cell(svg, layout, index, options);
        svg.close("g");
    }
    svg.close("g");
    draw_bevels(svg, layout);
    if options.labels && labels_inside {
        draw_inner_labels(svg, layout);
    }
    if options.names == Names::Coded {
        draw_coded_edges(svg, layout);
    }
}

/// Draws the edges of the cells in the colour of what they bound. On the unrotated board horizontal
/// edges bound rows, rising edges obtuse and falling edges acute diagonals.
fn draw_coded_edges(svg: &mut Svg, layout: &Layout) {
    let mut edges = [
        ("edge-row", String::new()),
        ("edge-obtuse", String::new()),
        ("edge-acute", String::new()),
    ];
    for (cell, cell_layout) in layout.geometry.cells.iter().zip(&layout.cells) {
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
            edges[kind].1 += &open_path(&[cell_layout.corners[i], cell_layout.corners[next]]);
        }
    }
    for (class, d) in edges {
        svg.path(class, &d, &[]);
    }
}

fn draw_frame(svg: &mut Svg, layout: &Layout) {
    svg.path("frame", &closed_path(&layout.frame), &[]);
    svg.path("frame-line", &closed_path(&offset_hull(&layout.hull, layout.frame_width - 3.5)), &[]);
    svg.path("ground", &closed_path(&offset_hull(&layout.hull, 1.5)), &[]);
}

fn draw_labels(svg: &mut Svg, layout: &Layout, coded: bool) {
    for (label, &at) in layout.geometry.labels.iter().zip(&layout.labels) {
        let class = match label.class {
            "row" if coded => "label-row",
            _ => "label",
        };
        let max_height = layout.frame_width * 0.48 / font::text_width(&label.text);
        draw_label(svg, class, &label.text, at, LABEL_HEIGHT.min(max_height));
    }
}

/// Draws a label. In a page it is drawn around the origin of a translated group, so that a style
/// sheet can rotate it back where it rotates the board.
fn draw_label(svg: &mut Svg, class: &str, text: &str, at: Point, height: f64) {
    let width = number(height * 0.15);
    let stroke_width: &[_] = &[("stroke-width", width.as_str())];
    if svg.colour_mode() == ColourMode::Page {
        let transform = format!("translate({} {})", number(at.x), number(at.y));
        svg.open("g", &[("transform", &transform)]);
        svg.path(
            class,
            &font::centred_text_path(text, Point { x: 0.0, y: 0.0 }, height),
            stroke_width,
        );
        svg.close("g");
    } else {
        svg.path(class, &font::centred_text_path(text, at, height), stroke_width);
    }
}

/// The part of a square's inradius by which a label in its corner is away from its centre.
const CORNER: f64 = 0.8;
/// The height of the labels in squares, as a part of the inradius.
const INNER_HEIGHT: f64 = 0.28;

/// Draws the labels of a board of squares in the corners of the squares at the left and the bottom
/// edge: where they are read, and where no frame has to be wide for them.
fn draw_inner_labels(svg: &mut Svg, layout: &Layout) {
    let left = layout.hull.iter().map(|corner| corner.x).fold(f64::INFINITY, f64::min);
    let bottom = layout.hull.iter().map(|corner| corner.y).fold(0.0, f64::max);
    open_layer(svg, "labels");
    for (label, &at) in layout.geometry.labels.iter().zip(&layout.labels) {
        // From the corner of the square towards which the label lies.
        let (x, y) = match () {
            () if at.x < left => (-CORNER, -CORNER),
            () if at.y > bottom => (CORNER, CORNER),
            () => continue,
        };
        let distance = |cell: &CellLayout| (cell.centre.x - at.x).hypot(cell.centre.y - at.y);
        let nearest = (0..layout.cells.len())
            .min_by(|&a, &b| distance(&layout.cells[a]).total_cmp(&distance(&layout.cells[b])));
        let Some(index) = nearest else { continue };
        let CellLayout { centre, inradius, .. } = layout.cells[index];
        let is_dark = layout.geometry.cells[index].classes.contains(&"dark");
        let class = if is_dark { "label-on-dark" } else { "label-on-light" };
        let corner = Point { x: centre.x + x * inradius, y: centre.y + y * inradius };
        let height = INNER_HEIGHT * inradius;
        // A label of two characters begins where one of one character does.
        let wider = (font::text_width(&label.text) - font::text_width("1")).max(0.0) * height / 2.0;
        let at = Point { x: corner.x - x.signum() * wider, ..corner };
        draw_label(svg, class, &label.text, at, height);
        let below = Point { x: corner.x, y: corner.y + 0.36 * inradius };
        match label.class {
            "promotion-white" => draw_promotion(svg, "promotion-white", layout, below, 1.0),
            "promotion-black" => draw_promotion(svg, "promotion-black", layout, below, -1.0),
            _ => {}
        }
    }
    svg.close("g");
}

/// Draws the arrow of a rank on which a side's pawns promote. It shows their direction: `forward`
/// is 1 for pawns that go up the unrotated board, −1 for those that go down.
fn draw_promotion(svg: &mut Svg, class: &str, layout: &Layout, at: Point, forward: f64) {
    let inradius = layout.cells.first().map_or(0.0, |cell| cell.inradius);
    let up = layout.board_up();
    let along = |ahead: f64, aside: f64| {
        let (ahead, aside) = (ahead * forward * inradius, aside * inradius);
        Point { x: at.x + up.x * ahead - up.y * aside, y: at.y + up.y * ahead + up.x * aside }
    };
    svg.path(class, &closed_path(&[along(0.12, 0.0), along(-0.1, 0.13), along(-0.1, -0.13)]), &[]);
}

/// How far the bevel of a cell reaches from its edge to its centre.
const BEVEL: f64 = 0.13;

/// Draws the bevels of triangular cells, which make them stones: edges that face the upper left are
/// light, those that face away from it are dark.
fn draw_bevels(svg: &mut Svg, layout: &Layout) {
    let (mut light, mut dark) = (String::new(), String::new());
    for cell in layout.cells.iter().filter(|cell| cell.corners.len() == 3) {
        for i in 0..3 {
            let (a, b) = (cell.corners[i], cell.corners[(i + 1) % 3]);
            let middle = lerp(a, b, 0.5);
            let outward = Point { x: middle.x - cell.centre.x, y: middle.y - cell.centre.y };
            let towards_light = -0.5 * outward.x - 0.87 * outward.y;
            let side = match towards_light / cell.inradius {
                light_share if light_share > 0.4 => &mut light,
                light_share if light_share < -0.4 => &mut dark,
                _ => continue,
            };
            let [inner_a, inner_b] = [a, b].map(|corner| lerp(corner, cell.centre, BEVEL));
            *side += &closed_path(&[a, b, inner_b, inner_a]);
        }
    }
    if !light.is_empty() {
        open_layer(svg, "bevels");
        svg.path("bevel-light", &light, &[]);
        svg.path("bevel-dark", &dark, &[]);
        svg.close("g");
    }
}

fn open_cell(svg: &mut Svg, layout: &Layout, index: usize, keys: &[Option<usize>; 4]) {
    let (cell, cell_layout) = (&layout.geometry.cells[index], &layout.cells[index]);
    let class = format!("cell {}", cell.classes.join(" "));
    let name = |key: &Option<usize>| key.map_or("", |cell| &layout.geometry.cells[cell].name);
    let keys = keys.iter().map(name).collect::<Vec<_>>().join(",");
    svg.open(
        "g",
        &[
            ("class", &class),
            ("data-cell", &cell.name),
            ("data-x", &number(cell_layout.centre.x)),
            ("data-y", &number(cell_layout.centre.y)),
            ("data-room", &number(cell_layout.inradius)),
            ("data-keys", &keys),
            ("role", "button"),
            ("tabindex", "-1"),
            ("aria-label", &cell.name),
        ],
    );
}

fn draw_cell(svg: &mut Svg, layout: &Layout, index: usize, options: BoardOptions) {
    let (cell, cell_layout) = (&layout.geometry.cells[index], &layout.cells[index]);
    svg.path(tile_class(&cell.classes, options.regions), &cell_layout.d, &[]);
    draw_facet(svg, &cell.outline, cell_layout);
    if cell.classes.contains(&"castle") {
        svg.path("castle-edge", &closed_path(&cell_layout.inset(0.9)), &[]);
        svg.path("castle-edge", &closed_path(&cell_layout.inset(0.76)), &[]);
    } else if cell.classes.contains(&"city") {
        svg.path("city-edge", &closed_path(&cell_layout.inset(0.86)), &[]);
    }
    draw_cell_name(svg, layout, index, options);
}

/// Draws the halo that keeps the name of a cell legible on a cloud.
pub(crate) fn draw_name_halo(svg: &mut Svg, layout: &Layout, index: usize, options: BoardOptions) {
    let (cell, cell_layout) = (&layout.geometry.cells[index], &layout.cells[index]);
    let height = match options.names {
        Names::None => return,
        Names::Plain => cell_layout.inradius * 0.4,
        Names::Coded => cell_layout.inradius * 0.5,
    };
    svg.path("name-ground", &font::centred_text_path(&cell.name, cell_layout.centre, height), &[]);
}

/// Writes the name of a cell, if the options ask for names.
pub(crate) fn draw_cell_name(svg: &mut Svg, layout: &Layout, index: usize, options: BoardOptions) {
    let (cell, cell_layout) = (&layout.geometry.cells[index], &layout.cells[index]);
    match options.names {
        Names::None => {}
        Names::Plain => draw_name(svg, &cell.name, cell_layout.centre, cell_layout.inradius * 0.4),
        Names::Coded => {
            draw_coded_name(svg, &cell.name, cell_layout.centre, cell_layout.inradius * 0.5);
        }
    }
}

/// Draws a highlight on the inner half of a cell of a ring, as on cut glass.
fn draw_facet(svg: &mut Svg, outline: &Outline, cell_layout: &CellLayout) {
    if let Outline::RingSector { .. } = outline {
        let (_, inner) = cell_layout.corners.split_at(cell_layout.corners.len() / 2);
        let facet: Vec<Point> = inner.iter().copied().chain([cell_layout.centre]).collect();
        svg.path("facet", &closed_path(&facet), &[]);
    }
}

/// The class of each ring's cells in a geometry, and the style classes of its light and dark tiles.
const RINGS: [(&str, [&str; 2]); 5] = [
    ("ring-1", ["tile-ring-1-light", "tile-ring-1-dark"]),
    ("ring-2", ["tile-ring-2-light", "tile-ring-2-dark"]),
    ("ring-3", ["tile-ring-3-light", "tile-ring-3-dark"]),
    ("ring-4", ["tile-ring-4-light", "tile-ring-4-dark"]),
    ("ring-5", ["tile-ring-5-light", "tile-ring-5-dark"]),
];

/// Returns the style class for the tile of a cell with these classes of the geometry.
fn tile_class(classes: &[&str], regions: bool) -> &'static str {
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
        () if is("region-north") => ["tile-north-down", "tile-north-up"][usize::from(up)],
        () if is("region-west") => ["tile-west-down", "tile-west-up"][usize::from(up)],
        () if is("region-east") => ["tile-east-down", "tile-east-up"][usize::from(up)],
        () if up => "tile-up",
        () => "tile-down",
    }
}

fn draw_name(svg: &mut Svg, name: &str, centre: Point, height: f64) {
    let d = font::centred_text_path(name, centre, height);
    svg.path("name", &d, &[("stroke-width", &number(height * 0.13))]);
}

/// Writes a name of three characters: row, obtuse diagonal and acute diagonal.
fn draw_coded_name(svg: &mut Svg, name: &str, centre: Point, height: f64) {
    const CLASSES: [&str; 3] = ["name-row", "name-obtuse", "name-acute"];
    for (d, class) in font::glyph_paths(name, centre, height).iter().zip(CLASSES) {
        svg.path(class, d, &[("stroke-width", &number(height * 0.15))]);
    }
}
