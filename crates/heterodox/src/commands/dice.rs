//! `heterodox dice`: the throws of a seed, for everybody to check.

use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use heterodox_rules::{DiceSeed, ThrowRequest};
use serde::Serialize;

/// What is thrown: one die with six faces.
const DIE: ThrowRequest = ThrowRequest { dice: 1, faces: 6 };

/// So many throws stand in a line.
const IN_LINE: usize = 20;

/// Print the throws of a seed and the commitment to it
///
/// A game with dice shows the commitment before its first throw, and the seed when it is over.
/// Whoever has both can check every throw. The commitment is the SHA-256 of the seed up to its
/// first dot; in games on a server the parts that the players added follow, each after a dot.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox dice qapla
  heterodox dice qapla --count 100 --json
  heterodox dice qapla.5f0c.77e1              with the parts of two players
  printf '%s' qapla | sha256sum              the commitment without this program")]
pub(crate) struct DiceArgs {
    /// The seed: 1 to 256 visible ASCII characters
    #[arg(value_name = "SEED")]
    seed: DiceSeed,

    /// How many throws
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    count: u64,

    /// Print one JSON object: seed, commitment, throws
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Dice<'a> {
    seed: &'a str,
    commitment: String,
    throws: &'a [u8],
}

/// Runs the command.
pub(crate) fn run(args: &DiceArgs) -> Result<()> {
    let throws: Vec<u8> =
        (1..=args.count).flat_map(|number| args.seed.throw(number, DIE)).collect();
    let commitment = args.seed.commitment();
    if args.json {
        return output::json(&Dice { seed: args.seed.reveal(), commitment, throws: &throws });
    }
    let mut output = Output::default();
    output.line(format!("commitment: {commitment}"));
    for (index, line) in throws.chunks(IN_LINE).enumerate() {
        let faces: Vec<String> = line.iter().map(u8::to_string).collect();
        output.line(format!("{:>7}. {}", index * IN_LINE + 1, faces.join(" ")));
    }
    output.write()
}
