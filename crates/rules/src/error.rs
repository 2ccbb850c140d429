//! Refusals and warnings: what is wrong with an input, where, and what was expected.

use serde::Serialize;
use std::fmt;

/// Returns at most the first 80 characters of `text`, with `…` if some were left out: an error
/// message quotes its input, but is not as long as the input.
pub fn quote(text: &str) -> String {
    shorten(text, 80)
}

/// Returns the first `longest` characters of `text`, with `…` if some were left out.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The place in an input to which a warning refers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Origin {
    /// The line of the input, from 1; `None` for an input of one line.
    pub line: Option<usize>,
}

/// The refusal of an intent, or of an input that cannot be read. It changes nothing.
///
/// `code` is a stable key (kebab case) that programs match on and pages translate; `args` are the
/// named values of the message; `message` is the message in English. If a refusal follows from
/// others, such as what is wrong with a position or with an option's value, these are in `reasons`.
/// The texts of the pages insert them at `{reason}`.
///
/// ```
/// use heterodox_rules::Refusal;
/// let refusal = Refusal::new("no-such-cell", "'X9' is no cell").with("text", "X9");
/// assert_eq!(refusal.to_string(), "'X9' is no cell");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Stable key of the reason, such as `not-your-turn`.
    pub code: &'static str,
    /// Named values of the message: cells, pieces, limits.
    pub args: Vec<(&'static str, String)>,
    /// The message in English, which includes the messages of `reasons`.
    pub message: String,
    /// The refusals from which this one follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Refusal>,
}

impl Refusal {
    /// A refusal with a code and an English message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, args: Vec::new(), message: message.into(), reasons: Vec::new() }
    }

    /// Adds a named value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, value.to_string()));
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn because(mut self, reason: impl Into<Self>) -> Self {
        self.reasons.push(reason.into());
        self
    }
}

/// The refusal of a position string.
pub(crate) fn bad_position(text: &str, error: impl fmt::Display + Into<Refusal>) -> Refusal {
    Refusal::new("bad-position", format!("position '{}': {error}", quote(text)))
        .with("reason", &error)
        .because(error)
}

/// A remark on an input that was understood although it was not in strict notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Warning {
    /// Where it was found.
    #[serde(flatten)]
    pub origin: Origin,
    /// What was found and how it was understood, in English.
    pub message: String,
}

impl Warning {
    /// A warning on a line of the input, from 1.
    pub(crate) fn at_line(line: usize, message: String) -> Self {
        Self { origin: Origin { line: Some(line) }, message }
    }

    /// Warnings on an input of one line. Each message quotes the input.
    pub(crate) fn quoting(text: &str, messages: Vec<String>) -> Vec<Self> {
        let text = quote(text);
        let warning =
            |message| Self { origin: Origin::default(), message: format!("{text}: {message}") };
        messages.into_iter().map(warning).collect()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.origin.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)
    }
}
