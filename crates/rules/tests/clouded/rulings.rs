//! The rulings R-CL1 to R-CL8, sentence by sentence.

use heterodox_rules::clouded::CloudMap;
use heterodox_rules::klinzha::{Kind, Side};
use heterodox_rules::{Act, EndReason, Seat, Setting, Viewer, open};
use heterodox_testkit::clouded::games::{
    self, GOLD, GREEN, blind, board_view, cell, game, intents, map, play, refused, ruled, said,
    short,
};

const BLIND: CloudMap = CloudMap::BLIND;

fn areas(
    game: &heterodox_rules::clouded::full_information::FullInformationGame,
    viewer: Viewer,
    kind: &str,
) -> Vec<String> {
    let frame = game.scene(viewer).frame;
    let areas = frame.areas.into_iter().filter(|area| area.kind == kind);
    areas.map(|area| format!("{} {}", area.of, area.cells.join(" "))).collect()
}

#[test]
fn cl1_an_abandoned_goal_at_the_edge_is_a_neutral() {
    let with_goal = game("VG A19", "V I11, G G35", map("G35", "I99"));
    let with_warrior = game("VG A19", "V I11, S G35, G I99", map("G35", "I99"));
    assert_eq!(
        board_view(&with_goal, Some(Side::Gold)),
        board_view(&with_warrior, Some(Side::Gold))
    );
    assert_eq!(with_goal.scene(GOLD), with_warrior.scene(GOLD));
    let clear = game("VG A19", "V I11, G G35", CloudMap::CLEAR);
    assert_eq!(board_view(&clear, Some(Side::Gold)).abandoned_goal(Side::Green), Some(cell("G35")));
}

#[test]
fn cl2_the_zone_of_an_unrecognised_blockader_is_not_shown() {
    let hidden = game("VG A19, V I11", "B G35, VG I99", map("G35", ""));
    assert!(areas(&hidden, GOLD, "zone").is_empty());
    assert_eq!(areas(&hidden, GREEN, "zone"), ["green G25 G36 H35"]);
    let seen = game("VG A19, V I11", "B G35, VG I99", map("", "G25 G36 H35"));
    assert_eq!(areas(&seen, GOLD, "zone"), ["green G25 G36 H35"]);
    assert_eq!(areas(&seen, Viewer::Public, "zone"), ["green G25 G36 H35"]);
}

#[test]
fn cl3_markers_go_when_an_own_piece_stands_there() {
    let mut game = blind("VG A19, V G35", "LG I99, S G36, V G46, V I11");
    play(&mut game, "V@G35 G36");
    play(&mut game, "V@I11 I12");
    play(&mut game, "VG@A19 B19");
    assert_eq!(areas(&game, GREEN, "marker"), ["S G36"]);
    assert_eq!(short(&play(&mut game, "V@G46 G36")), "G36 x V");
    assert!(areas(&game, GREEN, "marker").is_empty());
    assert_eq!(areas(&game, GOLD, "marker"), ["V G36"]);
}

#[test]
fn cl3_markers_go_when_the_cell_is_seen_to_hold_no_enemy() {
    // Edge: something stands there, so the marker stays until nothing does.
    let mut game = game("VG A19, V G35", "LG I99, S G36, V I11", map("G36", ""));
    play(&mut game, "V@G35 G36");
    assert_eq!(areas(&game, GREEN, "marker"), ["S G36"]);
    play(&mut game, "V@I11 I12");
    play(&mut game, "V@G36 G35");
    assert!(areas(&game, GREEN, "marker").is_empty());
}

#[test]
fn cl3_a_new_kill_replaces_the_marker_and_markers_bar_no_path() {
    let mut game = blind("VG A19, V G35, V G46", "LG I99, S G36, V G25, V I11");
    play(&mut game, "V@G35 G36");
    play(&mut game, "V@G25 G35");
    // Gold's Vanguard on G36 is unknown to Green; the marked cell can be gone to.
    assert!(intents(&game).iter().any(|text| text == "VG@A19 B19"));
    play(&mut game, "V@G36 G35");
    assert_eq!(areas(&game, GREEN, "marker"), ["V G35", "S G36"]);
    assert!(intents(&game).contains(&"V@I11 I12".to_owned()));
}

