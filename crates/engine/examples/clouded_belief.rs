//! Follows random games of clouded Klin Zha as both sides and prints the size and the cost of the
//! beliefs.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_belief -- \
//!     [GAMES] [PLIES] [SEED] [maps|blind]
//! ```

use heterodox_engine::clouded::reference::UniformRandom;
use heterodox_engine::clouded::{Belief, History, ParticleLimits};
use heterodox_engine::{Level, Player, SearchLimit, SplitMix64};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Options, Setting, Start, Turn, Viewer, open};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().as_deref().unwrap_or("10").parse()?;
    let plies: usize = arguments.next().as_deref().unwrap_or("40").parse()?;
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let blind = arguments.next().as_deref() == Some("blind");
    let limits = ParticleLimits::of(Level::FULL);
    let mut all: Vec<(Duration, usize, bool)> = Vec::new();
    let mut bytes = 0;
    for game in 0..games {
        let mut random = SplitMix64::with_stream(seed, game);
        let mut options = Options::default();
        options.set(&if blind {
            "clouds=blind".to_owned()
        } else {
            format!("seed={}", random.below(1 << 30))
        })?;
        let mut table = open("clouded-klinzha", &Setting { options, start: Start::Setup })?;
        let mut mover = UniformRandom::new(random.next_u64());
        let mut beliefs: [Option<Belief>; 2] = [None, None];
        while table.plies() < plies {
            match table.turn() {
                Turn::Over(_) => break,
                Turn::Throw(request) => {
                    let faces: Vec<u8> =
                        (0..request.dice).map(|_| 1 + random.below(6) as u8).collect();
                    table.throw(&faces)?;
                }
                Turn::Seats(seats) => {
                    let viewer = Viewer::Seat(seats[0]);
                    let (scene, frames) = (table.scene(viewer), table.frames(viewer));
                    if scene.phase == "play" {
                        let gold = scene.sides[0].seat == Some(seats[0]);
                        let side = if gold { Side::Gold } else { Side::Green };
                        let history = History::read(side, &frames).ok_or("no views")?;
                        let kept = beliefs[side as usize].take();
                        let begin = Instant::now();
                        let belief = match kept {
                            Some(belief) => belief.follow(&history),
                            None => Belief::of(&history, limits),
                        };
                        all.push((begin.elapsed(), belief.len(), belief.is_complete()));
                        bytes = bytes.max(belief.bytes());
                        beliefs[side as usize] = Some(belief);
                    }
                    let never = AtomicBool::new(false);
                    let choice = mover.choose(&scene, &frames, &SearchLimit::default(), &never)?;
                    table.submit(seats[0], &choice.text)?;
                }
            }
        }
    }
    let complete = all.iter().filter(|(.., complete)| *complete).count();
    println!("{} beliefs, {complete} complete, at most {} KiB", all.len(), bytes >> 10);
    let mut sizes: Vec<usize> = all.iter().filter(|e| e.2).map(|e| e.1).collect();
    sizes.sort_unstable();
    let mut times: Vec<Duration> = all.iter().map(|e| e.0).collect();
    times.sort();
    for part in [10, 50, 90, 99] {
        let size = sizes.get(sizes.len() * part / 100);
        let time = times.get(times.len() * part / 100);
        println!("{part:3} %: complete ones up to {size:?} positions; {time:?}");
    }
    println!("the largest {:?}; the slowest {:?}", sizes.last(), times.last());
    Ok(())
}
