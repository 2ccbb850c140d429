//! Tests of clouds, unknown pieces and markers of losses, by parsing the SVG and by its pixels.

use heterodox_draw::{
    BoardOptions, ColourMode, Diagram, Mark, Names, board_svg, diagram_svg, frame_svg, piece_defs,
    piece_svg, png, stylesheet, with_title,
};
use heterodox_rules::clouded::{CloudMap, Cover, generate};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Area, Cell, Frame, Placed, Seat, Setting, Viewer};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};

const GAME: &str = "clouded-klinzha";
/// The paints of files.
const FILES: [ColourMode; 2] = [ColourMode::Light, ColourMode::Dark];
const MARKERS: [&str; 12] = ["B", "Fl", "S", "V", "L", "Fe", "G", "FlG", "SG", "VG", "LG", "FeG"];

fn triangle() -> &'static Geometry {
    heterodox_rules::board(GAME).expect("the game exists")
}

fn areas(kind: &'static str, cells: &[&str]) -> Area {
    Area { kind, of: "", cells: cells.iter().map(|&cell| cell.to_owned()).collect() }
}

fn drawn(areas: Vec<Area>, colour_mode: ColourMode) -> String {
    let diagram = Diagram { areas, ..Diagram::default() };
    diagram_svg(GAME, triangle(), &diagram, &BoardOptions::new(colour_mode))
}

/// Returns the data of the paths in a class, in drawing order.
fn paths(document: &Document, class: &str) -> Vec<String> {
    let has_class = |node: &Node| node.attribute("class") == Some(class);
    let found = document.descendants().filter(has_class);
    found.map(|node| node.attribute("d").unwrap_or_default().to_owned()).collect()
}

/// Returns the data of the first path of a class in a diagram of these clouds: of several layers
/// the widest.
fn path_of(areas: Vec<Area>, class: &str) -> String {
    let svg = drawn(areas, ColourMode::Page);
    let document = Document::parse(&svg).expect("well-formed");
    paths(&document, class).into_iter().next().unwrap_or_default()
}

fn count(d: &str, letter: char) -> usize {
    d.matches(letter).count()
}

fn painted(svg: &str, width: u32) -> Pixmap {
    Pixmap::decode_png(&png(svg, width).expect("a picture")).expect("a PNG")
}

fn grey(pixels: &Pixmap) -> Vec<f64> {
    let sum = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        0.3 * f64::from(pixel.red())
            + 0.59 * f64::from(pixel.green())
            + 0.11 * f64::from(pixel.blue())
    };
    pixels.pixels().iter().map(sum).collect()
}

/// Returns the mean and the standard deviation of the greys in a cell.
fn grey_statistics(pixels: &Pixmap, cell: usize) -> [f64; 2] {
    let svg = board_svg(triangle(), &BoardOptions::new(ColourMode::Page));
    let document = Document::parse(&svg).expect("well-formed");
    let node = document.descendants().filter(|node| node.has_attribute("data-cell")).nth(cell);
    let node = node.expect("a cell");
    let number = |name| node.attribute(name).and_then(|n| n.parse::<f64>().ok()).expect("a number");
    let width = document.root_element().attribute("viewBox").expect("a view box");
    let width: f64 = width.split(' ').nth(2).and_then(|w| w.parse().ok()).expect("a width");
    let scale = f64::from(pixels.width()) / width;
    let (x, y) = (number("data-x") * scale, number("data-y") * scale);
    let radius = number("data-room") * scale * 0.8;
    let all = grey(pixels);
    let pixels_of_picture =
        (0..pixels.height()).flat_map(|v| (0..pixels.width()).map(move |u| (u, v)));
    let greys: Vec<f64> = pixels_of_picture
        .filter(|&(u, v)| (f64::from(u) - x).hypot(f64::from(v) - y) < radius)
        .map(|(u, v)| all[(v * pixels.width() + u) as usize])
        .collect();
    let mean = greys.iter().sum::<f64>() / greys.len() as f64;
    let variance = greys.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / greys.len() as f64;
    [mean, variance.sqrt()]
}

