//! Tests of the drawings of Grand Chess, by parsing the SVG and by its pixels.

use heterodox_draw::{
    BoardOptions, ColourMode, Diagram, Mark, board_svg, diagram_svg, frame_svg, piece_defs,
    piece_defs_with, piece_svg, png, stylesheet,
};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Captured, Frame, Placed};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};
use std::collections::{HashMap, HashSet};

const GAME: &str = "grand-chess";
const SIDES: [&str; 2] = ["white", "black"];
const MARKS: [&str; 5] = ["frozen", "locked", "shielded", "freezing", "check"];
/// The paints of files.
const FILES: [ColourMode; 2] = [ColourMode::Light, ColourMode::Dark];

/// The number of pixels of 32 × 32 in which two figures must differ clearly.
const MIN_DIFFERING: usize = 60;
/// The number of differing pixels at which counting ends.
const MAX_COUNTED: usize = 200;
/// The least clear difference of two greys, which are from 0 to 255.
const CLEAR: f64 = 50.0;

fn geometry() -> &'static Geometry {
    heterodox_rules::board(GAME).expect("the game exists")
}

fn codes() -> &'static [&'static str] {
    heterodox_rules::info(GAME).expect("the game exists").pieces
}

fn placed(cell: &str, side: &'static str, kind: &'static str, marks: &[&'static str]) -> Placed {
    Placed { cell: cell.to_owned(), side, kind, marks: marks.to_vec() }
}

fn frame(pieces: Vec<Placed>) -> Frame {
    Frame { pieces, ..Frame::default() }
}

/// The greys of a light and a dark square.
fn squares(colour_mode: ColourMode) -> [f64; 2] {
    if colour_mode == ColourMode::Dark { [144.0, 93.0] } else { [230.0, 168.0] }
}

/// A square picture in greys from 0 to 255.
struct Grey {
    width: usize,
    pixels: Vec<f64>,
}

impl Grey {
    fn of(svg: &str, width: u32) -> Self {
        Self::on(255.0, svg, width)
    }

    /// Renders an SVG on a background of this grey.
    fn on(background: f64, svg: &str, width: u32) -> Self {
        let png = png(svg, width).expect("a picture");
        let pixels = Pixmap::decode_png(&png).expect("a PNG");
        let grey = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            0.3 * f64::from(pixel.red())
                + 0.59 * f64::from(pixel.green())
                + 0.11 * f64::from(pixel.blue())
                + background * (1.0 - f64::from(pixel.alpha()) / 255.0)
        };
        Self { width: width as usize, pixels: pixels.pixels().iter().map(grey).collect() }
    }

    fn at(&self, x: isize, y: isize) -> f64 {
        let inside = |n: isize| n.clamp(0, self.width as isize - 1) as usize;
        self.pixels[inside(y) * self.width + inside(x)]
    }

    /// Counts the pixels that differ clearly, as the minimum over shifts of `other` by up to a
    /// pixel in each direction. Counts up to [`MAX_COUNTED`].
    fn difference(&self, other: &Self) -> usize {
        let shifts = (0..3).flat_map(|dy| (0..3).map(move |dx| (dx, dy)));
        shifts.fold(MAX_COUNTED, |min, shift| self.shifted_difference(other, shift, min))
    }

    /// Counts the pixels that differ clearly, without a margin of one pixel, up to `max`.
    fn shifted_difference(&self, other: &Self, (dx, dy): (usize, usize), max: usize) -> usize {
        let inner = self.width - 2;
        let mut count = 0;
        for y in 0..inner {
            let own = &self.pixels[(y + 1) * self.width + 1..][..inner];
            let others = &other.pixels[(y + dy) * self.width + dx..][..inner];
            for i in 0..inner {
                count += usize::from((own[i] - others[i]).abs() > CLEAR);
            }
            if count >= max {
                return max;
            }
        }
        count
    }
}

/// A figure at 32 pixels on each square.
fn small(side: &str, kind: &str, colour_mode: ColourMode) -> [Grey; 2] {
    squares(colour_mode)
        .map(|square| Grey::on(square, &piece_svg(GAME, side, kind, colour_mode), 32))
}

/// The difference of two figures on the square on which they differ less.
fn difference(a: &[Grey; 2], b: &[Grey; 2]) -> usize {
    a[0].difference(&b[0]).min(a[1].difference(&b[1]))
}

