//! Steps for two stores on one database, such as those of two servers.

use crate::people_steps::{assert_taken, guest};
use crate::steps::{item, join_all};
use crate::support::{append, bodies, derived, events, game};
use heterodox_store::{
    Append, GameSigns, NewChatLine, OnceCode, PeopleChange, Said, SeatPresence, SharedStore, Store,
    StoreError, UserKind, Work,
};
use std::collections::BTreeSet;
use std::time::Duration;

/// Asserts that two stores on one database keep the promises together.
///
/// # Panics
///
/// If they do not.
pub async fn run_shared(one: &dyn Store, other: &dyn Store) {
    what_one_writes_the_other_reads(one, other).await;
    of_two_stores_appends_one_succeeds(one, other).await;
    batches_in_any_order_do_not_block(one, other).await;
    an_item_is_taken_by_one_store(one, other).await;
    lines_of_two_stores_have_different_numbers(one, other).await;
    what_is_unique_is_one_stores(one, other).await;
    a_beat_of_one_store_is_enough(one, other).await;
    presence_is_that_of_all_nodes(one, other).await;
    work_is_one_nodes(one, other).await;
}

async fn what_one_writes_the_other_reads(one: &dyn Store, other: &dyn Store) {
    one.create_game(game("both")).await.unwrap();
    for after in (0..20).step_by(2) {
        for (store, reader, after) in [(one, other, after), (other, one, after + 1)] {
            let body = format!("event {after}");
            store.append(append("both", after, &[&body])).await.unwrap();
            assert_eq!(bodies(reader, "both").await.last(), Some(&body));
            assert_eq!(reader.derived("both").await.unwrap(), Some(derived("both", after + 1)));
        }
    }
    // What one of them knows too late is a conflict, and writes nothing.
    let late = one.append(append("both", 19, &["late"])).await;
    assert!(matches!(late, Err(StoreError::Conflict { after: 19, .. })), "{late:?}");
    let late = other.set_derived("both", 19, derived("both", 3)).await;
    assert!(matches!(late, Err(StoreError::Conflict { after: 19, .. })), "{late:?}");
    assert_eq!(bodies(one, "both").await.len(), 20);
}

async fn of_two_stores_appends_one_succeeds(one: &dyn Store, other: &dyn Store) {
    const ROUNDS: u64 = 40;
    one.create_game(game("torn")).await.unwrap();
    let mut expected = Vec::new();
    for round in 0..ROUNDS {
        // Appends of different lengths after the same event.
        let race = (0..6_usize).map(|number| {
            let store = if number % 2 == 0 { one } else { other };
            let texts: Vec<_> = (0..=number % 3).map(|n| format!("{round} {number} {n}")).collect();
            let after = expected.len() as u64;
            async move {
                let bodies: Vec<_> = texts.iter().map(String::as_str).collect();
                match store.append(append("torn", after, &bodies)).await {
                    Ok(()) => Some(texts),
                    Err(StoreError::Conflict { .. }) => None,
                    Err(error) => panic!("{error}"),
                }
            }
        });
        let winners: Vec<_> = join_all(race).await.into_iter().flatten().collect();
        assert_eq!(winners.len(), 1, "{winners:?}");
        expected.extend(winners.into_iter().flatten());
        assert_eq!(bodies(one, "torn").await, expected, "no append is torn apart");
        let rows = derived("torn", expected.len() as u64);
        assert_eq!(other.derived("torn").await.unwrap(), Some(rows));
    }
}

async fn batches_in_any_order_do_not_block(one: &dyn Store, other: &dyn Store) {
    const GAMES: usize = 30;
    let ids: Vec<_> = (0..GAMES).map(|number| format!("order-{number:02}")).collect();
    for id in &ids {
        one.create_game(game(id)).await.unwrap();
        guest(one, id).await;
    }
    for round in 0..5 {
        let appends = |store, turned: bool| {
            let order: Vec<_> =
                if turned { ids.iter().rev().collect() } else { ids.iter().collect() };
            order.into_iter().map(move |id: &String| async move {
                let item = item(&format!("{id} {round} {turned}"), 1, &format!("{id} {round}"));
                let events = events(&["x"]);
                let rows = derived(id, round + 1);
                let append = Append { outbox: vec![item], ..Append::new(id, round, events, rows) };
                let seen = PeopleChange::Seen { token_hash: id.clone().into_bytes(), at_ms: 9 };
                let (appended, seen) =
                    (store_append(store, append).await, store.change_people(vec![seen]).await);
                seen.unwrap();
                appended
            })
        };
        let both = appends(one, false).chain(appends(other, true));
        let won = join_all(both).await.into_iter().filter(|won| *won).count();
        assert_eq!(won, GAMES, "one append to each game");
    }
    let taken = one.take_outbox(&["mail"], i64::MAX - 1, i64::MAX, 1000).await.unwrap();
    assert_eq!(taken.len(), GAMES * 5);
    for item in taken {
        one.outbox_done(&item.item.id, 1).await.unwrap();
    }
}

