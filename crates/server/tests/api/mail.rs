//! E-mail through a real SMTP connection: confirming an address, and a new password by mail.

use crate::harness::{Caller, TestServer, config};
use heterodox_server::MailConfig;
use reqwest::Method;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

pub(crate) const PASSWORD: &str = "gagh for breakfast";
pub(crate) const ORIGIN: &str = "https://play.example.org";

/// An SMTP server that keeps what it gets.
pub(crate) struct Sink {
    pub(crate) url: String,
    mails: mpsc::UnboundedReceiver<String>,
    answers: Answers,
    /// How many mails it was asked to take.
    pub(crate) asked: Arc<AtomicUsize>,
}

/// What the mails to come are answered, in turn: `250 ok`, or a refusal of their recipient. Or
/// `silence` instead of that answer; `data` to refuse the whole mail for now; to take it and `drop`
/// the connection, to `hang`, or to accept it `twice`.
type Answers = Arc<Mutex<VecDeque<&'static str>>>;

impl Sink {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let (sender, mails) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let asked = Arc::default();
        let sink = Self { url, mails, answers: answers.clone(), asked: Arc::clone(&asked) };
        sink.answers("250 ok");
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, sender.clone(), answers.clone(), asked.clone()));
            }
        });
        sink
    }

    pub(crate) fn answers(&self, answer: &'static str) {
        self.answers_in_turn(&[answer]);
    }

    pub(crate) fn answers_in_turn(&self, answers: &[&'static str]) {
        *self.answers.lock().expect("no panic") = answers.iter().copied().collect();
    }

    /// The mails that have come since the last look.
    pub(crate) fn come(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.mails.try_recv().ok()).collect()
    }

    /// The next mail, with its lines as they were sent.
    pub(crate) async fn next(&mut self) -> String {
        timeout(Duration::from_secs(30), self.mails.recv()).await.expect("a mail").expect("a sink")
    }

    pub(crate) async fn expect_silence(&mut self) {
        let mail = timeout(Duration::from_millis(500), self.mails.recv()).await;
        assert!(mail.is_err(), "{mail:?}");
    }
}

