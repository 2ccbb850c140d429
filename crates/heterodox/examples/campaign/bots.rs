//! Bots that play through random servers and write down what they sent and what was answered.

use crate::nodes::Club;
use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The number of acts of one game after which a bot resigns.
const LONGEST: usize = 150;

/// How often a bot leaves a game with clocks, so that its time runs out.
const LEAVES: f64 = 0.3;

/// The games that are played, with their bodies.
const GAMES: [&str; 8] = [
    r#"{"game": "klinzha", "start": {"quick": "north-west"}}"#,
    r#"{"game": "clouded-klinzha"}"#,
    r#"{"game": "grand-chess"}"#,
    r#"{"game": "kaleidochess"}"#,
    r#"{"game": "klinzha", "start": {"quick": "north-west"}, "time": {"controls": ["1+2"]}}"#,
    r#"{"game": "clouded-klinzha", "time": {"controls": ["3+2"]}}"#,
    r#"{"game": "kaleidochess", "time": {"controls": ["2+3"]}}"#,
    r#"{"game": "klinzha", "start": {"quick": "north-west"}, "opponent": {"computer": 1}}"#,
];

/// What became of an act, as far as the bot knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// It was acknowledged, with this version.
    Done(u64),
    /// It was refused with this code.
    Refused(String),
    /// No answer came, or one that leaves it open.
    Open,
}

/// An act that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) game: String,
    pub(crate) seat: usize,
    /// The text of a move; `None` for another act.
    pub(crate) text: Option<String>,
    /// The act.
    pub(crate) act: String,
    pub(crate) expect: u64,
    pub(crate) answer: Answer,
}

/// All that the bots have written down.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) sent: Vec<Sent>,
    /// The games whose opening was acknowledged.
    pub(crate) games: Vec<String>,
    /// The tokens of the players of each game, by seat.
    pub(crate) players: Vec<(String, usize, String)>,
    /// What a bot has seen that must not be.
    pub(crate) violations: Vec<String>,
    /// The longest time in which the computer did not move, in seconds.
    pub(crate) slowest_computer: f64,
}

impl Notes {
    pub(crate) fn summary(&self) -> String {
        let count =
            |is: fn(&Answer) -> bool| self.sent.iter().filter(|one| is(&one.answer)).count();
        format!(
            "games: {}, acts sent: {}, acknowledged: {}, refused: {}, open: {}; \
             the computer took {:.1} s at most",
            self.games.len(),
            self.sent.len(),
            count(|answer| matches!(answer, Answer::Done(_))),
            count(|answer| matches!(answer, Answer::Refused(_))),
            count(|answer| *answer == Answer::Open),
            self.slowest_computer,
        )
    }
}

/// The running bots.
pub(crate) struct Bots {
    notes: Arc<Mutex<Notes>>,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Bots {
    pub(crate) async fn stop(mut self) -> Notes {
        self.stop.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
        std::mem::take(&mut self.notes.lock().expect("no panic"))
    }
}

/// Starts bots, in pairs.
pub(crate) fn start(club: &Arc<Club>, count: usize, seed: u64) -> Bots {
    let notes = Arc::<Mutex<Notes>>::default();
    let (stop, stopping) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let client = Client::builder().timeout(Duration::from_secs(15)).build().expect("a client");
    for pair in 0..count.div_ceil(2) {
        let (opened, open) = watch::channel((0, String::new()));
        for second in [false, true] {
            let bot = Bot {
                club: club.clone(),
                client: client.clone(),
                notes: notes.clone(),
                stopping: stopping.clone(),
                random: ChaCha8Rng::seed_from_u64(
                    seed * 100_000 + pair as u64 * 2 + u64::from(second),
                ),
                token: String::new(),
            };
            let number = pair % GAMES.len();
            if second {
                if !GAMES[number].contains("computer") {
                    tasks.spawn(bot.accept(number, open.clone()));
                }
            } else {
                tasks.spawn(bot.open(number, opened.clone()));
            }
        }
    }
    Bots { notes, stop, tasks }
}

struct Bot {
    club: Arc<Club>,
    client: Client,
    notes: Arc<Mutex<Notes>>,
    stopping: watch::Receiver<bool>,
    random: ChaCha8Rng,
    token: String,
}

impl Bot {
    fn stops(&self) -> bool {
        *self.stopping.borrow()
    }

    async fn pause(&mut self, from: u64, to: u64) {
        let time = self.random.random_range(from..to);
        let _ = timeout(Duration::from_millis(time), self.stopping.wait_for(|stop| *stop)).await;
    }

