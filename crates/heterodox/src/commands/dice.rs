//! `heterodox dice`: prints the throws of a seed, to check the dice of a game.

use crate::help;
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use heterodox_rules::{DiceSeed, ThrowRequest};
use serde::Serialize;

/// One die with six faces.
const DIE: ThrowRequest = ThrowRequest { dice: 1, faces: 6 };

/// The number of throws in a line of output.
const THROWS_PER_LINE: usize = 20;

const EXAMPLES: &str = "Examples:
  heterodox dice qapla
  heterodox dice qapla --count 100 --json
  heterodox dice qapla.5f0c.77e1              with the parts of two players
  printf '%s' qapla | sha256sum              the commitment without this program";

/// Print the throws of a seed and the commitment to it
///
/// A game with dice shows the commitment before its first throw and the seed at its end. With both,
/// every throw can be checked. The commitment is the SHA-256 of the seed up to its first dot. In
/// games on a server the parts of the players follow, each after a dot; the throws depend on the
/// whole text. A server and `play --dice SEED` throw the same faces.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../help/dice.txt"), EXAMPLES)
)]
pub(crate) struct DiceArgs {
    /// The seed: 1 to 256 visible ASCII characters, the first not a dot
    #[arg(value_name = "SEED")]
    seed: DiceSeed,

    /// Number of throws
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    count: u64,

    /// Print one JSON object: seed, commitment, throws
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DiceOutput<'a> {
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
        return output::json(&DiceOutput { seed: args.seed.reveal(), commitment, throws: &throws });
    }
    let mut output = Output::default();
    output.line(format!("commitment: {commitment}"));
    for (index, line) in throws.chunks(THROWS_PER_LINE).enumerate() {
        let faces: Vec<String> = line.iter().map(u8::to_string).collect();
        output.line(format!("{:>7}. {}", index * THROWS_PER_LINE + 1, faces.join(" ")));
    }
    output.write()
}
