//! The steps of the story about users.

use crate::support::session;
use heterodox_store::{
    AuditEntry, Credential, Email, NAME_RESERVED_MS, OnceCode, PeopleChange, Profile, Session,
    Store, StoreError, Takeover, User, UserKind, Vacation,
};

pub(crate) async fn change(store: &dyn Store, change: PeopleChange) -> Result<(), StoreError> {
    store.change_people(vec![change]).await
}

pub(crate) fn assert_missing(result: &Result<(), StoreError>) {
    assert!(matches!(result, Err(StoreError::Missing(_))), "{result:?}");
}

pub(crate) fn assert_taken(result: &Result<(), StoreError>, key: &str) {
    assert!(matches!(result, Err(StoreError::Taken(taken)) if taken == key), "{result:?}");
}

/// A guest whose session has its id as token hash.
pub(crate) async fn guest(store: &dyn Store, id: &str) {
    let session = session(id.as_bytes(), id);
    change(store, PeopleChange::AddGuest(session)).await.unwrap();
}

fn name(user: &str, name: &str, at_ms: i64) -> PeopleChange {
    let name_key = name.to_lowercase();
    let (user, name, kind) = (user.into(), name.into(), UserKind::Guest);
    PeopleChange::SetName { user, kind, name, name_key, at_ms }
}

fn rename(user: &str, name: &str, at_ms: i64) -> PeopleChange {
    let name_key = name.to_lowercase();
    let (user, name, kind) = (user.into(), name.into(), UserKind::Person);
    PeopleChange::SetName { user, kind, name, name_key, at_ms }
}

async fn user_of(store: &dyn Store, hash: &[u8]) -> Option<String> {
    store.session(hash).await.unwrap().map(|(session, user)| {
        assert_eq!(session.user, user.id);
        user.id
    })
}

pub(crate) async fn a_session_belongs_to_one_user(store: &dyn Store) {
    let add = async |hash: &[u8], user: &str| {
        change(store, PeopleChange::AddGuest(session(hash, user))).await
    };
    add(b"\x00\xff", "abcdefgh").await.unwrap();
    assert_eq!(user_of(store, b"\x00\xff").await.as_deref(), Some("abcdefgh"));
    assert_taken(&add(b"other", "abcdefgh").await, "abcdefgh");
    assert_eq!(user_of(store, b"other").await, None);
    assert_taken(&add(b"\x00\xff", "hgfedcba").await, "hgfedcba");
    assert_eq!(user_of(store, b"\x00\xff").await.as_deref(), Some("abcdefgh"));
    // The refused guest left no user behind.
    add(b"other", "hgfedcba").await.unwrap();
    assert_eq!(user_of(store, b"other").await.as_deref(), Some("hgfedcba"));
    assert_eq!(user_of(store, b"\x00").await, None);
    let user = store.user("abcdefgh").await.unwrap().expect("the guest");
    assert_eq!((user.kind, user.name, user.role.as_str()), (UserKind::Guest, None, "player"));
}

