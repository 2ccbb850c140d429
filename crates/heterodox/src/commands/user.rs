//! `heterodox user`: what the law may ask of an operator for one person.

use super::admin::confirm;
use super::database::DataArgs;
use super::single_thread;
use crate::{file, output};
use anyhow::Result;
use clap::{Args, Subcommand};
use heterodox_server::Admin;
use std::path::PathBuf;

/// Export or forget what is kept of a person
///
/// Works on the data of a server, which may be running, as `heterodox admin` does. NAME is the name
/// or the id of a person, also of one who has left.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox user export Kahless -o kahless.jsonl
  heterodox user forget Kahless --yes")]
pub(crate) struct UserArgs {
    #[command(flatten)]
    place: DataArgs,

    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print all that is kept of a person, as its own export on its page gives it: a line of JSON
    /// for each row that names it, and for each of its games what it may know of the record
    Export {
        /// Its name
        name: String,

        /// Write to this file instead
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Delete an account and what `admin delete` keeps for a time: the reserved name, reports by
    /// the person and about it, and the reasons in the audit. Games stay, with an id that is
    /// nobody's
    Forget {
        /// Its name
        name: String,

        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// Runs the command.
pub(crate) fn run(args: &UserArgs) -> Result<()> {
    let data = args.place.store()?;
    single_thread()?.block_on(async {
        let admin = Admin::open(data).await?;
        let done = operate(&admin, &args.task).await;
        admin.close().await;
        done
    })
}

async fn operate(admin: &Admin, task: &Task) -> Result<()> {
    match task {
        Task::Export { name, output } => {
            let text = admin.export(name).await?;
            match output {
                Some(path) => file::write_private(path, text.as_bytes()),
                None => output::print(text),
            }
        }
        Task::Forget { name, yes } => {
            let user = admin.user(name).await?;
            confirm(&user, *yes, "Deletes all that is kept of a person, for ever")?;
            Ok(admin.forget(&user.id).await?)
        }
    }
}
