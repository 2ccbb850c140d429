//! What a single client can do to others: each limit tested from outside, and the use that stays
//! allowed. `docs/security.md` lists the limits; `examples/attack.rs` measures how fast the server
//! stays under each attack.

use crate::harness::{
    Caller, TIMEOUT, TestServer, choices, config, kaleido, phase, quick, quick_game, to_act,
};
use futures_util::{SinkExt, StreamExt};
use heterodox_server::{Limits, PublicOrigin};
use heterodox_store::{Append, Derived, GameLog, NewEvent, SqliteStore, Store};
use reqwest::Method;
use reqwest::header::{ACCEPT, CACHE_CONTROL, COOKIE, HOST, ORIGIN, SET_COOKIE};
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use heterodox_server::testing::long_game::{self, back_and_forth};

/// The id of a long game.
const LONG: &str = "longgame2345";

/// A server with the default limits.
async fn usual() -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.limits = Limits::default();
    TestServer::start_with(home, config).await
}

/// The number of calls, at most `most`, that succeed before the answer is 429.
async fn until_told_to_wait(most: usize, call: impl AsyncFn(usize) -> u16) -> usize {
    for done in 0..most {
        if call(done).await == 429 {
            return done;
        }
    }
    panic!("nobody was told to wait")
}

/// Each ping is answered, so a client that sends pings without reading fills the memory.
#[tokio::test]
async fn a_socket_that_sends_pings_without_end_is_closed() {
    let server = usual().await;
    let game = server.guest().await.open(&quick(&json!("open"))).await;
    for path in [format!("/api/games/{game}/socket"), "/api/analysis".to_owned()] {
        let address = format!("{}{path}", server.base.replace("http", "ws"));
        let (mut socket, _) = connect_async(address).await.expect("the socket opens");
        let mut sent = 0;
        while sent < 5000 && socket.send(Message::Ping(vec![0; 125].into())).await.is_ok() {
            sent += 1;
        }
        let code = timeout(TIMEOUT, async {
            loop {
                match socket.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                    Some(Ok(_)) => {}
                    // The connection was cut before the close frame arrived.
                    Some(Err(_)) | None => return None,
                }
            }
        });
        let code = code.await.expect("it is closed");
        assert!(code.is_none_or(|code| code == CloseCode::Policy), "{path}: {code:?}");
    }
    // Pings at a normal rate are answered.
    let (mut socket, _) =
        connect_async(format!("{}/api/analysis", server.base.replace("http", "ws")))
            .await
            .expect("the socket opens");
    for _ in 0..10 {
        socket.send(Message::Ping(b"here"[..].into())).await.expect("sent");
        let answer = timeout(TIMEOUT, async {
            loop {
                match socket.next().await {
                    // The server's own, which come if the test takes long.
                    Some(Ok(Message::Ping(_))) => {}
                    answer => return answer,
                }
            }
        });
        let answer = answer.await.expect("in time");
        assert!(matches!(answer, Some(Ok(Message::Pong(_)))), "{answer:?}");
    }
}

/// The length of an act is limited, and it is stored without surplus whitespace.
#[tokio::test]
async fn an_act_is_short_and_kept_without_blanks() {
    let server = usual().await;
    let (game, [anna, _]) = quick_game(&server).await;
    let text = choices(&anna.state(&game).await)[0].clone();
    for padded in [
        format!("{}{text}", " ".repeat(60_000)),
        format!("{text}{}", "\t".repeat(30_000)),
        text.replace(' ', &" ".repeat(201)),
    ] {
        let act = json!({"act": "submit", "text": padded});
        anna.try_act(&game, &act).await.assert_error(422, "too-long", &["`text`", "200"]);
    }
    anna.submit(&game, &format!("  {}\t ", text.replace(' ', "   "))).await;
    let home = server.stop().await;
    let store = open_store(&home).await;
    let kept: Value = serde_json::from_str(&store.events(&game).await.unwrap()[1].body).unwrap();
    assert_eq!(kept["content"]["act"]["text"], text);
    store.close().await;
}

