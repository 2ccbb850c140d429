//! Cloud maps, options and drift from outside.

use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{CloudMap, Clouds, cloud_map_info, generate};
use heterodox_rules::klinzha::board;
use heterodox_rules::{Seat, Setting, Viewer, open};
use heterodox_testkit::clouded::games::{GOLD, GREEN, map, play, said, setting};

const CORNERS: &str = "V+/3/5/7/9/11/13/15/v15l+ gold 0 1";

fn refusal(options: &[&str]) -> String {
    let mut setting = Setting::position(CORNERS);
    for option in options {
        setting.options.set(option).expect("an option");
    }
    open("clouded-klinzha", &setting).expect_err("refused").message
}

#[test]
fn options_are_refused_precisely() {
    assert_eq!(
        refusal(&["clouds=fog"]),
        "option clouds: 'fog': expected blind, seed:N, or nine rows of '.', '-' and '#' joined by '/': line 1, column 1: 'f': expected '.' (clear), '-' (edge) or '#' (under)"
    );
    assert_eq!(
        refusal(&["clouds=seed:x"]),
        "option clouds=seed:'x': expected a number from 0 to 18446744073709551615"
    );
    assert_eq!(
        refusal(&["seed=-1"]),
        "option seed='-1': expected a number from 0 to 18446744073709551615"
    );
    assert_eq!(
        refusal(&["clouds=blind", "drift=1,1,1"]),
        "option drift: there is nothing to drift in a blind game"
    );
    for bad in ["drift=0,1,1", "drift=1,9,1", "drift=1,1,7", "drift=1,1", "drift=01,1,1"] {
        assert!(refusal(&[bad]).starts_with("option drift: '"), "{bad}");
    }
    assert!(refusal(&["goal-safety=enforced"]).contains("goal-safety"));
    assert!(refusal(&["house-rules=on"]).contains("no option 'house-rules'"));
}

#[test]
fn a_seed_makes_a_map_and_the_same_one_every_time() {
    assert_eq!(Clouds::read("seed:7").expect("clouds").map(), generate(7));
    let of = |options: &[&str]| {
        let mut setting = Setting::position(CORNERS);
        for option in options {
            setting.options.set(option).expect("an option");
        }
        FullInformationGame::open(&setting).expect("a game").clouds()
    };
    assert_eq!(of(&[]), generate(0));
    assert_eq!(of(&["seed=9"]), generate(9));
    assert_eq!(of(&["seed=9", "clouds=seed:7"]), generate(7));
    assert_ne!(generate(7), generate(8));
}

#[test]
fn cl10_clouds_drift_when_the_turn_number_becomes_kx_plus_1() {
    let mut setting = setting(CORNERS, &map("", "G35").to_string());
    setting.options.set("drift=2,1,1").expect("an option");
    let mut game = FullInformationGame::open(&setting).expect("a game");
    let there = [map("", "G35"), map("", "G46"), map("", "G57")];
    // Turn numbers 2, 3, 4, 5 after Green's plies: drift at 3 and 5.
    for (turn, expected) in [(2, 0), (3, 1), (4, 1), (5, 2)] {
        let (gold, green) =
            if turn % 2 == 0 { ("VG@A19 B19", "V@I11 I12") } else { ("VG@B19 A19", "V@I12 I11") };
        let before = game.clouds();
        play(&mut game, gold);
        assert_eq!(game.clouds(), before, "not after Gold's ply");
        play(&mut game, green);
        assert_eq!(game.position().expect("a battle").turn_number(), turn);
        assert_eq!(game.clouds(), there[expected], "turn {turn}");
    }
}

#[test]
fn cl10_views_follow_the_drift_at_once() {
    // The cloud over G35 hides a Swift; it drifts off, and Green sees it.
    let position = "V+/3/5/7/9/11/4S8/15/v15l+ green 0 1";
    let mut setting = setting(position, &map("", "G35").to_string());
    setting.options.set("drift=1,1,1").expect("an option");
    let mut game = FullInformationGame::open(&setting).expect("a game");
    let view = |game: &FullInformationGame| game.scene(GREEN).frame.position;
    assert_eq!(view(&game), "V+/3/5/7/9/11/13/15/v15l+ green 0 1");
    play(&mut game, "V@I11 I12");
    assert_eq!(view(&game), "V+/3/5/7/9/11/4S8/15/1v14l+ gold 1 2");
}

