//! §1.2 and the source's "Movement": how each warrior goes, sentence by sentence.

use heterodox_rules::klinzha::{GoalSafety, Kind, MAX_MOVES};
use heterodox_testkit::klinzha::positions::{gold_moves, gold_targets, library, study};
use heterodox_testkit::klinzha::slow::{self, Gold};
use std::collections::BTreeSet;

/// Both Goals far from the middle of the board.
const GOAL: &str = "G I11";
const ENEMY_GOAL: &str = "G I99";

/// Where Gold's piece may go when it stands alone but for the Goals.
fn alone(piece: &str) -> Vec<String> {
    let (code, cell) = piece.split_once('@').expect("piece@cell");
    gold_targets(piece, &format!("{code} {cell}, {GOAL}"), ENEMY_GOAL)
}

fn cells(list: &str) -> Vec<String> {
    let mut cells: Vec<_> = list.split_whitespace().map(str::to_owned).collect();
    cells.sort();
    cells
}

/// "The Blockader moves one or two triangles in a straight line."
#[test]
fn the_blockader_goes_one_or_two_straight() {
    assert_eq!(alone("B@E37"), cells("E27 E38 F37  E26 D27 E48 D38 F36 F47"));
}

/// "Path open": an own warrior on the first cell bars the second.
#[test]
fn the_blockader_does_not_go_through_warriors() {
    let targets = gold_targets("B@E37", "B E37, V E27, G I11", ENEMY_GOAL);
    assert_eq!(targets, cells("E38 F37 E48 D38 F36 F47"));
}

/// "A Flier moves three, four, five, or six triangles from its current location in a straight
/// line."
#[test]
fn the_flier_goes_three_to_six_straight() {
    let targets = cells("E16 E15 E49 E59 D39 C39 G36 G35 H35 H34 D17 C17 G47 G57 H57 H67");
    assert_eq!(alone("Fl@E37"), targets);
}

/// "The Flier is not blocked by warriors in the path" – of either side, Goals neither.
#[test]
fn the_flier_flies_over_anything() {
    let gold = "Fl E37, V E27, L E38, Fe F37, G D38";
    let targets = gold_targets("Fl@E37", gold, "S E26, V F36, Fl F47, V D27, G I99");
    let expected = cells("E16 E15 E49 E59 D39 C39 G36 G35 H35 H34 D17 C17 G47 G57 H57 H67");
    assert_eq!(targets, expected);
}

/// "For example, the Flier can fly over the enemy Blockader's ZOC but cannot land in it."
#[test]
fn the_flier_flies_over_the_enemy_zone_but_does_not_land_in_it() {
    let targets = gold_targets("Fl@E16", "Fl E16, G I11", "B E37, G I99");
    // Along row E: E37 at three steps is the Blockader, E38 at four its zone; E48 and E49 are
    // behind.
    for behind in ["E48", "E49"] {
        assert!(targets.contains(&behind.to_owned()), "{behind} in {targets:?}");
    }
    for shut in ["E37", "E38", "E27", "F37"] {
        assert!(!targets.contains(&shut.to_owned()), "{shut} in {targets:?}");
    }
}

/// "Fliers cannot move a single triangle", nor two.
#[test]
fn the_flier_cannot_take_what_is_too_near() {
    let moves = gold_moves("Fl E37, G I11", "V E27, S E26, G I99");
    assert!(!moves.iter().any(|text| text.contains(" x ")), "{moves:?}");
}

/// "There is no triangle on the standard sized board that allows the Flier complete movement."
#[test]
fn no_cell_gives_the_flier_all_its_targets() {
    // Six directions with four targets each would be 24.
    let most = (0..81).map(|cell| empty_board_targets("Fl", cell).len()).max();
    assert!(most < Some(24), "{most:?}");
}

/// "The Swift moves two, three, or four triangles from its current location in any direction", and
/// "there is no way for the Swift to move a single triangle".
#[test]
fn the_swift_goes_two_to_four_steps_in_any_direction() {
    let (two, three, four) = (
        "E26 D27 E48 D38 F36 F47",
        "E16 F26 D17 D28 E49 F48 D39 G36 G47",
        "E15 D16 F25 C17 C28 D49 C39 E59 F58 G35 G46 G57",
    );
    assert_eq!(alone("S@E37"), cells(&format!("{two} {three} {four}")));
}

