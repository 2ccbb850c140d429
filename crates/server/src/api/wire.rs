//! What all sockets have in common: how they open, stay open and close.

use super::error::ApiError;
use super::extract::LIMIT;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures_util::SinkExt;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde_json::{Value, json};
use std::num::NonZeroU32;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;

/// How often the server pings.
const PING: Duration = Duration::from_secs(20);
/// After this long without a sign of life a socket is given up.
const SILENCE: Duration = Duration::from_secs(65);
/// A client that takes no message for this long is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pings, pongs and the like a second, after twice as many at once. Browsers send none of their own.
const CONTROL_FRAMES: u32 = 10;
/// Texts a second, after three times as many at once. What they ask for has limits of its own.
const TEXT_FRAMES: u32 = 100;
/// The most bytes that wait to be taken by a client, the answers to its pings included.
const MOST_UNSENT: usize = 16 * LIMIT;
/// So long a client may take to answer that the socket closes.
const GOODBYE: Duration = Duration::from_secs(2);
/// So many frames of a client may be on their way when the socket closes.
const GOODBYE_FRAMES: usize = 100;

/// A handshake that was understood, or why it was not.
pub(super) fn handshake(
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<WebSocketUpgrade, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::BadHeader {
        name: "upgrade",
        expected: "'websocket', with the other headers of a WebSocket handshake",
    })?;
    // Small buffers: a socket costs kilobytes, not the usual hundred.
    Ok(upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNSENT)
        .max_message_size(4 * LIMIT)
        .max_frame_size(4 * LIMIT))
}

/// How a socket ends in good order.
pub(super) enum End {
    /// The client has closed it.
    Closed,
    /// The server closes it.
    Closing(CloseFrame),
}

/// The client is gone, or does not take what it is sent.
pub(super) struct Gone;

/// What comes to the server through a socket.
pub(super) enum Heard {
    /// A text.
    Text(Utf8Bytes),
    /// A frame that is none.
    NoText,
    /// A sign of life, or that it was time to ask for one.
    Alive,
    /// The socket ends.
    End(End),
}

/// An open socket.
pub(super) struct Wire {
    stream: WebSocket,
    closing: watch::Receiver<bool>,
    ping: Interval,
    heard: Instant,
    control_frames: DefaultDirectRateLimiter,
    text_frames: DefaultDirectRateLimiter,
}

/// So many a second, after `burst` seconds' worth at once.
fn frames(per_second: u32, burst: u32) -> DefaultDirectRateLimiter {
    let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::per_second(number(per_second));
    RateLimiter::direct(quota.allow_burst(number(per_second * burst)))
}

impl Wire {
    /// Keeps a socket open until the server closes.
    pub(super) fn new(stream: WebSocket, closing: watch::Receiver<bool>) -> Self {
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            stream,
            closing,
            ping,
            heard: Instant::now(),
            control_frames: frames(CONTROL_FRAMES, 2),
            text_frames: frames(TEXT_FRAMES, 3),
        }
    }

    /// Waits for the client, and for what a socket has to do by itself. Nothing is lost if it is not waited for to the end.
    pub(super) async fn hear(&mut self) -> Result<Heard, Gone> {
        tokio::select! {
            biased;
            () = closed(&mut self.closing) => {
                let frame = CloseFrame { code: close_code::RESTART, reason: "restart".into() };
                Ok(Heard::End(End::Closing(frame)))
            }
            message = self.stream.recv() => {
                self.heard = Instant::now();
                let message = message.ok_or(Gone)?;
                if self.is_too_much(&message) {
                    let reason = "too many frames".into();
                    let frame = CloseFrame { code: close_code::POLICY, reason };
                    return Ok(Heard::End(End::Closing(frame)));
                }
                Ok(match message {
                    Ok(Message::Text(text)) => Heard::Text(text),
                    Ok(Message::Binary(_)) => Heard::NoText,
                    // Answered by the library.
                    Ok(Message::Ping(_) | Message::Pong(_)) => Heard::Alive,
                    Ok(Message::Close(_)) => Heard::End(End::Closed),
                    Err(error) => Heard::End(End::Closing(fault(error)?)),
                })
            }
            _ = self.ping.tick() => {
                if self.heard.elapsed() > SILENCE {
                    return Err(Gone);
                }
                self.send_message(Message::Ping(Bytes::new())).await?;
                Ok(Heard::Alive)
            }
        }
    }

    /// Whether the client sends more frames than anybody needs. Each is answered, so that a client
    /// that reads no answers would fill the memory, and one that reads them the processor.
    fn is_too_much(&self, message: &Result<Message, axum::Error>) -> bool {
        let frames = match message {
            Ok(Message::Ping(_) | Message::Pong(_)) => &self.control_frames,
            Ok(Message::Text(_) | Message::Binary(_)) => &self.text_frames,
            Ok(Message::Close(_)) | Err(_) => return false,
        };
        frames.check().is_err()
    }

    pub(super) async fn send(&mut self, value: &Value) -> Result<(), Gone> {
        self.send_text(value.to_string().into()).await
    }

    pub(super) async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        self.send_message(Message::Text(text)).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Gone> {
        timeout(PATIENCE, self.stream.send(message)).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Closes the socket in good order.
    pub(super) async fn close(mut self, end: End) {
        let _ = timeout(GOODBYE, say_goodbye(&mut self.stream, end)).await;
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error would mean that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// What is answered to a frame of which nobody can say which one it was.
pub(super) fn unreadable(error: &ApiError) -> Value {
    json!({"type": "error", "error": error.json()})
}

/// The id of a frame that is not understood, so that its sender knows which one it was.
pub(super) fn id_of(text: &str) -> Option<u64> {
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
    // A client that goes on sending is not listened to for long.
    for _ in 0..GOODBYE_FRAMES {
        if !matches!(stream.recv().await, Some(Ok(_))) {
            break;
        }
    }
    Ok(())
}
