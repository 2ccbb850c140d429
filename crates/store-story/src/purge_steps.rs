//! The steps about what an operator lists, forgets and deletes.

use crate::people_steps::{assert_missing, change};
use crate::support::session;
use heterodox_store::{
    Append, AuditEntry, Derived, GameState, GameSummary, ListedGame, NewChatLine, NewEvent,
    NewGame, PeopleChange, PuzzleDeed, Report, Said, SeatSummary, Session, Silence, Store,
    StoreError, Takeover, TextKind, User, UserKind,
};

/// Guests and games of other steps are younger than this moment.
const LONG_AGO: i64 = 5;

/// A guest who was seen last at a moment.
async fn guest_seen_at(store: &dyn Store, id: &str, at_ms: i64) {
    let session = Session { created_ms: at_ms, seen_ms: at_ms, ..session(id.as_bytes(), id) };
    change(store, PeopleChange::AddGuest(session)).await.unwrap();
}

/// A person with the name `id`.
async fn person(store: &dyn Store, id: &str) {
    let user = User {
        id: id.into(),
        kind: UserKind::Person,
        name: Some(id.to_uppercase()),
        name_key: Some(id.into()),
        role: "player".into(),
        ..User::default()
    };
    change(store, PeopleChange::AddPerson(user)).await.unwrap();
}

/// A game of these users whose turn passed last at a moment.
async fn game_of(store: &dyn Store, id: &str, state: GameState, users: &[&str], at_ms: i64) {
    let seat = |user: &&str| SeatSummary { user: Some((*user).into()), ..SeatSummary::default() };
    let summary = GameSummary {
        kind: "chess".into(),
        state,
        created_ms: 1,
        last_ms: at_ms,
        over_ms: (state == GameState::Over).then_some(at_ms),
        ..GameSummary::default()
    };
    let derived = Derived { due_ms: None, summary, seats: users.iter().map(seat).collect() };
    let body = "{}".into();
    let game = NewGame { id: id.into(), body, created_ms: 1, derived, outbox: Vec::new() };
    store.create_game(game).await.unwrap();
}

fn line(game: &str, user: &str) -> NewChatLine {
    let said = Said::Text("hello".into());
    NewChatLine { game: game.into(), room: "table".into(), user: user.into(), at_ms: 1, said }
}

fn report(id: &str, reporter: &str, about: &str, game: Option<&str>) -> Report {
    Report {
        id: id.into(),
        at_ms: 1,
        reporter: reporter.into(),
        about: about.into(),
        game: game.map(str::to_owned),
        room: None,
        seq: None,
        said: Some(Said::Text("rude".into())),
        reason: "rude".into(),
    }
}

fn ids(games: &[ListedGame]) -> Vec<&str> {
    games.iter().map(|listed| listed.game.as_str()).collect()
}

pub(crate) async fn who_has_left_is_forgotten(store: &dyn Store) {
    for id in ["forgetan", "forgetbo"] {
        person(store, id).await;
    }
    let (user, at_ms) = ("forgetan".to_owned(), 20);
    let listed = store.users(UserKind::Person, Some("forgetam"), 2).await.unwrap();
    let listed: Vec<_> = listed.into_iter().map(|user| user.id).collect();
    assert_eq!(listed, ["forgetan", "forgetbo"]);
    let silence = Some(Silence { until_ms: 99, reason: "was rude".into() });
    let line = |whom: &str| {
        PeopleChange::Audit(AuditEntry {
            at_ms,
            actor: None,
            what: "silenced".into(),
            whom: Some(whom.into()),
            detail: Some("was rude".into()),
        })
    };
    let changes = vec![
        PeopleChange::SetSilence { user: user.clone(), silence },
        PeopleChange::AddReport(report("forgeta", "forgetan", "forgetbo", None)),
        PeopleChange::AddReport(report("forgetb", "forgetbo", "forgetan", None)),
        line("forgetan"),
        line("forgetbo"),
    ];
    store.change_people(changes).await.unwrap();
    assert_missing(&change(store, PeopleChange::Forget(user.clone())).await);
    change(store, PeopleChange::Leave { user: user.clone(), at_ms }).await.unwrap();
    assert_eq!(store.user_named("forgetan").await.unwrap(), None);
    let holder = store.name_holder("forgetan").await.unwrap().expect("the name is reserved");
    assert_eq!((holder.id.as_str(), holder.kind), ("forgetan", UserKind::Gone));
    change(store, PeopleChange::Forget(user)).await.unwrap();
    assert_eq!(store.name_holder("forgetan").await.unwrap(), None);
    let gone = store.user("forgetan").await.unwrap().expect("the logs have the id");
    assert_eq!((gone.kind, gone.name, gone.silence), (UserKind::Gone, None, None));
    for id in ["forgeta", "forgetb"] {
        assert_eq!(store.open_report(id).await.unwrap(), None);
    }
    let audit = store.audit(1000).await.unwrap();
    let detail = |whom: &str| {
        let line = audit.iter().find(|line| line.whom.as_deref() == Some(whom));
        line.expect("a line").detail.clone()
    };
    assert_eq!(detail("forgetan"), None);
    assert_eq!(detail("forgetbo").as_deref(), Some("was rude"));
    assert_missing(&change(store, PeopleChange::Forget("nobodyyy".into())).await);
}

