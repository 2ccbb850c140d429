//! The computer is given what a person on its seat would see, and nothing else: in an
//! indistinguishable pair of games for its seat, the input is the same, byte for byte.

use super::pairs::{Game, Opponent, Pair, next, submit};
use super::wire::Ask;
use super::world::json_of;
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::Rng;
use serde_json::{Value, json};
use std::time::Duration;

/// Waits until the computer has moved `count` times; returns its last input and its last choice.
async fn thought(game: &Game, count: usize, plies: usize) -> (String, String) {
    let path = format!("/api/games/{}", game.id);
    loop {
        let state = json_of(&game.world.ask(&game.onlookers[1], Ask::get(&path)).await);
        let thought = game.world.script.thought.lock().expect("whole").clone();
        if state["moves"].as_array().map(Vec::len) == Some(plies) {
            assert_eq!(thought.len(), count, "it has thought before it moved, once a move");
            return thought.last().expect("a thought").clone();
        }
        assert_eq!(state["scene"]["outcome"], Value::Null, "it has not given up");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Asserts that the engine was given only what a person on its seat may know.
pub(super) fn is_its_view(game: &Game, seat: Seat, given: &str) {
    let viewer = Viewer::Seat(seat);
    let given: Value = serde_json::from_str(given).expect("JSON");
    let scene = json!(game.truth().scene(viewer));
    for key in ["viewer", "phase", "to_act", "frame", "choices", "notices", "reserve", "outcome"] {
        assert_eq!(given[0][key], scene[key], "{key}");
    }
    assert_eq!(given[1], json!(game.truth().observed_frames(viewer)));
}

#[tokio::test]
async fn the_computer_is_given_its_seats_view_alone() {
    let mut rng = Rng::new(21);
    let (mut pairs, mut moves) = (0, 0);
    while pairs < 12 {
        let seat = Seat::new(pairs % 2);
        let viewer = Viewer::Seat(seat);
        let pair = Pair::random_battles(viewer, Opponent::Computer, None, &mut rng).await;
        let Some(mut pair) = pair else { continue };
        pairs += 1;
        let mut thoughts = 0;
        for ply in 1..=10 {
            let mover = pair.games[0].turn() as usize;
            let mut fixed = None;
            if mover == seat.index() {
                thoughts += 1;
                let [a, b] = &pair.games;
                let first = thought(a, thoughts, ply).await;
                assert_eq!(first, thought(b, thoughts, ply).await, "{viewer:?} after {ply} plies");
                for game in &pair.games {
                    is_its_view(game, seat, &first.0);
                }
                moves += 1;
                fixed = Some(first.1);
            }
            // The computer's move may teach it different facts in the two games: then the pair
            // ends.
            let Some((texts, truths, _)) = next(&mut rng, &pair.games, viewer, fixed.as_deref())
            else {
                break;
            };
            for ((game, text), truth) in pair.games.iter_mut().zip(texts).zip(truths) {
                if fixed.is_none() {
                    game.must(mover, &submit(&text)).await;
                }
                game.truth = Some(truth);
            }
            if pair.games.iter().any(|game| game.truth().outcome().is_some()) {
                break;
            }
        }
    }
    assert!(moves > 20, "the computer has moved {moves} times only");
}