pub(crate) async fn sessions_begin_and_end(store: &dyn Store) {
    guest(store, "sessiona").await;
    let second = Session {
        agent: Some("Firefox".into()),
        household: Some("192.0.2.1".into()),
        created_ms: 20,
        seen_ms: 20,
        until_ms: 1000,
        ..session(b"second", "sessiona")
    };
    change(store, PeopleChange::AddSession(second.clone())).await.unwrap();
    assert_missing(&change(store, PeopleChange::AddSession(session(b"x", "nobodyyy"))).await);
    let hashes = async || {
        let sessions = store.sessions_of("sessiona").await.unwrap();
        sessions.into_iter().map(|session| session.token_hash).collect::<Vec<_>>()
    };
    assert_eq!(store.sessions_of("sessiona").await.unwrap()[0], second);
    let seen = PeopleChange::Seen { token_hash: b"sessiona".into(), at_ms: 30 };
    change(store, seen).await.unwrap();
    assert_eq!(hashes().await, [b"sessiona".to_vec(), b"second".to_vec()]);
    assert_eq!(store.user("sessiona").await.unwrap().unwrap().seen_ms, 30);
    let earlier = PeopleChange::Seen { token_hash: b"second".into(), at_ms: 10 };
    change(store, earlier).await.unwrap();
    assert_eq!(store.user("sessiona").await.unwrap().unwrap().seen_ms, 30);

    let expire = |now_ms| PeopleChange::Expire { household_before_ms: 21, now_ms };
    change(store, expire(999)).await.unwrap();
    let found = store.session(b"second").await.unwrap().unwrap().0;
    assert_eq!(found, Session { household: None, ..second });
    change(store, expire(1000)).await.unwrap();
    assert_eq!(hashes().await, [b"sessiona".to_vec()]);

    for hash in [b"third", b"forth"] {
        change(store, PeopleChange::AddSession(session(hash, "sessiona"))).await.unwrap();
    }
    change(store, PeopleChange::EndSession(b"third".into())).await.unwrap();
    assert_eq!(hashes().await.len(), 2);
    let all_but =
        PeopleChange::EndSessions { user: "sessiona".into(), but: Some(b"sessiona".into()) };
    change(store, all_but).await.unwrap();
    assert_eq!(hashes().await, [b"sessiona".to_vec()]);
    let expect = || PeopleChange::ExpectSession(b"sessiona".into());
    change(store, expect()).await.unwrap();
    let all = PeopleChange::EndSessions { user: "sessiona".into(), but: None };
    change(store, all).await.unwrap();
    // What is done on behalf of a session that has ended is not done.
    assert_missing(&store.change_people(vec![expect(), name("sessiona", "Late", 40)]).await);
    assert_eq!(store.user_named("late").await.unwrap(), None);
    assert_eq!(user_of(store, b"sessiona").await, None);
}

pub(crate) async fn a_name_is_one_users(store: &dyn Store) {
    for id in ["namegold", "namegree", "namegone"] {
        guest(store, id).await;
    }
    assert_eq!(store.user_named("qeqar").await.unwrap(), None);
    change(store, name("namegold", "Qeqar", 10)).await.unwrap();
    let user = store.user_named("qeqar").await.unwrap().expect("the person");
    assert_eq!((user.id.as_str(), user.kind), ("namegold", UserKind::Person));
    assert_eq!(user.name.as_deref(), Some("Qeqar"));
    assert_taken(&change(store, name("namegree", "qeqaR", 10)).await, "qeqaR");
    assert_eq!(store.user("namegree").await.unwrap().unwrap().kind, UserKind::Guest);
    // The own name may be written otherwise, and is free after a change.
    // Only one of two calls makes a guest a person.
    assert_missing(&change(store, name("namegold", "Another", 11)).await);
    assert_missing(&change(store, rename("namegree", "Another", 11)).await);
    change(store, rename("namegold", "QEQAR", 11)).await.unwrap();
    change(store, rename("namegold", "Vaqtar", 12)).await.unwrap();
    change(store, name("namegree", "qeqar", 12)).await.unwrap();
    // A change that is refused takes those before it back.
    let both = vec![name("namegone", "Besbe", 13), rename("namegone", "qeqar", 13)];
    assert_taken(&store.change_people(both).await, "qeqar");
    assert_eq!(store.user_named("besbe").await.unwrap(), None);
    let person = User {
        id: "nameroot".into(),
        kind: UserKind::Person,
        name: Some("VAQTAR".into()),
        name_key: Some("vaqtar".into()),
        role: "administrator".into(),
        vacation: Vacation { on: false, left_ms: 7, counted_ms: 5 },
        ..User::default()
    };
    assert_taken(&change(store, PeopleChange::AddPerson(person.clone())).await, "VAQTAR");
    let person = User { name_key: Some("root".into()), ..person };
    change(store, PeopleChange::AddPerson(person.clone())).await.unwrap();
    assert_eq!(store.user_named("root").await.unwrap(), Some(person));
    // The name of a user who has left is free after some time.
    let leave = PeopleChange::Leave { user: "namegold".into(), at_ms: 100 };
    change(store, leave).await.unwrap();
    assert_eq!(store.user_named("vaqtar").await.unwrap(), None);
    let late = 100 + NAME_RESERVED_MS;
    let expire = |now_ms| PeopleChange::Expire { household_before_ms: 0, now_ms };
    change(store, expire(late - 1)).await.unwrap();
    assert_taken(&change(store, name("namegone", "vaqtar", late - 1)).await, "vaqtar");
    change(store, name("namegone", "vaqtar", late)).await.unwrap();
    change(store, expire(late)).await.unwrap();
    assert_eq!(store.user("namegold").await.unwrap().unwrap().name, None);
    assert_missing(&change(store, name("namegold", "other", late)).await);
}