#[test]
fn each_kind_of_cell_is_drawn_in_its_own_way() {
    let (edge, under) = (["D27", "C28", "C18"], ["E37", "F37"]);
    let both = || vec![areas("cloud-edge", &edge), areas("cloud-under", &under)];
    let subpaths = |class| count(&path_of(both(), class), 'M');
    assert_eq!(
        [subpaths("cloud-mist"), subpaths("cloud-body")],
        [5, 2],
        "mist also lies below the body"
    );
    // A drop is a subpath, and so is a wisp.
    assert_eq!(subpaths("cloud-drop"), 3);
    assert_eq!([subpaths("cloud-wisp"), subpaths("cloud-cells")], [2, 5]);
    let clear = drawn(vec![areas("region", &["E37"])], ColourMode::Page);
    assert!(!clear.contains("cloud"), "without clouds nothing of them is drawn");
    let edges_only = drawn(vec![areas("cloud-edge", &edge)], ColourMode::Page);
    let document = Document::parse(&edges_only).expect("well-formed");
    assert_eq!(paths(&document, "cloud-body"), [""; 4]);
    assert_eq!(drawn(both(), ColourMode::Page), drawn(both(), ColourMode::Page));
    drawn(vec![areas("cloud-under", &["Z99", ""])], ColourMode::Light);
}

#[test]
fn the_kinds_of_cells_are_told_apart_at_32_pixels_without_colour() {
    // A board of 340 pixels has cells that are 32 pixels wide.
    for colour_mode in FILES {
        let clear = painted(&drawn(Vec::new(), colour_mode), 340);
        let all: Vec<&str> = triangle().cells.iter().map(|cell| cell.name.as_str()).collect();
        let edge = painted(&drawn(vec![areas("cloud-edge", &all)], colour_mode), 340);
        let under = painted(&drawn(vec![areas("cloud-under", &all)], colour_mode), 340);
        for (cell, name) in all.iter().enumerate() {
            let [clear, edge, under] =
                [&clear, &edge, &under].map(|board| grey_statistics(board, cell));
            assert!(clear[1] < 4.0, "{colour_mode:?} {name}: a clear cell is uniform: {clear:?}");
            for cloud in [edge, under] {
                assert!(
                    cloud[1] > 8.0,
                    "{colour_mode:?} {name}: a cloud is not uniform: {cloud:?}"
                );
            }
            let apart = (edge[0] - under[0]).abs();
            assert!(apart > 6.0, "{colour_mode:?} {name}: edge {edge:?}, under {under:?}");
        }
    }
}

/// The share of the picture that fog covers, by how much it differs from the bare board.
fn covered(areas: Vec<Area>) -> usize {
    let bare = grey(&painted(&drawn(Vec::new(), ColourMode::Light), 900));
    let fog = grey(&painted(&drawn(areas, ColourMode::Light), 900));
    fog.iter().zip(&bare).filter(|(a, b)| (*a - *b).abs() > 20.0).count()
}

#[test]
fn layers_make_a_soft_border_and_neighbours_join() {
    let svg = drawn(vec![areas("cloud-under", &["E37"])], ColourMode::Page);
    let document = Document::parse(&svg).expect("well-formed");
    let layers = paths(&document, "cloud-body");
    assert_eq!(layers.len(), 4);
    // All but the last have a rim with rounded corners.
    assert_eq!(layers.iter().map(|d| count(d, 'a')).collect::<Vec<_>>(), [3, 3, 3, 0]);
    // Neither a seam nor a darker line where two cells touch.
    let under = |cells: &[&str]| vec![areas("cloud-under", cells)];
    let (one, other, both) =
        (covered(under(&["E37"])), covered(under(&["F37"])), covered(under(&["E37", "F37"])));
    assert!(both < one + other, "the rims lie over each other: {both} of {one} and {other}");
}

/// A drifting cloud must be recognisable.
#[test]
fn a_cloud_keeps_its_shape_when_it_drifts() {
    let shape = |cells: &[&str]| {
        let d = path_of(vec![areas("cloud-under", cells)], "cloud-body");
        // The steps of each subpath, without the points where they begin.
        let steps = d.split('M').skip(1).map(|one| one.split_once('l').map_or("", |one| one.1));
        steps.map(str::to_owned).collect::<Vec<_>>()
    };
    // The second cloud is the first one, shifted along the row by two cells.
    assert_eq!(shape(&["F26", "F36", "E26"]), shape(&["F37", "F47", "E37"]));
}

#[test]
fn a_map_is_a_small_svg() {
    for seed in 0..20 {
        let map = drawn(generate(seed).areas(), ColourMode::Light).len();
        let bare = drawn(Vec::new(), ColourMode::Light).len();
        assert!(map - bare < 45_000, "seed {seed}: {} bytes of clouds", map - bare);
    }
}

