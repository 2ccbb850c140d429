//! Recorded playthroughs of all games: `playthroughs/*.txt`, see `heterodox_testkit::playthrough`.

use heterodox_rules::{Setting, Start, games};
use heterodox_testkit::contract::Subject;
use heterodox_testkit::playthrough::{Playthrough, compare};
use std::collections::BTreeSet;
use std::path::Path;

/// File, game, options, ready-made start, seed.
type Row = (&'static str, &'static str, &'static [&'static str], Option<&'static str>, u64);

const PLAYTHROUGHS: [Row; 12] = [
    ("klinzha-setup", "klinzha", &[], None, 1),
    ("klinzha-quick", "klinzha", &[], Some("north-west"), 2),
    ("klinzha-house-rules", "klinzha", &["house-rules=on", "goal-safety=enforced"], None, 3),
    ("clouded-setup", "clouded-klinzha", &["clouds=seed:7"], None, 4),
    (
        "clouded-drift",
        "clouded-klinzha",
        &["clouds=seed:8", "drift=2,dice,dice"],
        Some("north-west"),
        5,
    ),
    ("clouded-blind", "clouded-klinzha", &["clouds=blind"], Some("north-west"), 6),
    ("grand-classic", "grand-chess", &[], None, 7),
    (
        "grand-random",
        "grand-chess",
        &["setup=random", "seed=3", "extra=12", "promotion=all"],
        None,
        8,
    ),
    ("grand-chosen", "grand-chess", &["setup=chosen", "extra=6", "promotion=initial"], None, 9),
    ("kaleido-two", "kaleidochess", &[], None, 21),
    ("kaleido-dice", "kaleidochess", &["seats=3", "dice=on", "max-moves=20"], None, 11),
    ("kaleido-four", "kaleidochess", &["seats=4", "no-repetition=on"], None, 12),
];

fn setting(options: &[&str], quick: Option<&str>) -> Setting {
    let mut setting = Setting::default();
    for option in options {
        setting.options.set(option).expect("an option");
    }
    if let Some(name) = quick {
        setting.start = Start::Quick(name.to_owned());
    }
    setting
}

#[test]
fn recorded_playthroughs_are_played_the_same_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut problems = Vec::new();
    for (name, game, options, quick, seed) in PLAYTHROUGHS {
        let info = games().find(|info| info.id == game).expect("the game");
        let setting = setting(options, quick);
        let subject = Subject::registered(info);
        let playthrough = Playthrough { name, subject, setting, seed, lines: 200 };
        problems.extend(compare(&folder, &playthrough).err());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn every_game_has_playthroughs_and_every_file_is_compared() {
    for info in games() {
        assert!(PLAYTHROUGHS.iter().any(|row| row.1 == info.id), "{} has none", info.id);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let known = PLAYTHROUGHS.iter().map(|row| format!("{}.txt", row.0)).collect();
    assert_eq!(files, known);
}
