//! Attempts on what belongs to another person: each is refused, and changes nothing.

use crate::harness::{Answer, Caller, TestServer, config, phase, quick};
use crate::people::PASSWORD;
use crate::secrets::hex;
use crate::sights::{blind_game, step, until};
use heterodox_server::{Registration, registration_code, reset_code};
use heterodox_store::{Credential, OnceCode, People, PeopleChange, SqliteStore, Store};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Writes beside the running server, as a command of its operator does.
async fn change(server: &TestServer, changes: Vec<PeopleChange>) {
    let path = server.home.path().join("data/heterodox.sqlite");
    let store = SqliteStore::open(&path).await.expect("the store");
    store.change_people(changes).await.expect("the changes");
    store.close().await;
}

/// A passkey that no user holds.
fn passkey(user: &Caller) -> PeopleChange {
    PeopleChange::PutCredential(Credential {
        id: "passkey:00ff00ff".into(),
        user: user.name.clone(),
        passkey: true,
        secret: "00:00".into(),
        label: "phone".into(),
        created_ms: 1,
        used_ms: None,
    })
}

/// Callers who are not Anna: a stranger, a guest, and a person.
async fn others(server: &TestServer) -> [Caller; 3] {
    [server.nobody(), server.guest().await, server.guest().await.sign_up("Bert").await]
}

async fn text_of(caller: &Caller, path: &str) -> String {
    let answer = caller.request(Method::GET, path).send().await.expect("an answer");
    answer.text().await.expect("a text")
}

#[tokio::test]
async fn sessions_of_others_are_neither_seen_nor_ended() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let list = anna.get("/api/me/sessions").await.body["sessions"].clone();
    let id = list[0]["id"].as_str().expect("an id");
    let token = anna.token.as_deref().expect("a token");
    let hash = hex(&Sha256::digest(token));
    assert!(hash.starts_with(id) && id.len() < hash.len(), "an id is no hash of a token");
    for other in others(&server).await {
        let own = text_of(&other, "/api/me/sessions").await;
        assert!(!own.contains(id), "{own}");
        for id in [id, &hash, token, &anna.name, "Anna"] {
            let refused = other.delete(&format!("/api/me/sessions/{id}")).await;
            assert!([401, 404].contains(&refused.status.as_u16()), "{refused:?}");
        }
        // What the server shows of a session does not open it.
        let thief = Caller { token: Some(id.to_owned()), ..other.clone() };
        thief.get("/api/me").await.assert_error(401, "unknown-token", &[]);
        let thief = Caller { token: Some(hash.clone()), ..other };
        thief.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    }
    assert_eq!(anna.get("/api/me/sessions").await.body["sessions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn passkeys_of_others_are_neither_seen_nor_removed() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    change(&server, vec![passkey(&anna)]).await;
    let [_, _, bert] = others(&server).await;
    assert_eq!(bert.get("/api/me/passkeys").await.body["passkeys"], json!([]));
    for id in ["00ff00ff", "passkey:00ff00ff", &format!("password:{}", anna.name)] {
        let refused = bert.delete(&format!("/api/me/passkeys/{id}")).await;
        refused.assert_error(404, "no-such-passkey", &[]);
    }
    // Nor is a password removed as if it were a passkey.
    let own = anna.delete(&format!("/api/me/passkeys/password:{}", anna.name)).await;
    own.assert_error(404, "no-such-passkey", &[]);
    let options = bert.post("/api/me/passkeys/options", &json!({})).await.body;
    assert!(!options.to_string().contains("AP8A_w"), "{options}");
    assert_eq!(anna.get("/api/me/passkeys").await.body["passkeys"][0]["id"], "00ff00ff");
    server.nobody().login("Anna").await;
}

#[tokio::test]
async fn a_code_opens_what_it_is_for_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let mut closed = config(&data);
    closed.people.registration = Registration::Code;
    let server = TestServer::start_with(home, closed).await;
    let nobody = server.nobody();
    let register = async |name: &str, code: &str| {
        let wanted = json!({"name": name, "password": PASSWORD, "code": code});
        nobody.post("/api/account", &wanted).await
    };
    let reset = async |code: &str| {
        let wanted = json!({"code": code, "password": "bregit lung for supper"});
        nobody.post("/api/login/reset", &wanted).await
    };
    let bad = |answer: Answer| answer.assert_error(403, "bad-code", &[]);
    let code = registration_code(&data).await.unwrap();
    bad(reset(&code).await);
    let anna = nobody.with(&register("Anna", &code).await);
    let bert = nobody.with(&register("Bert", &registration_code(&data).await.unwrap()).await);
    bad(reset(&code).await);
    let (first, second) = (reset_code(&data, "Anna").await, reset_code(&data, "Anna").await);
    let (first, second) = (first.unwrap(), second.unwrap());
    bad(reset(&first).await);
    bad(register("Carl", &second).await);
    // A name that is taken or a password that is refused does not use a code up.
    let other = registration_code(&data).await.unwrap();
    register("anna", &other).await.assert_error(409, "name-taken", &[]);
    let common = json!({"code": second, "password": "password1"});
    nobody.post("/api/login/reset", &common).await.assert_error(422, "bad-password", &[]);
    // The code of Anna gives Anna to any caller that sends it, and ends her sessions only.
    let sent = json!({"code": second, "password": "bregit lung for supper"});
    let signed = bert.with(&bert.post("/api/login/reset", &sent).await);
    assert_eq!(signed.name, anna.name);
    assert_eq!(bert.get("/api/me").await.body["name"], "Bert");
    anna.get("/api/me").await.assert_error(401, "unknown-token", &[]);
    server.nobody().login("Bert").await;
    bad(reset(&second).await);
    // Codes expire, and their hashes are no codes.
    let hash = Sha256::digest("an old code").to_vec();
    let old = |purpose: &str, user: Option<&Caller>, until_ms| {
        PeopleChange::AddCode(OnceCode {
            hash: Sha256::digest(format!("an old code to {purpose}")).to_vec(),
            user: user.map(|user| user.name.clone()),
            purpose: purpose.split(' ').next().unwrap_or_default().to_owned(),
            until_ms,
        })
    };
    change(&server, vec![old("reset", Some(&anna), 1), old("register", None, 1)]).await;
    bad(reset("an old code to reset").await);
    bad(register("Carl", "an old code to register").await);
    bad(reset(&hex(&hash)).await);
    // An unknown code to reset, as no command makes it.
    let never = i64::MAX;
    change(&server, vec![old("reset nobody", None, never)]).await;
    bad(reset("an old code to reset nobody").await);
}

