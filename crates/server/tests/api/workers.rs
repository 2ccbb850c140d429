//! Workers: engines on other machines that take jobs. Here the test is the worker, or the worker
//! runs in the test; `heterodox` has the tests with a process.

use crate::harness::{Answer, Caller, Socket, TIMEOUT, TestServer, answer, choices, config, quick};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use heterodox_server::{ServeConfig, TlsFiles, Worker, WorkerConfig, WorkerToken};
use heterodox_wire::{WORKER_PROTOCOL, WORKER_PROTOCOL_HEADER};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const TOKEN: &str = "the-token-of-the-workers";

/// A server that takes workers.
async fn server() -> TestServer {
    server_with(|_| {}).await
}

async fn server_with(change: impl FnOnce(&mut ServeConfig)) -> TestServer {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut config = config(&home.path().join("data"));
    config.worker_token = Some(WorkerToken::new(TOKEN).expect("long enough"));
    config.metrics = Some(([127, 0, 0, 1], 0).into());
    change(&mut config);
    TestServer::start_with(home, config).await
}

/// A thread of a worker that the test plays.
#[derive(Clone)]
struct TestWorker {
    caller: Caller,
    name: String,
    monitoring: String,
}

impl TestWorker {
    fn new(server: &TestServer, name: &str) -> Self {
        let caller = Caller { token: Some(TOKEN.to_owned()), ..server.nobody() };
        let monitoring = server.monitoring.clone().unwrap_or_default();
        Self { caller, name: name.to_owned(), monitoring }
    }

    fn request(&self, path: &str) -> RequestBuilder {
        let request = self.caller.request(Method::POST, path);
        request.header(WORKER_PROTOCOL_HEADER, WORKER_PROTOCOL)
    }

    /// Begins to wait for a job.
    fn ask(&self) -> JoinHandle<Value> {
        let games = ["klinzha", "clouded-klinzha", "grand-chess", "kaleidochess"];
        self.ask_for(&games)
    }

    fn ask_for(&self, games: &[&str]) -> JoinHandle<Value> {
        let body = json!({"worker": self.name, "games": games});
        let request = self.request("/api/worker/take").json(&body);
        tokio::spawn(async move {
            let taken = answer(request).await;
            assert_eq!(taken.status, 200, "{}", taken.body);
            taken.body
        })
    }

    /// Begins to wait for a job. Returns once the server knows.
    async fn take(&self) -> JoinHandle<Value> {
        let before = waiting(&self.monitoring).await;
        let taking = self.ask();
        while waiting(&self.monitoring).await <= before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        taking
    }

    async fn answer(&self, job: &Value, body: &Value) -> Answer {
        let path = format!("/api/worker/jobs/{}", job["id"].as_str().expect("an id"));
        answer(self.request(&path).json(body)).await
    }

    /// Answers, and expects that the server wants no more of the job, or more.
    async fn answered(&self, job: &Value, body: &Value, go_on: bool) {
        let answer = self.answer(job, body).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({"go_on": go_on})), "{body}");
    }
}

/// The job that comes to a waiting worker.
async fn given(taking: JoinHandle<Value>) -> Value {
    timeout(TIMEOUT, taking).await.expect("a job in time").expect("a job")
}

/// The settings of a game of Klin Zha in which the computer begins.
fn computer_begins(level: u8) -> Value {
    let mut wanted = quick(&json!({"computer": level}));
    wanted["seat"] = json!(1);
    wanted
}

