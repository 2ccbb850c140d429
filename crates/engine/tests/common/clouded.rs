//! Tables of the clouded game, and players at them.

#![allow(dead_code, reason = "no test needs everything")]

use heterodox_engine::{Choice, Level, Player, Random, SearchLimit, player};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Options, Seat, Setting, Start, Table, Viewer, open};
use std::sync::atomic::AtomicBool;

pub(crate) fn setting(options: &[String], start: Start) -> Setting {
    let mut set = Options::default();
    for option in options {
        set.set(option).expect("an option");
    }
    Setting { options: set, start }
}

pub(crate) fn quick(name: &str) -> Start {
    Start::Quick(name.to_owned())
}

pub(crate) fn viewer(side: Side) -> Viewer {
    Viewer::Seat(Seat::new(side as usize))
}

pub(crate) fn dice(random: &mut Random, count: usize) -> Vec<u8> {
    (0..count).map(|_| 1 + random.below(6) as u8).collect()
}

pub(crate) fn computer(level: Level, seed: u64) -> Box<dyn Player> {
    player("clouded-klinzha", level, seed).expect("a player")
}

pub(crate) fn answer(
    player: &mut dyn Player,
    table: &Table,
    viewer: Viewer,
    limit: SearchLimit,
) -> Choice {
    let stop = AtomicBool::new(false);
    player.choose(&table.scene(viewer), &table.frames(viewer), &limit, &stop).expect("an answer")
}

pub(crate) fn table(options: &[String], start: Start) -> Table {
    open("clouded-klinzha", &setting(options, start)).expect("a table")
}
