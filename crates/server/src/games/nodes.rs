//! Several servers on one store, the *nodes*. No node owns a game; each may have it in memory.
//!
//! What another node has done with a game is read from the store: before a request is answered, so
//! that every answer knows of all acts that were acknowledged before it was asked for; and for the
//! sockets of a game when the bus says that there is something new, or every few seconds without
//! it. The presence of players is in the store too, a row for each node. Work that one node is to
//! do is leased there; who does it all the same can at worst waste effort, as the store takes one
//! of two appends.
//!
//! The nodes share the clock of the database, so that a span that one of them begins and another
//! ends has a length.

use super::live_game::LiveGame;
use super::{Service, ServiceError};
use crate::bus::{Bus, Word};
use crate::metrics::NodeSample;
use heterodox_host::{Moment, UserId};
use heterodox_store::{GameSigns, SeatPresence, SharedStore, StoreError, Work};
#[cfg(feature = "cluster")]
use heterodox_store::{Store, server_key_or_new};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast, mpsc, watch};
use tokio::time::sleep;

/// The interval of the signs of life.
const SIGN: Duration = Duration::from_secs(2);
/// How many signs there are to each look at the clock of the store.
const SIGNS_PER_CLOCK: u32 = 5;
/// How many signs there are to each deletion of what old nodes left behind: an hour.
const SIGNS_PER_SWEEP: u32 = 1800;
/// How long the store may be out of reach until the people at this node are sent to others.
const AWAY: Duration = Duration::from_secs(5);
/// The interval at which the games in memory are looked at without a bus.
const LOOK_WITHOUT_BUS: Duration = Duration::from_secs(2);
/// The interval with a bus, for words that were lost.
const LOOK: Duration = Duration::from_secs(10);
/// How many looks without a bus there are to each look at people and what waits for them.
const LOOKS_PER_PEOPLE: u32 = 5;
/// How long words are collected before the games are looked at.
const GATHER: Duration = Duration::from_millis(5);
/// The most games of one look at the store.
const AT_ONCE: usize = 500;
/// The delay before a retry after the store has refused.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long a lease lasts.
pub(super) const LEASE: Duration = Duration::from_secs(10);
/// The interval at which a lease is renewed.
const RENEWAL: Duration = Duration::from_secs(3);
/// How long the clock of the store may take to be read. The error is at most half of that.
const QUICK_MS: i64 = 100;
/// How long it takes at most where no further reading is needed.
const EXACT_MS: i64 = 10;
/// The most readings at the start.
const FIRST_READINGS: u32 = 20;
/// The most by which a running clock is set forth or back. A node whose clock differs more keeps
/// its own time: a jump of the database's clock must flag no player.
const CLOCK_STEP_MS: i64 = 1000;
/// The name of the key in the store by which nodes of a club find each other on a bus.
#[cfg(feature = "cluster")]
const BUS_KEY: &str = "bus";

/// A reading of the store's clock.
#[derive(Clone, Copy)]
struct ClockReading {
    /// How long it took.
    took_ms: i64,
    /// By how much that clock is ahead.
    by_ms: i64,
}

/// This server as one of several on a store.
pub(crate) struct Nodes {
    /// The id of this node, new for each run.
    id: String,
    bus: Option<Arc<dyn Bus>>,
    /// Presence that is to be noted in the store.
    presence: mpsc::UnboundedSender<(String, SeatPresence)>,
    to_note: tokio::sync::Mutex<mpsc::UnboundedReceiver<(String, SeatPresence)>>,
    /// The games of which there is something new.
    news: Mutex<HashSet<String>>,
    has_news: Notify,
    /// Whether the store was reached of late.
    is_reached: watch::Sender<bool>,
    /// Whether the clock was set to that of the store.
    has_clock: AtomicBool,
    /// The people whose accounts have changed; `None` if that may be any.
    people: broadcast::Sender<Option<UserId>>,
}