async fn store_append(store: &dyn Store, append: Append) -> bool {
    match store.append(append).await {
        Ok(()) => true,
        Err(StoreError::Conflict { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

async fn an_item_is_taken_by_one_store(one: &dyn Store, other: &dyn Store) {
    const ITEMS: usize = 60;
    for number in 0..ITEMS {
        let id = format!("shared-{number:02}");
        one.put_outbox(item(&id, 5, &id)).await.unwrap();
    }
    let takers = (0..12).map(|number| {
        let store = if number % 2 == 0 { one } else { other };
        async move { store.take_outbox(&["mail"], 10, 50, 10).await.unwrap() }
    });
    let mut taken: Vec<_> = join_all(takers).await.into_iter().flatten().collect();
    // What another one was taking was skipped.
    for store in [one, other] {
        taken.extend(store.take_outbox(&["mail"], 10, 50, ITEMS).await.unwrap());
    }
    assert!(taken.iter().all(|item| item.tries == 1), "none is taken twice");
    let ids: BTreeSet<_> = taken.iter().map(|item| item.item.id.clone()).collect();
    assert_eq!((taken.len(), ids.len()), (ITEMS, ITEMS));
    for id in ids {
        other.outbox_done(&id, 11).await.unwrap();
    }
    assert!(one.take_outbox(&["mail"], 99, 100, 10).await.unwrap().is_empty());
}

async fn lines_of_two_stores_have_different_numbers(one: &dyn Store, other: &dyn Store) {
    one.create_game(game("talk")).await.unwrap();
    guest(one, "talker").await;
    let lines = (0..40).map(|number| {
        let store = if number % 2 == 0 { one } else { other };
        let said = Said::Text(format!("line {number}"));
        let (game, room, user) = ("talk".into(), "table".into(), "talker".into());
        async move { store.say(NewChatLine { game, room, user, at_ms: 5, said }).await.unwrap() }
    });
    let mut numbers = join_all(lines).await;
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    assert_eq!(other.chat("talk", "table").await.unwrap().len(), 40);
}

async fn what_is_unique_is_one_stores(one: &dyn Store, other: &dyn Store) {
    for (number, id) in ["uniquea", "uniqueb"].into_iter().enumerate() {
        guest([one, other][number], id).await;
    }
    let name = |user: &str| PeopleChange::SetName {
        user: user.into(),
        kind: UserKind::Guest,
        name: "Unique".into(),
        name_key: "unique".into(),
        at_ms: 10,
    };
    let both = [(one, "uniquea"), (other, "uniqueb")];
    let named = both.into_iter().map(|(store, user)| store.change_people(vec![name(user)]));
    let results = join_all(named).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let refused = results.into_iter().find(Result::is_err).expect("one is refused");
    assert_taken(&refused, "Unique");

    let hash = b"a shared code".to_vec();
    let code =
        OnceCode { hash: hash.clone(), user: None, purpose: "register".into(), until_ms: i64::MAX };
    one.change_people(vec![PeopleChange::AddCode(code)]).await.unwrap();
    let uses = [one, other].into_iter().map(|store| {
        store.change_people(vec![PeopleChange::UseCode { hash: hash.clone(), at_ms: 1 }])
    });
    let results = join_all(uses).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");

    let games = [one, other].into_iter().map(|store| store.create_game(game("unique")));
    let results = join_all(games).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let refused = results.into_iter().find(Result::is_err).expect("one is refused");
    assert_taken(&refused, "unique");
}

async fn a_beat_of_one_store_is_enough(one: &dyn Store, other: &dyn Store) {
    let last = one.last_beat().await.unwrap().unwrap_or(0);
    one.beat(last + 100).await.unwrap();
    other.beat(last + 50).await.unwrap();
    assert_eq!(other.last_beat().await.unwrap(), Some(last + 100));
    // Both come back after an outage, and note it.
    let known = one.outages().await.unwrap().len();
    let noted = [one, other].into_iter().zip([0, 3]);
    let noted = noted.map(|(store, more)| store.note_outage(last + 100, last + 900 + more));
    join_all(noted).await.into_iter().for_each(|noted| noted.unwrap());
    let outages = other.outages().await.unwrap().split_off(known);
    let ends: Vec<_> = outages.iter().map(|(_, to)| *to).collect();
    assert_eq!(outages[0].0, last + 100);
    assert!(outages.windows(2).all(|pair| pair[0].1 <= pair[1].0), "they do not overlap: {ends:?}");
    let (now, later) = (one.now_ms().await.unwrap(), other.now_ms().await.unwrap());
    assert!(now <= later && later < now + 60_000, "{now} {later}: one clock for both");
}

fn shared(store: &dyn Store) -> &dyn SharedStore {
    store.shared().expect("several servers may use it")
}

async fn presence_is_that_of_all_nodes(one: &dyn Store, other: &dyn Store) {
    one.create_game(game("watched")).await.unwrap();
    guest(one, "watcher").await;
    let now = one.now_ms().await.unwrap();
    let games = ["watched".to_owned(), "no-such-game".to_owned()];
    let seen = async |store: &dyn Store, node: &str| {
        let mut signs = shared(store).signs(node, &games).await.unwrap();
        assert_eq!(signs.len(), 1);
        signs.remove(0)
    };
    let set = async |store: &dyn Store, node: &str, seat, here, at_ms| {
        let one = vec![("watched".to_owned(), SeatPresence { seat, here, at_ms: now + at_ms })];
        shared(store).set_presence(node, one).await.unwrap();
    };
    let presence = |seat, here, at_ms| SeatPresence { seat, here, at_ms: now + at_ms };
    let signs = GameSigns { game: games[0].clone(), length: 0, lines: 0, presence: Vec::new() };
    assert_eq!(seen(one, "node-a").await, signs);
    // The user has not watched yet.
    for at_ms in [100, 200] {
        shared(one).begin_presence("watched", 2, now + at_ms).await.unwrap();
    }
    let before = [presence(0, false, 100), presence(1, false, 100)];
    assert_eq!(seen(other, "node-b").await.presence, before);
    // Two nodes run, and one does not.
    let nobody = shared(one).note_node("node-a").await.unwrap();
    assert_eq!(shared(other).note_node("node-b").await.unwrap(), nobody + 1);
    set(one, "node-a", 0, true, 150).await;
    set(other, "node-b", 1, true, 150).await;
    set(other, "node-dead", 1, true, 160).await;
    let here_at = async |node| {
        let presence = seen(one, node).await.presence;
        presence.iter().map(|one| (one.seat, one.here)).collect::<Vec<_>>()
    };
    assert_eq!(here_at("node-a").await, [(0, false), (1, true)], "without its own");
    assert_eq!(here_at("node-b").await, [(0, true), (1, false)], "the dead are absent");
    assert_eq!(here_at("node-c").await, [(0, true), (1, true)]);
    set(one, "node-a", 0, false, 300).await;
    assert_eq!(seen(other, "node-b").await.presence[0], presence(0, false, 300));
    assert_eq!(seen(one, "node-a").await.presence[0], presence(0, false, 300));
    // A node that ends takes its presence along.
    shared(other).forget_node("node-b").await.unwrap();
    assert_eq!(here_at("node-c").await, [(0, false), (1, false)]);
    assert_eq!(shared(one).note_node("node-a").await.unwrap(), nobody);
    shared(one).sweep_nodes().await.unwrap();
    assert_eq!(here_at("node-c").await, [(0, false), (1, false)], "nothing is a day old");
    // What else is new of a game.
    one.append(append("watched", 0, &["a", "b"])).await.unwrap();
    let line = |room: &str| NewChatLine {
        game: "watched".into(),
        room: room.into(),
        user: "watcher".into(),
        at_ms: 5,
        said: Said::Phrase("hello".into()),
    };
    one.say(line("table")).await.unwrap();
    one.say(line("gallery")).await.unwrap();
    let signs = seen(other, "node-b").await;
    assert_eq!((signs.length, signs.lines), (2, 2));
}

async fn work_is_one_nodes(one: &dyn Store, other: &dyn Store) {
    const TIME: Duration = Duration::from_mins(10);
    let work = |step| Work { key: "think".into(), step };
    let lease = async |store: &dyn Store, node: &str, step, time| {
        shared(store).lease(node, &[work(step)], time).await.unwrap()[0]
    };
    // Of many that ask at once one node gets it.
    let nodes = (0..12).map(|number| {
        let store = if number % 2 == 0 { one } else { other };
        async move { shared(store).lease(&format!("n{number}"), &[work(3)], TIME).await.unwrap() }
    });
    let got: Vec<_> = join_all(nodes).await.into_iter().map(|got| got[0]).collect();
    assert_eq!(got.iter().filter(|got| **got).count(), 1, "{got:?}");
    let winner = format!("n{}", got.iter().position(|got| *got).unwrap());
    assert!(lease(one, &winner, 3, TIME).await, "it has it already");
    assert!(!lease(other, "another", 3, TIME).await);
    assert!(!lease(other, "another", 2, TIME).await, "an obsolete step");
    assert!(lease(other, "another", 4, TIME).await, "the next step is free");
    assert!(!lease(one, &winner, 3, TIME).await);
    // What is given up or expired is free.
    shared(one).give_up(&winner, "think").await.unwrap();
    assert!(!lease(one, &winner, 4, TIME).await, "it is another node's");
    shared(other).give_up("another", "think").await.unwrap();
    assert!(lease(one, &winner, 4, Duration::ZERO).await);
    assert!(lease(other, "another", 4, TIME).await);
    // Several at once, also the same twice.
    let several =
        [work(4), Work { key: "wake".into(), step: 1 }, Work { key: "wake".into(), step: 1 }];
    let got = shared(one).lease(&winner, &several, TIME).await.unwrap();
    assert_eq!(got, [false, true, true]);
    assert_eq!(shared(one).lease(&winner, &[], TIME).await.unwrap(), []);
}
