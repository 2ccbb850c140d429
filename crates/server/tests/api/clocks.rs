//! Clocks through the HTTP and WebSocket interface, in real time.

use crate::harness::{Caller, TestServer, choices, kaleido, quick, to_act};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A game of two guests with this time control; the first guest sits on seat 0 and is to move.
async fn timed_game(server: &TestServer, time: Value) -> (String, [Caller; 2]) {
    let (anna, bert) = (server.guest().await, server.guest().await);
    let mut wanted = quick(&json!("open"));
    wanted["time"] = time;
    let game = anna.open(&wanted).await;
    assert_eq!(bert.join(&game).await, 1);
    (game, [anna, bert])
}

fn controls(control: &str) -> Value {
    json!({"controls": [control]})
}

async fn moves(caller: &Caller, game: &str) {
    let state = caller.state(game).await;
    caller.submit(game, &choices(&state)[0]).await;
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64
}

#[tokio::test]
async fn a_live_game_has_no_weekends_off_and_a_first_ply_of_a_second_is_live() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut wanted = quick(&json!("open"));
    wanted["time"] = json!({"controls": ["10m+5s"], "weekends_off": "Europe/Berlin"});
    let refused = anna.post("/api/games", &wanted).await;
    refused.assert_error(422, "bad-time", &["weekends_off"]);
    wanted["time"] = json!({"controls": ["0 255x366d"], "weekends_off": "Europe/Berlin"});
    anna.post("/api/games", &wanted).await.assert_error(422, "bad-time", &["periods"]);
    let (game, [anna, _]) = timed_game(&server, controls("1s+1d")).await;
    let state = anna.state(&game).await;
    assert_eq!(
        (&state["time"]["daily"], &state["clock"]["started"]),
        (&json!(false), &json!(false))
    );
}

#[tokio::test]
async fn a_game_without_clocks_says_so() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    let state = anna.state(&game).await;
    assert_eq!((&state["time"], &state["clock"]), (&Value::Null, &Value::Null));
    let refused = anna.try_act(&game, &json!({"act": "offer-pause"})).await;
    refused.assert_error(409, "no-clock", &[]);
}

#[tokio::test]
async fn a_live_game_starts_when_both_are_there_and_the_server_flags() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = timed_game(&server, controls("2s+1s")).await;
    let waiting = anna.state(&game).await;
    assert_eq!(waiting["clock"]["started"], false);
    assert_eq!(waiting["time"]["controls"][0]["text"], "2s+1s setup 5m");
    let mut socket = anna.socket(&game).await;
    let message = socket.next_of("time").await;
    assert!((message["now_ms"].as_i64().expect("a moment") - now()).abs() < 3_600_000);
    let _bert = bert.socket(&game).await;
    let started = socket.wait(|state| state["clock"]["started"] == true).await;
    let until = started["clock"]["seats"][0]["until_ms"].as_i64().expect("it runs");
    moves(&anna, &game).await;
    moves(&bert, &game).await;
    let state = socket.wait(|state| state["version"].as_u64() > Some(3)).await;
    let left = state["clock"]["seats"][0]["left_ms"].as_u64().expect("a time");
    assert!((2000..=3000).contains(&left), "{left}: two seconds, one more, and what it cost");
    let over = socket.wait(|state| !state["scene"]["outcome"].is_null()).await;
    assert_eq!(over["scene"]["outcome"]["reason"], "time");
    assert_eq!(over["scene"]["outcome"]["winner"], 1);
    assert_eq!(over["spent_ms"].as_array().map(Vec::len), Some(2));
    assert!(over["clock"]["seats"][0]["until_ms"].is_null() && until > 0);
    let record = anna.get(&format!("/api/games/{game}/record")).await.body;
    let record = record.as_str().expect("text");
    assert!(record.contains("\ntime: 2s+1s setup 5m\n"), "{record}");
    assert!(record.contains("\nspent: 0."), "{record}");
    assert!(record.contains("result: green time"), "{record}");
}

