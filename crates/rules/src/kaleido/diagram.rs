//! Diagrams of one piece's moves, from the tables of the move generator (see [`PieceDiagram`]).
//!
//! A diagram shows a piece, not a game: castles may be empty, opponents may be missing, and no die
//! is thrown. Own pieces can be captured like others (§3.2). The move that would undo the last one
//! is shown as blocked.

use super::board;
use super::edit;
use super::moves::Move;
use super::options::TableRules;
use super::piece::{Color, Kind};
use super::raw::{PositionError, RawPosition};
use super::reach::Reach;
use crate::diagram::{DiagramRequest, DiagramTarget, PieceDiagram, TargetKind};
use crate::edit::read_cell;
use crate::error::bad_position;
use crate::{Cell, CellSet, Options, Refusal};

pub(super) fn piece_diagram(
    options: &Options,
    request: &DiagramRequest,
) -> Result<PieceDiagram, Refusal> {
    TableRules::new(options)?;
    let from = read_cell(request.from, board::by_name, "1B")?;
    let mut raw = read(request.position).map_err(|error| bad_position(request.position, error))?;
    let Some((color, kind)) = raw.piece(from) else {
        let message = format!("no piece stands on {}", board::name(from));
        return Err(Refusal::new("no-piece-there", message).with("cell", board::name(from)));
    };
    if raw.turn != color {
        (raw.turn, raw.die) = (color, None);
    }
    Ok(PieceDiagram {
        from: board::name(from).to_owned(),
        side: color.key(),
        kind: kind.code(),
        moves_as: None,
        stuck: None,
        heeds_king: false,
        depends_on_victim: false,
        targets: targets(&raw, from, color, kind),
        afar: Vec::new(),
        freezes: Vec::new(),
        guards: Vec::new(),
        checks: None,
        position: raw.to_string(),
        pieces: edit::pieces(&raw),
    })
}

/// Reads a position string or its first field, the rings; in the latter case no colour has a last
/// move.
fn read(text: &str) -> Result<RawPosition, PositionError> {
    if text.contains(' ') {
        return text.parse();
    }
    let mut raw = RawPosition::empty();
    raw.read_rings(text)?;
    Ok(raw)
}

/// The piece's targets on the empty board, each marked as reachable or blocked on this one.
fn targets(raw: &RawPosition, from: Cell, color: Color, kind: Kind) -> Vec<DiagramTarget> {
    let reach = Reach::get();
    let occupied: CellSet =
        board::ALL.into_iter().filter(|&cell| raw.piece(cell).is_some()).collect();
    let undo_target = raw.undo[color as usize].filter(|last| last.to() == from).map(Move::from);
    let reached = reach.targets(kind, from, occupied);
    let now = undo_target.map_or(reached, |back| reached - back.set());
    reach
        .on_empty_board(kind, from)
        .into_iter()
        .map(|cell| {
            let name = board::name(cell).to_owned();
            let (now, taken) = (now.contains(cell), occupied.contains(cell));
            DiagramTarget {
                kind: match (now, taken) {
                    (false, _) => TargetKind::Blocked,
                    (true, true) => TargetKind::Capture,
                    (true, false) => TargetKind::Both,
                },
                now,
                converts: false,
                promotes: false,
                victims: if now && taken { vec![name.clone()] } else { Vec::new() },
                cell: name,
            }
        })
        .collect()
}
