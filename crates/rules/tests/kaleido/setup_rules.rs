//! How a game begins (§3.3). The source's sentence stands above each test.

use heterodox_rules::{Placed, Seat, Setting, open};
use heterodox_testkit::kaleido::tables::{self, GAME, public, setting, start, turn};
use std::collections::BTreeMap;

fn pieces(options: &[&str]) -> BTreeMap<String, Placed> {
    let placed = public(&start(options)).frame.pieces;
    placed.into_iter().map(|placed| (placed.cell.clone(), placed)).collect()
}

#[track_caller]
fn holds(pieces: &BTreeMap<String, Placed>, side: &str, words: &str) {
    for word in words.split_whitespace() {
        let (cell, kind) = word.split_at(2);
        let found = pieces.get(cell).map(|placed| (placed.side, placed.kind));
        assert_eq!(found, Some((side, kind)), "{cell}");
    }
}

const WHITE: &str = "8IP 8JV 8KE 1IR 1JW 1KR 2IE 2JV 2KP 8FP 8GH 8HT 1FL 1GD 1HL 2FT 2GH 2HP";
const BLACK: &str = "4IP 4JV 4KE 5IR 5JW 5KR 6IE 6JV 6KP 4FP 4GH 4HT 5FL 5GD 5HL 6FT 6GH 6HP";

/// "Den vite trollkarlen placeras i en borg i yttersta cirkeln och den svarte trollkarlen tvärs
/// över spelplanen … Drakarna placeras i näst yttersta cirkeln framför respektive trollkarl. Övriga
/// pjäser placeras ut mot sidorna." (R-KC3)
#[test]
fn two_armies_stand_across_the_board() {
    let pieces = pieces(&[]);
    assert_eq!(pieces.len(), 36);
    holds(&pieces, "white", WHITE);
    holds(&pieces, "black", BLACK);
}

/// "Därefter börjar vit spelare spelet med sitt första drag."
#[test]
fn white_begins() {
    for seats in ["seats=2", "seats=3", "seats=4"] {
        assert_eq!(turn(&start(&[seats])), "white");
    }
}

/// "Spelarna turas om att flytta pjäser (precis som i schack)."
#[test]
fn the_players_take_turns() {
    let mut table = start(&[]);
    for (side, text) in [("white", "2H-2E"), ("black", "6H-6E"), ("white", "8F-8D")] {
        assert_eq!(turn(&table), side);
        let other = Seat::new(usize::from(side == "white"));
        assert_eq!(table.submit(other, text).expect_err("not its turn").code, "not-your-turn");
        tables::play(&mut table, text);
    }
    assert_eq!(turn(&table), "black");
}

/// "Förslag till startuppställning för tre spelare", "… fyra spelare" (R-KC4).
#[test]
fn three_and_four_have_twelve_pieces_each() {
    let three = pieces(&["seats=3"]);
    assert_eq!(three.len(), 36);
    holds(&three, "white", "8KE 1IR 1JW 1KR 2IE 8HT 1FL 1GD 1HL 2FT 1DP 1EP");
    holds(&three, "red", "2KE 3IR 3JW 3KR 4IE 2HT 3FL 3GD 3HL 4FT 3DP 3EP");
    holds(&three, "black", "4KE 5IR 5JW 5KR 6IE 4HT 5FL 5GD 5HL 6FT 5DP 5EP");
    let four = pieces(&["seats=4"]);
    assert_eq!(four.len(), 48);
    holds(&four, "green", "6KE 7IR 7JW 7KR 8IE 6HT 7FL 7GD 7HL 8FT 7DP 7EP");
}

/// R-KC4: clockwise order of play; with three, 7J is a free castle.
#[test]
fn the_turn_goes_clockwise() {
    let mut table = start(&["seats=4"]);
    let mut order = Vec::new();
    for text in ["1D-1B", "3D-3B", "5D-5B", "7D-7B", "1E-1C"] {
        order.push(turn(&table));
        tables::play(&mut table, text);
    }
    assert_eq!(order, ["white", "red", "black", "green", "white"]);
    assert!(public(&table).frame.position.ends_with(" r 1E-1C,3D-3B,5D-5B,7D-7B - 2"));
    assert!(!pieces(&["seats=3"]).contains_key("7J"));
}

