//! The ladder of levels: each against the one below it, as a table.

use super::summary::Summary;
use super::{Match, MatchArgs};
use crate::output;
use anyhow::Result;
use heterodox_engine::Level;
use std::collections::BTreeMap;

/// What the highest level may spend if nobody says.
const TOP: &str = "nodes=100000";

/// Plays every level against the one below it, and prints each result as soon as it is there.
pub(super) fn run(args: &MatchArgs) -> Result<()> {
    let mut results = Vec::new();
    if !args.json {
        output::print(Summary::ladder_head())?;
    }
    for pair in Level::ALL.windows(2) {
        let summary = rung(args, pair[1], pair[0])?;
        if !args.json {
            output::print(summary.ladder_row())?;
        }
        results.push(summary);
    }
    if args.json { output::json(&results) } else { Ok(()) }
}

/// One level against another.
fn rung(args: &MatchArgs, upper: Level, lower: Level) -> Result<Summary> {
    let engines = [upper, lower].map(|level| format!("level={level},name={level}"));
    let each = args.each.clone().unwrap_or_else(|| TOP.to_owned());
    let args = MatchArgs { engines: engines.to_vec(), each: Some(each), ..args.clone() };
    let plan = Match::read(&args)?;
    let games = plan.play(BTreeMap::new(), |_, _| Ok(()))?;
    Ok(plan.summary(&games))
}
