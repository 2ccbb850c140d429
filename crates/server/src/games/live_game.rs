//! A game in memory: changes happen one at a time, and all watchers get them.

use super::change::{change, presence};
use super::chat::GameChat;
use super::conditionals::ConditionalsGate;
use super::derived::{derived, new_game};
use super::environment::Environment;
use super::names::SeatNames;
use super::news;
use super::nodes::Nodes;
use super::view;
use super::{Service, ServiceError};
use heterodox_host::clock::LagQuota;
use heterodox_host::{
    Circumstances, Done, Game, Moment, Outage, Perspective, PerspectiveRequest, Transaction, UserId,
};
use heterodox_rules::{Reports, Seat, Viewer, Warning};
use heterodox_store::{Append, NewEvent, SeatPresence, StoreError};
use heterodox_wire::{GameState, ServerMessage};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How many changes a watcher may lag behind before it gets only the latest state.
const UPDATE_BACKLOG: usize = 8;
/// How long changes are kept for a watcher that has left, to send it what it has missed.
const RESUME_TIMEOUT: Duration = Duration::from_mins(1);
/// The most changes that are kept.
const RESUME_BACKLOG: usize = 16;

/// How often a change is judged again because another program has written to the log.
const CONFLICTS: u32 = 3;

/// When something came from outside, and over what network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Received {
    /// The moment at which its last byte was read.
    pub(crate) at: Moment,
    /// What the network has cost the player, in milliseconds.
    pub(crate) lag_ms: u64,
}

/// A game in memory. The log in the store is authoritative; this is its replayed state.
pub(crate) struct LiveGame {
    id: String,
    /// Held by the task that changes the game.
    write_lock: tokio::sync::Mutex<()>,
    /// Set after a failed write that may have been stored all the same: the log must be read again.
    needs_reload: AtomicBool,
    state: Mutex<LiveState>,
    /// One channel per seat and, last, one for the public. Each carries only what concerns its
    /// viewer, so that a watcher cannot count acts that it may not know of. It is made for the
    /// first watcher, as most games have no spectators.
    updates: Vec<OnceLock<broadcast::Sender<Arc<Update>>>>,
    /// What is said beside the moves.
    chat: GameChat,
    /// Who follows the conditional moves.
    conditionals: ConditionalsGate,
    /// The nodes that are told who comes and goes; `None` if there is only one.
    nodes: Option<Arc<Nodes>>,
}

struct LiveState {
    snapshot: Arc<Snapshot>,
    /// The number of open sockets of each seat.
    sockets: Vec<usize>,
    /// For each seat when its last socket here closed. Before there was one, when the game was
    /// loaded, or the beginning of time if the store knows better.
    left: Vec<Moment>,
    /// The presence of the players at other nodes.
    elsewhere: Vec<Presence>,
    last_used_at: Instant,
    /// Stops the computer that thinks about the snapshot.
    thinking: Option<Arc<AtomicBool>>,
    /// The address of the person who acted last. The computer's time counts to it.
    address: Option<IpAddr>,
    /// The seats with a hint in progress.
    hints_in_progress: Vec<Seat>,
    /// What each seat may be credited for the network; empty in a game without clocks.
    lag_quotas: Vec<LagQuota>,
    /// What watchers that have left may have missed: one for each seat and, last, one for the
    /// public, as in [`LiveGame::updates`].
    missed: Vec<Missed>,
}

/// What the watchers of a viewer may have missed.
#[derive(Default)]
struct Missed {
    /// When one of them left last.
    left_at: Option<Instant>,
    /// The changes since one of them left, the newest last: those that concern the viewer, at most
    /// [`RESUME_BACKLOG`]. Changes of the presence alone are not kept, as they do not add up.
    updates: VecDeque<Arc<Update>>,
}

impl Missed {
    fn keep(&mut self, update: &Arc<Update>) {
        if self.left_at.is_none_or(|left| left.elapsed() >= RESUME_TIMEOUT) {
            self.updates = VecDeque::new();
        } else if !update.is_presence() {
            self.updates.push_back(update.clone());
            if self.updates.len() > RESUME_BACKLOG {
                self.updates.pop_front();
            }
        }
    }
}

