//! Analysis: single positions, and whole games with a score for each ply.

use crate::harness::{Caller, Socket, TestServer, config, quick, to_act};
use heterodox_testkit::Rng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// White mates with the rook from g1.
const MATE_IN_ONE: &str = "k9/7R2/10/10/10/10/10/10/10/K5R3 w - - 0 1";
/// White is a queen up.
const QUEEN: &str = "k9/10/3Q6/10/10/10/10/10/10/K9 w - - 0 1";

fn look(id: u64, more: &Value) -> Value {
    frame("look", id, more)
}

fn frame(kind: &str, id: u64, more: &Value) -> Value {
    let mut frame = json!({"type": kind, "id": id, "game": "klinzha"});
    for (key, value) in more.as_object().expect("an object") {
        frame[key] = value.clone();
    }
    frame
}

async fn ask(socket: &mut Socket, frame: &Value) {
    socket.send(frame.to_string()).await;
}

/// A server that analyses on one thread.
async fn one_thread() -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.analysis_workers = NonZeroUsize::MIN;
    TestServer::start_with(home, config).await
}

#[tokio::test]
async fn a_look_goes_deeper_until_it_is_stopped() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    ask(&mut socket, &look(7, &json!({"lines": 3}))).await;
    let mut depth = 0;
    while depth < 5 {
        let found = socket.next_of("found").await;
        assert_eq!((&found["id"], &found["turn"]), (&json!(7), &json!(0)), "{found}");
        assert!(found["depth"].as_u64().expect("a depth") > depth, "deeper each time: {found}");
        depth = found["depth"].as_u64().expect("a depth");
        assert!(found["selective_depth"].as_u64() >= Some(depth), "{found}");
        assert!(found["nodes"].as_u64() > Some(0) && found["nps"].is_u64(), "{found}");
        let lines = found["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3);
        for line in lines {
            assert_eq!(line["score"]["kind"], "centi", "{line}");
            let (pv, cells) = (&line["pv"], line["cells"].as_array().expect("cells"));
            assert_eq!(pv.as_array().map(Vec::len), Some(cells.len()), "{line}");
            let text = pv[0].as_str().expect("a move");
            for cell in cells[0].as_array().expect("from and to") {
                assert!(text.contains(cell.as_str().expect("a cell")), "{line}");
            }
        }
    }
    ask(&mut socket, &json!({"type": "stop"})).await;
    let done = socket.next_of("done").await;
    assert_eq!(done, json!({"type": "done", "id": 7, "reason": "stopped"}));
    // No further message comes before the answer to the next request.
    ask(&mut socket, &json!({"type": "stop"})).await;
    ask(&mut socket, &json!("?")).await;
    assert_eq!(socket.next().await["type"], "error");
}

#[tokio::test]
async fn a_look_ends_when_there_is_nothing_more_to_find() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    let mate = json!({"game": "grand-chess", "position": MATE_IN_ONE});
    ask(&mut socket, &look(1, &mate)).await;
    let found = socket.next_of("found").await;
    assert_eq!(found["lines"][0]["score"], json!({"kind": "win-in", "value": 1}), "{found}");
    assert_eq!(found["lines"][0]["cells"][0], json!(["g1", "g10"]));
    assert_eq!(socket.next_of("done").await["reason"], "decided");

    // Moves are read in the notation that a game shows.
    for text in ["g1g10", "Rg10#"] {
        let over = json!({"game": "grand-chess", "position": MATE_IN_ONE, "moves": [text]});
        ask(&mut socket, &look(2, &over)).await;
        assert_eq!(socket.next().await, json!({"type": "done", "id": 2, "reason": "over"}));
    }
}

