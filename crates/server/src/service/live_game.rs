//! A game in memory: changes happen one at a time, and all watchers get them.

use super::game::Game;
use super::perspective::{Perspective, PerspectiveRequest};
use super::transaction::{Changed, Transaction};
use super::view::GameView;
use super::{Guest, Service, ServiceError};
use axum::extract::ws::Utf8Bytes;
use heterodox_rules::{Reports, Seat, Viewer};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// How many changes a watcher may lag behind before it gets only the latest state.
const NEWS: usize = 32;

/// A game in memory. The log in the store is authoritative; this is its replayed state.
pub(crate) struct LiveGame {
    id: String,
    /// Held by the task that changes the game.
    write_lock: tokio::sync::Mutex<()>,
    /// Set after a failed write that may have been stored all the same: the log must be read again.
    doubtful: AtomicBool,
    shown: Mutex<LiveState>,
    /// One channel per seat and, last, one for the public. Each carries only what concerns its
    /// viewer, so that a watcher cannot count acts that it may not know of.
    news: Vec<broadcast::Sender<Arc<Update>>>,
}

struct LiveState {
    snapshot: Arc<Snapshot>,
    /// The number of open sockets of each seat.
    sockets: Vec<usize>,
    used: Instant,
    /// Stops the computer that thinks about the snapshot.
    thinking: Option<Arc<AtomicBool>>,
    /// The address of the person who acted last. The computer's time counts to it.
    address: Option<IpAddr>,
    /// The seats with a hint in progress.
    hinting: Vec<Seat>,
}

impl LiveState {
    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A change of a game, as watchers get it.
#[derive(Debug)]
pub(crate) struct Update {
    /// The state after the change.
    pub(crate) snapshot: Arc<Snapshot>,
    /// The umpire's reports.
    pub(crate) reports: Reports,
}

/// A stored state of a game, and the presence of its players.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The game.
    pub(crate) game: Arc<Game>,
    online: Vec<bool>,
    /// The serialized state for each perspective that was asked for so far.
    texts: Mutex<Vec<(Perspective, Utf8Bytes)>>,
}

impl Snapshot {
    fn new(game: Arc<Game>, online: Vec<bool>) -> Self {
        Self { game, online, texts: Mutex::default() }
    }

    /// Takes over the texts of all perspectives for which nothing has changed. To build them anew
    /// would take time, and so reveal an act that the viewer may not know of.
    fn keep_texts(&mut self, before: &Self) {
        let mut texts = before.texts().clone();
        texts.retain(|(sight, _)| self.looks_like(before, sight.viewer));
        self.texts = Mutex::new(texts);
    }

    fn texts(&self) -> MutexGuard<'_, Vec<(Perspective, Utf8Bytes)>> {
        // The list only grows, so a panic with the lock held leaves it whole.
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state for one perspective.
    pub(crate) fn view(&self, sight: &Perspective) -> GameView {
        GameView::new(&self.game, &self.online, sight)
    }

    /// The socket message with the state for one perspective.
    pub(crate) fn message(&self, sight: &Perspective) -> Utf8Bytes {
        let mut texts = self.texts();
        if let Some((_, text)) = texts.iter().find(|(other, _)| other == sight) {
            return text.clone();
        }
        let message = StateMessage { kind: "state", state: self.view(sight) };
        let text: Utf8Bytes = serde_json::to_string(&message).expect("views are plain data").into();
        texts.push((sight.clone(), text.clone()));
        text
    }

    /// Returns whether a viewer cannot tell this snapshot from another.
    fn looks_like(&self, other: &Self, viewer: Viewer) -> bool {
        self.online == other.online && self.game.version(viewer) == other.game.version(viewer)
    }
}

#[derive(Serialize)]
struct StateMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    state: GameView,
}

impl LiveGame {
    /// Loads a game from its log.
    pub(super) async fn load(
        id: &str,
        service: &Service,
        address: Option<IpAddr>,
    ) -> Result<Self, ServiceError> {
        let game = Arc::new(service.replay(id, address).await?);
        let seats = game.players.len();
        Ok(Self {
            id: id.to_owned(),
            write_lock: tokio::sync::Mutex::default(),
            doubtful: AtomicBool::new(false),
            shown: Mutex::new(LiveState {
                snapshot: Arc::new(Snapshot::new(game, vec![false; seats])),
                sockets: vec![0; seats],
                used: Instant::now(),
                thinking: None,
                address: None,
                hinting: Vec::new(),
            }),
            news: (0..=seats).map(|_| broadcast::channel(NEWS).0).collect(),
        })
    }

