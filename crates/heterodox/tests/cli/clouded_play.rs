//! `heterodox play clouded-klinzha`: hot seat, where the screen is cleared between two people, and
//! games against the computer.

use crate::common::heterodox_with;

/// Gold's Swift can reach Green's Vanguard on G35 by one path, and F48 by two; Green's Blockader
/// stands on I33.
const BLIND: &str = "V+/3/5/7/4S4/11/4v8/15/2V1b11v+ gold 0 1";

#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> String {
    let ran = heterodox_with(
        &[&["play", "clouded-klinzha"], args].concat(),
        (lines.join("\n") + "\n").as_bytes(),
    );
    assert_eq!(ran.err, "");
    ran.good()
}

/// Plays the blind game with two people at the terminal.
#[track_caller]
fn hot_seat(lines: &[&str]) -> String {
    play(&["--hot-seat", "--option", "clouds=blind", "--position", BLIND, "--ascii"], lines)
}

/// Returns the part of a transcript between two texts.
#[track_caller]
fn between<'a>(transcript: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = transcript.split_once(from).unwrap_or_else(|| panic!("{from}:\n{transcript}"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to}:\n{transcript}")).0
}

#[test]
fn a_curtain_falls_between_two_people() {
    let transcript = hot_seat(&["V@I22 I23", "", "here", "", "quit"]);
    // Gold sees the outcome of its move before the screen is cleared.
    let before = between(&transcript, "> V@I22 I23\n", "Press Enter to clear");
    assert!(before.contains("Umpire: a field halted your warrior on I22.\n"), "{transcript}");
    assert!(!before.contains("stands on"), "{transcript}");
    // Between the two players only Enter is accepted.
    let dark = between(&transcript, "screen for green> \n", "green: press Enter");
    assert_eq!(dark, "The screen is clear: hand over to green.\n", "{transcript}");
    assert!(transcript.contains("looks> here\nOnly Enter, please, or quit.\n"), "{transcript}");
    // Green sees its own pieces and none of Gold.
    let seen = between(&transcript, "nobody else looks> \n", "green> quit");
    assert!(seen.contains("#b##") && seen.contains("#vg#"), "{transcript}");
    assert!(seen.contains("gold has moved; you did not see all of it.\n"), "{transcript}");
    for hidden in ["#VG#", "#S##", "I22", "field"] {
        assert!(!seen.contains(hidden), "{hidden}:\n{transcript}");
    }
}

#[test]
fn the_umpire_tells_in_sentences_what_each_may_know() {
    let lines = ["S@E37 G35", "", "", "review", "VG@I99 I89", "", "", "quit"];
    let transcript = hot_seat(&lines);
    let gold = between(&transcript, "gold> S@E37 G35\n", "Press Enter to clear");
    assert!(gold.contains("Umpire: you captured a Vanguard on G35.\n"), "{transcript}");
    let green = between(&transcript, "green: press Enter", "green> review\n");
    assert!(green.contains("Umpire: you lost a Vanguard on G35.\n"), "{transcript}");
    assert!(green.contains("[xV#") && !green.contains("Swift"), "{transcript}");
    assert!(green.contains("green lost V"), "{transcript}");
    assert!(transcript.contains("Not while the game runs"), "{transcript}");
    let gold = between(&transcript, "gold: press Enter when", "gold> quit");
    assert!(gold.contains("green has moved; you did not see all of it.\n"), "{transcript}");
}

#[test]
fn the_path_is_asked_for_or_named() {
    let asked = "S@E37 F48: several paths lead there.\n1) E38 E48 F48  2) F37 F47 F48\n";
    let transcript = hot_seat(&["E37 F48", "99", "2", "quit"]);
    assert!(transcript.contains(asked), "{transcript}");
    assert!(transcript.contains("There is no path 99; there are 2.\n"), "{transcript}");
    assert!(transcript.contains("1. gold S@E37 F48 (F37 F47 F48)\n"), "{transcript}");
    // Enter takes any path, `!` suppresses the question, a path can be written with the move, and
    // with only one path there is no question.
    for lines in [&["E37 F48", ""][..], &["E37 F48!"], &["s@e37 f48 !"]] {
        assert!(hot_seat(lines).contains("1. gold S@E37 F48\n"), "{lines:?}");
    }
    for named in ["e37 f48 (f37 F47 f48)", "S@E37 F48 (F37 F47 F48)"] {
        let transcript = hot_seat(&[named]);
        assert!(transcript.contains("1. gold S@E37 F48 (F37 F47 F48)\n"), "{transcript}");
    }
    assert!(hot_seat(&["E37 G35"]).contains("1. gold S@E37 x V@G35\n"));
    // Any other answer is a new command.
    let other = hot_seat(&["E37 F48", "position"]);
    assert!(other.contains(" gold 0 1\n") && !other.contains("1. gold"), "{other}");
}