fn credential(id: &str, user: &str, passkey: bool) -> Credential {
    Credential {
        id: id.into(),
        user: user.into(),
        passkey,
        secret: "secret".into(),
        label: "phone".into(),
        created_ms: 1,
        used_ms: None,
    }
}

pub(crate) async fn credentials_and_addresses_are_kept(store: &dyn Store) {
    guest(store, "credgold").await;
    guest(store, "credgree").await;
    let put = async |one: Credential| change(store, PeopleChange::PutCredential(one)).await;
    let password = credential("cred-pw", "credgold", false);
    put(password.clone()).await.unwrap();
    assert_taken(&put(credential("cred-pw", "credgree", false)).await, "cred-pw");
    assert_taken(&put(credential("cred-pw", "credgold", true)).await, "cred-pw");
    let passkey = Credential { created_ms: 2, ..credential("cred-key", "credgold", true) };
    put(passkey.clone()).await.unwrap();
    let newer = Credential { secret: "new".into(), used_ms: Some(5), ..password };
    put(newer.clone()).await.unwrap();
    assert_eq!(store.credentials_of("credgold").await.unwrap(), [newer.clone(), passkey]);
    assert_eq!(store.credential("cred-pw").await.unwrap(), Some(newer.clone()));
    // A credential is used only as it was verified.
    let used = newer;
    let using = |user: &str, before: &str| PeopleChange::UseCredential {
        credential: Credential { user: user.into(), secret: "newer".into(), ..used.clone() },
        before: before.into(),
    };
    assert_missing(&change(store, using("credgold", "secret")).await);
    assert_missing(&change(store, using("credgree", "new")).await);
    assert_eq!(store.credential("cred-pw").await.unwrap(), Some(used.clone()));
    change(store, using("credgold", "new")).await.unwrap();
    let found = store.credential("cred-pw").await.unwrap().unwrap();
    assert_eq!(found, Credential { secret: "newer".into(), ..used });
    let remove =
        |user: &str| PeopleChange::RemoveCredential { user: user.into(), id: "cred-key".into() };
    change(store, remove("credgree")).await.unwrap();
    assert_eq!(store.credentials_of("credgold").await.unwrap().len(), 2);
    change(store, remove("credgold")).await.unwrap();
    assert_eq!(store.credential("cred-key").await.unwrap(), None);
    let late = PeopleChange::UseCredential {
        credential: credential("cred-key", "credgold", true),
        before: "secret".into(),
    };
    assert_missing(&change(store, late).await);
    assert_eq!(store.credential("cred-key").await.unwrap(), None);

    let mut email =
        Email { user: "credgold".into(), address: "a@b.example".into(), confirmed_ms: None };
    change(store, PeopleChange::PutEmail(email.clone())).await.unwrap();
    assert_eq!(store.email_of("credgold").await.unwrap(), Some(email.clone()));
    assert_eq!(store.emails_with("a@b.example").await.unwrap(), []);
    email.confirmed_ms = Some(9);
    change(store, PeopleChange::PutEmail(email.clone())).await.unwrap();
    assert_eq!(store.emails_with("a@b.example").await.unwrap(), [email]);
    change(store, PeopleChange::RemoveEmail("credgold".into())).await.unwrap();
    assert_eq!(store.email_of("credgold").await.unwrap(), None);
}