/// The rate of acts of a guest is limited.
#[tokio::test]
async fn a_guest_acts_so_often_and_no_more() {
    let server = usual().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let refused = json!({"act": "submit", "text": "no move"});
    let act = async |_| anna.try_act(&game, &refused).await.status.as_u16();
    let done = until_told_to_wait(2000, act).await;
    assert!((199..900).contains(&done), "{done}: 200 at once");
    // Acts through a socket count as well; other guests are not affected.
    let mut socket = anna.socket(&game).await;
    let mut codes = Vec::new();
    for id in 0..5 {
        socket.act(id, &refused).await;
        codes.push(socket.next_of("answer").await["error"]["code"].take());
    }
    assert!(codes.contains(&json!("too-many")), "{codes:?}");
    bert.try_act(&game, &refused).await.assert_error(422, "not-your-turn", &[]);
}

/// The number of hidden setup steps is limited.
#[tokio::test]
async fn a_setup_is_changed_so_often_and_no_more() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let wanted = json!({"game": "clouded-klinzha", "opponent": "open", "seat": 0});
    let game = anna.open(&wanted).await;
    bert.join(&game).await;
    // The throw decides which player may use the option.
    let players = [&anna, &bert];
    let mut acting = &anna;
    for _ in 0..20 {
        let state = anna.state(&game).await;
        acting = players[to_act(&state).expect("a seat")];
        let texts = choices(&acting.state(&game).await);
        let buttons = ["cast", "option first", "take gold north"];
        match buttons.into_iter().find(|button| texts.iter().any(|text| text == button)) {
            Some(button) => acting.submit(&game, button).await,
            None => break,
        };
    }
    let version = |caller: &Caller| {
        let caller = caller.clone();
        let game = game.clone();
        async move { caller.state(&game).await["version"].as_u64().expect("a version") }
    };
    let other = if std::ptr::eq(acting, &raw const anna) { &bert } else { &anna };
    let unseen = version(other).await;
    let mut steps = 0;
    let refused = loop {
        let answer = acting.try_act(&game, &json!({"act": "submit", "text": "clear"})).await;
        if answer.status != 200 {
            break answer;
        }
        steps += 1;
        assert!(steps <= 500, "without an end");
    };
    refused.assert_error(422, "too-many-steps", &["500"]);
    assert!(steps > 490, "{steps}");
    assert_eq!(version(other).await, unseen, "nobody else is told");
    acting.act(&game, &json!({"act": "resign"})).await;
}

/// A data folder with a long game, and the guest's token.
async fn long_game(plies: usize) -> (TempDir, String) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let store = open_store(&home).await;
    let token = long_game::guest(&store).await;
    long_game::create(&store, LONG, plies).await;
    store.close().await;
    (home, token)
}

async fn open_store(home: &TempDir) -> SqliteStore {
    std::fs::create_dir_all(home.path().join("data")).expect("a folder");
    SqliteStore::open(&home.path().join("data/heterodox.sqlite")).await.expect("a store")
}

/// The number of plies is limited, so that every log stays short enough to read.
#[tokio::test]
async fn a_game_of_three_thousand_plies_ends_as_a_draw() {
    let (home, token) = long_game(2999).await;
    let server = TestServer::start_in(home).await;
    let mut caller = server.nobody();
    caller.token = Some(token);
    let game = LONG;
    let state = caller.state(game).await;
    assert_eq!((phase(&state), to_act(&state)), ("play", Some(1)));
    caller.submit(game, &back_and_forth(3000)[2999]).await;
    let over = caller.state(game).await;
    assert_eq!(over["scene"]["outcome"]["reason"], "agreement");
    assert_eq!(over["moves"].as_array().map(Vec::len), Some(3000));
}

