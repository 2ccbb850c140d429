//! Random games through every act of a table, and what a search relies on.

use heterodox_rules::kaleido::{DiceTable, Position, board};
use heterodox_rules::{
    Act, ChancePosition, ChoiceKind, Dice, EndReason, SearchMove, SearchPosition, Seat, Viewer,
    games,
};
use heterodox_testkit::kaleido::input;
use heterodox_testkit::kaleido::tables::{self, public, start};
use heterodox_testkit::{Rng, size};
use std::collections::BTreeMap;

#[test]
fn random_games_keep_every_invariant() {
    let mut rng = Rng::new(11);
    for _ in 0..size(40, 150) {
        let bytes: Vec<u8> = (0..602).map(|_| rng.below(256) as u8).collect();
        input::acts(&bytes);
        // Without rubbish games last longer.
        let bytes: Vec<u8> = bytes
            .iter()
            .enumerate()
            .map(|(i, &b)| if i % 2 == 0 && i > 1 { b % 236 } else { b })
            .collect();
        input::acts(&bytes);
    }
}

#[test]
fn moves_update_the_hash() {
    let mut rng = Rng::new(5);
    let mut seen: BTreeMap<u64, String> = BTreeMap::new();
    for game in 0..40 {
        let seats = format!("seats={}", 2 + game % 3);
        let text = public(&start(&[&seats])).frame.position;
        let dice = (game % 2 == 1).then_some(DiceTable::STANDARD);
        let mut position = Position::read(&text, dice).expect("a position");
        for _ in 0..120 {
            if position.dice().is_some() {
                position.set_face(1 + rng.below(6) as u8);
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                assert!(position.outcome().is_some());
                break;
            }
            for &m in &moves {
                assert_ne!(m.pack(), 0);
            }
            let m = *rng.pick(&moves);
            position.play_unchecked(m);
            let text = position.to_string();
            let read = Position::read(&text, dice).expect("our own string");
            if position.outcome().is_none() {
                assert_eq!((read.zobrist(), read.turn()), (position.zobrist(), position.turn()));
            }
            // The counters and last moves that forbid nothing decide nothing.
            if let Some(other) = seen.insert(position.zobrist(), text.clone()) {
                let rings = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
                assert_eq!(rings(&other), rings(&text));
            }
        }
    }
}

#[test]
fn seats_follow_the_order_of_play() {
    let position: Position = "wW/8/16/16/24/1,bP,5,rP,16 r -,-,- - 1".parse().expect("a position");
    assert_eq!((position.seats(), SearchPosition::turn(&position)), (3, Seat::new(1)));
    let position: Position = "wW/8/16/16/24/1,gP,22 g -,- - 1".parse().expect("a position");
    assert_eq!((position.seats(), SearchPosition::turn(&position)), (2, Seat::new(1)));
}

#[test]
fn a_scene_shows_what_a_player_must_know() {
    let mut table = start(&["dice=on"]);
    table.throw(&[3]).expect("a throw");
    let scene = table.scene(Viewer::Seat(Seat::new(0)));
    let marks = |cell: &str| {
        let found = scene.frame.pieces.iter().find(|placed| placed.cell == cell);
        found.map(|placed| placed.marks.clone()).expect("a piece")
    };
    assert_eq!(marks("1J"), ["last-castle", "named"]);
    assert_eq!(marks("5J"), ["last-castle"]);
    assert_eq!(marks("1I"), ["named"]);
    assert_eq!(marks("8I"), [""; 0]);
    assert!(scene.choices.iter().all(|choice| choice.kind == ChoiceKind::Move));
    assert_eq!(scene.frame.areas.len(), 2);
    assert_eq!((scene.frame.areas[0].of, scene.frame.areas[0].cells[0].as_str()), ("white", "1J"));
    assert!(table.scene(Viewer::Seat(Seat::new(1))).choices.is_empty());
    assert!(public(&table).choices.is_empty());
    let mut table = start(&[]);
    tables::play(&mut table, "2H-2E 6H-6E");
    let scene = public(&table);
    assert_eq!(scene.frame.last, ["6H", "6E"]);
    let notice = &scene.notices[0];
    assert_eq!((notice.key, notice.cells.clone()), ("no-undo", vec!["2E".into(), "2H".into()]));
    let marked = scene.frame.pieces.iter().find(|placed| placed.marks.contains(&"no-undo"));
    assert_eq!(marked.map(|placed| placed.cell.as_str()), Some("2E"));
}

#[test]
fn a_take_back_needs_all_who_play() {
    let mut table = start(&["seats=3"]);
    tables::play(&mut table, "1D-1B 3D-3B");
    table.apply(&Act::Resign { seat: Seat::new(2) }).expect("it plays");
    table.apply(&Act::AskTakeback { seat: Seat::new(1) }).expect("it has a ply");
    let answer = |n| Act::AnswerTakeback { seat: Seat::new(n), accept: true };
    assert_eq!(table.apply(&answer(2)).expect_err("out").code, "not-playing");
    table.apply(&answer(0)).expect("an answer");
    assert_eq!(table.texts(Viewer::Public), ["1D-1B"]);
    assert_eq!(tables::is_out(&table, "black").as_deref(), Some("resignation"));
    assert_eq!(tables::turn(&table), "red");
}

#[test]
fn the_game_is_in_the_registry() {
    let info = games().find(|info| info.id == "kaleidochess").expect("the game");
    assert_eq!((info.seats, info.dice, info.hidden), ((2, 4), Dice::EveryTurn, false));
    assert_eq!(info.pieces, ["W", "D", "R", "E", "V", "L", "T", "H", "P"]);
    assert_eq!(heterodox_rules::board("kaleidochess").expect("a board").cells.len(), board::CELLS);
    assert_eq!(EndReason::LEFT_CASTLE.key(), "left-castle");
}
