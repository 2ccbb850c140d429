//! Accounts: signing up and in, sessions, taking over, leaving, and attacks on them.

use crate::harness::{Answer, Caller, TestServer, answer, config, quick, quick_game};
use heterodox_server::testing::openapi;
use heterodox_server::{GuestPolicy, Registration};
use reqwest::Method;
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "gagh for breakfast";

impl Caller {
    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> Answer {
        answer(self.request(method, path).json(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        answer(self.request(Method::DELETE, path)).await
    }

    /// The same program with the token of an answer.
    pub(crate) fn with(&self, signed: &Answer) -> Self {
        assert!(signed.status.is_success(), "{signed:?}");
        let token = signed.body["token"].as_str().expect("a token").to_owned();
        let name = signed.body["id"].as_str().expect("an id").to_owned();
        Self { base: self.base.clone(), token: Some(token), name }
    }

    pub(crate) async fn sign_up(&self, name: &str) -> Self {
        let wanted = json!({"name": name, "password": PASSWORD});
        self.with(&self.post("/api/account", &wanted).await)
    }

    pub(crate) async fn try_login(&self, name: &str, password: &str) -> Answer {
        self.post("/api/login", &json!({"name": name, "password": password})).await
    }

    pub(crate) async fn login(&self, name: &str) -> Self {
        self.with(&self.try_login(name, PASSWORD).await)
    }
}

#[tokio::test]
async fn a_guest_with_games_becomes_a_person_and_keeps_them() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let mut socket = bert.socket(&game).await;
    socket.next_of("state").await;
    let mine = anna.get("/api/me/games").await.body;
    assert_eq!(mine["running"][0]["id"], *game);
    assert_eq!((&mine["running"][0]["my_turn"], &mine["next"]), (&json!(true), &Value::Null));

    let person = anna.sign_up("Kahless").await;
    assert_eq!(person.name, anna.name, "the id stays");
    anna.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    let me = person.get("/api/me").await.body;
    assert_eq!(
        (&me["kind"], &me["name"], &me["role"]),
        (&json!("person"), &json!("Kahless"), &json!("player"),)
    );
    // The opponent's page shows the name at once, and the log is not touched.
    let state = socket.wait(|state| state["players"][0]["name"] == "Kahless").await;
    assert_eq!(state["version"], 1);
    person.send(Method::PATCH, "/api/me", &json!({"name": "Qeqar"})).await;
    socket.wait(|state| state["players"][0]["name"] == "Qeqar").await;
    assert_eq!(person.get("/api/users/qeqar").await.body["id"], *person.name);
    person.get("/api/users/kahless").await.assert_error(404, "no-such-user", &[]);
    assert_eq!(person.state(&game).await["seat"], 0);

    // A second device, and a restart.
    let phone = server.nobody().login("QEQAR").await;
    assert_eq!(phone.state(&game).await["seat"], 0);
    let server = server.restart().await;
    let phone = Caller { base: server.base.clone(), ..phone };
    assert_eq!(phone.get("/api/me").await.body["name"], "Qeqar");
    assert_eq!(phone.state(&game).await["players"][0]["name"], "Qeqar");
}

#[tokio::test]
async fn names_and_passwords_are_refused_with_a_reason() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let try_account = async |name: &str, password: &str| {
        anna.post("/api/account", &json!({"name": name, "password": password})).await
    };
    try_account("a b", PASSWORD).await.assert_error(422, "bad-name", &[]);
    for (password, reason) in [("short", "short"), ("password1", "common")] {
        let refused = try_account("Anna", password).await;
        refused.assert_error(422, "bad-password", &[]);
        assert_eq!(refused.body["error"]["args"]["reason"], reason);
        assert!(!refused.body.to_string().contains(password) || password == reason);
    }
    let person = anna.sign_up("Anna").await;
    let again = person.post("/api/account", &json!({"name": "Eva", "password": PASSWORD})).await;
    again.assert_error(409, "has-account", &[]);
    for alike in ["anna", "ANNA", "Аnnа"] {
        let other = server.guest().await;
        let wanted = json!({"name": alike, "password": PASSWORD});
        other.post("/api/account", &wanted).await.assert_error(409, "name-taken", &[]);
        assert_eq!(other.get("/api/me").await.body["kind"], "guest");
    }
    for (change, code) in [
        (json!({"name": "x"}), "bad-name"),
        (json!({"about": "x".repeat(1001)}), "bad-profile"),
        (json!({"lang": "tlh"}), "bad-profile"),
        (json!({"tz": "not a zone"}), "bad-profile"),
    ] {
        let refused = person.send(Method::PATCH, "/api/me", &change).await;
        refused.assert_error(422, code, &[]);
    }
    let change = json!({"about": "Qapla'", "lang": "de", "tz": "Europe/Berlin",
        "prefs": {"sound": false}});
    let me = person.send(Method::PATCH, "/api/me", &change).await.body;
    for field in ["about", "lang", "tz", "prefs"] {
        assert_eq!(me[field], change[field]);
    }
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_owner_only() {
    let server = TestServer::start().await;
    let desk = server.guest().await.sign_up("Anna").await;
    let phone = server.nobody().login("anna").await;
    let bert = server.guest().await.sign_up("Bert").await;
    let list = desk.get("/api/me/sessions").await.body["sessions"].clone();
    let sessions = list.as_array().expect("sessions");
    assert_eq!(sessions.len(), 2);
    let of = |here: bool| {
        let found = sessions.iter().find(|session| session["here"] == here);
        found.expect("a session")["id"].as_str().expect("an id").to_owned()
    };
    let (own, others) = (of(true), of(false));
    bert.delete(&format!("/api/me/sessions/{own}")).await.assert_error(404, "no-such-session", &[]);
    let nobody = server.nobody().delete(&format!("/api/me/sessions/{own}")).await;
    nobody.assert_error(401, "no-guest", &[]);
    // The end of a session closes its sockets.
    let game = phone.open(&quick(&json!("open"))).await;
    let mut socket = phone.socket(&game).await;
    socket.next_of("state").await;
    assert_eq!(desk.delete(&format!("/api/me/sessions/{others}")).await.status, 204);
    let frame = socket.next_frame().await;
    assert!(frame.is_close(), "{frame:?}");
    phone.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    assert_eq!(desk.get("/api/me").await.status, 200);
    // A new password ends the other sessions.
    let phone = server.nobody().login("Anna").await;
    let wrong = json!({"old": "not my password", "new": "bregit lung for supper"});
    desk.post("/api/me/password", &wrong).await.assert_error(403, "wrong-password", &[]);
    let change = json!({"old": PASSWORD, "new": "bregit lung for supper"});
    assert_eq!(desk.post("/api/me/password", &change).await.status, 204);
    phone.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    server.nobody().try_login("Anna", PASSWORD).await.assert_error(401, "bad-login", &[]);
    let answer = desk.post("/api/logout", &json!({})).await;
    assert_eq!(answer.status, 204);
    desk.get("/api/me").await.assert_error(401, "unknown-token", &[]);
}

#[tokio::test]
async fn signing_in_ends_the_guest_and_a_takeover_brings_its_games() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let (_, [guest, bert]) = quick_game(&server).await;
    let person = guest.login("Anna").await;
    assert_eq!(person.name, anna.name);
    guest.get("/api/me").await.assert_error(401, "unknown-token", &[]);

