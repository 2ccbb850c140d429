//! Perft of the first positions. Two other generators gave the same counts: the slow one of
//! `heterodox_testkit::kaleido::slow`, and a prototype that was written separately, shares no code
//! with the library, and is not in the repository.

use heterodox_rules::SearchPosition;
use heterodox_rules::kaleido::{Army, Position, arrays};

fn of(seats: usize) -> Position {
    let colors = arrays::colors(seats).expect("two to four");
    arrays::array(colors, [Army::Standard; 4]).check(None).expect("a position")
}

fn counts(seats: usize, counts: &[u64]) {
    for (depth, &nodes) in counts.iter().enumerate() {
        assert_eq!(of(seats).perft(depth as u32), nodes, "{seats} seats, depth {depth}");
    }
}

#[test]
fn of_two() {
    counts(2, &[1, 116, 10_556, 948_042, 85_349_460]);
}

#[test]
fn of_three() {
    counts(3, &[1, 99, 9656, 888_890, 75_604_684]);
}

#[test]
fn of_four() {
    counts(4, &[1, 98, 9558, 932_176, 88_913_862]);
}
