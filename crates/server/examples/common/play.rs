//! Games that are played through sockets by well-behaved players: the player to move thinks and
//! makes a move that the state lists.

use crate::common::{Caller, Process, Result};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// What all games count, and what the program tells them.
#[derive(Default)]
pub(crate) struct Counts {
    /// The moves.
    pub(crate) moves: AtomicU64,
    /// The bytes that both players got.
    pub(crate) bytes: AtomicU64,
    /// Whether the times of moves are kept.
    pub(crate) counting: AtomicBool,
    /// Whether the games are to stop.
    pub(crate) stop: AtomicBool,
}

type Sink = SplitSink<WebSocketStream<TcpStream>, Message>;
type Source = SplitStream<WebSocketStream<TcpStream>>;

/// A game, with the sockets of both players.
pub(crate) struct Game {
    id: String,
    opening: Value,
    players: [Caller; 2],
    sockets: [(Sink, Source); 2],
}

/// Opens a game of two new guests, whose addresses follow from its number.
pub(crate) async fn set_up(server: &Process, game: &str, number: u32) -> Result<Game> {
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
    pub(crate) async fn play(
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
