//! The player of Grand Chess at a table, as the server uses it. The examples `grand_safety` and
//! `grand_mates` are the long form.

use heterodox_engine::grand_chess::searcher;
use heterodox_engine::reference::GreedyRandom;
use heterodox_engine::search::SearchRequest;
use heterodox_engine::{Choice, Level, Player, PlayerError, Score, SearchLimit, SplitMix64};
use heterodox_rules::grand_chess::Position;
use heterodox_rules::{Scene, Seat, Start, Table, Viewer};
use heterodox_testkit::engine::arena;
use heterodox_testkit::engine::grand_chess::{
    MATING, bare_king, computer, is_mate_by_white, play_mate, random_options, table,
};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn acting_scene(table: &Table) -> Scene {
    let seat = table.scene(Viewer::Public).to_act[0];
    table.scene(Viewer::Seat(seat))
}

fn answer(player: &mut dyn Player, table: &Table, limit: SearchLimit) -> Choice {
    let scene = acting_scene(table);
    let stop = AtomicBool::new(false);
    player.choose(&scene, &table.frames(scene.viewer), &limit, &stop).expect("an answer")
}

/// What each level plays in a position with this many nodes.
fn played(position: &str, options: &[&str], nodes: u64) -> String {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    let table = table(&options, Some(position));
    answer(&mut *computer(Level::FULL, 1), &table, SearchLimit::nodes(nodes)).text
}

fn found(position: &str, limit: SearchLimit) -> (String, Score) {
    let position: Position = position.parse().expect("a position");
    let stop = AtomicBool::new(false);
    let request = SearchRequest::new(&position, limit);
    let found = searcher(4, position.piece_set()).run(&request, &stop, |_| {}).expect("moves");
    (position.uci(found.best), found.score)
}

#[test]
fn games_over_all_setups_are_played_without_a_refusal() {
    for number in 0..12 {
        let mut random = SplitMix64::with_stream(7, number);
        let options = random_options(&mut random);
        let mut game = table(&options, None);
        let mut players = Level::ALL.map(|level| computer(level, number));
        for ply in 0..80 {
            let Some(&seat) = game.scene(Viewer::Public).to_act.first() else { break };
            let choice = answer(&mut *players[ply % 8], &game, SearchLimit::nodes(60));
            game.submit(seat, &choice.text)
                .unwrap_or_else(|refusal| panic!("{options:?}: {}: {refusal}", choice.text));
        }
    }
}

#[test]
fn a_bare_king_is_mated() {
    let mut random = SplitMix64::new(3);
    for piece in MATING {
        let position = bare_king(&mut random, piece);
        let (outcome, plies) =
            play_mate(&position, SearchLimit::nodes(6000), SearchLimit::nodes(300));
        assert!(is_mate_by_white(&outcome), "{piece} {position}: {outcome:?} after {plies} plies");
    }
}

#[test]
fn mates_are_found_and_counted() {
    let one = "9k/R9/10/10/10/10/10/10/1R8/K9 w - - 0 60";
    assert_eq!(found(one, SearchLimit::depth(2)), ("b2b10".to_owned(), Score::WinIn(1)));
    let two = "5k4/10/R9/1R8/10/10/10/10/10/K9 w - - 0 60";
    assert_eq!(found(two, SearchLimit::depth(5)).1, Score::WinIn(3));
    let lost = "5k4/R9/1R8/10/10/10/10/10/10/K9 b - - 0 60";
    assert_eq!(found(lost, SearchLimit::depth(4)).1, Score::LossIn(2));
}

#[test]
fn a_hanging_queen_is_taken_and_a_guarded_pawn_is_not() {
    let hanging = "9k/10/10/3q6/10/3R6/10/10/10/K9 w - - 0 60";
    assert_eq!(played(hanging, &[], 300), "d5d7");
    let guarded = "9k/10/4p5/3p6/10/3R6/10/10/10/1K8 w - - 0 60";
    assert_ne!(played(guarded, &[], 2000), "d5d7");
}

#[test]
fn pawns_become_the_best_that_they_may() {
    let position = "10/1P8/10/8k1/10/10/10/10/10/K9 w - - 0 60";
    assert_eq!(played(position, &[], 2000), "b9b10q");
    assert_eq!(played(&format!("{position} pool=R,N/"), &[], 2000), "b9b10r");
    assert_eq!(played(position, &["promotion=all"], 2000), "b9b10am");
    assert_eq!(played(&format!("{position} init=B,Mm"), &["promotion=initial"], 3000), "b9b10mm");
}

#[test]
fn pieces_of_ones_own_are_known() {
    let options = ["own=Xy:QN"];
    let position = "9k/10/3{xy}6/10/10/3R6/10/10/10/K9 w - - 0 60";
    assert_eq!(played(position, &options, 300), "d5d8");
}