impl LiveState {
    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// For each seat whether it has an open socket here.
    fn who_is_here(&self) -> Vec<bool> {
        self.sockets.iter().map(|sockets| *sockets > 0).collect()
    }
}

/// A change of a game, as watchers get it.
#[derive(Debug)]
pub(crate) struct Update {
    /// The state before the change.
    before: Arc<Snapshot>,
    /// The state after it.
    after: Arc<Snapshot>,
    /// The umpire's reports.
    reports: Reports,
    /// The message with the change, by the perspectives before and after it: written once for all
    /// who get it, when the first of them does.
    texts: Mutex<Vec<(Perspective, Perspective, Utf8Bytes)>>,
}

impl Update {
    /// The message for a watcher with these perspectives.
    pub(crate) fn message(&self, old: &Perspective, new: &Perspective) -> Utf8Bytes {
        // The list only grows, so a panic with the lock held leaves it whole.
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., text)) = texts.iter().find(|entry| (&entry.0, &entry.1) == (old, new)) {
            return text.clone();
        }
        let heard = self.reports.of(new.viewer);
        let text = write_message(&change((&self.before, old), (&self.after, new), heard));
        texts.push((old.clone(), new.clone(), text.clone()));
        text
    }

    /// Whether only the presence of players has changed.
    fn is_presence(&self) -> bool {
        Arc::ptr_eq(&self.before.game, &self.after.game)
    }

    /// Whether a viewer may know of it.
    fn concerns(&self, viewer: Viewer) -> bool {
        !self.after.is_same_for(&self.before, viewer)
    }
}

/// A stored state of a game, and the presence of its players.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The game.
    pub(crate) game: Arc<Game>,
    presence: Vec<Presence>,
    names: SeatNames,
}

/// Whether the player of a seat watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Presence {
    /// Since when no socket of the player has been open; `None` if one is.
    pub(crate) away_since: Option<Moment>,
}

impl Presence {
    /// A player who has not come since the beginning of time.
    const NEVER: Self = Self { away_since: Some(Moment(i64::MIN)) };

    pub(crate) fn is_here(self) -> bool {
        self.away_since.is_none()
    }

    /// Since when the player has been away, without outages of the server, after which it has time
    /// to come back.
    pub(crate) fn away_since(self, game: &Game) -> Option<Moment> {
        self.away_since.map(|since| since.max(game.excused()))
    }
}

/// The text of a message.
fn write_message(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("views are plain data").into()
}

impl Snapshot {
    /// For each seat whether its person watches.
    pub(super) fn presence(&self) -> &[Presence] {
        &self.presence
    }

    /// The names of the players.
    pub(crate) fn names(&self) -> &[Option<String>] {
        &self.names
    }

    /// Whether the clocks can start, because all players are here.
    pub(super) fn may_start_clocks(&self) -> bool {
        let online: Vec<_> = self.presence.iter().map(|presence| presence.is_here()).collect();
        self.game.may_start_clocks(&online)
    }

    /// What is known of the players' connections at a moment.
    fn circumstances(&self, at: Moment, lag_ms: u64) -> Circumstances {
        let claim_after = view::claim_after_ms(&self.game);
        let seats = || self.game.seats().zip(&self.presence);
        let is_gone = |seat, presence: &Presence| {
            // A player who comes for its moves only has time to come.
            let turn = self.game.time().and_then(|time| time.runs_since(seat));
            let since = presence.away_since(&self.game);
            let since = since.map(|since| since.max(turn.unwrap_or(since)));
            let away = since.zip(claim_after);
            away.is_some_and(|(since, after)| at.0 >= since.0.saturating_add_unsigned(after))
        };
        Circumstances {
            lag_ms,
            present: seats().filter(|(_, here)| here.is_here()).map(|(seat, _)| seat).collect(),
            gone: seats()
                .filter(|(seat, here)| is_gone(*seat, here))
                .map(|(seat, _)| seat)
                .collect(),
        }
    }

    /// The state for one perspective.
    pub(crate) fn view(&self, perspective: &Perspective) -> GameState {
        view::state(self, perspective)
    }

