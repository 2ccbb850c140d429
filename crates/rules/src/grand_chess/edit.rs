//! The position editor's changes to a position (see [`crate::Game::edit`]).

use super::board;
use super::fen::{self, Counter, ExtraFault, FenError};
use super::options::{Promotion, TableRules};
use super::piece::{Kind, Side};
use super::piece_type::PieceSet;
use super::raw::{Flaw, RawPosition};
use crate::edit::{
    bad_field, no_such_field, no_such_piece, no_such_side, nothing_there, read_cell,
};
use crate::error::bad_position;
use crate::{Cell, Edit, EditField, Edited, Options, PaletteGroup, Placed, Refusal};

/// The keys of all fields.
const FIELDS: [&str; 9] =
    ["turn", "en-passant", "quiet", "number", "pool", "init", "last", "shield", "freeze"];

/// The value of an unset field for a square or a piece.
const UNSET: &str = "-";

/// The number of classic kinds, the first rows of the table.
const CLASSIC_KINDS: usize = 8;

pub(super) fn edit(
    options: &Options,
    position: Option<&str>,
    edits: &[Edit],
) -> Result<Edited, Refusal> {
    let rules = TableRules::new(options)?;
    let mut raw = match position {
        None => RawPosition::empty(&rules.piece_set),
        Some(text) => {
            RawPosition::read(text, &rules.piece_set).map_err(|error| bad_position(text, error))?
        }
    };
    for edit in edits {
        apply_edit(&mut raw, edit)?;
    }
    let flaws = raw.check(rules.promotion).err().map(|flaws| flaws.0).unwrap_or_default();
    Ok(Edited {
        position: raw.to_string(),
        pieces: pieces(&raw),
        areas: Vec::new(),
        fields: fields(&raw, rules.promotion),
        palette: palette(&rules.piece_set),
        flaws: flaws.iter().map(to_flaw).collect(),
    })
}

fn cell(name: &str) -> Result<Cell, Refusal> {
    read_cell(name, board::by_name, "e4")
}

fn side(key: &str) -> Result<Side, Refusal> {
    let found = Side::ALL.into_iter().find(|side| side.key() == key);
    found.ok_or_else(|| no_such_side(key, &Side::ALL.map(Side::key)))
}

