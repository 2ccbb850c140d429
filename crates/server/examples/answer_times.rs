//! Response times of the server, alone and while it analyses: pages, states, acts, and acts through
//! sockets.
//!
//! ```sh
//! cargo run --release -p heterodox-server --example answer_times -- [ROUNDS [SECONDS]]
//! ```
//!
//! The server runs in a process of its own, with two analysis threads. Eight players, each with a
//! table of its own, make a call every 40 ms: 200 calls per second. Rounds without analysis, with
//! two endless analyses, and with these and a full-strength computer that always thinks alternate,
//! so that all see the same load of the machine. For each load it prints the 50th and 99th
//! percentile of all rounds together, the maximum, and the 99th percentile of the best round.

use futures_util::{SinkExt, StreamExt};
use heterodox_server::{Limits, ServeConfig, Server};
use reqwest::Client;
use serde_json::{Value, json};
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[path = "common/own_process.rs"]
mod own_process;

use own_process::Process;

type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// The number of players.
const PLAYERS: usize = 8;
/// The interval between the calls of each player.
const CALL_INTERVAL: Duration = Duration::from_millis(40);
/// The number of endless analyses.
const ANALYSES: usize = 2;
/// The kinds of calls, made in turn.
const KINDS: [&str; 4] = ["page", "state", "act", "socket"];
/// The load besides the players.
const LOADS: [&str; 3] = ["alone", "two analyses", "two analyses, a computer"];

#[tokio::main]
async fn main() -> Result {
    let mut args = std::env::args().skip(1);
    let first = args.next();
    if let (Some("serve"), Some(folder)) = (first.as_deref(), std::env::args().nth(2)) {
        return serve(&folder).await;
    }
    let rounds: usize = first.map_or(Ok(5), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(5), |text| text.parse())?;
    let home = tempfile::tempdir()?;
    let server = Process::start(home.path().to_str().ok_or("a folder with another name")?)?;
    let mut times = vec![vec![Vec::new(); KINDS.len()]; LOADS.len()];
    for _ in 0..rounds {
        for (load, times) in times.iter_mut().enumerate() {
            let round = measure(&server.base, load, Duration::from_secs(seconds)).await?;
            for (all, one) in times.iter_mut().zip(round) {
                all.push(one);
            }
        }
    }
    print(&times);
    Ok(())
}

/// The other process: a server without rate limits.
async fn serve(folder: &str) -> Result {
    let mut config = ServeConfig::new(([127, 0, 0, 1], 0).into(), folder);
    config.limits = Limits::unlimited();
    config.analysis_workers = NonZeroUsize::new(ANALYSES).ok_or("a number")?;
    let server = Server::bind(config).await?;
    println!("http://{}", server.address());
    server.run_until(std::future::pending()).await;
    Ok(())
}

/// A client with a guest.
#[derive(Clone)]
struct Caller {
    client: Client,
    base: String,
    token: String,
}

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

impl Caller {
    async fn new(base: &str) -> Result<Self> {
        let client = Client::new();
        let mut caller = Self { client, base: base.to_owned(), token: String::new() };
        let guest = caller.post("/api/guests", &json!({})).await?;
        text(&guest["token"])?.clone_into(&mut caller.token);
        Ok(caller)
    }

    async fn get(&self, path: &str) -> Result<String> {
        let request = self.client.get(format!("{}{path}", self.base));
        let request = request.bearer_auth(&self.token).header("accept", "text/html");
        let request = request.header("cookie", format!("heterodox={}", self.token));
        Ok(request.send().await?.error_for_status()?.text().await?)
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(format!("{}{path}", self.base)).json(body);
        let request =
            if self.token.is_empty() { request } else { request.bearer_auth(&self.token) };
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    async fn open(&self, opponent: &Value) -> Result<String> {
        let wanted = json!({"game": "klinzha", "start": {"quick": "north-west"},
            "opponent": opponent, "seat": 0});
        Ok(text(&self.post("/api/games", &wanted).await?["id"])?.to_owned())
    }

    async fn socket(&self, path: &str) -> Result<Socket> {
        let mut request =
            format!("{}{path}", self.base.replace("http", "ws")).into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse()?);
        Ok(connect_async(request).await?.0)
    }
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| format!("no text: {value}").into())
}

/// A round: the response times of each kind of call.
async fn measure(base: &str, load: usize, time: Duration) -> Result<Vec<Vec<Duration>>> {
    let over = Arc::new(AtomicBool::new(false));
    let mut background = JoinSet::new();
    if load > 0 {
        for _ in 0..ANALYSES {
            background.spawn(analyse(base.to_owned(), over.clone()));
        }
    }
    if load > 1 {
        background.spawn(play_computer(base.to_owned(), over.clone()));
    }
    let mut players = JoinSet::new();
    for number in 0..PLAYERS {
        players.spawn(play(base.to_owned(), number, time));
    }
    let mut times = vec![Vec::new(); KINDS.len()];
    while let Some(played) = players.join_next().await {
        for (all, one) in times.iter_mut().zip(played??) {
            all.extend(one);
        }
    }
    over.store(true, Ordering::Relaxed);
    while let Some(ended) = background.join_next().await {
        ended??;
    }
    Ok(times)
}

