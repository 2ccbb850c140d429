//! What is wrong, where, and what was expected.

use serde::Serialize;
use std::fmt;

/// The beginning of a text that was given, short enough for a message.
pub fn quote(text: &str) -> String {
    shorten(text, 80)
}

/// The first `longest` characters of a text, with a sign where more were left out.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Where in an input something was found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Origin {
    /// Line of the input, from 1; absent for input of one line.
    pub line: Option<usize>,
}

/// An intent that the umpire does not take, or an input that cannot be read. Costs nothing and
/// changes nothing.
///
/// `code` is a stable key (kebab case) that programs match on and pages translate; `args` are the
/// named values of the message; `message` is the same in English. Where something else is the reason, such as
/// what is wrong with a position or with an option's value, it is a refusal of its own in `reasons`: the texts
/// of the pages put the reasons in where they say `{reason}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Stable key of the reason, such as `not-your-turn`.
    pub code: &'static str,
    /// Named values of the message: cells, pieces, limits.
    pub args: Vec<(&'static str, String)>,
    /// The message in English, with all that the reasons say.
    pub message: String,
    /// What lies behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Refusal>,
}

impl Refusal {
    /// A refusal with a key and its English text.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, args: Vec::new(), message: message.into(), reasons: Vec::new() }
    }

    /// Adds a named value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, value.to_string()));
        self
    }

    /// Adds what lies behind it.
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

/// Something that was understood though it was not written as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// Where it stood.
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

    /// Warnings on an input of one line, which every message quotes.
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
