//! `heterodox play` with commands from a pipe.

use crate::common::{BATTLE, data, heterodox_with, sample_battle};
use std::path::Path;

/// Plays these lines and returns the transcript.
#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> String {
    let start = ["play", "klinzha", "--seed", "7", "--level", "2"];
    let ran = heterodox_with(&[&start[..], args].concat(), (lines.join("\n") + "\n").as_bytes());
    assert_eq!(ran.err, "");
    ran.good()
}

/// Returns the answer to each line: the transcript from one echoed line to the next.
fn answers<'a>(transcript: &'a str, lines: &[&str]) -> Vec<&'a str> {
    let mut rest = transcript;
    let mut answers = Vec::new();
    for line in lines {
        let (before, after) = rest
            .split_once(&format!("> {line}\n"))
            .unwrap_or_else(|| panic!("'{line}' is not echoed in:\n{rest}"));
        answers.push(before);
        rest = after;
    }
    answers.push(rest);
    answers.remove(0);
    answers
}

const BATTLE_START: [&str; 2] = ["--position", BATTLE];

#[test]
fn a_game_is_played_undone_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    let lines = [
        "Fl@G14 D16",
        "position",
        "undo",
        "position",
        "I33 I34",
        save.as_str(),
        "u",
        &load,
        "record",
        "quit",
    ];
    let transcript = play(&BATTLE_START, &lines);
    let answers = answers(&transcript, &lines);
    assert!(answers[0].contains("Note: Fl@G14 D16: x missing\n"), "{transcript}");
    assert!(answers[0].contains("1. gold Fl@G14 x Fl@D16"), "{transcript}");
    let replied = answers[0].lines().find_map(|line| line.strip_prefix("The computer (green): "));
    assert!(replied.is_some_and(|text| text.contains('@')), "{transcript}");
    assert!(answers[1].contains(" gold ") && !answers[1].contains(BATTLE), "{transcript}");
    assert!(answers[2].contains("Taken back.\n"), "{transcript}");
    assert!(answers[3].starts_with(BATTLE), "{transcript}");
    assert!(answers[5].contains(&format!("Saved in {file}\n")), "{transcript}");
    assert!(answers[6].contains("Taken back.\n"), "{transcript}");
    assert!(answers[7].contains(&format!("Loaded {file}; you play gold.\n")), "{transcript}");
    let record = std::fs::read_to_string(file).expect("saved");
    assert!(answers[8].starts_with(&record), "{record}\n{transcript}");
    assert!(record.contains("green: computer (2)\n") && record.contains("V@I33 I34\t"), "{record}");
    // The record can be replayed like any other.
    let replayed = heterodox_with(&["replay", file], b"");
    assert_eq!((replayed.status, replayed.err.as_str()), (Some(0), ""));
}

#[test]
fn a_saved_game_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    let save = format!("save {file}");
    let first = ["V@G13 G14!", &save, "position"];
    let transcript =
        play(&[&BATTLE_START[..], &["--option", "goal-safety=advisory"]].concat(), &first);
    let before = answers(&transcript, &first)[2].lines().next().expect("a position").to_owned();
    let then = ["position", "undo"];
    let transcript = play(&["--load", file], &then);
    let after = answers(&transcript, &then);
    assert_eq!(after[0].lines().next(), Some(before.as_str()), "{transcript}");
    assert!(after[1].contains("there is nothing to take back"), "{transcript}");
    // The player can take the other seat of a loaded game.
    let transcript = play(&["--load", file, "--seat", "green"], &["quit"]);
    assert!(transcript.ends_with("green> quit\n"), "{transcript}");
    assert!(transcript.contains("The computer (gold): "), "{transcript}");
    // The record has the house rules of a game against the computer, so they apply to the loaded
    // game.
    assert!(transcript.contains("house-rules on"), "{transcript}");
}

