//! Live games.

use crate::harness::{TIMEOUT, TestServer, choices, quick, quick_game, to_act};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

#[tokio::test]
async fn two_players_and_a_spectator_follow_live() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let mut sockets =
        [anna.socket(&game).await, bert.socket(&game).await, server.nobody().socket(&game).await];
    for (socket, seat) in sockets.iter_mut().zip([json!(0), json!(1), Value::Null]) {
        let first = socket.next().await;
        assert_eq!((&first["type"], &first["state"]["seat"]), (&json!("state"), &seat));
    }
    let state = anna.state(&game).await;
    let text = choices(&state)[0].clone();
    sockets[0].act(5, &json!({"act": "submit", "text": text, "expect": 1})).await;
    let answer = sockets[0].next_of("answer").await;
    assert_eq!(answer, json!({"type": "answer", "id": 5, "version": 2}));
    for (socket, sees_choices) in sockets.iter_mut().zip([false, true, false]) {
        let state = socket.wait(|state| state["version"] == 2).await;
        assert_eq!(state["moves"], json!([text]));
        assert_eq!(!choices(&state).is_empty(), sees_choices);
    }
    // The live messages equal the answers to requests.
    let mut live = bert.socket(&game).await;
    assert_eq!(live.next().await["state"], bert.state(&game).await);

    bert.act(&game, &json!({"act": "resign"})).await;
    for socket in &mut sockets {
        let over = socket.wait(|state| state["version"] == 3).await;
        assert_eq!(over["scene"]["outcome"]["winner"], 0);
    }
}

#[tokio::test]
async fn a_player_who_comes_and_goes_is_seen_to() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let online = |state: &Value| state["players"][1]["online"] == true;
    let mut watching = anna.socket(&game).await;
    watching.wait(|state| !online(state)).await;
    let first_tab = bert.socket(&game).await;
    watching.wait(online).await;
    let second_tab = bert.socket(&game).await;
    drop(first_tab);
    // Closing one of two tabs does not make the player absent; closing the last one does.
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    watching.wait(|state| state["version"] == 2 && online(state)).await;
    drop(second_tab);
    watching.wait(|state| !online(state)).await;

    // A returning player needs only the first message.
    let mut again = bert.socket(&game).await;
    let state = again.next().await["state"].take();
    assert_eq!((&state["version"], &state["scene"]["draw_offers"]), (&json!(2), &json!([0])));
}

#[tokio::test]
async fn what_the_umpire_announces_is_heard_by_all() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&json!({"game": "klinzha", "opponent": "open", "seat": 0})).await;
    bert.join(&game).await;
    let mut sockets = [anna.socket(&game).await, server.nobody().socket(&game).await];
    let casting = if to_act(&anna.state(&game).await) == Some(0) { &anna } else { &bert };
    let version = casting.submit(&game, "cast").await;
    assert_eq!(
        version, 5,
        "after a seat and two parts: the cast, and the throw of the server's dice with it"
    );
    let heard = sockets[0].next_of("heard").await;
    let cast = &heard["notices"][0];
    assert_eq!(cast["key"], "cast", "{heard}");
    let faces = cast["args"].as_array().unwrap().iter().filter_map(|arg| {
        arg[1].as_str().unwrap().parse::<u8>().ok().filter(|_| arg[0] == "a" || arg[0] == "b")
    });
    let faces: Vec<_> = faces.collect();
    assert!(faces.len() == 2 && faces.iter().all(|face| (1..=6).contains(face)), "{cast}");
    assert_eq!(sockets[1].next_of("heard").await, heard);
}

#[tokio::test]
async fn a_spectator_who_joins_looks_from_the_seat() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&quick(&json!("open"))).await;
    let mut socket = bert.socket(&game).await;
    socket.wait(|state| state["seat"].is_null() && state["open"] == true).await;
    bert.join(&game).await;
    let seated = socket.wait(|state| state["seat"] == 1).await;
    assert_eq!(seated["open"], false);
    socket.act(1, &json!({"act": "resign"})).await;
    assert_eq!(socket.next_of("answer").await["version"], 2);
}