#[test]
fn a_running_game_is_sealed_and_what_one_saw_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (sealed, saved) = (path("game.sealed"), path("own.txt"));
    let (seal, save) = (format!("seal {sealed}"), format!("save {saved}"));
    let transcript = hot_seat(&["S@E37 G35!", "", "", "VG@I99 I89", &seal, &save, "quit"]);
    // It is still Green's turn to hand over, so `seal` is not accepted.
    assert!(transcript.contains("Only Enter, please, or quit."), "{transcript}");
    let transcript = hot_seat(&["S@E37 G35!", "", "", &seal, &save, "quit"]);
    assert!(transcript.contains("do not look inside"), "{transcript}");
    let own = std::fs::read_to_string(&saved).expect("saved");
    assert!(own.contains("as: green\n") && own.contains("? x V@G35"), "{own}");
    assert!(!own.contains("S@E37") && !own.contains("VG@A19"), "{own}");
    let text = std::fs::read_to_string(&sealed).expect("sealed");
    assert!(text.starts_with("heterodox sealed game: do not look inside\n"), "{text}");
    assert!(!text.contains("E37") && !text.contains("blind"), "{text}");
    // The loaded game starts with a cleared screen, with Green to move.
    let load = ["--load", &sealed];
    let transcript = play(&load, &["", "", "VG@I99 I89", "", "", "position", "quit"]);
    assert!(transcript.contains(" gold 1 2\n"), "{transcript}");
    // The record of one side cannot be continued, and a changed sealed file is refused.
    let ran = heterodox_with(&["play", "clouded-klinzha", "--load", &saved], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("is kept with `seal FILE`"), "{}", ran.err);
    for broken in [text.replace('7', "8"), text[..text.len() - 40].to_owned(), text + "x"] {
        std::fs::write(&sealed, broken).expect("written");
        let ran = heterodox_with(&["play", "clouded-klinzha", "--load", &sealed], b"");
        assert_eq!(ran.status, Some(2));
        assert!(ran.err.contains("the sealed game ") && !ran.err.contains("E37"), "{}", ran.err);
    }
}

#[test]
fn after_the_end_everything_can_be_looked_at() {
    let lines = [
        "V@I22 I23",
        "",
        "",
        "VG@I99 I89",
        "",
        "",
        "resign",
        "yes",
        "review 1",
        "green",
        "next",
        "record",
    ];
    let transcript = hot_seat(&lines);
    assert!(transcript.contains("green: Zha riest'n, teskas tal'tai-kleon\n"), "{transcript}");
    let one = between(&transcript, "> review 1\n", "> green\n");
    assert!(one.contains("Ply 1 of 2, truth: gold V@I22 I23 > I22 field\n"), "{transcript}");
    assert!(one.contains("[V##") && one.contains("#b##"), "{transcript}");
    assert!(one.contains("green saw ?; was told: nothing\n"), "{transcript}");
    let green = between(&transcript, "> green\n", "> next\n");
    assert!(green.contains("#b##") && !green.contains("#V##"), "{transcript}");
    assert!(green.contains("Ply 1 of 2, green: gold ?\n"), "{transcript}");
    assert!(transcript.contains("Ply 2 of 2, green: green VG@I99 I89\n"), "{transcript}");
    let record = transcript.split("> record\n").nth(1).expect("a record");
    assert!(record.contains("V@I22 I23 > I22 field\tVG@I99 I89\nresult: green resignation\n"));
}

#[test]
fn a_setup_is_played_behind_the_curtain() {
    let first: [&str; 9] = [
        "cast",
        "option first",
        "take gold north",
        "place B E37 S F37 V D17 V D39 V C28 L A19 Fe D28 Fl C17 Fl C39",
        "done",
        "",
        "",
        "record",
        "quit",
    ];
    // Finds a seed with which the first player wins the cast.
    let transcript = (0..20)
        .map(|seed: u32| {
            let seed = seed.to_string();
            play(&["--hot-seat", "--option", "clouds=blind", "--seed", &seed, "--ascii"], &first)
        })
        .find(|transcript| transcript.contains("hand over to green"));
    let transcript = transcript.expect("a seed");
    let second = between(&transcript, "green: press Enter", "> record");
    assert!(second.contains("Umpire: first placement is gold in the north.\n"), "{transcript}");
    for hidden in ["#B##", "#S##", "#L##", "#V##"] {
        assert!(!second.contains(hidden), "{hidden}:\n{transcript}");
    }
}

#[test]
fn against_the_computer_no_seed_tells_what_is_hidden() {
    let args = ["--quick-start", "north-west", "--level", "2", "--time", "0.05", "--ascii"];
    let transcript = play(&args, &["quit"]);
    assert!(transcript.contains("The clouds have the seed "), "{transcript}");
    assert!(!transcript.contains("This game's seed"), "{transcript}");
    // Cells under clouds, at their edges and in the clear are distinguished without colours.
    let args = [&args[..], &["--option", "clouds=seed:7", "--option", "drift=1,1,1"]].concat();
    let transcript = play(&args, &["V@D17 D16", "undo", "hint", "quit"]);
    assert!(transcript.contains("/#V##\\") && transcript.contains("\\-Fe-/"), "{transcript}");
    assert!(transcript.contains("-!--"), "a neutral of Green: {transcript}");
    assert!(transcript.contains("Umpire: the clouds drift 1 step east.\n"), "{transcript}");
    assert!(transcript.contains("nothing can be taken back"), "{transcript}");
    assert!(transcript.contains("Hint: "), "{transcript}");
    let crowded = [
        "#",
        "###",
        "#####",
        ".......",
        ".........",
        "...........",
        ".............",
        "...............",
        ".................",
    ]
    .join("/");
    let option = format!("clouds={crowded}");
    let transcript = play(&["--hot-seat", "--option", &option], &["quit"]);
    assert!(transcript.contains("Region north: 9 cells lie under clouds;"), "{transcript}");
}

#[test]
fn two_people_may_play_an_open_game_too() {
    let position = "v/3/5/7/9/5g5/6S6/15/E+16 gold 0 1";
    let ran = heterodox_with(
        &["play", "klinzha", "--hot-seat", "--position", position],
        b"E@I11\nEG\ndraw\nS@G35 G36\ndraw\nquit\n",
    );
    let transcript = ran.good();
    assert!(!transcript.contains("press Enter"), "{transcript}");
    assert!(transcript.contains("The draw is offered until the other side moves."), "{transcript}");
}
