//! §1.4, §1.6 and the source's "The Goal": carrying, abandoning, capturing and keeping the Goal
//! safe, sentence by sentence.

use heterodox_rules::EndReason;
use heterodox_rules::klinzha::{GoalSafety, Position, Side};
use heterodox_testkit::klinzha::positions::{gold_moves, gold_targets, library, moves_of, study};
use heterodox_testkit::klinzha::slow::{self, Gold, Green};

/// The position string after a move of the side to move, given in strict notation.
fn after(position: &slow::Position, text: &str) -> String {
    play(&library(position), text).to_string()
}

fn play(position: &Position, text: &str) -> Position {
    let moves = position.legal_moves_under(GoalSafety::Advisory);
    let found = moves.into_iter().find(|&m| position.write(m) == text);
    position.after_unchecked(found.unwrap_or_else(|| panic!("{text} is not legal in {position}")))
}

/// "A carrier (V, L, Fe) that shares a cell with its own Goal either carries it for the whole move
/// or leaves it behind (abandons it); both are separate moves."
#[test]
fn a_carrier_carries_or_abandons() {
    for piece in ["V", "L", "Fe"] {
        let moves = gold_moves(&format!("{piece}G E37"), "G I99");
        let plain = gold_targets(&format!("{piece}@E37"), &format!("{piece} E37, G I11"), "G I99");
        assert_eq!(moves.len(), 2 * plain.len());
        for to in plain {
            assert!(moves.contains(&format!("{piece}G@E37 {to}")));
            assert!(moves.contains(&format!("{piece}-@E37 {to}")));
        }
    }
    let position = study(Gold, "LG E37", "G I99");
    assert_eq!(after(&position, "LG@E37 E27"), study_after("LG E27", "G I99"));
    assert_eq!(after(&position, "L-@E37 E27"), study_after("L E27, G E37", "G I99"));
}

/// What Gold's quiet first ply leads to.
fn study_after(gold: &str, green: &str) -> String {
    let mut position = study(Green, gold, green);
    position.quiet = 1;
    position.to_string()
}

/// "Nothing is dropped or picked up on the way": "dropping the Goal or picking up the Goal in
/// transit is not permitted."
#[test]
fn nothing_is_picked_up_or_dropped_on_the_way() {
    // The Goal on E26 ends every way over it.
    let moves = gold_moves("L E15, V F15, G E26", "G I99");
    assert!(moves.contains(&"L@E15 E26".to_owned()));
    assert!(!moves.iter().any(|text| text.starts_with('L') && text.ends_with("E27")));
    // After every move of a carrier the Goal is where it began or where it ended.
    let position = library(&study(Gold, "FeG E37", "G I99"));
    for m in position.legal_moves_under(GoalSafety::Advisory) {
        let goal = position.after_unchecked(m).goal(Side::Gold);
        assert!(goal == Some(m.from()) || goal == Some(m.to()));
    }
}

/// "A carrier with the Goal may capture, and so may one that abandons it."
#[test]
fn a_carrier_captures_with_the_goal_and_without() {
    let position = study(Gold, "VG E37", "L E27, G I99");
    let capture = |gold: &str| {
        let mut position = study(Green, gold, "G I99");
        position.quiet = 0;
        position.to_string()
    };
    assert_eq!(after(&position, "VG@E37 x L@E27"), capture("VG E27"));
    assert_eq!(after(&position, "V-@E37 x L@E27"), capture("V E27, G E37"));
}

/// "Any own warrior but the Blockader may land on its own abandoned Goal."
#[test]
fn any_own_warrior_but_the_blockader_lands_on_its_own_abandoned_goal() {
    for (piece, from) in [("Fl", "E16"), ("S", "E26"), ("V", "E27"), ("L", "E26"), ("Fe", "E26")] {
        let position = study(Gold, &format!("{piece} {from}, G E37"), "G I99");
        let text = after(&position, &format!("{piece}@{from} E37"));
        assert_eq!(text, study_after(&format!("{piece}G E37"), "G I99"), "{piece}");
    }
    let blockader = gold_targets("B@E26", "B E26, G E37", "G I99");
    assert!(!blockader.contains(&"E37".to_owned()));
}

/// "A Flier or Swift that stands there leaves it behind when it moves on"; R-KZ6: "A non-carrier
/// leaving its own Goal is written plainly."
#[test]
fn a_non_carrier_leaves_its_goal_behind() {
    for (piece, to) in [("Fl", "E16"), ("S", "E26")] {
        let gold = format!("{piece}G E37");
        let moves = gold_moves(&gold, "G I99");
        assert!(moves.iter().all(|text| text.starts_with(&format!("{piece}@E37 "))), "{moves:?}");
        let text = after(&study(Gold, &gold, "G I99"), &format!("{piece}@E37 {to}"));
        assert_eq!(text, study_after(&format!("{piece} {to}, G E37"), "G I99"));
    }
}

/// "To have a different warrior possess the Goal, the current carrier has to move away from the
/// Goal …, and then the warrior you want to possess the Goal must move to that triangle on a later
/// turn."
#[test]
fn the_goal_changes_hands_over_two_turns() {
    let mut position = library(&study(Gold, "VG E37, L E26", "V I77, G I99"));
    for text in ["V-@E37 E38", "V@I77 I78", "L@E26 E37", "V@I78 I77", "LG@E37 F37"] {
        position = play(&position, text);
    }
    let expected = study(Green, "V E38, LG F37", "V I77, G I99").to_string();
    assert_eq!(position.to_string(), expected.replace("green 0 1", "green 5 3"));
}

