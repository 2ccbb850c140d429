//! Conditional moves: permissions, effects, and that only their owner sees them.

use crate::games::setup_step;
use crate::harness::{Answer, Caller, TestServer, choices, phase, quick, quick_game, to_act};
use reqwest::Method;
use serde_json::{Value, json};

impl Caller {
    async fn set_lines(&self, game: &str, lines: &Value) -> Answer {
        let path = format!("/api/games/{game}/conditionals");
        self.send(Method::PUT, &path, &json!({"lines": lines})).await
    }

    async fn keep_lines(&self, game: &str, lines: &Value) {
        let answer = self.set_lines(game, lines).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
    }

    async fn lines(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}/conditionals")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Waits for the ply with this number. Returns its text.
    async fn ply(&self, game: &str, ply: usize) -> String {
        let state = self.wait(game, |state| state["scene"]["frame"]["ply"] == ply).await;
        state["scene"]["frame"]["text"].as_str().expect("a move").to_owned()
    }
}

/// The legal moves after a line from the present position.
async fn legal(caller: &Caller, game: &str, moves: &[&str]) -> Vec<String> {
    let position = caller.state(game).await["scene"]["frame"]["position"].clone();
    let line = json!({"game": "klinzha", "position": position, "moves": moves});
    let answer = caller.post("/api/line", &line).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    choices(&answer.body)
}

/// A game in which Bert is to move, and a line of four moves from there.
async fn game_with_line(server: &TestServer) -> (String, [Caller; 2], [String; 4]) {
    let (game, [anna, bert]) = quick_game(server).await;
    anna.submit(&game, &choices(&anna.state(&game).await)[3]).await;
    let mut line: Vec<String> = Vec::new();
    for number in 0..4 {
        let moves: Vec<&str> = line.iter().map(String::as_str).collect();
        line.push(legal(&anna, &game, &moves).await[5 + number].clone());
    }
    (game, [anna, bert], line.try_into().expect("four moves"))
}

#[tokio::test]
async fn answers_are_played_at_once_and_in_chains() {
    let server = TestServer::start().await;
    let (game, [anna, bert], [b1, a1, b2, a2]) = game_with_line(&server).await;
    let others = legal(&anna, &game, &[]).await;
    let other = others.iter().find(|text| **text != b1).expect("another move");
    let answer = &legal(&anna, &game, &[other]).await[0];
    assert_eq!(anna.lines(&game).await, json!({"lines": [], "cleared": null, "can_set": true}));
    let lines = json!([[b1, a1, b2, a2], [other, answer], [other, answer]]);
    anna.keep_lines(&game, &lines).await;
    let kept = json!([[b1, a1, b2, a2], [other, answer]]);
    let expected = json!({"lines": kept, "cleared": null, "can_set": true});
    assert_eq!(anna.lines(&game).await, expected);

    bert.submit(&game, &b1).await;
    assert_eq!(bert.ply(&game, 3).await, a1);
    let expected = json!({"lines": [[b2, a2]], "cleared": null, "can_set": true});
    assert_eq!(anna.lines(&game).await, expected);
    bert.submit(&game, &b2).await;
    assert_eq!(bert.ply(&game, 5).await, a2);
    let expected = json!({"lines": [], "cleared": null, "can_set": true});
    assert_eq!(anna.lines(&game).await, expected);

    // At the end they are gone.
    let next = legal(&anna, &game, &[]).await[0].clone();
    let answer = legal(&anna, &game, &[&next]).await[0].clone();
    anna.keep_lines(&game, &json!([[next, answer]])).await;
    bert.act(&game, &json!({"act": "resign"})).await;
    let expected = json!({"lines": [], "cleared": null, "can_set": false});
    assert_eq!(anna.lines(&game).await, expected);
    anna.set_lines(&game, &lines).await.assert_error(409, "no-conditionals", &[]);
}

#[tokio::test]
async fn only_legal_lines_of_the_own_seat_are_kept() {
    let server = TestServer::start().await;
    let (game, [anna, bert], [b1, a1, b2, _]) = game_with_line(&server).await;
    let path = format!("/api/games/{game}/conditionals");
    let good = json!([[b1, a1]]);
    server.nobody().set_lines(&game, &good).await.assert_error(401, "no-guest", &[]);
    let carl = server.guest().await;
    carl.set_lines(&game, &good).await.assert_error(403, "no-seat", &[]);
    carl.get(&path).await.assert_error(403, "no-seat", &[]);
    carl.set_lines("nogame", &good).await.assert_error(404, "no-such-game", &[]);
    bert.set_lines(&game, &good).await.assert_error(409, "conditionals-not-now", &[]);

    let second = legal(&anna, &game, &[&b1]).await.into_iter().find(|text| *text != a1);
    let many = vec![json!([b1, a1]); 21];
    let long: Vec<_> = [&b1, &a1].into_iter().cycle().take(12).collect();
    for bad in [
        json!([[]]),
        json!([[b1]]),
        json!([[b1, a1, b2]]),
        json!([long]),
        json!(many),
        json!([[b1, a1], [b1, second]]),
    ] {
        anna.set_lines(&game, &bad).await.assert_error(422, "bad-conditionals", &[]);
    }
    for illegal in [json!([[a1, b1]]), json!([[b1, b1]]), json!([["nonsense", a1]])] {
        let answer = anna.set_lines(&game, &illegal).await;
        assert_eq!(answer.status, 422, "{illegal}: {}", answer.body);
        assert_ne!(answer.code(), "bad-conditionals");
    }
    let answer = anna.set_lines(&game, &json!([["x".repeat(5000), a1]])).await;
    answer.assert_error(422, "too-long", &[]);
    assert_eq!(anna.lines(&game).await["lines"], json!([]));
    // The opponent's lines are its own.
    anna.keep_lines(&game, &good).await;
    assert_eq!(bert.lines(&game).await["lines"], json!([]));
    assert_eq!(bert.delete(&path).await.status, 204);
    assert_eq!(anna.lines(&game).await["lines"], good);
    assert_eq!(anna.delete(&path).await.status, 204);
    assert_eq!(anna.lines(&game).await["lines"], json!([]));
}

