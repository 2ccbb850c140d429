//! Bad input of every kind gets its precise error and changes nothing.

use crate::harness::{Answer, TestServer, answer, choices, kaleido, quick, quick_game};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn bodies_that_cannot_be_read_are_pointed_at() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let post = async |body: &str| -> Answer {
        anna.post_text("/api/games", "application/json", body).await
    };
    let cases = [
        ("", "bad-json", &["line 1, column 0", "EOF"][..]),
        ("{\n  \"game\": \"klinzha\",\n  opponent", "bad-json", &["line 3, column 3"]),
        ("{\"options\": {", "bad-json", &["line 1", "EOF"]),
        ("[1, 2", "bad-body", &["line 1", "expected an object"]),
        ("[1, 2]", "bad-body", &["line 1", "expected an object"]),
        ("\"klinzha\"", "bad-body", &["expected an object"]),
        ("{\"game\": \"klinzha\"}", "bad-body", &["'opponent'", "missing field `opponent`"]),
        (
            "{\"game\": \"klinzha\", \"seats\": [\"you\"],\n \"opponent\": \"open\"}",
            "bad-body",
            &["'seats'", "line 2", "`seats` stands beside `opponent`", "one of the two"],
        ),
        (
            "{\"game\": \"klinzha\", \"seats\": [\"you\", \"open\"], \"seat\": 0}",
            "bad-body",
            &["'seat'", "beside `seats`"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"shuffle\": true}",
            "bad-body",
            &["'shuffle'", "beside `opponent`"],
        ),
        (
            "{\"game\": \"klinzha\", \"seats\": [\"you\", \"open\"], \"shuffle\": \"yes\"}",
            "bad-body",
            &["'shuffle'", "\"yes\"", "boolean"],
        ),
        ("{\"game\": 7, \"opponent\": \"open\"}", "bad-body", &["'game'", "expected a string"]),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\",\n \"colour\": \"gold\"}",
            "bad-body",
            &["line 2", "'colour'", "unknown field `colour`", "`seat`"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": {\"computer\": \"godlike\"}}",
            "bad-body",
            &["'opponent.computer'", "\"godlike\"", "a level from 1 to 8"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"seat\": \"gold\"}",
            "bad-body",
            &["'seat'", "\"gold\"", "the number of a seat or \"random\""],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"seat\": -1}",
            "bad-body",
            &["'seat'", "`-1`"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"start\": {\"setup\": false}}",
            "bad-body",
            &["'start.setup'", "expected `true`"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"start\": {\"fast\": \"x\"}}",
            "bad-body",
            &["'start.fast'", "unknown field `fast`", "`quick`", "`position`"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\", \"options\": {\"goal-safety\": 1}}",
            "bad-body",
            &["'options.goal-safety'", "expected a string"],
        ),
        (
            "{\"game\": \"klinzha\", \"opponent\": \"open\"} {}",
            "bad-json",
            &["trailing characters"],
        ),
        ("{\"game\": \"kl\u{0}zha\", \"opponent\": \"open\"}", "bad-json", &["control character"]),
    ];
    for (body, code, parts) in cases {
        post(body).await.assert_error(400, code, parts);
    }
    let deep = "[".repeat(10_000);
    post(&deep).await.assert_error(400, "bad-body", &["expected an object"]);
    let latin =
        anna.post_text("/api/games", "application/json", &b"{\"game\": \"\xe4\"}"[..]).await;
    latin.assert_error(400, "bad-json", &["line 1"]);

    post(&" ".repeat(64 * 1024 + 1)).await.assert_error(413, "too-large", &["65536"]);
    for kind in ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonx"] {
        let wrong = anna.post_text("/api/games", kind, "{}").await;
        wrong.assert_error(415, "wrong-type", &["application/json", kind]);
    }
}

/// A value of a wrong type is answered with its position, its field and the expected type, in words
/// that need no knowledge of the program.
#[tokio::test]
async fn every_field_says_what_it_expects() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let before = anna.state(&game).await;
    let acts = format!("/api/games/{game}/acts");
    let refuses = async |path: &str, body: &str, field: &str, parts: &[&str]| {
        let refused = anna.post_text(path, "application/json", body).await;
        refused.assert_error(400, "bad-body", parts);
        let error = &refused.body["error"];
        assert_eq!(error["args"]["field"], field, "{body}: {error}");
        let (message, reason) = (error["message"].as_str(), error["args"]["reason"].as_str());
        let (message, reason) = (message.expect("a message"), reason.expect("a reason"));
        assert!(reason.contains("expected") || reason.contains("missing"), "{body}: {error}");
        assert!(message.len() < 500, "{body}: {error}");
        for jargon in ["struct", "enum", "variant", "u64", "usize", "tuple", "newtype", "Text"] {
            assert!(!message.contains(jargon), "{body}: {error}");
        }
        // Each body has two lines, and its fault on the second.
        assert_eq!(error["args"]["line"], "2", "{body}: {error}");
    };
    let one_of = "`setup`, `quick`, `position`";
    for (start, field, parts) in [
        ("{}", "start", &["empty object", one_of][..]),
        ("null", "start", &["null", one_of]),
        ("[]", "start", &["sequence", one_of]),
        ("\"setup\"", "start.setup", &["\"setup\"", one_of]),
        ("{\"setup\": true, \"quick\": \"x\"}", "start.setup", &["more than one", one_of]),
        ("{\"quick\": null}", "start.quick", &["null", "expected a string"]),
        ("{\"setup\": null}", "start.setup", &["null", "expected a boolean"]),
        ("{\"setup\": 1}", "start.setup", &["integer `1`", "expected a boolean"]),
        ("{\"position\": 1}", "start.position", &["integer `1`", "expected a string"]),
    ] {
        let body =
            format!("{{\"game\": \"klinzha\", \"opponent\": \"open\",\n\"start\": {start}}}");
        refuses("/api/games", &body, field, parts).await;
    }
    let open_or = "\"open\", \"link\", \"hot-seat\" or an object with `computer` or `user`";
    for (opponent, field, parts) in [
        ("{}", "opponent", &["empty object", open_or][..]),
        ("null", "opponent", &["null", open_or]),
        ("[\"easy\"]", "opponent", &["sequence", open_or]),
        ("\"computer\"", "opponent.computer", &["\"computer\"", open_or]),
        ("{\"open\": null}", "opponent.open", &["unknown field `open`", "`computer`"]),
        ("{\"computer\": 9}", "opponent.computer", &["integer `9`", "a level from 1 to 8"]),
        ("{\"computer\": {\"2\": null}}", "opponent.computer", &["a level from 1 to 8"]),
    ] {
        let body = format!("{{\"game\": \"klinzha\",\n\"opponent\": {opponent}}}");
        refuses("/api/games", &body, field, parts).await;
    }
    for (more, field, parts) in [
        ("\"options\": []", "options", &["sequence", "expected an object"][..]),
        ("\"options\": {\"a\": \"b\", \"a\": \"c\"}", "options.a", &["`a` stands twice"]),
        ("\"seat\": 0, \"seat\": 1", "seat", &["`seat` stands twice"]),
        ("\"seat\": null", "seat", &["null", "the number of a seat"]),
        ("\"seat\": 0.5", "seat", &["`0.5`", "the number of a seat"]),
    ] {
        let body = format!("{{\"game\": \"klinzha\", \"opponent\": \"open\",\n{more}}}");
        refuses("/api/games", &body, field, parts).await;
    }
    let sitters = "\"you\", \"open\", \"link\" or an object with `computer` or `user`";
    for (seats, field, parts) in [
        ("{}", "seats", &["map", "expected a sequence"][..]),
        ("2", "seats", &["integer `2`", "a sequence"]),
        ("null", "seats", &["null", "a sequence"]),
        ("[\"open\", \"open\"]", "seats", &["no \"you\"", "on at least one seat"]),
        ("[{\"computer\": 2}]", "seats", &["no \"you\""]),
        ("[\"you\", \"me\"]", "seats[1]", &["\"me\"", sitters]),
        ("[\"you\", null]", "seats[1]", &["null", sitters]),
        ("[\"you\", \"hot-seat\"]", "seats[1]", &["\"hot-seat\"", sitters]),
        ("[\"you\", {\"computer\": \"best\"}]", "seats[1].computer", &["a level from 1 to 8"]),
        ("[\"you\", {}]", "seats[1]", &["empty object", sitters]),
        ("[\"you\", {\"guest\": \"x\"}]", "seats[1].guest", &["unknown field `guest`"]),
    ] {
        let body = format!("{{\"game\": \"klinzha\",\n\"seats\": {seats}}}");
        refuses("/api/games", &body, field, parts).await;
    }
    let array = "\n[\"klinzha\", {}, {\"setup\": true}, \"open\", \"random\"]";
    refuses("/api/games", array, ".", &["sequence", "expected an object"]).await;

    let number = "expected a whole number from 0";
    for (act, field, parts) in [
        ("{\"act\": \"submit\"}", "text", &["missing field `text`", "a string"][..]),
        ("{\"act\": \"submit\", \"text\": 1}", "text", &["integer `1`", "expected a string"]),
        ("{\"act\": \"submit\", \"text\": null}", "text", &["null", "expected a string"]),
        ("{\"act\": \"resign\", \"expect\": \"1\"}", "expect", &["string \"1\"", number]),
        ("{\"act\": \"resign\", \"expect\": -1}", "expect", &["`-1`", number]),
        ("{\"act\": \"resign\", \"expect\": 1.5}", "expect", &["`1.5`", number]),
        ("{\"act\": \"resign\", \"text\": \"now\"}", "text", &["`text`", "`submit` alone"]),
        ("{\"act\": \"submit\", \"text\": \"cast\", \"accept\": true}", "accept", &["accept"]),
        ("{\"act\": \"resign\", \"seat\": -1}", "seat", &["`-1`", "a whole number"]),
        ("{\"act\": \"resign\", \"place\": 1}", "place", &["unknown field `place`", "`act`"]),
        ("{\"act\": \"answer-takeback\"}", "accept", &["missing field `accept`"]),
        ("{\"act\": \"answer-takeback\", \"accept\": 1}", "accept", &["expected a boolean"]),
        ("{\"act\": {\"submit\": null}}", "act.submit", &["unknown field", "`submit`, `resign`"]),
        ("{\"act\": \"cheat\"}", "act", &["\"cheat\"", "`answer-takeback`"]),
        ("{\"text\": \"cast\"}", "act", &["missing field `act`"]),
        ("{}", "act", &["missing field `act`"]),
        ("[\"submit\", \"cast\"]", ".", &["sequence", "an object with `act`"]),
        ("\"resign\"", ".", &["\"resign\"", "an object with `act`"]),
        ("null", ".", &["null", "an object with `act`"]),
    ] {
        refuses(&acts, &format!("\n{act}"), field, parts).await;
    }
    assert_eq!(anna.state(&game).await, before);
}

/// The number of seats depends on the game's settings.
#[tokio::test]
async fn as_many_must_be_named_as_there_are_seats() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let you = |count: usize| json!(vec!["you"; count]);
    for (seats, named) in [(2, 0), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (4, 5), (4, 3000)] {
        let refused = anna.post("/api/games", &kaleido(seats, &you(named))).await;
        let parts = ["`seats`", &format!("length {named}"), &format!("expected {seats}")];
        refused.assert_error(422, "seats-count", &parts);
        let args = json!({"found": named.to_string(), "expected": seats.to_string()});
        assert_eq!(refused.body["error"]["args"], args);
    }
    let clouded = json!({"game": "clouded-klinzha", "seats": you(4)});
    anna.post("/api/games", &clouded).await.assert_error(422, "seats-count", &["expected 2"]);
    let mut wanted = kaleido(2, &you(4));
    wanted["start"] = json!({"position": "1/8/16/16/24/1,wP,5,rP,5,bP,10 w -,-,- - 1"});
    anna.post("/api/games", &wanted).await.assert_error(422, "bad-option", &["the position has 3"]);
}

#[tokio::test]
async fn what_is_quoted_is_short() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let long = "x".repeat(40_000);
    for (path, body) in [
        ("/api/games".to_owned(), json!({"game": "klinzha", "opponent": long})),
        ("/api/games".to_owned(), json!({"game": "klinzha", "opponent": {long.as_str(): 1}})),
        ("/api/games".to_owned(), json!({"game": long, "opponent": "open"})),
        ("/api/games".to_owned(), json!({"game": "klinzha", "seats": ["you", long]})),
        (format!("/api/games/{game}/acts"), json!({"act": "submit", "text": &long[..200]})),
        (format!("/api/games/{game}/acts"), json!({"act": long})),
        (format!("/api/games/{}/join", &long[..4000]), json!({})),
    ] {
        let refused = anna.post(&path, &body).await;
        let text = refused.body["error"].to_string();
        assert!(refused.status.is_client_error(), "{}", refused.status);
        assert!(text.contains("xxx…") && text.len() < 1500, "{text}");
    }
}

