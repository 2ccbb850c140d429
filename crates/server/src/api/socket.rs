//! The socket of a game: `/api/games/{id}/socket`.

use super::bodies::{ActText, ClientFrame};
use super::error::{ApiError, Input};
use super::extract::{Id, LIMIT, RequestedPerspective};
use super::games::DoneText;
use super::json::read_json;
use super::wire::{End, Gone, Heard, Wire, handshake, id_of, unreadable};
use crate::identity::Guest;
use crate::limit::{Address, Permit, RateClass};
use crate::service::{PerspectiveRequest, ServiceError, Update, Watcher};
use crate::state::AppState;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use serde_json::{Value, json};
use std::net::IpAddr;

/// The `Retry-After` of an address with the most sockets, in seconds.
const RETRY_SECONDS: u64 = 5;

/// `GET /api/games/{id}/socket`
pub(super) async fn open(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wish): RequestedPerspective,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = handshake(upgrade)?;
    // Counted, because each opening and closing of a socket sends a state to all watchers.
    state.limiter.count(RateClass::Answer, address, None)?;
    state.limiter.count(RateClass::Load, None, guest.as_ref())?;
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(ServiceError::TooMany { seconds: RETRY_SECONDS })?;
    let watcher = state.service.watch(&id, guest.clone(), wish, address).await?;
    let closing = state.closing.clone();
    let socket = Socket { state, guest, address, id, wish, _permit: permit };
    Ok(upgrade.on_upgrade(move |stream| socket.run(Wire::new(stream, closing), watcher)))
}

struct Socket {
    state: AppState,
    guest: Option<Guest>,
    address: Option<IpAddr>,
    id: String,
    /// The perspective that was asked for.
    wish: Option<PerspectiveRequest>,
    _permit: Permit,
}

impl Socket {
    async fn run(self, mut wire: Wire, mut watcher: Watcher) {
        // A client that has disconnected gets no close frame.
        if let Ok(end) = self.talk(&mut wire, &mut watcher).await {
            // The guest goes offline now, however long the close handshake takes.
            drop(watcher);
            wire.close(end).await;
        }
    }

    async fn talk(&self, wire: &mut Wire, watcher: &mut Watcher) -> Result<End, Gone> {
        wire.send_text(watcher.snapshot().message(watcher.perspective())).await?;
        loop {
            tokio::select! {
                // Updates always go before the response to a later frame.
                biased;
                news = watcher.next() => tell(wire, watcher, &news).await?,
                heard = wire.hear() => match heard? {
                    Heard::Text(text) => wire.send(&self.answer(&text).await).await?,
                    Heard::NoText => {
                        wire.send(&unreadable(&ApiError::BadFrame { expected: "text" })).await?;
                    }
                    Heard::Alive => {}
                    Heard::End(end) => return Ok(end),
                },
            }
        }
    }

    /// Handles a frame.
    async fn answer(&self, text: &str) -> Value {
        if text.len() > LIMIT {
            return unreadable(&ApiError::TooLarge { input: Input::Frame, limit: LIMIT });
        }
        let ClientFrame { id, act } = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                return id_of(text).map_or_else(|| unreadable(&error), |id| refused(id, &error));
            }
        };
        match self.act(act).await {
            Ok(DoneText { version, warnings }) => {
                json!({"type": "answer", "id": id, "version": version, "warnings": warnings})
            }
            Err(error) => refused(id, &error),
        }
    }

    async fn act(&self, ActText(act): ActText) -> Result<DoneText, ApiError> {
        let guest = self.guest.as_ref().ok_or(ApiError::NoGuest)?;
        let done = self.state.service.act(&self.id, guest, act, self.wish, self.address).await?;
        Ok(done.into())
    }
}

/// Sends an update to the client.
async fn tell(wire: &mut Wire, watcher: &Watcher, news: &Update) -> Result<(), Gone> {
    let sight = watcher.perspective();
    wire.send_text(news.snapshot.message(sight)).await?;
    let notices = news.reports.of(sight.viewer);
    if notices.is_empty() {
        return Ok(());
    }
    wire.send(&json!({"type": "heard", "notices": notices})).await
}

fn refused(id: u64, error: &ApiError) -> Value {
    json!({"type": "answer", "id": id, "error": error.json()})
}
