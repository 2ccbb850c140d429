//! §1.3 and the source's "The Blockader": the zone of control, sentence by sentence.

use heterodox_rules::klinzha::{GoalSafety, board};
use heterodox_testkit::klinzha::positions::{gold_moves, gold_targets, library, moves_of, study};
use heterodox_testkit::klinzha::slow::{self, Gold, Green};

fn cells(list: &str) -> Vec<String> {
    let mut cells: Vec<_> = list.split_whitespace().map(str::to_owned).collect();
    cells.sort();
    cells
}

fn zone_of_gold(gold: &str) -> Vec<String> {
    let position = library(&study(Gold, gold, "G I99"));
    let zone = position.zone(heterodox_rules::klinzha::Side::Gold);
    cells(&zone.into_iter().map(board::name).collect::<Vec<_>>().join(" "))
}

/// "The zone of control (ZOC) is the up to three neighbours of the Blockader, not its own cell."
#[test]
fn the_zone_is_the_neighbours_of_the_blockader() {
    assert_eq!(zone_of_gold("B E37, G I11"), cells("E27 E38 F37"));
    assert_eq!(zone_of_gold("B I33, G I11"), cells("I23 I34"));
    assert_eq!(zone_of_gold("B A19, G I11"), cells("B19"));
    assert_eq!(zone_of_gold("V A19, G I11"), cells(""), "no Blockader, no zone");
}

/// "Enemy warriors cannot pass through the ZOC during a move", nor enter it.
#[test]
fn enemies_neither_enter_nor_pass_the_zone() {
    let green = "B E37, G I99";
    // The way along row E and around by D27 leads through E27.
    assert_eq!(gold_targets("V@E26", "V E26, G I11", green), cells("E16 F26"));
    let lancer = cells("E16 E15 D16 F26 F25 G25 F36 G36");
    assert_eq!(gold_targets("L@E26", "L E26, G I11", green), lancer);
    let fencer = gold_targets("Fe@E26", "Fe E26, G I11", green);
    assert_eq!(fencer, cells("E16 F26 E15 D16 F25 F36 F15 D17 G25 G36"));
    let swift = gold_targets("S@E26", "S E26, G I11", green);
    for shut in ["E27", "D28", "E37", "E38", "F37", "F47"] {
        assert!(!swift.contains(&shut.to_owned()), "{shut} in {swift:?}");
    }
    // D27 is free: around by D16 and D17 it is four steps.
    assert!(swift.contains(&"D27".to_owned()));
}

/// "The Blockader is never captured, and nobody lands on its cell."
#[test]
fn nobody_lands_on_the_blockader() {
    for gold in ["Fl E16, S F25, L D17, Fe D28, V D16, G I11", "S D17, L F48, Fe F26, G I11"] {
        let moves = gold_moves(gold, "B E37, G I99");
        assert!(!moves.is_empty());
        assert!(!moves.iter().any(|text| text.ends_with("E37")), "{moves:?}");
    }
}

/// "Any warrior on these protected triangles cannot be killed."
#[test]
fn warriors_in_their_blockaders_zone_are_safe() {
    // The Flier flies from H35 to F37 (four steps); the Swift and the Fencer could walk there.
    let gold = "Fl H35, S F25, Fe E26, L G36, G I11";
    let guarded = gold_moves(gold, "B E37, V F37, G I99");
    assert!(!guarded.iter().any(|text| text.contains("F37")), "{guarded:?}");
    let alone = gold_moves(gold, "V F37, G I99");
    for piece in ["Fl@H35", "S@F25", "Fe@E26", "L@G36"] {
        assert!(alone.contains(&format!("{piece} x V@F37")), "{piece} in {alone:?}");
    }
}

/// The zone binds enemies only: one's own warriors enter, pass and leave it.
#[test]
fn ones_own_zone_is_open() {
    let targets = gold_targets("L@E26", "B E37, L E26, G I11", "G I99");
    for cell in ["E27", "D27"] {
        assert!(targets.contains(&cell.to_owned()), "{cell} in {targets:?}");
    }
    assert!(gold_targets("V@E27", "B E37, V E27, G I11", "G I99").contains(&"D27".to_owned()));
}

/// "The Blockader cannot end its move with any … enemy warriors in its ZOC."
#[test]
fn the_blockader_does_not_end_with_an_enemy_in_its_zone() {
    // F26 touches E26 and F36.
    let targets = gold_targets("B@E37", "B E37, G I11", "V F26, G I99");
    assert_eq!(targets, cells("E27 E38 F37 D27 E48 D38 F47"));
}

/// "The Blockader cannot end its move with any Goals … in its ZOC": its own side's too, carried or
/// abandoned.
#[test]
fn the_blockader_does_not_end_with_any_goal_in_its_zone() {
    let without = cells("E27 E38 F37 D27 E48 D38 F47");
    for (gold, green) in [
        ("B E37, G F26", "G I99"),
        ("B E37, VG F26", "G I99"),
        ("B E37, G I11", "G F26"),
        ("B E37, G I11", "LG F26"),
    ] {
        assert_eq!(gold_targets("B@E37", gold, green), without, "{gold} / {green}");
    }
    // An own warrior without Goal may stand there.
    let targets = gold_targets("B@E37", "B E37, V F26, G I11", "G I99");
    assert_eq!(targets, cells("E27 E38 F37 E26 D27 E48 D38 F36 F47"));
}

/// "Nor can the enemy ZOC overlap yours."
#[test]
fn the_zones_do_not_overlap() {
    // The green zone is G46, G57 and F47. From F37 the gold one would hold F47 too.
    let targets = gold_targets("B@E37", "B E37, G I11", "B G47, G I99");
    assert_eq!(targets, cells("E27 E38 E26 D27 E48 D38 F36"));
}

