//! The parts that all sockets share: opening, keep-alive and closing.

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

/// The interval of pings.
const PING: Duration = Duration::from_secs(20);
/// The time without a frame from the client after which a socket is dropped.
const SILENCE: Duration = Duration::from_secs(65);
/// The time after which a client that takes no message is dropped.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most control frames per second, with twice as many in a burst. Browsers send none by
/// themselves.
const CONTROL_FRAMES: u32 = 10;
/// The most text frames per second, with three times as many in a burst. The acts in them have
/// limits of their own.
const TEXT_FRAMES: u32 = 100;
/// The most bytes that wait to be sent to a client, pongs included.
const MOST_UNSENT: usize = 16 * LIMIT;
/// The timeout of the close handshake.
const GOODBYE: Duration = Duration::from_secs(2);
/// The most frames that are read while the server waits for the client's close frame.
const GOODBYE_FRAMES: usize = 100;

/// Accepts a WebSocket handshake.
pub(super) fn handshake(
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<WebSocketUpgrade, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::BadHeader {
        name: "upgrade",
        expected: "'websocket', with the other headers of a WebSocket handshake",
    })?;
    // Small buffers: a socket needs a few kilobytes, and not the default of over 100.
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

/// The client has disconnected, or takes no messages.
pub(super) struct Gone;

/// An event of a socket.
pub(super) enum Heard {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame.
    NoText,
    /// A control frame, or a ping that was sent.
    Alive,
    /// The end of the socket.
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

/// A rate limit of `per_second` frames, with a burst of `burst` seconds' worth.
fn frames(per_second: u32, burst: u32) -> DefaultDirectRateLimiter {
    let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::per_second(number(per_second));
    RateLimiter::direct(quota.allow_burst(number(per_second * burst)))
}

impl Wire {
    /// Wraps an open socket. `closing` becomes true when the server shuts down.
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

    /// Waits for the next event; pings the client meanwhile. Cancel safe.
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
                    // tungstenite answers pings.
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

    /// Returns whether the client is over its rate of frames. Each frame gets a response, so a
    /// flood would fill the memory if the client does not read, and keep a core busy if it does.
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

    /// Closes the socket with a close handshake.
    pub(super) async fn close(mut self, end: End) {
        let _ = timeout(GOODBYE, say_goodbye(&mut self.stream, end)).await;
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The response to a frame whose id cannot be read.
pub(super) fn unreadable(error: &ApiError) -> Value {
    json!({"type": "error", "error": error.json()})
}

/// The id of a frame that is not understood, so that the error can name it.
pub(super) fn id_of(text: &str) -> Option<u64> {
    serde_json::from_str::<Value>(text).ok()?.get("id")?.as_u64()
}

/// The close frame for a client that breaks the protocol. A disconnect is not a breach.
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

/// Sends the close frame and reads until the client has answered: if a connection is dropped with
/// unread input, the close frame may be lost.
async fn say_goodbye(stream: &mut WebSocket, end: End) -> Result<(), axum::Error> {
    match end {
        End::Closed => stream.flush().await?,
        End::Closing(frame) => stream.send(Message::Close(Some(frame))).await?,
    }
    // A client that goes on sending is cut off.
    for _ in 0..GOODBYE_FRAMES {
        if !matches!(stream.recv().await, Some(Ok(_))) {
            break;
        }
    }
    Ok(())
}
