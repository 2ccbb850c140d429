//! Plays games of `KaleidoChess` between players and counts the results of the first.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example kaleido_match -- PLAYER OPPONENT [GAMES] [SEATS] [SEED] [OPTION=VALUE]…
//! ```
//!
//! `PLAYER` and `OPPONENT` (who has all other seats) are a name and a budget, a time or a number of nodes, such as
//! `strong:200ms` or `paranoid:5000`. Names: `strong`, `medium`, `easy`; `best-reply`, `paranoid`, `max-n` (strong with
//! that idea of several opponents); `star1`, `plain` (strong with other cuts for dice); `greedy` (two plies of
//! material), `careful` (random without suicide and own captures). Weights of the
//! evaluation may follow the name of a computer player: `strong+siege=20+defender=0:5000`. The player changes seats from game to game; every
//! game begins with two random plies for each seat that leave no castle to be taken at once. With an odd number
//! of games the last seats come less often.

use heterodox_engine::kaleido::reference::{Careful, Greedy};
use heterodox_engine::kaleido::{Cuts, KaleidoPlayer, Method, Weights};
use heterodox_engine::{Level, Player, Random, SearchLimit, arena};
use heterodox_rules::kaleido::{HOUSE_MAX_MOVES, Position, TableRules};
use heterodox_rules::{Options, Outcome, Seat, Setting, Start, Table, Viewer, open};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The weights of a player are written like options.
    let is_option = |argument: &String| argument.contains('=') && !argument.contains('+');
    let (settings, plain): (Vec<String>, Vec<String>) = arguments.into_iter().partition(is_option);
    let mut plain = plain.into_iter();
    let (Some(name), Some(opponent)) = (plain.next(), plain.next()) else {
        return Err("PLAYER and OPPONENT are missing".into());
    };
    let mut number = |usual: u64| plain.next().map_or(Ok(usual), |text| text.parse::<u64>());
    let (games, seats, seed) = (number(20)? as usize, number(2)? as usize, number(1)?);
    let mut options = Options::default();
    options.set(&format!("seats={seats}"))?;
    if !settings.iter().any(|setting| setting.starts_with("max-moves")) {
        options.set(&format!("max-moves={HOUSE_MAX_MOVES}"))?;
    }
    settings.iter().try_for_each(|setting| options.set(setting))?;

    println!("{name} against {opponent}, {seats} seats, seed {seed}, {options:?}");
    let begin = Instant::now();
    let mut results: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let (mut won, mut drawn, mut plies) = (0, 0, Vec::new());
    for game in 0..games {
        let seat = Seat::new(game % seats);
        let (outcome, length) = one_game(game, seat, [&name, &opponent], &options, seed)?;
        let result = result(&outcome, seat);
        won += usize::from(result == "won");
        drawn += usize::from(result == "drawn");
        plies.push(length);
        println!(
            "game {:3}: {seat} {result:7} {:11} {length:3} plies",
            game + 1,
            outcome.reason.key()
        );
        *results.entry((result, outcome.reason.key())).or_default() += 1;
    }
    for ((result, reason), count) in results {
        println!("{result:8} {reason:12} {count:5}");
    }
    plies.sort_unstable();
    println!(
        "{won} of {games} won, {drawn} drawn; {} plies (median), {} at most; {:.0} s",
        plies[plies.len() / 2],
        plies[plies.len() - 1],
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}

fn result(outcome: &Outcome, seat: Seat) -> String {
    match outcome.winner {
        Some(winner) if winner == seat => "won".to_owned(),
        None if outcome.ranking.first().is_some_and(|first| first.contains(&seat)) => {
            "drawn".to_owned()
        }
        _ => {
            let place = outcome.ranking.iter().position(|place| place.contains(&seat));
            format!("place {}", place.map_or(0, |place| place + 1))
        }
    }
}