pub(crate) async fn guests_without_games_are_deleted(store: &dyn Store) {
    guest_seen_at(store, "purgeidl", 4).await;
    guest_seen_at(store, "purgenew", 5).await;
    for id in ["purgesit", "purgerep", "purgetak", "purgeone"] {
        guest_seen_at(store, id, 1).await;
    }
    person(store, "purgeper").await;
    game_of(store, "purgega", GameState::Running, &["purgesit", "purgeper"], 100).await;
    store.say(line("purgega", "purgeidl")).await.unwrap();
    store.note_puzzle("purgeidl", "abc", PuzzleDeed::Solved, 3).await.unwrap();
    let block =
        PeopleChange::Block { user: "purgeper".into(), blocked: "purgeidl".into(), at_ms: 2 };
    let about = PeopleChange::AddReport(report("purgere", "purgeper", "purgerep", None));
    let takeover = Takeover { guest: "purgetak".into(), user: "purgeper".into(), at_ms: 2 };
    let changes = vec![block, about, PeopleChange::BeginTakeover(takeover)];
    store.change_people(changes).await.unwrap();

    assert_eq!(store.idle_guests(LONG_AGO, None, 10).await.unwrap(), ["purgeidl", "purgeone"]);
    assert_eq!(store.idle_guests(LONG_AGO, None, 1).await.unwrap(), ["purgeidl"]);
    let behind = store.idle_guests(LONG_AGO, Some("purgeidl"), 10).await.unwrap();
    assert_eq!(behind, ["purgeone"]);
    // One has come back since it was listed, the others are not idle.
    let seen = PeopleChange::Seen { token_hash: b"purgeone".into(), at_ms: LONG_AGO };
    change(store, seen).await.unwrap();
    let all = ["purgeidl", "purgeone", "purgesit", "purgerep", "purgetak", "purgeper", "nobodyyy"];
    let all = all.map(str::to_owned).to_vec();
    assert_eq!(store.delete_idle_guests(all, LONG_AGO).await.unwrap(), 1);
    assert_eq!(store.user("purgeidl").await.unwrap(), None);
    assert_eq!(store.session(b"purgeidl").await.unwrap(), None);
    assert_eq!(store.blocks_of("purgeper").await.unwrap(), [""; 0]);
    assert_eq!(store.chat("purgega", "table").await.unwrap(), []);
    assert_eq!(store.rows_of("purgeidl").await.unwrap(), []);
    for id in ["purgeone", "purgesit", "purgerep", "purgetak", "purgeper"] {
        assert!(store.user(id).await.unwrap().is_some(), "{id}");
    }
    // What was said keeps its number.
    assert_eq!(store.say(line("purgega", "purgeper")).await.unwrap(), 2);
    let close =
        PeopleChange::CloseReport { id: "purgere".into(), outcome: "dismissed".into(), at_ms: 3 };
    let end = PeopleChange::EndTakeover { guest: "purgetak".into(), at_ms: 3 };
    store.change_people(vec![close, end]).await.unwrap();
}

