//! A hint is a function of what its seat may know: in an indistinguishable pair of games the hint
//! and the engine's input for it are the same, byte for byte.

use super::computer;
use super::leaks::{IN_HINTS, Leak};
use super::pairs::{Game, Opponent, Pair};
use super::surface::Answer;
use super::wire::Ask;
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::Rng;

/// The result of a run.
#[derive(Default, Debug)]
struct Findings {
    pairs: usize,
    hints: usize,
    refused: usize,
    difference: Option<String>,
}

/// Asks for hints in indistinguishable pairs of battles. Both seats belong to one guest at one
/// screen: only then are there hints.
async fn compare(pairs: usize, seed: u64, leak: Option<&'static Leak>) -> Findings {
    let mut rng = Rng::new(seed);
    let mut findings = Findings::default();
    while findings.pairs < pairs && findings.difference.is_none() {
        let seat = Seat::new(findings.pairs % 2);
        let viewer = Viewer::Seat(seat);
        let pair = Pair::random_battles(viewer, Opponent::HotSeat, leak, &mut rng).await;
        let Some(mut pair) = pair else { continue };
        findings.pairs += 1;
        for _ in 0..8 {
            let is_to_act = pair.games[0].turn() as usize == seat.index();
            let mut answers = [Vec::new(), Vec::new()];
            for (game, answers) in pair.games.iter().zip(&mut answers) {
                answers.extend(ask(game, seat).await);
            }
            let status = if is_to_act { " 200 " } else { " 409 " };
            let (_, answer) = &answers[0][0];
            let text = String::from_utf8_lossy(answer);
            assert!(text.contains(status), "{status}: {text}");
            if is_to_act {
                findings.hints += 1;
                if leak.is_none() {
                    pair.games.iter().for_each(|game| is_its_view(game, seat));
                }
            } else {
                findings.refused += 1;
            }
            if !pair.judge(&answers) || !pair.step(&mut rng).await {
                break;
            }
        }
        findings.difference = pair.difference;
    }
    findings
}

/// Asks for a hint with the seat's perspective, and without one, which must give no hint.
async fn ask(game: &Game, seat: Seat) -> Vec<Answer> {
    let mut answers = Vec::new();
    for sight in [format!("?as={}", seat.index()), "?as=public".to_owned(), String::new()] {
        let path = format!("/api/games/{}/hint{sight}", game.id);
        let answer = game.world.ask(&game.seats[seat.index()], Ask::post(&path, "")).await;
        if !sight.contains(&seat.index().to_string()) {
            assert!(answer.starts_with(b"HTTP/1.1 409"), "{}", String::from_utf8_lossy(&answer));
        }
        answers.push((format!("hint {sight}"), answer));
    }
    // The number of hints is public.
    let state = Ask::get(format!("/api/games/{}", game.id));
    answers.push(("state".to_owned(), game.world.ask(&game.onlookers[1], state).await));
    answers
}

/// Asserts that the engine's input for the last hint is what a person on the seat may know.
fn is_its_view(game: &Game, seat: Seat) {
    let thought = game.world.script.thought.lock().expect("whole");
    let (given, _) = thought.last().expect("a thought");
    computer::is_its_view(game, seat, given);
}

#[tokio::test]
async fn a_hint_is_a_function_of_what_its_seat_may_know() {
    let findings = compare(16, 31, None).await;
    assert_eq!(findings.difference, None, "{findings:?}");
    assert!(findings.hints > 20 && findings.refused > 10, "too little was asked: {findings:?}");
}

#[tokio::test]
async fn every_leak_through_hints_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_HINTS {
        let findings = compare(60, 32, Some(leak)).await;
        if findings.difference.is_none() {
            missed.push((leak.name, findings));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