/// Crowded maps are warned of until the first ply; every viewer hears it, because the map is
/// public.
#[test]
fn cl9_a_crowded_map_is_noticed_before_the_game() {
    let nine = map("", "A19 B18 B19 B29 C17 C18 C28 C29 C39").to_string();
    let crowded = "clouds-crowded region=north count=9 most=8";
    let mut setup = Setting::default();
    setup.options.set(&format!("clouds={nine}")).expect("an option");
    let table = open("clouded-klinzha", &setup).expect("a table");
    for viewer in [GOLD, GREEN, Viewer::Public] {
        assert_eq!(said(&table.scene(viewer).notices), [crowded], "{viewer:?}");
    }
    let mut game = FullInformationGame::open(&setting(CORNERS, &nine)).expect("a game");
    assert_eq!(said(&game.scene(GREEN).notices), [crowded]);
    play(&mut game, "VG@A19 B19");
    assert!(said(&game.scene(GREEN).notices).is_empty());
    // There is no warning for the blind game, nor for generated maps.
    for clouds in ["blind", "seed:3"] {
        let scene =
            FullInformationGame::open(&setting(CORNERS, clouds)).expect("a game").scene(GOLD);
        assert!(scene.notices.iter().all(|notice| notice.key != "clouds-crowded"), "{clouds}");
    }
}

/// "The generator stays at or below 8 per region, gives every under cell only edge or under
/// neighbours, and is symmetric under the board's three-fold rotation."
#[test]
fn cl9_generated_maps_are_symmetric_and_not_crowded() {
    for seed in (0..300).chain([u64::MAX]) {
        let map = generate(seed);
        assert!(map.crowded().is_empty(), "seed {seed}");
        for cell in board::ALL {
            assert_eq!(map.cover(cell), map.cover(board::turned(cell)), "seed {seed}");
        }
        for cell in map.under() {
            assert!(!board::neighbours(cell).meets(map.clear()), "seed {seed}");
        }
    }
}

/// Cells of no-man's-land count for no region.
#[test]
fn cl9_no_mans_land_counts_for_no_region() {
    let clouds = map("", "E15 F26 F36 F47 F48 E59 G46 H46 I55 A19 B18 B19 B29 C17 C18 C28 C29");
    assert!(clouds.crowded().is_empty());
}

/// "Both players are told the drift before the next move", and spectators see the clouds move.
#[test]
fn cl10_everybody_is_told_the_drift() {
    let mut setting = setting(CORNERS, &map("", "G35").to_string());
    setting.options.set("drift=1,2,dice").expect("an option");
    let mut table = open("clouded-klinzha", &setting).expect("a table");
    table.submit(Seat::new(0), "VG@A19 B19").expect("a move");
    table.submit(Seat::new(1), "V@I11 I12").expect("a move");
    let refusal = table.submit(Seat::new(0), "VG@B19 A19").expect_err("dice first");
    assert_eq!(refusal.code, "throw-first");
    let report = table.throw(&[4]).expect("a throw");
    for viewer in [GOLD, GREEN, Viewer::Public] {
        let drift = "umpire-drift steps=2 direction=west";
        assert_eq!(said(report.reports.of(viewer)), [drift]);
        assert!(said(&table.scene(viewer).notices).contains(&drift.to_owned()), "{viewer:?}");
        assert_eq!(table.scene(viewer).frame.areas[0].cells, ["G13"]);
    }
}

#[test]
fn a_sheet_tells_all_of_a_map() {
    let sheet = cloud_map_info("seed:7").expect("a sheet");
    assert_eq!((sheet.clouds, sheet.seed), (generate(7).to_string(), Some(7)));
    assert_eq!(sheet.areas, generate(7).areas());
    let sheet = cloud_map_info("blind").expect("a sheet");
    assert_eq!((sheet.clouds.as_str(), sheet.seed), ("blind", None));
    assert!(sheet.warnings.is_empty() && sheet.areas[0].cells.len() == 81);
    let drawn = CloudMap::BLIND.to_string();
    let sheet = cloud_map_info(&drawn).expect("a sheet");
    assert_eq!((sheet.clouds, sheet.warnings.len()), (drawn, 3));
    assert_eq!(cloud_map_info("").expect_err("refused").code, "bad-clouds");
    assert_eq!(cloud_map_info("seed:").expect_err("refused").code, "bad-seed");
}

#[test]
fn every_map_can_be_written_and_read() {
    for seed in 0..200 {
        let map = generate(seed);
        assert_eq!(CloudMap::read(&map.to_file()), Ok(map));
        assert_eq!(CloudMap::read(map.to_file().trim_end()), Ok(map));
        assert_eq!(CloudMap::read_inline(&map.to_string()), Ok(map));
    }
}
