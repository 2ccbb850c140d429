//! Setting up under clouds (§2.2, Setup; the source's "Set up").

use heterodox_rules::clouded::CloudMap;
use heterodox_rules::{Act, ChoiceKind, Scene, Seat, Setting, Table, Viewer, open};
use heterodox_testkit::clouded::games::{GOLD, GREEN, map, said};

fn table(clouds: &CloudMap) -> Table {
    let mut setting = Setting::default();
    setting.options.set(&format!("clouds={clouds}")).expect("an option");
    open("clouded-klinzha", &setting).expect("a table")
}

/// Casts and takes: seat 0 places first, Gold in the north; seat 1 in the west.
fn begin(table: &mut Table) {
    table.submit(Seat::new(0), "cast").expect("cast");
    table.throw(&[6, 5]).expect("thrown");
    table.submit(Seat::new(0), "option first").expect("first");
    let report = table.submit(Seat::new(0), "take gold north").expect("taken");
    let told = ["umpire-first-placement side=gold region=north"];
    assert_eq!(said(&report.reports.seats[Seat::new(1)]), told);
    assert_eq!(said(&report.reports.public), told);
}

/// A whole setup with ready-made arrays.
pub(crate) fn set_up(table: &mut Table, first: &str, second: &str) {
    begin(table);
    let mut step = |seat: usize, text: &str| {
        table.submit(Seat::new(seat), text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    };
    step(0, &format!("array {first}"));
    step(0, "done");
    step(1, "take west");
    step(1, &format!("array {second}"));
    step(1, "done");
    for seat in [0, 1] {
        let goal = table.scene(Viewer::Seat(Seat::new(seat))).choices[0].text.clone();
        table.submit(Seat::new(seat), &goal).expect("a Goal");
    }
}

/// "kind cell" of what a scene shows of a side.
fn shown(scene: &Scene, side: &str) -> Vec<String> {
    let pieces = scene.frame.pieces.iter().filter(|piece| piece.side == side);
    pieces.map(|piece| format!("{}{} {}", piece.kind, piece.marks.join("+"), piece.cell)).collect()
}

/// "He takes all pieces under a cloud from the board and substitutes the pieces at edges of clouds
/// with neutral pieces of the same color."
#[test]
fn the_first_placement_is_seen_as_the_clouds_allow() {
    let mut table = table(&map("D17 D28", "E37 E26 E48 D27"));
    begin(&mut table);
    let text = "place B E37 Fl D17 Fl D28 S C28 V E26 V E48 V D27 L B19 Fe B18";
    table.submit(Seat::new(0), text).expect("placed");
    assert!(shown(&table.scene(GREEN), "gold").is_empty(), "a draft is nobody else's");
    assert_eq!(shown(&table.scene(GOLD), "gold").len(), 9);
    table.submit(Seat::new(0), "done").expect("done");
    let seen = ["Fe B18", "L B19", "S C28", "? D17", "? D28"];
    assert_eq!(shown(&table.scene(GREEN), "gold"), seen);
    assert_eq!(shown(&table.scene(Viewer::Public), "gold"), seen);
    assert!(table.scene(GREEN).frame.areas.iter().all(|area| area.kind != "zone"), "R-CL2");
    assert_eq!(shown(&table.scene(GOLD), "gold").len(), 9);
}

/// "If he tries to set a piece into the blockader zone of an unseen blockader … the game master
/// interrupts and the player has to set his piece at another field."
#[test]
fn an_unseen_zone_is_told_for_the_blockaders_cell_only() {
    for (clouds, by_view) in [(CloudMap::BLIND, false), (CloudMap::CLEAR, true)] {
        let mut table = table(&clouds);
        begin(&mut table);
        let first = "place B F37 Fl D17 Fl D28 S C28 V E26 V E48 V D27 L B19 Fe B18";
        table.submit(Seat::new(0), first).expect("placed");
        table.submit(Seat::new(0), "done").expect("done");
        table.submit(Seat::new(1), "take west").expect("taken");
        let offered = table
            .scene(GREEN)
            .choices
            .iter()
            .any(|choice| choice.kind == ChoiceKind::Place && choice.text == "place B G36");
        assert_eq!(offered, !by_view, "what is unseen is absent");
        place_all_but_the_blockader(&mut table);
        let placed = table.submit(Seat::new(1), "place B G36");
        // A zone that is seen is refused at once; one that is not when the placement is declared
        // finished.
        assert_eq!(placed.is_err(), by_view);
        let refusal = placed.and_then(|_| table.submit(Seat::new(1), "done")).expect_err("overlap");
        assert_eq!(refusal.code, "zones-overlap");
        assert_eq!(refusal.args, [("to", "G36".to_owned())]);
        assert_eq!(refusal.message, "on G36 the Blockader's zone would overlap the enemy's");
        // The placement is as it was, and the answer reveals nothing else.
        assert_eq!(shown(&table.scene(GREEN), "green").len(), if by_view { 8 } else { 9 });
        let other = if by_view { "place B G35" } else { "shift G36 G35" };
        table.submit(Seat::new(1), other).expect("another cell");
        table.submit(Seat::new(1), "done").expect("finished");
    }
}

/// Second placement's warriors anywhere but on the two cells that its Blockader will try.
fn place_all_but_the_blockader(table: &mut Table) {
    for kind in ["Fl", "Fl", "S", "V", "V", "V", "L", "Fe"] {
        let choices = table.scene(GREEN).choices;
        let free = choices.iter().find(|choice| {
            let apart = !choice.text.ends_with("G36") && !choice.text.ends_with("G35");
            choice.kind == ChoiceKind::Place && choice.piece == Some(kind) && apart
        });
        table.submit(Seat::new(1), &free.expect("a free cell").text).expect("placed");
    }
}

/// Drafts are not compared with what is unseen: the border cannot be searched cell by cell. The
/// player who hears of no overlap has finished its placement.
#[test]
fn the_unseen_zone_cannot_be_searched_for() {
    let answers = ["F37", "A19"].map(|blockader| {
        let mut table = table(&CloudMap::BLIND);
        begin(&mut table);
        let first =
            format!("place B {blockader} Fl D17 Fl D28 S C28 V E26 V E48 V D27 L B19 Fe B18");
        table.submit(Seat::new(0), &first).expect("placed");
        table.submit(Seat::new(0), "done").expect("done");
        table.submit(Seat::new(1), "take west").expect("taken");
        let cells = ["G36", "G35", "F25", "H36", "G36", "I11"];
        let mut answers = Vec::new();
        for cell in cells {
            for text in [format!("place B {cell}"), "done".to_owned(), format!("lift {cell}")] {
                answers.push((text.clone(), table.submit(Seat::new(1), &text)));
            }
        }
        (answers, table.scene(GREEN))
    });
    assert_eq!(answers[0], answers[1]);
}

/// "… oder auf dem bereits eine Figur steht": a cell with an unseen piece. The regions do not
/// touch, so second placement is never offered one, nor does its refusal of another region's cells
/// depend on what stands there.
#[test]
fn no_unseen_piece_stands_where_second_placement_may_go() {
    let mut table = table(&CloudMap::BLIND);
    begin(&mut table);
    table.submit(Seat::new(0), "array spearhead").expect("placed");
    table.submit(Seat::new(0), "done").expect("done");
    table.submit(Seat::new(1), "take west").expect("taken");
    let taken: Vec<String> =
        table.scene(GOLD).frame.pieces.into_iter().map(|piece| piece.cell).collect();
    let choices = table.scene(GREEN).choices;
    assert!(choices.iter().filter_map(|choice| choice.to.as_ref()).all(|to| !taken.contains(to)));
    let codes = ["A19", "B18", "D28", "E37"].map(|cell| {
        table.clone().submit(Seat::new(1), &format!("place V {cell}")).expect_err("refused").code
    });
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
}

/// What the own view refuses is refused before the umpire looks: no probing with steps that fail
/// anyway.
#[test]
fn a_step_that_the_view_refuses_does_not_ask_the_truth() {
    let refusal = |blockader: &str| {
        let mut table = table(&CloudMap::BLIND);
        begin(&mut table);
        let first =
            format!("place B {blockader} Fl D17 Fl D28 S C28 V E26 V E48 V D27 L B19 Fe B18");
        table.submit(Seat::new(0), &first).expect("placed");
        table.submit(Seat::new(0), "done").expect("done");
        table.submit(Seat::new(1), "take west").expect("taken");
        table.submit(Seat::new(1), "place B G36 V A19").expect_err("outside")
    };
    assert_eq!(refusal("F37"), refusal("A19"));
    assert_eq!(refusal("F37").code, "outside-region");
}

#[test]
fn the_second_placements_region_is_not_announced() {
    let scenes = ["west", "east"].map(|region| {
        let mut table = table(&CloudMap::BLIND);
        begin(&mut table);
        table.submit(Seat::new(0), "array spearhead").expect("placed");
        table.submit(Seat::new(0), "done").expect("done");
        let report = table.submit(Seat::new(1), &format!("take {region}")).expect("taken");
        assert!(report.reports.seats.0.iter().all(Vec::is_empty));
        let placing = (table.scene(GOLD), table.scene(Viewer::Public));
        table.submit(Seat::new(1), "array bulwark").expect("placed");
        table.submit(Seat::new(1), "done").expect("done");
        (placing, table.scene(GOLD), table.scene(Viewer::Public))
    });
    assert_eq!(scenes[0], scenes[1]);
}

#[test]
fn the_goals_are_seen_as_the_clouds_allow() {
    let mut clear = table(&CloudMap::CLEAR);
    set_up(&mut clear, "spearhead", "talons");
    let with_goal = |table: &Table, viewer| {
        let pieces = table.scene(viewer).frame.pieces;
        pieces.iter().filter(|piece| piece.marks.contains(&"goal")).count()
    };
    assert_eq!([GOLD, GREEN, Viewer::Public].map(|viewer| with_goal(&clear, viewer)), [2, 2, 2]);
    let mut blind = table(&CloudMap::BLIND);
    set_up(&mut blind, "spearhead", "talons");
    assert_eq!([GOLD, GREEN, Viewer::Public].map(|viewer| with_goal(&blind, viewer)), [1, 1, 0]);
}

#[test]
fn a_game_that_ends_in_the_setup_opens_it() {
    let mut table = table(&CloudMap::BLIND);
    begin(&mut table);
    table.submit(Seat::new(0), "array spearhead").expect("placed");
    table.submit(Seat::new(0), "done").expect("done");
    assert!(shown(&table.scene(GREEN), "gold").is_empty());
    table.apply(&Act::Resign { seat: Seat::new(1) }).expect("resigned");
    assert_eq!(shown(&table.scene(GREEN), "gold").len(), 9);
    assert!(heterodox_rules::read_record(&table.record(GREEN, &[])).is_ok());
}
