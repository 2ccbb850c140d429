//! The ladder of levels: each against the one below it, as a table.

use super::summary::Summary;
use super::{Match, MatchArgs};
use crate::output;
use anyhow::{Result, bail};
use heterodox_engine::Level;
use std::path::{Path, PathBuf};

/// What the highest level may spend if nobody says.
const TOP: &str = "nodes=100000";

/// Plays every level against the one below it, and prints each result as soon as it is there.
pub(super) fn run(args: &MatchArgs) -> Result<()> {
    let all = args.each.iter().flat_map(|each| each.split(','));
    let mut keys = all.map(|part| part.split_once('=').map_or("", |(key, _)| key));
    if let Some(key) = keys.find(|key| ["", "level", "cmd", "arg", "name"].contains(key)) {
        bail!("--each '{key}': with --ladder only what levels may spend and how they search");
    }
    // What is wrong with any pair is said before the first plays.
    let rungs = Level::ALL.windows(2).map(|pair| {
        let args = rung(args, pair[1], pair[0]);
        Match::read(&args).map(|plan| (plan, args))
    });
    let rungs = rungs.collect::<Result<Vec<(Match, MatchArgs)>>>()?;
    let mut results = Vec::new();
    if !args.json {
        output::print(Summary::ladder_head())?;
    }
    for (plan, args) in rungs {
        let summary = plan.run(&args)?;
        if !args.json {
            output::print(summary.ladder_row())?;
        }
        results.push(summary);
    }
    if args.json { output::json(&results) } else { Ok(()) }
}

/// The match of one level against another.
fn rung(args: &MatchArgs, upper: Level, lower: Level) -> MatchArgs {
    let engines = [upper, lower].map(|level| format!("level={level},name={level}"));
    MatchArgs {
        engines: engines.to_vec(),
        each: Some(args.each.clone().unwrap_or_else(|| TOP.to_owned())),
        log: args.log.as_deref().map(|path| log_of(path, upper)),
        ..args.clone()
    }
}

/// The log of a level: `levels.8.jsonl` for `levels.jsonl`.
fn log_of(path: &Path, level: Level) -> PathBuf {
    match path.extension() {
        Some(ending) => path.with_extension(format!("{level}.{}", ending.to_string_lossy())),
        None => path.with_extension(level.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_log_of_its_own() {
        assert_eq!(
            log_of(Path::new("a.b/levels.jsonl"), Level::FULL),
            Path::new("a.b/levels.8.jsonl")
        );
        assert_eq!(log_of(Path::new("a.b/levels"), Level::WEAKEST), Path::new("a.b/levels.1"));
    }
}
