//! Games of any length, written into a store: one guest moves back and forth for both sides.

use heterodox_rules::{Seat, Setting, Viewer, open};
use heterodox_store::{Append, Derived, NewEvent, NewGame, PeopleChange, Session, Store};
use serde_json::json;
use sha2::{Digest, Sha256};

/// The quick start of the games.
const START: &str = "north-west";
/// The id of the person who plays them.
const NAME: &str = "longlong";

/// Creates the guest who plays the games. Returns its token.
pub async fn guest(store: &dyn Store) -> String {
    let token = "1".repeat(32);
    let token_hash = Sha256::digest(&token).to_vec();
    let session = Session {
        token_hash,
        user: NAME.into(),
        created_ms: 1,
        seen_ms: 1,
        agent: None,
        household: None,
        until_ms: i64::MAX,
    };
    store.change_people(vec![PeopleChange::AddGuest(session)]).await.expect("a guest");
    token
}

/// Creates a game with this number of plies.
pub async fn create(store: &dyn Store, id: &str, plies: usize) {
    let body = json!({
        "game": "klinzha", "options": {}, "start": {"quick": START},
        "players": [{"user": NAME}, {"user": NAME}],
    });
    let body = json!({"v": 4, "content": body});
    let new = NewGame {
        id: id.into(),
        body: body.to_string(),
        created_ms: 1,
        derived: Derived::default(),
    };
    store.create_game(new).await.expect("a game");
    let moves = back_and_forth(plies).into_iter().enumerate();
    let events = moves.map(|(ply, text)| {
        let act = json!({"act": "submit", "seat": ply % 2, "text": text});
        let body = json!({"v": 4, "content": {"act": act}});
        NewEvent { at_ms: 2, body: body.to_string() }
    });
    let append = Append::new(id, 0, events.collect(), Derived::default());
    store.append(append).await.expect("the events are kept");
}

/// Moves that repeat the position every four plies.
pub fn back_and_forth(plies: usize) -> Vec<String> {
    let mut table = open("klinzha", &Setting::quick_start(START)).expect("a table");
    let moves = [0, 1].map(|seat| {
        let seat = Seat::new(seat);
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let mut quiet = choices.into_iter().filter(|choice| {
            choice.piece == Some("V") && !choice.captures && choice.danger.is_none()
        });
        let choice = quiet.next().expect("a quiet move");
        table.submit(seat, &choice.text).expect("a legal move");
        let (from, to) = (choice.from.expect("a cell"), choice.to.expect("a cell"));
        [choice.text, format!("V@{to} {from}")]
    });
    (0..plies).map(|ply| moves[ply % 2][ply / 2 % 2].clone()).collect()
}
