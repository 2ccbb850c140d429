//! A game in memory: one change at a time, and everybody who watches hears of it.

use super::draft::{Changed, Draft};
use super::game::Game;
use super::view::GameView;
use super::{Guest, ServiceError};
use crate::quote::quote;
use axum::extract::ws::Utf8Bytes;
use heterodox_rules::{Reports, Seat, Viewer};
use heterodox_store::{Millis, Store};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// How many changes a watcher may be behind before it is given the latest state alone.
const NEWS: usize = 32;

/// A game in memory. The log in the store is the truth; this is what it amounts to.
pub(crate) struct Room {
    id: String,
    /// Held by the one who changes the game.
    turnstile: tokio::sync::Mutex<Trust>,
    shown: Mutex<Shown>,
    news: broadcast::Sender<Arc<News>>,
}

/// Whether memory is what the log amounts to. After a write that failed the log must be read again:
/// the write may have been kept all the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Sure,
    Doubtful,
}

struct Shown {
    snapshot: Arc<Snapshot>,
    /// How many sockets each seat has open.
    sockets: Vec<usize>,
    used: Instant,
    /// Stops the computer that thinks about the snapshot.
    thinking: Option<Arc<AtomicBool>>,
}

impl Shown {
    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Something changed.
#[derive(Debug)]
pub(crate) struct News {
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
    /// The state as text, for each seat and for the public: made when the first of them asks.
    texts: Vec<OnceLock<Utf8Bytes>>,
}

impl Snapshot {
    fn new(game: Arc<Game>, online: Vec<bool>) -> Self {
        let texts = vec![OnceLock::new(); game.players.len() + 1];
        Self { game, online, texts }
    }

    /// The state for one viewer.
    pub(crate) fn view(&self, viewer: Viewer) -> GameView {
        GameView::new(&self.game, &self.online, viewer)
    }

    /// The message of a socket with the state for one viewer.
    pub(crate) fn message(&self, viewer: Viewer) -> Utf8Bytes {
        let place = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.game.players.len(),
        };
        let make = || {
            let message = StateMessage { kind: "state", state: self.view(viewer) };
            serde_json::to_string(&message).expect("views are plain data").into()
        };
        self.texts[place].get_or_init(make).clone()
    }
}

#[derive(Serialize)]
struct StateMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    state: GameView,
}

impl Room {
    /// The room of a game that its log tells of.
    pub(super) async fn load(id: &str, store: &dyn Store) -> Result<Self, ServiceError> {
        let game = Arc::new(replay(id, store).await?);
        let seats = game.players.len();
        Ok(Self {
            id: id.to_owned(),
            turnstile: tokio::sync::Mutex::new(Trust::Sure),
            shown: Mutex::new(Shown {
                snapshot: Arc::new(Snapshot::new(game, vec![false; seats])),
                sockets: vec![0; seats],
                used: Instant::now(),
                thinking: None,
            }),
            news: broadcast::channel(NEWS).0,
        })
    }

