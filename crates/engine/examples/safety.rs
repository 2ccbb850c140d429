//! Gives every level positions in which its Goal is attacked and can be saved, with several limits,
//! and counts how often it leaves the Goal hanging. The right number is 0.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example safety -- [POSITIONS] [SEED]
//! ```

#[path = "../tests/common/mod.rs"]
mod common;

use common::{answer, table_at, threatened};
use heterodox_engine::{Level, SearchLimit, player};
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().as_deref().unwrap_or("1000").parse()?;
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let limits = [
        ("0 nodes", SearchLimit::nodes(0)),
        ("100 nodes", SearchLimit::nodes(100)),
        ("5000 nodes", SearchLimit::nodes(5000)),
        ("10 ms", SearchLimit::time(Duration::from_millis(10))),
    ];
    let positions: Vec<_> = threatened(seed).take(count).collect();
    let saving: usize = positions.iter().map(|(_, saving)| saving.len()).sum();
    let moves: usize = positions.iter().map(|(position, _)| common::legal(position).len()).sum();
    println!("{count} positions, seed {seed}; {saving} of {moves} moves save the Goal\n");
    println!("{:8} {:>12} {:>8} {:>8}", "level", "limit", "hanging", "seconds");
    for level in Level::ALL.into_iter().skip(1) {
        for (name, limit) in limits {
            let begin = Instant::now();
            let mut player = player("klinzha", level, seed).ok_or("no player for this game")?;
            let hanging = positions.iter().filter(|(position, saving)| {
                let text = answer(&mut *player, &table_at(&position.to_string()), limit).text;
                !saving.iter().any(|&m| position.write(m) == text)
            });
            let hanging = hanging.count();
            let seconds = begin.elapsed().as_secs_f64();
            println!("{:8} {name:>12} {hanging:>8} {seconds:>8.1}", level.key());
        }
    }
    Ok(())
}