/// Plays one game; two plies for each seat are random.
fn one_game(
    game: usize,
    seat: Seat,
    names: [&str; 2],
    options: &Options,
    seed: u64,
) -> Result<(Outcome, usize), Box<dyn Error>> {
    let rules = TableRules::new(options)?;
    let seats = rules.seats();
    // Every player meets every opening from every seat.
    let mut random = Random::mixed(seed, (game / seats) as u64);
    let setting = Setting { options: options.clone(), start: Start::Setup };
    let mut table = open("kaleidochess", &setting)?;
    let dice = &mut Random::mixed(seed, random.next_u64());
    if rules.dice.is_none() {
        (0..2 * seats).try_for_each(|_| random_ply(&mut table, &rules, &mut random))?;
    }
    let mut players = Vec::new();
    let mut budgets = Vec::new();
    for index in 0..seats {
        let name = names[usize::from(index != seat.index())];
        let (player, budget) = named(name, random.next_u64() ^ game as u64)?;
        players.push(player);
        budgets.push(budget);
    }
    let outcome = arena::play(&mut table, &mut players, &budgets, dice)?;
    Ok((outcome, table.plies()))
}

/// A random ply after which nobody can be put out at once.
fn random_ply(
    table: &mut Table,
    rules: &TableRules,
    random: &mut Random,
) -> Result<(), Box<dyn Error>> {
    let scene = table.scene(Viewer::Public);
    let seat = *scene.to_act.first().ok_or("the game is over")?;
    let position = Position::read(&scene.frame.position, rules.dice)?;
    let quiet = |next: &Position| {
        let all = next.playing();
        all == position.playing()
            && all.iter().all(|color| {
                let others = all.iter().filter(|&other| other != color);
                let attacked = others.map(|other| next.attacked_by(other));
                let held = next.castles(color);
                attacked.fold(held, |safe, cells| safe - cells) == held
            })
    };
    let mut moves = position.legal_moves();
    moves.retain(|&m| !position.is_capture(m) && quiet(&position.after_unchecked(m)));
    let m = *random.pick(&moves).ok_or("no quiet move")?;
    table.submit(seat, &position.write(m))?;
    Ok(())
}

fn named(text: &str, seed: u64) -> Result<(Box<dyn Player>, SearchLimit), Box<dyn Error>> {
    let (name, budget) = text.split_once(':').unwrap_or((text, "200ms"));
    let budget = match budget.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(budget.parse()?),
    };
    let (name, changes) = name.split_once('+').unwrap_or((name, ""));
    let weights = weights(changes)?;
    let strong = KaleidoPlayer::new(Level::FULL, seed).weighing(weights);
    let player: Box<dyn Player> = match name {
        "greedy" => Box::new(Greedy::new(seed)),
        "careful" => Box::new(Careful::new(seed)),
        "best-reply" => Box::new(strong.with(Method::BestReply, Cuts::Star2)),
        "paranoid" => Box::new(strong.with(Method::Paranoid, Cuts::Star2)),
        "max-n" => Box::new(strong.with(Method::MaxN, Cuts::Star2)),
        "star1" => Box::new(strong.with(Method::BestReply, Cuts::Star1)),
        "plain" => Box::new(strong.with(Method::BestReply, Cuts::None)),
        level => {
            let level =
                Level::from_key(level).ok_or_else(|| format!("nobody is called '{level}'"))?;
            Box::new(KaleidoPlayer::new(level, seed).weighing(weights))
        }
    };
    Ok((player, budget))
}

fn weights(changes: &str) -> Result<Weights, Box<dyn Error>> {
    let mut weights = Weights::default();
    for change in changes.split('+').filter(|change| !change.is_empty()) {
        let (name, value) = change.split_once('=').ok_or("a weight is NAME=VALUE")?;
        if !weights.set(name, value.parse()?) {
            return Err(format!("there is no weight '{name}'").into());
        }
    }
    Ok(weights)
}