#[test]
fn clouds_hide_no_marks_and_no_names() {
    let mark = |cell: &str, kind| Mark { cell: cell.to_owned(), kind };
    let diagram = Diagram {
        marks: vec![mark("E37", "last-from"), mark("F37", "last-to"), mark("E38", "capture")],
        areas: vec![
            Area { of: "V", ..areas("marker", &["E38"]) },
            areas("cloud-under", &["E37", "F37", "E38"]),
            Area { of: "gold", ..areas("zone", &["F37"]) },
        ],
        pieces: vec![Placed {
            cell: "E38".to_owned(),
            side: "green",
            kind: "?",
            marks: Vec::new(),
        }],
        route: Vec::new(),
    };
    let svg = diagram_svg(GAME, triangle(), &diagram, &BoardOptions::new(ColourMode::Page));
    let at =
        |class: &str| svg.find(&format!("class=\"{class}")).unwrap_or_else(|| panic!("{class}"));
    let order = [
        "cloud-body",
        "last-from",
        "last-to",
        "zone-edge",
        "piece side-green",
        "side-note",
        "sign-capture",
    ];
    for pair in order.windows(2) {
        assert!(at(pair[0]) < at(pair[1]), "{} is below {}", pair[0], pair[1]);
    }
    let options = BoardOptions { names: Names::Plain, ..BoardOptions::new(ColourMode::Page) };
    let named = diagram_svg(GAME, triangle(), &diagram, &options);
    assert_eq!(
        named.matches("class=\"name\"").count(),
        81 + 3,
        "names are written on clouds again"
    );
}

fn grey_piece(side: &str, kind: &str) -> Vec<f64> {
    grey(&painted(&piece_svg(GAME, side, kind, ColourMode::Light), 32))
}

/// Counts the pixels that differ clearly.
fn differ(a: &[f64], b: &[f64]) -> usize {
    a.iter().zip(b).filter(|(x, y)| (*x - *y).abs() > 60.0).count()
}

#[test]
fn an_unknown_piece_differs_from_all_others_at_32_pixels_without_colour() {
    let sides = ["gold", "green"];
    assert!(differ(&grey_piece("gold", "?"), &grey_piece("green", "?")) >= 40, "the side is seen");
    for side in sides {
        let unknown = grey_piece(side, "?");
        for kind in ["B", "Fl", "S", "V", "L", "Fe", "G", "VG", "LG", "FeG"] {
            for other in sides {
                let count = differ(&unknown, &grey_piece(other, kind));
                assert!(count >= 60, "{side} ? and {other} {kind} differ in {count} pixels");
            }
        }
    }
}

/// The greys of a board with one marker.
fn marker(of: &'static str) -> Vec<f64> {
    let areas = vec![Area { of, ..areas("marker", &["E37"]) }];
    grey(&painted(&drawn(areas, ColourMode::Light), 900))
}

#[test]
fn markers_show_what_was_lost() {
    let bare = grey(&painted(&drawn(Vec::new(), ColourMode::Light), 900));
    let markers: Vec<Vec<f64>> = MARKERS.map(marker).into();
    for (i, a) in markers.iter().enumerate() {
        assert!(differ(a, &bare) > 100, "{} is visible", MARKERS[i]);
        for (b, other) in markers[..i].iter().zip(MARKERS) {
            assert!(differ(a, b) > 15, "{} and {other}", MARKERS[i]);
        }
    }
    for unknown in ["", "Xyz", "?", "<"] {
        let areas = vec![Area { of: unknown, ..areas("marker", &["E37", "Z99"]) }];
        Document::parse(&drawn(areas, ColourMode::Page)).expect("well-formed");
    }
}

#[test]
fn symbols_for_clouds_markers_and_unknown_pieces_are_complete() {
    let svg = piece_defs(GAME).expect("a game");
    let document = Document::parse(&svg).expect("well-formed");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let unique: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "ids are unique");
    let mut wanted = vec!["clouded-klinzha-?".to_owned(), "clouded-klinzha-VG".to_owned()];
    wanted.extend(MARKERS.map(|code| format!("marker-{code}")));
    for detail in ["drop", "wisp"] {
        for direction in ["up", "down"] {
            wanted.extend((0..3).map(|i| format!("cloud-{detail}-{direction}-{i}")));
        }
    }
    for id in wanted {
        assert!(ids.contains(&id.as_str()), "{id}");
    }
    let css = stylesheet();
    for path in document.descendants().filter(|node| node.has_tag_name("path")) {
        let class = path.attribute("class").expect("a class");
        assert!(css.contains(&format!(".{class}{{")), "{class}");
    }
    let open = piece_defs("klinzha").expect("a game");
    assert!(
        !open.contains("cloud-") && !open.contains("marker-"),
        "only the clouded game has them"
    );
}

