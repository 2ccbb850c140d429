//! Setting up a position piece by piece: what a position editor needs of a game.
//!
//! The state of an editor is a position string. [`Game::edit`](crate::Game::edit) applies changes
//! to it and returns the next string with everything that an editor shows, so that an editor needs
//! no rules. A position may be impossible while it is edited: then it has [`Flaw`]s.

use crate::{Area, Notice, Placed, Refusal};
use serde::Serialize;

/// A change of an edited position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Puts a piece on a cell and removes what was there.
    Put {
        /// The key of its side.
        side: String,
        /// Its code.
        kind: String,
        /// Name of the cell.
        cell: String,
    },
    /// Moves what is on a cell to another cell and removes what was there.
    Move {
        /// The name of the cell from which it moves.
        from: String,
        /// The name of the cell to which it moves.
        to: String,
    },
    /// Empties a cell.
    Erase {
        /// Name of the cell.
        cell: String,
    },
    /// Sets a field: a part of the position other than its pieces.
    Set {
        /// The field's key.
        key: String,
        /// Its value.
        value: String,
    },
}

/// An edited position, with everything that an editor shows of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edited {
    /// The position string.
    pub position: String,
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// Marked cells, such as clouds and zones of control.
    pub areas: Vec<Area>,
    /// The position's fields: its parts other than the pieces.
    pub fields: Vec<EditField>,
    /// The pieces that can be put on the board, in groups.
    pub palette: Vec<PaletteGroup>,
    /// Everything that makes the position impossible; empty if it can be played.
    pub flaws: Vec<Flaw>,
}

/// A field of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EditField {
    /// The key, such as `turn`.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// The possible values; empty if any text is allowed.
    pub values: Vec<String>,
    /// The meaning of an empty value, where it is not obvious.
    pub default: Option<String>,
}

impl EditField {
    /// A field with one of `values`.
    pub fn one_of(key: &'static str, value: impl Into<String>, values: Vec<String>) -> Self {
        Self { key, value: value.into(), values, default: None }
    }

    /// A field with any text.
    pub fn text(key: &'static str, value: impl Into<String>) -> Self {
        Self { key, value: value.into(), values: Vec::new(), default: None }
    }
}

/// A group of pieces in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaletteGroup {
    /// The group: `all`, or a key such as `classic`.
    pub key: &'static str,
    /// The codes of its pieces.
    pub kinds: Vec<&'static str>,
}

/// One reason why a position is impossible, as a key for translation and in English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Flaw {
    /// The key with its values, and the cells concerned.
    #[serde(flatten)]
    pub notice: Notice,
    /// The flaw in English.
    pub message: String,
}

impl Flaw {
    /// A flaw with the code (without `flaw-`), values and message of a refusal, and its cell.
    pub(crate) fn from_refusal(refusal: Refusal, cell: Option<String>) -> Self {
        let key = refusal.code.strip_prefix("flaw-").unwrap_or(refusal.code);
        let notice = Notice { key, args: refusal.args, cells: cell.into_iter().collect() };
        Self { notice, message: refusal.message }
    }
}

/// The cell with this name; `example` is a name for the refusal's text.
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

/// The refusal of moving from an empty cell.
pub(crate) fn nothing_there(cell: &str) -> Refusal {
    let cell = crate::error::quote(cell);
    // Some games put this into the text of a move, which names its cell `from`.
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
