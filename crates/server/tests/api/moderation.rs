//! What moderators and administrators do, and what they cannot.

use crate::harness::{Answer, Caller, TestServer, choices, config, phase, quick, quick_game};
use crate::people::PASSWORD;
use crate::sights::{blind_game, step, until};
use heterodox_server::create_administrator;
use reqwest::Method;
use serde_json::{Value, json};

/// A server with an administrator and a moderator, which takes free text in chats.
pub(crate) async fn staffed() -> (TestServer, Caller, Caller) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let data = home.path().join("data");
    let code = create_administrator(&data, "Kahless").await.expect("an administrator");
    let mut config = config(&data);
    config.people.chat = true;
    let server = TestServer::start_with(home, config).await;
    let nobody = server.nobody();
    let reset = json!({"code": code, "password": PASSWORD});
    let admin = nobody.with(&nobody.post("/api/login/reset", &reset).await);
    let moderator = server.guest().await.sign_up("Worf").await;
    admin.give_role("Worf", "moderator").await;
    (server, admin, moderator)
}

impl Caller {
    async fn try_role(&self, who: &str, role: &str) -> Answer {
        self.send(Method::PATCH, &format!("/api/users/{who}/role"), &json!({"role": role})).await
    }

    pub(crate) async fn give_role(&self, who: &str, role: &str) {
        let answer = self.try_role(who, role).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
    }

    async fn suspend(&self, who: &str, reason: &str) -> Answer {
        self.post(&format!("/api/users/{who}/suspend"), &json!({"reason": reason})).await
    }

    async fn end_suspension(&self, who: &str) -> Answer {
        self.delete(&format!("/api/users/{who}/suspend")).await
    }

    pub(crate) async fn close(&self, game: &str, reason: &str) -> Answer {
        self.post(&format!("/api/games/{game}/close"), &json!({"reason": reason})).await
    }

    /// The newest lines of the audit, without their moments.
    pub(crate) async fn audit(&self, count: usize) -> Vec<[Value; 4]> {
        let lines = self.get("/api/audit").await.body["lines"].take();
        let lines = lines.as_array().expect("lines").iter().take(count);
        lines.map(|line| ["actor", "what", "whom", "detail"].map(|key| line[key].clone())).collect()
    }
}

#[tokio::test]
async fn a_moderator_closes_a_game_without_a_result() {
    let (server, admin, moderator) = staffed().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    anna.close(&game, "mine").await.assert_error(403, "no-account", &[]);
    let mut socket = bert.socket(&game).await;
    socket.next_of("state").await;
    for reason in [String::new(), " \n ".to_owned(), "x".repeat(501), "a\u{7}b".to_owned()] {
        moderator.close(&game, &reason).await.assert_error(422, "bad-reason", &[]);
    }
    let answer = moderator.close(&game, " an insult\nin its name ").await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let over = socket.wait(|state| state["scene"]["outcome"].is_object()).await;
    assert_eq!(over["scene"]["outcome"]["reason"], "cancelled");
    let text = choices(&over).pop().unwrap_or_default();
    let late = anna.try_act(&game, &json!({"act": "submit", "text": text})).await;
    late.assert_error(422, "game-over", &[]);
    // It does not count in any rating, and is closed once.
    let listed = anna.get("/api/me/games").await.body["over"][0].take();
    assert_eq!((&listed["reason"], &listed["id"]), (&json!("cancelled"), &json!(game)));
    assert!(listed["seats"].as_array().unwrap().iter().all(|seat| seat["place"].is_null()));
    moderator.close(&game, "again").await.assert_error(422, "game-over", &[]);
    moderator.close("nogame", "x").await.assert_error(404, "no-such-game", &[]);
    let line = [&moderator.name, "closed-game", &game, "an insult\nin its name"];
    assert_eq!(admin.audit(1).await, [line.map(|text| json!(text))]);

    // A game that waits for a player, and one whose clocks run.
    let waiting = anna.open(&quick(&json!("open"))).await;
    assert_eq!(admin.close(&waiting, "spam").await.status, 204);
    let late = bert.post(&format!("/api/games/{waiting}/join"), &json!({})).await;
    late.assert_error(409, "no-free-seat", &[]);
    let mut timed = quick(&json!("open"));
    timed["time"] = json!({"controls": ["1d"]});
    let timed = anna.open(&timed).await;
    bert.join(&timed).await;
    assert_eq!(moderator.close(&timed, "spam").await.status, 204);
    assert_eq!(anna.state(&timed).await["scene"]["outcome"]["reason"], "cancelled");
    // The logs say so after a restart.
    let server = server.restart().await;
    for game in [&game, &waiting, &timed] {
        let anna = Caller { base: server.base.clone(), ..anna.clone() };
        assert_eq!(anna.state(game).await["scene"]["outcome"]["reason"], "cancelled");
    }
}