pub(crate) async fn a_code_is_used_once(store: &dyn Store) {
    guest(store, "codegold").await;
    let code = |hash: &str, user: Option<&str>, purpose: &str| OnceCode {
        hash: hash.into(),
        user: user.map(str::to_owned),
        purpose: purpose.into(),
        until_ms: 50,
    };
    let user = Some("codegold");
    let codes = [
        code("code-1", user, "reset"),
        code("code-2", user, "reset"),
        code("code-3", user, "confirm"),
        code("code-4", None, "register"),
        code("code-5", None, "register"),
    ];
    for code in &codes {
        change(store, PeopleChange::AddCode(code.clone())).await.unwrap();
        assert_eq!(store.code(&code.hash).await.unwrap().as_ref(), Some(code));
    }
    assert_taken(&change(store, PeopleChange::AddCode(codes[0].clone())).await, "reset");
    let use_at = async |hash: &str, at_ms| {
        change(store, PeopleChange::UseCode { hash: hash.into(), at_ms }).await
    };
    assert_missing(&use_at("code-1", 50).await);
    use_at("code-1", 49).await.unwrap();
    assert_missing(&use_at("code-1", 49).await);
    // One use voids all codes of the user for the same purpose, and no other.
    assert_missing(&use_at("code-2", 49).await);
    use_at("code-4", 49).await.unwrap();
    use_at("code-5", 49).await.unwrap();
    let void = PeopleChange::VoidCodes { user: "codegold".into(), purpose: "confirm".into() };
    change(store, void).await.unwrap();
    assert_missing(&use_at("code-3", 49).await);
}

pub(crate) async fn a_suspended_user_gets_no_session(store: &dyn Store) {
    guest(store, "suspgold").await;
    let suspend = async |user: &str, since_ms| {
        change(store, PeopleChange::SetSuspended { user: user.into(), since_ms }).await
    };
    let sign_in = async |hash: &[u8]| {
        change(store, PeopleChange::AddSession(session(hash, "suspgold"))).await
    };
    suspend("suspgold", Some(5)).await.unwrap();
    assert_eq!(store.user("suspgold").await.unwrap().unwrap().suspended_ms, Some(5));
    let (_, user) = store.session(b"suspgold").await.unwrap().expect("the session is there");
    assert_eq!(user.suspended_ms, Some(5));
    assert_missing(&sign_in(b"suspended").await);
    assert_eq!(user_of(store, b"suspended").await, None);
    suspend("suspgold", None).await.unwrap();
    sign_in(b"suspended").await.unwrap();
    assert_eq!(store.user("suspgold").await.unwrap().unwrap().suspended_ms, None);
    change(store, PeopleChange::Leave { user: "suspgold".into(), at_ms: 9 }).await.unwrap();
    assert_missing(&suspend("suspgold", Some(10)).await);
    assert_missing(&suspend("suspnone", Some(10)).await);
}

