//! Games of up to four players: people and computers in any combination.

use crate::harness::{Caller, TestServer, choices, kaleido, pawns, phase, to_act};
use serde_json::{Value, json};

fn easy() -> Value {
    json!({"computer": 2})
}

/// White's castle and a pawn stand beside Black's castle: a capture there puts Black out.
const BLACK_FALLS: &str = "1/2,rP,5/16/16/24/1,wP,5,rP,5,bP,wP,9 w -,-,- - 1";

/// Submits a choice that does not lose a castle or an own piece, if there is one.
async fn move_on(caller: &Caller, game: &str) -> Value {
    let state = caller.state(game).await;
    let offered = state["scene"]["choices"].as_array().expect("choices");
    let safe =
        offered.iter().find(|choice| choice["danger"].is_null() && choice["captures"] == false);
    let text = safe.unwrap_or(&offered[0])["text"].as_str().expect("a text");
    caller.submit(game, text).await;
    caller.state(game).await
}

fn plies(state: &Value) -> usize {
    state["moves"].as_array().expect("moves").len()
}

async fn rematch(caller: &Caller, game: &str) -> (u16, Value) {
    let answer = caller.post(&format!("/api/games/{game}/rematch"), &json!({})).await;
    (answer.status.as_u16(), answer.body["id"].clone())
}

#[tokio::test]
async fn two_people_and_two_computers() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(4, &json!(["you", easy(), "open", easy()]))).await;
    let state = anna.state(&game).await;
    assert_eq!(state["open"], true);
    assert_eq!(state["players"][2], Value::Null);
    assert_eq!(state["players"][3]["computer"], 2);

    // Anna may move first; the computers wait until all players have joined.
    let state = move_on(&anna, &game).await;
    assert_eq!((to_act(&state), &state["thinking"]), (Some(1), &json!(false)));
    assert_eq!(bert.join(&game).await, 2);
    for round in 1..=2 {
        let state = bert.wait(&game, |state| to_act(state) == Some(2)).await;
        assert_eq!(plies(&state), 4 * round - 2, "red has answered");
        move_on(&bert, &game).await;
        let state = anna.wait(&game, |state| to_act(state) == Some(0)).await;
        assert_eq!((plies(&state), &state["open"]), (4 * round, &json!(false)));
        move_on(&anna, &game).await;
    }
    let record = anna.get(&format!("/api/games/{game}/record")).await.body;
    let record = record.as_str().expect("a record");
    for line in [
        format!("white: {}\n", anna.name),
        "red: computer (2)\n".to_owned(),
        format!("black: {}\n", bert.name),
        "green: computer (2)\n".to_owned(),
        "array: four\n".to_owned(),
    ] {
        assert!(record.contains(&line), "{record} lacks {line}");
    }
}

/// The searches of three computers in a row run one after the other.
#[tokio::test]
async fn three_computers_answer_one() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&pawns(4, &json!([easy(), easy(), "you", easy()]))).await;
    let mut socket = anna.socket(&game).await;
    for round in 0..2 {
        let state = anna.wait(&game, |state| to_act(state) == Some(2)).await;
        assert_eq!((plies(&state), &state["seat"]), (4 * round + 2, &json!(2)));
        move_on(&anna, &game).await;
    }
    let state = socket.wait(|state| plies(state) == 10).await;
    assert_eq!((to_act(&state), &state["thinking"]), (Some(2), &json!(false)));
    let frames = anna.get(&format!("/api/games/{game}/frames")).await.body;
    let frames = frames["frames"].as_array().expect("frames");
    let sides: Vec<_> = frames[1..].iter().map(|frame| frame["side"].clone()).collect();
    let expected = ["white", "red", "black", "green"];
    for (ply, side) in sides.iter().enumerate() {
        assert_eq!(side, expected[ply % 4]);
    }
}