#[tokio::test]
async fn nobody_closes_a_game_in_which_it_sits() {
    let (server, admin, moderator) = staffed().await;
    let game = moderator.open(&quick(&json!("open"))).await;
    server.guest().await.join(&game).await;
    moderator.close(&game, "I lose").await.assert_error(403, "not-allowed", &[]);
    assert_eq!(moderator.state(&game).await["scene"]["outcome"], Value::Null);
    assert_eq!(admin.audit(1).await[0][1], "set-role");
    assert_eq!(admin.close(&game, "a dispute").await.status, 204);
}

/// Neither an account nor a role gives a view of a hidden game.
#[tokio::test]
async fn a_moderator_sees_of_a_hidden_game_what_the_public_sees() {
    let (server, admin, moderator) = staffed().await;
    let person = server.guest().await.sign_up("Troi").await;
    let (game, seats) = blind_game(&server).await;
    let (acting, state) = until(&game, &seats, |state| phase(state) == "place").await;
    let path = format!("/api/games/{game}");
    let before = (seats[acting].get(&path).await.body, moderator.get(&path).await.body);
    seats[acting].submit(&game, &step(&state)).await;
    let public = server.nobody().get(&path).await.body;
    assert_ne!(seats[acting].get(&path).await.body["scene"]["frame"], before.0["scene"]["frame"]);
    assert_eq!(public["scene"]["frame"], before.1["scene"]["frame"], "the step is private");
    for other in [&person, &moderator, &admin] {
        assert_eq!(other.get(&path).await.body, public);
        for part in ["", "/frames", "/record", "/picture.svg", "/paths", "/stream"] {
            let refused = other.get(&format!("{path}{part}?as=0&text=x")).await;
            refused.assert_error(403, "not-your-seat", &[]);
        }
        let act = json!({"act": "resign", "seat": 0});
        other.try_act(&game, &act).await.assert_error(403, "no-seat", &[]);
        for part in ["/frames", "/record", "/picture.svg"] {
            let path = format!("{path}{part}");
            let (seen, public) = (other.get(&path).await, server.nobody().get(&path).await);
            assert_eq!(seen.body, public.body, "{path}");
        }
        let mut socket = other.socket(&game).await;
        assert_eq!(socket.next_of("state").await["state"]["scene"], public["scene"]);
    }
    // What is closed is over, and then all see it.
    assert_eq!(moderator.close(&game, "a test").await.status, 204);
    assert_eq!(moderator.get(&format!("{path}?as=0")).await.status, 200);
}

