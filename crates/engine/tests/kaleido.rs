//! The player of `KaleidoChess` at a table, as the server uses it. The example `kaleido_finish` is
//! the long form.

use heterodox_engine::kaleido::reference::{Greedy, SafeRandom};
use heterodox_engine::{Choice, Level, Player, PlayerError, Score, SearchLimit, player};
use heterodox_rules::{Options, Scene, Seat, Setting, Start, Table, Viewer, open};
use heterodox_testkit::engine::arena;
use std::sync::atomic::AtomicBool;

const NODES: SearchLimit = SearchLimit::nodes(3000);

fn computer(level: Level, seed: u64) -> Box<dyn Player> {
    player("kaleidochess", level, seed).expect("a player")
}

fn table(pairs: &[&str], position: Option<&str>) -> Table {
    let mut options = Options::default();
    for pair in pairs {
        options.set(pair).expect("an option");
    }
    let start = position.map_or(Start::Setup, |text| Start::Position(text.to_owned()));
    open("kaleidochess", &Setting { options, start }).expect("a table")
}

fn acting_scene(table: &Table) -> Scene {
    let seat = *table.scene(Viewer::Public).to_act.first().expect("somebody is to act");
    table.scene(Viewer::Seat(seat))
}

fn answer(player: &mut dyn Player, table: &Table, limit: SearchLimit) -> Choice {
    let scene = acting_scene(table);
    let stop = AtomicBool::new(false);
    player.choose(&scene, &table.frames(scene.viewer), &limit, &stop).expect("an answer")
}

