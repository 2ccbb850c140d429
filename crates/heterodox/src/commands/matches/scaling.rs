//! Matches of engines against themselves with more nodes: what an engine gains from time.

use super::MatchArgs;
use super::series::{self, log_of};
use super::spec::EngineSpec;
use anyhow::{Context, Result, bail};

/// Plays each engine with `factor` times the nodes against itself, for each number of nodes, and
/// prints each result when its match is over. All matches have the same openings.
pub(super) fn run(args: &MatchArgs, factor: u64) -> Result<()> {
    let mut matches = Vec::new();
    for (number, engine) in args.engines.iter().enumerate() {
        for &nodes in &args.scaling_nodes {
            matches.push(one_match(args, number, engine, nodes, factor)?);
        }
    }
    let mut names: Vec<_> = matches.iter().map(|one| one.engines[0].as_str()).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        bail!("--scaling: two matches are the same: give each engine a name and each number once");
    }
    series::play(args.json, matches)
}

fn one_match(
    args: &MatchArgs,
    number: usize,
    engine: &str,
    nodes: u64,
    factor: u64,
) -> Result<MatchArgs> {
    let more = nodes.checked_mul(factor).context("--scaling: too many nodes")?;
    let limited = format!("{engine},nodes={nodes}");
    let name = EngineSpec::parse(&limited, args.each.as_deref(), number)?.name;
    let engines = [more, nodes].map(|nodes| format!("{engine},nodes={nodes},name={name} {nodes}"));
    Ok(MatchArgs {
        engines: engines.to_vec(),
        log: args.log.as_deref().map(|path| log_of(path, &format!("{name}.{nodes}"))),
        ..args.clone()
    })
}