#[tokio::test]
async fn the_score_is_that_of_the_seat_to_move() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    let position = "k9/10/10/10/10/10/10/10/10/K5R3 b - - 0 1";
    ask(&mut socket, &look(1, &json!({"game": "grand-chess", "position": position}))).await;
    let found = socket.next_of("found").await;
    assert_eq!(found["turn"], 1);
    assert!(found["lines"][0]["score"]["value"].as_i64() < Some(-200), "{found}");

    // The turn is a seat, numbered as in a game: seat 0 begins from the initial position.
    for game in ["klinzha", "grand-chess", "kaleidochess"] {
        ask(&mut socket, &look(2, &json!({"game": game, "options": {}}))).await;
        // Results of the search before may still arrive.
        let found = loop {
            let found = socket.next_of("found").await;
            if found["id"] == 2 {
                break found;
            }
        };
        assert_eq!(found["turn"], 0, "{game}");
    }
}

#[tokio::test]
async fn another_look_takes_the_place_of_the_one_before() {
    let server = one_thread().await;
    let mut socket = server.nobody().analysis().await;
    for id in 1..=5 {
        ask(&mut socket, &look(id, &json!({}))).await;
        while socket.next_of("found").await["id"] != id {}
        if id < 5 {
            ask(&mut socket, &look(id + 1, &json!({"game": "no-game"}))).await;
            let done = socket.next_of("done").await;
            assert_eq!(done, json!({"type": "done", "id": id, "reason": "stopped"}));
            let refused = socket.next_of("refused").await;
            assert_eq!(refused["problem"]["code"], "no-such-game", "{refused}");
        }
    }
}

#[tokio::test]
async fn who_comes_later_waits_and_who_goes_makes_place() {
    let server = one_thread().await;
    let nobody = server.nobody();
    let mut sockets = [nobody.analysis().await, nobody.analysis().await, nobody.analysis().await];
    ask(&mut sockets[0], &look(1, &json!({}))).await;
    sockets[0].next_of("found").await;
    for (place, socket) in sockets.iter_mut().enumerate().skip(1) {
        ask(socket, &look(1, &json!({}))).await;
        let waiting = socket.next().await;
        assert_eq!(waiting, json!({"type": "waiting", "id": 1, "place": place}));
    }
    let [first, mut second, mut third] = sockets;
    // The connection drops without a close frame.
    drop(first);
    second.next_of("found").await;
    assert_eq!(third.next_of("waiting").await["place"], 1);
    ask(&mut second, &json!({"type": "stop"})).await;
    third.next_of("found").await;
}

