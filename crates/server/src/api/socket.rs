//! Live games: `/api/games/{id}/socket`.

use super::error::ApiError;
use super::extract::{Id, LIMIT, read_json};
use super::games::{ActText, DoneText};
use crate::identity::Guest;
use crate::service::{News, Watcher};
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// How often the server pings.
const PING: Duration = Duration::from_secs(20);
/// After this long without a sign of life a socket is given up.
const SILENCE: Duration = Duration::from_secs(65);
/// A client that takes no message for this long is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// `GET /api/games/{id}/socket`
pub(super) async fn open(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::BadHeader {
        name: "upgrade",
        expected: "'websocket', with the other headers of a WebSocket handshake",
    })?;
    let watcher = state.service.watch(&id, guest.clone()).await?;
    let socket = Socket { state, guest, id };
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
}

/// A frame of a client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum ClientFrame {
    Act { id: u64, act: ActText },
}

/// The client is gone, or does not take what it is sent.
struct Gone;

impl Socket {
    async fn run(self, mut stream: WebSocket, mut watcher: Watcher) {
        // Nobody waits for a reason here: who is gone is gone.
        let _: Result<(), Gone> = self.talk(&mut stream, &mut watcher).await;
    }

    async fn talk(&self, stream: &mut WebSocket, watcher: &mut Watcher) -> Result<(), Gone> {
        let mut closing = self.state.closing.clone();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        send_text(stream, watcher.snapshot().message(watcher.viewer())).await?;
        loop {
            tokio::select! {
                news = watcher.next() => self.tell(stream, watcher, &news).await?,
                message = stream.recv() => {
                    heard = Instant::now();
                    match message.ok_or(Gone)?.map_err(|_| Gone)? {
                        Message::Text(text) => send(stream, &self.answer(&text).await).await?,
                        Message::Binary(_) => {
                            let error = ApiError::BadFrame { expected: "text" };
                            send(stream, &unreadable(&error)).await?;
                        }
                        // Answered by the library.
                        Message::Ping(_) | Message::Pong(_) => {}
                        Message::Close(_) => return Err(Gone),
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err(Gone);
                    }
                    send_message(stream, Message::Ping(Bytes::new())).await?;
                }
                () = closed(&mut closing) => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "restart".into() };
                    return send_message(stream, Message::Close(Some(frame))).await;
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
        let viewer = watcher.viewer();
        send_text(stream, news.snapshot.message(viewer)).await?;
        let notices = news.reports.of(viewer);
        if notices.is_empty() {
            return Ok(());
        }
        send(stream, &json!({"type": "heard", "notices": notices})).await
    }

    /// Does what a frame asks for.
    async fn answer(&self, text: &str) -> Value {
        if text.len() > LIMIT {
            return unreadable(&ApiError::TooLarge { limit: LIMIT });
        }
        match read_json(text.as_bytes()) {
            Ok(ClientFrame::Act { id, act }) => match self.act(act).await {
                Ok(DoneText { version, warnings }) => {
                    json!({"type": "answer", "id": id, "version": version, "warnings": warnings})
                }
                Err(error) => json!({"type": "answer", "id": id, "error": error.json()}),
            },
            Err(error) => unreadable(&error),
        }
    }

    async fn act(&self, act: ActText) -> Result<DoneText, ApiError> {
        let guest = self.guest.as_ref().ok_or(ApiError::NoGuest)?;
        let (action, expect) = act.split();
        Ok(self.state.service.act(&self.id, guest, action, expect).await?.into())
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error would mean that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
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
