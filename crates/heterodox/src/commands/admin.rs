//! `heterodox admin`: what the operator of a server does with its people.

use super::database::{DatabaseArgs, folder_or_default};
use super::single_thread;
use crate::output;
use anyhow::Result;
use clap::{Args, Subcommand};
use heterodox_server::{PublicOrigin, create_administrator, registration_code, reset_code};
use std::path::PathBuf;

/// Make administrators, links for new passwords, and codes to register
///
/// Works on the data of a server, which may be running. Each link and code is secret and
/// valid once.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox admin create Kahless
  heterodox admin reset-link Kahless --origin https://play.example.org
  heterodox admin code")]
pub(crate) struct AdminArgs {
    /// Folder of the server's data [default: that of `heterodox serve`]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,

    /// Origin under which browsers reach the server, for the printed link
    #[arg(long, value_name = "ORIGIN", global = true, default_value = "http://127.0.0.1:8080")]
    origin: PublicOrigin,

    #[command(flatten)]
    database: DatabaseArgs,

    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make an administrator, and print the link with which it chooses a password within a day
    Create {
        /// Its name
        name: String,
    },
    /// Print a link with which a person chooses a new password within a day
    ResetLink {
        /// Its name
        name: String,
    },
    /// Print a code with which one person can register within a week
    Code,
}

/// Runs the command.
pub(crate) fn run(args: &AdminArgs) -> Result<()> {
    let data = args.database.or_in(&folder_or_default(args.data.as_deref()))?;
    // The code is behind `#`, so that no log of a server or proxy holds it.
    let link = |code: String| format!("{}/reset#{code}\n", args.origin);
    output::print(single_thread()?.block_on(async {
        Ok::<_, anyhow::Error>(match &args.task {
            Task::Create { name } => link(create_administrator(data, name).await?),
            Task::ResetLink { name } => link(reset_code(data, name).await?),
            Task::Code => registration_code(data).await? + "\n",
        })
    })?)
}
