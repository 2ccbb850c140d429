//! Scenes and frames: a view of Grand Chess as plain data.

use super::board;
use super::game::{GameHistory, GrandChess, Truth, View};
use super::moves::Move;
use super::options::Promotion;
use super::piece::{Kind, Side};
use super::position::Position;
use super::search::seat;
use super::setup::Setup;
use crate::{
    BySide, Captured, Cell, Choice, ChoiceKind, EndReason, Frame, Game, Notice, Options, Placed,
    Scene, SearchPosition, SideInfo, Turn,
};
use std::ops::Range;

pub(super) fn outline(view: &View) -> Scene {
    let truth = &view.truth;
    let to_act = match GrandChess::turn(truth) {
        Turn::Seats(seats) => seats,
        Turn::Throw(_) | Turn::Over(_) => Vec::new(),
    };
    let mut scene = Scene {
        game: GrandChess::INFO.id,
        viewer: view.viewer,
        options: Options::default(),
        phase: "over",
        to_act,
        sides: Side::ALL
            .into_iter()
            .map(|side| SideInfo { key: side.key(), seat: Some(seat(side)) })
            .collect(),
        frame: Frame::default(),
        choices: Vec::new(),
        reserve: Vec::new(),
        notices: Vec::new(),
        draw_offers: Vec::new(),
        takeback_asked: None,
        takebacks_allowed: true,
        outcome: truth.outcome.clone(),
    };
    match (&truth.history, &truth.setup) {
        (Some(history), _) => {
            let position = history.position();
            let ply = history.plies.len();
            let mut captured = CaptureCounts::default();
            (0..ply).for_each(|ply| captured.add(history, ply));
            scene.frame = frame(history, ply, &captured);
            scene.reserve = pools(position);
            scene.notices.extend(check_notice(position));
            if truth.outcome.is_none() {
                scene.phase = "play";
            }
        }
        (None, Some(setup)) => {
            scene.frame = setup_frame(setup);
            if truth.outcome.is_none() {
                scene.phase = "pick";
            }
        }
        (None, None) => {}
    }
    if !truth.rules.array.is_bare_classic() && truth.setup.is_some() {
        let args = vec![("seed", truth.rules.seed.to_string())];
        scene.notices.push(Notice { key: "array", args, cells: Vec::new() });
    }
    scene
}

pub(super) fn choices(view: &View) -> Vec<Choice> {
    let truth = &view.truth;
    if truth.outcome.is_some() || view.acting::<GrandChess>().is_none() {
        return Vec::new();
    }
    match (&truth.history, &truth.setup) {
        (Some(history), _) => moves(history),
        (None, Some(setup)) => picks(setup, &truth.rules.piece_set),
        (None, None) => Vec::new(),
    }
}

pub(super) fn frame_count(truth: &Truth) -> usize {
    match &truth.history {
        Some(history) => history.positions.len(),
        None => usize::from(truth.setup.is_some()),
    }
}

pub(super) fn frames(truth: &Truth, numbers: Range<usize>) -> Vec<Frame> {
    match (&truth.history, &truth.setup) {
        (Some(history), _) => history_frames(history, numbers),
        (None, Some(setup)) => numbers.map(|_| setup_frame(setup)).collect(),
        (None, None) => Vec::new(),
    }
}

pub(super) fn history_frames(history: &GameHistory, plies: Range<usize>) -> Vec<Frame> {
    let mut captured = CaptureCounts::default();
    let mut added = 0;
    let frame_at = |ply: usize| {
        (added..ply).for_each(|before| captured.add(history, before));
        added = ply;
        frame(history, ply, &captured)
    };
    plies.map(frame_at).collect()
}

fn frame(history: &GameHistory, ply: usize, captured: &CaptureCounts) -> Frame {
    let position = &history.positions[ply];
    let last_ply = ply.checked_sub(1).map(|before| &history.plies[before]);
    Frame {
        ply,
        number: history.positions[ply.saturating_sub(1)].fullmove_number(),
        side: last_ply.map(|_| (!position.turn()).key()),
        text: last_ply.map(|(_, san)| san.clone()),
        position: position.to_string(),
        pieces: pieces(position),
        areas: Vec::new(),
        captured: captured.to_list(position),
        last: last_ply.map(|(m, _)| vec![name(m.from()), name(m.to())]).unwrap_or_default(),
        path: Vec::new(),
        told: Vec::new(),
    }
}

fn name(cell: Cell) -> String {
    board::name(cell).to_owned()
}

