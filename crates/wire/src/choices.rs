//! Choices in a compact form, for changes.

use heterodox_rules::{Choice, ChoiceKind, Frame};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
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

/// What choices have in common. Without `kind` they are moves; other fields that are absent are
/// `false` or `null`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChoiceTemplate {
    /// The text to submit: `$p` stands for the piece, `$f` for the origin, `$t` for the destination
    /// and `$c` for the text after the colon.
    pub text: String,
    /// How a user interface offers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<ChoiceKind>,
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

/// The destinations by origin, in the order of the choices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Destinations(Vec<Origin>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Origin {
    from: String,
    piece: Option<&'static str>,
    /// The destinations of each template so far.
    targets: Vec<String>,
}

impl Destinations {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The list of an origin for a template, to add a destination. Most choices have the origin of
    /// the one before them.
    fn list(&mut self, from: &str, piece: Option<&'static str>, template: usize) -> &mut String {
        let same = |origin: &Origin| origin.from == from && origin.piece == piece;
        let index = self.0.iter().rposition(same).unwrap_or_else(|| {
            self.0.push(Origin { from: from.to_owned(), piece, targets: Vec::new() });
            self.0.len() - 1
        });
        let targets = &mut self.0[index].targets;
        if targets.len() <= template {
            targets.resize(template + 1, String::new());
        }
        &mut targets[template]
    }
}

impl Serialize for Destinations {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for Origin { from, piece, targets } in &self.0 {
            let targets = targets.join("|");
            match piece {
                Some(piece) => map.serialize_entry(&format_args!("{from} {piece}"), &targets)?,
                None => map.serialize_entry(from, &targets)?,
            }
        }
        map.end()
    }
}

