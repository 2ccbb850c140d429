//! Moves and positions in writing (§3.6, R-KC7). The source's sentence stands above each test.

use heterodox_rules::kaleido::{Color, DiceTable, Flaw, Move, Position, RawPosition, board};
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::kaleido::tables::{self, at, play, position, public, string};

/// "I protokollet noterar man ett drag som t.ex. 1B-2F. Om draget leder till att en pjäs blir
/// utslagen, så byter man '-' till '+', d.v.s. 1B+2F."
#[test]
fn a_move_is_two_cells_and_a_sign() {
    for (pieces, text) in [
        ("wW@1B wP@1J bP@5J", "1B-2F"),
        ("wW@1B wP@1J bP@5J bV@2F", "1B+2F"),
        ("wW@1B wP@1J bP@5J wV@2F", "1B+2F"),
        ("wP@1A wP@1J bP@5J", "1A-00"),
    ] {
        let mut table = at(pieces, "w", &[]);
        play(&mut table, text);
        assert_eq!(table.texts(Viewer::Public), [text]);
    }
}

/// "… namnge både flyttade och eventuellt utslagna pjäser för varje drag (t.ex. 'trollkarl från 1B
/// går till 2F' eller 'trollkarl från 1B slår ut korp på 2F')."
#[test]
fn the_long_form_names_the_pieces() {
    let long = |pieces: &str| {
        let position = position(pieces, "w");
        let cell = |name| board::by_name(name).expect("a cell");
        position.write_long(Move::new(cell("1B"), cell("2F")))
    };
    assert_eq!(long("wW@1B wP@1J bP@5J"), "Wizard from 1B goes to 2F");
    assert_eq!(long("wW@1B wP@1J bP@5J bV@2F"), "Wizard from 1B takes Raven on 2F");
    assert_eq!(long("wW@1B wP@1J bP@5J wV@2F"), "Wizard from 1B takes its own Raven on 2F");
    assert_eq!(position("wW@1B wP@1J bP@5J", "w").write_long(Move::PASS), "passes");
}

/// §3.6: reading accepts a wrong sign, lower case and dashes of other kinds with a warning.
#[test]
fn slips_are_understood_with_a_warning() {
    let pieces = "wW@1B wP@1J bP@5J bV@2F";
    for (text, warning) in [
        ("1B+2F", None),
        ("  1B+2F ", None),
        ("1B-2F", Some("1B-2F: '-' though something is captured, read as 1B+2F")),
        ("1b+2f", Some("1b+2f: lower case, read as 1B+2F")),
        ("1B+1E", Some("1B+1E: '+' though nothing is captured, read as 1B-1E")),
        ("1B–1E", Some("1B–1E: a dash of another kind, read as 1B-1E")),
        ("1B−1e", Some("1B−1e: a dash of another kind, lower case, read as 1B-1E")),
    ] {
        let mut table = at(pieces, "w", &[]);
        let report = table.submit(Seat::new(0), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, warning.into_iter().collect::<Vec<_>>(), "{text}");
    }
    for wrong in ["1B 2F", "1B - 2F", "1Bx2F", "W1B-2F", "1B-2F+", "1B--2F", "1B-2F 1B-2F"] {
        let refusal = at(pieces, "w", &[]).submit(Seat::new(0), wrong).expect_err(wrong);
        assert_eq!(refusal.code, "not-a-move", "{wrong}");
    }
}

#[test]
fn the_start_is_written_as_in_the_rules() {
    let table = tables::start(&[]);
    assert_eq!(
        public(&table).frame.position,
        "1/8/16/16/wL,wD,wL,wT,wH,wP,3,bP,bH,bT,bL,bD,bL,bT,bH,bP,3,wP,wH,wT/\
         wR,wW,wR,wE,wV,wP,3,bP,bV,bE,bR,bW,bR,bE,bV,bP,3,wP,wV,wE w -,- - 1"
    );
}

#[test]
fn strings_come_back_as_they_were() {
    for text in [
        "wW/8/16/16/24/24 w - - 1",
        "wW/8/16/16/24/1,bP,22 b 1B-2F,00-1A - 4294967295",
        "wW/7,gD/16/1,rV,14/24/1,bP,5,rP,11,gP,4 g -,-,-,1B-2F - 9",
    ] {
        let position: Position = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(position.to_string(), text);
        assert_eq!(position.to_raw().to_string(), text);
    }
    let text = "wW/8/16/16/24/1,bP,22 b -,- 6 3";
    let position = Position::read(text, Some(DiceTable::STANDARD)).expect("a position");
    assert_eq!((position.to_string().as_str(), position.die()), (text, Some(6)));
}

/// "undo" holds each colour's own last move; the move number rises when the turn goes from a later
/// colour to an earlier or the same one.
#[test]
fn last_moves_and_the_number_are_kept() {
    let rest = |table: &heterodox_rules::Table| {
        public(table).frame.position.split_once(' ').expect("fields").1.to_owned()
    };
    let mut table = at("wP@1D wP@1J rP@3D rP@3J gP@7D gP@7J", "r", &[]);
    play(&mut table, "3D-3E");
    assert_eq!(rest(&table), "g -,3D-3E,- - 1");
    play(&mut table, "7D-7E");
    assert_eq!(rest(&table), "w -,3D-3E,7D-7E - 2");
    play(&mut table, "1D-1E 3E-3G");
    assert_eq!(rest(&table), "g 1D-1E,3E-3G,7D-7E - 2");
}