/// The number of offers and take-backs is limited; moves stay possible.
#[tokio::test]
async fn a_game_in_which_too_much_has_happened_takes_moves_alone() {
    let (home, token) = long_game(0).await;
    let store = open_store(&home).await;
    let offers = ["offer-draw", "decline-draw"].into_iter().zip([0, 1]).cycle();
    let events = offers.take(4999).map(|(act, seat)| {
        let body = json!({"v": 4, "content": {"act": {"act": act, "seat": seat}}}).to_string();
        NewEvent { at_ms: 2, body }
    });
    let append = Append::new(LONG, 0, events.collect(), Derived::default());
    store.append(append).await.unwrap();
    store.close().await;
    let server = TestServer::start_in(home).await;
    let mut caller = server.nobody();
    caller.token = Some(token);
    let game = LONG;
    caller.act(game, &json!({"act": "decline-draw"})).await;
    let refused = caller.try_act(game, &json!({"act": "offer-draw"})).await;
    refused.assert_error(422, "game-too-long", &["5000"]);
    caller.submit(game, &back_and_forth(1)[0]).await;
    caller.act(game, &json!({"act": "resign"})).await;
}

/// Frames are sent in parts, also to clients that read slowly.
#[tokio::test]
async fn frames_come_in_parts() {
    let (home, _) = long_game(450).await;
    let server = TestServer::start_in(home).await;
    let nobody = server.nobody();
    let frames =
        async |query: &str| nobody.get(&format!("/api/games/{LONG}/frames{query}")).await.body;
    let (mut all, mut parts) = (Vec::new(), 0);
    loop {
        let part = frames(&format!("?from={}", all.len())).await;
        all.extend(part["frames"].as_array().expect("frames").clone());
        parts += 1;
        if all.len() >= part["total"].as_u64().expect("a number") as usize {
            break;
        }
    }
    assert_eq!((all.len(), parts), (451, 3));
    assert!(all.iter().enumerate().all(|(ply, frame)| frame["ply"] == ply));
    let some = frames("?from=30&count=45").await["frames"].take();
    assert_eq!(some.as_array().map(Vec::as_slice), Some(&all[30..75]));
    assert_eq!(frames("?from=451").await["frames"], json!([]));
    for bad in ["count=0", "count=201", "from=-1", "from=x"] {
        let refused = nobody.get(&format!("/api/games/{LONG}/frames?{bad}")).await;
        refused.assert_error(400, "bad-parameter", &[]);
    }
    let then = nobody.get(&format!("/api/games/{LONG}/picture.svg?ply=450")).await;
    assert_eq!(then.status, 200);
    let late = nobody.get(&format!("/api/games/{LONG}/picture.svg?ply=451")).await;
    late.assert_error(400, "no-such-ply", &["0 to 450"]);
}

/// Expensive requests are rate-limited, and request lengths are limited.
#[tokio::test]
async fn what_is_made_for_a_caller_has_limits() {
    let server = usual().await;
    let nobody = server.nobody();
    let moves = vec!["a1a2"; 1001];
    let line = json!({"game": "grand-chess", "moves": moves});
    nobody.post("/api/line", &line).await.assert_error(422, "analysis-too-long", &["1000"]);
    let long = json!({"game": "grand-chess", "moves": ["x".repeat(201)]});
    nobody.post("/api/line", &long).await.assert_error(422, "too-long", &["`moves`"]);
    let picture =
        async |_| nobody.get("/api/records/sample-battle/picture.svg").await.status.as_u16();
    let made = until_told_to_wait(20_000, picture).await;
    assert!(made >= 600, "{made}");
}

