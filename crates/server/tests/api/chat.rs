//! Chats: who reads and says what, where it goes live, and what the moderators do about it.

use crate::harness::{Answer, Caller, Socket, TestServer, config, quick, quick_game};
use crate::moderation::staffed;
use crate::sights::blind_game;
use heterodox_server::Limits;
use serde_json::{Value, json};

impl Caller {
    async fn try_say(&self, game: &str, line: &Value) -> Answer {
        self.post(&format!("/api/games/{game}/chat"), line).await
    }

    /// Says a set phrase in a room.
    async fn phrase(&self, game: &str, room: &str, phrase: &str) -> Value {
        let answer = self.try_say(game, &json!({"room": room, "phrase": phrase})).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.body
    }

    async fn try_text(&self, game: &str, text: &str) -> Answer {
        self.try_say(game, &json!({"room": "table", "text": text})).await
    }

    async fn chat(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}/chat")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// What this caller reads in a room; `None` if it may not read it.
    async fn reads(&self, game: &str, room: &str) -> Option<Vec<String>> {
        let lines = self.chat(game).await[room].take();
        let said = |line: &Value| {
            line["phrase"].as_str().or(line["text"].as_str()).expect("something").to_owned()
        };
        lines.as_array().map(|lines| lines.iter().map(said).collect())
    }
}

/// The lines that a socket has got so far: a frame that is refused is answered after them.
async fn heard(socket: &mut Socket) -> Vec<Value> {
    socket.send("?").await;
    let mut lines = Vec::new();
    loop {
        let message = socket.next_message().await;
        match message["type"].as_str() {
            Some("chat") => lines.push(message["line"].clone()),
            Some("error") => return lines,
            _ => {}
        }
    }
}

async fn talkative() -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.people.chat = true;
    TestServer::start_with(home, config).await
}

#[tokio::test]
async fn players_and_onlookers_of_an_open_game_have_a_room_each() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let (carl, nobody) = (server.guest().await, server.nobody());
    let version = anna.state(&game).await["version"].clone();
    let mut sockets =
        [anna.socket(&game).await, bert.socket(&game).await, carl.socket(&game).await];
    for socket in &mut sockets {
        heard(socket).await;
    }

    let line = anna.phrase(&game, "table", "hello").await;
    assert_eq!((&line["seq"], &line["room"]), (&json!(1), &json!("table")));
    assert_eq!((&line["user"], &line["name"]), (&json!(anna.name), &Value::Null));
    assert_eq!(line["at_ms"].as_i64().unwrap() % 60_000, 0, "the moment is told to the minute");
    bert.phrase(&game, "table", "good-luck").await;
    carl.phrase(&game, "gallery", "nice-move").await;
    let table = Some(vec!["hello".to_owned(), "good-luck".to_owned()]);
    let gallery = Some(vec!["nice-move".to_owned()]);
    for (caller, table, gallery) in [
        (&anna, &table, &None),
        (&bert, &table, &None),
        (&carl, &table, &gallery),
        (&nobody, &table, &gallery),
    ] {
        assert_eq!(caller.reads(&game, "table").await, *table);
        assert_eq!(caller.reads(&game, "gallery").await, *gallery);
    }
    for (socket, count) in sockets.iter_mut().zip([2, 2, 3]) {
        assert_eq!(heard(socket).await.len(), count);
    }
    // A chat is no part of the game.
    assert_eq!(anna.state(&game).await["version"], version);

    anna.try_say(&game, &json!({"room": "gallery", "phrase": "hello"})).await.assert_error(
        403,
        "not-your-room",
        &[],
    );
    carl.try_say(&game, &json!({"room": "table", "phrase": "hello"})).await.assert_error(
        403,
        "not-your-room",
        &[],
    );
    nobody.try_say(&game, &json!({"room": "gallery", "phrase": "hello"})).await.assert_error(
        401,
        "no-guest",
        &[],
    );
    for line in [json!({"room": "table"}), json!({"room": "table", "phrase": "bye", "text": "x"})] {
        anna.try_say(&game, &line).await.assert_error(422, "bad-chat-text", &[]);
    }
    let unknown = json!({"room": "table", "phrase": "you-lose"});
    anna.try_say(&game, &unknown).await.assert_error(400, "bad-body", &["phrase"]);
    anna.try_text(&game, "hi").await.assert_error(403, "chat-closed", &[]);
    anna.get("/api/games/nogame/chat").await.assert_error(404, "no-such-game", &[]);

    // After the end all read all.
    anna.act(&game, &json!({"act": "resign"})).await;
    assert_eq!(anna.reads(&game, "gallery").await, gallery);
    assert_eq!(carl.reads(&game, "table").await, table);
    bert.phrase(&game, "gallery", "thanks").await;
    assert_eq!(heard(&mut sockets[0]).await.len(), 1);
    // The lines are there after a restart.
    let server = server.restart().await;
    let anna = Caller { base: server.base.clone(), ..anna };
    assert_eq!(anna.reads(&game, "table").await, table);
}

