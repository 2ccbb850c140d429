//! Several matches in a row, whose results are the rows of one table.

use super::summary::Summary;
use super::{Match, MatchArgs};
use crate::output;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Plays the matches and prints each result when its match is over, as a table in Markdown or, with
/// `json`, all of them at the end.
///
/// # Errors
///
/// All matches are checked before the first one starts.
pub(super) fn play(json: bool, matches: Vec<MatchArgs>) -> Result<()> {
    let plan = |args: MatchArgs| Match::from_args(&args).map(|plan| (plan, args));
    let matches = matches.into_iter().map(plan).collect::<Result<Vec<_>>>()?;
    for (plan, _) in &matches {
        plan.start_programs()?;
    }
    let mut results = Vec::new();
    if !json {
        output::print(Summary::table_head())?;
    }
    for (plan, args) in matches {
        let summary = plan.run(&args)?;
        if !json {
            output::print(summary.table_row())?;
        }
        results.push(summary);
    }
    if json { output::json(&results) } else { Ok(()) }
}

/// Returns the log file of one of the matches, such as `levels.8.jsonl` for `levels.jsonl`.
pub(super) fn log_of(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(ending) => path.with_extension(format!("{name}.{}", ending.to_string_lossy())),
        None => path.with_extension(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_has_its_own_log() {
        assert_eq!(log_of(Path::new("a.b/levels.jsonl"), "8"), Path::new("a.b/levels.8.jsonl"));
        assert_eq!(log_of(Path::new("a.b/levels"), "1"), Path::new("a.b/levels.1"));
    }
}
