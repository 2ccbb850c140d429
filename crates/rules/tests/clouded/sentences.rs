//! Every sentence of the source's page on play, one test each. The sentence stands above its test,
//! from the English half; where the German half says more, that stands there too.

use heterodox_rules::clouded::CloudMap;
use heterodox_rules::klinzha::Side;
use heterodox_rules::{EndReason, Seat, Table, Viewer, clouded};
use heterodox_testkit::clouded::games::{
    self, GOLD, GREEN, blind, board_view, cell, game, map, play, refused, ruled, said, short,
};

const BLIND: CloudMap = CloudMap::BLIND;

/// "Normal field: This is a normal field." / "Dies ist ein Feld, wie im normalen Spiel."
#[test]
fn on_a_normal_field_everything_is_seen() {
    let game = game("VG A19, S G35", "LG I99, V I11", map("A19", "I11"));
    assert_eq!(
        board_view(&game, Some(Side::Green)).to_string(),
        "?/3/5/7/9/11/4S8/15/v15l+ gold 0 1"
    );
    assert_eq!(
        board_view(&game, Some(Side::Gold)).to_string(),
        "V+/3/5/7/9/11/4S8/15/16l+ gold 0 1"
    );
}

/// "Field at the edge of a cloud: The enemy can only see if there is a piece at this field or not.
/// He cannot see which piece is standing there."
#[test]
fn at_the_edge_one_sees_that_something_stands_there() {
    let game = game("VG A19, S G35", "LG I99, V I11", map("G35 I99", ""));
    assert_eq!(
        board_view(&game, Some(Side::Green)).to_string(),
        "V+/3/5/7/9/11/4?8/15/v15l+ gold 0 1"
    );
    assert_eq!(
        board_view(&game, Some(Side::Gold)).to_string(),
        "V+/3/5/7/9/11/4S8/15/v15! gold 0 1"
    );
}

/// "Field under cloud / not visible field: The enemy cannot see if there is a piece is standing at
/// this field."
#[test]
fn under_a_cloud_one_sees_nothing() {
    let game = game("VG A19, S G35", "LG I99, V I11", map("", "G35 I99"));
    assert_eq!(
        board_view(&game, Some(Side::Green)).to_string(),
        "V+/3/5/7/9/11/13/15/v15l+ gold 0 1"
    );
    assert_eq!(
        board_view(&game, Some(Side::Gold)).to_string(),
        "V+/3/5/7/9/11/4S8/15/v16 gold 0 1"
    );
}

/// "Pieces under a cloud and at the edge of a cloud can be removed from play = be killed normally."
#[test]
fn covered_pieces_are_killed_normally() {
    for clouds in [map("", "G36"), map("G36", ""), CloudMap::CLEAR] {
        assert_eq!(ruled("VG A19, V G35", "LG I99, S G36", clouds, "V@G35 G36"), "G36 x S");
    }
}

/// "When a player made a move the game master will inform him about the consequences."
#[test]
fn the_mover_is_told_the_consequences() {
    let mut game = blind("VG A19, L I11", "LG I99, S I12");
    let ruling = play(&mut game, "L@I11 I12");
    assert_eq!(
        said(&ruling.reports.seats[Seat::new(0)]),
        ["umpire-ended cell=I12", "umpire-captured piece=S cell=I12"]
    );
}

/// "The move is then made and cannot be redrawn."
#[test]
fn a_move_cannot_be_taken_back() {
    let mut table = heterodox_rules::open(
        "clouded-klinzha",
        &heterodox_rules::Setting::quick_start("north-west"),
    )
    .expect("a table");
    let text = table.scene(GOLD).choices[0].text.clone();
    table.submit(Seat::new(0), &text).expect("a move");
    let act = heterodox_rules::Act::AskTakeback { seat: Seat::new(0) };
    assert_eq!(table.apply(&act).expect_err("refused").code, "no-takebacks");
    assert!(!table.scene(GOLD).takebacks_allowed);
}

