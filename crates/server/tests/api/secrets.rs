//! What only its owner may read is in no log and in no other answer: passwords, tokens, codes, and
//! what is kept of them.
//!
//! The server runs as a process of its own and logs all that it and its libraries can log.

use crate::harness::{Caller, choices, config};
use crate::kill::{DATA, LISTENING, Process};
use crate::mail::{ORIGIN, Sink, code as mailed_code};
use heterodox_server::{
    MailConfig, Registration, Server, create_administrator, registration_code, reset_code,
};
use reqwest::{Method, RequestBuilder};
use rusqlite::Connection;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

#[tokio::test]
#[ignore = "the other side of the next test"]
async fn serve() {
    let Some(data) = std::env::var_os(DATA) else { return };
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
    let mut config = config(Path::new(&data));
    config.people.registration = Registration::Code;
    config.public_origin = Some(ORIGIN.parse().expect("an origin"));
    let smtp = std::fs::read_to_string(smtp_file(Path::new(&data))).expect("the address");
    config.mail = Some(MailConfig::new(&smtp, "play@example.org").expect("settings"));
    let server = Server::bind(config).await.expect("the server starts");
    println!("{LISTENING}http://{}", server.address());
    server.run_until(std::future::pending()).await;
}

/// The file that gives the server process the address of the mail server.
fn smtp_file(data: &Path) -> PathBuf {
    data.with_file_name("smtp")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// What was said to callers, and what must not be said.
#[derive(Default)]
struct Told {
    /// What was asked, and the answer with its headers.
    answers: Mutex<Vec<(String, String)>>,
    /// Each secret, and how many answers give it away: the one in which its owner gets it.
    secrets: Mutex<Vec<(String, String, usize)>>,
}

impl Told {
    fn keep(&self, what: &str, secret: &str, answers: usize) {
        assert!(secret.len() >= 7, "{what}: {secret} could be anywhere");
        self.secrets.lock().unwrap().push((what.to_owned(), secret.to_owned(), answers));
    }

    /// A token and what is kept of it, in each form in which it could be written down.
    fn keep_token(&self, token: &str) {
        self.keep("a token", token, 1);
        let hash = Sha256::digest(token).to_vec();
        let hex = hex(&hash);
        let debug = format!("{hash:?}");
        // The first 16 digits are the public id of the session.
        self.keep("the hash of a token", &hex[16..], 0);
        self.keep("the hash of a token", &hex[16..].to_uppercase(), 0);
        self.keep("the bytes of a hash", debug.trim_matches(['[', ']']), 0);
    }

    async fn send(&self, request: RequestBuilder) -> (u16, Value) {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let label = format!("{} {}", request.method(), request.url().path());
        let answer = client.execute(request).await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), format!("{:?}", answer.headers()));
        let body = answer.text().await.expect("a text");
        let value: Value = serde_json::from_str(&body).unwrap_or_default();
        self.answers.lock().unwrap().push((format!("{label}: {status}"), headers + &body));
        (status, value)
    }

    async fn post(&self, caller: &Caller, path: &str, body: &Value) -> (u16, Value) {
        self.send(caller.request(Method::POST, path).json(body)).await
    }

    /// A call that must succeed.
    async fn done(&self, caller: &Caller, method: Method, path: &str, body: &Value) -> Value {
        let (status, answer) = self.send(caller.request(method, path).json(body)).await;
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    /// A call that begins a session.
    async fn sign_in(&self, caller: &Caller, path: &str, body: &Value) -> Caller {
        let answer = self.done(caller, Method::POST, path, body).await;
        let token = answer["token"].as_str().expect("a token").to_owned();
        let name = answer["id"].as_str().or(answer["guest"].as_str()).expect("an id").to_owned();
        self.keep_token(&token);
        Caller { base: caller.base.clone(), token: Some(token), name }
    }

    /// Looks at all that a caller can look at, with its token and as a browser.
    async fn look_around(&self, caller: &Caller, game: &str) {
        for path in [
            "/api/me",
            "/api/me/games",
            "/api/me/sessions",
            "/api/me/passkeys",
            "/api/me/blocks",
            "/api/me/export",
            "/api/users/Anna",
            "/api/audit",
            &format!("/api/games/{game}"),
            &format!("/api/games/{game}/record"),
        ] {
            self.send(caller.request(Method::GET, path)).await;
        }
        for path in ["/", "/sign-in", "/reset", "/account", "/u/Anna", &format!("/g/{game}")] {
            let request = reqwest::Client::new().get(format!("{}{path}", caller.base));
            let token = caller.token.as_deref().unwrap_or("a token that was never given");
            self.send(request.header("cookie", format!("__Host-heterodox={token}"))).await;
        }
    }
}

