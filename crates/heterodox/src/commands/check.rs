//! `heterodox check`: whether a data folder is whole.

use crate::output::{Output, printable};
use anyhow::{Context, Result};
use clap::Args;
use heterodox_server::{CheckReport, check};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look through a data folder for damage
///
/// Checks the database, whether the log of every game is whole, replays every game by the rules and
/// reads every record. Prints one line for each fault and, last, a summary. Nothing is changed, and
/// a server may use the folder at the same time.
///
/// Exit status: 0 if all is well, 1 if there are faults, 2 if the folder cannot be read.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox check ~/.local/share/heterodox
  heterodox check heterodox-data")]
pub(crate) struct CheckArgs {
    /// The data folder, as `serve` prints it
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start a thread")?;
    let report = runtime.block_on(check(&args.dir))?;
    let mut output = Output::default();
    for fault in &report.faults {
        output.line(printable(fault));
    }
    output.line(summary(&report));
    output.write()?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn summary(report: &CheckReport) -> String {
    let CheckReport { games, events, records, faults } = report;
    let faults = match faults.len() {
        0 => "no faults".to_owned(),
        1 => "1 fault".to_owned(),
        count => format!("{count} faults"),
    };
    format!("games: {games}, events: {events}, records: {records}: {faults}")
}
