//! Scenes and frames of Klin Zha, made from a view.

use super::arrays::ARRAYS;
use super::board;
use super::game::{GameHistory, KlinZha, Truth, View, cast_notice};
use super::moves::Move;
use super::piece::{Kind, Region, Side};
use super::position::Position;
use super::setup::{Setup, Stage};
use crate::{
    Area, Captured, Cell, CellSet, Choice, ChoiceKind, Frame, Game, Notice, Options, Placed, Scene,
    Seat, SideInfo, Turn,
};
use std::ops::Range;

pub(super) fn outline(view: &View) -> Scene {
    let seen = &view.truth;
    let to_act = match KlinZha::turn(seen) {
        Turn::Seats(seats) => seats,
        Turn::Throw(_) | Turn::Over(_) => Vec::new(),
    };
    let mut scene = Scene {
        game: KlinZha::INFO.id,
        viewer: view.viewer,
        options: Options::default(),
        phase: "over",
        to_act,
        sides: Side::ALL
            .into_iter()
            .map(|side| SideInfo { key: side.key(), seat: seen.seats[side] })
            .collect(),
        frame: Frame::default(),
        choices: Vec::new(),
        reserve: Vec::new(),
        notices: Vec::new(),
        draw_offers: Vec::new(),
        takeback_asked: None,
        takebacks_allowed: true,
        outcome: seen.outcome.clone(),
    };
    match (&seen.history, &seen.setup) {
        (Some(history), _) => {
            scene.frame = frame(history, history.plies.len());
            if seen.outcome.is_none() {
                scene.phase = "play";
                if view.acting::<KlinZha>().is_some() {
                    scene.notices.extend(hanging_goal(history.position()));
                }
            }
        }
        (None, Some(setup)) => {
            scene.frame = setup_frame(setup);
            if seen.outcome.is_none() {
                scene.phase = setup.stage.key();
                scene.notices.extend(setup.casts.iter().copied().map(cast_notice));
                if let Some(seat) = view.acting::<KlinZha>() {
                    scene.reserve = reserve(setup, seat);
                }
            }
        }
        (None, None) => {}
    }
    scene
}

pub(super) fn choices(view: &View) -> Vec<Choice> {
    let Some(seat) = view.acting::<KlinZha>() else { return Vec::new() };
    match (&view.truth.history, &view.truth.setup) {
        (Some(history), _) => {
            let legal = history.position().legal_moves_under(view.truth.rules.safety);
            move_choices(history.position(), &legal)
        }
        (None, Some(setup)) => setup_choices(setup, seat),
        (None, None) => Vec::new(),
    }
}

pub(super) fn frame_count(seen: &Truth) -> usize {
    match &seen.history {
        Some(history) => history.positions.len(),
        None => usize::from(seen.setup.is_some()),
    }
}

/// The frames with these numbers.
pub(super) fn frames(seen: &Truth, numbers: Range<usize>) -> Vec<Frame> {
    match (&seen.history, &seen.setup) {
        (Some(history), _) => numbers.map(|ply| frame(history, ply)).collect(),
        (None, Some(setup)) => numbers.map(|_| setup_frame(setup)).collect(),
        (None, None) => Vec::new(),
    }
}

fn frame(history: &GameHistory, ply: usize) -> Frame {
    let position = &history.positions[ply];
    let last_ply = ply.checked_sub(1).map(|before| &history.plies[before]);
    let mut pieces = Vec::new();
    for side in Side::ALL {
        for (kind, cell) in position.warriors(side) {
            pieces.push(placed(side, kind.code(), cell, position.goal(side) == Some(cell)));
        }
        if let Some(goal) = position.goal(side).filter(|_| position.goal_abandoned(side)) {
            pieces.push(placed(side, "G", goal, false));
        }
    }
    Frame {
        ply,
        number: history.positions[ply.saturating_sub(1)].turn_number(),
        side: last_ply.map(|_| (!position.turn()).key()),
        text: last_ply.map(|(_, text)| text.clone()),
        position: position.to_string(),
        pieces,
        areas: Side::ALL
            .into_iter()
            .map(|side| area("zone", side.key(), position.zone(side)))
            .filter(|area| !area.cells.is_empty())
            .collect(),
        captured: captured(&history.positions[0], position),
        last: last_ply.map(|(m, _)| vec![name(m.from()), name(m.to())]).unwrap_or_default(),
        path: Vec::new(),
        told: Vec::new(),
    }
}