pub(crate) async fn who_leaves_takes_all_along(store: &dyn Store) {
    for id in ["leavegol", "leavegre"] {
        guest(store, id).await;
    }
    let user = "leavegol".to_owned();
    let profile =
        Profile { about: "hi".into(), lang: Some("de".into()), tz: None, prefs: "{}".into() };
    let block = |user: &str, blocked: &str| PeopleChange::Block {
        user: user.into(),
        blocked: blocked.into(),
        at_ms: 3,
    };
    let changes = vec![
        name("leavegol", "Leaver", 3),
        PeopleChange::SetProfile { user: user.clone(), profile: profile.clone() },
        PeopleChange::SetRole { user: user.clone(), role: "moderator".into() },
        PeopleChange::PutCredential(credential("leave-pw", "leavegol", false)),
        block("leavegol", "leavegre"),
        block("leavegol", "leavegre"),
        block("leavegre", "leavegol"),
        PeopleChange::Audit(AuditEntry {
            at_ms: 3,
            actor: Some(user.clone()),
            what: "named".into(),
            whom: None,
            detail: Some("why".into()),
        }),
    ];
    store.change_people(changes).await.unwrap();
    let known = store.user("leavegol").await.unwrap().unwrap();
    let counted_ms = known.created_ms;
    assert_eq!(known.vacation, Vacation { counted_ms, ..Vacation::default() });
    let vacation = Vacation { on: true, left_ms: 50, counted_ms: 60 };
    change(store, PeopleChange::SetVacation { user: user.clone(), vacation }).await.unwrap();
    let away = store.on_vacation().await.unwrap();
    let away: Vec<_> = away.iter().map(|user| (user.id.as_str(), user.vacation)).collect();
    assert_eq!(away, [("leavegol", vacation)]);
    assert_eq!((known.profile, known.role.as_str()), (profile, "moderator"));
    assert_eq!(store.blocks_of("leavegol").await.unwrap(), ["leavegre"]);
    let rows = store.rows_of("leavegol").await.unwrap();
    let count = |table: &str| rows.iter().filter(|row| row.0 == table).count();
    // Who has blocked a user is not the user's to know.
    assert_eq!((count("users"), count("credentials"), count("blocks")), (1, 1, 1));
    assert!(!format!("{rows:?}").contains("secret"), "{rows:?}");

    change(store, PeopleChange::Leave { user: user.clone(), at_ms: 70 }).await.unwrap();
    let gone = store.user("leavegol").await.unwrap().unwrap();
    assert_eq!((gone.kind, gone.gone_ms), (UserKind::Gone, Some(70)));
    assert_eq!((gone.profile, gone.role.as_str()), (Profile::default(), "player"));
    assert!(!gone.vacation.on);
    assert_eq!(store.on_vacation().await.unwrap(), []);
    assert_eq!(user_of(store, b"leavegol").await, None);
    assert_eq!(store.credentials_of("leavegol").await.unwrap(), []);
    assert_eq!(store.blocks_of("leavegre").await.unwrap(), [""; 0]);
    assert_missing(&change(store, PeopleChange::AddSession(session(b"again", "leavegol"))).await);
    let line = &store.audit(1).await.unwrap()[0];
    assert_eq!((line.what.as_str(), line.detail.as_deref()), ("named", Some("why")));
    assert_eq!(user_of(store, b"leavegre").await.as_deref(), Some("leavegre"));
    change(store, block("leavegre", "leavegol")).await.unwrap();
    let unblock = PeopleChange::Unblock { user: "leavegre".into(), blocked: "leavegol".into() };
    change(store, unblock).await.unwrap();
    assert_eq!(store.blocks_of("leavegre").await.unwrap(), [""; 0]);
}

pub(crate) async fn a_takeover_is_open_until_it_ends(store: &dyn Store) {
    guest(store, "takegold").await;
    guest(store, "takegree").await;
    let takeover = Takeover { guest: "takegree".into(), user: "takegold".into(), at_ms: 5 };
    change(store, PeopleChange::BeginTakeover(takeover.clone())).await.unwrap();
    let again = Takeover { at_ms: 6, ..takeover.clone() };
    assert_taken(&change(store, PeopleChange::BeginTakeover(again)).await, "takegree");
    assert_eq!(store.open_takeovers().await.unwrap(), [takeover]);
    assert_eq!(user_of(store, b"takegree").await.as_deref(), Some("takegree"));
    let end = PeopleChange::EndTakeover { guest: "takegree".into(), at_ms: 7 };
    change(store, end).await.unwrap();
    assert_eq!(store.open_takeovers().await.unwrap(), []);
    assert_eq!(store.user("takegree").await.unwrap().unwrap().kind, UserKind::Gone);
    assert_eq!(user_of(store, b"takegree").await, None);
}