#[tokio::test]
async fn a_guest_may_request_a_seat() {
    let server = TestServer::start().await;
    let (anna, bert, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let game = anna.open(&pawns(3, &json!(["open", "you", "open"]))).await;
    assert_eq!(anna.state(&game).await["seats"], json!([1]));
    let join = async |caller: &Caller, seat: &str| {
        caller.post(&format!("/api/games/{game}/join?seat={seat}"), &json!({})).await
    };
    join(&bert, "1").await.assert_error(409, "seat-taken", &["seat 1"]);
    join(&bert, "3").await.assert_error(400, "no-such-seat", &["3", "0 to 2"]);
    join(&bert, "99999999999999999999").await.assert_error(400, "no-such-seat", &[]);
    for bad in ["", "red", "-1", "%2B1", "1.0", "1&seat=2"] {
        join(&bert, bad).await.assert_error(400, "bad-parameter", &["'seat'"]);
    }
    assert_eq!(join(&bert, "2").await.body, json!({"seat": 2}));
    assert_eq!(join(&bert, "0").await.body, json!({"seat": 2}), "who sits keeps the seat");
    assert_eq!(carl.join(&game).await, 0);
    let late = server.guest().await;
    join(&late, "0").await.assert_error(409, "seat-taken", &[]);
    let late = late.post(&format!("/api/games/{game}/join"), &json!({})).await;
    late.assert_error(409, "no-free-seat", &[]);
}

#[tokio::test]
async fn a_table_to_which_nobody_else_comes_is_filled_with_computers() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(3, &json!(["open", "you", "open"]))).await;
    let path = format!("/api/games/{game}/computer");
    let put = async |caller: &Caller, seat: i64| {
        caller.post(&path, &json!({"seat": seat, "level": 2})).await
    };
    put(&bert, 0).await.assert_error(403, "no-seat", &[]);
    put(&server.nobody(), 0).await.assert_error(401, "no-guest", &[]);
    put(&anna, 1).await.assert_error(409, "seat-taken", &["seat 1"]);
    put(&anna, 3).await.assert_error(400, "no-such-seat", &["3", "0 to 2"]);
    put(&anna, -1).await.assert_error(400, "bad-body", &["'seat'", "-1", "whole number"]);
    for (body, parts) in [
        (json!({"seat": 0}), &["'level'", "missing field"][..]),
        (json!({"seat": 0, "level": "godlike"}), &["'level'", "godlike", "a level from 1 to 8"]),
        (json!({"seat": "0", "level": 2}), &["'seat'", "whole number"]),
        (json!({"seat": 0, "level": 2, "shuffle": true}), &["'shuffle'", "unknown field"]),
        (json!([0, 2]), &["sequence", "`seat`, `level`"]),
    ] {
        anna.post(&path, &body).await.assert_error(400, "bad-body", parts);
    }
    let before = anna.state(&game).await["version"].clone();
    let done = put(&anna, 2).await;
    assert_eq!((done.status.as_u16(), done.body), (200, json!({"seat": 2})));
    put(&anna, 2).await.assert_error(409, "seat-taken", &[]);
    let state = anna.state(&game).await;
    assert_eq!((before, &state["version"]), (json!(0), &json!(1)));
    assert_eq!((&state["open"], plies(&state)), (&json!(true), 0), "it waits for the last one");
    put(&anna, 0).await;
    let state = anna.wait(&game, |state| to_act(state) == Some(1)).await;
    assert_eq!((&state["open"], plies(&state)), (&json!(false), 1));

    // The players are restored from the log after a restart.
    let server = server.restart().await;
    let anna = Caller { base: server.base.clone(), ..anna };
    let again = anna.state(&game).await;
    assert_eq!(again["players"], state["players"]);
    assert_eq!((&again["version"], &again["moves"]), (&state["version"], &state["moves"]));
}

#[tokio::test]
async fn a_game_that_is_over_takes_nobody_in() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&kaleido(2, &json!(["you", "open"]))).await;
    anna.withdraw(&game).await;
    let put = json!({"seat": 1, "level": 2});
    let refused = anna.post(&format!("/api/games/{game}/computer"), &put).await;
    refused.assert_error(409, "no-free-seat", &[]);
    for query in ["", "?seat=1"] {
        let late = bert.post(&format!("/api/games/{game}/join{query}"), &json!({})).await;
        late.assert_error(409, "offer-over", &[]);
    }
    assert_eq!(rematch(&anna, &game).await.0, 409);
}