    let (other_game, [guest, carl]) = quick_game(&server).await;
    let finished = guest.open(&quick(&json!("open"))).await;
    bert.join(&finished).await;
    guest.act(&finished, &json!({"act": "resign"})).await;
    let both = guest.open(&quick(&json!("open"))).await;
    person.join(&both).await;
    let take = json!({"token": guest.token});
    guest.post("/api/me/takeover", &take).await.assert_error(403, "no-account", &[]);
    for bad in ["", "nonsense", person.token.as_deref().unwrap()] {
        let refused = person.post("/api/me/takeover", &json!({"token": bad})).await;
        refused.assert_error(422, "not-a-guest", &[]);
    }
    let refused = person.post("/api/me/takeover", &take).await;
    refused.assert_error(409, "takeover-refused", &[&both]);
    guest.act(&both, &json!({"act": "resign"})).await;
    let mut socket = carl.socket(&other_game).await;
    socket.next_of("state").await;
    let taken = person.post("/api/me/takeover", &take).await;
    assert_eq!((taken.status.as_u16(), &taken.body["games"]), (200, &json!(2)));
    socket.wait(|state| state["players"][0]["name"] == "Anna").await;
    guest.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    person.post("/api/me/takeover", &take).await.assert_error(422, "not-a-guest", &[]);
    person.act(&other_game, &json!({"act": "resign"})).await;
    assert_eq!(person.state(&finished).await["seat"], 0);
    // What both have played stays as it was.
    let state = person.state(&both).await;
    assert_eq!((&state["seat"], &state["players"][0]["name"]), (&json!(1), &Value::Null));
    // The log says the same after a restart.
    let server = server.restart().await;
    let person = Caller { base: server.base.clone(), ..person };
    assert_eq!(person.state(&other_game).await["seat"], 0);
    assert_eq!(person.state(&finished).await["seat"], 0);
    let games = person.get("/api/me/games").await.body;
    assert_eq!(games["over"].as_array().map(Vec::len), Some(3), "{games}");
}

