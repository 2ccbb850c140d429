//! `heterodox backup` and `heterodox restore`: copies of a server's data.

use super::database::DatabaseArgs;
use super::serve::default_data_dir;
use anyhow::{Context, Result, ensure};
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

/// Where the data of a server are.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// Configuration file of the server [default: heterodox.toml in the data folder, if it is
    /// there]
    #[arg(long, value_name = "FILE", env = "HETERODOX_CONFIG")]
    config: Option<PathBuf>,

    /// Folder of the server's data [default: that of `heterodox serve`]
    #[arg(long, value_name = "DIR", env = "HETERODOX_DATA")]
    data: Option<PathBuf>,

    #[command(flatten)]
    database: DatabaseArgs,
}

impl DataArgs {
    fn folder(&self) -> Result<PathBuf> {
        let is_elsewhere = self.database.named()?.is_some();
        ensure!(
            !is_elsewhere,
            "a PostgreSQL database is copied by pg_dump, and made by pg_restore"
        );
        let data = self.data.clone();
        Ok(data.unwrap_or_else(|| default_data_dir(|name| std::env::var(name).ok())))
    }
}

/// Runs `heterodox backup`.
pub(crate) fn run(args: &BackupArgs) -> Result<()> {
    Ok(server::backup(&args.place.folder()?, &args.file)?)
}

/// Runs `heterodox restore`.
pub(crate) fn run_restore(args: &RestoreArgs) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start a runtime")?;
    Ok(runtime.block_on(server::restore(&args.file, &args.place.folder()?))?)
}