/// "To move to a triangle, the entire path from the red triangle must be open."
#[test]
fn the_swift_needs_an_open_path() {
    // All three ways out are taken by own warriors.
    assert_eq!(gold_targets("S@E37", "S E37, V E27, V E38, V F37, G I11", ENEMY_GOAL), cells(""));
    // Enemies bar the way too; none of them can be taken at one step.
    assert_eq!(gold_targets("S@E37", "S E37, G I11", "V E27, V E38, V F37, G I99"), cells(""));
}

/// "Several destinations have multiple paths, so if one path is blocked but the other is open, the
/// move is still available."
#[test]
fn one_open_path_of_several_is_enough() {
    // From E37 to D28 lead E27 D27 and E38 D38; to D17 only E27 D27.
    let one_way = gold_targets("S@E37", "S E37, V E27, G I11", ENEMY_GOAL);
    assert!(one_way.contains(&"D28".to_owned()));
    assert!(!one_way.contains(&"D17".to_owned()));
    let no_way = gold_targets("S@E37", "S E37, V E27, V D38, G I11", ENEMY_GOAL);
    assert!(!no_way.contains(&"D28".to_owned()));
}

/// R-KZ2 and "no backtracking": "In the course of a single move, any triangle in the move can only
/// be used once", the starting cell included.
#[test]
fn a_path_uses_no_cell_twice() {
    // In the corner I11 the only ways run along I12: two steps out and back are no move of one or
    // two.
    assert_eq!(gold_targets("S@I12", "S I12, V H12, V I22, G A19", ENEMY_GOAL), cells(""));
    assert!(!alone("S@E37").contains(&"E37".to_owned()), "back to where it started");
    // From the corner A19 a Swift with B29 blocked goes by B18 only.
    let targets = gold_targets("S@A19", "S A19, V B29, G I11", ENEMY_GOAL);
    assert_eq!(targets, cells("B18 C18 C17 C28"));
}

/// R-KZ2: "One from–to pair is one move, however many paths lead there": two lead to D28.
#[test]
fn one_from_to_pair_is_one_move() {
    for piece in ["S", "Fe"] {
        let moves = gold_moves(&format!("{piece} E37, G I11"), ENEMY_GOAL);
        let there = moves.iter().filter(|text| **text == format!("{piece}@E37 D28")).count();
        assert_eq!(there, 1, "{moves:?}");
    }
}

/// R-KZ1: "an abandoned Goal blocks walkers on the way", of either side.
#[test]
fn an_abandoned_goal_blocks_the_way() {
    // The Lancer on E15 goes along row E: E16, E26, E27.
    assert_eq!(gold_targets("L@E15", "L E15, V F15, G E26", ENEMY_GOAL), cells("E16 D16 D17 E26"));
    let past_enemy_goal = gold_targets("L@E15", "L E15, V F15, G I11", "G E26");
    assert_eq!(past_enemy_goal, cells("E16 D16 D17 E26"));
    // The same for the Fencer: E27 and F26 lie behind the Goal, and there is no other way in three
    // steps.
    let fencer = gold_targets("Fe@E16", "Fe E16, V D16, G E26", ENEMY_GOAL);
    assert!(!fencer.contains(&"E27".to_owned()) && !fencer.contains(&"F26".to_owned()));
    assert!(fencer.contains(&"E26".to_owned()), "the last cell may hold one's own Goal");
    // A Flier is above that.
    let flier = gold_targets("Fl@E15", "Fl E15, G E26", ENEMY_GOAL);
    assert!(flier.contains(&"E27".to_owned()));
}

/// "The Vanguards move one triangle."
#[test]
fn the_vanguard_goes_one_step() {
    assert_eq!(alone("V@E37"), cells("E27 E38 F37"));
}

/// "The Lancer moves one, two, or three triangles in a straight line."
#[test]
fn the_lancer_goes_one_to_three_straight() {
    let targets = cells("E27 E38 F37  E26 D27 E48 D38 F36 F47  E16 D17 E49 D39 G36 G47");
    assert_eq!(alone("L@E37"), targets);
}

/// The Lancer's path must be open: it stops before own warriors and at enemies.
#[test]
fn the_lancer_needs_an_open_path() {
    let targets = gold_targets("L@E37", "L E37, V E38, V D27, G I11", "S F36, G I99");
    assert_eq!(targets, cells("E27 E26 E16  F37 F36 F47 G47"));
}

