//! `heterodox moves`, `perft` and `play-moves`: counts, order, results and error messages.

use crate::common::{BATTLE, heterodox, sample_battle, strings};

#[test]
fn perft_counts_the_sample_battle() {
    for (depth, nodes) in
        [("0", "1"), ("1", "60"), ("2", "3269"), ("3", "195138"), ("4", "10891409")]
    {
        let ran = heterodox(&["perft", "klinzha", "--depth", depth, "--position", BATTLE]);
        assert_eq!(ran.good(), format!("nodes: {nodes}\n"), "depth {depth}");
    }
}

#[test]
fn divide_prints_every_first_move_before_the_total() {
    let args = ["perft", "klinzha", "--depth", "2", "--divide", "--position", BATTLE];
    let out = heterodox(&args).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 61);
    assert_eq!(lines[60], "nodes: 3269");
    assert!(lines[..60].is_sorted());
    let counts = lines[..60].iter().map(|line| {
        let (text, count) = line.rsplit_once(": ").expect("MOVE: N");
        assert!(text.contains('@'), "{line}");
        count.parse::<u64>().expect("a number")
    });
    assert_eq!(counts.sum::<u64>(), 3269);
    let json = heterodox(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(json["nodes"], 3269);
    assert_eq!(json["divide"].as_array().expect("an array").len(), 60);
    assert_eq!(json["divide"][0]["move"], lines[0].rsplit_once(": ").expect("MOVE: N").0);
}

#[test]
fn moves_are_sorted_as_bytes_and_the_same_as_json() {
    let out = heterodox(&["moves", "klinzha", "--position", BATTLE]).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 60);
    assert!(lines.is_sorted(), "{lines:?}");
    assert!(lines.contains(&"Fl@G14 x Fl@D16"));
    let json = heterodox(&["moves", "klinzha", "--json", "--position", BATTLE]).json();
    assert_eq!(strings(&json["moves"]), lines);
    assert_eq!(json["position"], BATTLE);
}

#[test]
fn options_change_what_is_legal() {
    // In the tenth position of the sample battle the Flier on F14 attacks the gold Goal on I11.
    let battle = sample_battle();
    let hanging = battle["plies"][9]["position"].as_str().expect("a position");
    let free = heterodox(&["moves", "klinzha", "--position", hanging]).good();
    let option = "goal-safety=enforced";
    let safe = heterodox(&["moves", "klinzha", "--position", hanging, "--option", option]).good();
    assert!(safe.lines().count() < free.lines().count());
    assert!(safe.lines().all(|line| free.lines().any(|other| other == line)));
    assert!(safe.lines().any(|line| line == "FeG@I11 I22"));
    assert!(!safe.lines().any(|line| line == "L@G25 x L@E26"));
    let count = |depth: &str| {
        let args =
            ["perft", "klinzha", "--position", hanging, "--option", option, "--depth", depth];
        heterodox(&args).good()
    };
    assert_eq!(count("1"), format!("nodes: {}\n", safe.lines().count()));
}

#[test]
fn every_quick_start_has_a_first_position() {
    let games = heterodox(&["games", "--json"]).json();
    let names = strings(&games[0]["quick_starts"]);
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let moves = heterodox(&["moves", "klinzha", "--quick-start", name]).good();
        assert!(moves.lines().count() > 20, "{name}");
    }
}

#[test]
fn play_moves_prints_the_position_after_each_move() {
    let battle = sample_battle();
    let moves = strings(&battle["moves"]);
    let ran = heterodox(&[&["play-moves", "klinzha", "--position", BATTLE], &moves[..]].concat());
    assert_eq!(ran.err, "");
    let out = ran.good();
    let lines: Vec<&str> = out.lines().collect();
    let plies = battle["plies"].as_array().expect("an array");
    assert_eq!(lines.len(), 48);
    for (line, ply) in lines.iter().zip(plies) {
        assert_eq!(*line, ply["position"]);
    }
    assert_eq!(lines[47], "result: *");
}

