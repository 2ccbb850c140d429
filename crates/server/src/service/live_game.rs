//! A game in memory: one change at a time, and everybody who watches hears of it.

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

/// How many changes a watcher may be behind before it is given the latest state alone.
const NEWS: usize = 32;

/// A game in memory. The log in the store is the truth; this is what it amounts to.
pub(crate) struct LiveGame {
    id: String,
    /// Held by the one who changes the game.
    write_lock: tokio::sync::Mutex<()>,
    /// Whether memory may not be what the log amounts to, so that the log must be read again: after a
    /// write that failed, which may have been kept all the same.
    doubtful: AtomicBool,
    shown: Mutex<LiveState>,
    /// A channel for each seat, and last one for the public: on each goes only what concerns its viewer, so that
    /// nobody can count what others do unseen.
    news: Vec<broadcast::Sender<Arc<Update>>>,
}

struct LiveState {
    snapshot: Arc<Snapshot>,
    /// How many sockets each seat has open.
    sockets: Vec<usize>,
    used: Instant,
    /// Stops the computer that thinks about the snapshot.
    thinking: Option<Arc<AtomicBool>>,
    /// The address of the person who did something here last: computers think on its account.
    address: Option<IpAddr>,
    /// The seats for which a hint is being thought of.
    hinting: Vec<Seat>,
}

impl LiveState {
    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Something changed.
#[derive(Debug)]
pub(crate) struct Update {
    /// The game now.
    pub(crate) snapshot: Arc<Snapshot>,
    /// What the umpire announced.
    pub(crate) reports: Reports,
}

/// A durable state of a game, and who is online.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The game.
    pub(crate) game: Arc<Game>,
    online: Vec<bool>,
    /// The state as text for each sight of which it was asked so far.
    texts: Mutex<Vec<(Perspective, Utf8Bytes)>>,
}

impl Snapshot {
    fn new(game: Arc<Game>, online: Vec<bool>) -> Self {
        Self { game, online, texts: Mutex::default() }
    }

    /// Takes over the texts for all who cannot tell this snapshot from the one before. If they were
    /// made anew, the time that takes would tell that others have acted unseen.
    fn keep_texts(&mut self, before: &Self) {
        let mut texts = before.texts().clone();
        texts.retain(|(sight, _)| self.looks_like(before, sight.viewer));
        self.texts = Mutex::new(texts);
    }

    fn texts(&self) -> MutexGuard<'_, Vec<(Perspective, Utf8Bytes)>> {
        // A list that is only added to is whole whoever died.
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state for one caller.
    pub(crate) fn view(&self, sight: &Perspective) -> GameView {
        GameView::new(&self.game, &self.online, sight)
    }

    /// The message of a socket with the state for one caller.
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

    /// Whether what a viewer may know is the same as in another snapshot.
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
    /// The room of a game that its log tells of.
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

