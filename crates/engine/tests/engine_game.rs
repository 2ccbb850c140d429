//! Engine positions: analysis, multiple variations, weights, and the frozen reference player.

use heterodox_engine::engine_game::{self, EnginePosition, SearchJob, games};
use heterodox_engine::reference::MaterialPlayer;
use heterodox_engine::{Level, Player, SearchLimit, SplitMix64, player};
use heterodox_rules::{Options, Seat, Setting, Start, open};
use heterodox_testkit::engine::arena;
use std::sync::atomic::AtomicBool;

fn first(game: &str) -> Box<dyn EnginePosition> {
    engine_game::open(game, &Options::default(), None).expect("a first position")
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// A position after some random moves that do not end the game.
fn later(game: &str, plies: usize, seed: u64) -> Box<dyn EnginePosition> {
    let mut random = SplitMix64::new(seed);
    let mut board = first(game);
    let mut played = 0;
    while played < plies {
        let legal = board.legal_moves();
        let text = random.pick(&legal).expect("a move");
        let mut next = board.boxed_clone();
        next.play(text).expect("a legal move");
        if next.outcome().is_none() {
            (board, played) = (next, played + 1);
        }
    }
    board
}

#[test]
fn every_open_game_has_engine_positions() {
    for game in games() {
        let mut board = first(game);
        assert_eq!((board.game(), board.turn(), board.outcome()), (game, Seat::new(0), None));
        let counts = board.perft(2, &never()).expect("not stopped");
        let legal = board.legal_moves();
        assert!(counts.iter().map(|(text, _)| text).eq(&legal));
        let again = engine_game::open(game, &Options::default(), Some(&board.position()))
            .expect("it reads back");
        assert_eq!(again.legal_moves(), legal);
        let before = board.position();
        let why = board.play("nonsense").expect_err("no move");
        assert!(why.starts_with("move "), "{why}");
        assert_eq!(board.position(), before);
        board.play(&legal[0]).expect("a legal move");
        assert_eq!(board.turn(), Seat::new(1));
    }
    assert!(engine_game::open("chess", &Options::default(), None).is_err());
    let mut four = Options::default();
    four.set("seats=4").expect("an option");
    let why = engine_game::open("kaleidochess", &four, None).err().expect("no board for four");
    assert!(why.contains("without dice"), "{why}");
}

#[test]
fn the_best_lines_are_those_that_single_searches_find() {
    for game in games() {
        let board = later(game, 5, 3);
        let job = SearchJob { selective: false, ..SearchJob::new(SearchLimit::depth(2)) };
        let value = |text: &String| {
            let only = std::slice::from_ref(text);
            let found =
                board.search(&SearchJob { search_moves: only, ..job }, &never(), &mut |_| {});
            found.expect("a move").score.rank()
        };
        let mut all: Vec<i32> = board.legal_moves().iter().map(value).collect();
        all.sort_unstable_by_key(|value| -value);
        let lines = 5.min(all.len());
        let found = board
            .search(&SearchJob { multi_pv: lines, ..job }, &never(), &mut |_| {})
            .expect("a move");
        assert_eq!(found.lines.len(), lines);
        let scores: Vec<i32> = found.lines.iter().map(|(score, _)| score.rank()).collect();
        assert_eq!(scores, all[..lines], "{game}");
        assert_eq!((&found.lines[0].1, found.lines[0].0), (&found.pv, found.score));
        let mut moves: Vec<&String> = found.lines.iter().map(|(_, pv)| &pv[0]).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), lines);
        assert!(found.seldepth >= found.depth && found.hashfull <= 1000);
    }
}

#[test]
fn an_engine_position_and_the_player_find_the_same_move() {
    for game in ["grand-chess", "kaleidochess"] {
        let table = open(game, &Setting::default()).expect("a table");
        let viewer = heterodox_rules::Viewer::Seat(Seat::new(0));
        let mut one = player(game, Level::FULL, 1).expect("a player");
        let limit = SearchLimit::nodes(2000);
        let (scene, frames) = (table.scene(viewer), table.frames(viewer));
        let choice = one.choose(&scene, &frames, &limit, &never()).expect("a move");
        let found =
            first(game).search(&SearchJob::new(limit), &never(), &mut |_| {}).expect("a move");
        assert_eq!(choice.text, found.chosen);
        assert_eq!(choice.info.map(|info| info.nodes), Some(found.nodes));
    }
}

