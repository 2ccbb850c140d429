//! Diagrams of one piece's moves (see [`PieceDiagram`]).
//!
//! A diagram shows a piece, not a game: both Goals may be missing, and a warrior may stand where no
//! game would let it. A Blockader's zone is what it guards. The Goal has no move of its own.

use super::board;
use super::edit;
use super::move_tables::MoveTables;
use super::moves::{MoveContext, Occupancy};
use super::piece::{Kind, Side};
use super::raw::{PositionError, RawPosition};
use crate::diagram::{DiagramRequest, DiagramTarget, PieceDiagram, TargetKind};
use crate::edit::read_cell;
use crate::error::bad_position;
use crate::{Cell, CellSet, Refusal};

/// The fields of a position string after its rows, where a request has only the rows.
const OTHER_FIELDS: &str = " gold 0 1";

pub(super) fn piece_diagram(request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
    let from = read_cell(request.from, board::by_name, "G13")?;
    let mut raw = read(request.position).map_err(|error| bad_position(request.position, error))?;
    let goal = Side::ALL.into_iter().find(|&side| raw.goals[side] == Some(from));
    let (side, warrior) = match (raw.board[from.index()], goal) {
        (Some((side, kind)), _) => (side, Some(kind)),
        (None, Some(side)) => (side, None),
        (None, None) => {
            let message = format!("no piece stands on {}", board::name(from));
            return Err(Refusal::new("no-piece-there", message).with("cell", board::name(from)));
        }
    };
    raw.turn = side;
    let guards = match warrior {
        Some(Kind::Blockader) => board::geometry().names(board::neighbours(from)),
        _ => Vec::new(),
    };
    Ok(PieceDiagram {
        from: board::name(from).to_owned(),
        side: side.key(),
        kind: warrior.map_or(edit::GOAL, Kind::code),
        moves_as: None,
        stuck: warrior.is_none().then_some("carried"),
        heeds_king: false,
        depends_on_victim: false,
        targets: warrior.map(|kind| targets(&raw, side, kind, from)).unwrap_or_default(),
        afar: Vec::new(),
        freezes: Vec::new(),
        guards,
        checks: None,
        position: raw.to_string(),
        pieces: edit::pieces(&raw),
    })
}

/// Reads a position string or its first field, the rows.
fn read(text: &str) -> Result<RawPosition, PositionError> {
    if text.contains(' ') {
        return RawPosition::parse_draft(text);
    }
    RawPosition::parse_draft(&format!("{text}{OTHER_FIELDS}"))
}

/// The warrior's targets on the empty board, each marked as reachable or blocked on this one.
fn targets(raw: &RawPosition, side: Side, kind: Kind, from: Cell) -> Vec<DiagramTarget> {
    let occupancy = occupancy(raw, side);
    let now = MoveContext::new(&occupancy).targets(kind, from);
    let goal = |owner: Side| raw.goals[owner].map_or(CellSet::EMPTY, Cell::set);
    let taken = occupancy.enemy | goal(!side);
    let target = |to: Cell| {
        let name = board::name(to).to_owned();
        let (now, taken) = (now.contains(to), taken.contains(to));
        DiagramTarget {
            kind: match (now, taken) {
                (false, _) => TargetKind::Blocked,
                (true, true) => TargetKind::Capture,
                (true, false) if kind == Kind::Blockader || goal(side).contains(to) => {
                    TargetKind::Move
                }
                (true, false) => TargetKind::Both,
            },
            now,
            converts: false,
            promotes: false,
            victims: if now && taken { vec![name.clone()] } else { Vec::new() },
            cell: name,
        }
    };
    MoveTables::get().on_empty_board(kind, from).into_iter().map(target).collect()
}

/// The occupancy of the board for a side. Of several Blockaders, which only a diagram can have, the
/// last one counts.
fn occupancy(raw: &RawPosition, us: Side) -> Occupancy {
    let mut occupancy = Occupancy {
        own: CellSet::EMPTY,
        own_goal: raw.goals[us],
        own_zone: CellSet::EMPTY,
        enemy: CellSet::EMPTY,
        neutrals: CellSet::EMPTY,
        enemy_goal: raw.goals[!us],
        enemy_blockader: None,
    };
    for cell in board::ALL {
        let Some((side, kind)) = raw.board[cell.index()] else { continue };
        if side == us {
            occupancy.own.insert(cell);
        } else {
            occupancy.enemy.insert(cell);
        }
        match (kind, side == us) {
            (Kind::Blockader, true) => occupancy.own_zone = board::neighbours(cell),
            (Kind::Blockader, false) => occupancy.enemy_blockader = Some(cell),
            _ => {}
        }
    }
    occupancy
}
