//! Tests with a failing store, which cannot be caused from outside.

mod clocks;
mod nodes;

use super::environment::{Environment, System};
use super::{Received, Service, ServiceError};
use crate::limit::{Limiter, Limits};
use async_trait::async_trait;
use heterodox_engine::{Choice, Level, Player, PlayerError, SearchLimit};
use heterodox_host::{
    ActRequest, Action, Event, HostError, LogEntry, Moment, NewTable, OfferTerms, Opponent,
    Perspective, Randomness, SeatChoice, SeatOccupant, Seating, StartWith, Transaction, UserId,
};
use heterodox_rules::{DiceSeed, Frame, Options, Scene, Seat, ThrowRequest, Viewer};
use heterodox_store::{
    Append, Derived, GameLog, Lists, NewEvent, NewGame, SqliteStore, Store, StoreError, StoredEvent,
};
use heterodox_store_story::{Intercepted, Interceptor};
use serde_json::Value;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::watch;

/// How `append` fails.
#[derive(Clone, Copy)]
enum Fault {
    /// It does not fail.
    None,
    /// The events are not stored.
    Lost,
    /// The events are stored, but the result is an error.
    Kept,
}

struct FaultyStore {
    store: SqliteStore,
    fault: AtomicU8,
    /// The number of appends that succeed before one fails.
    good: AtomicU8,
    /// The number of appends that have failed.
    failed: AtomicU8,
    /// The number of times that a log was read.
    read: AtomicU8,
    /// Whether logs cannot be read.
    unreadable: AtomicBool,
}

impl FaultyStore {
    fn set(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::SeqCst);
    }

    fn next_fault(&self) -> u8 {
        let less = |good: u8| good.checked_sub(1);
        if self.good.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok() {
            return Fault::None as u8;
        }
        self.fault.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Interceptor for FaultyStore {
    fn inner(&self) -> &dyn Store {
        &self.store
    }
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let fault = self.next_fault();
        if fault == Fault::Lost as u8 {
            self.failed.fetch_add(1, Ordering::SeqCst);
            return Err(StoreError::Database("the disk is full".to_owned()));
        }
        self.store.append(append).await?;
        if fault == Fault::Kept as u8 {
            return Err(StoreError::Database("the disk did not answer".to_owned()));
        }
        Ok(())
    }
    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        self.read.fetch_add(1, Ordering::SeqCst);
        if self.unreadable.load(Ordering::SeqCst) {
            return Err(StoreError::Database("the disk does not answer".to_owned()));
        }
        self.store.events_after(game, after).await
    }
}

fn limiter() -> Arc<Limiter> {
    Arc::new(Limiter::new(Limits::unlimited(), None))
}

/// The perspective of the guest on a seat.
fn perspective(seat: usize) -> Perspective {
    let seat = Seat::new(seat);
    Perspective { viewer: Viewer::Seat(seat), seats: vec![seat] }
}

struct World {
    _home: TempDir,
    store: Arc<Intercepted<FaultyStore>>,
    service: Arc<Service>,
    anna: UserId,
    game: String,
}

/// Opens a game, with this guest on seat 0.
async fn open(service: &Arc<Service>, guest: UserId, opponent: Opponent) -> String {
    let wanted = NewTable {
        game: "klinzha".to_owned(),
        options: Options::default(),
        start: StartWith::Quick("north-west".to_owned()),
        time: None,
        seating: Seating::Against { opponent, seat: SeatChoice::Seat(0) },
        terms: OfferTerms::default(),
    };
    service.create(guest, wanted, None).await.unwrap().id().to_owned()
}

fn received() -> Received {
    Received { at: Moment(1), lag_ms: 0 }
}

impl World {
    /// A game that Anna opens, on seat 0.
    async fn new(opponent: Opponent) -> Self {
        let home = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&home.path().join("test.sqlite")).await.unwrap();
        let store = Arc::new(Intercepted(FaultyStore {
            store,
            fault: AtomicU8::new(Fault::None as u8),
            good: AtomicU8::new(0),
            failed: AtomicU8::new(0),
            read: AtomicU8::new(0),
            unreadable: AtomicBool::new(false),
        }));
        let service = Service::new(store.clone(), limiter());
        let anna = service.environment.user();
        let game = open(&service, anna, opponent).await;
        Self { _home: home, store, service, anna, game }
    }

    async fn version(&self) -> u64 {
        self.service.own_snapshot(&self.game).await.unwrap().game.version(Viewer::Public)
    }

    async fn act(&self, action: Action) -> Result<u64, ServiceError> {
        let wanted = ActRequest { action, seat: None, expect: None };
        let done = self.service.act(&self.game, self.anna, wanted, None, None, received()).await;
        done.map(|done| done.version)
    }

    /// The first legal move.
    async fn any_move(&self) -> Action {
        let snapshot = self.service.own_snapshot(&self.game).await.unwrap();
        let scene = snapshot.view(&perspective(0)).scene;
        Action::Submit(scene.choices[0].text.clone())
    }
}

