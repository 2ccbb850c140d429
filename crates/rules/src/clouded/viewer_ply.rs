//! The plies in what one viewer saw: its own, which say what came of them, and what it saw or was told of the others.

use super::board_view::BoardView;
use super::intent::Intent;
use super::record::{in_cell, without_outcome};
use super::resolve::{Cause, Taken};
use crate::error::quote;
use crate::klinzha::{Move, Side, Written, board};
use crate::{Cell, Refusal};

/// A ply as it was read.
pub(super) struct OwnPly {
    /// In strict notation.
    pub(super) text: String,
    /// Its cells as far as they are known.
    pub(super) last: Vec<Cell>,
    /// Where it ended, if that is known.
    pub(super) ended: Option<Cell>,
    /// What halted it.
    pub(super) halted: Option<Cause>,
    /// What was captured in it.
    pub(super) taken: Option<Taken>,
}

impl OwnPly {
    /// Reads a ply of the viewer: an intent that the view before allowed, and the view after must show where it ended.
    pub(super) fn read_own(
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
        let named = victim(&Written::parse(announced(cell)).map_err(refused)?);
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
            text: write_own(&intent, ended, halted, named),
            last: vec![intent.played.from(), ended],
            ended: Some(ended),
            halted,
            taken: named,
        })
    }

    /// Reads what was seen or told of another's ply: `?`, `? x V`, `? x V@D28`, or a move that was seen whole.
    pub(super) fn read_other(cell: &str) -> Result<Self, Refusal> {
        if let Some(told) = cell.strip_prefix('?') {
            return read_told(told.trim()).ok_or_else(|| not_seen(cell));
        }
        let written = Written::parse(cell).map_err(|refusal| in_cell(cell, refusal))?;
        let taken = victim(&written);
        let seen = Intent {
            kind: written.kind,
            played: Move::new(written.from, written.to, written.way),
            path: None,
        };
        Ok(Self {
            text: write_own(&seen, written.to, None, taken),
            last: vec![written.from, written.to],
            ended: Some(written.to),
            halted: None,
            taken,
        })
    }
}

/// A ply without path and outcome.
fn announced(cell: &str) -> &str {
    cell.split(['>', '(']).next().unwrap_or_default().trim()
}

fn victim(written: &Written) -> Option<Taken> {
    written.victim.as_deref().and_then(Taken::from_code)
}

/// As the umpire writes it.
fn write_own(intent: &Intent, ended: Cell, halted: Option<Cause>, taken: Option<Taken>) -> String {
    let end = board::name(ended);
    match (halted, taken) {
        (Some(cause), _) => format!("{intent} > {end} {}", cause.key()),
        (None, Some(taken)) => {
            format!("{} x {taken}@{end}{}", intent.start(), intent.path_suffix())
        }
        (None, None) => intent.to_string(),
    }
}

/// What was told of a ply that was not seen: nothing, a loss, or a loss and its cell.
fn read_told(told: &str) -> Option<OwnPly> {
    let mut ply =
        OwnPly { text: "?".to_owned(), last: Vec::new(), ended: None, halted: None, taken: None };
    if told.is_empty() {
        return Some(ply);
    }
    let victim = told.strip_prefix("x ")?.trim();
    let (code, cell) = match victim.split_once('@') {
        None => (victim, None),
        Some((code, cell)) => (code, Some(board::by_name(cell)?)),
    };
    let taken = Taken::from_code(code)?;
    let at = cell.map_or(String::new(), |cell| format!("@{}", board::name(cell)));
    ply.text = format!("? x {taken}{at}");
    ply.last = cell.into_iter().collect();
    (ply.ended, ply.taken) = (cell, Some(taken));
    Some(ply)
}

/// Where a halted move ended, and what halted it.
fn read_halt(outcome: &str) -> Result<(Cell, Cause), Refusal> {
    let read = || {
        let (cell, cause) = outcome.trim().split_once(' ')?;
        Some((board::by_name(cell)?, Cause::from_key(cause)?))
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
