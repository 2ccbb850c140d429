//! Games, events and derived rows to be stored.

use heterodox_store::{
    Append, Derived, GameState, GameSummary, NewEvent, NewGame, SeatSummary, Session, Store,
};

/// A game with derived rows ([`derived`]).
pub fn game(id: &str) -> NewGame {
    NewGame {
        id: id.into(),
        body: format!("how {id} was opened"),
        created_ms: 7,
        derived: derived(id, 0),
    }
}

/// An event.
pub fn event(body: &str) -> NewEvent {
    NewEvent { at_ms: 8, body: body.into() }
}

/// Events with these bodies.
pub fn events(bodies: &[&str]) -> Vec<NewEvent> {
    bodies.iter().map(|body| event(body)).collect()
}

/// An append with derived rows ([`derived`]).
pub fn append(game: &str, after: u64, bodies: &[&str]) -> Append {
    Append::new(game, after, events(bodies), derived(game, after + bodies.len() as u64))
}

/// The derived rows of a running game with this number of events. They differ for each game and
/// number.
pub fn derived(game: &str, events: u64) -> Derived {
    let seat = |number: u64| SeatSummary {
        user: Some(format!("{game} {number}")),
        to_act: events % 2 == number,
        ..SeatSummary::default()
    };
    Derived {
        due_ms: None,
        summary: GameSummary {
            kind: "chess".into(),
            state: GameState::Running,
            plies: events as u32,
            created_ms: 7,
            last_ms: 7 + events as i64,
            ..GameSummary::default()
        },
        seats: vec![seat(0), seat(1)],
    }
}

/// The bodies of all events of a game.
///
/// # Panics
///
/// If they cannot be read, or are not events of [`events`].
pub async fn bodies(store: &dyn Store, game: &str) -> Vec<String> {
    let events = store.events(game).await.expect("events are read");
    assert!(events.iter().all(|event| event.at_ms == 8));
    events.into_iter().map(|event| event.body).collect()
}

/// A session of a user, from moment 9 to the end of time.
pub fn session(token_hash: &[u8], user: &str) -> Session {
    Session {
        token_hash: token_hash.to_vec(),
        user: user.into(),
        created_ms: 9,
        seen_ms: 9,
        agent: None,
        household: None,
        until_ms: i64::MAX,
    }
}
