//! Searches a position of Grand Chess and prints every iteration.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example grand_analyse -- [FEN] [BUDGET]
//! ```
//!
//! `BUDGET` is a time in milliseconds (`2000ms`) or a number of nodes.

use heterodox_engine::SearchLimit;
use heterodox_engine::grand_chess::searcher;
use heterodox_engine::search::SearchRequest;
use heterodox_rules::grand_chess::{CLASSIC_START, Move, Position};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| CLASSIC_START.to_owned());
    let position: Position = text.parse()?;
    let budget = arguments.next().unwrap_or_else(|| "2000ms".to_owned());
    let budget = match budget.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(budget.parse()?),
    };
    println!("{position}");
    println!("{:>5} {:>9} {:>10} {:>6}  course", "depth", "score", "nodes", "ms");
    let mut searcher = searcher(16, position.piece_set());
    let begin = Instant::now();
    let stop = AtomicBool::new(false);
    let found = searcher.run(&SearchRequest::new(&position, budget), &stop, |found| {
        let millis = begin.elapsed().as_millis();
        let line = line(&position, &found.pv);
        let score = found.score.to_string();
        println!("{:>5} {score:>9} {:>10} {millis:>6}  {line}", found.depth, found.nodes);
    });
    let found = found.ok_or("the position has no moves")?;
    let seconds = begin.elapsed().as_secs_f64();
    println!("{}: {:.0} nodes a second", position.uci(found.best), found.nodes as f64 / seconds);
    Ok(())
}

fn line(position: &Position, moves: &[Move]) -> String {
    let mut board = position.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(board.uci(m));
        board.play_unchecked(m);
    }
    texts.join(" ")
}