#[tokio::test]
async fn players_pause_and_give_time() {
    let server = TestServer::start().await;
    let time = json!({"controls": ["7d+1d"], "pauses": 1, "weekends_off": "Europe/Stockholm"});
    let (game, [anna, bert]) = timed_game(&server, time).await;
    let state = anna.state(&game).await;
    assert_eq!(state["time"]["weekends_off"], "Europe/Stockholm");
    assert_eq!((&state["time"]["daily"], &state["clock"]["started"]), (&json!(true), &json!(true)));
    anna.act(&game, &json!({"act": "offer-pause"})).await;
    assert_eq!(bert.state(&game).await["clock"]["pause_offers"], json!([0]));
    bert.act(&game, &json!({"act": "decline-pause"})).await;
    for caller in [&anna, &bert] {
        caller.act(&game, &json!({"act": "offer-pause"})).await;
    }
    let paused = anna.state(&game).await;
    assert!(paused["clock"]["pause"]["since_ms"].is_i64(), "{paused}");
    assert!(paused["clock"]["seats"][0]["until_ms"].is_null());
    let text = choices(&paused)[0].clone();
    let refused = anna.try_act(&game, &json!({"act": "submit", "text": text})).await;
    refused.assert_error(409, "paused", &[]);
    bert.act(&game, &json!({"act": "resume"})).await;
    moves(&anna, &game).await;
    let refused = anna.try_act(&game, &json!({"act": "offer-pause"})).await;
    refused.assert_error(409, "paused", &[]);
    let before = bert.state(&game).await["clock"]["seats"][1]["left_ms"].as_u64();
    anna.act(&game, &json!({"act": "more-time", "to": 1})).await;
    let after = bert.state(&game).await["clock"]["seats"][1]["left_ms"].as_u64();
    assert_eq!(after.zip(before).map(|(after, before)| after - before), Some(86_400_000));
    let refused = anna.try_act(&game, &json!({"act": "more-time", "to": 0})).await;
    refused.assert_error(409, "not-an-opponent", &["seat 0"]);
    let refused = anna.try_act(&game, &json!({"act": "claim-win"})).await;
    refused.assert_error(409, "not-gone", &[]);
}

#[tokio::test]
async fn a_restart_of_the_server_costs_nobody_time() {
    let server = TestServer::start().await;
    let (game, [mut anna, mut bert]) = timed_game(&server, controls("4h")).await;
    moves(&anna, &game).await;
    moves(&bert, &game).await;
    let before = anna.state(&game).await["clock"]["seats"].clone();
    let home = server.stop().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let server = TestServer::start_in(home).await;
    for caller in [&mut anna, &mut bert] {
        caller.base = server.nobody().base;
    }
    let after = anna.state(&game).await["clock"]["seats"].clone();
    assert_eq!(before[1], after[1]);
    let until = |seats: &Value| seats[0]["until_ms"].as_i64().expect("it runs");
    let later = until(&after) - until(&before);
    assert!((15_300..20_000).contains(&later), "{later} ms later");
    moves(&anna, &game).await;
    let left = anna.state(&game).await["clock"]["seats"][0]["left_ms"].clone();
    assert_eq!(left, before[0]["left_ms"], "within the time to come back");
}

/// Four clocks: the time of one player runs out, and the game goes on without it.
#[tokio::test]
async fn time_puts_one_of_four_out() {
    let server = TestServer::start().await;
    let callers =
        [server.guest().await, server.guest().await, server.guest().await, server.guest().await];
    let mut wanted = kaleido(4, &json!(["you", "open", "open", "open"]));
    wanted["time"] = controls("1s");
    let game = callers[0].open(&wanted).await;
    let mut sockets = Vec::new();
    for (seat, caller) in callers.iter().enumerate() {
        if seat > 0 {
            caller.join(&game).await;
        }
        sockets.push(caller.socket(&game).await);
    }
    sockets[0].wait(|state| state["clock"]["started"] == true).await;
    for seat in 0..4 {
        let state = callers[0].state(&game).await;
        assert_eq!(to_act(&state), Some(seat));
        moves(&callers[seat], &game).await;
    }
    let is_out = |state: &Value| state["scene"]["notices"].to_string().contains("\"out\"");
    let out = sockets[1].wait(is_out).await;
    assert!(out["scene"]["notices"].to_string().contains("time"), "{out}");
    assert_eq!((to_act(&out), &out["scene"]["outcome"]), (Some(1), &Value::Null));
    let end = sockets[1].wait(|state| !state["scene"]["outcome"].is_null()).await;
    assert_eq!(end["scene"]["outcome"]["winner"], 3, "all others ran out before");
}