/// "The Fencer moves one, two, or three triangles in any direction", without backtracking.
#[test]
fn the_fencer_goes_one_to_three_steps_in_any_direction() {
    let targets =
        cells("E27 E38 F37  E26 D27 E48 D38 F36 F47  E16 F26 D17 D28 E49 F48 D39 G36 G47");
    assert_eq!(alone("Fe@E37"), targets);
}

/// "All but the Blockader capture by landing on an enemy warrior."
#[test]
fn all_but_the_blockader_capture_by_landing() {
    for (piece, target) in [("Fl", "E16"), ("S", "E26"), ("V", "E27"), ("L", "D17"), ("Fe", "D28")]
    {
        let gold = format!("{piece} E37, G I11");
        let moves = gold_moves(&gold, &format!("L {target}, G I99"));
        assert!(moves.contains(&format!("{piece}@E37 x L@{target}")), "{moves:?}");
    }
    let moves = gold_moves("B E37, G I11", "L E26, G I99");
    assert!(!moves.iter().any(|text| text.contains("E26")), "{moves:?}");
}

/// No piece lands on an own warrior.
#[test]
fn nobody_lands_on_an_own_warrior() {
    for (piece, target) in
        [("B", "E26"), ("Fl", "E16"), ("S", "E26"), ("V", "E27"), ("L", "D17"), ("Fe", "D28")]
    {
        let gold = format!("{piece} E37, V {target}, G I11");
        let targets = gold_targets(&format!("{piece}@E37"), &gold, ENEMY_GOAL);
        assert!(!targets.is_empty() && !targets.contains(&target.to_owned()), "{piece}");
    }
}

/// "An interesting point to note is that … an enemy warrior on a neighboring triangle is safe!"
#[test]
fn a_neighbour_is_safe_from_the_swift() {
    let moves = gold_moves("S E37, G I11", "L E27, G I99");
    assert!(!moves.iter().any(|text| text.contains("L@E27")));
}

/// The warriors that each side has: "1 Blockader (B), 2 Fliers (Fl), 1 Swift (S), 3 Vanguards (V),
/// 1 Lancer (L), 1 Fencer (Fe)", and who carries.
#[test]
fn the_cast_and_the_carriers() {
    let counts = [("B", 1), ("Fl", 2), ("S", 1), ("V", 3), ("L", 1), ("Fe", 1)];
    for (code, count) in counts {
        let kind = Kind::from_code(code).expect("a piece");
        assert_eq!((kind.code(), kind.count()), (code, count));
        assert_eq!(kind.carries(), ["V", "L", "Fe"].contains(&code), "{code}");
    }
    assert_eq!(Kind::ALL.len(), counts.len());
}

/// The moves that a lone warrior has on the board without anything else: Goals stand somewhere, so
/// the targets are gathered over several places for them.
fn empty_board_targets(code: &str, from: usize) -> BTreeSet<String> {
    let from = slow::name(from);
    let mut all = BTreeSet::new();
    for (own, enemy) in [("A19", "B18"), ("I11", "H12"), ("I99", "H89"), ("E26", "G58")] {
        if from == own || from == enemy {
            continue;
        }
        let position = study(Gold, &format!("{code} {from}, G {own}"), &format!("G {enemy}"));
        if position.is_possible() {
            let position = library(&position);
            for m in position.legal_moves_under(GoalSafety::Advisory) {
                all.insert(heterodox_rules::klinzha::board::name(m.to()).to_owned());
            }
        }
    }
    all
}

/// "Empty-board moves summed over all cells", by type: numbers that the specification of the
/// program gave before this code was written.
#[test]
fn moves_on_the_empty_board_summed_over_all_cells() {
    let facts = [("V", 216), ("L", 936), ("Fe", 1104), ("S", 1476), ("Fl", 1098), ("B", 600)];
    for (code, expected) in facts {
        let sum: usize = (0..81).map(|cell| empty_board_targets(code, cell).len()).sum();
        assert_eq!(sum, expected, "{code}");
    }
}

/// No side can have more moves than the library's bound, whatever stands where.
#[test]
fn the_bound_on_moves_holds() {
    let most = |code: &str| {
        (0..81).map(|cell| empty_board_targets(code, cell).len()).max().expect("81 cells")
    };
    let carriers = 3 * most("V") + most("L") + most("Fe");
    let best_carrier = most("V").max(most("L")).max(most("Fe"));
    let bound = most("B") + 2 * most("Fl") + most("S") + carriers + best_carrier;
    assert!(bound <= MAX_MOVES, "{bound}");
}
