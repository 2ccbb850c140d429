//! `heterodox perft`: counts paths of legal moves, to test move generators.

use crate::games;
use crate::output::{self, Output};
use crate::start::StartArgs;
use anyhow::Result;
use clap::{Args, value_parser};
use heterodox_rules::{MAX_PERFT_DEPTH, Viewer, perft};
use serde::Serialize;

/// Count the paths of legal moves from a position
///
/// Counts the paths of exactly N moves; depth 0 gives 1, and a finished game has no paths. Draws by
/// repetition and the like are ignored, but `max-moves` counts. With dice the face in the position
/// string counts for the first move (all six if there is none) and all six for every later move; a
/// forced pass is one move. The last line is `nodes: N`.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox perft klinzha --depth 3 --quick-start north-west
  heterodox perft klinzha --depth 2 --divide --quick-start north-west")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Length of the paths in moves, at most 64
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,

    /// Print `MOVE: N` for every first move before the total
    #[arg(long)]
    divide: bool,

    /// Print one JSON object: game, position, depth, nodes and, with --divide, divide
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftOutput<'a> {
    game: &'a str,
    position: String,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
    nodes: u64,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &PerftArgs) -> Result<()> {
    let table = args.start.open_position()?;
    let position = match games::umpire(&args.start)? {
        Some(umpire) => umpire.last_frame().position,
        None => table.scene(Viewer::Public).frame.position,
    };
    let branches = perft(&args.start.game, &args.start.setting()?, args.depth)?;
    // The only path of length 0 is the empty path.
    let nodes =
        if args.depth == 0 { 1 } else { branches.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    if args.json {
        let divide = args.divide.then(|| {
            branches.into_iter().map(|(text, nodes)| Branch { text, nodes }).collect::<Vec<_>>()
        });
        let game = &args.start.game;
        return output::json(&PerftOutput { game, position, depth: args.depth, divide, nodes });
    }
    let mut output = Output::default();
    if args.divide {
        for (text, nodes) in branches {
            output.line(format!("{text}: {nodes}"));
        }
    }
    output.line(format!("nodes: {nodes}"));
    output.write()
}