#[test]
fn cl3_lists_hold_own_losses_and_own_captures_as_told() {
    let mut game = blind("VG A19, V G35", "LG I99, S G36, V I11");
    play(&mut game, "V@G35 G36");
    for viewer in [GOLD, GREEN, Viewer::Public] {
        let captured = game.scene(viewer).frame.captured;
        assert_eq!(captured.len(), 1);
        assert_eq!((captured[0].side, captured[0].kind.as_str()), ("green", "S"));
    }
}

#[test]
fn cl3_the_last_report_stays_until_there_is_a_new_one() {
    let mut game = blind("VG A19, V I22", "B I33, VG I99, V I77");
    play(&mut game, "V@I22 I23");
    let keys = |viewer| -> Vec<&str> {
        game.scene(viewer).notices.iter().map(|notice| notice.key).collect()
    };
    assert_eq!(keys(GOLD), ["umpire-ended", "umpire-halted-field"]);
    assert!(keys(GREEN).is_empty() && keys(Viewer::Public).is_empty());
    let before = game.scene(GOLD).notices;
    play(&mut game, "V@I77 I78");
    assert_eq!(game.scene(GOLD).notices, before, "what Green does unseen changes no report");
}

#[test]
fn intents_take_neutrals_for_warriors_that_can_be_captured() {
    let neutral = game("VG A19, V G35, B I11", "VG I99, S G36", map("G36 I99", ""));
    assert!(intents(&neutral).contains(&"V@G35 G36".to_owned()));
    // The Blockader may set out to land on one, not to have one in its zone.
    let lone = game("VG A19, B G25", "VG I99, Fl G36", map("G36", ""));
    assert!(intents(&lone).contains(&"B@G25 G36".to_owned()), "{:?}", intents(&lone));
    assert_eq!(refused(&lone, "B@G25 G35").code, "enemy-in-zone");
}

#[test]
fn refusals_come_from_the_view_alone() {
    let game = game("VG A19, L I11, B G35", "VG I99, S I33, Fl D17", map("D17", "I33"));
    for (text, code) in [
        ("L@I11 x S@I33", "names-capture"),
        ("L@I11 x I33", "names-capture"),
        ("rubbish", "not-an-intent"),
        ("L@I11 I33", "out-of-reach"),
        ("L@I12 I33", "nothing-there"),
        ("S@I33 I34", "nothing-there"),
        ("Fl@D17 D16", "not-your-warrior"),
        ("V@I11 I12", "other-warrior"),
        ("V@A19 B19", "say-goal"),
        ("LG@I11 I12", "no-goal-here"),
        ("L@I11 I12 (I22)", "path-end"),
        ("L@I11 I22 (I12)", "path-end"),
        ("L@I11 I22 (H12 I22)", "path-broken"),
        ("L@I11 I22 ()", "path-empty"),
        ("L@I11 I22 (I12 I22", "not-an-intent"),
        ("L@I11 Z99", "no-such-cell"),
    ] {
        assert_eq!(refused(&game, text).code, code, "{text}");
    }
    assert_eq!(
        refused(&game, "Fl@D17 D16").message,
        "what stands on D17 is Green's, and it is Gold's turn"
    );
}

#[test]
fn cl4_any_path_that_truly_leads_there_is_taken() {
    // From F36 to G46 by a Swift there is a way of two steps and ways of four.
    let one = blind("VG A19, S G35", "VG I99");
    let paths: Vec<usize> = {
        let view = board_view(&one, Some(Side::Gold));
        let (intent, _) = view.read_intent("S@G35 G46").expect("accepted");
        view.paths(&intent).iter().map(heterodox_rules::clouded::WalkPath::len).collect()
    };
    assert_eq!(paths, [2, 4]);
    // With an unseen warrior on G36 the way around is taken.
    assert_eq!(ruled("VG A19, S G35", "VG I99, L G36", BLIND, "S@G35 G46"), "G46");
    // With the way around barred as well it follows the shortest, and stops where it stood.
    let around = "VG I99, L G36, Fe F36, Fl H46";
    let ruling = ruled("VG A19, S G35", around, BLIND, "S@G35 G46");
    assert!(ruling == "G46" || ruling == "G35 piece", "{ruling}");
}