#[tokio::test]
async fn one_address_looks_at_so_much_and_no_more() {
    let server = one_thread().await;
    let nobody = server.nobody();
    let mut sockets = Vec::new();
    for place in 0..8 {
        let mut socket = nobody.analysis().await;
        ask(&mut socket, &look(1, &json!({}))).await;
        socket.next_of(if place == 0 { "found" } else { "waiting" }).await;
        sockets.push(socket);
    }
    let mut socket = nobody.analysis().await;
    ask(&mut socket, &look(9, &json!({}))).await;
    let refused = socket.next().await;
    assert_eq!((&refused["type"], &refused["id"]), (&json!("refused"), &json!(9)));
    let problem = &refused["problem"];
    assert_eq!(
        (&problem["code"], &problem["args"]["limit"]),
        (&json!("analysis-too-many"), &json!("8"))
    );
    sockets.push(socket);

    while sockets.len() < 128 {
        sockets.push(nobody.analysis().await);
    }
    let request = format!("{}/api/analysis", server.base.replace("http", "ws"));
    match connect_async(request.as_str()).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS),
        other => panic!("the 129th socket was not refused: {other:?}"),
    }
    // Games are not affected.
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    anna.socket(&game).await.next_of("state").await;
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_refused_with_reasons() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    let many = vec!["V@A19 B18"; 1001];
    let cases = [
        (json!({"game": "chess"}), "no-such-game", "'chess'"),
        (json!({"game": "clouded-klinzha"}), "no-analysis", "Clouded"),
        (
            json!({"game": "kaleidochess", "options": {"dice": "on"}}),
            "no-analysis",
            "these options",
        ),
        (
            json!({"game": "kaleidochess", "options": {"seats": "4"}}),
            "no-analysis",
            "these options",
        ),
        (json!({"options": {"colour": "red"}}), "bad-option", "colour"),
        (json!({"position": "x"}), "bad-position", "rows"),
        (json!({"position": ""}), "bad-position", "rows"),
        (json!({"moves": ["nonsense"]}), "analysis-move", "move 1, 'nonsense'"),
        (
            json!({"game": "grand-chess", "moves": ["c3c5", "c3c5"]}),
            "analysis-move",
            "move 2, 'c3c5'",
        ),
        (json!({"moves": many}), "analysis-too-long", "1000"),
        (json!({"lines": 0}), "bad-body", "from 1 to 5"),
        (json!({"lines": 6}), "bad-body", "from 1 to 5"),
        (json!({"lines": "3"}), "bad-body", "a whole number"),
        (json!({"moves": null}), "bad-body", "'moves'"),
        (json!({"moves": [1]}), "bad-body", "'moves[0]'"),
        (json!({"options": []}), "bad-body", "'options'"),
        (json!({"positions": []}), "bad-body", "`positions`"),
        (json!({"depth": 7}), "bad-body", "unknown field `depth`"),
        (json!({"type": "dance"}), "bad-body", "`look`"),
    ];
    for (id, (more, code, part)) in cases.iter().enumerate() {
        ask(&mut socket, &look(id as u64, more)).await;
        let refused = socket.next().await;
        assert_eq!(
            (&refused["type"], &refused["id"]),
            (&json!("refused"), &json!(id)),
            "{refused}"
        );
        let problem = &refused["problem"];
        assert_eq!(problem["code"], *code, "{problem}");
        let message = problem["message"].as_str().expect("a message");
        assert!(message.contains(part), "{message} lacks {part}");
    }
    let game = json!({"position": null, "positions": ["x"], "moves": []});
    ask(&mut socket, &frame("game", 5, &game)).await;
    assert_eq!(socket.next().await["problem"]["code"], "bad-body");
    ask(&mut socket, &json!({"type": "stop", "lines": 1, "id": 3})).await;
    assert_eq!(socket.next().await["problem"]["code"], "bad-body");

    // The frame is too long to be read, so the error carries no id.
    let long = format!("{{\"id\": 1, \"x\": \"{}\"}}", "x".repeat(70_000));
    let unreadable: [(Message, &str); 4] = [
        ("".into(), "bad-json"),
        ("{\"type\": \"look\", \"game\": \"klinzha\"}".into(), "bad-body"),
        (Message::Binary(b"\x00".as_slice().into()), "bad-frame"),
        (long.into(), "too-large"),
    ];
    for (message, code) in unreadable {
        socket.send(message).await;
        let answer = socket.next().await;
        assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("error"), &json!(code)));
    }
    ask(&mut socket, &look(8, &json!({}))).await;
    assert_eq!(socket.next_of("found").await["id"], 8, "the socket has stayed");
}

#[tokio::test]
async fn pages_of_others_cannot_look_through_their_visitors() {
    let server = TestServer::start().await;
    let mut request = format!("{}/api/analysis", server.base.replace("http", "ws"))
        .into_client_request()
        .expect("an address");
    request.headers_mut().insert("origin", "https://example.org".parse().expect("a header"));
    match connect_async(request).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), StatusCode::FORBIDDEN),
        other => panic!("it was let in: {other:?}"),
    }
    let plain = server.nobody().get("/api/analysis").await;
    plain.assert_error(400, "bad-header", &["upgrade"]);
    let wrong = server.nobody().request(Method::POST, "/api/analysis").send().await;
    assert_eq!(wrong.expect("an answer").status(), 405);
}

