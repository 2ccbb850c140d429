//! §1.7, R-KZ6 and R-KZ7: moves in writing. What is written is strict; what is read may be lax, and
//! every laxity is named.

use heterodox_rules::klinzha::{GoalSafety, Position};
use heterodox_rules::{Options, Refusal, Seat, Setting, Start, open};
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::positions::{
    gold_moves, library, random_move, random_setup, study,
};
use heterodox_testkit::klinzha::slow::Gold;

const GOLD: &str = "V G13, V H23, Fl I44, FeG I11, L H24, S G36, B I33";
const GREEN: &str = "Fl F14, L F37, V C17, B E48, G C28";

fn position() -> Position {
    library(&study(Gold, GOLD, GREEN))
}

fn read_in(position: &Position, text: &str) -> Result<(String, Vec<String>), Refusal> {
    let legal = position.legal_moves_under(GoalSafety::Advisory);
    position.read(text, &legal).map(|read| (position.write(read.played), read.warnings))
}

/// The examples of the source: "These are the four types of moves", and R-KZ6.
#[test]
fn moves_are_written_as_in_the_source() {
    let moves = gold_moves(GOLD, GREEN);
    for text in [
        "V@G13 G14",
        "Fl@I44 x Fl@F14",
        "S@G36 x L@F37",
        "L@H24 x Fl@F14",
        "FeG@I11 I12",
        "Fe-@I11 I12",
        "B@I33 I22",
    ] {
        assert!(moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
    // "Combined: `FeG@I11 x V@I33`, `L-@D28 x V@C17`", with cells that are in reach.
    assert!(gold_moves("FeG I11", "V I22, G A19").contains(&"FeG@I11 x V@I22".to_owned()));
    assert!(gold_moves("LG D28", "V C28, G I99").contains(&"L-@D28 x V@C28".to_owned()));
    // "Landing on the own abandoned Goal is written plainly."
    assert!(gold_moves("L D28, G C28", "G I99").contains(&"L@D28 C28".to_owned()));
    // "The source's `FeG@I11 I33` and `L-@D28 C17` show the writing only."
    assert!(!gold_moves("FeG I11", "G I99").contains(&"FeG@I11 I33".to_owned()));
}

/// Strict notation reads back as itself, without a word of warning, in random games.
#[test]
fn strict_notation_reads_back_without_warnings() {
    let mut rng = Rng::new(7);
    for _ in 0..30 {
        let mut slow = random_setup(&mut rng);
        for _ in 0..80 {
            let position = library(&slow);
            let legal = position.legal_moves_under(GoalSafety::Advisory);
            for &m in &legal {
                let text = position.write(m);
                let read = position.read(&text, &legal).expect("our own writing");
                assert_eq!((read.played, read.warnings), (m, Vec::new()), "{text}");
            }
            let Some(m) = random_move(&mut rng, &slow) else { break };
            slow = slow.after(m);
        }
    }
}

/// R-KZ7: each laxity, what is understood, and what the warnings name.
#[test]
fn lax_writing_is_understood_and_each_laxity_is_named() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("FL@I44 x Fl@F14", "Fl@I44 x Fl@F14", &["FL read as Fl"]),
        ("Fl@I44 x FL@F14", "Fl@I44 x Fl@F14", &["FL read as Fl"]),
        ("FEG@I11 I12", "FeG@I11 I12", &["FE read as Fe"]),
        ("FE-@I11 I12", "Fe-@I11 I12", &["FE read as Fe"]),
        ("Fl@I44 F14", "Fl@I44 x Fl@F14", &["x missing"]),
        ("Fl@I44 Fl@F14", "Fl@I44 x Fl@F14", &["x missing"]),
        ("V@G13 x G14", "V@G13 G14", &["x superfluous"]),
        ("V@G13 x S@G14", "V@G13 G14", &["x superfluous"]),
        ("Fl@I44 x V@F14", "Fl@I44 x Fl@F14", &["captured piece is Fl, not V"]),
        ("Fl@I44 x FlG@F14", "Fl@I44 x Fl@F14", &["captured piece is Fl, not FlG"]),
        ("Fl@I44 x G@F14", "Fl@I44 x Fl@F14", &["captured piece is Fl, not G"]),
        ("Fl@I44 x F14", "Fl@I44 x Fl@F14", &["captured piece missing"]),
        ("Fl@EI44 x Fl@F14", "Fl@I44 x Fl@F14", &["EI44 read as I44"]),
        ("Fl@I44 x Fl@AF14", "Fl@I44 x Fl@F14", &["AF14 read as F14"]),
        ("V@G13  G14", "V@G13 G14", &["spaces"]),
        (" V@G13 G14 ", "V@G13 G14", &["spaces"]),
        ("FL@EI44   V@F14", "Fl@I44 x Fl@F14", &["FL", "EI44", "x missing", "not V", "spaces"]),
    ];
    for (text, strict, named) in cases {
        let (understood, warnings) =
            read_in(&position(), text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(understood, *strict, "{text}");
        for name in *named {
            assert!(warnings.iter().any(|w| w.contains(name)), "{text}: {name} in {warnings:?}");
        }
        // What was understood is said, unless all that is wrong is around the move.
        let said = warnings.iter().any(|w| *w == format!("understood as {strict}"));
        assert!(said || text.trim() == *strict, "{text}: {warnings:?}");
    }
    // An abandoned Goal without `x`, and one called by a warrior's name.
    let goal = library(&study(Gold, "S B18, G I11", "G A19"));
    for text in ["S@B18 A19", "S@B18 x A19", "S@B18 x V@A19", "S@B18 x VG@A19"] {
        let (understood, warnings) = read_in(&goal, text).expect("understood");
        assert_eq!(understood, "S@B18 x G@A19", "{text}");
        assert!(!warnings.is_empty(), "{text}");
    }
}

/// R-KZ7: "Whatever cannot be understood or is illegal is an error with … token and reason."
#[test]
fn what_cannot_be_understood_or_is_illegal_is_an_error() {
    let cases = [
        // Not a move at all.
        ("", "not-a-move", ""),
        ("V", "not-a-move", "'V'"),
        ("V@G13", "not-a-move", "V@G13"),
        ("V G13 G14", "not-a-move", "V G13 G14"),
        ("G I11", "not-a-move", "G I11"),
        ("V@G13 G14 H13", "not-a-move", "H13"),
        ("V@G13 y G14", "not-a-move", "y G14"),
        ("V@G13 X G14", "not-a-move", "X G14"),
        ("V@G13 G14 S@E37 F48", "not-a-move", "S@E37"),
        ("x Fl@F14", "not-a-move", "x Fl@F14"),
        // §1.2: "Moves are never passed."
        ("pass", "not-a-move", "pass"),
        ("-", "not-a-move", "-"),
        // "Lower-case cells and a wrong moving piece are errors."
        ("V@g13 G14", "no-such-cell", "g13"),
        ("V@G13 g14", "no-such-cell", "g14"),
        ("v@G13 G14", "no-such-piece", "'v'"),
        ("L@G13 G14", "other-warrior", "Vanguard"),
        ("Fl@I11 I12", "other-warrior", "Fencer"),
        // Cells and pieces that there are not.
        ("V@G99 G14", "no-such-cell", "G99"),
        ("V@G13 J11", "no-such-cell", "J11"),
        ("V@GGG13 G14", "no-such-cell", "GGG13"),
        ("V@aG13 G14", "no-such-cell", "aG13"),
        ("V@ G14", "no-such-cell", "''"),
        ("Q@G13 G14", "no-such-piece", "'Q'"),
        ("@G13 G14", "no-such-piece", "''"),
        ("G@C28 C29", "no-such-piece", "'G'"),
        ("fl@I44 F14", "no-such-piece", "'fl'"),
        ("Fl@I44 x Q@F14", "no-such-piece", "'Q'"),
        ("V@Gé3 G14", "no-such-cell", "Gé3"),
        // "A carrier on its Goal written without `G` or `-` is an error", and the other way round.
        ("Fe@I11 I12", "say-goal", "FeG@I11"),
        ("VG@G13 G14", "no-goal-here", "G13"),
        ("V-@G13 G14", "no-goal-here", "G13"),
        ("SG@G36 G46", "no-goal-here", "G36"),
        // Whose warrior.
        ("V@G14 G13", "nothing-there", "G14"),
        ("Fl@F14 I44", "not-your-warrior", "F14"),
        // Illegal, and why.
        ("V@G13 G13", "same-cell", "V@G13 G13"),
        ("V@H23 H24", "own-warrior", "H24"),
        ("V@G13 E37", "out-of-reach", "E37"),
        ("S@G36 G35", "out-of-reach", "G35"),
        ("L@H24 H13", "blocked", "H13"),
        ("S@G36 F48", "enemy-zone", "F48"),
        ("S@G36 E48", "blockader-untouchable", "E48"),
        ("FeG@I11 I23", "goal-in-own-zone", "I23"),
    ];
    for (text, code, token) in cases {
        let refusal = read_in(&position(), text).expect_err(text);
        assert_eq!(refusal.code, code, "{text}: {refusal}");
        assert!(refusal.message.contains(token), "{text}: {refusal}");
    }
}

/// The same for the Blockader's own conditions.
#[test]
fn the_blockader_is_told_why_not() {
    let cases = [
        ("B E37, G I11", "V F26, G I99", "B@E37 E26", "enemy-in-zone"),
        ("B E37, G F26", "G I99", "B@E37 E26", "goal-in-zone"),
        ("B E37, G I11", "G F26", "B@E37 E26", "goal-in-zone"),
        ("B E37, G E26", "G I99", "B@E37 E26", "blockader-on-goal"),
        ("B E37, G I11", "V E26, G I99", "B@E37 x V@E26", "blockader-kills-nothing"),
        ("B E37, G I11", "VG E26", "B@E37 x VG@E26", "blockader-kills-nothing"),
        ("B E37, G I11", "B G47, G I99", "B@E37 F37", "zones-overlap"),
        ("B E37, G I11", "B G47, G I99", "B@E37 F47", "enemy-zone"),
        ("B E37, V E27, G I11", "G I99", "B@E37 E26", "blocked"),
        ("B E37, G I11", "G I99", "B@E37 E16", "out-of-reach"),
    ];
    for (gold, green, text, code) in cases {
        let refusal = read_in(&library(&study(Gold, gold, green)), text).expect_err(text);
        assert_eq!(refusal.code, code, "{gold} / {green}: {text}: {refusal}");
    }
    let over = library(&study(Gold, "V E27, G I11", "S H67"));
    assert_eq!(read_in(&over, "V@E27 E37").expect_err("over").code, "game-over");
}

/// Under `goal-safety=enforced` the reason for a move that leaves the Goal hanging is that.
#[test]
fn the_table_says_that_a_move_leaves_the_goal() {
    let mut options = Options::default();
    options.set("goal-safety=enforced").expect("an option");
    let start = study(Gold, "VG I11, V C39", "Fl H13, G A19").to_string();
    let mut table =
        open("klinzha", &Setting { options, start: Start::Position(start) }).expect("a table");
    for text in ["V@C39 C29", "V-@I11 I12"] {
        assert_eq!(table.submit(Seat::new(0), text).expect_err(text).code, "leaves-goal");
    }
    assert_eq!(table.submit(Seat::new(0), "V@C39 A19").expect_err("too far").code, "out-of-reach");
    let report = table.submit(Seat::new(0), "VG@I11  I12").expect("the safe one");
    assert!(!report.warnings.is_empty(), "a lax submit is warned of too");
}
