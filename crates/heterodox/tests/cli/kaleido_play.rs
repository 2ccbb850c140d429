//! `heterodox play kaleidochess`: several seats, people and computers, seeded dice, records.

use crate::common::{heterodox, heterodox_with};

/// White's Pawns on 1J and 1K, Black's on 5J and 5K.
const PAWNS: &str = "1/8/16/16/24/1,wP,wP,10,bP,bP,9 w -,- - 1";

/// Three colours with two Pawns each.
const THREE: &str = "1/8/16/16/24/1,wP,wP,4,rP,rP,4,bP,bP,9 w -,-,- - 1";

/// The output of `printf '%s' qapla | sha256sum`.
const COMMITMENT: &str = "396f349e1ea0799a4992d01c2b199d618d641b2c60c237b8c393c666009a531b";

#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> String {
    let start = ["play", "kaleidochess", "--time", "0.2"];
    let ran = heterodox_with(&[&start[..], args].concat(), (lines.join("\n") + "\n").as_bytes());
    assert_eq!(ran.err, "");
    ran.good()
}

#[track_caller]
fn has(transcript: &str, parts: &[&str]) {
    let mut rest = transcript;
    for part in parts {
        let (_, after) = rest.split_once(part).unwrap_or_else(|| {
            panic!("'{part}' is missing, or not in this order, in\n{transcript}")
        });
        rest = after;
    }
}

#[test]
fn people_and_computers_share_a_table_of_four() {
    let seats = ["--seat", "white=me", "--seat", "2=me", "--seat", "red=2"];
    let args = [&["--option", "seats=4", "--level", "2", "--seed", "7"], &seats[..]].concat();
    let transcript = play(&args, &["2H-2E", "1D-1B", "5D-5B", "record", "quit"]);
    has(
        &transcript,
        &[
            "white: player 1",
            "red: computer (2)",
            "black: player 3",
            "green: computer (2)",
            "white> 2H-2E\n",
            "Not possible: ",
            "white> 1D-1B\n",
            "The computer (red): ",
            "black> 5D-5B\n",
            "The computer (green): ",
            "white> record\n",
            "white: player 1\nred: computer (2)\nblack: player 3\ngreen: computer (2)\n",
            "1. 1D-1B ",
            " 5D-5B ",
        ],
    );
}

#[test]
fn the_castle_of_the_side_to_move_is_at_the_bottom() {
    let transcript = play(&["--position", THREE, "--hot-seat", "--ascii"], &["1K-2I", "quit"]);
    assert!(transcript.is_ascii());
    let boards: Vec<&str> = transcript.split("white: player 1").collect();
    assert!(boards.len() > 2, "{transcript}");
    has(&transcript, &["< 7J >", "<wP1J>", "white> ", "<rP3J>", "red> quit"]);
    has(&transcript, &["[wP2I]"]);
    assert!(!transcript.contains("green"), "nobody plays green:\n{transcript}");
    let coloured = play(&["--position", THREE, "--color", "always"], &["quit"]);
    for ink in ["1;38;5;231", "1;38;5;210", "1;38;5;75"] {
        assert!(coloured.contains(ink), "{ink}");
    }
}

#[test]
fn who_goes_out_is_told_and_the_order_at_the_end() {
    let lines = ["1J-1I", "yes", "record", "resign", "yes", "quit"];
    let transcript = play(&["--position", THREE, "--hot-seat"], &lines);
    has(
        &transcript,
        &[
            "That leaves your last castle: you would be out. Play 1J-1I all the same? (yes/no)",
            "white: player 1, out",
            "white is out: it left its last castle.",
            "red> record",
            "Give up? (yes/no)",
            "red is out: it resigned.",
            "black wins: resignation.",
            "The game is over. result: black resignation",
            "1. black\n2. red (resigned)\n3. white (left its last castle)\n",
        ],
    );
}

#[test]
fn a_take_of_ones_own_is_asked_about() {
    let transcript = play(&["--position", PAWNS, "--hot-seat"], &["1K+1J", "no", "1K", "quit"]);
    has(&transcript, &["That takes a piece of your own. Play 1K+1J", "Then not.", "* 2I *"]);
    // Another spelling of the move is accepted; the record has the throw in front of it. The seed
    // throws a 1.
    let dice = ["--position", PAWNS, "--hot-seat", "--dice", "molor"];
    let transcript = play(&dice, &["1K-1J", "no", "quit"]);
    has(&transcript, &["white throws a 1", "That takes a piece of your own.", "Then not."]);
}

