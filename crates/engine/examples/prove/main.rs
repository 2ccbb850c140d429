//! Makes and checks the positions with proven best moves in `crates/engine/puzzles`.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example prove -- make GAME [MATCH.jsonl…] > FILE
//! cargo run --release -p heterodox-engine --example prove -- check GAME
//! ```
//!
//! `make` takes positions from games of `heterodox match` (if files are given), games of the frozen
//! player, random games and random studies. It proves in how few plies the side to move wins, and
//! with which moves, and keeps a varied selection of those with a single winning move, or a single
//! move that does not lose. No evaluation and no engine search takes part. The same sources give
//! the same file. Progress goes to standard error.
//!
//! `check` proves every line of the file again: its moves achieve the objective, no others do, and
//! none does so sooner. A second, plainer prover repeats the wins in three plies.

mod select;
mod sources;

use heterodox_rules::{grand_chess, kaleido, klinzha};
use heterodox_testkit::engine::tactics::{Objective, Puzzle, PuzzleGame, puzzles};
use heterodox_testkit::proof::{Prover, plain};
use sources::Source;
use std::error::Error;
use std::time::Instant;

/// The most nodes of the prover for one line when a file is checked.
const CHECK_LIMIT: u64 = 4_000_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", game, files @ ..] => match *game {
            "klinzha" => make::<klinzha::Position>(files),
            "grand-chess" => make::<grand_chess::Position>(files),
            "kaleidochess" => make::<kaleido::Position>(files),
            _ => Err(format!("no such game: {game}").into()),
        },
        ["check", game] => match *game {
            "klinzha" => check::<klinzha::Position>(),
            "grand-chess" => check::<grand_chess::Position>(),
            "kaleidochess" => check::<kaleido::Position>(),
            _ => Err(format!("no such game: {game}").into()),
        },
        _ => Err("expected 'make GAME [MATCH.jsonl…]' or 'check GAME'".into()),
    }
}

fn make<P: Source>(files: &[&str]) -> Result<(), Box<dyn Error>> {
    let found = select::candidates::<P>(files)?;
    eprintln!("{} candidates", found.len());
    print!("{}", select::header::<P>(files));
    for puzzle in select::varied(found, &P::quotas()) {
        println!("{puzzle}");
    }
    Ok(())
}

fn check<P: PuzzleGame>() -> Result<(), Box<dyn Error>> {
    let all = puzzles(P::FILE);
    let mut prover = Prover::<P>::new(CHECK_LIMIT);
    let mut wrong = 0;
    for (number, puzzle) in all.iter().enumerate() {
        let start = Instant::now();
        prover.forget();
        let verdict = faults(&mut prover, puzzle);
        wrong += usize::from(!verdict.is_empty());
        println!(
            "{:3} {:7} {:>11} nodes {:7.2} s  {}",
            number + 1,
            puzzle.objective.to_string(),
            prover.nodes(),
            start.elapsed().as_secs_f64(),
            if verdict.is_empty() { "proved".to_owned() } else { format!("WRONG: {verdict}") },
        );
    }
    println!("{} lines, {wrong} wrong", all.len());
    if wrong == 0 { Ok(()) } else { Err("the file says what is not so".into()) }
}

/// The faults of a line; empty if it is proved.
fn faults<P: PuzzleGame>(prover: &mut Prover<P>, puzzle: &Puzzle) -> String {
    let Some(position) = P::read(&puzzle.position) else { return "no position".to_owned() };
    let plies = puzzle.objective.plies();
    let (now, before) = match puzzle.objective {
        Objective::Win(_) => {
            (prover.winning(&position, plies), prover.winning(&position, plies - 1))
        }
        Objective::Hold(_) => {
            (prover.holding(&position, plies), prover.holding(&position, plies - 1))
        }
    };
    let (Ok(now), Ok(before)) = (now, before) else { return "too large".to_owned() };
    let texts: Vec<String> = now.iter().map(|&m| position.write(m)).collect();
    if texts != puzzle.moves {
        return format!("it is {}", texts.join(", "));
    }
    if matches!(puzzle.objective, Objective::Win(_)) && !before.is_empty()
        || matches!(puzzle.objective, Objective::Hold(_)) && before.len() == now.len()
    {
        return "so soon already".to_owned();
    }
    if puzzle.objective == Objective::Win(3) && plain::winning(&position, 3) != now {
        return "the plain prover says otherwise".to_owned();
    }
    String::new()
}
