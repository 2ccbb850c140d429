//! `heterodox serve`: start, address, answers and shutdown.

use crate::common::heterodox;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server, which is killed when the value is dropped.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) out: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_heterodox")), data)
    }

    /// Starts the server with a command to which the arguments are added.
    pub(crate) fn start_by(mut command: Command, data: &Path) -> Self {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let address = line
            .strip_prefix("Heterodox is open at http://")
            .and_then(|rest| rest.strip_suffix("/\n"))
            .unwrap_or_else(|| panic!("not an address to open: {line:?}"))
            .to_owned();
        Self { child, address, out }
    }

    /// Waits for the end of the server and returns its exit status. Fails after a time limit.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().expect("the status can be asked") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the server runs on");
    }

    /// Reads the address of the monitoring, which the server prints after its own.
    pub(crate) fn monitoring(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.out.read_line(&mut line).expect("a line") > 0, "no monitoring");
            let rest = line.trim().strip_prefix("Monitoring reads http://");
            if let Some(address) = rest.and_then(|rest| rest.strip_suffix("/metrics")) {
                return address.to_owned();
            }
        }
    }

    /// Sends a GET and returns the response.
    pub(crate) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), "")
    }

    /// Sends a request and returns the response.
    pub(crate) fn ask(&self, what: &str, body: &str) -> String {
        self.ask_as(what, "", body)
    }

    /// Sends a request with a guest's token, and returns the response.
    pub(crate) fn ask_as(&self, what: &str, token: &str, body: &str) -> String {
        ask_at(&self.address, what, token, body)
    }
}

/// Sends a request to an address, and returns the response.
pub(crate) fn ask_at(address: &str, what: &str, token: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let (host, length) = (address, body.len());
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let authorization = if token.is_empty() { "" } else { &bearer };
    let kind = if body.starts_with('{') { "application/json" } else { "text/plain" };
    write!(
        stream,
        "{what} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             {authorization}Content-Type: {kind}\r\n\r\n{body}"
    )
    .expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("answered");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The body of a response, which must have this status.
pub(crate) fn body(answer: &str, status: &str) -> serde_json::Value {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    serde_json::from_str(body).unwrap_or_default()
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_opens_answers_and_closes_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("new/data");
    let mut server = Running::start(&data);
    let answer = server.get("/healthz");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok"), "{answer}");
    assert!(server.get("/").contains("Klin Zha"));
    assert!(server.get("/api/info").contains("\"klinzha\""));
    assert!(data.read_dir().expect("the folder was created").count() > 0);
    // A second server with the same data folder or port is an error.
    let twice =
        heterodox(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().expect("a path")]);
    twice.fails_with(&format!(
        "error: another server is using the data folder '{}': stop it, or choose another folder",
        data.display()
    ));
    let other = folder.path().join("other");
    let port = heterodox(&[
        "serve",
        "--listen",
        &server.address,
        "--data",
        other.to_str().expect("a path"),
    ]);
    port.fails_with(&format!(
        "error: cannot listen on {}: Address already in use (os error 98)",
        server.address
    ));
    for workers in ["0", "257", "-1", "two"] {
        let bad = heterodox(&["serve", &format!("--analysis-workers={workers}")]);
        assert_eq!(bad.status, Some(2), "{workers}");
        assert!(bad.err.contains("expected a number from 1 to 256"), "{}", bad.err);
    }
    // SIGINT, as ctrl-c sends it.
    let pid = server.child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(server.ended(), Some(0));
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).expect("read");
    assert!(rest.contains(data.to_str().expect("a path")), "{rest}");
}

/// A limit of file size has the same effect as a full disk, and the server recovers from it.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_file_size_does_not_end_the_server() {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("sh");
    // 300 or 600 kB; shells have different units.
    command.args(["-c", "ulimit -S -f 600 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_heterodox")]);
    let mut server = Running::start_by(command, &folder.path().join("data"));
    let register = |server: &Running| -> String {
        let answer = server.ask("POST /api/guests", "{}");
        answer.split(' ').nth(1).expect("a status").to_owned()
    };
    let registered = (0..110).take_while(|_| register(&server) == "201").count();
    assert!((1..110).contains(&registered), "{registered} guests before the limit");
    assert_eq!(register(&server), "503");
    assert!(server.get("/api/info").starts_with("HTTP/1.1 200"));
    let pid = Pid::from_raw(server.child.id() as i32);
    let maximum = getrlimit(Resource::Fsize).maximum;
    prlimit(pid, Resource::Fsize, Rlimit { current: maximum, maximum }).expect("a lifted limit");
    // The store retries within half a second.
    let again = (0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        register(&server) == "201"
    });
    assert!(again, "the server does not store again");
    let killed = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn an_address_that_is_none_is_refused() {
    let ran = heterodox(&["serve", "--listen", "8080"]);
    ran.fails_with(
        "error: --listen '8080': expected an address and a port, such as 127.0.0.1:9000 (invalid socket address)",
    );
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("a path");
    let ran = heterodox(&["serve", "--listen", "127.0.0.1:0", "--data", path]);
    ran.fails_with(&format!("error: {path} is not a folder: choose another for the data"));
}