#[tokio::test]
async fn hidden_games_dice_computers_and_shared_screens_take_none() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let lines = json!([["V@G13 G14", "V@E7 E8"]]);
    let hidden = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
        "start": {"quick": "north-west"}, "opponent": "open", "seat": 0});
    let dice = json!({"game": "kaleidochess", "options": {"seats": "2", "dice": "on"},
        "seats": ["you", "open"]});
    let three = json!({"game": "kaleidochess", "options": {"seats": "3", "dice": "off"},
        "seats": ["you", "open", "open"]});
    for wanted in [hidden, dice, three] {
        let game = anna.open_only(&wanted).await;
        bert.join_only(&game).await;
        anna.set_lines(&game, &lines).await.assert_error(409, "no-conditionals", &[]);
        let answer = anna.get(&format!("/api/games/{game}/conditionals")).await;
        answer.assert_error(409, "no-conditionals", &[]);
    }
    for opponent in [json!({"computer": 1}), json!("hot-seat"), json!("open")] {
        let game = anna.open(&quick(&opponent)).await;
        anna.set_lines(&game, &lines).await.assert_error(409, "no-conditionals", &[]);
    }
}

#[tokio::test]
async fn a_game_with_a_setup_takes_lines_after_it_and_tells_nothing_before() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&json!({"game": "klinzha", "opponent": "open", "seat": 1})).await;
    let bert = server.guest().await;
    bert.join(&game).await;
    let seats = [bert, anna];
    let mut tried = 0;
    let mover = loop {
        let seat = to_act(&seats[0].state(&game).await).expect("somebody is to act");
        let state = seats[seat].state(&game).await;
        if phase(&state) == "play" {
            break seat;
        }
        let other = &seats[1 - seat];
        let none = json!({"lines": [], "cleared": null, "can_set": false});
        assert_eq!(other.lines(&game).await, none);
        // A step that is possible and one that is not are refused alike.
        for step in [setup_step(&state), "place Fl A1".to_owned()] {
            let answer = other.set_lines(&game, &json!([[step, "done"]])).await;
            answer.assert_error(409, "conditionals-not-now", &[]);
            tried += 1;
        }
        seats[seat].submit(&game, &setup_step(&state)).await;
    };
    assert!(tried > 10, "{tried} lines were tried in the setup");
    let [opponent, own] = [&seats[mover], &seats[1 - mover]];
    let first = legal(own, &game, &[]).await[0].clone();
    let answer = legal(own, &game, &[&first]).await[0].clone();
    own.keep_lines(&game, &json!([[first, answer]])).await;
    opponent.submit(&game, &first).await;
    assert_eq!(own.ply(&game, 2).await, answer);
}

#[tokio::test]
async fn lines_are_cleared_visibly() {
    let server = TestServer::start().await;
    let (game, [anna, bert], [b1, a1, ..]) = game_with_line(&server).await;
    let path = format!("/api/games/{game}/conditionals");
    let others = legal(&anna, &game, &[]).await;
    let other = others.into_iter().find(|text| *text != b1).expect("another move");
    anna.keep_lines(&game, &json!([[b1, a1]])).await;
    bert.submit(&game, &other).await;
    let cleared = json!({"reason": "played", "text": other});
    let expected = json!({"lines": [], "cleared": cleared, "can_set": false});
    // Reading does not forget it.
    for _ in 0..2 {
        assert_eq!(anna.lines(&game).await, expected);
    }
    assert_eq!(anna.state(&game).await["scene"]["frame"]["ply"], 2, "no answer was made");
    assert_eq!(anna.delete(&path).await.status, 204);
    assert_eq!(anna.lines(&game).await["cleared"], Value::Null);

    // A take-back of the caller's last move.
    anna.submit(&game, &choices(&anna.state(&game).await)[0]).await;
    let next = legal(&anna, &game, &[]).await[0].clone();
    let answer = legal(&anna, &game, &[&next]).await[0].clone();
    anna.keep_lines(&game, &json!([[next, answer]])).await;
    anna.act(&game, &json!({"act": "ask-takeback"})).await;
    bert.act(&game, &json!({"act": "answer-takeback", "accept": true})).await;
    let cleared = json!({"reason": "taken-back", "text": null});
    assert_eq!(anna.lines(&game).await["cleared"], cleared);
    // New lines replace the notice.
    anna.submit(&game, &choices(&anna.state(&game).await)[0]).await;
    let next = legal(&anna, &game, &[]).await[0].clone();
    let answer = legal(&anna, &game, &[&next]).await[0].clone();
    anna.keep_lines(&game, &json!([[next, answer]])).await;
    assert_eq!(anna.lines(&game).await["cleared"], Value::Null);
}