#[tokio::test]
async fn the_table_of_a_hidden_game_is_hidden_until_the_end() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = blind_game(&server).await;
    let carl = server.guest().await;
    let mut sockets = [bert.socket(&game).await, carl.socket(&game).await];
    for socket in &mut sockets {
        heard(socket).await;
    }
    anna.phrase(&game, "table", "hello").await;
    anna.phrase(&game, "table", "sorry").await;
    let line = carl.phrase(&game, "gallery", "hello").await;
    assert_eq!(line["seq"], 1, "the number tells nothing of the other room");
    assert_eq!(carl.reads(&game, "table").await, None);
    assert_eq!(server.nobody().reads(&game, "table").await, None);
    assert_eq!(bert.reads(&game, "gallery").await, None);
    let [at_table, in_gallery] = &mut sockets;
    let rooms = |lines: Vec<Value>| -> Vec<Value> {
        lines.into_iter().map(|line| line["room"].clone()).collect()
    };
    assert_eq!(rooms(heard(at_table).await), ["table", "table"]);
    assert_eq!(rooms(heard(in_gallery).await), ["gallery"]);
    anna.act(&game, &json!({"act": "resign"})).await;
    assert_eq!(carl.reads(&game, "table").await.map(|lines| lines.len()), Some(2));
    bert.phrase(&game, "table", "good-game").await;
    assert_eq!(rooms(heard(in_gallery).await), ["table"]);
}

