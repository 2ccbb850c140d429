//! The command line as data: clap makes the parser, the help and the completions from it.

use crate::commands::{
    bench::BenchArgs, check::CheckArgs, clouds::CloudsArgs, completions::CompletionsArgs,
    dice::DiceArgs, draw::DrawArgs, games::GamesArgs, licences::LicencesArgs, matches::MatchArgs,
    moves::MovesArgs, perft::PerftArgs, play::PlayArgs, play_moves::PlayMovesArgs,
    replay::ReplayArgs, serve::ServeArgs, tune::TuneArgs, uci::UciArgs, umpire::UmpireArgs,
};
use clap::{Parser, Subcommand};

/// Play, referee and study unorthodox chess games
///
/// Exit status: 0, or 2 with one line on standard error that says what is wrong and where; `check`
/// ends with 1 if it finds faults. Warnings go to standard error and leave the status 0.
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

/// A command with its arguments.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play against the computer in the terminal
    Play(PlayArgs),
    /// Serve the pages and the JSON interface
    Serve(ServeArgs),
    /// Look through a data folder for damage
    Check(CheckArgs),
    /// Print every legal move of a position
    Moves(MovesArgs),
    /// Count the paths of legal moves from a position
    Perft(PerftArgs),
    /// Make moves and print the position after each
    PlayMoves(PlayMovesArgs),
    /// Read a record and print it as understood
    Replay(ReplayArgs),
    /// Umpire a game of Clouded Klin Zha: intents in, rulings out
    Umpire(UmpireArgs),
    /// Make, check and draw cloud maps
    Clouds(CloudsArgs),
    /// Draw a board as SVG or PNG
    Draw(DrawArgs),
    /// Let engines play against each other and tell which is stronger
    Match(MatchArgs),
    /// Search fixed positions and print nodes, speed and a checksum
    Bench(BenchArgs),
    /// Fit the weights of an evaluation to games
    Tune(TuneArgs),
    /// Run as a UCI engine for chess programs
    Uci(UciArgs),
    /// Print the throws of a seed and the commitment to it
    Dice(DiceArgs),
    /// List the games with their options and ready-made setups
    Games(GamesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the licences of Heterodox and of the software of others in it
    #[command(alias = "licenses")]
    Licences(LicencesArgs),
}
