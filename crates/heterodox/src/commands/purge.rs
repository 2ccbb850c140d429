//! `heterodox purge`: deletes what nobody has used for long.

use super::admin::day;
use super::database::DataArgs;
use super::single_thread;
use crate::output::{self, Output, printable};
use anyhow::Result;
use clap::{ArgGroup, Args};
use heterodox_server::{Admin, Purge, PurgedGame};
use std::process::ExitCode;

/// Delete guests and games that nobody has used for long
///
/// A guest goes with its sessions, puzzles and notes if it holds no seat in any game, is in no
/// report, and was not seen for so many days; what it has said in chats stays as an empty line. A
/// game that is not over and in which nothing has happened for so many days is cancelled: it ends
/// without a result, and its players can read it. With --finished, games of guests alone that ended
/// so many days ago are deleted with their logs and chats; games in which a person with an account
/// has sat or of which it keeps notes stay, and so do reported ones. A guest whose last game is
/// deleted goes with the next call.
///
/// Works on the data of a server, which may be running, as `heterodox admin` does. The file of a
/// SQLite database does not become smaller; its free pages are used again.
///
/// Exit status: 0; 1 if a game could not be cancelled; 2 if the data cannot be used.
#[derive(Args)]
#[command(group(ArgGroup::new("what").required(true).multiple(true).args(["guests", "games"])))]
#[command(after_help = "Examples:
  heterodox purge --guests 90 --games 180 --dry-run
  heterodox purge --games 365 --finished")]
pub(crate) struct PurgeArgs {
    /// Delete guests without a game who were not seen for so many days
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    guests: Option<u32>,

    /// Cancel games that nobody has touched for so many days
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    games: Option<u32>,

    /// Also delete games of guests alone that ended so many days ago
    #[arg(long, requires = "games")]
    finished: bool,

    /// Only print what would go
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    place: DataArgs,
}

/// Runs the command.
pub(crate) fn run(args: &PurgeArgs) -> Result<ExitCode> {
    let data = args.place.store()?;
    let purge = Purge {
        guest_days: args.guests,
        game_days: args.games,
        finished: args.finished,
        dry_run: args.dry_run,
    };
    let report = single_thread()?.block_on(async {
        let admin = Admin::open(data).await?;
        let report = admin.purge(purge).await;
        admin.close().await;
        report
    })?;
    let mut output = Output::default();
    if args.dry_run {
        let line = |game: &PurgedGame, what: &str| {
            format!("{}: {}, {}, {what}", game.id, game.kind, day(game.last_ms))
        };
        for game in &report.cancelled {
            output.line(printable(&line(game, "to be cancelled")));
        }
        for game in &report.deleted {
            output.line(printable(&line(game, "to be deleted")));
        }
    }
    for fault in &report.faults {
        output::warning(fault);
    }
    output.line(format!(
        "{}guests deleted: {}, games cancelled: {}, games deleted: {}",
        if args.dry_run { "dry run: " } else { "" },
        report.guests,
        report.cancelled.len(),
        report.deleted.len()
    ));
    output.write()?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
