//! Private notes that a person keeps with its account.

use crate::harness::{Caller, TestServer, quick_game};
use reqwest::Method;
use serde_json::{Value, json};

impl Caller {
    async fn keep(&self, game: &str, text: &str) -> crate::harness::Answer {
        self.send(Method::PUT, &format!("/api/games/{game}/notes"), &json!({"text": text})).await
    }

    async fn notes(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}/notes")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["text"].clone()
    }
}

#[tokio::test]
async fn notes_are_their_owners_alone() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    anna.keep(&game, "x").await.assert_error(403, "no-account", &[]);
    server.nobody().keep(&game, "x").await.assert_error(401, "no-guest", &[]);
    let (anna, bert) = (anna.sign_up("Anna").await, bert.sign_up("Bert").await);
    assert_eq!(anna.notes(&game).await, Value::Null);
    assert_eq!(anna.keep(&game, "hold G13\nthen E7").await.status, 204);
    assert_eq!(bert.keep(&game, "he will hold G13").await.status, 204);
    assert_eq!(anna.notes(&game).await, "hold G13\nthen E7");
    assert_eq!(bert.notes(&game).await, "he will hold G13");
    // They are in no view of the game, and follow the account.
    assert!(!bert.state(&game).await.to_string().contains("hold"));
    let phone = server.nobody().login("Anna").await;
    assert_eq!(phone.notes(&game).await, "hold G13\nthen E7");
    let export = |of: Value| of.as_str().expect("lines").to_owned();
    assert!(export(anna.get("/api/me/export").await.body).contains("hold G13"));
    assert!(!export(bert.get("/api/me/export").await.body).contains("then E7"));

    for bad in ["x".repeat(4097), "a\u{7}b".to_owned()] {
        anna.keep(&game, &bad).await.assert_error(422, "bad-notes", &[]);
    }
    assert_eq!(anna.keep(&game, &"x".repeat(4096)).await.status, 204);
    anna.keep("nogame", "x").await.assert_error(404, "no-such-game", &[]);
    assert_eq!(anna.delete(&format!("/api/games/{game}/notes")).await.status, 204);
    assert_eq!(anna.notes(&game).await, Value::Null);
    assert_eq!(bert.notes(&game).await, "he will hold G13");

    anna.keep(&game, "again").await;
    assert_eq!(anna.delete("/api/account").await.status, 204);
    anna.get(&format!("/api/games/{game}/notes")).await.assert_error(401, "unknown-token", &[]);
}