#[tokio::test]
async fn a_failed_append_changes_nothing() {
    let world = World::new(Opponent::Open).await;
    let mut watcher = world.service.watch(&world.game, None, None, None, None).await.unwrap();
    world.store.0.set(Fault::Lost);
    let failed = world.act(world.any_move().await).await;
    assert!(matches!(failed, Err(ServiceError::Store(_))), "{failed:?}");
    assert_eq!(world.version().await, 0);

    world.store.0.set(Fault::None);
    assert_eq!(world.act(world.any_move().await).await.unwrap(), 1);
    let messages = [watcher.next().await, watcher.next().await];
    let messages = messages.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    let numbers = [&messages[0]["state"]["version"], &messages[1]["version"]];
    assert_eq!(numbers, [0, 1], "nothing else was heard of");
    assert_eq!(world.store.events(&world.game).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_append_that_succeeded_with_an_error_is_published() {
    let world = World::new(Opponent::Open).await;
    world.store.0.set(Fault::Kept);
    let failed = world.act(world.any_move().await).await;
    assert!(matches!(failed, Err(ServiceError::Store(_))), "{failed:?}");
    assert_eq!(world.version().await, 1);
    world.store.0.set(Fault::None);
    // It is the opponent's turn now: the same move is refused, not made twice.
    let again = world.act(Action::Submit("V@A19 B19".to_owned())).await;
    let Err(ServiceError::Host(HostError::Refused(refusal))) = again else { panic!("{again:?}") };
    assert_eq!((refusal.code, world.version().await), ("not-your-turn", 1));
    assert_eq!(world.act(Action::OfferDraw).await.unwrap(), 2);
}

/// Another program has written to the log: the act is judged again after what it has written.
#[tokio::test]
async fn an_act_is_judged_again_after_what_another_program_has_written() {
    let world = World::new(Opponent::Open).await;
    let text = world.any_move().await;
    let event = LogEntry::from(Event::Hint { seat: Seat::new(1) }).encode();
    let events = vec![NewEvent { at_ms: 2, body: event }];
    let elsewhere = Append::new(&world.game, 0, events, Derived::default());
    world.store.append(elsewhere).await.unwrap();
    assert_eq!(world.version().await, 0, "the server has not read it");
    assert_eq!(world.act(text).await.unwrap(), 2);
    assert_eq!(world.store.events(&world.game).await.unwrap().len(), 2);
    let request = ActRequest { action: Action::OfferDraw, seat: None, expect: Some(2) };
    let event = LogEntry::from(Event::Hint { seat: Seat::new(1) }).encode();
    let events = vec![NewEvent { at_ms: 3, body: event }];
    let elsewhere = Append::new(&world.game, 2, events, Derived::default());
    world.store.append(elsewhere).await.unwrap();
    let late = world.service.act(&world.game, world.anna, request, None, None, received()).await;
    let Err(ServiceError::Host(HostError::Stale { expected, version })) = late else {
        panic!("{late:?}")
    };
    assert_eq!((expected, version), (2, 3));
}

/// A watcher that is too far behind gets the state once, and then only what comes after it.
#[tokio::test]
async fn a_watcher_that_lags_goes_on_from_the_state() {
    let world = World::new(Opponent::Open).await;
    let mut watcher = world.service.watch(&world.game, None, None, None, None).await.unwrap();
    let numbers = |text: &str| {
        let message: Value = serde_json::from_str(text).unwrap();
        let version = message["state"]["version"].as_u64().or(message["version"].as_u64());
        (message["type"].as_str().unwrap().to_owned(), message["from"].as_u64(), version.unwrap())
    };
    assert_eq!(numbers(&watcher.next().await), ("state".to_owned(), None, 0));
    for seat in [0, 1].into_iter().cycle().take(20) {
        let change = move |transaction: &mut Transaction<'_>| {
            Ok(transaction.apply(Event::Hint { seat: Seat::new(seat) })?)
        };
        let live = world.service.live_game(&world.game, None).await.unwrap();
        world.service.change(&live, change).await.unwrap();
    }
    assert_eq!(numbers(&watcher.next().await), ("state".to_owned(), None, 20));
    world.act(Action::OfferDraw).await.unwrap();
    assert_eq!(numbers(&watcher.next().await), ("change".to_owned(), Some(20), 21));
}

#[tokio::test]
async fn the_computer_retries_after_store_errors() {
    let world = World::new(Opponent::Computer(Level::NEWCOMER)).await;
    world.store.0.good.store(1, Ordering::SeqCst);
    world.store.0.set(Fault::Lost);
    world.act(world.any_move().await).await.unwrap();
    until(async || world.store.0.failed.load(Ordering::SeqCst) >= 2).await;
    assert_eq!(world.version().await, 1, "the computer has tried, and could not");
    world.store.0.set(Fault::None);
    until(async || world.version().await == 2).await;
}

#[tokio::test]
async fn a_stored_move_with_an_error_starts_the_computer() {
    let world = World::new(Opponent::Computer(Level::NEWCOMER)).await;
    world.store.0.set(Fault::Kept);
    assert!(world.act(world.any_move().await).await.is_err());
    world.store.0.set(Fault::None);
    until(async || world.version().await == 2).await;
}

#[tokio::test]
async fn idle_games_are_evicted_and_reloaded() {
    let world = World::new(Opponent::Open).await;
    world.act(world.any_move().await).await.unwrap();
    let in_memory = || world.service.live_games.len();
    let watcher =
        world.service.watch(&world.game, Some(world.anna), None, None, None).await.unwrap();
    world.service.live_games.evict(Duration::ZERO);
    assert_eq!(in_memory(), 1, "somebody watches");
    drop(watcher);
    world.service.live_games.evict(Duration::from_mins(1));
    assert_eq!(in_memory(), 1, "somebody has just watched");

    let before = world.service.own_snapshot(&world.game).await.unwrap().view(&perspective(0));
    world.service.live_games.evict(Duration::ZERO);
    assert_eq!(in_memory(), 0);
    assert_eq!(
        world.service.own_snapshot(&world.game).await.unwrap().view(&perspective(0)),
        before
    );
    assert_eq!(in_memory(), 1);
}

/// A world in which the computer is to move and has not begun to think: the server stopped before.
async fn stopped() -> World {
    let world = World::new(Opponent::Computer(Level::NEWCOMER)).await;
    world.service.closing.store(true, Ordering::Relaxed);
    world.act(world.any_move().await).await.unwrap();
    world.store.0.read.store(0, Ordering::SeqCst);
    world
}

impl World {
    /// Another game like that of this world.
    async fn another_game(&mut self) -> String {
        self.service.closing.store(false, Ordering::Relaxed);
        let game = open(&self.service, self.anna, Opponent::Computer(Level::NEWCOMER)).await;
        self.service.closing.store(true, Ordering::Relaxed);
        let first = std::mem::replace(&mut self.game, game);
        self.act(self.any_move().await).await.unwrap();
        self.store.0.read.store(0, Ordering::SeqCst);
        std::mem::replace(&mut self.game, first)
    }

    /// Makes a game due at another moment, or at none.
    async fn set_due(&self, game: &str, due_ms: Option<i64>) {
        let store = &self.store.0.store;
        let derived = store.derived(game).await.unwrap().unwrap();
        assert!(derived.due_ms.is_some());
        store.set_derived(game, 1, Derived { due_ms, ..derived }).await.unwrap();
    }

    /// The number of events of a game.
    async fn events(&self, game: &str) -> usize {
        self.store.0.store.events(game).await.unwrap().len()
    }

    /// Starts the server again, with this clock. Its wake-up queue runs until the test ends.
    fn start_again(&self, clock: &watch::Sender<Moment>) -> Arc<Service> {
        let environment =
            TestEnvironment { clock: Some(clock.clone()), ..TestEnvironment::default() };
        let service = Service::with(self.store.clone(), limiter(), Arc::new(environment));
        let waking = service.clone();
        tokio::spawn(async move { waking.wake_due_games().await });
        service
    }

    fn loads(&self) -> u8 {
        self.store.0.read.load(Ordering::SeqCst)
    }
}

/// Long enough for several rounds of the wake-up queue.
async fn rounds() {
    tokio::time::sleep(Duration::from_millis(300)).await;
}

#[tokio::test]
async fn what_became_due_while_the_server_was_stopped_is_done_at_its_start() {
    let world = stopped().await;
    let (now, _) = watch::channel(Moment(i64::MAX));
    world.start_again(&now);
    until(async || world.events(&world.game).await == 2).await;
    rounds().await;
    assert_eq!((world.loads(), world.events(&world.game).await), (1, 2), "once");
}

#[tokio::test]
async fn what_is_due_later_is_done_when_the_clock_gets_there() {
    let mut world = stopped().await;
    let also = world.another_game().await;
    world.set_due(&world.game, Some(2000)).await;
    world.set_due(&also, Some(2000)).await;
    let (now, _) = watch::channel(Moment(1000));
    world.start_again(&now);
    rounds().await;
    now.send_replace(Moment(1999));
    rounds().await;
    assert_eq!(world.loads(), 0, "too early");
    now.send_replace(Moment(2000));
    for game in [&world.game, &also] {
        until(async || world.events(game).await == 2).await;
    }
}

#[tokio::test]
async fn what_is_due_no_more_is_not_done() {
    let mut world = stopped().await;
    let withdrawn = world.another_game().await;
    world.set_due(&world.game, Some(3000)).await;
    world.set_due(&withdrawn, Some(2000)).await;
    let (now, _) = watch::channel(Moment(1000));
    world.start_again(&now);
    rounds().await;
    world.set_due(&withdrawn, None).await;
    now.send_replace(Moment(3000));
    until(async || world.events(&world.game).await == 2).await;
    rounds().await;
    assert_eq!((world.loads(), world.events(&withdrawn).await), (1, 1));
}

#[tokio::test]
async fn an_earlier_moment_wakes_the_queue() {
    let mut world = stopped().await;
    let earlier = world.another_game().await;
    world.set_due(&world.game, Some(9000)).await;
    world.set_due(&earlier, Some(9000)).await;
    let (now, _) = watch::channel(Moment(1000));
    let service = world.start_again(&now);
    rounds().await;
    world.set_due(&earlier, Some(2000)).await;
    service.wake_ups.note(&earlier, Some(Moment(2000)));
    rounds().await;
    now.send_replace(Moment(2000));
    until(async || world.events(&earlier).await == 2).await;
    assert_eq!(world.loads(), 1, "the other game is due later");
}

#[tokio::test]
async fn a_game_that_cannot_be_woken_now_is_woken_later() {
    let world = stopped().await;
    world.store.0.unreadable.store(true, Ordering::SeqCst);
    let (now, _) = watch::channel(Moment(i64::MAX / 2));
    world.start_again(&now);
    until(async || world.loads() > 0).await;
    world.store.0.unreadable.store(false, Ordering::SeqCst);
    now.send_replace(Moment(i64::MAX / 2 + 1000));
    until(async || world.events(&world.game).await == 2).await;
}

/// The wake-up queue loads no game in which nothing is due.
#[tokio::test]
async fn only_games_with_a_due_computer_are_woken() {
    let world = World::new(Opponent::Computer(Level::NEWCOMER)).await;
    // As if the server had crashed before the computer could move.
    world.service.closing.store(true, Ordering::Relaxed);
    let due = async || world.store.due(i64::MAX, usize::MAX).await.unwrap().len();
    assert_eq!(due().await, 0, "it is the guest's turn");
    world.act(world.any_move().await).await.unwrap();
    assert_eq!(due().await, 1, "it is the computer's turn");
    world.act(Action::Resign).await.unwrap();
    assert_eq!(due().await, 0, "the game is over");
    world.service.rematch(&world.game, world.anna, None).await.unwrap();
    assert_eq!(due().await, 1, "the computer begins the rematch");
}

async fn until(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waiting).await.expect("it comes to that");
}

