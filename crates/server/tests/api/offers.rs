//! Offers: who sees them, what becomes of them, and that each becomes one game or none.

use crate::harness::{Answer, Caller, TestServer, quick};
use crate::mail::database;
use reqwest::Method;
use serde_json::{Value, json};

async fn offer(by: &Caller, body: &Value) -> Value {
    let answer = by.post("/api/offers", body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

fn to(user: &Caller) -> Value {
    quick(&json!({"user": user.name}))
}

fn with(mut body: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().expect("an object") {
        body[key] = value.clone();
    }
    body
}

fn id(offered: &Value) -> &str {
    offered["id"].as_str().expect("an id")
}

async fn deed(by: &Caller, offered: &Value, deed: &str, body: &Value) -> Answer {
    by.post(&format!("/api/offers/{}/{deed}", id(offered)), body).await
}

async fn listed(by: &Caller, list: &str) -> Vec<String> {
    let offers = by.get("/api/offers").await.body;
    let list = offers[list].as_array().expect("a list");
    list.iter().map(|offer| offer["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn an_offer_to_a_person_is_in_its_list_alone_and_becomes_a_game() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let offered = offer(&anna, &to(&ben)).await;
    assert_eq!(listed(&ben, "to_me").await, [id(&offered)]);
    assert_eq!(listed(&anna, "mine").await, [id(&offered)]);
    for (caller, list) in [(&carl, "to_me"), (&carl, "lobby"), (&ben, "lobby"), (&anna, "to_me")] {
        assert_eq!(listed(caller, list).await, Vec::<String>::new(), "{list}");
    }
    let details = ben.get(&format!("/api/offers/{}", id(&offered))).await.body;
    assert_eq!((&details["seats"], &details["start"]), (&json!([1]), &json!("north-west")));
    assert_eq!(details["offer"]["by"], anna.name.as_str());
    // It is their affair until it is accepted.
    for act in ["accept", "decline", "withdraw", "leave"] {
        let refused = deed(&carl, &offered, act, &json!({})).await;
        refused.assert_error(404, "no-such-game", &[]);
    }
    for path in ["/api/games/ID", "/api/offers/ID", "/api/games/ID/record", "/g/ID", "/offers/ID"] {
        let path = path.replace("ID", id(&offered));
        for caller in [&carl, &server.nobody()] {
            let answer = caller.request(Method::GET, &path).send().await.expect("an answer");
            assert_eq!(answer.status(), 404, "{path}");
        }
    }
    deed(&ben, &offered, "withdraw", &json!({})).await.assert_error(403, "not-your-offer", &[]);
    let seat = deed(&ben, &offered, "accept", &json!({})).await;
    assert_eq!((seat.status.as_u16(), seat.body), (200, json!({"seat": 1})));
    assert_eq!(deed(&ben, &offered, "accept", &json!({})).await.status, 200, "again");
    let state = anna.state(id(&offered)).await;
    assert_eq!((&state["open"], &state["offer"]), (&json!(false), &Value::Null));
    assert_eq!(carl.state(id(&offered)).await["seat"], Value::Null, "now he may watch");
    deed(&anna, &offered, "withdraw", &json!({})).await.assert_error(409, "no-free-seat", &[]);
}

#[tokio::test]
async fn an_offer_is_declined_with_a_reason_or_withdrawn_and_then_in_no_list() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let declined = offer(&anna, &to(&ben)).await;
    let withdrawn = offer(&anna, &to(&ben)).await;
    let mut socket = anna.socket(id(&declined)).await;
    let reason = json!({"reason": "other-time"});
    assert_eq!(deed(&ben, &declined, "decline", &reason).await.status, 204);
    let told = socket.wait(|state| !state["offer"]["end"].is_null()).await;
    let end = json!({"kind": "declined", "seat": 1, "reason": "other-time"});
    assert_eq!((&told["offer"]["end"], &told["open"]), (&end, &json!(false)));
    assert_eq!(told["scene"]["outcome"]["reason"], "cancelled");
    assert_eq!(deed(&anna, &withdrawn, "withdraw", &json!({})).await.status, 204);
    for gone in [&declined, &withdrawn] {
        for (caller, act) in [(&ben, "accept"), (&ben, "decline"), (&anna, "withdraw")] {
            deed(caller, gone, act, &json!({})).await.assert_error(409, "offer-over", &[]);
        }
    }
    let mine = anna.get("/api/me/games").await.body;
    assert_eq!((&mine["running"], &mine["over"]), (&json!([]), &json!([])), "no games");
    assert_eq!(listed(&ben, "to_me").await, Vec::<String>::new());
    let unknown = with(to(&ben), &json!({"opponent": {"user": "nobodyyy"}}));
    anna.post("/api/offers", &unknown).await.assert_error(404, "no-such-user", &[]);
    let hot = anna.post("/api/offers", &quick(&json!("hot-seat"))).await;
    hot.assert_error(409, "no-free-seat", &[]);
    ben.post(&format!("/api/users/{}/block", anna.name), &json!({})).await;
    let blocked = anna.post("/api/offers", &to(&ben)).await;
    blocked.assert_error(403, "blocked-by-player", &[]);
}

#[tokio::test]
async fn a_counter_offer_marks_what_it_changes() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let first = offer(&anna, &to(&ben)).await;
    let other = with(to(&anna), &json!({"time": {"controls": ["3d/move"]}}));
    let to_nobody = json!({"offer": quick(&json!("open"))});
    deed(&ben, &first, "counter", &to_nobody).await.assert_error(422, "bad-offer", &["seat"]);
    let second = deed(&ben, &first, "counter", &json!({"offer": other})).await;
    assert_eq!(second.status, 201, "{}", second.body);
    let second = second.body;
    let details = anna.get(&format!("/api/offers/{}", id(&second))).await.body;
    // Both want the first seat.
    assert_eq!(details["changed"], json!(["time", "seats"]));
    assert_eq!(details["offer"]["of"], json!({"kind": "counter", "id": id(&first)}));
    let end = &anna.state(id(&first)).await["offer"]["end"];
    assert_eq!((&end["kind"], &end["id"]), (&json!("countered"), &second["id"]));
    assert_eq!(ben.state(id(&first)).await["offer"]["end"]["id"], Value::Null);
    assert_eq!(listed(&anna, "to_me").await, [id(&second)]);
    // And once more, by the other.
    let third = deed(&anna, &second, "counter", &json!({"offer": to(&ben)})).await;
    assert_eq!(third.status, 201, "{}", third.body);
    assert_eq!(deed(&ben, &third.body, "accept", &json!({})).await.status, 200);
    deed(&anna, &second, "accept", &json!({})).await.assert_error(409, "offer-over", &[]);
}

#[tokio::test]
async fn a_link_has_a_secret_that_only_its_maker_is_told() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let offered = offer(&anna, &quick(&json!("link"))).await;
    let key = offered["links"][0]["key"].as_str().expect("a key");
    assert!(key.len() >= 22, "128 bits: {key}");
    let path = format!("/api/games/{}", id(&offered));
    assert_eq!(anna.get(&path).await.body["offer"]["invited"][1]["key"], key);
    for caller in [&ben, &server.nobody()] {
        let state = caller.get(&path).await.body;
        assert!(!state.to_string().contains(key), "{state}");
        let details = caller.get(&format!("/api/offers/{}", id(&offered))).await.body;
        assert_eq!(details["seats"], json!([]), "nobody without the link");
        assert!(!details.to_string().contains(key), "{details}");
    }
    let wrong = json!({"key": "wrong"});
    deed(&ben, &offered, "accept", &wrong).await.assert_error(403, "not-invited", &[]);
    ben.post(&format!("{path}/join"), &json!({})).await.assert_error(403, "not-invited", &[]);
    let right = json!({"key": key});
    assert_eq!(deed(&ben, &offered, "accept", &right).await.status, 200);
    deed(&carl, &offered, "accept", &right).await.assert_error(409, "no-free-seat", &[]);
}

#[tokio::test]
async fn the_lobby_has_what_anybody_may_accept_and_a_standing_offer_opens_the_next() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    offer(&anna, &quick(&json!("open"))).await;
    assert_eq!(
        listed(&ben, "lobby").await,
        Vec::<String>::new(),
        "it is for those with its address"
    );
    let public = json!({"visibility": "public", "further": 1});
    let first = offer(&anna, &with(quick(&json!("open")), &public)).await;
    assert_eq!(listed(&ben, "lobby").await, [id(&first)]);
    assert_eq!(listed(&anna, "lobby").await, Vec::<String>::new(), "not to its maker");
    let other = ben.get("/api/offers?game=grand-chess").await.body;
    assert_eq!(other["lobby"], json!([]));
    assert_eq!(deed(&ben, &first, "accept", &json!({})).await.status, 200);
    let lobby = listed(&carl, "lobby").await;
    assert_eq!(lobby.len(), 1);
    assert_ne!(lobby[0], id(&first));
    assert_eq!(deed(&carl, &json!({"id": lobby[0]}), "accept", &json!({})).await.status, 200);
    assert_eq!(listed(&carl, "lobby").await, Vec::<String>::new());
    // What is played is watched, and goes into the archive.
    let running = server.nobody().get("/api/running").await.body;
    assert_eq!(running["games"].as_array().map(Vec::len), Some(2));
    anna.act(id(&first), &json!({"act": "resign"})).await;
    let archive = server.nobody().get("/api/archive?game=klinzha&result=1").await.body;
    assert_eq!(archive["games"][0]["id"], id(&first));
    let with_ben = format!("/api/archive?user={}&with={}", anna.name, ben.name);
    assert_eq!(server.nobody().get(&with_ben).await.body["games"][0]["id"], id(&first));
    for (user, result, count) in
        [(&ben, "won", 1), (&ben, "lost", 0), (&anna, "lost", 1), (&anna, "won", 0)]
    {
        let path = format!("/api/archive?user={}&result={result}", user.name);
        let found = server.nobody().get(&path).await.body;
        assert_eq!(found["games"].as_array().map(Vec::len), Some(count), "{path}");
    }
    // A filter by result without a user is refused.
    let nobodys = server.nobody().get("/api/archive?result=won").await;
    nobodys.assert_error(400, "bad-parameter", &["result", "won"]);
    let none = server.nobody().get("/api/archive?min_plies=1").await.body;
    assert_eq!(none["games"], json!([]));
    let scores = ben.get(&format!("/api/users/{}", anna.name)).await.body["scores"].clone();
    assert_eq!(scores, json!([{"game": "klinzha", "games": 1, "won": 1, "lost": 0}]));
    server.nobody().get("/api/archive?user=nobodyyy").await.assert_error(404, "no-such-user", &[]);
    let bad = server.nobody().get("/api/archive?result=gold").await;
    bad.assert_error(400, "bad-parameter", &["result", "gold"]);
}

