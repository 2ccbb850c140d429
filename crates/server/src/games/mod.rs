//! The umpire service: all games and every act in them.
//!
//! A change of a game takes the same way whether it comes from a page, a bot or the computer:
//!
//! 1. it is tried on a copy of the game ([`Transaction`]), and the umpire adds its own acts (thrown
//!    dice); what is refused there ends there;
//! 2. it waits for the write lock of the [`LiveGame`], and is tried again if the game has changed;
//! 3. the events are stored;
//! 4. the copy becomes the game, all watchers get it, and the caller gets its response.
//!
//! A game is loaded into memory by replaying its log when it is asked for, and evicted when it is
//! idle.

mod actions;
mod bells;
pub(crate) mod bounds;
mod change;
mod chat;
mod computer;
mod conditionals;
mod delegated;
mod derived;
pub(crate) mod environment;
mod error;
mod hint;
mod live_game;
mod live_games;
mod names;
mod news;
mod nodes;
mod outages;
mod outside;
mod pictures;
mod records;
mod rng;
#[cfg(test)]
mod tests;
pub(crate) mod view;
mod wake_ups;

pub(crate) use bounds::{ANIMATION_FRAMES, FRAMES};
pub(crate) use chat::SaidLine;
pub(crate) use derived::derived;
pub(crate) use error::ServiceError;
pub(crate) use live_game::{LiveGame, Received, Snapshot, Watcher};
pub(crate) use news::{NEWS, News, What};
#[cfg(feature = "cluster")]
pub(crate) use nodes::club_name;
pub(crate) use pictures::{AnimatedBoard, Animation, Picture, PictureFormat};
pub(crate) use records::{record, sample_battle};

use crate::bus::Bus;
use crate::limit::{Limiter, RateClass};
use crate::memory;
use crate::metrics::Metrics;
use crate::pool::{Caller, JobContext, Pool, PoolConfig, SubmitError};
use bells::Bells;
use environment::Environment;
#[cfg(test)]
use environment::System;
use heterodox_host::{
    Game, Moment, OfferOf, Outage, PerspectiveRequest, Recorded, ReplayError, Transaction, UserId,
};
use heterodox_rules::{Reports, quote};
use heterodox_store::{Store, StoreError, StoredEvent, StoredGame};
use heterodox_wire::OfferDetails;
use live_game::Changed;
use live_games::LiveGames;
use names::Names;
use nodes::Nodes;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};
use wake_ups::WakeUps;

/// How long an idle game stays in memory.
const IDLE_TIMEOUT: Duration = Duration::from_mins(10);

/// The most events that are applied on the threads that answer calls.
const FEW: usize = 8;

/// The bytes that the store needs for a user with a session and a credential.
const USER_BYTES: usize = 500;

/// The interval of evictions. Memory that an attack has filled is free a minute after its end.
const SWEEP_INTERVAL: Duration = Duration::from_secs(25);

/// The worker pool for replays, pictures, records and lines. Each takes milliseconds, so two
/// threads are enough.
fn computations() -> Pool {
    Pool::new(PoolConfig {
        name: "computations",
        workers: const { NonZeroUsize::new(2).unwrap() },
        max_queued: 512,
        max_per_caller: 128,
        niceness: 0,
    })
}

/// All games, people and records.
pub(crate) struct Service {
    store: Arc<dyn Store>,
    pub(crate) environment: Arc<dyn Environment>,
    limiter: Arc<Limiter>,
    live_games: LiveGames,
    wake_ups: WakeUps,
    /// Woken when there are news in the outbox.
    pub(crate) news: tokio::sync::Notify,
    /// Tells which users' games and offers may have changed.
    pub(crate) bells: Bells,
    names: Names,
    computers: Pool,
    hints: Pool,
    computations: Pool,
    closing: AtomicBool,
    /// What is counted for the operator's monitoring.
    pub(crate) metrics: Arc<Metrics>,
    /// When the server was away, in their order.
    outages: RwLock<Arc<[Outage]>>,
    /// When the last heartbeat was written; 0 before the first.
    last_beat_ms: AtomicI64,
    /// Held while a heartbeat is written.
    beating: tokio::sync::Mutex<()>,
    /// This server as one of several; `None` if it is alone.
    nodes: Option<Arc<Nodes>>,
}

