//! Tables of the clouded game, and players at them.

use heterodox_engine::{Choice, Level, Player, SearchLimit, SplitMix64, player};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Options, Seat, Setting, Start, Table, Viewer, open};
use std::sync::atomic::AtomicBool;

/// A setting with these options.
pub fn setting(options: &[String], start: Start) -> Setting {
    let mut set = Options::default();
    for option in options {
        set.set(option).expect("an option");
    }
    Setting { options: set, start }
}

/// The ready-made start of this name.
pub fn quick(name: &str) -> Start {
    Start::Quick(name.to_owned())
}

/// The viewer who plays a side.
pub fn viewer(side: Side) -> Viewer {
    Viewer::Seat(Seat::new(side as usize))
}

/// The faces of `count` dice.
pub fn dice(random: &mut SplitMix64, count: usize) -> Vec<u8> {
    (0..count).map(|_| 1 + random.below(6) as u8).collect()
}

/// A computer of Clouded Klin Zha.
pub fn computer(level: Level, seed: u64) -> Box<dyn Player> {
    player("clouded-klinzha", level, seed).expect("a player")
}

/// The choice of a player.
pub fn answer(
    player: &mut dyn Player,
    table: &Table,
    viewer: Viewer,
    limit: SearchLimit,
) -> Choice {
    let stop = AtomicBool::new(false);
    player.choose(&table.scene(viewer), &table.frames(viewer), &limit, &stop).expect("an answer")
}

/// A table with these options.
pub fn table(options: &[String], start: Start) -> Table {
    open("clouded-klinzha", &setting(options, start)).expect("a table")
}