/// Options are short, and a rematch counts as a game opened by the guest.
#[tokio::test]
async fn rematches_and_options_are_counted_too() {
    let server = usual().await;
    let anna = server.guest().await;
    for wanted in [
        json!({"game": "clouded-klinzha", "options": {"seed": "0".repeat(60_000) + "7"}}),
        json!({"game": "clouded-klinzha", "options": {"clouds": format!("seed:{}7", "0".repeat(60_000))}}),
        json!({"game": "klinzha", "start": {"position": "x".repeat(60_000)}}),
    ] {
        let mut game = wanted.clone();
        game["opponent"] = json!("hot-seat");
        anna.post("/api/games", &game).await.assert_error(422, "too-long", &["at most"]);
        anna.post("/api/check", &wanted).await.assert_error(422, "too-long", &["at most"]);
    }
    let mut game = anna.open(&quick(&json!("hot-seat"))).await;
    for round in 0.. {
        anna.act(&game, &json!({"act": "resign"})).await;
        let next = anna.post(&format!("/api/games/{game}/rematch"), &json!({})).await;
        if next.status == 429 {
            assert!((110..220).contains(&round), "{round}");
            return;
        }
        assert_eq!(next.status, 200, "{}", next.body);
        assert!(round < 300, "without an end");
        next.body["id"].as_str().expect("an id").clone_into(&mut game);
        // Stays below the rate limit of acts: two for each game.
        sleep(Duration::from_millis(45)).await;
    }
}

/// Guessing ids is rate-limited.
#[tokio::test]
async fn ids_cannot_be_tried_out() {
    let server = usual().await;
    let nobody = server.nobody();
    let game = server.guest().await.open(&quick(&json!("open"))).await;
    assert_eq!(game.len(), 12);
    let miss = async |n| nobody.get(&format!("/api/games/{n:012}")).await.status.as_u16();
    let missed = until_told_to_wait(5000, miss).await;
    assert!((300..1500).contains(&missed), "{missed}");
    // Games in memory do not count as lookups.
    nobody.state(&game).await;
}

/// A connection that sends nothing, or sends slowly, is closed.
#[tokio::test]
async fn slow_callers_are_not_waited_for() {
    let server = TestServer::start().await;
    let address = server.base.strip_prefix("http://").expect("an address").to_owned();
    let post = "POST /api/guests HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n";
    let callers: [(&str, String, &str); 6] = [
        ("nothing", String::new(), ""),
        ("half a head", "GET / HTTP/1.1\r\nhost:".to_owned(), ""),
        ("a slow head", "GET / HTTP/1.1\r\nhost: test\r\n".to_owned(), "a: b\r\n"),
        (
            "half a body",
            format!("{}content-length: 9\r\n\r\n{{", post.replace("guests", "check")),
            "",
        ),
        (
            "slow chunks",
            format!("{}transfer-encoding: chunked\r\n\r\n", post.replace("guests", "check")),
            "1\r\n \r\n",
        ),
        ("an idle connection", "GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n".to_owned(), ""),
    ];
    let begun = Instant::now();
    let ended = callers.map(|(name, first, drip)| {
        let address = address.clone();
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            stream.write_all(first.as_bytes()).await.expect("sent");
            let (mut reading, mut writing) = stream.split();
            let mut told = Vec::new();
            let dripping = async {
                loop {
                    sleep(Duration::from_secs(2)).await;
                    if drip.is_empty() || writing.write_all(drip.as_bytes()).await.is_err() {
                        std::future::pending::<()>().await;
                    }
                }
            };
            tokio::select! {
                // A reset ends the connection too.
                read = timeout(TIMEOUT, reading.read_to_end(&mut told)) => {
                    assert!(read.is_ok(), "{name}: the connection stays open");
                }
                () = dripping => {}
            }
        })
    });
    for ended in ended {
        ended.await.expect("it ends");
    }
    assert!(begun.elapsed() > Duration::from_secs(10), "honest callers have some time");
}

