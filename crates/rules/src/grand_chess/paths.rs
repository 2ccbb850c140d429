//! Paths: where each form of a way of moving leads from a square, given what stands on the board.

use super::board::{self, Step};
use super::piece::Side;
use super::special_captures;
use super::table::{ANY, Landing, Onward, Path, SpecialCapture};
use crate::{Cell, CellSet};

/// A step of the table as a side makes it.
#[inline]
pub(super) fn turned(side: Side, (right, forward): Step) -> Step {
    (right, forward * side.forward())
}

/// Where a path leads: empty squares and the pieces that end it. The square of the piece itself counts
/// as occupied or empty as it stands in `occupied`; no path but the Windmill's comes back to it.
pub(super) fn walk(path: Path, side: Side, from: Cell, occupied: CellSet) -> CellSet {
    match path {
        Path::Leap(steps) => slides(side, from, steps, 1, occupied),
        Path::Slide(steps, most) => slides(side, from, steps, most, occupied),
        Path::Bend(first, onward, most) => bends(side, from, first, onward, most, occupied),
        Path::Both(a, b) => {
            two_parts(side, from, a, b, occupied) | two_parts(side, from, b, a, occupied)
        }
        Path::Hop(steps, hurdles, landing) => hops(side, from, steps, hurdles, landing, occupied),
        Path::Odd(SpecialCapture::Duke) => special_captures::duke::reach(from, occupied),
        Path::Odd(SpecialCapture::Edgehog) => special_captures::edgehog::reach(from, occupied),
        Path::Odd(SpecialCapture::Windmill) => special_captures::windmill::reach(from, occupied),
    }
}

/// Whether a path leads to `target`; as [`walk`], but only along the ways that could lead there.
pub(super) fn walks_to(
    path: Path,
    side: Side,
    from: Cell,
    target: Cell,
    occupied: CellSet,
) -> bool {
    match path {
        Path::Leap(steps) => rides_to(side, from, steps, 1, target, occupied),
        Path::Slide(steps, most) => rides_to(side, from, steps, most, target, occupied),
        Path::Bend(first, onward, most) => first.iter().any(|&step| {
            let step = turned(side, step);
            board::step(from, step).is_some_and(|corner| {
                !occupied.contains(corner)
                    && outward(step, onward)
                        .into_iter()
                        .any(|next| ride_to(corner, next, most, target, occupied))
            })
        }),
        Path::Both(a, b) => {
            joins(side, from, a, b, target, occupied) || joins(side, from, b, a, target, occupied)
        }
        Path::Hop(steps, hurdles, landing) => {
            let Some(step) = board::direction(from, target) else {
                return steps.iter().any(|step| step.0.abs().max(step.1.abs()) > 1)
                    && walk(path, side, from, occupied).contains(target);
            };
            let hurdles_met = board::between(from, target) & occupied;
            steps.contains(&turned(side, step))
                && hurdles_met.len() == usize::from(hurdles)
                && (landing == Landing::Beyond || hurdles_met.meets(board::neighbours(target)))
        }
        Path::Odd(SpecialCapture::Duke) => special_captures::duke::reaches(from, target, occupied),
        Path::Odd(SpecialCapture::Edgehog | SpecialCapture::Windmill) => {
            walk(path, side, from, occupied).contains(target)
        }
    }
}

fn rides_to(
    side: Side,
    from: Cell,
    steps: &[Step],
    most: u8,
    target: Cell,
    occupied: CellSet,
) -> bool {
    steps.iter().any(|&step| ride_to(from, turned(side, step), most, target, occupied))
}

/// Whether a step made again and again, at most so many times, leads to `target`.
#[inline]
fn ride_to(from: Cell, step: Step, most: u8, target: Cell, occupied: CellSet) -> bool {
    if board::direction_number(step).is_none() {
        return slide(from, step, most, occupied).contains(target);
    }
    let way = board::between(from, target);
    board::direction(from, target) == Some(step)
        && !way.meets(occupied)
        && way.len() < usize::from(most)
}

/// Whether a step of the first list to an empty square and one of the second lead to `target`.
fn joins(side: Side, from: Cell, a: &[Step], b: &[Step], target: Cell, occupied: CellSet) -> bool {
    a.iter().any(|&first| {
        let between = board::step(from, turned(side, first));
        between.is_some_and(|between| {
            !occupied.contains(between)
                && b.iter().any(|&step| board::step(between, turned(side, step)) == Some(target))
        })
    })
}