    fn url(&mut self, path: &str) -> String {
        let node = self.random.random_range(0..self.club.nodes.len());
        format!("http://127.0.0.1:{}{path}", self.club.nodes[node].front.port)
    }

    /// Asks a random server. `None` if no answer came, or the server could not say.
    async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Reply> {
        let url = self.url(path);
        let request = if method == "GET" { self.client.get(url) } else { self.client.post(url) };
        let request =
            if self.token.is_empty() { request } else { request.bearer_auth(&self.token) };
        read(if let Some(body) = body { request.json(body) } else { request }).await
    }

    /// Asks until a server answers.
    async fn ask_until(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Reply> {
        while !self.stops() {
            if let Some(reply) = self.ask(method, path, body).await {
                return Some(reply);
            }
            self.pause(200, 800).await;
        }
        None
    }

    async fn register(&mut self) -> Option<()> {
        let reply = self.ask_until("POST", "/api/guests", Some(&json!({}))).await?;
        reply.body["token"].as_str()?.clone_into(&mut self.token);
        Some(())
    }

    /// Opens one game after another, and plays them.
    async fn open(mut self, number: usize, opened: watch::Sender<(usize, String)>) {
        self.pause(0, 3000).await;
        if self.register().await.is_none() {
            return;
        }
        let mut body: Value = serde_json::from_str(GAMES[number]).expect("JSON");
        if body["opponent"].is_null() {
            body["opponent"] = json!("open");
        }
        body["seat"] = json!(0);
        for count in 1.. {
            let Some(reply) = self.ask_until("POST", "/api/games", Some(&body)).await else {
                return;
            };
            let Some(game) = reply.body["id"].as_str().map(str::to_owned) else {
                eprintln!("a game was refused: {}", reply.body);
                self.pause(1000, 2000).await;
                continue;
            };
            {
                let mut notes = self.notes.lock().expect("no panic");
                notes.games.push(game.clone());
                notes.players.push((game.clone(), 0, self.token.clone()));
            }
            opened.send_replace((count, game.clone()));
            self.play(&game, 0, GAMES[number]).await;
            if self.stops() {
                return;
            }
        }
    }

    /// Joins each game that is opened, and plays it.
    async fn accept(mut self, number: usize, mut opened: watch::Receiver<(usize, String)>) {
        if self.register().await.is_none() {
            return;
        }
        loop {
            let mut stopping = self.stopping.clone();
            let game = tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => return,
                changed = opened.changed() => match changed {
                    Ok(()) => opened.borrow_and_update().1.clone(),
                    Err(_) => return,
                },
            };
            let path = format!("/api/games/{game}/join");
            let Some(reply) = self.ask_until("POST", &path, Some(&json!({}))).await else { return };
            // It may have been done by a try without an answer.
            if reply.status.is_success() || reply.body["error"]["code"] != "no-such-game" {
                let player = (game.clone(), 1, self.token.clone());
                self.notes.lock().expect("no panic").players.push(player);
                self.play(&game, 1, GAMES[number]).await;
            }
            if self.stops() {
                return;
            }
        }
    }

    /// Keeps a stream of the game open at some server, so that the player counts as present.
    fn stay(&mut self, game: &str) -> tokio::task::AbortHandle {
        let path = format!("/api/games/{game}/stream");
        let urls: Vec<_> = (0..8).map(|_| self.url(&path)).collect();
        let (client, token) = (self.client.clone(), self.token.clone());
        let staying = tokio::spawn(async move {
            for url in urls.iter().cycle() {
                let stream = client.get(url).bearer_auth(&token).timeout(Duration::from_mins(10));
                if let Ok(mut stream) = stream.send().await {
                    while let Ok(Some(_)) = stream.chunk().await {}
                }
                sleep(Duration::from_secs(1)).await;
            }
        });
        staying.abort_handle()
    }

    async fn play(&mut self, game: &str, seat: usize, body: &str) {
        let staying = self.random.random_bool(0.7).then(|| self.stay(game));
        self.play_to_the_end(game, seat, body).await;
        if let Some(staying) = staying {
            staying.abort();
        }
    }

