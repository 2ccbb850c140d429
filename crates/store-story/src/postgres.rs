//! A `PostgreSQL` server for tests, which is thrown away: it keeps nothing, and ends with the test
//! program, however that ends.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Set to `1`, the tests that need `PostgreSQL` are left out.
const WITHOUT: &str = "HETERODOX_WITHOUT_POSTGRES";
/// How long the server may take to start or to stop.
const PATIENCE: Duration = Duration::from_mins(1);

/// The number of servers that this program has started.
static SERVERS: AtomicU32 = AtomicU32::new(0);

/// Waits for the end of its standard input, which comes at the end of the test program at the
/// latest. Then ends the server and removes the folder.
const WATCH: &str = r#"
folder=$1; shift
"$@" >>"$folder/log" 2>&1 &
server=$!
read -r _
kill -QUIT $server 2>/dev/null
wait $server
if [ ! -e "$folder/keep" ]; then rm -rf "$folder"; fi
"#;

/// A running server.
#[derive(Debug)]
pub struct TestPostgres {
    programs: PathBuf,
    folder: PathBuf,
    options: Vec<String>,
    /// The port, which also names the socket in the folder.
    port: String,
    watcher: Option<Child>,
    databases: AtomicU32,
}

impl TestPostgres {
    /// The server of this test program; started by the first call. `None` if tests are to do
    /// without.
    ///
    /// # Panics
    ///
    /// If no `PostgreSQL` is installed, or it does not start.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<TestPostgres>> = OnceLock::new();
        SHARED.get_or_init(|| Self::start(&["fsync=off"])).as_ref()
    }

    /// Starts a server of its own, with these settings. `None` if tests are to do without.
    ///
    /// # Panics
    ///
    /// If no `PostgreSQL` is installed, or it does not start.
    pub fn start(settings: &[&str]) -> Option<Self> {
        Self::start_in(&std::env::temp_dir(), settings)
    }

    /// Starts a server with its data below a folder.
    ///
    /// # Panics
    ///
    /// As [`TestPostgres::start`].
    pub fn start_in(parent: &Path, settings: &[&str]) -> Option<Self> {
        if std::env::var(WITHOUT).is_ok_and(|value| value == "1") {
            eprintln!("left out: {WITHOUT}=1");
            return None;
        }
        let programs = programs().unwrap_or_else(|| {
            panic!(
                "PostgreSQL is missing: apt-get install postgresql (or set {WITHOUT}=1 to leave \
                 these tests out)"
            )
        });
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("heterodox-pg-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&folder));
        }
        let port = settings.iter().find_map(|setting| setting.strip_prefix("port="));
        let port = port.unwrap_or("5432").to_owned();
        let settings = settings.iter().flat_map(|setting| ["-c".to_owned(), (*setting).to_owned()]);
        let mut server = Self {
            options: settings.collect(),
            port,
            programs,
            folder,
            watcher: None,
            databases: AtomicU32::new(0),
        };
        let mut create = server.command("initdb");
        create.args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]);
        create.args(["--username=postgres", "-D"]).arg(server.folder.join("data"));
        run(&mut create);
        server.restart();
        Some(server)
    }

    /// Creates a database and returns its address.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    pub fn database(&self) -> String {
        self.database_with("")
    }

    /// Creates a database with options of `create database` and returns its address.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    pub fn database_with(&self, options: &str) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("create database {name} template template0 {options}"));
        self.url(&name)
    }

    /// The address of a database.
    pub fn url(&self, name: &str) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}:{}/{name}", self.port)
    }

    /// Executes a statement in a database, by its name or its address. Returns what it prints.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub fn execute(&self, database: &str, statement: &str) -> String {
        let name = database.rsplit('/').next().unwrap_or(database);
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-d", name]);
        psql.arg("-h").arg(&self.folder).args(["-p", &self.port, "-c", statement]);
        run(&mut psql)
    }

    /// Writes a file that only the server may read. Returns its path.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    pub fn put_private(&self, name: &str, text: &str) -> PathBuf {
        let file = self.folder.join(name);
        fs::write(&file, text).expect("a file");
        run(Command::new("chmod").arg("600").arg(&file));
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&file));
        }
        file
    }

    /// Starts the server again.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn restart(&mut self) {
        let begun = Instant::now();
        loop {
            // After a crash the processes of the last server may still be there for a moment.
            let mut server = self.command("postgres");
            server.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
            server.args(["-c", "listen_addresses=", "-c", "max_connections=100"]);
            server.args(&self.options);
            let mut watcher = Command::new("sh");
            watcher.args(["-c", WATCH, "sh"]).arg(&self.folder);
            watcher.arg(server.get_program()).args(server.get_args()).stdin(Stdio::piped());
            self.watcher = Some(watcher.spawn().expect("a shell"));
            let tried = Instant::now();
            while begun.elapsed() < PATIENCE {
                if self.is_ready() {
                    return;
                }
                // It ends at once if it finds processes of the last server.
                let runs = self.pid().is_some_and(|pid| is_running(&pid.to_string()));
                if !runs && tried.elapsed() > Duration::from_millis(500) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            if begun.elapsed() >= PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                panic!("PostgreSQL does not start:\n{log}");
            }
            self.end_watcher();
        }
    }

    /// Stops the server with a signal: `INT` ends all connections, `KILL` is a crash.
    ///
    /// # Panics
    ///
    /// If it does not stop.
    pub fn stop(&mut self, signal: &str) {
        let pid = self.pid().expect("the server runs").to_string();
        run(Command::new("kill").args([format!("-{signal}"), pid.clone()]));
        let begun = Instant::now();
        while is_running(&pid) {
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not stop");
            std::thread::sleep(Duration::from_millis(5));
        }
        self.end_watcher();
    }

    /// Ends the watcher of a server that has ended, which leaves the folder.
    fn end_watcher(&mut self) {
        fs::write(self.folder.join("keep"), "").expect("a file");
        if let Some(mut watcher) = self.watcher.take() {
            drop(watcher.stdin.take());
            let _ = watcher.wait();
        }
        let _ = fs::remove_file(self.folder.join("keep"));
    }

    fn is_ready(&self) -> bool {
        let mut ask = Command::new(self.programs.join("pg_isready"));
        ask.args(["-q", "-p", &self.port, "-h"]).arg(&self.folder);
        ask.status().is_ok_and(|status| status.success())
    }

    fn pid(&self) -> Option<u32> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        file.lines().next()?.trim().parse().ok()
    }

    /// A program of the server, which refuses to run as root. It ends with its parent.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = Command::new("setpriv");
        if is_root() {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
        } else if Command::new("setpriv").arg("--version").output().is_err() {
            return Command::new(program);
        }
        command.args(["--pdeathsig=KILL", "--"]).arg(program).current_dir("/");
        command
    }
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        if let Some(mut watcher) = self.watcher.take() {
            drop(watcher.stdin.take());
            let _ = watcher.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the newest server's programs.
fn programs() -> Option<PathBuf> {
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = debian.map(|entry| entry.path()).max_by_key(|path| number(path));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let folders = newest.map(|path| path.join("bin")).into_iter();
    let mut folders = folders.chain(std::env::split_paths(&on_path));
    folders.find(|folder| {
        ["initdb", "postgres", "psql", "pg_isready"].iter().all(|name| folder.join(name).exists())
    })
}

/// Whether a process runs. One that has ended is there until its parent asks for it.
fn is_running(pid: &str) -> bool {
    let asked = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
    let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    asked.is_ok_and(|status| status.success()) && !state.is_ok_and(|state| state.contains(") Z "))
}

fn is_root() -> bool {
    static ROOT: OnceLock<bool> = OnceLock::new();
    *ROOT.get_or_init(|| {
        let id = Command::new("id").arg("-u").output();
        id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
    })
}

/// Runs a command to its end and returns what it prints.
fn run(command: &mut Command) -> String {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut output = String::new();
    if let Some(stdout) = &mut child.stdout {
        stdout.read_to_string(&mut output).expect("it prints text");
    }
    let ended = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?} failed:\n{output}{errors}");
    output.trim_end().to_owned()
}