    /// The socket message with the state for one perspective.
    pub(crate) fn message(&self, perspective: &Perspective) -> Utf8Bytes {
        write_message(&ServerMessage::State { state: Box::new(self.view(perspective)) })
    }

    /// Returns whether a viewer cannot tell this snapshot from another.
    fn is_same_for(&self, other: &Self, viewer: Viewer) -> bool {
        self.presence == other.presence
            && self.names == other.names
            && self.game.excused() == other.game.excused()
            && self.game.version(viewer) == other.game.version(viewer)
    }
}

impl LiveGame {
    /// Loads a game from its log.
    pub(super) async fn load(
        id: &str,
        service: &Service,
        address: Option<IpAddr>,
    ) -> Result<Self, ServiceError> {
        let game = Arc::new(service.replay(id, address).await?);
        let names = service.seat_names(&game).await?;
        let seats = game.players().len();
        // After a restart of the server all players have the same time to come back.
        let now = service.environment.now();
        let known = service.presence_elsewhere(id, seats, now).await?;
        let left = if service.is_shared() { Moment(i64::MIN) } else { now };
        let lag = |seat| game.time().map(|time| LagQuota::new(&time.rules().control(seat)));
        let lag_quotas = (0..seats).filter_map(lag).collect();
        let (sockets, left, elsewhere) =
            (vec![0; seats], vec![left; seats], elsewhere(&known, seats));
        let presence = presence_at_all(&sockets, &left, &elsewhere);
        let state = LiveState {
            snapshot: Arc::new(Snapshot { game, presence, names }),
            sockets,
            left,
            elsewhere,
            last_used_at: Instant::now(),
            thinking: None,
            address: None,
            hints_in_progress: Vec::new(),
            lag_quotas,
            missed: (0..=seats).map(|_| Missed::default()).collect(),
        };
        Ok(Self {
            id: id.to_owned(),
            write_lock: tokio::sync::Mutex::default(),
            needs_reload: AtomicBool::new(false),
            state: Mutex::new(state),
            nodes: service.nodes.clone(),
            updates: (0..=seats).map(|_| OnceLock::new()).collect(),
            chat: GameChat::default(),
            conditionals: ConditionalsGate::default(),
        })
    }

    /// The game's id.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// What is said beside the moves.
    pub(crate) fn chat(&self) -> &GameChat {
        &self.chat
    }

    /// Who follows the conditional moves.
    pub(super) fn conditionals(&self) -> &ConditionalsGate {
        &self.conditionals
    }

