//! A game that no table of the server names: with its row in the rules, its row in the engine and
//! its texts it goes through API, computer player, records and pages.

use heterodox_rules::{EndReason, Game};
use heterodox_server::testing::add_texts;
use heterodox_server::{Limits, ServeConfig, Server};
use heterodox_testkit::gather::{TEXTS, Toy};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// The timeout of the whole game; reached only when the test fails.
const TIMEOUT: Duration = Duration::from_mins(1);

const LANGUAGES: [&str; 4] = ["en", "de", "sv", "it"];

/// A guest of the server.
struct Guest {
    base: String,
    token: String,
    client: Client,
}

impl Guest {
    async fn new(base: String) -> Self {
        let client = Client::new();
        let answer = client.post(format!("{base}/api/guests")).send().await.expect("an answer");
        let body: Value = answer.json().await.expect("JSON");
        let token = body["token"].as_str().expect("a token").to_owned();
        Self { base, token, client }
    }

    async fn text(&self, path: &str) -> String {
        let request = self.client.get(format!("{}{path}", self.base)).bearer_auth(&self.token);
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.expect("a text")
    }

    async fn get(&self, path: &str) -> Value {
        serde_json::from_str(&self.text(path).await).expect("JSON")
    }

    async fn post(&self, path: &str, kind: &str, body: String) -> Value {
        let request = self.client.post(format!("{}{path}", self.base)).bearer_auth(&self.token);
        let answer = request.header("content-type", kind).body(body).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status();
        let body: Value = answer.json().await.expect("JSON");
        assert!(status.is_success(), "{path}: {body}");
        body
    }

    /// Submits the last choice whenever there is one, until the game is over.
    async fn play(&self, game: &str) -> Value {
        loop {
            let state = self.get(&format!("/api/games/{game}")).await;
            if !state["scene"]["outcome"].is_null() {
                return state;
            }
            match state["scene"]["choices"].as_array().and_then(|choices| choices.last()) {
                Some(choice) => {
                    let act = json!({"act": "submit", "text": choice["text"]}).to_string();
                    self.post(&format!("/api/games/{game}/acts"), "application/json", act).await;
                }
                None => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
}

/// What a reader sees or hears of a page: the text between its tags, and labels.
fn visible(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_script = false;
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        in_script = tag.starts_with("script") || in_script && !tag.starts_with("/script");
        for label in ["aria-label=\"", "title=\"", "placeholder=\"", "alt=\"", "content=\""] {
            found.extend(tag.split(label).skip(1).filter_map(|rest| rest.split('"').next()));
        }
        if !in_script {
            found.push(text);
        }
    }
    found.into_iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

/// Returns whether a text looks like the key of a text, such as `home-gather-text`. A missing text
/// is shown as its key.
fn is_key(text: &str) -> bool {
    let known = ["same-origin", "clouded-klinzha", "grand-chess"];
    text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && !known.contains(&text)
}

#[tokio::test]
async fn a_game_needs_nothing_but_its_folder_and_its_rows() {
    let info = Toy::INFO;
    heterodox_rules::testing::add::<Toy>();
    heterodox_engine::testing::add(info.id);
    add_texts(TEXTS);
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = ServeConfig::new(([127, 0, 0, 1], 0).into(), home.path().join("data"));
    config.limits = Limits::unlimited();
    let server = Server::bind(config).await.expect("the server starts");
    let base = format!("http://{}", server.address());
    let running = tokio::spawn(server.run_until(std::future::pending()));
    let guest = Guest::new(base).await;

    // The game against the computer, to its end.
    let games = guest.get("/api/info").await["games"].clone();
    assert!(games.as_array().is_some_and(|games| games.iter().any(|game| game["id"] == info.id)));
    let new = json!({
        "game": info.id, "options": {"stones": "20"}, "start": {"setup": true},
        "opponent": {"computer": 3}, "seat": 0,
    });
    let new = guest.post("/api/games", "application/json", new.to_string()).await;
    let id = new["id"].as_str().expect("an id").to_owned();
    let page_in_play = guest.text(&format!("/g/{id}")).await;
    let end = tokio::time::timeout(TIMEOUT, guest.play(&id)).await.expect("the game ends");
    assert_eq!(end["scene"]["outcome"]["reason"], EndReason::QUIET.key());
    assert_eq!(end["players"][1]["computer"], 3);
    assert!(end["moves"].as_array().is_some_and(|moves| moves.len() > 6), "{}", end["moves"]);

    // The record is exported and read again.
    let record = guest.text(&format!("/api/games/{id}/record")).await;
    assert!(record.starts_with("game: gather\n"), "{record}");
    let read = guest.post("/api/records", "text/plain", record).await;
    let record_id = read["id"].as_str().expect("an id");
    let shown = guest.get(&format!("/api/records/{record_id}")).await;
    assert_eq!(shown["record"]["outcome"], end["scene"]["outcome"]);

    // Every page that the game has, without a missing text.
    let pages = ["/", "/new/gather", "/rules/gather", "/editor/gather", "/import"];
    let mut pages: Vec<_> = pages.map(str::to_owned).into();
    pages.extend([format!("/g/{id}"), format!("/r/{record_id}")]);
    let mut missing = Vec::new();
    for lang in LANGUAGES {
        for path in &pages {
            let page = guest.text(&format!("{path}?lang={lang}")).await;
            if path != "/import" {
                assert!(page.contains(info.name), "{path}");
            }
            let keys = visible(&page).into_iter().filter(|text| is_key(text));
            missing.extend(keys.map(|key| format!("{path} in {lang}: {key}")));
        }
    }
    missing.extend(visible(&page_in_play).into_iter().filter(|text| is_key(text)));
    assert!(missing.is_empty(), "{}", missing.join("\n"));

    // What scripts say of any game.
    let messages = page_in_play.split("id=\"messages\">").nth(1).expect("messages");
    let messages = messages.split("</script>").next().expect("JSON");
    let messages: Value = serde_json::from_str(messages).expect("JSON");
    let said = |key: String| messages.get(&key).is_some();
    for side in info.sides {
        assert!(said(format!("side-{side}")), "{side}");
    }
    for piece in info.pieces {
        assert!(said(format!("piece-{}-{piece}", info.id)), "{piece}");
    }
    for reason in info.end_reasons {
        let keys =
            [format!("reason-{}-{}", info.id, reason.key()), format!("reason-{}", reason.key())];
        assert!(keys.into_iter().any(said), "{}", reason.key());
    }
    running.abort();
}
