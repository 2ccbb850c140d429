//! Games with the computer.

use crate::harness::{Caller, TestServer, choices, phase, quick, to_act};
use heterodox_store::{Derived, GameLog, NewGame, SqliteStore, Store};
use serde_json::{Value, json};
use std::time::Duration;

fn easy() -> Value {
    json!({"computer": 2})
}

/// Waits until the guest on seat 0 is to act, or the game is over.
async fn my_turn(guest: &Caller, game: &str) -> Value {
    guest.wait(game, |state| to_act(state) == Some(0) || phase(state) == "over").await
}

#[tokio::test]
async fn the_computer_answers_every_move() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&easy())).await;
    let state = anna.state(&game).await;
    assert_eq!(
        state["players"][1],
        json!({"guest": null, "name": null, "computer": 2, "online": true})
    );
    assert_eq!((&state["open"], &state["thinking"]), (&json!(false), &json!(false)));
    for round in 1..=4 {
        let texts = choices(&my_turn(&anna, &game).await);
        anna.submit(&game, &texts[round * 5 % texts.len()]).await;
        let state = my_turn(&anna, &game).await;
        if phase(&state) == "over" {
            return;
        }
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(2 * round));
    }

    // The computer grants a take-back and answers a draw offer.
    let version = anna.act(&game, &json!({"act": "ask-takeback"})).await;
    let state = anna.state(&game).await;
    assert_eq!(
        (&state["version"], state["moves"].as_array().map(Vec::len)),
        (&json!(version), Some(6))
    );
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let answered = |state: &Value| state["scene"]["draw_offers"] == json!([]);
    let state = anna.wait(&game, answered).await;
    if phase(&state) != "over" {
        anna.act(&game, &json!({"act": "resign"})).await;
    }

    // The computer always accepts a rematch and opens it; the seats change.
    let rematch = anna.post(&format!("/api/games/{game}/rematch"), &json!({})).await;
    assert_eq!(rematch.status, 200, "{}", rematch.body);
    let next = rematch.body["id"].as_str().expect("an id");
    let state = anna.wait(next, |state| to_act(state) == Some(1)).await;
    assert_eq!((&state["seat"], state["moves"].as_array().map(Vec::len)), (&json!(1), Some(1)));
}

#[tokio::test]
async fn the_computer_sets_up_too() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&json!({"game": "klinzha", "opponent": easy(), "seat": 0})).await;
    loop {
        let state = my_turn(&anna, &game).await;
        let texts = choices(&state);
        let pick = |start: &str| texts.iter().find(|text| text.starts_with(start));
        let text = match phase(&state) {
            "play" => break,
            "place" => pick("done").or_else(|| pick("array")).expect("an array"),
            _ => &texts[0],
        };
        anna.submit(&game, text).await;
    }
    let state = anna.state(&game).await;
    assert_eq!(state["scene"]["frame"]["pieces"].as_array().map(Vec::len), Some(18));
}

#[tokio::test]
async fn the_computer_begins_where_it_sits_first() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut body = quick(&easy());
    body["seat"] = json!(1);
    let game = anna.open(&body).await;
    anna.wait(&game, |state| to_act(state) == Some(1)).await;
    let nothing = anna.try_act(&game, &json!({"act": "ask-takeback"})).await;
    nothing.assert_error(422, "nothing-to-take-back", &[]);
}

#[tokio::test]
async fn the_computer_goes_on_after_a_restart() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let home = server.stop().await;

    // A game as a crash leaves it: the computer is to move, and no search was started.
    let file = home.path().join("data/heterodox.sqlite");
    let store = SqliteStore::open(&file).await.expect("the store opens");
    let body = json!({"game": "klinzha", "options": {}, "start": {"quick": "north-west"},
        "players": [{"computer": 2}, {"user": anna.name}]});
    let body = json!({"v": 4, "content": body});
    let game = NewGame {
        id: "crashed2".into(),
        body: body.to_string(),
        created_ms: 1_700_000_000_000,
        derived: Derived { due_ms: Some(1_700_000_000_000), ..Derived::default() },
    };
    store.create_game(game).await.expect("the game is stored");
    store.close().await;

    let server = TestServer::start_in(home).await;
    let store = SqliteStore::open(&file).await.expect("the store opens");
    let moved = async {
        while store.events("crashed2").await.expect("events").is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(crate::harness::TIMEOUT, moved).await.expect("the computer moves unasked");
    store.close().await;
    let mut anna = anna;
    anna.base.clone_from(&server.base);
    let state = anna.wait("crashed2", |state| to_act(state) == Some(1)).await;
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn the_house_rules_are_on_with_the_computer_unless_asked_otherwise() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let home = server.home.path().join("data/heterodox.sqlite");
    let options = async |body: &Value| {
        let id = anna.open(body).await;
        let store = SqliteStore::open(&home).await.expect("the store opens");
        let stored = store.game(&id).await.expect("the game is read").expect("the game is there");
        store.close().await;
        serde_json::from_str::<Value>(&stored.body).expect("JSON")["content"]["options"].take()
    };
    let mut body = quick(&easy());
    assert_eq!(options(&body).await, json!({"house-rules": "on"}));
    body["options"] = json!({"house-rules": "off"});
    assert_eq!(options(&body).await, json!({"house-rules": "off"}));
    assert_eq!(options(&quick(&json!("open"))).await, json!({}));
}

#[tokio::test]
async fn a_level_is_a_number_in_json_or_in_text() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let cases = [(json!(1), 1), (json!(8), 8), (json!("6"), 6)];
    for (asked, level) in cases {
        let body = quick(&json!({"computer": asked}));
        let game = anna.open(&body).await;
        assert_eq!(anna.state(&game).await["players"][1]["computer"], level, "{asked}");
    }
    for wrong in [json!(0), json!(9), json!(-1), json!(2.5), json!("strong"), json!(null)] {
        let answer = anna.post("/api/games", &quick(&json!({"computer": wrong}))).await;
        answer.assert_error(400, "bad-body", &["'opponent.computer'", "a level from 1 to 8"]);
    }
}
