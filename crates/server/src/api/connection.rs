//! The parts that all sockets share: opening, keep-alive and closing.

use crate::http::input::{InputError, MAX_BYTES};
use crate::problem::AnyProblem;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::Request;
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde_json::Value;
use std::num::NonZeroU32;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// The interval of pings.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// The interval of pings in live games with clocks.
const LIVE_PING_INTERVAL: Duration = Duration::from_secs(5);
/// The time without a frame from the client after which a socket is dropped.
const IDLE_TIMEOUT: Duration = Duration::from_secs(65);
/// The time after which a client that takes no message is dropped.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The most control frames per second, with twice as many in a burst. Browsers send none by
/// themselves.
const CONTROL_FRAMES: u32 = 10;
/// The most text frames per second, with three times as many in a burst. The acts in them have
/// limits of their own.
const TEXT_FRAMES: u32 = 100;
/// The most bytes that wait to be sent to a client, pongs included.
const MAX_UNSENT: usize = 16 * MAX_BYTES;
/// The timeout of the close handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The most frames that are read while the server waits for the client's close frame.
const MAX_CLOSING_FRAMES: usize = 100;

/// The largest frame that is sent, in bytes. Longer messages are sent in parts, because the buffer
/// of a socket keeps the size of its largest frame.
const MAX_SENT_FRAME: usize = 1024;

type Stream = WebSocketStream<TokioIo<Upgraded>>;

/// A WebSocket handshake.
pub(super) struct Handshake {
    upgrade: OnUpgrade,
    response: Response,
}

impl<S: Sync> FromRequestParts<S> for Handshake {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AnyProblem> {
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let mut request = Request::new(());
        request.method_mut().clone_from(&parts.method);
        request.headers_mut().clone_from(&parts.headers);
        match (upgrade, create_response_with_body(&request, Body::empty)) {
            (Some(upgrade), Ok(response)) => Ok(Self { upgrade, response }),
            _ => Err(AnyProblem::from(InputError::BadHeader {
                name: "upgrade",
                expected: "'websocket', with the other headers of a WebSocket handshake",
            })),
        }
    }
}

impl Handshake {
    /// Accepts the handshake, and runs the socket. `closing` becomes true when the server shuts
    /// down.
    pub(super) fn accept<F>(
        self,
        closing: watch::Receiver<bool>,
        run: impl FnOnce(Box<Connection>) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        // Small buffers: a socket needs a few kilobytes, and not the default of over 100.
        let config = WebSocketConfig::default()
            .read_buffer_size(1024)
            .write_buffer_size(0)
            .max_write_buffer_size(MAX_UNSENT)
            .max_message_size(Some(4 * MAX_BYTES))
            .max_frame_size(Some(4 * MAX_BYTES));
        tokio::spawn(async move {
            // An error means that the client has gone.
            let Ok(upgraded) = self.upgrade.await else { return };
            let upgraded = TokioIo::new(upgraded);
            let stream =
                WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await;
            // Boxed, as a future holds each value that it hands on twice.
            run(Box::new(Connection::new(stream, closing))).await;
        });
        self.response
    }
}

/// How a socket ends in good order.
pub(super) enum End {
    /// The client has closed it.
    Closed,
    /// The server closes it.
    Closing(CloseFrame),
}

impl End {
    /// The caller's session has ended.
    pub(super) fn signed_out() -> Self {
        Self::Closing(CloseFrame { code: CloseCode::Policy, reason: "signed out".into() })
    }
}

/// The client has disconnected, or takes no messages.
pub(super) struct Disconnected;

/// An event of a socket.
pub(super) enum SocketEvent {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame.
    Binary,
    /// A control frame.
    KeepAlive,
    /// A ping was sent.
    Pinged,
    /// The end of the socket.
    End(End),
}

/// An open socket.
pub(super) struct Connection {
    stream: Stream,
    closing: watch::Receiver<bool>,
    ping: Interval,
    last_frame: Instant,
    /// When the ping was sent that waits for its answer.
    pinged_at: Option<Instant>,
    /// The time of the last ping to the client and back.
    round_trip: Duration,
    control_frames: DefaultDirectRateLimiter,
    text_frames: DefaultDirectRateLimiter,
}

/// A rate limit of `per_second` frames, with a burst of `burst` seconds' worth.
fn rate_limiter(per_second: u32, burst: u32) -> DefaultDirectRateLimiter {
    let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::per_second(number(per_second));
    RateLimiter::direct(quota.allow_burst(number(per_second * burst)))
}

