//! Plays fast games of Grand Chess over all setups and options, the computer against itself, and
//! counts crashes, refused moves and moves beyond the time limit. The right number of the first two
//! is 0.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example grand_safety -- [GAMES] [LIMIT] [SEED]
//! ```
//!
//! `LIMIT` is a time in milliseconds (`10ms`) or a number of nodes, for each move. A game ends
//! after 600 plies. On Linux the example also reports how late the moves were without the time for
//! which the thread waited for a processor.

use heterodox_engine::{Level, Player, SearchLimit, SplitMix64};
use heterodox_rules::{Table, Viewer};
use heterodox_testkit::engine::grand_chess::{computer, random_options, table};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const MOST_PLIES: usize = 600;

/// The totals of all games.
#[derive(Default)]
struct Totals {
    ends: BTreeMap<&'static str, usize>,
    setups: BTreeMap<String, usize>,
    moves: usize,
    /// Microseconds beyond the time limit, by move.
    late: Vec<u128>,
    /// The same without waiting for a processor.
    late_by_itself: Vec<u128>,
    worst: (Duration, String),
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().as_deref().unwrap_or("1000").parse()?;
    let limit = arguments.next().unwrap_or_else(|| "10ms".to_owned());
    let limit = match limit.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(limit.parse()?),
    };
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let begin = Instant::now();
    let mut totals = Totals::default();
    for number in 0..games {
        let mut random = SplitMix64::with_stream(seed, number);
        let options = random_options(&mut random);
        let mut game = table(&options, None);
        let mut players = [Level::FULL, *random.pick(&Level::ALL).ok_or("levels")?]
            .map(|level| computer(level, random.next_u64()));
        if random.chance(1, 2) {
            players.reverse();
        }
        let label = options.join(" ");
        *totals.setups.entry(options[0].clone()).or_default() += 1;
        play(&mut game, &mut players, limit, &label, &mut totals)?;
    }
    println!("{games} games, {} moves, {:.0} s", totals.moves, begin.elapsed().as_secs_f64());
    println!("setups: {:?}\nends: {:?}", totals.setups, totals.ends);
    println!("late by:              {}", shares(&mut totals.late));
    println!("without waiting:      {}", shares(&mut totals.late_by_itself));
    println!("worst without waiting: {:?}, {}", totals.worst.0, totals.worst.1);
    Ok(())
}

fn shares(late: &mut [u128]) -> String {
    late.sort_unstable();
    let at = |share: usize| late.get(late.len() * share / 10_000).copied().unwrap_or(0);
    let worst = late.last().copied().unwrap_or(0);
    format!(
        "median {} µs, 99 % {} µs, 99.9 % {} µs, worst {worst} µs",
        at(5000),
        at(9900),
        at(9990)
    )
}

/// How long this thread was ready to run and had no processor.
fn waited() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

fn play(
    game: &mut Table,
    players: &mut [Box<dyn Player>; 2],
    limit: SearchLimit,
    label: &str,
    totals: &mut Totals,
) -> Result<(), Box<dyn Error>> {
    let stop = AtomicBool::new(false);
    while game.plies() < MOST_PLIES {
        let Some(&seat) = game.scene(Viewer::Public).to_act.first() else { break };
        let viewer = Viewer::Seat(seat);
        let (scene, frames) = (game.scene(viewer), game.frames(viewer));
        let (begin, waited_before) = (Instant::now(), waited());
        let choice = players[seat.index()]
            .choose(&scene, &frames, &limit, &stop)
            .map_err(|error| format!("{label}: {error}"))?;
        let took = begin.elapsed();
        totals.moves += 1;
        if let Some(time) = limit.time {
            let late = took.saturating_sub(time);
            totals.late.push(late.as_micros());
            let late = late.saturating_sub(waited().saturating_sub(waited_before));
            totals.late_by_itself.push(late.as_micros());
            if late > totals.worst.0 {
                totals.worst = (late, format!("{label}: {}", scene.frame.position));
            }
        }
        game.submit(seat, &choice.text)
            .map_err(|refusal| format!("{label}: {}: {refusal}", choice.text))?;
    }
    let end = game.outcome().map_or("left", |outcome| outcome.reason.key());
    *totals.ends.entry(end).or_default() += 1;
    Ok(())
}
