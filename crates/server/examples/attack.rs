//! The harm that a single caller can do: memory, disk, and the response times of another caller.
//!
//! ```sh
//! cargo build --release && cargo run --release -p heterodox-server --example attack -- \
//!     target/release/heterodox [SECONDS [REST [NAME]]]
//! ```
//!
//! The server runs in a process of its own with its default limits. Each attack lasts for SECONDS
//! (10) while a victim at another address repeatedly loads a page, gets the state of a game, and
//! moves in it until a weak computer has replied. For each attack it prints the victim's response
//! times (median and maximum), the memory before, at its maximum and after REST (60 s), the bytes
//! written to disk, and the attack's own counts.

mod common;

use common::{Caller, Process, Result, ms, percentile};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, SinkExt, StreamExt};
use heterodox_server::testing::long_game;
use heterodox_store::{SqliteStore, Store};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Games that are in the store and not in memory.
const GAMES: u32 = 20_000;
/// The number of long games among them.
const LONG: u32 = 20;
/// The plies of a long game.
const PLIES: usize = 2900;
/// The numbers of the attacker's and the victim's address.
const ATTACKER: u32 = 0;
const VICTIM: u32 = 1000;

type Attack = fn(Arc<Target>) -> BoxFuture<'static, Result>;

const ATTACKS: [(&str, Attack); 11] = [
    ("pings", |target| pings(target).boxed()),
    ("acts", |target| acts(target).boxed()),
    ("long logs", |target| long_logs(target).boxed()),
    ("frames that nobody reads", |target| unread(target).boxed()),
    ("pictures", |target| pictures(target).boxed()),
    ("tables left to computers", |target| computers(target).boxed()),
    ("lines of 1000 moves", |target| lines(target).boxed()),
    ("connections", |target| connections(target).boxed()),
    ("rematches", |target| rematches(target).boxed()),
    ("looks at games", |target| states(target).boxed()),
    ("ids", |target| ids(target).boxed()),
];

/// The target of an attack, with its counts.
struct Target {
    caller: Caller,
    /// A guest at the attacker's address.
    guest: Caller,
    /// The numbers of successful and of refused calls.
    done: AtomicU64,
    refused: AtomicU64,
}

