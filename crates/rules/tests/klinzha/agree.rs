//! The library's move generator agrees with the slow one on random positions: the legal moves
//! as they are written under both settings of `goal-safety`, and the position after each.

use heterodox_rules::klinzha::{
    BySide, GoalSafety, Kind, QUICK_STARTS, RawPosition, board, quick_start,
};
use heterodox_testkit::klinzha::positions::{
    library, moves_of, random_move, random_setup, random_study, slow_copy,
};
use heterodox_testkit::klinzha::slow::{self, Gold, Green, Side};
use heterodox_testkit::{Rng, size};
use std::collections::HashSet;

/// Compares everything about one position.
fn compare(slow: &slow::Position) {
    let fast = library(slow);
    let text = slow.to_string();
    assert_eq!(fast.to_string(), text);
    let moves = slow.moves();
    assert_eq!(moves_of(&fast, GoalSafety::Advisory), slow.written(&moves), "moves in {text}");
    assert_eq!(
        moves_of(&fast, GoalSafety::Enforced),
        slow.written(&slow.enforced_moves()),
        "goal-safety enforced in {text}"
    );
    assert_eq!(fast.count_moves(), moves.len(), "number of moves in {text}");

    let mut after: Vec<(String, String)> =
        moves.iter().map(|&m| (slow.write(m), slow.after(m).to_string())).collect();
    after.sort();
    let mut fast_after: Vec<(String, String)> = fast
        .legal_moves_under(GoalSafety::Advisory)
        .into_iter()
        .map(|m| (fast.write(m), fast.after_unchecked(m).to_string()))
        .collect();
    fast_after.sort();
    assert_eq!(fast_after, after, "positions after each move in {text}");
}

/// Plays random games until this many different positions were compared.
fn compare_games(seed: u64, wanted: usize, mut first: impl FnMut(&mut Rng) -> slow::Position) {
    let (mut rng, mut seen) = (Rng::new(seed), HashSet::new());
    while seen.len() < wanted {
        let mut position = first(&mut rng);
        for _ in 0..120 {
            // Counters aside: what differs only in them is no new position.
            let text = position.to_string();
            let board_and_turn = text.rsplitn(3, ' ').last().expect("a position string");
            if seen.insert(board_and_turn.to_owned()) {
                compare(&position);
            }
            let Some(m) = random_move(&mut rng, &position) else { break };
            position = position.after(m);
        }
    }
}

#[test]
fn on_positions_of_games_from_random_setups() {
    compare_games(1, size(10_000, 50_000), random_setup);
}

#[test]
fn on_positions_of_games_from_quick_starts() {
    compare_games(2, size(3_000, 15_000), |rng| {
        let name = QUICK_STARTS[rng.below(QUICK_STARTS.len())];
        slow_copy(&quick_start(name).expect("a ready-made start"))
    });
}

#[test]
fn on_sparse_studies_and_on_what_is_possible() {
    let (mut rng, mut kept) = (Rng::new(3), 0);
    while kept < size(7_000, 35_000) {
        let study = random_study(&mut rng);
        let raw = library_raw(&study);
        let checked = raw.check();
        assert_eq!(checked.is_ok(), study.is_possible(), "{study}: {checked:?}");
        if let Ok(position) = checked {
            assert_eq!(position.to_string(), study.to_string());
            assert_eq!(position.to_raw(), raw);
            compare(&study);
            kept += 1;
        }
    }
}

fn library_side(side: Side) -> heterodox_rules::klinzha::Side {
    if side == Gold {
        heterodox_rules::klinzha::Side::Gold
    } else {
        heterodox_rules::klinzha::Side::Green
    }
}

/// The same as loose data of the library.
fn library_raw(position: &slow::Position) -> RawPosition {
    let cell = |cell| board::by_name(slow::name(cell)).expect("a cell");
    let mut raw = RawPosition::empty();
    for at in 0..81 {
        raw.board[cell(at).index()] = position.warriors[at].map(|(side, kind)| {
            (library_side(side), Kind::from_code(kind.code()).expect("a piece"))
        });
    }
    raw.goals = BySide([Gold, Green].map(|side| position.goal(side).map(cell)));
    raw.turn = library_side(position.turn);
    (raw.plies_since_capture, raw.turn_number) = (position.quiet, position.number);
    raw
}
