//! The numbered changes of sockets and streams: applied to the state before, they give the state
//! after, for every game and viewer.

use crate::harness::{Caller, Socket, TestServer, choices, kaleido};
use heterodox_server::testing::change::{apply, sorted};
use heterodox_testkit::Rng;
use serde_json::{Value, json};

/// Bodies of games with the computer or at one screen, for every game: with and without setup.
fn bodies() -> Vec<Value> {
    let computer = json!({"computer": 1});
    let open = |game: &str, start: Value, opponent: &Value| json!({"game": game, "start": start, "opponent": opponent, "seat": 0});
    let quick = json!({"quick": "north-west"});
    let setup = json!({"setup": true});
    let hot_seat = json!("hot-seat");
    let you = |seats: usize| json!(vec!["you"; seats]);
    let mut dice = kaleido(3, &you(3));
    dice["options"]["dice"] = json!("on");
    vec![
        open("klinzha", quick.clone(), &hot_seat),
        open("klinzha", setup.clone(), &hot_seat),
        open("klinzha", setup.clone(), &computer),
        open("grand-chess", setup.clone(), &hot_seat),
        open("kaleidochess", setup.clone(), &hot_seat),
        kaleido(4, &you(4)),
        dice,
        open("clouded-klinzha", quick, &computer),
        open("clouded-klinzha", setup.clone(), &hot_seat),
    ]
}

/// Compares what a socket knows with what the API says, once both have the same version.
async fn compare(caller: &Caller, socket: &mut Socket, game: &str, perspective: &str) {
    let path = match perspective {
        "" => format!("/api/games/{game}"),
        perspective => format!("/api/games/{game}?as={perspective}"),
    };
    loop {
        let state = caller.get(&path).await.body;
        while socket.state["version"].as_u64() < state["version"].as_u64() {
            socket.next_of("state").await;
        }
        // The computer may have moved in the meantime.
        if socket.state["version"] == state["version"] {
            assert_eq!(sorted(socket.state.clone()), sorted(state), "{game} as {perspective}");
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_before_and_a_change_are_the_state_after() {
    let server = TestServer::start().await;
    let mut rng = Rng::new(27);
    let mut changes = 0;
    for body in bodies() {
        let anna = server.guest().await;
        let game = anna.open(&body).await;
        let perspectives = ["", "0", "public"];
        let mut sockets = Vec::new();
        for perspective in perspectives {
            let mut socket = match perspective {
                "" => anna.socket(&game).await,
                perspective => anna.socket_as(&game, perspective).await,
            };
            socket.next_of("state").await;
            sockets.push(socket);
        }
        for step in 0..30 {
            for seat in [0, 1, 2, 3] {
                let state = anna.get(&format!("/api/games/{game}?as={seat}")).await.body;
                let texts = if state["scene"].is_null() { Vec::new() } else { choices(&state) };
                if texts.is_empty() {
                    continue;
                }
                let act = match step % 10 {
                    8 => json!({"act": "offer-draw", "seat": seat}),
                    9 => json!({"act": "decline-draw", "seat": 1 - seat % 2}),
                    _ => json!({"act": "submit", "seat": seat, "text": rng.pick(&texts)}),
                };
                anna.try_act(&game, &act).await;
                for (socket, perspective) in sockets.iter_mut().zip(perspectives) {
                    compare(&anna, socket, &game, perspective).await;
                }
            }
        }
        changes += anna.state(&game).await["version"].as_u64().expect("a number");
        anna.try_act(&game, &json!({"act": "ask-takeback", "seat": 0})).await;
        anna.try_act(&game, &json!({"act": "resign", "seat": 0})).await;
        for (socket, perspective) in sockets.iter_mut().zip(perspectives) {
            compare(&anna, socket, &game, perspective).await;
        }
    }
    assert!(changes > 150, "too little has happened: {changes} changes");
}

/// A client that comes back gets what it has missed; one that was away too long gets the state.
#[tokio::test]
async fn a_client_that_comes_back_gets_what_it_has_missed() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let bert = server.guest().await;
    let body = json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open",
        "seat": 0});
    let game = anna.open(&body).await;
    bert.join(&game).await;
    let mut watching = anna.socket(&game).await;
    let mut state = watching.next_of("state").await["state"].take();
    drop(watching);
    // The server has noticed that the socket is closed.
    loop {
        let seen = anna.state(&game).await;
        if seen["players"][0]["online"] == false {
            break;
        }
    }
    let play = async |count: usize| {
        for _ in 0..count {
            for player in [&anna, &bert] {
                if let Some(text) = choices(&player.state(&game).await).first() {
                    player.submit(&game, text).await;
                    break;
                }
            }
        }
    };
    play(3).await;
    let mut resumed = anna.socket_since(&game, &state["version"]).await;
    for version in [2, 3, 4] {
        let message = resumed.next_message().await;
        assert_eq!((&message["type"], &message["version"]), (&json!("change"), &json!(version)));
        apply(&mut state, &message);
    }
    let presence = resumed.next_message().await;
    assert_eq!((&presence["from"], &presence["version"]), (&json!(4), &json!(4)));
    apply(&mut state, &presence);
    assert_eq!(sorted(state.clone()), sorted(anna.state(&game).await));
    // Without a change only the presence is sent.
    let mut again = anna.socket_since(&game, &json!(4)).await;
    assert_eq!(again.next_message().await["version"], 4);
    drop((resumed, again));
    play(40).await;
    let mut late = anna.socket_since(&game, &json!(4)).await;
    assert_eq!(late.next_message().await["type"], "state", "too much was missed");
    let mut strange = anna.socket_since(&game, &json!(4000)).await;
    assert_eq!(strange.next_message().await["type"], "state", "a version that never was");
}