/// A position with Green's Lancer on `lancer`, as a viewer sees it.
fn frame(map: &CloudMap, lancer: &str, viewer: Viewer) -> Frame {
    let mut setting = Setting::position(&position(lancer));
    let rows = map.to_file().trim().replace('\n', "/");
    setting.options.0.insert("clouds".to_owned(), rows);
    let table = heterodox_rules::open(GAME, &setting).expect("a position");
    table.scene(viewer).frame
}

/// The notation of a position: two warriors with Goals, a Vanguard and Green's Lancer.
fn position(lancer: &str) -> String {
    let rows: Vec<(char, usize)> = ('A'..='I').zip((1..=17).step_by(2)).collect();
    let piece_on = |cell: &str| match cell {
        "I11" => Some("E+"),
        "G14" => Some("V"),
        "A19" => Some("v+"),
        cell if cell == lancer => Some("l"),
        _ => None,
    };
    let mut cells = triangle().cells.iter();
    let row = |(_, length): &(char, usize)| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in cells.by_ref().take(*length) {
            if let Some(piece) = piece_on(&cell.name) {
                text += &if empty > 0 { empty.to_string() } else { String::new() };
                text += piece;
                empty = 0;
            } else {
                empty += 1;
            }
        }
        text + &if empty > 0 { empty.to_string() } else { String::new() }
    };
    format!("{} gold 0 1", rows.iter().map(row).collect::<Vec<_>>().join("/"))
}

#[test]
fn a_picture_does_not_depend_on_hidden_pieces() {
    let [gold, green] = [0, 1].map(|seat| Viewer::Seat(Seat::new(seat)));
    let mut map = CloudMap::CLEAR;
    let cell = |name: &str| {
        let index = triangle().cells.iter().position(|cell| cell.name == name);
        Cell::new(index.expect("a cell"))
    };
    for name in ["E37", "F37", "C28"] {
        map.set(cell(name), Cover::Under);
    }
    for name in ["D27", "C18"] {
        map.set(cell(name), Cover::Edge);
    }
    let picture = |lancer, viewer, colour_mode| {
        let options =
            BoardOptions { captured: true, names: Names::Coded, ..BoardOptions::new(colour_mode) };
        frame_svg(GAME, triangle(), &frame(&map, lancer, viewer), &options)
    };
    for colour_mode in [ColourMode::Page, ColourMode::Light, ColourMode::Dark] {
        for viewer in [gold, Viewer::Public] {
            let hidden = ["E37", "F37", "C28"].map(|cell| picture(cell, viewer, colour_mode));
            assert!(
                hidden.iter().all(|svg| *svg == hidden[0]),
                "{viewer:?}: all cells under clouds look the same"
            );
            let [one, other] = ["D27", "C18"].map(|cell| picture(cell, viewer, colour_mode));
            assert!(one != other && one != hidden[0], "{viewer:?}: an unknown piece is shown");
            assert!(
                picture("H24", viewer, colour_mode) != hidden[0],
                "{viewer:?}: a known piece is shown"
            );
        }
        assert_ne!(
            picture("E37", green, colour_mode),
            picture("F37", green, colour_mode),
            "own pieces are shown"
        );
    }
    // The frame itself does not hold the kind of an unknown piece.
    let unknown = frame(&map, "D27", gold);
    let piece =
        unknown.pieces.iter().find(|piece| piece.cell == "D27").expect("the piece is in the frame");
    assert_eq!((piece.side, piece.kind), ("green", "?"));
}

#[test]
fn titled_adds_an_accessible_name() {
    let svg = drawn(Vec::new(), ColourMode::Light);
    let named = with_title(&svg, "Klin Zha <as> \"Gold\" & Co.");
    let document = Document::parse(&named).expect("well-formed");
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let first = root.first_child().expect("children");
    assert!(first.has_tag_name("title"), "the title is the first child");
    assert_eq!(first.text(), Some("Klin Zha <as> \"Gold\" & Co."));
    assert_eq!(painted(&named, 100), painted(&svg, 100));
    let page = with_title(&drawn(Vec::new(), ColourMode::Page), "title");
    assert_eq!(
        Document::parse(&page).expect("one role").root_element().attribute("role"),
        Some("img")
    );
    for other in ["", "<svg/>", "no picture", "<svg"] {
        assert_eq!(with_title(other, "title"), other);
    }
}
