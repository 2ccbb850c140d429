//! The position editor's changes to a position (see [`crate::Game::edit`]).

use super::board;
use super::game::KaleidoChess;
use super::options::TableRules;
use super::piece::{Color, Kind};
use super::raw::{self, Flaw, RawPosition};
use crate::edit::{
    bad_field, no_such_field, no_such_piece, no_such_side, nothing_there, read_cell,
};
use crate::{Cell, Edit, EditField, Edited, Game, PaletteGroup, Placed, Refusal};

/// The keys of the last moves' fields, in the order of the colours.
const UNDO: [&str; 4] = ["undo-white", "undo-red", "undo-black", "undo-green"];

/// The keys of all fields.
const FIELDS: [&str; 7] = ["turn", UNDO[0], UNDO[1], UNDO[2], UNDO[3], "die", "number"];

pub(super) fn edit(
    rules: &TableRules,
    position: Option<&str>,
    edits: &[Edit],
) -> Result<Edited, Refusal> {
    let mut raw: RawPosition = match position {
        None => RawPosition::empty(),
        Some(text) => text
            .parse()
            .map_err(|error: super::PositionError| crate::error::bad_position(text, error))?,
    };
    for edit in edits {
        apply_edit(&mut raw, edit)?;
    }
    // A position string has last moves for colours with pieces only.
    let colors = raw.colors();
    for color in Color::ALL.into_iter().filter(|&color| !colors.contains(color)) {
        raw.undo[color as usize] = None;
    }
    let flaws = raw.flaws(rules.dice.is_some());
    Ok(Edited {
        position: raw.to_string(),
        pieces: pieces(&raw),
        fields: fields(&raw, rules.dice.is_some()),
        palette: vec![PaletteGroup { key: "all", kinds: KaleidoChess::INFO.pieces.to_vec() }],
        areas: Vec::new(),
        flaws: flaws.iter().copied().map(to_flaw).collect(),
    })
}

fn fields(raw: &RawPosition, dice: bool) -> Vec<EditField> {
    let sides = Color::ALL.map(|color| color.key().to_owned()).to_vec();
    let mut fields = vec![EditField::one_of("turn", raw.turn.key(), sides)];
    for color in raw.colors().iter() {
        let last = raw.undo[color as usize].map_or("-".to_owned(), raw::cells_of);
        fields.push(EditField::text(UNDO[color as usize], last));
    }
    if dice || raw.die.is_some() {
        let die = raw.die.map_or("-".to_owned(), |face| face.to_string());
        let faces = ["-", "1", "2", "3", "4", "5", "6"].map(str::to_owned).to_vec();
        fields.push(EditField::one_of("die", die, faces));
    }
    fields.push(EditField::text("number", raw.turn_number.to_string()));
    fields
}

fn cell(name: &str) -> Result<Cell, Refusal> {
    read_cell(name, board::by_name, "1B")
}

fn side(key: &str) -> Result<Color, Refusal> {
    Color::from_key(key).ok_or_else(|| no_such_side(key, &Color::ALL.map(Color::key)))
}

fn apply_edit(raw: &mut RawPosition, edit: &Edit) -> Result<(), Refusal> {
    match edit {
        Edit::Put { side: key, kind, cell: name } => {
            let color = side(key)?;
            let kind = Kind::from_code(kind).ok_or_else(|| no_such_piece(kind))?;
            raw.board[cell(name)?.index()] = Some((color, kind));
        }
        Edit::Move { from, to } => {
            let (start, end) = (cell(from)?, cell(to)?);
            let piece = raw.board[start.index()].take().ok_or_else(|| nothing_there(from))?;
            raw.board[end.index()] = Some(piece);
        }
        Edit::Erase { cell: name } => raw.board[cell(name)?.index()] = None,
        Edit::Set { key, value } => set(raw, key, value)?,
    }
    Ok(())
}

fn set(raw: &mut RawPosition, key: &str, value: &str) -> Result<(), Refusal> {
    let bad = |error| bad_field(key, error);
    if let Some(index) = UNDO.iter().position(|field| *field == key) {
        raw.undo[index] = raw::read_last_move(value, Color::ALL[index]).map_err(bad)?;
        return Ok(());
    }
    match key {
        "turn" => raw.turn = side(value)?,
        "die" => raw.die = raw::read_die(value).map_err(bad)?,
        "number" => raw.turn_number = raw::read_number(value).map_err(bad)?,
        _ => return Err(no_such_field(key, &FIELDS)),
    }
    Ok(())
}

/// The pieces on the board, in the order of the cells.
pub(super) fn pieces(raw: &RawPosition) -> Vec<Placed> {
    let placed = board::ALL.into_iter().filter_map(|cell| {
        let (color, kind) = raw.piece(cell)?;
        let cell = board::name(cell).to_owned();
        Some(Placed { cell, side: color.key(), kind: kind.code(), marks: Vec::new() })
    });
    placed.collect()
}

/// Converts a flaw for the editor; a missing castle marks the castles.
fn to_flaw(flaw: Flaw) -> crate::Flaw {
    let mut shown = crate::Flaw::from_refusal(Refusal::from(&flaw), None);
    if flaw == Flaw::NoCastle {
        let castles = board::CASTLES.into_iter();
        shown.notice.cells = castles.map(|castle| board::name(castle).to_owned()).collect();
    }
    shown
}
