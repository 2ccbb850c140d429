//! Paths: the squares that each form of movement reaches, given the occupied squares.

use super::board::{self, Step};
use super::piece::Side;
use super::special_captures;
use super::table::{ANY, BendDirection, HopLanding, Path, SpecialPath};
use crate::{Cell, CellSet};

/// A step of the table, oriented for a side.
#[inline]
pub(super) fn for_side(side: Side, (right, forward): Step) -> Step {
    (right, forward * side.forward())
}

/// The targets of a path: empty squares, and the occupied ones that end it. The origin counts as in
/// `occupied`; only the Windmill's path can return to it.
pub(super) fn path_targets(path: Path, side: Side, from: Cell, occupied: CellSet) -> CellSet {
    match path {
        Path::Leap(steps) => slide_targets(side, from, steps, 1, occupied),
        Path::Slide(steps, most) => slide_targets(side, from, steps, most, occupied),
        Path::Bend(first, direction, most) => {
            bend_targets(side, from, first, direction, most, occupied)
        }
        Path::Both(a, b) => {
            two_leap_targets(side, from, a, b, occupied)
                | two_leap_targets(side, from, b, a, occupied)
        }
        Path::Hop(steps, hurdles, landing) => {
            hop_targets(side, from, steps, hurdles, landing, occupied)
        }
        Path::Special(SpecialPath::Duke) => special_captures::duke::reach(from, occupied),
        Path::Special(SpecialPath::Edgehog) => special_captures::edgehog::reach(from, occupied),
        Path::Special(SpecialPath::Windmill) => special_captures::windmill::reach(from, occupied),
    }
}

/// Whether `target` is among the [`path_targets`]; only the parts that could lead there are
/// followed.
pub(super) fn path_reaches(
    path: Path,
    side: Side,
    from: Cell,
    target: Cell,
    occupied: CellSet,
) -> bool {
    match path {
        Path::Leap(steps) => any_slide_reaches(side, from, steps, 1, target, occupied),
        Path::Slide(steps, most) => any_slide_reaches(side, from, steps, most, target, occupied),
        Path::Bend(first, direction, most) => first.iter().any(|&step| {
            let step = for_side(side, step);
            board::step(from, step).is_some_and(|corner| {
                !occupied.contains(corner)
                    && outward(step, direction)
                        .into_iter()
                        .any(|next| slide_reaches(corner, next, most, target, occupied))
            })
        }),
        Path::Both(a, b) => {
            two_leaps_reach(side, from, a, b, target, occupied)
                || two_leaps_reach(side, from, b, a, target, occupied)
        }
        Path::Hop(steps, hurdles, landing) => {
            let Some(step) = board::direction(from, target) else {
                return steps.iter().any(|step| step.0.abs().max(step.1.abs()) > 1)
                    && path_targets(path, side, from, occupied).contains(target);
            };
            let hurdles_met = board::between(from, target) & occupied;
            steps.contains(&for_side(side, step))
                && hurdles_met.len() == usize::from(hurdles)
                && (landing == HopLanding::Beyond || hurdles_met.meets(board::neighbours(target)))
        }
        Path::Special(SpecialPath::Duke) => special_captures::duke::reaches(from, target, occupied),
        Path::Special(SpecialPath::Edgehog | SpecialPath::Windmill) => {
            path_targets(path, side, from, occupied).contains(target)
        }
    }
}

fn any_slide_reaches(
    side: Side,
    from: Cell,
    steps: &[Step],
    most: u8,
    target: Cell,
    occupied: CellSet,
) -> bool {
    steps.iter().any(|&step| slide_reaches(from, for_side(side, step), most, target, occupied))
}

/// Whether a step repeated at most `most` times reaches `target`.
#[inline]
fn slide_reaches(from: Cell, step: Step, most: u8, target: Cell, occupied: CellSet) -> bool {
    if board::direction_number(step).is_none() {
        return slide(from, step, most, occupied).contains(target);
    }
    let between_squares = board::between(from, target);
    board::direction(from, target) == Some(step)
        && !between_squares.meets(occupied)
        && between_squares.len() < usize::from(most)
}

/// Whether a leap of the first list to an empty square and one of the second reach `target`.
fn two_leaps_reach(
    side: Side,
    from: Cell,
    a: &[Step],
    b: &[Step],
    target: Cell,
    occupied: CellSet,
) -> bool {
    a.iter().any(|&first| {
        let between = board::step(from, for_side(side, first));
        between.is_some_and(|between| {
            !occupied.contains(between)
                && b.iter().any(|&step| board::step(between, for_side(side, step)) == Some(target))
        })
    })
}