#[tokio::test]
async fn who_leaves_resigns_and_is_forgotten() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let anna = anna.sign_up("Anna").await;
    let export = anna.request(Method::GET, "/api/me/export").send().await.unwrap();
    let export = export.text().await.unwrap();
    let lines: Vec<Value> =
        export.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.iter().any(|line| line["table"] == "users" && line["name"] == "Anna"));
    assert!(lines.iter().any(|line| line["table"] == "games" && line["id"] == *game), "{export}");
    for secret in [PASSWORD, "argon2", anna.token.as_deref().unwrap()] {
        assert!(!export.contains(secret));
    }
    assert_eq!(anna.delete("/api/account").await.status, 204);
    let state = bert.state(&game).await;
    assert!(state["scene"]["outcome"].is_object(), "{state}");
    assert_eq!(state["players"][0]["name"], Value::Null);
    anna.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    server.nobody().try_login("Anna", PASSWORD).await.assert_error(401, "bad-login", &[]);
    for path in ["/api/users/anna".to_owned(), format!("/api/users/{}", anna.name)] {
        bert.get(&path).await.assert_error(404, "no-such-user", &[]);
    }
    let wanted = json!({"name": "ANNA", "password": PASSWORD});
    bert.post("/api/account", &wanted).await.assert_error(409, "name-taken", &[]);
}

#[tokio::test]
async fn a_blocked_person_cannot_sit_down() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await.sign_up("Anna").await, server.guest().await);
    let block = format!("/api/users/{}/block", bert.name);
    assert_eq!(anna.post(&block, &json!({})).await.status, 204);
    assert_eq!(anna.get("/api/me/blocks").await.body["blocked"], json!([bert.name]));
    let game = anna.open(&quick(&json!("open"))).await;
    let join = format!("/api/games/{game}/join");
    bert.post(&join, &json!({})).await.assert_error(403, "blocked-by-player", &[]);
    assert_eq!(anna.delete(&block).await.status, 204);
    bert.join(&game).await;
    let own = format!("/api/users/{}/block", anna.name);
    anna.post(&own, &json!({})).await.assert_error(404, "no-such-user", &[]);
}

#[tokio::test]
async fn logins_are_slowed_for_the_one_who_fails() {
    let server = TestServer::start().await;
    server.guest().await.sign_up("Anna").await;
    let nobody = server.nobody();
    for _ in 0..10 {
        nobody.try_login("anna", "a wrong guess").await.assert_error(401, "bad-login", &[]);
    }
    let slowed = nobody.try_login("Anna", PASSWORD).await;
    slowed.assert_error(429, "logins-slowed", &["try again in"]);
    // An unknown name is answered in the same way.
    for _ in 0..10 {
        nobody.try_login("nobody", "a wrong guess").await.assert_error(401, "bad-login", &[]);
    }
    nobody.try_login("nobody", PASSWORD).await.assert_error(429, "logins-slowed", &[]);
}

#[tokio::test]
async fn logins_with_passkeys_are_slowed_too() {
    let server = TestServer::start().await;
    server.guest().await.sign_up("Anna").await;
    let nobody = server.nobody();
    let try_passkey = async |id: &Value| {
        nobody.post("/api/login/passkey", &json!({"credential": {"id": id}})).await
    };
    for _ in 0..10 {
        try_passkey(&json!("AAAA")).await.assert_error(403, "bad-passkey", &[]);
    }
    try_passkey(&json!("AAAA")).await.assert_error(429, "logins-slowed", &["try again in"]);
    nobody.login("Anna").await;
    // With others the network has a hundred failures.
    for number in 10..100 {
        let id =
            if number % 2 == 0 { json!(format!("{number}")) } else { json!("x".repeat(number)) };
        try_passkey(&id).await.assert_error(403, "bad-passkey", &[]);
    }
    try_passkey(&json!(["AAAA"])).await.assert_error(429, "logins-slowed", &[]);
    nobody.try_login("Anna", PASSWORD).await.assert_error(429, "logins-slowed", &[]);
}