impl Service {
    /// The service over a store.
    #[cfg(test)]
    pub(crate) fn new(store: Arc<dyn Store>, limiter: Arc<Limiter>) -> Arc<Self> {
        Self::with(store, limiter, Arc::new(System))
    }

    /// The service over a store, with another source of time and randomness than the system.
    #[cfg(test)]
    pub(crate) fn with(
        store: Arc<dyn Store>,
        limiter: Arc<Limiter>,
        environment: Arc<dyn Environment>,
    ) -> Arc<Self> {
        Self::with_bus(store, limiter, environment, None)
    }

    /// The service over a store, with a source of time and randomness, and a bus to the other
    /// servers on the store.
    pub(crate) fn with_bus(
        store: Arc<dyn Store>,
        limiter: Arc<Limiter>,
        environment: Arc<dyn Environment>,
        bus: Option<Arc<dyn Bus>>,
    ) -> Arc<Self> {
        let nodes = store.shared().map(|_| Arc::new(Nodes::new(rng::token(), bus)));
        Arc::new(Self {
            nodes,
            store,
            environment,
            limiter,
            live_games: LiveGames::default(),
            wake_ups: WakeUps::default(),
            news: tokio::sync::Notify::new(),
            bells: Bells::default(),
            names: Names::default(),
            computers: computer::pool(),
            hints: hint::pool(),
            computations: computations(),
            closing: AtomicBool::new(false),
            metrics: Arc::default(),
            outages: RwLock::default(),
            last_beat_ms: AtomicI64::new(0),
            beating: tokio::sync::Mutex::default(),
        })
    }

    /// The number of games in memory.
    pub(crate) fn live_count(&self) -> usize {
        self.live_games.len()
    }

