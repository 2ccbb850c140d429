//! Perspectives of callers: shared screens, `?as=`, and what a game with hidden information reveals
//! of hidden acts.

use crate::harness::{Caller, TestServer, choices, phase, to_act};
use heterodox_server::testing::change::sorted;
use serde_json::{Value, json};

/// A Blind Klin Zha game with setup; both players have joined.
pub(crate) async fn blind_game(server: &TestServer) -> (String, [Caller; 2]) {
    let (anna, bert) = (server.guest().await, server.guest().await);
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"}, "opponent": "open", "seat": 0});
    let game = anna.open(&wanted).await;
    assert_eq!(bert.join(&game).await, 1);
    (game, [anna, bert])
}

/// A setup step that shortens the setup.
pub(crate) fn step(state: &Value) -> String {
    let choices = choices(state);
    let starting = |start: &str| choices.iter().find(|text| text.starts_with(start)).cloned();
    match phase(state) {
        "option" => "option first".to_owned(),
        "place" => starting("done").or_else(|| starting("array")).expect("an array"),
        _ => choices[0].clone(),
    }
}

/// Takes steps until `wished`; returns the seat that is to act then, and its state.
pub(crate) async fn until(
    game: &str,
    seats: &[Caller; 2],
    wished: impl Fn(&Value) -> bool,
) -> (usize, Value) {
    loop {
        let seat = to_act(&seats[0].state(game).await).expect("somebody is to act");
        let state = seats[seat].state(game).await;
        if wished(&state) {
            return (seat, state);
        }
        seats[seat].submit(game, &step(&state)).await;
    }
}

/// Plays until the second placement of the setup begins; returns the seat that places.
async fn second_placement(game: &str, seats: &[Caller; 2]) -> usize {
    let (first, _) = until(game, seats, |state| phase(state) == "place").await;
    let second = |state: &Value| phase(state) == "place" && to_act(state) != Some(first);
    until(game, seats, second).await.0
}

#[tokio::test]
async fn people_at_one_screen_follow_the_turn_in_an_open_game() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let wanted =
        json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
    let game = anna.open(&wanted).await;
    let mut socket = anna.socket(&game).await;
    let state = socket.next().await["state"].take();
    assert_eq!((&state["seat"], &state["seats"]), (&json!(0), &json!([0, 1])));
    assert_eq!(state["open"], false);
    assert_eq!(state["players"][0], state["players"][1]);
    assert_eq!(state["players"][1]["online"], true);

    socket.act(1, &json!({"act": "submit", "text": choices(&state)[0]})).await;
    assert_eq!(socket.next_of("answer").await["version"], 1);
    let state = socket.wait(|state| state["version"] == 1).await;
    assert_eq!((&state["seat"], to_act(&state)), (&json!(1), Some(1)));
    assert_eq!(sorted(anna.state(&game).await), sorted(state.clone()));
    anna.submit(&game, &choices(&state)[0]).await;
    let early =
        anna.try_act(&game, &json!({"act": "submit", "text": "V@A19 B19", "seat": 1})).await;
    early.assert_error(422, "not-your-turn", &[]);

    // A take-back is granted at once, because the opponent sits at the same screen.
    anna.act(&game, &json!({"act": "ask-takeback", "seat": 1})).await;
    let state = anna.state(&game).await;
    assert_eq!((state["moves"].as_array().map(Vec::len), to_act(&state)), (Some(1), Some(1)));
    let nobody = server.nobody().state(&game).await;
    assert_eq!(nobody["seats"], json!([]));
    assert_eq!(nobody["seat"], Value::Null);

    anna.act(&game, &json!({"act": "resign", "seat": 0})).await;
    let again = anna.post(&format!("/api/games/{game}/rematch"), &json!({})).await;
    assert_eq!(again.status, 200, "nobody else needs to be asked: {}", again.body);
    let next = anna.state(again.body["id"].as_str().expect("an id")).await;
    assert_eq!(next["seats"], json!([0, 1]));
}

