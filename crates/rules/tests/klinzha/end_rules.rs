//! §1.6 and R-KZ5: how a game ends, and the house rules for draws, through the table.

use heterodox_rules::{
    Act, EndReason, Options, Outcome, Seat, Setting, Start, Table, Viewer, open,
};
use heterodox_testkit::klinzha::positions::study;
use heterodox_testkit::klinzha::slow::{Gold, Green};

const GOLD: Seat = Seat::new(0);
const GREEN: Seat = Seat::new(1);

fn table_with(house_rules: bool, position: &str) -> Table {
    let mut options = Options::default();
    if house_rules {
        options.set("house-rules=on").expect("an option");
    }
    open("klinzha", &Setting { options, start: Start::Position(position.to_owned()) })
        .unwrap_or_else(|refusal| panic!("{position}: {refusal}"))
}

/// Submits moves for the side to move.
fn play(table: &mut Table, moves: &[&str]) {
    for text in moves {
        let seat = table.scene(Viewer::Public).to_act[0];
        table.submit(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

fn draw(reason: EndReason) -> Outcome {
    Outcome::draw(2, reason)
}

const ROUND: [&str; 4] = ["V@E37 E38", "V@I77 I78", "V@E38 E37", "V@I78 I77"];

fn quiet_position() -> String {
    study(Gold, "V E37, G I11", "V I77, G I99").to_string()
}

/// "The source knows no draw": without the house rules nothing but an agreement is one.
#[test]
fn without_house_rules_nothing_is_drawn() {
    let mut table = table_with(false, &quiet_position());
    for _ in 0..60 {
        play(&mut table, &ROUND);
    }
    assert_eq!(table.outcome(), None);
    assert_eq!(table.plies(), 240);
}

/// "The same position with the same player to move a third time is a draw (the first position
/// counts)."
#[test]
fn the_third_time_is_a_draw_and_the_first_position_counts() {
    let mut table = table_with(true, &quiet_position());
    play(&mut table, &ROUND);
    play(&mut table, &ROUND[..3]);
    assert_eq!(table.outcome(), None);
    play(&mut table, &ROUND[3..]);
    assert_eq!(table.outcome(), Some(draw(EndReason::REPETITION)));
    let refusal = table.submit(GOLD, "V@E37 E38").expect_err("it is over");
    assert_eq!(refusal.code, "game-over");
}

/// Counted is the position, not the way there, nor who stands where among warriors of a kind.
#[test]
fn like_warriors_may_change_places_in_a_repeated_position() {
    let start = study(Gold, "V E37, V E26, G I11", "V I77, G I99").to_string();
    let mut table = table_with(true, &start);
    // The two Vanguards go around each other; D27 and E27 lie between their cells.
    let exchange = [
        "V@E37 E27",
        "V@I77 I78",
        "V@E27 D27",
        "V@I78 I77",
        "V@E26 E27",
        "V@I77 I78",
        "V@E27 E37",
        "V@I78 I77",
        "V@D27 E27",
        "V@I77 I78",
        "V@E27 E26",
        "V@I78 I77",
    ];
    play(&mut table, &exchange);
    assert_eq!(table.scene(Viewer::Public).frame.position, start.replace("0 1", "12 7"));
    assert_eq!(table.outcome(), None);
    play(&mut table, &exchange[..11]);
    assert_eq!(table.outcome(), None);
    play(&mut table, &exchange[11..]);
    assert_eq!(table.outcome(), Some(draw(EndReason::REPETITION)));
}

/// "… with the same player to move": the same board with the other one to move is another position.
#[test]
fn the_player_to_move_belongs_to_the_position() {
    let mut table = table_with(true, &study(Gold, "S E37, G I11", "S H56, G I99").to_string());
    // A Swift goes around a triangle in three moves while the other goes there and back in two:
    // after five plies the board is the same and the other side is to move.
    let gold_around = ["S@E37 E26", "S@H56 H45", "S@E26 D28", "S@H45 H56", "S@D28 E37"];
    let green_around = ["S@H56 H45", "S@E37 E26", "S@H45 G47", "S@E26 E37", "S@G47 H56"];
    for lap in [&gold_around, &green_around, &gold_around] {
        play(&mut table, lap);
        assert_eq!(table.outcome(), None, "after {} plies", table.plies());
    }
    play(&mut table, &green_around[..4]);
    assert_eq!(table.outcome(), None);
    play(&mut table, &green_around[4..]);
    assert_eq!(table.outcome(), Some(draw(EndReason::REPETITION)));
}

/// "100 plies without a capture are a draw."
#[test]
fn a_hundred_quiet_plies_are_a_draw() {
    let at_98 = quiet_position().replace(" 0 1", " 98 50");
    let mut table = table_with(true, &at_98);
    play(&mut table, &["V@E37 E38"]);
    assert_eq!(table.outcome(), None);
    play(&mut table, &["V@I77 I78"]);
    assert_eq!(table.outcome(), Some(draw(EndReason::QUIET)));

    // Over a whole game: no position thrice, no capture.
    let start = study(Gold, "V E37, S D27, G I11", "V I77, S H67, G I99").to_string();
    let mut table = table_with(true, &start);
    let (mut plies, mut seen) = (0, std::collections::HashMap::new());
    while table.outcome().is_none() {
        // Play the quiet move whose position has occurred least often, to avoid repetitions.
        let scene = table.scene(Viewer::Public);
        let seat = scene.to_act[0];
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let (_, next, key) = choices
            .iter()
            .filter(|choice| !choice.captures)
            .map(|choice| {
                let mut next = table.clone();
                next.submit(seat, &choice.text).expect("a choice");
                let text = next.scene(Viewer::Public).frame.position;
                let key = text.rsplitn(3, ' ').last().expect("rows and turn").to_owned();
                (seen.get(&key).copied().unwrap_or(0), next, key)
            })
            .min_by_key(|(times, ..)| *times)
            .expect("a quiet move");
        *seen.entry(key).or_insert(0) += 1;
        table = next;
        plies += 1;
    }
    assert_eq!((plies, table.outcome()), (100, Some(draw(EndReason::QUIET))));
}

/// A capture begins the count anew.
#[test]
fn a_capture_ends_the_quiet() {
    let at_99 = study(Gold, "V E37, G I11", "V E38, V I77, G I99").to_string();
    let mut table = table_with(true, &at_99.replace(" 0 1", " 99 50"));
    play(&mut table, &["V@E37 x V@E38"]);
    assert_eq!(table.outcome(), None);
    assert!(table.scene(Viewer::Public).frame.position.ends_with(" green 0 50"));
}

/// "A win goes before a draw on the same ply."
#[test]
fn a_win_goes_before_a_draw() {
    // The Blockader shuts the corner with the hundredth quiet ply, or leaves it open.
    let corner = study(Green, "VG I11", "B G13, G A19").to_string().replace(" 0 1", " 99 50");
    let mut table = table_with(true, &corner);
    play(&mut table, &["B@G13 H12"]);
    assert_eq!(table.outcome(), Some(Outcome::win(GREEN, EndReason::IMMOBILISED)));
    let mut table = table_with(true, &corner);
    play(&mut table, &["B@G13 H13"]);
    assert_eq!(table.outcome(), Some(draw(EndReason::QUIET)));
}

/// "Resignation", at any time, by either, also out of turn and during the setup.
#[test]
fn either_player_resigns_at_any_time() {
    for (seat, winner) in [(GOLD, GREEN), (GREEN, GOLD)] {
        for mut table in [
            table_with(true, &quiet_position()),
            open("klinzha", &Setting::default()).expect("a table"),
        ] {
            table.apply(&Act::Resign { seat }).expect("resigning");
            assert_eq!(table.outcome(), Some(Outcome::win(winner, EndReason::RESIGNATION)));
            for act in [
                Act::Resign { seat },
                Act::Resign { seat: winner },
                Act::OfferDraw { seat },
                Act::AskTakeback { seat },
                Act::Flag { seats: vec![seat] },
            ] {
                assert_eq!(table.apply(&act).expect_err("over").code, "game-over");
            }
        }
    }
    let mut table = table_with(false, &quiet_position());
    table.apply(&Act::Flag { seats: vec![GOLD] }).expect("a flag");
    assert_eq!(table.outcome(), Some(Outcome::win(GREEN, EndReason::TIME)));
}

/// "A draw by agreement is always possible."
#[test]
fn a_draw_by_agreement_is_always_possible() {
    for mut table in [
        table_with(false, &quiet_position()),
        open("klinzha", &Setting::default()).expect("a table"),
    ] {
        let offer = |seat| Act::OfferDraw { seat };
        let decline = |seat| Act::DeclineDraw { seat };
        assert_eq!(table.apply(&decline(GOLD)).expect_err("no offer").code, "no-draw-offer");
        table.apply(&offer(GOLD)).expect("an offer");
        assert_eq!(table.scene(Viewer::Public).draw_offers, [GOLD]);
        assert_eq!(table.apply(&offer(GOLD)).expect_err("twice").code, "draw-already-offered");
        assert_eq!(table.apply(&decline(GOLD)).expect_err("own offer").code, "no-draw-offer");
        table.apply(&decline(GREEN)).expect("declining");
        assert_eq!(table.outcome(), None);
        assert_eq!(table.scene(Viewer::Public).draw_offers, []);
        table.apply(&offer(GREEN)).expect("an offer");
        table.apply(&offer(GOLD)).expect("accepting");
        assert_eq!(table.outcome(), Some(draw(EndReason::AGREEMENT)));
    }
}

/// An offer falls when the other side moves instead of answering it.
#[test]
fn a_move_declines_the_offer_of_the_other_side() {
    let mut table = table_with(false, &quiet_position());
    table.apply(&Act::OfferDraw { seat: GOLD }).expect("an offer");
    play(&mut table, &["V@E37 E38"]);
    assert_eq!(table.scene(Viewer::Public).draw_offers, [GOLD], "one's own move leaves it");
    play(&mut table, &["V@I77 I78"]);
    assert_eq!(table.scene(Viewer::Public).draw_offers, []);
}

/// Capturing the Goal ends the game at the table, and both hear of it; the winner is who captured.
#[test]
fn capturing_the_goal_is_announced() {
    let start = study(Green, "VG E37, V A19", "V E38, S H67, G I99").to_string();
    let mut table = table_with(true, &start);
    let report = table.submit(GREEN, "V@E38 x VG@E37").expect("a move").reports;
    assert_eq!(table.outcome(), Some(Outcome::win(GREEN, EndReason::GOAL)));
    for notices in [&report.seats[GOLD], &report.seats[GREEN], &report.public] {
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0].key, "victory");
        assert!(notices[0].args.contains(&("seat", "1".to_owned())));
    }
    for viewer in [Viewer::Seat(GOLD), Viewer::Seat(GREEN), Viewer::Public] {
        let scene = table.scene(viewer);
        assert_eq!((scene.phase, scene.choices.len(), scene.to_act.len()), ("over", 0, 0));
    }
}

/// A game may begin from a position in which it is over: then there is no legal move.
#[test]
fn a_finished_position_is_over_from_the_start() {
    let finished = study(Gold, "VG I11", "B H12, G A19").to_string();
    let table = table_with(false, &finished);
    assert_eq!(table.outcome(), Some(Outcome::win(GREEN, EndReason::IMMOBILISED)));
    let missing = study(Gold, "VG I11", "B H12").to_string();
    let table = table_with(false, &missing);
    assert_eq!(table.outcome(), Some(Outcome::win(GOLD, EndReason::GOAL)));
}

/// R-KZ4: "`advisory` warns the owner at the start of its turn and before it confirms a move that
/// leaves the Goal hanging."
#[test]
fn the_owner_of_a_hanging_goal_is_warned() {
    let start = study(Gold, "VG I11, V C39", "Fl H13, G A19").to_string();
    let table = table_with(false, &start);
    let scene = table.scene(Viewer::Seat(GOLD));
    let warning =
        scene.notices.iter().find(|notice| notice.key == "goal-hangs").expect("a warning");
    assert_eq!(warning.cells, ["H13"], "where the danger comes from");
    for choice in &scene.choices {
        let safe = choice.text == "VG@I11 I12";
        assert_eq!(choice.danger, (!safe).then_some("goal-hangs"), "{}", choice.text);
    }
    assert!(!table.scene(Viewer::Seat(GREEN)).notices.iter().any(|n| n.key == "goal-hangs"));
}
