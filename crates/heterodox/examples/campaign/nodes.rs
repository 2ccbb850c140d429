//! The servers, their database and their bus.

use crate::links::{Link, State, Target};
use anyhow::{Context, Result, bail, ensure};
use heterodox_store_story::{TestNats, TestPostgres};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server with its links.
pub(crate) struct Node {
    pub(crate) number: usize,
    program: PathBuf,
    folder: PathBuf,
    child: tokio::sync::Mutex<Option<Child>>,
    /// From the bots.
    pub(crate) front: Link,
    pub(crate) to_database: Link,
    pub(crate) to_bus: Link,
    database: String,
    /// The library that sets its clock wrong, if it is there.
    faketime: Option<PathBuf>,
}

/// All servers.
pub(crate) struct Club {
    pub(crate) nodes: Vec<Node>,
    pub(crate) postgres: Mutex<TestPostgres>,
    pub(crate) nats: Mutex<TestNats>,
}

impl Club {
    /// Starts everything. Returns also the address of the database without a link between.
    pub(crate) async fn start(
        program: &Path,
        count: usize,
        folder: &Path,
    ) -> Result<(Self, String)> {
        let without = "the campaign needs PostgreSQL and NATS";
        let postgres = TestPostgres::start(&["max_connections=200"]).context(without)?;
        let nats = TestNats::start().context(without)?;
        let url = postgres.database();
        let (before, name) = url.rsplit_once('/').context("an address")?;
        let socket = before.split_once('@').context("an address")?.1;
        let (socket, port) = socket.rsplit_once(':').context("an address")?;
        let socket = PathBuf::from(socket.replace("%2F", "/")).join(format!(".s.PGSQL.{port}"));
        let bus_port = nats.url().rsplit(':').next().context("a port")?.parse()?;
        let faketime = faketime(folder)?;
        if faketime.is_none() {
            eprintln!("no clock will be set: libfaketime is missing");
        }
        let mut nodes = Vec::new();
        for number in 0..count {
            let to_database = Link::new(Target::Socket(socket.clone()), false).await?;
            let node = Node {
                number,
                program: program.to_owned(),
                folder: folder.to_owned(),
                child: tokio::sync::Mutex::new(None),
                front: Link::new(Target::None, false).await?,
                database: format!("postgres://postgres@127.0.0.1:{}/{name}", to_database.port),
                to_database,
                to_bus: Link::new(Target::Port(bus_port), true).await?,
                faketime: faketime.clone(),
            };
            node.set_clock(0)?;
            node.start().await?;
            nodes.push(node);
        }
        Ok((Self { nodes, postgres: Mutex::new(postgres), nats: Mutex::new(nats) }, url))
    }

    /// What was on the bus and says more than where there is something new.
    pub(crate) fn bus_secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        for part in self.nodes.iter().flat_map(|node| node.to_bus.kept()) {
            let text = String::from_utf8_lossy(&part).into_owned();
            let mut lines: Vec<_> = text.split("\r\n").collect();
            // The last one may be cut off.
            lines.pop();
            found.extend(lines.into_iter().filter(|line| !is_allowed(line)).map(str::to_owned));
        }
        found
    }

    pub(crate) async fn stop(&self) {
        for node in &self.nodes {
            node.kill().await;
        }
    }
}

impl Node {
    fn clock_file(&self) -> PathBuf {
        self.folder.join(format!("clock-{}", self.number))
    }

    /// Sets the machine's clock of this node forth or back.
    pub(crate) fn set_clock(&self, by_seconds: i64) -> Result<()> {
        let file = self.clock_file();
        let new = file.with_extension("new");
        std::fs::write(&new, format!("{by_seconds:+}"))?;
        Ok(std::fs::rename(new, file)?)
    }

    /// Whether [`Node::set_clock`] has an effect.
    pub(crate) fn can_set_clock(&self) -> bool {
        self.faketime.is_some()
    }