#[tokio::test]
async fn a_time_that_cannot_be_played_is_refused() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let open = async |time: Value| {
        let mut wanted = quick(&json!("open"));
        wanted["time"] = time;
        anna.post("/api/games", &wanted).await
    };
    for (time, status, code, words) in [
        (controls("soon"), 400, "bad-body", "expected one such as '90s'"),
        (controls("10m delay"), 400, "bad-body", "expected one such as '10+5'"),
        (json!({"controls": ["10+5"], "weekends_off": "Mars"}), 400, "bad-body", "Mars"),
        (json!({"controls": ["10+5"], "clock": 7}), 400, "bad-body", "unknown field `clock`"),
        (json!({"controls": ["0s"]}), 422, "bad-time", "no time for the first move"),
        (json!({"controls": []}), 422, "bad-time", "0 time controls for 2 seats"),
        (json!({"controls": ["9999d"]}), 422, "bad-time", "at most"),
        (json!({"controls": ["10m floor 5m cap 1m"]}), 422, "bad-time", "floor"),
    ] {
        open(time).await.assert_error(status, code, &[words]);
    }
}

#[tokio::test]
async fn own_games_are_listed_by_the_time_that_is_left() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let open = async |control: Option<&str>| {
        let mut wanted = quick(&json!("open"));
        if let Some(control) = control {
            wanted["time"] = controls(control);
        }
        let game = anna.open(&wanted).await;
        bert.join(&game).await;
        game
    };
    let slow = open(Some("7d+1d")).await;
    let calm = open(None).await;
    let fast = open(Some("1d/move")).await;
    let theirs = open(Some("2h")).await;
    moves(&anna, &theirs).await;
    let waiting = anna.open(&quick(&json!("open"))).await;
    let body = anna.get("/api/me/games").await.body;
    let listed: Vec<_> = body["running"].as_array().expect("a list").iter().collect();
    let ids: Vec<_> = listed.iter().map(|game| game["id"].as_str().expect("an id")).collect();
    assert_eq!(ids[..3], [fast.as_str(), &slow, &calm], "those to act in, by time left");
    assert!(ids[3..].contains(&theirs.as_str()) && ids[3..].contains(&waiting.as_str()));
    let day_ms = 24 * 60 * 60 * 1000;
    let left = listed[0]["until_ms"].as_i64().expect("a deadline") - now();
    assert!((day_ms - 60_000..=day_ms + 60_000).contains(&left), "{left}");
    assert_eq!(listed[2]["until_ms"], Value::Null);
    let page = async |caller: &Caller, path: &str| {
        let token = caller.token.as_deref().expect("a token");
        let request = caller.request(reqwest::Method::GET, path);
        let answer = request.header("cookie", format!("heterodox={token}")).send().await;
        answer.expect("an answer").text().await.expect("a page")
    };
    let front = page(&anna, "/").await;
    assert!(front.contains("Your turn") && front.contains(&format!("/g/{fast}")), "{front}");
    assert!(front.contains(r#"<b class="badge"><span data-count>3<"#), "{front}");
    let front = page(&bert, "/").await;
    assert!(
        front.contains(r#"<b class="badge"><span data-count>1<"#) && !front.contains(&fast),
        "{front}"
    );
    let mine = page(&anna, "/games").await;
    assert!(mine.contains("23 h 59 min left") && mine.contains("6 d 23 h left"), "{mine}");
    let stranger = server.nobody().request(reqwest::Method::GET, "/").send().await;
    let front = stranger.expect("an answer").text().await.expect("a page");
    assert!(!front.contains(r#"href="/games""#), "{front}");
}

/// While the store cannot be written, no player can move, so no time runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_costs_nobody_time() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = timed_game(&server, controls("5s")).await;
    let (mut socket, _bert) = (anna.socket(&game).await, bert.socket(&game).await);
    socket.wait(|state| state["clock"]["started"] == true).await;
    let db = rusqlite::Connection::open(server.home.path().join("data/heterodox.sqlite"));
    let db = db.expect("a database");
    db.execute_batch("begin immediate").expect("the lock of writers");
    // Until after the deadline, and the moment at which the server would flag.
    tokio::time::sleep(Duration::from_secs(8)).await;
    db.execute_batch("commit").expect("the lock is given back");
    let later = socket.wait(|state| {
        let until = state["clock"]["seats"][0]["until_ms"].as_i64();
        until.is_none_or(|until| until > now() + 5000)
    });
    assert_eq!(later.await["scene"]["outcome"], Value::Null);
    moves(&anna, &game).await;
}