#[tokio::test]
async fn behind_the_curtain_is_what_everybody_sees() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
        "start": {"quick": "north-west"}, "opponent": "hot-seat", "seat": 1});
    let game = anna.open(&wanted).await;
    let curtain = anna.state(&game).await;
    assert_eq!((&curtain["seat"], &curtain["seats"]), (&Value::Null, &json!([0, 1])));
    assert_eq!(curtain["scene"]["frame"]["pieces"], json!([]));
    assert_eq!(anna.get(&format!("/api/games/{game}?as=public")).await.body, curtain);

    for seat in [0, 1] {
        let state = anna.get(&format!("/api/games/{game}?as={seat}")).await.body;
        assert_eq!(
            (&state["seat"], &state["scene"]["viewer"]["seat"]),
            (&json!(seat), &json!(seat))
        );
        let pieces = state["scene"]["frame"]["pieces"].as_array().expect("pieces").clone();
        let side = ["gold", "green"][seat];
        assert!(!pieces.is_empty() && pieces.iter().all(|piece| piece["side"] == side));
        assert_eq!(choices(&state).is_empty(), seat != 0);
        let mut socket = anna.socket_as(&game, &seat.to_string()).await;
        assert_eq!(socket.next().await["state"]["seat"], json!(seat));
    }

    // A socket with the perspective of a seat acts for that seat, also out of turn.
    let mut green = anna.socket_as(&game, "1").await;
    green.act(1, &json!({"act": "submit", "text": "V@A19 B19"})).await;
    assert_eq!(green.next_of("answer").await["error"]["code"], "not-your-turn");
    let state = anna.get(&format!("/api/games/{game}?as=0")).await.body;
    anna.submit(&game, &choices(&state)[0]).await;
    let state = green.wait(|state| to_act(state) == Some(1)).await;
    assert_eq!(state["seat"], json!(1));
}

#[tokio::test]
async fn nobody_has_the_sight_of_others_before_the_end() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = blind_game(&server).await;
    let tails = ["", "/frames", "/record", "/picture.svg", "/picture.png", "/paths"];
    for tail in tails {
        let path = |sight: &str| format!("/api/games/{game}{tail}?text=x&as={sight}");
        for caller in [&bert, &server.nobody(), &server.guest().await] {
            caller.get(&path("0")).await.assert_error(403, "not-your-seat", &["seat 0"]);
            assert_eq!(caller.get(&path("public")).await.status, 200, "{tail}");
            caller.get(&path("2")).await.assert_error(400, "no-such-seat", &["2", "0 to 1"]);
            caller.get(&path("gold")).await.assert_error(400, "bad-parameter", &["'as'", "'gold'"]);
            let twice = path("public") + "&as=public";
            caller.get(&twice).await.assert_error(400, "bad-parameter", &["once"]);
        }
        assert_eq!(anna.get(&path("0")).await.status, 200, "{tail}");
    }
    let stranger = bert.get(&format!("/api/games/{game}/socket?as=0")).await;
    stranger.assert_error(400, "bad-header", &[]);
    let act = json!({"act": "resign", "seat": 0});
    bert.try_act(&game, &act).await.assert_error(403, "not-your-seat", &[]);
    let act = json!({"act": "resign", "seat": 7});
    bert.try_act(&game, &act).await.assert_error(400, "no-such-seat", &[]);

    until(&game, &[anna.clone(), bert.clone()], |state| phase(state) == "play").await;
    bert.act(&game, &json!({"act": "resign", "seat": 1})).await;
    for sight in ["0", "1", "public"] {
        let state = server.nobody().get(&format!("/api/games/{game}?as={sight}")).await;
        assert_eq!(state.status, 200, "once it is over everybody may know everything");
        let pieces = state.body["scene"]["frame"]["pieces"].as_array().map(Vec::len);
        assert_eq!((pieces, &state.body["seats"]), (Some(18), &json!([])));
        let seen = format!("/api/games/{game}/frames?seen=true&as={sight}");
        let frames = server.nobody().get(&seen).await.body;
        let seen = frames["frames"][0]["pieces"].as_array().map_or(0, Vec::len);
        assert_eq!(seen > 0, sight != "public", "what was seen then");
        let path = format!("/api/games/{game}/record?seen=true&as={sight}");
        let record = server.nobody().get(&path).await.body;
        let record = record.as_str().expect("a record");
        assert_eq!(record.contains("as: public"), sight == "public", "{record}");
    }
    let full = server.nobody().get(&format!("/api/games/{game}/record")).await.body;
    assert!(!full.as_str().expect("a record").contains("as:"), "{full}");
}

