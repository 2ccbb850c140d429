//! Thousands of live games: the server under a load of well-behaved players.
//!
//! ```sh
//! cargo build --release && cargo run --release -p heterodox-server --example load -- \
//!     target/release/heterodox --games 9000 --seconds 60 --think 4500
//! ```
//!
//! Each game has two players, each with a guest, a loopback address and a socket of its own. The
//! player to move thinks for `--think` ms and makes a move that the state lists. With
//! `--resume-test` the other player leaves at every tenth move and comes back after it. Prints the
//! set-up time, moves per second, the time of a move from its player to the opponent, bytes per
//! move to both players, and the server's memory. A refused move, a wrong state or a lost socket is
//! an error and fails the run. `--limits N` is for players faster than people. Needs Linux, the
//! only system on which a program may use all of 127.0.0.0/8.

mod common;

use common::{Caller, Process, Result, ms, percentile};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// The number of games that are set up concurrently.
const CONCURRENT_SETUPS: usize = 32;

struct Args {
    program: PathBuf,
    games: u32,
    seconds: u64,
    think: Duration,
    game: String,
    limits: String,
    json: bool,
    resume_test: bool,
}

fn args() -> Result<Args> {
    let mut args = Args {
        program: PathBuf::new(),
        games: 100,
        seconds: 10,
        think: Duration::ZERO,
        game: "klinzha".to_owned(),
        limits: "1".to_owned(),
        json: false,
        resume_test: false,
    };
    let mut given = std::env::args().skip(1);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or(format!("{arg}: expected a value"));
        match arg.as_str() {
            "--games" => args.games = value()?.parse()?,
            "--seconds" => args.seconds = value()?.parse()?,
            "--think" => args.think = Duration::from_millis(value()?.parse()?),
            "--game" => args.game = value()?,
            "--limits" => args.limits = value()?,
            "--json" => args.json = true,
            "--resume-test" => args.resume_test = true,
            _ if args.program.as_os_str().is_empty() => args.program = arg.into(),
            _ => return Err(format!("'{arg}': expected an option").into()),
        }
    }
    if args.program.as_os_str().is_empty() {
        return Err("expected the program, such as target/release/heterodox".into());
    }
    Ok(args)
}

#[derive(Default)]
struct Counts {
    moves: AtomicU64,
    bytes: AtomicU64,
    counting: AtomicBool,
    stop: AtomicBool,
}

#[tokio::main]
async fn main() -> Result {
    let args = args()?;
    let home = tempfile::tempdir()?;
    let options = ["--limits", args.limits.as_str()];
    let options = if args.limits == "1" { &[][..] } else { &options };
    let server = Process::start(&args.program, home.path(), options)?;
    let before = server.memory();
    let begun = Instant::now();
    let setting_up = stream::iter(0..args.games)
        .map(|number| set_up(&server, &args.game, number))
        .buffer_unordered(CONCURRENT_SETUPS);
    let games: Vec<Game> = setting_up.try_collect().await?;
    let set_up = begun.elapsed();
    let ready = server.memory();

    let counts = Arc::new(Counts::default());
    let mut playing = JoinSet::new();
    for (number, game) in games.into_iter().enumerate() {
        // Spread the first moves.
        let first = args.think.mul_f64(number as f64 / f64::from(args.games));
        playing.spawn(game.play(first, args.think, args.resume_test, counts.clone()));
    }
    // The warm-up is not measured.
    sleep(Duration::from_secs(2) + args.think).await;
    counts.moves.store(0, Ordering::Relaxed);
    counts.bytes.store(0, Ordering::Relaxed);
    counts.counting.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    sleep(Duration::from_secs(args.seconds)).await;
    let seconds = begun.elapsed().as_secs_f64();
    let moves = counts.moves.load(Ordering::Relaxed) as f64;
    let bytes = counts.bytes.load(Ordering::Relaxed) as f64 / moves.max(1.0);
    let end = server.memory();
    counts.stop.store(true, Ordering::Relaxed);
    let (mut times, mut errors) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        match played? {
            Ok(mut some) => times.append(&mut some),
            Err(error) => errors.push(error.to_string()),
        }
    }
    errors.iter().take(5).for_each(|error| eprintln!("{error}"));
    let times_of = |share| percentile(&mut times.clone(), share);
    let (p50, p99, longest) = (times_of(0.5), times_of(0.99), times_of(1.0));
    if args.json {
        let number = |time: Duration| time.as_secs_f64() * 1000.0;
        println!(
            "{}",
            json!({
                "moves_per_second": moves / seconds, "p50_ms": number(p50), "p99_ms": number(p99),
                "max_ms": number(longest), "bytes_per_move": bytes, "rss_before_mb": before,
                "rss_ready_mb": ready, "rss_end_mb": end, "errors": errors.len(),
            })
        );
    } else {
        println!("{} games of {}, set up in {:.1} s", args.games, args.game, set_up.as_secs_f64());
        println!(
            "{:.0} moves a second for {seconds:.0} s, {bytes:.0} bytes a move",
            moves / seconds
        );
        println!(
            "to the opponent: 50 % {} ms, 99 % {} ms, longest {} ms",
            ms(p50),
            ms(p99),
            ms(longest)
        );
        println!("memory: {before:.0} MiB, set up {ready:.0} MiB, at the end {end:.0} MiB");
        println!("errors: {}", errors.len());
    }
    server.stop()?;
    if errors.is_empty() { Ok(()) } else { Err("there were errors".into()) }
}

