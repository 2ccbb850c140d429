//! Reads lines from the player and prints the answers.

use crate::board::{Appearance, Canvas};
use crate::output::{print, printable};
use anyhow::{Context, Result};
use std::io::{BufRead, IsTerminal};

/// The number of empty lines that scroll away the text of a terminal that cannot be cleared.
const BLANK_LINES: usize = 100;

/// Standard input and output: a terminal or pipes.
pub(super) struct Console {
    look: Appearance,
    /// Whether the input is a terminal. Input from a pipe is echoed, so that the output is a
    /// transcript.
    typed: bool,
    /// Whether the output is a terminal that can be cleared.
    screen: bool,
}

impl Console {
    /// Returns a console on standard input and output.
    pub(super) fn new(look: Appearance) -> Self {
        let screen = std::io::stdout().is_terminal()
            && std::env::var("TERM").is_ok_and(|term| term != "dumb");
        Self { look, typed: std::io::stdin().is_terminal(), screen }
    }

    /// Returns how boards are drawn.
    pub(super) const fn look(&self) -> Appearance {
        self.look
    }

    /// Prints a line.
    #[expect(clippy::unused_self, reason = "all output goes through the console")]
    pub(super) fn print_line(&self, line: &str) -> Result<()> {
        print(format!("{line}\n"))
    }

    /// Prints a line on a terminal, but not into a transcript.
    pub(super) fn print_transient(&self, line: &str) -> Result<()> {
        if self.typed && self.screen { self.print_line(line) } else { Ok(()) }
    }

    /// Prints a canvas, on a terminal at the top of the cleared screen.
    pub(super) fn print_canvas(&self, canvas: &Canvas) -> Result<()> {
        // Clears the screen but not the lines above it, which the player may scroll back to.
        let clear = if self.typed && self.screen { "\u{1b}[H\u{1b}[2J" } else { "" };
        print(format!("{clear}{}", canvas.render(self.look.colour)))
    }

    /// Clears the screen and the lines that the terminal keeps above it.
    pub(super) fn clear_screen(&self) -> Result<()> {
        match (self.typed, self.screen) {
            (true, true) => print("\u{1b}[H\u{1b}[2J\u{1b}[3J"),
            // A terminal without escape sequences.
            (true, false) => print("\n".repeat(BLANK_LINES)),
            // A transcript is not cleared.
            (false, _) => Ok(()),
        }
    }

    /// Prompts for a line. Returns `None` at the end of the input.
    pub(super) fn read_line(&self, prompt: &str) -> Result<Option<String>> {
        print(format!("{prompt}> "))?;
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_until(b'\n', &mut bytes);
        if read.context("cannot read standard input")? == 0 {
            print("\n")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.typed {
            print(printable(&line) + "\n")?;
        }
        Ok(Some(line))
    }
}
