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
    let columns =
        options.captured.then(|| reserve_captured(&mut layout, captured_count(game, frame)));
    let mut svg = Svg::new(options.colour_mode);
    open_svg(&mut svg, layout.width, layout.height, "picture", "img", true);
    draw_board(&mut svg, &layout, *options, false);
    draw_frame(&mut svg, game, &layout, frame, *options);
    if let Some(columns) = columns {
        draw_captured(&mut svg, game, layout.width, frame, columns);
    }
    svg.close("svg");
    svg.into_string()
}

/// Draws the contents of a frame on a board that is drawn already.
pub(crate) fn draw_frame(
    svg: &mut Svg,
    game: &str,
    layout: &Layout,
    frame: &Frame,
    options: BoardOptions,
) {
    draw_diagram(svg, game, layout, &diagram_of(frame), options);
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

/// Reserves space for `count` captured pieces at each side: in the upper corners of the picture, or
/// above the board, which is then moved down, if the corners have no space for them. Returns how
/// many stand in a row.
pub(crate) fn reserve_captured(layout: &mut Layout, count: usize) -> usize {
    if corners_fit(layout, count) {
        return CORNER_COLUMNS;
    }
    let columns = ((layout.width / 2.0 - MARGIN) / CAPTURED_SPACING).floor().max(1.0) as usize;
    layout.shift_down(count.div_ceil(columns) as f64 * CAPTURED_SPACING);
    columns
}

/// Returns the greater number of captured pieces at a side of the picture.
pub(crate) fn captured_count(game: &str, frame: &Frame) -> usize {
    let (left, right) = captured_pieces(game, frame);
    left.len().max(right.len())
}

/// Draws the captured pieces in rows of `columns` at each side of a picture of this width.
pub(crate) fn draw_captured(svg: &mut Svg, game: &str, width: f64, frame: &Frame, columns: usize) {
    let (left, right) = captured_pieces(game, frame);
    let mut draw = |pieces: Vec<CapturedPiece<'_>>, is_right: bool| {
        for (i, (side, kind)) in pieces.into_iter().enumerate() {
            let Point { x, y } = captured_position(i, columns);
            let at = Point { x: if is_right { width - x } else { x }, y };
            let piece = Piece { game, side: Some(side), kind, goal: false };
            pieces::draw(svg, piece, at, CAPTURED_RADIUS);
        }
    };
    draw(left, false);
    draw(right, true);
}

/// A captured piece: its side and kind.
type CapturedPiece<'f> = (&'static str, &'f str);

/// Returns the captured pieces at the left, those of the first side, and at the right.
fn captured_pieces<'f>(
    game: &str,
    frame: &'f Frame,
) -> (Vec<CapturedPiece<'f>>, Vec<CapturedPiece<'f>>) {
    let sides = heterodox_rules::info(game).map(|info| info.sides).unwrap_or_default();
    frame.captured.iter().flat_map(repeated).partition(|(side, _)| sides.first() == Some(side))
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
