//! The commands, one file or folder each.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod clouds;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod database;
pub(crate) mod dice;
pub(crate) mod draw;
pub(crate) mod games;
pub(crate) mod licences;
pub(crate) mod matches;
#[cfg(feature = "cluster")]
pub(crate) mod migrate;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod play_moves;
pub(crate) mod purge;
pub(crate) mod puzzles;
pub(crate) mod reindex;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod umpire;
pub(crate) mod user;
pub(crate) mod worker;

use crate::cli::Command;
use anyhow::{Context, Result};
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};

/// Runs a command and returns the exit status of the program.
pub(crate) fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Check(args) => return check::run(&args),
        Command::Reindex(args) => return reindex::run(&args),
        Command::Purge(args) => return purge::run(&args),
        Command::Worker(args) => return worker::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Config(args) => config::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => backup::run_restore(&args),
        Command::Admin(args) => admin::run(&args),
        Command::User(args) => user::run(&args),
        #[cfg(feature = "cluster")]
        Command::Migrate(args) => migrate::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::PlayMoves(args) => play_moves::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Umpire(args) => umpire::run(&args),
        Command::Clouds(args) => clouds::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::Dice(args) => dice::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Licences(args) => licences::run(&args),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// A runtime for one task after the other.
fn single_thread() -> Result<Runtime> {
    Builder::new_current_thread().enable_all().build().context("cannot start a runtime")
}