impl Target {
    fn count(&self, status: u16) {
        let counter = if status < 400 { &self.done } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Calls from several connections, for ever.
    async fn flood(
        self: &Arc<Self>,
        connections: usize,
        call: impl Fn(u64) -> (&'static str, String, Value) + Send + Sync + Clone + 'static,
    ) -> Result {
        let mut flooding = JoinSet::new();
        let next = Arc::new(AtomicU64::new(0));
        for _ in 0..connections {
            let (target, call, next) = (self.clone(), call.clone(), next.clone());
            flooding.spawn(async move {
                loop {
                    let (method, path, body) = call(next.fetch_add(1, Ordering::Relaxed));
                    let answer = target.guest.call(method, &path, &body).await;
                    target.count(answer.map_or(599, |(status, _)| status));
                }
            });
        }
        while flooding.join_next().await.is_some() {}
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result {
    let mut args = std::env::args().skip(1);
    let program = PathBuf::from(args.next().ok_or("expected the program")?);
    let seconds = args.next().map_or(Ok(10), |text| text.parse())?;
    let rest = args.next().map_or(Ok(60), |text| text.parse())?;
    let only = args.next();
    println!(
        "{:<26}{:>20}{:>20}{:>20}{:>24}{:>10}{:>16}",
        "attack (ms: 50 %, longest)",
        "page",
        "look",
        "move",
        "MiB before, most, after",
        "disk MB",
        "done, refused"
    );
    for (name, attack) in ATTACKS {
        if only.as_ref().is_none_or(|only| only == name) {
            let (seconds, rest) = (Duration::from_secs(seconds), Duration::from_secs(rest));
            measure(&program, name, attack, seconds, rest).await?;
        }
    }
    Ok(())
}

async fn measure(
    program: &Path,
    name: &str,
    attack: Attack,
    seconds: Duration,
    rest: Duration,
) -> Result {
    let home = tempfile::tempdir()?;
    prepare(home.path(), name).await?;
    let server = Process::start(program, home.path(), &[])?;
    let mut victim = Victim::new(&server).await?;
    let target = Arc::new(Target {
        caller: Caller::anonymous(server.address, ATTACKER),
        guest: Caller::guest(server.address, ATTACKER).await?,
        done: AtomicU64::new(0),
        refused: AtomicU64::new(0),
    });
    // Warm up: engine and store allocate what they need anyway.
    for _ in 0..20 {
        victim.ask(&mut Default::default()).await?;
        sleep(Duration::from_millis(50)).await;
    }
    let (before, disk) = (server.memory(), size(home.path()));
    let attacking = tokio::spawn(attack(target.clone()));
    let (mut times, mut most) = ([const { Vec::new() }; 3], before);
    let begun = Instant::now();
    while begun.elapsed() < seconds {
        victim.ask(&mut times).await?;
        most = most.max(server.memory());
        sleep(Duration::from_millis(20)).await;
    }
    let written = size(home.path()) - disk;
    attacking.abort();
    if let Ok(Err(error)) = attacking.await {
        println!("{name}: {error}");
    }
    sleep(rest).await;
    let after = server.memory();
    let mut columns = String::new();
    for times in &mut times {
        let (half, longest) = (percentile(times, 0.5), percentile(times, 1.0));
        let _ = write!(columns, "{:>20}", format!("{}, {}", ms(half), ms(longest)));
    }
    println!(
        "{name:<26}{columns}{:>24}{written:>10.1}{:>16}",
        format!("{before:.0}, {most:.0}, {after:.0}"),
        format!(
            "{}, {}",
            target.done.load(Ordering::Relaxed),
            target.refused.load(Ordering::Relaxed)
        ),
    );
    server.stop()
}

/// Writes the games that some attacks read.
async fn prepare(home: &Path, name: &str) -> Result {
    let store = SqliteStore::open(&home.join("heterodox.sqlite")).await?;
    match name {
        "looks at games" => {
            for number in 0..GAMES {
                long_game::create(&store, &format!("game{number:08}"), 20).await;
            }
        }
        "long logs" | "frames that nobody reads" | "pictures" => {
            for number in 0..LONG {
                long_game::create(&store, &format!("game{number:08}"), PLIES).await;
            }
        }
        _ => {}
    }
    store.close().await;
    Ok(())
}

/// The size of all files in a folder, in MB.
fn size(folder: &Path) -> f64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes: u64 = files.filter_map(|file| Some(file.metadata().ok()?.len())).sum();
    bytes as f64 / 1e6
}

/// A caller that only plays.
struct Victim {
    caller: Caller,
    game: String,
}

impl Victim {
    async fn new(server: &Process) -> Result<Self> {
        let caller = Caller::guest(server.address, VICTIM).await?;
        let game = Self::open(&caller).await?;
        Ok(Self { caller, game })
    }

    async fn open(caller: &Caller) -> Result<String> {
        let start = json!({"quick": "north-west"});
        let wanted =
            json!({"game": "klinzha", "start": start, "opponent": {"computer": 1}, "seat": 0});
        caller.open(&wanted).await
    }

    async fn look(&self) -> Result<Value> {
        self.caller.call_ok("GET", &format!("/api/games/{}", self.game), &Value::Null).await
    }

    /// Loads a page, gets a state, and moves until the weakest computer has replied.
    async fn ask(&mut self, times: &mut [Vec<Duration>; 3]) -> Result {
        let begun = Instant::now();
        self.caller.call("GET", "/r/sample-battle", &Value::Null).await?;
        times[0].push(begun.elapsed());
        let begun = Instant::now();
        let state = self.look().await?;
        times[1].push(begun.elapsed());
        let choices = state["scene"]["choices"].as_array().cloned().unwrap_or_default();
        let mut quiet = choices.iter().filter(|choice| choice["captures"] != true);
        let Some(choice) = quiet.next().or(choices.first()) else {
            self.game = Self::open(&self.caller).await?;
            return Ok(());
        };
        let begun = Instant::now();
        let act = json!({"act": "submit", "text": choice["text"]});
        self.caller.call_ok("POST", &format!("/api/games/{}/acts", self.game), &act).await?;
        loop {
            let scene = self.look().await?["scene"].take();
            if scene["to_act"][0] == 0 || !scene["outcome"].is_null() {
                break;
            }
            sleep(Duration::from_millis(15)).await;
        }
        times[2].push(begun.elapsed());
        Ok(())
    }
}

/// Pings whose pongs are not read.
async fn pings(target: Arc<Target>) -> Result {
    let mut pinging = JoinSet::new();
    for _ in 0..4 {
        let target = target.clone();
        pinging.spawn(async move {
            loop {
                let Ok(mut socket) = target.caller.socket("/api/analysis").await else {
                    target.count(599);
                    continue;
                };
                while socket.send(Message::Ping(vec![0; 125].into())).await.is_ok() {
                    target.count(200);
                }
                target.count(599);
            }
        });
    }
    while pinging.join_next().await.is_some() {}
    Ok(())
}

/// Moves with the most blanks, in eight hot-seat games.
async fn acts(target: Arc<Target>) -> Result {
    let mut acting = JoinSet::new();
    for _ in 0..8 {
        let wanted =
            json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
        let game = target.guest.open(&wanted).await?;
        let target = target.clone();
        acting.spawn(async move {
            let path = format!("/api/games/{game}/socket");
            let Ok(mut socket) = target.guest.socket(&path).await else { return };
            let moves = long_game::back_and_forth(1_000_000);
            for (id, text) in moves.into_iter().enumerate() {
                let text = text.replace(' ', &" ".repeat(if id % 2 == 0 { 190 } else { 60_000 }));
                let act = json!({"type": "act", "id": id, "act": {"act": "submit", "text": text}});
                if socket.send(Message::text(act.to_string())).await.is_err() {
                    return;
                }
                while let Some(Ok(message)) = socket.next().await {
                    let Ok(text) = message.to_text() else { continue };
                    if text.contains("\"answer\"") {
                        target.count(if text.contains("\"error\"") { 400 } else { 200 });
                        break;
                    }
                }
            }
        });
    }
    while acting.join_next().await.is_some() {}
    Ok(())
}

fn long(number: u64) -> String {
    format!("/api/games/game{:08}", number % u64::from(LONG))
}

/// States and frames of long games that are not in memory.
async fn long_logs(target: Arc<Target>) -> Result {
    target
        .flood(16, |number| {
            let path = if number % 2 == 0 {
                long(number / 2)
            } else {
                format!("{}/frames?from=2700", long(number))
            };
            ("GET", path, Value::Null)
        })
        .await
}

/// A hundred connections that ask for frames and read nothing.
async fn unread(target: Arc<Target>) -> Result {
    let mut open: Vec<TcpStream> = Vec::new();
    for number in 0.. {
        if open.len() < 100 {
            let mut stream = target.caller.connect().await?;
            let path = format!("{}/frames?from=2000", long(number));
            stream.write_all(&target.caller.request("GET", &path, "")).await?;
            open.push(stream);
            target.count(200);
        } else {
            sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(())
}

/// Pictures of plies far into a game.
async fn pictures(target: Arc<Target>) -> Result {
    target
        .flood(16, |number| {
            ("GET", format!("{}/picture.png?ply={}", long(number), number % 2900), Value::Null)
        })
        .await
}

/// Tables with three strong computers each that the guest leaves.
async fn computers(target: Arc<Target>) -> Result {
    let strong = json!({"computer": 8});
    let wanted = json!({"game": "kaleidochess", "options": {"seats": "4"}, "seats": ["you", strong, strong, strong]});
    for _ in 0..20 {
        let game = target.guest.open(&wanted).await?;
        let acts = format!("/api/games/{game}/acts");
        let answer = target.guest.call("POST", &acts, &json!({"act": "resign"})).await?;
        target.count(answer.0);
    }
    // And tables that the guest does not leave, but where it does not move.
    let wanted = json!({"game": "grand-chess", "seats": [strong, "you"]});
    for _ in 0..20 {
        target.guest.open(&wanted).await?;
        target.count(200);
    }
    std::future::pending().await
}

/// Lines of the most moves.
async fn lines(target: Arc<Target>) -> Result {
    let moves = long_game::back_and_forth(1000);
    let line = json!({"game": "klinzha", "moves": moves, "since": 1000});
    target.flood(16, move |_| ("POST", "/api/line".to_owned(), line.clone())).await
}

/// Connections with no request, or half of one.
async fn connections(target: Arc<Target>) -> Result {
    let beginnings = [
        "",
        "GET / HTTP/1.1\r\nhost:",
        "POST /api/check HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    ];
    let mut open: Vec<TcpStream> = Vec::new();
    for number in 0.. {
        match timeout(Duration::from_secs(1), target.caller.connect()).await {
            Ok(Ok(mut stream)) => {
                let sent = stream.write_all(beginnings[number % 3].as_bytes()).await;
                target.count(if sent.is_ok() { 200 } else { 599 });
                open.push(stream);
            }
            Ok(Err(_)) | Err(_) => target.count(599),
        }
        if open.len() > 10_000 {
            sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(())
}

/// Resigning and asking for a rematch.
async fn rematches(target: Arc<Target>) -> Result {
    let wanted = json!({"game": "clouded-klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
    let mut game = target.guest.open(&wanted).await?;
    loop {
        let path = format!("/api/games/{game}");
        target.guest.call("POST", &format!("{path}/acts"), &json!({"act": "resign"})).await?;
        let (status, answer) =
            target.guest.call("POST", &format!("{path}/rematch"), &json!({})).await?;
        target.count(status);
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        if let Some(id) = answer["id"].as_str() {
            id.clone_into(&mut game);
        }
    }
}

/// As many different games as possible.
async fn states(target: Arc<Target>) -> Result {
    target
        .flood(16, |number| {
            ("GET", format!("/api/games/game{:08}", number % u64::from(GAMES)), Value::Null)
        })
        .await
}

/// Guessing ids.
async fn ids(target: Arc<Target>) -> Result {
    target.flood(16, |number| ("GET", format!("/api/games/{number:012}"), Value::Null)).await
}
