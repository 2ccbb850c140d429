//! Players at a table, from the spindles to the end, as the server uses them.

use heterodox_engine::reference::GreedyRandom;
use heterodox_engine::{Level, Player, PlayerError, Score, SearchLimit, SplitMix64, player};
use heterodox_rules::klinzha::Position;
use heterodox_rules::{Frame, Options, Seat, Setting, Start, Table, Viewer, open};
use heterodox_testkit::engine::arena;
use heterodox_testkit::engine::klinzha::{acting_scene, answer, can_take_goal, legal, table_at};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

const NODES: SearchLimit = SearchLimit::nodes(3000);

fn setup_table() -> Table {
    let mut options = Options::default();
    options.set("house-rules=on").expect("an option");
    open("klinzha", &Setting { options, start: Start::Setup }).expect("a table")
}

fn computer(level: Level, seed: u64) -> Box<dyn Player> {
    player("klinzha", level, seed).expect("a player")
}

/// Lets two players set up and returns the table at its first move.
fn set_up(players: &mut [Box<dyn Player>], dice: &mut SplitMix64) -> Table {
    let mut table = setup_table();
    while acting_or_throw(&mut table, dice) != "play" {
        let seat = table.scene(Viewer::Public).to_act[0];
        let choice = answer(&mut *players[seat.index()], &table, NODES);
        table.submit(seat, &choice.text).unwrap_or_else(|r| panic!("{}: {r}", choice.text));
    }
    table
}

fn acting_or_throw(table: &mut Table, dice: &mut SplitMix64) -> &'static str {
    if table.awaits_throw().is_some() {
        let faces = [1 + dice.below(6) as u8, 1 + dice.below(6) as u8];
        table.throw(&faces).expect("two dice");
    }
    table.scene(Viewer::Public).phase
}

#[test]
fn the_strong_level_beats_the_greedy_player() {
    for number in 0..6 {
        let seat = number % 2;
        let mut players = vec![computer(Level::FULL, 7), Box::new(GreedyRandom::new(number))];
        if seat == 1 {
            players.reverse();
        }
        let mut game = arena::open("klinzha", &["house-rules=on"], Start::Setup);
        let outcome = arena::play(&mut game, &mut players, &[NODES, NODES], number);
        assert_eq!(outcome.expect("an end").winner, Some(Seat::new(seat as usize)), "{number}");
    }
}

#[test]
fn every_level_plays_a_whole_game_again_move_by_move() {
    for level in Level::ALL {
        let game = || {
            let mut players = vec![computer(level, 1), computer(Level::WEAKEST, 2)];
            let mut game = arena::open("klinzha", &["house-rules=on"], Start::Setup);
            let limit = SearchLimit::nodes(400);
            arena::play(&mut game, &mut players, &[limit; 2], 3).expect("an end");
            game.table().record(Viewer::Public, &[])
        };
        assert_eq!(game(), game(), "{}", level.key());
    }
}

#[test]
fn setups_differ_from_seed_to_seed_and_nothing_hangs() {
    for level in Level::ALL {
        let mut starts = BTreeSet::new();
        for seed in 0..4 {
            let mut players = vec![computer(level, seed), computer(level, seed + 100)];
            let table = set_up(&mut players, &mut SplitMix64::new(seed));
            let text = table.scene(Viewer::Public).frame.position;
            let position: Position = text.parse().expect("a position");
            assert!(!can_take_goal(&position), "{text}");
            let ways_out =
                legal(&position).into_iter().any(|m| !can_take_goal(&position.after_unchecked(m)));
            assert!(ways_out, "{text}");
            starts.insert(text);
        }
        assert!(starts.len() >= 3, "{}: {starts:?}", level.key());
    }
}

/// Second placement sees the first: it must not lose a warrior for nothing at the first move.
#[test]
fn the_second_placement_answers_the_first() {
    for array in ["spearhead", "bulwark", "talons"] {
        for seed in 0..3 {
            let mut table = setup_table();
            table.submit(Seat::new(0), "cast").expect("a cast");
            table.throw(&[6, 6]).expect("a throw");
            for text in ["option first", "take gold west", &format!("array {array}"), "done"] {
                table.submit(Seat::new(0), text).expect(text);
            }
            let mut second = computer(Level::FULL, seed);
            for _ in 0..3 {
                let text = answer(&mut *second, &table, SearchLimit::nodes(20_000)).text;
                table.submit(Seat::new(1), &text).expect(&text);
            }
            let mut first = computer(Level::FULL, seed);
            let text = answer(&mut *first, &table, NODES).text;
            table.submit(Seat::new(0), &text).expect(&text);
            let text = answer(&mut *second, &table, NODES).text;
            table.submit(Seat::new(1), &text).expect(&text);
            let info = answer(&mut *first, &table, SearchLimit::depth(4)).info.expect("a search");
            assert!(info.score.rank() < 100, "{array}, seed {seed}: first stands {}", info.score);
        }
    }
}

