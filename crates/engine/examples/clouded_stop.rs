//! How long the clouded player goes on after it was told to stop: random games, in which a new
//! player chooses before each ply.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_stop -- [PLIES] [AFTER]
//! ```
//!
//! Each player is told to stop after `AFTER` milliseconds and has no other limit. On a busy machine
//! the processor time tells more: with `AFTER` 0 it is the least cost of an answer.

use heterodox_engine::clouded::reference::UniformRandom;
use heterodox_engine::{Level, Player, SearchLimit, player};
use heterodox_rules::{Options, Setting, Start, Turn, Viewer, open};
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let plies: usize = arguments.next().as_deref().unwrap_or("60").parse()?;
    let after = Duration::from_millis(arguments.next().as_deref().unwrap_or("20").parse()?);
    for option in ["seed=3", "seed=4", "clouds=blind"] {
        let mut options = Options::default();
        options.set(option)?;
        let start = Start::Quick("north-west".to_owned());
        let mut table = open("clouded-klinzha", &Setting { options, start })?;
        let mut mover = UniformRandom::new(1);
        let (mut late, mut work) = (Vec::new(), Vec::new());
        while let Turn::Seats(seats) = table.turn() {
            let viewer = Viewer::Seat(seats[0]);
            let (scene, frames) = (table.scene(viewer), table.frames(viewer));
            let stop = AtomicBool::new(false);
            let mut asked = player("clouded-klinzha", Level::FULL, 1).ok_or("no player")?;
            let end = std::thread::scope(|scope| {
                let thinking = scope.spawn(|| {
                    let answered = asked.choose(&scene, &frames, &SearchLimit::default(), &stop);
                    (answered.is_ok(), processor_time())
                });
                std::thread::sleep(after);
                stop.store(true, Ordering::Relaxed);
                let told = Instant::now();
                thinking.join().map(|(_, worked)| (told.elapsed(), worked))
            });
            let (waited, worked) = end.map_err(|_| "a player panicked")?;
            late.push(waited);
            work.push(worked);
            let choice = mover.choose(&scene, &frames, &SearchLimit::default(), &stop)?;
            table.submit(seats[0], &choice.text)?;
            if table.plies() >= plies {
                break;
            }
        }
        print!("{option}: {} asked; late by ", late.len());
        show(&mut late);
        print!("  processor time of the whole answer ");
        show(&mut work);
    }
    Ok(())
}

fn show(times: &mut [Duration]) {
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println!("{:?} (median), {:?} (95 %), {:?} at most", at(50), at(95), at(100));
}

/// The processor time of this thread; zero where the system does not report it.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split(' ').next().and_then(|field| field.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}