/// Whatever is asked of a private game by others is answered as for a game that does not exist.
#[tokio::test]
async fn a_private_game_does_not_exist_for_others() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let private = json!({"visibility": "private"});
    let offered = offer(&anna, &with(to(&ben), &private)).await;
    let open = with(quick(&json!("open")), &private);
    anna.post("/api/offers", &open).await.assert_error(422, "bad-offer", &["private"]);
    let known = id(&offered);
    let as_unknown = async |when: &str| {
        let unknown = "zzzzzzzz";
        let mut tried = 0;
        for caller in [&carl, &server.nobody()] {
            for (method, path, body) in [
                (Method::GET, "/api/games/ID", None),
                (Method::GET, "/api/games/ID?as=0", None),
                (Method::GET, "/api/games/ID?as=7", None),
                (Method::GET, "/api/games/ID/frames", None),
                (Method::GET, "/api/games/ID/paths?text=x", None),
                (Method::GET, "/api/games/ID/record", None),
                (Method::GET, "/api/games/ID/picture.svg", None),
                (Method::GET, "/api/games/ID/picture.png", None),
                (Method::GET, "/api/games/ID/animation.gif", None),
                (Method::GET, "/api/games/ID/animation.gif?both=true", None),
                (Method::GET, "/g/ID/preview.png", None),
                (Method::GET, "/embed/g/ID", None),
                (Method::GET, "/api/games/ID/stream", None),
                (Method::GET, "/api/games/ID/socket", None),
                (Method::GET, "/api/offers/ID", None),
                (Method::GET, "/api/offers/ID?key=x", None),
                (Method::GET, "/g/ID", None),
                (Method::GET, "/g/ID?as=0", None),
                (Method::GET, "/offers/ID", None),
                (Method::POST, "/api/games/ID/join", Some(json!({}))),
                (Method::POST, "/api/games/ID/computer", Some(json!({"seat": 1, "level": 2}))),
                (Method::POST, "/api/games/ID/dice", Some(json!({"part": "x"}))),
                (Method::POST, "/api/games/ID/acts", Some(json!({"act": "resign"}))),
                (Method::POST, "/api/games/ID/hint", Some(json!({}))),
                (Method::POST, "/api/games/ID/rematch", Some(json!({}))),
                (Method::GET, "/api/games/ID/chat", None),
                (
                    Method::POST,
                    "/api/games/ID/chat",
                    Some(json!({"room": "gallery", "phrase": "hello"})),
                ),
                (Method::GET, "/api/games/ID/notes", None),
                (Method::PUT, "/api/games/ID/notes", Some(json!({"text": "x"}))),
                (Method::POST, "/api/games/ID/close", Some(json!({"reason": "x"}))),
                (Method::POST, "/api/offers/ID/accept", Some(json!({}))),
                (Method::POST, "/api/offers/ID/decline", Some(json!({}))),
                (Method::POST, "/api/offers/ID/withdraw", Some(json!({}))),
                (Method::POST, "/api/offers/ID/leave", Some(json!({}))),
                (Method::POST, "/api/offers/ID/counter", Some(json!({"offer": to(&anna)}))),
            ] {
                let ask = async |id: &str| {
                    let mut request = caller.request(method.clone(), &path.replace("ID", id));
                    if let Some(body) = &body {
                        request = request.json(body);
                    }
                    let answer = request.send().await.expect("an answer");
                    let status = answer.status();
                    let text = answer.text().await.expect("a text");
                    (status, text.replace(id, "ID"))
                };
                assert_eq!(ask(known).await, ask(unknown).await, "{when}: {method} {path}");
                tried += 1;
            }
        }
        assert_eq!(tried, 70);
        for caller in [&carl, &server.nobody()] {
            for list in [
                "/api/offers".to_owned(),
                "/api/running".to_owned(),
                "/api/archive".to_owned(),
                "/api/archive/export?format=jsonl".to_owned(),
                "/offers".to_owned(),
                "/watch".to_owned(),
                "/archive".to_owned(),
                "/".to_owned(),
                format!("/u/{}", anna.name),
                format!("/api/users/{}", anna.name),
                format!("/archive?user={}", anna.name),
            ] {
                let answer = caller.request(Method::GET, &list).send().await.expect("an answer");
                let text = answer.text().await.expect("a text");
                assert!(!text.contains(known), "{when}: {list}");
            }
        }
    };
    as_unknown("while it is offered").await;
    assert_eq!(deed(&ben, &offered, "accept", &json!({})).await.status, 200);
    as_unknown("while it is played").await;
    assert_eq!(anna.state(known).await["visibility"], "private");
    ben.act(known, &json!({"act": "resign"})).await;
    as_unknown("when it is over").await;
    assert_eq!(ben.get("/api/me/games").await.body["over"][0]["id"], known);
}

