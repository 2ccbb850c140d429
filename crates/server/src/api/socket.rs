//! The socket of a game, `/api/games/{id}/socket`, and its stream, `/api/games/{id}/stream`.

use super::connection::{Connection, Disconnected, End, Handshake, SocketEvent, id_of};
use crate::games::{Received, Watcher};
use crate::http::Address;
use crate::http::identity::IdentityError;
use crate::http::input::{
    Id, Input, InputError, MAX_BYTES, RequestedPerspective, read_json, since,
};
use crate::limit::{LimitError, Permit, RateClass};
use crate::people::{ChatListener, EndedSessions, Identity};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::{PerspectiveRequest, UserId};
use heterodox_wire::{ActBody, ActDone, ClientMessage, ServerMessage};
use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::sleep;

/// The `Retry-After` of an address with the most sockets, in seconds.
const RETRY_SECONDS: u64 = 5;

/// The socket of a game: its state after every change, and acts.
///
/// A WebSocket. The server sends each [`ServerMessage`] as a text, the client each
/// [`ClientMessage`]. The state comes once, then changes, and new lines of the chat that the caller
/// may read. A guest who joins gets the seat's view from then on.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("since" = Option<u64>, Query, description = "The version that the caller knows already: \
            the changes since then are sent, or the state if they are not kept")),
    responses((status = 101, description = "The messages of the server", body = ServerMessage)),
    extensions(("x-problems" = json!("caller game view socket")),
        ("x-client-message" = json!({"$ref": "#/components/schemas/ClientMessage"}))))]
pub(super) async fn open(
    State(state): State<AppState>,
    caller: Option<Identity>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
    uri: Uri,
    handshake: Handshake,
) -> Result<Response, AnyProblem> {
    let user = caller.as_ref().map(|caller| caller.user);
    let ended = state.people.ended_sessions(caller);
    let (watcher, chat, permit) = watch(&state, (&id, wanted, &uri), user, address).await?;
    let closing = state.closing.clone();
    let socket = Socket { state, user, address, id, wanted, _permit: permit };
    Ok(handshake.accept(closing, move |connection| socket.run(connection, watcher, chat, ended)))
}

/// The interval of empty lines in a stream, by which both ends notice a broken connection.
const STREAM_KEEP_ALIVE: Duration = Duration::from_secs(20);
/// The interval of lines with the moment, in live games with clocks.
const STREAM_TIME: Duration = Duration::from_secs(5);

/// The messages of the socket as a stream of JSON lines, for programs.
///
/// The state once, then changes. An empty line comes every 20 seconds, and one with the moment
/// every five in a live game with clocks. The stream ends when the server stops.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("since" = Option<u64>, Query, description = "The version that the caller knows already")),
    responses((status = 200, description = "A message in each line", body = ServerMessage,
        content_type = "application/x-ndjson")),
    extensions(("x-problems" = json!("caller game view"))))]
