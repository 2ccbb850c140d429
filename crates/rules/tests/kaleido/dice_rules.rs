//! The game with a die (§3.5). The source's sentence stands above each test.

use heterodox_rules::kaleido::{DiceTable, Kind, Position};
use heterodox_rules::{Act, SearchPosition, Seat, Setting, Table, Turn, Viewer, open, perft};
use heterodox_testkit::kaleido::tables::{
    self, GAME, at, choices, is_out, play, public, start, submit, turn,
};
use std::collections::BTreeSet;

const DICE: &[&str] = &["dice=on"];

/// The kinds that the choices move.
fn kinds(table: &Table) -> String {
    let seat = public(table).to_act[0];
    let codes: BTreeSet<_> =
        table.scene(Viewer::Seat(seat)).choices.iter().filter_map(|choice| choice.piece).collect();
    codes.into_iter().collect()
}

fn rest(table: &Table) -> String {
    public(table).frame.position.split_once(' ').expect("fields").1.to_owned()
}

/// "Innan varje drag måste man kasta en tärning."
#[test]
fn a_die_is_thrown_before_every_move() {
    let mut table = start(DICE);
    assert!(
        matches!(table.turn(), Turn::Throw(request) if (request.dice, request.faces) == (1, 6))
    );
    assert_eq!((public(&table).phase, public(&table).to_act.len()), ("throw", 0));
    assert_eq!(table.submit(Seat::new(0), "2H-2E").expect_err("too early").code, "throw-first");
    table.throw(&[4]).expect("a throw");
    assert_eq!(table.throw(&[4]).expect_err("thrown").code, "no-throw");
    assert_eq!((public(&table).phase, turn(&table)), ("play", "white"));
    assert_eq!(rest(&table), "w -,- 4 1");
    let text = choices(&table)[0].clone();
    play(&mut table, &text);
    assert_eq!(table.texts(Viewer::Public), [format!("4:{text}")]);
    assert!(matches!(table.turn(), Turn::Throw(_)));
    assert!(rest(&table).ends_with(" - 1"), "the throw is spent");
}

/// "Tärningens utfall anger vilka pjäser man får flytta enligt denna enkla tabell" (R-KC6).
#[test]
fn the_face_names_the_pieces_that_may_move() {
    let pieces = "wP@1B wV@2B wH@3B wE@4B wT@5B wR@6B wW@7B wL@8B wD@1D wP@1J bP@5J";
    for (face, expected) in [(1, "PV"), (2, "EH"), (3, "RTW"), (4, "DL"), (5, "DEHLPRTVW")] {
        let mut table = at(pieces, "w", DICE);
        table.throw(&[face]).expect("a throw");
        assert_eq!(kinds(&table), expected, "{face}");
    }
    let free = |face| {
        let mut table = at(pieces, "w", DICE);
        table.throw(&[face]).expect("a throw");
        choices(&table)
    };
    assert_eq!((free(5), free(6)), (choices(&at(pieces, "w", &[])), free(5)));
    let mut table = at(pieces, "w", DICE);
    table.throw(&[1]).expect("a throw");
    let refusal = submit(&mut table, "3B-3D").expect_err("a Horse takes two steps");
    assert_eq!(refusal.code, "out-of-reach");
    let refusal = submit(&mut table, "3B-4A").expect_err("not named");
    assert_eq!(
        (refusal.code, refusal.message.as_str()),
        ("not-named", "'3B-4A': a 1 lets no Horse move")
    );
}

/// R-KC6: the table follows the steps on the pieces.
#[test]
fn the_table_follows_the_steps() {
    for kind in Kind::ALL {
        let faces: Vec<u8> =
            (1..=6).filter(|&face| DiceTable::STANDARD.named(face).contains(kind)).collect();
        assert_eq!(faces, [kind.steps() as u8, 5, 6]);
    }
    assert_eq!(DiceTable::STANDARD.to_string(), "VP/EH/WRT/DL/*/*");
    assert_eq!("PV/HE/TRW/LD/*/WDREVLTHP".parse(), Ok(DiceTable::STANDARD));
}

/// R-KC6: a table option replaces it.
#[test]
fn another_table_may_be_agreed_on() {
    let mut table = start(&["dice=on", "dice-table=W/-/P/P/P/*"]);
    table.throw(&[1]).expect("a throw");
    assert_eq!(kinds(&table), "W");
    let mut table = start(&["dice=on", "dice-table=W/-/P/P/P/*"]);
    table.throw(&[2]).expect("a throw");
    assert_eq!(table.texts(Viewer::Public), ["2:--"], "nobody is named");
}

