//! Tests of boards, pictures, pieces and diagrams, by parsing the SVG and by its pixels.

use heterodox_draw::{
    BoardOptions, ColourMode, Diagram, DrawError, Mark, Names, board_svg, diagram_svg, frame_svg,
    klinzha, piece_defs, piece_svg, png, stylesheet,
};
use heterodox_rules::geometry::{CellShape, EdgeLabel, Geometry, Outline, Point};
use heterodox_rules::klinzha::Kind;
use heterodox_rules::{Captured, Frame, Placed, Seat, Setting, Viewer};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};
use std::collections::{HashMap, HashSet};

/// The paints of files.
const FILES: [ColourMode; 2] = [ColourMode::Light, ColourMode::Dark];
const POSITION: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

fn triangle() -> &'static Geometry {
    heterodox_rules::board("klinzha").expect("the game exists")
}

/// The sample position after one ply.
fn frame() -> Frame {
    let mut table =
        heterodox_rules::open("klinzha", &Setting::position(POSITION)).expect("a position");
    table.submit(Seat::new(0), "Fl@G14 x Fl@D16").expect("a legal move");
    table.scene(Viewer::Public).frame
}

fn cells<'a>(document: &'a Document) -> HashMap<String, Node<'a, 'a>> {
    let nodes = document.descendants().filter(|node| node.has_attribute("data-cell"));
    let mut cells = HashMap::new();
    for node in nodes {
        let name = node.attribute("data-cell").unwrap_or_default().to_owned();
        assert!(cells.insert(name, node).is_none(), "cell names are unique");
    }
    cells
}

fn number(node: Node, attribute: &str) -> f64 {
    node.attribute(attribute).and_then(|text| text.parse().ok()).expect("a number")
}

/// The width of a board's SVG, and the centres of its cells. They are the same for all paints.
fn centres(options: BoardOptions) -> (f64, HashMap<String, (f64, f64)>) {
    let svg = board_svg(triangle(), &BoardOptions { colour_mode: ColourMode::Page, ..options });
    let document = Document::parse(&svg).expect("well-formed");
    let view_box = document.root_element().attribute("viewBox").expect("a view box").to_owned();
    let width = view_box.split(' ').nth(2).and_then(|text| text.parse().ok()).expect("a width");
    let places = cells(&document)
        .into_iter()
        .map(|(name, node)| (name, (number(node, "data-x"), number(node, "data-y"))))
        .collect();
    (width, places)
}

fn painted(svg: &str, width: u32) -> Pixmap {
    let png = png(svg, width).expect("a picture");
    let pixels = Pixmap::decode_png(&png).expect("a PNG");
    assert_eq!(pixels.width(), width);
    pixels
}

/// The mean colour (red, green, blue) of the pixels around a point of the SVG.
fn colour_around(pixels: &Pixmap, svg_width: f64, (x, y): (f64, f64), radius: i32) -> [i64; 3] {
    let scale = f64::from(pixels.width()) / svg_width;
    let (x, y) = ((x * scale) as i32, (y * scale) as i32);
    let mut sum = [0; 3];
    for dy in -radius..=radius {
        for dx in -radius..=radius {
            let pixel = pixels
                .pixel(
                    u32::try_from(x + dx).expect("inside"),
                    u32::try_from(y + dy).expect("inside"),
                )
                .expect("inside");
            sum[0] += i64::from(pixel.red());
            sum[1] += i64::from(pixel.green());
            sum[2] += i64::from(pixel.blue());
        }
    }
    let count = i64::from((2 * radius + 1) * (2 * radius + 1));
    sum.map(|channel| channel / count)
}

fn difference(a: [i64; 3], b: [i64; 3]) -> i64 {
    (0..3).map(|i| (a[i] - b[i]).abs()).sum()
}