    async fn play_to_the_end(&mut self, game: &str, seat: usize, body: &str) {
        let (computer, timed) = (body.contains("computer"), body.contains("controls"));
        let leaves = timed && self.random.random_bool(LEAVES);
        let leaves_after = if leaves { self.random.random_range(2..40) } else { usize::MAX };
        let path = format!("/api/games/{game}");
        let (mut acts, mut waits_since) = (0, None::<tokio::time::Instant>);
        // The latest version that was acknowledged: every server must know of it from then on.
        let mut known = 0;
        let mut again: Option<Sent> = None;
        while !self.stops() {
            self.pause(300, 1500).await;
            let Some(reply) = self.ask("GET", &path, None).await else { continue };
            let (state, scene) = (&reply.body, &reply.body["scene"]);
            let Some(version) = state["version"].as_u64() else { continue };
            if version < known {
                let text = format!("game {game}: version {version} shown to {seat} after {known}");
                self.notes.lock().expect("no panic").violations.push(text);
            }
            known = version;
            if !scene["outcome"].is_null() {
                return;
            }
            let choices = scene["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
            if choices.is_empty() {
                if computer && state["open"] == false {
                    let since = *waits_since.get_or_insert_with(tokio::time::Instant::now);
                    let mut notes = self.notes.lock().expect("no panic");
                    let waited = since.elapsed().as_secs_f64();
                    notes.slowest_computer = notes.slowest_computer.max(waited);
                }
                continue;
            }
            waits_since = None;
            if acts >= leaves_after {
                continue;
            }
            acts += 1;
            let sent = |text: Option<String>, act: &str| Sent {
                game: game.to_owned(),
                seat,
                text,
                act: act.to_owned(),
                expect: version,
                answer: Answer::Open,
            };
            let choice = self.random.random_range(0..choices.len());
            let one_of = |number: usize| {
                let text = choices[number % choices.len()]["text"].as_str().map(str::to_owned);
                sent(text, "submit")
            };
            // An act without an answer is sometimes sent again as it was.
            let next = match again.take() {
                Some(again) if self.random.random_bool(0.5) => again,
                _ if acts > LONGEST => sent(None, "resign"),
                _ if self.random.random_bool(0.02) => sent(None, "offer-draw"),
                _ => one_of(choice),
            };
            // Sometimes two windows are open, and both act at once.
            let other = self.random.random_bool(0.15).then(|| one_of(choice + 1));
            let first = self.send(next);
            let (first, other) = match other {
                Some(other) => {
                    let other = self.send(other);
                    let (first, other) = tokio::join!(first, other);
                    (first, Some(other))
                }
                None => (first.await, None),
            };
            if first.answer == Answer::Open {
                again = Some(first.clone());
            }
            let done = [Some(&first), other.as_ref()].into_iter().flatten();
            let done = done.filter_map(|sent| match sent.answer {
                Answer::Done(version) => Some(version),
                _ => None,
            });
            known = done.max().unwrap_or(known);
            self.notes
                .lock()
                .expect("no panic")
                .sent
                .extend([Some(first), other].into_iter().flatten());
        }
    }

    /// Sends an act to a random server.
    fn send(&mut self, mut sent: Sent) -> impl Future<Output = Sent> + use<> {
        let mut body = json!({"act": sent.act, "expect": sent.expect, "seat": sent.seat});
        if let Some(text) = &sent.text {
            body["text"] = json!(text);
        }
        let url = self.url(&format!("/api/games/{}/acts", sent.game));
        let request = self.client.post(url).bearer_auth(&self.token).json(&body);
        async move {
            sent.answer = match read(request).await {
                None => Answer::Open,
                Some(Reply { status, body }) if status.is_success() => {
                    body["version"].as_u64().map_or(Answer::Open, Answer::Done)
                }
                Some(Reply { body, .. }) => {
                    Answer::Refused(body["error"]["code"].as_str().unwrap_or_default().to_owned())
                }
            };
            sent
        }
    }
}

/// Sends a request. `None` if no answer came, or the server could not say.
async fn read(request: RequestBuilder) -> Option<Reply> {
    let answer = request.send().await.ok()?;
    let status = answer.status();
    if status.is_server_error() {
        return None;
    }
    let body: Value = answer.json().await.ok()?;
    Some(Reply { status, body })
}

struct Reply {
    status: StatusCode,
    body: Value,
}

/// The state of a game at one server, as a player gets it.
pub(crate) async fn state_at(club: &Club, node: usize, game: &str, token: &str) -> Result<Value> {
    let port = club.nodes[node].front.port;
    let url = format!("http://127.0.0.1:{port}/api/games/{game}");
    Ok(Client::new().get(url).bearer_auth(token).send().await?.json().await?)
}
