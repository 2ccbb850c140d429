//! How soon a search ends that is told to: a measurement, `cargo test -p heterodox --test cli -- --ignored --nocapture stops`.

use crate::talk::Talk;
use std::time::{Duration, Instant};

/// What is stopped in turns.
const GOES: [&str; 8] = [
    "go infinite",
    "go",
    "go ponder wtime 60000 btime 60000",
    "go depth 60",
    "go nodes 4000000000",
    "go mate 9",
    "go movetime 60000",
    "go perft 30",
];
const SETTINGS: [&str; 4] = [
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
];
const STOPS: u64 = 1000;

/// Prints how long the answer took, over a thousand stops a variant at moments between 0 and 63 ms after the search began.
#[test]
#[ignore = "a measurement of a few minutes"]
fn stops_are_answered_at_once() {
    for variant in ["grand", "klinzha", "kaleidochess"] {
        let mut talk = Talk::new();
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        let mut took: Vec<Duration> = (0..STOPS).map(|number| stop(&mut talk, number)).collect();
        took.sort_unstable();
        let at =
            |thousandths: usize| took[(took.len() - 1) * thousandths / 1000].as_secs_f64() * 1e3;
        let late = took.iter().filter(|took| **took > Duration::from_millis(10)).count();
        println!(
            "{variant}: {STOPS} stops, ms: median {:.2}, 90 % {:.2}, 99 % {:.2}, most {:.2}; over 10 ms: {late}",
            at(500),
            at(900),
            at(990),
            at(1000)
        );
        talk.quit();
    }
}

fn stop(talk: &mut Talk, number: u64) -> Duration {
    if number.is_multiple_of(50) {
        talk.say(SETTINGS[(number / 50) as usize % SETTINGS.len()]);
    }
    let go = GOES[number as usize % GOES.len()];
    talk.say(go);
    talk.say("isready");
    talk.until("readyok");
    std::thread::sleep(Duration::from_millis(number * 37 % 64));
    let begin = Instant::now();
    talk.say("stop");
    talk.until(if go.contains("perft") { "info string perft was stopped" } else { "bestmove " });
    begin.elapsed()
}
