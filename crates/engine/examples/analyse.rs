//! Searches a Klin Zha position and prints every iteration.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example analyse -- [POSITION] [BUDGET]
//! ```
//!
//! `POSITION` is a position string or the name of a quick start; `BUDGET` a time in milliseconds
//! (`2000ms`) or a number of nodes.

use heterodox_engine::SearchLimit;
use heterodox_engine::klinzha::searcher;
use heterodox_engine::search::SearchRequest;
use heterodox_rules::klinzha::{Move, Position, quick_start};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "north-west".to_owned());
    let position = match quick_start(&text) {
        Some(position) => position,
        None => text.parse()?,
    };
    let budget = arguments.next().unwrap_or_else(|| "2000ms".to_owned());
    let budget = match budget.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(budget.parse()?),
    };
    println!("{position}");
    println!("{:>5} {:>9} {:>10} {:>6}  course", "depth", "score", "nodes", "ms");
    let begin = Instant::now();
    let stop = AtomicBool::new(false);
    let found = searcher(16).run(&SearchRequest::new(&position, budget), &stop, |found| {
        let millis = begin.elapsed().as_millis();
        let line = line(&position, &found.pv);
        println!(
            "{:>5} {:>9} {:>10} {millis:>6}  {line}",
            found.depth,
            found.score.to_string(),
            found.nodes
        );
    });
    let found = found.ok_or("the position has no moves")?;
    let seconds = begin.elapsed().as_secs_f64();
    println!("{}: {:.0} nodes a second", position.write(found.best), found.nodes as f64 / seconds);
    Ok(())
}

fn line(position: &Position, moves: &[Move]) -> String {
    let mut board = position.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(board.write(m));
        board.play_unchecked(m);
    }
    texts.join(", ")
}
