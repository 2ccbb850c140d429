//! Whether the throws of a seed are those of a fair die: chi-square over 10⁶ throws of each of
//! several seeds, of single throws, of pairs of neighbours and of pairs some throws apart. The
//! seeds are fixed, so chance has no part in it.
//!
//! The bounds are those that a fair die stays within in all but one of 10 000 series (upper) and
//! falls below in one of 10 000 (lower: too even is no chance either): with 5 degrees of freedom
//! 0.082 and 25.745, with 35 12.0 and 74.9. An ordinary run looks at 10⁶ throws of the first seed
//! and at fewer of the others; `FAIR_THROWS=1000000 cargo test -p heterodox-rules --test fair_dice
//! -- --nocapture` prints the figures.

use heterodox_rules::{DiceSeed, ThrowRequest};

const DIE: ThrowRequest = ThrowRequest { dice: 1, faces: 6 };

/// The seeds that are looked at: words, and one as a server draws it.
const SEEDS: [&str; 4] = [
    "qapla",
    "1",
    "kaleidochess",
    "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9",
];

/// Bounds of chi-square with 5 and with 35 degrees of freedom.
const SINGLE: (f64, f64) = (0.082, 25.745);
const PAIRS: (f64, f64) = (12.0, 74.9);

fn throws(seed: &str, count: usize) -> Vec<usize> {
    let seed: DiceSeed = seed.parse().expect("a seed");
    (1..=count as u64).map(|number| usize::from(seed.throw(number, DIE)[0]) - 1).collect()
}

fn chi_square(counts: &[usize]) -> f64 {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

fn of_singles(throws: &[usize]) -> f64 {
    let mut counts = [0; 6];
    for &face in throws {
        counts[face] += 1;
    }
    chi_square(&counts)
}

/// Pairs that share no throw, so that they are independent of each other.
fn of_pairs(throws: &[usize], apart: usize) -> f64 {
    let mut counts = [0; 36];
    for block in throws.chunks_exact(2 * apart) {
        for i in 0..apart {
            counts[block[i] * 6 + block[i + apart]] += 1;
        }
    }
    chi_square(&counts)
}

#[test]
fn the_throws_of_a_seed_are_those_of_a_fair_die() {
    let given = std::env::var("FAIR_THROWS").ok().and_then(|n| n.parse().ok());
    for (number, seed) in SEEDS.into_iter().enumerate() {
        let count = given.unwrap_or(if number == 0 { 1_000_000 } else { COUNT });
        let throws = throws(seed, count);
        let singles = of_singles(&throws);
        let pairs = [1, 2, 4].map(|apart| of_pairs(&throws, apart));
        println!("{seed:.12}: {count} throws, faces {singles:.2}, pairs 1, 2, 4 apart {pairs:.2?}");
        assert!((SINGLE.0..SINGLE.1).contains(&singles), "{seed}: {singles}");
        for (apart, chi) in [1, 2, 4].into_iter().zip(pairs) {
            assert!((PAIRS.0..PAIRS.1).contains(&chi), "{seed}, {apart} apart: {chi}");
        }
    }
}

/// Throws of an ordinary run, but for the first seed.
const COUNT: usize = 60_000;

/// The test can fail: a die that shows a six a little too often, one that remembers, one that takes
/// turns.
#[test]
fn loaded_dice_are_found() {
    let fair = throws("qapla", COUNT);
    let loaded: Vec<usize> =
        fair.iter().enumerate().map(|(i, &face)| if i % 40 == 0 { 5 } else { face }).collect();
    assert!(of_singles(&loaded) > SINGLE.1);
    let remembers: Vec<usize> =
        (0..fair.len()).map(|i| if i % 20 == 1 { fair[i - 1] } else { fair[i] }).collect();
    assert!(of_pairs(&remembers, 1) > PAIRS.1);
    let in_turn: Vec<usize> = (0..COUNT).map(|i| i % 6).collect();
    assert!(of_singles(&in_turn) < SINGLE.0);
}

/// A throw is independent of throws with another number or another seed.
#[test]
fn seeds_that_differ_little_throw_apart() {
    let (one, two) = (throws("seed-1", COUNT), throws("seed-2", COUNT));
    let same = one.iter().zip(&two).filter(|(a, b)| a == b).count();
    let expected = COUNT / 6;
    assert!(same.abs_diff(expected) < expected / 20, "{same} of {COUNT}");
}