#[test]
fn any_record_can_be_gone_on_with() {
    let file = data("sample-battle.txt");
    let args = ["play", "klinzha", "--seat", "green", "--load", file.to_str().expect("a path")];
    let ran = heterodox_with(&args, b"position\nrecord\n");
    assert_eq!(ran.err.lines().count(), 6, "the record's warnings: {}", ran.err);
    let transcript = ran.good();
    let given = answers(&transcript, &["position", "record"]);
    let last = sample_battle()["final"].as_str().expect("a position").to_owned();
    assert!(given[0].starts_with(&last), "{transcript}");
    assert!(given[1].contains("Fl@F59 F36"), "{transcript}");
    assert!(transcript.contains("47. gold Fl@F59 F36"), "{transcript}");
    // A resigned game is over although its position is not.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let record = format!("position: {BATTLE}\nV@I33 I34\nresult: gold resignation\n");
    std::fs::write(&file, record).expect("written");
    let transcript = play(&["--load", file.to_str().expect("a path")], &["quit"]);
    assert!(transcript.contains("result: gold resignation\n"), "{transcript}");
}

#[test]
fn the_whole_setup_is_played_with_thrown_spindles() {
    // With this seed the player wins the cast, or the computer grants the choice; both lead here.
    let lines = [
        "cast",
        "option first",
        "take green west",
        "place B G35 S G36 V H23",
        "place V I33",
        "V",
        "G13",
        "place V G13 Fe I11 L H24 Fl I44 Fl G14",
        "done",
        "G Fe@I11",
    ];
    let transcript = play(&[], &lines);
    let answers = answers(&transcript, &lines);
    assert!(answers[0].contains("The spindles of seat 0 show "), "{transcript}");
    assert!(answers[2].contains("To place: B 2Fl S 3V L Fe. "), "{transcript}");
    assert!(answers[3].contains("To place: 2Fl 2V L Fe. "), "{transcript}");
    assert!(answers[5].contains("Not possible: "), "{transcript}");
    assert!(answers[6].contains("place V G13"), "{transcript}");
    assert!(answers[7].contains("done"), "{transcript}");
    // The computer places its warriors and, after the player, its Goal; the player moves first.
    let board = answers[9];
    assert!(board.contains("The computer (gold): G "), "{transcript}");
    assert!(board.contains("feg"), "green in small letters, with its Goal: {transcript}");
    assert!(transcript.ends_with("green> \n"), "{transcript}");
}

#[test]
fn a_dangerous_move_is_asked_about() {
    // Green's Flier on F14 attacks the gold Goal on I11.
    let hanging = "1/3/vv+v2/e6/2l6/f4b1s3/1F1LBS7/2V12/E+3V12 gold 0 6";
    let lines = ["L@G25 x L@E26", "no", "L@G25 E26", "yes", "undo", "L@G25 E26!"];
    let transcript = play(&["--position", hanging, "--option", "house-rules=off"], &lines);
    let answers = answers(&transcript, &lines);
    let warned = "Your Goal hangs: it can be captured from F14.";
    assert!(
        transcript.split("> ").next().is_some_and(|start| start.contains(warned)),
        "{transcript}"
    );
    let question = "Play L@G25 x L@E26 all the same? (yes/no)";
    assert!(answers[0].contains(question), "{transcript}");
    assert!(answers[1].contains("Then not.") && !answers[1].contains("gold L@G25"), "{transcript}");
    assert!(answers[2].contains("(yes/no)"), "{transcript}");
    assert!(answers[3].contains("gold L@G25 x L@E26"), "{transcript}");
    assert!(!answers[5].contains("(yes/no)"), "{transcript}");
    assert!(!transcript.contains("house-rules on"), "{transcript}");
}

#[test]
fn a_win_is_announced_in_the_winners_words() {
    let won = "v/3/5/7/9/5g5/6S6/15/E+16 gold 0 1";
    let lines = ["S@G46 x G@F37", "hint", "E+", "undo", "resign", "yes"];
    let transcript = play(&["--position", won], &lines);
    let answers = answers(&transcript, &lines);
    assert!(answers[0].contains("gold: Zha riest'n, teskas tal'tai-kleon\n"), "{transcript}");
    assert!(answers[0].contains("result: gold goal\n"), "{transcript}");
    assert!(answers[1].contains("The game is over."), "{transcript}");
    assert!(answers[2].contains("Not possible: the game is over"), "{transcript}");
    assert!(answers[4].contains("Give up? (yes/no)"), "{transcript}");
    assert!(answers[5].contains("result: green resignation\n"), "{transcript}");
}

