//! `heterodox games`: lists the games with their options and ready-made setups.

use crate::help;
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use heterodox_rules::{GameInfo, OptionSpec, games};

const EXAMPLES: &str = "Examples:
  heterodox games
  heterodox games --json";

/// List the games with their options and ready-made setups
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../help/games.txt"), EXAMPLES)
)]
pub(crate) struct GamesArgs {
    /// Print one JSON array with an object for each game
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &GamesArgs) -> Result<()> {
    if args.json {
        return output::json(&games().collect::<Vec<_>>());
    }
    let mut output = Output::default();
    for info in games() {
        print_game(info, &mut output);
    }
    output.write()
}

fn print_game(info: &GameInfo, output: &mut Output) {
    output.line(format!("{}  {}", info.id, info.name));
    output.line(match info.seats {
        (fewest, most) if fewest == most => format!("  seats: {most}"),
        (fewest, most) => format!("  seats: {fewest} to {most}"),
    });
    output.line(format!("  sides: {}", info.sides.join(", ")));
    output.line(format!("  pieces: {}", info.pieces.join(", ")));
    for option in info.options {
        output.line(format!("  option: {}", option_values(option)));
    }
    if !info.quick_starts.is_empty() {
        output.line(format!("  quick starts: {}", info.quick_starts.join(", ")));
    }
}

fn option_values(option: &OptionSpec) -> String {
    match option.values {
        [] => format!("{}=…", option.key),
        [default, ..] => {
            format!("{}={} (default {default})", option.key, option.values.join("|"))
        }
    }
}
