//! Mates a bare king with one more piece, from random positions, and counts the mates within the
//! 50-move rule. The right number is all.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example grand_mates -- [POSITIONS] [LIMIT] [SEED]
//! ```
//!
//! `LIMIT` is a time in milliseconds (`200ms`) or a number of nodes, for each move of both sides.

use heterodox_engine::{SearchLimit, SplitMix64};
use heterodox_testkit::engine::grand_chess::{MATING, bare_king, is_mate_by_white, play_mate};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().as_deref().unwrap_or("20").parse()?;
    let limit = arguments.next().unwrap_or_else(|| "20000".to_owned());
    let limit = match limit.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(limit.parse()?),
    };
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    println!("{:>5} {:>6} {:>7} {:>8}", "piece", "mates", "longest", "average");
    for piece in MATING {
        let mut random = SplitMix64::new(seed);
        let (mut mates, mut longest, mut sum) = (0, 0, 0);
        for _ in 0..count {
            let position = bare_king(&mut random, piece);
            let (outcome, plies) = play_mate(&position, limit, limit);
            if is_mate_by_white(&outcome) {
                mates += 1;
                longest = longest.max(plies.div_ceil(2));
                sum += plies.div_ceil(2);
            } else {
                println!("{piece}: {} after {plies} plies: {position}", outcome.reason.key());
            }
        }
        let average = sum as f64 / f64::from(mates.max(1));
        println!("{piece:>5} {mates:>3}/{count} {longest:>7} {average:>8.1}");
    }
    Ok(())
}
