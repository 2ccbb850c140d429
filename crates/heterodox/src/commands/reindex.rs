//! `heterodox reindex`: makes the lists of games again.

use super::check::print_report;
use super::database::DataArgs;
use super::single_thread;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make the lists of a server's games again
///
/// What lists show of a game (its players, its state, whose turn it is, when the server must act)
/// follows from its log, and is stored beside it. The command replays every log and writes these
/// rows again; `check` says whether that is needed. No server may use a data folder meanwhile;
/// those on a PostgreSQL database may run.
///
/// Exit status: 0; 1 if the log of a game cannot be replayed, whose rows then stay as they are; 2
/// if the folder has no database, or it cannot be read or written.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox reindex heterodox-data")]
pub(crate) struct ReindexArgs {
    /// A data folder, as `serve` prints it, whatever the settings say [default: the data that
    /// `serve` would use]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,

    #[command(flatten)]
    place: DataArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ReindexArgs) -> Result<ExitCode> {
    let data = args.place.store_in(args.dir.as_deref())?;
    let report = single_thread()?.block_on(heterodox_server::reindex(data))?;
    print_report(&report.faults, &format!("games: {}, events: {}", report.games, report.events))
}
