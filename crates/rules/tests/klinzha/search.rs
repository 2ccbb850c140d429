//! What a search relies on: moves leave the position before unchanged, the hash is that of the
//! position, and perft counts the paths of moves correctly.

use heterodox_rules::klinzha::{GoalSafety, Position, quick_start};
use heterodox_rules::{Options, Outcome, SearchMove, SearchPosition, Seat, Setting, Start, perft};
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::positions::{
    library, moves_of, random_move, random_setup, random_study, slow_copy, study,
};
use heterodox_testkit::klinzha::slow::{self, Gold};
use std::collections::{HashMap, HashSet};

/// Everything about a position that a search may look at.
fn look(position: &Position) -> (String, u64, usize, Seat, Option<Outcome>) {
    let outcome = SearchPosition::outcome(position);
    let turn = SearchPosition::turn(position);
    (position.to_string(), position.zobrist(), position.reversible_plies(), turn, outcome)
}

fn check(position: &mut Position, keys: &mut HashMap<u64, String>) {
    let before = look(position);
    let board_and_turn = before.0.rsplitn(3, ' ').last().expect("rows and turn").to_owned();
    let known = keys.entry(before.1).or_insert_with(|| board_and_turn.clone());
    assert_eq!(*known, board_and_turn, "two positions with one hash");
    let (mut moves, mut captures) = (Vec::new(), Vec::new());
    position.moves(&mut moves);
    SearchPosition::captures(&*position, &mut captures);
    let taking: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
    let (taking, captures): (HashSet<_>, HashSet<_>) =
        (taking.into_iter().collect(), captures.into_iter().collect());
    assert_eq!(taking, captures);
    let packed: HashSet<u32> = moves.iter().map(|m| m.pack()).collect();
    assert!(packed.len() == moves.len() && !packed.contains(&0));
    for m in moves {
        let text = position.write(m);
        assert_eq!(position.is_capture(m), text.contains(" x "), "{text}");
        let next = position.after_unchecked(m);
        let read: Position = next.to_string().parse().expect("a possible position");
        assert_eq!(read.zobrist(), next.zobrist(), "the hash kept up with {text}");
        assert_eq!(read, next);
        assert_eq!(look(position), before, "{text} changed the position before it");
    }
}

#[test]
fn moves_leave_the_position_before_unchanged_and_update_the_hash() {
    let (mut rng, mut keys) = (Rng::new(31), HashMap::new());
    for _ in 0..60 {
        let mut slow = random_setup(&mut rng);
        for _ in 0..60 {
            check(&mut library(&slow), &mut keys);
            let Some(m) = random_move(&mut rng, &slow) else { break };
            slow = slow.after(m);
        }
    }
    for _ in 0..3000 {
        let study = random_study(&mut rng);
        if study.is_possible() {
            check(&mut library(&study), &mut keys);
        }
    }
}

/// The way there does not matter: other orders of the same moves give the same hash.
#[test]
fn transpositions_have_one_hash() {
    let start = quick_start("west-east").expect("a quick start");
    let mut keys: HashMap<String, u64> = HashMap::new();
    let mut met_again = 0;
    for first in start.legal_moves_under(GoalSafety::Advisory) {
        let one = start.after_unchecked(first);
        for reply in one.legal_moves_under(GoalSafety::Advisory).into_iter().take(3) {
            let two = one.after_unchecked(reply);
            for second in two.legal_moves_under(GoalSafety::Advisory) {
                let three = two.after_unchecked(second);
                let key = three.zobrist();
                let text = three.to_string();
                let rows = text.split(' ').next().expect("rows").to_owned();
                met_again += usize::from(keys.contains_key(&rows));
                assert_eq!(*keys.entry(rows).or_insert(key), key);
            }
        }
    }
    assert!(met_again > 100, "{met_again}");
}

/// Counts the paths with the slow generator.
fn slow_perft(position: &slow::Position, depth: u32, enforced: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = if enforced { position.enforced_moves() } else { position.moves() };
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| slow_perft(&position.after(m), depth - 1, enforced)).sum()
}