#[tokio::test]
async fn nobody_can_count_what_is_placed_unseen() {
    let server = TestServer::start().await;
    let (game, seats) = blind_game(&server).await;
    let second = second_placement(&game, &seats).await;
    let first = 1 - second;
    let mut watching = [seats[first].socket(&game).await, server.nobody().socket(&game).await];
    let mut states = Vec::new();
    for socket in &mut watching {
        states.push(socket.next().await["state"].take());
    }
    let begun = seats[second].state(&game).await["version"].as_u64().expect("a version");
    // Places a warrior, takes it back, places all of them.
    let place = choices(&seats[second].state(&game).await)
        .into_iter()
        .find(|text| text.starts_with("place") && text.split(' ').count() == 3)
        .expect("a warrior to place");
    seats[second].submit(&game, &place).await;
    let lift = choices(&seats[second].state(&game).await);
    let lift = lift.iter().find(|text| text.starts_with("lift")).expect("it can be lifted").clone();
    seats[second].submit(&game, &lift).await;
    let after = seats[second].submit(&game, &step(&seats[second].state(&game).await)).await;
    assert_eq!(after, begun + 3, "who places counts its own steps");

    assert_eq!(seats[first].state(&game).await, states[0]);
    assert_eq!(server.nobody().state(&game).await, states[1]);
    // An act for the version that the opponent knows is not outdated.
    let expect = &states[0]["version"];
    let early = seats[first]
        .try_act(&game, &json!({"act": "submit", "text": "done", "expect": expect}))
        .await;
    early.assert_error(422, "not-your-turn", &[]);
    seats[second].act(&game, &json!({"act": "offer-draw"})).await;
    for (socket, state) in watching.iter_mut().zip(&states) {
        let next = socket.next().await;
        assert_eq!(
            next["state"]["scene"]["draw_offers"],
            json!([second]),
            "the first that is heard"
        );
        let version = next["state"]["version"].as_u64();
        assert_eq!(version, state["version"].as_u64().map(|version| version + 1));
    }

    // A server that reads the log counts versions the same way.
    let before = seats[first].state(&game).await;
    let public = server.nobody().state(&game).await;
    drop(watching);
    let (nobody, first_seat) = (server.nobody(), seats[first].clone());
    let server = server.restart().await;
    let [nobody, first_seat] =
        [nobody, first_seat].map(|caller| Caller { base: server.base.clone(), ..caller });
    assert_eq!(first_seat.state(&game).await["version"], before["version"]);
    assert_eq!(nobody.state(&game).await["version"], public["version"]);
}