#[test]
fn the_throws_are_those_of_the_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    // The seed throws 2 2 4 6 5 3. Pawns cannot move with the first three.
    let position = PAWNS;
    let save = format!("save {file}");
    let lines = ["1K-2I", &save, "undo", "5K-6I", "1J-1I!", "undo", "record", &save, "quit"];
    let transcript = play(&["--position", position, "--hot-seat", "--dice", "qapla"], &lines);
    has(
        &transcript,
        &[
            "The dice follow the seed qapla",
            "white throws a 2, which lets nothing move: the turn passes.",
            "black throws a 2, which lets nothing move: the turn passes.",
            "white throws a 4, which lets nothing move: the turn passes.",
            "black throws a 6.",
            "black> ",
        ],
    );
    let lines = ["5K-6I", &save, "undo", "1J-1I!", "quit"];
    let transcript = play(&["--position", position, "--hot-seat", "--dice", "qapla"], &lines);
    has(
        &transcript,
        &[
            "black> 5K-6I",
            "white throws a 5.",
            "Saved in ",
            "Not possible: what was thrown stays thrown: nothing can be taken back",
            "white is out: it left its last castle.",
            "result: black left-castle",
            "The seed of the dice: qapla\nIts throws: heterodox dice qapla --count 5\n",
            "You can still save, load or quit.\n",
        ],
    );
    let record = std::fs::read_to_string(file).expect("saved");
    assert!(record.contains("\nseed: qapla\n"), "{record}");
    has(&record, &["option: dice=on\n", "1. 2:-- 2:--\n2. 4:-- 6:5K-6I\n"]);
    let replayed = heterodox(&["replay", file]).good();
    has(&replayed, &["dice: all 4 throws are those of the seed; its commitment is ", COMMITMENT]);
    // The loaded game continues with the next throw of the seed: the fifth throw is made again.
    let transcript = play(&["--load", file], &["position", "1K-2I", "quit"]);
    has(&transcript, &["player 1", "white throws a 5.", "white> position", " w -,5K-6I 5 3\n"]);
    has(&transcript, &["white> 1K-2I", "black throws a 3"]);
}

#[test]
fn a_secret_seed_is_promised_kept_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (record, sealed, over) = (path("game.txt"), path("sealed"), path("over.txt"));
    let args = ["--position", PAWNS, "--hot-seat", "--option", "dice=on"];
    let lines = [format!("save {record}"), format!("seal {sealed}"), "quit".to_owned()];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let transcript = play(&args, &lines);
    let (_, rest) = transcript.split_once("its SHA-256 is\n").expect("a promise");
    let commitment = rest.split_once('\n').expect("a line").0;
    assert_eq!(commitment.len(), 64, "{transcript}");
    has(&transcript, &["Saved in ", "not in it while the game runs", "Sealed in "]);
    let text = std::fs::read_to_string(&record).expect("saved");
    assert!(!text.contains("seed:"), "{text}");
    // The sealed game ends with the same seed.
    let lines = [format!("load {sealed}"), "resign".into(), "yes".into(), format!("save {over}")];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let transcript = play(&args, &lines);
    let (_, seed) = transcript.split_once("The seed of the dice: ").expect("a seed");
    let seed = seed.split_once('\n').expect("a line").0;
    let dice = heterodox(&["dice", seed]).good();
    assert!(dice.starts_with(&format!("commitment: {commitment}\n")), "{dice}");
    let replayed = heterodox(&["replay", "--json", &over]).json();
    assert_eq!(replayed["dice"]["agree"], true);
    assert_eq!(replayed["dice"]["commitment"], commitment);
}

#[test]
fn a_mixed_game_goes_on_with_the_same_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    let save = format!("save {file}");
    let args = ["--option", "seats=3", "--seat", "0=2", "--seat", "1=me", "--seat", "2=me"];
    let lines = ["resign", "yes", "5D-5B", &save, "quit"];
    let transcript = play(&args, &lines);
    has(&transcript, &["The computer (white): ", "red is out: it resigned.", "black> 5D-5B"]);
    let transcript = play(&["--load", file], &["record", "quit"]);
    has(
        &transcript,
        &["white: computer (2)", "red: player 2, out", "black: player 3", "black> record"],
    );
    has(&transcript, &[" red-resigns 5D-5B"]);
}

#[test]
fn computers_play_among_themselves() {
    let all = ["--seat", "white=2", "--seat", "black=2", "--option", "max-moves=1"];
    let transcript = play(&all, &["quit"]);
    has(
        &transcript,
        &["The computer (white): ", "The computer (black): ", "result: draw max-moves"],
    );
}

