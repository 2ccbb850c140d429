//! A picture of a frame: the board at one moment of a game.

use crate::board::{BoardOptions, draw_board, open_svg};
use crate::diagram::{Diagram, Mark, draw_diagram};
use crate::layout::{Layout, MARGIN};
use crate::pieces::{self, Piece};
use crate::svg::Svg;
use heterodox_rules::geometry::{Geometry, Point};
use heterodox_rules::{Captured, Frame};

/// The inradius of the space for a captured piece, in pixels.
const CAPTURED_RADIUS: f64 = 21.0;
/// The distance between the centres of captured pieces, in pixels.
const CAPTURED_SPACING: f64 = 2.3 * CAPTURED_RADIUS;
/// The number of captured pieces in a row in an upper corner of the picture.
const CORNER_COLUMNS: usize = 4;

/// Returns a frame of a game as SVG: the board, areas, the last move and pieces. If
/// `options.captured`, also the captured pieces: those of the first side at the left, all others at
/// the right.
///
/// ```
/// use heterodox_draw::{BoardOptions, ColourMode, frame_svg, png};
/// use heterodox_rules::{Setting, Viewer, board, open};
///
/// let table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
/// let frame = table.scene(Viewer::Public).frame;
/// let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Dark) };
/// let svg = frame_svg("klinzha", board("klinzha").unwrap(), &frame, &options);
/// assert!(svg.starts_with("<svg "));
/// assert!(png(&svg, 400).unwrap().starts_with(b"\x89PNG"));
/// ```
pub fn frame_svg(game: &str, geometry: &Geometry, frame: &Frame, options: &BoardOptions) -> String {
    let mut layout = Layout::new(geometry, options.rotation, options.labels);
    let captured =
        if options.captured { place_captured(&mut layout, game, frame) } else { Vec::new() };
    let mut svg = Svg::new(options.colour_mode);
    open_svg(&mut svg, &layout, "picture", "img");
    draw_board(&mut svg, &layout, *options, false);
    draw_diagram(&mut svg, game, &layout, &diagram_of(frame), *options);
    for (side, kind, at) in captured {
        let piece = Piece { game, side: Some(side), kind, goal: false };
        pieces::draw(&mut svg, piece, at, CAPTURED_RADIUS);
    }
    svg.close("svg");
    svg.into_string()
}

fn diagram_of(frame: &Frame) -> Diagram {
    let count = frame.last.len();
    let mark = |(i, cell): (usize, &String)| {
        let kind = if i + 1 == count { "last-to" } else { "last-from" };
        Mark { cell: cell.clone(), kind }
    };
    Diagram {
        marks: frame.last.iter().enumerate().map(mark).collect(),
        areas: frame.areas.iter().filter(|area| is_drawn(area.kind)).cloned().collect(),
        pieces: frame.pieces.clone(),
        route: Vec::new(),
    }
}

/// Returns whether areas of this kind are drawn. Regions appear only as cell colours. A held castle
/// needs no area: the piece on it shows its holder.
fn is_drawn(kind: &str) -> bool {
    !["region", "held-castle"].contains(&kind)
}

/// Returns the centres of the captured pieces: in the upper corners of the picture, or above the
/// board, which is then moved down, if the corners have no space for them.
fn place_captured<'f>(
    layout: &mut Layout,
    game: &str,
    frame: &'f Frame,
) -> Vec<(&'static str, &'f str, Point)> {
    let sides = heterodox_rules::info(game).map(|info| info.sides).unwrap_or_default();
    let (left, right): (Vec<_>, Vec<_>) =
        frame.captured.iter().flat_map(repeated).partition(|(side, _)| sides.first() == Some(side));
    let count = left.len().max(right.len());
    let columns = if corners_fit(layout, count) {
        CORNER_COLUMNS
    } else {
        let columns = ((layout.width / 2.0 - MARGIN) / CAPTURED_SPACING).floor().max(1.0) as usize;
        layout.shift_down(count.div_ceil(columns) as f64 * CAPTURED_SPACING);
        columns
    };
    let width = layout.width;
    let on_left = left
        .into_iter()
        .enumerate()
        .map(|(i, (side, kind))| (side, kind, captured_position(i, columns)));
    let on_right = right.into_iter().enumerate().map(|(i, (side, kind))| {
        let Point { x, y } = captured_position(i, columns);
        (side, kind, Point { x: width - x, y })
    });
    on_left.chain(on_right).collect()
}

fn repeated(captured: &Captured) -> impl Iterator<Item = (&'static str, &str)> {
    std::iter::repeat_n((captured.side, captured.kind.as_str()), captured.count)
}

/// Returns the centre of the n-th captured piece at the left.
fn captured_position(n: usize, columns: usize) -> Point {
    let (column, row) = (n % columns, n / columns);
    Point {
        x: MARGIN + CAPTURED_SPACING * (column as f64 + 0.5),
        y: MARGIN + CAPTURED_SPACING * (row as f64 + 0.5),
    }
}

/// Returns whether `count` pieces in each upper corner stay clear of the board.
fn corners_fit(layout: &Layout, count: usize) -> bool {
    (0..count).map(|n| captured_position(n, CORNER_COLUMNS)).all(|at| {
        let mirrored = Point { x: layout.width - at.x, ..at };
        [at, mirrored].iter().all(|&at| layout.distance_outside_frame(at) > CAPTURED_SPACING / 2.0)
    })
}