#[tokio::test]
async fn a_map_is_drawn_once_and_kept() {
    let server = TestServer::start().await;
    let drawn = server.nobody().post("/api/clouds", &json!({})).await.body;
    let seed = drawn["seed"].as_u64().expect("a seed");
    let again =
        server.nobody().post("/api/clouds", &json!({"clouds": format!("seed:{seed}")})).await;
    assert_eq!(again.body, drawn);
    assert_eq!(drawn["clouds"].as_str().map(|rows| rows.split('/').count()), Some(9));
    let same = server.nobody().post("/api/clouds", &json!({"clouds": drawn["clouds"]})).await.body;
    assert_eq!((&same["areas"], &same["seed"]), (&drawn["areas"], &Value::Null));
    let blind = server.nobody().post("/api/clouds", &json!({"clouds": "blind"})).await.body;
    assert_eq!((&blind["clouds"], &blind["seed"]), (&json!("blind"), &Value::Null));
    let bad = server.nobody().post("/api/clouds", &json!({"clouds": "fog"})).await;
    bad.assert_error(422, "bad-clouds", &["fog"]);

    // A game without a map is given a seed; a game with a map, named in any way, is not.
    let checked = |options: Value| {
        let nobody = server.nobody();
        async move {
            let wanted = json!({"game": "clouded-klinzha", "options": options});
            nobody.post("/api/check", &wanted).await.body
        }
    };
    let check = checked(json!({})).await;
    let seed = check["options"]["seed"].as_str().expect("a seed").to_owned();
    let notice = json!({"key": "clouds", "args": [["seed", seed]], "cells": []});
    assert_eq!(check["scene"]["notices"][0], notice);
    let map = server.nobody().post("/api/clouds", &json!({"clouds": format!("seed:{seed}")})).await;
    assert_eq!(check["scene"]["frame"]["areas"], map.body["areas"]);
    for clouds in ["blind", "seed:7", drawn["clouds"].as_str().expect("rows")] {
        let check = checked(json!({"clouds": clouds})).await;
        assert_eq!(check["options"], json!({"clouds": clouds}));
    }
    let anna = server.guest().await;
    let game = anna.open(&json!({"game": "clouded-klinzha", "opponent": "open"})).await;
    let options = anna.state(&game).await["scene"]["options"].take();
    assert!(options["seed"].is_string(), "{options}");
}

#[tokio::test]
async fn ways_under_clouds_are_told_from_the_own_view() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "seed:1"},
        "start": {"quick": "north-west"}, "opponent": "open", "seat": 0});
    let game = anna.open(&wanted).await;
    let state = anna.state(&game).await;
    let mut most = 0;
    for choice in state["scene"]["choices"].as_array().expect("choices") {
        let text = choice["text"].as_str().expect("a text");
        let path = format!("/api/games/{game}/paths?text={}", text.replace(' ', "%20"));
        let paths = anna.get(&path).await.body["paths"].take();
        let paths = paths.as_array().expect("paths").clone();
        assert_eq!(paths.first(), choice.get("path"), "{text}");
        most = most.max(paths.len());
    }
    assert!(most > 1, "some warrior may go more than one way");
    let path = format!("/api/games/{game}/paths");
    let none = server.nobody().get(&format!("{path}?text=x")).await;
    assert_eq!(none.body, json!({"paths": []}));
    anna.get(&path).await.assert_error(400, "bad-parameter", &["'text'"]);
}

#[tokio::test]
async fn the_editor_shows_what_lies_under_clouds() {
    let server = TestServer::start().await;
    let edits = json!([{"edit": "put", "side": "gold", "kind": "B", "cell": "A19"},
        {"edit": "put", "side": "gold", "kind": "G", "cell": "C17"},
        {"edit": "put", "side": "green", "kind": "G", "cell": "I11"},
        {"edit": "put", "side": "green", "kind": "V", "cell": "I33"}]);
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"}, "edits": edits});
    let made = server.nobody().post("/api/editor", &wanted).await.body;
    assert_eq!(made["flaws"], json!([]));
    assert_eq!(made["frame"]["pieces"].as_array().map(Vec::len), Some(4), "{made}");
    let kinds: Vec<_> = made["frame"]["areas"]
        .as_array()
        .expect("areas")
        .iter()
        .map(|area| &area["kind"])
        .collect();
    assert_eq!(kinds, ["cloud-under", "zone"]);
    let opened = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"}, "start": {"position": made["position"]}});
    let check = server.nobody().post("/api/check", &opened).await.body;
    assert_eq!(check["scene"]["frame"]["pieces"], json!([]), "everybody else sees clouds");
}
