//! `heterodox worker`: a process that does the thinking of a server.

use crate::serve::{Running, ask_at};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TOKEN: &str = "the-token-of-the-workers";
/// The timeout of every wait; reached only when a test fails.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A server that takes workers, and the same with the address of its monitoring.
fn server(data: &Path) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_METRICS", "127.0.0.1:0").env("HETERODOX_WORKER_TOKEN", TOKEN);
    let mut server = Running::start_by(command, data);
    let monitoring = server.monitoring();
    (server, monitoring)
}

/// A worker, which is killed when the value is dropped.
struct RunningWorker(Child);

impl RunningWorker {
    fn start(server: &Running, token: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.args([
            "worker",
            "--threads",
            "1",
            "--server",
            &format!("http://{}", server.address),
        ]);
        command.env("HETERODOX_WORKER_TOKEN", token).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    fn signal(&self, name: &str) {
        let killed = Command::new("kill").args([name, &self.0.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
    }

    /// Waits for the end; returns the status and what it has said.
    fn ended(mut self) -> (Option<i32>, String) {
        let status = self.0.wait().expect("it ends").code();
        let mut said = String::new();
        let mut err = self.0.stderr.take().expect("a pipe");
        err.read_to_string(&mut said).expect("text");
        (status, said)
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for a line of the monitoring.
fn wait_for(monitoring: &str, expected: &str) {
    let read = || ask_at(monitoring, "GET /metrics", "", "");
    wait(expected, || read().lines().any(|line| line == expected));
}

fn wait(what: &str, mut is_there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_there() {
        assert!(begun.elapsed() < TIMEOUT, "no {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The value of a text field in JSON.
fn field(text: &str, name: &str) -> String {
    let value = text.split(&format!("\"{name}\":\"")).nth(1).expect("the field");
    value.split('"').next().expect("a value").to_owned()
}

/// Opens a game in which the computer begins, and returns its id.
fn open(server: &Running, token: &str) -> String {
    let wanted =
        r#"{"game":"klinzha","opponent":{"computer":1},"seat":1,"start":{"quick":"north-west"}}"#;
    field(&server.ask_as("POST /api/games", token, wanted), "id")
}

/// Waits for the computer's first move.
fn wait_for_move(server: &Running, game: &str) {
    wait("move of the computer", || {
        let state = server.get(&format!("/api/games/{game}"));
        assert!(state.starts_with("HTTP/1.1 200"), "{state}");
        !state.contains("\"moves\":[]")
    });
}

#[test]
fn a_worker_does_the_moves_of_computers_and_its_death_costs_a_few_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, monitoring) = server(folder.path());
    let token = field(&server.ask("POST /api/guests", "{}"), "token");
    let worker = RunningWorker::start(&server, TOKEN);
    wait_for(&monitoring, "heterodox_waiting_workers 1");
    wait_for_move(&server, &open(&server, &token));
    wait_for(&monitoring, "heterodox_worker_jobs_total{result=\"done\"} 1");

    // It stops with a job, as a machine that dies.
    wait_for(&monitoring, "heterodox_waiting_workers 1");
    worker.signal("-STOP");
    let begun = Instant::now();
    let game = open(&server, &token);
    wait_for(&monitoring, "heterodox_waiting_workers 0");
    worker.signal("-KILL");
    wait_for_move(&server, &game);
    let took = begun.elapsed();
    assert!((Duration::from_secs(3)..Duration::from_secs(15)).contains(&took), "{took:?}");
    wait_for(&monitoring, "heterodox_worker_jobs_total{result=\"failed\"} 1");
    drop(worker);

    // Without a worker the server does it at once; another one ends when it is asked to.
    wait_for_move(&server, &open(&server, &token));
    let worker = RunningWorker::start(&server, TOKEN);
    wait_for(&monitoring, "heterodox_waiting_workers 1");
    wait_for_move(&server, &open(&server, &token));
    wait_for(&monitoring, "heterodox_worker_jobs_total{result=\"done\"} 2");
    wait_for(&monitoring, "heterodox_waiting_workers 1");
    worker.signal("-TERM");
    let (status, said) = worker.ended();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("asking for jobs") && said.contains("stopping"), "{said}");
    assert!(!said.contains(TOKEN), "{said}");
    wait_for(&monitoring, "heterodox_waiting_workers 0");
}

#[test]
fn a_worker_that_is_not_wanted_says_why_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, _) = server(folder.path());
    let (status, said) = RunningWorker::start(&server, "another token of workers").ended();
    assert_eq!(status, Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    let expected =
        format!("error: http://{}: the server has another token for workers", server.address);
    assert_eq!(last, expected);
    let data = folder.path().join("without");
    let without = Running::start(&data);
    let (status, said) = RunningWorker::start(&without, TOKEN).ended();
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("or one without --worker-token"), "{said}");
    // A token that could be guessed, and an address that is none.
    let short = crate::common::heterodox(&["serve", "--worker-token", "short"]);
    short.fails_with(
        "error: a worker's token has at least 16 characters, such as `openssl rand -hex 16` makes",
    );
    let none = crate::common::heterodox(&["worker", "--server", "localhost:80", "--token", TOKEN]);
    none.fails_with(
        "error: 'localhost:80' is no address of a server: expected one such as \
         https://play.example.org",
    );
}
