//! A takeover that is cut off between any two of its writes, or after one that was stored and not
//! answered, is finished later.

use super::*;
use crate::games::Service;
use crate::limit::{Limiter, Limits};
use crate::people::PeoplePolicy;
use async_trait::async_trait;
use heterodox_host::{
    ActRequest, Action, NewTable, OfferTerms, Opponent, SeatChoice, Seating, StartWith,
};
use heterodox_rules::{Options, Seat};
use heterodox_store::{Append, GameLog, Lists, People as _, Store};
use heterodox_store_story::{Intercepted, Interceptor, MemoryStore, session};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The number of writes of the takeover: its begin, an offer, four games, its end.
const WRITES: i64 = 7;

/// How the store fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// Before the write is stored.
    Before,
    /// After it is stored, and before it is answered.
    After,
}

/// A store of a process that ends at a write.
struct Mortal {
    memory: MemoryStore,
    cut: Cut,
    /// The number of writes that are answered before that.
    left: AtomicI64,
}

impl Mortal {
    /// Returns whether the next write is stored, and whether it is answered.
    fn next_write(&self) -> (bool, bool) {
        let left = self.left.fetch_sub(1, Ordering::SeqCst);
        (left > 0 || left == 0 && self.cut == Cut::After, left > 0)
    }

    async fn write(
        &self,
        write: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let (is_stored, is_answered) = self.next_write();
        if is_stored {
            write.await?;
        }
        if is_answered { Ok(()) } else { Err(StoreError::Database("cut off".to_owned())) }
    }
}

#[async_trait]
impl Interceptor for Mortal {
    fn inner(&self) -> &dyn Store {
        &self.memory
    }
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(self.memory.append(append)).await
    }
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        self.write(self.memory.change_people(changes)).await
    }
}

fn people_over(store: Arc<dyn Store>) -> Arc<People> {
    let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
    People::new(Service::new(store, limiter), PeoplePolicy::default(), None, None)
}

fn id(text: &str) -> UserId {
    text.parse().unwrap()
}

/// A person and a guest with games, in a process that will be cut off.
struct World {
    store: Arc<Intercepted<Mortal>>,
    people: Arc<People>,
    anna: Identity,
    games: Vec<String>,
    /// A game that is over and in which both sat.
    shared: String,
    /// A game of another guest, who offers a seat to this one.
    offered: String,
}

impl World {
    async fn new(writes: i64, cut: Cut) -> Self {
        let store = Mortal { memory: MemoryStore::default(), cut, left: AtomicI64::new(i64::MAX) };
        let store = Arc::new(Intercepted(store));
        let people = people_over(store.clone());
        for (token, user) in [("a", "annaanna"), ("b", "bertbert"), ("g", "guestgue")] {
            let guest = PeopleChange::AddGuest(session(&token_hash(token), user));
            store.change_people(vec![guest]).await.unwrap();
        }
        let (user, name) = ("annaanna".to_owned(), "Anna".to_owned());
        let (kind, name_key) = (UserKind::Guest, "anna".to_owned());
        let name = PeopleChange::SetName { user, kind, name, name_key, at_ms: 1 };
        store.change_people(vec![name]).await.unwrap();
        let anna = people.identify("a").await.unwrap().unwrap();
        let (games, shared, offered) = Default::default();
        let mut world = Self { store, people, anna, games, shared, offered };
        let waiting = world.open(Opponent::Open).await;
        let running = world.open(Opponent::Open).await;
        world.join(&running, "bertbert").await;
        let over = world.open(Opponent::Open).await;
        world.join(&over, "bertbert").await;
        world.resign(&over).await;
        let screen = world.open(Opponent::HotSeat).await;
        world.games = vec![waiting, running, over, screen];
        let shared = world.open(Opponent::Open).await;
        world.join(&shared, "annaanna").await;
        world.resign(&shared).await;
        world.shared = shared;
        world.offered = world.open_as("bertbert", Opponent::User(id("guestgue"))).await;
        world.store.0.left.store(writes, Ordering::SeqCst);
        world
    }

    async fn open(&self, opponent: Opponent) -> String {
        self.open_as("guestgue", opponent).await
    }

    async fn open_as(&self, user: &str, opponent: Opponent) -> String {
        let wanted = NewTable {
            game: "klinzha".to_owned(),
            options: Options::default(),
            start: StartWith::Quick("north-west".to_owned()),
            time: None,
            seating: Seating::Against { opponent, seat: SeatChoice::Seat(0) },
            terms: OfferTerms::default(),
        };
        self.people.service.create(id(user), wanted, None).await.unwrap().id().to_owned()
    }