pub(crate) fn name(cell: Cell) -> String {
    board::name(cell).to_owned()
}

pub(crate) fn placed(side: Side, kind: &'static str, cell: Cell, with_goal: bool) -> Placed {
    let marks = if with_goal { vec!["goal"] } else { Vec::new() };
    Placed { cell: name(cell), side: side.key(), kind, marks }
}

pub(crate) fn area(kind: &'static str, of: &'static str, cells: CellSet) -> Area {
    Area { kind, of, cells: cells.into_iter().map(name).collect() }
}

fn captured(first: &Position, now: &Position) -> Vec<Captured> {
    let mut lost = Vec::new();
    for side in Side::ALL {
        for kind in Kind::ALL {
            let count = |position: &Position| {
                position.warriors(side).filter(|&(other, _)| other == kind).count()
            };
            let count = count(first) - count(now);
            if count > 0 {
                lost.push(Captured { side: side.key(), kind: kind.code().to_owned(), count });
            }
        }
        if first.goal(side).is_some() && now.goal(side).is_none() {
            lost.push(Captured { side: side.key(), kind: "G".to_owned(), count: 1 });
        }
    }
    lost
}

/// The notice to the side to move that its Goal hangs (R-KZ4).
fn hanging_goal(position: &Position) -> Option<Notice> {
    let attackers = position.goal_attackers(position.turn());
    (!attackers.is_empty()).then(|| Notice {
        key: "goal-hangs",
        args: Vec::new(),
        cells: attackers.into_iter().map(name).collect(),
    })
}

fn move_choices(position: &Position, legal: &[Move]) -> Vec<Choice> {
    legal
        .iter()
        .map(|&m| {
            let next = position.after_unchecked(m);
            let hangs =
                next.goal_captor().is_none() && !next.goal_attackers(position.turn()).is_empty();
            Choice {
                piece: position.kind(position.turn(), m.from()).map(Kind::code),
                from: Some(name(m.from())),
                to: Some(name(m.to())),
                variant: m.goal().variant().map(str::to_owned),
                captures: position.is_capture(m),
                danger: hangs.then_some("goal-hangs"),
                ..Choice::new(position.write(m), ChoiceKind::Move)
            }
        })
        .collect()
}

fn setup_frame(setup: &Setup) -> Frame {
    let mut frame = Frame::default();
    for seat in 0..2 {
        let Some(side) = setup.sides[seat] else { continue };
        let placement = &setup.placements[seat];
        for (kind, cell) in placement.warriors() {
            frame.pieces.push(placed(side, kind.code(), cell, setup.goals[seat] == Some(cell)));
        }
        if let Some(blockader) = placement.blockader() {
            frame.areas.push(area("zone", side.key(), board::neighbours(blockader)));
        }
    }
    match setup.stage {
        Stage::Take(seat) => frame.areas.extend(
            setup
                .free_regions(seat)
                .map(|region| area("region", region.key(), board::region_cells(region))),
        ),
        Stage::Place(seat) => frame.areas.extend(
            setup.regions[seat.index()]
                .map(|region| area("region", region.key(), board::region_cells(region))),
        ),
        _ => {}
    }
    frame
}

pub(crate) fn reserve(setup: &Setup, seat: Seat) -> Vec<Captured> {
    let (Stage::Place(_), Some(side)) = (setup.stage, setup.sides[seat.index()]) else {
        return Vec::new();
    };
    Kind::ALL
        .into_iter()
        .map(|kind| Captured {
            side: side.key(),
            kind: kind.code().to_owned(),
            count: setup.placements[seat.index()].left(kind),
        })
        .filter(|stock| stock.count > 0)
        .collect()
}

