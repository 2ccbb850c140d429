//! Plays games of a level against another player and counts the results.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example match -- [GAMES] [LEVEL] [BUDGET] [SEED] [OPPONENT] [GAME]
//! ```
//!
//! `BUDGET` is a time in milliseconds (`200ms`) or a number of nodes (`20000`). `OPPONENT` is a level
//! or `greedy` (if left out), which takes what it can and else moves at random. `GAME` is `klinzha` (if
//! left out) or `grand-chess`. In Klin Zha odd games begin from a quick start, even ones with the whole
//! setup; in Grand Chess odd games are classic, and even ones have the options of the example
//! `grand_safety`. The players change seats after every two games.

#[path = "../tests/common/grand.rs"]
mod grand;

use heterodox_engine::reference::GreedyRandom;
use heterodox_engine::{Level, Player, Random, SearchLimit, arena, player};
use heterodox_rules::{Options, Outcome, Seat, Setting, Start, Table, info, open};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: usize = arguments.next().as_deref().unwrap_or("100").parse()?;
    let level = arguments.next().unwrap_or_else(|| "strong".to_owned());
    let level = Level::from_key(&level).ok_or("LEVEL is a number from 1 to 8")?;
    let budget = budget(arguments.next().as_deref().unwrap_or("200ms"))?;
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;

    let opponent = arguments.next().unwrap_or_else(|| "greedy".to_owned());
    let game = arguments.next().unwrap_or_else(|| "klinzha".to_owned());

    println!("{} against {opponent}, {budget:?} a move, seed {seed}", level.key());
    let begin = Instant::now();
    let mut table: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut won = 0;
    for number in 0..games {
        let (seat, outcome, plies) = one_game(&game, number, level, &opponent, budget, seed)?;
        let result = match outcome.winner {
            Some(winner) if winner == seat => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        won += usize::from(result == "won");
        *table.entry((result, outcome.reason.key())).or_default() += 1;
        println!(
            "game {:3}: {seat} {result:5} {:11} {plies:3} plies",
            number + 1,
            outcome.reason.key()
        );
    }
    println!("\n{:6} {:12} {:>5}", "result", "reason", "games");
    for ((result, reason), count) in table {
        println!("{result:6} {reason:12} {count:5}");
    }
    println!("{won} of {games} won in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

fn budget(text: &str) -> Result<SearchLimit, Box<dyn Error>> {
    Ok(match text.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(text.parse()?),
    })
}

/// Plays one game and says where the measured player sat, how it ended and after how many plies.
fn one_game(
    game: &str,
    number: usize,
    level: Level,
    opponent: &str,
    budget: SearchLimit,
    seed: u64,
) -> Result<(Seat, Outcome, usize), Box<dyn Error>> {
    let seat = Seat::new(number / 2 % 2);
    let mut random = Random::mixed(seed, number as u64);
    let mut table = if game == "grand-chess" {
        let classic = !number.is_multiple_of(2);
        let options = if classic { Vec::new() } else { grand::random_options(&mut random) };
        grand::table(&options, None)
    } else {
        klinzha_table(number, &mut random)?
    };
    let measured = player(game, level, random.next_u64()).ok_or("no player for this game")?;
    let mut players = vec![measured, opponent_named(game, opponent, random.next_u64())?];
    if seat.index() == 1 {
        players.reverse();
    }
    let outcome = arena::play(&mut table, &mut players, &[budget, budget], &mut random)?;
    Ok((seat, outcome, table.plies()))
}

fn klinzha_table(number: usize, random: &mut Random) -> Result<Table, Box<dyn Error>> {
    let mut options = Options::default();
    options.set("house-rules=on")?;
    let quick = info("klinzha")?.quick_starts;
    let start = match random.pick(quick) {
        Some(name) if number.is_multiple_of(2) => Start::Quick((*name).to_owned()),
        _ => Start::Setup,
    };
    Ok(open("klinzha", &Setting { options, start })?)
}

fn opponent_named(game: &str, name: &str, seed: u64) -> Result<Box<dyn Player>, Box<dyn Error>> {
    if name == "greedy" {
        return Ok(Box::new(GreedyRandom::new(seed)));
    }
    let level = Level::from_key(name).ok_or("OPPONENT is a level or greedy")?;
    Ok(player(game, level, seed).ok_or("no player for this game")?)
}