pub(super) async fn stream(
    State(state): State<AppState>,
    caller: Option<Identity>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
    uri: Uri,
) -> Result<Response, AnyProblem> {
    let user = caller.as_ref().map(|caller| caller.user);
    let ended = state.people.ended_sessions(caller);
    let (watcher, chat, permit) = watch(&state, (&id, wanted, &uri), user, address).await?;
    let first = watcher.time_message().map_or(STREAM_KEEP_ALIVE, |_| Duration::ZERO);
    let lines = futures_util::stream::unfold(
        (watcher, chat, state.closing.clone(), permit, first, ended),
        |(mut watcher, mut chat, mut closing, permit, mut pause, mut ended)| async move {
            let line = tokio::select! {
                biased;
                _ = closing.wait_for(|closing| *closing) => return None,
                () = ended.own() => return None,
                message = watcher.next() => format!("{message}\n"),
                line = chat.next() => {
                    let said = ServerMessage::Chat { line };
                    let said = serde_json::to_string(&said).expect("plain data");
                    format!("{said}\n")
                }
                () = sleep(pause) => match watcher.time_message() {
                    None => "\n".to_owned(),
                    Some(time) => {
                        pause = STREAM_TIME;
                        let time = serde_json::to_string(&time).expect("plain data");
                        format!("{time}\n")
                    }
                },
            };
            Some((Ok::<_, Infallible>(line), (watcher, chat, closing, permit, pause, ended)))
        },
    );
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// Watches a game, with the permit that the address needs meanwhile.
async fn watch(
    state: &AppState,
    (id, wanted, uri): (&str, Option<PerspectiveRequest>, &Uri),
    user: Option<UserId>,
    address: Option<IpAddr>,
) -> Result<(Watcher, ChatListener, Permit), AnyProblem> {
    let since = since(uri)?;
    // Counted, because each beginning and end sends the presence to all watchers.
    state.limiter.count(RateClass::Answer, address, None)?;
    state.limiter.count(RateClass::Load, None, user)?;
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(LimitError::TooMany { seconds: RETRY_SECONDS })?;
    let chat = state.people.listen(id, user, address).await?;
    Ok((state.service.watch(id, user, wanted, since, address).await?, chat, permit))
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
    async fn run(
        self,
        mut connection: Box<Connection>,
        mut watcher: Watcher,
        mut chat: ChatListener,
        mut ended: EndedSessions,
    ) {
        // A client that has disconnected gets no close frame.
        let end = self.run_until_end(&mut connection, &mut watcher, &mut chat, &mut ended).await;
        if let Ok(end) = end {
            // The guest goes offline now, however long the close handshake takes.
            drop(watcher);
            connection.close(end).await;
        }
    }

    async fn run_until_end(
        &self,
        connection: &mut Connection,
        watcher: &mut Watcher,
        chat: &mut ChatListener,
        ended: &mut EndedSessions,
    ) -> Result<End, Disconnected> {
        if watcher.time_message().is_some() {
            connection.ping_often();
        }
        loop {
            tokio::select! {
                // Updates always go before the response to a later frame.
                biased;
                () = ended.own() => return Ok(End::signed_out()),
                message = watcher.next() => connection.send_text(message).await?,
                line = chat.next() => connection.send(&ServerMessage::Chat { line }).await?,
                event = connection.next_event() => match event? {
                    SocketEvent::Text(text) => {
                        let at = self.state.service.environment.now();
                        let received = Received { at, lag_ms: connection.lag_ms() };
                        // A line that is being judged was said before the frame.
                        while let Some(line) = chat.next_said().await {
                            connection.send(&ServerMessage::Chat { line }).await?;
                        }
                        // Boxed, so that a socket does not keep the place for it.
                        let answer = Box::pin(self.handle_frame(&text, received)).await;
                        connection.send(&answer).await?;
                    }
                    SocketEvent::Binary => {
                        let error = InputError::BadFrame { expected: "text" };
                        connection.send(&frame_error(error)).await?;
                    }
                    SocketEvent::Pinged => {
                        if let Some(time) = watcher.time_message() {
                            connection.send(&time).await?;
                        }
                    }
                    SocketEvent::KeepAlive => {}
                    SocketEvent::End(end) => return Ok(end),
                },
            }
        }
    }

    /// Handles a frame.
    async fn handle_frame(&self, text: &str, received: Received) -> ServerMessage {
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
        match self.act(act, received).await {
            Ok(ActDone { version, warnings }) => {
                let warnings = (!warnings.is_empty()).then_some(warnings);
                let version = Some(version);
                ServerMessage::Answer { id, version, warnings, error: None }
            }
            Err(error) => refused(id, error),
        }
    }

    async fn act(&self, ActBody(act): ActBody, received: Received) -> Result<ActDone, AnyProblem> {
        let user = self.user.ok_or(IdentityError::NoGuest)?;
        let Self { id, wanted, address, .. } = self;
        Ok(self.state.service.act(id, user, act, *wanted, *address, received).await?)
    }
}

fn refused(id: u64, error: impl Into<AnyProblem>) -> ServerMessage {
    let error = Some(error.into().to_wire());
    ServerMessage::Answer { id, version: None, warnings: None, error }
}

/// The response to a frame whose id cannot be read.
fn frame_error(error: impl Into<AnyProblem>) -> ServerMessage {
    ServerMessage::Error { error: error.into().to_wire() }
}