/// A computer player that thinks until it is stopped.
struct Brooding(Arc<AtomicU8>);

impl Player for Brooding {
    fn choose(
        &mut self,
        _: &Scene,
        _: &[Frame],
        _: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        while !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        self.0.fetch_add(16, Ordering::SeqCst);
        Err(PlayerError::NothingToSubmit { phase: "stopped".to_owned() })
    }
    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// The system's environment, but with the test's clock, or with [`Brooding`] as its computer
/// player.
#[derive(Default)]
struct TestEnvironment {
    clock: Option<watch::Sender<Moment>>,
    brooding: Option<Arc<AtomicU8>>,
    /// How often a computer player was asked for.
    asked: Arc<AtomicUsize>,
}

impl Environment for TestEnvironment {
    fn now(&self) -> Moment {
        self.clock.as_ref().map_or_else(|| System.now(), |clock| *clock.borrow())
    }
    fn sleep_until(&self, moment: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let mut clock = self.clock.as_ref().expect("the test's clock").subscribe();
            clock.wait_for(|now| *now >= moment).await.expect("the clock runs");
        })
    }
    fn never_before(&self, moment: Moment) {
        let clock = self.clock.as_ref().expect("the test's clock");
        clock.send_if_modified(|now| std::mem::replace(now, (*now).max(moment)) < moment);
    }
    fn id(&self) -> String {
        System.id()
    }
    fn user(&self) -> UserId {
        System.user()
    }
    fn token(&self) -> String {
        System.token()
    }
    fn player(&self, game: &str, level: Level) -> Option<Box<dyn Player>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        match &self.brooding {
            Some(thinking) => Some(Box::new(Brooding(thinking.clone()))),
            None => System.player(game, level),
        }
    }
}