#[test]
fn the_board_of_a_page_has_every_cell_once_with_its_position_and_keys() {
    for rotation in 0..3 {
        let svg = board_svg(
            triangle(),
            &BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) },
        );
        let document = Document::parse(&svg).expect("well-formed");
        let cells = cells(&document);
        assert_eq!(cells.len(), 81);
        for shape in &triangle().cells {
            let cell = cells[&shape.name];
            assert!(cell.attribute("class").is_some_and(|c| c.contains(shape.classes[1])));
            assert!(number(cell, "data-room") > 20.0);
            let keys: Vec<&str> = cell.attribute("data-keys").expect("keys").split(',').collect();
            assert_eq!(keys.len(), 4);
            let (x, y) = (number(cell, "data-x"), number(cell, "data-y"));
            for (direction, key) in keys.iter().enumerate().filter(|(_, key)| !key.is_empty()) {
                let next = cells[*key];
                let (dx, dy) = (number(next, "data-x") - x, number(next, "data-y") - y);
                let forward = [-dx, dx, -dy, dy][direction];
                assert!(
                    forward > 1.0,
                    "rotation {rotation}: key {direction} of {}: {key}",
                    shape.name
                );
            }
        }
        for layer in ["clouds", "areas", "marks", "pieces", "notes", "arrows"] {
            let class = format!("layer {layer}");
            let found: Vec<_> = document
                .descendants()
                .filter(|node| node.attribute("class") == Some(&class))
                .collect();
            assert!(found.len() == 1 && !found[0].has_children(), "{layer}");
        }
    }
}

#[test]
fn a_turn_moves_the_west_corner_to_the_top() {
    let (_, before) = centres(BoardOptions::new(ColourMode::Page));
    let (_, after) = centres(BoardOptions { rotation: 1, ..BoardOptions::new(ColourMode::Page) });
    for (from, to) in [("I11", "A19"), ("A19", "I99"), ("I99", "I11")] {
        let (a, b) = (after[from], before[to]);
        assert!((a.0 - b.0).abs() < 0.1 && (a.1 - b.1).abs() < 0.1, "{from} {a:?} {to} {b:?}");
    }
}

#[test]
fn classes_of_a_page_are_in_the_style_sheet() {
    let css = stylesheet();
    let options = BoardOptions { names: Names::Coded, ..BoardOptions::new(ColourMode::Page) };
    let svgs = [
        frame_svg("klinzha", triangle(), &frame(), &options),
        piece_defs("klinzha").expect("a game"),
        klinzha::moves_svg(Kind::Blockader, ColourMode::Page),
        klinzha::coordinates_svg(ColourMode::Page),
    ];
    for svg in svgs {
        let document = Document::parse(&svg).expect("well-formed");
        for path in document.descendants().filter(|node| node.has_tag_name("path")) {
            let class = path.attribute("class").expect("a class");
            assert!(css.contains(&format!(".{class}{{")), "{class}");
            assert!(!path.has_attribute("fill"), "colours come from the style sheet");
        }
    }
}

#[test]
fn the_symbols_are_complete_and_their_ids_unique() {
    let svg = piece_defs("klinzha").expect("a game");
    let document = Document::parse(&svg).expect("well-formed");
    let mut ids = HashSet::new();
    for node in document.descendants().filter(|node| node.has_attribute("id")) {
        let id = node.attribute("id").unwrap_or_default();
        assert!(ids.insert(id), "ids are unique");
        // Some marks are drawn only below a piece or only above it.
        let may_be_empty = id.starts_with("under-") || id.starts_with("badge-");
        assert!(node.has_children() || may_be_empty, "{id} is empty");
    }
    for kind in ["B", "Fl", "S", "V", "L", "Fe", "G", "FlG", "SG", "VG", "LG", "FeG"] {
        assert!(ids.contains(format!("klinzha-{kind}").as_str()), "{kind}");
    }
    assert!(!ids.contains("klinzha-BG"));
    for id in ["mark-target", "mark-capture", "mark-danger", "mark-cursor", "hatch-gold"] {
        assert!(ids.contains(id), "{id}");
    }
    assert_eq!(piece_defs("chess").expect_err("no such game").code, "no-such-game");
}

#[test]
fn files_hold_concrete_colours_only() {
    for colour_mode in FILES {
        let options =
            BoardOptions { names: Names::Plain, captured: true, ..BoardOptions::new(colour_mode) };
        let mut svgs = vec![
            board_svg(triangle(), &options),
            frame_svg("klinzha", triangle(), &frame(), &options),
            klinzha::coordinates_svg(colour_mode),
            piece_svg("klinzha", "gold", "VG", colour_mode),
        ];
        svgs.extend(Kind::ALL.map(|kind| klinzha::moves_svg(kind, colour_mode)));
        for svg in svgs {
            Tree::from_str(&svg, &Options::default()).expect("SVG");
            assert!(!svg.contains("var(") && !svg.contains("<style"), "{}", &svg[..200]);
        }
    }
}