/// "If the piece hit a blockader zone it ends up just in front of that zone. It literally crashed
/// into the force field."
#[test]
fn a_walker_stops_in_front_of_the_zone() {
    // The zone of the Blockader on I33 is I23 and I34.
    assert_eq!(ruled("VG A19, L I11", "B I33, VG I99", BLIND, "L@I11 I23"), "I22 field");
    assert_eq!(ruled("VG A19, Fe I11", "B I33, VG I99", BLIND, "Fe@I11 I23"), "I22 field");
    assert_eq!(ruled("VG A19, S I11", "B I33, VG I99", BLIND, "S@I11 I33"), "I22 field");
}

/// The same with a Blockader that is half visible.
#[test]
fn a_half_visible_blockader_stops_alike() {
    let clouds = map("I33", "");
    assert_eq!(ruled("VG A19, L I11", "B I33, VG I99", clouds, "L@I11 I23"), "I22 field");
    // One that is seen is heeded before the move.
    let seen = game("VG A19, L I11", "B I33, VG I99", map("", "I23"));
    assert_eq!(refused(&seen, "L@I11 I23").code, "enemy-zone");
}

/// "This is also true if the piece normally could not have reached the field it ended up. For
/// example a flier tries to move three fields ahead but an invisible blockader shields the third
/// field. The flier will end up just in front of the blockader zone even if that means he moved
/// only two fields ahead."
#[test]
fn a_flier_is_stopped_after_two_fields() {
    assert_eq!(ruled("VG A19, Fl I11", "B I33, VG I99", BLIND, "Fl@I11 I23"), "I22 field");
    assert_eq!(ruled("VG A19, Fl I11", "B I33, VG I99", BLIND, "Fl@I11 I33"), "I22 field");
    assert_eq!(ruled("VG A19, Fl I11", "B I33, VG I99", BLIND, "Fl@I11 I34"), "I22 field");
}

/// "… auch wenn er dadurch nur einen ein oder zwei Felder weiten Zug gemacht hat, den er eigentlich
/// nicht durchführen könnte."
#[test]
fn a_flier_is_stopped_after_one_field() {
    assert_eq!(ruled("VG A19, Fl I12", "B I33, VG I99", BLIND, "Fl@I12 I33"), "I22 field");
}

/// "(Der Flyer startet ganz normal, rasselt aber beim Start schon in ein Blockaderfeld.)"
#[test]
fn a_flier_is_stopped_where_it_starts() {
    assert_eq!(ruled("VG A19, Fl I22", "B I33, VG I99", BLIND, "Fl@I22 I34"), "I22 field");
}

/// "Even if a piece that hit the blockader zone ends up without moving, because it stood directly
/// in front of that blockader zone when starting, made a move."
#[test]
fn stopping_on_the_spot_counts_as_a_move() {
    let mut game = blind("VG A19, V I22", "B I33, VG I99");
    assert_eq!(short(&play(&mut game, "V@I22 I23")), "I22 field");
    let position = game.position().expect("a battle");
    assert_eq!(position.to_string(), "V+/3/5/7/9/11/13/15/2V1b11v+ green 1 1");
}

/// "That player may not move with another piece in that turn."
#[test]
fn no_other_piece_may_move_in_that_turn() {
    let mut game = blind("VG A19, V I22", "B I33, VG I99");
    play(&mut game, "V@I22 I23");
    assert_eq!(refused(&game, "VG@A19 B19").code, "nothing-there");
    let setting = games::setting("V+/3/5/7/9/11/13/15/2V1b11v+ gold 0 1", "blind");
    let mut table = Table::open::<clouded::CloudedKlinZha>(&setting).expect("a table");
    table.submit(Seat::new(0), "V@I22 I23").expect("a move");
    assert_eq!(
        table.submit(Seat::new(0), "VG@A19 B19").expect_err("refused").code,
        "not-your-turn"
    );
}

/// "The same happens if a player moves his blockader and the two blockaders' zones hitting each
/// other."
#[test]
fn two_zones_that_would_meet_stop_the_blockader() {
    assert_eq!(ruled("VG A19, B I11", "B I33, VG I99", BLIND, "B@I11 I22"), "I12 field");
    assert_eq!(ruled("VG A19, B I12", "B I33, VG I99", BLIND, "B@I12 I22"), "I12 field");
}

