//! The file that keeps a match: one JSON object a line, the match first, then every game as it ends. A match that was
//! ended in the middle goes on from there; `heterodox tune` reads the games.

use super::game::Played;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a match is, as far as its games depend on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The game's id.
    pub(crate) game: String,
    /// The table options of the match.
    pub(crate) options: heterodox_rules::Options,
    /// The players as they were given, with what all have.
    pub(crate) engines: Vec<String>,
    /// What else games depend on, in words.
    pub(crate) conditions: String,
    /// The program that plays; another version may go on with its games.
    pub(crate) program: String,
}

/// An open log.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log of a match and gives the games that it holds; a log of another match is refused. A line that
    /// was not written to its end is dropped.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Played>)> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {name}"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut games = Vec::new();
        let mut log = Self { path: path.to_owned(), file };
        log.file.set_len(whole as u64).with_context(|| format!("cannot write {name}"))?;
        log.file.seek(SeekFrom::End(0)).with_context(|| format!("cannot write {name}"))?;
        if let Some(first) = lines.next() {
            let found: Header = serde_json::from_str(first)
                .with_context(|| format!("{name}: line 1: expected the head of a match"))?;
            if (Header { program: header.program.clone(), ..found.clone() }) != *header {
                bail!("{name} is the log of another match: {}", difference(&found, header));
            }
            for (index, line) in lines.enumerate() {
                games.push(
                    serde_json::from_str(line)
                        .with_context(|| format!("{name}: line {}: expected a game", index + 2))?,
                );
            }
        } else {
            log.write(header)?;
        }
        Ok((log, games))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &Played) -> Result<()> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
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