/// The pieces with their marks: `frozen` and `locked` ones cannot move, a `shielded` Fool cannot be
/// captured, a `freezing` one freezes its neighbours, a king may be in `check`.
fn pieces(position: &Position) -> Vec<Placed> {
    let checked = position.is_check().then(|| position.king(position.turn()));
    let mut placed = Vec::new();
    for side in Side::ALL {
        let (frozen, locked) = (position.frozen(side), position.locked(side));
        for cell in position.occupied(side) {
            let here = Some(cell);
            let marks = [
                (frozen.contains(cell), "frozen"),
                (locked.contains(cell), "locked"),
                (position.shield() == here, "shielded"),
                (position.freeze() == here, "freezing"),
                (checked == here, "check"),
            ];
            placed.push(Placed {
                cell: name(cell),
                side: side.key(),
                kind: position.piece_set().get(position.kind_on(cell)).code,
                marks: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect(),
            });
        }
    }
    placed
}

/// The numbers of captured pieces up to a ply, pawns included, by the side that owned them. Plies
/// are added one by one, so that frames of a whole game take linear time.
struct CaptureCounts(BySide<[usize; Kind::MOST]>);

impl Default for CaptureCounts {
    fn default() -> Self {
        Self(BySide([[0; Kind::MOST]; 2]))
    }
}

impl CaptureCounts {
    /// Adds the captures of a ply.
    fn add(&mut self, history: &GameHistory, ply: usize) {
        let (position, (m, _)) = (&history.positions[ply], &history.plies[ply]);
        for cell in position.effect_of(*m).victims {
            self.0[!position.turn()][position.kind_on(cell).index()] += 1;
        }
    }

    fn to_list(&self, position: &Position) -> Vec<Captured> {
        let piece_set = position.piece_set();
        let mut list = Vec::new();
        for side in Side::ALL {
            for kind in piece_set.kinds() {
                let count = self.0[side][kind.index()];
                if count > 0 {
                    let code = piece_set.get(kind).code.to_owned();
                    list.push(Captured { side: side.key(), kind: code, count });
                }
            }
        }
        list
    }
}

/// The pools, if promotion is to captured pieces.
fn pools(position: &Position) -> Vec<Captured> {
    if position.promotion() != Promotion::Captured {
        return Vec::new();
    }
    let held = |side| {
        position.pool(side).map(move |(kind, count)| Captured {
            side: Side::key(side),
            kind: position.piece_set().get(kind).code.to_owned(),
            count,
        })
    };
    Side::ALL.into_iter().flat_map(held).collect()
}

fn check_notice(position: &Position) -> Option<Notice> {
    let king = name(position.king(position.turn()));
    position.is_check().then(|| Notice { key: "check", args: Vec::new(), cells: vec![king] })
}

fn moves(history: &GameHistory) -> Vec<Choice> {
    let position = history.position();
    let legal = position.legal_moves();
    let moves = legal.iter().map(|&m| move_choice(position, m, &legal));
    let claim = |reason: EndReason| Choice::button(format!("claim {}", reason.key()), reason.key());
    let claims = history.claims().into_iter().map(claim);
    moves.chain(claims).collect()
}

fn move_choice(position: &Position, m: Move, legal: &[Move]) -> Choice {
    let piece_set = position.piece_set();
    let variant = match m.promotion() {
        Some(kind) => Some(piece_set.get(kind).code.to_owned()),
        // Where promotion is optional, not promoting is a variant of its own.
        None => legal
            .iter()
            .any(|other| (other.from(), other.to()) == (m.from(), m.to()) && *other != m)
            .then(|| "none".to_owned()),
    };
    let effect = position.effect_of(m);
    let beside = effect.victims.into_iter().filter(|cell| *cell != m.to());
    Choice {
        piece: Some(piece_set.get(position.kind_on(m.from())).code),
        from: Some(name(m.from())),
        to: Some(name(m.to())),
        variant,
        captures: position.is_capture(m),
        hits: beside.map(name).collect(),
        converts: effect.converts,
        ..Choice::new(position.uci(m), ChoiceKind::Move)
    }
}

fn setup_frame(setup: &Setup) -> Frame {
    let raw = setup.raw();
    let placed = board::ALL.into_iter().filter_map(|cell| {
        let (side, kind) = raw.board[cell.index()]?;
        let kind = raw.piece_set.get(kind).code;
        Some(Placed { cell: name(cell), side: side.key(), kind, marks: Vec::new() })
    });
    Frame { pieces: placed.collect(), ..Frame::default() }
}

fn picks(setup: &Setup, piece_set: &super::piece_type::PieceSet) -> Vec<Choice> {
    let codes = setup.free().iter().map(|kind| piece_set.get(kind).code).collect::<Vec<_>>();
    let pick = |code: &'static str| Choice {
        piece: Some(code),
        ..Choice::button(format!("pick {code}"), code)
    };
    codes.into_iter().map(pick).collect()
}