#[tokio::test]
async fn the_lot_may_say_who_sits_where() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut found = std::collections::BTreeSet::new();
    // With random seats, a seat that is never drawn in a hundred games is a bug.
    for _ in 0..100 {
        let mut wanted = kaleido(4, &json!(["you", "open", easy(), "open"]));
        wanted["shuffle"] = json!(true);
        let answer = anna.post("/api/games", &wanted).await;
        let state = anna.state(answer.body["id"].as_str().expect("an id")).await;
        assert_eq!(answer.body["seat"], state["seat"]);
        let computers = state["players"].as_array().expect("players");
        let computers = computers.iter().filter(|player| player["computer"] == 2).count();
        assert_eq!((computers, &state["open"]), (1, &json!(true)));
        found.insert(state["seat"].as_u64());
    }
    assert_eq!(found.len(), 4, "{found:?}");
    let mut wanted = kaleido(2, &json!(["open", "you"]));
    wanted["shuffle"] = json!(false);
    assert_eq!(anna.post("/api/games", &wanted).await.body["seat"], 1);
}

#[tokio::test]
async fn people_share_a_screen_beside_others() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(4, &json!(["you", easy(), "you", "open"]))).await;
    bert.join(&game).await;
    let mut socket = anna.socket(&game).await;
    let state = socket.next().await["state"].take();
    assert_eq!((&state["seats"], &state["seat"]), (&json!([0, 2]), &json!(0)));
    assert_eq!(state["open"], false);
    let online: Vec<_> = (0..4).map(|seat| state["players"][seat]["online"].clone()).collect();
    assert_eq!(online, [true, true, true, false]);
    assert_eq!(bert.state(&game).await["seats"], json!([3]));

    // The perspective follows the turns of the seats at this screen, and stays with the last of
    // them during other turns.
    move_on(&anna, &game).await;
    let state = socket.wait(|state| to_act(state) == Some(2)).await;
    assert_eq!(state["seat"], json!(2));
    let state = move_on(&anna, &game).await;
    assert_eq!((to_act(&state), &state["seat"]), (Some(3), &json!(2)));
    let state = move_on(&bert, &game).await;
    assert_eq!((to_act(&state), &state["seat"]), (Some(0), &json!(3)));
    let state = anna.state(&game).await;
    assert_eq!(state["seat"], json!(0));
    let refused = anna.try_act(&game, &json!({"act": "resign", "seat": 3})).await;
    refused.assert_error(403, "not-your-seat", &[]);
    let early = json!({"act": "submit", "seat": 2, "text": choices(&state)[0]});
    anna.try_act(&game, &early).await.assert_error(422, "not-your-turn", &[]);

    // A player who left and returns finds everything as it was.
    drop(socket);
    bert.wait(&game, |state| state["players"][2]["online"] == false).await;
    let mut socket = anna.socket(&game).await;
    let again = socket.next().await["state"].take();
    assert_eq!((&again["scene"], &again["version"]), (&state["scene"], &state["version"]));
    // Other guests may watch, but not act.
    let carl = server.guest().await;
    let seen = carl.state(&game).await;
    assert_eq!((&seen["seat"], &seen["seats"]), (&Value::Null, &json!([])));
    assert_eq!((choices(&seen).len(), seen["moves"].as_array().map(Vec::len)), (0, Some(4)));
    carl.try_act(&game, &json!({"act": "resign"})).await.assert_error(403, "no-seat", &[]);
}

