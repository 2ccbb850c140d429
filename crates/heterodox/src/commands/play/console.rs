//! The two ends of the conversation: lines that the player types, and what the program answers.

use crate::board::{Canvas, Look};
use anyhow::{Context, Result};
use std::io::{BufRead, IsTerminal, Stdout, Write};

/// A terminal, or a pipe.
pub(super) struct Console {
    out: Stdout,
    look: Look,
    /// Whether a person types; else lines are echoed, so that what is printed reads as a transcript.
    typed: bool,
    /// Whether what is printed stands on a screen that can be cleared.
    screen: bool,
}

impl Console {
    /// A console on standard input and output.
    pub(super) fn new(look: Look) -> Self {
        let out = std::io::stdout();
        let screen = out.is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb");
        Self { out, look, typed: std::io::stdin().is_terminal(), screen }
    }

    /// How boards are shown.
    pub(super) const fn look(&self) -> Look {
        self.look
    }

    /// Prints a line.
    pub(super) fn say(&self, line: &str) -> Result<()> {
        writeln!(self.out.lock(), "{line}")?;
        Ok(())
    }

    /// Prints something that is not worth a line in a transcript.
    pub(super) fn whisper(&self, line: &str) -> Result<()> {
        if self.typed && self.screen { self.say(line) } else { Ok(()) }
    }

    /// Shows a sheet at the top of the screen.
    pub(super) fn show(&self, canvas: &Canvas) -> Result<()> {
        let mut out = self.out.lock();
        // Home, then clear: the lines above the screen stay in the terminal's history.
        let clear = if self.typed && self.screen { "\u{1b}[H\u{1b}[2J" } else { "" };
        write!(out, "{clear}{}", canvas.render(self.look.colour))?;
        out.flush()?;
        Ok(())
    }

    /// Asks for a line; nothing when the input has ended.
    pub(super) fn ask(&self, prompt: &str) -> Result<Option<String>> {
        let mut out = self.out.lock();
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_until(b'\n', &mut bytes);
        if read.context("cannot read standard input")? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.typed {
            writeln!(out, "{}", crate::output::printable(&line))?;
        }
        Ok(Some(line))
    }
}