#[tokio::test]
async fn a_draw_offer_is_answered_by_the_player() {
    let server = TestServer::start().await;
    let (game, [anna, bert], [b1, a1, ..]) = game_with_line(&server).await;
    anna.keep_lines(&game, &json!([[b1, a1]])).await;
    bert.act(&game, &json!({"act": "offer-draw"})).await;
    bert.submit(&game, &b1).await;
    // To read the lines is to wait until they have been followed.
    assert_eq!(anna.lines(&game).await["lines"], json!([[b1, a1]]));
    assert_eq!(anna.state(&game).await["scene"]["frame"]["ply"], 2);
    anna.act(&game, &json!({"act": "decline-draw"})).await;
    assert_eq!(anna.ply(&game, 3).await, a1);
}

/// All that a caller gets of a game.
async fn seen(caller: &Caller, game: &str) -> Vec<String> {
    let mut all = Vec::new();
    for path in ["", "/frames", "/record", "/chat", "/picture.svg"] {
        let answer = caller.request(Method::GET, &format!("/api/games/{game}{path}")).send().await;
        let answer = answer.expect("an answer");
        all.push(format!("{path} {:?}", answer.headers().get("etag")));
        all.push(answer.text().await.expect("a text"));
    }
    if caller.token.is_some() {
        all.push(caller.get("/api/me/games").await.body.to_string());
    }
    all.push(caller.get("/api/running").await.body.to_string());
    all
}

#[tokio::test]
async fn nobody_else_sees_that_there_are_any() {
    let server = TestServer::start().await;
    let (game, [anna, bert], [b1, a1, b2, a2]) = game_with_line(&server).await;
    let carl = server.nobody();
    let (mut socket, mut public) = (bert.socket(&game).await, carl.socket(&game).await);
    let version = socket.next().await["state"]["version"].as_u64().expect("a version");
    public.next().await;
    // Bert has come: the state says so from now on.
    let before = (seen(&bert, &game).await, seen(&carl, &game).await);
    anna.keep_lines(&game, &json!([[b1, a1, b2, a2]])).await;
    assert_eq!((seen(&bert, &game).await, seen(&carl, &game).await), before);
    let path = format!("/api/games/{game}/conditionals");
    assert_eq!(anna.delete(&path).await.status, 204);
    anna.keep_lines(&game, &json!([[b1, a1]])).await;
    // The next that the sockets tell is the next act.
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    for socket in [&mut socket, &mut public] {
        let state = socket.next().await["state"].clone();
        assert_eq!(state["version"], version + 1, "{state}");
        assert_eq!(state["scene"]["draw_offers"], json!([0]));
    }
}

#[tokio::test]
async fn an_answer_is_made_once_also_after_a_restart() {
    let server = TestServer::start().await;
    let (game, [mut anna, mut bert], [b1, a1, b2, a2]) = game_with_line(&server).await;
    let open = |home: &std::path::Path| {
        rusqlite::Connection::open(home.join("data/heterodox.sqlite")).expect("a database")
    };
    anna.keep_lines(&game, &json!([[b1, a1, b2, a2]])).await;
    // The lines as they were before the moves, as if the server had been killed before it answered
    // the second, and before it wrote that it had answered the first.
    let db = open(server.home.path());
    let query = "select user, body from private_texts where game = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (user, body): (String, String) = db.query_row(query, [&game], read).expect("a row");
    drop(db);
    bert.submit(&game, &b1).await;
    assert_eq!(bert.ply(&game, 3).await, a1);
    let path = format!("/api/games/{game}/conditionals");
    assert_eq!(anna.delete(&path).await.status, 204);
    bert.submit(&game, &b2).await;
    assert_eq!(anna.lines(&game).await["lines"], json!([]));

    let home = server.stop().await;
    let db = open(home.path());
    let insert = "insert into private_texts (user, game, kind, at_ms, body) \
        values (?, ?, 'conditionals', 1, ?)";
    db.execute(insert, [&user, &game, &body]).expect("a row");
    drop(db);
    let server = TestServer::start_in(home).await;
    anna.base.clone_from(&server.base);
    bert.base.clone_from(&server.base);
    assert_eq!(bert.ply(&game, 5).await, a2);
    assert_eq!(anna.lines(&game).await["lines"], json!([]));
    let server = server.restart().await;
    bert.base.clone_from(&server.base);
    assert_eq!(bert.state(&game).await["scene"]["frame"]["ply"], 5);
}
