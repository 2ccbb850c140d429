//! Lessons: a step is played over the API, and what is refused.

use crate::harness::TestServer;
use serde_json::{Value, json};

fn step(game: &str, step: &str, moves: &[&str]) -> Value {
    json!({"game": game, "step": step, "moves": moves})
}

#[tokio::test]
async fn a_step_is_played_and_shows_what_its_seat_may_know() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let first = nobody.post("/api/lesson", &step("clouded-klinzha", "field", &[])).await;
    assert_eq!((first.status.as_u16(), &first.body["verdict"]), (200, &json!("open")));
    // The Blockader under the cloud is not sent, and the umpire says what it would in a game.
    let halted =
        nobody.post("/api/lesson", &step("clouded-klinzha", "field", &["L@G35 F37"])).await;
    for answer in [&first.body, &halted.body] {
        let pieces = answer["scene"]["frame"]["pieces"].as_array().unwrap();
        assert!(!pieces.is_empty() && pieces.iter().all(|piece| piece["kind"] != "B"), "{answer}");
    }
    assert_eq!(halted.body["verdict"], "done");
    let told = halted.body["frames"][1]["told"].to_string();
    assert!(told.contains("umpire-halted-field"), "{told}");
    // A miss with its price, and its own explanation.
    let missed = nobody.post("/api/lesson", &step("klinzha", "hunt", &["Fl@F14 C17"])).await;
    assert_eq!(
        (&missed.body["verdict"], &missed.body["say"]),
        (&json!("missed"), &json!("fencer"))
    );
    assert_eq!(missed.body["frames"].as_array().unwrap().len(), 3);
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_step_or_no_move_is_refused() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let many = ["x"; 101];
    for (body, status, code) in [
        (step("klinzha", "none", &[]), 404, "no-such-lesson"),
        (step("none", "goal", &[]), 404, "no-such-lesson"),
        (step("klinzha", "goal", &["V@F37 A19"]), 422, "out-of-reach"),
        (step("klinzha", "start", &["V@F37 A19"]), 422, "game-over"),
        (step("klinzha", "goal", &many), 422, "too-long"),
        (json!({"game": "klinzha", "stop": "goal"}), 400, "bad-body"),
    ] {
        let answer = nobody.post("/api/lesson", &body).await;
        let found = (answer.status.as_u16(), answer.body["error"]["code"].as_str());
        assert_eq!(found, (status, Some(code)), "{body}");
    }
    server.stop().await;
}