    /// Starts the server, which must not run. It is tried again until it runs.
    pub(crate) async fn start(&self) -> Result<()> {
        for _ in 0..600 {
            if let Ok(()) = self.try_start().await {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("server {} does not start: see its log in {}", self.number, self.folder.display())
    }

    async fn try_start(&self) -> Result<()> {
        let log = self.folder.join(format!("node-{}.log", self.number));
        let log = std::fs::File::options().create(true).append(true).open(log)?;
        let mut command = Command::new(&self.program);
        if let Some(library) = &self.faketime {
            command.envs(faketime_variables(library, &self.clock_file()));
        }
        let data = self.folder.join(format!("data-{}", self.number));
        let bus = format!("nats://127.0.0.1:{}", self.to_bus.port);
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--limits", "1000000", "--data"])
            .arg(data)
            .env("HETERODOX_DATABASE", &self.database)
            .env("HETERODOX_BUS", bus)
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .context("the program")?;
        let mut lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
        let line = lines.next_line().await?.context("it ended")?;
        let address = line.strip_prefix("Heterodox is open at http://").context("an address")?;
        let port = address.trim_end_matches('/').rsplit(':').next().context("a port")?.parse()?;
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        self.front.lead_to(Target::Port(port));
        *self.child.lock().await = Some(child);
        Ok(())
    }

    /// Sends a signal to the server.
    pub(crate) async fn signal(&self, signal: &str) {
        if let Some(pid) = self.child.lock().await.as_ref().and_then(Child::id) {
            let pid = pid.to_string();
            let _ = Command::new("kill").args([&format!("-{signal}"), &pid]).status().await;
        }
    }

    pub(crate) async fn kill(&self) {
        self.front.lead_to(Target::None);
        self.signal("KILL").await;
        if let Some(mut child) = self.child.lock().await.take() {
            let _ = child.wait().await;
        }
    }

    /// Opens all links.
    pub(crate) fn open_links(&self) {
        for link in [&self.front, &self.to_database, &self.to_bus] {
            link.set(State::Open);
        }
    }
}

/// Whether a line is of the protocol, or is a word that nodes may say.
fn is_allowed(line: &str) -> bool {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match first {
        "INFO" | "CONNECT" | "PING" | "PONG" | "SUB" | "UNSUB" | "PUB" | "MSG" | "+OK" | "-ERR" => {
            true
        }
        "table" | "waiting" | "person" => is_id(rest),
        "game" => rest
            .split_once(' ')
            .is_some_and(|(id, length)| is_id(id) && length.parse::<u64>().is_ok()),
        _ => line.is_empty(),
    }
}

/// What lets a program read its clock through the library: by as much wrong as the file says, in
/// seconds. Only the time of day is wrong, as on a machine whose clock is set.
fn faketime_variables(library: &Path, file: &Path) -> [(&'static str, OsString); 4] {
    [
        ("LD_PRELOAD", library.into()),
        ("FAKETIME_TIMESTAMP_FILE", file.into()),
        ("FAKETIME_CACHE_DURATION", "1".into()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
    ]
}

/// The library that sets clocks wrong; `None` if it is missing. It is tried: a clock that cannot be
/// set proves nothing.
fn faketime(folder: &Path) -> Result<Option<PathBuf>> {
    let places = std::fs::read_dir("/usr/lib")?.filter_map(Result::ok);
    let mut found = places.map(|place| place.path().join("faketime/libfaketimeMT.so.1"));
    let Some(library) = found.find(|path| path.exists()) else { return Ok(None) };
    let file = folder.join("clock-of-date");
    std::fs::write(&file, "+3600")?;
    let told = std::process::Command::new("date")
        .arg("+%s")
        .envs(faketime_variables(&library, &file))
        .output()
        .context("date")?;
    let told: u64 = String::from_utf8_lossy(&told.stdout).trim().parse().context("a time")?;
    let real = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    ensure!(told.abs_diff(real + 3600) < 60, "libfaketime does not set the clock");
    Ok(Some(library))
}