async fn talk(
    stream: TcpStream,
    mails: mpsc::UnboundedSender<String>,
    answers: Answers,
    asked: Arc<AtomicUsize>,
) {
    let (input, mut output) = stream.into_split();
    let mut lines = BufReader::new(input).lines();
    let (mut envelope, mut answer) = (String::new(), "250 ok");
    if output.write_all(b"220 sink\r\n").await.is_err() {
        return;
    }
    while let Ok(Some(line)) = lines.next_line().await {
        let command = line.get(..4).unwrap_or_default().to_uppercase();
        let reply = match command.as_str() {
            "RCPT" => {
                envelope.push_str(&line);
                envelope.push('\n');
                asked.fetch_add(1, Ordering::Relaxed);
                let mut answers = answers.lock().expect("no panic");
                answers.rotate_left(1);
                answer = answers.back().copied().expect("an answer");
                if answer == "silence" {
                    continue;
                }
                if answer.starts_with(|first: char| first.is_ascii_digit()) {
                    answer
                } else {
                    "250 ok"
                }
            }
            "DATA" => {
                if output.write_all(b"354 go on\r\n").await.is_err() {
                    return;
                }
                let mut mail = std::mem::take(&mut envelope);
                loop {
                    match lines.next_line().await {
                        Ok(Some(line)) if line == "." => break,
                        Ok(Some(line)) => {
                            mail.push_str(&line);
                            mail.push('\n');
                        }
                        // The sender has ended in the middle.
                        _ => return,
                    }
                }
                if answer == "data" {
                    "451 later"
                } else {
                    // A sender that ends after its test finds that the listener is gone.
                    let _ = mails.send(mail);
                    match answer {
                        "drop" => return,
                        "hang" => continue,
                        "twice" => "250 ok\r\n250 ok",
                        _ => "250 ok",
                    }
                }
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        if output.write_all(format!("{reply}\r\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The code behind the link to a page in a mail.
pub(crate) fn code(mail: &str, page: &str) -> String {
    // Long lines are folded in quoted-printable.
    let mail = mail.replace("=\n", "");
    let link = format!("{ORIGIN}{page}#");
    let (_, rest) = mail.split_once(&link).unwrap_or_else(|| panic!("no {link} in {mail}"));
    rest.split_whitespace().next().expect("a code").to_owned()
}

async fn start(home: TempDir, sink: &Sink) -> TestServer {
    let mut config = config(&home.path().join("data"));
    config.public_origin = Some(ORIGIN.parse().expect("an origin"));
    let from = "Heterodox <play@example.org>";
    config.mail = Some(MailConfig::new(&sink.url, from).expect("settings"));
    TestServer::start_with(home, config).await
}

async fn fresh(sink: &Sink) -> TestServer {
    start(tempfile::tempdir().expect("a temporary folder"), sink).await
}

pub(crate) fn database(server: &TestServer) -> Connection {
    Connection::open(server.home.path().join("data/heterodox.sqlite")).expect("a database")
}

impl Caller {
    async fn set_email(&self, address: &str) {
        let wanted = json!({"address": address, "password": PASSWORD});
        let set = self.send(Method::PUT, "/api/me/email", &wanted).await;
        assert_eq!(set.status, 202, "{set:?}");
    }

    /// Sets an address and confirms it.
    pub(crate) async fn confirmed_email(&self, address: &str, sink: &mut Sink) {
        self.set_email(address).await;
        let code = code(&sink.next().await, "/confirm");
        let confirmed = self.post("/api/email/confirm", &json!({ "code": code })).await;
        assert_eq!(confirmed.status, 204, "{confirmed:?}");
    }

    async fn forgot(&self, account: &str) {
        let asked = self.post("/api/login/forgotten", &json!({ "account": account })).await;
        assert_eq!((asked.status.as_u16(), &asked.body), (202, &json!("")), "{account}");
    }
}

#[tokio::test]
async fn an_address_is_confirmed_and_gets_a_new_password() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    assert_eq!(anna.get("/api/me").await.body["email"], Value::Null);
    anna.set_email("Anna@Example.org").await;
    let mail = sink.next().await;
    for part in [
        "RCPT TO:<anna@example.org>",
        "From: Heterodox <play@example.org>",
        "Subject: Confirm your e-mail address",
        "Auto-Submitted: auto-generated",
        "Hello Anna,",
    ] {
        assert!(mail.contains(part), "no {part} in {mail}");
    }
    let first = code(&mail, "/confirm");
    let email = anna.get("/api/me").await.body["email"].clone();
    assert_eq!(email, json!({"address": "anna@example.org", "confirmed": false}));

    // An address that is not confirmed gets no password. A new address makes the old code void.
    for account in ["Anna", "anna@example.org"] {
        server.nobody().forgot(account).await;
    }
    sink.expect_silence().await;
    anna.set_email("anna@mail.example").await;
    let second = code(&sink.next().await, "/confirm");
    let confirm = async |code: &str| {
        server.nobody().post("/api/email/confirm", &json!({ "code": code })).await
    };
    confirm(&first).await.assert_error(403, "bad-code", &[]);
    assert_eq!(confirm(&second).await.status, 204);
    confirm(&second).await.assert_error(403, "bad-code", &[]);
    assert_eq!(anna.get("/api/me").await.body["email"]["confirmed"], true);

    // Other callers learn nothing about any person.
    for account in ["Nobody", "nobody@example.org", "not an address @ all"] {
        server.nobody().forgot(account).await;
    }
    sink.expect_silence().await;
    server.nobody().forgot("aNNa").await;
    let mail = sink.next().await;
    assert!(mail.contains("RCPT TO:<anna@mail.example>"), "{mail}");
    let reset = code(&mail, "/reset");
    confirm(&reset).await.assert_error(403, "bad-code", &[]);
    // Asking again within minutes sends no second mail.
    server.nobody().forgot("anna@mail.example").await;
    sink.expect_silence().await;
    let chosen = json!({"code": reset, "password": "racht for dinner"});
    let signed = server.nobody().post("/api/login/reset", &chosen).await;
    assert_eq!(server.nobody().with(&signed).get("/api/me").await.body["name"], "Anna");
    anna.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    let again = server.nobody().post("/api/login/reset", &chosen).await;
    again.assert_error(403, "bad-code", &[]);
}

#[tokio::test]
async fn a_stolen_session_does_not_become_a_new_password() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    let put = async |body: Value| anna.send(Method::PUT, "/api/me/email", &body).await;
    put(json!({"address": "thief@example.org"})).await.assert_error(403, "wrong-password", &[]);
    let wrong = json!({"address": "thief@example.org", "password": "a guess of mine"});
    put(wrong).await.assert_error(403, "wrong-password", &[]);
    sink.expect_silence().await;
    // A link dies with the address to which it was sent, and with a new password.
    for change in ["address", "password"] {
        anna.confirmed_email(&format!("{change}@example.org"), &mut sink).await;
        // The next mail may come at once only in a new slot of time.
        database(&server).execute("delete from outbox", []).expect("an outbox");
        server.nobody().forgot("Anna").await;
        let reset = code(&sink.next().await, "/reset");
        if change == "address" {
            anna.set_email("other@example.org").await;
            sink.next().await;
        } else {
            let wanted = json!({"old": PASSWORD, "new": "racht for dinner"});
            assert_eq!(anna.post("/api/me/password", &wanted).await.status, 204);
        }
        let chosen = json!({"code": reset, "password": "bregit for supper"});
        let late = server.nobody().post("/api/login/reset", &chosen).await;
        late.assert_error(403, "bad-code", &[]);
    }
}

#[tokio::test]
async fn addresses_are_refused_that_could_be_something_else() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let guest = server.guest().await;
    let wanted = json!({"address": "a@example.org"});
    let refused = guest.send(Method::PUT, "/api/me/email", &wanted).await;
    refused.assert_error(403, "no-account", &[]);
    let anna = guest.sign_up("Anna").await;
    for bad in [
        "",
        "anna",
        "anna@",
        "a@example.org\nBcc: b@example.org",
        "a@example.org\r\nDATA",
        "a@example.org, b@example.org",
        "Anna <a@example.org>",
        &format!("{}@example.org", "a".repeat(300)),
    ] {
        let wanted = json!({"address": bad, "password": PASSWORD});
        let refused = anna.send(Method::PUT, "/api/me/email", &wanted).await;
        refused.assert_error(422, "bad-email", &[]);
    }
    for odd in ["\"a b\"@example.org", "a@[127.0.0.1]", "a@localhost", "ä@example.org"] {
        let wanted = json!({"address": odd, "password": PASSWORD});
        let refused = anna.send(Method::PUT, "/api/me/email", &wanted).await;
        refused.assert_error(422, "bad-email", &[]);
    }
    sink.expect_silence().await;
}

#[tokio::test]
async fn a_stranger_is_not_written_to_often_and_every_wish_is_granted_or_refused() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let people = ["Anna", "Bert", "Carl", "Dora", "Emil", "Fritz"];
    for (index, name) in people.into_iter().enumerate() {
        let person = server.guest().await.sign_up(name).await;
        let address = format!("victim+{index}@example.org");
        let wanted = json!({"address": address, "password": PASSWORD});
        let set = person.send(Method::PUT, "/api/me/email", &wanted).await;
        if index < 5 {
            assert_eq!(set.status, 202, "{set:?}");
            sink.next().await;
        } else {
            set.assert_error(429, "too-many", &[]);
        }
    }
    // Who removes an address and gives it again gets another mail, and nothing else remembers it.
    let eva = server.guest().await.sign_up("Eva").await;
    for _ in 0..2 {
        eva.set_email("eva@example.org").await;
        sink.next().await;
        assert_eq!(eva.delete("/api/me/email").await.status, 204);
    }
    let found: i64 = database(&server)
        .query_row("select count(*) from outbox where dedupe_key like '%eva@%'", [], |row| {
            row.get(0)
        })
        .expect("an outbox");
    assert_eq!(found, 0);
}

#[tokio::test]
async fn a_stranger_does_not_void_the_link_of_the_operator() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    anna.confirmed_email("anna@example.org", &mut sink).await;
    let data = server.home.path().join("data");
    let code = heterodox_server::reset_code(&data, "Anna").await.expect("a code");
    server.nobody().forgot("Anna").await;
    let mailed = self::code(&sink.next().await, "/reset");
    let chosen = json!({"code": code, "password": "racht for dinner"});
    assert_eq!(server.nobody().post("/api/login/reset", &chosen).await.status, 200);
    // One that was used makes the other void.
    let chosen = json!({"code": mailed, "password": "bregit for supper"});
    server.nobody().post("/api/login/reset", &chosen).await.assert_error(403, "bad-code", &[]);
}

#[tokio::test]
async fn a_mail_speaks_the_language_of_its_reader() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    anna.send(Method::PATCH, "/api/me", &json!({"lang": "de"})).await;
    anna.set_email("a@example.org").await;
    let mail = sink.next().await;
    assert!(mail.contains("Hallo Anna,"), "{mail}");
    // Without a chosen language, that of the browser that asks.
    let bert = server.guest().await.sign_up("Bert").await;
    let wanted = json!({"address": "b@example.org", "password": PASSWORD});
    let request = bert.request(Method::PUT, "/api/me/email").header("accept-language", "sv");
    assert_eq!(request.json(&wanted).send().await.expect("an answer").status(), 202);
    let mail = sink.next().await;
    assert!(mail.contains("Hej Bert,"), "{mail}");
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_now_is_sent_later_and_a_refused_one_never() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    sink.answers("451 later");
    anna.set_email("anna@example.org").await;
    let waits = || {
        let query = "select due_ms - at_ms, tries, done_ms is null from outbox";
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let row: (i64, u32, bool) = database(&server).query_row(query, [], read).expect("a mail");
        row
    };
    let waited = async {
        loop {
            let (after_ms, tries, waits) = waits();
            if tries == 1 && (60_000..70_000).contains(&after_ms) {
                return waits;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(timeout(Duration::from_secs(30), waited).await.expect("a failed try"));
    // The server is killed and started again; the time comes.
    let home = server.stop().await;
    let db = Connection::open(home.path().join("data/heterodox.sqlite")).expect("a database");
    db.execute("update outbox set due_ms = 0", []).expect("an outbox");
    drop(db);
    sink.answers("250 ok");
    let server = start(home, &sink).await;
    let code = code(&sink.next().await, "/confirm");
    let anna = Caller { base: server.base.clone(), ..anna };
    assert_eq!(anna.post("/api/email/confirm", &json!({ "code": code })).await.status, 204);

    sink.answers("550 nobody");
    anna.set_email("nobody@example.org").await;
    let done = async {
        let query = "select count(*) from outbox where done_ms is null";
        while database(&server).query_row(query, [], |row| row.get::<_, i64>(0)) != Ok(0) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(30), done).await.expect("the mail is given up");
    assert_eq!(anna.get("/api/me").await.body["email"]["confirmed"], false);
}

#[tokio::test]
async fn a_server_without_mail_says_so_and_forgets_addresses_of_who_leaves() {
    let mut sink = Sink::start().await;
    let server = fresh(&sink).await;
    let anna = server.guest().await.sign_up("Anna").await;
    anna.confirmed_email("anna@example.org", &mut sink).await;
    let export = anna.request(Method::GET, "/api/me/export").send().await.expect("an answer");
    assert!(export.text().await.expect("text").contains("anna@example.org"));
    let bert = server.guest().await.sign_up("Bert").await;
    let shown = bert.get("/api/users/anna").await.body;
    assert!(!shown.to_string().contains("example.org"), "{shown}");
    assert_eq!(anna.delete("/api/account").await.status, 204);
    let count = |table: &str| -> i64 {
        let query = format!("select count(*) from {table}");
        database(&server).query_row(&query, [], |row| row.get(0)).expect("a table")
    };
    assert_eq!((count("emails"), count("outbox")), (0, 0));

    let server = TestServer::start_in(server.stop().await).await;
    let bert = Caller { base: server.base.clone(), ..bert };
    let wanted = json!({"address": "b@example.org", "password": PASSWORD});
    let refused = bert.send(Method::PUT, "/api/me/email", &wanted).await;
    refused.assert_error(404, "no-mail", &[]);
    let refused = bert.post("/api/login/forgotten", &json!({"account": "Bert"})).await;
    refused.assert_error(404, "no-mail", &[]);
}
