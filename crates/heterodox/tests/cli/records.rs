//! `heterodox replay`: the sample battle of the source, results and error messages.

use crate::common::{BATTLE, data, heterodox, heterodox_with, sample_battle, strings};

fn replay(record: &str) -> crate::common::Ran {
    heterodox_with(&["replay", "-"], record.as_bytes())
}

#[test]
fn the_sample_battle_is_understood_as_written() {
    let file = data("sample-battle.txt");
    let ran = heterodox(&["replay", "--json", file.to_str().expect("a path")]);
    let expected = sample_battle();
    let warnings = strings(&expected["warnings"]);
    let errors: Vec<&str> = ran.err.lines().collect();
    let on_stderr: Vec<String> = warnings.iter().map(|text| format!("warning: {text}")).collect();
    assert_eq!(errors, on_stderr);
    let replay = ran.json();
    assert_eq!(strings(&replay["warnings"]), warnings);
    assert_eq!(replay["initial"], expected["initial"]);
    assert_eq!(replay["final"], expected["final"]);
    assert_eq!(replay["moves"], expected["moves"]);
    assert!(replay["result"].is_null());
    let plies = replay["plies"].as_array().expect("an array");
    let expected = expected["plies"].as_array().expect("an array");
    assert_eq!(plies.len(), 47);
    assert_eq!(expected.len(), 47);
    for (ply, expected) in plies.iter().zip(expected) {
        for key in ["n", "line", "side", "raw", "move", "position"] {
            assert_eq!(ply[key], expected[key], "{key} of {expected}");
        }
    }
    assert_eq!(strings(&replay["positions"])[46], replay["final"]);
}

#[test]
fn the_sample_battle_prints_a_line_for_each_ply() {
    let file = data("sample-battle.txt");
    let out = heterodox(&["replay", file.to_str().expect("a path")]).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 49);
    assert_eq!(lines[0], "1. gold  Fl@G14 x Fl@D16");
    assert_eq!(lines[9], "10. green Fl@D17 x V@F14");
    let last = sample_battle()["final"].as_str().expect("a position").to_owned();
    assert_eq!(lines[47], format!("position: {last}"));
    assert_eq!(lines[48], "result: *");
    let args = ["replay", "--positions", file.to_str().expect("a path")];
    let out = heterodox(&args).good();
    assert_eq!(out.lines().nth(46), Some(format!("47. gold  Fl@F59 F36\t{last}").as_str()));
}

#[test]
fn the_strict_record_reads_back_without_warnings() {
    let file = data("sample-battle.txt");
    let strict = heterodox(&["replay", "--strict", file.to_str().expect("a path")]).good();
    let again = heterodox_with(&["replay", "--json", "-"], strict.as_bytes());
    assert_eq!(again.err, "");
    assert_eq!(again.json()["final"], sample_battle()["final"]);
    assert_eq!(heterodox_with(&["replay", "--strict", "-"], strict.as_bytes()).good(), strict);
}

#[test]
fn a_result_is_printed_with_its_reason() {
    let head = format!("game: klinzha\nposition: {BATTLE}\n");
    let resigned = format!("{head}Fl@G14 x Fl@D16\t\nresult: green resignation\n");
    let out = replay(&resigned).good();
    assert_eq!(out.lines().last(), Some("result: green resignation"));
    let json = heterodox_with(&["replay", "--json", "-"], resigned.as_bytes()).json();
    assert_eq!(json["result"], serde_json::json!({"winner": "green", "reason": "resignation"}));
    assert_eq!(json["headers"][1], serde_json::json!({"key": "position", "value": BATTLE}));
    let agreed = replay(&format!("{head}result: draw agreement\n")).good();
    assert_eq!(agreed, format!("position: {BATTLE}\nresult: draw agreement\n"));
    let wrong = replay(&format!("{head}result: gold goal\n"));
    assert_eq!(wrong.status, Some(0));
    assert!(wrong.err.starts_with("warning: line 3: "), "{}", wrong.err);
    assert!(wrong.out.ends_with("result: *\n"), "{}", wrong.out);
}

#[test]
fn what_cannot_be_read_is_named_with_line_and_token() {
    let head = format!("position: {BATTLE}\n");
    for (record, line) in [
        ("", "the record has no line 'game:' that names its game"),
        (
            "game: klinzha\n",
            "line 1: the record ends before the setup is complete: missing 9 of Gold's warriors and its Goal, 9 of Green's warriors and its Goal",
        ),
        (
            "game: go\n",
            "line 1: there is no game 'go'; the games are: klinzha, clouded-klinzha, grand-chess, kaleidochess",
        ),
        (
            "game: klinzha\noption: a=b\n",
            "line 2: klinzha has no option 'a'; it has: goal-safety, house-rules",
        ),
        (
            "game: klinzha\nposition: x\n",
            "line 2: position 'x': expected '<rows> <gold|green> <quiet> <turn number>' with single spaces",
        ),
        (
            "V@G13 G14\n",
            "line 1: 'V@G13 G14': a move before both sides have placed all warriors and their Goal",
        ),
        ("B G35 B G36\n", "line 1: 'B G35 B G36': no Blockader is left to be placed: a side has 1"),
        (
            "Gold\tGreen\nB A19\n\tB A19",
            "line 3: 'B A19': A19 lies in the region north, where Gold stands",
        ),
        (
            &format!("{head}V@G13 G15\n"),
            "line 2: 'V@G13 G15': 'G15' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
        ),
        (
            &format!("{head}V@g13 G14\n"),
            "line 2: 'V@g13 G14': 'g13' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
        ),
        (
            &format!("{head}V@G13 \u{1b}[2J\n"),
            "line 2: 'V@G13 \\u{1b}[2J': '\\u{1b}[2J' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
        ),
        (
            &format!("{head}Fe@I11 I12\n"),
            "line 2: 'Fe@I11 I12': the Fencer on I11 has its Goal: write FeG@I11 to carry it or Fe-@I11 to leave it",
        ),
        (&format!("{head}\tV@C17 C18\n"), "line 2: 'V@C17 C18': it is Gold's turn, not Green's"),
        (
            &format!("{head}V@G13 G14\tS@E37 F48\tV@G14 F14\n"),
            "line 2: 'V@G13 G14\\tS@E37 F48\\tV@G14 F14': expected two columns, Gold and Green",
        ),
        (
            &format!("game: klinzha\n{head}result: gold\n"),
            "line 3: result 'gold': expected gold, green or draw and one of goal, immobilised, resignation, time, agreement, abandoned, repetition, quiet",
        ),
        (
            &format!("{head}result: draw agreement\nV@G13 G14\n"),
            "line 3: 'V@G13 G14': nothing may follow the result",
        ),
    ] {
        let ran = replay(record);
        assert_eq!(ran.out, "");
        ran.fails_with(&format!("error: standard input: {line}"));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    heterodox(&["replay", "no/such/file"])
        .fails_with("error: cannot read no/such/file: No such file or directory (os error 2)");
    let ran = heterodox_with(&["replay", "-"], b"Gold\tGreen\nB G35 \xff\n");
    ran.fails_with("error: standard input: line 2: expected text in UTF-8");
}
