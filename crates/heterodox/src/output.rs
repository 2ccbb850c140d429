//! Writes to standard output and standard error.

use anyhow::{Context, Result};
use serde::Serialize;
use std::io::Write;

/// A buffer for standard output, which is written at once.
#[derive(Default)]
pub(crate) struct Output(String);

impl Output {
    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    /// Writes the buffer to standard output.
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

/// Writes an error to standard error, as one line.
pub(crate) fn error(message: &str) {
    print_message("error", message);
}

/// Writes a warning to standard error, as one line.
pub(crate) fn warning(message: &str) {
    print_message("warning", message);
}

fn print_message(kind: &str, message: &str) {
    // If standard error is closed, there is no other place to report to.
    let _ = writeln!(std::io::stderr(), "{kind}: {}", printable(message));
}

/// Escapes control characters, so that quoted input can contain neither line breaks nor terminal
/// control sequences.
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
    use super::printable;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\nb\u{1b}[2J é"), "a\\nb\\u{1b}[2J é");
    }
}