/// While more logins are tried than can be hashed, games are answered.
#[tokio::test(flavor = "multi_thread")]
async fn logins_do_not_starve_games() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let logins: Vec<_> = (0..40)
        .map(|number| {
            let nobody = server.nobody();
            tokio::spawn(async move {
                nobody.try_login(&format!("name{number}"), "a wrong guess").await
            })
        })
        .collect();
    let state = anna.state(&game).await;
    let text = state["scene"]["choices"][0]["text"].as_str().expect("a choice");
    anna.submit(&game, text).await;
    assert!(logins.iter().any(|login| !login.is_finished()), "games do not wait for logins");
    for login in logins {
        let code = login.await.unwrap().code().to_owned();
        assert!(["bad-login", "logins-busy"].contains(&code.as_str()), "{code}");
    }
}

#[tokio::test]
async fn a_closed_server_lets_nobody_in_without_a_code() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let mut closed = config(&data);
    closed.people.registration = Registration::Code;
    closed.people.guests = GuestPolicy::None;
    let server = TestServer::start_with(home, closed).await;
    let nobody = server.nobody();
    nobody.post("/api/guests", &json!({})).await.assert_error(403, "guests-closed", &[]);
    nobody.get("/api/info").await.assert_error(403, "guests-closed", &[]);
    let wanted = json!({"name": "Anna", "password": PASSWORD});
    nobody.post("/api/account", &wanted).await.assert_error(403, "bad-code", &[]);
    let code = heterodox_server::registration_code(&data).await.unwrap();
    let wanted = json!({"name": "Anna", "password": PASSWORD, "code": code});
    let anna = nobody.with(&nobody.post("/api/account", &wanted).await);
    let second = json!({"name": "Bert", "password": PASSWORD, "code": code});
    nobody.post("/api/account", &second).await.assert_error(403, "bad-code", &[]);
    anna.open(&quick(&json!("open"))).await;
    anna.get("/api/audit").await.assert_error(403, "not-allowed", &[]);

    // The first administrator is made on the machine, while the server runs.
    let code = heterodox_server::create_administrator(&data, "Kahless").await.unwrap();
    assert!(heterodox_server::create_administrator(&data, "kahless").await.is_err());
    nobody.try_login("Kahless", PASSWORD).await.assert_error(401, "bad-login", &[]);
    let request = |code: &str| json!({"code": code, "password": PASSWORD});
    nobody.post("/api/login/reset", &request("guess")).await.assert_error(403, "bad-code", &[]);
    let admin = nobody.with(&nobody.post("/api/login/reset", &request(&code)).await);
    nobody.post("/api/login/reset", &request(&code)).await.assert_error(403, "bad-code", &[]);
    let lines = admin.get("/api/audit").await.body["lines"].clone();
    assert!(lines.to_string().contains("administrator-made"), "{lines}");
    let code = heterodox_server::reset_code(&data, "KAHLESS").await.unwrap();
    let admin2 = nobody.with(&nobody.post("/api/login/reset", &request(&code)).await);
    admin.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    assert_eq!(admin2.get("/api/me").await.body["role"], "administrator");
}

/// Every route that is the caller's own refuses strangers, and those of an account refuse guests.
#[tokio::test]
async fn own_routes_refuse_strangers_and_guests() {
    let server = TestServer::start().await;
    let (nobody, guest) = (server.nobody(), server.guest().await);
    let paths = openapi()["paths"].as_object().expect("paths");
    let mut own = 0;
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let is_own = path.starts_with("/api/me") || path.ends_with("/block");
            if !is_own && path != "/api/audit" {
                continue;
            }
            own += 1;
            let path = path.replace("{id}", &guest.name);
            let method: Method = method.to_uppercase().parse().unwrap();
            let refused = nobody.send(method.clone(), &path, &json!({})).await;
            refused.assert_error(401, "no-guest", &[]);
            if ["/api/me/pass", "/api/me/takeover", "/api/audit"]
                .iter()
                .any(|own| path.starts_with(own))
            {
                guest.send(method, &path, &json!({})).await.assert_error(403, "no-account", &[]);
            }
        }
    }
    assert!(own >= 12, "{own}");
}