/// The squares that a path could reach with suitable pieces on the board: for hoppers those behind
/// possible hurdles.
pub(super) fn on_empty_board(path: Path, side: Side, from: Cell) -> CellSet {
    match path {
        Path::Hop(steps, hurdles, _) => {
            let near = slide_targets(side, from, steps, hurdles, CellSet::EMPTY);
            slide_targets(side, from, steps, ANY, CellSet::EMPTY) - near
        }
        Path::Special(SpecialPath::Windmill) => special_captures::windmill::on_empty_board(from),
        path => path_targets(path, side, from, CellSet::EMPTY),
    }
}

fn slide_targets(side: Side, from: Cell, steps: &[Step], most: u8, occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in steps {
        reached |= slide(from, for_side(side, step), most, occupied);
    }
    reached
}

/// The squares that a step reaches when repeated at most `most` times.
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

fn bend_targets(
    side: Side,
    from: Cell,
    first: &[Step],
    direction: BendDirection,
    most: u8,
    occupied: CellSet,
) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in first {
        let step = for_side(side, step);
        let Some(corner) = board::step(from, step).filter(|&corner| !occupied.contains(corner))
        else {
            continue;
        };
        for next in outward(step, direction) {
            reached |= slide(corner, next, most, occupied);
        }
    }
    reached
}

/// The two directions of the second part of a bent path; equal if there is only one.
fn outward((right, up): Step, direction: BendDirection) -> [Step; 2] {
    let (right, up) = (right.signum(), up.signum());
    match (direction, right, up) {
        (BendDirection::Orthogonal, ..) => [(right, 0), (0, up)],
        (BendDirection::OrthogonalByTwo, ..) => [(2 * right, 0), (0, 2 * up)],
        (BendDirection::Diagonal, right, 0) => [(right, 1), (right, -1)],
        (BendDirection::Diagonal, 0, up) => [(1, up), (-1, up)],
        (BendDirection::Diagonal, right, up) => [(right, up), (right, up)],
    }
}

fn two_leap_targets(side: Side, from: Cell, a: &[Step], b: &[Step], occupied: CellSet) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &first in a {
        let between = board::step(from, for_side(side, first));
        if let Some(between) = between.filter(|&between| !occupied.contains(between)) {
            for &second in b {
                reached |=
                    board::step(between, for_side(side, second)).map_or(CellSet::EMPTY, Cell::set);
            }
        }
    }
    reached - from.set()
}

fn hop_targets(
    side: Side,
    from: Cell,
    steps: &[Step],
    hurdles: u8,
    landing: HopLanding,
    occupied: CellSet,
) -> CellSet {
    let mut reached = CellSet::EMPTY;
    for &step in steps {
        let step = for_side(side, step);
        let mut at = Some(from);
        for _ in 0..hurdles {
            at = at.and_then(|cell| next_piece(cell, step, occupied));
        }
        let Some(hurdle) = at else { continue };
        let most = if landing == HopLanding::Behind { 1 } else { ANY };
        reached |= slide(hurdle, step, most, occupied);
    }
    reached
}

/// The first occupied square on a line.
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

/// The relevant squares of a path from `from` to `target`: the occupation of all others does not
/// change whether it reaches the target.
pub(super) fn relevant_squares(path: Path, side: Side, from: Cell, target: Cell) -> CellSet {
    match path {
        Path::Leap(_) => CellSet::EMPTY,
        Path::Slide(..) | Path::Hop(..) | Path::Special(SpecialPath::Edgehog)
            if board::in_line(from, target) =>
        {
            board::between(from, target)
        }
        Path::Slide(..)
        | Path::Hop(..)
        | Path::Special(SpecialPath::Edgehog | SpecialPath::Windmill) => {
            on_empty_board(path, side, from)
        }
        Path::Bend(first, ..) => {
            slide_targets(side, from, first, 1, CellSet::EMPTY) | on_empty_board(path, side, from)
        }
        Path::Both(a, b) => {
            slide_targets(side, from, a, 1, CellSet::EMPTY)
                | slide_targets(side, from, b, 1, CellSet::EMPTY)
        }
        Path::Special(SpecialPath::Duke) => {
            board::bishop_lines(from) | board::neighbours(from) | on_empty_board(path, side, from)
        }
    }
}