#[test]
fn all_figures_are_distinguishable_at_32_pixels() {
    assert_eq!(codes().len(), 81);
    for side in SIDES {
        for colour_mode in FILES {
            let figures: Vec<_> =
                codes().iter().map(|code| (code, small(side, code, colour_mode))).collect();
            let mut closest = (usize::MAX, "", "");
            for (i, (a, figure)) in figures.iter().enumerate() {
                for (b, other) in &figures[..i] {
                    closest = closest.min((difference(figure, other), a, b));
                }
            }
            println!("{side} {colour_mode:?}: the most similar are {closest:?}");
            assert!(closest.0 >= MIN_DIFFERING, "{side} {colour_mode:?}: {closest:?}");
        }
    }
}

#[test]
fn the_measure_of_difference_is_small_for_small_changes() {
    let horse = small("white", "N", ColourMode::Light);
    assert_eq!(difference(&horse, &horse), 0);
    let shifted = piece_svg(GAME, "white", "N", ColourMode::Light)
        .replace("-47.5 -47.5 95 95", "-50.5 -47.5 95 95");
    let shifted = squares(ColourMode::Light).map(|square| Grey::on(square, &shifted, 32));
    assert!(difference(&horse, &shifted) < MIN_DIFFERING, "a shift by a pixel");
    let svg = piece_svg(GAME, "white", "N", ColourMode::Light);
    let line = svg.rfind("<path").expect("a path");
    let end = line + svg[line..].find("/>").expect("its end") + 2;
    let plainer = [&svg[..line], &svg[end..]].concat();
    let plainer = squares(ColourMode::Light).map(|square| Grey::on(square, &plainer, 32));
    assert!((1..MIN_DIFFERING).contains(&difference(&horse, &plainer)), "a missing line");
}

#[test]
fn the_sides_of_a_kind_are_distinguishable_at_32_pixels() {
    for code in codes().iter().copied().chain(["Xy", "?"]) {
        for colour_mode in FILES {
            let count =
                difference(&small("white", code, colour_mode), &small("black", code, colour_mode));
            assert!(count >= 2 * MIN_DIFFERING, "{code} {colour_mode:?}: {count}");
        }
    }
}

#[test]
fn figures_show_on_light_and_dark_squares() {
    let cells = &geometry().cells;
    let empty = FILES.map(|colour_mode| {
        Grey::of(
            &board_svg(
                geometry(),
                &BoardOptions { labels: false, ..BoardOptions::new(colour_mode) },
            ),
            500,
        )
    });
    let centres = centres();
    for side in SIDES {
        for shift in 0..2 {
            // Each figure stands once on a light and once on a dark square.
            let pieces = codes().iter().enumerate();
            let pieces: Vec<_> =
                pieces.map(|(i, code)| placed(&cells[i + shift].name, side, code, &[])).collect();
            for (colour_mode, empty) in FILES.into_iter().zip(&empty) {
                let options = BoardOptions { labels: false, ..BoardOptions::new(colour_mode) };
                let board =
                    Grey::of(&frame_svg(GAME, geometry(), &frame(pieces.clone()), &options), 500);
                for piece in &pieces {
                    let (x, y) = centres[&piece.cell];
                    let scale = 500.0 / 940.0;
                    let (x, y) = ((x * scale) as isize, (y * scale) as isize);
                    let around = (-22..22).flat_map(|dy| (-22..22).map(move |dx| (dx, dy)));
                    let seen = around
                        .filter(|(dx, dy)| {
                            (board.at(x + dx, y + dy) - empty.at(x + dx, y + dy)).abs() > 40.0
                        })
                        .count();
                    assert!(seen > 200, "{} {side} on {}: {seen} pixels", piece.kind, piece.cell);
                }
            }
        }
    }
}

/// The centres of the cells on a board without labels.
fn centres() -> HashMap<String, (f64, f64)> {
    let svg = board_svg(
        geometry(),
        &BoardOptions { labels: false, ..BoardOptions::new(ColourMode::Page) },
    );
    let document = Document::parse(&svg).expect("well-formed");
    let view_box = document.root_element().attribute("viewBox");
    assert_eq!(view_box, Some("0 0 940 940"), "a square board has a square picture");
    cells(&document).into_iter().map(|(name, cell)| (name, centre(cell))).collect()
}