/// "Om man kan flytta någon pjäs så måste man göra det även om detta kan innebära att man måste slå
/// ut en egen pjäs, flytta bort en pjäs från en borg eller göra något annat ofördelaktigt."
#[test]
fn who_can_move_must_move() {
    let mut table = at("wP@1J bP@5J bD@5G", "w", DICE);
    table.throw(&[1]).expect("a throw");
    assert_eq!(submit(&mut table, "--").expect_err("it can move").code, "cannot-pass");
    assert_eq!(choices(&table), ["1J-1G", "1J-1I", "1J-1K"]);
    play(&mut table, "1J-1I");
    assert_eq!(is_out(&table, "white").as_deref(), Some("left-castle"));
}

/// "Att inte kunna flytta någon pjäs betyder inte alls att du skulle förlora utan bara att du får
/// stå över ditt drag tills det åter är din tur att kasta tärningen."
#[test]
fn who_cannot_move_passes_and_does_not_lose() {
    let mut table = at("wP@1J bP@5J bD@5G", "w", DICE);
    let report = table.throw(&[4]).expect("a throw");
    assert_eq!(report.reports.public[0].key, "passed");
    assert_eq!((table.plies(), table.outcome()), (1, None));
    assert_eq!(table.texts(Viewer::Public), ["4:--"]);
    assert_eq!(rest(&table), "b -,- - 1");
    let frames = table.frames(Viewer::Public);
    assert_eq!((frames[1].side, frames[1].last.len()), (Some("white"), 0));
    // A side without moves passes with every throw, as long as the other side can move.
    let mut table = at("wH@1J bP@1I bP@1K bP@1G bW@5J", "w", DICE);
    table.throw(&[6]).expect("a throw");
    assert_eq!((table.outcome(), rest(&table)), (None, "b -,- - 1".to_owned()));
}

/// R-KC2: after a dice pass the undo rule still holds.
#[test]
fn after_a_pass_nothing_is_undone_either() {
    let mut table = at("wP@1D wP@1J bP@5J bP@5D", "w", DICE);
    table.throw(&[1]).expect("a throw");
    play(&mut table, "1D-1E");
    table.throw(&[1]).expect("a throw");
    play(&mut table, "5D-5E");
    table.throw(&[2]).expect("White passes");
    table.throw(&[1]).expect("a throw");
    play(&mut table, "5E-5G");
    table.throw(&[1]).expect("a throw");
    assert_eq!(submit(&mut table, "1E-1D").expect_err("an undoing").code, "no-undo");
}

/// §3.5: if every remaining player is stuck on any face, it is a draw.
#[test]
fn when_nobody_can_move_whatever_is_thrown_it_is_a_draw() {
    let table = at("wP@1J bP@5J", "w", &["dice=on", "dice-table=W/W/W/D/-/L"]);
    let outcome = table.outcome().expect("a result");
    assert_eq!((outcome.winner, outcome.reason.key()), (None, "stuck"));
    // In the course of a game: the only Raven is captured by a Pawn, which no face names.
    let mut table = at("wP@1J bP@5J wV@1I bH@2J", "b", &["dice=on", "dice-table=V/V/V/V/V/H"]);
    table.throw(&[6]).expect("a throw");
    play(&mut table, "2J-2H");
    assert_eq!(table.outcome(), None);
}

#[test]
fn a_throw_may_be_written_before_the_move() {
    let pieces = "wP@1D wP@1J bP@5J bP@5D";
    let mut table = at(pieces, "w", DICE);
    table.throw(&[1]).expect("a throw");
    let refusal = submit(&mut table, "2:1D-1E").expect_err("another throw");
    assert_eq!(refusal.message, "'2:1D-1E': a 1 was thrown, not a 2");
    play(&mut table, "1:1D-1E");
    assert_eq!(table.texts(Viewer::Public), ["1:1D-1E"]);
}

#[test]
fn a_position_may_hold_a_throw() {
    let table = at("wP@1D wP@1J bP@5J", "w -,- 1 1", DICE);
    assert_eq!((turn(&table), kinds(&table)), ("white", "P".to_owned()));
    // With a throw that moves nothing the pass is the only choice.
    let mut table = at("wP@1D wP@1J bP@5J", "w -,- 4 1", DICE);
    assert_eq!(choices(&table), ["--"]);
    play(&mut table, "4:--");
    assert_eq!(rest(&table), "b -,- - 1");
    let setting = Setting::position("1/8/16/16/24/1,wP,11,1,bP,10 w -,- 4 1");
    assert!(open(GAME, &setting).is_err());
}

