//! The contract of [`Store`], for any implementation.

use heterodox_store::{Append, NewEvent, NewGame, NewGuest, NewRecord, Store, StoreError};

/// Checks every promise of the trait on an empty store. Later steps use what earlier ones stored.
///
/// # Panics
///
/// If the store breaks a promise.
pub(crate) async fn check(store: &dyn Store) {
    an_empty_store_finds_nothing(store).await;
    a_log_grows_without_gaps_and_forks(store).await;
    appends_are_atomic(store).await;
    due_games_are_found(store).await;
    ids_and_names_are_unique(store).await;
    of_concurrent_appends_after_one_event_one_succeeds(store).await;
    concurrent_writers_read_their_writes(store).await;
}

pub(crate) fn game(id: &str) -> NewGame {
    NewGame { id: id.into(), body: format!("how {id} was opened"), due: false, created_ms: 7 }
}

pub(crate) fn events(bodies: &[&str]) -> Vec<NewEvent> {
    bodies.iter().map(|body| NewEvent { at_ms: 8, body: (*body).into() }).collect()
}

pub(crate) async fn bodies(store: &dyn Store, game: &str) -> Vec<String> {
    let events = store.events(game).await.expect("events are read");
    assert!(events.iter().all(|event| event.at_ms == 8));
    events.into_iter().map(|event| event.body).collect()
}

fn assert_conflict(result: &Result<(), StoreError>) {
    assert!(matches!(result, Err(StoreError::Conflict { .. })), "{result:?} is no conflict");
}

fn assert_taken(result: &Result<(), StoreError>, key: &str) {
    assert!(matches!(result, Err(StoreError::Taken(taken)) if taken == key), "{result:?}");
}

async fn an_empty_store_finds_nothing(store: &dyn Store) {
    store.ready().await.unwrap();
    assert_eq!(store.game("nogame").await.unwrap(), None);
    assert_eq!(store.events("nogame").await.unwrap(), []);
    assert_eq!(store.guest(b"nohash").await.unwrap(), None);
    assert_eq!(store.record("norecord").await.unwrap(), None);
    assert_eq!(store.games_due().await.unwrap(), [""; 0]);
    assert_conflict(&store.append(Append::new("nogame", 0, events(&["a"]))).await);
}

async fn a_log_grows_without_gaps_and_forks(store: &dyn Store) {
    store.create_game(game("growing")).await.unwrap();
    let stored = store.game("growing").await.unwrap().expect("the game is there");
    assert_eq!((stored.body.as_str(), stored.created_ms), ("how growing was opened", 7));

    store.append(Append::new("growing", 0, events(&["a", "b"]))).await.unwrap();
    store.append(Append::new("growing", 2, events(&["c ß 𝔤 \u{0} \"'; drop"]))).await.unwrap();
    assert_eq!(bodies(store, "growing").await, ["a", "b", "c ß 𝔤 \u{0} \"'; drop"]);

    for after in [0, 2, 4, u64::MAX >> 1] {
        assert_conflict(&store.append(Append::new("growing", after, events(&["x"]))).await);
    }
    assert_eq!(bodies(store, "growing").await.len(), 3);
    // Another game has a log of its own.
    store.create_game(game("other")).await.unwrap();
    store.append(Append::new("other", 0, events(&["o"]))).await.unwrap();
    assert_eq!(bodies(store, "other").await, ["o"]);
}

async fn appends_are_atomic(store: &dyn Store) {
    store.create_game(game("first")).await.unwrap();
    store.create_game(game("occupied")).await.unwrap();
    let mut append = Append::new("first", 0, events(&["asked", "linked"]));
    append.due = true;
    append.creates = Some(game("occupied"));
    assert_taken(&store.append(append.clone()).await, "occupied");
    assert_eq!(bodies(store, "first").await, [""; 0]);
    assert_eq!(store.games_due().await.unwrap(), [""; 0]);

    append.creates = Some(game("second"));
    store.append(append).await.unwrap();
    assert_eq!(bodies(store, "first").await, ["asked", "linked"]);
    assert!(store.game("second").await.unwrap().is_some());
}

async fn due_games_are_found(store: &dyn Store) {
    for (id, due, created_ms) in [("due-b", true, 6), ("due-a", true, 5), ("not-due", false, 4)] {
        store.create_game(NewGame { due, created_ms, ..game(id) }).await.unwrap();
    }
    let due = async || store.games_due().await.unwrap();
    // The oldest comes first. `appends_are_atomic` stored the game "first".
    assert_eq!(due().await, ["due-a", "due-b", "first"]);
    store.append(Append::new("due-a", 0, events(&["the computer moves"]))).await.unwrap();
    assert_eq!(due().await, ["due-b", "first"]);
    let mut answer = Append::new("due-a", 1, events(&["the guest moves"]));
    answer.due = true;
    store.append(answer.clone()).await.unwrap();
    assert_eq!(due().await, ["due-a", "due-b", "first"]);
    // A failed append does not change `due`.
    answer.due = false;
    assert_conflict(&store.append(answer).await);
    assert_eq!(due().await, ["due-a", "due-b", "first"]);
}

async fn ids_and_names_are_unique(store: &dyn Store) {
    assert_taken(&store.create_game(game("growing")).await, "growing");

    let guest = |hash: &[u8], name: &str| NewGuest {
        token_hash: hash.to_vec(),
        name: name.into(),
        created_ms: 9,
    };
    store.create_guest(guest(b"\x00\xff", "abcdefgh")).await.unwrap();
    assert_eq!(store.guest(b"\x00\xff").await.unwrap().as_deref(), Some("abcdefgh"));
    assert_taken(&store.create_guest(guest(b"other", "abcdefgh")).await, "abcdefgh");
    assert_eq!(store.guest(b"other").await.unwrap(), None);

    let record = |body: &str| NewRecord { id: "battle".into(), body: body.into(), created_ms: 9 };
    store.create_record(record("Gold\tGreen\n")).await.unwrap();
    assert_taken(&store.create_record(record("another")).await, "battle");
    assert_eq!(store.record("battle").await.unwrap().as_deref(), Some("Gold\tGreen\n"));
}

async fn of_concurrent_appends_after_one_event_one_succeeds(store: &dyn Store) {
    store.create_game(game("raced")).await.unwrap();
    let append = |body: &'static str| store.append(Append::new("raced", 0, events(&[body])));
    let (a, b, c) = tokio::join!(append("a"), append("b"), append("c"));
    let succeeded = [a, b, c].into_iter().flatten().count();
    assert_eq!((succeeded, bodies(store, "raced").await.len()), (1, 1));
}

async fn concurrent_writers_read_their_writes(store: &dyn Store) {
    const GAMES: usize = 40;
    const EVENTS: u64 = 25;
    let ids: Vec<_> = (0..GAMES).map(|n| format!("many-{n}")).collect();
    let play = async |id: &str| {
        store.create_game(game(id)).await.unwrap();
        for after in 0..EVENTS {
            let body = format!("{id} {after}");
            store.append(Append::new(id, after, events(&[&body]))).await.unwrap();
            assert_eq!(store.events(id).await.unwrap().last().unwrap().body, body);
        }
    };
    join_all(ids.iter().map(|id| play(id))).await;
    for id in &ids {
        let expected: Vec<_> = (0..EVENTS).map(|after| format!("{id} {after}")).collect();
        assert_eq!(bodies(store, id).await, expected);
    }
}

/// Polls all futures on this task until they are ready.
async fn join_all<F: Future<Output = ()>>(futures: impl Iterator<Item = F>) {
    let mut running: Vec<_> = futures.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        running.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if running.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
