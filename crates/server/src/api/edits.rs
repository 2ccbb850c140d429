//! The requests of the editor, as JSON.

use super::bodies::OptionsBody;
use super::json::{keyword, non_null, object};
use heterodox_rules::{Edit, Options};
use serde::de::{Deserialize, Deserializer};

/// A position and edits to apply.
pub(super) struct EditorBody {
    pub(super) game: String,
    pub(super) options: Options,
    /// `None` for the empty board.
    pub(super) position: Option<String>,
    pub(super) edits: Vec<Edit>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct EditorFields {
    game: String,
    #[serde(default)]
    options: OptionsBody,
    #[serde(default, deserialize_with = "non_null")]
    position: Option<String>,
    #[serde(default)]
    edits: Vec<EditBody>,
}

impl<'de> Deserialize<'de> for EditorBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the game and a position", |fields: EditorFields| {
            Ok(Self {
                game: fields.game,
                options: fields.options.0,
                position: fields.position,
                edits: fields.edits.into_iter().map(|edit| edit.0).collect(),
            })
        })
    }
}

struct EditBody(Edit);

impl<'de> Deserialize<'de> for EditBody {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the edit", |fields: EditFields| fields.edit().map(Self))
    }
}

/// The fields of all edits. Which of them an edit may have is checked after all are read.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct EditFields {
    #[serde(deserialize_with = "edit_kind")]
    edit: EditKind,
    #[serde(default, deserialize_with = "non_null")]
    side: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    cell: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    from: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    to: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    key: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    value: Option<String>,
}

#[derive(Clone, Copy)]
enum EditKind {
    Put,
    Move,
    Erase,
    Set,
}

const EDIT_KINDS: [(&str, EditKind); 4] = [
    ("put", EditKind::Put),
    ("move", EditKind::Move),
    ("erase", EditKind::Erase),
    ("set", EditKind::Set),
];

fn edit_kind<'de, D: Deserializer<'de>>(from: D) -> Result<EditKind, D::Error> {
    let keys = EDIT_KINDS.map(|(key, _)| format!("`{key}`")).join(", ");
    keyword(from, &format!("one of {keys}"), |text| {
        EDIT_KINDS.into_iter().find(|(key, _)| *key == text).map(|(_, kind)| kind)
    })
}

impl EditFields {
    fn edit(mut self) -> Result<Edit, String> {
        let edit = match self.edit {
            EditKind::Put => Edit::Put {
                side: required(&mut self.side, "side")?,
                kind: required(&mut self.kind, "kind")?,
                cell: required(&mut self.cell, "cell")?,
            },
            EditKind::Move => Edit::Move {
                from: required(&mut self.from, "from")?,
                to: required(&mut self.to, "to")?,
            },
            EditKind::Erase => Edit::Erase { cell: required(&mut self.cell, "cell")? },
            EditKind::Set => Edit::Set {
                key: required(&mut self.key, "key")?,
                value: required(&mut self.value, "value")?,
            },
        };
        let unused = [
            ("side", self.side),
            ("kind", self.kind),
            ("cell", self.cell),
            ("from", self.from),
            ("to", self.to),
            ("key", self.key),
            ("value", self.value),
        ];
        match unused.into_iter().find(|(_, value)| value.is_some()) {
            None => Ok(edit),
            Some((name, _)) => {
                Err(format!("unknown field `{name}` for this edit, expected no such field"))
            }
        }
    }
}

/// Takes a required field.
fn required(field: &mut Option<String>, name: &str) -> Result<String, String> {
    field.take().ok_or_else(|| format!("missing field `{name}`, expected a string"))
}