#[test]
fn gold_green_and_empty_cells_look_different() {
    for colour_mode in FILES {
        for rotation in 0..3 {
            let options = BoardOptions { rotation, ..BoardOptions::new(colour_mode) };
            let (width, places) = centres(options);
            let pixels = painted(&frame_svg("klinzha", triangle(), &frame(), &options), 900);
            let at = |cell: &str| colour_around(&pixels, width, places[cell], 20);
            let (gold, green, empty) = (at("H24"), at("E26"), at("H78"));
            assert!(difference(gold, green) > 100, "{gold:?} {green:?}");
            assert!(difference(gold, empty) > 60, "{gold:?} {empty:?}");
            assert!(difference(green, empty) > 60, "{green:?} {empty:?}");
            let zone = at("G25");
            let plain = painted(&board_svg(triangle(), &options), 900);
            let before = colour_around(&plain, width, places["G25"], 20);
            assert!(difference(zone, before) > 15, "the zone shows: {zone:?} {before:?}");
            let before = colour_around(&plain, width, places["G14"], 26);
            let after = colour_around(&pixels, width, places["G14"], 26);
            assert!(difference(after, before) > 0, "the last move shows: {after:?}");
        }
    }
}

/// A piece at 32 × 32 pixels in greys from 0 to 255.
fn grey_piece(side: &str, kind: &str) -> Vec<f64> {
    let pixels = painted(&piece_svg("klinzha", side, kind, ColourMode::Light), 32);
    let grey = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        0.3 * f64::from(pixel.red())
            + 0.59 * f64::from(pixel.green())
            + 0.11 * f64::from(pixel.blue())
    };
    pixels.pixels().iter().map(grey).collect()
}

#[test]
fn pieces_are_distinguishable_at_32_pixels_without_colour() {
    let kinds = ["B", "Fl", "S", "V", "L", "Fe", "G", "VG", "LG", "FeG"];
    let pieces: Vec<(String, Vec<f64>)> = ["gold", "green"]
        .into_iter()
        .flat_map(|side| kinds.map(|kind| (format!("{side} {kind}"), grey_piece(side, kind))))
        .collect();
    for (i, (a, grey_a)) in pieces.iter().enumerate() {
        for (b, grey_b) in &pieces[..i] {
            let count = grey_a.iter().zip(grey_b).filter(|(x, y)| (*x - *y).abs() > 60.0).count();
            assert!(count >= 40, "{a} and {b} differ in {count} of 1024 pixels");
        }
    }
}

#[test]
fn captured_pieces_are_beside_the_board_or_above_it() {
    let mut frame = frame();
    assert_eq!(frame.captured.len(), 1);
    let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Light) };
    let with = frame_svg("klinzha", triangle(), &frame, &options);
    let without = frame_svg("klinzha", triangle(), &frame, &BoardOptions::new(ColourMode::Light));
    let size = |svg: &str| Tree::from_str(svg, &Options::default()).expect("SVG").size();
    assert_eq!(size(&with), size(&without), "the corners are free");
    let pixels = painted(&with, size(&with).width() as u32);
    let page = pixels.pixel(1, 1);
    let (left, right) = (pixels.pixel(32, 14), pixels.pixel(pixels.width() - 32, 14));
    assert!(left == page && right != page, "Green's losses are at the right");

    frame.captured = vec![Captured { side: "gold", kind: "V".to_owned(), count: 200 }];
    let many = frame_svg("klinzha", triangle(), &frame, &options);
    assert!(size(&many).height() > size(&without).height(), "they need space above the board");
}

/// A round board with names that need escaping.
fn round_board() -> Geometry {
    let point = |x, y| Point { x, y };
    let cell = |name: &str, centre, outline| CellShape {
        name: name.to_owned(),
        centre,
        outline,
        room: 0.4,
        classes: vec!["light"],
    };
    let hub = point(2.0, 2.0);
    let mut cells = vec![cell("<&\"'>", hub, Outline::Disc { hub, radius: 1.0 })];
    for quarter in 0..4 {
        let from = f64::from(quarter) * std::f64::consts::FRAC_PI_2;
        let to = from + std::f64::consts::FRAC_PI_2;
        let middle = f64::midpoint(from, to);
        let centre = point(2.0 + 1.5 * middle.sin(), 2.0 - 1.5 * middle.cos());
        let outline = Outline::RingSector { hub, inner: 1.0, outer: 2.0, from, to };
        cells.push(cell(&format!("R{quarter}"), centre, outline));
    }
    let around = |n: usize| Some(1 + n % 4);
    let mut keys = vec![[None; 4]];
    keys.extend((0..4).map(|n| [around(n + 3), around(n + 1), None, Some(0)]));
    Geometry {
        width: 4.0,
        height: 4.0,
        cells,
        labels: vec![EdgeLabel { text: "Ä".to_owned(), at: point(2.0, -0.2), class: "file" }],
        keys,
        turns: 4,
    }
}

