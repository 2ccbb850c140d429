//! Vacations: what a person earns, and which clocks stop.

use crate::harness::{Answer, Caller, TestServer, choices, quick};
use reqwest::Method;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::Duration;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Caller {
    async fn vacation(&self, on: bool) -> Answer {
        self.send(Method::PUT, "/api/me/vacation", &json!({ "on": on })).await
    }

    /// A game by correspondence that the caller opens and the other joins. The caller is to move.
    async fn daily(&self, other: &Self, time: Value) -> String {
        let mut wanted = quick(&json!("open"));
        wanted["time"] = time;
        let game = self.open(&wanted).await;
        assert_eq!(other.join(&game).await, 1);
        game
    }

    async fn clock(&self, game: &str) -> Value {
        self.state(game).await["clock"]["seats"].clone()
    }

    async fn until(&self, game: &str, seat: usize) -> Option<i64> {
        self.clock(game).await[seat]["until_ms"].as_i64()
    }
}

/// The server after a restart, in which the person has earned some days.
async fn earned(server: TestServer, days: i64, people: &mut [&mut Caller]) -> TestServer {
    let home = server.stop().await;
    let db = Connection::open(home.path().join("data/heterodox.sqlite")).expect("a database");
    let update = "update users set vacation_ms = ? where name = 'Anna'";
    assert_eq!(db.execute(update, [days * DAY_MS]).expect("a table"), 1);
    drop(db);
    let server = TestServer::start_in(home).await;
    for person in people {
        person.base.clone_from(&server.base);
    }
    server
}

/// Waits until a person's seat is shown as on vacation, or as back.
async fn wait(caller: &Caller, game: &str, seat: usize, on: bool) {
    for _ in 0..500 {
        if caller.clock(game).await[seat]["vacation"] == on {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("seat {seat} of {game} is not: vacation {on}");
}

#[tokio::test]
async fn a_vacation_stops_the_own_time_in_games_by_correspondence() {
    let server = TestServer::start().await;
    let mut bert = server.guest().await;
    bert.vacation(true).await.assert_error(403, "no-account", &[]);
    let mut anna = server.guest().await.sign_up("Anna").await;
    // A new account has earned nothing yet.
    assert_eq!(anna.get("/api/me").await.body["vacation"]["on"], false);
    anna.vacation(true).await.assert_error(409, "no-vacation-left", &[]);
    assert_eq!(bert.get("/api/me").await.body["vacation"], Value::Null);
    let server = earned(server, 5, &mut [&mut anna, &mut bert]).await;

    let daily = json!({"controls": ["7d+1d"]});
    let mine = anna.daily(&bert, daily.clone()).await;
    let theirs = bert.daily(&anna, daily.clone()).await;
    let excluded = anna.daily(&bert, json!({"controls": ["7d+1d"], "vacation": false})).await;
    // Less than an hour is left.
    let hurried = anna.daily(&bert, json!({"controls": ["1h+5m"]})).await;
    let mut open = quick(&json!("open"));
    open["time"] = daily.clone();
    let open = anna.open(&open).await;
    assert!(anna.until(&mine, 0).await.is_some());

    let me = anna.vacation(true).await.body;
    let vacation = &me["vacation"];
    assert_eq!(vacation["on"], true);
    let left = vacation["left_ms"].as_i64().expect("days");
    assert!((5 * DAY_MS - 60_000..=5 * DAY_MS + 60_000).contains(&left), "{left}");
    assert_eq!(anna.until(&mine, 0).await, None);
    assert_eq!(bert.clock(&mine).await[0]["vacation"], true, "the opponent sees it");
    assert!(bert.until(&theirs, 0).await.is_some(), "the opponent's time runs");
    for game in [&excluded, &hurried] {
        assert!(anna.until(game, 0).await.is_some());
        assert_eq!(anna.clock(game).await[0]["vacation"], false);
    }
    assert_eq!(bert.get("/api/users/anna").await.body["on_vacation"], true);
    // The game that waited for its second player, one that begins now, and moves.
    bert.join(&open).await;
    assert_eq!(anna.until(&open, 0).await, None);
    let later = anna.daily(&bert, daily.clone()).await;
    wait(&bert, &later, 0, true).await;
    assert_eq!(anna.until(&later, 0).await, None);
    let joined = bert.daily(&anna, daily).await;
    wait(&bert, &joined, 1, true).await;
    anna.submit(&mine, &choices(&anna.state(&mine).await)[0]).await;
    assert!(bert.until(&mine, 1).await.is_some());

    // A restart changes nothing. Then Anna comes back.
    let server = earned(server, 5, &mut [&mut anna, &mut bert]).await;
    assert_eq!(anna.until(&open, 0).await, None);
    anna.vacation(false).await;
    for game in [&open, &later] {
        assert!(anna.until(game, 0).await.is_some());
        assert_eq!(bert.clock(game).await[0]["vacation"], false);
    }
    assert_eq!(bert.get("/api/users/anna").await.body["on_vacation"], false);
    // Each change is an event of all games, so the next vacation has to wait.
    anna.vacation(true).await.assert_error(409, "vacation-too-soon", &["12 h"]);
    drop(server);
}

#[tokio::test]
async fn a_game_that_cannot_be_read_keeps_nobody_on_vacation() {
    let server = TestServer::start().await;
    let mut bert = server.guest().await;
    let mut anna = server.guest().await.sign_up("Anna").await;
    let server = earned(server, 1, &mut [&mut anna, &mut bert]).await;
    let daily = json!({"controls": ["7d+1d"]});
    let broken = anna.daily(&bert, daily.clone()).await;
    let fine = anna.daily(&bert, daily).await;
    assert_eq!(anna.vacation(true).await.status, 200);
    let home = server.stop().await;
    let db = Connection::open(home.path().join("data/heterodox.sqlite")).expect("a database");
    let update = "update events set body = '{}' where game_id = ?";
    db.execute(update, [&broken]).expect("a table");
    drop(db);
    // The vacation is used up.
    let server = earned(TestServer::start_in(home).await, 0, &mut [&mut anna, &mut bert]).await;
    wait(&bert, &fine, 0, false).await;
    assert_eq!(anna.get("/api/me").await.body["vacation"]["on"], false);
    drop(server);
}

#[tokio::test]
async fn a_vacation_ends_by_itself() {
    let server = TestServer::start().await;
    let mut bert = server.guest().await;
    let mut anna = server.guest().await.sign_up("Anna").await;
    let server = earned(server, 1, &mut [&mut anna, &mut bert]).await;
    let game = anna.daily(&bert, json!({"controls": ["3d/move"]})).await;
    assert_eq!(anna.vacation(true).await.status, 200);
    assert_eq!(anna.until(&game, 0).await, None);
    // The server is away when the vacation ends.
    let server = earned(server, 0, &mut [&mut anna, &mut bert]).await;
    wait(&bert, &game, 0, false).await;
    assert!(anna.until(&game, 0).await.is_some());
    let vacation = anna.get("/api/me").await.body["vacation"].clone();
    assert_eq!((&vacation["on"], &vacation["until_ms"]), (&json!(false), &Value::Null));
    drop(server);
}