/// What is kept for a client that comes back is counted for its own view: the secret steps of the
/// opponent's setup do not push it out.
#[tokio::test]
async fn unseen_steps_do_not_shorten_what_a_client_can_resume() {
    for unseen in [0, 30] {
        let server = TestServer::start().await;
        let players = [server.guest().await, server.guest().await];
        let body = json!({"game": "clouded-klinzha", "opponent": "open", "seat": 0});
        let game = players[0].open(&body).await;
        players[1].join(&game).await;
        // The first choice that begins with one of these words.
        let first = async |player: &Caller, words: &[&str]| {
            let all = choices(&player.state(&game).await);
            let of = |word: &&str| all.iter().find(|text| text.starts_with(*word)).cloned();
            words.iter().find_map(of)
        };
        // Step 1. The open part of the setup, until one player places.
        let mut placing = None;
        for _ in 0..50 {
            for (index, player) in players.iter().enumerate() {
                if placing.is_none() && first(player, &["place"]).await.is_some() {
                    placing = Some(index);
                } else if let (None, Some(text)) = (placing, first(player, &[""]).await) {
                    player.submit(&game, &text).await;
                }
            }
        }
        let placing = placing.expect("a player places");
        let (anna, bert) = (&players[placing], &players[1 - placing]);
        // Step 2. Anna leaves and places all her pieces.
        let mut watching = anna.socket(&game).await;
        let since = watching.next_of("state").await["state"]["version"].clone();
        drop(watching);
        for _ in 0..1000 {
            let state = anna.state(&game).await;
            if state["players"][placing]["online"] == false {
                break;
            }
        }
        let mut steps = 0;
        while let Some(text) = first(anna, &["place", "done"]).await {
            anna.submit(&game, &text).await;
            steps += 1;
        }
        // Step 3. Bert makes steps that she does not see.
        for _ in 0..unseen {
            let text = first(bert, &["place", "clear", "lift", "take"]).await;
            bert.submit(&game, &text.expect("a step")).await;
        }
        // Step 4. Anna comes back.
        let mut resumed = anna.socket_since(&game, &since).await;
        let mut versions = Vec::new();
        for _ in 0..steps {
            let message = resumed.next_message().await;
            assert_eq!(message["type"], "change", "after {unseen} unseen steps");
            versions.push(message["version"].as_u64().expect("a version"));
        }
        assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
    }
}

/// The stream is the socket's messages, one in each line.
#[tokio::test]
async fn a_stream_has_the_messages_of_a_socket() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let body = json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
    let game = anna.open(&body).await;
    let path = format!("/api/games/{game}/stream?as=0");
    let response = anna.request(reqwest::Method::GET, &path).send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    let mut stream = response;
    let mut text = String::new();
    let mut line = async || loop {
        if let Some((line, rest)) = text.split_once('\n') {
            let (line, rest) = (line.to_owned(), rest.to_owned());
            text = rest;
            if !line.is_empty() {
                return serde_json::from_str::<Value>(&line).expect("JSON");
            }
            continue;
        }
        let chunk = stream.chunk().await.expect("a chunk").expect("more");
        text.push_str(std::str::from_utf8(&chunk).expect("text"));
    };
    let mut state = line().await["state"].take();
    let first = choices(&state)[0].clone();
    anna.submit(&game, &first).await;
    let mut change = line().await;
    while change["version"] == 0 {
        apply(&mut state, &change);
        change = line().await;
    }
    apply(&mut state, &change);
    assert_eq!(state["moves"], json!([first]));
    let refused = anna.get(&format!("/api/games/{game}/stream?since=-1")).await;
    refused.assert_error(400, "bad-parameter", &["since"]);
}