/// Query strings may reveal the plans of a player in Clouded Klin Zha, so they must not be logged.
#[test]
#[cfg(unix)]
fn logs_do_not_hold_what_is_asked_for() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_heterodox");
    command.args(["-c", &format!("exec {program} \"$@\" --log debug"), "sh"]);
    let mut running = Running::start_by(command, home.path());
    let mut stream = TcpStream::connect(&running.address).expect("a connection");
    let ask = "GET /api/games/none/paths?text=S@F47%20F36 HTTP/1.0\r\n\r\n";
    stream.write_all(ask.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    running.child.kill().expect("it runs");
    let mut log = String::new();
    let mut err = running.child.stderr.take().expect("a pipe");
    err.read_to_string(&mut log).expect("text");
    assert!(log.contains("/api/games/none/paths"), "{log}");
    assert!(!log.contains("F47"), "{log}");
}

/// Monitoring has an address of its own. It counts by routes, and names no game and no person.
#[test]
fn monitoring_reads_counts_without_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_METRICS", "127.0.0.1:0");
    let mut server = Running::start_by(command, folder.path());
    let monitoring = server.monitoring();
    let guest = server.ask("POST /api/guests", "{}");
    let field = |text: &str, name: &str| {
        let value = text.split(&format!("\"{name}\":\"")).nth(1).expect("the field");
        value.split('"').next().expect("a value").to_owned()
    };
    let (user, token) = (field(&guest, "guest"), field(&guest, "token"));
    let wanted =
        r#"{"game":"klinzha","opponent":{"computer":1},"seat":0,"start":{"quick":"north-west"}}"#;
    let authorized = format!("POST /api/games HTTP/1.1\r\nAuthorization: Bearer {token}\r\nX: ");
    let game = field(&server.ask(&authorized, wanted), "id");
    server.get(&format!("/g/{game}"));
    let own = std::mem::replace(&mut server.address, monitoring);
    let text = server.get("/metrics");
    for expected in [
        "heterodox_http_requests_total{method=\"POST\",route=\"/api/games\",status=\"201\"} 1",
        "heterodox_http_requests_total{method=\"GET\",route=\"/g/{id}\",status=\"200\"} 1",
        "heterodox_store_ready 1",
        "heterodox_live_games 1",
        "heterodox_queued_jobs{pool=\"computers\"} 0",
        "heterodox_http_request_seconds_count 3",
    ] {
        assert!(text.lines().any(|line| line == expected), "{expected} in\n{text}");
    }
    assert!(text.ends_with("# EOF\n"), "{text}");
    for secret in [&game, &user, &token] {
        assert!(!text.contains(secret.as_str()), "{secret} in\n{text}");
    }
    assert!(server.get("/").contains("404"), "there is nothing else");
    server.address = own;
    assert!(server.get("/metrics").contains("404"), "players do not read it");
}

#[test]
fn texts_of_the_operator_come_before_those_of_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let german = folder.path().join("locales/de");
    std::fs::create_dir_all(&german).expect("a folder");
    let file = german.join("club.ftl");
    std::fs::write(&file, "# Ours.\nnav-play = Zum Brett\nconfirm-send = Ab damit\n")
        .expect("written");
    let server = Running::start(folder.path());
    let front = server.get("/?lang=de");
    assert!(front.contains("Zum Brett"), "{front}");
    assert!(!server.get("/?lang=en").contains("Zum Brett"));
    assert!(
        server.get("/new/klinzha?lang=de").contains("\"confirm-send\":\"Ab damit\""),
        "scripts"
    );
    drop(server);
    std::fs::write(&file, "\nnav-plays = Zum Brett\n").expect("written");
    let data = folder.path().to_str().expect("a path");
    heterodox(&["serve", "--listen", "127.0.0.1:0", "--data", data]).fails_with(&format!(
        "error: {}: line 2: there is no text 'nav-plays': is 'nav-play' meant?",
        file.display()
    ));
}

#[test]
fn a_certificate_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a path");
    let none = folder.path().join("none.pem");
    let file = none.to_str().expect("a path");
    let files = ["--tls-cert", file, "--tls-key", file, "--public-origin", "https://play.example"];
    let start = ["serve", "--listen", "127.0.0.1:0", "--data", data];
    for content in [None, Some("no certificate")] {
        if let Some(content) = content {
            std::fs::write(&none, content).expect("written");
        }
        let ran = heterodox(&[&start[..], &files[..]].concat());
        assert_eq!(ran.status, Some(2));
        let begin =
            format!("error: the certificate '{file}' with the key '{file}' cannot be used: ");
        assert!(ran.err.starts_with(&begin) && ran.err.lines().count() == 1, "{}", ran.err);
    }
}