fn cells<'a>(document: &'a Document) -> HashMap<String, Node<'a, 'a>> {
    let nodes = document.descendants().filter(|node| node.has_attribute("data-cell"));
    nodes.map(|node| (node.attribute("data-cell").expect("just seen").to_owned(), node)).collect()
}

fn centre(cell: Node) -> (f64, f64) {
    let number = |name| cell.attribute(name).and_then(|text| text.parse().ok()).expect("a number");
    (number("data-x"), number("data-y"))
}

fn classes<'a>(document: &'a Document) -> impl Iterator<Item = (&'a str, Node<'a, 'a>)> {
    document.descendants().filter_map(|node| Some((node.attribute("class")?, node)))
}

#[test]
fn squares_are_chequered_and_oriented_for_the_side_at_the_bottom() {
    for (rotation, corner, right) in [(0, "a1", "b1"), (1, "j10", "i10")] {
        let svg = board_svg(
            geometry(),
            &BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) },
        );
        let document = Document::parse(&svg).expect("well-formed");
        let cells = cells(&document);
        assert_eq!(cells.len(), 100);
        let (x, y) = centre(cells[corner]);
        assert!(cells.values().all(|&cell| centre(cell).0 > x - 1.0 && centre(cell).1 < y + 1.0));
        let keys = cells[corner].attribute("data-keys").expect("keys");
        assert!(keys.starts_with(&format!(",{right},")), "{keys}");
        // The square at a player's right hand is light, as in chess.
        for (name, dark) in
            [("a1", true), ("j1", false), ("j10", true), ("e5", true), ("e4", false)]
        {
            let class = if dark { "tile-dark" } else { "tile-light" };
            let tile = cells[name].first_element_child().expect("a tile");
            assert_eq!(tile.attribute("class"), Some(class), "{name}");
        }
    }
}

/// The mean of the points of a path of `M` and `L` commands.
fn mean_point(d: &str) -> (f64, f64) {
    let numbers: Vec<f64> =
        d.split(['M', 'L', 'Z', ' ']).filter_map(|text| text.parse().ok()).collect();
    let mean = |from: usize| {
        let parts: Vec<_> = numbers.iter().skip(from).step_by(2).collect();
        parts.iter().copied().sum::<f64>() / parts.len() as f64
    };
    (mean(0), mean(1))
}

#[test]
fn the_ranks_of_the_promotion_zones_have_arrows_of_their_side() {
    for rotation in 0..2 {
        let svg = board_svg(
            geometry(),
            &BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) },
        );
        let document = Document::parse(&svg).expect("well-formed");
        let cells = cells(&document);
        let file = if rotation == 0 { "a" } else { "j" };
        for (class, ranks) in [("promotion-white", [8, 9, 10]), ("promotion-black", [1, 2, 3])] {
            let arrows: Vec<_> = classes(&document)
                .filter(|(found, _)| *found == class)
                .map(|(_, node)| node.attribute("d").expect("a path"))
                .collect();
            assert_eq!(arrows.len(), 3, "three ranks at the left");
            for rank in ranks {
                let (x, y) = centre(cells[&format!("{file}{rank}")]);
                let inside = |arrow: &&&str| {
                    let (arrow_x, arrow_y) = mean_point(arrow);
                    (arrow_x - x).abs() < 45.0 && (arrow_y - y).abs() < 45.0
                };
                assert_eq!(arrows.iter().filter(inside).count(), 1, "{rotation}: rank {rank}");
            }
            // The arrows point up for White at the bottom, down for Black, and rotate with the
            // board: the first corner is the tip.
            let points_up = (class == "promotion-white") == (rotation == 0);
            for arrow in arrows {
                let tip = arrow.trim_start_matches('M').split(['L', ' ']).nth(1);
                let tip: f64 = tip.and_then(|y| y.parse().ok()).expect("a number");
                assert_eq!(tip < mean_point(arrow).1, points_up, "rotation {rotation}: {arrow}");
            }
        }
        let labels = classes(&document).filter(|(class, _)| class.starts_with("label-on"));
        assert_eq!(labels.count(), 20, "ranks at the left, files at the bottom");
    }
}