impl Connection {
    fn new(stream: Stream, closing: watch::Receiver<bool>) -> Self {
        let mut ping = interval(PING_INTERVAL);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            stream,
            closing,
            ping,
            last_frame: Instant::now(),
            pinged_at: None,
            round_trip: Duration::ZERO,
            control_frames: rate_limiter(CONTROL_FRAMES, 2),
            text_frames: rate_limiter(TEXT_FRAMES, 3),
        }
    }

    /// Pings every few seconds: the delay of the network is measured by it.
    pub(super) fn ping_often(&mut self) {
        self.ping = interval(LIVE_PING_INTERVAL);
        self.ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }

    /// The delay of the network to the server, in milliseconds: half of the last round trip.
    pub(super) fn lag_ms(&self) -> u64 {
        self.round_trip.as_millis() as u64 / 2
    }

    /// Waits for the next event; pings the client meanwhile. Cancel safe.
    pub(super) async fn next_event(&mut self) -> Result<SocketEvent, Disconnected> {
        tokio::select! {
            biased;
            () = wait_for_shutdown(&mut self.closing) => {
                let frame = CloseFrame { code: CloseCode::Restart, reason: "restart".into() };
                Ok(SocketEvent::End(End::Closing(frame)))
            }
            message = self.stream.next() => {
                self.last_frame = Instant::now();
                let message = message.ok_or(Disconnected)?;
                if self.is_over_rate(&message) {
                    let reason = "too many frames".into();
                    let frame = CloseFrame { code: CloseCode::Policy, reason };
                    return Ok(SocketEvent::End(End::Closing(frame)));
                }
                if matches!(message, Ok(Message::Pong(_)))
                    && let Some(pinged) = self.pinged_at.take()
                {
                    self.round_trip = pinged.elapsed();
                }
                Ok(match message {
                    Ok(Message::Text(text)) => SocketEvent::Text(text),
                    Ok(Message::Binary(_)) => SocketEvent::Binary,
                    // tungstenite answers pings.
                    Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {
                        SocketEvent::KeepAlive
                    }
                    Ok(Message::Close(_)) => SocketEvent::End(End::Closed),
                    Err(error) => SocketEvent::End(End::Closing(close_frame(&error)?)),
                })
            }
            _ = self.ping.tick() => {
                if self.last_frame.elapsed() > IDLE_TIMEOUT {
                    return Err(Disconnected);
                }
                self.pinged_at = Some(Instant::now());
                self.send_message(Message::Ping(Bytes::new())).await?;
                Ok(SocketEvent::Pinged)
            }
        }
    }

    /// Returns whether the client is over its rate of frames. Each frame gets a response, so a
    /// flood would fill the memory if the client does not read, and keep a core busy if it does.
    fn is_over_rate(&self, message: &Result<Message, Error>) -> bool {
        let rate_limiter = match message {
            Ok(Message::Ping(_) | Message::Pong(_)) => &self.control_frames,
            Ok(Message::Text(_) | Message::Binary(_)) => &self.text_frames,
            Ok(Message::Close(_) | Message::Frame(_)) | Err(_) => return false,
        };
        rate_limiter.check().is_err()
    }

    pub(super) async fn send(&mut self, message: &impl Serialize) -> Result<(), Disconnected> {
        let text = serde_json::to_string(message).expect("messages are plain data");
        self.send_text(text.into()).await
    }

    pub(super) async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), Disconnected> {
        let mut rest = Bytes::from(text);
        let mut kind = Data::Text;
        loop {
            let part = rest.split_to(rest.len().min(MAX_SENT_FRAME));
            let is_last = rest.is_empty();
            let frame = Frame::message(part, OpCode::Data(kind), is_last);
            self.send_message(Message::Frame(frame)).await?;
            if is_last {
                return Ok(());
            }
            kind = Data::Continue;
        }
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Disconnected> {
        timeout(SEND_TIMEOUT, self.stream.send(message))
            .await
            .map_err(|_| Disconnected)?
            .map_err(|_| Disconnected)
    }

    /// Closes the socket with a close handshake.
    pub(super) async fn close(&mut self, end: End) {
        let _ = timeout(CLOSE_TIMEOUT, close_handshake(&mut self.stream, end)).await;
    }
}

async fn wait_for_shutdown(closing: &mut watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The id of a frame that is not understood, so that the error can name it.
pub(super) fn id_of(text: &str) -> Option<u64> {
    serde_json::from_str::<Value>(text).ok()?.get("id")?.as_u64()
}

/// The close frame for a client that breaks the protocol. A disconnect is not a breach.
fn close_frame(error: &Error) -> Result<CloseFrame, Disconnected> {
    let (code, reason) = match error {
        Error::Capacity(_) => (CloseCode::Size, "the message is too large"),
        Error::Utf8(_) => (CloseCode::Invalid, "the text is not UTF-8"),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return Err(Disconnected),
        Error::Protocol(_) => (CloseCode::Protocol, "this is no WebSocket frame"),
        _ => return Err(Disconnected),
    };
    Ok(CloseFrame { code, reason: reason.into() })
}

/// Sends the close frame and reads until the client has answered: if a connection is dropped with
/// unread input, the close frame may be lost.
async fn close_handshake(stream: &mut Stream, end: End) -> Result<(), Error> {
    match end {
        End::Closed => stream.flush().await?,
        End::Closing(frame) => stream.send(Message::Close(Some(frame))).await?,
    }
    // A client that goes on sending is cut off.
    for _ in 0..MAX_CLOSING_FRAMES {
        if !matches!(stream.next().await, Some(Ok(_))) {
            break;
        }
    }
    Ok(())
}