#[test]
fn wrong_seats_and_dice_are_refused_exactly() {
    for (args, error) in [
        (
            &["--seat", "blue=me"][..],
            "error: --seat 'blue': expected 0 to 3, white, red, black, green or random",
        ),
        (
            &["--seat", "white=me", "--seat", "black"],
            "error: --seat 'black': where several seats are given each says who sits there, such as white=me",
        ),
        (
            &["--seat", "white=deep"],
            "error: --seat 'white=deep': 'deep' is neither 'me' nor a level from 1 to 8",
        ),
        (
            &["--seat", "red=me"],
            "error: --seat red: nobody plays red at this table, expected one of: white, black (--option seats=N has more or fewer)",
        ),
        (
            &["--seat", "0=me", "--seat", "white=2"],
            "error: --seat white: somebody sits there already",
        ),
        (&["--seat", "3=me"], "error: --seat: there is no seat 3 at this table"),
        (&["--seat", "random=me"], "error: --seat 'random=me': expected 0 to 3 or a side"),
        (
            &["--dice", "qapla", "--option", "dice=off"],
            "error: --dice: no dice are thrown at this table of kaleidochess",
        ),
    ] {
        heterodox(&[&["play", "kaleidochess"], args].concat()).fails_with(error);
    }
    let ran = heterodox(&["play", "kaleidochess", "--dice", "a b"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("' ' cannot stand in a seed"), "{}", ran.err);
    let hidden = ["play", "clouded-klinzha", "--dice", "qapla"];
    heterodox(&hidden)
        .fails_with("error: --dice: in a game with hidden pieces a seed would tell what comes");
    let hidden = ["play", "clouded-klinzha", "--seat", "0=2", "--seat", "1=2"];
    heterodox(&hidden)
        .fails_with("error: --seat: nobody would be there to see this game: give SEAT=me");
}

#[test]
fn a_seed_shows_its_commitment_and_throws() {
    let out = heterodox(&["dice", "qapla", "--count", "12"]).good();
    assert_eq!(out, format!("commitment: {COMMITMENT}\n      1. 2 2 4 6 5 3 3 6 4 1 5 2\n"));
    assert_eq!(heterodox(&["dice", "qapla", "--count", "41"]).good().lines().count(), 4);
    let json = heterodox(&["dice", "qapla", "--count", "3", "--json"]).json();
    assert_eq!(json["seed"], "qapla");
    assert_eq!(json["commitment"], COMMITMENT);
    assert_eq!(json["throws"], serde_json::json!([2, 2, 4]));
    // The parts of the players change the throws, which sha256sum gives, and not the commitment.
    let out = heterodox(&["dice", "qapla.ann.bo", "--count", "8"]).good();
    assert_eq!(out, format!("commitment: {COMMITMENT}\n      1. 4 5 1 4 4 2 3 4\n"));
    assert_eq!(heterodox(&["dice", ""]).status, Some(2));
    assert_eq!(heterodox(&["dice", ".ann"]).status, Some(2));
    assert_eq!(heterodox(&["dice", "qapla", "--count", "1000001"]).status, Some(2));
}

#[test]
fn throws_that_are_not_those_of_the_seed_are_a_warning() {
    let record = |seed: &str, second: &str| {
        format!(
            "game: kaleidochess\nposition: {PAWNS}\noption: dice=on\nseed: {seed}\n\n1. 2:-- {second}\n"
        )
    };
    let replay = |record: &str, more: &[&str]| {
        heterodox_with(&[&["replay", "-"], more].concat(), record.as_bytes())
    };
    let good = replay(&record("qapla", "2:--"), &[]);
    assert_eq!(good.err, "");
    assert!(good.out.contains("dice: all 2 throws"), "{}", good.out);
    // With parts the first throw is a 4.
    let parts = replay(&record("qapla.ann.bo", "2:--"), &[]);
    assert_eq!(parts.err, "warning: ply 1: the throw is not that of the seed in the header\n");
    let bad = replay(&record("qapla", "3:--"), &[]);
    assert_eq!(bad.status, Some(0));
    assert_eq!(bad.err, "warning: ply 2: the throw is not that of the seed in the header\n");
    assert!(!bad.out.contains("dice:"), "{}", bad.out);
    let json = replay(&record("qapla", "3:--"), &["--json"]).json();
    assert_eq!(json["dice"]["agree"], false);
    assert_eq!(json["dice"]["first_other"], 2);
    assert_eq!(json["warnings"][0], "ply 2: the throw is not that of the seed in the header");
    let none = replay(&record("two words", "2:--"), &[]);
    assert!(none.err.starts_with("warning: header seed: no seed of dice"), "{}", none.err);
    assert_eq!(none.status, Some(0));
}