#[test]
fn picks_vary_with_the_seed_and_prefer_what_is_strong() {
    let options = vec!["setup=chosen".to_owned(), "extra=6".to_owned()];
    let mut picked = BTreeSet::new();
    let mut strong = 0;
    for seed in 0..12 {
        let mut game = table(&options, None);
        while game.scene(Viewer::Public).phase == "pick" {
            let seat = game.scene(Viewer::Public).to_act[0];
            let choice =
                answer(&mut *computer(Level::DEFAULT, seed), &game, SearchLimit::nodes(10));
            game.submit(seat, &choice.text).expect("a pick");
            strong +=
                usize::from(["Q", "Am", "C", "Ma", "Dn", "Nz", "He"].contains(&&choice.text[5..]));
            picked.insert(choice.text);
        }
    }
    assert!(picked.len() > 25, "{picked:?}");
    assert!(strong > 72 / 11, "seven of eighty, and more often than by chance: {strong}");
}

#[test]
fn a_draw_is_claimed_by_the_side_that_stands_worse() {
    // White is a queen ahead; both sides move back and forth until the position occurs for the
    // third time.
    let mut game = table(&[], Some("10/8k1/10/10/10/10/10/10/10/K8Q w - - 0 60"));
    for text in ["j1j2", "i9i10", "j2j1", "i10i9"].repeat(2) {
        let seat = game.scene(Viewer::Public).to_act[0];
        game.submit(seat, text).expect(text);
    }
    let claimable = |game: &Table| {
        acting_scene(game).choices.iter().any(|choice| choice.text == "claim threefold")
    };
    assert!(claimable(&game));
    let text = answer(&mut *computer(Level::FULL, 1), &game, SearchLimit::nodes(3000)).text;
    assert_ne!(text, "claim threefold", "the queen wins");
    game.submit(Seat::new(0), "j1j2").expect("a move");
    assert!(claimable(&game));
    let text = answer(&mut *computer(Level::FULL, 1), &game, SearchLimit::nodes(3000)).text;
    assert_eq!(text, "claim threefold");
    game.submit(Seat::new(1), &text).expect("a claim");
}

#[test]
fn draws_are_taken_by_the_side_that_stands_worse() {
    let game = table(&[], Some("10/8k1/10/10/10/10/10/10/4P5/K8Q w - - 0 60"));
    let takes = |seat| {
        let viewer = Viewer::Seat(Seat::new(seat));
        computer(Level::FULL, 1).accepts_draw(&game.scene(viewer), &game.frames(viewer))
    };
    assert!(!takes(0) && takes(1));
}

#[test]
fn the_strong_level_beats_the_greedy_player() {
    for number in 0..2 {
        let mut players = vec![computer(Level::FULL, 7), Box::new(GreedyRandom::new(number))];
        if number == 1 {
            players.reverse();
        }
        let limits = [SearchLimit::nodes(1500); 2];
        let mut game = arena::open("grand-chess", &[""; 0], Start::Setup);
        let outcome = arena::play(&mut game, &mut players, &limits, number);
        assert_eq!(outcome.expect("an end").winner, Some(Seat::new(number as usize)));
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let game =
        table(&["setup=random".to_owned(), "extra=19".to_owned(), "seed=4".to_owned()], None);
    let ask = || answer(&mut *computer(Level::FULL, 5), &game, SearchLimit::nodes(800));
    assert_eq!(ask(), ask());
}

#[test]
fn nothing_overflows_with_very_many_moves() {
    let position = "k{am}{am}{am}{am}{am}{am}{am}{am}{am}/pp8/10/10/4{Am}{Am}4/4{Am}{Am}4/10/10/8PP/\
                    {Am}{Am}{Am}{Am}{Am}{Am}{Am}{Am}{Am}K w - - 0 60";
    let game = table(&["promotion=all".to_owned()], Some(position));
    assert!(acting_scene(&game).choices.len() > 150);
    let text = answer(&mut *computer(Level::FULL, 5), &game, SearchLimit::nodes(3000)).text;
    assert!(acting_scene(&game).choices.iter().any(|choice| choice.text == text));
}

#[test]
fn what_can_not_be_answered_is_an_error() {
    let game = table(&[], None);
    let stop = AtomicBool::new(false);
    let ask = |scene: &Scene| {
        computer(Level::WEAKEST, 1).choose(scene, &[], &SearchLimit::nodes(10), &stop).unwrap_err()
    };
    let public = game.scene(Viewer::Public);
    assert!(matches!(ask(&public), PlayerError::NothingToSubmit { .. }));
    let mut other = public;
    other.game = "klinzha";
    assert!(matches!(ask(&other), PlayerError::OtherGame { .. }));
    let mut broken = acting_scene(&game);
    broken.frame.position = "nonsense".to_owned();
    assert!(matches!(ask(&broken), PlayerError::BadPosition(_)));
}