/// §5.2: that face for the first ply, all six summed for every later one, and for the first too if
/// none is thrown; a forced pass is one move.
#[test]
fn paths_are_counted_over_all_throws() {
    let with = |die: &str, depth| {
        let position = tables::string("wP@1J wP@3J bE@5J bE@7J", &format!("w -,- {die} 1"));
        let mut setting =
            Setting { start: Setting::position(&position).start, ..tables::setting(DICE) };
        let counts = perft(GAME, &setting, depth).expect("counts");
        setting.options.0.insert("max-moves".to_owned(), "1000".to_owned());
        assert_eq!(perft(GAME, &setting, depth).expect("the slow way"), counts);
        counts
    };
    let sum = |counts: &[(String, u64)]| counts.iter().map(|count| count.1).sum::<u64>();
    // Six moves of Pawns with 1, 5 and 6; a pass with 2, 3 and 4.
    assert_eq!(sum(&with("1", 1)), 6);
    assert_eq!(with("4", 1), [("--".to_owned(), 1)]);
    assert_eq!(sum(&with("-", 1)), 3 * 6 + 3);
    assert!(with("-", 1).contains(&("3:--".to_owned(), 1)));
    assert!(with("-", 1).contains(&("5:1J-1G".to_owned(), 1)));
    // The Eagles have 7 moves each with 2, 5 and 6; else Black passes.
    assert_eq!(sum(&with("4", 2)), 3 * 14 + 3);
    assert_eq!(sum(&with("1", 2)), 6 * (3 * 14 + 3));
    assert_eq!(sum(&with("-", 2)), (3 * 6 + 3) * (3 * 14 + 3));
    let position = Position::read(
        &tables::string("wP@1J wP@3J bE@5J bE@7J", "w -,- - 1"),
        Some(DiceTable::STANDARD),
    );
    assert_eq!(position.expect("a position").perft(2), 21 * 45);
}

#[test]
fn with_dice_nothing_is_taken_back() {
    let mut table = start(DICE);
    assert!(!public(&table).takebacks_allowed);
    table.throw(&[6]).expect("a throw");
    let text = choices(&table)[0].clone();
    play(&mut table, &text);
    let refusal = table.apply(&Act::AskTakeback { seat: Seat::new(0) }).expect_err("none");
    assert_eq!(refusal.code, "no-takebacks");
}

#[test]
fn a_throw_is_told_to_all() {
    let mut table = start(&["dice=on", "seats=4"]);
    let report = table.throw(&[6]).expect("a throw");
    let notice = &report.reports.public[0];
    assert_eq!(notice.key, "thrown");
    assert_eq!(notice.args, [("seat", "0".to_owned()), ("face", "6".to_owned())]);
    assert_eq!(report.reports.seats.0.len(), 4);
    assert!(public(&table).notices.contains(notice));
    assert_eq!(table.throw(&[]).expect_err("thrown already").code, "no-throw");
    let mut table = start(DICE);
    for faces in [&[][..], &[0], &[7], &[1, 2]] {
        assert_eq!(table.throw(faces).expect_err("no throw").code, "bad-throw");
    }
}

/// "Alla tidigare regler gäller fortfarande, men några nya regler angående tärningens användande
/// läggs till."
#[test]
fn all_other_rules_hold_with_dice() {
    // What any piece may do with a 6 is what it may do without a die.
    for pieces in ["wW@1J wL@1D wT@1E rP@1F bP@5J rD@3J", "wP@1J wH@2D wE@2E bR@2F bP@5J"] {
        let undo = if pieces.contains(" r") { "2E-2D,-,-" } else { "2E-2D,-" };
        let free = choices(&at(pieces, &format!("w {undo} - 1"), &[]));
        let thrown = at(pieces, &format!("w {undo} 6 1"), &["dice=on"]);
        assert_eq!(choices(&thrown), free);
    }
    // Leaving the last castle and being thrown out end a game as they do without.
    let mut table = at("wP@1J bP@5J", "w -,- 1 1", &["dice=on"]);
    play(&mut table, "1J-1I");
    let outcome = table.outcome().expect("over");
    assert_eq!(outcome.reason.key(), "left-castle");
}
