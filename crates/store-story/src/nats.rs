//! A NATS server for tests, which is thrown away: it ends with the test program.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Set to `1`, the tests that need NATS are left out.
const WITHOUT: &str = "HETERODOX_WITHOUT_NATS";

/// Ends the server when the standard input ends, which is at the end of the test program at the
/// latest.
const WATCH: &str = r#"
"$@" 2>&1 &
server=$!
read -r _
kill -KILL $server 2>/dev/null
wait $server
"#;

/// A running server.
#[derive(Debug)]
pub struct TestNats {
    watcher: Child,
    port: String,
}

impl TestNats {
    /// Starts a server on a free port of this machine. `None` if tests are to do without.
    ///
    /// # Panics
    ///
    /// If no NATS server is installed, or it does not start.
    pub fn start() -> Option<Self> {
        if std::env::var(WITHOUT).is_ok_and(|value| value == "1") {
            eprintln!("left out: {WITHOUT}=1");
            return None;
        }
        let program = program().unwrap_or_else(|| {
            panic!(
                "NATS is missing: apt-get install nats-server (or set {WITHOUT}=1 to leave these \
                 tests out)"
            )
        });
        Some(Self::start_at(&program, "-1"))
    }

    fn start_at(program: &Path, port: &str) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCH, "sh"]).arg(program).args(["-a", "127.0.0.1", "-p", port]);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut watcher = shell.spawn().expect("a shell");
        let mut lines = BufReader::new(watcher.stdout.take().expect("a pipe")).lines();
        let mut found = None;
        for line in lines.by_ref().map(|line| line.expect("text")) {
            if let Some((_, address)) = line.split_once("client connections on ") {
                found = address.trim().rsplit(':').next().map(str::to_owned);
            }
            if line.contains("Server is ready") {
                break;
            }
        }
        let port = found.expect("NATS starts");
        // Its pipe must not become full.
        std::thread::spawn(move || lines.for_each(drop));
        Self { watcher, port }
    }

    /// The address of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends the server.
    pub fn stop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }

    /// Starts the server again after [`TestNats::stop`], on the same port.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn restart(&mut self) {
        let port = self.port.clone();
        *self = Self::start_at(&program().expect("it was found before"), &port);
    }
}

impl Drop for TestNats {
    fn drop(&mut self) {
        self.stop();
    }
}

fn program() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = Path::new("/usr/sbin").to_owned();
    let mut folders = std::env::split_paths(&on_path).chain([debian]);
    folders.find_map(|folder| Some(folder.join("nats-server")).filter(|file| file.exists()))
}
