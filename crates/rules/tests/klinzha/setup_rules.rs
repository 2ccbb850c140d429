//! §1.5 and the source's "Setting up the Battle": every step of the setup through the table, with
//! every refusal.

use heterodox_rules::{Options, Refusal, Seat, Setting, Table, ThrowRequest, Viewer, open};
use heterodox_testkit::klinzha::slow;

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

fn new_table() -> Table {
    open("klinzha", &Setting::default()).expect("a table")
}

fn accept(table: &mut Table, seat: Seat, text: &str) {
    table.submit(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
}

/// Submits what must be refused with this code, and checks that nothing changes.
fn refuse(table: &mut Table, seat: Seat, text: &str, code: &str) -> Refusal {
    let before = scenes(table);
    let refusal = table.submit(seat, text).expect_err(text);
    assert_eq!(refusal.code, code, "{text}: {refusal}");
    assert_eq!(scenes(table), before, "{text} was refused and changed something");
    refusal
}

fn scenes(table: &Table) -> Vec<String> {
    [Viewer::Seat(ONE), Viewer::Seat(TWO), Viewer::Public]
        .map(|viewer| serde_json::to_string(&table.scene(viewer)).expect("JSON"))
        .into()
}

fn phase(table: &Table) -> (&'static str, Vec<Seat>) {
    let scene = table.scene(Viewer::Public);
    (scene.phase, scene.to_act)
}

fn choices(table: &Table, seat: Seat) -> Vec<String> {
    table.scene(Viewer::Seat(seat)).choices.into_iter().map(|choice| choice.text).collect()
}

/// A table at which seat 0 has won the cast.
fn cast_won() -> Table {
    let mut table = new_table();
    accept(&mut table, ONE, "cast");
    table.throw(&[4, 5]).expect("a throw");
    table
}

/// A table at which seat 0 places first, with Gold in the west.
fn gold_west() -> Table {
    let mut table = cast_won();
    accept(&mut table, ONE, "option first");
    accept(&mut table, ONE, "take gold west");
    table
}

const WEST: &str = "place B G35 S G36 V H23 V I33 V G13 Fe I11 L H24 Fl I44 Fl G14";
const NORTH: &str = "place B F37 S E37 L E26 Fe E16 Fl E27 Fl D16 V C28 V C17 V C18";

/// The source's sample battle up to the Goals.
fn both_placed() -> Table {
    let mut table = gold_west();
    accept(&mut table, ONE, WEST);
    accept(&mut table, ONE, "done");
    accept(&mut table, TWO, "take north");
    accept(&mut table, TWO, NORTH);
    accept(&mut table, TWO, "done");
    table
}

/// "Less than seven loses, greater than seven wins."
#[test]
fn below_7_the_caster_loses_above_7_wins() {
    for a in 1..=6 {
        for b in 1..=6 {
            let mut table = new_table();
            assert_eq!(phase(&table), ("cast", vec![ONE]));
            accept(&mut table, ONE, "cast");
            assert_eq!(table.awaits_throw(), Some(ThrowRequest { dice: 2, faces: 6 }));
            let report = table.throw(&[a, b]).expect("a throw");
            let cast = &report.reports.public[0];
            assert_eq!(cast.key, "cast");
            let expected = match a + b {
                ..7 => ("option", vec![TWO]),
                7 => ("cast", vec![TWO]),
                8.. => ("option", vec![ONE]),
            };
            assert_eq!(phase(&table), expected, "{a} and {b}");
        }
    }
}

/// "Seven is a tie and the other player will cast (alternating until somebody gets something other
/// than seven)."
#[test]
fn seven_passes_the_cast() {
    let mut table = new_table();
    for round in 0..10 {
        let (caster, other) = if round % 2 == 0 { (ONE, TWO) } else { (TWO, ONE) };
        assert_eq!(phase(&table), ("cast", vec![caster]));
        refuse(&mut table, other, "cast", "not-your-turn");
        accept(&mut table, caster, "cast");
        refuse(&mut table, caster, "cast", "throw-first");
        table.throw(&[3, 4]).expect("a throw");
    }
    // The second player casts and loses: the first one has the option.
    accept(&mut table, ONE, "cast");
    table.throw(&[1, 1]).expect("a throw");
    assert_eq!(phase(&table), ("option", vec![TWO]));
}

/// The umpire throws only when asked, and only two dice with six faces.
#[test]
fn only_what_was_asked_for_is_thrown() {
    let mut table = new_table();
    assert_eq!(table.throw(&[3, 4]).expect_err("nobody has cast").code, "no-throw");
    accept(&mut table, ONE, "cast");
    for faces in [&[][..], &[7], &[3], &[3, 3, 3], &[0, 3], &[3, 7], &[255, 255]] {
        assert_eq!(table.throw(faces).expect_err("no such dice").code, "bad-throw", "{faces:?}");
    }
    table.throw(&[6, 6]).expect("a throw");
    assert_eq!(table.throw(&[6, 6]).expect_err("thrown already").code, "no-throw");
}

/// "The winner … has the option, which means they may choose to go first, last, or allow their
/// opponent to choose."
#[test]
fn the_winner_has_the_option() {
    assert_eq!(choices(&cast_won(), ONE), ["option first", "option last", "option offer"]);
    for (text, next) in [
        ("option first", ("take", vec![ONE])),
        ("option last", ("take", vec![TWO])),
        ("option offer", ("granted", vec![TWO])),
    ] {
        let mut table = cast_won();
        refuse(&mut table, TWO, text, "not-your-turn");
        accept(&mut table, ONE, text);
        assert_eq!(phase(&table), next);
    }
    for wrong in ["option", "option second", "option first last", "option  "] {
        refuse(&mut cast_won(), ONE, wrong, "not-a-step");
    }
    refuse(&mut cast_won(), ONE, "take gold west", "wrong-step");
}

/// "Whoever is granted the choice must choose."
#[test]
fn a_player_who_is_granted_the_choice_must_choose() {
    for (text, first) in [("option first", TWO), ("option last", ONE)] {
        let mut table = cast_won();
        accept(&mut table, ONE, "option offer");
        assert_eq!(choices(&table, TWO), ["option first", "option last"]);
        refuse(&mut table, TWO, "option offer", "must-choose");
        refuse(&mut table, ONE, text, "not-your-turn");
        accept(&mut table, TWO, text);
        assert_eq!(phase(&table), ("take", vec![first]));
    }
}

/// "This player will select a color (Green or Gold) and a region of the board."
#[test]
fn first_placement_picks_a_colour_and_a_region() {
    let mut table = cast_won();
    accept(&mut table, ONE, "option first");
    let mut offered = choices(&table, ONE);
    offered.sort();
    let all = ["gold east", "gold north", "gold west", "green east", "green north", "green west"];
    assert_eq!(offered, all.map(|choice| format!("take {choice}")));
    refuse(&mut table, ONE, "take west", "colour-missing");
    refuse(&mut table, ONE, "take red west", "no-such-colour");
    refuse(&mut table, ONE, "take gold south", "no-such-region");
    refuse(&mut table, ONE, "take gold", "no-such-region");
    refuse(&mut table, ONE, "take", "not-a-step");
    refuse(&mut table, ONE, "take gold west east", "not-a-step");
    refuse(&mut table, TWO, "take gold west", "not-your-turn");
    refuse(&mut table, ONE, "place B G35", "wrong-step");
    for choice in all {
        let mut table = table.clone();
        accept(&mut table, ONE, &format!("take {choice}"));
        assert_eq!(phase(&table), ("place", vec![ONE]));
        let sides = table.scene(Viewer::Public).sides;
        let gold = if choice.starts_with("gold") { ONE } else { TWO };
        assert_eq!((sides[0].key, sides[0].seat), ("gold", Some(gold)));
        assert_eq!((sides[1].key, sides[1].seat), ("green", Some(gold.other())));
    }
}

/// "Next, the player who did not get first placement will do the same in either of the remaining
/// regions (both players cannot set up in the same region)."
#[test]
fn second_placement_picks_one_of_the_other_regions() {
    let mut table = gold_west();
    accept(&mut table, ONE, WEST);
    accept(&mut table, ONE, "done");
    assert_eq!(phase(&table), ("take", vec![TWO]));
    assert_eq!(choices(&table, TWO), ["take north", "take east"]);
    refuse(&mut table, TWO, "take west", "region-taken");
    refuse(&mut table, TWO, "take green west", "region-taken");
    refuse(&mut table, TWO, "take gold north", "colour-taken");
    refuse(&mut table, ONE, "take east", "not-your-turn");
    accept(&mut table, TWO, "take north");
    assert_eq!(phase(&table), ("place", vec![TWO]));
}

/// "The player who has first placement will place all of the warriors of the chosen color on the
/// board in the selected region."
#[test]
fn nine_warriors_stand_in_their_region() {
    let mut table = gold_west();
    for outside in ["place B E37", "place V A19", "place S G47", "place L I99"] {
        refuse(&mut table, ONE, outside, "outside-region");
    }
    // No-man's-land belongs to no region.
    for nobodys in ["E15", "F26", "F36", "F47", "F48", "E59", "G46", "H46", "I55"] {
        refuse(&mut table, ONE, &format!("place V {nobodys}"), "outside-region");
    }
    refuse(&mut table, ONE, "done", "not-all-placed");
    accept(&mut table, ONE, "place B G35");
    refuse(&mut table, ONE, "place B G36", "all-placed");
    refuse(&mut table, ONE, "place S G35", "cell-taken");
    refuse(&mut table, ONE, "place V H12 V H13 V H23 V H24", "all-placed");
    // All or nothing: the first of the two would have fitted.
    refuse(&mut table, ONE, "place S G36 L A19", "outside-region");
    accept(&mut table, ONE, "place S G36");
    let refusal = refuse(&mut table, ONE, "done", "not-all-placed");
    assert!(refusal.message.contains("2 Fl"), "{refusal}");
    refuse(&mut table, TWO, "place B E37", "not-your-turn");
    accept(&mut table, ONE, "place V H23 V I33 V G13 Fe I11 L H24 Fl I44");
    refuse(&mut table, ONE, "done", "not-all-placed");
    accept(&mut table, ONE, "place Fl G14");
    refuse(&mut table, ONE, "place Fl G13", "all-placed");
    accept(&mut table, ONE, "done");
}

/// What was placed can be lifted, moved and cleared until it is declared finished.
#[test]
fn a_draft_can_be_changed() {
    let mut table = gold_west();
    refuse(&mut table, ONE, "lift G35", "nothing-there");
    refuse(&mut table, ONE, "shift G35 G36", "nothing-there");
    accept(&mut table, ONE, WEST);
    refuse(&mut table, ONE, "shift G35 G36", "cell-taken");
    refuse(&mut table, ONE, "shift G35 G46", "outside-region");
    accept(&mut table, ONE, "shift G35 G25");
    accept(&mut table, ONE, "lift G25");
    refuse(&mut table, ONE, "done", "not-all-placed");
    accept(&mut table, ONE, "place B G35");
    for wrong in ["lift", "lift G35 G36", "shift G35", "shift", "clear all", "done now", "array"] {
        refuse(&mut table, ONE, wrong, "not-a-step");
    }
    refuse(&mut table, ONE, "array nonsense", "no-such-array");
    refuse(&mut table, ONE, "lift E99", "no-such-cell");
    refuse(&mut table, ONE, "place X G24", "no-such-piece");
    refuse(&mut table, ONE, "place G24", "not-a-placement");
    refuse(&mut table, ONE, "place", "not-a-placement");
    refuse(&mut table, ONE, "place B g24", "no-such-cell");
    refuse(&mut table, ONE, "G Fe@I11", "wrong-step");
    refuse(&mut table, ONE, "option first", "wrong-step");
    refuse(&mut table, ONE, "V@G13 G14", "not-a-step");
    refuse(&mut table, ONE, "", "not-a-step");
    accept(&mut table, ONE, "clear");
    assert_eq!(table.scene(Viewer::Seat(ONE)).frame.pieces, []);
    accept(&mut table, ONE, "array spearhead");
    accept(&mut table, ONE, "array bulwark");
    accept(&mut table, ONE, "done");
    refuse(&mut table, ONE, "lift G35", "not-your-turn");
}

/// "The zones may not overlap" – "in nine pairs of cells such as F37–G36".
#[test]
fn the_blockaders_zones_do_not_overlap_in_the_setup() {
    let mut table = gold_west();
    accept(&mut table, ONE, &WEST.replace("B G35 S G36", "B G36 S G35"));
    accept(&mut table, ONE, "done");
    accept(&mut table, TWO, "take north");
    refuse(&mut table, TWO, "place B F37", "zones-overlap");
    refuse(&mut table, TWO, NORTH, "zones-overlap");
    // Only the Blockader is concerned.
    accept(&mut table, TWO, "place V F37");
    accept(&mut table, TWO, "place B E37");
    accept(&mut table, TWO, "lift F37");
    refuse(&mut table, TWO, "shift E37 F37", "zones-overlap");
    let offered = choices(&table, TWO);
    assert!(!offered.contains(&"shift E37 F37".to_owned()));
    assert!(offered.contains(&"place V F37".to_owned()));
}

/// "The first player places the Goal with one of the pieces already on the board that is allowed to
/// carry the Goal (any Vanguard, Lancer, or Fencer where the Blockader is not in a neighboring
/// cell); then the second player does likewise."
#[test]
fn the_goal_goes_with_a_carrier_not_next_to_its_own_blockader() {
    let mut table = both_placed();
    assert_eq!(phase(&table), ("goal", vec![ONE]));
    let mut offered = choices(&table, ONE);
    offered.sort();
    assert_eq!(offered, ["G Fe@I11", "G L@H24", "G V@G13", "G V@H23", "G V@I33"]);
    refuse(&mut table, TWO, "G V@C18", "not-your-turn");
    refuse(&mut table, ONE, "G S@G36", "no-carrier");
    refuse(&mut table, ONE, "G B@G35", "no-carrier");
    refuse(&mut table, ONE, "G Fl@I44", "no-carrier");
    refuse(&mut table, ONE, "G V@C18", "nothing-there");
    refuse(&mut table, ONE, "G H12", "nothing-there");
    refuse(&mut table, ONE, "G L@I11", "other-warrior");
    refuse(&mut table, ONE, "G Q@I11", "no-such-piece");
    refuse(&mut table, ONE, "G Fe@I1", "no-such-cell");
    refuse(&mut table, ONE, "G", "not-a-step");
    refuse(&mut table, ONE, "done", "wrong-step");
    // "It is not necessary to show the carrier selected."
    accept(&mut table, ONE, "G I11");
    assert_eq!(phase(&table), ("goal", vec![TWO]));
    accept(&mut table, TWO, "G V@C18");
    assert_eq!(phase(&table).0, "play");

    // The Blockader on H13 has H12, H23 and G13 for neighbours.
    let mut table = gold_west();
    accept(&mut table, ONE, "place B H13 V H12 V H23 V G13 L I33 Fe I11 S I12 Fl I44 Fl G14");
    accept(&mut table, ONE, "done");
    accept(&mut table, TWO, "take north");
    accept(&mut table, TWO, NORTH);
    accept(&mut table, TWO, "done");
    let mut offered = choices(&table, ONE);
    offered.sort();
    assert_eq!(offered, ["G Fe@I11", "G L@I33"]);
    for next_to_it in ["G V@H12", "G V@H23", "G V@G13", "G H12"] {
        refuse(&mut table, ONE, next_to_it, "goal-in-own-zone");
    }
}

/// "The player that placed first moves first", whatever its colour and seat.
#[test]
fn first_placement_moves_first() {
    let mut table = both_placed();
    accept(&mut table, ONE, "G Fe@I11");
    accept(&mut table, TWO, "G V@C18");
    assert_eq!(phase(&table), ("play", vec![ONE]));
    // The sample battle's first position.
    let position = table.scene(Viewer::Public).frame.position;
    assert_eq!(position, "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1");
    refuse(&mut table, ONE, "place B G35", "not-a-move");
    refuse(&mut table, ONE, "cast", "not-a-move");

    let mut table = cast_won();
    accept(&mut table, ONE, "option last");
    accept(&mut table, TWO, "take green west");
    accept(&mut table, TWO, WEST);
    accept(&mut table, TWO, "done");
    accept(&mut table, ONE, "take north");
    accept(&mut table, ONE, NORTH);
    accept(&mut table, ONE, "done");
    accept(&mut table, TWO, "G Fe@I11");
    accept(&mut table, ONE, "G V@C18");
    assert_eq!(phase(&table), ("play", vec![TWO]));
    let position = table.scene(Viewer::Public).frame.position;
    assert!(position.ends_with(" green 0 1"), "{position}");
    refuse(&mut table, ONE, "V@C17 D17", "not-your-turn");
    accept(&mut table, TWO, "V@G13 H13");
}

/// "Also offered: a quick start with ready-made arrays, and any position from a position string":
/// for each pair of regions, complete and legal.
#[test]
fn quick_starts_for_each_pair_of_regions() {
    let names = heterodox_rules::info("klinzha").expect("the game").quick_starts;
    for pair in ["north-west", "north-east", "west-east"] {
        assert!(names.iter().any(|name| name.ends_with(pair)), "{pair} in {names:?}");
    }
    for name in names {
        let table = open("klinzha", &Setting::quick_start(name)).expect("a quick start");
        let scene = table.scene(Viewer::Public);
        assert_eq!((scene.phase, scene.frame.pieces.len()), ("play", 18), "{name}");
        let pair: Vec<_> = name.rsplit('-').take(2).collect();
        for (side, region) in [("gold", pair[1]), ("green", pair[0])] {
            let own = || scene.frame.pieces.iter().filter(|piece| piece.side == side);
            for piece in own() {
                let home = slow::region(slow::cell(&piece.cell));
                assert_eq!(home, Some(region), "{name}");
            }
            assert_eq!(own().filter(|piece| !piece.marks.is_empty()).count(), 1, "one Goal");
        }
    }
    let unknown = open("klinzha", &Setting::quick_start("south-west")).expect_err("no such start");
    assert_eq!(unknown.code, "no-such-quick-start");
}

/// A ready-made array fits every region; one whose Blockader would overlap is refused and not
/// offered.
#[test]
fn arrays_can_be_placed_wherever_they_are_offered() {
    for region in ["north", "west", "east"] {
        let mut table = cast_won();
        accept(&mut table, ONE, "option first");
        accept(&mut table, ONE, &format!("take green {region}"));
        let arrays: Vec<_> =
            choices(&table, ONE).into_iter().filter(|text| text.starts_with("array")).collect();
        assert!(!arrays.is_empty());
        for array in arrays {
            let mut table = table.clone();
            accept(&mut table, ONE, &array);
            accept(&mut table, ONE, "done");
        }
    }
}

/// Options are checked when a table is opened.
#[test]
fn wrong_options_and_games_are_refused() {
    let with = |pair: &str| {
        let mut options = Options::default();
        options.set(pair).expect("a pair");
        Setting { options, ..Setting::default() }
    };
    for (pair, needle) in [
        ("goal-safety=always", "advisory, enforced"),
        ("house-rules=yes", "off, on"),
        ("dice=on", "has no option 'dice'"),
    ] {
        let refusal = open("klinzha", &with(pair)).expect_err(pair);
        assert_eq!(refusal.code, "bad-option");
        assert!(refusal.message.contains(needle), "{refusal}");
    }
    assert!(open("klinzha", &with("goal-safety=enforced")).is_ok());
    let refusal = open("chess", &Setting::default()).expect_err("no such game");
    assert_eq!(refusal.code, "no-such-game");
    let refusal = open("klinzha", &Setting::position("9 gold")).expect_err("no position");
    assert_eq!(refusal.code, "bad-position");
    assert!(Options::default().set("goal-safety").is_err(), "no value");
}
