//! `heterodox play grand-chess` with commands from a pipe.

use crate::common::heterodox_with;

/// Plays these lines. Returns the answer to each, from one echoed line to the next.
#[track_caller]
fn play(args: &[&str], lines: &[&str]) -> Vec<String> {
    let start = ["play", "grand-chess", "--seed", "7", "--level", "2", "--ascii"];
    let ran = heterodox_with(&[&start[..], args].concat(), (lines.join("\n") + "\n").as_bytes());
    assert_eq!(ran.err, "");
    let transcript = ran.good();
    let mut rest = transcript.as_str();
    let mut answers = Vec::new();
    for line in lines {
        let (before, after) = rest
            .split_once(&format!("> {line}\n"))
            .unwrap_or_else(|| panic!("'{line}' is not echoed in:\n{rest}"));
        answers.push(before.to_owned());
        rest = after;
    }
    answers.push(rest.to_owned());
    answers
}

#[test]
fn the_first_board_shows_both_armies() {
    let answers = play(&[], &["quit"]);
    let lines: Vec<&str> = answers[0].lines().collect();
    assert!(
        lines[0].starts_with("10  r     .    .    .    .    .    .    .    .   r"),
        "{lines:?}"
    );
    assert!(
        lines[2].starts_with(" 9   .   n    b    q    k    c    a    b    n     ."),
        "{lines:?}"
    );
    assert!(
        lines[16].starts_with(" 2   .   N    B    Q    K    C    A    B    N     ."),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("Grand Chess") && lines[1].ends_with("white: you"), "{lines:?}");
    assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
}

#[test]
fn moves_are_typed_in_every_way_and_the_last_one_is_marked() {
    let answers = play(&[], &["e3 e5", "undo", "e3e5", "undo", "e5", "undo", "position", "quit"]);
    for answer in [&answers[1], &answers[3], &answers[5]] {
        assert!(answer.contains("1. white e5"), "{answer}");
        assert!(answer.contains("The computer (black): ") && answer.contains("[ . ]"), "{answer}");
    }
    let start = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
    assert_eq!(answers[7], format!("{start}\nwhite"));
}

#[test]
fn a_cell_shows_where_its_piece_can_go() {
    let answers = play(&[], &["b2", "f5", "a2", "nonsense", "quit"]);
    assert!(answers[1].contains("b2d1  b2a4  b2c4"), "{}", answers[1]);
    assert_eq!(answers[1].matches("* . *").count(), 3, "{}", answers[1]);
    // The name of an empty square is a pawn's move if a pawn can go there.
    assert!(answers[2].contains("1. white f5"), "{}", answers[2]);
    assert_eq!(answers[3], "Nothing can be done on a2.\nwhite");
    assert!(answers[4].starts_with("Not possible: 'nonsense'"), "{}", answers[4]);
}

#[test]
fn a_promotion_is_asked_for() {
    let position = "k9/10/7P2/10/10/10/10/10/4r5/9K w - - 0 9 pool=Gr,Q/";
    let lines = ["h8 h9", "h8 h9 gr", "undo", "h8h9", "quit"];
    let answers = play(&["--position", position], &lines);
    assert!(answers[0].contains("white may promote to Q Gr"), "{}", answers[0]);
    assert_eq!(answers[1], "Several moves fit; write one of: h8h9q, h8h9gr, h8h9\nwhite");
    assert!(answers[2].contains("1. white h9=Gr"), "{}", answers[2]);
    assert!(answers[4].contains("1. white h9\n"), "{}", answers[4]);
}

#[test]
fn what_is_frozen_or_locked_or_in_check_is_marked() {
    let position = "k9/10/10/10/3{im}6/4{Zr}5/10/10/{Nr}9/r8K w - - 0 2 pool=/";
    let answers = play(&["--position", position], &["quit"]);
    let board = &answers[0];
    assert!(board.contains("Zr~") && board.contains("Nr#") && board.contains("K +"), "{board}");
    assert!(board.contains("Check on j1.\n"), "{board}");
}

#[test]
fn picking_alternates_and_the_game_begins() {
    let options = ["--option", "setup=classic+chosen", "--option", "extra=2"];
    let answers = play(&options, &["moves", "pick Gu", "board", "quit"]);
    assert!(answers[0].contains("The computer (black): pick "), "{}", answers[0]);
    assert!(answers[1].contains("pick Gu"), "{}", answers[1]);
    assert!(
        answers[2].contains("Gu") && answers[2].contains("white>") || answers[3].contains("Gu")
    );
}

#[test]
fn black_sees_the_board_from_its_side() {
    let answers = play(&["--seat", "black"], &["quit"]);
    let lines: Vec<&str> =
        answers[0].lines().skip_while(|line| line.contains("thinking")).collect();
    assert!(lines[0].starts_with(" 1 ") && lines[18].starts_with("10 "), "{lines:?}");
    assert!(answers[0].contains("The computer (white): "), "{}", answers[0]);
}

#[test]
fn a_game_is_saved_as_pgn_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let file = file.to_str().expect("a path");
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    let options = [
        "--option",
        "setup=random",
        "--option",
        "extra=8",
        "--option",
        "promotion=all",
        "--option",
        "own=Xx:KAD",
    ];
    let answers =
        play(&options, &["moves", "position", &save, "resign", "yes", &load, "position", "quit"]);
    assert_eq!(answers[2], answers[7], "the same position");
    assert!(answers[6].contains("you play white"), "{}", answers[6]);
    let text = std::fs::read_to_string(file).expect("the record");
    assert!(text.starts_with("[Event \"?\"]\n"), "{text}");
    for tag in ["[Seed \"7\"]", "[Promotion \"all\"]", "[Own \"Xx:KAD\"]", "[White \"you\"]"] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    assert!(answers[5].contains("result: black resignation"), "{}", answers[5]);
    assert!(answers[5].contains("black wins: resignation."), "{}", answers[5]);
}
