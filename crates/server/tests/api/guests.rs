//! Identity of guests: tokens, cookies, addresses.

use crate::harness::{Answer, TestServer, answer, config, quick};
use heterodox_server::Limits;
use reqwest::header::{ACCEPT, AUTHORIZATION, COOKIE, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::json;

#[tokio::test]
async fn a_program_is_given_a_token() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    assert!(anna.name.len() == 8 && anna.name.bytes().all(|letter| letter.is_ascii_lowercase()));
    assert_eq!(anna.token.as_ref().map(String::len), Some(32));
    assert!(anna.token != bert.token && anna.name != bert.name);
}

/// The number of guests in the store.
fn count_guests(server: &TestServer) -> u32 {
    let file = server.home.path().join("data/heterodox.sqlite");
    let database = rusqlite::Connection::open(file).unwrap();
    database.query_row("select count(*) from users", [], |row| row.get(0)).unwrap()
}

/// What a browser sends, with the cookie that it has.
async fn browse(request: RequestBuilder, cookie: Option<&str>) -> Response {
    let request = request.header(ACCEPT, "text/html,*/*");
    let request = match cookie {
        Some(cookie) => request.header(COOKIE, cookie),
        None => request,
    };
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_visitor_who_only_looks_is_not_stored() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    let nobody = server.nobody();
    let before = count_guests(&server);
    let pages = ["/", "/new/klinzha", "/r/sample-battle", "/g/none"].map(str::to_owned);
    let of_game =
        ["", "/frames", "/record", "/picture.svg"].map(|tail| format!("/api/games/{game}{tail}"));
    for path in pages.into_iter().chain([format!("/g/{game}")]).chain(of_game) {
        for cookie in [None, Some("heterodox=00000000000000000000000000000000")] {
            let response = browse(nobody.request(Method::GET, &path), cookie).await;
            assert!(response.headers().get(SET_COOKIE).is_none(), "{path}");
        }
    }
    let mut socket = nobody.socket(&game).await;
    socket.next_of("state").await;
    assert_eq!(count_guests(&server), before);
}

/// What the scripts of the pages do when a visitor acts for the first time.
#[tokio::test]
async fn a_browser_becomes_a_guest_by_its_first_deed() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let open = |cookie| {
        let request = nobody.request(Method::POST, "/api/games").json(&quick(&json!("open")));
        browse(request, cookie)
    };
    let join = |cookie| browse(nobody.request(Method::POST, "/api/guests"), cookie);
    assert_eq!(open(None).await.status(), 401);
    assert_eq!(open(Some("heterodox=00000000000000000000000000000000")).await.status(), 401);
    assert_eq!(count_guests(&server), 0);
    let joined = join(None).await;
    let cookie = joined.headers()[SET_COOKIE].to_str().unwrap();
    for part in ["heterodox=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie} lacks {part}");
    }
    let cookie = cookie.split(';').next();
    assert_eq!(open(cookie).await.status(), 201);
    assert_eq!(count_guests(&server), 1);
    let again = join(cookie).await;
    assert!(again.headers().get(SET_COOKIE).is_none(), "a browser stays the guest that it is");
}

#[tokio::test]
async fn the_name_of_the_scheme_is_written_in_any_way() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let token = anna.token.as_deref().unwrap();
    let open = async |authorization: String| {
        let request = server.nobody().request(Method::POST, "/api/games");
        let request = request.header(AUTHORIZATION, authorization);
        answer(request.json(&quick(&json!("open")))).await
    };
    for scheme in ["Bearer", "bearer", "BEARER"] {
        assert_eq!(open(format!("{scheme} {token}")).await.status, 201, "{scheme}");
    }
    for other in [format!("Basic {token}"), token.to_owned(), "Bearer".to_owned()] {
        open(other).await.assert_error(400, "bad-header", &["'Bearer TOKEN'"]);
    }
}

#[tokio::test]
async fn without_a_token_one_may_look_and_no_more() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    assert_eq!(nobody.state(&game).await["seat"], json!(null));
    let calls = [
        ("/api/games".to_owned(), quick(&json!("open"))),
        (format!("/api/games/{game}/join"), json!({})),
        (format!("/api/games/{game}/acts"), json!({"act": "resign"})),
        (format!("/api/games/{game}/rematch"), json!({})),
    ];
    for (path, body) in &calls {
        nobody.post(path, body).await.assert_error(401, "no-guest", &["Bearer", "cookie"]);
    }
    let mut stranger = nobody.clone();
    stranger.token = Some("00000000000000000000000000000000".to_owned());
    for (path, body) in &calls {
        stranger.post(path, body).await.assert_error(401, "unknown-token", &[]);
    }
    stranger.get(&format!("/api/games/{game}")).await.assert_error(401, "unknown-token", &[]);
    let basic = nobody.request(Method::GET, "/api/games/none").header(AUTHORIZATION, "Basic YTpi");
    answer(basic).await.assert_error(400, "bad-header", &["authorization", "Bearer TOKEN"]);
    assert_eq!(anna.state(&game).await["version"], 0);
}

/// The number of calls that succeed before the answer is 429.
async fn until_refused(call: impl AsyncFn() -> Answer) -> usize {
    for done in 0..2000 {
        let answer = call().await;
        if answer.status == 429 {
            return done;
        }
        assert_eq!(answer.status, 201, "{}", answer.body);
    }
    panic!("nobody was told to wait")
}

#[tokio::test]
async fn an_address_that_creates_too_much_must_wait() {
    let home = tempfile::tempdir().unwrap();
    let mut config = config(&home.path().join("data"));
    config.limits = Limits::default();
    let server = TestServer::start_with(home, config).await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&quick(&json!("open"))).await;
    // One guest reaches its limit before its address does.
    let opened =
        until_refused(async || anna.post("/api/games", &quick(&json!("open"))).await).await;
    assert!((119..140).contains(&opened), "{opened}");
    bert.open(&quick(&json!("open"))).await;
    let made = until_refused(async || server.nobody().post("/api/guests", &json!({})).await).await;
    assert!((470..700).contains(&made), "{made}");
    for (path, body) in [("/api/guests", json!({})), ("/api/games", quick(&json!("open")))] {
        let request = anna.request(Method::POST, path).json(&body);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 429);
        let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=2).contains(&wait), "{wait}");
    }
    anna.post_text("/api/records", "text/plain", "").await.assert_error(429, "too-many", &["s"]);
    // Acts and reads are not limited here.
    anna.withdraw(&game).await;
}