    /// The latest stored state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.shown().snapshot.clone()
    }

    /// Changes the game. `change` is tried on a copy and the umpire's own acts are added; the
    /// result is published only once it is stored. On an error nothing has changed, except that a
    /// failed write may have been stored, and is published then.
    ///
    /// A change that the published state refuses is refused without waiting for the write lock: the
    /// time of a refusal must not reveal that another seat acts.
    pub(super) async fn change<T>(
        &self,
        service: &Service,
        change: impl Fn(&mut Transaction) -> Result<T, ServiceError> + Send,
    ) -> Result<(T, Changed), ServiceError> {
        let shown = self.snapshot().game.clone();
        let mut tried = try_on(&shown, service, &change);
        if tried.is_err() && !self.doubtful.load(Ordering::Relaxed) {
            return tried.map(|(result, draft)| (result, draft.done()));
        }
        let _turn = self.write_lock.lock().await;
        if self.doubtful.load(Ordering::Relaxed) {
            self.reload(service).await?;
            self.doubtful.store(false, Ordering::Relaxed);
        }
        let now = self.snapshot().game.clone();
        if tried.is_err() || !Arc::ptr_eq(&now, &shown) {
            tried = try_on(&now, service, &change);
        }
        let (result, draft) = tried?;
        let Some(append) = draft.append(service.outside.now_ms())? else {
            return Ok((result, draft.done()));
        };
        if let Err(error) = service.store.append(append).await {
            self.doubtful.store(self.reload(service).await.is_err(), Ordering::Relaxed);
            return Err(error.into());
        }
        let changed = draft.done();
        self.publish(changed.game.clone(), changed.reports.clone());
        Ok((result, changed))
    }

    /// Watches the game with a perspective, until the watcher is dropped.
    pub(super) fn watch(
        self: &Arc<Self>,
        guest: Option<Guest>,
        wish: Option<PerspectiveRequest>,
    ) -> Result<Watcher, ServiceError> {
        let sight = self.snapshot().game.sight(guest.as_ref(), wish)?;
        let news = self.news_for(sight.viewer);
        let present = Vec::new();
        let mut watcher = Watcher { room: self.clone(), guest, wish, sight, present, news };
        watcher.look_again();
        Ok(watcher)
    }

    /// The size in memory, in units of about 10 KiB.
    pub(super) fn weight(&self) -> usize {
        1 + self.snapshot().game.table.plies() / 10
    }

    /// Returns whether the game has been idle for at least `since`.
    pub(super) fn is_idle(&self, since: Duration) -> bool {
        self.last_used().elapsed() >= since
    }

    /// When the game was used last.
    pub(super) fn last_used(&self) -> Instant {
        self.shown().used
    }

    /// Notes the address of a person who acts.
    pub(super) fn note_address(&self, address: Option<IpAddr>) {
        if address.is_some() {
            self.shown().address = address;
        }
    }

    /// The address of the person who acted last, if it is known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.shown().address
    }

    /// Marks the game as used now.
    pub(super) fn touch(&self) {
        self.shown().used = Instant::now();
    }

    /// Marks a computer as thinking about a game with a log of this length. Returns the flag that
    /// stops it when the game goes on; `None` if the game has gone on already, or a computer is
    /// thinking.
    pub(super) fn begin_thinking(&self, length: u64) -> Option<Arc<AtomicBool>> {
        let mut shown = self.shown();
        if shown.snapshot.game.length != length || shown.thinking.is_some() {
            return None;
        }
        Some(shown.thinking.insert(Arc::default()).clone())
    }

    /// Marks a hint for a seat as in progress, until the guard is dropped; `None` if one is
    /// already.
    pub(super) fn begin_hint(self: &Arc<Self>, seat: Seat) -> Option<Hinting> {
        let mut shown = self.shown();
        if shown.hinting.contains(&seat) {
            return None;
        }
        shown.hinting.push(seat);
        Some(Hinting { room: self.clone(), seat })
    }

    /// Stops the computer that thinks about this game.
    pub(super) fn stop_thinking(&self) {
        self.shown().stop_thinking();
    }

    /// Reads the log again and publishes the state if it has changed.
    async fn reload(&self, service: &Service) -> Result<(), ServiceError> {
        let game = service.replay(&self.id, None).await?;
        if game.length != self.snapshot().game.length {
            let reports = Reports::empty(game.players.len());
            self.publish(Arc::new(game), reports);
        }
        Ok(())
    }

    fn publish(&self, game: Arc<Game>, reports: Reports) {
        let mut shown = self.shown();
        shown.stop_thinking();
        let online = shown.snapshot.online.clone();
        self.show(&mut shown, Snapshot::new(game, online), reports);
    }

    /// Publishes the presence if the first socket of a seat has opened or the last one has closed.
    fn show_presence(&self, shown: &mut LiveState) {
        let online: Vec<bool> = shown.sockets.iter().map(|sockets| *sockets > 0).collect();
        if shown.snapshot.online != online {
            let game = shown.snapshot.game.clone();
            let reports = Reports::empty(game.players.len());
            self.show(shown, Snapshot::new(game, online), reports);
        }
    }

    /// Publishes a snapshot to the viewers that it concerns. The caller holds the lock, so that all
    /// watchers get all changes in the same order.
    fn show(&self, shown: &mut LiveState, mut snapshot: Snapshot, reports: Reports) {
        snapshot.keep_texts(&shown.snapshot);
        let snapshot = Arc::new(snapshot);
        let before = std::mem::replace(&mut shown.snapshot, snapshot.clone());
        shown.used = Instant::now();
        let news = Arc::new(Update { snapshot: snapshot.clone(), reports });
        for (viewer, channel) in snapshot.game.viewers().zip(&self.news) {
            if !snapshot.looks_like(&before, viewer) {
                // An error means that there are no watchers.
                let _ = channel.send(news.clone());
            }
        }
    }

    fn news_for(&self, viewer: Viewer) -> broadcast::Receiver<Arc<Update>> {
        let place = self.snapshot().game.place(viewer);
        self.news[place].subscribe()
    }

    fn shown(&self) -> MutexGuard<'_, LiveState> {
        // No panic can leave the state half changed: it holds only counters and pointers.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hint in progress.