pub(crate) fn setup_choices(setup: &Setup, seat: Seat) -> Vec<Choice> {
    let buttons = |texts: &[&str]| texts.iter().map(|text| button(text)).collect::<Vec<_>>();
    match setup.stage {
        Stage::Thrown(_) => Vec::new(),
        Stage::Cast(_) => buttons(&["cast"]),
        Stage::Option(_) => buttons(&["option first", "option last", "option offer"]),
        Stage::Granted(_) => buttons(&["option first", "option last"]),
        Stage::Take(_) => {
            let colours: Vec<Option<Side>> = if setup.sides[seat.index()].is_some() {
                vec![None]
            } else {
                Side::ALL.map(Some).to_vec()
            };
            let texts = colours.into_iter().flat_map(|side| {
                setup.free_regions(seat).map(move |region| match side {
                    Some(side) => format!("take {} {}", side.key(), region.key()),
                    None => format!("take {}", region.key()),
                })
            });
            texts.map(|text| button(&text)).collect()
        }
        Stage::Place(_) => setup.regions[seat.index()]
            .map(|region| place_choices(setup, seat, region))
            .unwrap_or_default(),
        Stage::Goal(_) => {
            let placement = &setup.placements[seat.index()];
            let may = |&(kind, cell): &(Kind, Cell)| placement.check_goal(Some(kind), cell).is_ok();
            placement
                .warriors()
                .filter(may)
                .map(|(kind, cell)| {
                    let text = format!("G {}@{}", kind.code(), board::name(cell));
                    choice(text, ChoiceKind::Place, "G", None, Some(cell))
                })
                .collect()
        }
    }
}

fn place_choices(setup: &Setup, seat: Seat, region: Region) -> Vec<Choice> {
    let placement = &setup.placements[seat.index()];
    let zone = setup.enemy_zone(seat);
    let mut choices = Vec::new();
    let fits = |kind, cell| placement.check(kind, cell, region, zone).is_ok();
    for kind in Kind::ALL.into_iter().filter(|&kind| placement.left(kind) > 0) {
        for cell in board::region_cells(region).into_iter().filter(|&cell| fits(kind, cell)) {
            let text = format!("place {} {}", kind.code(), board::name(cell));
            choices.push(choice(text, ChoiceKind::Place, kind.code(), None, Some(cell)));
        }
    }
    for (kind, from) in placement.warriors() {
        let text = format!("lift {}", board::name(from));
        choices.push(choice(text, ChoiceKind::Lift, kind.code(), Some(from), None));
        for to in board::region_cells(region).into_iter().filter(|&to| fits(kind, to)) {
            let text = format!("shift {} {}", board::name(from), board::name(to));
            choices.push(choice(text, ChoiceKind::Move, kind.code(), Some(from), Some(to)));
        }
    }
    for array in &ARRAYS {
        let clear = array
            .warriors(region)
            .all(|(kind, cell)| kind != Kind::Blockader || !board::neighbours(cell).meets(zone));
        if clear {
            choices.push(button(&format!("array {}", array.name)));
        }
    }
    if placement.warriors().next().is_some() {
        choices.push(button("clear"));
    }
    if placement.is_complete() {
        choices.push(button("done"));
    }
    choices
}

/// A button. Its variant is the text without the first word, or the only word.
fn button(text: &str) -> Choice {
    let variant = text.split_once(' ').map_or(text, |(_, rest)| rest);
    Choice::button(text, variant)
}

fn choice(
    text: String,
    kind: ChoiceKind,
    piece: &'static str,
    from: Option<Cell>,
    to: Option<Cell>,
) -> Choice {
    Choice { piece: Some(piece), from: from.map(name), to: to.map(name), ..Choice::new(text, kind) }
}