type Sink = SplitSink<WebSocketStream<TcpStream>, Message>;
type Source = SplitStream<WebSocketStream<TcpStream>>;

/// A game, with the sockets of both players.
struct Game {
    id: String,
    opening: Value,
    players: [Caller; 2],
    sockets: [(Sink, Source); 2],
}

async fn set_up(server: &Process, game: &str, number: u32) -> Result<Game> {
    let anna = Caller::guest(server.address, 2 * number).await?;
    let bert = Caller::guest(server.address, 2 * number + 1).await?;
    let opening = match game {
        "klinzha" => {
            json!({"game": game, "start": {"quick": "north-west"}, "opponent": "open", "seat": 0})
        }
        _ => json!({"game": game, "opponent": "open", "seat": 0}),
    };
    let players = [anna, bert];
    let (id, sockets) = sit_down(&opening, &players).await?;
    Ok(Game { id, opening, players, sockets })
}

async fn sit_down(opening: &Value, players: &[Caller; 2]) -> Result<(String, [(Sink, Source); 2])> {
    let id = players[0].open(opening).await?;
    players[1].call_ok("POST", &format!("/api/games/{id}/join"), &json!({})).await?;
    let path = format!("/api/games/{id}/socket");
    let first = players[0].socket(&path).await?.split();
    let second = players[1].socket(&path).await?.split();
    Ok((id, [first, second]))
}

/// A message of the server, as far as a player needs it.
#[derive(Deserialize)]
struct ServerMessage<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    version: Option<u64>,
    from: Option<u64>,
    state: Option<State>,
    scene: Option<SceneChange>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct State {
    version: u64,
    scene: Scene,
}

