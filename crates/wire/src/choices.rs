//! Choices in a compact form, for changes.

use heterodox_rules::{Choice, ChoiceKind, Frame};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;
use utoipa::ToSchema;

/// What the viewer may submit. Choices with a destination are grouped by origin and template.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct CompactChoices {
    /// What choices have in common.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub templates: Vec<ChoiceTemplate>,
    /// The destinations by origin. A key is a cell and the code of the piece, such as `E37 B`; each
    /// of both may be missing: ` B`, `E37`.
    ///
    /// A value has the destinations of each template, in the order of the templates, separated by
    /// `|`: `D38 C39|D37:V`. A destination is a cell; or the path to it, as `.D37.D38`; and
    /// perhaps, after a colon, the text for `$c`.
    #[serde(skip_serializing_if = "Destinations::is_empty")]
    #[schema(value_type = HashMap<String, String>)]
    pub targets: Destinations,
    /// Choices without a destination, and special ones, as they are in a scene.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub others: Vec<Choice>,
}

/// What choices have in common. Absent fields have the defaults of a choice, and `kind` is `move`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChoiceTemplate {
    /// The text to submit: `$p` stands for the piece, `$f` for the origin, `$t` for the destination
    /// and `$c` for the text after the colon.
    pub text: String,
    /// How a user interface offers it.
    #[serde(skip_serializing_if = "is_move")]
    pub kind: ChoiceKind,
    /// Distinguishes choices with the same cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<String>,
    /// Whether it captures.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub captures: bool,
    /// Whether the piece on the destination changes sides.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub converts: bool,
    /// A reason to ask the player for confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub danger: Option<&'static str>,
}

fn is_move(kind: &ChoiceKind) -> bool {
    *kind == ChoiceKind::Move
}

/// The destinations by origin, in the order of the choices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Destinations(Vec<Origin>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Origin {
    key: String,
    /// The destinations of each template so far.
    targets: Vec<String>,
}

impl Destinations {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a destination. Most choices have the origin of the one before them.
    fn add(&mut self, key: &str, template: usize, target: &str) {
        let index = self.0.iter().rposition(|origin| origin.key == key).unwrap_or_else(|| {
            self.0.push(Origin { key: key.to_owned(), targets: Vec::new() });
            self.0.len() - 1
        });
        let targets = &mut self.0[index].targets;
        if targets.len() <= template {
            targets.resize(template + 1, String::new());
        }
        if !targets[template].is_empty() {
            targets[template].push(' ');
        }
        targets[template].push_str(target);
    }
}

impl Serialize for Destinations {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for Origin { key, targets } in &self.0 {
            map.serialize_entry(key, &targets.join("|"))?;
        }
        map.end()
    }
}

impl CompactChoices {
    /// The compact form of the choices of a scene. `frame` is that of the scene.
    #[must_use]
    pub fn new(choices: Vec<Choice>, frame: &Frame) -> Self {
        let codes: HashMap<&str, &str> =
            frame.pieces.iter().map(|piece| (piece.cell.as_str(), piece.kind)).collect();
        let mut compact = Self::default();
        for choice in choices {
            let code = choice.to.as_deref().and_then(|to| codes.get(to).copied());
            if !compact.add(&choice, code) {
                compact.others.push(choice);
            }
        }
        compact
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.others.is_empty()
    }

    /// Adds a choice, if it has a destination and a template gives its text. `code` is that of the
    /// piece on the destination.
    fn add(&mut self, choice: &Choice, code: Option<&'static str>) -> bool {
        let Some((to, true)) = choice.to.as_deref().map(|to| (to, choice.hits.is_empty())) else {
            return false;
        };
        let Some((text, uses_code)) = text_template(choice, to, code) else { return false };
        let template = ChoiceTemplate {
            text,
            kind: choice.kind,
            variant: choice.variant.clone(),
            captures: choice.captures,
            converts: choice.converts,
            danger: choice.danger,
        };
        let index = self.templates.iter().position(|other| *other == template);
        let index = index.unwrap_or_else(|| {
            self.templates.push(template);
            self.templates.len() - 1
        });
        let from = choice.from.as_deref().unwrap_or_default();
        let key = match choice.piece {
            Some(piece) => Cow::Owned(format!("{from} {piece}")),
            None => Cow::Borrowed(from),
        };
        let mut target = match &choice.path[..] {
            [] => to.to_owned(),
            path => format!(".{}", path.join(".")),
        };
        if let Some(code) = code.filter(|_| uses_code) {
            target.push(':');
            target.push_str(code);
        }
        self.targets.add(&key, index, &target);
        true
    }
}

/// Whether a text has none of the characters that separate the parts of the compact form.
fn is_plain(text: &str) -> bool {
    !text.contains(['$', '|', ' ', ':', '.'])
}

/// The text of a choice with its parts replaced, and whether `$c` is among them. `None` if the
/// compact form cannot hold a part.
fn text_template(choice: &Choice, to: &str, code: Option<&str>) -> Option<(String, bool)> {
    let (from, piece) = (choice.from.as_deref(), choice.piece);
    let path_ends = choice.path.last().is_none_or(|last| last == to);
    let parts = [Some(to), from, piece, code].into_iter().flatten();
    let mut parts = parts.chain(choice.path.iter().map(String::as_str));
    if !path_ends || choice.text.contains('$') || !parts.all(is_plain) {
        return None;
    }
    let (head, tail) = match from.and_then(|from| choice.text.split_once(from)) {
        Some((head, tail)) => (head, Some(tail)),
        None => (choice.text.as_str(), None),
    };
    let mut text = match piece {
        Some(piece) => head.replacen(piece, "$p", 1),
        None => head.to_owned(),
    };
    let mut uses_code = false;
    if let Some(tail) = tail {
        let (middle, end) = tail.rsplit_once(to).map_or((tail, None), |(a, b)| (a, Some(b)));
        let coded = code.filter(|code| choice.captures && middle.contains(code));
        uses_code = coded.is_some();
        text.push_str("$f");
        text.push_str(
            &coded.map_or(Cow::Borrowed(middle), |code| middle.replacen(code, "$c", 1).into()),
        );
        if let Some(end) = end {
            text.push_str("$t");
            text.push_str(end);
        }
    } else {
        text = text.replacen(to, "$t", 1);
    }
    Some((text, uses_code))
}