/// Where a path could lead with the best choice of pieces on the way.
pub(super) fn on_empty_board(path: Path, side: Side, from: Cell) -> CellSet {
    match path {
        Path::Hop(steps, hurdles, _) => {
            let near = slides(side, from, steps, hurdles, CellSet::EMPTY);
            slides(side, from, steps, ANY, CellSet::EMPTY) - near
        }
        Path::Odd(SpecialCapture::Windmill) => special_captures::windmill::on_empty_board(from),
        path => walk(path, side, from, CellSet::EMPTY),
    }
}

fn slides(side: Side, from: Cell, steps: &[Step], most: u8, occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in steps {
        reached |= slide(from, turned(side, step), most, occupied);
    }
    reached
}

/// The squares that a step made again and again reaches.
#[inline]
pub(super) fn slide(from: Cell, step: Step, most: u8, occupied: CellSet) -> CellSet {
    if most == ANY
        && let Some(direction) = board::direction_number(step)
    {
        return board::ray_reach(from, direction, occupied);
    }
    let mut reached = CellSet::EMPTY;
    let mut at = from;
    for _ in 0..most {
        let Some(next) = board::step(at, step) else { break };
        reached.insert(next);
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    reached
}

fn bends(
    side: Side,
    from: Cell,
    first: &[Step],
    onward: Onward,
    most: u8,
    occupied: CellSet,
) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in first {
        let step = turned(side, step);
        let Some(corner) = board::step(from, step).filter(|&corner| !occupied.contains(corner))
        else {
            continue;
        };
        for next in outward(step, onward) {
            reached |= slide(corner, next, most, occupied);
        }
    }
    reached
}

/// The two ways on after a first step; the same one twice where there is one only.
fn outward((right, up): Step, onward: Onward) -> [Step; 2] {
    let (right, up) = (right.signum(), up.signum());
    match (onward, right, up) {
        (Onward::Orthogonally, ..) => [(right, 0), (0, up)],
        (Onward::OrthogonallyByTwo, ..) => [(2 * right, 0), (0, 2 * up)],
        (Onward::Diagonally, right, 0) => [(right, 1), (right, -1)],
        (Onward::Diagonally, 0, up) => [(1, up), (-1, up)],
        (Onward::Diagonally, right, up) => [(right, up), (right, up)],
    }
}

fn two_parts(side: Side, from: Cell, a: &[Step], b: &[Step], occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &first in a {
        let between = board::step(from, turned(side, first));
        if let Some(between) = between.filter(|&between| !occupied.contains(between)) {
            for &second in b {
                reached |=
                    board::step(between, turned(side, second)).map_or(CellSet::EMPTY, Cell::set);
            }
        }
    }
    reached - from.set()
}

fn hops(
    side: Side,
    from: Cell,
    steps: &[Step],
    hurdles: u8,
    landing: Landing,
    occupied: CellSet,
) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in steps {
        let step = turned(side, step);
        let mut at = Some(from);
        for _ in 0..hurdles {
            at = at.and_then(|cell| next_piece(cell, step, occupied));
        }
        let Some(hurdle) = at else { continue };
        let most = if landing == Landing::Behind { 1 } else { ANY };
        reached |= slide(hurdle, step, most, occupied);
    }
    reached
}

/// The first piece on a line.
fn next_piece(from: Cell, step: Step, occupied: CellSet) -> Option<Cell> {
    if let Some(direction) = board::direction_number(step) {
        return board::first_piece(from, direction, occupied);
    }
    let mut at = board::step(from, step)?;
    while !occupied.contains(at) {
        at = board::step(at, step)?;
    }
    Some(at)
}

/// Squares on which a piece must stand, or must not, for `from` to reach `target` by this path: those
/// outside make no difference to it.
pub(super) fn decisive(path: Path, side: Side, from: Cell, target: Cell) -> CellSet {
    match path {
        Path::Leap(_) => CellSet::EMPTY,
        Path::Slide(..) | Path::Hop(..) | Path::Odd(SpecialCapture::Edgehog)
            if board::in_line(from, target) =>
        {
            board::between(from, target)
        }
        Path::Slide(..)
        | Path::Hop(..)
        | Path::Odd(SpecialCapture::Edgehog | SpecialCapture::Windmill) => {
            on_empty_board(path, side, from)
        }
        Path::Bend(first, ..) => {
            slides(side, from, first, 1, CellSet::EMPTY) | on_empty_board(path, side, from)
        }
        Path::Both(a, b) => {
            slides(side, from, a, 1, CellSet::EMPTY) | slides(side, from, b, 1, CellSet::EMPTY)
        }
        Path::Odd(SpecialCapture::Duke) => {
            board::bishop_lines(from) | board::neighbours(from) | on_empty_board(path, side, from)
        }
    }
}