#[tokio::test]
async fn a_draw_is_agreed_on_by_all_who_still_play() {
    let server = TestServer::start().await;
    let (anna, bert, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let game = anna.open(&kaleido(4, &json!(["you", "you", "open", "open"]))).await;
    bert.join(&game).await;
    carl.join(&game).await;
    let offer = json!({"act": "offer-draw"});
    let offers = async || bert.state(&game).await["scene"]["draw_offers"].clone();

    // An offer from a shared screen counts for both of its seats; one seat can be named.
    anna.act(&game, &json!({"act": "offer-draw", "seat": 1})).await;
    assert_eq!(offers().await, json!([1]));
    anna.act(&game, &offer).await;
    assert_eq!(offers().await, json!([1, 0]));
    anna.try_act(&game, &offer).await.assert_error(422, "draw-already-offered", &[]);
    bert.act(&game, &json!({"act": "decline-draw"})).await;
    assert_eq!(offers().await, json!([]));

    anna.act(&game, &offer).await;
    bert.act(&game, &offer).await;
    assert_eq!(offers().await, json!([0, 1, 2]));
    assert_eq!(bert.state(&game).await["scene"]["outcome"], Value::Null, "one has not agreed");
    carl.act(&game, &json!({"act": "resign"})).await;
    let over = bert.state(&game).await["scene"]["outcome"].clone();
    assert_eq!((&over["reason"], &over["winner"]), (&json!("agreement"), &Value::Null));
    assert_eq!(over["ranking"], json!([[0, 1, 2], [3]]), "who has left is last all the same");
}

#[tokio::test]
async fn a_computer_that_declined_is_not_asked_again_and_again() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&pawns(3, &json!(["you", easy(), easy()]))).await;
    let offer = json!({"act": "offer-draw"});
    anna.act(&game, &offer).await;
    // At the start of a game the computers decline a draw.
    let declined = |state: &Value| state["scene"]["draw_offers"] == json!([]);
    let state = anna.wait(&game, declined).await;
    assert_eq!(state["scene"]["outcome"], Value::Null);
    let version = anna.act(&game, &offer).await;
    let state = anna.state(&game).await;
    assert!(declined(&state), "it declines in the same breath: {}", state["scene"]["draw_offers"]);
    assert_eq!(state["version"], version);
    // After another move the computers are asked again.
    move_on(&anna, &game).await;
    anna.wait(&game, |state| to_act(state) == Some(0)).await;
    anna.act(&game, &offer).await;
    let answered = |state: &Value| declined(state) || !state["scene"]["outcome"].is_null();
    anna.wait(&game, answered).await;
}

#[tokio::test]
async fn a_computer_that_agrees_to_a_draw_does_not_wait_for_the_others() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    // With a Pawn against two armies the computer stands worse and accepts a draw.
    let lost = "1/8/16/16/24/wD,wW,wD,4,rW,rP,3,bD,bW,bD,9 w -,-,- - 1";
    let mut wanted = kaleido(3, &json!(["you", easy(), "open"]));
    wanted["start"] = json!({"position": lost});
    let game = anna.open(&wanted).await;
    bert.join(&game).await;
    let offer = json!({"act": "offer-draw"});
    anna.act(&game, &offer).await;
    let state =
        anna.wait(&game, |state| state["scene"]["draw_offers"].as_array().map(Vec::len) != Some(1));
    assert_eq!(state.await["scene"]["draw_offers"], json!([0, 1]), "it agrees");

    // Anna's offer stands when she moves. The computer is asked again, and moves though Bert has
    // not answered.
    move_on(&anna, &game).await;
    let state = anna.wait(&game, |state| to_act(state) == Some(2)).await;
    assert_eq!((plies(&state), &state["scene"]["draw_offers"]), (2, &json!([1])), "it has agreed");
    anna.act(&game, &offer).await;
    bert.act(&game, &offer).await;
    assert_eq!(anna.state(&game).await["scene"]["outcome"]["reason"], "agreement");
}

#[tokio::test]
async fn a_move_is_taken_back_when_all_who_play_grant_it() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(4, &json!(["you", easy(), "open", "you"]))).await;
    bert.join(&game).await;
    move_on(&anna, &game).await;
    anna.wait(&game, |state| to_act(state) == Some(2)).await;
    move_on(&bert, &game).await;
    move_on(&anna, &game).await;
    assert_eq!(plies(&anna.state(&game).await), 4);

    // The other seat at the same screen and the computer agree at once; Bert is asked.
    anna.act(&game, &json!({"act": "ask-takeback"})).await;
    let state = anna.state(&game).await;
    let asked = &state["scene"]["takeback_asked"];
    assert_eq!((plies(&state), asked), (4, &json!(3)), "the last move at the screen was seat 3's");
    bert.act(&game, &json!({"act": "answer-takeback", "accept": false})).await;
    assert_eq!(anna.state(&game).await["scene"]["takeback_asked"], Value::Null);
    anna.act(&game, &json!({"act": "ask-takeback", "seat": 3})).await;
    bert.act(&game, &json!({"act": "answer-takeback", "accept": true})).await;
    let state = anna.state(&game).await;
    assert_eq!((plies(&state), to_act(&state)), (3, Some(3)));

    // When Bert asks, one answer of Anna's counts for both of her seats.
    bert.act(&game, &json!({"act": "ask-takeback"})).await;
    assert_eq!(plies(&anna.state(&game).await), 3);
    anna.act(&game, &json!({"act": "answer-takeback", "accept": true})).await;
    let state = anna.state(&game).await;
    assert_eq!((plies(&state), to_act(&state)), (2, Some(2)));
}

