//! Mail about games: people who are never online together are told of all by it, and of nothing
//! twice.

use crate::harness::{Caller, TestServer, choices, config, guest, quick, to_act};
use crate::kill::{Process, pass_time};
use crate::mail::{ORIGIN, Sink, database};
use heterodox_server::MailConfig;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;

/// How long news wait until they are mailed: long enough that those of one act go into one mail.
const NEWS_AFTER_MS: u64 = 100;
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

async fn start(sink: &Sink) -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.public_origin = Some(ORIGIN.parse().expect("an origin"));
    let mail = MailConfig::new(&sink.url, "play@example.org").expect("settings");
    config.mail = Some(mail.with_news_after(Duration::from_millis(NEWS_AFTER_MS)));
    TestServer::start_with(home, config).await
}

pub(crate) async fn person(base: &str, sink: &mut Sink, name: &str) -> Caller {
    let person = guest(base).await.sign_up(name).await;
    person.confirmed_email(&format!("{}@example.org", name.to_lowercase()), sink).await;
    person
}

/// A mail without the folds of long lines.
pub(crate) fn plain(mail: &str) -> String {
    mail.replace("=\n", "").replace("=3D", "=").replace("=E2=80=93", "–")
}

impl Sink {
    /// The next mail, which goes to this person and has these parts.
    async fn expect(&mut self, name: &str, parts: &[&str]) -> String {
        let mail = plain(&self.next().await);
        let to = format!("RCPT TO:<{}@example.org>", name.to_lowercase());
        assert!(mail.contains(&to), "no {to} in {mail}");
        for part in parts {
            assert!(mail.contains(part), "no '{part}' in {mail}");
        }
        mail
    }
}

fn link(path: &str, id: &Value) -> String {
    format!("{ORIGIN}{path}{}", id.as_str().expect("an id"))
}

/// Two people who are never online together, and their server, whose time is the test's.
struct Apart {
    home: TempDir,
    /// `None` while the server is away.
    server: Option<Process>,
    sink: Sink,
    anna: Caller,
    ben: Caller,
}

impl Apart {
    async fn new() -> Self {
        let mut sink = Sink::start().await;
        let home = tempfile::tempdir().expect("a temporary folder");
        let server = Process::start_mailing(home.path(), &sink.url, NEWS_AFTER_MS);
        let anna = person(&server.base, &mut sink, "Anna").await;
        let ben = person(&server.base, &mut sink, "Ben").await;
        Self { home, server: Some(server), sink, anna, ben }
    }

    /// Lets time pass, in which no user comes.
    fn later(&mut self, time: Duration) {
        // Killed, so that its lock is free.
        self.server = None;
        pass_time(self.home.path(), time);
        let server = Process::start_mailing(self.home.path(), &self.sink.url, NEWS_AFTER_MS);
        for person in [&mut self.anna, &mut self.ben] {
            person.base.clone_from(&server.base);
        }
        self.server = Some(server);
    }

    /// The game is over because Ben's time is, but not while he is on vacation.
    async fn flag(&mut self, game: &str) {
        let link = link("/g/", &json!(game));
        // The pause ends half a day after Anna has said so.
        self.later(13 * HOUR);
        let until = async |apart: &Self| {
            let clock = apart.anna.state(game).await["clock"]["seats"][0].clone();
            (clock["until_ms"].as_i64(), clock["vacation"] == true)
        };
        assert!(matches!(until(self).await, (Some(_), false)));
        // His next turn begins while he is away.
        self.ben.submit(game, &choices(&self.ben.state(game).await)[0]).await;
        self.sink.expect("Anna", &[&link]).await;
        self.vacation(true).await;
        self.anna.submit(game, &choices(&self.anna.state(game).await)[0]).await;
        self.sink.expect("Ben", &["It is your turn in one game", &link]).await;
        self.later(4 * DAY);
        assert_eq!(until(self).await, (None, true), "more than the three days of a ply");
        self.sink.expect_silence().await;
        self.vacation(false).await;
        assert!(matches!(until(self).await, (Some(_), false)));
        // A day before the end of his time he is reminded, once.
        self.later(47 * HOUR);
        self.sink.expect_silence().await;
        self.later(2 * HOUR);
        let reminder = ["Subject: Klin Zha: it is your turn", "23 h 0 min left", &link];
        self.sink.expect("Ben", &reminder).await;
        self.later(12 * HOUR);
        self.sink.expect_silence().await;
        assert_eq!(self.anna.state(game).await["scene"]["outcome"], Value::Null);
        self.later(12 * HOUR);
        let mails = [plain(&self.sink.next().await), plain(&self.sink.next().await)];
        for name in ["anna", "ben"] {
            let to = format!("RCPT TO:<{name}@example.org>");
            let mail = mails.iter().find(|mail| mail.contains(&to)).expect("a mail to both");
            assert!(mail.contains("the game is over") && mail.contains(&link), "{mail}");
        }
        let outcome = self.anna.state(game).await["scene"]["outcome"].clone();
        assert_eq!((&outcome["reason"], &outcome["winner"]), (&json!("time"), &json!(1)));
    }

