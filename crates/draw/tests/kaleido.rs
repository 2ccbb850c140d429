//! Tests of the drawings of `KaleidoChess`, by parsing the SVG and by its pixels.

use heterodox_draw::{
    BoardOptions, ColourMode, Diagram, Mark, background_svg, board_svg, diagram_over_background,
    diagram_svg, frame_svg, piece_defs, piece_svg, png, stylesheet,
};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Frame, Options, Setting, Start, Viewer, open};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};

const GAME: &str = "kaleidochess";
const SIDES: [&str; 4] = ["white", "red", "black", "green"];
const KINDS: [&str; 9] = ["W", "D", "R", "E", "V", "L", "T", "H", "P"];
const CASTLES: [&str; 5] = ["00", "1J", "3J", "5J", "7J"];

fn geometry() -> &'static Geometry {
    heterodox_rules::board(GAME).expect("the game exists")
}

fn start(seats: &str) -> Frame {
    let mut options = Options::default();
    options.set(&format!("seats={seats}")).expect("an option");
    let table = open(GAME, &Setting { options, start: Start::Setup }).expect("a table");
    table.scene(Viewer::Public).frame
}

fn painted(svg: &str, width: u32) -> Pixmap {
    Pixmap::decode_png(&png(svg, width).expect("a picture")).expect("a PNG")
}

fn cell<'a>(document: &'a Document, name: &str) -> Node<'a, 'a> {
    let mut cells = document.descendants();
    cells.find(|node| node.attribute("data-cell") == Some(name)).expect(name)
}

/// Counts the elements of a class.
fn count(node: Node, class: &str) -> usize {
    node.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

#[test]
fn castles_have_double_borders_and_cities_dotted_ones() {
    let svg = board_svg(geometry(), &BoardOptions::new(ColourMode::Page));
    let document = Document::parse(&svg).expect("well-formed");
    let mut cities = 0;
    for shape in &geometry().cells {
        let node = cell(&document, &shape.name);
        let castle = CASTLES.contains(&shape.name.as_str());
        assert_eq!(count(node, "castle-edge"), if castle { 2 } else { 0 }, "{}", shape.name);
        assert_eq!(count(node, "tile-castle"), usize::from(castle), "{}", shape.name);
        cities += count(node, "city-edge");
    }
    assert_eq!(cities, 28);
}

#[test]
fn every_seat_can_have_its_castle_at_the_bottom() {
    // A turn is a quarter, clockwise: three of them bring the castle at the left to the bottom.
    for (rotation, castle) in [(0, "1J"), (3, "3J"), (2, "5J"), (1, "7J")] {
        let svg = board_svg(
            geometry(),
            &BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) },
        );
        let document = Document::parse(&svg).expect("well-formed");
        let y_of = |node: Node| node.attribute("data-y").and_then(|y| y.parse::<f64>().ok());
        let lowest = document.descendants().filter(|node| y_of(*node).is_some());
        let lowest = lowest.max_by(|a, b| y_of(*a).partial_cmp(&y_of(*b)).expect("numbers"));
        let name = lowest.and_then(|node| node.attribute("data-cell")).expect("a cell");
        assert_eq!(name, castle, "rotation {rotation}");
    }
}

#[test]
fn every_path_has_a_style_rule_and_symbols_are_complete() {
    let css = stylesheet();
    let defs = piece_defs(GAME).expect("symbols");
    for svg in [board_svg(geometry(), &BoardOptions::new(ColourMode::Page)), defs.clone()] {
        let document = Document::parse(&svg).expect("well-formed");
        let paths = document.descendants().filter(|node| node.has_tag_name("path"));
        for class in paths.filter_map(|node| node.attribute("class")) {
            assert!(css.contains(&format!(".{class}{{")), "{class}");
        }
    }
    for kind in KINDS.iter().chain(&["any"]) {
        assert_eq!(defs.matches(&format!("id=\"{GAME}-{kind}\"")).count(), 1, "{kind}");
    }
    for side in SIDES {
        assert!(css.contains(&format!("--token-{side}:inline")), "{side}");
        assert!(defs.contains(&format!("token-{side}")), "{side}");
    }
}

/// A piece at 32 × 32 pixels in greys from 0 to 255.
fn grey(side: &str, kind: &str, colour_mode: ColourMode) -> Vec<f64> {
    let pixels = painted(&piece_svg(GAME, side, kind, colour_mode), 32);
    let grey = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        0.3 * f64::from(pixel.red())
            + 0.59 * f64::from(pixel.green())
            + 0.11 * f64::from(pixel.blue())
    };
    pixels.pixels().iter().map(grey).collect()
}

