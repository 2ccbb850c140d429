//! Lets the engine solve the positions with proven best moves, each two plies deeper than the
//! proof, and prints how many it solves and at which cost. To be run after every change of the
//! search.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example tactics -- [GAME]
//! ```
//!
//! *Solved* is a winning move known to win, or the only move that does not lose; *exact* is a win
//! with the proven distance. The nodes do not depend on the machine. *Right from* is the depth, and
//! the nodes, from which on the answer stayed right.

use heterodox_rules::{grand_chess, kaleido, klinzha};
use heterodox_testkit::engine::tactics::{Objective, PuzzleGame, puzzles, solve};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

/// The sums over the positions of one objective.
#[derive(Default)]
struct Sum {
    total: usize,
    solved: usize,
    exact: usize,
    nodes: u64,
    most: u64,
    right: usize,
    right_depth: u32,
    right_nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let only = std::env::args().nth(1);
    let all = [
        (klinzha::Position::ID, klinzha::Position::FILE),
        (grand_chess::Position::ID, grand_chess::Position::FILE),
        (kaleido::Position::ID, kaleido::Position::FILE),
    ];
    if only.as_deref().is_some_and(|only| all.iter().all(|(game, _)| *game != only)) {
        return Err("GAME is klinzha, grand-chess or kaleidochess".into());
    }
    for (game, file) in all.into_iter().filter(|(game, _)| only.as_deref().unwrap_or(game) == *game)
    {
        run(game, file);
    }
    Ok(())
}

fn run(game: &str, file: &str) {
    let start = Instant::now();
    let mut sums = BTreeMap::<Objective, Sum>::new();
    for puzzle in puzzles(file) {
        let attempt = solve(game, &puzzle);
        let sum = sums.entry(puzzle.objective).or_default();
        sum.total += 1;
        sum.exact += usize::from(attempt.exact);
        sum.nodes += attempt.nodes;
        sum.most = sum.most.max(attempt.nodes);
        if attempt.solved {
            sum.solved += 1;
        } else {
            println!("unsolved: {puzzle}\n          {}", attempt.said);
        }
        if let Some((depth, nodes)) = attempt.right_from {
            sum.right += 1;
            sum.right_depth += depth;
            sum.right_nodes += nodes;
        }
    }
    println!(
        "{game:12} {:>9} {:>6} {:>12} {:>12} {:>12} {:>16}",
        "solved", "exact", "nodes", "average", "most", "right from"
    );
    let (mut solved, mut total, mut nodes) = (0, 0, 0);
    for (objective, sum) in sums {
        (solved, total, nodes) = (solved + sum.solved, total + sum.total, nodes + sum.nodes);
        let right = sum.right.max(1);
        println!(
            "{:12} {:>9} {:>6} {:>12} {:>12} {:>12} {:>6.1} {:>9}",
            objective.to_string(),
            format!("{}/{}", sum.solved, sum.total),
            sum.exact,
            sum.nodes,
            sum.nodes / sum.total as u64,
            sum.most,
            f64::from(sum.right_depth) / right as f64,
            sum.right_nodes / right as u64,
        );
    }
    println!("all          {:>9} {nodes:>19}", format!("{solved}/{total}"));
    eprintln!("{:.1} s", start.elapsed().as_secs_f64());
}
