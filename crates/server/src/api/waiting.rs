//! The socket of a person, `/api/me/socket`: how much waits for it, on whatever page it is.

use super::connection::{Connection, Disconnected, Handshake, SocketEvent};
use crate::http::Address;
use crate::http::input::{Input, read_json};
use crate::limit::LimitError;
use crate::people::{EndedSessions, Identity};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use heterodox_host::UserId;
use heterodox_wire::{ServerMessage, Waiting};
use serde::Deserialize;
use tokio::sync::watch::Receiver;

/// The `Retry-After` of an address with the most sockets, in seconds.
const RETRY_SECONDS: u64 = 5;

/// How much waits for the caller: at once, and whenever it changes.
///
/// A WebSocket. The server sends each [`Waiting`] as a text. It takes no messages.
#[utoipa::path(get, path = "/api/me/socket", tag = "people",
    responses((status = 101, description = "The numbers", body = Waiting)),
    extensions(("x-problems" = json!("guest rate socket"))))]
pub(super) async fn open(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    handshake: Handshake,
) -> Result<Response, AnyProblem> {
    let permit = state.sockets.acquire(address);
    let permit = permit.ok_or(LimitError::TooMany { seconds: RETRY_SECONDS })?;
    let user = caller.user;
    let ended = state.people.ended_sessions(Some(caller));
    let bell = state.service.bells.listen(user);
    let closing = state.closing.clone();
    Ok(handshake.accept(closing, async move |connection| {
        let _permit = permit;
        run(&state, user, connection, bell, ended).await;
    }))
}

/// A message to this socket, of which there is none.
#[derive(Deserialize)]
enum NoMessage {}

/// The answer to a message.
fn refusal(text: &str) -> ServerMessage {
    let error = match read_json::<NoMessage>(Input::Frame, text.as_bytes()) {
        Ok(never) => match never {},
        Err(error) => AnyProblem::from(error).to_wire(),
    };
    ServerMessage::Error { error }
}

async fn run(
    state: &AppState,
    user: UserId,
    mut connection: Box<Connection>,
    mut bell: Receiver<()>,
    mut ended: EndedSessions,
) {
    let mut told = None;
    loop {
        // Only a new number is sent: how often it was looked at tells of acts that the person may
        // not know of.
        let now = state.people.waiting(user).await.ok();
        if let Some(now) = now.filter(|now| told.as_ref() != Some(now)) {
            if connection.send(&now).await.is_err() {
                return;
            }
            told = Some(now);
        }
        loop {
            tokio::select! {
                biased;
                () = ended.own() => return connection.close(super::connection::End::signed_out()).await,
                event = connection.next_event() => match event {
                    Ok(SocketEvent::End(end)) => return connection.close(end).await,
                    Ok(SocketEvent::Text(text)) => {
                        if connection.send(&refusal(&text)).await.is_err() {
                            return;
                        }
                    }
                    Ok(_) => {}
                    Err(Disconnected) => return,
                },
                rung = bell.changed() => match rung {
                    Ok(()) => break,
                    Err(_) => return,
                },
            }
        }
    }
}
