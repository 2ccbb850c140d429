//! `serve` from outside: it opens, says where, answers, and closes when asked.

use crate::common::heterodox;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server, killed if the test forgets it.
struct Running {
    child: Child,
    address: String,
    out: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
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

    /// The status with which the server ends. One that does not end fails the test at last.
    fn ended(&mut self) -> Option<i32> {
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().expect("the status can be asked") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the server runs on");
    }

    /// The whole answer to a GET.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        String::from_utf8_lossy(&answer).into_owned()
    }
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
    // A second server on the same data, or on the same port, says so.
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
    // Asked to stop as a terminal (ctrl-c) does it.
    let pid = server.child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(server.ended(), Some(0));
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).expect("read");
    assert!(rest.contains(data.to_str().expect("a path")), "{rest}");
}

#[test]
fn an_address_that_is_none_is_refused() {
    let ran = heterodox(&["serve", "--listen", "8080"]);
    ran.fails_with(
        "error: --listen '8080': expected an address and a port, such as 127.0.0.1:8080 (invalid socket address)",
    );
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("a path");
    let ran = heterodox(&["serve", "--listen", "127.0.0.1:0", "--data", path]);
    ran.fails_with(&format!("error: {path} is not a folder: choose another for the data"));
}
