//! Positions and settings of Grand Chess for tests and examples.

use super::arena;
use heterodox_engine::{Level, Player, SearchLimit, SplitMix64, player};
use heterodox_rules::grand_chess::{Position, board};
use heterodox_rules::{EndReason, Options, Outcome, Setting, Start, Table, open};

/// The pieces that must mate a bare king.
pub const MATING: [&str; 5] = ["Q", "R", "A", "C", "{Am}"];

/// A position with the two kings and one more white piece, White to move.
pub fn bare_king(random: &mut SplitMix64, piece: &str) -> String {
    loop {
        let cells = [0; 3].map(|_| random.below(board::CELLS));
        if cells[0] == cells[1] || cells[1] == cells[2] || cells[0] == cells[2] {
            continue;
        }
        let rows = (0..10).rev().map(|rank| row(rank, cells, piece));
        let text = format!("{} w - - 0 60", rows.collect::<Vec<_>>().join("/"));
        if text.parse::<Position>().is_ok() {
            return text;
        }
    }
}

fn row(rank: usize, cells: [usize; 3], piece: &str) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for file in 0..10 {
        let here = cells.iter().position(|&cell| cell == 10 * rank + file);
        let Some(index) = here else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text += ["K", "k", piece][index];
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// A table of Grand Chess with these options, from this position if one is given.
pub fn table(options: &[String], position: Option<&str>) -> Table {
    let mut set = Options::default();
    for option in options {
        set.set(option).expect("an option");
    }
    let start = position.map_or(Start::Setup, |text| Start::Position(text.to_owned()));
    open("grand-chess", &Setting { options: set, start }).expect("a table")
}

/// A computer player.
pub fn computer(level: Level, seed: u64) -> Box<dyn Player> {
    player("grand-chess", level, seed).expect("a player")
}

/// Plays a game from a position in which White mates a bare king, with a player of full strength
/// on either side. Returns the outcome and the number of plies.
pub fn play_mate(position: &str, white: SearchLimit, black: SearchLimit) -> (Outcome, usize) {
    let start = Start::Position(position.to_owned());
    let mut game = arena::open("grand-chess", &[""; 0], start);
    let mut players = vec![computer(Level::FULL, 1), computer(Level::FULL, 2)];
    let outcome = arena::play(&mut game, &mut players, &[white, black], 1);
    (outcome.expect("an end"), game.table().plies())
}

/// Whether White has mated.
pub fn is_mate_by_white(outcome: &Outcome) -> bool {
    outcome.reason == EndReason::CHECKMATE && outcome.winner.is_some_and(|seat| seat.index() == 0)
}

/// Options for a random game: every setup, with few, some and as many pieces as can be added.
pub fn random_options(random: &mut SplitMix64) -> Vec<String> {
    let (setup, most) = *random
        .pick(&[
            ("classic", 0),
            ("classic+random", 10),
            ("classic+chosen", 10),
            ("random", 19),
            ("chosen", 19),
        ])
        .expect("setups");
    let mut options = vec![format!("setup={setup}")];
    if most > 0 {
        let extra = if random.chance(1, 4) { most } else { random.below(most + 1) };
        options.push(format!("extra={extra}"));
        options.push(format!("seed={}", random.below(1_000_000)));
    }
    let promotion = *random.pick(&["captured", "initial", "all"]).expect("values");
    options.push(format!("promotion={promotion}"));
    if random.chance(1, 3) {
        options.push("duplicates=on".to_owned());
    }
    if random.chance(1, 3) {
        options.push("diagonal-mirror=on".to_owned());
    }
    if random.chance(1, 3) {
        options.push(format!("own={OWN}"));
    }
    options
}

/// Custom pieces: a short leaper, a bent rider, a hopper, one that only goes forward.
pub const OWN: &str = "Xy:KAD;Vw:[F?R];Hp:pR;Fw:fRfFbW";
