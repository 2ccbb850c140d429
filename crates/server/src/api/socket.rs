//! The socket of a game: `/api/games/{id}/socket`.

use super::connection::{
    Connection, Disconnected, End, SocketEvent, frame_error, handshake, id_of,
};
use crate::http::Address;
use crate::http::identity::IdentityError;
use crate::http::input::{Id, Input, InputError, MAX_BYTES, RequestedPerspective, read_json};
use crate::limit::{LimitError, Permit, RateClass};
use crate::problem::AnyProblem;
use crate::service::{Update, Watcher};
use crate::state::AppState;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use heterodox_host::PerspectiveRequest;
use heterodox_host::UserId;
use heterodox_wire::{ActBody, ActDone, ClientMessage, ServerMessage};
use serde_json::{Value, json};
use std::net::IpAddr;

/// The `Retry-After` of an address with the most sockets, in seconds.
const RETRY_SECONDS: u64 = 5;

/// The socket of a game: its state after every change, and acts.
///
/// A WebSocket. The server sends each [`ServerMessage`] as a text, the client each
/// [`ClientMessage`]. A guest who joins gets the seat's view from then on.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 101, description = "The messages of the server", body = ServerMessage)),
    extensions(("x-problems" = json!("caller game view socket")),
        ("x-client-message" = json!({"$ref": "#/components/schemas/ClientMessage"}))))]
pub(super) async fn open(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, AnyProblem> {
    let upgrade = handshake(upgrade)?;
    // Counted, because each opening and closing of a socket sends a state to all watchers.
    state.limiter.count(RateClass::Answer, address, None)?;
    state.limiter.count(RateClass::Load, None, user)?;
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(LimitError::TooMany { seconds: RETRY_SECONDS })?;
    let watcher = state.service.watch(&id, user, wanted, address).await?;
    let closing = state.closing.clone();
    let socket = Socket { state, user, address, id, wanted, _permit: permit };
    Ok(upgrade.on_upgrade(move |stream| socket.run(Connection::new(stream, closing), watcher)))
}

struct Socket {
    state: AppState,
    user: Option<UserId>,
    address: Option<IpAddr>,
    id: String,
    /// The perspective that was asked for.
    wanted: Option<PerspectiveRequest>,
    _permit: Permit,
}

impl Socket {
    async fn run(self, mut connection: Connection, mut watcher: Watcher) {
        // A client that has disconnected gets no close frame.
        if let Ok(end) = self.run_until_end(&mut connection, &mut watcher).await {
            // The guest goes offline now, however long the close handshake takes.
            drop(watcher);
            connection.close(end).await;
        }
    }

    async fn run_until_end(
        &self,
        connection: &mut Connection,
        watcher: &mut Watcher,
    ) -> Result<End, Disconnected> {
        connection.send_text(watcher.snapshot().message(watcher.perspective())).await?;
        loop {
            tokio::select! {
                // Updates always go before the response to a later frame.
                biased;
                update = watcher.next() => send_update(connection, watcher, &update).await?,
                event = connection.next_event() => match event? {
                    SocketEvent::Text(text) => connection.send(&self.handle_frame(&text).await).await?,
                    SocketEvent::Binary => {
                        connection.send(&frame_error(InputError::BadFrame { expected: "text" })).await?;
                    }
                    SocketEvent::KeepAlive => {}
                    SocketEvent::End(end) => return Ok(end),
                },
            }
        }
    }

    /// Handles a frame.
    async fn handle_frame(&self, text: &str) -> Value {
        if text.len() > MAX_BYTES {
            return frame_error(InputError::TooLarge { input: Input::Frame, limit: MAX_BYTES });
        }
        let ClientMessage { id, act, .. } = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                return match id_of(text) {
                    Some(id) => refused(id, error),
                    None => frame_error(error),
                };
            }
        };
        match self.act(act).await {
            Ok(ActDone { version, warnings }) => {
                json!({"type": "answer", "id": id, "version": version, "warnings": warnings})
            }
            Err(error) => refused(id, error),
        }
    }

    async fn act(&self, ActBody(act): ActBody) -> Result<ActDone, AnyProblem> {
        let user = self.user.ok_or(IdentityError::NoGuest)?;
        Ok(self.state.service.act(&self.id, user, act, self.wanted, self.address).await?)
    }
}

/// Sends an update to the client.
async fn send_update(
    connection: &mut Connection,
    watcher: &Watcher,
    update: &Update,
) -> Result<(), Disconnected> {
    let perspective = watcher.perspective();
    connection.send_text(update.snapshot.message(perspective)).await?;
    let notices = update.reports.of(perspective.viewer);
    if notices.is_empty() {
        return Ok(());
    }
    connection.send(&json!({"type": "heard", "notices": notices})).await
}

fn refused(id: u64, error: impl Into<AnyProblem>) -> Value {
    json!({"type": "answer", "id": id, "error": error.into().to_wire()})
}