#[tokio::test]
async fn free_text_is_for_people_with_an_account_and_is_cleaned() {
    let server = talkative().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    assert_eq!(anna.chat(&game).await["free_text"], false);
    anna.try_text(&game, "hi").await.assert_error(403, "no-account", &[]);
    let anna = anna.sign_up("Anna").await;
    assert_eq!(anna.chat(&game).await["free_text"], true);
    let said = anna.try_text(&game, "  Qapla'!\r\n\u{202e}<b>\u{7}now</b>  ").await;
    assert_eq!(said.body["text"], "Qapla'! <b>now</b>");
    assert_eq!((&said.body["name"], said.status.as_u16()), (&json!("Anna"), 201));
    for bad in [String::new(), "\u{0}\u{8}".to_owned(), "x".repeat(301)] {
        anna.try_text(&game, &bad).await.assert_error(422, "bad-chat-text", &[]);
    }
    assert_eq!(bert.reads(&game, "table").await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_blocked_users_lines_are_not_shown_to_who_has_blocked() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let carl = server.guest().await;
    let mut sockets = [bert.socket(&game).await, carl.socket(&game).await];
    for socket in &mut sockets {
        heard(socket).await;
    }
    anna.phrase(&game, "table", "hello").await;
    let block = format!("/api/users/{}/block", anna.name);
    assert_eq!(heard(&mut sockets[0]).await.len(), 1);
    bert.post(&block, &json!({})).await;
    anna.phrase(&game, "table", "sorry").await;
    assert_eq!(heard(&mut sockets[0]).await.len(), 0);
    assert_eq!(heard(&mut sockets[1]).await.len(), 2);
    assert_eq!(bert.reads(&game, "table").await, Some(Vec::new()));
    assert_eq!(anna.reads(&game, "table").await.unwrap().len(), 2, "the blocked user is not told");
    bert.delete(&block).await;
    anna.phrase(&game, "table", "thanks").await;
    assert_eq!(heard(&mut sockets[0]).await.len(), 1);
    assert_eq!(bert.reads(&game, "table").await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_stream_has_the_lines_too() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let path = format!("/api/games/{game}/stream");
    let mut stream = bert.request(reqwest::Method::GET, &path).send().await.unwrap();
    let mut text = String::new();
    while !text.contains('\n') {
        text += std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap();
    }
    anna.phrase(&game, "table", "hello").await;
    while !text.contains("\"type\":\"chat\"") {
        text += std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap();
    }
    assert!(text.contains("\"phrase\":\"hello\""), "{text}");
}

#[tokio::test]
async fn a_room_takes_250_lines_and_a_talker_is_told_to_wait() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    for _ in 0..250 {
        anna.phrase(&game, "table", "hello").await;
    }
    let late = bert.try_say(&game, &json!({"room": "table", "phrase": "bye"})).await;
    late.assert_error(409, "chat-full", &[]);
    server.guest().await.phrase(&game, "gallery", "hello").await;

    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.limits = Limits::default();
    let server = TestServer::start_with(home, config).await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let line = json!({"room": "table", "phrase": "hello"});
    let mut said = 0;
    while anna.try_say(&game, &line).await.status == 201 {
        said += 1;
        assert!(said < 100, "nobody was told to wait");
    }
    anna.try_say(&game, &line).await.assert_error(429, "too-many", &[]);
    assert!(said >= 10, "{said}");
    bert.phrase(&game, "table", "hello").await;
}

#[tokio::test]
async fn what_a_guest_has_said_is_the_accounts_after_a_takeover_and_gone_with_it() {
    let server = talkative().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    anna.phrase(&game, "table", "hello").await;
    let person = server.guest().await.sign_up("Kahless").await;
    let taken = person.post("/api/me/takeover", &json!({"token": anna.token})).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    assert_eq!(person.try_text(&game, "it is me").await.status, 201);
    let lines = bert.chat(&game).await["table"].take();
    for line in lines.as_array().unwrap() {
        assert_eq!((&line["user"], &line["name"]), (&json!(person.name), &json!("Kahless")));
    }
    let export = person.get("/api/me/export").await.body;
    let export = export.as_str().expect("lines");
    assert!(export.contains("it is me") && export.contains("\"table\":\"chat\""), "{export}");
    bert.phrase(&game, "table", "bye").await;
    assert_eq!(person.delete("/api/account").await.status, 204);
    assert_eq!(bert.reads(&game, "table").await, Some(vec!["bye".to_owned()]));
    // The number of a line that is gone is not given again.
    assert_eq!(bert.phrase(&game, "table", "thanks").await["seq"], 4);
}

#[tokio::test]
async fn a_reported_line_is_copied_and_its_author_silenced() {
    let (server, admin, moderator) = staffed().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let anna = anna.sign_up("Anna").await;
    anna.try_text(&game, "your mother has a smooth forehead").await;
    anna.phrase(&game, "table", "sorry").await;
    let report = async |caller: &Caller, line: &Value| {
        caller.post(&format!("/api/games/{game}/chat/report"), line).await
    };
    let line = json!({"room": "table", "seq": 1, "reason": "insult"});
    assert_eq!(report(&bert, &line).await.status, 204);
    assert_eq!(report(&bert, &line).await.status, 204, "the same report");
    let refused = report(&anna, &line).await;
    refused.assert_error(404, "no-such-line", &[]);
    for line in [
        json!({"room": "table", "seq": 9, "reason": "spam"}),
        json!({"room": "gallery", "seq": 1, "reason": "spam"}),
    ] {
        report(&bert, &line).await.assert_error(404, "no-such-line", &[]);
    }
    bert.get("/api/moderation/reports").await.assert_error(403, "no-account", &[]);
    anna.get("/api/moderation/reports").await.assert_error(403, "not-allowed", &[]);
    let found = moderator.get("/api/moderation/reports").await.body["reports"].take();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let found = &found[0];
    assert_eq!(found["text"], "your mother has a smooth forehead");
    assert_eq!((&found["about"], &found["about_name"]), (&json!(anna.name), &json!("Anna")));
    assert_eq!((&found["reporter"], &found["game"]), (&json!(bert.name), &json!(game)));

    let path = format!("/api/moderation/reports/{}", found["id"].as_str().unwrap());
    let silence = json!({"action": "silence", "days": 3, "reason": "insults"});
    for (decision, code) in [
        (json!({"action": "silence", "reason": "insults"}), "bad-days"),
        (json!({"action": "silence", "days": 0, "reason": "insults"}), "bad-days"),
        (json!({"action": "silence", "days": 3}), "bad-reason"),
        (json!({"action": "suspend", "reason": " "}), "bad-reason"),
    ] {
        moderator.post(&path, &decision).await.assert_error(422, code, &[]);
    }
    assert_eq!(moderator.post(&path, &silence).await.status, 204);
    moderator.post(&path, &silence).await.assert_error(404, "no-such-report", &[]);
    let audit = json!([moderator.name, "silenced", anna.name, "3 d: insults"]);
    assert_eq!(json!(admin.audit(1).await[0]), audit);

    let refused = anna.try_text(&game, "but").await;
    refused.assert_error(403, "silenced", &["insults"]);
    assert!(refused.body["error"]["args"]["until_ms"].is_string());
    let chat = anna.chat(&game).await;
    assert_eq!(
        (&chat["free_text"], &chat["silence"]["reason"]),
        (&json!(false), &json!("insults"))
    );
    anna.phrase(&game, "table", "sorry").await;
    // Others are not told.
    assert_eq!(bert.chat(&game).await["silence"], Value::Null);
    let end = format!("/api/users/{}/silence", anna.name);
    assert_eq!(moderator.delete(&end).await.status, 204);
    assert_eq!(anna.try_text(&game, "thank you").await.status, 201);
    let moderators = format!("/api/users/{}/silence", admin.name);
    let refused = moderator.post(&moderators, &json!({"days": 1, "reason": "x"})).await;
    refused.assert_error(403, "not-allowed", &[]);
}

#[tokio::test]
async fn a_reported_person_is_suspended_or_the_report_dismissed() {
    let (server, admin, moderator) = staffed().await;
    let [anna, bert] = [server.guest().await.sign_up("Anna").await, server.guest().await];
    let report = async |about: &str, reason: &str| {
        bert.post(&format!("/api/users/{about}/report"), &json!({"reason": reason})).await
    };
    assert_eq!(report("Anna", "name").await.status, 204);
    assert_eq!(report("Worf", "other").await.status, 204);
    report("nobody", "name").await.assert_error(404, "no-such-user", &[]);
    report(&bert.name, "name").await.assert_error(404, "no-such-user", &[]);
    let reports = moderator.get("/api/moderation/reports").await.body["reports"].take();
    let path =
        |at: usize| format!("/api/moderation/reports/{}", reports[at]["id"].as_str().unwrap());
    // A moderator does not decide about itself.
    let dismiss = json!({"action": "dismiss"});
    moderator.post(&path(1), &dismiss).await.assert_error(403, "not-allowed", &[]);
    assert_eq!(admin.post(&path(1), &dismiss).await.status, 204);
    assert_eq!(admin.audit(1).await[0][1], "dismissed-report");
    let suspend = json!({"action": "suspend", "reason": "an insult as a name"});
    assert_eq!(moderator.post(&path(0), &suspend).await.status, 204);
    anna.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    assert_eq!(admin.get("/api/moderation/reports").await.body["reports"], json!([]));
}

/// A moderator who plays must not read in a report what the gallery says of its game.
#[tokio::test]
async fn a_moderator_does_not_see_the_gallery_of_its_own_running_game() {
    let (server, admin, moderator) = staffed().await;
    let game = moderator.open(&quick(&json!("open"))).await;
    server.guest().await.join(&game).await;
    let (carl, dora) = (server.guest().await, server.guest().await);
    carl.phrase(&game, "gallery", "nice-move").await;
    let line = json!({"room": "gallery", "seq": 1, "reason": "spam"});
    assert_eq!(dora.post(&format!("/api/games/{game}/chat/report"), &line).await.status, 204);
    let reports =
        async |caller: &Caller| caller.get("/api/moderation/reports").await.body["reports"].take();
    assert_eq!(reports(&moderator).await, json!([]));
    let found = reports(&admin).await;
    assert_eq!(found[0]["phrase"], "nice-move");
    let path = format!("/api/moderation/reports/{}", found[0]["id"].as_str().unwrap());
    let refused = moderator.post(&path, &json!({"action": "dismiss"})).await;
    refused.assert_error(404, "no-such-report", &[]);
    moderator.act(&game, &json!({"act": "resign"})).await;
    assert_eq!(reports(&moderator).await[0]["phrase"], "nice-move");
}
