//! Live games: `/api/games/{id}/socket`.

use super::bodies::{ActText, ClientFrame};
use super::error::{ApiError, Input};
use super::extract::{Id, LIMIT, Wish};
use super::games::DoneText;
use super::json::read_json;
use crate::identity::Guest;
use crate::service::{As, News, Watcher};
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;

/// How often the server pings.
const PING: Duration = Duration::from_secs(20);
/// After this long without a sign of life a socket is given up.
const SILENCE: Duration = Duration::from_secs(65);
/// A client that takes no message for this long is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// So long a client may take to answer that the socket closes.
const GOODBYE: Duration = Duration::from_secs(2);

/// `GET /api/games/{id}/socket`
pub(super) async fn open(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
    Wish(wish): Wish,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::BadHeader {
        name: "upgrade",
        expected: "'websocket', with the other headers of a WebSocket handshake",
    })?;
    let watcher = state.service.watch(&id, guest.clone(), wish).await?;
    let socket = Socket { state, guest, id, wish };
    // Small buffers: a socket costs kilobytes, not the usual hundred.
    Ok(upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_message_size(4 * LIMIT)
        .max_frame_size(4 * LIMIT)
        .on_upgrade(move |stream| socket.run(stream, watcher)))
}

struct Socket {
    state: AppState,
    guest: Option<Guest>,
    id: String,
    /// Whose sight was asked for.
    wish: Option<As>,
}

/// How a socket ends in good order.
enum End {
    /// The client has closed it.
    Closed,
    /// The server closes it.
    Closing(CloseFrame),
}

/// The client is gone, or does not take what it is sent.
struct Gone;

impl Socket {
    async fn run(self, mut stream: WebSocket, mut watcher: Watcher) {
        // Nobody waits for a reason here: who is gone is gone.
        if let Ok(end) = self.talk(&mut stream, &mut watcher).await {
            // Who watches no more is not online any more, however long the goodbye takes.
            drop(watcher);
            let _ = timeout(GOODBYE, say_goodbye(&mut stream, end)).await;
        }
    }

    async fn talk(&self, stream: &mut WebSocket, watcher: &mut Watcher) -> Result<End, Gone> {
        let mut closing = self.state.closing.clone();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        send_text(stream, watcher.snapshot().message(watcher.sight())).await?;
        loop {
            tokio::select! {
                // What has happened is told before a later frame is answered, always.
                biased;
                () = closed(&mut closing) => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "restart".into() };
                    return Ok(End::Closing(frame));
                }
                news = watcher.next() => self.tell(stream, watcher, &news).await?,
                message = stream.recv() => {
                    heard = Instant::now();
                    let message = match message.ok_or(Gone)? {
                        Ok(message) => message,
                        Err(error) => return fault(error).map(End::Closing),
                    };
                    match message {
                        Message::Text(text) => send(stream, &self.answer(&text).await).await?,
                        Message::Binary(_) => {
                            let error = ApiError::BadFrame { expected: "text" };
                            send(stream, &unreadable(&error)).await?;
                        }
                        // Answered by the library.
                        Message::Ping(_) | Message::Pong(_) => {}
                        Message::Close(_) => return Ok(End::Closed),
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err(Gone);
                    }
                    send_message(stream, Message::Ping(Bytes::new())).await?;
                }
            }
        }
    }

    /// Tells the client what has changed.
    async fn tell(
        &self,
        stream: &mut WebSocket,
        watcher: &Watcher,
        news: &News,
    ) -> Result<(), Gone> {
        let sight = watcher.sight();
        send_text(stream, news.snapshot.message(sight)).await?;
        let notices = news.reports.of(sight.viewer);
        if notices.is_empty() {
            return Ok(());
        }
        send(stream, &json!({"type": "heard", "notices": notices})).await
    }

    /// Does what a frame asks for.
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
        Ok(self.state.service.act(&self.id, guest, act, self.wish).await?.into())
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error would mean that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The id of a frame that is not understood, so that its sender knows which one it was.
fn id_of(text: &str) -> Option<u64> {
    serde_json::from_str::<Value>(text).ok()?.get("id")?.as_u64()
}

/// How a socket is closed whose client breaks the protocol. Who has gone away breaks none.
fn fault(error: axum::Error) -> Result<CloseFrame, Gone> {
    use tungstenite::Error;
    use tungstenite::error::ProtocolError;
    let error = error.into_inner().downcast::<Error>().map_err(|_| Gone)?;
    let (code, reason) = match *error {
        Error::Capacity(_) => (close_code::SIZE, "the message is too large"),
        Error::Utf8(_) => (close_code::INVALID, "the text is not UTF-8"),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return Err(Gone),
        Error::Protocol(_) => (close_code::PROTOCOL, "this is no WebSocket frame"),
        _ => return Err(Gone),
    };
    Ok(CloseFrame { code, reason: reason.into() })
}

/// Closes a socket, and waits until the client has heard it: a connection that is dropped while
/// something of the client is still unread takes the goodbye with it.
async fn say_goodbye(stream: &mut WebSocket, end: End) -> Result<(), axum::Error> {
    match end {
        End::Closed => stream.flush().await?,
        End::Closing(frame) => stream.send(Message::Close(Some(frame))).await?,
    }
    while stream.recv().await.is_some() {}
    Ok(())
}

fn refused(id: u64, error: &ApiError) -> Value {
    json!({"type": "answer", "id": id, "error": error.json()})
}

fn unreadable(error: &ApiError) -> Value {
    json!({"type": "error", "error": error.json()})
}

async fn send(stream: &mut WebSocket, value: &Value) -> Result<(), Gone> {
    send_text(stream, value.to_string().into()).await
}

async fn send_text(stream: &mut WebSocket, text: Utf8Bytes) -> Result<(), Gone> {
    send_message(stream, Message::Text(text)).await
}

async fn send_message(stream: &mut WebSocket, message: Message) -> Result<(), Gone> {
    timeout(PATIENCE, stream.send(message)).await.map_err(|_| Gone)?.map_err(|_| Gone)
}
