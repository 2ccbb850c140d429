//! Matches of each level against the next lower level.

use super::summary::Summary;
use super::{Match, MatchArgs};
use crate::output;
use anyhow::{Result, bail};
use heterodox_engine::Level;
use std::path::{Path, PathBuf};

/// The default limit of the highest level.
const DEFAULT_TOP_LIMIT: &str = "nodes=100000";

/// Plays each level against the next lower one and prints each result when its match is over.
pub(super) fn run(args: &MatchArgs) -> Result<()> {
    let all = args.each.iter().flat_map(|each| each.split(','));
    let mut keys = all.map(|part| part.split_once('=').map_or("", |(key, _)| key));
    if let Some(key) = keys.find(|key| ["", "level", "cmd", "arg", "name"].contains(key)) {
        bail!("--each '{key}': with --ladder only what levels may spend and how they search");
    }
    // All matches are checked before the first one starts.
    let matches = Level::ALL.windows(2).map(|pair| {
        let args = level_match(args, pair[1], pair[0]);
        Match::from_args(&args).map(|plan| (plan, args))
    });
    let matches = matches.collect::<Result<Vec<(Match, MatchArgs)>>>()?;
    let mut results = Vec::new();
    if !args.json {
        output::print(Summary::ladder_head())?;
    }
    for (plan, args) in matches {
        let summary = plan.run(&args)?;
        if !args.json {
            output::print(summary.ladder_row())?;
        }
        results.push(summary);
    }
    if args.json { output::json(&results) } else { Ok(()) }
}

/// Returns the arguments of the match between two levels.
fn level_match(args: &MatchArgs, upper: Level, lower: Level) -> MatchArgs {
    let engines = [upper, lower].map(|level| format!("level={level},name={level}"));
    MatchArgs {
        engines: engines.to_vec(),
        each: Some(args.each.clone().unwrap_or_else(|| DEFAULT_TOP_LIMIT.to_owned())),
        log: args.log.as_deref().map(|path| log_of(path, upper)),
        ..args.clone()
    }
}

/// Returns the log file of a level, such as `levels.8.jsonl` for `levels.jsonl`.
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
    fn every_level_has_its_own_log() {
        assert_eq!(
            log_of(Path::new("a.b/levels.jsonl"), Level::FULL),
            Path::new("a.b/levels.8.jsonl")
        );
        assert_eq!(log_of(Path::new("a.b/levels"), Level::WEAKEST), Path::new("a.b/levels.1"));
    }
}