#[tokio::test]
async fn who_resigns_is_out_and_the_others_play_on() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(4, &json!(["you", "open", easy(), "you"]))).await;
    bert.join(&game).await;
    move_on(&anna, &game).await;
    bert.act(&game, &json!({"act": "resign"})).await;
    let state = bert.state(&game).await;
    assert_eq!((&state["scene"]["outcome"], phase(&state)), (&Value::Null, "play"));
    let out = json!({"key": "out", "cells": [],
        "args": [["seat", "1"], ["side", "red"], ["reason", "resignation"]]});
    assert!(state["scene"]["notices"].as_array().expect("notices").contains(&out));
    for act in ["resign", "offer-draw"] {
        bert.try_act(&game, &json!({"act": act})).await.assert_error(422, "not-playing", &[]);
    }
    assert_eq!(rematch(&bert, &game).await.0, 409, "the game goes on");

    // If one of two seats at a screen is out, an act without a seat is for the other.
    anna.act(&game, &json!({"act": "resign", "seat": 0})).await;
    let state = anna.wait(&game, |state| to_act(state) == Some(3)).await;
    assert_eq!((plies(&state), &state["seat"]), (2, &json!(3)));
    let state = move_on(&anna, &game).await;
    assert_eq!(state["seat"], json!(3));
    anna.act(&game, &json!({"act": "resign"})).await;
    let over = bert.state(&game).await["scene"]["outcome"].clone();
    let expected = json!({"winner": 2, "reason": "resignation", "ranking": [[2], [3], [0], [1]]});
    assert_eq!(over, expected);
    let record = bert.get(&format!("/api/games/{game}/record")).await.body;
    let record = record.as_str().expect("a record");
    assert!(record.contains("red-resigns") && record.contains("green-resigns"), "{record}");
}

#[tokio::test]
async fn who_is_thrown_out_is_asked_nothing_any_more() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut wanted = kaleido(3, &json!(["you", easy(), easy()]));
    wanted["start"] = json!({"position": BLACK_FALLS});
    let game = anna.open(&wanted).await;
    let mut socket = anna.socket(&game).await;
    anna.submit(&game, "5K+5J").await;
    let heard = socket.next_of("heard").await;
    let args = json!([["seat", "2"], ["side", "black"], ["reason", "thrown-out"]]);
    assert_eq!((&heard["notices"][0]["key"], &heard["notices"][0]["args"]), (&json!("out"), &args));
    let state = anna.wait(&game, |state| to_act(state) == Some(0)).await;
    assert_eq!(plies(&state), 2, "red has moved, and black is left out");
    // A player who is out need not agree to a take-back or a draw.
    anna.act(&game, &json!({"act": "ask-takeback"})).await;
    let state = anna.state(&game).await;
    assert_eq!((plies(&state), to_act(&state)), (0, Some(0)));
    anna.submit(&game, "5K+5J").await;
    anna.wait(&game, |state| to_act(state) == Some(0)).await;
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let answered = |state: &Value| {
        state["scene"]["draw_offers"] == json!([]) || !state["scene"]["outcome"].is_null()
    };
    let state = anna.wait(&game, answered).await;
    if state["scene"]["outcome"].is_null() {
        anna.act(&game, &json!({"act": "resign"})).await;
        let over = anna.state(&game).await["scene"]["outcome"].clone();
        assert_eq!(over["ranking"], json!([[1], [0], [2]]));
    }

    // All players move on by a seat; one request is enough when the others are computers.
    let (status, next) = rematch(&anna, &game).await;
    assert_eq!(status, 200);
    let state = anna.state(next.as_str().expect("an id")).await;
    assert_eq!(state["seats"], json!([2]));
    assert_eq!(rematch(&anna, &game).await, (200, next), "a game has one rematch");
}