#[tokio::test]
async fn a_suspended_person_is_out_until_the_suspension_ends() {
    let (server, admin, moderator) = staffed().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let phone = server.nobody().login("Anna").await;
    let data = server.home.path().join("data");
    let code = heterodox_server::reset_code(&data, "Anna").await.unwrap();
    let game = phone.open(&quick(&json!("open"))).await;
    let mut socket = phone.socket(&game).await;
    socket.next_of("state").await;
    moderator.suspend("anna", "").await.assert_error(422, "bad-reason", &[]);
    moderator.suspend("nobody", "x").await.assert_error(404, "no-such-user", &[]);
    assert_eq!(moderator.suspend("anna", "abuse").await.status, 204);
    let frame = socket.next_frame().await;
    assert!(frame.is_close(), "{frame:?}");
    for device in [&anna, &phone] {
        device.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    }
    // Only who proves to be Anna is told.
    let nobody = server.nobody();
    nobody.try_login("Anna", "a wrong guess").await.assert_error(401, "bad-login", &[]);
    nobody.try_login("Anna", PASSWORD).await.assert_error(403, "suspended", &["suspended"]);
    let guest = server.guest().await;
    let take = json!({"name": "Anna", "password": PASSWORD, "take_over": true});
    guest.post("/api/login", &take).await.assert_error(403, "suspended", &[]);
    assert_eq!(guest.get("/api/me").await.body["kind"], "guest", "the guest keeps its session");
    let reset = |code: &str| json!({"code": code, "password": PASSWORD});
    nobody.post("/api/login/reset", &reset("guess")).await.assert_error(403, "bad-code", &[]);
    nobody.post("/api/login/reset", &reset(&code)).await.assert_error(403, "suspended", &[]);
    assert_eq!(nobody.get("/api/users/Anna").await.body["name"], "Anna");
    let taken = json!({"name": "Anna", "password": PASSWORD});
    guest.post("/api/account", &taken).await.assert_error(409, "name-taken", &[]);
    // A restart forgets nothing.
    let server = server.restart().await;
    let moved = |caller: &Caller| Caller { base: server.base.clone(), ..caller.clone() };
    let (admin, moderator, nobody) = (moved(&admin), moved(&moderator), server.nobody());
    nobody.try_login("Anna", PASSWORD).await.assert_error(403, "suspended", &[]);
    assert_eq!(moderator.end_suspension(&anna.name).await.status, 204);
    let anna = nobody.login("Anna").await;
    assert_eq!(anna.state(&game).await["seat"], 0);
    anna.end_suspension("Worf").await.assert_error(403, "not-allowed", &[]);
    let audit = admin.audit(2).await;
    let lines = [("ended-suspension", Value::Null), ("suspended", json!("abuse"))];
    for (found, (what, detail)) in audit.iter().zip(lines) {
        assert_eq!(*found, [json!(moderator.name), json!(what), json!(anna.name), detail]);
    }
    // Anna can read what was done to it, but not by whom.
    let export = anna.request(Method::GET, "/api/me/export").send().await.unwrap();
    let export = export.text().await.unwrap();
    assert!(export.contains("\"detail\":\"abuse\""), "{export}");
    assert!(!export.contains(&moderator.name), "{export}");
}

#[tokio::test]
async fn moderators_suspend_no_moderators() {
    let (server, admin, moderator) = staffed().await;
    server.guest().await.sign_up("Troi").await;
    admin.give_role("Troi", "moderator").await;
    let guest = server.guest().await;
    for protected in ["Troi", "Kahless", "Worf"] {
        moderator.suspend(protected, "x").await.assert_error(403, "not-allowed", &[]);
        moderator.end_suspension(protected).await.assert_error(403, "not-allowed", &[]);
    }
    admin.suspend("Kahless", "x").await.assert_error(403, "not-allowed", &[]);
    assert_eq!(admin.suspend("Troi", "x").await.status, 204);
    moderator.end_suspension("Troi").await.assert_error(403, "not-allowed", &[]);
    server.nobody().try_login("Troi", PASSWORD).await.assert_error(403, "suspended", &[]);
    assert_eq!(admin.end_suspension("Troi").await.status, 204);
    // An organiser is a player to them. A guest loses its only session.
    admin.give_role("Troi", "organiser").await;
    assert_eq!(moderator.suspend("Troi", "x").await.status, 204);
    assert_eq!(moderator.suspend(&guest.name, "x").await.status, 204);
    guest.get("/api/me").await.assert_error(401, "unknown-token", &[]);
}

#[tokio::test]
async fn administrators_give_roles_to_others() {
    let (server, admin, moderator) = staffed().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let guest = server.guest().await;
    anna.try_role("Anna", "administrator").await.assert_error(403, "not-allowed", &[]);
    moderator.try_role("Anna", "moderator").await.assert_error(403, "not-allowed", &[]);
    admin.try_role("Kahless", "player").await.assert_error(403, "not-allowed", &[]);
    admin.try_role(&admin.name, "administrator").await.assert_error(403, "not-allowed", &[]);
    admin.try_role("nobody", "player").await.assert_error(404, "no-such-user", &[]);
    admin.try_role(&guest.name, "organiser").await.assert_error(404, "no-such-user", &[]);
    admin.try_role("Anna", "emperor").await.assert_error(400, "bad-body", &["organiser"]);
    assert_eq!(anna.get("/api/me").await.body["role"], "player");
    for role in ["organiser", "moderator", "administrator", "player"] {
        admin.give_role("anna", role).await;
        assert_eq!(anna.get("/api/me").await.body["role"], role);
        let line = [&admin.name, "set-role", &anna.name, role];
        assert_eq!(admin.audit(1).await, [line.map(|text| json!(text))]);
    }
    // A role ends at once, also for a session that began with it.
    anna.get("/api/audit").await.assert_error(403, "not-allowed", &[]);
    admin.give_role("Worf", "player").await;
    moderator.get("/api/audit").await.assert_error(403, "not-allowed", &[]);
}