#[test]
fn cl4_a_named_path_is_the_only_one() {
    assert_eq!(ruled("VG A19, S G35", "VG I99, L G36", BLIND, "S@G35 G46 (G36 G46)"), "G35 piece");
    let free = blind("VG A19, S G35", "VG I99");
    let view = board_view(&free, Some(Side::Gold));
    let (intent, _) = view.read_intent("S@G35 G46").expect("accepted");
    let long: Vec<&str> =
        view.paths(&intent)[1].iter().map(|&c| heterodox_rules::klinzha::board::name(c)).collect();
    let named = format!("S@G35 G46 ({})", long.join(" "));
    assert_eq!(short(&play(&mut free.clone(), &named)), "G46");
    assert_eq!(refused(&free, "S@G35 G46 (G25 G46)").code, "path-broken");
    assert_eq!(refused(&free, "Fe@G35 G46").code, "other-warrior");
    let blocked = game("VG A19, S G35, V G36", "VG I99", CloudMap::CLEAR);
    assert_eq!(refused(&blocked, "S@G35 G46 (G36 G46)").code, "path-blocked");
}

#[test]
fn cl4_a_halted_piece_captures_nothing_and_stops_before() {
    assert_eq!(ruled("VG A19, L I11", "VG I99, S I12", BLIND, "L@I11 I23"), "I11 piece");
    assert_eq!(ruled("VG A19, L I11", "VG I99, S I22", BLIND, "L@I11 I23"), "I12 piece");
    assert_eq!(ruled("VG A19, L I11", "V I99, G I22", BLIND, "L@I11 I23"), "I12 piece");
}

#[test]
fn cl4_a_halted_carrier_does_not_put_the_goal_into_its_own_zone() {
    // The own zone of the Blockader on H23 holds I23 … and its other neighbours; the way runs
    // through it.
    let halted = ruled("LG I11, B H12", "VG I99, S I22", BLIND, "LG@I11 I23");
    assert_eq!(halted, "I11 piece", "I12 lies in the zone of H12");
    let without = ruled("L I11, B H12, VG A19", "VG I99, S I22", BLIND, "L@I11 I23");
    assert_eq!(without, "I12 piece");
}

#[test]
fn cl4_who_meant_to_leave_its_goal_and_did_not_get_away_still_has_it() {
    let mut stuck = blind("LG I11, V A19", "VG I99, S I12");
    assert_eq!(short(&play(&mut stuck, "L-@I11 I23")), "I11 piece");
    assert_eq!(
        stuck.position().expect("a battle").to_string(),
        "V/3/5/7/9/11/13/15/L+s14v+ green 1 1"
    );
    let mut away = blind("LG I11, V A19", "VG I99, S I22");
    assert_eq!(short(&play(&mut away, "L-@I11 I23")), "I12 piece");
    assert_eq!(
        away.position().expect("a battle").to_string(),
        "V/3/5/7/9/11/13/15/GLs13v+ green 1 1"
    );
}

#[test]
fn cl5_a_stopped_flier_comes_down_on_an_empty_cell_before_the_zone() {
    // I22 is the last cell before the zone of I33; what stands there, on either side, pushes it
    // back.
    for (gold, green, ends) in [
        ("Fl I11, VG A19, V I22", "B I33, VG I99", "I12 field"),
        ("Fl I11, VG A19", "B I33, VG I99, S I22", "I12 field"),
        ("Fl I11, V A19, G I22", "B I33, VG I99", "I12 field"),
        ("Fl I11, VG A19, V I22", "B I33, VG I99, S I12", "I11 field"),
    ] {
        assert_eq!(ruled(gold, green, BLIND, "Fl@I11 I23"), ends, "{gold} | {green}");
    }
}