/// When the last person has left, the remaining computers would otherwise play on for hours.
#[tokio::test]
async fn computers_alone_agree_on_a_draw_at_once() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&kaleido(3, &json!(["you", easy(), easy()]))).await;
    anna.act(&game, &json!({"act": "resign"})).await;
    let over = anna.state(&game).await;
    let outcome = &over["scene"]["outcome"];
    assert_eq!((&outcome["reason"], plies(&over)), (&json!("agreement"), 0));
    assert_eq!(outcome["ranking"], json!([[1, 2], [0]]));
}

#[tokio::test]
async fn a_rematch_is_offered_for_all_seats_of_a_guest() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&pawns(4, &json!(["you", easy(), "you", "open"]))).await;
    bert.join(&game).await;
    for seat in [0, 2] {
        anna.act(&game, &json!({"act": "resign", "seat": seat})).await;
    }
    bert.act(&game, &json!({"act": "resign"})).await;
    assert_eq!(rematch(&anna, &game).await.0, 200);
    let offered = anna.state(&game).await["rematch"]["by"].clone();
    assert_eq!(offered, json!(0));
    let (status, next) = rematch(&bert, &game).await;
    assert_eq!(status, 200);
    let next = next.as_str().expect("an id");
    let state = anna.state(next).await;
    assert_eq!(state["seats"], json!([1, 3]));
    assert_eq!(bert.state(next).await["seats"], json!([2]));
    assert_eq!(state["players"][0]["computer"], 2);
    anna.wait(next, |state| to_act(state) == Some(1)).await;
}

#[tokio::test]
async fn a_game_with_computers_has_a_last_move_unless_asked_otherwise() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let options = async |wanted: &Value| {
        let game = anna.open(wanted).await;
        anna.state(&game).await["scene"]["options"].clone()
    };
    let with = kaleido(2, &json!(["you", easy()]));
    assert_eq!(options(&with).await, json!({"max-moves": "150", "seats": "2"}));
    let mut wanted = with.clone();
    for value in ["", "40"] {
        wanted["options"]["max-moves"] = json!(value);
        assert_eq!(options(&wanted).await["max-moves"], value);
    }
    let without = kaleido(2, &json!(["you", "open"]));
    assert_eq!(options(&without).await, json!({"seats": "2"}));
    // The older fields for one opponent work for any number of seats.
    let old = json!({"game": "kaleidochess", "options": {"seats": "3"}, "opponent": easy(),
        "seat": 1});
    let game = anna.open(&old).await;
    let state = anna.state(&game).await;
    assert_eq!((&state["seats"], &state["open"]), (&json!([1]), &json!(false)));
    assert_eq!(state["scene"]["options"]["max-moves"], "150");
}

/// In a game with hidden information each seat has its own view as well.
#[tokio::test]
async fn seats_of_a_hidden_game_are_named_one_by_one() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let wanted = |seats: Value| {
        json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
            "start": {"quick": "north-west"}, "seats": seats})
    };
    let game = anna.open(&wanted(json!(["open", "you"]))).await;
    assert_eq!(bert.join(&game).await, 0);
    let state = bert.state(&game).await;
    let pieces = state["scene"]["frame"]["pieces"].as_array().expect("pieces");
    assert!(!pieces.is_empty() && pieces.iter().all(|piece| piece["side"] == "gold"));
    let other = bert.get(&format!("/api/games/{game}?as=1")).await;
    other.assert_error(403, "not-your-seat", &[]);

    let game = anna.open(&wanted(json!(["you", "you"]))).await;
    let state = anna.state(&game).await;
    assert_eq!((&state["seat"], &state["seats"]), (&Value::Null, &json!([0, 1])));
    assert_eq!(state["scene"]["frame"]["pieces"], json!([]));
    // Behind the curtain each seat speaks for itself.
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let state = anna.state(&game).await;
    assert_eq!(state["scene"]["draw_offers"], json!([0]));
}
