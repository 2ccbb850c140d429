//! A server that is killed between moves keeps every move that it has answered, and takes no time
//! from anybody.
//!
//! The server runs as a process of its own: this test program again, asked for [`serve`] only. It
//! is killed (SIGKILL) at any moment, started again on the same folder, and asked for all games.
//!
//! A hundred times, in some 15 s; `HETERODOX_KILLS` sets another number.

use crate::harness::{Caller, TIMEOUT, choices, config, guest, quick};
use crate::mail::ORIGIN;
use heterodox_server::{Limits, MailConfig, OutboundPolicy, Server};
use reqwest::StatusCode;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The environment variable that gives the server process its data folder.
pub(crate) const DATA: &str = "HETERODOX_TEST_DATA";
/// The environment variable that gives the server process its SMTP server.
const SMTP: &str = "HETERODOX_TEST_SMTP";
/// The environment variable that says how many milliseconds its news wait.
const NEWS_AFTER: &str = "HETERODOX_TEST_NEWS_AFTER";
/// The start of the line in which the server process prints its address.
pub(crate) const LISTENING: &str = "listening on ";
/// The time of each player, by correspondence: its clock starts at once.
const MAIN_MS: u64 = 14_400_000;
/// How long there is no server after each kill: long enough to be seen on the clocks in the end.
const DOWN: Duration = Duration::from_millis(25);
/// The number of simultaneous games; several, so that they share commits.
const GAMES: usize = 6;

#[tokio::test]
#[ignore = "the other side of the next test"]
async fn serve() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let mut config = config(Path::new(&data));
    config.limits = Limits::default();
    let server = Server::bind(config).await.expect("the server starts");
    println!("{LISTENING}http://{}", server.address());
    server.run_until(std::future::pending()).await;
}

#[tokio::test]
#[ignore = "the other side of the tests with mail"]
async fn serve_mailing() {
    let (Some(data), Ok(smtp)) = (std::env::var_os(DATA), std::env::var(SMTP)) else { return };
    let mut config = config(Path::new(&data));
    config.public_origin = Some(ORIGIN.parse().expect("an origin"));
    let mail = MailConfig::new(&smtp, "play@example.org").expect("settings");
    let after_ms = std::env::var(NEWS_AFTER).map(|ms| ms.parse().expect("a number"));
    let after = Duration::from_millis(after_ms.expect("a time"));
    config.mail = Some(mail.with_news_after(after));
    config.outbound = OutboundPolicy { allow_private: true, timeout: Duration::from_millis(150) };
    let server = Server::bind(config).await.expect("the server starts");
    println!("{LISTENING}http://{}", server.address());
    server.run_until(std::future::pending()).await;
}

/// The database of a server process.
pub(crate) fn database(data: &Path) -> Connection {
    Connection::open(data.join("heterodox.sqlite")).expect("a database")
}

/// Lets time pass before the next server of a folder starts. It is none in which the server was
/// away: a server believes its last heartbeat, also if it is later than the machine's clock.
pub(crate) fn pass_time(data: &Path, time: Duration) {
    let beat = "update heartbeat set at_ms = at_ms + ?";
    let changed = database(data).execute(beat, [time.as_millis() as i64]).expect("a heartbeat");
    assert_eq!(changed, 1, "the server was there");
}

/// Waits for a moment at which a server is killed, which is another one for each kill: after some
/// of what the test counts has happened, however slow the machine is, or nothing has for a while.
pub(crate) async fn moment(kill: u64, count: impl Fn() -> usize) {
    let (begun, first) = (Instant::now(), count());
    while count() < first + kill as usize % 5 && begun.elapsed() < Duration::from_millis(400) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(Duration::from_millis(kill * 37 % 50)).await;
}

/// How often the servers of a test are killed: `usual`, or what `HETERODOX_KILLS` says.
pub(crate) fn kills(usual: u64) -> u64 {
    std::env::var("HETERODOX_KILLS").map_or(usual, |count| count.parse().expect("a number"))
}

/// A server in a process of its own, which is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
}

impl Process {
    fn start(data: &Path) -> Self {
        Self::start_as("kill::serve", data, Stdio::inherit())
    }

    /// Starts a server without limits, which sends its mail to this address; news after a time.
    pub(crate) fn start_mailing(data: &Path, smtp: &str, after_ms: u64) -> Self {
        let mut command = Self::command("kill::serve_mailing", data);
        command.env(SMTP, smtp).env(NEWS_AFTER, after_ms.to_string());
        Self::spawn(command.stderr(Stdio::inherit()))
    }

