//! A picture of one moment of a game.

use crate::board::{Look, draw_board, open_picture};
use crate::diagram::{Diagram, Mark, draw_diagram};
use crate::layout::{Layout, MARGIN};
use crate::pieces::{self, Piece};
use crate::svg::Svg;
use heterodox_rules::geometry::{Geometry, Point};
use heterodox_rules::{Captured, Frame};

/// The room of a captured piece, in pixels.
const ROOM: f64 = 21.0;
/// From one captured piece to the next.
const STEP: f64 = 2.3 * ROOM;
/// Where the board leaves its upper corners free, captured pieces stand there in rows of so many.
const ROW: usize = 4;

/// The board at one moment: areas, the last move, pieces and, if `look` asks for it, what was
/// captured (the losses of the first side at the left, of the others at the right).
pub fn frame_svg(game: &str, geometry: &Geometry, frame: &Frame, look: &Look) -> String {
    let mut layout = Layout::new(geometry, look.turn, look.labels);
    let captured =
        if look.captured { lay_out_captured(&mut layout, game, frame) } else { Vec::new() };
    let mut svg = Svg::new(look.paint);
    open_picture(&mut svg, &layout, "picture", "img");
    draw_board(&mut svg, &layout, *look, false);
    draw_diagram(&mut svg, game, &layout, &content(frame), *look);
    for (side, kind, at) in captured {
        let piece = Piece { game, side: Some(side), kind, goal: false };
        pieces::draw(&mut svg, piece, at, ROOM);
    }
    svg.close("svg");
    svg.finish()
}

fn content(frame: &Frame) -> Diagram {
    let count = frame.last.len();
    let mark = |(i, cell): (usize, &String)| {
        let kind = if i + 1 == count { "last-to" } else { "last-from" };
        Mark { cell: cell.clone(), kind }
    };
    Diagram {
        marks: frame.last.iter().enumerate().map(mark).collect(),
        areas: frame.areas.iter().filter(|area| shown(area.kind)).cloned().collect(),
        pieces: frame.pieces.clone(),
        way: Vec::new(),
    }
}

/// Regions are no part of a picture of a game, and who holds a castle stands on it.
fn shown(area: &str) -> bool {
    !["region", "held-castle"].contains(&area)
}

/// Finds places for the captured pieces in the board's upper corners, and makes room above the
/// board if those are not free.
fn lay_out_captured<'f>(
    layout: &mut Layout,
    game: &str,
    frame: &'f Frame,
) -> Vec<(&'static str, &'f str, Point)> {
    let sides = heterodox_rules::info(game).map(|info| info.sides).unwrap_or_default();
    let (left, right): (Vec<_>, Vec<_>) =
        frame.captured.iter().flat_map(repeated).partition(|(side, _)| sides.first() == Some(side));
    let longest = left.len().max(right.len());
    let row = if fits(layout, longest, ROW) {
        ROW
    } else {
        let row = ((layout.width / 2.0 - MARGIN) / STEP).floor().max(1.0) as usize;
        layout.push_down(longest.div_ceil(row) as f64 * STEP);
        row
    };
    let width = layout.width;
    let on_left = left.into_iter().enumerate().map(|(i, (side, kind))| (side, kind, place(i, row)));
    let on_right = right.into_iter().enumerate().map(|(i, (side, kind))| {
        let Point { x, y } = place(i, row);
        (side, kind, Point { x: width - x, y })
    });
    on_left.chain(on_right).collect()
}

fn repeated(captured: &Captured) -> impl Iterator<Item = (&'static str, &str)> {
    std::iter::repeat_n((captured.side, captured.kind.as_str()), captured.count)
}

/// The place of the n-th captured piece at the left.
fn place(n: usize, row: usize) -> Point {
    let (column, line) = (n % row, n / row);
    Point { x: MARGIN + STEP * (column as f64 + 0.5), y: MARGIN + STEP * (line as f64 + 0.5) }
}

fn fits(layout: &Layout, count: usize, row: usize) -> bool {
    (0..count).map(|n| place(n, row)).all(|at| {
        let mirrored = Point { x: layout.width - at.x, ..at };
        [at, mirrored].iter().all(|&at| layout.outside(at) > STEP / 2.0)
    })
}