/// "Man kan testa att byta ut en spelares pjäser till 18 bönder eller 18 korpar."
#[test]
fn an_army_may_be_eighteen_pawns_or_ravens() {
    for (army, kind) in [("pawns", "P"), ("ravens", "V")] {
        let pieces = pieces(&[&format!("army-black={army}")]);
        holds(&pieces, "white", WHITE);
        let black: Vec<_> = pieces.values().filter(|placed| placed.side == "black").collect();
        assert_eq!(black.len(), 18);
        assert!(black.iter().all(|placed| placed.kind == kind));
        assert!(BLACK.split_whitespace().all(|word| pieces.contains_key(&word[..2])));
    }
}

/// "Man kan även experimentera med att ändra startuppställningarna..."
#[test]
fn any_array_comes_from_a_position_string() {
    let setting = Setting::position("wW/8/16/16/24/1,rP,22 w -,- - 1");
    let table = open(GAME, &setting).expect("a table");
    assert_eq!(table.outcome(), None);
    let sides: Vec<_> = public(&table).sides.iter().map(|side| side.key).collect();
    assert_eq!(sides, ["white", "red"]);
}

#[test]
fn options_that_do_not_fit_are_refused_precisely() {
    let error = |options: &[&str], position: Option<&str>| {
        let mut setting = setting(options);
        if let Some(position) = position {
            setting.start = Setting::position(position).start;
        }
        open(GAME, &setting).expect_err("a refusal").message
    };
    let position = Some("wW/8/16/16/24/1,rP,22 w -,- - 1");
    for (options, position, expected) in [
        (&["seats=5"][..], None, "option seats: '5' is not one of: 2, 3, 4"),
        (&["seats=3"], position, "option seats: '3': the position has 2"),
        (&["dice=maybe"], None, "option dice: 'maybe' is not one of: off, on"),
        (
            &["max-moves=0"],
            None,
            "option max-moves: '0': expected a number of moves from 1 to 4294967295",
        ),
        (
            &["max-moves=07"],
            None,
            "option max-moves: '07': expected a number of moves from 1 to 4294967295",
        ),
        (
            &["max-moves=-1"],
            None,
            "option max-moves: '-1': expected a number of moves from 1 to 4294967295",
        ),
        (&["army-red=pawns"], None, "option army-red: 'pawns': there is none in a game of 2"),
        (
            &["army-white=ravens"],
            position,
            "option army-white: 'ravens': the position says what stands on the board",
        ),
        (
            &["army-white=cats"],
            None,
            "option army-white: 'cats' is not one of: standard, pawns, ravens",
        ),
        (
            &["dice-table=P/V"],
            None,
            "option dice-table: 'P/V': expected six groups with '/' between, such as VP/EH/WRT/DL/*/*, found 2",
        ),
        (
            &["dice-table=P/V/W/D/X/*"],
            None,
            "option dice-table: 'P/V/W/D/X/*': face 5: 'X' in 'X' is no piece: expected W D R E V L T H P",
        ),
        (
            &["dice-table=P/V/WW/D/L/*"],
            None,
            "option dice-table: 'P/V/WW/D/L/*': face 3: 'W' stands twice in 'WW'",
        ),
        (
            &["dice-table=P/V//D/L/*"],
            None,
            "option dice-table: 'P/V//D/L/*': face 3: nothing: expected letters of pieces, '*' for any or '-' for none",
        ),
        (
            &["colour=red"],
            None,
            "kaleidochess has no option 'colour'; it has: seats, dice, dice-table, no-repetition, max-moves, army-white, army-red, army-black, army-green",
        ),
    ] {
        assert_eq!(error(options, position), expected);
    }
    let refusal = open(GAME, &Setting::quick_start("x")).expect_err("none");
    assert_eq!(refusal.code, "no-such-quick-start");
}
