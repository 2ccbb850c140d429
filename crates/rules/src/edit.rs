//! Making a position piece by piece: what an editor needs of a game.
//!
//! An editor keeps nothing but a position string. Every change goes to [`Game::edit`](crate::Game::edit), which
//! gives the next string back with everything that an editor shows of it; so whoever draws the editor
//! needs no rule. A position that is being made may be impossible: then it has [`Flaw`]s.

use crate::{Area, Notice, Placed, Refusal};
use serde::Serialize;

/// A change of a position that is being made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Puts a piece on a cell, in place of what stands there.
    Put {
        /// Key of its side.
        side: String,
        /// Its code.
        kind: String,
        /// Name of the cell.
        cell: String,
    },
    /// Moves what stands on a cell to another, in place of what stands there.
    Move {
        /// Name of the cell where it stands.
        from: String,
        /// Name of the cell where it goes.
        to: String,
    },
    /// Empties a cell.
    Erase {
        /// Name of the cell.
        cell: String,
    },
    /// Sets a field: what a position holds besides its pieces.
    Set {
        /// The field's key.
        key: String,
        /// Its value.
        value: String,
    },
}

/// A position that is being made, with everything that an editor shows of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edited {
    /// The position string.
    pub position: String,
    /// What stands on the board.
    pub pieces: Vec<Placed>,
    /// Marked cells that an editor shows though the position cannot be played: clouds, and what they would hide.
    pub areas: Vec<Area>,
    /// What the position holds besides.
    pub fields: Vec<EditField>,
    /// The pieces that can be put on the board, in groups.
    pub palette: Vec<PaletteGroup>,
    /// Everything that makes the position impossible; empty if it can be played.
    pub flaws: Vec<Flaw>,
}

/// A field of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditField {
    /// The key, such as `turn`.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// The values that make sense; empty if it can be any text.
    pub values: Vec<String>,
    /// What an empty value stands for, where that is not obvious.
    pub default: Option<String>,
}

impl EditField {
    /// A field that is one of some values.
    pub fn one_of(key: &'static str, value: impl Into<String>, values: Vec<String>) -> Self {
        Self { key, value: value.into(), values, default: None }
    }

    /// A field that can be any text.
    pub fn text(key: &'static str, value: impl Into<String>) -> Self {
        Self { key, value: value.into(), values: Vec::new(), default: None }
    }
}

/// Pieces that belong together in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PaletteGroup {
    /// What they are: `all`, or a key such as `classic`.
    pub key: &'static str,
    /// Their codes.
    pub kinds: Vec<&'static str>,
}

/// One thing that makes a position impossible, as a key for translation and in English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Flaw {
    /// The key, its values, and the cells that it is about.
    #[serde(flatten)]
    pub notice: Notice,
    /// The same in English.
    pub message: String,
}

impl Flaw {
    /// A flaw from the refusal of the position, with the cell that it is about.
    pub(crate) fn from_refusal(refusal: Refusal, cell: Option<String>) -> Self {
        let key = refusal.code.strip_prefix("flaw-").unwrap_or(refusal.code);
        let notice = Notice { key, args: refusal.args, cells: cell.into_iter().collect() };
        Self { notice, message: refusal.message }
    }
}

/// A cell by its name.
pub(crate) fn read_cell<C>(
    name: &str,
    by_name: impl Fn(&str) -> Option<C>,
    example: &str,
) -> Result<C, Refusal> {
    by_name(name).ok_or_else(|| {
        let name = crate::error::quote(name);
        Refusal::new("no-such-cell", format!("'{name}' is no cell: expected one such as {example}"))
            .with("text", name)
    })
}

/// The refusal of a side's key.
pub(crate) fn no_such_side(key: &str, known: &[&str]) -> Refusal {
    let key = crate::error::quote(key);
    let known = known.join(" or ");
    Refusal::new("no-such-colour", format!("there is no side '{key}': expected {known}"))
        .with("text", key)
}

/// The refusal of a piece's code.
pub(crate) fn no_such_piece(code: &str) -> Refusal {
    let code = crate::error::quote(code);
    Refusal::new("no-such-piece", format!("'{code}' is no piece of this game")).with("text", code)
}

/// The refusal of a move of nothing.
pub(crate) fn nothing_there(cell: &str) -> Refusal {
    let cell = crate::error::quote(cell);
    // Some games say it of a move, which comes from there.
    Refusal::new("nothing-there", format!("nothing stands on {cell}"))
        .with("cell", &cell)
        .with("from", cell)
}

/// The refusal of a field's value.
pub(crate) fn bad_field(key: &str, reason: impl std::fmt::Display + Into<Refusal>) -> Refusal {
    let key = crate::error::quote(key);
    Refusal::new("bad-field", format!("field {key}: {reason}"))
        .with("key", key)
        .with("reason", &reason)
        .because(reason)
}

/// The refusal of a field that the game does not have.
pub(crate) fn no_such_field(key: &str, known: &[&str]) -> Refusal {
    let known = known.join(", ");
    let message = format!("there is no such field; there are: {known}");
    bad_field(key, Refusal::new("no-such-field", message).with("known", known))
}