/// A position string of pieces such as `wW1J`.
fn board(pieces: &[&str], rest: &str) -> String {
    const RINGS: [&str; 6] = ["0", "A", "BC", "DE", "FGH", "IJK"];
    let at = |cell: &str| pieces.iter().find(|piece| piece[2..] == *cell).map(|piece| &piece[..2]);
    let ring = |letters: &str| {
        let cells: Vec<String> = if letters == "0" {
            vec!["00".to_owned()]
        } else {
            (1..=8).flat_map(|slice| letters.chars().map(move |c| format!("{slice}{c}"))).collect()
        };
        let (mut tokens, mut empty) = (Vec::new(), 0);
        for cell in cells {
            if let Some(piece) = at(&cell) {
                if empty > 0 {
                    tokens.push(empty.to_string());
                }
                tokens.push(piece.to_owned());
                empty = 0;
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            tokens.push(empty.to_string());
        }
        tokens.join(",")
    };
    format!("{} {rest}", RINGS.map(ring).join("/"))
}

/// Two to four seats, with and without dice, other armies.
const GAMES: [&[&str]; 7] = [
    &["seats=2"],
    &["seats=3"],
    &["seats=4"],
    &["seats=2", "dice=on"],
    &["seats=4", "dice=on"],
    &["seats=3", "dice=on", "no-repetition=on"],
    &["seats=2", "army-white=pawns", "army-black=ravens", "no-repetition=on"],
];

#[test]
fn every_level_plays_whole_games_of_all_kinds_again_move_by_move() {
    for (number, options) in GAMES.into_iter().enumerate() {
        let options = [options, &["max-moves=25"]].concat();
        let game = || {
            let mut game = arena::open("kaleidochess", &options, Start::Setup);
            let seats = game.players().len();
            let mut players: Vec<_> = (0..seats)
                .map(|seat| computer(Level::ALL[(3 * seat + number) % 8], seat as u64))
                .collect();
            arena::play(&mut game, &mut players, &vec![SearchLimit::nodes(150); seats], 3)
                .unwrap_or_else(|error| panic!("{options:?}: {error}"));
            game.table().record(Viewer::Public, &[])
        };
        assert_eq!(game(), game(), "{options:?}");
    }
}

/// Plays one seat against others and returns whether it won.
fn wins(
    options: &[&str],
    seat: usize,
    (number, limit): (u64, SearchLimit),
    other: impl Fn(u64) -> Box<dyn Player>,
) -> bool {
    let mut game = arena::open("kaleidochess", options, Start::Setup);
    let seats = game.players().len();
    let mut players: Vec<Box<dyn Player>> = (0..seats)
        .map(|index| if index == seat { computer(Level::FULL, number) } else { other(number) })
        .collect();
    let limits = vec![limit; seats];
    let outcome = arena::play(&mut game, &mut players, &limits, number);
    outcome.expect("an end").winner == Some(Seat::new(seat))
}

#[test]
fn the_strong_level_beats_random_and_greedy_players() {
    for number in 0..6 {
        let seat = number as usize % 2;
        let options = ["max-moves=150"];
        assert!(
            wins(&options, seat, (number, NODES), |seed| Box::new(SafeRandom::new(seed))),
            "{number}"
        );
        assert!(wins(&options, seat, (number, NODES), greedy), "{number}");
    }
}

fn greedy(seed: u64) -> Box<dyn Player> {
    Box::new(Greedy::new(seed))
}

/// More than half of the games among four, where chance gives a quarter.
#[test]
fn it_holds_its_own_among_four() {
    let nodes = SearchLimit::nodes(8000);
    let won = (0..24).filter(|&n| wins(&["seats=4"], n as usize % 4, (n, nodes), greedy)).count();
    assert!(won >= 14, "six are to be expected by chance, and there were {won}");
}

#[test]
fn it_holds_its_own_with_dice() {
    let options = ["dice=on", "max-moves=150"];
    let won = (0..16).filter(|&n| wins(&options, n as usize % 2, (n, NODES), greedy)).count();
    assert!(won >= 12, "{won}");
}

#[test]
fn the_last_castle_is_taken_at_once() {
    let two = board(&["wW1J", "wR5H", "bP5J", "bD3E", "bL4G"], "w -,- - 9");
    for nodes in [1, 3000] {
        for level in Level::ALL.into_iter().skip(1) {
            let choice = answer(
                &mut *computer(level, 1),
                &table(&[], Some(&two)),
                SearchLimit::nodes(nodes),
            );
            let mut table = table(&[], Some(&two));
            table.submit(Seat::new(0), &choice.text).expect("a move");
            assert_eq!(
                table.outcome().and_then(|o| o.winner),
                Some(Seat::new(0)),
                "{}",
                choice.text
            );
        }
    }
}

/// The only castle is attacked and there is no winning move: the player saves it, whatever the
/// limit.
#[test]
fn the_only_castle_is_saved() {
    let pieces = ["wW1J", "wT2F", "wD8E", "bR2K", "bW5J", "bP5I", "bP4I", "bP6I"];
    let two = board(&pieces, "w -,- - 9");
    let more = board(&[&pieces[..], &["gW7J", "gP7I", "gP7K"]].concat(), "w -,-,- - 9");
    for (options, position) in [(&["seats=2"], &two), (&["seats=3"], &more)] {
        for nodes in [1, 2000] {
            for level in Level::ALL.into_iter().skip(1) {
                let mut table = table(options, Some(position));
                let seat = table.scene(Viewer::Public).to_act[0];
                let text = answer(&mut *computer(level, 1), &table, SearchLimit::nodes(nodes)).text;
                table.submit(seat, &text).expect("a move");
                while table.outcome().is_none() && table.scene(Viewer::Public).to_act != [seat] {
                    let other = table.scene(Viewer::Public).to_act[0];
                    let text = answer(&mut Greedy::new(1), &table, NODES).text;
                    table.submit(other, &text).expect("a move");
                }
                assert_eq!(table.outcome(), None, "{nodes} {}: {text}", level.key());
            }
        }
    }
}

#[test]
fn a_forced_pass_is_answered() {
    // None of White's pieces steps or flies one step.
    let position = board(&["wW1J", "bW5J", "bP5I"], "w -,- - 9");
    let mut table = table(&["dice=on"], Some(&position));
    table.throw(&[1]).expect("a throw");
    // The umpire passes by itself; with a throw in the position string the pass is a choice.
    assert_eq!(table.plies(), 1);
    table.throw(&[3]).expect("a throw");
    let choice = answer(&mut *computer(Level::FULL, 1), &table, NODES);
    assert!(choice.info.is_some_and(|info| info.depth >= 1));
}

#[test]
fn what_is_answered_is_explained_and_legal() {
    let mut table = table(&[], None);
    let info = answer(&mut *computer(Level::FULL, 1), &table, SearchLimit::depth(3)).info;
    let info = info.expect("a search");
    assert!(info.depth == 3 && info.nodes > 500 && info.pv.len() >= 3, "{info:?}");
    for text in &info.pv {
        let seat = table.scene(Viewer::Public).to_act[0];
        let report = table.submit(seat, text).unwrap_or_else(|r| panic!("{text}: {r}"));
        assert_eq!(report.warnings, [], "strict notation");
    }
}

#[test]
fn moves_that_the_table_does_not_offer_are_not_chosen() {
    for options in [&["seats=2"], &["seats=4"]] {
        let table = table(options, None);
        let mut scene = acting_scene(&table);
        for _ in 0..5 {
            let stop = AtomicBool::new(false);
            let choice = computer(Level::FULL, 1).choose(&scene, &[], &NODES, &stop);
            let text = choice.expect("an answer").text;
            let offered = scene.choices.len();
            scene.choices.retain(|choice| choice.text != text);
            assert_eq!(scene.choices.len(), offered - 1, "{text} was offered, and now is not");
        }
    }
}

#[test]
fn draws_are_taken_by_who_stands_worse() {
    let pieces = ["wW1J", "wD00", "wR8K", "wR2E", "bW5J", "bP5I"];
    for (options, color) in [(&["dice=off"], "w"), (&["dice=on"], "b")] {
        let table = table(options, Some(&board(&pieces, &format!("{color} -,- - 9"))));
        let frames = table.frames(Viewer::Public);
        let accepts = |seat| {
            let scene = table.scene(Viewer::Seat(Seat::new(seat)));
            computer(Level::FULL, 1).accepts_draw(&scene, &frames)
        };
        assert_eq!([accepts(0), accepts(1)], [false, true]);
    }
}

#[test]
fn what_can_not_be_answered_is_an_error() {
    let table = table(&[], None);
    let stop = AtomicBool::new(false);
    let mut computer = computer(Level::WEAKEST, 1);
    let mut ask = |scene: Scene| computer.choose(&scene, &[], &NODES, &stop);
    let public = table.scene(Viewer::Public);
    assert!(matches!(ask(public.clone()).unwrap_err(), PlayerError::NothingToSubmit { .. }));
    let other = Scene { game: "chess", ..public.clone() };
    assert!(matches!(ask(other).unwrap_err(), PlayerError::OtherGame { .. }));
    let mut broken = acting_scene(&table);
    broken.frame.position = "nonsense".to_owned();
    assert!(matches!(ask(broken).unwrap_err(), PlayerError::BadPosition(_)));
    assert_eq!(Score::Centi(5).reversed(), Score::Centi(-5));
}
