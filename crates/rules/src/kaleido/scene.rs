//! Scenes and frames: a view of `KaleidoChess` as plain data.

use super::board::{self, CASTLES};
use super::game::{KaleidoChess, View, out_notice};
use super::history::GameHistory;
use super::moves::Move;
use super::notation::PASS;
use super::paths;
use super::piece::{Color, Kind};
use super::position::Position;
use crate::{
    Area, Captured, Cell, Choice, ChoiceKind, Frame, Game, Notice, Options, Placed, Scene,
    SideInfo, Turn,
};
use std::ops::Range;

pub(super) fn outline(view: &View) -> Scene {
    let history = &view.truth.history;
    let position = history.position();
    let (phase, to_act) = match KaleidoChess::turn(&view.truth) {
        Turn::Seats(seats) => ("play", seats),
        Turn::Throw(_) => ("throw", Vec::new()),
        Turn::Over(_) => ("over", Vec::new()),
    };
    let mut notices = Vec::new();
    if phase == "play" {
        notices.extend(position.die().map(|face| thrown(position, face)));
        notices.extend(no_undo(position));
    }
    notices.extend(Color::ALL.into_iter().filter_map(|color| out_notice(position, color)));
    Scene {
        game: KaleidoChess::INFO.id,
        viewer: view.viewer,
        options: Options::default(),
        phase,
        to_act,
        sides: sides(position),
        frame: frame(history, history.plies.len()),
        choices: Vec::new(),
        reserve: Vec::new(),
        notices,
        draw_offers: Vec::new(),
        takeback_asked: None,
        takebacks_allowed: KaleidoChess::takebacks_allowed(&view.truth),
        outcome: view.truth.outcome.clone(),
    }
}

pub(super) fn choices(view: &View) -> Vec<Choice> {
    match view.acting::<KaleidoChess>() {
        Some(_) => moves(&view.truth.history),
        None => Vec::new(),
    }
}

/// The sides that have seats, in the order of play.
pub(super) fn sides(position: &Position) -> Vec<SideInfo> {
    let seated = position.seated();
    seated
        .iter()
        .map(|color| SideInfo { key: color.key(), seat: Some(position.seat(color)) })
        .collect()
}

fn thrown(position: &Position, face: u8) -> Notice {
    let seat = position.seat(position.turn()).index().to_string();
    let args = vec![("seat", seat), ("face", face.to_string())];
    Notice { key: "thrown", args, cells: Vec::new() }
}

/// The notice of the move that would undo the last one of the colour to move and is illegal.
fn no_undo(position: &Position) -> Option<Notice> {
    let forbidden = position.forbidden(position.turn()).filter(|_| position.is_ongoing())?;
    let cells = vec![name(forbidden.from()), name(forbidden.to())];
    // No notice if the piece could not get back anyway.
    let without = position.without_last_moves();
    let gets_back = without.targets(forbidden.from()).contains(forbidden.to());
    gets_back.then(|| Notice { key: "no-undo", args: Vec::new(), cells })
}

pub(super) fn frames(history: &GameHistory, plies: Range<usize>) -> Vec<Frame> {
    plies.map(|ply| frame(history, ply)).collect()
}

fn frame(history: &GameHistory, ply: usize) -> Frame {
    let position = &history.positions[ply];
    let last_ply = ply.checked_sub(1).map(|before| &history.plies[before]);
    let cells = |m: Move| {
        if m.is_pass() { Vec::new() } else { vec![name(m.from()), name(m.to())] }
    };
    Frame {
        ply,
        number: history.positions[ply.saturating_sub(1)].turn_number(),
        side: last_ply.map(|ply| ply.color.key()),
        text: last_ply.map(|ply| ply.text.clone()),
        position: position.to_string(),
        pieces: pieces(position),
        areas: held_castles(position),
        captured: captured(history, ply),
        last: last_ply.map(|ply| cells(ply.played)).unwrap_or_default(),
        path: last_ply
            .map(|by| paths::path_of(&history.positions[ply - 1], by.played))
            .unwrap_or_default(),
        told: Vec::new(),
    }
}

fn name(cell: Cell) -> String {
    board::name(cell).to_owned()
}

/// The pieces with their marks: `castle` or `last-castle` if they hold one, `named` if the die
/// names them, `no-undo` if they must not go back.
fn pieces(position: &Position) -> Vec<Placed> {
    let mut placed = Vec::new();
    let turn = position.turn();
    let undo_cell = no_undo(position).and_then(|notice| notice.cells.into_iter().next());
    for cell in board::ALL {
        let Some((color, kind)) = position.piece(cell) else { continue };
        let castle = CASTLES.contains(cell);
        let last = castle && position.castles(color).len() == 1;
        let named = |face| position.dice().is_some_and(|dice| dice.named(face).contains(kind));
        let marks = [
            (castle && !last, "castle"),
            (last, "last-castle"),
            (color == turn && position.die().is_some_and(named), "named"),
            (undo_cell.as_deref() == Some(board::name(cell)), "no-undo"),
        ];
        placed.push(Placed {
            cell: name(cell),
            side: color.key(),
            kind: kind.code(),
            marks: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect(),
        });
    }
    placed
}

/// The castles that each colour holds.
fn held_castles(position: &Position) -> Vec<Area> {
    let castles = |color: Color| {
        let cells: Vec<String> = position.castles(color).into_iter().map(name).collect();
        (!cells.is_empty()).then(|| Area { kind: "held-castle", of: color.key(), cells })
    };
    position.playing().iter().filter_map(castles).collect()
}

/// The pieces captured up to a ply, by the colour that owned them. Pieces that left the board with
/// their player do not count.
fn captured(history: &GameHistory, ply: usize) -> Vec<Captured> {
    let mut captured_counts = [[0_usize; Kind::COUNT]; 4];
    for (position, ply) in history.positions.iter().zip(&history.plies).take(ply) {
        if let Some((color, kind)) = position.victim(ply.played) {
            captured_counts[color as usize][kind as usize] += 1;
        }
    }
    let mut list = Vec::new();
    for color in Color::ALL {
        for kind in Kind::ALL {
            let count = captured_counts[color as usize][kind as usize];
            if count > 0 {
                list.push(Captured { side: color.key(), kind: kind.code().to_owned(), count });
            }
        }
    }
    list
}

fn moves(history: &GameHistory) -> Vec<Choice> {
    let position = history.position();
    history.legal_moves().into_iter().map(|m| choice(position, m)).collect()
}

fn choice(position: &Position, m: Move) -> Choice {
    let text = position.write(m);
    if m.is_pass() {
        debug_assert_eq!(text, PASS);
        return Choice::button(text, "pass");
    }
    let us = position.turn();
    let own = position.victim(m).is_some_and(|(color, _)| color == us);
    let mut next = position.clone();
    next.advance(m);
    // The page asks for confirmation of moves that are rarely meant: giving up the last castle, or
    // capturing an own piece.
    let danger = if next.playing().contains(us) {
        own.then_some("own-capture")
    } else {
        Some("leaves-castle")
    };
    Choice {
        piece: position.piece(m.from()).map(|(_, kind)| kind.code()),
        from: Some(name(m.from())),
        to: Some(name(m.to())),
        captures: position.is_capture(m),
        danger,
        ..Choice::new(text, ChoiceKind::Move)
    }
}