fn apply_edit(raw: &mut RawPosition, edit: &Edit) -> Result<(), Refusal> {
    match edit {
        Edit::Put { side: owner, kind, cell: name } => {
            let kind = raw.piece_set.by_code(kind).ok_or_else(|| no_such_piece(kind))?;
            raw.board[cell(name)?.index()] = Some((side(owner)?, kind));
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
    // The FEN's wording around the fault does not fit a field.
    let bad = |error| match error {
        FenError::Extra { fault, .. } => bad_field(key, fault),
        error => bad_field(key, error),
    };
    let square = || if value == UNSET { Ok(None) } else { cell(value).map(Some) };
    match key {
        "turn" => {
            let turn = side(value)?;
            if turn != raw.turn {
                // These describe the last move, which was then the other side's.
                (raw.en_passant, raw.shield, raw.freeze) = (None, None, None);
            }
            raw.turn = turn;
        }
        "en-passant" => {
            raw.en_passant = square()?;
            if raw.en_passant.is_some() {
                // The last move was the double step.
                (raw.halfmove_clock, raw.last, raw.shield, raw.freeze) = (0, None, None, None);
            }
        }
        "quiet" => {
            raw.halfmove_clock = fen::read_number(Counter::Quiet, value, 0).map_err(bad)?;
        }
        "number" => {
            raw.fullmove_number = fen::read_number(Counter::Number, value, 1).map_err(bad)?;
        }
        "pool" if value.is_empty() => raw.pools = None,
        "init" if value.is_empty() => raw.initial = None,
        "pool" | "init" => {
            if value.contains(';') {
                return Err(bad_field(key, ExtraFault::Codes));
            }
            raw.read_extra(&format!("{key}={value}")).map_err(bad)?;
        }
        "last" => {
            raw.last = match value {
                UNSET => None,
                code => Some(raw.piece_set.by_code(code).ok_or_else(|| no_such_piece(code))?),
            };
        }
        "shield" => raw.shield = square()?,
        "freeze" => raw.freeze = square()?,
        _ => return Err(no_such_field(key, &FIELDS)),
    }
    Ok(())
}

fn pieces(raw: &RawPosition) -> Vec<Placed> {
    let placed = board::ALL.into_iter().filter_map(|cell| {
        let (side, kind) = raw.piece(cell)?;
        let kind = raw.piece_set.get(kind).code;
        Some(Placed { cell: name(cell), side: side.key(), kind, marks: Vec::new() })
    });
    placed.collect()
}

fn name(cell: Cell) -> String {
    board::name(cell).to_owned()
}

/// The fields that apply to this position.
fn fields(raw: &RawPosition, promotion: Promotion) -> Vec<EditField> {
    let sides = Side::ALL.map(|side| side.key().to_owned()).to_vec();
    let mut fields = vec![
        EditField::one_of("turn", raw.turn.key(), sides),
        square_field("en-passant", raw.en_passant, raw.possible_en_passant()),
        EditField::text("quiet", raw.halfmove_clock.to_string()),
        EditField::text("number", raw.fullmove_number.to_string()),
    ];
    match promotion {
        Promotion::Captured => {
            let pools = raw.pools.as_ref();
            fields.push(EditField {
                default: Some(raw.pools_text(&raw.classic_pools())),
                ..EditField::text("pool", pools.map(|p| raw.pools_text(p)).unwrap_or_default())
            });
        }
        Promotion::Initial => {
            let initial = raw.initial.as_deref();
            fields.push(EditField {
                default: Some(raw.codes_text(&RawPosition::CLASSIC)),
                ..EditField::text("init", initial.map(|k| raw.codes_text(k)).unwrap_or_default())
            });
        }
        Promotion::All => {}
    }
    let fools = |side| {
        board::ALL.into_iter().filter(move |&cell| raw.piece(cell) == Some((side, Kind::FOOL)))
    };
    if raw.last.is_some() || fools(raw.turn).next().is_some() {
        let codes = raw.piece_set.kinds().filter(|&kind| kind != Kind::FOOL);
        let codes = codes.map(|kind| raw.piece_set.get(kind).code.to_owned());
        let last = raw.last.map_or(UNSET, |kind| raw.piece_set.get(kind).code);
        let values = std::iter::once(UNSET.to_owned()).chain(codes).collect();
        fields.push(EditField::one_of("last", last, values));
    }
    for (key, value) in [("shield", raw.shield), ("freeze", raw.freeze)] {
        let squares: Vec<Cell> = fools(!raw.turn).collect();
        if value.is_some() || !squares.is_empty() {
            fields.push(square_field(key, value, squares));
        }
    }
    fields
}

/// A field for a square or [`UNSET`].
fn square_field(key: &'static str, value: Option<Cell>, mut squares: Vec<Cell>) -> EditField {
    if let Some(cell) = value.filter(|cell| !squares.contains(cell)) {
        squares.push(cell);
    }
    let values = std::iter::once(UNSET.to_owned()).chain(squares.into_iter().map(name));
    EditField::one_of(key, value.map_or(UNSET, board::name), values.collect())
}

fn palette(piece_set: &PieceSet) -> Vec<PaletteGroup> {
    let codes = |from: usize, to: usize| -> Vec<&'static str> {
        let kinds = piece_set.kinds().filter(|kind| (from..to).contains(&kind.index()));
        kinds.map(|kind| piece_set.get(kind).code).collect()
    };
    let groups = [
        PaletteGroup { key: "classic", kinds: codes(0, CLASSIC_KINDS) },
        PaletteGroup { key: "own", kinds: codes(Kind::COUNT, usize::MAX) },
        PaletteGroup { key: "extra", kinds: codes(CLASSIC_KINDS, Kind::COUNT) },
    ];
    groups.into_iter().filter(|group| !group.kinds.is_empty()).collect()
}

/// Converts a flaw for the editor.
fn to_flaw(flaw: &Flaw) -> crate::Flaw {
    let cell = match *flaw {
        Flaw::PawnOnLastRank { cell, .. }
        | Flaw::EnPassant { cell }
        | Flaw::NoFool { cell, .. } => Some(cell),
        _ => None,
    };
    crate::Flaw::from_refusal(flaw.into(), cell.map(name))
}
