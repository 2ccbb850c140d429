//! `heterodox migrate`: copies the data of a server into a `PostgreSQL` database.

use super::database::DataArgs;
use super::single_thread;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use heterodox_server::{MigrationStage, MigrationStep, StoreUrl, migrate};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Copy the data of a server into a PostgreSQL database
///
/// Copies all tables from the SQLite file in the data folder into an empty database, which takes a
/// minute for each few hundred thousand games. No server may use the folder meanwhile. If the
/// copying is cut off at any moment, the same command goes on where it was. At the end the rows of
/// both are compared, table by table; only then a server starts on the database. The file stays as
/// it was, and a new file beside it says that the data were moved: no command uses it any more.
///
/// The database is that of --to, or else the one that `serve` would use.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox migrate --to postgres://heterodox@%2Frun%2Fpostgresql/heterodox
  heterodox migrate --data /var/lib/heterodox --to postgres://heterodox@db.example.org/club")]
pub(crate) struct MigrateArgs {
    /// The database, as `postgres://USER:PASSWORD@HOST/DATABASE` [default: the one that `serve`
    /// would use]
    #[arg(long, value_name = "URL")]
    to: Option<String>,

    /// Empty a database in which a copying has begun, and begin again
    #[arg(long)]
    restart: bool,

    /// The most rows in one transaction
    #[arg(long, value_name = "N", default_value = "2000", hide = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    part_rows: u32,

    #[command(flatten)]
    place: DataArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MigrateArgs) -> Result<()> {
    let named = args.place.database.named_or(args.to.as_deref())?;
    let named = named.context("name the database with --to")?;
    let StoreUrl::Postgres(to) = named else { bail!("--to: expected a PostgreSQL database") };
    let folder = args.place.folder();
    let begun = Instant::now();
    let mut shown = Shown::new();
    let mut told = |step| {
        shown.show(step);
        ControlFlow::Continue(())
    };
    let copying = migrate(&folder, &to, args.part_rows as usize, args.restart, &mut told);
    let copied = single_thread()?.block_on(copying);
    shown.end();
    let copied = copied?;
    let resumed = match copied.resumed {
        0 => String::new(),
        resumed => format!(" ({resumed} of {} rows were there)", copied.rows),
    };
    output::print(format!(
        "Copied and compared in {:.1} s: games: {}, events: {}, people: {}, guests: {}{resumed}\n\
         Servers can use {to} now.\n",
        begun.elapsed().as_secs_f64(),
        copied.games,
        copied.events,
        copied.people,
        copied.guests,
    ))
}

/// How far the copying is, on standard error: a bar on a terminal, else a line now and then.
struct Shown {
    bar: Option<ProgressBar>,
    stage: &'static str,
    rows: u64,
    last: Option<Instant>,
}

impl Shown {
    /// The time between two lines.
    const PAUSE: Duration = Duration::from_secs(5);

    fn new() -> Self {
        Self {
            bar: std::io::stderr().is_terminal().then(|| ProgressBar::new(0)),
            stage: "",
            rows: 0,
            last: None,
        }
    }

    fn show(&mut self, step: MigrationStep) {
        let stage = match step.stage {
            MigrationStage::Writing => return,
            MigrationStage::Copied => "copied",
            MigrationStage::Comparing => "compared",
        };
        let MigrationStep { table, rows, all, .. } = step;
        let is_new = self.stage != stage;
        // Tables without rows come behind the last row.
        let is_end = rows == all && (is_new || self.rows < all);
        (self.stage, self.rows) = (stage, rows);
        if let Some(bar) = &self.bar {
            if is_new {
                let template =
                    format!("{{bar:24}} {{pos}}/{{len}} rows {stage} [{{elapsed}}] {{msg}}");
                if let Ok(style) = ProgressStyle::with_template(&template) {
                    bar.set_style(style);
                }
                bar.set_length(all);
            }
            bar.set_message(table);
            bar.set_position(rows);
            return;
        }
        let is_due = self.last.is_none_or(|last| last.elapsed() >= Self::PAUSE);
        if is_new || is_end || is_due && rows < all {
            // If standard error is closed, nobody wants to know.
            let _ = writeln!(std::io::stderr(), "{rows} of {all} rows {stage} ({table})");
            self.last = Some(Instant::now());
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
