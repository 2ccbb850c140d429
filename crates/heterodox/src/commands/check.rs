//! `heterodox check`: looks for damage in a data folder.

use super::database::DataArgs;
use super::single_thread;
use crate::output::{Output, printable};
use anyhow::Result;
use clap::Args;
use heterodox_server::{CheckReport, check};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look for damage in the data of a server
///
/// Checks that the database is intact, that the log of every game has all its events, that every
/// game can be replayed by the rules and is listed as its log says, and that every record can be
/// read. Prints one line for each fault and a summary as last line. The command changes nothing,
/// and servers may use the data at the same time.
///
/// Exit status: 0 without faults; 1 with faults, also if the file is not a database; 2 if the
/// folder has no database, it cannot be read, or was written by a newer version.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox check ~/.local/share/heterodox
  heterodox check heterodox-data")]
pub(crate) struct CheckArgs {
    /// A data folder, as `serve` prints it, whatever the settings say [default: the data that
    /// `serve` would use]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,

    #[command(flatten)]
    place: DataArgs,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode> {
    let data = args.place.store_in(args.dir.as_deref())?;
    let CheckReport { games, events, records, faults } = single_thread()?.block_on(check(data))?;
    print_report(&faults, &format!("games: {games}, events: {events}, records: {records}"))
}

/// Prints a line for each fault, and what was counted.
pub(super) fn print_report(faults: &[String], counts: &str) -> Result<ExitCode> {
    let mut output = Output::default();
    for fault in faults {
        output.line(printable(fault));
    }
    let number = match faults.len() {
        0 => "no faults".to_owned(),
        1 => "1 fault".to_owned(),
        count => format!("{count} faults"),
    };
    output.line(format!("{counts}: {number}"));
    output.write()?;
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