#[tokio::test]
async fn what_is_no_http_is_refused_and_the_server_lives() {
    let server = TestServer::start().await;
    let host = server.base.strip_prefix("http://").unwrap().to_owned();
    let long = format!("GET / HTTP/1.1\r\nHost: {host}\r\nx: {}\r\n\r\n", "x".repeat(1 << 20));
    let requests: [(&[u8], &[u8]); 6] = [
        (b"once upon a time\r\n\r\n", b"HTTP/1.1 400"),
        (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET /%zz\0 HTTP/1.1\r\nHost: a\r\n\r\n", b"HTTP/1.1 400"),
        (long.as_bytes(), b"HTTP/1.1 431"),
        (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200"),
    ];
    for (request, expected) in requests {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        // The server may close the connection before it has read the whole request.
        let _ = stream.write_all(request).await;
        let mut start = [0; 12];
        if stream.read_exact(&mut start).await.is_ok() {
            assert_eq!(
                start,
                expected,
                "{}",
                String::from_utf8_lossy(&request[..30.min(request.len())])
            );
        }
    }
    assert_eq!(server.nobody().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_body_that_does_not_arrive_changes_nothing() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let host = server.base.strip_prefix("http://").unwrap().to_owned();
    let head = format!(
        "POST /api/games/{game}/acts HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 17\r\n\r\n{{\"act\":\"resign\"",
        anna.token.as_deref().unwrap()
    );
    let mut stream = TcpStream::connect(&host).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(anna.state(&game).await["version"], 1);
}

#[tokio::test]
async fn games_that_the_rules_refuse_are_not_opened() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut body = quick(&json!("open"));
    let cases = [
        ("game", json!("chess"), 422, "no-such-game", &["chess", "klinzha"][..]),
        ("options", json!({"colour": "red"}), 422, "bad-option", &["colour", "goal-safety"]),
        ("options", json!({"goal-safety": "yes"}), 422, "bad-option", &["yes", "advisory"]),
        ("start", json!({"quick": "nowhere"}), 422, "", &["nowhere"]),
        ("start", json!({"position": "9/9 gold 0 1"}), 422, "", &[]),
        ("seat", json!(2), 400, "no-such-seat", &["seat 2", "0 to 1"]),
    ];
    for (field, value, status, code, parts) in cases {
        let good = body[field].take();
        body[field] = value;
        let refused = anna.post("/api/games", &body).await;
        let code = if code.is_empty() { refused.code() } else { code };
        refused.assert_error(status, code, parts);
        if good.is_null() {
            body.as_object_mut().expect("an object").remove(field);
        } else {
            body[field] = good;
        }
    }
    assert_eq!(anna.post("/api/games", &body).await.status, 201);
}

#[tokio::test]
async fn acts_that_cannot_be_done_change_nothing() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let before = (anna.state(&game).await, bert.state(&game).await);
    let legal = choices(&before.0)[0].clone();

    let path = format!("/api/games/{game}/acts");
    let cases = [
        ("{\"act\": \"submit\"}", 400, "bad-body", &["missing field `text`"][..]),
        ("{\"act\": \"submit\", \"text\": 5}", 400, "bad-body", &["expected a string"]),
        ("{\"text\": \"V@G13 G14\"}", 400, "bad-body", &["missing field `act`"]),
        ("{\"act\": \"cheat\"}", 400, "bad-body", &["\"cheat\"", "`submit`"]),
        ("{\"act\": \"throw\", \"faces\": [6, 6]}", 400, "bad-body", &["\"throw\""]),
        ("{\"act\": \"flag\", \"seat\": 1}", 400, "bad-body", &["\"flag\""]),
        ("{\"act\": \"resign\", \"seat\": 1}", 403, "not-your-seat", &["seat 1"]),
        ("{\"act\": \"resign\", \"seat\": 2}", 400, "no-such-seat", &["seat 2", "0 to 1"]),
        ("{\"act\": \"resign\", \"expect\": \"1\"}", 400, "bad-body", &["a whole number"]),
        ("{\"act\": \"resign\", \"expect\": 99}", 409, "stale", &["version 99", "version 1"]),
        ("{\"act\": \"answer-takeback\"}", 400, "bad-body", &["missing field `accept`"]),
        (
            "{\"act\": \"answer-takeback\", \"accept\": true}",
            422,
            "no-takeback-asked",
            &["take a move back"],
        ),
        ("{\"act\": \"decline-draw\"}", 422, "no-draw-offer", &["no draw"]),
        ("{\"act\": \"submit\", \"text\": \"cast\"}", 422, "", &[]),
        ("{\"act\": \"submit\", \"text\": \"\"}", 422, "", &[]),
        ("{\"act\": \"submit\", \"text\": \"V@Z99 G14\"}", 422, "", &["Z99"]),
        ("{\"act\": \"submit\", \"text\": \"B@A19 I99\"}", 422, "", &["A19"]),
    ];
    for (body, status, code, parts) in cases {
        let refused = anna.post_text(&path, "application/json", body).await;
        let code = if code.is_empty() { refused.code() } else { code };
        refused.assert_error(status, code, parts);
    }
    let submit = json!({"act": "submit", "text": legal});
    bert.try_act(&game, &submit).await.assert_error(422, "not-your-turn", &["turn"]);
    server.guest().await.try_act(&game, &submit).await.assert_error(403, "no-seat", &["seat"]);
    let long = json!({"act": "submit", "text": "V@".repeat(20_000)});
    assert_eq!(anna.try_act(&game, &long).await.status, 422);
    anna.post("/api/games/k3v9qz2m/acts", &submit).await.assert_error(
        404,
        "no-such-game",
        &["k3v9qz2m"],
    );
    assert_eq!((anna.state(&game).await, bert.state(&game).await), before);
    assert_eq!(anna.act(&game, &submit).await, 2, "and the game goes on");
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for path in ["/api/", "/api/game", "/api/games/a/b", "/api/games/k3v9qz2m/picture.gif"] {
        let lost = anna.get(path).await;
        lost.assert_error(404, "no-such-route", &[]);
    }
    for rest in ["", "/frames", "/record", "/picture.svg", "/picture.png?ply=1"] {
        let lost = anna.get(&format!("/api/games/k3v9qz2m{rest}")).await;
        lost.assert_error(404, "no-such-game", &["k3v9qz2m"]);
    }
    for id in ["K3V9QZ2M", "%00", "..%2f..%2fetc%2fpasswd", "' or 1=1 --", "\u{1f451}"] {
        assert_eq!(anna.get(&format!("/api/games/{id}")).await.code(), "no-such-game", "{id}");
    }
    anna.get("/api/games/%ff").await.assert_error(400, "bad-parameter", &["'id'", "UTF-8"]);
    let ply = anna.get("/api/records/sample-battle/picture.svg?ply=last").await;
    ply.assert_error(400, "bad-parameter", &["'ply'", "'last'", "number"]);
}

#[tokio::test]
async fn methods_that_an_address_does_not_take_are_named() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for (method, path) in [
        (Method::DELETE, "/api/games/k3v9qz2m"),
        (Method::GET, "/api/games"),
        (Method::GET, "/api/games/k3v9qz2m/acts"),
        (Method::PUT, "/api/records/sample-battle"),
        (Method::POST, "/api/info"),
    ] {
        let name = method.to_string();
        let refused = answer(anna.request(method, path)).await;
        refused.assert_error(405, "wrong-method", &[&name]);
    }
}

