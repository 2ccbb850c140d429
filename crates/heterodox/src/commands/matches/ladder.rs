//! Matches of each level against the next lower level.

use super::MatchArgs;
use super::series::{self, log_of};
use anyhow::{Result, bail};
use heterodox_engine::Level;

/// The default limit of the highest level.
const DEFAULT_TOP_LIMIT: &str = "nodes=100000";

/// Plays each level against the next lower one and prints each result when its match is over.
pub(super) fn run(args: &MatchArgs) -> Result<()> {
    let all = args.each.iter().flat_map(|each| each.split(','));
    let mut keys = all.map(|part| part.split_once('=').map_or("", |(key, _)| key));
    if let Some(key) = keys.find(|key| ["", "level", "cmd", "arg", "name"].contains(key)) {
        bail!("--each '{key}': with --ladder only what levels may spend and how they search");
    }
    let pairs = Level::ALL.windows(2);
    series::play(args.json, pairs.map(|pair| level_match(args, pair[1], pair[0])).collect())
}

/// Returns the arguments of the match between two levels.
fn level_match(args: &MatchArgs, upper: Level, lower: Level) -> MatchArgs {
    let engines = [upper, lower].map(|level| format!("level={level},name={level}"));
    MatchArgs {
        engines: engines.to_vec(),
        each: Some(args.each.clone().unwrap_or_else(|| DEFAULT_TOP_LIMIT.to_owned())),
        log: args.log.as_deref().map(|path| log_of(path, &upper.to_string())),
        ..args.clone()
    }
}