    /// The number of waiting jobs of each worker pool.
    pub(crate) fn queued_jobs(&self) -> [(&'static str, usize); 3] {
        [
            ("computers", self.computers.queued()),
            ("hints", self.hints.queued()),
            ("computations", self.computations.queued()),
        ]
    }

    /// The pools whose jobs workers on other machines do, the most urgent first.
    pub(crate) fn shared_pools(&self) -> [&Pool; 2] {
        [&self.computers, &self.hints]
    }

    /// The store.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Counts the bytes of a new user.
    pub(crate) fn count_stored(&self, address: Option<IpAddr>) -> Result<(), ServiceError> {
        Ok(self.limiter.count_bytes(address, USER_BYTES)?)
    }

    /// Counts the bytes of a text that will be stored.
    pub(crate) fn count_text(
        &self,
        address: Option<IpAddr>,
        bytes: usize,
    ) -> Result<(), ServiceError> {
        Ok(self.limiter.count_bytes(address, bytes)?)
    }

    /// Tells all who have a seat in a game, or are offered one, that it may have changed.
    pub(crate) fn touched(&self, game: &Game) {
        for user in names::people(game).flatten().chain(game.opener()) {
            self.bells.ring(user);
            self.tell_waiting(user);
        }
    }

    /// Fails if the store cannot be written now.
    pub(crate) async fn ready(&self) -> Result<(), ServiceError> {
        if self.is_cut_off() {
            let reason = "the database is out of reach".to_owned();
            return Err(StoreError::Database(reason).into());
        }
        Ok(self.store.ready().await?)
    }

    /// A live game. If it is not in memory its log is replayed, once for all waiting callers.
    /// `address` is the caller's; `None` is the server itself.
    pub(crate) async fn live_game(
        self: &Arc<Self>,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, ServiceError> {
        if let Some(live) = self.live_games.get(id) {
            self.catch_up(&live).await?;
            return Ok(live);
        }
        if id.len() > bounds::ID_BYTES {
            return Err(ServiceError::NoSuchGame(quote(id)));
        }
        // Counted whether or not the game exists, so that ids cannot be guessed quickly.
        self.limiter.count(RateClass::Load, address, None)?;
        let live = self.live_games.get_or_load(id, || LiveGame::load(id, self, address)).await?;
        // One that was being loaded when an outage ended.
        let (outages, game) = (self.outages(), live.snapshot().game.clone());
        let is_behind = outages.last().is_some_and(|last| last.to > game.excused());
        if is_behind && game.time().is_some() {
            live.excuse(&outages).await;
        }
        if live.snapshot().game.table().awaits_throw().is_some() {
            self.change(&live, |_| Ok(())).await?;
        }
        self.attend(&live);
        Ok(live)
    }

    /// Replays the log of a game.
    async fn replay(&self, id: &str, address: Option<IpAddr>) -> Result<Game, ServiceError> {
        let no_game = || ServiceError::NoSuchGame(quote(id));
        let stored = self.store.game(id).await?.ok_or_else(no_game)?;
        let events = self.store.events(id).await?;
        let id = id.to_owned();
        let outages = self.outages();
        self.compute(address, move || replay(&id, &stored, &events, &outages)).await?
    }

    /// Applies what others have appended to a log since. Returns the game after each act with what
    /// follows from it, such as a throw, and what the umpire announced then. They have one moment.
    async fn follow(
        &self,
        before: &Arc<Game>,
        events: Vec<StoredEvent>,
    ) -> Result<Vec<(Arc<Game>, Reports)>, ServiceError> {
        let few = events.len() <= FEW;
        let (mut game, outages) = (before.clone(), self.outages());
        let mut follow = move || {
            let mut states = Vec::new();
            let mut rest = events.len();
            for act in events.chunk_by(|one, next| one.at_ms == next.at_ms) {
                let mut next = (*game).clone();
                let mut reports = Reports::empty(next.players().len());
                for event in act {
                    let report = next.follow(recorded(event), &outages);
                    reports.append(report.map_err(|error| broken_log(next.id(), &error))?);
                }
                rest -= act.len();
                if rest == 0 {
                    next.excuse(&outages);
                }
                game = Arc::new(next);
                states.push((game.clone(), reports));
            }
            Ok(states)
        };
        // It takes no longer than an act.
        if few { follow() } else { self.compute(None, follow).await? }
    }

    /// A live game that a caller may see. To others a private game is one that does not exist.
    /// `key` is the secret of a seat.
    pub(crate) async fn visible_game(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        key: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, ServiceError> {
        let live = self.live_game(id, address).await?;
        if live.snapshot().game.is_visible_to(user, key) {
            Ok(live)
        } else {
            Err(ServiceError::NoSuchGame(quote(id)))
        }
    }

    /// The latest state of a game that a caller may see.
    pub(crate) async fn snapshot(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        address: Option<IpAddr>,
    ) -> Result<Arc<Snapshot>, ServiceError> {
        self.snapshot_with_key(id, user, None, address).await
    }

    /// The latest state of a game for a caller who may have the secret of a seat.
    pub(crate) async fn snapshot_with_key(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        key: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<Arc<Snapshot>, ServiceError> {
        Ok(self.visible_game(id, user, key, address).await?.snapshot())
    }

    /// An offer in full.
    pub(crate) async fn offer(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        key: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<OfferDetails, ServiceError> {
        let snapshot = self.snapshot_with_key(id, user, key, address).await?;
        let mut answered = None;
        if let Some(OfferOf::Counter(first)) = &snapshot.game.opening().offer.of {
            let first = self.snapshot(first, user, address).await;
            answered = first.ok().map(|first| first.game.clone());
        }
        Ok(view::offer_details(&snapshot, user, key, answered.as_deref()))
    }

    /// The latest state of a game, for the server itself.
    pub(crate) async fn own_snapshot(
        self: &Arc<Self>,
        id: &str,
    ) -> Result<Arc<Snapshot>, ServiceError> {
        Ok(self.live_game(id, None).await?.snapshot())
    }

    /// Watches a game with a perspective.
    pub(crate) async fn watch(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        wanted: Option<PerspectiveRequest>,
        since: Option<u64>,
        address: Option<IpAddr>,
    ) -> Result<Watcher, ServiceError> {
        let live = self.visible_game(id, user, None, address).await?;
        let watcher = live.watch(user, wanted, since, self.environment.clone())?;
        // The clocks may start now that a player is here.
        self.attend(&live);
        Ok(watcher)
    }

    /// What is received now.
    pub(crate) fn received_now(&self) -> Received {
        Received { at: self.environment.now(), lag_ms: 0 }
    }

    /// Changes a game with what is received now; see [`LiveGame::change`].
    async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        change: impl Fn(&mut Transaction<'_>) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<(T, Changed), ServiceError> {
        self.change_with(live, self.received_now(), change).await
    }

    /// Changes a game with what was `received`; see [`LiveGame::change`].
    async fn change_with<T: Send + 'static>(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        received: Received,
        change: impl Fn(&mut Transaction<'_>) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<(T, Changed), ServiceError> {
        self.after_outage().await?;
        let (service, live) = (self.clone(), live.clone());
        // A task of its own: a caller that disconnects must not cancel a change after it was stored
        // and before it is published.
        let changing = tokio::spawn(async move {
            let result = live.change(&service, received, change).await;
            service.attend(&live);
            result
        });
        changing.await.map_err(|error| ServiceError::Broken(format!("a change failed: {error}")))?
    }

    /// Computes something for an address in the worker pool.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.compute_while(address, |_| work()).await
    }

    /// As [`Service::compute`], for what takes long: the closure gets a function that returns
    /// whether its result is still wanted.
    pub(crate) async fn compute_while<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let caller = address.map(Caller::Address);
        let work = move |job: &JobContext<'_>| work(&|| !job.stop.load(Ordering::Relaxed));
        match self.computations.run(caller, work).await {
            Ok(Some(done)) => Ok(done),
            Ok(None) => Err(ServiceError::Broken("a computation died".to_owned())),
            Err(SubmitError::QueueFull | SubmitError::CallerLimit(_)) => Err(ServiceError::Busy),
        }
    }

    /// Evicts idle games and returns their memory to the system, at intervals, for ever.
    pub(crate) async fn sweep(&self) {
        loop {
            tokio::time::sleep(SWEEP_INTERVAL).await;
            self.live_games.evict(IDLE_TIMEOUT);
            let begun = Instant::now();
            if tokio::task::spawn_blocking(memory::trim).await.is_ok() {
                tracing::debug!(took = ?begun.elapsed(), games = self.live_games.len(), "gave free memory back");
            }
        }
    }

    /// Stops the computers, finishes pending writes and closes the store.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        for live in self.live_games.drain() {
            live.stop_thinking();
        }
        self.leave_nodes().await;
        self.store.close().await;
    }

    /// Keeps the service from doing anything of itself: no computer moves, no clock starts. For the
    /// commands of an operator, beside which a server may run.
    pub(crate) fn stand_by(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

/// Replays a stored log.
///
/// # Errors
///
/// Fails if the log cannot be read, or is not legal by the rules.
pub(crate) fn replay(
    id: &str,
    game: &StoredGame,
    events: &[StoredEvent],
    outages: &[Outage],
) -> Result<Game, ServiceError> {
    let opening = Recorded { at: Moment(game.created_ms), line: &game.body };
    let events = events.iter().map(recorded);
    Game::replay(id, opening, events, outages).map_err(|error| broken_log(id, &error))
}

/// An event as the host reads it.
fn recorded(event: &StoredEvent) -> Recorded<'_> {
    Recorded { at: Moment(event.at_ms), line: &event.body }
}

fn broken_log(id: &str, error: &ReplayError) -> ServiceError {
    ServiceError::Broken(format!("the log of game '{id}' cannot be replayed: {error}"))
}