/// Of acts that exclude each other one is done, whatever their order.
#[tokio::test]
async fn each_offer_becomes_one_game_or_none() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let empty = json!({});
    let mut games = 0;
    for round in 0..40 {
        let offered = match round % 2 {
            0 => offer(&anna, &quick(&json!("open"))).await,
            _ => offer(&anna, &to(&ben)).await,
        };
        let counter = json!({"offer": to(&anna)});
        let deeds: [(&Caller, &str, &Value); 3] = match round % 4 {
            0 => [(&ben, "accept", &empty), (&carl, "accept", &empty), (&anna, "withdraw", &empty)],
            1 => [(&ben, "accept", &empty), (&ben, "decline", &empty), (&anna, "withdraw", &empty)],
            2 => [(&anna, "withdraw", &empty), (&carl, "accept", &empty), (&ben, "accept", &empty)],
            _ => {
                [(&ben, "counter", &counter), (&ben, "accept", &empty), (&ben, "counter", &counter)]
            }
        };
        let [one, two, three] = deeds.map(|(by, act, body)| deed(by, &offered, act, body));
        let (one, two, three) = tokio::join!(one, two, three);
        let done: Vec<_> = [&one, &two, &three]
            .iter()
            .filter(|answer| answer.status.is_success())
            .collect::<Vec<_>>()
            .iter()
            .map(|answer| answer.status.as_u16())
            .collect();
        assert_eq!(done.len(), 1, "{round}: {one:?} {two:?} {three:?}");
        let state = anna.state(id(&offered)).await;
        assert_eq!(state["open"], false);
        let is_game = state["offer"].is_null();
        assert_eq!(is_game, done == [200], "{round}: {state}");
        assert_eq!(state["version"], 1, "one event");
        games += u32::from(is_game);
    }
    assert!(games > 0);
}