#[test]
fn a_draft_is_completed() {
    let mut table = setup_table();
    table.submit(Seat::new(0), "cast").expect("a cast");
    table.throw(&[6, 6]).expect("a throw");
    for text in ["option first", "take green east", "place V I99 V I88"] {
        table.submit(Seat::new(0), text).expect(text);
    }
    let text = answer(&mut *computer(Level::DEFAULT, 1), &table, NODES).text;
    assert!(text.starts_with("place ") && !text.contains("I99"), "{text}");
    table.submit(Seat::new(0), &text).expect(&text);
    assert_eq!(answer(&mut *computer(Level::DEFAULT, 1), &table, NODES).text, "done");
}

#[test]
fn an_honourable_player_offers_and_takes_first_placement() {
    let (mut offers, mut firsts) = (0, 0);
    for seed in 0..40 {
        let mut table = setup_table();
        table.submit(Seat::new(0), "cast").expect("a cast");
        table.throw(&[6, 6]).expect("a throw");
        let text = answer(&mut *computer(Level::FULL, seed), &table, NODES).text;
        assert_ne!(text, "option first", "that would insult the opponent");
        offers += usize::from(text == "option offer");
        table.submit(Seat::new(0), "option offer").expect("an offer");
        let text = answer(&mut *computer(Level::FULL, seed), &table, NODES).text;
        firsts += usize::from(text == "option first");
    }
    assert!((25..40).contains(&offers) && (25..40).contains(&firsts), "{offers} {firsts}");
}

#[test]
fn what_is_answered_is_explained() {
    let mut table = table_at("1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1");
    let choice = answer(&mut *computer(Level::FULL, 1), &table, SearchLimit::depth(5));
    let info = choice.info.expect("a search");
    assert_eq!(info.pv.first(), Some(&choice.text));
    assert!(info.depth == 5 && info.nodes > 1000 && info.pv.len() >= 4, "{info:?}");
    // The principal variation is legal.
    for text in &info.pv {
        let seat = table.scene(Viewer::Public).to_act[0];
        let report = table.submit(seat, text).unwrap_or_else(|r| panic!("{text}: {r}"));
        assert_eq!(report.warnings, [], "strict notation");
    }
}

#[test]
fn draws_are_taken_by_the_side_that_stands_worse() {
    // Green has lost both Fliers and the Swift.
    let table = table_at("1/3/vv+v2/7/1el6/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1");
    let frames: Vec<Frame> = table.frames(Viewer::Public);
    let (gold, green) = (Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)));
    for level in Level::ALL {
        assert!(!computer(level, 1).accepts_draw(&table.scene(gold), &frames));
        assert!(computer(level, 1).accepts_draw(&table.scene(green), &frames));
    }
    let table = setup_table();
    assert!(
        !computer(Level::WEAKEST, 1).accepts_draw(&table.scene(gold), &[]),
        "before the battle"
    );
}

#[test]
fn moves_that_the_table_does_not_offer_are_not_chosen() {
    let table = table_at("1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1");
    let mut scene = acting_scene(&table);
    for _ in 0..10 {
        let mut computer = computer(Level::FULL, 1);
        let stop = AtomicBool::new(false);
        let text = computer.choose(&scene, &[], &NODES, &stop).expect("an answer").text;
        let offered = scene.choices.len();
        scene.choices.retain(|choice| choice.text != text);
        assert_eq!(scene.choices.len(), offered - 1, "{text} was offered, and now is not");
    }
}

#[test]
fn the_players_see_that_a_position_comes_back() {
    // Gold is far behind; both sides go to and fro once.
    let mut table = table_at("1/1v+1/5/3f3/9/2s8/13/b14/8V+5B2 gold 9 9");
    for (seat, text) in [(0, "B@I88 I78"), (1, "S@F25 F36"), (0, "B@I78 I88"), (1, "S@F36 F25")] {
        table.submit(Seat::new(seat), text).unwrap_or_else(|r| panic!("{text}: {r}"));
    }
    let scene = acting_scene(&table);
    let stop = AtomicBool::new(false);
    let score = |frames: &[Frame]| {
        let mut computer = computer(Level::FULL, 1);
        let choice = computer.choose(&scene, frames, &SearchLimit::depth(1), &stop);
        choice.expect("an answer").info.expect("a search").score.rank()
    };
    assert!(score(&[]) < -200);
    assert_eq!(score(&table.frames(scene.viewer)), 0);
}

#[test]
fn what_can_not_be_answered_is_an_error() {
    let table = setup_table();
    let stop = AtomicBool::new(false);
    let mut computer = computer(Level::WEAKEST, 1);
    let mut ask = |scene| computer.choose(&scene, &[], &NODES, &stop);
    assert_eq!(
        ask(table.scene(Viewer::Public)).unwrap_err(),
        PlayerError::NothingToSubmit { phase: "cast".to_owned() }
    );
    let mut other = table.scene(Viewer::Public);
    other.game = "chess";
    assert!(matches!(ask(other).unwrap_err(), PlayerError::OtherGame { .. }));
    let mut broken = acting_scene(&table_at("1/1v+1/5/7/9/11/13/15/8V+8 gold 0 1"));
    broken.frame.position = "nonsense".to_owned();
    assert!(matches!(ask(broken).unwrap_err(), PlayerError::BadPosition(_)));
    assert!(player("chess", Level::WEAKEST, 1).is_none());
    assert_eq!(Score::Centi(5).reversed(), Score::Centi(-5));
}