/// What the database has of passwords: hashes, and passkeys.
fn stored_secrets(data: &Path) -> Vec<String> {
    let db = Connection::open(data.join("heterodox.sqlite")).expect("the database");
    let mut query = db.prepare("select secret from credentials").expect("a query");
    let secrets = query.query_map((), |row| row.get(0)).expect("rows");
    secrets.map(|secret| secret.expect("a text")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_no_log_and_no_answer_of_others() {
    let home = tempfile::tempdir().unwrap();
    let (data, log) = (home.path().join("data"), home.path().join("log"));
    let admin_code = create_administrator(&data, "Kahless").await.unwrap();
    let mut sink = Sink::start().await;
    std::fs::write(smtp_file(&data), &sink.url).unwrap();
    let server = Process::start_as("secrets::serve", &data, File::create(&log).unwrap());
    let nobody = Caller { base: server.base.clone(), token: None, name: String::new() };
    let told = Told::default();
    let password = |number: u8| format!("the secret password no. {number}");
    for number in 0..8 {
        told.keep("a password", &password(number), 0);
    }
    told.keep("a hash of a password", "$argon2", 0);

    // Accounts, with codes.
    told.keep("a code", &admin_code, 0);
    let reset = json!({"code": admin_code, "password": password(0)});
    let admin = told.sign_in(&nobody, "/api/login/reset", &reset).await;
    let mut people = Vec::new();
    for (name, number) in [("Anna", 1), ("Bert", 2)] {
        let code = registration_code(&data).await.unwrap();
        told.keep("a code", &code, 0);
        let guest = told.sign_in(&nobody, "/api/guests", &json!({})).await;
        let wanted = json!({"name": name, "password": password(number), "code": code});
        people.push(told.sign_in(&guest, "/api/account", &wanted).await);
        // It is used up, the name is taken, the body is wrong, the password is common.
        told.post(&nobody, "/api/account", &wanted).await;
        let wrong = json!({"name": name, "password": password(3), "code": code, "more": 1});
        told.post(&nobody, "/api/account", &wrong).await;
        let typed = json!({"name": {"of": name}, "password": password(3)});
        told.post(&nobody, "/api/account", &typed).await;
        let body = format!("{{\"password\": \"{}\", oops", password(3));
        let request = nobody.request(Method::POST, "/api/login").body(body);
        told.send(request.header("content-type", "application/json")).await;
    }
    let [anna, bert] = &people[..] else { unreachable!("two people") };

    // Logins, right and wrong.
    let login = |number| json!({"name": "Anna", "password": password(number)});
    let phone = told.sign_in(&nobody, "/api/login", &login(1)).await;
    assert_eq!(told.post(&nobody, "/api/login", &login(4)).await.0, 401);
    let forged =
        Caller { token: Some("a token that was never given".to_owned()), ..nobody.clone() };
    told.keep("a wrong token", "a token that was never given", 0);
    told.send(forged.request(Method::GET, "/api/me")).await;
    let change = json!({"old": password(4), "new": password(5)});
    assert_eq!(told.post(anna, "/api/me/password", &change).await.0, 403);
    let change = json!({"old": password(1), "new": password(5)});
    told.done(anna, Method::POST, "/api/me/password", &change).await;
    told.send(phone.request(Method::GET, "/api/me")).await;
    let code = reset_code(&data, "Anna").await.unwrap();
    told.keep("a code", &code, 0);
    let wrong = json!({"code": "a code that was guessed", "password": password(6)});
    told.keep("a wrong code", "a code that was guessed", 0);
    told.post(&nobody, "/api/login/reset", &wrong).await;
    let common = json!({"code": code, "password": "Anna"});
    assert_eq!(told.post(&nobody, "/api/login/reset", &common).await.0, 422);
    let reset = json!({"code": code, "password": password(6)});
    let anna = told.sign_in(&nobody, "/api/login/reset", &reset).await;
    let unused = reset_code(&data, "Anna").await.unwrap();
    told.keep("a code", &unused, 0);

    // E-mail. Its owner is shown the address, in the export and on the own page too, to which
    // `/sign-in` leads. No other user is.
    let address = "anna@secret.example";
    told.keep("an address", address, 4);
    let email = json!({"address": address, "password": password(6)});
    told.done(&anna, Method::PUT, "/api/me/email", &email).await;
    let code = mailed_code(&sink.next().await, "/confirm");
    told.keep("a code", &code, 0);
    told.done(&nobody, Method::POST, "/api/email/confirm", &json!({"code": code})).await;
    let forgotten = json!({"account": address});
    told.done(&nobody, Method::POST, "/api/login/forgotten", &forgotten).await;
    let code = mailed_code(&sink.next().await, "/reset");
    told.keep("a code", &code, 0);
    let reset = json!({"code": code, "password": password(7)});
    let anna = told.sign_in(&nobody, "/api/login/reset", &reset).await;

    // Feeds, whose address is a secret that stands in the path of a call, and in what its owner is
    // shown: the answer that makes it, its settings, twice, and its page, to which `/sign-in`
    // leads.
    let made = told.done(&anna, Method::PUT, "/api/me/feeds", &json!({})).await;
    let path = made["turns"].as_str().expect("a path").to_owned();
    let secret = path.split('/').nth(2).expect("a secret");
    told.keep("the secret of a feed", secret, 5);
    told.keep("the hash of a feed's secret", &hex(&Sha256::digest(secret)), 0);
    told.done(&anna, Method::GET, "/api/me/ways", &json!({})).await;
    told.done(&nobody, Method::GET, &path, &json!({})).await;
    let wrong = "/feeds/a-secret-that-was-guessed/turns.atom";
    told.keep("a wrong secret of a feed", "a-secret-that-was-guessed", 0);
    assert_eq!(told.send(nobody.request(Method::GET, wrong)).await.0, 404);
    // The log says which server is called, and not what for.
    let webhook = json!({"url": "https://hook.invalid/the-token-of-a-hook", "format": "json"});
    told.keep("the address of a webhook", "the-token-of-a-hook", 3);
    told.done(&anna, Method::PUT, "/api/me/webhook", &webhook).await;
    told.done(&anna, Method::GET, "/api/me/ways", &json!({})).await;
    assert_eq!(told.post(&anna, "/api/me/webhook/test", &json!({})).await.0, 409);

    // Passkeys.
    for (caller, path) in [(&nobody, "/api/login/passkey"), (&anna, "/api/me/passkeys")] {
        let answer = told.done(caller, Method::POST, &format!("{path}/options"), &json!({})).await;
        let challenge = answer["challenge"].as_str().expect("a challenge").to_owned();
        told.keep("a challenge", &challenge, 1);
        let mut sent = json!({"credential": {"id": "x", "challenge": challenge}});
        if caller.token.is_some() {
            sent["label"] = json!("phone");
        }
        assert_eq!(told.post(caller, path, &sent).await.0, 403);
    }

    // A game, a takeover, a suspension.
    let guest = told.sign_in(&nobody, "/api/guests", &json!({})).await;
    let wanted = json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open",
        "seat": 0});
    let game = told.done(&guest, Method::POST, "/api/games", &wanted).await["id"].clone();
    let game = game.as_str().expect("an id");
    told.done(bert, Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    let mut socket = guest.socket(game).await;
    socket.next_of("state").await;
    let text = choices(&guest.state(game).await).swap_remove(0);
    socket.act(1, &json!({"act": "submit", "text": text})).await;
    let take = json!({"token": anna.token});
    assert_eq!(told.post(bert, "/api/me/takeover", &take).await.0, 422);
    let take = json!({"token": guest.token});
    told.done(&anna, Method::POST, "/api/me/takeover", &take).await;
    let role = json!({"role": "moderator"});
    told.done(&admin, Method::PATCH, "/api/users/Anna/role", &role).await;
    let reason = json!({"reason": "a test"});
    told.done(&anna, Method::POST, "/api/users/Bert/suspend", &reason).await;
    let login = json!({"name": "Bert", "password": password(2)});
    assert_eq!(told.post(&nobody, "/api/login", &login).await.0, 403);
    for caller in [&nobody, &guest, bert, &anna, &admin, &phone] {
        told.look_around(caller, game).await;
    }
    told.done(&anna, Method::POST, "/api/logout", &json!({})).await;
    for secret in stored_secrets(&data) {
        told.keep("a stored secret", &secret, 0);
    }
    drop(server);

    let log = std::fs::read_to_string(&log).unwrap();
    for level in ["TRACE", "DEBUG"] {
        assert!(log.contains(level), "all is logged: {log}");
    }
    assert!(log.contains("path=\"/api/login\"") || log.contains("path=/api/login"), "{log}");
    let answers = told.answers.into_inner().unwrap();
    assert!(answers.len() > 100, "{}", answers.len());
    let is_own_page = |(label, text): &&(String, String)| {
        label == "GET /account: 200" && text.contains("/export")
    };
    assert_eq!(answers.iter().filter(is_own_page).count(), 2, "the pages of Anna and Kahless");
    let mut leaks = Vec::new();
    for (what, secret, times) in told.secrets.into_inner().unwrap() {
        if let Some(line) = log.lines().find(|line| line.contains(&secret)) {
            leaks.push(format!("{what} is in the log: {line}"));
        }
        let with: Vec<_> = answers.iter().filter(|(_, answer)| answer.contains(&secret)).collect();
        if with.len() != times {
            let labels: Vec<_> = with.iter().map(|(label, _)| label).collect();
            leaks.push(format!("{what} is in {} answers, not in {times}: {labels:?}", with.len()));
        }
    }
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
}