impl CompactChoices {
    /// The compact form of the choices of a scene. `frame` is that of the scene.
    #[must_use]
    pub fn new(choices: Vec<Choice>, frame: &Frame) -> Self {
        let mut compact = Self::default();
        let mut text = String::new();
        for choice in choices {
            if !compact.add(&choice, frame, &mut text) {
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

    /// Adds a choice, if it has a destination and a template can give its text. `text` is a buffer.
    fn add(&mut self, choice: &Choice, frame: &Frame, text: &mut String) -> bool {
        let Some(to) = choice.to.as_deref().filter(|_| choice.hits.is_empty()) else {
            return false;
        };
        let victim = frame.pieces.iter().find(|piece| choice.captures && piece.cell == to);
        let victim = victim.map(|piece| piece.kind);
        let from = choice.from.as_deref().unwrap_or_default();
        let path_ends = choice.path.last().is_none_or(|last| last == to);
        let parts = [Some(to), Some(from), choice.piece, victim].into_iter().flatten();
        let mut parts = parts.chain(choice.path.iter().map(String::as_str));
        if !path_ends || choice.text.contains('$') || !parts.all(is_plain) {
            return false;
        }
        let kind = (choice.kind != ChoiceKind::Move).then_some(choice.kind);
        let names_victim = write_template(text, choice, to, victim);
        let same = |template: &ChoiceTemplate| {
            template.text == *text
                && template.kind == kind
                && template.variant == choice.variant
                && template.captures == choice.captures
                && template.converts == choice.converts
                && template.danger == choice.danger
        };
        let index = self.templates.iter().position(same).unwrap_or_else(|| {
            self.templates.push(ChoiceTemplate {
                text: text.clone(),
                kind,
                variant: choice.variant.clone(),
                captures: choice.captures,
                converts: choice.converts,
                danger: choice.danger,
            });
            self.templates.len() - 1
        });
        let list = self.targets.list(from, choice.piece, index);
        if !list.is_empty() {
            list.push(' ');
        }
        if choice.path.is_empty() {
            list.push_str(to);
        }
        for cell in &choice.path {
            list.push('.');
            list.push_str(cell);
        }
        if let Some(victim) = victim.filter(|_| names_victim) {
            list.push(':');
            list.push_str(victim);
        }
        true
    }
}

/// Whether a text has none of the characters that separate the parts of the compact form.
fn is_plain(text: &str) -> bool {
    !text.bytes().any(|byte| b"$| :.".contains(&byte))
}

/// Writes the text of a choice with its parts replaced. Returns whether `$c` is among them.
fn write_template(text: &mut String, choice: &Choice, to: &str, victim: Option<&str>) -> bool {
    text.clear();
    let origin = choice.from.as_deref().and_then(|from| choice.text.split_once(from));
    let (tail, part, mark) = match origin {
        Some((head, tail)) => {
            push_marked(text, head, choice.piece, "$p");
            text.push_str("$f");
            (tail, victim, "$c")
        }
        None => (choice.text.as_str(), choice.piece, "$p"),
    };
    let (middle, end) = match tail.rsplit_once(to) {
        Some((middle, end)) => (middle, Some(end)),
        None => (tail, None),
    };
    let is_marked = push_marked(text, middle, part, mark);
    if let Some(end) = end {
        text.extend(["$t", end]);
    }
    origin.is_some() && is_marked
}

/// Appends a text, with the mark for the part if the text has it. Returns whether it has.
fn push_marked(to: &mut String, text: &str, part: Option<&str>, mark: &str) -> bool {
    let found = part.and_then(|part| text.split_once(part));
    match found {
        Some((before, after)) => to.extend([before, mark, after]),
        None => to.push_str(text),
    }
    found.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::Placed;
    use serde_json::{Value, json};

    fn choice(text: &str, piece: Option<&'static str>, from: &str, to: &str) -> Choice {
        let cell = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        Choice { piece, from: cell(from), to: cell(to), ..Choice::new(text, ChoiceKind::Move) }
    }

    fn compact(choices: &[Choice]) -> Value {
        let piece = |cell: &str| Placed {
            cell: cell.to_owned(),
            side: "green",
            kind: "V",
            marks: Vec::new(),
        };
        let frame = Frame { pieces: vec![piece("D37")], ..Frame::default() };
        serde_json::to_value(CompactChoices::new(choices.to_vec(), &frame)).expect("plain data")
    }

    #[test]
    fn moves_are_grouped_by_origin_and_template() {
        let capture = Choice {
            captures: true,
            danger: Some("goal-hangs"),
            ..choice("B@E37 x V@D37", Some("B"), "E37", "D37")
        };
        let moves = [
            choice("B@E37 D38", Some("B"), "E37", "D38"),
            choice("B@E37 C39", Some("B"), "E37", "C39"),
            capture,
            choice("F@A1 A2", Some("F"), "A1", "A2"),
        ];
        let expected = json!({
            "templates": [{"text": "$p@$f $t"},
                {"text": "$p@$f x $c@$t", "captures": true, "danger": "goal-hangs"}],
            "targets": {"E37 B": "D38 C39|D37:V", "A1 F": "A2"},
        });
        assert_eq!(compact(&moves), expected);
    }

    #[test]
    fn placements_have_no_origin_and_paths_are_named() {
        let place =
            Choice { kind: ChoiceKind::Place, ..choice("place V D38", Some("V"), "", "D38") };
        let walk = Choice {
            path: vec!["D38".to_owned(), "C39".to_owned()],
            ..choice("V@E37 C39", Some("V"), "E37", "C39")
        };
        let expected = json!({
            "templates": [{"text": "place $p $t", "kind": "place"}, {"text": "$p@$f $t"}],
            "targets": {" V": "D38", "E37 V": "|.D38.C39"},
        });
        assert_eq!(compact(&[place, walk]), expected);
    }

    #[test]
    fn what_no_template_can_give_stays_as_it_is() {
        let pass = Choice::button("pass", "pass");
        let hits = Choice { hits: vec!["D37".to_owned()], ..choice("a1a2", Some("B"), "a1", "a2") };
        let odd = choice("a1$a2", None, "a1", "a2");
        let others = json!([pass, hits, odd]);
        assert_eq!(compact(&[pass, hits, odd]), json!({"others": others}));
    }

    #[test]
    fn one_name_may_begin_with_another() {
        let moves = [choice("a1a10", None, "a1", "a10"), choice("a10a1q", None, "a10", "a1")];
        let expected = json!({
            "templates": [{"text": "$f$t"}, {"text": "$f$tq"}],
            "targets": {"a1": "a10", "a10": "|a1"},
        });
        assert_eq!(compact(&moves), expected);
    }
}