/// R-KC7.
#[test]
fn bad_strings_are_refused_precisely() {
    const RINGS: &str = "wW/8/16/16/24/1,bP,22";
    let error = |text: &str| text.parse::<Position>().expect_err(text).to_string();
    let with = |from: &str, to: &str| RINGS.replacen(from, to, 1) + " w -,- - 1";
    let rest = |rest: &str| format!("{RINGS} {rest}");
    for (text, expected) in [
        (String::new(), "expected '<rings> <turn> <undo> <die> <move number>' with single spaces"),
        (RINGS.to_owned(), "expected '<rings>"),
        (rest("w -,- - 1 "), "expected '<rings>"),
        (rest(" w -,- - 1"), "expected '<rings>"),
        (rest("w -,-  1"), "expected '<rings>"),
        (with("/24", ""), "expected the centre and 5 rings joined by '/', found 5 parts"),
        (with("/24", "/24/24"), "found 7 parts"),
        (with("/8", "/7"), "ring 1: 7 cells, expected 8"),
        (with("wW", "wW,wP"), "centre: 2 cells, expected 1"),
        (with("22", "23"), "ring 5: 25 cells, expected 24"),
        (with("/8", "/08"), "ring 1: run of empty cells '08' must be one number from 1"),
        (with("/8", "/0,8"), "ring 1: run of empty cells '0'"),
        (with("/8", "/4,4"), "ring 1: run of empty cells '4'"),
        (with("/8", "/888"), "ring 1: run of empty cells '888' is too large: the ring has 8 cells"),
        (
            with("/8", "/99999999999999999999"),
            "ring 1: run of empty cells '99999999999999999999' is too",
        ),
        (with("/8", "/"), "ring 1: '' is no piece"),
        (with("/8", "/8,"), "ring 1: '' is no piece"),
        (with("wW", "WW"), "centre: 'WW' is no piece (a colour w r b g and a letter"),
        (with("wW", "ww"), "centre: 'ww' is no piece"),
        (with("wW", "wX"), "centre: 'wX' is no piece"),
        (with("wW", "wWW"), "centre: 'wWW' is no piece"),
        (with("wW", "é"), "centre: 'é' is no piece"),
        (rest("x -,- - 1"), "turn 'x': expected w, r, b or g"),
        (rest("white -,- - 1"), "turn 'white'"),
        (
            rest("w - - 1"),
            "last moves '-': expected 2 of them, one for each colour on the board (wb)",
        ),
        (rest("w -,-,- - 1"), "last moves '-,-,-': expected 2"),
        (rest("w -,1B+2F - 1"), "last move '1B+2F' of black: expected two different cells"),
        (rest("w 1B-1B,- - 1"), "last move '1B-1B' of white"),
        (rest("w 1b-2F,- - 1"), "last move '1b-2F' of white"),
        (rest("w ,- - 1"), "last move '' of white"),
        (rest("w -,- 7 1"), "die '7': expected 1 to 6, or '-'"),
        (rest("w -,- 0 1"), "die '0'"),
        (rest("w -,- -- 1"), "die '--'"),
        (rest("w -,- - 0"), "move number '0': expected a number from 1"),
        (rest("w -,- - 01"), "move number '01'"),
        (rest("w -,- - +1"), "move number '+1'"),
        (rest("w -,- - 4294967296"), "at most 4294967295"),
        (
            rest("r -,- - 1"),
            "impossible position: it is red's turn, but red has no piece on the board",
        ),
        (rest("w -,- 3 1"), "impossible position: a 3 is thrown, but the game has no dice"),
        (
            "1/wW,7/16/16/24/bP,23 w -,- - 1".to_owned(),
            "impossible position: nobody holds a castle (00, 1J, 3J, 5J, 7J)",
        ),
        (
            "1/8/16/16/24/24 w - - 1".to_owned(),
            "it is white's turn, but white has no piece on the board; nobody",
        ),
    ] {
        let found = error(&text);
        assert!(found.contains(expected), "{text}\n  {found}\n  expected {expected}");
    }
    let empty = RawPosition::empty();
    assert_eq!(empty.flaws(false), [Flaw::NoPieces { color: Color::White }, Flaw::NoCastle]);
}

/// R-KC7: a die's face is read with the option `dice=on` only.
#[test]
fn a_face_without_dice_is_refused() {
    let text = "wW/8/16/16/24/1,bP,22 w -,- 3 1";
    let refused = Position::read(text, None).expect_err("no dice").to_string();
    assert!(refused.contains("a 3 is thrown, but the game has no dice"), "{refused}");
    let read = Position::read(text, Some(DiceTable::STANDARD)).expect("a game with dice");
    assert_eq!(read.die(), Some(3));
}

/// R-KC7: piece counts are free.
#[test]
fn piece_counts_are_free() {
    let wizards = (0..24).map(|_| "wW").collect::<Vec<_>>().join(",");
    let text = format!("bP/8/16/16/24/{wizards} w -,- - 1");
    assert_eq!(text.parse::<Position>().expect("a position").to_string(), text);
    assert!(!string("wW@1J", "w - - 1").is_empty());
}