/// `tests/data/klinzha.perft`: `#` comments, then lines `provenance | goal-safety | position |
/// paths of 1, 2, … moves`.
#[test]
fn the_paths_of_the_data_file() {
    let file = include_str!("../data/klinzha.perft");
    let mut lines = 0;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<_> = line.split(" | ").collect();
        let &[_, safety, position, counts] = parts.as_slice() else { panic!("{line}") };
        let mut options = Options::default();
        options.set(&format!("goal-safety={safety}")).expect("an option");
        let setting = Setting { options, start: Start::Position(position.to_owned()) };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let expected: u64 = count.parse().unwrap_or_else(|_| panic!("{line}"));
            let divided = perft("klinzha", &setting, depth).expect("a position");
            assert_eq!(
                divided.iter().map(|(_, n)| n).sum::<u64>(),
                expected,
                "{position}, {depth}"
            );
            let firsts: Vec<_> = divided.into_iter().map(|(text, _)| text).collect();
            let safety =
                if safety == "enforced" { GoalSafety::Enforced } else { GoalSafety::Advisory };
            assert_eq!(firsts, moves_of(&position.parse().expect("a position"), safety));
            // The slow generator counts the shallow ones again.
            if expected < 20_000 {
                let slow = slow_copy(&position.parse().expect("a position"));
                let enforced = safety == GoalSafety::Enforced;
                assert_eq!(slow_perft(&slow, depth, enforced), expected, "{position}, {depth}");
            }
        }
        lines += 1;
    }
    assert!(lines >= 20);
}

/// R-KZ5: "Perft ignores draws."
#[test]
fn perft_ignores_draws() {
    let start = study(Gold, "V E37, G I11", "V I77, G I99").to_string().replace(" 0 1", " 99 50");
    let paths = |house_rules: &str| {
        let mut options = Options::default();
        options.set(&format!("house-rules={house_rules}")).expect("an option");
        let setting = Setting { options, start: Start::Position(start.clone()) };
        perft("klinzha", &setting, 4).expect("a position")
    };
    assert_eq!(paths("on"), paths("off"));
    assert!(paths("on").iter().all(|(_, count)| *count > 0));
}

/// Klin Zha has no first position, and depth 0 is one path without a first move.
#[test]
fn perft_needs_a_position() {
    let refusal = perft("klinzha", &Setting::default(), 2).expect_err("no position");
    assert_eq!(refusal.code, "no-first-position");
    let refusal = perft("klinzha", &Setting::position("9 gold 0 1"), 2).expect_err("no position");
    assert_eq!(refusal.code, "bad-position");
    assert_eq!(perft("klinzha", &Setting::quick_start("north-west"), 0).expect("one path"), []);
}

/// Writes the lines of the data file that own code counted: run by hand after a change of the list.
#[test]
#[ignore = "prints lines for tests/data/klinzha.perft"]
fn print_the_data_file() {
    let mut positions: Vec<(String, u32)> = Vec::new();
    for name in heterodox_rules::info("klinzha").expect("the game").quick_starts {
        positions.push((quick_start(name).expect("a quick start").to_string(), 3));
    }
    // Positions with abandoned Goals and few warriors, from random games and studies.
    let mut rng = Rng::new(41);
    let mut abandoned = 0;
    while abandoned < 6 {
        let study = random_study(&mut rng);
        let moves = study.moves().len();
        if study.is_possible() && (12..40).contains(&moves) {
            positions.push((study.to_string(), 4));
            abandoned += 1;
        }
    }
    for (text, depth) in positions {
        let position: Position = text.parse().expect("a position");
        let slow = slow_copy(&position);
        for (safety, enforced) in [("advisory", false), ("enforced", true)] {
            let counts: Vec<String> =
                (1..=depth).map(|depth| slow_perft(&slow, depth, enforced).to_string()).collect();
            println!("slow generator | {safety} | {text} | {}", counts.join(" "));
        }
    }
}