/// All messages up to and including the one that ends the analysis of the game.
async fn judged(socket: &mut Socket, id: u64, more: &Value) -> Vec<Value> {
    ask(socket, &frame("game", id, more)).await;
    let mut plies = Vec::new();
    loop {
        let message = socket.next().await;
        match message["type"].as_str() {
            Some("ply") => plies.push(message),
            Some("waiting") => {}
            Some("done") => {
                assert_eq!(message, json!({"type": "done", "id": id, "reason": "limit"}));
                return plies;
            }
            _ => panic!("{message}"),
        }
    }
}

#[tokio::test]
async fn a_game_is_judged_ply_by_ply() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    // The king takes the queen that stands beside it unguarded.
    let moves = ["d8b10", "a10b10"];
    let game = json!({"game": "grand-chess", "position": QUEEN, "moves": moves});
    let plies = judged(&mut socket, 4, &game).await;
    assert_eq!(plies.len(), 3, "{plies:?}");
    for (number, ply) in plies.iter().enumerate() {
        assert_eq!((&ply["id"], &ply["ply"]), (&json!(4), &json!(number)));
        assert_eq!(ply["best"], ply["pv"][0]);
    }
    let marks: Vec<&Value> = plies.iter().map(|ply| &ply["mark"]).collect();
    assert_eq!(marks, [&Value::Null, &json!("blunder"), &Value::Null], "{plies:?}");
    assert_eq!(plies[1]["best_cells"], json!(["a10", "b10"]), "{plies:?}");
    // Black is to move and can take the queen: the score of seat 0 drops from a clear advantage to
    // equality.
    let worth = |ply: usize| match plies[ply]["score"]["kind"].as_str() {
        Some("win-in") => 10_000,
        _ => plies[ply]["score"]["value"].as_i64().expect("hundredths"),
    };
    assert!(worth(0) > 500 && (-100..100).contains(&worth(1)), "{plies:?}");

    // The result is deterministic.
    let again = judged(&mut socket, 4, &game).await;
    assert_eq!(again, plies);
}

#[tokio::test]
async fn a_game_is_judged_from_its_positions() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna
        .open(&json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
            "start": {"quick": "north-west"}, "opponent": "hot-seat"}))
        .await;
    for _ in 0..2 {
        let seat = to_act(&anna.state(&game).await).expect("somebody");
        let state = anna.get(&format!("/api/games/{game}?as={seat}")).await.body;
        let text = state["scene"]["choices"][0]["text"].clone();
        anna.act(&game, &json!({"act": "submit", "text": text, "seat": seat})).await;
    }
    anna.act(&game, &json!({"act": "resign", "seat": 0})).await;
    let frames = anna.get(&format!("/api/games/{game}/frames")).await.body;
    let frames = frames["frames"].as_array().expect("frames");
    let positions: Vec<&Value> = frames.iter().map(|frame| &frame["position"]).collect();
    assert_eq!(positions.len(), 3);

    let mut socket = server.nobody().analysis().await;
    let plies = judged(&mut socket, 1, &json!({"positions": positions})).await;
    assert_eq!(plies.len(), 3);
    assert!(plies.iter().all(|ply| ply["best"].is_string()), "{plies:?}");
}

#[tokio::test]
async fn a_game_that_is_over_is_won_in_nothing() {
    let server = TestServer::start().await;
    let mut socket = server.nobody().analysis().await;
    let game = json!({"game": "grand-chess", "position": MATE_IN_ONE, "moves": ["g1g10"]});
    let plies = judged(&mut socket, 1, &game).await;
    assert_eq!(plies[0]["score"], json!({"kind": "win-in", "value": 1}));
    assert_eq!(plies[1]["score"], json!({"kind": "win-in", "value": 0}));
    assert_eq!((&plies[1]["best"], &plies[1]["mark"]), (&Value::Null, &Value::Null));
    assert_eq!(plies[1]["best_cells"], json!([]));
    assert!(judged(&mut socket, 2, &json!({"positions": []})).await.is_empty());
}

