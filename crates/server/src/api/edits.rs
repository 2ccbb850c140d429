//! The requests of the editor, as JSON.

use super::bodies::OptionsText;
use super::json::{given, object, word};
use heterodox_rules::{Edit, Options};
use serde::de::{Deserialize, Deserializer};

/// A position and edits to apply.
pub(super) struct EditorText {
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
    options: OptionsText,
    #[serde(default, deserialize_with = "given")]
    position: Option<String>,
    #[serde(default)]
    edits: Vec<EditText>,
}

impl<'de> Deserialize<'de> for EditorText {
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

struct EditText(Edit);

impl<'de> Deserialize<'de> for EditText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with the edit", |fields: EditFields| fields.edit().map(Self))
    }
}

/// The fields of all edits. Which of them an edit may have is checked after all are read.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct EditFields {
    #[serde(deserialize_with = "doing")]
    edit: Doing,
    #[serde(default, deserialize_with = "given")]
    side: Option<String>,
    #[serde(default, deserialize_with = "given")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "given")]
    cell: Option<String>,
    #[serde(default, deserialize_with = "given")]
    from: Option<String>,
    #[serde(default, deserialize_with = "given")]
    to: Option<String>,
    #[serde(default, deserialize_with = "given")]
    key: Option<String>,
    #[serde(default, deserialize_with = "given")]
    value: Option<String>,
}

#[derive(Clone, Copy)]
enum Doing {
    Put,
    Move,
    Erase,
    Set,
}

const DOINGS: [(&str, Doing); 4] =
    [("put", Doing::Put), ("move", Doing::Move), ("erase", Doing::Erase), ("set", Doing::Set)];

fn doing<'de, D: Deserializer<'de>>(from: D) -> Result<Doing, D::Error> {
    let keys = DOINGS.map(|(key, _)| format!("`{key}`")).join(", ");
    word(from, &format!("one of {keys}"), |text| {
        DOINGS.into_iter().find(|(key, _)| *key == text).map(|(_, doing)| doing)
    })
}

impl EditFields {
    fn edit(mut self) -> Result<Edit, String> {
        let edit = match self.edit {
            Doing::Put => Edit::Put {
                side: wanted(&mut self.side, "side")?,
                kind: wanted(&mut self.kind, "kind")?,
                cell: wanted(&mut self.cell, "cell")?,
            },
            Doing::Move => Edit::Move {
                from: wanted(&mut self.from, "from")?,
                to: wanted(&mut self.to, "to")?,
            },
            Doing::Erase => Edit::Erase { cell: wanted(&mut self.cell, "cell")? },
            Doing::Set => Edit::Set {
                key: wanted(&mut self.key, "key")?,
                value: wanted(&mut self.value, "value")?,
            },
        };
        let rest = [
            ("side", self.side),
            ("kind", self.kind),
            ("cell", self.cell),
            ("from", self.from),
            ("to", self.to),
            ("key", self.key),
            ("value", self.value),
        ];
        match rest.into_iter().find(|(_, value)| value.is_some()) {
            None => Ok(edit),
            Some((name, _)) => {
                Err(format!("unknown field `{name}` for this edit, expected no such field"))
            }
        }
    }
}

/// Takes a required field.
fn wanted(field: &mut Option<String>, name: &str) -> Result<String, String> {
    field.take().ok_or_else(|| format!("missing field `{name}`, expected a string"))
}
