//! KaleidoChess at the command line: moves, perft, results, dice, records and error messages.

use crate::common::{heterodox, heterodox_with, strings};

const START: &str = "1/8/16/16/wL,wD,wL,wT,wH,wP,3,bP,bH,bT,bL,bD,bL,bT,bH,bP,3,wP,wH,wT/\
                     wR,wW,wR,wE,wV,wP,3,bP,bV,bE,bR,bW,bR,bE,bV,bP,3,wP,wV,wE w -,- - 1";

/// White's Pawn on 1J, Black's on 5J, each with another one step from the own castle.
const PAWNS: &str = "1/8/16/16/24/1,wP,wP,10,bP,bP,9";

/// Runs a command on a position of `PAWNS` with these further fields, and options.
#[track_caller]
fn run(command: &str, rest: &str, options: &[&str], more: &[&str]) -> String {
    let position = format!("{PAWNS} {rest}");
    let mut args = vec![command, "kaleidochess", "--position", &position];
    args.extend(options.iter().flat_map(|option| ["--option", option]));
    args.extend(more);
    heterodox(&args).good()
}

#[test]
fn the_start_has_116_moves() {
    let out = heterodox(&["moves", "kaleidochess"]).good();
    assert_eq!(out.lines().count(), 116);
    assert!(out.lines().is_sorted() && out.contains("\n2H-2E\n") && out.contains("\n1J+"), "{out}");
    let json = heterodox(&["moves", "kaleidochess", "--json"]).json();
    assert_eq!(json["position"], START);
    assert_eq!(strings(&json["moves"]), out.lines().collect::<Vec<_>>());
}

#[test]
fn perft_gives_the_known_counts() {
    for (seats, depth, nodes) in [
        ("2", "0", "1"),
        ("2", "1", "116"),
        ("2", "3", "948042"),
        ("3", "2", "9656"),
        ("4", "2", "9558"),
    ] {
        let option = format!("seats={seats}");
        let args = ["perft", "kaleidochess", "--depth", depth, "--option", &option];
        assert_eq!(heterodox(&args).good(), format!("nodes: {nodes}\n"), "{seats} {depth}");
    }
    let out = heterodox(&["perft", "kaleidochess", "--depth", "2", "--divide"]).good();
    assert_eq!(out.lines().count(), 117);
    assert!(out.ends_with("\nnodes: 10556\n"), "{out}");
}

#[test]
fn moves_are_made_and_results_told() {
    let out = run("play-moves", "w -,- - 1", &[], &["1K-2I", "5k–6i"]);
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [
            "1/8/16/16/24/1,wP,1,wP,9,bP,bP,9 b 1K-2I,- - 1",
            "1/8/16/16/24/1,wP,1,wP,9,bP,1,bP,8 w 1K-2I,5K-6I - 2",
            "result: *"
        ]
    );
    let out = run("play-moves", "w -,- - 1", &[], &["1J-1I"]);
    assert!(out.ends_with(" b 1J-1I,- - 1\nresult: black left-castle\n"), "{out}");
    let out = run("play-moves", "w -,- - 1", &["max-moves=1"], &["1K-2I", "5K-6I"]);
    assert!(out.ends_with("\nresult: draw max-moves\n"), "{out}");
    let position = "1/8/16/16/24/1,wP,10,wP,bP,1,rP,8 w -,-,- - 1";
    let args = ["play-moves", "kaleidochess", "--position", position, "5I+5J"];
    assert!(heterodox(&args).good().ends_with("\nresult: white thrown-out\n"), "Red has no castle");
}

