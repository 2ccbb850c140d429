//! The commands, from which clap derives the parser, the help texts and the completions.
//! `docs/cli.md` is written from the help texts by the test `reference`.

#[cfg(feature = "cluster")]
use crate::commands::migrate::MigrateArgs;
use crate::commands::{
    admin::AdminArgs,
    backup::{BackupArgs, RestoreArgs},
    bench::BenchArgs,
    check::CheckArgs,
    clouds::CloudsArgs,
    completions::CompletionsArgs,
    config::ConfigArgs,
    dice::DiceArgs,
    draw::DrawArgs,
    games::GamesArgs,
    licences::LicencesArgs,
    matches::MatchArgs,
    moves::MovesArgs,
    perft::PerftArgs,
    play::PlayArgs,
    play_moves::PlayMovesArgs,
    purge::PurgeArgs,
    puzzles::PuzzlesArgs,
    reindex::ReindexArgs,
    replay::ReplayArgs,
    serve::ServeArgs,
    tune::TuneArgs,
    uci::UciArgs,
    umpire::UmpireArgs,
    user::UserArgs,
    worker::WorkerArgs,
};
use clap::{Parser, Subcommand};

/// Play, referee and study unorthodox chess games
///
/// Exit status: 0, or 2 with one line on standard error that says what is wrong and where; `check`
/// and `reindex` exit with 1 if they find faults, `worker` if the server does not want it. Warnings
/// go to standard error and leave the status 0.
#[derive(Parser)]
#[command(
    name = "heterodox",
    version,
    arg_required_else_help = true,
    infer_subcommands = false,
    after_help = "Examples:
  heterodox serve                        open the club: play in the browser
  heterodox play klinzha                 play against the computer in the terminal
  heterodox moves klinzha --quick-start north-west
  heterodox replay game.txt              check a record and print it as understood"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command with its arguments, whose documentation is the help text.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Serve(ServeArgs),
    Worker(WorkerArgs),
    Config(ConfigArgs),
    Admin(AdminArgs),
    User(UserArgs),
    Purge(PurgeArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Check(CheckArgs),
    Reindex(ReindexArgs),
    #[cfg(feature = "cluster")]
    Migrate(MigrateArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    PlayMoves(PlayMovesArgs),
    Replay(ReplayArgs),
    Puzzles(PuzzlesArgs),
    Umpire(UmpireArgs),
    Clouds(CloudsArgs),
    Draw(DrawArgs),
    Match(MatchArgs),
    Bench(BenchArgs),
    Tune(TuneArgs),
    Uci(UciArgs),
    Dice(DiceArgs),
    Games(GamesArgs),
    Completions(CompletionsArgs),
    #[command(alias = "licenses")]
    Licences(LicencesArgs),
}