    /// The latest durable state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.shown().snapshot.clone()
    }

    /// Changes the game: `change` is tried on a copy, what follows by itself is added, and only
    /// when all of it is durable does anybody see it. On an error nothing has happened; only when
    /// the store fails the change may have been kept, and then it is shown.
    pub(super) async fn change<T>(
        &self,
        store: &dyn Store,
        now_ms: Millis,
        change: impl FnOnce(&mut Draft) -> Result<T, ServiceError> + Send,
    ) -> Result<(T, Changed), ServiceError> {
        let mut trust = self.turnstile.lock().await;
        if *trust == Trust::Doubtful {
            self.reload(store).await?;
            *trust = Trust::Sure;
        }
        let mut draft = Draft::new(Game::clone(&self.snapshot().game));
        let result = change(&mut draft)?;
        draft.settle()?;
        let Some(append) = draft.append(now_ms)? else { return Ok((result, draft.done())) };
        if let Err(error) = store.append(append).await {
            if self.reload(store).await.is_err() {
                *trust = Trust::Doubtful;
            }
            return Err(error.into());
        }
        let changed = draft.done();
        self.publish(changed.game.clone(), changed.reports.clone());
        Ok((result, changed))
    }

    /// Watches the game until the watcher is dropped.
    pub(super) fn watch(self: &Arc<Self>, guest: Option<Guest>) -> Watcher {
        let news = self.news.subscribe();
        let mut watcher = Watcher { room: self.clone(), guest, viewer: Viewer::Public, news };
        watcher.take_seat();
        // That the watcher itself came is no news to it.
        watcher.news = self.news.subscribe();
        watcher
    }

    /// Whether nobody has needed the room for this long.
    pub(super) fn is_idle(&self, since: Duration) -> bool {
        self.shown().used.elapsed() >= since
    }

    /// Notes that somebody needs the room.
    pub(super) fn touch(&self) {
        self.shown().used = Instant::now();
    }

    /// Notes that a computer begins to think about a version. Gives the flag that stops it when the
    /// game goes on; nothing if it has gone on already, or if a computer is at it.
    pub(super) fn begin_thinking(&self, version: u64) -> Option<Arc<AtomicBool>> {
        let mut shown = self.shown();
        if shown.snapshot.game.version != version || shown.thinking.is_some() {
            return None;
        }
        Some(shown.thinking.insert(Arc::default()).clone())
    }

    /// Stops a computer that thinks about this game.
    pub(super) fn stop_thinking(&self) {
        self.shown().stop_thinking();
    }

    /// Shows what the log amounts to, if it is not what was shown.
    async fn reload(&self, store: &dyn Store) -> Result<(), ServiceError> {
        let game = replay(&self.id, store).await?;
        if game.version != self.snapshot().game.version {
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
    fn show_presence(&self, shown: &mut Shown, seat: Seat) {
        let online = shown.sockets[seat.index()] > 0;
        if shown.snapshot.online[seat.index()] != online {
            let mut all = shown.snapshot.online.clone();
            all[seat.index()] = online;
            let game = shown.snapshot.game.clone();
            let silence = silence(&game);
            self.show(shown, Snapshot::new(game, all), silence);
        }
    }

    /// Shows a snapshot. The caller holds the lock, so that all hear of all in the same order.
    fn show(&self, shown: &mut Shown, snapshot: Snapshot, reports: Reports) {
        let snapshot = Arc::new(snapshot);
        shown.snapshot = snapshot.clone();
        shown.used = Instant::now();
        // It is no matter if nobody watches.
        let _ = self.news.send(Arc::new(News { snapshot, reports }));
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        // Whoever died with the lock had only counters and pointers in hand.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the umpire has nothing to announce.
fn silence(game: &Game) -> Reports {
    Reports::same(game.players.len(), &[])
}

async fn replay(id: &str, store: &dyn Store) -> Result<Game, ServiceError> {
    let stored = store.game(id).await?.ok_or_else(|| ServiceError::NoSuchGame(quote(id)))?;
    let events = store.events(id).await?;
    Game::replay(id, &stored, &events)
}

/// Hears every change of a game until it is dropped.
pub(crate) struct Watcher {
    room: Arc<Room>,
    guest: Option<Guest>,
    viewer: Viewer,
    news: broadcast::Receiver<Arc<News>>,
}

impl Watcher {
    /// How the watcher looks at the table.
    pub(crate) fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The latest state.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.room.snapshot()
    }

    /// The next change. A watcher that lagged behind is given the latest state.
    pub(crate) async fn next(&mut self) -> Arc<News> {
        let news = match self.news.recv().await {
            Ok(news) => news,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                self.news = self.news.resubscribe();
                let snapshot = self.snapshot();
                let reports = silence(&snapshot.game);
                Arc::new(News { snapshot, reports })
            }
            // Cannot be: the watcher holds the room, and the room the sender.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        };
        self.take_seat();
        news
    }

    /// A guest who joins while watching looks at the table from the seat from then on.
    fn take_seat(&mut self) {
        if self.viewer != Viewer::Public {
            return;
        }
        let mut shown = self.room.shown();
        self.viewer = shown.snapshot.game.viewer(self.guest.as_ref());
        if let Viewer::Seat(seat) = self.viewer {
            shown.sockets[seat.index()] += 1;
            self.room.show_presence(&mut shown, seat);
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Viewer::Seat(seat) = self.viewer {
            let mut shown = self.room.shown();
            shown.sockets[seat.index()] -= 1;
            self.room.show_presence(&mut shown, seat);
        }
    }
}
