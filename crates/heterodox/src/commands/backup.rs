//! `heterodox backup` and `heterodox restore`: copies of a server's data.

use super::database::DataArgs;
use super::single_thread;
use anyhow::{Result, ensure};
use clap::Args;
use heterodox_server as server;
use std::path::PathBuf;

/// Copy the data of a server to a file
///
/// The server may run meanwhile. The copy is one moment and holds every move that was answered
/// before it began. Only its owner may read it: it holds the unseen pieces of running games.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox backup monday.sqlite
  heterodox backup monday.sqlite --data heterodox-data")]
pub(crate) struct BackupArgs {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: DataArgs,
}

/// Make the data of a server from a copy
///
/// No server may use the folder, and it must hold no data: move the old database away first. The
/// copy is searched for damage before. Time since the copy was made costs no player anything. Mails
/// that waited in it are sent when the server starts.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox restore monday.sqlite --data restored")]
pub(crate) struct RestoreArgs {
    /// The copy, as `heterodox backup` made it
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: DataArgs,
}

/// The data folder, which holds the data unless they are in a database elsewhere.
fn folder(place: &DataArgs) -> Result<PathBuf> {
    let is_elsewhere = place.database.named()?.is_some();
    ensure!(!is_elsewhere, "a PostgreSQL database is copied by pg_dump, and made by pg_restore");
    Ok(place.folder())
}

/// Runs `heterodox backup`.
pub(crate) fn run(args: &BackupArgs) -> Result<()> {
    Ok(server::backup(&folder(&args.place)?, &args.file)?)
}

/// Runs `heterodox restore`.
pub(crate) fn run_restore(args: &RestoreArgs) -> Result<()> {
    Ok(single_thread()?.block_on(server::restore(&args.file, &folder(&args.place)?))?)
}