pub(crate) async fn games_that_nobody_touches_are_found(store: &dyn Store) {
    for (id, state, at_ms) in [
        ("idlea", GameState::Open, 1),
        ("idleb", GameState::Running, 4),
        ("idlec", GameState::Running, 5),
        ("idled", GameState::Over, 1),
        ("idlee", GameState::Running, 1),
        ("idlef", GameState::Running, 1),
    ] {
        game_of(store, id, state, &["idleanna"], at_ms).await;
    }
    // A private step of a hidden game does not pass the turn.
    for (id, at_ms) in [("idlee", 4), ("idlef", 5)] {
        let derived = store.derived(id).await.unwrap().unwrap();
        let events = vec![NewEvent { at_ms, body: "{}".into() }];
        store.append(Append::new(id, 0, events, derived)).await.unwrap();
    }
    let found = async |after, limit| {
        let games = store.idle_games(LONG_AGO, Some(after), limit).await.unwrap();
        // Other steps have games without a moment.
        games.into_iter().filter(|listed| listed.game.starts_with("idle")).collect::<Vec<_>>()
    };
    assert_eq!(ids(&found("idl", 1000).await), ["idlea", "idleb", "idlee"]);
    assert_eq!(ids(&found("idlea", 1).await), ["idleb"]);
    assert_eq!(found("idl", 1).await[0].derived.summary.state, GameState::Open);
}

pub(crate) async fn old_games_of_guests_alone_are_deleted(store: &dyn Store) {
    for id in ["oldguesa", "oldguesb", "oldgones"] {
        guest_seen_at(store, id, 100).await;
    }
    for id in ["oldperso", "oldleave"] {
        person(store, id).await;
    }
    let leave = PeopleChange::Leave { user: "oldleave".into(), at_ms: 2 };
    change(store, leave).await.unwrap();
    let over = GameState::Over;
    for (id, state, users, at_ms) in [
        ("olda", over, &["oldguesa", "oldguesb"][..], 4),
        ("oldb", over, &["oldguesa"], 1),
        ("oldc", over, &["oldguesa", "oldguesb"], 5),
        ("oldd", GameState::Running, &["oldguesa", "oldguesb"], 100),
        ("olde", over, &["oldguesa", "oldperso"], 1),
        ("oldf", over, &["oldguesa", "oldleave"], 1),
        ("oldg", over, &["oldguesa"], 1),
        ("oldh", over, &["oldguesa"], 1),
        ("oldi", over, &[], 1),
    ] {
        game_of(store, id, state, users, at_ms).await;
    }
    let events = vec![NewEvent { at_ms: 4, body: "{}".into() }];
    let derived = store.derived("olda").await.unwrap().unwrap();
    store.append(Append::new("olda", 0, events, derived)).await.unwrap();
    store.say(line("olda", "oldperso")).await.unwrap();
    let note = Some("note".to_owned());
    for (game, user) in [("olda", "oldguesa"), ("oldg", "oldperso"), ("oldh", "oldguesb")] {
        store.put_text(TextKind::Notes, user, game, note.clone(), 1).await.unwrap();
    }
    let about = PeopleChange::AddReport(report("oldrepor", "oldperso", "oldguesa", Some("oldh")));
    change(store, about).await.unwrap();
    let found = async |after, limit| store.old_guest_games(LONG_AGO, after, limit).await.unwrap();
    assert_eq!(ids(&found(None, 10).await), ["olda", "oldb"]);
    assert_eq!(ids(&found(Some("olda"), 10).await), ["oldb"]);
    assert_eq!(ids(&found(None, 1).await), ["olda"]);

    let all = ["olda", "oldb", "oldc", "oldd", "olde", "oldf", "oldg", "oldh", "oldi", "nogame"];
    let all = all.map(str::to_owned).to_vec();
    assert_eq!(store.delete_old_guest_games(all, LONG_AGO).await.unwrap(), 2);
    assert_eq!(found(None, 10).await, []);
    for id in ["olda", "oldb"] {
        assert_eq!(store.game(id).await.unwrap(), None);
        assert_eq!(store.events(id).await.unwrap(), []);
        assert_eq!(store.derived(id).await.unwrap(), None);
    }
    assert_eq!(store.chat("olda", "table").await.unwrap(), []);
    assert_eq!(store.text(TextKind::Notes, "oldguesa", "olda").await.unwrap(), None);
    let late = store.append(Append::new("olda", 1, Vec::new(), Derived::default())).await;
    assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    for id in ["oldc", "oldd", "olde", "oldf", "oldg", "oldh", "oldi"] {
        assert!(store.game(id).await.unwrap().is_some(), "{id}");
    }
    let rest = store.games_of("oldguesb", Some(over), None, None, 10).await.unwrap();
    assert_eq!(ids(&rest.games), ["oldc"]);
    let close =
        PeopleChange::CloseReport { id: "oldrepor".into(), outcome: "dismissed".into(), at_ms: 3 };
    change(store, close).await.unwrap();
}
