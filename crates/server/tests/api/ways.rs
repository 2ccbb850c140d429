//! The ways by which people are told that it is their turn: feeds, push messages, webhooks.

use crate::harness::{Caller, TestServer, config, quick_game};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use heterodox_server::OutboundPolicy;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// The keys of a browser: those of RFC 8291, appendix A.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// A server that may call addresses of this machine.
async fn start() -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.outbound = OutboundPolicy { allow_private: true, timeout: Duration::from_millis(400) };
    TestServer::start_with(home, config).await
}

/// Another server, which answers all calls with the same status.
#[derive(Clone, Default)]
struct Other {
    status: Arc<Mutex<u16>>,
    calls: Arc<Mutex<Vec<String>>>,
}

impl Other {
    async fn start(status: u16) -> (Self, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let other = Self { status: Arc::new(Mutex::new(status)), ..Self::default() };
        let router = Router::new().fallback(take).with_state(other.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (other, url)
    }

    fn count(&self) -> usize {
        self.calls.lock().expect("no panic").len()
    }
}

async fn take(State(other): State<Other>, request: Request) -> StatusCode {
    other.calls.lock().expect("no panic").push(request.uri().to_string());
    StatusCode::from_u16(*other.status.lock().expect("no panic")).expect("a status")
}

/// Reads a feed, as a program does that has its address alone.
async fn read(server: &TestServer, path: &str, tag: Option<&str>) -> Response {
    let mut request = reqwest::Client::new().get(format!("{}{path}", server.base));
    if let Some(tag) = tag {
        request = request.header("if-none-match", tag);
    }
    request.send().await.expect("an answer")
}

async fn feeds(caller: &Caller) -> [String; 2] {
    let made = caller.send(Method::PUT, "/api/me/feeds", &json!({})).await;
    assert_eq!(made.status, 200, "{made:?}");
    ["turns", "deadlines"].map(|name| made.body[name].as_str().expect("a path").to_owned())
}

/// A game by correspondence, in which the first is to act.
async fn daily_game(server: &TestServer) -> (String, [Caller; 2]) {
    let [anna, bert] = [server.guest().await, server.guest().await];
    let wanted = json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open",
        "seat": 0, "time": {"controls": ["3d/move"]}});
    let game = anna.open(&wanted).await;
    bert.join(&game).await;
    (game, [anna, bert])
}

#[tokio::test]
async fn a_feed_has_the_turns_of_its_owner_and_needs_no_cookie() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = daily_game(&server).await;
    let [turns, deadlines] = feeds(&anna).await;
    let answer = read(&server, &turns, None).await;
    assert_eq!(answer.status(), 200);
    let header =
        |answer: &Response, name: &str| answer.headers()[name].to_str().expect("a text").to_owned();
    assert_eq!(header(&answer, "content-type"), "application/atom+xml; charset=utf-8");
    assert_eq!(header(&answer, "cache-control"), "private, no-cache");
    assert!(answer.headers().get("set-cookie").is_none());
    let tag = header(&answer, "etag");
    let feed = answer.text().await.expect("a feed");
    let title = format!("Your turn: Klin Zha against Guest {}", bert.name);
    assert!(feed.contains(&title), "{feed}");
    assert!(feed.contains(&format!("href=\"{}/g/{game}\"", server.base)), "{feed}");
    assert_eq!(feed.matches("<entry>").count(), 1);
    let again = read(&server, &turns, Some(&tag)).await;
    assert_eq!((again.status().as_u16(), header(&again, "etag")), (304, tag.clone()));
    assert_eq!(again.text().await.expect("nothing"), "");

    let calendar = read(&server, &deadlines, None).await;
    assert_eq!(header(&calendar, "content-type"), "text/calendar; charset=utf-8");
    let calendar = calendar.text().await.expect("a calendar");
    for part in ["BEGIN:VEVENT\r\n", "BEGIN:VALARM\r\n", "SUMMARY:Your time ends: Klin Zha"] {
        assert!(calendar.contains(part), "{calendar}");
    }

    // The opponent's turn is none of hers, and hers is told anew when it comes again.
    let id = |feed: &str| {
        let (_, entry) = feed.split_once("<entry><id>").expect("an entry");
        entry.split('<').next().expect("an id").to_owned()
    };
    let first = id(&feed);
    let text = crate::harness::choices(&anna.state(&game).await).swap_remove(0);
    anna.submit(&game, &text).await;
    let changed = read(&server, &turns, Some(&tag)).await;
    assert_eq!(changed.status(), 200);
    assert!(!changed.text().await.expect("a feed").contains("<entry>"));
    let empty = read(&server, &deadlines, None).await.text().await.expect("a calendar");
    assert!(!empty.contains("VEVENT"), "{empty}");
    let text = crate::harness::choices(&bert.state(&game).await).swap_remove(0);
    bert.submit(&game, &text).await;
    let feed = read(&server, &turns, None).await.text().await.expect("a feed");
    assert_ne!(id(&feed), first);
    assert!(id(&feed).starts_with(&format!("tag:heterodox,2026:{game}/")), "{feed}");
    assert!(!feed.contains(&text), "a move is in no feed: {feed}");
}