/// A table of three of KaleidoChess: Anna, a seat for Ben, and one for anybody.
fn table_of_three(ben: &Caller) -> Value {
    let seats = json!(["you", {"user": ben.name}, "open"]);
    json!({"game": "kaleidochess", "options": {"seats": "3"}, "seats": seats})
}

#[tokio::test]
async fn a_table_that_is_not_full_is_left_and_not_resigned() {
    let server = TestServer::start().await;
    let (anna, ben, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let offered = offer(&anna, &table_of_three(&ben)).await;
    let leave = async |by: &Caller| deed(by, &offered, "leave", &json!({})).await;
    leave(&carl).await.assert_error(403, "no-seat", &[]);
    assert_eq!(deed(&carl, &offered, "accept", &json!({})).await.status, 200);
    let resigned = carl.try_act(id(&offered), &json!({"act": "resign"})).await;
    resigned.assert_error(409, "not-begun", &[]);
    leave(&anna).await.assert_error(409, "your-offer", &[]);
    assert_eq!(leave(&carl).await.status, 204);
    assert_eq!(carl.state(id(&offered)).await["players"][2], Value::Null);
    assert_eq!(deed(&carl, &offered, "accept", &json!({})).await.status, 200, "again");
    // A guest who goes for good does not lose what has not begun.
    assert_eq!(carl.send(Method::DELETE, "/api/account", &json!({})).await.status, 204);
    assert_eq!(anna.state(id(&offered)).await["players"][2], Value::Null);
    assert_eq!(deed(&ben, &offered, "accept", &json!({})).await.status, 200);
    let dora = server.guest().await;
    assert_eq!(deed(&dora, &offered, "accept", &json!({})).await.status, 200);
    leave(&ben).await.assert_error(409, "no-free-seat", &[]);
}

#[tokio::test]
async fn an_offer_says_who_may_join_and_what_becomes_of_free_seats() {
    let server = TestServer::start().await;
    let (anna, guest) = (server.guest().await, server.guest().await);
    let ben = server.guest().await.sign_up("Ben").await;
    let requires = json!({"requires": {"account": true, "reliability": 80}});
    let open = async || offer(&anna, &with(quick(&json!("open")), &requires)).await;
    let offered = open().await;
    let details = guest.get(&format!("/api/offers/{}", id(&offered))).await.body;
    assert_eq!(details["offer"]["requires"], requires["requires"]);
    assert_eq!(details["offer"]["if_free"], "cancel");
    for path in ["/api/offers/ID/accept", "/api/games/ID/join"] {
        let refused = guest.post(&path.replace("ID", id(&offered)), &json!({})).await;
        refused.assert_error(403, "needs-account", &[]);
    }
    assert_eq!(deed(&ben, &offered, "accept", &json!({})).await.status, 200);
    assert_eq!(deed(&ben, &offered, "accept", &json!({})).await.status, 200, "again");
    // Any named user is welcome.
    let to_guest = offer(&anna, &with(to(&guest), &requires)).await;
    assert_eq!(deed(&guest, &to_guest, "accept", &json!({})).await.status, 200);
    // Of five public games that Ben has lost, two on time.
    let public = with(quick(&json!("open")), &json!({"visibility": "public"}));
    for _ in 0..5 {
        let game = ben.open(&public).await;
        anna.join(&game).await;
        ben.act(&game, &json!({"act": "resign"})).await;
    }
    assert_eq!(deed(&ben, &open().await, "accept", &json!({})).await.status, 200);
    let late = "update game_index set reason = 'time' where game in \
        (select game from game_index where reason = 'resignation' limit 2)";
    assert_eq!(database(&server).execute(late, []).expect("a change"), 2);
    let refused = deed(&ben, &open().await, "accept", &json!({})).await;
    refused.assert_error(403, "not-reliable", &["80"]);
    for (bad, part) in [
        (json!({"requires": {"reliability": 101}}), "reliability"),
        (json!({"if_free": "open", "visibility": "private"}), "if_free"),
    ] {
        let answer = anna.post("/api/offers", &with(to(&guest), &bad)).await;
        answer.assert_error(422, "bad-offer", &[part]);
    }
    for bad in [json!({"if_free": "wait"}), json!({"if_free": {"computer": 0}})] {
        let answer = anna.post("/api/offers", &with(to(&guest), &bad)).await;
        answer.assert_error(400, "bad-body", &[]);
    }
}

#[tokio::test]
async fn what_has_become_of_offers_and_games_is_listed_for_who_was_away() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let declined = offer(&anna, &to(&ben)).await;
    deed(&ben, &declined, "decline", &json!({})).await;
    let played = offer(&anna, &to(&ben)).await;
    deed(&ben, &played, "accept", &json!({})).await;
    ben.act(id(&played), &json!({"act": "resign"})).await;
    let news = async |of: &Caller| {
        let news = of.get("/api/me/news").await.body["news"].clone();
        let line = |line: &Value| format!("{} {}", line["event"], line["path"]).replace('"', "");
        news.as_array().expect("a list").iter().map(line).collect::<Vec<_>>()
    };
    let path = |kind: &str, offered: &Value| format!("/{kind}/{}", id(offered));
    assert_eq!(
        news(&anna).await,
        [
            format!("over {}", path("g", &played)),
            format!("accepted {}", path("g", &played)),
            format!("declined {}", path("offers", &declined)),
        ]
    );
    assert_eq!(news(&ben).await, Vec::<String>::new(), "what Ben did himself is no news to him");
    let page = anna.request(Method::GET, "/games").send().await.expect("a page");
    let page = page.text().await.expect("a text");
    assert!(page.contains(&path("offers", &declined)), "the page has it too");
}

/// Strangers cannot fill a person's list, so that its friends' offers stay out of it.
#[tokio::test]
async fn offers_of_guests_leave_room_for_those_of_people() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let ben = server.guest().await.sign_up("Ben").await;
    let mut made = 0;
    'guests: for _ in 0..6 {
        let guest = server.guest().await;
        for _ in 0..5 {
            let answer = guest.post("/api/offers", &to(&ben)).await;
            if answer.status != 201 {
                answer.assert_error(409, "too-many-offers", &[]);
                break 'guests;
            }
            made += 1;
        }
    }
    assert_eq!(made, 20);
    let friends = offer(&anna, &to(&ben)).await;
    assert!(listed(&ben, "to_me").await.contains(&id(&friends).to_owned()));
}