#[derive(Deserialize)]
struct Scene {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct SceneChange {
    #[serde(default)]
    choices: CompactChoices,
}

#[derive(Deserialize)]
struct Choice {
    text: String,
    #[serde(default)]
    captures: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CompactChoices {
    templates: Vec<Choice>,
    targets: HashMap<String, String>,
    others: Vec<Choice>,
}

impl CompactChoices {
    fn expand(self) -> Vec<Choice> {
        let mut all = self.others;
        for (origin, targets) in &self.targets {
            let (from, piece) = origin.split_once(' ').unwrap_or((origin, ""));
            for (template, targets) in self.templates.iter().zip(targets.split('|')) {
                for target in targets.split(' ').filter(|target| !target.is_empty()) {
                    let (cells, code) = target.split_once(':').unwrap_or((target, ""));
                    let to = cells.rsplit('.').next().unwrap_or(cells);
                    let text = template.text.replace("$p", piece).replace("$f", from);
                    let text = text.replace("$c", code).replace("$t", to);
                    all.push(Choice { text, captures: template.captures });
                }
            }
        }
        all
    }
}

/// What a player knows: the version, and its choices if it is to move.
struct Known {
    version: u64,
    choices: Vec<Choice>,
}

impl Known {
    /// A choice that follows from the version. Quiet moves keep the game going.
    fn choice(&self) -> Option<&Choice> {
        let quiet: Vec<_> = self.choices.iter().filter(|choice| !choice.captures).collect();
        let chosen = (self.version as usize * 7919) % quiet.len().max(1);
        quiet.get(chosen).copied().or(self.choices.first())
    }
}

impl Game {
    /// Plays until it is stopped. Returns the time of each move to the opponent.
    async fn play(
        mut self,
        first: Duration,
        think: Duration,
        resume_test: bool,
        counts: Arc<Counts>,
    ) -> Result<Vec<Duration>> {
        let mut times = Vec::new();
        let mut known = self.begin(&counts).await?;
        sleep(first).await;
        let (mut turn, mut moves) = (0_usize, 0_u64);
        while !counts.stop.load(Ordering::Relaxed) {
            let Some(choice) = known.choice() else {
                // A game that ends is followed by another.
                (self.id, self.sockets) = sit_down(&self.opening, &self.players).await?;
                known = self.begin(&counts).await?;
                turn = 0;
                continue;
            };
            let version = known.version;
            let act = json!({"act": "submit", "text": choice.text, "expect": version});
            let act = json!({"type": "act", "id": version, "act": act});
            let other = 1 - turn;
            moves += 1;
            let leaves = resume_test && moves % 10 == 5;
            if leaves {
                self.leave(other).await?;
            }
            let sent = Instant::now();
            self.sockets[turn].0.send(Message::text(act.to_string())).await?;
            if leaves {
                until(&mut self.sockets[turn].1, &counts, version + 1).await?;
                self.come_back(other, version).await?;
                known = until(&mut self.sockets[other].1, &counts, version + 1).await?;
            } else {
                known = until(&mut self.sockets[other].1, &counts, version + 1).await?;
                if counts.counting.load(Ordering::Relaxed) {
                    times.push(sent.elapsed());
                }
                until(&mut self.sockets[turn].1, &counts, version + 1).await?;
            }
            counts.moves.fetch_add(1, Ordering::Relaxed);
            turn = other;
            sleep(think).await;
        }
        Ok(times)
    }

    /// Waits until both players know the game. Returns what the first one knows.
    async fn begin(&mut self, counts: &Counts) -> Result<Known> {
        let known = until(&mut self.sockets[0].1, counts, 1).await?;
        until(&mut self.sockets[1].1, counts, 1).await?;
        Ok(known)
    }

    /// Closes the socket of a player, and waits until the server has noticed.
    async fn leave(&mut self, player: usize) -> Result {
        let (sink, source) = &mut self.sockets[player];
        sink.send(Message::Close(None)).await?;
        while let Some(Ok(_)) = timeout(Duration::from_mins(1), source.next()).await? {}
        Ok(())
    }

    /// Opens the socket of a player again. The first message must be what it has missed.
    async fn come_back(&mut self, player: usize, since: u64) -> Result {
        let path = format!("/api/games/{}/socket?since={since}", self.id);
        let mut socket = self.players[player].socket(&path).await?;
        let first = timeout(Duration::from_mins(1), socket.next()).await?.ok_or("no message")??;
        let message: ServerMessage = serde_json::from_str(first.to_text()?)?;
        if (message.kind, message.from) != ("change", Some(since)) {
            return Err(format!("not resumed: {first}").into());
        }
        // The test goes on with a whole state.
        drop(socket);
        let path = format!("/api/games/{}/socket", self.id);
        self.sockets[player] = self.players[player].socket(&path).await?.split();
        Ok(())
    }
}

/// What a player knows at a version. Refusals and versions that are left out are errors.
async fn until(source: &mut Source, counts: &Counts, version: u64) -> Result<Known> {
    loop {
        let message =
            timeout(Duration::from_mins(1), source.next()).await?.ok_or("a lost socket")??;
        let Message::Text(text) = message else { continue };
        counts.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        let message: ServerMessage = serde_json::from_str(&text)?;
        if let Some(error) = message.error {
            return Err(error.to_string().into());
        }
        let known = match message {
            ServerMessage { state: Some(State { version, scene }), .. } => {
                Known { version, choices: scene.choices }
            }
            ServerMessage { scene: Some(scene), version: Some(version), .. } => {
                Known { version, choices: scene.choices.expand() }
            }
            _ => continue,
        };
        if known.version >= version {
            return Ok(known);
        }
    }
}