#[tokio::test]
async fn pages_of_other_sites_cannot_act_for_their_visitors() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let post = async |origin: &str| {
        let request = anna.request(Method::POST, "/api/games").header("origin", origin);
        answer(request.json(&quick(&json!("open")))).await
    };
    assert_eq!(post(&server.base).await.status, 201);
    for origin in ["http://example.org", "http://127.0.0.1", "null"] {
        post(origin).await.assert_error(403, "foreign-origin", &[origin]);
    }
    // Reading is harmless: another site's page cannot see the answer.
    let look = anna.request(Method::GET, "/api/info").header("origin", "http://example.org");
    assert_eq!(answer(look).await.status, 200);
}

#[tokio::test]
async fn every_answer_bears_the_headers_that_protect_pages() {
    let server = TestServer::start().await;
    for path in ["/", "/healthz", "/api/info", "/api/none"] {
        let request = server.nobody().request(Method::GET, path).header("accept", "text/html");
        let answer = request.send().await.unwrap();
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src '") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn the_info_names_games_and_levels() {
    let server = TestServer::start().await;
    let info = server.nobody().get("/api/info").await.body;
    assert_eq!(info["games"][0]["id"], "klinzha");
    assert_eq!(info["levels"], json!([1, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(server.nobody().get("/healthz").await.body, "ok");
}