impl Randomness for TestEnvironment {
    fn array_seed(&self) -> u64 {
        System.array_seed()
    }
    fn below(&self, count: usize) -> usize {
        System.below(count)
    }
    fn seat_key(&self) -> heterodox_host::SeatKey {
        System.seat_key()
    }
    fn dice_seed(&self) -> DiceSeed {
        System.dice_seed()
    }
    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        System.throw(request)
    }
}

/// Of three computers at a table one thinks at a time. When the server closes it is stopped, and
/// none of them moves.
#[tokio::test]
async fn computers_stop_when_the_server_closes() {
    let home = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(&home.path().join("test.sqlite")).await.unwrap());
    let thinking = Arc::new(AtomicU8::new(0));
    let environment =
        TestEnvironment { brooding: Some(thinking.clone()), ..TestEnvironment::default() };
    let service = Service::with(store, limiter(), Arc::new(environment));
    let anna = service.environment.user();
    let mut options = Options::default();
    options.set("seats=4").unwrap();
    let mut seats = vec![SeatOccupant::Computer(Level::FULL); 3];
    seats.push(SeatOccupant::You);
    let wanted = NewTable {
        game: "kaleidochess".to_owned(),
        options,
        start: StartWith::default(),
        time: None,
        seating: Seating::Each { seats, shuffle: false },
        terms: OfferTerms::default(),
    };
    let game = service.create(anna, wanted, None).await.unwrap();
    assert_eq!(game.seats_of(anna), [Seat::new(3)]);
    let game = game.id().to_owned();
    until(async || thinking.load(Ordering::SeqCst) > 0).await;
    let live = service.live_game(&game, None).await.unwrap();
    service.close().await;
    until(async || thinking.load(Ordering::SeqCst) > 16).await;
    tokio::task::yield_now().await;
    assert_eq!(thinking.load(Ordering::SeqCst), 17, "one has thought, and was stopped");
    assert_eq!(live.snapshot().game.version(Viewer::Public), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_loads_read_the_log_once() {
    let world = World::new(Opponent::HotSeat).await;
    world.service.live_games.evict(Duration::ZERO);
    world.store.0.read.store(0, Ordering::SeqCst);
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let (service, game) = (world.service.clone(), world.game.clone());
            tokio::spawn(async move { service.live_game(&game, None).await.map(drop) })
        })
        .collect();
    for asked in asking {
        asked.await.unwrap().unwrap();
    }
    assert_eq!(world.store.0.read.load(Ordering::SeqCst), 1);
    // A game that does not exist leaves no entry behind.
    assert!(world.service.live_game("none", None).await.is_err());
    assert_eq!(world.service.live_games.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn unwatched_games_are_bounded() {
    let world = World::new(Opponent::HotSeat).await;
    let watcher = world.service.watch(&world.game, None, None, None, None).await.unwrap();
    for number in 0..1300 {
        let new = NewGame {
            id: format!("{number:012}"),
            body: r#"{"v":4,"content":{"game":"klinzha","options":{},"start":{"quick":"north-west"},"players":[null,null]}}"#.to_owned(),
            created_ms: 0,
            derived: Derived::default(),
 outbox: Vec::new(),
};
        world.store.create_game(new).await.unwrap();
        world.service.live_game(&format!("{number:012}"), None).await.unwrap();
    }
    let count = world.service.live_games.len();
    assert!((1000..=1110).contains(&count), "{count}");
    // The oldest games were evicted, and those in use were not.
    world.store.0.read.store(0, Ordering::SeqCst);
    world.service.live_game(&world.game, None).await.unwrap();
    world.service.live_game("000000001299", None).await.unwrap();
    assert_eq!(world.store.0.read.load(Ordering::SeqCst), 0);
    world.service.live_game("000000000000", None).await.unwrap();
    assert_eq!(world.store.0.read.load(Ordering::SeqCst), 1);
    drop(watcher);
}
