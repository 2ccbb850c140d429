//! A server in a process of its own, and clients with loopback addresses of their own.

use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

pub(crate) type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// The timeout of all calls.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running `heterodox serve`.
pub(crate) struct Process {
    child: Child,
    /// The address on which it listens.
    pub(crate) address: SocketAddr,
}

impl Process {
    /// Starts `program serve` with data in `folder` and further options.
    pub(crate) fn start(program: &Path, folder: &Path, options: &[&str]) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder).args(options);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit('/').nth(1).ok_or("no address")?.parse()?;
        Ok(Self { child, address })
    }

    /// The resident memory in MiB.
    pub(crate) fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or_default() / 1024.0
    }

    /// Asks it to stop, and waits for its end.
    pub(crate) fn stop(mut self) -> Result {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client with an address in 127.0.0.0/8.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) source: Ipv4Addr,
    pub(crate) server: SocketAddr,
    pub(crate) token: String,
}

impl Caller {
    /// A client without a guest. Number 0 has the address 127.1.0.0.
    pub(crate) fn anonymous(server: SocketAddr, number: u32) -> Self {
        let source = Ipv4Addr::from_bits(Ipv4Addr::new(127, 1, 0, 0).to_bits() + number);
        Self { source, server, token: String::new() }
    }

    /// A client with a new guest.
    pub(crate) async fn guest(server: SocketAddr, number: u32) -> Result<Self> {
        let mut caller = Self::anonymous(server, number);
        let guest = caller.call_ok("POST", "/api/guests", &json!({})).await?;
        guest["token"].as_str().ok_or("no token")?.clone_into(&mut caller.token);
        Ok(caller)
    }

    /// A connection from the caller's address.
    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.source, 0).into())?;
        let stream = timeout(TIMEOUT, socket.connect(self.server)).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// The bytes of a request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let auth = match self.token.as_str() {
            "" => String::new(),
            token => format!("authorization: Bearer {token}\r\n"),
        };
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{auth}content-type: application/json\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.server,
            body.len()
        )
        .into_bytes()
    }

    /// Makes a call. Returns status and body.
    pub(crate) async fn call(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(u16, Vec<u8>)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = self.connect().await?;
        stream.write_all(&self.request(method, path, &body)).await?;
        let mut answer = Vec::new();
        timeout(TIMEOUT, stream.read_to_end(&mut answer)).await??;
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").ok_or("no head")?;
        let head = String::from_utf8_lossy(&answer[..end]);
        let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        Ok((status, answer.split_off(end + 4)))
    }

    /// Makes a call that must succeed. Returns the JSON of the response.
    pub(crate) async fn call_ok(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let (status, answer) = self.call(method, path, body).await?;
        if status >= 300 {
            let answer = String::from_utf8_lossy(&answer);
            return Err(format!("{method} {path}: {status} {answer}").into());
        }
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Opens a game. Returns its id.
    pub(crate) async fn open(&self, game: &Value) -> Result<String> {
        let opened = self.call_ok("POST", "/api/games", game).await?;
        Ok(opened["id"].as_str().ok_or("no id")?.to_owned())
    }

    /// A socket of a game, or of the analysis.
    pub(crate) async fn socket(&self, path: &str) -> Result<WebSocketStream<TcpStream>> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        if !self.token.is_empty() {
            let bearer = format!("Bearer {}", self.token).parse()?;
            request.headers_mut().insert("authorization", bearer);
        }
        Ok(client_async(request, self.connect().await?).await?.0)
    }
}

/// The time below which a share of the times lies. Sorts them.
pub(crate) fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    let index = (times.len() as f64 * share) as usize;
    times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// Milliseconds with two decimals.
pub(crate) fn ms(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
