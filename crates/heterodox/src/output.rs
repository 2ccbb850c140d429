//! What goes to standard output and standard error, and in which form.

use anyhow::{Context, Result};
use serde::Serialize;
use std::io::Write;

/// The most characters of what was given that a message quotes.
const QUOTED: usize = 80;

/// Standard output, collected and written at once. A command that fails half-way writes what it
/// has found by then first.
#[derive(Default)]
pub(crate) struct Output(String);

impl Output {
    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    /// Writes everything to standard output.
    pub(crate) fn write(self) -> Result<()> {
        print(self.0.as_bytes())
    }
}

/// Writes to standard output.
pub(crate) fn print(bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(bytes.as_ref()).and_then(|()| stdout.flush());
    written.context("cannot write standard output")
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    let mut output = Output::default();
    output.line(serde_json::to_string(value)?);
    output.write()
}

/// Writes the one line that says what is wrong.
pub(crate) fn error(message: &str) {
    say("error", message);
}

/// Writes a warning, which leaves the exit status 0.
pub(crate) fn warning(message: &str) {
    say("warning", message);
}

fn say(kind: &str, message: &str) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "{kind}: {}", printable(message));
}

/// What was given, as far as a message quotes it.
pub(crate) fn quote(given: &str) -> String {
    match given.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &given[..end]),
        None => given.to_owned(),
    }
}

/// The text with control characters escaped: a message quotes its input, and neither a line break
/// nor a terminal's control sequence in a record may become one of ours.
pub(crate) fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::{printable, quote};

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\nb\u{1b}[2J é"), "a\\nb\\u{1b}[2J é");
    }

    #[test]
    fn quotes_are_short() {
        assert_eq!(quote("short"), "short");
        assert_eq!(quote(&"ß".repeat(81)), format!("{}…", "ß".repeat(80)));
    }
}
