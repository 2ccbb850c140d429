//! `heterodox admin`: what the operator of a server does with its people and games.

use super::database::DataArgs;
use super::single_thread;
use crate::output::{self, Output, printable};
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand, ValueEnum};
use heterodox_server::{
    Admin, PublicOrigin, RoleName, UserLine, create_administrator, registration_code, reset_code,
};
use jiff::Timestamp;
use std::io::{BufRead, Write};

/// Do what the operator of a server does with people and games
///
/// Works on the data of a server, which may be running. What concerns accounts holds from the next
/// request on; what is written to the log of a game is known to a running server within seconds.
/// Of a deed and a move of the same moment, one comes first and the other is judged after it. Each
/// deed is a line of the audit, which moderators read. Links and codes are secret and valid once.
///
/// NAME is the name or the id of a person.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox admin create Kahless
  heterodox admin reset-link Kahless --origin https://play.example.org
  heterodox admin role Worf moderator
  heterodox admin silence Gowron 7 --reason 'insults in the chat'
  heterodox admin list --config heterodox.toml")]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    place: DataArgs,

    /// Origin under which browsers reach the server, for printed links
    #[arg(long, visible_alias = "origin", value_name = "ORIGIN", env = "HETERODOX_PUBLIC_ORIGIN")]
    #[arg(global = true, default_value = "http://127.0.0.1:8080")]
    public_origin: PublicOrigin,

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
    /// List the people: name, id, role, when they came and were seen last (UTC), and their state
    List {
        /// List the guests too
        #[arg(long)]
        guests: bool,

        /// Print a JSON array of objects `id`, `name`, `kind`, `role`, `created_ms`, `seen_ms`,
        /// `suspended_ms`, `silenced_ms` (until when), `on_vacation`
        #[arg(long)]
        json: bool,
    },
    /// Give a person another role
    Role {
        /// Its name
        name: String,

        /// The role
        role: Role,
    },
    /// End a running game without a result, or withdraw an offer
    Close {
        /// The id of the game, as in its address
        game: String,

        /// Why, for the audit
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Let a person write no free text for some days
    Silence {
        /// Its name
        name: String,

        /// The days, 1 to 365
        days: u32,

        /// Why. The person is told, and it is kept in the audit
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// End a silence
    EndSilence {
        /// The person's name
        name: String,
    },
    /// Suspend a person: it cannot sign in, its sessions end and its offers are withdrawn
    Suspend {
        /// Its name
        name: String,

        /// Why, for the audit
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// End a suspension
    EndSuspension {
        /// The person's name
        name: String,
    },
    /// Delete an account, as its owner could: running games are resigned, what is its own goes, and
    /// its name stays reserved for 180 days. Games stay, without the name
    Delete {
        /// Its name
        name: String,

        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Role {
    Player,
    Organiser,
    Moderator,
    Administrator,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Player => Self::Player,
            Role::Organiser => Self::Organiser,
            Role::Moderator => Self::Moderator,
            Role::Administrator => Self::Administrator,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &AdminArgs) -> Result<()> {
    let data = args.place.store()?;
    // The code is behind `#`, so that no log of a server or proxy holds it.
    let link = |code: String| output::print(format!("{}/reset#{code}\n", args.public_origin));
    single_thread()?.block_on(async {
        match &args.task {
            Task::Create { name } => link(create_administrator(data, name).await?),
            Task::ResetLink { name } => link(reset_code(data, name).await?),
            Task::Code => output::print(registration_code(data).await? + "\n"),
            task => {
                let admin = Admin::open(data).await?;
                let done = operate(&admin, task).await;
                admin.close().await;
                done
            }
        }
    })
}

async fn operate(admin: &Admin, task: &Task) -> Result<()> {
    match task {
        // They need no open data.
        Task::Create { .. } | Task::ResetLink { .. } | Task::Code => {}
        Task::List { guests, json } => {
            let users = admin.users(*guests).await?;
            return if *json { output::json(&users) } else { print_list(&users) };
        }
        Task::Role { name, role } => admin.set_role(name, (*role).into()).await?,
        Task::Close { game, reason } => admin.close_game(game, reason.as_deref()).await?,
        Task::Silence { name, days, reason } => {
            admin.set_silence(name, Some((*days, reason.as_deref()))).await?;
        }
        Task::EndSilence { name } => admin.set_silence(name, None).await?,
        Task::Suspend { name, reason } => admin.suspend(name, reason.as_deref()).await?,
        Task::EndSuspension { name } => admin.end_suspension(name).await?,
        Task::Delete { name, yes } => {
            let user = admin.user(name).await?;
            confirm(&user, *yes, "Deletes the account and resigns its running games")?;
            admin.delete(&user.id).await?;
        }
    }
    Ok(())
}

/// Asks for the name or id of the user, so that none is deleted by a slip.
pub(super) fn confirm(user: &UserLine, yes: bool, what: &str) -> Result<()> {
    if yes {
        return Ok(());
    }
    let key = user.name.as_deref().unwrap_or(&user.id);
    let created = day(user.created_ms);
    let shown = printable(key);
    // If standard error is closed, the answer is read all the same.
    let _ = write!(
        std::io::stderr(),
        "{what}: {shown}, {} since {created}, id {}.\nType {shown} to go on: ",
        user.kind,
        user.id
    );
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).context("cannot read standard input")?;
    ensure!(answer.trim() == key, "nothing was deleted: expected {shown} as answer, or --yes");
    Ok(())
}

/// The day of a moment in UTC.
pub(super) fn day(at_ms: i64) -> String {
    Timestamp::from_millisecond(at_ms)
        .map_or_else(|_| "-".to_owned(), |moment| moment.strftime("%Y-%m-%d").to_string())
}

/// What an operator should know of a user.
fn state(user: &UserLine) -> String {
    let mut state = Vec::new();
    state.extend(user.suspended_ms.map(|since| format!("suspended since {}", day(since))));
    state.extend(user.silenced_ms.map(|until| format!("silenced until {}", day(until))));
    state.extend(user.on_vacation.then(|| "on vacation".to_owned()));
    state.join(", ")
}

fn print_list(users: &[UserLine]) -> Result<()> {
    let name = |user: &UserLine| user.name.clone().unwrap_or_else(|| "(guest)".to_owned());
    let width = users.iter().map(|user| name(user).chars().count()).max().unwrap_or_default();
    let mut output = Output::default();
    for user in users {
        let (created, seen) = (day(user.created_ms), day(user.seen_ms));
        let line = format!(
            "{:width$}  {}  {:13}  {created}  {seen}  {}",
            name(user),
            user.id,
            user.role,
            state(user)
        );
        output.line(printable(line.trim_end()));
    }
    output.write()
}