pub(super) struct Hinting {
    room: Arc<LiveGame>,
    seat: Seat,
}

impl Drop for Hinting {
    fn drop(&mut self) {
        self.room.shown().hinting.retain(|seat| *seat != self.seat);
    }
}

/// Tries a change on a copy of a game, with the umpire's own acts.
fn try_on<T>(
    game: &Game,
    service: &Service,
    change: impl Fn(&mut Transaction) -> Result<T, ServiceError>,
) -> Result<(T, Transaction), ServiceError> {
    let mut draft = Transaction::new(game.clone(), service.outside.clone());
    let result = change(&mut draft)?;
    draft.settle()?;
    Ok((result, draft))
}

/// Receives the changes of a game that concern its viewer.
pub(crate) struct Watcher {
    room: Arc<LiveGame>,
    guest: Option<Guest>,
    /// The perspective that was asked for.
    wish: Option<PerspectiveRequest>,
    sight: Perspective,
    /// The seats that count this socket as open: all of the guest, whatever its perspective.
    present: Vec<Seat>,
    news: broadcast::Receiver<Arc<Update>>,
}

impl Watcher {
    /// The watcher's perspective.
    pub(crate) fn sight(&self) -> &Perspective {
        &self.sight
    }

    /// The latest state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.room.snapshot()
    }

    /// The next change. A watcher that lagged behind, or whose perspective has changed, gets the
    /// latest state.
    pub(crate) async fn next(&mut self) -> Arc<Update> {
        let news = match self.news.recv().await {
            Ok(news) => news,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                self.news = self.news.resubscribe();
                self.latest()
            }
            // Cannot happen: the watcher holds the game, and the game holds the sender.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        };
        if self
            .guest
            .as_ref()
            .is_some_and(|guest| news.snapshot.game.seats_of(guest) != self.present)
        {
            self.look_again();
            return self.latest();
        }
        // The perspective of a guest with several seats follows the turn.
        if let Ok(sight) = news.snapshot.game.sight(self.guest.as_ref(), self.wish) {
            self.sight = sight;
        }
        news
    }

    fn latest(&self) -> Arc<Update> {
        let snapshot = self.snapshot();
        let reports = Reports::empty(snapshot.game.players.len());
        Arc::new(Update { snapshot, reports })
    }

    /// Updates the perspective: a guest that joins while watching gets the view of its seat.
    fn look_again(&mut self) {
        let mut shown = self.room.shown();
        let game = shown.snapshot.game.clone();
        // Seats are never lost, so a perspective that was granted once is granted again.
        if let Ok(sight) = game.sight(self.guest.as_ref(), self.wish) {
            self.sight = sight;
        }
        for seat in self.sight.seats.iter().filter(|seat| !self.present.contains(seat)) {
            shown.sockets[seat.index()] += 1;
        }
        self.present.clone_from(&self.sight.seats);
        self.room.show_presence(&mut shown);
        // Resubscribe, so that the watcher does not receive its own presence update.
        self.news = self.room.news[game.place(self.sight.viewer)].subscribe();
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if self.present.is_empty() {
            return;
        }
        let mut shown = self.room.shown();
        for seat in &self.present {
            shown.sockets[seat.index()] -= 1;
        }
        self.room.show_presence(&mut shown);
    }
}