    /// Starts this test program again for one test, which serves the data of a folder.
    pub(crate) fn start_as(test: &str, data: &Path, errors: impl Into<Stdio>) -> Self {
        Self::spawn(Self::command(test, data).stderr(errors))
    }

    fn command(test: &str, data: &Path) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", test, "--ignored", "--nocapture"]).env(DATA, data);
        command
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let base = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once(LISTENING)?.1.to_owned()))
            .expect("the server listens");
        Self { child, base }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().expect("the server still ran");
        self.child.wait().expect("the server is gone");
    }
}

/// A game and the answers that its players received.
struct Match {
    id: String,
    players: [Caller; 2],
    version: u64,
    moves: Vec<String>,
    /// How long servers before this one ran since the game was opened.
    ran: Duration,
    /// When this server began to listen, or the game was asked for if that was later.
    since: Instant,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_every_move_that_it_answered() {
    let kills = kills(100);
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut server = Process::start(home.path());
    let mut matches = Vec::new();
    for _ in 0..GAMES {
        matches.push(open(&server.base).await);
    }
    let mut answered = 0;
    for kill in 0..kills {
        let (stop, stopped) = watch::channel(false);
        let running: Vec<_> =
            matches.into_iter().map(|game| tokio::spawn(play(game, stopped.clone()))).collect();
        // At different times, so that requests are in every state.
        tokio::time::sleep(Duration::from_millis(20 + kill * 37 % 120)).await;
        drop(server);
        let killed = Instant::now();
        stop.send(true).expect("the players play");
        matches = Vec::new();
        for game in running {
            let (mut game, moves) = game.await.expect("the players do not fail");
            game.ran += killed - game.since;
            answered += moves;
            matches.push(game);
        }
        tokio::time::sleep(DOWN).await;
        server = Process::start(home.path());
        let since = Instant::now();
        for game in &mut matches {
            game.find_again(&server.base, since).await;
        }
    }
    drop(server);
    assert!(answered > kills, "{answered} moves were answered before {kills} kills: too few");
}

async fn open(base: &str) -> Match {
    let players = [guest(base).await, guest(base).await];
    let since = Instant::now();
    let mut wanted = quick(&json!("open"));
    wanted["time"] = json!({"controls": [format!("{MAIN_MS}ms")]});
    let id = players[0].open(&wanted).await;
    players[1].join(&id).await;
    let version = players[0].state(&id).await["version"].as_u64().expect("a version");
    Match { id, players, version, moves: Vec::new(), ran: Duration::ZERO, since }
}

/// Plays until the server is gone; returns the game and the number of moves that were answered.
async fn play(mut game: Match, stopped: watch::Receiver<bool>) -> (Match, u64) {
    let mut answered = 0;
    while !*stopped.borrow() {
        match game.play_one().await {
            Some(()) => answered += 1,
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
    (game, answered)
}

/// The server's answer, or `None` if the server is gone.
pub(crate) async fn ask(request: reqwest::RequestBuilder) -> Option<(StatusCode, Value)> {
    let response = request.timeout(TIMEOUT).send().await.ok()?;
    let status = response.status();
    Some((status, response.json().await.ok()?))
}

impl Match {
    /// Makes one move, or opens a new game when this one is over.
    async fn play_one(&mut self) -> Option<()> {
        let player = &self.players[self.moves.len() % 2];
        let path = format!("/api/games/{}", self.id);
        let (_, state) = ask(player.request(reqwest::Method::GET, &path)).await?;
        let texts = choices(&state);
        let text = texts.get((self.version as usize * 7919) % texts.len().max(1))?;
        let act = json!({"act": "submit", "text": text, "expect": self.version});
        let request = player.request(reqwest::Method::POST, &format!("{path}/acts"));
        let (status, answer) = ask(request.json(&act)).await?;
        if status == StatusCode::TOO_MANY_REQUESTS {
            return None;
        }
        assert_eq!(status, 200, "{answer}");
        self.version = answer["version"].as_u64().expect("a version");
        self.moves.push(text.clone());
        Some(())
    }

    /// Checks that every answered move is there, and at most the one unanswered move beyond them.
    async fn find_again(&mut self, base: &str, since: Instant) {
        self.since = since;
        for player in &mut self.players {
            base.clone_into(&mut player.base);
        }
        let state = self.players[0].state(&self.id).await;
        let moves: Vec<String> = serde_json::from_value(state["moves"].clone()).expect("texts");
        let version = state["version"].as_u64().expect("a version");
        assert!(moves.starts_with(&self.moves), "{moves:?} lacks some of {:?}", self.moves);
        self.check_clocks(&state);
        let more = moves.len() - self.moves.len();
        assert!(more <= 1, "{more} moves that nobody was answered");
        assert_eq!(version - self.version, more as u64);
        (self.version, self.moves) = (version, moves);
        if !state["scene"]["outcome"].is_null() {
            *self = open(base).await;
        }
    }

    /// Checks that the time in which there was no server has cost no player any: together they have
    /// spent at most the time in which it ran.
    fn check_clocks(&self, state: &Value) {
        let seats = state["clock"]["seats"].as_array().expect("clocks");
        let left = seats.iter().map(|seat| seat["left_ms"].as_u64().expect("a time"));
        let spent = 2 * MAIN_MS - left.sum::<u64>();
        // An act may be received while the server is being killed.
        let ran_ms = self.ran.as_millis() as u64;
        assert!(spent <= ran_ms + 50, "{spent} ms were spent in {ran_ms} ms");
    }
}

/// The number of games of the guest whose takeover is cut off.
const TAKEN: usize = 40;

/// A takeover is finished after a kill, or has not begun.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_finishes_a_takeover() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut server = Process::start(home.path());
    let mut anna = guest(&server.base).await.sign_up("Anna").await;
    let mut taken = 0;
    for delay_ms in [0, 2, 4, 6, 9, 14, 20, 30] {
        let mut other = guest(&server.base).await;
        for _ in 0..TAKEN {
            other.open(&quick(&json!("open"))).await;
        }
        let take = json!({"token": other.token});
        let request = anna.request(reqwest::Method::POST, "/api/me/takeover").json(&take);
        let taking = tokio::spawn(ask(request));
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        drop(server);
        let answer = taking.await.expect("the call ends");
        assert!(answer.as_ref().is_none_or(|(status, _)| status.is_success()), "{answer:?}");
        server = Process::start(home.path());
        for caller in [&mut anna, &mut other] {
            server.base.clone_into(&mut caller.base);
        }
        let games = async |caller: &Caller| {
            let list = caller.get("/api/me/games").await.body;
            list["running"].as_array().map_or(0, Vec::len)
        };
        if other.get("/api/me").await.status.is_success() {
            assert!(answer.is_none(), "what was answered is kept");
            assert_eq!((games(&anna).await, games(&other).await), (taken, TAKEN), "not begun");
            continue;
        }
        taken += TAKEN;
        let begun = Instant::now();
        while games(&anna).await < taken {
            assert!(begun.elapsed() < TIMEOUT, "the takeover is finished at the start");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(games(&anna).await, taken);
    }
    assert!(taken > 0, "no takeover began");
}

/// A process that is stopped for a while, such as by a machine that is moved, flags no player when
/// it goes on, and tells those who watch.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_server_costs_nobody_time() {
    use rustix::process::{Pid, Signal, kill_process};
    const CLOCK_MS: i64 = 5000;
    let home = tempfile::tempdir().expect("a temporary folder");
    let server = Process::start(home.path());
    let (anna, bert) = (guest(&server.base).await, guest(&server.base).await);
    let mut wanted = quick(&json!("open"));
    wanted["time"] = json!({"controls": ["5s"]});
    let game = anna.open(&wanted).await;
    bert.join(&game).await;
    let (mut socket, _bert) = (anna.socket(&game).await, bert.socket(&game).await);
    let begun = socket.wait(|state| state["clock"]["started"] == true).await;
    let until = |state: &Value| state["clock"]["seats"][0]["until_ms"].as_i64();
    let before = until(&begun).expect("its time runs");
    let pid = Pid::from_child(&server.child);
    kill_process(pid, Signal::STOP).expect("the process is stopped");
    tokio::time::sleep(Duration::from_millis(CLOCK_MS as u64 + 1500)).await;
    kill_process(pid, Signal::CONT).expect("the process goes on");
    let later = socket.wait(|state| until(state).is_none_or(|until| until > before)).await;
    assert!(until(&later) > Some(before + CLOCK_MS), "{}", later["clock"]);
    assert_eq!(anna.state(&game).await["scene"]["outcome"], Value::Null);
    anna.submit(&game, &choices(&anna.state(&game).await)[0]).await;
}