#[tokio::test]
async fn frames_that_cannot_be_done_are_answered_and_the_socket_stays() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let mut socket = anna.socket(&game).await;
    let long = format!("{{\"type\": \"act\", \"id\": 1, \"act\": \"{}\"}}", "x".repeat(70_000));
    // If the frame's id can be read, the error carries it.
    let cases: [(Message, Option<u64>, &str, &[&str]); 14] = [
        ("".into(), None, "bad-json", &["EOF"]),
        ("hello".into(), None, "bad-json", &["the frame", "line 1, column 1"]),
        ("{\"type\": \"move\"}".into(), None, "bad-body", &["'type'", "\"move\"", "`act`"]),
        ("{\"type\": \"move\", \"id\": 5}".into(), Some(5), "bad-body", &["'type'", "\"move\""]),
        (
            "{\"type\": \"act\", \"act\": {\"act\": \"resign\"}}".into(),
            None,
            "bad-body",
            &["missing field `id`"],
        ),
        (
            "{\"type\": \"act\", \"id\": -1, \"act\": {\"act\": \"resign\"}}".into(),
            None,
            "bad-body",
            &["'id'", "a whole number from 0"],
        ),
        ("{\"type\": \"act\", \"id\": 2}".into(), Some(2), "bad-body", &["missing field `act`"]),
        (
            "{\"type\": \"act\", \"id\": 3, \"act\": {\"act\": \"cheat\"}}".into(),
            Some(3),
            "bad-body",
            &["'act.act'", "\"cheat\"", "`submit`"],
        ),
        (
            "{\"type\": \"act\", \"act\": {\"act\": \"submit\"}, \"id\": 4}".into(),
            Some(4),
            "bad-body",
            &["'act.text'", "missing field `text`"],
        ),
        (
            "{\"type\": \"act\", \"id\": 6, \"act\": {\"act\": \"resign\"}, \"x\": 1}".into(),
            Some(6),
            "bad-body",
            &["unknown field `x`"],
        ),
        ("[]".into(), None, "bad-body", &["the frame", "line 1", "an object with `type`"]),
        ("[\"act\", 8, {\"act\": \"resign\"}]".into(), None, "bad-body", &["an object"]),
        (long.into(), None, "too-large", &["the frame", "65536"]),
        (Message::Binary(b"\x00\x01".as_slice().into()), None, "bad-frame", &["text"]),
    ];
    for (frame, id, code, parts) in cases {
        socket.send(frame).await;
        let answer = socket.next_of(if id.is_some() { "answer" } else { "error" }).await;
        assert_eq!((answer["id"].as_u64(), &answer["error"]["code"]), (id, &json!(code)));
        for part in parts {
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.contains(part), "{message} lacks {part}");
        }
    }
    socket.act(7, &json!({"act": "submit", "text": "V@A19 A19"})).await;
    let refused = socket.next_of("answer").await;
    assert_eq!((&refused["id"], refused["error"]["code"].is_string()), (&json!(7), true));

    let mut other = bert.socket(&game).await;
    other.act(8, &json!({"act": "submit", "text": "V@A19 A19"})).await;
    assert_eq!(other.next_of("answer").await["error"]["code"], "not-your-turn");
    let mut spectator = server.guest().await.socket(&game).await;
    spectator.act(9, &json!({"act": "resign"})).await;
    assert_eq!(spectator.next_of("answer").await["error"]["code"], "no-seat");
    let mut nobody = server.nobody().socket(&game).await;
    nobody.act(10, &json!({"act": "resign"})).await;
    assert_eq!(nobody.next_of("answer").await["error"]["code"], "no-guest");

    assert_eq!(anna.state(&game).await["version"], 1, "nothing has happened");
    socket.act(11, &json!({"act": "resign"})).await;
    assert_eq!(socket.next_of("answer").await["version"], 2);
}

#[tokio::test]
async fn a_frame_beyond_all_measure_ends_the_socket_and_nothing_else() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let mut socket = anna.socket(&game).await;
    socket.send("x".repeat(2_000_000)).await;
    assert_eq!(anna.state(&game).await["version"], 1);
    anna.socket(&game).await.wait(|state| state["version"] == 1).await;
}