/// The number of connections from one address is limited; other addresses still connect.
#[tokio::test]
async fn an_address_has_so_many_connections() {
    let server = usual().await;
    let address = server.base.strip_prefix("http://").expect("an address").to_owned();
    let mut open = Vec::new();
    let mut turned_away = 0;
    for _ in 0..560 {
        let mut stream = TcpStream::connect(&address).await.expect("a connection");
        let mut first = [0];
        match timeout(Duration::from_millis(2), stream.read(&mut first)).await {
            Err(_) => open.push(stream),
            Ok(_) => turned_away += 1,
        }
    }
    assert!(turned_away > 0, "{}", open.len());
    // Another address can connect.
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.2:0".parse().expect("an address")).expect("another loopback address");
    let mut other = socket.connect(address.parse().expect("an address")).await.expect("connected");
    other.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").await.expect("sent");
    let mut answer = String::new();
    timeout(TIMEOUT, other.read_to_string(&mut answer)).await.expect("in time").expect("read");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
    // The first address can connect again once its connections are closed.
    drop(open);
    timeout(TIMEOUT, async {
        while server.nobody().request(Method::GET, "/healthz").send().await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("there is room again");
}

/// Behind a proxy each visitor has its own limits, and the cookie has the prefix
/// `__Host-`.
#[tokio::test]
async fn behind_a_proxy_callers_are_told_apart() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.limits = Limits::default();
    config.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    config.public_origin = Some("https://play.example".parse::<PublicOrigin>().expect("an origin"));
    let server = TestServer::start_with(home, config).await;
    let from = |address: &str| {
        let request = server.nobody().request(Method::POST, "/api/guests").json(&json!({}));
        request.header("x-forwarded-for", format!("203.0.113.9, {address}"))
    };
    let status = async |address: &str| from(address).send().await.expect("an answer").status();
    let made = until_told_to_wait(2000, async |_| status("198.51.100.1").await.as_u16()).await;
    assert!(made >= 599, "{made}");
    assert_eq!(status("198.51.100.2").await, 201);

    let joined = from("198.51.100.2").send().await.expect("an answer");
    let cookie = joined.headers()[SET_COOKIE].to_str().expect("text").to_owned();
    assert!(cookie.starts_with("__Host-heterodox=") && cookie.ends_with("; Secure"), "{cookie}");
    assert_eq!(joined.headers()[CACHE_CONTROL], "no-store");
    let token = cookie.split(';').next().expect("a pair");
    let create = |host: &str, origin: &str| {
        let request = server.nobody().request(Method::POST, "/api/games");
        let request = request.json(&quick(&json!("open"))).header(COOKIE, token);
        request.header(HOST, host.to_owned()).header(ORIGIN, origin.to_owned()).send()
    };
    let own = create("127.0.0.1:8080", "https://play.example").await.expect("an answer");
    assert_eq!(own.status(), 201, "the Host header as nginx sends it by default");
    let rebound = create("evil.test", "http://evil.test").await.expect("an answer");
    assert_eq!(rebound.status(), 403);
}

/// A player who chose the start of a game with hidden information is named to others
/// before they join.
#[tokio::test]
async fn the_guest_who_chose_the_start_of_a_hidden_game_is_named() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let open = server.nobody();
    let scene = anna
        .post("/api/check", &json!({"game": "klinzha", "start": {"quick": "north-west"}}))
        .await;
    let position =
        scene.body["scene"]["frame"]["position"].as_str().expect("a position").to_owned();
    let wanted = |start: Value| {
        json!({"game": "clouded-klinzha", "options": {"clouds": "blind"}, "start": start,
            "opponent": "open", "seat": 1})
    };
    let game = anna.open(&wanted(json!({"position": position}))).await;
    let page = open.request(Method::GET, &format!("/g/{game}?lang=en")).header(ACCEPT, "text/html");
    let page = page.send().await.expect("a page").text().await.expect("text");
    assert!(page.contains(&format!("a position that {} chose and knows", anna.name)), "{page}");
    assert!(!page.contains(&position));
    for caller in [&anna, &open] {
        let start = caller.state(&game).await["start"].take();
        assert_eq!(start, json!({"kind": "position", "name": null, "by": 1}));
    }
    bert.join(&game).await;
    assert!(!bert.state(&game).await.to_string().contains(&position));

    let game = anna.open(&wanted(json!({"quick": "north-west"}))).await;
    let start = bert.state(&game).await["start"].take();
    assert_eq!(start, json!({"kind": "quick", "name": "north-west", "by": 1}));
    let game = anna.open(&wanted(json!({"setup": true}))).await;
    assert_eq!(bert.state(&game).await["start"]["kind"], "setup");
}