#[test]
fn the_gradient_predicts_the_effect_of_weights() {
    for game in games() {
        let mut board = later(game, 12, 5);
        let (value, gradient) = board.gradient(&[]);
        assert_eq!(value, board.static_eval());
        let numbers = board.weights();
        assert_eq!((gradient.len(), board.weight_names().len()), (numbers.len(), numbers.len()));
        assert!(gradient.iter().any(|partial| *partial != 0.0));
        // The tempo counts by its weight alone.
        let tempo = board.weight_names().iter().position(|name| name == "tempo").expect("a weight");
        let mut more = numbers.clone();
        more[tempo] += 10;
        board.set_weights(&more);
        let moved = f64::from(gradient[tempo]) * 10.0;
        assert!((f64::from(board.static_eval() - value) - moved).abs() < 2.0, "{game}");
        let text = board.weights_text(&["a test".to_owned()]);
        board.set_weights(&numbers);
        assert_eq!(board.static_eval(), value);
        board.load_weights(&text).expect("weights");
        assert_eq!(board.weights(), more);
        assert!(board.load_weights("tempo = 1").is_err());
    }
}

#[test]
fn the_frozen_player_never_changes() {
    // All measurements depend on its moves: a failure means that it is another player.
    let known: [(&str, [&str; 4]); 3] = [
        ("grand-chess", ["f9e7", "d9h5", "e8e6", "h7g5"]),
        ("klinzha", ["S@G36 x S@H46", "S@G47 x Fl@F36", "Fl@I33 G36", "Fl@I33 G36"]),
        ("kaleidochess", ["5G-7D", "5G-3E", "4I-3K", "5G-7D"]),
    ];
    for (game, moves) in known {
        let played: Vec<String> = (0..4)
            .map(|seed| {
                later(game, 3 + 2 * seed as usize, seed).material_move(seed).expect("a move")
            })
            .collect();
        assert_eq!(played, moves, "{game}");
    }
}

#[test]
fn the_frozen_player_takes_what_is_free_and_wins_at_once() {
    let options = Options::default();
    let battle = "1/1v+1/5/7/9/11/13/15/8V+2F5 gold 0 1";
    let board = engine_game::open("klinzha", &options, Some(battle)).expect("a position");
    assert!(board.material_move(1).is_some());
    let hanging = "k9/10/10/3q6/10/3R6/10/10/10/9K w - - 0 60";
    let board = engine_game::open("grand-chess", &options, Some(hanging)).expect("a position");
    assert_eq!(board.material_move(1).as_deref(), Some("d5d7"));
    let mate = "9k/R9/10/10/10/10/10/10/1R8/K9 w - - 0 60";
    let board = engine_game::open("grand-chess", &options, Some(mate)).expect("a position");
    assert_eq!(board.material_move(1).as_deref(), Some("b2b10"));
}

#[test]
fn the_frozen_player_plays_whole_games() {
    let starts =
        [("klinzha", Start::Quick("north-west".to_owned())), ("kaleidochess", Start::Setup)];
    for (game, start) in starts {
        let limit = if game == "klinzha" { "house-rules=on" } else { "max-moves=20" };
        let mut game = arena::open(game, &[limit], start);
        let mut players: Vec<Box<dyn Player>> = vec![
            Box::new(MaterialPlayer::new(1)),
            Box::new(heterodox_engine::reference::GreedyRandom::new(2)),
        ];
        let limits = [SearchLimit::nodes(1); 2];
        arena::play(&mut game, &mut players, &limits, 1).expect("a game");
    }
}

#[test]
fn moves_are_understood_in_every_notation_and_lead_from_cell_to_cell() {
    let board = first("grand-chess");
    for written in ["c5", "c3c5"] {
        assert_eq!(board.parse_move(written).as_deref(), Ok("c3c5"));
    }
    assert_eq!(board.cells(&["c3c5".to_owned()]), [["c3", "c5"]]);
    for game in games() {
        let mut board = first(game);
        assert_eq!(
            board.parse_move("nonsense").map_err(|refusal| refusal.code.is_empty()),
            Err(false)
        );
        let line: Vec<String> = board
            .search(&SearchJob::new(SearchLimit::depth(3)), &never(), &mut |_| {})
            .expect("a move")
            .pv;
        let cells = board.cells(&line);
        assert_eq!(cells.len(), line.len(), "{game}");
        for (text, cells) in line.iter().zip(cells) {
            assert_eq!(board.parse_move(text).as_ref(), Ok(text), "{game}");
            assert!(cells.len() == 2 && cells[0] != cells[1], "{game}: {text} {cells:?}");
            board.play(text).expect("legal");
        }
        let mut odd = vec![line[0].clone(), "nonsense".to_owned(), line[0].clone()];
        assert_eq!(first(game).cells(&odd).len(), 1, "{game}: as far as they are legal");
        odd.clear();
        assert!(first(game).cells(&odd).is_empty());
    }
}