fn moves(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn a_job_holds_what_the_seat_may_know_and_its_answer_is_played() {
    let server = server().await;
    let worker = TestWorker::new(&server, "one");
    let taking = worker.take().await;
    let anna = server.guest().await;
    let mut wanted = computer_begins(3);
    wanted["game"] = json!("clouded-klinzha");
    let game = anna.open(&wanted).await;
    let job = given(taking).await;
    let fields: Vec<&String> = job.as_object().expect("a job").keys().collect();
    assert_eq!(fields, ["id", "task"]);
    let task = &job["task"]["choose"];
    let fields: Vec<&String> = task.as_object().expect("a choice").keys().collect();
    assert_eq!(fields, ["frames", "level", "limit", "scene"]);
    assert_eq!((&task["level"], &task["limit"]), (&json!(3), &json!({"time_ms": 1000})));
    assert_eq!(task["scene"]["viewer"], json!({"seat": 0}));
    let text = job.to_string();
    for secret in [&game, &anna.name] {
        assert!(!text.contains(secret.as_str()), "{secret} in {text}");
    }
    // The worker's choice is one that no engine makes.
    let texts = choices(task);
    let text = texts.last().expect("a choice");
    worker.answered(&job, &json!({"chosen": {"text": text}}), false).await;
    let state = anna.wait(&game, |state| moves(state) == 1).await;
    let expected = server.nobody().state(&game).await;
    assert_eq!(moves(&expected), 1);
    assert_eq!(state["scene"]["to_act"], json!([1]));
    // The job is over.
    worker.answered(&job, &json!({"chosen": {"text": text}}), false).await;
    assert_eq!(moves(&anna.state(&game).await), 1);

    // A draw is answered by a worker too.
    let taking = worker.take().await;
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let job = given(taking).await;
    assert_eq!(job["task"]["answer-draw"]["level"], 3, "{job}");
    worker.answered(&job, &json!({"draw": true}), false).await;
    let state = anna.wait(&game, |state| !state["scene"]["outcome"].is_null()).await;
    assert_eq!(state["scene"]["outcome"]["reason"], "agreement");
}

#[tokio::test]
async fn the_server_does_what_a_worker_does_wrongly() {
    let server = server().await;
    let anna = server.guest().await;
    let wrong = [
        json!({"chosen": {"text": "V@A1 Z9"}}),
        json!({"draw": true}),
        json!({"failed": "it is too hard"}),
        json!({"chosen": {"text": "V@A1 Z9", "by": "me"}}),
        json!("resign"),
        json!([]),
        json!({"failed": "too much ".repeat(10_000)}),
    ];
    for (index, wrong) in wrong.iter().enumerate() {
        let worker = TestWorker::new(&server, &format!("worker {index}"));
        let taking = worker.take().await;
        let game = anna.open(&computer_begins(1)).await;
        let job = given(taking).await;
        let answer = worker.answer(&job, wrong).await;
        match answer.status.as_u16() {
            200 => assert_eq!(answer.body, json!({"go_on": false}), "{wrong}"),
            413 => answer.assert_error(413, "too-large", &[]),
            _ => answer.assert_error(400, "bad-body", &[]),
        }
        anna.wait(&game, |state| moves(state) == 1).await;
    }
    let failed = format!("heterodox_worker_jobs_total{{result=\"failed\"}} {}", wrong.len());
    let monitoring = server.monitoring.clone().expect("an address");
    assert!(read(&monitoring).await.lines().any(|line| line == failed), "all count");
}

#[tokio::test]
async fn a_worker_that_fails_again_and_again_gets_no_jobs_for_a_while() {
    let server = server().await;
    let anna = server.guest().await;
    let worker = TestWorker::new(&server, "bad");
    for _ in 0..3 {
        let taking = worker.take().await;
        let game = anna.open(&computer_begins(1)).await;
        worker.answered(&given(taking).await, &json!({"failed": "again"}), false).await;
        anna.wait(&game, |state| moves(state) == 1).await;
    }
    let taking = worker.ask();
    let game = anna.open(&computer_begins(1)).await;
    anna.wait(&game, |state| moves(state) == 1).await;
    assert!(!taking.is_finished(), "it waits");
    // Others work on.
    let other = TestWorker::new(&server, "good").take().await;
    anna.open(&computer_begins(1)).await;
    given(other).await;
    taking.abort();
}

#[tokio::test]
async fn a_silent_worker_costs_a_few_seconds() {
    let server = server().await;
    let anna = server.guest().await;
    let worker = TestWorker::new(&server, "silent");
    let taking = worker.take().await;
    let begun = Instant::now();
    let game = anna.open(&computer_begins(1)).await;
    let job = given(taking).await;
    anna.wait(&game, |state| moves(state) == 1).await;
    let took = begun.elapsed();
    let expected = Duration::from_secs(4)..Duration::from_secs(20);
    assert!(expected.contains(&took), "{took:?}");
    let text = choices(&job["task"]["choose"])[0].clone();
    worker.answered(&job, &json!({"chosen": {"text": text}}), false).await;
    assert_eq!(moves(&anna.state(&game).await), 1, "too late");
}

#[tokio::test]
async fn a_job_that_is_given_back_goes_to_another_worker() {
    let server = server().await;
    let anna = server.guest().await;
    let (first, second) = (TestWorker::new(&server, "first"), TestWorker::new(&server, "second"));
    let taking = first.take().await;
    let other = second.take().await;
    let game = anna.open(&computer_begins(1)).await;
    let job = given(taking).await;
    first.answered(&job, &json!("returned"), false).await;
    let again = given(other).await;
    assert_ne!(job["id"], again["id"]);
    assert_eq!(job["task"], again["task"]);
    let text = choices(&again["task"]["choose"]).pop().expect("a choice");
    second.answered(&again, &json!({"chosen": {"text": text}}), false).await;
    anna.wait(&game, |state| moves(state) == 1).await;

    // Without another one the server does it, and so it does what a worker has not received.
    let taking = first.take().await;
    let game = anna.open(&computer_begins(1)).await;
    first.answered(&given(taking).await, &json!("returned"), false).await;
    anna.wait(&game, |state| moves(state) == 1).await;
    first.take().await.abort();
    let game = anna.open(&computer_begins(1)).await;
    anna.wait(&game, |state| moves(state) == 1).await;
}

#[tokio::test]
async fn a_job_is_for_workers_that_play_its_game() {
    let server = server().await;
    let anna = server.guest().await;
    let worker = TestWorker::new(&server, "chess");
    let taking = worker.ask_for(&["grand-chess"]);
    wait_for_worker(&worker.monitoring).await;
    let game = anna.open(&computer_begins(1)).await;
    anna.wait(&game, |state| moves(state) == 1).await;
    anna.open(&json!({"game": "grand-chess", "opponent": {"computer": 1}, "seat": 1})).await;
    let job = given(taking).await;
    assert_eq!(job["task"]["choose"]["scene"]["game"], "grand-chess", "{job}");
}

#[tokio::test]
async fn only_workers_with_the_token_and_the_protocol_are_let_in() {
    let without = TestServer::start().await;
    let taken = json!({"worker": "x", "games": []});
    let paths = ["/api/worker/take", "/api/worker/jobs/x"];
    for path in paths {
        let worker = TestWorker::new(&without, "x");
        let nothing = answer(worker.request(path).json(&taken)).await;
        nothing.assert_error(404, "no-such-route", &[]);
    }
    let server = server().await;
    for path in paths {
        let nobody = server.nobody().post(path, &taken).await;
        nobody.assert_error(401, "unknown-token", &[]);
        let guest = server.guest().await.post(path, &taken).await;
        guest.assert_error(401, "unknown-token", &[]);
        let worker = TestWorker::new(&server, "x");
        let none = worker.caller.post(path, &taken).await;
        none.assert_error(400, "bad-header", &[WORKER_PROTOCOL_HEADER, WORKER_PROTOCOL]);
        let other = worker.caller.request(Method::POST, path).header(WORKER_PROTOCOL_HEADER, "0");
        answer(other.json(&taken)).await.assert_error(400, "bad-header", &[]);
    }
    // Their token is that of no person.
    let worker = TestWorker::new(&server, "x");
    worker.caller.get("/api/me").await.assert_error(401, "unknown-token", &[]);
}

#[tokio::test]
async fn a_server_that_stops_lets_its_workers_go() {
    let server = server().await;
    let worker = TestWorker::new(&server, "one");
    let body = json!({"worker": "one", "games": []});
    let request = worker.request("/api/worker/take").json(&body);
    let taking = tokio::spawn(async move { answer(request).await.status });
    wait_for_worker(&worker.monitoring).await;
    let begun = Instant::now();
    server.stop().await;
    assert_eq!(taking.await.expect("answered"), 204);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

/// The messages of the analysis of a game, without those of a queue.
async fn report_of(socket: &mut Socket, request: &Value) -> Vec<Value> {
    socket.send(request.to_string()).await;
    let mut messages = Vec::new();
    loop {
        let message = socket.next().await;
        let is_last = message["type"] != "ply";
        messages.push(message);
        if is_last {
            return messages;
        }
    }
}

fn game_of(texts: &[&str]) -> Value {
    json!({"type": "game", "id": 1, "game": "grand-chess", "moves": texts})
}

#[tokio::test]
async fn a_worker_and_the_server_make_one_report() {
    let server = server().await;
    let worker = TestWorker::new(&server, "one");
    let taking = worker.take().await;
    let mut socket = server.nobody().analysis().await;
    let texts = ["e3e5", "f8f7", "f3f4", "e8e7"];
    socket.send(game_of(&texts).to_string()).await;
    let job = given(taking).await;
    let task = &job["task"]["report"];
    assert_eq!((&task["first"], &task["request"]["game"]), (&json!(0), &json!("grand-chess")));
    // Two positions by the worker, which then stops, and the rest by the server.
    let position =
        |value: i32, text: &str| json!({"score": {"kind": "centi", "value": value}, "pv": [text]});
    let known = json!({"evaluated": [position(7777, "e3e5"), position(-7777, "f8f6")]});
    worker.answered(&job, &json!("working"), true).await;
    worker.answered(&job, &known, true).await;
    for (index, value) in [7777, -7777].into_iter().enumerate() {
        let ply = socket.next_of("ply").await;
        assert_eq!((&ply["ply"], &ply["score"]["value"]), (&json!(index), &json!(value)), "{ply}");
    }
    let taking = worker.take().await;
    worker.answered(&job, &json!("returned"), false).await;
    let job = given(taking).await;
    assert_eq!(job["task"]["report"]["first"], 2);
    // An illegal line is a wrong answer.
    worker.answered(&job, &json!({"evaluated": [position(1, "a1c7")]}), false).await;
    for index in 2..=texts.len() {
        let ply = socket.next_of("ply").await;
        assert_eq!(ply["ply"], index, "{ply}");
        assert_ne!(ply["score"]["value"], 1, "{ply}");
    }
    assert_eq!(socket.next_of("done").await["reason"], "limit");
}

#[tokio::test]
async fn a_look_by_a_worker_is_shown_until_it_is_stopped() {
    let server = server().await;
    let worker = TestWorker::new(&server, "one");
    let taking = worker.take().await;
    let mut socket = server.nobody().analysis().await;
    let look = json!({"type": "look", "id": 5, "game": "grand-chess"});
    socket.send(look.to_string()).await;
    let job = given(taking).await;
    assert_eq!(job["task"]["search"]["lines"], 1, "{job}");
    let found = |depth: u32, is_last: bool| {
        let line = json!([{"kind": "centi", "value": 12}, ["e3e5", "f8f7"]]);
        json!({"found": {"depth": depth, "selective_depth": 9, "nodes": 1000, "time_us": 500_000,
            "lines": [line], "is_last": is_last}})
    };
    worker.answered(&job, &found(77, false), true).await;
    let shown = socket.next_of("found").await;
    assert_eq!((&shown["depth"], &shown["nps"]), (&json!(77), &json!(2000)), "{shown}");
    assert_eq!(shown["lines"][0]["cells"][0], json!(["e3", "e5"]), "{shown}");
    socket.send(json!({"type": "stop"}).to_string()).await;
    assert_eq!(socket.next_of("done").await["reason"], "stopped");
    worker.answered(&job, &found(78, false), false).await;

    // A search that ends by itself.
    let taking = worker.take().await;
    socket.send(look.to_string()).await;
    let job = given(taking).await;
    worker.answered(&job, &found(79, true), false).await;
    assert_eq!(socket.next_of("found").await["depth"], 79);
    assert_eq!(socket.next_of("done").await["reason"], "limit");
}

/// A worker with an engine, which works until it is told to stop.
struct RunningWorker {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl RunningWorker {
    fn start(server: &str, authority: Option<PathBuf>) -> Self {
        let threads = NonZeroUsize::MIN;
        let config =
            WorkerConfig { server: server.to_owned(), token: TOKEN.to_owned(), threads, authority };
        let worker = Worker::new(&config).expect("the settings are right");
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async { stopped.await.expect("the test stops the worker") };
            worker.run_until(stopped).await.expect("the server wants it");
        });
        Self { stop, task }
    }

    async fn stop(self) {
        self.stop.send(()).expect("it runs");
        timeout(TIMEOUT, self.task).await.expect("in time").expect("it does not panic");
    }
}

/// What monitoring reads.
async fn read(monitoring: &str) -> String {
    reqwest::get(monitoring).await.expect("an answer").text().await.expect("text")
}

/// The number of threads of workers that wait for a job.
async fn waiting(monitoring: &str) -> usize {
    let text = read(monitoring).await;
    let count = text.lines().find_map(|line| line.strip_prefix("heterodox_waiting_workers "));
    count.expect("the count").parse().expect("a number")
}

/// Waits until a thread of a worker waits for a job.
async fn wait_for_worker(monitoring: &str) {
    wait_for(monitoring, "heterodox_waiting_workers 1").await;
}

/// Waits until monitoring reads a line.
async fn wait_for(monitoring: &str, expected: &str) {
    let begun = Instant::now();
    loop {
        let text = read(monitoring).await;
        if text.lines().any(|line| line == expected) {
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "no '{expected}' in\n{text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A free port, which no other test will take so soon.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// A server that takes workers, and the address of its monitoring.
async fn monitored() -> (TestServer, String) {
    let server = server().await;
    let monitoring = server.monitoring.clone().expect("an address");
    (server, monitoring)
}

#[tokio::test]
async fn a_worker_makes_the_same_report_as_the_server() {
    let (server, monitoring) = monitored().await;
    let texts = ["e3e5", "f8f7", "f3f4", "e8e7"];
    let mut socket = server.nobody().analysis().await;
    let by_server = report_of(&mut socket, &game_of(&texts)).await;
    let worker = RunningWorker::start(&server.base, None);
    wait_for_worker(&monitoring).await;
    let by_worker = report_of(&mut socket, &game_of(&texts)).await;
    assert_eq!(by_server, by_worker);
    wait_for(&monitoring, "heterodox_worker_jobs_total{result=\"done\"} 1").await;

    // A hint and a look too.
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!({"computer": 1}))).await;
    wait_for_worker(&monitoring).await;
    let hint = anna.post(&format!("/api/games/{game}/hint"), &json!({})).await;
    assert_eq!((hint.status.as_u16(), hint.body["pv"].is_array()), (200, true), "{}", hint.body);
    wait_for(&monitoring, "heterodox_worker_jobs_total{result=\"done\"} 2").await;
    wait_for_worker(&monitoring).await;
    socket.send(json!({"type": "look", "id": 2, "game": "klinzha"}).to_string()).await;
    let mut depth = 0;
    while depth < 4 {
        depth = socket.next_of("found").await["depth"].as_u64().expect("a depth");
    }
    wait_for(&monitoring, "heterodox_waiting_workers 0").await;
    socket.send(json!({"type": "stop"}).to_string()).await;
    assert_eq!(socket.next_of("done").await["reason"], "stopped");
    wait_for_worker(&monitoring).await;
    worker.stop().await;
    wait_for(&monitoring, "heterodox_waiting_workers 0").await;
}

#[tokio::test]
async fn a_worker_plays_all_games_as_the_server_does() {
    let (server, monitoring) = monitored().await;
    let worker = RunningWorker::start(&server.base, None);
    let anna = server.guest().await;
    let mut done = 0;
    for (game, options) in [
        ("klinzha", json!({})),
        ("clouded-klinzha", json!({"clouds": "seed:1"})),
        ("grand-chess", json!({"setup": "random"})),
        ("kaleidochess", json!({})),
    ] {
        wait_for_worker(&monitoring).await;
        let wanted =
            json!({"game": game, "options": options, "opponent": {"computer": 1}, "seat": 1});
        let id = anna.open(&wanted).await;
        // Its first act, whatever it is.
        anna.wait(&id, |state| state["version"].as_u64() >= Some(1)).await;
        done += 1;
        wait_for_worker(&monitoring).await;
        let text = read(&monitoring).await;
        assert!(!text.contains("result=\"failed\""), "{game}: {text}");
        let count = text.lines().find_map(|line| {
            line.strip_prefix("heterodox_worker_jobs_total{result=\"done\"} ")?.parse::<u32>().ok()
        });
        assert!(count >= Some(done), "{game}: {text}");
    }
    worker.stop().await;
}

fn pem(kind: &str, der: &[u8]) -> String {
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", STANDARD.encode(der))
}

#[tokio::test]
async fn a_worker_reaches_its_server_over_tls_and_waits_for_it() {
    let key = KeyPair::generate().expect("a key");
    let mut params = CertificateParams::new(Vec::new()).expect("names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = params.self_signed(&key).expect("a certificate");
    let issuer = Issuer::new(params, key);
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("names");
    let certificate = params.signed_by(&key, &issuer).expect("a certificate");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let authority = file("authority.pem", pem("CERTIFICATE", authority.der()));
    let files = TlsFiles {
        certificate: file("certificate.pem", pem("CERTIFICATE", certificate.der())),
        key: file("key.pem", pem("PRIVATE KEY", &key.serialize_der())),
    };
    let port = free_port();
    // It begins before the server.
    let worker = RunningWorker::start(&format!("https://localhost:{port}"), Some(authority));
    let server = server_with(|config| {
        config.listen = ([127, 0, 0, 1], port).into();
        config.tls = Some(files);
    });
    let server = server.await;
    wait_for_worker(&server.monitoring.clone().expect("an address")).await;
    worker.stop().await;
    server.stop().await;
}