/// All bytes that the server sends to a client that opens a socket and then sends `bytes`.
async fn bytes_after(server: &TestServer, game: &str, bytes: &[u8]) -> Vec<u8> {
    let host = server.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let upgrade = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut received = Vec::new();
    let ended = timeout(TIMEOUT, stream.read_to_end(&mut received)).await;
    assert!(ended.is_ok(), "{bytes:?} is left unanswered");
    assert!(received.starts_with(b"HTTP/1.1 101"), "{bytes:?}");
    received
}

/// Whether the bytes end with a close frame with this code.
fn closes_with(received: &[u8], code: u16) -> bool {
    let [high, low] = code.to_be_bytes();
    // The frame's first byte, its length, the code, and the reason.
    (4..received.len().min(130)).any(|length| {
        let frame = &received[received.len() - length..];
        frame[0] == 0x88 && usize::from(frame[1]) == length - 2 && frame[2..4] == [high, low]
    })
}

#[tokio::test]
async fn bytes_that_are_no_frames_end_the_socket_and_nothing_else() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let long_ping = [&b"\x89\xfe\x01\x00\0\0\0\0"[..], &[b'x'; 256]].concat();
    let garbage: [(&[u8], u16); 6] = [
        // Not masked; invalid UTF-8; a reserved opcode; a ping that is too long; an excessive
        // length; a frame that announces a megabyte.
        (b"\x81\x02{}", 1002),
        (b"\x81\x82\0\0\0\0\xff\xff", 1007),
        (b"\x83\x80\0\0\0\0", 1002),
        (&long_ping, 1002),
        (b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
        (b"\x81\xff\0\0\0\0\0\x10\0\0\0\0\0\0", 1009),
    ];
    for (bytes, code) in garbage {
        let received = bytes_after(&server, &game, bytes).await;
        assert!(closes_with(&received, code), "{code} after {bytes:?}");
    }
    anna.act(&game, &json!({"act": "resign"})).await;
}

#[tokio::test]
async fn a_client_that_closes_is_answered_in_kind() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let received = bytes_after(&server, &game, b"\x88\x82\0\0\0\0\x03\xe8").await;
    assert!(closes_with(&received, 1000), "{received:?}");

    let mut watching = server.nobody().socket(&game).await;
    let mut socket = anna.socket(&game).await;
    let online = |state: &Value| state["players"][0]["online"] == true;
    watching.wait(online).await;
    socket.next_of("state").await;
    socket.send(Message::Close(None)).await;
    assert!(matches!(socket.next_frame().await, Message::Close(_)));
    watching.wait(|state| !online(state)).await;
}

#[tokio::test]
async fn sockets_that_may_not_be_opened_are_refused() {
    let server = TestServer::start().await;
    let (game, _) = quick_game(&server).await;
    let open = async |path: &str, origin: Option<&str>| {
        let address = format!("{}{path}", server.base.replace("http", "ws"));
        let mut request = address.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match connect_async(request).await {
            Ok(_) => StatusCode::SWITCHING_PROTOCOLS,
            Err(Error::Http(response)) => response.status(),
            Err(error) => panic!("{error}"),
        }
    };
    let path = format!("/api/games/{game}/socket");
    assert_eq!(open(&path, None).await, 101);
    assert_eq!(open(&path, Some(&server.base)).await, 101);
    assert_eq!(open(&path, Some("http://example.org")).await, 403);
    assert_eq!(open("/api/games/k3v9qz2m/socket", None).await, 404);
    let plain = server.nobody().get(&path).await;
    plain.assert_error(400, "bad-header", &["upgrade", "websocket"]);
}

#[tokio::test]
async fn sockets_are_told_when_the_server_stops() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let mut socket = anna.socket(&game).await;
    socket.next_of("state").await;
    let _home = server.stop().await;
    match socket.next_frame().await {
        Message::Close(Some(frame)) => assert_eq!(frame.code, CloseCode::Restart),
        other => panic!("{other:?}"),
    }
}
