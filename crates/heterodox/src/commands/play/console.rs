//! The two ends of the conversation: lines that the player types, and what the program answers.

use crate::board::{Canvas, Look};
use crate::output::{print, printable};
use anyhow::{Context, Result};
use std::io::{BufRead, IsTerminal};

/// Empty lines that hide what a terminal without commands shows.
const CURTAIN: usize = 100;

/// A terminal, or a pipe.
pub(super) struct Console {
    look: Look,
    /// Whether a person types; else lines are echoed, so that what is printed reads as a transcript.
    typed: bool,
    /// Whether what is printed stands on a screen that can be cleared.
    screen: bool,
}

impl Console {
    /// A console on standard input and output.
    pub(super) fn new(look: Look) -> Self {
        let screen = std::io::stdout().is_terminal()
            && std::env::var("TERM").is_ok_and(|term| term != "dumb");
        Self { look, typed: std::io::stdin().is_terminal(), screen }
    }

    /// How boards are shown.
    pub(super) const fn look(&self) -> Look {
        self.look
    }

    /// Prints a line.
    #[expect(clippy::unused_self, reason = "whoever speaks has the console")]
    pub(super) fn say(&self, line: &str) -> Result<()> {
        print(format!("{line}\n"))
    }

    /// Prints something that is not worth a line in a transcript.
    pub(super) fn whisper(&self, line: &str) -> Result<()> {
        if self.typed && self.screen { self.say(line) } else { Ok(()) }
    }

    /// Shows a sheet at the top of the screen.
    pub(super) fn show(&self, canvas: &Canvas) -> Result<()> {
        // Home, then clear: the lines above the screen stay in the terminal's history.
        let clear = if self.typed && self.screen { "\u{1b}[H\u{1b}[2J" } else { "" };
        print(format!("{clear}{}", canvas.render(self.look.colour)))
    }

    /// Takes away what can be read on the screen, and what a terminal keeps of the lines above it.
    pub(super) fn curtain(&self) -> Result<()> {
        match (self.typed, self.screen) {
            (true, true) => print("\u{1b}[H\u{1b}[2J\u{1b}[3J"),
            // A terminal without such commands: away with it by sheer length.
            (true, false) => print("\n".repeat(CURTAIN)),
            // A transcript is nobody's screen.
            (false, _) => Ok(()),
        }
    }

    /// Asks for a line; nothing when the input has ended.
    pub(super) fn ask(&self, prompt: &str) -> Result<Option<String>> {
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