/// "Landing on the enemy Goal, guarded or abandoned, captures it and wins at once." R-KZ6 has the
/// writing.
#[test]
fn landing_on_the_enemy_goal_wins_at_once() {
    let cases = [
        ("V E27, G I11", "G E37", "V@E27 x G@E37"),
        ("V E27, G I11", "VG E37", "V@E27 x VG@E37"),
        ("L E26, G I11", "LG E37", "L@E26 x LG@E37"),
        ("Fe E26, G I11", "FeG E37", "Fe@E26 x FeG@E37"),
        ("S E26, G I11", "SG E37", "S@E26 x SG@E37"),
        ("Fl E16, G I11", "FlG E37", "Fl@E16 x FlG@E37"),
        ("Fl E16, G I11", "G E37", "Fl@E16 x G@E37"),
        ("VG E27", "G E37", "VG@E27 x G@E37"),
        ("VG E27", "LG E37", "V-@E27 x LG@E37"),
        ("B E26, G I11", "G E37", "B@E26 x G@E37"),
    ];
    for (gold, green, text) in cases {
        // Green has something left that could move: the game is over all the same.
        let position = library(&study(Gold, gold, &format!("{green}, V H67")));
        let won = play(&position, text);
        assert_eq!(won.winner(), Some((Side::Gold, EndReason::GOAL)), "{text}");
        assert_eq!(won.goal(Side::Green), None);
        assert_eq!(won.plies_since_capture(), 0, "taking the Goal is a capture");
        assert_eq!(won.legal_moves_under(GoalSafety::Advisory), []);
        assert_eq!(won.legal_moves_under(GoalSafety::Enforced), []);
        // §1.7: "With one Goal missing the game is over", in position strings as well.
        let read: Position = won.to_string().parse().expect("a finished position reads");
        assert_eq!(read.winner(), Some((Side::Gold, EndReason::GOAL)));
    }
}

/// A won game has no moves and perft counts none: "a finished game has none".
#[test]
fn perft_of_a_finished_game_is_nothing() {
    use heterodox_rules::SearchPosition;
    let position = library(&study(Gold, "V E27, S H23", "S H67, G I99"));
    assert_eq!((position.perft(0), position.perft(1), position.perft(2)), (1, 0, 0));
    // One of the two plies here takes the Goal; no path goes on behind it.
    let position = library(&study(Gold, "VG A19", "VG B19, V I77"));
    assert_eq!(moves_of(&position, GoalSafety::Advisory), ["V-@A19 x VG@B19", "VG@A19 x VG@B19"]);
    assert_eq!((position.perft(1), position.perft(2)), (2, 0));
}

// R-KZ4, with the Goal in the corner I11, whose only way out is I12, under the eyes of a Flier on
// H13 (three steps along obtuse 1) that does not see I12.

fn under_fire(more: &str) -> Position {
    library(&study(Gold, &format!("VG I11{more}"), "Fl H13, G A19"))
}

/// "`advisory` (default; all moves stay legal …)".
#[test]
fn advisory_leaves_all_moves_legal() {
    let moves = moves_of(&under_fire(", V C39"), GoalSafety::default());
    let expected = ["V-@I11 I12", "V@C39 C29", "V@C39 D39", "VG@I11 I12"];
    assert_eq!(moves, expected);
}

/// "`enforced` (only moves after which no enemy move captures the Goal are legal …"
#[test]
fn enforced_demands_safety() {
    assert_eq!(moves_of(&under_fire(", V C39"), GoalSafety::Enforced), ["VG@I11 I12"]);
    // Taking the attacker is safe too.
    let moves = moves_of(&under_fire(", V G13"), GoalSafety::Enforced);
    assert_eq!(moves, ["V@G13 x Fl@H13", "VG@I11 I12"]);
    // A Goal that does not hang must not be brought where it does: a Flier on G13 is three steps
    // from I12 (along obtuse 1) and from I23 (along acute 3).
    let position = library(&study(Gold, "VG I22, V C39", "Fl G13, G A19"));
    let safe = moves_of(&position, GoalSafety::Enforced);
    assert_eq!(safe, ["V-@I22 I12", "V-@I22 I23", "V@C39 C29", "V@C39 D39"]);
    assert!(moves_of(&position, GoalSafety::Advisory).contains(&"VG@I22 I12".to_owned()));
}

/// "… and those that take the enemy Goal …"
#[test]
fn enforced_lets_the_enemy_goal_be_taken() {
    let moves = moves_of(&under_fire(", S B18"), GoalSafety::Enforced);
    assert_eq!(moves, ["S@B18 x G@A19", "VG@I11 I12"]);
}

/// "… if there is none, all moves are)."
#[test]
fn enforced_allows_all_when_nothing_is_safe() {
    let position = under_fire(", V I12");
    let all = ["V@I12 H12", "V@I12 I22"];
    assert_eq!(moves_of(&position, GoalSafety::Advisory), all);
    assert_eq!(moves_of(&position, GoalSafety::Enforced), all);
}

/// §1.6: "A player to move without a legal move loses."
#[test]
fn the_immobilised_player_loses() {
    // The green Blockader's zone shuts the corner.
    let position = library(&study(Gold, "VG I11", "B H12, G A19"));
    assert_eq!(moves_of(&position, GoalSafety::Advisory), [""; 0]);
    assert_eq!(position.winner(), Some((Side::Green, EndReason::IMMOBILISED)));
    // It is no loss as long as it is not one's turn.
    let position = library(&study(Green, "VG I11", "B H12, G A19"));
    assert_eq!(position.winner(), None);
    // A side without warriors cannot move either.
    let position = library(&study(Green, "VG I11", "G A19"));
    assert_eq!(position.winner(), Some((Side::Gold, EndReason::IMMOBILISED)));
}
