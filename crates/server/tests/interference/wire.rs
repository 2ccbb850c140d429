//! Connections without a network, and the bytes that come through them.

use axum::Router;
use axum::serve::Listener;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

/// The timeout of every wait; reached only when a test fails.
const TIMEOUT: Duration = Duration::from_mins(1);
/// The capacity of a connection, in bytes.
const BUFFER: usize = 1 << 16;
/// The same key in every handshake, so that the answer is the same.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// A server whose connections are pairs of streams in memory.
#[derive(Debug)]
pub(crate) struct InMemoryServer {
    /// Accept the server's end of each new connection.
    connections: Vec<UnboundedSender<DuplexStream>>,
    /// The number of connections of each caller.
    counts: Mutex<HashMap<String, usize>>,
    _serving: JoinSet<()>,
}

/// Listens for the connections that an [`InMemoryServer`] was sent.
struct DuplexListener(UnboundedReceiver<DuplexStream>);

impl Listener for DuplexListener {
    type Io = DuplexStream;
    type Addr = ();

    async fn accept(&mut self) -> (DuplexStream, ()) {
        match self.0.recv().await {
            Some(stream) => (stream, ()),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<()> {
        Ok(())
    }
}

impl InMemoryServer {
    /// Serves the routers until the server is dropped. Of several, each gets a connection of a
    /// caller in turn, as behind a proxy. What other callers do has no effect on that.
    pub(crate) fn start(routers: Vec<Router>) -> Self {
        let (mut connections, mut serving) = (Vec::new(), JoinSet::new());
        for router in routers {
            let (sender, accepted) = unbounded_channel();
            // A router as it is would be copied route by route for each connection.
            let router = router.into_make_service();
            serving.spawn(async move {
                let _ = axum::serve(DuplexListener(accepted), router).await;
            });
            connections.push(sender);
        }
        Self { connections, counts: Mutex::default(), _serving: serving }
    }

    /// Opens a connection for a request and returns the client's end.
    pub(crate) fn connect(&self, ask: &Ask) -> DuplexStream {
        let is_caller = |name: &str| ["authorization", "cookie"].contains(&name);
        let caller = ask.headers.iter().find(|(name, _)| is_caller(name));
        let caller = caller.map(|(_, value)| value.clone()).unwrap_or_default();
        let mut counts = self.counts.lock().expect("whole");
        let count = counts.entry(caller).or_default();
        *count += 1;
        connect(&self.connections[*count % self.connections.len()])
    }

    /// A sender for connections that are opened later.
    pub(crate) fn connections(&self) -> UnboundedSender<DuplexStream> {
        self.connections[0].clone()
    }

    /// Sends a request; returns the raw answer without its `Date` header. Of a stream, which has no
    /// end, this is the answer to the end of its first line.
    pub(crate) async fn ask(&self, ask: &Ask) -> Vec<u8> {
        let mut stream = self.connect(ask);
        stream.write_all(&ask.bytes(&["connection: close"])).await.expect("the server reads");
        let mut answer = Vec::new();
        let is_stream = ask.path.contains("/stream");
        loop {
            let read = timeout(TIMEOUT, stream.read_buf(&mut answer)).await;
            let is_end = read.expect("in time").expect("the server answers") == 0;
            if is_end || is_stream && answer.ends_with(b"}\n\r\n") {
                return without_date(answer);
            }
        }
    }
}

/// Opens a connection and returns the client's end.
pub(crate) fn connect(connections: &UnboundedSender<DuplexStream>) -> DuplexStream {
    let (client, server) = duplex(BUFFER);
    connections.send(server).expect("the server runs");
    client
}

/// Removes the `Date` header, which the HTTP library adds; it does not depend on games.
fn without_date(answer: Vec<u8>) -> Vec<u8> {
    let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { return answer };
    let head = String::from_utf8_lossy(&answer[..end + 2]);
    let kept: Vec<&str> =
        head.split_inclusive("\r\n").filter(|line| !line.starts_with("date: ")).collect();
    [kept.concat().as_bytes(), &answer[end + 2..]].concat()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ask {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

impl Ask {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), headers: Vec::new(), body: String::new() }
    }

    pub(crate) fn post(path: impl Into<String>, body: impl Into<String>) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { method: "POST", path: path.into(), headers, body: body.into() }
    }

    pub(crate) fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.into()));
        self
    }

    fn bytes(&self, more: &[&str]) -> Vec<u8> {
        let mut lines = vec![format!("{} {} HTTP/1.1", self.method, self.path)];
        lines.push("host: test".to_owned());
        lines.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}")));
        lines.extend(more.iter().map(|&line| line.to_owned()));
        if self.method != "GET" {
            lines.push(format!("content-length: {}", self.body.len()));
        }
        format!("{}\r\n\r\n{}", lines.join("\r\n"), self.body).into_bytes()
    }
}

/// A WebSocket to a live game.
pub(crate) struct Socket {
    stream: WebSocketStream<DuplexStream>,
}

impl Socket {
    /// Opens a socket. Returns the answer to the handshake, with the socket if it was accepted.
    pub(crate) async fn open(stream: DuplexStream, ask: &Ask) -> (Vec<u8>, Option<Self>) {
        let mut stream = stream;
        let key = format!("sec-websocket-key: {KEY}");
        let handshake =
            ["connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13", &key];
        stream.write_all(&ask.bytes(&handshake)).await.expect("the server reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let byte = timeout(TIMEOUT, stream.read_u8()).await.expect("in time");
            head.push(byte.expect("the server answers"));
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            let length = String::from_utf8_lossy(&head)
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
                .unwrap_or(0);
            let mut body = vec![0; length];
            stream.read_exact(&mut body).await.expect("the whole answer");
            return (without_date([head, body].concat()), None);
        }
        let stream = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
        (without_date(head), Some(Self { stream }))
    }

    pub(crate) async fn send(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        self.stream.send(Message::Text(text.into())).await.expect("the server reads");
    }

    /// The next message; skips pings.
    pub(crate) async fn next(&mut self) -> String {
        self.next_or_end().await.expect("the socket is open")
    }

    /// The next message; `None` if the server has closed the socket.
    pub(crate) async fn next_or_end(&mut self) -> Option<String> {
        loop {
            let frame = timeout(TIMEOUT, self.stream.next()).await.expect("in time");
            match frame?.expect("a frame") {
                Message::Text(text) => return Some(text.to_string()),
                Message::Close(_) => return None,
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("unexpected frame {other:?}"),
            }
        }
    }

    /// All messages sent so far: an invalid frame is answered after them.
    pub(crate) async fn all(&mut self) -> Vec<String> {
        self.send("?").await;
        let mut all = Vec::new();
        loop {
            let message = self.next().await;
            let is_answer = message.contains("\"bad-json\"");
            all.push(message);
            if is_answer {
                return all;
            }
        }
    }
}