#[test]
fn cl6_the_blockader_halts_where_it_may_truly_stand() {
    // An unseen enemy in its zone.
    assert_eq!(ruled("VG A19, B G35", "VG I99, S G46", BLIND, "B@G35 G36"), "G35 piece");
    // Landing on an unseen warrior.
    assert_eq!(ruled("VG A19, B I11", "VG I99, S I22", BLIND, "B@I11 I22"), "I11 piece");
    // An unseen Goal in its zone.
    assert_eq!(ruled("VG A19, B I11", "V I99, G I23", BLIND, "B@I11 I22"), "I12 piece");
    // Both kinds of reason on the goal cell: the field goes first.
    assert_eq!(ruled("VG A19, B I11", "B I33, VG I99, S I23", BLIND, "B@I11 I22"), "I12 field");
}

#[test]
fn cl6_landing_on_a_neutral_that_is_an_abandoned_goal_wins() {
    let mut game = game("VG A19, B I11", "V I99, G I22", map("I22", ""));
    let ruling = play(&mut game, "B@I11 I22");
    assert_eq!(short(&ruling), "I22 x G");
    assert_eq!(ruling.outcome.map(|outcome| outcome.reason), Some(EndReason::GOAL));
}

#[test]
fn cl7_the_opponent_is_not_told_of_a_halt() {
    let mut halted = blind("VG A19, V I22", "B I33, VG I99, V I77");
    let mut moved = blind("VG A19, V I22", "B I33, VG I99, V I77");
    play(&mut halted, "V@I22 I23");
    play(&mut moved, "VG@A19 B19");
    assert_eq!(halted.scene(GREEN), moved.scene(GREEN));
    assert_eq!(halted.scene(Viewer::Public), moved.scene(Viewer::Public));
}

/// "The mover is told: where its piece ended; what it captured …; if it was halted, whether by a
/// *field* or by a *piece*." *Field* goes before *piece*.
#[test]
fn cl7_the_cause_is_the_first_cell_that_it_could_not_enter() {
    // The Swift on I22 stands in the way; on I23 both the zone and a Swift would stop the Lancer.
    let clouds = BLIND;
    assert_eq!(ruled("VG A19, L I11", "S I22, VG I99", clouds, "L@I11 I23"), "I12 piece");
    assert_eq!(ruled("VG A19, L I11", "B I33, S I23, VG I99", clouds, "L@I11 I23"), "I22 field");
    assert_eq!(ruled("VG A19, L I11", "B I44, VG I99", clouds, "L@I11 I23"), "I23");
    let mut game = blind("VG A19, L I11", "S I22, VG I99");
    let ruling = play(&mut game, "L@I11 I23");
    let told = ["umpire-ended cell=I12", "umpire-halted-piece cell=I12"];
    assert_eq!(said(&ruling.reports.seats[Seat::new(0)]), told);
    assert!(ruling.reports.seats[Seat::new(1)].is_empty() && ruling.reports.public.is_empty());
}

/// "Every end of the game is announced to both at once."
#[test]
fn cl7_every_end_is_announced_to_everybody_at_once() {
    let setting = || games::setting("V+/3/5/7/9/11/13/15/16v+ gold 199 1", "blind");
    let seat = Seat::new(0);
    for (acts, told) in [
        (vec![Act::Resign { seat }], "victory reason=resignation seat=1"),
        (vec![Act::Flag { seats: vec![seat] }], "victory reason=time seat=1"),
        (
            vec![Act::OfferDraw { seat }, Act::OfferDraw { seat: seat.other() }],
            "draw reason=agreement",
        ),
        (vec![Act::Submit { seat, text: "VG@A19 B19".to_owned() }], "draw reason=quiet"),
    ] {
        let mut table = open("clouded-klinzha", &setting()).expect("a table");
        let report = acts.iter().map(|act| table.apply(act).expect("taken")).last();
        let reports = report.expect("an act").reports;
        for viewer in [GOLD, GREEN, Viewer::Public] {
            assert_eq!(said(reports.of(viewer)).last().map(String::as_str), Some(told));
            let frames = table.observed_frames(viewer);
            let last = said(&frames[frames.len() - 1].told);
            assert_eq!(last.last().map(String::as_str), Some(told), "{viewer:?}");
        }
    }
}

