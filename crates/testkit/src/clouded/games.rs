//! Games under clouds written in short.

use crate::Rng;
use crate::klinzha::positions::{self, study};
use crate::klinzha::slow::{self, Gold};
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::clouded::{BoardView, CloudMap, Cover};
use heterodox_rules::klinzha::{Position, Side, board};
use heterodox_rules::{Notice, Refusal, Seat, Setting, Viewer};

/// A map with these cells at the edge and under clouds, each list such as `E37 F37`.
pub fn map(edge: &str, under: &str) -> CloudMap {
    let mut map = CloudMap::CLEAR;
    for (list, cover) in [(edge, Cover::Edge), (under, Cover::Under)] {
        for name in list.split_whitespace() {
            map.set(cell(name), cover);
        }
    }
    map
}

/// The cell with this name.
pub fn cell(name: &str) -> heterodox_rules::Cell {
    board::by_name(name).unwrap_or_else(|| panic!("cell {name}"))
}

/// A setting for a position under clouds.
pub fn setting(position: &str, clouds: &str) -> Setting {
    let mut setting = Setting::position(position);
    setting.options.set(&format!("clouds={clouds}")).expect("an option");
    setting
}

/// A game from lists of pieces as in [`study`], Gold to move.
pub fn game(gold: &str, green: &str, map: CloudMap) -> FullInformationGame {
    let position = study(Gold, gold, green).to_string();
    let game = FullInformationGame::open(&setting(&position, &map.to_string()));
    game.unwrap_or_else(|refusal| panic!("{position}: {refusal}"))
}

/// The blind game from lists of pieces, Gold to move.
pub fn blind(gold: &str, green: &str) -> FullInformationGame {
    game(gold, green, CloudMap::BLIND)
}

/// Plays an intent that must be accepted.
#[track_caller]
pub fn play(game: &mut FullInformationGame, text: &str) -> Ruling {
    game.submit(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// The code with which an intent is refused.
#[track_caller]
pub fn refused(game: &FullInformationGame, text: &str) -> Refusal {
    let mut game = game.clone();
    match game.submit(text) {
        Ok(ruling) => panic!("{text} was accepted: {ruling:?}"),
        Err(refusal) => refusal,
    }
}

/// The mover's report of a ruling, in short: `F36`, `F37 field`, `F36 x VG`.
pub fn short(ruling: &Ruling) -> String {
    let mut text = board::name(ruling.ended).to_owned();
    if let Some(cause) = ruling.halted {
        text += &format!(" {}", cause.key());
    }
    if let Some(taken) = ruling.captured {
        text += &format!(" x {taken}");
    }
    text
}

/// Plays Gold's intent and returns the ruling in short.
#[track_caller]
pub fn ruled(gold: &str, green: &str, map: CloudMap, intent: &str) -> String {
    short(&play(&mut game(gold, green, map), intent))
}

/// Keys and values of notices, in short.
pub fn said(notices: &[Notice]) -> Vec<String> {
    notices
        .iter()
        .map(|notice| {
            let args: Vec<String> =
                notice.args.iter().map(|(key, value)| format!("{key}={value}")).collect();
            format!("{} {}", notice.key, args.join(" ")).trim().to_owned()
        })
        .collect()
}

/// The viewer who plays Gold.
pub const GOLD: Viewer = Viewer::Seat(Seat::new(0));
/// The viewer who plays Green.
pub const GREEN: Viewer = Viewer::Seat(Seat::new(1));

/// The view of a side, or the public view for `None`.
pub fn board_view(game: &FullInformationGame, side: Option<Side>) -> BoardView {
    game.board_view(side).expect("a battle").clone()
}

/// The intents of the side to move, written.
pub fn intents(game: &FullInformationGame) -> Vec<String> {
    let side = game.position().expect("a battle").turn();
    board_view(game, Some(side)).intents().iter().map(ToString::to_string).collect()
}

/// A random map: from the generator, blind, clear, or every cell by chance.
pub fn random_map(rng: &mut Rng) -> CloudMap {
    match rng.below(10) {
        0 => CloudMap::BLIND,
        1..=4 => heterodox_rules::clouded::generate(rng.next_u64()),
        _ => {
            let mut map = CloudMap::CLEAR;
            let (edge, under) = (rng.below(101), rng.below(101));
            for cell in board::ALL {
                if rng.chance(edge) {
                    map.set(cell, Cover::Edge);
                }
                if rng.chance(under) {
                    map.set(cell, Cover::Under);
                }
            }
            map
        }
    }
}

/// A random possible position: from a random setup and some moves, or a sparse study.
pub fn random_position(rng: &mut Rng) -> slow::Position {
    if rng.chance(50) {
        let mut position = positions::random_setup(rng);
        for _ in 0..rng.below(60) {
            let Some(m) = positions::random_move(rng, &position) else { break };
            let next = position.after(m);
            if next.goals.contains(&None) || next.moves().is_empty() {
                break;
            }
            position = next;
        }
        return position;
    }
    loop {
        let mut position = positions::random_study(rng);
        position.quiet %= 100;
        if position.is_possible() && !position.goals.contains(&None) && !position.moves().is_empty()
        {
            return position;
        }
    }
}

/// The same position in the library.
pub fn library(position: &slow::Position) -> Position {
    let text = position.to_string();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