/// The lock of the data folder does not depend on a file that can be removed.
#[tokio::test]
async fn a_folder_is_locked_without_a_file_that_can_be_removed() {
    let server = TestServer::start().await;
    let data = server.home.path().join("data");
    let names: Vec<_> = std::fs::read_dir(&data).expect("a folder").flatten().collect();
    assert!(
        names.iter().all(|name| name.file_name().to_string_lossy().starts_with("heterodox.sqlite"))
    );
    let second = heterodox_server::Server::bind(config(&data)).await;
    assert!(second.is_err_and(|error| error.to_string().contains("another server")));
}

/// `/readyz` says whether the store accepts writes, `/healthz` whether the
/// server runs.
#[tokio::test]
async fn the_server_says_whether_it_can_store() {
    let server = TestServer::start().await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(server.nobody().get(path).await.body, "ok", "{path}");
    }
}

/// Games of people go on while others leave their games to computers.
#[tokio::test]
async fn tables_left_to_computers_keep_nobody_waiting() {
    let server = usual().await;
    let (greedy, anna) = (server.guest().await, server.guest().await);
    let strong = json!({"computer": 8});
    for _ in 0..20 {
        let game = greedy.open(&kaleido(4, &json!(["you", strong, strong, strong]))).await;
        greedy.act(&game, &json!({"act": "resign"})).await;
        assert_eq!(phase(&greedy.state(&game).await), "over");
    }
    let game = anna.open(&quick(&json!({"computer": 1}))).await;
    let text = choices(&anna.state(&game).await)[0].clone();
    anna.submit(&game, &text).await;
    anna.wait(&game, |state| state["moves"].as_array().map(Vec::len) == Some(2)).await;
}

/// Normal use is never refused: forty club members at one address, each with four games at once,
/// all open live.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_at_one_address_plays_undisturbed() {
    let server = usual().await;
    let mut members = Vec::new();
    for _ in 0..40 {
        members.push(server.guest().await);
    }
    let mut playing = Vec::new();
    for (number, member) in members.iter().enumerate() {
        // Each opens two games and joins two.
        for step in [1, 7] {
            let players = [member.clone(), members[(number + step) % 40].clone()];
            playing.push(tokio::spawn(async move {
                let game = players[0].open(&quick(&json!("open"))).await;
                players[1].join(&game).await;
                let mut sockets = [players[0].socket(&game).await, players[1].socket(&game).await];
                for ply in 0..12 {
                    let turn = ply % 2;
                    let state = players[turn].state(&game).await;
                    let text = choices(&state)[0].clone();
                    sockets[turn].act(ply as u64, &json!({"act": "submit", "text": text})).await;
                    let answer = sockets[turn].next_of("answer").await;
                    assert!(answer["error"].is_null(), "{answer}");
                }
                let answer = players[0].get(&format!("/api/games/{game}/frames")).await;
                assert_eq!(answer.body["total"], 13, "{}", answer.body);
                let picture = players[1].get(&format!("/api/games/{game}/picture.svg")).await;
                assert_eq!(picture.status, 200);
                let page = players[0].request(Method::GET, &format!("/g/{game}"));
                assert_eq!(page.send().await.expect("a page").status(), 200);
                sockets
            }));
        }
    }
    let mut open = Vec::new();
    for played in playing {
        open.push(played.await.expect("nobody is refused"));
    }
    assert_eq!(open.len(), 80);
}