#[test]
fn all_pieces_are_distinguishable_at_32_pixels_without_colour() {
    for colour_mode in [ColourMode::Light, ColourMode::Dark] {
        let all: Vec<_> = SIDES
            .into_iter()
            .flat_map(|side| KINDS.map(|kind| ((side, kind), grey(side, kind, colour_mode))))
            .collect();
        for (i, (one, a)) in all.iter().enumerate() {
            for (other, b) in &all[..i] {
                let count = a.iter().zip(b).filter(|(a, b)| (**a - **b).abs() > 40.0).count();
                assert!(count >= 28, "{one:?} and {other:?}: {count} pixels");
            }
        }
    }
}

/// Matrices that simulate colour blindness in linear RGB, at full severity (G. Machado, M. Oliveira
/// and L. Fernandes, 2009).
const COLOUR_VISION: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal vision", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Converts linear RGB to CIE 1976 L*a*b* with white point D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    let y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn the_discs_of_four_colours_differ_for_the_colour_blind() {
    for colour_mode in [ColourMode::Light, ColourMode::Dark] {
        // This pixel is between the rim pattern and the dot of the pawn, so it shows the disc.
        let disc = |side: &str| {
            let pixels = painted(&piece_svg(GAME, side, "P", colour_mode), 112);
            let pixel = pixels.pixel(56 + 20, 56).expect("inside");
            [pixel.red(), pixel.green(), pixel.blue()].map(|v| {
                let v = f64::from(v) / 255.0;
                if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            })
        };
        for (vision, matrix) in COLOUR_VISION {
            let seen = SIDES.map(|side| {
                let light = disc(side);
                let row = |row: [f64; 3]| -> f64 {
                    row.iter().zip(light).map(|(m, v)| m * v).sum::<f64>().clamp(0.0, 1.0)
                };
                lab(matrix.map(row))
            });
            for i in 0..4 {
                for j in 0..i {
                    let distance: f64 = seen[i]
                        .iter()
                        .zip(seen[j])
                        .map(|(a, b)| (a - b).powi(2))
                        .sum::<f64>()
                        .sqrt();
                    assert!(
                        distance > 20.0,
                        "{} and {} for {vision}: {distance:.1}",
                        SIDES[i],
                        SIDES[j]
                    );
                }
            }
        }
    }
}

#[test]
fn pictures_with_any_number_of_seats_are_rendered() {
    for seats in ["2", "3", "4"] {
        for colour_mode in [ColourMode::Light, ColourMode::Dark] {
            for rotation in 0..4 {
                let options =
                    BoardOptions { rotation, captured: true, ..BoardOptions::new(colour_mode) };
                let svg = frame_svg(GAME, geometry(), &start(seats), &options);
                assert!(!svg.contains("var("), "a file has concrete colours");
                let pixels = painted(&svg, 380);
                assert_eq!(pixels.width(), 380);
            }
        }
    }
}

#[test]
fn a_diagram_on_a_shared_board_equals_a_whole_diagram() {
    let mark = |cell: &str, kind| Mark { cell: cell.to_owned(), kind };
    let marks = vec![mark("1J", "here"), mark("1F", "both"), mark("2I", "blocked")];
    let diagram = Diagram { marks, pieces: start("4").pieces, ..Diagram::default() };
    let options = BoardOptions::new(ColourMode::Page);
    let background = background_svg(geometry(), &options, "shared");
    let (_, board) = background.split_once("<g id=\"shared\">").expect("a group");
    let (board, _) = board.rsplit_once("</g></defs>").expect("its end");
    let over_background = diagram_over_background("shared", GAME, geometry(), &diagram, &options);
    let whole = over_background.replacen("<use href=\"#shared\"/>", board, 1);
    assert_eq!(whole, diagram_svg(GAME, geometry(), &diagram, &options));
    assert!(over_background.len() < board.len(), "the board is most of a diagram");
}

#[test]
fn a_route_is_an_arrow_with_a_dot_on_each_cell_between() {
    let svg = |cells: &[&str]| {
        let way = cells.iter().map(|cell| (*cell).to_owned()).collect();
        let diagram = Diagram { route: way, ..Diagram::default() };
        diagram_svg(GAME, geometry(), &diagram, &BoardOptions::new(ColourMode::Page))
    };
    let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    let drawn = svg(&["1B", "1C", "1E", "2F"]);
    let parts = ["route-line", "route-head", "route-step"].map(|class| count(&drawn, class));
    assert_eq!(parts, [1, 1, 2]);
    let blank = svg(&[]);
    for cells in [&["1B"][..], &["nowhere", "1B"]] {
        assert_eq!(svg(cells), blank, "{cells:?}: a route needs two cells");
    }
}