#[tokio::test]
async fn analysis_takes_nothing_from_games() {
    let server = one_thread().await;
    let mut sockets = Vec::new();
    for _ in 0..6 {
        let mut socket = server.nobody().analysis().await;
        ask(&mut socket, &look(1, &json!({}))).await;
        sockets.push(socket);
    }
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!({"computer": 1}))).await;
    for plies in [2, 4] {
        let mine = anna.wait(&game, |state| to_act(state) == Some(0)).await;
        anna.submit(&game, mine["scene"]["choices"][0]["text"].as_str().expect("a text")).await;
        let count = |state: &Value| state["moves"].as_array().map_or(0, Vec::len);
        anna.wait(&game, |state| count(state) >= plies || state["scene"]["outcome"].is_object())
            .await;
    }
    let hint = anna.post(&format!("/api/games/{game}/hint"), &json!({})).await;
    assert!(hint.status == 200 || hint.status == 409, "{hint:?}");
}

/// Any JSON.
fn value(rng: &mut Rng, depth: usize) -> Value {
    let texts = [
        "",
        "klinzha",
        "grand-chess",
        "kaleidochess",
        "V@A19 B18",
        "c3c5",
        "1B-2F",
        "\u{0}",
        "🀄",
        MATE_IN_ONE,
        "1/3/5/7/9/11/13/15/17 gold 0 1",
        "stop",
        "--",
        "O-O",
    ];
    match rng.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!(*rng.pick(&[0_i64, 1, 3, 5, -1, i64::MAX, i64::MIN])),
        3 => json!(*rng.pick(&[0.5, 1e300])),
        4 => json!(rng.pick(&texts)),
        5 => (0..rng.below(4)).map(|_| value(rng, depth - 1)).collect(),
        _ => {
            let keys = ["seats", "dice", "own", "promotion", "x"];
            let pairs = (0..rng.below(3)).map(|_| (rng.pick(&keys).to_string(), value(rng, 0)));
            Value::Object(pairs.collect())
        }
    }
}

/// A frame that is valid in part.
fn random_frame(rng: &mut Rng) -> Value {
    let mut frame = json!({"type": rng.pick(&["look", "game", "stop"]), "id": rng.below(9),
        "game": rng.pick(&["klinzha", "grand-chess", "kaleidochess", "chess"])});
    let keys = ["type", "id", "game", "options", "position", "moves", "positions", "lines"];
    for _ in 0..rng.below(4) {
        frame[*rng.pick(&keys)] = value(rng, 2);
    }
    frame
}

#[tokio::test]
async fn nothing_that_is_sent_brings_it_down() {
    let server = TestServer::start().await;
    let nobody: Caller = server.nobody();
    let mut rng = Rng::new(7);
    let mut socket = nobody.analysis().await;
    for round in 0..400 {
        let mut text = random_frame(&mut rng).to_string();
        if rng.below(5) == 0 {
            text.truncate(
                (0..=rng.below(text.len())).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0),
            );
        }
        socket.send(text.clone()).await;
        if round % 200 == 199 {
            // A new socket, because one socket may not send this many frames.
            socket = nobody.analysis().await;
        }
        if round % 40 == 39 {
            // Every request is answered, and the engine still runs.
            ask(&mut socket, &look(1000 + round, &json!({}))).await;
            loop {
                let message = socket.next().await;
                assert_ne!(message["problem"]["code"], "failed", "{text}: {message}");
                if message["type"] == "found" && message["id"] == 1000 + round {
                    break;
                }
            }
        }
    }
}