    /// The latest stored state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.state().snapshot.clone()
    }

    /// Changes the game with what was `received`. `change` is tried on a copy and the host's
    /// own acts are added; the result is published only once it is stored. On an error nothing has
    /// changed, except that a failed write may have been stored, and is published then.
    ///
    /// A change that the published state refuses is refused without waiting for the write lock: the
    /// time of a refusal must not reveal that another seat acts.
    ///
    /// If another program has written to the log, the change is judged again after it, at most
    /// [`CONFLICTS`] times.
    pub(super) async fn change<T>(
        &self,
        service: &Service,
        received: Received,
        change: impl Fn(&mut Transaction<'_>) -> Result<T, ServiceError> + Send,
    ) -> Result<(T, Changed), ServiceError> {
        let Received { at, .. } = received;
        self.learn_outages(service, at).await?;
        let published = self.snapshot();
        let mut tried = try_change(&published, service, received, &change);
        if tried.is_err() && !self.needs_reload.load(Ordering::Relaxed) {
            return tried.map(|(result, done)| (result, Changed::from(done)));
        }
        let _guard = self.write_lock.lock().await;
        if self.needs_reload.load(Ordering::Relaxed) {
            self.reload(service).await?;
            self.needs_reload.store(false, Ordering::Relaxed);
        }
        let now = self.snapshot();
        if tried.is_err() || !Arc::ptr_eq(&now.game, &published.game) {
            tried = try_change(&now, service, received, &change);
        }
        let mut failures = 0;
        loop {
            let (result, mut done) = tried?;
            let at = at.max(done.game.excused());
            let Some(append) = append(service, &self.snapshot(), &done, at) else {
                return Ok((result, Changed::from(done)));
            };
            let opened = done.creates.clone();
            let has_news = !append.outbox.is_empty()
                || append.creates.as_ref().is_some_and(|new| !new.outbox.is_empty());
            let begun = Instant::now();
            let stored = service.store.append(append).await;
            service.metrics.count_append(begun.elapsed(), stored.is_ok());
            let Err(error) = stored else {
                // The other nodes read the log, which does not say when this node showed it.
                if !service.is_shared() {
                    done.game.show(at, service.environment.now());
                }
                let changed = Changed::from(done);
                let names = self.names(service, &changed.game).await;
                self.publish(changed.game.clone(), names, changed.reports.clone());
                if has_news {
                    service.news.notify_one();
                }
                service.touched(&published.game);
                service.touched(&changed.game);
                service.tell_game(&self.id, changed.game.length());
                if let Some(new) = &opened {
                    service.touched(new);
                }
                return Ok((result, changed));
            };
            let reloaded = self.reload(service).await;
            self.needs_reload.store(reloaded.is_err(), Ordering::Relaxed);
            failures += 1;
            let is_conflict = matches!(error, StoreError::Conflict { .. });
            if !is_conflict || reloaded.is_err() || failures > CONFLICTS {
                return Err(error.into());
            }
            self.learn_outages_locked(service, at).await?;
            tried = try_change(&self.snapshot(), service, received, &change);
        }
    }

    /// Watches the game with a perspective, until the watcher is dropped. `since` is the version
    /// that the watcher knows already.
    pub(super) fn watch(
        self: &Arc<Self>,
        user: Option<UserId>,
        wanted: Option<PerspectiveRequest>,
        since: Option<u64>,
        environment: Arc<dyn Environment>,
    ) -> Result<Watcher, ServiceError> {
        let game = self.snapshot().game.clone();
        let perspective = game.perspective(user, wanted)?;
        let mut watcher = Watcher {
            live: self.clone(),
            environment,
            user,
            wanted,
            updates: self.subscribe(&game, perspective.viewer),
            perspective,
            present: Vec::new(),
            waiting: VecDeque::new(),
        };
        watcher.enter(since);
        Ok(watcher)
    }

    /// The size in memory, in units of about 10 KiB.
    pub(super) fn weight(&self) -> usize {
        1 + self.snapshot().game.table().plies() / 10
    }

    /// Returns whether the game has been idle for at least `since`.
    pub(super) fn is_idle(&self, since: Duration) -> bool {
        self.last_used().elapsed() >= since
    }

    /// When the game was used last.
    pub(super) fn last_used(&self) -> Instant {
        self.state().last_used_at
    }

    /// Notes the address of a person who acts.
    pub(super) fn note_address(&self, address: Option<IpAddr>) {
        if address.is_some() {
            self.state().address = address;
        }
    }

    /// The address of the person who acted last, if it is known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.state().address
    }

    /// Marks the game as used now.
    pub(super) fn touch(&self) {
        self.state().last_used_at = Instant::now();
    }

    /// Marks a computer as thinking about a game with a log of this length. Returns the flag that
    /// stops it when the game goes on; `None` if the game has gone on already, or a computer is
    /// thinking.
    pub(super) fn start_thinking(&self, length: u64) -> Option<Arc<AtomicBool>> {
        let mut state = self.state();
        if state.snapshot.game.length() != length || state.thinking.is_some() {
            return None;
        }
        Some(state.thinking.insert(Arc::default()).clone())
    }

    /// What a person is credited for the delay of the network, which was measured as `lag_ms`.
    pub(super) fn lag_credit_ms(&self, user: UserId, lag_ms: u64) -> u64 {
        let state = self.state();
        let seat = state.snapshot.game.seats_of(user).first().copied();
        let quota = seat.and_then(|seat| state.lag_quotas.get(seat.index()));
        quota.map_or(0, |quota| quota.credit_ms(lag_ms))
    }

    /// Notes that a person was credited for the delay of the network.
    pub(super) fn note_lag(&self, user: UserId, credited_ms: u64) {
        let mut state = self.state();
        let seat = state.snapshot.game.seats_of(user).first().copied();
        if let Some(quota) = seat.and_then(|seat| state.lag_quotas.get_mut(seat.index())) {
            quota.note(credited_ms);
        }
    }

    /// Marks a hint for a seat as in progress, until the guard is dropped; `None` if one is
    /// already.
    pub(super) fn start_hint(self: &Arc<Self>, seat: Seat) -> Option<HintGuard> {
        let mut state = self.state();
        if state.hints_in_progress.contains(&seat) {
            return None;
        }
        state.hints_in_progress.push(seat);
        Some(HintGuard { live: self.clone(), seat })
    }

    /// Notes that the computer with this flag thinks no more.
    pub(super) fn end_thinking(&self, stop: &Arc<AtomicBool>) {
        self.state().thinking.take_if(|thinking| Arc::ptr_eq(thinking, stop));
    }

    /// Stops the computer that thinks about this game.
    pub(super) fn stop_thinking(&self) {
        self.state().stop_thinking();
    }

    /// Takes outages off the clocks that do not know of them yet.
    pub(super) async fn excuse(&self, outages: &[Outage]) {
        let _guard = self.write_lock.lock().await;
        self.excuse_locked(outages);
    }

    /// Learns of the outages that other servers have noted, if something is due by a clock. See
    /// [`Outages`](heterodox_store::Outages) for why none is missed.
    async fn learn_outages(&self, service: &Service, at: Moment) -> Result<(), ServiceError> {
        if !self.is_due(service, at) {
            return Ok(());
        }
        let _guard = self.write_lock.lock().await;
        self.learn_outages_locked(service, at).await
    }

    /// Whether other servers may know that what is due by a clock is not due.
    fn is_due(&self, service: &Service, at: Moment) -> bool {
        let deadline = self.snapshot().game.next_deadline();
        service.is_shared() && deadline.is_some_and(|deadline| deadline <= at)
    }

    async fn learn_outages_locked(
        &self,
        service: &Service,
        at: Moment,
    ) -> Result<(), ServiceError> {
        if self.is_due(service, at) {
            service.read_outages().await?;
            self.excuse_locked(&service.outages());
        }
        Ok(())
    }

    fn excuse_locked(&self, outages: &[Outage]) {
        let mut game = (*self.snapshot().game).clone();
        if game.time().is_some() && game.excuse(outages) {
            let reports = Reports::empty(game.players().len());
            let names = self.snapshot().names.clone();
            self.publish(Arc::new(game), names, reports);
        }
    }

    /// Reads what others have appended to the log, and publishes it. Returns whether there was
    /// anything.
    pub(super) async fn follow_log(&self, service: &Service) -> Result<bool, ServiceError> {
        // Most often there is nothing, and the game is not kept from its writers.
        let length = self.snapshot().game.length();
        if service.store.events_after(&self.id, length).await.is_ok_and(|new| new.is_empty()) {
            return Ok(false);
        }
        let _guard = self.write_lock.lock().await;
        let length = self.snapshot().game.length();
        self.reload(service).await?;
        Ok(self.snapshot().game.length() != length)
    }

    /// Reads the end of the log again and publishes what is new. The caller holds the write lock.
    ///
    /// Each act is published by itself: how many of them are read at once depends on requests of
    /// others, and what a watcher gets may not.
    async fn reload(&self, service: &Service) -> Result<(), ServiceError> {
        let before = self.snapshot().game.clone();
        match service.store.events_after(&self.id, before.length()).await {
            Ok(events) => {
                for (game, reports) in service.follow(&before, events).await? {
                    let names = self.names(service, &game).await;
                    self.publish(game, names, reports);
                }
            }
            // A database that lost what it had acknowledged, as after a bad failover.
            Err(StoreError::Damaged { .. }) => {
                let game = service.replay(&self.id, None).await?;
                let reports = Reports::empty(game.players().len());
                let names = self.names(service, &game).await;
                self.publish(Arc::new(game), names, reports);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// The names of the players of a later state. One that cannot be looked up now is left out.
    async fn names(&self, service: &Service, game: &Game) -> SeatNames {
        let published = self.snapshot();
        if published.game.players() == game.players() && published.game.is_open() == game.is_open()
        {
            return published.names.clone();
        }
        service.seat_names(game).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a game does not show the names of its players");
            vec![None; game.players().len()].into()
        })
    }

    fn publish(&self, game: Arc<Game>, names: SeatNames, reports: Reports) {
        let mut state = self.state();
        state.stop_thinking();
        let presence = state.snapshot.presence.clone();
        // A name may have changed since the names were looked up.
        let same = state.snapshot.game.players() == game.players();
        let names = if same { state.snapshot.names.clone() } else { names };
        self.set_snapshot(&mut state, Snapshot { game, presence, names }, reports);
    }

    /// Publishes new names of the players.
    pub(super) fn publish_names(&self, names: SeatNames) {
        let mut state = self.state();
        if state.snapshot.names != names && state.snapshot.names.len() == names.len() {
            let Snapshot { game, presence, .. } = &*state.snapshot;
            let (game, presence) = (game.clone(), presence.clone());
            let reports = Reports::empty(game.players().len());
            self.set_snapshot(&mut state, Snapshot { game, presence, names }, reports);
        }
    }

    /// Notes which seats' first sockets have opened and last ones have closed: those whose presence
    /// here is another one than it was. Publishes the presence if it has changed.
    fn change_presence(&self, state: &mut LiveState, was_here: &[bool], now: Moment) {
        for (seat, (was_here, sockets)) in was_here.iter().zip(&state.sockets).enumerate() {
            let here = *sockets > 0;
            if here == *was_here {
                continue;
            }
            if !here {
                state.left[seat] = now;
            }
            if let Some(nodes) = &self.nodes {
                nodes.note_presence(&self.id, SeatPresence { seat, here, at_ms: now.as_millis() });
            }
        }
        self.publish_presence(state);
    }

    /// Notes the presence of the players at other nodes. Returns whether that changes anything.
    pub(super) fn set_presence_elsewhere(&self, presence: &[SeatPresence]) -> bool {
        let mut state = self.state();
        let seats = state.sockets.len();
        state.elsewhere = elsewhere(presence, seats);
        self.publish_presence(&mut state)
    }

    /// Publishes the presence if it has changed. Returns whether it has.
    fn publish_presence(&self, state: &mut LiveState) -> bool {
        let presence = presence_at_all(&state.sockets, &state.left, &state.elsewhere);
        let has_changed = state.snapshot.presence != presence;
        if has_changed {
            let (game, names) = (state.snapshot.game.clone(), state.snapshot.names.clone());
            let reports = Reports::empty(game.players().len());
            self.set_snapshot(state, Snapshot { game, presence, names }, reports);
        }
        has_changed
    }

    /// Publishes a snapshot to the viewers that it concerns. The caller holds the lock, so that all
    /// watchers get all changes in the same order.
    fn set_snapshot(&self, state: &mut LiveState, snapshot: Snapshot, reports: Reports) {
        let snapshot = Arc::new(snapshot);
        let before = std::mem::replace(&mut state.snapshot, snapshot.clone());
        state.last_used_at = Instant::now();
        let update = Arc::new(Update { before, after: snapshot, reports, texts: Mutex::default() });
        let viewers = update.after.game.viewers().zip(&self.updates).zip(&mut state.missed);
        for ((viewer, channel), missed) in viewers {
            if !update.concerns(viewer) {
                continue;
            }
            if let Some(channel) = channel.get() {
                // An error means that there are no watchers.
                let _ = channel.send(update.clone());
            }
            missed.keep(&update);
        }
    }

    fn subscribe(&self, game: &Game, viewer: Viewer) -> broadcast::Receiver<Arc<Update>> {
        let channel = &self.updates[game.viewer_index(viewer)];
        channel.get_or_init(|| broadcast::channel(UPDATE_BACKLOG).0).subscribe()
    }

    fn state(&self) -> MutexGuard<'_, LiveState> {
        // No panic can leave the state half changed: it holds only counters and pointers.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The presence at all nodes by seat: an open socket here, or else what is known of elsewhere.
fn presence_at_all(sockets: &[usize], left: &[Moment], elsewhere: &[Presence]) -> Vec<Presence> {
    let seats = sockets.iter().zip(left).zip(elsewhere);
    let presence = |((sockets, left), elsewhere): ((&usize, &Moment), &Presence)| Presence {
        away_since: elsewhere.away_since.filter(|_| *sockets == 0).map(|since| since.max(*left)),
    };
    seats.map(presence).collect()
}

/// The presence at other nodes by seat, from what the store knows of it.
fn elsewhere(known: &[SeatPresence], seats: usize) -> Vec<Presence> {
    let mut presence = vec![Presence::NEVER; seats];
    for one in known {
        if let Some(slot) = presence.get_mut(one.seat) {
            slot.away_since = (!one.here).then_some(Moment(one.at_ms));
        }
    }
    presence
}

/// A hint in progress.
pub(super) struct HintGuard {
    live: Arc<LiveGame>,
    seat: Seat,
}

impl Drop for HintGuard {
    fn drop(&mut self) {
        self.live.state().hints_in_progress.retain(|seat| *seat != self.seat);
    }
}

/// Tries a change on a copy of a game, with the host's own acts.
fn try_change<T>(
    snapshot: &Snapshot,
    service: &Service,
    Received { at, lag_ms }: Received,
    change: impl Fn(&mut Transaction<'_>) -> Result<T, ServiceError>,
) -> Result<(T, Done), ServiceError> {
    // What was received before an outage and is judged after it counts from its end, as in a
    // replay.
    let at = at.max(snapshot.game.excused());
    let mut transaction = Transaction::new(&snapshot.game, at, service.environment.as_ref())
        .with(snapshot.circumstances(at, lag_ms));
    transaction.do_due()?;
    let result = change(&mut transaction)?;
    Ok((result, transaction.finish()?))
}

/// The result of a stored change.
pub(super) struct Changed {
    pub(super) game: Arc<Game>,
    pub(super) reports: Reports,
    pub(super) warnings: Vec<Warning>,
}

impl From<Done> for Changed {
    fn from(done: Done) -> Self {
        Self { game: Arc::new(done.game), reports: done.reports, warnings: done.warnings }
    }
}

/// The events to store; `None` if there are none.
fn append(service: &Service, before: &Snapshot, done: &Done, at: Moment) -> Option<Append> {
    if done.events.is_empty() {
        return None;
    }
    let at_ms = at.as_millis();
    let events = done.events.iter().map(|entry| NewEvent { at_ms, body: entry.encode() });
    let after = done.game.length() - done.events.len() as u64;
    let mut append = Append::new(done.game.id(), after, events.collect(), derived(&done.game));
    let id = || service.environment.id();
    append.outbox = news::of_change(before, done, at, id);
    append.creates = done.creates.as_ref().map(|game| new_game(game, news::of_new(game, id)));
    Some(append)
}

/// Receives what changes in a game for its perspective: first the state, or what the watcher has
/// missed, then each change.
pub(crate) struct Watcher {
    live: Arc<LiveGame>,
    environment: Arc<dyn Environment>,
    user: Option<UserId>,
    /// The perspective that was asked for.
    wanted: Option<PerspectiveRequest>,
    perspective: Perspective,
    /// The seats that count this socket as open: all of the person, whatever its perspective.
    present: Vec<Seat>,
    updates: broadcast::Receiver<Arc<Update>>,
    /// Messages to be sent before the next change.
    waiting: VecDeque<Utf8Bytes>,
}

impl Watcher {
    /// The message with the moment, for the clients of a live game with clocks; `None` in others.
    pub(crate) fn time_message(&self) -> Option<ServerMessage> {
        view::claim_after_ms(&self.live.snapshot().game)?;
        Some(ServerMessage::Time { now_ms: self.environment.now().as_millis() })
    }

    /// The next message. A watcher that lagged behind, or that has come to hold another seat, gets
    /// the state again. Cancel safe.
    pub(crate) async fn next(&mut self) -> Utf8Bytes {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return message;
            }
            match self.updates.recv().await {
                // A private game ends for a viewer who may not see it any more.
                Ok(update) if !update.after.game.is_visible_to(self.user, None) => {
                    std::future::pending::<()>().await;
                }
                Ok(update) if self.has_other_seats(&update.after.game) => self.enter(None),
                Ok(update) => return self.follow(&update),
                Err(broadcast::error::RecvError::Lagged(_)) => self.enter(None),
                // Cannot happen: the watcher holds the game, and the game holds the sender.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    fn has_other_seats(&self, game: &Game) -> bool {
        self.user.is_some_and(|user| game.seats_of(user) != self.present)
    }

    /// The message of an update. The perspective of a person with several seats follows the turn.
    fn follow(&mut self, update: &Update) -> Utf8Bytes {
        let game = &update.after.game;
        let new = game.perspective(self.user, self.wanted).unwrap_or(self.perspective.clone());
        let message = update.message(&self.perspective, &new);
        self.perspective = new;
        message
    }

    /// Updates the perspective and the presence: a person that joins while watching gets the view
    /// of its seat. Then the state is sent, or what has changed since the version `since`.
    fn enter(&mut self, since: Option<u64>) {
        let live = self.live.clone();
        let mut state = live.state();
        let game = state.snapshot.game.clone();
        // A guest whose seats were taken over loses them, and with them the view that it asked for.
        self.perspective = game
            .perspective(self.user, self.wanted)
            .unwrap_or(Perspective { viewer: Viewer::Public, seats: Vec::new() });
        let was_here = state.who_is_here();
        for seat in self.present.iter().filter(|seat| !self.perspective.seats.contains(seat)) {
            state.sockets[seat.index()] -= 1;
        }
        for seat in self.perspective.seats.iter().filter(|seat| !self.present.contains(seat)) {
            state.sockets[seat.index()] += 1;
        }
        self.present.clone_from(&self.perspective.seats);
        live.change_presence(&mut state, &was_here, self.environment.now());
        // Resubscribe, so that the watcher does not receive its own presence update.
        self.updates = live.subscribe(&game, self.perspective.viewer);
        let snapshot = state.snapshot.clone();
        let kept = since.map(|_| &state.missed[game.viewer_index(self.perspective.viewer)].updates);
        let kept = kept.cloned().unwrap_or_default();
        drop(state);
        self.waiting = since
            .and_then(|since| self.missed(&snapshot, &kept, since))
            .unwrap_or_else(|| VecDeque::from([snapshot.message(&self.perspective)]));
    }

    /// The messages since a version, from the changes that are kept for the viewer; `None` if not
    /// all of them are, or if the caller has seen another view meanwhile. The last one says who is
    /// present.
    fn missed(
        &self,
        now: &Snapshot,
        kept: &VecDeque<Arc<Update>>,
        since: u64,
    ) -> Option<VecDeque<Utf8Bytes>> {
        let viewer = self.perspective.viewer;
        let mut known = since;
        let mut messages = VecDeque::new();
        for update in kept {
            let (before, after) = (&update.before.game, &update.after.game);
            if before.version(viewer) < since {
                continue;
            }
            let same = |game: &Game| {
                let then = game.perspective(self.user, self.wanted);
                then.is_ok_and(|then| then == self.perspective)
            };
            if before.version(viewer) != known || !same(before) || !same(after) {
                return None;
            }
            known = after.version(viewer);
            messages.push_back(update.message(&self.perspective, &self.perspective));
        }
        if known != now.game.version(viewer) {
            return None;
        }
        messages.push_back(write_message(&presence(now, &self.perspective)));
        Some(messages)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut state = self.live.state();
        let viewer = state.snapshot.game.viewer_index(self.perspective.viewer);
        state.missed[viewer].left_at = Some(Instant::now());
        if self.present.is_empty() {
            return;
        }
        let was_here = state.who_is_here();
        for seat in &self.present {
            state.sockets[seat.index()] -= 1;
        }
        self.live.change_presence(&mut state, &was_here, self.environment.now());
    }
}