    async fn join(&self, game: &str, user: &str) {
        self.people.service.join(game, id(user), None, None, None).await.unwrap();
    }

    async fn resign(&self, game: &str) {
        let resign = ActRequest { action: Action::Resign, seat: None, expect: None };
        let service = &self.people.service;
        let received = service.received_now();
        service.act(game, id("guestgue"), resign, None, None, received).await.unwrap();
    }

    /// The people of the next process.
    fn restarted(&self) -> Arc<People> {
        people_over(Arc::new(self.store.0.memory.reopen()))
    }

    /// Asserts that all is Anna's, and was given to her once.
    async fn assert_taken_over(&self, people: &Arc<People>, what: &str) {
        let store = self.store.0.memory.reopen();
        assert_eq!(store.open_takeovers().await.unwrap(), [], "{what}");
        let guest = store.user("guestgue").await.unwrap().expect("the guest");
        assert_eq!(guest.kind, UserKind::Gone, "{what}");
        assert!(people.identify("g").await.unwrap().is_none(), "{what}");
        for game in &self.games {
            let found = people.service.own_snapshot(game).await.unwrap().game.clone();
            let seats = found.seats_of(id("annaanna"));
            assert_eq!(seats.first(), Some(&Seat::new(0)), "{what}: {game}");
            assert!(found.seats_of(id("guestgue")).is_empty(), "{what}: {game}");
            let events = store.events(game).await.unwrap();
            let taken = events.iter().filter(|event| event.body.contains("annaanna")).count();
            assert_eq!(taken, seats.len(), "{what}: {game} {events:?}");
            // The next process reads the same from the log.
            let replayed = self.restarted().service.own_snapshot(game).await.unwrap();
            assert_eq!(replayed.game.seats_of(id("annaanna")), seats, "{what}: {game}");
        }
        let shared = people.service.own_snapshot(&self.shared).await.unwrap().game.clone();
        assert_eq!(shared.seats_of(id("guestgue")), [Seat::new(0)], "{what}");
        let offered = |user| store.offered_to(user);
        assert_eq!(offered("guestgue").await.unwrap(), [], "{what}");
        let offer = offered("annaanna").await.unwrap().remove(0);
        assert_eq!(offer.game, self.offered, "{what}");
        let listed = store.games_of("annaanna", None, None, None, 10).await.unwrap().games;
        assert_eq!(listed.len(), self.games.len() + 1, "{what}");
    }
}

#[tokio::test]
async fn a_takeover_that_is_cut_off_is_finished_at_the_next_start() {
    for cut in [Cut::Before, Cut::After] {
        for writes in 0..WRITES {
            let what = format!("cut {cut:?} write {writes}");
            let world = World::new(writes, cut).await;
            let done = world.people.take_over(&world.anna, "g").await;
            assert!(done.is_err(), "{what}: {done:?}");
            let people = world.restarted();
            if (writes, cut) == (0, Cut::Before) {
                // It had not begun: the guest goes on, and the next try succeeds.
                people.resume_takeovers().await;
                assert!(people.identify("g").await.unwrap().is_some());
                assert_eq!(people.take_over(&world.anna, "g").await, Ok(4));
            } else {
                people.resume_takeovers().await;
            }
            world.assert_taken_over(&people, &what).await;
            people.resume_takeovers().await;
            world.assert_taken_over(&people, &what).await;
        }
    }
    let world = World::new(WRITES, Cut::Before).await;
    assert_eq!(world.people.take_over(&world.anna, "g").await, Ok(4), "it makes six writes");
    world.assert_taken_over(&world.people, "whole").await;
}

/// The same process goes on, as after a full disk.
#[tokio::test]
async fn a_takeover_that_failed_is_finished_with_the_next_try() {
    for cut in [Cut::Before, Cut::After] {
        for writes in 1..WRITES {
            let what = format!("cut {cut:?} write {writes}");
            let world = World::new(writes, cut).await;
            assert!(world.people.take_over(&world.anna, "g").await.is_err(), "{what}");
            assert!(world.people.identify("g").await.unwrap().is_none(), "{what}");
            world.store.0.left.store(i64::MAX, Ordering::SeqCst);
            let again = world.people.take_over(&world.anna, "g").await;
            assert_eq!(again, Err(PeopleError::NotAGuest), "{what}");
            world.assert_taken_over(&world.people, &what).await;
        }
    }
}