#[tokio::test]
async fn blocks_of_others_are_neither_seen_nor_lifted() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let [nobody, guest, bert] = others(&server).await;
    assert_eq!(anna.post("/api/users/Bert/block", &json!({})).await.status, 204);
    assert_eq!(bert.get("/api/me/blocks").await.body["blocked"], json!([]));
    for path in ["/api/me", "/api/me/export", "/api/users/Anna", "/u/Anna", "/account"] {
        let text = text_of(&bert, path).await;
        assert!(!text.contains("blocks\""), "{path}: {text}");
    }
    for (other, status) in [(&nobody, 401), (&guest, 204), (&bert, 204)] {
        for who in ["Bert", "Anna"] {
            let lifted = other.delete(&format!("/api/users/{who}/block")).await;
            let expected = if who == "Bert" && other.name == bert.name { 404 } else { status };
            assert_eq!(lifted.status, expected, "{who} {lifted:?}");
        }
    }
    assert_eq!(anna.get("/api/me/blocks").await.body["blocked"], json!([bert.name]));
    let game = anna.open(&quick(&json!("open"))).await;
    let join = bert.post(&format!("/api/games/{game}/join"), &json!({})).await;
    join.assert_error(403, "blocked-by-player", &[]);
}

/// An export is the caller's alone, and says of a hidden game what the caller's view says.
#[tokio::test]
async fn an_export_has_nothing_of_others() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = blind_game(&server).await;
    let seats = [anna.sign_up("Anna").await, bert.sign_up("Bert").await];
    let about = json!({"about": "a text about Anna", "prefs": {"secret": "of Anna"}});
    seats[0].send(Method::PATCH, "/api/me", &about).await;
    let (acting, state) = until(&game, &seats, |state| phase(state) == "play").await;
    let (acting, waiting) = (&seats[acting], &seats[1 - acting]);
    let text = step(&state);
    acting.submit(&game, &text).await;
    let export = text_of(acting, "/api/me/export").await;
    assert!(export.contains(&text), "{text} is in the own export: {export}");
    let export = text_of(waiting, "/api/me/export").await;
    assert!(!export.contains(&text), "{text} is in no other: {export}");
    let [anna, bert] = seats;
    change(&server, vec![passkey(&anna)]).await;
    assert!(text_of(&anna, "/api/me/export").await.contains("phone"));
    let export = text_of(&bert, "/api/me/export").await;
    for secret in ["a text about Anna", "of Anna", "00ff00ff", "phone", "\"Anna\""] {
        assert!(!export.contains(secret), "{secret}: {export}");
    }
    for path in ["/api/me/export?id=Anna", "/api/me/export?user=Anna"] {
        // Between two exports the server may have delivered something to Bert.
        let mut is_same = false;
        for _ in 0..20 {
            let own = text_of(&bert, "/api/me/export").await;
            is_same = is_same || text_of(&bert, path).await == own;
        }
        assert!(is_same, "{path}");
    }
    server.nobody().get("/api/me/export").await.assert_error(401, "no-guest", &[]);
}

/// Only a guest's token gives its games away.
#[tokio::test]
async fn games_of_others_are_not_taken_over() {
    let server = TestServer::start().await;
    let anna = server.guest().await.sign_up("Anna").await;
    let guest = server.guest().await;
    let game = guest.open(&quick(&json!("open"))).await;
    let annas = anna.open(&quick(&json!("open"))).await;
    let [_, _, bert] = others(&server).await;
    let session = guest.get("/api/me/sessions").await.body["sessions"][0]["id"].clone();
    let gone = server.guest().await;
    assert_eq!(gone.post("/api/logout", &json!({})).await.status, 204);
    for token in [
        json!(guest.name),
        session,
        json!(""),
        json!(anna.token),
        json!(anna.name),
        json!(bert.token),
        json!(gone.token),
    ] {
        let refused = bert.post("/api/me/takeover", &json!({"token": token})).await;
        refused.assert_error(422, "not-a-guest", &[]);
    }
    // A login takes over the guest who calls, not one that it names.
    let wanted = json!({"name": "Bert", "password": PASSWORD, "take_over": true,
        "token": guest.token});
    server.nobody().post("/api/login", &wanted).await.assert_error(400, "bad-body", &[]);
    let wanted = json!({"name": "Bert", "password": PASSWORD, "take_over": true});
    // The games of a person who signs in as another one stay its own.
    let bert = anna.with(&anna.post("/api/login", &wanted).await);
    let anna = server.nobody().login("Anna").await;
    for (owner, game) in [(&guest, &game), (&anna, &annas)] {
        assert_eq!(owner.state(game).await["seat"], 0);
        assert_eq!(bert.state(game).await["seat"], Value::Null);
    }
}
