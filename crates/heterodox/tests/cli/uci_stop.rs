//! Measures how long the engine takes to answer `stop`: `cargo test -p heterodox --test cli --
//! --ignored --nocapture stops`.

use crate::talk::Talk;
use std::time::{Duration, Instant};

/// The searches to stop.
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

/// Prints the times to `bestmove` over a thousand stops for each variant, 0 to 63 ms after the
/// start of the search, and the times to `readyok` just before. `isready` needs no work, so its
/// times are those of the machine.
#[test]
#[ignore = "a measurement of a few minutes"]
fn stops_are_answered_at_once() {
    for variant in ["grand", "klinzha", "kaleidochess"] {
        let mut talk = Talk::new();
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        let (ready, stopped) = (0..STOPS).map(|number| stop(&mut talk, number)).unzip();
        show(&format!("{variant}, isready"), ready);
        show(&format!("{variant}, stop"), stopped);
        talk.quit();
    }
}

fn show(what: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let at = |thousandths: usize| took[(took.len() - 1) * thousandths / 1000].as_secs_f64() * 1e3;
    let late = took.iter().filter(|took| **took > Duration::from_millis(10)).count();
    let (median, most, late) = (at(500), at(1000), late * 1000 / took.len());
    let (ninety, ninety_nine) = (at(900), at(990));
    println!(
        "{what}, ms: median {median:.2}, 90 % {ninety:.2}, 99 % {ninety_nine:.2}, most {most:.2}; {late} of 1000 over 10 ms"
    );
}

fn stop(talk: &mut Talk, number: u64) -> (Duration, Duration) {
    if number.is_multiple_of(50) {
        talk.say(SETTINGS[(number / 50) as usize % SETTINGS.len()]);
    }
    let go = GOES[number as usize % GOES.len()];
    talk.say(go);
    let mut answer = |said: &str, answer: &str| {
        let begin = Instant::now();
        talk.say(said);
        talk.until(answer);
        begin.elapsed()
    };
    answer("isready", "readyok");
    std::thread::sleep(Duration::from_millis(number * 37 % 64));
    let ready = answer("isready", "readyok");
    let last = if go.contains("perft") { "info string perft was stopped" } else { "bestmove " };
    (ready, answer("stop", last))
}
