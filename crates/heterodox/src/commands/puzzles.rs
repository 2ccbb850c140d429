//! `heterodox puzzles`: finds puzzles in recorded games.

use crate::file;
use crate::output::{self, Output, printable};
use anyhow::{Context, Result};
use clap::Args;
use heterodox_engine::puzzle::{Puzzle, find};
use heterodox_rules::{Record, info, read_record};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Find puzzles in recorded games
///
/// Examines the last 16 positions of each game and prints those in which a single move wins by
/// force, or a single move does not lose: one line each, as `serve --puzzles` reads them. Every
/// move and every reply is tried, without an evaluation, so a game takes seconds to minutes. Games
/// with hidden pieces, dice or more than two players have no puzzles and are skipped.
///
/// A file holds one record, or one JSON object a line, as the archive exports them
/// (`/api/archive/export?format=jsonl`).
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox puzzles game.txt
  heterodox puzzles games.jsonl > more.tactics
  heterodox serve --puzzles more.tactics")]
pub(crate) struct PuzzlesArgs {
    /// Files with records; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// What is needed of a line of an export.
#[derive(Deserialize)]
struct Exported {
    id: String,
    record: String,
}

/// Runs the command.
pub(crate) fn run(args: &PuzzlesArgs) -> Result<()> {
    let mut known = BTreeSet::new();
    let mut output = Output::default();
    output.line("# objective | position | moves | themes | source");
    let mut keep = |puzzles: Vec<Puzzle>| {
        for puzzle in puzzles {
            if known.insert(puzzle.position.clone()) {
                output.line(puzzle.to_string());
            }
        }
    };
    for path in &args.files {
        let text = file::read_text(path)?;
        let name = file::name(path);
        if !text.trim_start().starts_with('{') {
            let record = read_record(&text).with_context(|| name.clone())?;
            keep(puzzles_of(&record, &name, &source(path)));
            continue;
        }
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = || format!("{name}: line {}", index + 1);
            let exported: Exported = serde_json::from_str(line).with_context(place)?;
            let record = read_record(&exported.record).with_context(place)?;
            keep(puzzles_of(&record, &place(), &format!("game {}", exported.id)));
        }
    }
    output.write()
}

/// The source that is written beside the puzzles of a file: its name, in one field.
fn source(path: &Path) -> String {
    let name = path.file_stem().map_or("record".into(), |name| name.to_string_lossy());
    printable(&name).replace('|', "/")
}

/// The options with which a position is another puzzle than without them.
const OTHER_RULES: [&str; 2] = ["dice", "promotion"];

/// Whether all is seen, and moves are those of the usual rules.
fn is_usual(record: &Record) -> bool {
    info(record.game).is_ok_and(|info| {
        let mut rules = info.options.iter().filter(|spec| OTHER_RULES.contains(&spec.key));
        let is_default =
            rules.all(|spec| Some(record.options.get(spec)) == spec.values.first().copied());
        !info.hidden && is_default
    })
}

/// The puzzles of a record; none of a game that has none, with a warning.
fn puzzles_of(record: &Record, place: &str, source: &str) -> Vec<Puzzle> {
    let positions: Vec<&str> = record.frames.iter().map(|frame| &*frame.position).collect();
    let found = if is_usual(record) { find(record.game, &positions, source) } else { None };
    found.unwrap_or_else(|| {
        output::warning(&format!("{place}: {} has no puzzles", record.game));
        Vec::new()
    })
}
