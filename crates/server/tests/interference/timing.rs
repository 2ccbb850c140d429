//! The duration of an answer must not reveal whether others act unseen at the same time, or have
//! acted before.
//!
//! The store of these servers is slow without using the processor, so that waiting for another
//! player's act would show. The durations with and without an unseen act are compared by rank (the
//! probability that one of the first kind is longer than one of the second): about 0.5 if nothing
//! is revealed, near 1 if one waits for the other.

use super::pairs::{Game, Opponent, submit};
use super::wire::Ask;
use super::world::Caller;
use serde_json::json;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long the store takes to append.
const APPEND: Duration = Duration::from_millis(4);
/// The number of measurements of each kind.
const POLLS: usize = 1500;
/// The number of setup steps that a game allows a seat, with a margin.
const STEPS: usize = 450;
/// Probabilities outside this range would reveal an act. The range allows for the noise of a
/// machine with other load; answers that wait for the store lie above 0.95.
const FAIR: std::ops::Range<f64> = 0.3..0.7;

/// A setup under clouds in which the placement of seat 0 is hidden.
async fn setup() -> Game {
    let options = json!({"clouds": "blind"});
    let game =
        Game::open([&options, &json!({"setup": true})], 0, Opponent::Guest, None, &[6, 5]).await;
    for step in ["cast", "option first", "take gold north"] {
        game.must(0, &submit(step)).await;
    }
    game.world.slow_down(APPEND);
    game
}

/// The probability that a duration of `first` is longer than one of `second`.
fn chance_longer(first: &[Duration], second: &[Duration]) -> f64 {
    let mut second = second.to_vec();
    second.sort_unstable();
    let below = |time: &Duration| {
        let less = second.partition_point(|other| other < time);
        let same = second.partition_point(|other| other <= time) - less;
        less as f64 + same as f64 / 2.0
    };
    first.iter().map(below).sum::<f64>() / (first.len() * second.len()) as f64
}

/// How long a refused act of seat 1 takes.
async fn poll(game: &Game, caller: &Caller) -> Duration {
    let path = format!("/api/games/{}/acts", game.id);
    let begun = Instant::now();
    let refused = game.world.ask(caller, Ask::post(path, submit("clear").to_string())).await;
    let took = begun.elapsed();
    assert!(refused.starts_with(b"HTTP/1.1 422"), "{}", String::from_utf8_lossy(&refused));
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_does_not_wait_for_what_others_do_unseen() {
    let (mut during, mut between) = (Vec::new(), Vec::new());
    while during.len() < POLLS {
        let game = setup().await;
        for _ in 0..STEPS {
            if during.len() >= POLLS {
                break;
            }
            // Measurements alternate: one during an append, one without.
            let act = submit("clear");
            let done = Cell::new(false);
            let acting = async {
                game.must(0, &act).await;
                done.set(true);
            };
            // A loaded machine may miss the append.
            let asking = async {
                let mut times = Vec::new();
                while !done.get() {
                    if game.world.is_appending() {
                        times.push(poll(&game, &game.seats[1]).await);
                    } else {
                        tokio::task::yield_now().await;
                    }
                }
                times
            };
            let ((), mut times) = tokio::join!(acting, asking);
            let count = times.len();
            during.append(&mut times);
            for _ in 0..count {
                between.push(poll(&game, &game.seats[1]).await);
            }
        }
    }
    let chance = chance_longer(&during, &between);
    assert!(FAIR.contains(&chance), "{chance}: {} and {} polls", during.len(), between.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_socket_does_not_tell_that_others_acted_unseen() {
    let (mut after, mut otherwise) = (Vec::new(), Vec::new());
    while after.len() < POLLS {
        let game = setup().await;
        game.world.slow_down(Duration::ZERO);
        // The seat is online all the time.
        let mut first = game.socket(&game.seats[1]).await;
        first.next().await;
        for round in 0..2 * STEPS {
            // An act takes place in both cases, so that nothing else differs: an act that only its
            // seat sees, or one that is refused.
            let unseen = round % 2 == 0;
            let act = if unseen { "clear" } else { "no step" };
            game.act(0, &submit(act)).await;
            let begun = Instant::now();
            let mut second = game.socket(&game.seats[1]).await;
            second.next().await;
            let times = if unseen { &mut after } else { &mut otherwise };
            times.push(begun.elapsed());
        }
    }
    let chance = chance_longer(&after, &otherwise);
    assert!(FAIR.contains(&chance), "{chance}: {} and {} sockets", after.len(), otherwise.len());
}

/// The comparison finds a difference of durations.
#[test]
fn a_difference_of_times_is_found() {
    let times = |from: u64| (0..1000).map(|n| Duration::from_micros(from + n)).collect::<Vec<_>>();
    assert!((chance_longer(&times(5), &times(5)) - 0.5).abs() < 0.01);
    assert!(chance_longer(&times(800), &times(5)) > 0.95);
    assert!(chance_longer(&times(5), &times(800)) < 0.05);
}