#[test]
fn the_throw_stands_before_the_move() {
    let dice = &["dice=on"];
    assert_eq!(run("moves", "w -,- 1 1", dice, &[]).lines().count(), 6);
    assert_eq!(run("moves", "w -,- 4 1", dice, &[]), "--\n");
    assert_eq!(run("moves", "w -,- - 1", dice, &[]), run("moves", "w -,- 1 1", dice, &[]));
    assert_eq!(
        run("moves", "w -,- 4 1", &["dice=on", "dice-table=-/-/-/P/-/-"], &[]).lines().count(),
        6
    );
    for (die, depth, nodes) in
        [("1", "1", 6), ("4", "1", 1), ("-", "1", 21), ("4", "2", 21), ("-", "2", 252)]
    {
        let out = run("perft", &format!("w -,- {die} 1"), dice, &["--depth", depth]);
        assert_eq!(out, format!("nodes: {nodes}\n"), "{die} {depth}");
    }
    let out = run("play-moves", "w -,- - 1", dice, &["1:1K-2I", "4:--", "6:1J-1K"]);
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [
            "1/8/16/16/24/1,wP,1,wP,9,bP,bP,9 b 1K-2I,- - 1",
            "1/8/16/16/24/1,wP,1,wP,9,bP,bP,9 w 1K-2I,- - 2",
            "1/8/16/16/24/2,wP,wP,9,bP,bP,9 b 1J-1K,- - 2",
            "result: black left-castle"
        ]
    );
    let position = format!("{PAWNS} w -,- - 1");
    let play = ["play-moves", "kaleidochess", "--option", "dice=on", "--position", &position];
    for (text, error) in [
        ("1K-2I", "error: move 1 '1K-2I': expected the throw before the move, as in 4:1B-2F"),
        ("4:1K-2I", "error: move 1 '4:1K-2I': no piece can move with a 4: expected 4:--"),
        ("1:--", "error: move 1: '1:--': who can move must move"),
        ("7:1K-2I", "error: move 1 '7:1K-2I': expected one die with a face from 1 to 6"),
        ("1:5K-6I", "error: move 1: '1:5K-6I': the Pawn on 5K is black's, and it is white's turn"),
    ] {
        heterodox(&[&play[..], &[text]].concat()).fails_with(error);
    }
    let json = heterodox(&[&play[..], &["1:1k-2i", "4:--", "--json"]].concat()).json();
    assert_eq!(strings(&json["moves"]), ["1:1K-2I", "4:--"]);
    assert_eq!(strings(&json["warnings"]), ["move 1: 1:1k-2i: lower case, read as 1K-2I"]);
}

#[test]
fn one_throw_is_told_of_as_one() {
    let record = "game: kaleidochess\noption: dice=on\nseed: qapla\n\n1. 2:2G-1E\n";
    let out = heterodox_with(&["replay", "-"], record.as_bytes()).good();
    assert!(out.contains("\ndice: the throw is that of the seed; its commitment is "), "{out}");
}

#[test]
fn a_record_is_replayed() {
    let record = "game: kaleidochess\nwhite: Ann\nred: Bo\nblack: Cy\narray: three\noption: dice=on\n\n\
                  1. 1:1D-1B 4:3F+3G 5:5d-5B\n2. white-resigns 2:--\n";
    let run = heterodox_with(&["replay", "-"], record.as_bytes());
    assert_eq!(run.status, Some(2), "3F does not reach 3G in four steps: {run:?}");
    let record = record.replace("4:3F+3G", "1:3D-3B").replace(" 2:--", " black-time");
    let ran = heterodox_with(&["replay", "-"], record.as_bytes());
    assert!(ran.err.contains("line 8: 5:5d-5B: lower case, read as 5D-5B"), "{ran:?}");
    let lines: Vec<String> = ran.good().lines().map(str::to_owned).collect();
    assert_eq!(lines[..3], ["1. white 1:1D-1B", "2. red   1:3D-3B", "3. black 5:5D-5B"]);
    assert_eq!(lines[4], "result: red time");
    let strict = heterodox_with(&["replay", "--strict", "-"], record.as_bytes()).good();
    assert!(
        strict.contains("option: dice-table=VP/EH/WRT/DL/*/*\nresult: red time\n\n1. "),
        "{strict}"
    );
    let two = "game: kaleidochess\n\n1. 2H-2E black-resigns\n";
    let json = heterodox_with(&["replay", "--json", "-"], two.as_bytes()).json();
    assert_eq!(
        (json["result"]["winner"].as_str(), json["result"]["reason"].as_str()),
        (Some("white"), Some("resignation"))
    );
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    for (args, error) in [
        (
            &["moves", "kaleidochess", "--position", "x"][..],
            "error: position 'x': expected '<rings> <turn> <undo> <die> <move number>' with single spaces",
        ),
        (
            &["moves", "kaleidochess", "--option", "seats=1"],
            "error: option seats: '1' is not one of: 2, 3, 4",
        ),
        (
            &["moves", "kaleidochess", "--option", "dice-table=P"],
            "error: option dice-table: 'P': expected six groups with '/' between, such as VP/EH/WRT/DL/*/*, found 1",
        ),
        (
            &["play-moves", "kaleidochess", "1J-5J"],
            "error: move 1: '1J-5J': a Wizard flies exactly 3 steps: 1J does not lead to 5J",
        ),
    ] {
        heterodox(args).fails_with(error);
    }
}