#[test]
fn every_kind_has_a_figure_and_other_codes_are_written_out() {
    for side in SIDES {
        for code in codes() {
            let svg = piece_svg(GAME, side, code, ColourMode::Page);
            assert!(svg.contains("figure-body") && !svg.contains("piece-letter"), "{code}");
        }
        for code in ["Xy", "Qx", "?", "", "a<&\"long code"] {
            let svg = piece_svg(GAME, side, code, ColourMode::Page);
            Document::parse(&svg).expect("well-formed");
            assert!(svg.contains("piece-letter"), "{code}");
        }
    }
    let [longest, _] = small("white", "Abcdefgh", ColourMode::Light);
    let [blank, _] = small("white", "", ColourMode::Light);
    let same = |x, y| (longest.at(x, y) - blank.at(x, y)).abs() < 1.0;
    let beside_stone = |y| [0, 1, 30, 31].iter().all(|&x| same(x, y));
    assert!((0..32).all(beside_stone), "a long code stays within the stone");
}

#[test]
fn figures_fit_into_their_square_and_fill_it() {
    let mut wrong = Vec::new();
    for code in codes().iter().copied().chain(["?", "Abcdefgh"]) {
        let svg = piece_svg(GAME, "white", code, ColourMode::Light);
        let tree = Tree::from_str(&svg, &Options::default()).expect("SVG");
        let bounds = tree.root().abs_stroke_bounding_box();
        let inside = |low: f32, high: f32| low >= 0.0 && high <= 95.0;
        let fits = inside(bounds.left(), bounds.right()) && inside(bounds.top(), bounds.bottom());
        if !fits || bounds.width() < 48.0 || bounds.height() < 48.0 {
            wrong.push((code, bounds));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn the_symbols_are_complete_and_their_classes_known() {
    let css = stylesheet();
    let svg = piece_defs_with(GAME, &["Xy"]).expect("a game");
    let document = Document::parse(&svg).expect("well-formed");
    let mut ids = HashSet::new();
    for node in document.descendants().filter(|node| node.has_attribute("id")) {
        let id = node.attribute("id").unwrap_or_default();
        assert!(ids.insert(id), "ids are unique");
        // Some marks are drawn only below a piece or only above it.
        let may_be_empty = id.starts_with("under-") || id.starts_with("badge-");
        assert!(node.has_children() || may_be_empty, "{id} is empty");
    }
    for code in codes().iter().copied().chain(["Xy", "any"]) {
        assert!(ids.contains(format!("{GAME}-{code}").as_str()), "{code}");
    }
    for mark in MARKS {
        assert!(ids.contains(format!("under-{mark}").as_str()), "{mark}");
        assert!(ids.contains(format!("badge-{mark}").as_str()), "{mark}");
    }
    for id in ["mark-target", "mark-capture", "mark-cursor", "sign-both", "sign-victim"] {
        assert!(ids.contains(id), "{id}");
    }
    for path in document.descendants().filter(|node| node.has_tag_name("path")) {
        let class = path.attribute("class").expect("a class");
        assert!(css.contains(&format!(".{class}{{")), "{class}");
        assert!(!path.has_attribute("fill"), "colours come from the style sheet");
    }
    for side in SIDES {
        assert!(css.contains(&format!(".side-{side}{{--side-body:var(--{side}-body);")), "{side}");
    }
    let plain = piece_defs(GAME).expect("a game");
    assert!(!plain.contains("\"grand-chess-Xy\"") && plain.len() < 120_000, "{}", plain.len());
}

/// Renders a piece with marks, its square and a little more.
fn marked(side: &'static str, marks: &[&'static str], colour_mode: ColourMode) -> Grey {
    marked_kind("Fo", side, marks, colour_mode)
}

fn marked_kind(
    kind: &'static str,
    side: &'static str,
    marks: &[&'static str],
    colour_mode: ColourMode,
) -> Grey {
    let pieces = vec![placed("e5", side, kind, marks)];
    let svg = frame_svg(
        GAME,
        geometry(),
        &frame(pieces),
        &BoardOptions { labels: false, ..BoardOptions::new(colour_mode) },
    );
    let (x, y) = centres()["e5"];
    let view = format!("viewBox=\"{} {} 90 90\"", x - 45.0, y - 45.0);
    let svg = svg.replacen("viewBox=\"0 0 940 940\"", &view, 1).replacen(
        "width=\"940\" height=\"940\"",
        "width=\"90\" height=\"90\"",
        1,
    );
    Grey::of(&svg, 45)
}

#[test]
fn marks_are_distinguishable_without_colour() {
    for colour_mode in FILES {
        for side in SIDES {
            let mut pictures = vec![("none", marked(side, &[], colour_mode))];
            for mark in MARKS {
                pictures.push((mark, marked(side, &[mark], colour_mode)));
            }
            pictures.push(("frozen and locked", marked(side, &["frozen", "locked"], colour_mode)));
            for (i, (a, picture)) in pictures.iter().enumerate() {
                for (b, other) in &pictures[..i] {
                    let differing = picture
                        .pixels
                        .iter()
                        .zip(&other.pixels)
                        .filter(|(x, y)| (*x - *y).abs() > CLEAR);
                    let count = differing.count();
                    assert!(count > 25, "{side} {colour_mode:?}: {a} and {b}: {count}");
                }
            }
        }
    }
    let unknown = marked("white", &["never-heard-of"], ColourMode::Light);
    assert_eq!(unknown.pixels, marked("white", &[], ColourMode::Light).pixels);
}

#[test]
fn every_mark_has_a_badge_in_its_corner() {
    for colour_mode in FILES {
        for (mark, (right, low)) in MARKS.into_iter().zip([
            (false, false),
            (true, false),
            (true, true),
            (false, true),
            (false, true),
        ]) {
            // The Vertical Mover leaves all four corners free.
            let picture = marked_kind("Vm", "white", &[mark], colour_mode);
            let contrast = |right: bool, low: bool| {
                let part = |far: bool| if far { 35..43 } else { 2..10 };
                let greys: Vec<f64> = part(low)
                    .flat_map(|y| part(right).map(move |x| (x, y)))
                    .map(|(x, y)| picture.at(x, y))
                    .collect();
                greys.iter().copied().fold(0.0, f64::max)
                    - greys.iter().copied().fold(255.0, f64::min)
            };
            for corner in [(false, false), (true, false), (true, true), (false, true)] {
                let badge = contrast(corner.0, corner.1) > 110.0;
                assert_eq!(badge, corner == (right, low), "{mark} {colour_mode:?} {corner:?}");
            }
        }
    }
}

#[test]
fn signs_are_distinguishable_without_colour() {
    let picture = |kind: &'static str, occupied: bool| {
        let diagram = Diagram {
            marks: vec![Mark { cell: "e5".to_owned(), kind }],
            areas: Vec::new(),
            pieces: occupied.then(|| placed("e5", "black", "Ca", &[])).into_iter().collect(),
            ..Diagram::default()
        };
        let options = BoardOptions { labels: false, ..BoardOptions::new(ColourMode::Light) };
        Grey::of(&diagram_svg(GAME, geometry(), &diagram, &options), 940)
    };
    let kinds = ["both", "move", "capture", "own", "blocked", "victim", "start"];
    for occupied in [false, true] {
        let pictures: Vec<_> = kinds.map(|kind| (kind, picture(kind, occupied))).into();
        for (i, (a, picture)) in pictures.iter().enumerate() {
            for (b, other) in &pictures[..i] {
                let differing = picture
                    .pixels
                    .iter()
                    .zip(&other.pixels)
                    .filter(|(x, y)| (*x - *y).abs() > CLEAR);
                let count = differing.count();
                assert!(count > 50, "{a} and {b}: {count}");
            }
        }
    }
}

#[test]
fn files_hold_concrete_colours_and_show_everything() {
    let mut shown = frame(vec![
        placed("a1", "white", "Q", &MARKS),
        placed("j10", "black", "Xyz", &["locked"]),
        placed("nowhere", "black", "K", &["check"]),
    ]);
    shown.last = vec!["a2".to_owned(), "a1".to_owned()];
    shown.captured = vec![Captured { side: "black", kind: "Cg".to_owned(), count: 30 }];
    for colour_mode in FILES {
        for rotation in 0..2 {
            let options =
                BoardOptions { rotation, captured: true, ..BoardOptions::new(colour_mode) };
            let svg = frame_svg(GAME, geometry(), &shown, &options);
            assert!(!svg.contains("var(") && !svg.contains("class=\"mark"));
            let bare = frame_svg(GAME, geometry(), &Frame::default(), &options);
            assert!(svg.len() > bare.len() + 5000);
            png(&svg, 300).expect("a picture");
        }
    }
}
