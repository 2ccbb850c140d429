//! `heterodox clouds`: generates, checks and draws cloud maps for Clouded Klin Zha.

use crate::commands::draw::write_picture;
use crate::file;
use crate::games::clouded::{self, GAME};
use crate::output::{self, Output};
use anyhow::Result;
use clap::{Args, Subcommand};
use heterodox_rules::clouded::generate;
use heterodox_rules::klinzha::Region;
use heterodox_rules::{Frame, board};
use std::path::PathBuf;

/// Make, check and draw cloud maps
///
/// A map file has nine lines for the rows A to I and one character for each cell: `.` clear, `-` at
/// the edge of a cloud, `#` under a cloud.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox clouds generate --seed 7
  heterodox clouds generate --seed 7 -o clouds.txt
  heterodox clouds check seed:7
  heterodox clouds draw seed:7 -o clouds.svg")]
pub(crate) struct CloudsArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the map of a seed
    Generate {
        /// The seed; the same seed gives the same map [default: random]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,

        /// Write the map to this file
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Count the cells of a map; warn if a region has more than eight cells under clouds
    Check {
        /// A map file, `blind` or `seed:N`
        #[arg(value_name = "CLOUDS")]
        clouds: String,
    },
    /// Draw a map as SVG or PNG
    Draw {
        /// A map file, `blind` or `seed:N`
        #[arg(value_name = "CLOUDS")]
        clouds: String,

        /// The file to write; its extension is .svg or .png
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

/// Runs the command.
pub(crate) fn run(args: &CloudsArgs) -> Result<()> {
    match &args.command {
        Command::Generate { seed, output } => {
            let seed = seed.unwrap_or_else(rand::random);
            let map = generate(seed).to_file();
            match output {
                Some(path) => file::write_atomically(path, map.as_bytes()),
                None => output::print(map),
            }
        }
        Command::Check { clouds } => check(clouds),
        Command::Draw { clouds, output } => {
            let clouds = clouded::clouds(clouds)?;
            clouded::warn(&clouds);
            let frame = Frame { areas: clouds.map().areas(), ..Frame::default() };
            write_picture(GAME, board(GAME)?, &frame, output)
        }
    }
}

/// Counts the cells of the board and of each region.
fn check(clouds: &str) -> Result<()> {
    let clouds = clouded::clouds(clouds)?;
    clouded::warn(&clouds);
    let map = clouds.map();
    let mut output = Output::default();
    let (clear, edge, under) = (map.clear().len(), map.edge().len(), map.under().len());
    output.line(format!("clear {clear}, edge {edge}, under {under}"));
    for region in Region::ALL {
        output.line(format!("{region}: {} under clouds", map.under_in(region)));
    }
    output.write()
}