#[test]
fn play_moves_reads_leniently_with_warnings() {
    let battle = sample_battle();
    let before = battle["plies"][8]["position"].as_str().expect("a position");
    let args = ["play-moves", "klinzha", "--position", before, "Fl@ED17 F14"];
    let ran = heterodox(&args);
    assert_eq!(
        ran.err,
        "warning: move 1: Fl@ED17 F14: ED17 read as D17\n\
         warning: move 1: Fl@ED17 F14: x missing\n\
         warning: move 1: Fl@ED17 F14: understood as Fl@D17 x V@F14\n"
    );
    let after = battle["plies"][9]["position"].as_str().expect("a position");
    assert_eq!(ran.good(), format!("{after}\nresult: *\n"));
    let json = heterodox(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(strings(&json["moves"]), ["Fl@D17 x V@F14"]);
    assert_eq!(strings(&json["positions"]), [after]);
    assert_eq!(json["warnings"].as_array().expect("an array").len(), 3);
    assert!(json["result"].is_null() && json["error"].is_null());
}

#[test]
fn a_captured_goal_ends_the_game() {
    // The Swift captures the green Goal, which is alone on its cell.
    let position = "v/3/5/7/9/5g5/6S6/15/E+16 gold 0 1";
    let takes = "S@G46 x G@F37";
    let out = heterodox(&["play-moves", "klinzha", "--position", position, takes]).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[1], "result: gold goal");
    let over = lines[0];
    assert_eq!(heterodox(&["moves", "klinzha", "--position", over]).good(), "");
    let json = heterodox(&["moves", "klinzha", "--json", "--position", over]).json();
    assert_eq!(json["moves"], serde_json::json!([]));
    let count =
        |depth| heterodox(&["perft", "klinzha", "--depth", depth, "--position", over]).good();
    assert_eq!(count("2"), "nodes: 0\n");
    assert_eq!(count("0"), "nodes: 1\n");
    let finished = heterodox(&["play-moves", "klinzha", "--position", over]).good();
    assert_eq!(finished, "result: gold goal\n");
    let json =
        heterodox(&["play-moves", "klinzha", "--position", position, takes, "--json"]).json();
    assert_eq!(json["result"], serde_json::json!({"winner": "gold", "reason": "goal"}));
    let ran = heterodox(&["play-moves", "klinzha", "--position", position, takes, "Fe@I11 I12"]);
    assert_eq!(ran.out, format!("{over}\n"));
    ran.fails_with("error: move 2 'Fe@I11 I12': the game is over");
}

#[test]
fn house_rules_draw_by_repetition() {
    let there = ["FeG@I11 I22", "VG@C18 B18", "FeG@I22 I11", "VG@B18 C18"];
    let moves = [there, there].concat();
    let start = ["play-moves", "klinzha", "--position", "1/3/1v+3/7/9/11/13/15/E+16 gold 0 1"];
    let out = heterodox(&[&start[..], &moves].concat()).good();
    assert_eq!(out.lines().last(), Some("result: *"));
    let on = ["--option", "house-rules=on"];
    let out = heterodox(&[&start[..], &on, &moves].concat()).good();
    assert_eq!(out.lines().last(), Some("result: draw repetition"));
}

#[test]
fn an_impossible_move_stops_after_the_positions_before_it() {
    let good = "Fl@G14 x Fl@D16";
    let battle = sample_battle();
    let after = battle["plies"][0]["position"].as_str().expect("a position");
    for (bad, line) in [
        ("V@A19 B19", "error: move 2 'V@A19 B19': no warrior stands on A19"),
        ("V@C17 E37", "error: move 2: 'V@C17 E37': an own warrior stands on E37"),
        ("S@E37 F36", "error: move 2: 'S@E37 F36': every way from E37 to F36 is blocked"),
        (
            "nonsense",
            "error: move 2: 'nonsense': expected a move such as 'V@G13 G14', 'S@E26 x Fl@F14', 'FeG@I11 I33' or 'L-@D28 C17'",
        ),
        (
            "",
            "error: move 2: '': expected a move such as 'V@G13 G14', 'S@E26 x Fl@F14', 'FeG@I11 I33' or 'L-@D28 C17'",
        ),
        (
            "V@G13 G14",
            "error: move 2 'V@G13 G14': the warrior on G13 is Gold's, and it is Green's turn",
        ),
        (
            "V@C18 B18",
            "error: move 2 'V@C18 B18': the Vanguard on C18 has its Goal: write VG@C18 to carry it or V-@C18 to leave it",
        ),
        (
            "V@c17 D17",
            "error: move 2 'V@c17 D17': 'c17' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
        ),
    ] {
        let ran = heterodox(&["play-moves", "klinzha", "--position", BATTLE, good, bad]);
        assert_eq!(ran.out, format!("{after}\n"), "{bad}");
        ran.fails_with(line);
        let args = ["play-moves", "klinzha", "--json", "--position", BATTLE, good, bad];
        let ran = heterodox(&args);
        ran.fails_with(line);
        let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON all the same");
        assert_eq!(strings(&json["positions"]), [after]);
        assert_eq!((&json["error"]["number"], &json["error"]["text"]), (&2.into(), &bad.into()));
        assert!(json["error"]["code"].is_string());
    }
}
