//! Several servers on one database, with a bus between them.

use crate::common::heterodox;
use crate::serve::{Running, body};
use heterodox_store_story::{TestNats, TestPostgres};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long what is to come may take at most on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn serve(database: &str, bus: Option<&str>, folder: &Path) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_DATABASE", database);
    if let Some(bus) = bus {
        command.env("HETERODOX_BUS", bus);
    }
    Running::start_by(command, folder)
}

/// The messages of a game's stream. The channel closes with it.
fn stream(server: &Running, game: &str, token: &str) -> Receiver<Value> {
    let mut stream = TcpStream::connect(&server.address).expect("the server listens");
    let host = &server.address;
    write!(
        stream,
        "GET /api/games/{game}/stream HTTP/1.1\r\nHost: {host}\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    )
    .expect("sent");
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if let Ok(message) = serde_json::from_str::<Value>(&line)
                && message.is_object()
                && sender.send(message).is_err()
            {
                return;
            }
        }
    });
    messages
}

/// Waits for the message with a version.
fn wait_for_version(messages: &Receiver<Value>, version: u64) {
    loop {
        let message = messages.recv_timeout(PATIENCE).expect("a message");
        let known = message["version"].as_u64().or(message["state"]["version"].as_u64());
        if known == Some(version) && (message["scene"].is_object() || message["state"].is_object())
        {
            return;
        }
    }
}

/// Waits until something holds.
fn wait_until(holds: impl Fn() -> bool, what: &str) {
    let is_so = (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        holds()
    });
    assert!(is_so, "it does not come to this: {what}");
}

fn wait_for_both(streams: &[Receiver<Value>; 2], version: u64) {
    for stream in streams {
        wait_for_version(stream, version);
    }
}

/// Two players, and the servers at which they play.
struct Table {
    servers: Vec<Running>,
    tokens: Vec<String>,
    game: String,
}

impl Table {
    fn new(servers: Vec<Running>) -> Self {
        let guest = |server: &Running| {
            let guest = body(&server.ask("POST /api/guests", "{}"), "201");
            guest["token"].as_str().expect("a token").to_owned()
        };
        let last = servers.last().expect("a server");
        let tokens = vec![guest(&servers[0]), guest(last)];
        let new = r#"{"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open",
            "seat": 0}"#;
        let game = body(&servers[0].ask_as("POST /api/games", &tokens[0], new), "201");
        let game = game["id"].as_str().expect("an id").to_owned();
        let join = format!("POST /api/games/{game}/join");
        body(&last.ask_as(&join, &tokens[1], "{}"), "200");
        Self { servers, tokens, game }
    }

    /// The state of the game at a server, as a player sees it.
    fn state(&self, server: usize, seat: usize) -> Value {
        let path = format!("GET /api/games/{}", self.game);
        body(&self.servers[server].ask_as(&path, &self.tokens[seat], ""), "200")
    }

    /// The messages of the game that a player gets from a server.
    fn stream(&self, server: usize, seat: usize) -> Receiver<Value> {
        stream(&self.servers[server], &self.game, &self.tokens[seat])
    }

    /// The first move of a seat, at one of the servers. Returns the version.
    fn moves(&self, server: usize, seat: usize) -> u64 {
        let state = self.state(server, seat);
        let text = &state["scene"]["choices"][0]["text"];
        assert!(text.is_string(), "{state}");
        let act = format!(r#"{{"act": "submit", "text": {text}, "expect": {}}}"#, state["version"]);
        let path = format!("POST /api/games/{}/acts", self.game);
        let done = self.servers[server].ask_as(&path, &self.tokens[seat], &act);
        body(&done, "200")["version"].as_u64().expect("a version")
    }

    /// For each seat whether its player is shown as online by a server.
    fn online(&self, server: usize) -> [bool; 2] {
        let state = self.state(server, 1);
        [0, 1].map(|seat| state["players"][seat]["online"] == true)
    }
}

#[test]
fn players_at_two_servers_play_with_and_without_a_bus() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let Some(mut nats) = TestNats::start() else { return };
    let url = postgres.database();
    let folder = tempfile::tempdir().expect("a folder");
    let server = || serve(&url, Some(&nats.url()), folder.path());
    let mut table = Table::new(vec![server(), server()]);
    let streams = [0, 1].map(|seat| table.stream(seat, seat));
    for (number, seat) in [0, 1, 0, 1].into_iter().enumerate() {
        let version = table.moves(number / 2, seat);
        wait_for_both(&streams, version);
        // The presence of the players comes a moment later.
        wait_until(|| table.state(0, seat) == table.state(1, seat), "the same at both servers");
    }
    // Without the bus it takes longer.
    nats.stop();
    let version = table.moves(1, 0);
    wait_for_both(&streams, version);
    nats.restart();
    let version = table.moves(0, 1);
    wait_for_both(&streams, version);

    // The other server sees that the players of one that is killed have gone, and takes them.
    wait_until(|| table.online(1) == [true, true], "both are online");
    table.servers[0].child.kill().expect("it runs");
    wait_until(|| table.online(1) == [false, true], "the player of the dead server is away");
    wait_for_version(&table.stream(1, 0), version);
    wait_for_version(&streams[1], table.moves(1, 0));
    heterodox(&["check", "--database", &url]).good();
}

#[test]
fn a_server_without_its_database_sends_its_people_to_others() {
    let Some(mut postgres) = TestPostgres::start(&["fsync=off"]) else { return };
    let url = postgres.database();
    let folder = tempfile::tempdir().expect("a folder");
    let table = Table::new(vec![serve(&url, None, folder.path())]);
    let own = table.stream(0, 0);
    wait_for_version(&own, 1);
    postgres.stop("KILL");
    // What comes before the end are changes of the presence.
    while own.recv_timeout(PATIENCE).is_ok() {}
    assert_eq!(own.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
    let path = format!("GET /api/games/{}", table.game);
    let answer = table.servers[0].ask_as(&path, &table.tokens[0], "");
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    postgres.restart();
    wait_until(|| table.servers[0].get("/readyz").starts_with("HTTP/1.1 200"), "it is back");
    wait_for_version(&table.stream(0, 0), 1);
    assert_eq!(table.moves(0, 0), 2);
}

#[test]
fn a_bus_needs_a_database_and_tls_to_another_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().display().to_string();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", &data, "--bus"];
    for (bus, expected) in [
        ("nats://127.0.0.1:4222", "needs a database"),
        ("nats://anna:s3cret@192.0.2.1", "tls://"),
        ("http://anna:s3cret@localhost", "nats://"),
    ] {
        let ran = heterodox(&[&serve[..], &[bus]].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.err);
        assert!(ran.err.contains(expected) && !ran.err.contains("s3cret"), "{}", ran.err);
    }
}
