//! Positions that are tried out: how a setting would begin, lines, cloud maps and the editor.

use crate::read::nullable;
use heterodox_host::StartWith;
use heterodox_rules::{Edit, EditField, Flaw, Frame, Options, Outcome, PaletteGroup, Scene};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A setting to check.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The id of the game.
    pub game: String,
    /// The table options.
    #[serde(default)]
    pub options: Options,
    /// How the game begins.
    #[serde(default)]
    pub start: StartWith,
}

/// How a setting would begin.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Preview {
    /// The table options, with the seed that was drawn if none was given. A game that is opened
    /// with them begins exactly so.
    pub options: Options,
    /// The public scene.
    pub scene: Scene,
}

/// A line of moves in an open game of two seats without dice.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    /// The id of the game.
    pub game: String,
    /// The table options.
    #[serde(default)]
    pub options: Options,
    /// The position before the first move; `null` or missing for the game's first position.
    #[serde(default, deserialize_with = "nullable")]
    pub position: Option<String>,
    /// The moves as they would be submitted; at most 1000.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The first ply whose frame is requested.
    #[serde(default)]
    pub since: usize,
    /// Whether the record is requested.
    #[serde(default)]
    pub record: bool,
}

/// A line of moves, for a board on which one person plays both sides.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PreviewLine {
    /// The frames from the requested ply.
    pub frames: Vec<Frame>,
    /// The last position as the seat to move sees it, with its choices.
    pub scene: Scene,
    /// The record of the line, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub record: Option<String>,
}

/// A cloud map.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CloudsRequest {
    /// A value of the option `clouds`: `blind`, `seed:N` or nine rows joined by `/`. A seed is
    /// drawn if it is missing.
    #[schema(nullable = false)]
    pub clouds: Option<String>,
}

/// A position and edits to apply.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditorRequest {
    /// The id of the game.
    pub game: String,
    /// The table options.
    #[serde(default)]
    pub options: Options,
    /// The position; the empty board if missing.
    #[schema(nullable = false)]
    pub position: Option<String>,
    /// The edits, in order, legal or not.
    #[serde(default)]
    #[schema(value_type = Vec<EditRequest>)]
    pub edits: Vec<EditBody>,
}

/// A change of an edited position. Each kind has fields of its own.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// What is done.
    edit: EditKind,
    /// The key of the piece's side, for `put`.
    #[schema(nullable = false)]
    side: Option<String>,
    /// The piece's code, for `put`.
    #[schema(nullable = false)]
    kind: Option<String>,
    /// The name of the cell, for `put` and `erase`.
    #[schema(nullable = false)]
    cell: Option<String>,
    /// The name of the cell from which the piece moves, for `move`.
    #[schema(nullable = false)]
    from: Option<String>,
    /// The name of the cell to which the piece moves, for `move`.
    #[schema(nullable = false)]
    to: Option<String>,
    /// The key of the field, for `set`.
    #[schema(nullable = false)]
    key: Option<String>,
    /// The value of the field, for `set`.
    #[schema(nullable = false)]
    value: Option<String>,
}

/// The kind of an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EditKind {
    /// Puts a piece of `side` and `kind` on `cell` and removes what was there.
    Put,
    /// Moves what is on `from` to `to` and removes what was there.
    Move,
    /// Empties `cell`.
    Erase,
    /// Sets the field `key` to `value`.
    Set,
}

/// An [`EditRequest`] whose fields agree.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "EditRequest")]
pub struct EditBody(pub Edit);

impl TryFrom<EditRequest> for EditBody {
    type Error = String;

    fn try_from(request: EditRequest) -> Result<Self, String> {
        let EditRequest { edit, side, kind, cell, from, to, key, value } = request;
        let mut fields = [
            ("side", side),
            ("kind", kind),
            ("cell", cell),
            ("from", from),
            ("to", to),
            ("key", key),
            ("value", value),
        ];
        let mut take = |name: &str| {
            let field = fields.iter_mut().find(|(field, _)| *field == name);
            let value = field.and_then(|(_, value)| value.take());
            value.ok_or_else(|| format!("missing field `{name}`, expected a string"))
        };
        let edit = match edit {
            EditKind::Put => {
                Edit::Put { side: take("side")?, kind: take("kind")?, cell: take("cell")? }
            }
            EditKind::Move => Edit::Move { from: take("from")?, to: take("to")? },
            EditKind::Erase => Edit::Erase { cell: take("cell")? },
            EditKind::Set => Edit::Set { key: take("key")?, value: take("value")? },
        };
        match fields.into_iter().find(|(_, value)| value.is_some()) {
            None => Ok(Self(edit)),
            Some((name, _)) => {
                Err(format!("unknown field `{name}` for this edit, expected no such field"))
            }
        }
    }
}

/// A position in the editor.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SetupDraft {
    /// The position string.
    pub position: String,
    /// The board, with the markers of a game if the position can be played. A hidden game is shown
    /// in full, with its clouds.
    pub frame: Frame,
    /// The fields of the position besides its pieces.
    pub fields: Vec<EditField>,
    /// The pieces that can be placed.
    pub palette: Vec<PaletteGroup>,
    /// The reasons why the position is not legal; empty if it can be played.
    pub flaws: Vec<Flaw>,
    /// The result, if a game from it would be over at once.
    pub outcome: Option<Outcome>,
}