/// "Spectators of a running clouded game see each piece as its enemy sees it, and the lists of
/// captured pieces; no markers, no reports."
#[test]
fn spectators_see_what_the_enemy_sees_and_the_lists() {
    let clouds = map("G35 I99", "I11 G36");
    let mut game = game("VG A19, V G35, L I11", "LG I99, S G36, V I88", clouds);
    play(&mut game, "V@G35 G36");
    let scene = game.scene(Viewer::Public);
    assert_eq!(scene.frame.position, "V+/3/5/7/9/11/13/15/14v1! green 0 1");
    let lists = scene.frame.captured.iter().map(|lost| format!("{} {}", lost.side, lost.kind));
    assert_eq!(lists.collect::<Vec<_>>(), ["green S"]);
    assert!(areas(&game, Viewer::Public, "marker").is_empty());
    assert_eq!(areas(&game, GREEN, "marker"), ["S G36"]);
    assert!(scene.notices.is_empty() && scene.frame.told.is_empty() && scene.choices.is_empty());
}

#[test]
fn cl8_immobilisation_is_judged_on_the_true_position() {
    // Gold's only warrior has one way out of its corner: B19, which the zone of the Blockader on
    // B18 closes.
    let setting = games::setting("V+/3/1b3/7/9/11/13/15/16v+ green 0 1", "blind");
    let mut game = heterodox_rules::clouded::full_information::FullInformationGame::open(&setting)
        .expect("a game");
    let outcome = play(&mut game, "B@C18 B18").outcome.expect("the end");
    assert_eq!(outcome.reason, EndReason::IMMOBILISED);
    assert_eq!(outcome.winner, Some(Seat::new(1)));
    // On its own view Gold would have had an intent.
    assert!(!board_view(&game, Some(Side::Gold)).intents().is_empty());
}

#[test]
fn cl8_two_hundred_quiet_plies_are_a_draw_and_repetition_is_none() {
    let mut game = blind("VG A19, V I11", "VG I99, V I88");
    let mut outcome = None;
    for ply in 0..200 {
        assert!(outcome.is_none(), "ended after {ply} plies");
        let text = ["V@I11 I12", "V@I88 I89", "V@I12 I11", "V@I89 I88"][ply % 4];
        outcome = play(&mut game, text).outcome;
    }
    let outcome = outcome.expect("a draw");
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::QUIET));
}

#[test]
fn cl8_a_halt_on_the_spot_is_a_quiet_ply() {
    let mut game = blind("VG A19, V I22", "B I33, VG I99");
    play(&mut game, "V@I22 I23");
    assert_eq!(game.position().expect("a battle").plies_since_capture(), 1);
}

#[test]
fn cl8_enforced_goal_safety_is_refused() {
    let mut setting = Setting::quick_start("north-west");
    setting.options.set("goal-safety=enforced").expect("an option");
    assert_eq!(open("clouded-klinzha", &setting).expect_err("refused").code, "bad-option");
    setting.options.0.insert("goal-safety".to_owned(), "advisory".to_owned());
    assert!(open("clouded-klinzha", &setting).is_ok());
}

#[test]
fn the_flier_sees_no_more_than_others_do() {
    let flier = blind("VG A19, Fl I11", "VG I99, S I44");
    assert_eq!(board_view(&flier, Some(Side::Gold)).kind(Side::Green, cell("I44")), None::<Kind>);
    assert_eq!(short(&play(&mut flier.clone(), "Fl@I11 I44")), "I44 x S");
}
