//! Move generation speed of `KaleidoChess`: perft with the last ply counted and not made, beside
//! FIDE chess by shakmaty in the same run. Each measurement checks its answer first.
//!
//! `cargo bench -p heterodox-rules --bench kaleido_perft`

use heterodox_rules::SearchPosition;
use heterodox_rules::kaleido::{Army, Position, arrays};
use shakmaty::Chess;
use std::hint::black_box;
use std::time::Instant;

/// Seats, depth and the number of paths.
const CASES: [(usize, u32, u64); 3] = [(2, 4, 85_349_460), (3, 4, 75_604_684), (4, 4, 88_913_862)];

fn start(seats: usize) -> Position {
    let colors = arrays::colors(seats).expect("two to four");
    arrays::array(colors, [Army::Standard; 4]).check(None).expect("a position")
}

/// Million leaves per second.
fn rate(leaves: u64, count: impl Fn() -> u64) -> f64 {
    let started = Instant::now();
    assert_eq!(count(), leaves);
    leaves as f64 / started.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let mut best = [0.0_f64; CASES.len() + 1];
    for _ in 0..7 {
        for (best, (seats, depth, leaves)) in best.iter_mut().zip(CASES) {
            *best = best.max(rate(leaves, || black_box(start(seats)).perft(depth)));
        }
        let chess = || shakmaty::perft(&black_box(Chess::default()), 5);
        best[CASES.len()] = best[CASES.len()].max(rate(4_865_609, chess));
    }
    println!("million leaves per second, best of 7 rounds in turn:");
    let reference = best[CASES.len()];
    for (best, (seats, depth, _)) in best.iter().zip(CASES) {
        println!(
            "  {seats} seats, depth {depth}: {best:8.1} ({:.2} of shakmaty's)",
            best / reference
        );
    }
    println!("  shakmaty, FIDE chess, depth 5: {reference:8.1}");
}