    async fn vacation(&self, on: bool) {
        let answer = self.ben.send(Method::PUT, "/api/me/vacation", &json!({ "on": on })).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

#[tokio::test]
async fn a_game_is_played_from_the_offer_to_the_end_by_mail_alone() {
    let mut apart = Apart::new().await;
    // They earn some days of vacation.
    apart.later(60 * DAY);
    for wanted in [
        json!({"game": "klinzha", "start": {"quick": "north-west"}}),
        json!({"game": "clouded-klinzha", "start": {"quick": "north-west"}}),
        json!({"game": "grand-chess"}),
        json!({"game": "kaleidochess"}),
    ] {
        let Apart { sink, anna, ben, .. } = &mut apart;
        let name = wanted["game"].as_str().expect("a game");
        let with = |to: &Caller, control: &str| {
            let mut body = wanted.clone();
            body["opponent"] = json!({"user": to.name});
            body["seat"] = json!(0);
            body["time"] = json!({"controls": [control]});
            body
        };
        let first = anna.post("/api/offers", &with(ben, "1d/move")).await.body;
        sink.expect("Ben", &["you are offered a game", &link("/offers/", &first["id"])]).await;
        let counter = json!({"offer": with(anna, "3d/move")});
        let path = format!("/api/offers/{}/counter", first["id"].as_str().expect("an id"));
        let second = ben.post(&path, &counter).await.body;
        let offered = ["you are offered a game", &link("/offers/", &second["id"])];
        let mail = sink.expect("Anna", &offered).await;
        assert!(!mail.contains("cancelled"), "a counter-offer is told once: {mail}");
        let game = second["id"].as_str().expect("an id").to_owned();
        let accepted = anna.post(&format!("/api/offers/{game}/accept"), &json!({})).await;
        assert_eq!(accepted.status, 200, "{accepted:?}");
        // Ben holds the first seat, and is told of both at once.
        let your_turn = ["your offer was accepted", "It is your turn in one game", "Anna", "left"];
        let mail = sink.expect("Ben", &your_turn).await;
        assert!(mail.contains(&link("/g/", &json!(game))), "{mail}");
        assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{mail}");
        let players = [&*ben, &*anna];
        let names = ["Ben", "Anna"];
        for ply in 0..4 {
            let seat = ply % 2;
            let state = players[seat].state(&game).await;
            assert_eq!(to_act(&state), Some(seat), "{name}");
            let text = choices(&state)[0].clone();
            players[seat].submit(&game, &text).await;
            let mail = sink.expect(names[1 - seat], &[&link("/g/", &json!(game))]).await;
            let said = mail.split("\n\n").skip(1).collect::<String>();
            let is_told = said.contains(&text) || said.contains("captur") || said.contains("ply");
            assert!(!is_told, "{name}: {text} in {said}");
        }
        // A take-back is asked for and refused; a pause is agreed on, and ends.
        anna.act(&game, &json!({"act": "offer-pause"})).await;
        sink.expect("Ben", &["your opponent asks you for something"]).await;
        ben.act(&game, &json!({"act": "offer-pause"})).await;
        anna.act(&game, &json!({"act": "resume"})).await;
        if name == "klinzha" || name == "grand-chess" {
            anna.act(&game, &json!({"act": "ask-takeback"})).await;
            sink.expect("Ben", &["your opponent asks you for something"]).await;
            ben.act(&game, &json!({"act": "answer-takeback", "accept": false})).await;
        }
        if name == "klinzha" {
            apart.flag(&game).await;
        } else {
            ben.act(&game, &json!({"act": "resign"})).await;
            sink.expect("Anna", &["the game is over", &link("/g/", &json!(game))]).await;
        }
    }
    apart.sink.expect_silence().await;
}

/// An offer that is not answered is told once more at half of its time, and never after it ended.
#[tokio::test]
async fn an_offer_without_an_answer_is_told_again_at_half_of_its_time() {
    let mut sink = Sink::start().await;
    let server = start(&sink).await;
    let anna = person(&server.base, &mut sink, "Anna").await;
    let ben = person(&server.base, &mut sink, "Ben").await;
    let mut offers = Vec::new();
    for _ in 0..2 {
        let offered = anna.post("/api/offers", &quick(&json!({"user": ben.name}))).await.body;
        sink.expect("Ben", &["you are offered a game", &link("/offers/", &offered["id"])]).await;
        offers.push(offered["id"].clone());
    }
    wait_for(&server, "kind = 'mail' and done_ms is null", 2).await;
    make_due(&server);
    sink.expect_silence().await;
    // Half of the 14 days has passed. Ben has seen the first offer meanwhile, and withdrawn is the
    // second.
    let path = format!("/api/offers/{}/withdraw", offers[1].as_str().expect("an id"));
    assert_eq!(anna.post(&path, &json!({})).await.status, 204);
    assert_eq!(ben.get("/api/offers").await.body["to_me"][0]["id"], offers[0]);
    let days = "update game_index set created_ms = created_ms - 8 * 24 * 3600 * 1000, \
        until_ms = until_ms - 8 * 24 * 3600 * 1000";
    assert_eq!(database(&server).execute(days, []).expect("a change"), 2);
    make_due(&server);
    let mail = sink.expect("Ben", &[&link("/offers/", &offers[0])]).await;
    assert!(mail.contains("the game that you were offered still waits"), "{mail}");
    assert!(!mail.contains(&link("/offers/", &offers[1])), "{mail}");
    wait_for(&server, PENDING, 0).await;
    sink.expect_silence().await;
}

#[tokio::test]
async fn one_mail_tells_of_all_games_and_none_of_what_was_seen_or_is_over() {
    let mut sink = Sink::start().await;
    let server = start(&sink).await;
    let anna = person(&server.base, &mut sink, "Anna").await;
    let ben = person(&server.base, &mut sink, "Ben").await;
    sink.answers("451 later");
    let mut games = Vec::new();
    for _ in 0..3 {
        let wanted = json!({"game": "klinzha", "start": {"quick": "north-west"},
            "opponent": {"user": ben.name}, "seat": 1});
        games.push(anna.post("/api/offers", &wanted).await.body["id"].clone());
    }
    wait_for(&server, "kind = 'mail' and failures > 0 and tries = failures", 3).await;
    // One is withdrawn meanwhile: nothing is said of it.
    let path = format!("/api/offers/{}/withdraw", games[1].as_str().expect("an id"));
    assert_eq!(anna.post(&path, &json!({})).await.status, 204);
    sink.answers("250 ok");
    make_due(&server);
    let mail = sink.expect("Ben", &[&link("/offers/", &games[0])]).await;
    assert!(mail.contains(&link("/offers/", &games[2])), "{mail}");
    assert!(!mail.contains(&link("/offers/", &games[1])), "{mail}");
    wait_for(&server, PENDING, 0).await;
    make_due(&server);
    sink.expect_silence().await;
}

#[tokio::test]
async fn what_may_have_arrived_is_not_sent_again_and_its_reader_is_told() {
    let mut sink = Sink::start().await;
    let server = start(&sink).await;
    let anna = person(&server.base, &mut sink, "Anna").await;
    let ben = person(&server.base, &mut sink, "Ben").await;
    // The mail server takes the mail and does not answer.
    sink.answers("drop");
    let to_ben = quick(&json!({"user": ben.name}));
    anna.post("/api/offers", &to_ben).await;
    sink.expect("Ben", &["you are offered a game"]).await;
    wait_for(&server, PENDING, 0).await;
    let mail = async || ben.get("/api/me/ways").await.body["mail"].clone();
    assert_eq!(
        (mail().await["failure"].clone(), mail().await["on"].clone()),
        (json!("unsure"), json!(true))
    );
    sink.answers("250 ok");
    make_due(&server);
    sink.expect_silence().await;
    // The server is killed while it sends: its next life does not know whether it did.
    sink.answers("451 later");
    anna.post("/api/offers", &to_ben).await;
    wait_for(&server, "kind = 'mail' and done_ms is null and failures > 0", 1).await;
    let taken = "update outbox set tries = failures + 1 where kind = 'mail' and done_ms is null \
        and body not like '%\"waiting\"%'";
    database(&server).execute(taken, []).expect("a change");
    sink.answers("250 ok");
    make_due(&server);
    wait_for(&server, PENDING, 0).await;
    sink.expect_silence().await;
    // The next one comes, and the warning is gone.
    anna.post("/api/offers", &to_ben).await;
    sink.expect("Ben", &["you are offered a game"]).await;
    wait_for(&server, PENDING, 0).await;
    assert_eq!(mail().await["failure"], Value::Null);
    // An address that is refused for days gets no more; one refusal may be about the sender.
    sink.answers("550 unknown");
    anna.post("/api/offers", &to_ben).await;
    wait_for(&server, PENDING, 0).await;
    let refused = async || (mail().await["failure"].clone(), mail().await["on"].clone());
    assert_eq!(refused().await, (json!("refused"), json!(true)));
    let days = "update mail_news set failed_ms = failed_ms - 4 * 24 * 3600 * 1000";
    database(&server).execute(days, []).expect("a change");
    anna.post("/api/offers", &to_ben).await;
    wait_for(&server, PENDING, 0).await;
    assert_eq!(refused().await, (json!("refused"), json!(false)));
}

#[tokio::test]
async fn one_click_ends_the_mail_and_the_account_begins_it_again() {
    let mut sink = Sink::start().await;
    let server = start(&sink).await;
    let anna = person(&server.base, &mut sink, "Anna").await;
    let ben = person(&server.base, &mut sink, "Ben").await;
    let to_ben = quick(&json!({"user": ben.name}));
    anna.post("/api/offers", &to_ben).await;
    let mail = sink.expect("Ben", &["List-Unsubscribe: "]).await;
    let path = mail.split_once(&format!("{ORIGIN}/unsubscribe/")).expect("a link").1;
    let path = format!("/unsubscribe/{}", path.split(['>', '\n', ' ']).next().expect("a key"));
    let nobody = server.nobody();
    // Programs follow links: that alone changes nothing.
    assert_eq!(nobody.request(Method::GET, &path).send().await.expect("a page").status(), 200);
    assert_eq!(ben.get("/api/me/ways").await.body["mail"]["on"], true);
    let click = nobody
        .request(Method::POST, &path)
        .header("content-type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    assert_eq!(click.send().await.expect("a page").status(), 200);
    assert_eq!(ben.get("/api/me/ways").await.body["mail"]["on"], false);
    anna.post("/api/offers", &to_ben).await;
    sink.expect_silence().await;
    assert_eq!(ben.send(Method::PUT, "/api/me/mail", &json!({"on": true})).await.status, 204);
    anna.post("/api/offers", &to_ben).await;
    sink.expect("Ben", &["you are offered a game"]).await;
    let unknown = nobody.request(Method::POST, "/unsubscribe/nobody").send().await;
    assert_eq!(unknown.expect("a page").status(), 404);
}

#[tokio::test]
async fn a_socket_says_how_much_waits() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest().await, server.guest().await);
    let mut bell = ben.socket_at("/api/me/socket").await;
    assert_eq!(bell.next_message().await, json!({"games": 0, "offers": 0}));
    let mut wanted = quick(&json!({"user": ben.name}));
    wanted["seat"] = json!(1);
    let game = anna.post("/api/offers", &wanted).await.body["id"].clone();
    assert_eq!(bell.next_message().await, json!({"games": 0, "offers": 1}));
    let game = game.as_str().expect("an id");
    ben.post(&format!("/api/offers/{game}/accept"), &json!({})).await;
    assert_eq!(bell.next_message().await, json!({"games": 1, "offers": 0}));
    ben.submit(game, &choices(&ben.state(game).await)[0]).await;
    assert_eq!(bell.next_message().await, json!({"games": 0, "offers": 0}));
    anna.submit(game, &choices(&anna.state(game).await)[0]).await;
    assert_eq!(bell.next_message().await, json!({"games": 1, "offers": 0}));
}

/// The items of the outbox that are to be delivered, but for the reminders of offers.
const PENDING: &str = "done_ms is null and body not like '%\"waiting\"%'";

/// Makes all items due that wait for another try.
fn make_due(server: &TestServer) {
    database(server).execute("update outbox set due_ms = 0", []).expect("a change");
}

/// Waits until a number of items of the outbox fulfil a condition.
async fn wait_for(server: &TestServer, condition: &str, count: i64) {
    let database = database(server);
    let query = format!("select count(*) from outbox where {condition}");
    for _ in 0..600 {
        let found: i64 = database.query_row(&query, [], |row| row.get(0)).expect("a count");
        if found == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not {count}: {condition}");
}