#[test]
fn a_round_board_with_names_that_need_escaping_is_drawn() {
    let board = round_board();
    for rotation in 0..4 {
        let svg =
            board_svg(&board, &BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) });
        let document = Document::parse(&svg).expect("well-formed");
        let cells = cells(&document);
        assert_eq!(cells["<&\"'>"].attribute("data-keys"), Some(",,,"));
        // After a rotation the keys still lead around the board in the same direction.
        assert_eq!(cells["R0"].attribute("data-keys"), Some("R3,R1,,<&\"'>"));
        let options =
            BoardOptions { rotation, names: Names::Plain, ..BoardOptions::new(ColourMode::Dark) };
        painted(&board_svg(&board, &options), 100);
    }
}

#[test]
fn unknown_cells_kinds_and_games_are_no_error() {
    let placed = |cell: &str, side, kind| Placed {
        cell: cell.to_owned(),
        side,
        kind,
        marks: vec!["goal", "<"],
    };
    let diagram = Diagram {
        marks: vec![
            Mark { cell: "Z99".to_owned(), kind: "target" },
            Mark { cell: "E37".to_owned(), kind: "never-heard-of" },
        ],
        areas: Vec::new(),
        pieces: vec![placed("E37", "\"<", "&?"), placed("nowhere", "gold", "V")],
        route: vec!["nowhere".to_owned(), "E37".to_owned()],
    };
    for colour_mode in [ColourMode::Page, ColourMode::Light, ColourMode::Dark] {
        let options = BoardOptions { rotation: 200, ..BoardOptions::new(colour_mode) };
        let svg = diagram_svg("no-such-game", triangle(), &diagram, &options);
        Document::parse(&svg).expect("well-formed");
    }
    let empty = Geometry {
        width: 0.0,
        height: 0.0,
        cells: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
        turns: 0,
    };
    Document::parse(&board_svg(&empty, &BoardOptions::new(ColourMode::Page))).expect("well-formed");
}

#[test]
fn png_refuses_bad_sizes_and_bad_svg() {
    let svg = board_svg(triangle(), &BoardOptions::new(ColourMode::Light));
    assert!(matches!(png(&svg, 0), Err(DrawError::Width(0))));
    assert!(matches!(png(&svg, 1_000_000), Err(DrawError::Width(1_000_000))));
    assert!(matches!(png("<svg", 100), Err(DrawError::Svg(_))));
    let tall = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='9000'/>";
    assert!(matches!(png(tall, 100), Err(DrawError::TooLarge(..))));
}

#[test]
fn a_warrior_shows_how_far_it_goes_and_whether_it_has_its_goal() {
    let defs = piece_defs("klinzha").expect("a game");
    let document = Document::parse(&defs).expect("well-formed");
    let shapes = |id: &str, class: &str| -> Vec<String> {
        let symbol = document.descendants().find(|node| node.attribute("id") == Some(id));
        let shapes = symbol.expect(id).descendants();
        let shapes = shapes.filter(|node| node.attribute("class") == Some(class));
        shapes.map(|node| node.attribute("d").unwrap_or_default().to_owned()).collect()
    };
    // As the table of warriors in docs/rules/klinzha.md.
    for (kind, reach) in [("B", 2), ("Fl", 6), ("S", 4), ("V", 1), ("L", 3), ("Fe", 3)] {
        let pips = shapes(&format!("klinzha-{kind}"), "piece-pips").concat();
        assert_eq!(pips.matches('M').count(), reach, "{kind}");
    }
    // One halo for each side's token.
    assert_eq!(shapes("klinzha-VG", "goal-carrier").len(), 3);
    assert_eq!(shapes("klinzha-V", "goal-carrier").len(), 0);
}
