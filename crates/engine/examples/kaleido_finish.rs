//! Plays won games of `KaleidoChess` for two seats to their end: does the side that is far ahead
//! win?
//!
//! ```text
//! cargo run --release -p heterodox-engine --example kaleido_finish -- \
//!     [POSITIONS] [LIMIT] [SEED] [AHEAD]
//! ```
//!
//! Both sides play at full strength with 1000 nodes a move, from random openings, until a search of
//! 20 000 nodes shows one of them `AHEAD` hundredths of a Pawn (600) ahead. From there on both have
//! `LIMIT` (`200ms`, `20000`) a move, until one wins or the 150 moves of the house rules are over.

use heterodox_engine::kaleido::{KaleidoEvaluation, searcher};
use heterodox_engine::search::SearchRequest;
use heterodox_engine::{Level, Player, SearchLimit, SplitMix64, player};
use heterodox_host::{Event, Game, Moment};
use heterodox_rules::kaleido::{HOUSE_MAX_MOVES, Position};
use heterodox_rules::{Act, Seat, Start, Viewer};
use heterodox_testkit::engine::arena;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let positions: usize = arguments.next().as_deref().unwrap_or("50").parse()?;
    let limit = arguments.next().unwrap_or_else(|| "20000".to_owned());
    let limit = match limit.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(limit.parse()?),
    };
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let ahead: i32 = arguments.next().as_deref().unwrap_or("600").parse()?;
    println!("{positions} positions, {limit:?}, seed {seed}, {ahead} ahead");
    let (mut found, mut number, mut lengths) = (0, 0, Vec::new());
    let (mut won, mut lost, mut open) = (0, 0, 0);
    while found < positions {
        number += 1;
        let Some((mut game, leader)) = won_game(seed, number, ahead)? else { continue };
        found += 1;
        let before = game.table().plies();
        let mut players: Vec<Box<dyn Player>> = (0..2).map(full_strength).collect();
        let outcome = arena::play(&mut game, &mut players, &[limit; 2], 1)?;
        let result = match outcome.winner {
            Some(winner) if winner == leader => {
                won += 1;
                "won"
            }
            Some(_) => {
                lost += 1;
                "lost"
            }
            None => {
                open += 1;
                "unfinished"
            }
        };
        let plies = game.table().plies() - before;
        lengths.push(plies);
        println!(
            "{found:3}: {leader} is ahead after {before:3} plies: {result} after {plies} more"
        );
    }
    lengths.sort_unstable();
    println!("{won} won, {lost} lost, {open} unfinished");
    println!("{} plies (median), {} at most", lengths[positions / 2], lengths[positions - 1]);
    Ok(())
}

fn full_strength(seed: u64) -> Box<dyn Player> {
    player("kaleidochess", Level::FULL, seed).expect("a player")
}

/// A game in which a seat is far ahead; `None` if it ends before.
fn won_game(seed: u64, number: u64, ahead: i32) -> Result<Option<(Game, Seat)>, Box<dyn Error>> {
    let mut random = SplitMix64::with_stream(seed, number);
    let options = [format!("max-moves={HOUSE_MAX_MOVES}")];
    let mut game = arena::open("kaleidochess", &options, Start::Setup);
    let mut search = searcher(16, KaleidoEvaluation::default());
    let mut player = full_strength(number);
    let stop = AtomicBool::new(false);
    while let Some(&seat) = game.to_act().first() {
        let table = game.table();
        let scene = table.scene(Viewer::Seat(seat));
        let text = if table.plies() < 6 {
            let safe: Vec<_> =
                scene.choices.iter().filter(|choice| choice.danger.is_none()).collect();
            random.pick(&safe).map(|choice| choice.text.clone()).ok_or("no move")?
        } else {
            let position: Position = scene.frame.position.parse()?;
            let task = SearchRequest::new(&position, SearchLimit::nodes(20_000));
            if let Some(found) = search.run(&task, &stop, |_| {}) {
                let rank = found.score.rank();
                if rank.abs() > 20_000 {
                    return Ok(None);
                }
                if rank.abs() >= ahead {
                    let leader = if rank > 0 { seat } else { Seat::new(1 - seat.index()) };
                    return Ok(Some((game, leader)));
                }
            }
            let frames = table.frames(Viewer::Seat(seat));
            player.choose(&scene, &frames, &SearchLimit::nodes(1000), &stop)?.text
        };
        game.apply(Moment(0), &Event::Act(Act::Submit { seat, text }))?;
    }
    Ok(None)
}