/// "If the flier flies over the blockader zone and lands behind it, the player will not notice that
/// he just flew over the enemies blockader zone."
#[test]
fn a_flier_over_an_unseen_zone_notices_nothing() {
    let mut over = blind("VG A19, Fl I11", "B I33, VG I99");
    let mut without = blind("VG A19, Fl I11", "B H78, VG I99");
    let (a, b) = (play(&mut over, "Fl@I11 I44"), play(&mut without, "Fl@I11 I44"));
    assert_eq!(short(&a), "I44");
    assert_eq!(a.reports.seats, b.reports.seats);
    assert_eq!(over.scene(GOLD), without.scene(GOLD));
}

/// "A player sets a piece into a cloud or at the edge of a cloud. The game master checks his notes
/// and will inform him immediately of the consequences of his action. The player gets to know if he
/// hit a piece and which piece he hit."
#[test]
fn the_killer_is_told_what_it_hit() {
    for (victim, code) in [("Fl G36", "Fl"), ("V G36", "V"), ("Fe G36", "Fe")] {
        let game = &mut blind("VG A19, V G35", &format!("LG I99, {victim}"));
        assert_eq!(short(&play(game, "V@G35 G36")), format!("G36 x {code}"));
    }
    assert_eq!(ruled("VG A19, V G35", "LG I99", BLIND, "V@G35 G36"), "G36", "nothing was hit");
}

/// "The other player will find that the situation has changed. He gets informed that his piece is
/// dead but not who killed it. (The warrior dies before he could identify his murderer.)"
#[test]
fn the_victim_is_told_what_it_lost_but_not_to_whom() {
    let mut by_vanguard = blind("VG A19, V G35, S I11", "LG I99, S G36");
    let mut by_lancer = blind("VG A19, L G35, Fe I11", "LG I99, S G36");
    let (a, b) = (play(&mut by_vanguard, "V@G35 G36"), play(&mut by_lancer, "L@G35 G36"));
    let heard = &a.reports.seats[Seat::new(1)];
    assert_eq!(said(heard), ["umpire-lost piece=S cell=G36"]);
    assert_eq!(heard, &b.reports.seats[Seat::new(1)]);
    assert_eq!(by_vanguard.scene(GREEN), by_lancer.scene(GREEN));
    assert!(a.reports.public.is_empty(), "spectators are told nothing");
}

/// "The other player only knows that an enemy's piece is now at the field where his piece died."
#[test]
fn the_victim_keeps_a_marker_of_where_it_died() {
    let mut game = blind("VG A19, V G35", "LG I99, S G36");
    play(&mut game, "V@G35 G36");
    let marker = |viewer: Viewer| -> Vec<(String, Vec<String>)> {
        let areas = game.scene(viewer).frame.areas;
        let marks = areas.into_iter().filter(|area| area.kind == "marker");
        marks.map(|area| (area.of.to_owned(), area.cells)).collect()
    };
    assert_eq!(marker(GREEN), [("S".to_owned(), vec!["G36".to_owned()])]);
    assert!(marker(GOLD).is_empty() && marker(Viewer::Public).is_empty());
}

/// "The goal may be carried into the clouds."
#[test]
fn the_goal_is_carried_into_the_clouds() {
    let mut game = game("VG A19", "LG I99, V I11", map("", "B19 A19"));
    play(&mut game, "VG@A19 B19");
    assert_eq!(game.position().expect("a battle").goal(Side::Gold), Some(cell("B19")));
    assert_eq!(board_view(&game, Some(Side::Green)).goal(Side::Gold), None);
}

/// "Moves that endangers the goal are allowed. There is no limitation in addition to those of the
/// normal rules."
#[test]
fn moves_that_endanger_the_goal_are_allowed() {
    let mut game = game("VG A19", "LG I99, V C18", CloudMap::CLEAR);
    play(&mut game, "VG@A19 B19");
    assert_eq!(short(&play(&mut game, "V@C18 B18")), "B18");
    assert!(game.scene(GOLD).notices.iter().all(|notice| notice.key != "goal-hangs"));
    assert!(game.scene(GOLD).choices.iter().all(|choice| choice.danger.is_none()));
}