#[tokio::test]
async fn passkeys_that_were_not_asked_for_are_refused() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let made = json!({"label": "phone", "credential": {"id": "x"}});
    anna.post("/api/me/passkeys", &made).await.assert_error(403, "bad-passkey", &[]);
    let options = anna.post("/api/me/passkeys/options", &json!({})).await;
    assert_eq!(options.status, 200, "{}", options.body);
    assert!(options.body.to_string().contains("localhost"), "{}", options.body);
    anna.post("/api/me/passkeys", &made).await.assert_error(403, "bad-passkey", &[]);
    let remove = anna.delete("/api/me/passkeys/00ff").await;
    remove.assert_error(404, "no-such-passkey", &[]);
    assert_eq!(anna.get("/api/me/passkeys").await.body["passkeys"], json!([]));
    let nobody = server.nobody();
    assert_eq!(nobody.post("/api/login/passkey/options", &json!({})).await.status, 200);
    let signed = json!({"credential": {"id": "x"}});
    nobody.post("/api/login/passkey", &signed).await.assert_error(403, "bad-passkey", &[]);
}

#[tokio::test]
async fn a_guest_becomes_one_person_however_many_ask() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let wanted = |name: &str| json!({"name": name, "password": PASSWORD});
    let bodies = ["Anna", "Berta", "Clara", "Dora"].map(wanted);
    let asked = bodies.iter().map(|body| guest.post("/api/account", body));
    let answers = futures_util::future::join_all(asked).await;
    let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(made.len(), 1, "{answers:?}");
    let me = guest.with(made[0]).get("/api/me").await.body;
    let index = answers.iter().position(|answer| answer.status == 201).expect("one");
    assert_eq!(me["name"], bodies[index]["name"]);
}

#[tokio::test]
async fn a_closed_club_tells_strangers_no_names() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let server = TestServer::start_in(home).await;
    server.guest().await.sign_up("Anna").await;
    let home = server.stop().await;
    let mut config = config(&home.path().join("data"));
    config.people.registration = Registration::Code;
    let server = TestServer::start_with(home, config).await;
    for name in ["Anna", "Qugh99"] {
        let wanted = json!({"name": name, "password": PASSWORD, "code": "a guess"});
        server.nobody().post("/api/account", &wanted).await.assert_error(403, "bad-code", &[]);
    }
}

#[tokio::test]
async fn a_name_is_not_the_id_of_another_user() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let wanted = json!({"name": anna.name, "password": PASSWORD});
    bert.post("/api/account", &wanted).await.assert_error(409, "name-taken", &[]);
    let bert = bert.sign_up("Bert").await;
    let renamed = bert.send(Method::PATCH, "/api/me", &json!({"name": anna.name})).await;
    renamed.assert_error(409, "name-taken", &[]);
    // Another spelling of the own name is no other name.
    let renamed = bert.send(Method::PATCH, "/api/me", &json!({"name": "BERT"})).await;
    assert_eq!(renamed.body["name"], "BERT");
}

#[tokio::test]
async fn a_game_that_cannot_be_read_keeps_nobody_from_leaving() {
    let server = TestServer::start().await;
    let (broken, [anna, bert]) = quick_game(&server).await;
    let anna = anna.sign_up("Anna").await;
    let fine = anna.open(&quick(&json!("open"))).await;
    bert.join(&fine).await;
    let home = server.stop().await;
    let db = rusqlite::Connection::open(home.path().join("data/heterodox.sqlite"));
    let db = db.expect("a database");
    let update = "update events set body = '{}' where game_id = ?";
    db.execute(update, [&broken]).expect("a table");
    drop(db);
    let server = TestServer::start_in(home).await;
    let [anna, bert] = [anna, bert].map(|one| Caller { base: server.base.clone(), ..one });
    let export = anna.request(Method::GET, "/api/me/export").send().await.expect("an answer");
    assert_eq!(export.status(), 200);
    assert!(export.text().await.expect("text").contains(&fine));
    assert_eq!(anna.delete("/api/account").await.status, 204);
    assert_eq!(bert.state(&fine).await["scene"]["outcome"]["reason"], "resignation");
}