/// Analyses a position of each game in turn, with five lines, until the round is over.
async fn analyse(base: String, over: Arc<AtomicBool>) -> Result {
    let mut socket = Caller::new(&base).await?.socket("/api/analysis").await?;
    let mut found = 0;
    for game in ["klinzha", "grand-chess", "kaleidochess"].into_iter().cycle() {
        let frame = json!({"type": "look", "id": 1, "game": game, "lines": 5});
        socket.send(Message::text(frame.to_string())).await?;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            if over.load(Ordering::Relaxed) {
                return if found > 0 { Ok(()) } else { Err("nothing was found".into()) };
            }
            let next = tokio::time::timeout(Duration::from_millis(200), socket.next()).await;
            if let Ok(Some(message)) = next {
                let message: Value = serde_json::from_str(message?.to_text()?).unwrap_or_default();
                found += usize::from(message["type"] == "found");
            }
        }
    }
    Ok(())
}

/// Plays against the computer at full strength, which uses nearly all of the time.
async fn play_computer(base: String, over: Arc<AtomicBool>) -> Result {
    let caller = Caller::new(&base).await?;
    let mut game = caller.open(&json!({"computer": 8})).await?;
    while !over.load(Ordering::Relaxed) {
        let state = caller.get(&format!("/api/games/{game}")).await?;
        let state: Value = serde_json::from_str(&state)?;
        if state["scene"]["outcome"].is_object() {
            game = caller.open(&json!({"computer": 8})).await?;
        } else if let Some(text) = state["scene"]["choices"][0]["text"].as_str() {
            let act = json!({"act": "submit", "text": text});
            caller.post(&format!("/api/games/{game}/acts"), &act).await?;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Plays both sides of a table, and measures calls.
async fn play(base: String, number: usize, time: Duration) -> Result<Vec<Vec<Duration>>> {
    let caller = Caller::new(&base).await?;
    let mut table = Table::open(&caller).await?;
    let mut times = vec![Vec::new(); KINDS.len()];
    let begun = Instant::now();
    let mut pace = interval(CALL_INTERVAL);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tokio::time::sleep(CALL_INTERVAL * number as u32 / PLAYERS as u32).await;
    let mut kind = number;
    while begun.elapsed() < time {
        pace.tick().await;
        if table.is_over() {
            table = Table::open(&caller).await?;
        }
        kind = (kind + 1) % KINDS.len();
        times[kind].push(table.call(&caller, kind).await?);
    }
    Ok(times)
}

/// A table where one guest plays both sides.
struct Table {
    id: String,
    state: Value,
    socket: Socket,
    acts: usize,
}

impl Table {
    async fn open(caller: &Caller) -> Result<Self> {
        let id = caller.open(&json!("hot-seat")).await?;
        let state = serde_json::from_str(&caller.get(&format!("/api/games/{id}")).await?)?;
        let socket = caller.socket(&format!("/api/games/{id}/socket")).await?;
        Ok(Self { id, state, socket, acts: 0 })
    }

    fn is_over(&self) -> bool {
        self.state["scene"]["outcome"].is_object()
    }

    /// Makes a call and returns its response time.
    async fn call(&mut self, caller: &Caller, kind: usize) -> Result<Duration> {
        let choices = self.state["scene"]["choices"].as_array().map_or(0, Vec::len).max(1);
        self.acts += 1;
        let choice = &self.state["scene"]["choices"][self.acts * 7 % choices]["text"];
        let act = json!({"act": "submit", "text": choice});
        let path = format!("/api/games/{}", self.id);
        let begun = Instant::now();
        match KINDS[kind] {
            "page" => drop(caller.get(&format!("/g/{}", self.id)).await?),
            "state" => drop(caller.get(&path).await?),
            "act" => drop(caller.post(&format!("{path}/acts"), &act).await?),
            _ => {
                let frame = json!({"type": "act", "id": self.acts, "act": act});
                self.socket.send(Message::text(frame.to_string())).await?;
                while self.next_type().await? != "answer" {}
            }
        }
        let took = begun.elapsed();
        if kind >= 2 {
            self.state = serde_json::from_str(&caller.get(&path).await?)?;
        }
        Ok(took)
    }

    /// The type of the next message.
    async fn next_type(&mut self) -> Result<String> {
        let message = self.socket.next().await.ok_or("the socket has closed")??;
        let Message::Text(message) = message else { return Ok(String::new()) };
        let message: Value = serde_json::from_str(&message)?;
        if message["error"].is_object() {
            return Err(message.to_string().into());
        }
        Ok(text(&message["type"])?.to_owned())
    }
}

fn print(times: &[Vec<Vec<Vec<Duration>>>]) {
    println!(
        "| | | calls | 50 % | 99 % | longest | 99 % of the best round |\n|---|---|---|---|---|---|---|"
    );
    for (load, times) in LOADS.iter().zip(times) {
        for (kind, rounds) in KINDS.iter().zip(times) {
            let mut all: Vec<Duration> = rounds.iter().flatten().copied().collect();
            let best = rounds.iter().map(|round| percentile(&mut round.clone(), 99)).min();
            let [half, most] = [50, 99].map(|percent| ms(percentile(&mut all, percent)));
            let (calls, longest) = (all.len(), ms(percentile(&mut all, 100)));
            let best = ms(best.unwrap_or_default());
            println!("| {load} | {kind} | {calls} | {half} | {most} | {longest} | {best} |");
        }
    }
}

/// The `percent`-th percentile.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let place = (times.len() * percent).div_ceil(100).max(1);
    times.get(place - 1).copied().unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
