//! Plays games of clouded Klin Zha against a reference player or another method and prints the
//! results and the times.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_match -- \
//!     [GAMES] [OPPONENT] [LIMIT] [SEED] [KIND] [PLAYER] [KEEP]
//! ```
//!
//! * `GAMES`: their number, or the first and the last (`38-38`);
//! * `OPPONENT`: `random`, `greedy`, a level, or a method of choosing (`mixed`, `mean`, `worst`,
//!   `ismcts`) at full strength;
//! * `LIMIT`: a time in milliseconds (`300ms`) or a number of nodes;
//! * `KIND`: `maps` (generated ones, another for each game), `blind` or `drift`;
//! * `PLAYER`: the level or the method of the measured player;
//! * `KEEP`: a folder for the records of games that the measured player does not win.
//!
//! Games begin with the setup, and the players change seats after each game. Times are those of the
//! measured player in the battle. `heterodox match` compares levels and reference players.

use heterodox_engine::clouded::reference::{Greedy, UniformRandom};
use heterodox_engine::clouded::{CloudedPlayer, DecisionMethod};
use heterodox_engine::{Choice, Level, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_host::Game;
use heterodox_rules::{Frame, Outcome, Scene, Seat, Start, Viewer};
use heterodox_testkit::engine::arena;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &'static str| {
        arguments.get(index).map_or(default, String::as_str).to_owned()
    };
    let games = argument(0, "100");
    let (first, games): (usize, usize) = match games.split_once('-') {
        Some((first, last)) => (first.parse::<usize>()? - 1, last.parse()?),
        None => (0, games.parse()?),
    };
    let (opponent, kind) = (argument(1, "random"), argument(4, "maps"));
    let limit = limit(&argument(2, "300ms"))?;
    let seed: u64 = argument(3, "1").parse()?;
    let measured = argument(5, "8");
    println!("{measured} against {opponent}, {kind}, {limit:?} a move, seed {seed}");
    let begin = Instant::now();
    let mut results: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut times = Vec::new();
    let mut won = 0;
    for number in first..games {
        let seat = Seat::new(number % 2);
        let taken = Arc::new(Mutex::new(Vec::new()));
        let (outcome, game) =
            one_game(seat, number, [&measured, &opponent], &kind, (limit, seed), &taken)?;
        let plies = game.table().plies();
        let result = match outcome.winner {
            Some(winner) if winner == seat => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        won += usize::from(result == "won");
        if result != "won"
            && let Some(folder) = arguments.get(6)
        {
            let record = game.table().record(Viewer::Public, &[]);
            std::fs::write(format!("{folder}/{opponent}-{kind}-{}.txt", number + 1), record)?;
        }
        *results.entry((result, outcome.reason.key())).or_default() += 1;
        println!(
            "game {:3}: {seat} {result:5} {:11} {plies:3} plies",
            number + 1,
            outcome.reason.key()
        );
        times.extend(taken.lock().map_err(|_| "a player panicked")?.iter().copied());
    }
    for ((result, reason), count) in results {
        println!("{result:6} {reason:12} {count:5}");
    }
    times.sort();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    println!("{won} of {} won in {:.0} s", games - first, begin.elapsed().as_secs_f64());
    println!("a move took {:?} (median), {:?} (99 %), {:?} at most", at(50), at(99), times.last());
    Ok(())
}

fn limit(text: &str) -> Result<SearchLimit, Box<dyn Error>> {
    Ok(match text.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(text.parse()?),
    })
}

/// A player whose moves are timed.
struct Timed {
    player: Box<dyn Player>,
    taken: Arc<Mutex<Vec<Duration>>>,
}

impl Player for Timed {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let begin = Instant::now();
        let choice = self.player.choose(scene, frames, limit, stop);
        if scene.phase == "play"
            && let Ok(mut taken) = self.taken.lock()
        {
            taken.push(begin.elapsed());
        }
        choice
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        self.player.accepts_draw(scene, frames)
    }
}

fn one_game(
    seat: Seat,
    number: usize,
    [measured, opponent]: [&str; 2],
    kind: &str,
    (limit, seed): (SearchLimit, u64),
    taken: &Arc<Mutex<Vec<Duration>>>,
) -> Result<(Outcome, Game), Box<dyn Error>> {
    let mut random = SplitMix64::with_stream(seed, number as u64);
    let options = match kind {
        "blind" => vec!["clouds=blind".to_owned()],
        "drift" => vec![format!("seed={}", random.below(1 << 30)), "drift=dice".to_owned()],
        _ => vec![format!("seed={}", random.below(1 << 30))],
    };
    let mut game = arena::open("clouded-klinzha", &options, Start::Setup);
    let measured = named(measured, random.next_u64())?;
    let measured: Box<dyn Player> = Box::new(Timed { player: measured, taken: taken.clone() });
    let other = named(opponent, random.next_u64())?;
    let mut players = vec![measured, other];
    if seat.index() == 1 {
        players.reverse();
    }
    let outcome = arena::play(&mut game, &mut players, &[limit, limit], random.next_u64())?;
    Ok((outcome, game))
}

/// A reference player, a level or a method.
fn named(name: &str, seed: u64) -> Result<Box<dyn Player>, Box<dyn Error>> {
    Ok(match (name, Level::from_key(name), DecisionMethod::from_key(name)) {
        ("random", ..) => Box::new(UniformRandom::new(seed)),
        ("greedy", ..) => Box::new(Greedy::new(seed)),
        (_, Some(level), _) => Box::new(CloudedPlayer::new(level, seed)),
        (.., Some(method)) => Box::new(CloudedPlayer::with_method(Level::FULL, seed, method)),
        _ => return Err("a player is random, greedy, a level or a method".into()),
    })
}
