//! The position editor of Klin Zha (see [`crate::Game::edit`]).

use super::board;
use super::game::KlinZha;
use super::piece::{Kind, Side};
use super::raw::{self, Counter, Flaw, RawPosition};
use crate::edit::{
    bad_field, no_such_field, no_such_piece, no_such_side, nothing_there, read_cell,
};
use crate::error::bad_position;
use crate::{Cell, Edit, EditField, Edited, Game, PaletteGroup, Placed, Refusal};

/// The keys of the fields.
const FIELDS: [&str; 3] = ["turn", "quiet", "number"];

/// The piece code of the Goal.
pub(super) const GOAL: &str = "G";

pub(super) fn edit(position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
    let mut raw = match position {
        None => RawPosition::empty(),
        Some(text) => RawPosition::parse_draft(text).map_err(|error| bad_position(text, error))?,
    };
    for edit in edits {
        apply(&mut raw, edit)?;
    }
    let flaws = raw.check().err().map(|flaws| flaws.0).unwrap_or_default();
    Ok(Edited {
        position: raw.to_string(),
        pieces: pieces(&raw),
        areas: Vec::new(),
        fields: vec![
            EditField::one_of(
                "turn",
                raw.turn.key(),
                Side::ALL.map(|side| side.key().to_owned()).to_vec(),
            ),
            EditField::text("quiet", raw.plies_since_capture.to_string()),
            EditField::text("number", raw.turn_number.to_string()),
        ],
        palette: vec![PaletteGroup { key: "all", kinds: KlinZha::INFO.pieces.to_vec() }],
        flaws: flaws.iter().map(editor_flaw).collect(),
    })
}

fn cell(name: &str) -> Result<Cell, Refusal> {
    read_cell(name, board::by_name, "G13")
}

fn apply(raw: &mut RawPosition, edit: &Edit) -> Result<(), Refusal> {
    match edit {
        Edit::Put { side, kind, cell: name } => {
            let side = Side::from_key(side)
                .ok_or_else(|| no_such_side(side, &Side::ALL.map(Side::key)))?;
            let cell = cell(name)?;
            if kind == GOAL {
                put_goal(raw, side, cell);
            } else {
                let kind = Kind::from_code(kind).ok_or_else(|| no_such_piece(kind))?;
                put(raw, side, kind, cell);
            }
        }
        Edit::Move { from, to } => shift(raw, cell(from)?, cell(to)?, from)?,
        Edit::Erase { cell: name } => clear(raw, cell(name)?),
        Edit::Set { key, value } => set(raw, key, value)?,
    }
    Ok(())
}

fn clear(raw: &mut RawPosition, cell: Cell) {
    raw.board[cell.index()] = None;
    for side in Side::ALL {
        if raw.goals[side] == Some(cell) {
            raw.goals[side] = None;
        }
    }
}

/// Puts a warrior on a cell. A carrier picks up its own Goal there; another warrior replaces it.
fn put(raw: &mut RawPosition, side: Side, kind: Kind, cell: Cell) {
    let own_goal = raw.goals[side] == Some(cell);
    clear(raw, cell);
    raw.board[cell.index()] = Some((side, kind));
    if own_goal && kind.carries() {
        raw.goals[side] = Some(cell);
    }
}

/// Puts a side's only Goal on a cell. A carrier of the same side on the cell stays.
fn put_goal(raw: &mut RawPosition, side: Side, cell: Cell) {
    let carrier = raw.board[cell.index()]
        .is_some_and(|(owner, kind)| owner == side && kind != Kind::Blockader);
    if !carrier {
        clear(raw, cell);
    }
    raw.goals[side] = Some(cell);
}

/// Moves a warrior with the Goal that it carries, or a Goal without a warrior.
fn shift(raw: &mut RawPosition, from: Cell, to: Cell, name: &str) -> Result<(), Refusal> {
    if from == to {
        return Ok(());
    }
    let warrior = raw.board[from.index()];
    let goal = Side::ALL.into_iter().find(|&side| raw.goals[side] == Some(from));
    if warrior.is_none() && goal.is_none() {
        return Err(nothing_there(name));
    }
    clear(raw, from);
    match (warrior, goal) {
        (Some((side, kind)), None) => put(raw, side, kind, to),
        (None, Some(side)) => put_goal(raw, side, to),
        _ => {
            clear(raw, to);
            raw.board[to.index()] = warrior;
            if let Some(side) = goal {
                raw.goals[side] = Some(to);
            }
        }
    }
    Ok(())
}

fn set(raw: &mut RawPosition, key: &str, value: &str) -> Result<(), Refusal> {
    match key {
        "turn" => {
            raw.turn = Side::from_key(value)
                .ok_or_else(|| no_such_side(value, &Side::ALL.map(Side::key)))?;
        }
        "quiet" => {
            raw.plies_since_capture = raw::read_number(Counter::Quiet, value, 0)
                .map_err(|error| bad_field(key, error))?;
        }
        "number" => {
            raw.turn_number = raw::read_number(Counter::Number, value, 1)
                .map_err(|error| bad_field(key, error))?;
        }
        _ => return Err(no_such_field(key, &FIELDS)),
    }
    Ok(())
}

pub(super) fn pieces(raw: &RawPosition) -> Vec<Placed> {
    let mut placed = Vec::new();
    for cell in board::ALL {
        let goal = Side::ALL.into_iter().find(|&side| raw.goals[side] == Some(cell));
        let marks = if goal.is_some() { vec!["goal"] } else { Vec::new() };
        let name = board::name(cell).to_owned();
        if let Some((side, kind)) = raw.board[cell.index()] {
            placed.push(Placed { cell: name, side: side.key(), kind: kind.code(), marks });
        } else if let Some(side) = goal {
            placed.push(Placed { cell: name, side: side.key(), kind: GOAL, marks: Vec::new() });
        }
    }
    placed
}

/// A flaw in the form of the position editor.
fn editor_flaw(flaw: &Flaw) -> crate::Flaw {
    let cell = match *flaw {
        Flaw::WarriorInZone { cell, .. }
        | Flaw::GoalInZone { cell, .. }
        | Flaw::GoalUnderEnemy { cell, .. }
        | Flaw::BlockaderOnGoal { cell, .. }
        | Flaw::ZonesOverlap { cell } => Some(cell),
        Flaw::TooMany { .. } | Flaw::NoGoal | Flaw::TurnZero => None,
    };
    crate::Flaw::from_refusal(flaw.into(), cell.map(|cell| board::name(cell).to_owned()))
}