    /// The latest durable state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.shown().snapshot.clone()
    }

    /// Changes the game: `change` is tried on a copy, what follows by itself is added, and only
    /// when all of it is durable does anybody see it. On an error nothing has happened; only when
    /// the store fails the change may have been kept, and then it is shown.
    ///
    /// What the game refuses as it is shown is refused without waiting for those who change it now:
    /// how long a refusal takes must not tell that somebody acts unseen.
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

    /// Watches the game with the sight that is asked for, until the watcher is dropped.
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

    /// What it takes in memory, in units of some 10 KiB.
    pub(super) fn weight(&self) -> usize {
        1 + self.snapshot().game.table.plies() / 10
    }

    /// Returns whether the room has not been needed for at least `since`.
    pub(super) fn is_idle(&self, since: Duration) -> bool {
        self.last_used().elapsed() >= since
    }

    /// When the room was needed last.
    pub(super) fn last_used(&self) -> Instant {
        self.shown().used
    }

    /// Notes from where a person does something here.
    pub(super) fn note_address(&self, address: Option<IpAddr>) {
        if address.is_some() {
            self.shown().address = address;
        }
    }

    /// From where a person did something here last, if that is known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.shown().address
    }

    /// Notes that somebody needs the room.
    pub(super) fn touch(&self) {
        self.shown().used = Instant::now();
    }

    /// Notes that a computer begins to think about a game with a log of this length. Gives the flag that stops it when the
    /// game goes on; nothing if it has gone on already, or if a computer is at it.
    pub(super) fn begin_thinking(&self, length: u64) -> Option<Arc<AtomicBool>> {
        let mut shown = self.shown();
        if shown.snapshot.game.length != length || shown.thinking.is_some() {
            return None;
        }
        Some(shown.thinking.insert(Arc::default()).clone())
    }

    /// Notes that a hint for a seat is being thought of, until what is given is dropped; nothing if one is already.
    pub(super) fn begin_hint(self: &Arc<Self>, seat: Seat) -> Option<Hinting> {
        let mut shown = self.shown();
        if shown.hinting.contains(&seat) {
            return None;
        }
        shown.hinting.push(seat);
        Some(Hinting { room: self.clone(), seat })
    }

    /// Stops a computer that thinks about this game.
    pub(super) fn stop_thinking(&self) {
        self.shown().stop_thinking();
    }

    /// Shows what the log amounts to, if it is not what was shown.
    async fn reload(&self, service: &Service) -> Result<(), ServiceError> {
        let game = service.replay(&self.id, None).await?;
        if game.length != self.snapshot().game.length {
            let silence = silence(&game);
            self.publish(Arc::new(game), silence);
        }
        Ok(())
    }

    fn publish(&self, game: Arc<Game>, reports: Reports) {
        let mut shown = self.shown();
        shown.stop_thinking();
        let online = shown.snapshot.online.clone();
        self.show(&mut shown, Snapshot::new(game, online), reports);
    }

    /// Tells everybody when the first socket of a seat opens or its last one closes.
    fn show_presence(&self, shown: &mut LiveState) {
        let online: Vec<bool> = shown.sockets.iter().map(|sockets| *sockets > 0).collect();
        if shown.snapshot.online != online {
            let game = shown.snapshot.game.clone();
            let silence = silence(&game);
            self.show(shown, Snapshot::new(game, online), silence);
        }
    }

    /// Shows a snapshot to all whom it concerns. The caller holds the lock, so that all hear of all in the same order.
    fn show(&self, shown: &mut LiveState, mut snapshot: Snapshot, reports: Reports) {
        snapshot.keep_texts(&shown.snapshot);
        let snapshot = Arc::new(snapshot);
        let before = std::mem::replace(&mut shown.snapshot, snapshot.clone());
        shown.used = Instant::now();
        let news = Arc::new(Update { snapshot: snapshot.clone(), reports });
        for (viewer, channel) in snapshot.game.viewers().zip(&self.news) {
            if !snapshot.looks_like(&before, viewer) {
                // It is no matter if nobody watches.
                let _ = channel.send(news.clone());
            }
        }
    }

    fn news_for(&self, viewer: Viewer) -> broadcast::Receiver<Arc<Update>> {
        let place = self.snapshot().game.place(viewer);
        self.news[place].subscribe()
    }

    fn shown(&self) -> MutexGuard<'_, LiveState> {
        // Whoever died with the lock had only counters and pointers in hand.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hint that is being thought of.
pub(super) struct Hinting {
    room: Arc<LiveGame>,
    seat: Seat,
}

impl Drop for Hinting {
    fn drop(&mut self) {
        self.room.shown().hinting.retain(|seat| *seat != self.seat);
    }
}

/// When the umpire has nothing to announce.
fn silence(game: &Game) -> Reports {
    Reports::same(game.players.len(), &[])
}

/// Tries a change on a copy of a game, with what follows by itself.
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

/// Hears every change of a game that concerns it, until it is dropped.
pub(crate) struct Watcher {
    room: Arc<LiveGame>,
    guest: Option<Guest>,
    /// Whose sight was asked for.
    wish: Option<PerspectiveRequest>,
    sight: Perspective,
    /// The seats whose sockets this one is counted among: all of the guest, whatever it looks at.
    present: Vec<Seat>,
    news: broadcast::Receiver<Arc<Update>>,
}

impl Watcher {
    /// How the watcher looks at the table.
    pub(crate) fn sight(&self) -> &Perspective {
        &self.sight
    }

    /// The latest state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.room.snapshot()
    }

    /// The next change. A watcher that lagged behind, or looks at the table in another way from now on, is given the
    /// latest state.
    pub(crate) async fn next(&mut self) -> Arc<Update> {
        let news = match self.news.recv().await {
            Ok(news) => news,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                self.news = self.news.resubscribe();
                self.latest()
            }
            // Cannot be: the watcher holds the room, and the room the sender.
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
        // Who follows the turn sees the game from another seat with each move.
        if let Ok(sight) = news.snapshot.game.sight(self.guest.as_ref(), self.wish) {
            self.sight = sight;
        }
        news
    }

    fn latest(&self) -> Arc<Update> {
        let snapshot = self.snapshot();
        let reports = silence(&snapshot.game);
        Arc::new(Update { snapshot, reports })
    }

    /// Looks how the guest looks at the table now: who joins while watching sees it from the seat from then on.
    fn look_again(&mut self) {
        let mut shown = self.room.shown();
        let game = shown.snapshot.game.clone();
        // Seats are never lost, so what was granted once is granted again.
        if let Ok(sight) = game.sight(self.guest.as_ref(), self.wish) {
            self.sight = sight;
        }
        for seat in self.sight.seats.iter().filter(|seat| !self.present.contains(seat)) {
            shown.sockets[seat.index()] += 1;
        }
        self.present.clone_from(&self.sight.seats);
        self.room.show_presence(&mut shown);
        // That the watcher itself came is no news to it.
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