#[tokio::test]
async fn a_feed_ends_with_its_address_and_with_its_owner() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for path in ["/feeds/x/turns.atom", "/feeds/x/deadlines.ics", "/feeds//turns.atom"] {
        assert_eq!(read(&server, path, None).await.status(), 404, "{path}");
    }
    assert_eq!(anna.get("/api/me/ways").await.body["feeds"], Value::Null);
    let [first, _] = feeds(&anna).await;
    assert_eq!(first.len(), "/feeds//turns.atom".len() + 32, "128 bits: {first}");
    let shown = anna.get("/api/me/ways").await.body;
    assert_eq!(shown["feeds"]["turns"], first.as_str(), "it is shown again");
    let [second, deadlines] = feeds(&anna).await;
    assert_eq!(read(&server, &first, None).await.status(), 404);
    assert_eq!(read(&server, &second, None).await.status(), 200);
    // In the language of the page on which it was made.
    let german = anna.request(Method::PUT, "/api/me/feeds?lang=de").send().await.expect("feeds");
    let german: Value = german.json().await.expect("paths");
    let path = german["turns"].as_str().expect("a path");
    let feed = read(&server, path, None).await.text().await.expect("a feed");
    assert!(feed.contains("Du bist am Zug"), "{feed}");
    assert_eq!(read(&server, &deadlines, None).await.status(), 404);
    assert_eq!(anna.delete("/api/me/feeds").await.status, 204);
    assert_eq!(read(&server, path, None).await.status(), 404);

    let [turns, _] = feeds(&anna).await;
    assert_eq!(anna.delete("/api/account").await.status, 204);
    assert_eq!(read(&server, &turns, None).await.status(), 404);
}

#[tokio::test]
async fn a_browser_subscribes_is_tested_and_forgotten() {
    let server = start().await;
    let (service, url) = Other::start(201).await;
    let anna = server.guest().await;
    let body = |endpoint: &str| json!({"endpoint": endpoint, "p256dh": P256DH, "auth": AUTH});
    let none = anna.post("/api/me/push/test", &json!({})).await;
    none.assert_error(404, "no-such-push", &[]);
    let endpoint = format!("{url}/push/secret");
    let made = anna.post("/api/me/push", &body(&endpoint)).await;
    assert_eq!(made.status, 201, "{made:?}");
    let id = made.body["id"].as_str().expect("an id").to_owned();
    assert_eq!(anna.post("/api/me/push", &body(&endpoint)).await.body["id"], *id);
    let ways = anna.get("/api/me/ways").await.body;
    assert_eq!(ways["pushes"].as_array().expect("browsers").len(), 1);
    assert!(!ways.to_string().contains("secret"), "{ways}");
    assert_eq!(ways["push_key"].as_str().expect("a key").len(), 87);

    assert_eq!(anna.post("/api/me/push/test", &json!({})).await.status, 204);
    assert_eq!(*service.calls.lock().expect("no panic"), ["/push/secret"]);
    *service.status.lock().expect("no panic") = 500;
    let failed = anna.post("/api/me/push/test", &json!({})).await;
    failed.assert_error(409, "way-failed", &["500"]);
    assert_eq!(anna.get("/api/me/ways").await.body["pushes"][0]["failures"], 1);
    // Who has no business with it cannot remove it.
    let bert = server.guest().await;
    let path = format!("/api/me/push/{id}");
    bert.delete(&path).await.assert_error(404, "no-such-push", &[]);
    *service.status.lock().expect("no panic") = 410;
    let gone = anna.post("/api/me/push/test", &json!({})).await;
    gone.assert_error(409, "way-failed", &["any more"]);
    assert_eq!(anna.get("/api/me/ways").await.body["pushes"], json!([]));

    // At most ten: the oldest is forgotten.
    for number in 0..11 {
        anna.post("/api/me/push", &body(&format!("{url}/{number}"))).await;
    }
    let ways = anna.get("/api/me/ways").await.body;
    let pushes = ways["pushes"].as_array().expect("browsers");
    assert_eq!(pushes.len(), 10);
    let first = pushes[0]["id"].as_str().expect("an id");
    assert_eq!(anna.delete(&format!("/api/me/push/{first}")).await.status, 204);

    for bad in [
        json!({"endpoint": "no address", "p256dh": P256DH, "auth": AUTH}),
        json!({"endpoint": "ftp://push.example/", "p256dh": P256DH, "auth": AUTH}),
        json!({"endpoint": endpoint, "p256dh": AUTH, "auth": AUTH}),
        json!({"endpoint": endpoint, "p256dh": P256DH, "auth": "AA"}),
        json!({"endpoint": endpoint, "p256dh": "*", "auth": AUTH}),
    ] {
        anna.post("/api/me/push", &bad).await.assert_error(422, "bad-push", &[]);
    }
}