#[test]
fn hints_are_legal_and_the_seed_decides_the_game() {
    let lines = ["hint", "moves", "V@G13 G14!", "position"];
    let transcript = play(&[&BATTLE_START[..], &["--time", "0.1"]].concat(), &lines);
    let given = answers(&transcript, &lines);
    let hint = given[0].strip_prefix("Hint: ").and_then(|rest| rest.split("  (").next());
    let hint = hint.expect("a hint");
    assert!(given[1].contains(hint), "{transcript}");
    let again = play(&BATTLE_START, &lines);
    assert_eq!(answers(&again, &lines)[3], given[3]);
}

#[test]
fn the_player_may_sit_on_either_side() {
    for (seat, prompt) in [("gold", "gold> "), ("1", "green> "), ("green", "green> ")] {
        let transcript = play(&[&BATTLE_START[..], &["--seat", seat]].concat(), &["quit"]);
        assert!(transcript.ends_with(&format!("{prompt}quit\n")), "{transcript}");
        assert_eq!(transcript.contains("The computer (gold): "), prompt == "green> ");
    }
    let start = ["play", "klinzha", "--seat"];
    for (seat, line) in [
        ("red", "error: --seat 'red': expected 0 to 1, gold, green or random"),
        ("2", "error: --seat '2': expected 0 to 1, gold, green or random"),
        ("gold", "error: --seat gold: who plays gold is settled during the setup; give a number"),
    ] {
        heterodox_with(&[&start[..], &[seat]].concat(), b"").fails_with(line);
    }
}

#[test]
fn the_board_comes_without_colour_into_a_pipe_and_with_it_on_demand() {
    let plain = play(&[&BATTLE_START[..], &["--ascii"]].concat(), &["quit"]);
    assert!(plain.is_ascii(), "{plain}");
    assert!(!plain.contains('\u{1b}'));
    assert!(plain.contains("/ v  \\18/ v  \\29/"), "{plain}");
    assert!(plain.contains(" vg ") && plain.contains("/ FeG\\"), "{plain}");
    let drawn = play(&BATTLE_START, &["quit"]);
    assert!(drawn.contains('╱') && !drawn.contains('\u{1b}'));
    let coloured = play(&[&BATTLE_START[..], &["--color", "always"]].concat(), &["quit"]);
    assert!(coloured.contains("\u{1b}[0;1;38;5;221"));
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("no/game.txt");
    let other = folder.path().join("bad.txt");
    std::fs::write(&other, "V@G13 G14\n").expect("written");
    let command = |word: &str, path: &Path| format!("{word} {}", path.display());
    let lines = [
        "V@G13 G15",
        "G13 I99",
        "J1",
        "99",
        "save",
        "load",
        &command("save", &nowhere),
        &command("load", &nowhere),
        &command("load", &other),
        "undo",
        "moves J1",
        "moves A19",
        "yes",
        "undo twice",
        "\u{1b}[2J",
        "help",
        "position",
    ];
    let transcript = play(&BATTLE_START, &lines);
    let echoed: Vec<String> = lines.iter().map(|line| line.replace('\u{1b}', "\\u{1b}")).collect();
    let echoed: Vec<&str> = echoed.iter().map(String::as_str).collect();
    let answers = answers(&transcript, &echoed);
    for (answer, expected) in answers.iter().zip([
        "Not possible: ",
        "Nothing can go from G13 to I99 now.",
        "Not possible: ",
        "There is no number 99 in the list.",
        "expected a file: save FILE",
        "expected a file: load FILE",
        "Not possible: cannot write ",
        "Not possible: cannot read ",
        "Not possible: ",
        "Not possible: there is nothing to take back",
        "'J1' is no cell",
        "Nothing can be done there.",
        "There is no question.",
        "that command stands alone",
        "Not possible: ",
        "A move in notation",
        BATTLE,
    ]) {
        assert!(answer.starts_with(expected), "{expected} in {answer}");
    }
    assert!(!transcript.contains('\u{1b}'));
    assert!(std::fs::read_dir(folder.path()).expect("listed").count() == 1);
}

#[test]
fn people_play_with_clocks() {
    let seats = ["--quick-start", "north-west", "--seat", "0=me", "--seat", "1=me"];
    let args = [seats.as_slice(), &["--clock", "90s+5s"]].concat();
    let text = play(&args, &["B@E37 D27", "undo", "seal x"]);
    assert!(text.contains("[1:29] gold") || text.contains("[1:30] gold"), "{text}");
    assert!(text.contains("with clocks nothing can be taken back"), "{text}");
    assert!(text.contains("a game with clocks cannot be set aside"), "{text}");
}