/// "If a player conquers / captures the enemies goal he and his opponent are informed immediately.
/// The game master ends the game and declares the winner."
#[test]
fn a_captured_goal_is_told_to_both_at_once() {
    let mut game = blind("VG A19, V G35", "LG G36");
    let ruling = play(&mut game, "V@G35 G36");
    assert_eq!(short(&ruling), "G36 x LG");
    let outcome = ruling.outcome.expect("the game is over");
    assert_eq!((outcome.winner, outcome.reason), (Some(Seat::new(0)), EndReason::GOAL));
    let victory = "victory reason=goal seat=0";
    assert_eq!(
        said(&ruling.reports.seats[Seat::new(0)]),
        ["umpire-ended cell=G36", "umpire-captured piece=LG cell=G36", victory]
    );
    assert_eq!(
        said(&ruling.reports.seats[Seat::new(1)]),
        ["umpire-lost piece=LG cell=G36", victory]
    );
    assert_eq!(said(&ruling.reports.public), [victory]);
    // An abandoned one too.
    let mut game = blind("VG A19, V G35", "L I99, G G36");
    assert_eq!(short(&play(&mut game, "V@G35 G36")), "G36 x G");
    assert!(game.outcome().is_some());
}

/// "The blind variant can be seen as the clouded variant with the whole board covered with one big
/// cloud."
#[test]
fn blind_is_one_big_cloud() {
    let rows: Vec<String> = (0..9).map(|row| "#".repeat(2 * row + 1)).collect();
    assert_eq!(CloudMap::read_inline(&rows.join("/")), Ok(CloudMap::BLIND));
}

/// "There shouldn't be more than 8 fields per edge be covered by a cloud."
#[test]
fn more_than_eight_fields_under_clouds_are_warned_of() {
    let eight = map("", "A19 B18 B19 B29 C17 C18 C28 C29");
    assert!(eight.warnings().is_empty());
    let mut nine = eight;
    nine.set(cell("C39"), clouded::Cover::Under);
    assert_eq!(nine.warnings().len(), 1);
    assert_eq!(said(&nine.warnings()), ["clouds-crowded region=north count=9 most=8"]);
    assert_eq!(nine.warnings()[0].cells.join(" "), "A19 B18 B19 B29 C17 C18 C28 C29 C39");
    assert!(nine.crowded()[0].to_string().contains("north: 9"));
}

/// "A cloud can move after X turns for Y fields in the direction of Z. The values for X, Y and Z
/// can be determined by the game master with dices."
#[test]
fn clouds_move_by_numbers_or_by_dice() {
    let position = "V+/3/5/7/9/11/13/15/v15l+ gold 0 1";
    let mut setting = games::setting(position, &map("", "G35").to_string());
    setting.options.set("drift=1,1,1").expect("an option");
    let mut fixed = clouded::full_information::FullInformationGame::open(&setting).expect("a game");
    play(&mut fixed, "VG@A19 B19");
    assert_eq!(fixed.clouds(), map("", "G35"), "after Green's ply only");
    let ruling = play(&mut fixed, "V@I11 I12");
    assert_eq!(fixed.clouds(), map("", "G46"));
    for reports in [&ruling.reports.seats[Seat::new(0)], &ruling.reports.public] {
        assert_eq!(said(reports), ["umpire-drift steps=1 direction=east"]);
    }
    setting.options.0.insert("drift".to_owned(), "dice".to_owned());
    let mut thrown =
        clouded::full_information::FullInformationGame::open(&setting).expect("a game");
    assert_eq!(refused(&thrown, "VG@A19 B19").code, "throw-first");
    let reports = thrown.throw(&[1]).expect("X");
    assert_eq!(said(&reports.public), ["umpire-drift-rule turns=1"]);
    play(&mut thrown, "VG@A19 B19");
    play(&mut thrown, "V@I11 I12");
    let request = thrown.awaits_throw().expect("Y and Z");
    assert_eq!((request.dice, request.faces), (2, 6));
    let reports = thrown.throw(&[2, 4]).expect("Y and Z");
    assert_eq!(said(&reports.seats[Seat::new(1)]), ["umpire-drift steps=2 direction=west"]);
    assert_eq!(thrown.clouds(), map("", "G13"));
}