#[tokio::test]
async fn addresses_that_are_not_public_are_refused() {
    let server = TestServer::start().await;
    let anna = server.nobody().sign_up("Anna").await;
    for url in [
        "http://hook.example/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.0.0.1:8443/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:192.168.0.1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://anna:secret@hook.example/",
        "javascript:alert(1)",
        "",
    ] {
        let wanted = json!({"url": url, "format": "json"});
        let set = anna.send(Method::PUT, "/api/me/webhook", &wanted).await;
        set.assert_error(422, "bad-webhook", &[]);
        let push = json!({"endpoint": url, "p256dh": P256DH, "auth": AUTH});
        anna.post("/api/me/push", &push).await.assert_error(422, "bad-push", &[]);
    }
    assert_eq!(anna.get("/api/me/ways").await.body["webhook"], Value::Null);
}

#[tokio::test]
async fn a_webhook_is_set_tested_switched_off_and_on_again() {
    let server = start().await;
    let (other, url) = Other::start(204).await;
    let anna = server.nobody().sign_up("Anna").await;
    anna.post("/api/me/webhook/test", &json!({})).await.assert_error(404, "no-webhook", &[]);
    let wanted = json!({"url": format!("{url}/hook"), "format": "slack"});
    let guest = server.guest().await.send(Method::PUT, "/api/me/webhook", &wanted).await;
    guest.assert_error(403, "no-account", &[]);
    let set = anna.send(Method::PUT, "/api/me/webhook", &wanted).await;
    assert_eq!(set.status, 204, "{set:?}");
    let webhook = anna.get("/api/me/ways").await.body["webhook"].clone();
    assert_eq!((&webhook["format"], &webhook["off"]), (&json!("slack"), &Value::Null));
    assert_eq!(anna.post("/api/me/webhook/test", &json!({})).await.status, 204);
    assert_eq!(other.count(), 1);

    // It is switched off, as by failures of its own.
    let db = rusqlite::Connection::open(server.home.path().join("data/heterodox.sqlite"));
    let off = "update webhooks set off = 'refused', failures = 10";
    db.expect("the database").execute(off, ()).expect("a webhook");
    let page = anna.page("/account").await;
    assert!(page.contains("The other server has refused the last one."), "{page}");
    *other.status.lock().expect("no panic") = 302;
    let failed = anna.post("/api/me/webhook/test", &json!({})).await;
    failed.assert_error(409, "way-failed", &["302"]);
    assert_eq!(failed.body["error"]["args"]["reason"], "refused");
    assert_eq!(anna.get("/api/me/ways").await.body["webhook"]["off"], "refused");
    *other.status.lock().expect("no panic") = 200;
    assert_eq!(anna.post("/api/me/webhook/test", &json!({})).await.status, 204);
    let webhook = anna.get("/api/me/ways").await.body["webhook"].clone();
    assert_eq!((&webhook["failures"], &webhook["off"]), (&json!(0), &Value::Null));

    // Tests are limited, as they go to another server.
    let before = other.count();
    let mut refused = 0;
    for _ in 0..5 {
        let test = anna.post("/api/me/webhook/test", &json!({})).await;
        refused += usize::from(test.status == 429);
    }
    assert!(refused >= 2, "{refused}");
    assert_eq!(other.count() - before, 5 - refused);
    assert_eq!(anna.delete("/api/me/webhook").await.status, 204);
    assert_eq!(anna.get("/api/me/ways").await.body["webhook"], Value::Null);
}

#[tokio::test]
async fn what_is_set_for_one_person_is_shown_to_no_other() {
    let server = start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let [turns, _] = feeds(&anna).await;
    let secret = turns.split('/').nth(2).expect("a secret");
    let anna = anna.sign_up("Anna").await;
    let wanted = json!({"url": "https://hook.example/token", "format": "json"});
    assert_eq!(anna.send(Method::PUT, "/api/me/webhook", &wanted).await.status, 204);
    for caller in [&bert, &server.nobody()] {
        for path in ["/api/users/Anna", &format!("/api/games/{game}"), "/u/Anna", "/account"] {
            let page = caller.page(path).await;
            assert!(!page.contains(secret) && !page.contains("hook.example"), "{path}");
        }
    }
    let own = anna.page("/account").await;
    assert!(own.contains(secret) && own.contains("hook.example"), "{own}");
    let export = anna.page("/api/me/export").await;
    assert!(!export.contains(secret) && !export.contains("hook.example"), "{export}");
}

impl Caller {
    /// The text of a page, as this caller sees it.
    async fn page(&self, path: &str) -> String {
        let token = self.token.clone().unwrap_or_default();
        let request = reqwest::Client::new().get(format!("{}{path}", self.base));
        let request = if path.starts_with("/api/") {
            self.request(Method::GET, path)
        } else {
            request.header("cookie", format!("heterodox={token}"))
        };
        request.send().await.expect("an answer").text().await.expect("a text")
    }
}