/// The code of the refusal of a frame; `None` if it is accepted.
async fn refusal(caller: &Caller, frame: &Value) -> Option<String> {
    let mut socket = caller.analysis().await;
    ask(&mut socket, frame).await;
    loop {
        let message = socket.next().await;
        match message["type"].as_str() {
            Some("refused") => return message["problem"]["code"].as_str().map(str::to_owned),
            Some("found" | "ply" | "done") => return None,
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_engine_does_not_look_at_running_games_of_its_caller() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&quick(&json!("open"))).await;
    bert.join(&game).await;
    let before = anna.state(&game).await;
    let moved = crate::harness::choices(&before)[0].clone();
    anna.submit(&game, &moved).await;
    let after = anna.state(&game).await["scene"]["frame"]["position"].clone();
    let before = before["scene"]["frame"]["position"].clone();
    let text = &anna.state(&game).await["moves"][0];
    // With other counters, as the last of some moves, and on the way to a later position.
    let words: Vec<_> = after.as_str().expect("text").split(' ').collect();
    let other = [&words[..words.len() - 2], &["7", "40"]].concat().join(" ");
    let reply = crate::harness::choices(&bert.state(&game).await)[0].clone();
    let asked = [
        look(1, &json!({"position": after})),
        look(1, &json!({"position": other})),
        look(1, &json!({"position": before, "moves": [moved]})),
        look(1, &json!({"position": before, "moves": [moved, reply]})),
        frame("game", 1, &json!({"position": before, "moves": [moved]})),
    ];
    assert!(text.is_string(), "{text}");
    for frame in &asked {
        for player in [&anna, &bert] {
            let refused = refusal(player, frame).await;
            assert_eq!(refused.as_deref(), Some("analysis-own-game"), "{frame}");
        }
        assert_eq!(refusal(&server.nobody(), frame).await, None, "{frame}");
        assert_eq!(refusal(&server.guest().await, frame).await, None, "others may");
    }
    assert_eq!(refusal(&anna, &look(1, &json!({"position": before}))).await, None, "the past");
    // Nor does it play on there, or give hints, by way of another game.
    let from_there = |opponent: Value| json!({"game": "klinzha", "start": {"position": after}, "opponent": opponent, "seat": 0});
    for opponent in [json!({"computer": 8}), json!("hot-seat")] {
        let refused = bert.post("/api/games", &from_there(opponent.clone())).await;
        assert_eq!(refused.status, 422, "{refused:?}");
        let others = server.guest().await.post("/api/games", &from_there(opponent)).await;
        assert_eq!(others.status, 201, "{others:?}");
    }
    let same = bert.open(&quick(&json!("hot-seat"))).await;
    let hint = async || bert.post(&format!("/api/games/{same}/hint"), &json!({})).await;
    assert_eq!(hint().await.status, 200, "many games begin like this");
    bert.submit(&same, &moved).await;
    assert_eq!(hint().await.status, 422, "the same moves lead to the same board");
    bert.submit(&same, &reply).await;
    assert_eq!(hint().await.status, 200);
    // Also before the invited person has taken its seat.
    let carl = server.guest().await;
    let offered = anna.post("/api/offers", &quick(&json!({"user": carl.name}))).await.body;
    let offered = offered["id"].as_str().expect("an id");
    let state = anna.state(offered).await;
    if let Some(first) = crate::harness::choices(&state).first() {
        anna.submit(offered, first).await;
        let position = anna.state(offered).await["scene"]["frame"]["position"].clone();
        let frame = look(1, &json!({"position": position}));
        assert_eq!(refusal(&carl, &frame).await.as_deref(), Some("analysis-own-game"));
    }
    anna.withdraw(offered).await;
    // Against the computer, and when the game is over.
    let alone = anna.open(&quick(&json!({"computer": 1}))).await;
    let position = anna.state(&alone).await["scene"]["frame"]["position"].clone();
    assert_eq!(refusal(&anna, &look(1, &json!({"position": position}))).await, None);
    anna.act(&game, &json!({"act": "resign"})).await;
    for frame in &asked {
        assert_eq!(refusal(&anna, frame).await, None, "{frame}");
    }
}
