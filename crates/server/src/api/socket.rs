//! The socket of a game, `/api/games/{id}/socket`, and its stream, `/api/games/{id}/stream`.

use super::bodies::{ActBody, ClientFrame};
use super::connection::{
    Connection, Disconnected, End, SocketEvent, frame_error, handshake, id_of,
};
use super::error::{ApiError, Input};
use super::extract::{Id, MAX_BYTES, RequestedPerspective, since};
use super::games::ActResponse;
use super::json::read_json;
use crate::limit::{Address, Permit, RateClass};
use crate::service::{ServiceError, Watcher};
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::PerspectiveRequest;
use heterodox_host::UserId;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::sleep;

/// The `Retry-After` of an address with the most sockets, in seconds.
const RETRY_SECONDS: u64 = 5;

/// `GET /api/games/{id}/socket`
pub(super) async fn open(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = handshake(upgrade)?;
    let since = since(&uri)?;
    // Counted, because each opening and closing of a socket sends a state to all watchers.
    state.limiter.count(RateClass::Answer, address, None)?;
    state.limiter.count(RateClass::Load, None, user)?;
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(ServiceError::TooMany { seconds: RETRY_SECONDS })?;
    let watcher = state.service.watch(&id, user, wanted, since, address).await?;
    let closing = state.closing.clone();
    let socket = Socket { state, user, address, id, wanted, _permit: permit };
    Ok(upgrade.on_upgrade(move |stream| socket.run(Connection::new(stream, closing), watcher)))
}

/// The interval of empty lines in a stream, by which both ends notice a broken connection.
const STREAM_KEEP_ALIVE: Duration = Duration::from_secs(20);

/// `GET /api/games/{id}/stream`: the messages of the socket, one in each line.
pub(super) async fn stream(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
    uri: Uri,
) -> Result<Response, ApiError> {
    let since = since(&uri)?;
    state.limiter.count(RateClass::Answer, address, None)?;
    state.limiter.count(RateClass::Load, None, user)?;
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(ServiceError::TooMany { seconds: RETRY_SECONDS })?;
    let watcher = state.service.watch(&id, user, wanted, since, address).await?;
    let lines = futures_util::stream::unfold(
        (watcher, state.closing.clone(), permit),
        |(mut watcher, mut closing, permit)| async move {
            let line = tokio::select! {
                biased;
                _ = closing.wait_for(|closing| *closing) => return None,
                message = watcher.next() => format!("{message}\n"),
                () = sleep(STREAM_KEEP_ALIVE) => "\n".to_owned(),
            };
            Some((Ok::<_, Infallible>(line), (watcher, closing, permit)))
        },
    );
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
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
        loop {
            tokio::select! {
                // Updates always go before the response to a later frame.
                biased;
                message = watcher.next() => connection.send_text(message).await?,
                event = connection.next_event() => match event? {
                    SocketEvent::Text(text) => connection.send(&self.handle_frame(&text).await).await?,
                    SocketEvent::Binary => {
                        connection.send(&frame_error(&ApiError::BadFrame { expected: "text" })).await?;
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
            return frame_error(&ApiError::TooLarge { input: Input::Frame, limit: MAX_BYTES });
        }
        let ClientFrame { id, act } = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                return id_of(text).map_or_else(|| frame_error(&error), |id| refused(id, &error));
            }
        };
        match self.act(act).await {
            Ok(ActResponse { version, warnings }) => {
                json!({"type": "answer", "id": id, "version": version, "warnings": warnings})
            }
            Err(error) => refused(id, &error),
        }
    }

    async fn act(&self, ActBody(act): ActBody) -> Result<ActResponse, ApiError> {
        let user = self.user.ok_or(ApiError::NoGuest)?;
        let done = self.state.service.act(&self.id, user, act, self.wanted, self.address).await?;
        Ok(done.into())
    }
}

fn refused(id: u64, error: &ApiError) -> Value {
    json!({"type": "answer", "id": id, "error": error.json()})
}