/// "While it moves, its own zone is off": it goes over cells where it may not end.
#[test]
fn the_blockader_may_pass_where_it_may_not_end() {
    // On F37 the zones would overlap; F36 lies behind it.
    let targets = gold_targets("B@E37", "B E37, G I11", "B G47, G I99");
    assert!(!targets.contains(&"F37".to_owned()) && targets.contains(&"F36".to_owned()));
    // On E27 it would have the enemy on D27 in its zone; E26 lies behind it.
    let targets = gold_targets("B@E37", "B E37, G I11", "V D27, G I99");
    assert_eq!(targets, cells("E38 F37 E26 E48 D38 F36 F47"));
}

/// "The enemy zone stops it like any other warrior."
#[test]
fn the_enemy_zone_stops_the_blockader() {
    let targets = gold_targets("B@E37", "B E37, G I11", "B G47, G I99");
    assert!(!targets.contains(&"F47".to_owned()), "F47 is in the green zone");
}

/// "So the Blockaders stay at least three steps apart": wherever both may stand, in play and in
/// position strings.
#[test]
fn the_blockaders_stay_three_steps_apart() {
    for gold in 0..81 {
        for green in 0..81 {
            let steps = steps_between(gold, green);
            if steps == 0 {
                continue;
            }
            // Goals where neither zone is.
            let Some((one, other)) = free_pair(gold, green) else { continue };
            let text = study(
                Gold,
                &format!("B {}, G {}", slow::name(gold), slow::name(one)),
                &format!("B {}, G {}", slow::name(green), slow::name(other)),
            )
            .to_string();
            let read = text.parse::<heterodox_rules::klinzha::Position>();
            assert_eq!(read.is_ok(), steps >= 3, "{text}, {steps} steps");
        }
    }
}

fn steps_between(from: usize, to: usize) -> usize {
    let (mut reached, mut steps) = (vec![from], 0);
    while !reached.contains(&to) {
        let next: Vec<usize> =
            reached.iter().flat_map(|&cell| slow::touching(cell)).copied().collect();
        reached.extend(next);
        reached.sort_unstable();
        reached.dedup();
        steps += 1;
    }
    steps
}

fn free_pair(gold: usize, green: usize) -> Option<(usize, usize)> {
    let taken = |cell: &usize| {
        [gold, green].iter().any(|at| at == cell || slow::touching(*at).contains(cell))
    };
    let mut free = (0..81).filter(|cell| !taken(cell));
    Some((free.next()?, free.next()?))
}

/// "The Blockader cannot kill anything, nor can it be killed, but it can capture an abandoned
/// Goal."
#[test]
fn the_blockader_captures_an_abandoned_enemy_goal_only() {
    let take = "B@E37 x G@E26".to_owned();
    assert!(gold_moves("B E37, G I11", "G E26").contains(&take));
    for guarded in ["VG E26", "LG E26", "SG E26", "FlG E26"] {
        let moves = gold_moves("B E37, G I11", guarded);
        assert!(!moves.iter().any(|text| text.contains("E26")), "{guarded}: {moves:?}");
    }
    for warrior in ["V E26", "S E26", "B E15"] {
        let moves = gold_moves("B E37, G I11", &format!("{warrior}, G I99"));
        assert!(!moves.iter().any(|text| text.contains(" x ")), "{warrior}: {moves:?}");
    }
}

/// "The Blockader takes only a Goal on which no warrior stands, and its end conditions of §1.3 hold
/// then too."
#[test]
fn the_blockaders_end_conditions_hold_when_it_takes_the_goal() {
    // E26 touches E16 and F26.
    for (gold, green) in [
        ("B E37, G I11", "L E16, G E26"),
        ("B E37, G F26", "G E26"),
        ("B E37, LG E16", "G E26"),
        // The zone of the green Blockader holds F26 too.
        ("B E37, G I11", "B F25, G E26"),
    ] {
        let position = study(Gold, gold, green);
        assert!(position.is_possible());
        let moves = moves_of(&library(&position), GoalSafety::Advisory);
        let by_blockader = moves.iter().any(|text| text.starts_with("B@E37 x"));
        assert!(!by_blockader, "{gold} / {green}: {moves:?}");
    }
}

/// R-KZ3: "Nor may a Goal come to rest in the zone of its own Blockader by any other move."
#[test]
fn no_goal_comes_to_rest_in_its_own_blockaders_zone() {
    let moves = gold_moves("B E37, VG E26", "G I99");
    assert!(!moves.contains(&"VG@E26 E27".to_owned()), "carried into the zone");
    assert!(moves.contains(&"V-@E26 E27".to_owned()), "left outside, the warrior may go in");
    assert!(moves.contains(&"VG@E26 E16".to_owned()));
    // Passing through one's own zone with the Goal is no rest there.
    let moves = gold_moves("B E37, LG E26", "G I99");
    assert!(moves.contains(&"LG@E26 D27".to_owned()), "{moves:?}");
}

/// R-KZ3: "… nor may the Blockader stand on its own Goal."
#[test]
fn the_blockader_does_not_stand_on_its_own_goal() {
    let targets = gold_targets("B@E37", "B E37, G E26", "G I99");
    assert!(!targets.contains(&"E26".to_owned()), "{targets:?}");
}

/// The enemy may not bring a Goal into a zone either: carriers are warriors and stay out of it.
#[test]
fn an_enemy_carrier_stays_out_of_the_zone() {
    let position = library(&study(Green, "B E37, G I11", "VG E26"));
    let moves = moves_of(&position, GoalSafety::Advisory);
    assert_eq!(moves, ["V-@E26 E16", "V-@E26 F26", "VG@E26 E16", "VG@E26 F26"]);
}
