//! Plies in the record of one viewer: its own, written with their outcome, and what it saw or was
//! told of the plies of others.

use super::board_view::BoardView;
use super::intent::Intent;
use super::record::{in_cell, without_outcome};
use super::resolve::{Capture, HaltCause};
use crate::error::quote;
use crate::klinzha::{Move, ParsedMove, Side, board};
use crate::{Cell, Refusal};

/// A ply that was read.
pub(super) struct ViewerPly {
    /// In strict notation.
    pub(super) text: String,
    /// Its cells, as far as they are known.
    pub(super) last: Vec<Cell>,
    /// The cell where it ended, if it is known.
    pub(super) ended: Option<Cell>,
    /// The cause of its halt.
    pub(super) halted: Option<HaltCause>,
    /// What it captured.
    pub(super) captured: Option<Capture>,
}

impl ViewerPly {
    /// Reads a ply of the viewer: an intent that the view before it allows. The view after it must
    /// show the warrior on the cell where the ply ended.
    pub(super) fn read_of_viewer(
        before: &BoardView,
        after: &BoardView,
        mover: Side,
        cell: &str,
    ) -> Result<Self, Refusal> {
        let refused = |refusal| in_cell(cell, refusal);
        let (intent, _) =
            before.read_intent(&without_outcome(cell).map_err(refused)?).map_err(refused)?;
        let (ended, halted) = match cell.split_once('>') {
            None => (intent.played.to(), None),
            Some((_, outcome)) => {
                let (ended, cause) = read_halt(outcome)?;
                (ended, Some(cause))
            }
        };
        let named = named_capture(&ParsedMove::parse(intent_part(cell)).map_err(refused)?);
        if halted.is_some() && named.is_some() {
            return Err(bad_halt(cell));
        }
        if after.kind(mover, ended) != Some(intent.kind) {
            let absent = format!("the view after it does not show the {} there", intent.kind);
            let message = format!("'{}': {absent}", quote(cell));
            let absent = Refusal::new("view-not-there", absent)
                .with("text", quote(cell))
                .with("piece", intent.kind.code());
            return Err(Refusal::new("bad-view", message).because(absent));
        }
        Ok(Self {
            text: write_ply(&intent, ended, halted, named),
            last: vec![intent.played.from(), ended],
            ended: Some(ended),
            halted,
            captured: named,
        })
    }

    /// Reads what the viewer saw or was told of another's ply: `?`, `? x V`, `? x V@D28`, or a move
    /// in full.
    pub(super) fn read_of_other(cell: &str) -> Result<Self, Refusal> {
        if let Some(rest) = cell.strip_prefix('?') {
            return read_unseen(rest.trim()).ok_or_else(|| not_seen(cell));
        }
        let parsed_move = ParsedMove::parse(cell).map_err(|refusal| in_cell(cell, refusal))?;
        let captured = named_capture(&parsed_move);
        let intent = Intent {
            kind: parsed_move.kind,
            played: Move::new(parsed_move.from, parsed_move.to, parsed_move.goal_action),
            path: None,
        };
        Ok(Self {
            text: write_ply(&intent, parsed_move.to, None, captured),
            last: vec![parsed_move.from, parsed_move.to],
            ended: Some(parsed_move.to),
            halted: None,
            captured,
        })
    }
}

/// The part of a ply before its path and outcome.
fn intent_part(cell: &str) -> &str {
    cell.split(['>', '(']).next().unwrap_or_default().trim()
}

fn named_capture(parsed_move: &ParsedMove) -> Option<Capture> {
    parsed_move.captured.as_deref().and_then(Capture::from_code)
}

/// Writes a ply in strict notation, as the umpire does.
fn write_ply(
    intent: &Intent,
    ended: Cell,
    halted: Option<HaltCause>,
    captured: Option<Capture>,
) -> String {
    let end = board::name(ended);
    match (halted, captured) {
        (Some(cause), _) => format!("{intent} > {end} {}", cause.key()),
        (None, Some(captured)) => {
            format!("{} x {captured}@{end}{}", intent.start(), intent.path_suffix())
        }
        (None, None) => intent.to_string(),
    }
}

/// Reads what follows the `?` of an unseen ply: nothing, a loss, or a loss and its cell.
fn read_unseen(rest: &str) -> Option<ViewerPly> {
    let mut ply = ViewerPly {
        text: "?".to_owned(),
        last: Vec::new(),
        ended: None,
        halted: None,
        captured: None,
    };
    if rest.is_empty() {
        return Some(ply);
    }
    let named_capture = rest.strip_prefix("x ")?.trim();
    let (code, cell) = match named_capture.split_once('@') {
        None => (named_capture, None),
        Some((code, cell)) => (code, Some(board::by_name(cell)?)),
    };
    let captured = Capture::from_code(code)?;
    let at = cell.map_or(String::new(), |cell| format!("@{}", board::name(cell)));
    ply.text = format!("? x {captured}{at}");
    ply.last = cell.into_iter().collect();
    (ply.ended, ply.captured) = (cell, Some(captured));
    Some(ply)
}

/// Reads the outcome of a halted move: the cell where it ended, and the cause.
fn read_halt(outcome: &str) -> Result<(Cell, HaltCause), Refusal> {
    let read = || {
        let (cell, cause) = outcome.trim().split_once(' ')?;
        Some((board::by_name(cell)?, HaltCause::from_key(cause)?))
    };
    read().ok_or_else(|| bad_halt(outcome))
}

fn bad_halt(text: &str) -> Refusal {
    let text = quote(text.trim());
    let message = format!(
        "'{text}': a halt is written as the intent, '>', the last cell and 'field' or 'piece', and captures nothing"
    );
    Refusal::new("bad-halt", message).with("text", text)
}

fn not_seen(text: &str) -> Refusal {
    let text = quote(text.trim());
    let message =
        format!("'{text}': expected '?', '? x V' or '? x V@D28' for a ply that was not seen");
    Refusal::new("bad-unseen", message).with("text", text)
}