impl Nodes {
    /// This server as a node with this id.
    pub(super) fn new(id: String, bus: Option<Arc<dyn Bus>>) -> Self {
        let (presence, to_note) = mpsc::unbounded_channel();
        Self {
            id,
            bus,
            presence,
            to_note: tokio::sync::Mutex::new(to_note),
            news: Mutex::default(),
            has_news: Notify::new(),
            is_reached: watch::channel(true).0,
            has_clock: AtomicBool::new(false),
            people: broadcast::channel(1024).0,
        }
    }

    fn say(&self, word: Word) {
        if let Some(bus) = &self.bus {
            bus.say(word);
        }
    }

    /// Notes that a player has come to this node, or has left it.
    pub(super) fn note_presence(&self, game: &str, presence: SeatPresence) {
        // An error means that the server stops.
        let _ = self.presence.send((game.to_owned(), presence));
    }

    fn has_bus(&self) -> bool {
        self.bus.as_ref().is_some_and(|bus| bus.is_connected())
    }

    fn note_news(&self, id: String) {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        self.has_news.notify_one();
    }

    fn take_news(&self) -> HashSet<String> {
        std::mem::take(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The name of a club on a bus: nodes on one store have the same.
///
/// # Errors
///
/// If the store fails.
#[cfg(feature = "cluster")]
pub(crate) async fn club_name(
    store: &dyn Store,
    new_token: impl FnOnce() -> String + Send,
) -> Result<String, StoreError> {
    let key = server_key_or_new(store, BUS_KEY, || new_token().into_bytes()).await?;
    Ok(String::from_utf8_lossy(&key).chars().filter(char::is_ascii_alphanumeric).take(16).collect())
}

impl Service {
    /// The node that this server is and the store that it shares; `None` for a server that is
    /// alone.
    fn node(&self) -> Option<(&Arc<Nodes>, &dyn SharedStore)> {
        Some((self.nodes.as_ref()?, self.store.shared()?))
    }

    /// Whether the store, which is on another machine, was out of reach for long.
    pub(super) fn is_cut_off(&self) -> bool {
        self.nodes.as_ref().is_some_and(|nodes| !*nodes.is_reached.borrow())
    }

    /// Whether other servers may use the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.nodes.is_some()
    }

    /// What monitoring reads; `None` for a server that is alone.
    pub(crate) fn sample_node(&self) -> Option<NodeSample> {
        let nodes = self.nodes.as_ref()?;
        Some(NodeSample { is_reached: *nodes.is_reached.borrow(), has_bus: nodes.has_bus() })
    }

    /// Whether the store was reached of late; follows its changes. `None` for a server that is
    /// alone.
    pub(crate) fn reached(&self) -> Option<watch::Receiver<bool>> {
        Some(self.nodes.as_ref()?.is_reached.subscribe())
    }

    /// The people whose accounts or sessions other nodes have changed; `None` if that may be any.
    pub(crate) fn changed_people(&self) -> Option<broadcast::Receiver<Option<UserId>>> {
        Some(self.nodes.as_ref()?.people.subscribe())
    }

    /// Tells the other nodes that the account or the sessions of a person have changed.
    pub(crate) fn tell_person(&self, user: UserId) {
        if let Some(nodes) = &self.nodes {
            nodes.say(Word::Person(user));
        }
    }

    /// Tells the other nodes that what waits for a person may have changed.
    pub(super) fn tell_waiting(&self, user: UserId) {
        if let Some(nodes) = &self.nodes {
            nodes.say(Word::Waiting(user));
        }
    }

    /// Tells the other nodes that a game has gone on.
    pub(super) fn tell_game(&self, id: &str, length: u64) {
        if let Some(nodes) = &self.nodes {
            nodes.say(Word::Game { id: id.to_owned(), length });
        }
    }

    /// Tells the other nodes that something was said in a game.
    pub(crate) fn tell_table(&self, id: &str) {
        if let Some(nodes) = &self.nodes {
            nodes.say(Word::Table(id.to_owned()));
        }
    }

    /// Reads what other nodes have done with a game since.
    pub(super) async fn catch_up(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
    ) -> Result<(), ServiceError> {
        if self.nodes.is_some() && live.follow_log(self).await? {
            self.attend(live);
        }
        Ok(())
    }

    /// The presence at other nodes of a game that is being loaded. Before anybody has come, the
    /// players count as gone from `now` on, at all nodes.
    pub(super) async fn presence_elsewhere(
        &self,
        id: &str,
        seats: usize,
        now: Moment,
    ) -> Result<Vec<SeatPresence>, ServiceError> {
        let Some((nodes, shared)) = self.node() else { return Ok(Vec::new()) };
        shared.begin_presence(id, seats, now.as_millis()).await?;
        let signs = shared.signs(&nodes.id, &[id.to_owned()]).await?;
        Ok(signs.into_iter().next().map(|signs| signs.presence).unwrap_or_default())
    }

    /// Asks for work. Of several nodes one gets it, and a server that is alone always does. What
    /// it does not get because the store fails is left for later.
    pub(super) async fn lease(&self, work: &[Work]) -> Vec<bool> {
        let Some((nodes, shared)) = self.node() else { return vec![true; work.len()] };
        if work.is_empty() {
            return Vec::new();
        }
        shared.lease(&nodes.id, work, LEASE).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "no work can be leased");
            vec![false; work.len()]
        })
    }

    /// Asks for one piece of work, as [`Service::lease`].
    pub(super) async fn lease_one(&self, key: String, step: u64) -> bool {
        self.lease(&[Work { key, step }]).await == [true]
    }

    /// Keeps leased work for this node, until the future is dropped.
    pub(super) async fn keep_lease(&self, key: &str, step: u64) {
        loop {
            sleep(RENEWAL).await;
            if self.nodes.is_some() {
                self.lease_one(key.to_owned(), step).await;
            }
        }
    }

    /// Gives up leased work.
    pub(super) async fn give_up(&self, key: &str) {
        if let Some((nodes, shared)) = self.node()
            && let Err(error) = shared.give_up(&nodes.id, key).await
        {
            tracing::debug!(%error, "a lease lasts until it expires");
        }
    }

    /// Shows that this node runs, and takes the time of the store. Returns the number of other
    /// nodes that run.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub(crate) async fn join_nodes(&self) -> Result<usize, StoreError> {
        let Some((nodes, shared)) = self.node() else { return Ok(0) };
        self.set_clock(nodes).await?;
        shared.sweep_nodes().await?;
        shared.note_node(&nodes.id).await
    }

    /// Ends this node's part.
    pub(super) async fn leave_nodes(&self) {
        if let Some((nodes, shared)) = self.node()
            && let Err(error) = shared.forget_node(&nodes.id).await
        {
            tracing::warn!(%error, "the other nodes learn later that this one has ended");
        }
    }

    /// Takes the time of the store, without running as a node.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub(super) async fn take_clock(&self) -> Result<(), StoreError> {
        match self.node() {
            Some((nodes, _)) => self.set_clock(nodes).await,
            None => Ok(()),
        }
    }

    /// Sets the clock to that of the store, which all nodes share: at the start whatever it says,
    /// and later by little.
    async fn set_clock(&self, nodes: &Nodes) -> Result<(), StoreError> {
        let is_first = !nodes.has_clock.load(Ordering::Relaxed);
        let mut best: Option<ClockReading> = None;
        // The quickest of several readings has the smallest error. At the start a good one is
        // waited for: nothing has happened yet.
        for _ in 0..if is_first { FIRST_READINGS } else { 1 } {
            let before = self.environment.now().as_millis();
            let theirs = self.store.now_ms().await?;
            let after = self.environment.now().as_millis();
            let by_ms = theirs - before.midpoint(after);
            let reading = ClockReading { took_ms: after - before, by_ms };
            if best.is_none_or(|best| reading.took_ms < best.took_ms) {
                best = Some(reading);
            }
            if reading.took_ms <= EXACT_MS {
                break;
            }
        }
        let Some(ClockReading { took_ms, by_ms }) = best else { return Ok(()) };
        if is_first {
            let now = self.environment.now().as_millis();
            self.environment.begin_at(Moment(now + by_ms));
            nodes.has_clock.store(true, Ordering::Relaxed);
            tracing::info!(by_ms, took_ms, "the clock is that of the database");
        } else if took_ms >= QUICK_MS {
            tracing::debug!(took_ms, "the clock of the database was not read quickly enough");
        } else if by_ms.abs() > CLOCK_STEP_MS {
            tracing::error!(by_ms, "the clock of the database has jumped: this node keeps its own");
        } else if by_ms.abs() > 1 {
            self.environment.correct(by_ms);
        }
        Ok(())
    }

    /// Follows what the other nodes do, for ever. Returns at once for a server that is alone.
    pub(crate) async fn follow_nodes(self: &Arc<Self>) {
        let Some(nodes) = self.nodes.clone() else { return };
        tokio::join!(
            self.give_signs(&nodes),
            self.note_presences(&nodes),
            self.hear_words(&nodes),
            self.look_at_news(&nodes),
        );
    }

    /// Shows that this node runs, and learns of outages and the time, for ever.
    async fn give_signs(self: &Arc<Self>, nodes: &Arc<Nodes>) {
        let (mut reached_at, mut count) = (Instant::now(), 0_u32);
        loop {
            sleep(SIGN).await;
            count = count.wrapping_add(1);
            let sign = async {
                let Some((nodes, shared)) = self.node() else { return Ok(()) };
                shared.note_node(&nodes.id).await?;
                if count.is_multiple_of(SIGNS_PER_CLOCK) {
                    self.set_clock(nodes).await?;
                }
                if count.is_multiple_of(SIGNS_PER_SWEEP) {
                    shared.sweep_nodes().await?;
                }
                self.learn_outages().await
            };
            let sign = tokio::time::timeout(AWAY, sign).await;
            match sign {
                Ok(Ok(())) => {
                    reached_at = Instant::now();
                    if !nodes.is_reached.send_replace(true) {
                        tracing::warn!("the database is reached again");
                        // What was missed.
                        self.look_at_all().await;
                    }
                }
                Ok(Err(error)) => tracing::debug!(%error, "the database was not reached"),
                Err(_) => tracing::debug!("the database does not answer"),
            }
            if reached_at.elapsed() > AWAY && nodes.is_reached.send_replace(false) {
                tracing::error!("the database is out of reach: people are sent to other nodes");
            }
        }
    }

    /// Notes in the store who comes and goes here, for ever.
    async fn note_presences(&self, nodes: &Arc<Nodes>) {
        let mut to_note = nodes.to_note.lock().await;
        let mut batch = Vec::new();
        while to_note.recv_many(&mut batch, AT_ONCE).await > 0 {
            self.note_batch(nodes, &mut batch).await;
        }
    }

    /// Shows that this node runs, and notes who has come and gone here so far. For tests, which
    /// call no [`Service::follow_nodes`].
    pub(crate) async fn note_presences_now(&self) {
        let Some((nodes, shared)) = self.node() else { return };
        if let Err(error) = shared.note_node(&nodes.id).await {
            tracing::warn!(%error, "the other nodes do not know of this one");
        }
        let mut to_note = nodes.to_note.lock().await;
        let mut batch: Vec<_> = std::iter::from_fn(|| to_note.try_recv().ok()).collect();
        if !batch.is_empty() {
            self.note_batch(nodes, &mut batch).await;
        }
    }

    async fn note_batch(&self, nodes: &Nodes, batch: &mut Vec<(String, SeatPresence)>) {
        // The last state of each seat counts.
        let seat = |(game, presence): (String, SeatPresence)| ((game, presence.seat), presence);
        let last: HashMap<_, _> = batch.drain(..).map(seat).collect();
        let presence: Vec<_> =
            last.into_iter().map(|((game, _), presence)| (game, presence)).collect();
        while let Some((_, shared)) = self.node()
            && let Err(error) = shared.set_presence(&nodes.id, presence.clone()).await
        {
            tracing::debug!(%error, "presence waits for the store");
            sleep(RETRY_DELAY).await;
        }
        let games: HashSet<_> = presence.into_iter().map(|(game, _)| game).collect();
        for game in games {
            nodes.say(Word::Table(game));
        }
    }

    /// Passes on what is new of all games in memory.
    pub(crate) async fn look_at_all(self: &Arc<Self>) {
        if let Some(nodes) = &self.nodes {
            self.look(nodes, self.loaded_ids()).await;
        }
    }

    /// Hears what other nodes say, for ever.
    async fn hear_words(&self, nodes: &Arc<Nodes>) {
        let Some(mut words) = nodes.bus.as_ref().and_then(|bus| bus.listen()) else { return };
        while let Some(word) = words.recv().await {
            match word {
                Word::Game { id, length } => {
                    let known = self.live_games.peek(&id);
                    if known.is_some_and(|live| live.snapshot().game.length() < length) {
                        nodes.note_news(id);
                    }
                }
                Word::Table(id) => {
                    if self.live_games.peek(&id).is_some() {
                        nodes.note_news(id);
                    }
                }
                Word::Waiting(user) => self.bells.ring(user),
                Word::Person(user) => {
                    self.rename_here(user).await;
                    self.bells.ring(user);
                    // An error means that the receiver is gone.
                    let _ = nodes.people.send(Some(user));
                }
            }
        }
    }

    fn loaded_ids(&self) -> Vec<String> {
        self.live_games.loaded().iter().map(|live| live.id().to_owned()).collect()
    }

    /// Looks at games of which there is something new, and now and then at all in memory, for ever.
    async fn look_at_news(self: &Arc<Self>, nodes: &Arc<Nodes>) {
        let (mut looked_at, mut count) = (Instant::now(), 0_u32);
        loop {
            let interval = if nodes.has_bus() { LOOK } else { LOOK_WITHOUT_BUS };
            let rest = interval.saturating_sub(looked_at.elapsed()).min(LOOK_WITHOUT_BUS);
            if tokio::time::timeout(rest, nodes.has_news.notified()).await.is_ok() {
                sleep(GATHER).await;
            }
            let mut games: Vec<_> = nodes.take_news().into_iter().collect();
            if looked_at.elapsed() >= interval {
                games = self.loaded_ids();
                looked_at = Instant::now();
                count = count.wrapping_add(1);
                if !nodes.has_bus() && count.is_multiple_of(LOOKS_PER_PEOPLE) {
                    self.bells.ring_all();
                    self.rename_all().await;
                    let _ = nodes.people.send(None);
                }
            }
            self.look(nodes, games).await;
        }
    }

    /// Reads what is new of games in memory, and passes it on to their watchers.
    async fn look(self: &Arc<Self>, nodes: &Arc<Nodes>, games: Vec<String>) {
        for part in games.chunks(AT_ONCE) {
            let Some(shared) = self.store.shared() else { return };
            match shared.signs(&nodes.id, part).await {
                Ok(all) => {
                    for signs in all {
                        self.pass_on(signs).await;
                    }
                }
                Err(error) => tracing::debug!(%error, "games could not be looked at"),
            }
        }
    }

    async fn pass_on(self: &Arc<Self>, signs: GameSigns) {
        let Some(live) = self.live_games.peek(&signs.game) else { return };
        if live.snapshot().game.length() < signs.length
            && let Err(error) = self.catch_up(&live).await
        {
            tracing::warn!(game = signs.game, %error, "a game could not be followed");
        }
        if live.set_presence_elsewhere(&signs.presence) {
            self.attend(&live);
        }
        if let Err(error) =
            live.chat().catch_up(self.store.as_ref(), &signs.game, signs.lines).await
        {
            tracing::warn!(game = signs.game, %error, "a chat could not be followed");
        }
    }
}
