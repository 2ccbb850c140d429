//! Hints: which seats may take them, when, and how many.

use crate::harness::{Caller, TestServer, choices, phase, quick, quick_game, to_act};
use serde_json::{Value, json};

fn path(game: &str) -> String {
    format!("/api/games/{game}/hint")
}

async fn hint(caller: &Caller, game: &str) -> Value {
    let answer = caller.post(&path(game), &json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

fn hot_seat(game: &str) -> Value {
    json!({"game": game, "start": {"quick": "north-west"}, "opponent": "hot-seat"})
}

#[tokio::test]
async fn a_hint_can_be_played_and_is_counted() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!({"computer": 1}))).await;
    let before = anna.state(&game).await;
    assert_eq!(before["hints"], json!([0, 0]));
    let given = hint(&anna, &game).await;
    let text = given["text"].as_str().expect("a text");
    let choice = before["scene"]["choices"].as_array().expect("choices");
    let choice = choice.iter().find(|choice| choice["text"] == text).expect("a choice");
    assert_eq!((&given["from"], &given["to"]), (&choice["from"], &choice["to"]));
    assert_eq!((&given["score"]["kind"], &given["pv"][0]), (&json!("centi"), &json!(text)));

    // Every viewer sees the number of hints, in a new version, also after a restart.
    let state = anna.state(&game).await;
    assert_eq!((&state["hints"], &state["version"]), (&json!([1, 0]), &given["version"]));
    assert!(state["version"].as_u64() > before["version"].as_u64());
    assert_eq!(server.nobody().state(&game).await["hints"], json!([1, 0]));
    anna.act(&game, &json!({"act": "submit", "text": text, "expect": given["version"]})).await;
    anna.wait(&game, |state| to_act(state) == Some(0)).await;
    anna.act(&game, &json!({"act": "ask-takeback"})).await;
    assert_eq!(anna.state(&game).await["hints"], json!([1, 0]), "it was taken all the same");
    let server = server.restart().await;
    assert_eq!(server.nobody().state(&game).await["hints"], json!([1, 0]));
}

#[tokio::test]
async fn hints_are_for_those_who_wrong_nobody_and_are_to_act() {
    let server = TestServer::start().await;
    let (game, [anna, _]) = quick_game(&server).await;
    let refused = async |caller: &Caller, path: &str| caller.post(path, &json!({})).await;
    refused(&anna, &path(&game)).await.assert_error(403, "hint-not-here", &["your own"]);
    let other = server.guest().await;
    refused(&other, &path(&game)).await.assert_error(403, "no-seat", &[]);
    refused(&server.nobody(), &path(&game)).await.assert_error(401, "no-guest", &[]);
    refused(&anna, &path("none")).await.assert_error(404, "no-such-game", &[]);
    // While a seat is free there are no hints, because an opponent may still join.
    let open = anna.open(&quick(&json!("open"))).await;
    refused(&anna, &path(&open)).await.assert_error(403, "hint-not-here", &[]);

    let own = anna.open(&hot_seat("klinzha")).await;
    let as_seat = |seat: &str| format!("{}?as={seat}", path(&own));
    refused(&anna, &as_seat("1")).await.assert_error(409, "hint-not-now", &["to act"]);
    refused(&anna, &as_seat("public")).await.assert_error(409, "hint-not-now", &[]);
    refused(&anna, &as_seat("2")).await.assert_error(400, "no-such-seat", &[]);
    assert_eq!(refused(&anna, &as_seat("0")).await.status, 200);
    // In a game with full information the perspective follows the turn.
    anna.submit(&own, &choices(&anna.state(&own).await)[0]).await;
    assert_eq!(refused(&anna, &path(&own)).await.status, 200);
    assert_eq!(anna.state(&own).await["hints"], json!([1, 1]));
    anna.act(&own, &json!({"act": "resign"})).await;
    refused(&anna, &path(&own)).await.assert_error(409, "hint-not-now", &[]);

    // With hidden information there is no hint before the seat's own player looks.
    let clouded = anna.open(&hot_seat("clouded-klinzha")).await;
    refused(&anna, &path(&clouded)).await.assert_error(409, "hint-not-now", &[]);
    let mine = format!("{}?as=0", path(&clouded));
    assert_eq!(refused(&anna, &mine).await.status, 200);
}

/// Plays hints until the game has begun.
async fn set_up(wanted: &Value) {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(wanted).await;
    let mut taken = 0;
    loop {
        let mine = |state: &Value| {
            let seats = state["scene"]["to_act"].as_array();
            phase(state) == "play" || seats.is_some_and(|seats| seats.contains(&json!(0)))
        };
        let state = anna.wait(&game, mine).await;
        if phase(&state) == "play" {
            assert_eq!(state["hints"][0], json!(taken));
            return;
        }
        let given = hint(&anna, &game).await;
        taken += 1;
        let text = given["text"].as_str().expect("a text");
        assert!(given["from"].is_null() || given["from"].is_string(), "{given}");
        anna.submit(&game, text).await;
        assert!(taken < 60, "{given}");
    }
}

#[tokio::test]
async fn hints_lead_through_the_setup() {
    let against = |game: &str, options: Value| json!({"game": game, "options": options, "opponent": {"computer": 1}, "seat": 0});
    set_up(&against("klinzha", json!({}))).await;
    set_up(&against("clouded-klinzha", json!({"clouds": "seed:3"}))).await;
}

#[tokio::test]
async fn there_are_hints_for_dice_and_for_four() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna
        .open(&json!({"game": "kaleidochess", "options": {"seats": "4", "dice": "on"},
            "seats": ["you", {"computer": 1}, {"computer": 1}, {"computer": 1}]}))
        .await;
    let state = anna.wait(&game, |state| to_act(state) == Some(0)).await;
    let given = hint(&anna, &game).await;
    let text = given["text"].as_str().expect("a text").to_owned();
    let listed = choices(&state);
    assert!(listed.iter().any(|choice| text.ends_with(choice.as_str())), "{text}: {listed:?}");
    assert!(given["from"].is_string() && given["to"].is_string(), "{given}");
    anna.submit(&game, &text).await;

    let grand = json!({"game": "grand-chess", "opponent": {"computer": 1}, "seat": 0});
    let game = anna.open(&grand).await;
    let given = hint(&anna, &game).await;
    anna.submit(&game, given["text"].as_str().expect("a text")).await;
}
