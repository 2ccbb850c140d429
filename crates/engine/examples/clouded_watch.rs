//! Follows a game of clouded Klin Zha against a reference player and holds what is believed against the truth.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_watch -- [OPPONENT] [BUDGET] [SEED] [KIND] [EVERY]
//! ```
//!
//! `OPPONENT` is `random`, `greedy` or a level, `BUDGET` a time (`300ms`) or a number of nodes, `KIND` is `maps` or `blind`. After
//! every so many plies it shows how many warriors each side has, the size of the belief, the share of it that has the
//! enemy Goal on its true cell, and on how many cells it may be.

use heterodox_engine::clouded::reference::{Greedy, Uniform};
use heterodox_engine::clouded::{Belief, History, Limits};
use heterodox_engine::{Budget, Level, Player, Random, player};
use heterodox_rules::clouded::arbiter::Arbiter;
use heterodox_rules::klinzha::{Position, QUICK_STARTS, Side, board};
use heterodox_rules::{Options, Seat, Setting, Start, Turn, Viewer};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &'static str| {
        arguments.get(index).map_or(default, String::as_str).to_owned()
    };
    let opponent = argument(0, "greedy");
    let budget = match argument(1, "100ms").strip_suffix("ms") {
        Some(millis) => Budget::time(Duration::from_millis(millis.parse()?)),
        None => Budget::nodes(argument(1, "").parse()?),
    };
    let seed: u64 = argument(2, "1").parse()?;
    let every: usize = argument(4, "10").parse()?;
    let mut random = Random::new(seed);
    let mut options = Options::default();
    options.set(&match argument(3, "blind").as_str() {
        "blind" => "clouds=blind".to_owned(),
        _ => format!("seed={seed}"),
    })?;
    let start = random.pick(&QUICK_STARTS).ok_or("no quick starts")?;
    let start = Start::Quick((*start).to_owned());
    let mut game = Arbiter::open(&Setting { options, start })?;
    let mut players: [Box<dyn Player>; 2] = [
        player("clouded-klinzha", Level::FULL, seed).ok_or("no player")?,
        match opponent.as_str() {
            "random" => Box::new(Uniform::new(seed)),
            "greedy" => Box::new(Greedy::new(seed)),
            name => player("clouded-klinzha", Level::from_key(name).ok_or("OPPONENT")?, seed)
                .ok_or("no player")?,
        },
    ];
    let mut belief: Option<Belief> = None;
    let mut plies = 0;
    loop {
        match game.turn() {
            Turn::Over(outcome) => {
                println!("{plies:4}: {outcome:?}");
                return Ok(());
            }
            Turn::Throw(request) => {
                let faces: Vec<u8> = (0..request.dice).map(|_| 1 + random.below(6) as u8).collect();
                game.throw(&faces)?;
            }
            Turn::Seats(seats) => {
                let viewer = Viewer::Seat(seats[0]);
                let (scene, frames) = (game.scene(viewer), game.frames_seen(viewer));
                if seats[0] == Seat::new(0) {
                    let history = History::read(Side::Gold, &frames).ok_or("no views")?;
                    let now = match belief.take() {
                        Some(belief) => belief.follow(&history),
                        None => Belief::of(&history, Limits::of(Level::FULL)),
                    };
                    let truth = game.position().ok_or("no battle")?;
                    if plies % every < 2 {
                        show(plies, &now, truth);
                    }
                    belief = Some(now);
                }
                let never = AtomicBool::new(false);
                let choice = players[seats[0].index()].choose(&scene, &frames, &budget, &never)?;
                game.submit(&choice.text)?;
                plies += 1;
            }
        }
    }
}

fn show(plies: usize, belief: &Belief, truth: &Position) {
    let mut goals: BTreeMap<_, f64> = BTreeMap::new();
    for (position, weight) in belief.weighted() {
        *goals.entry(position.goal(Side::Green)).or_default() += weight;
    }
    let right = goals.get(&truth.goal(Side::Green)).copied().unwrap_or(0.0);
    let bits: f64 = goals.values().map(|share| -share * share.max(1e-9).log2()).sum();
    println!(
        "{plies:4}: {} against {} warriors, quiet {:3}, {} positions{}, Goal {} believed {right:.3}, {} cells, {bits:.1} bits",
        truth.occupied(Side::Gold).len(),
        truth.occupied(Side::Green).len(),
        truth.quiet(),
        belief.len(),
        if belief.is_complete() { " (all)" } else { "" },
        truth.goal(Side::Green).map_or("", board::name),
        goals.len(),
    );
}
