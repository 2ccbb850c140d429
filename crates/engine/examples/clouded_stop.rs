//! How long the clouded player goes on after it was told to stop: random games, in which a new player is asked before each ply.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_stop -- [PLIES] [AFTER]
//! ```
//!
//! `AFTER` so many milliseconds each player is told to stop; its budget knows no end.

use heterodox_engine::clouded::reference::Uniform;
use heterodox_engine::{Budget, Level, Player, player};
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
        let mut table = open("clouded-klinzha", &Setting { options, start: Start::Setup })?;
        let mut mover = Uniform::new(1);
        let mut late: Vec<Duration> = Vec::new();
        while let Turn::Seats(seats) = table.turn() {
            let viewer = Viewer::Seat(seats[0]);
            let (scene, frames) = (table.scene(viewer), table.frames(viewer));
            let stop = AtomicBool::new(false);
            let mut asked = player("clouded-klinzha", Level::Strong, 1).ok_or("no player")?;
            let end = std::thread::scope(|scope| {
                let thinking = scope
                    .spawn(|| asked.choose(&scene, &frames, &Budget::default(), &stop).is_ok());
                std::thread::sleep(after);
                stop.store(true, Ordering::Relaxed);
                let told = Instant::now();
                thinking.join().map(|_| told.elapsed())
            });
            late.push(end.map_err(|_| "a player panicked")?);
            let choice = mover.choose(&scene, &frames, &Budget::default(), &stop)?;
            table.submit(seats[0], &choice.text)?;
            if table.plies() >= plies {
                break;
            }
        }
        late.sort();
        let at = |part: usize| late[(late.len() * part / 100).min(late.len() - 1)];
        println!(
            "{option}: {} asked, late by {:?} (median), {:?} (95 %), {:?} at most",
            late.len(),
            at(50),
            at(95),
            at(100)
        );
    }
    Ok(())
}
