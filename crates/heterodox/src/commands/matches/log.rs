//! The log of a match: one JSON object a line, first the header, then every finished game. An
//! interrupted match continues from its log, and `heterodox tune` reads the games.

use super::game::Played;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The header: everything that the games of the match depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The game's id.
    pub(crate) game: String,
    /// The table options of the match.
    pub(crate) options: heterodox_rules::Options,
    /// The engines as given on the command line, including `--each`.
    pub(crate) engines: Vec<String>,
    /// The other conditions, in words.
    pub(crate) conditions: String,
    /// Name and version of the program. Another version may continue the match.
    pub(crate) program: String,
}

/// An open log.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens or creates the log of a match and returns its games. An incomplete last line is
    /// removed.
    ///
    /// # Errors
    ///
    /// If the file is something else or the log of another match; it is not changed then.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Played>)> {
        let name = path.display();
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            bail!("{name}: expected a file, or nothing of this name yet");
        }
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {name}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{name} is the log of a match that goes on"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        let mut log = Self { path: path.to_owned(), file };
        let Some(end) = text.find('\n') else {
            // An empty file, or an incomplete header.
            if !log.line(header)?.starts_with(&text) {
                bail!("{name}: line 1: expected the head of a match");
            }
            log.cut(0)?;
            log.write(header)?;
            return Ok((log, Vec::new()));
        };
        let found: Header = serde_json::from_str(&text[..end])
            .with_context(|| format!("{name}: line 1: expected the head of a match"))?;
        if (Header { program: header.program.clone(), ..found.clone() }) != *header {
            bail!("{name} is the log of another match: {}", difference(&found, header));
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut games = Vec::new();
        for (index, line) in text[..whole].lines().enumerate().skip(1) {
            games.push(
                read_game(line, header.engines.len())
                    .with_context(|| format!("{name}: line {}: expected a game", index + 1))?,
            );
        }
        if whole < text.len() {
            log.cut(whole as u64)?;
        }
        Ok((log, games))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &Played) -> Result<()> {
        self.write(game)
    }

    fn line(&self, value: &impl Serialize) -> Result<String> {
        let text = serde_json::to_string(value);
        Ok(text.with_context(|| format!("cannot write {}", self.path.display()))? + "\n")
    }

    fn write(&mut self, value: &impl Serialize) -> Result<()> {
        let line = self.line(value)?;
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Truncates the file to a length in bytes.
    fn cut(&self, length: u64) -> Result<()> {
        self.file.set_len(length).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Parses a game of a match between this many engines.
pub(crate) fn read_game(line: &str, engines: usize) -> Result<Played> {
    let game: Played = serde_json::from_str(line)?;
    game.check(engines).map_err(anyhow::Error::msg)?;
    Ok(game)
}

fn difference(found: &Header, wanted: &Header) -> String {
    let pairs = [
        (found.game.clone(), wanted.game.clone()),
        (format!("{:?}", found.options.0), format!("{:?}", wanted.options.0)),
        (found.engines.join(" | "), wanted.engines.join(" | ")),
        (found.conditions.clone(), wanted.conditions.clone()),
    ];
    let other = pairs.into_iter().find(|(found, wanted)| found != wanted);
    other.map_or_else(String::new, |(found, wanted)| format!("it has {found}, not {wanted}"))
}
