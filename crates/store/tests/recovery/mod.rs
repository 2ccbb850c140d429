//! The store while nothing can be written, and after that.
//!
//! Resource limits apply to a whole process. A test that sets them therefore runs in a child
//! process: this test program again, with the name of one ignored test.

use heterodox_store::{GameLog, People, SqliteStore, Store, StoreError};
use heterodox_store_story as story;
use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::signal::unix::{SignalKind, signal};

/// The environment variable that names the directory of the child process.
const DIRECTORY: &str = "HETERODOX_TEST_DIRECTORY";
/// The number of times that writing becomes impossible and possible again.
const ROUNDS: usize = 4;
/// The longest time, on a busy machine, for a rejected write and for the recovery.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the ignored test `name` in a child process and asserts that it passes.
fn run_in_child(name: &str, mut command: Command, directory: &Path) {
    let output = command
        .args([name, "--exact", "--ignored", "--nocapture"])
        .env(DIRECTORY, directory)
        .output()
        .expect("the program starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}\n{stdout}\n{stderr}", output.status);
    assert!(stdout.contains("1 passed"), "{stdout}");
}

fn this_program() -> Command {
    Command::new(std::env::current_exe().expect("this program"))
}

/// The directory of the child process; `None` in the parent.
fn directory() -> Option<PathBuf> {
    std::env::var_os(DIRECTORY).map(PathBuf::from)
}

fn set_limit(resource: Resource, current: u64) {
    let maximum = getrlimit(resource).maximum;
    setrlimit(resource, Rlimit { current: Some(current), maximum }).expect("a soft limit is set");
}

fn lift_limit(resource: Resource) {
    let maximum = getrlimit(resource).maximum;
    setrlimit(resource, Rlimit { current: maximum, maximum }).expect("a soft limit is lifted");
}

/// A store with one game, and the events that it acknowledged.
struct TestLog {
    file: PathBuf,
    store: SqliteStore,
    acknowledged: Vec<String>,
    attempts: usize,
}

impl TestLog {
    async fn open(directory: &Path) -> Self {
        let file = directory.join("heterodox.sqlite");
        let store = SqliteStore::open(&file).await.expect("the store opens");
        store.create_game(story::game("g")).await.expect("the game is created");
        Self { file, store, acknowledged: Vec::new(), attempts: 0 }
    }

    /// Appends one event and asserts that the store answers in time.
    async fn append(&mut self, timeout: Duration) -> Result<(), StoreError> {
        self.attempts += 1;
        let body = format!("{} {}", self.attempts, "x".repeat(2000));
        let after = self.acknowledged.len() as u64;
        let append = self.store.append(story::append("g", after, &[&body]));
        let result = tokio::time::timeout(timeout, append).await.expect("an answer in time");
        if result.is_ok() {
            self.acknowledged.push(body);
        }
        result
    }

    /// Appends until even the smallest commit fails. The space that a failed commit used is free
    /// for smaller ones, so the store recovers a few times before that.
    async fn fill_disk(&mut self) {
        for _ in 0..5000 {
            match self.append(TIMEOUT).await {
                Ok(()) => {}
                Err(StoreError::Database(_)) => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    if self.store.ready().await.is_err() {
                        return;
                    }
                }
                Err(error) => panic!("not a full disk: {error}"),
            }
        }
        panic!("the disk is never full");
    }

    /// Asserts that while nothing can be written, writes fail in time, reads succeed and `ready`
    /// returns the error.
    async fn assert_read_only(&mut self) {
        for _ in 0..20 {
            assert!(matches!(self.store.ready().await, Err(StoreError::Database(_))));
            let error = self.append(TIMEOUT).await.expect_err("nothing can be written");
            assert!(matches!(error, StoreError::Database(_)), "{error}");
            let guest = self.store.session(b"nobody").await;
            assert!(matches!(guest, Ok(None)), "{guest:?}");
            self.assert_complete().await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Asserts that the store works again, and notices this without a write.
    async fn assert_recovers(&mut self) {
        let start = Instant::now();
        while self.store.ready().await.is_err() {
            assert!(start.elapsed() < TIMEOUT, "the store does not recover");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for _ in 0..20 {
            self.append(TIMEOUT).await.expect("the store writes again");
        }
        self.assert_complete().await;
    }

    /// Asserts that the log holds exactly the acknowledged events: failed writes left no trace.
    async fn assert_complete(&self) {
        // More concurrent reads than connections, so that all connections are used.
        let read = || story::bodies(&self.store, "g");
        let all = tokio::join!(read(), read(), read(), read(), read(), read());
        assert!(all.0 == self.acknowledged, "the log is not what was acknowledged");
        assert!(all.5 == self.acknowledged, "the log is not what was acknowledged");
    }

    /// Closes and reopens the store and asserts that no event is lost.
    async fn close(self) {
        self.store.close().await;
        let reopened = SqliteStore::open(&self.file).await.expect("the store opens again");
        assert!(story::bodies(&reopened, "g").await == self.acknowledged, "something was lost");
        reopened.close().await;
    }

    /// The larger of the sizes of the database and its write-ahead log, in bytes.
    fn size(&self) -> u64 {
        let wal = self.file.with_file_name("heterodox.sqlite-wal");
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        size(&self.file).max(size(&wal))
    }
}

#[test]
fn writing_recovers_from_a_file_size_limit() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    run_in_child("recovery::with_a_file_size_limit", this_program(), directory.path());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a child process"]
async fn with_a_file_size_limit() {
    let Some(directory) = directory() else { return };
    // Without a handler the signal would end the process.
    let _handled = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).expect("a handler");
    let mut log = TestLog::open(&directory).await;
    for _ in 0..ROUNDS {
        set_limit(Resource::Fsize, log.size() + 100_000);
        log.fill_disk().await;
        log.assert_read_only().await;
        lift_limit(Resource::Fsize);
        log.assert_recovers().await;
    }
    log.close().await;
}

#[test]
fn reading_goes_on_without_file_descriptors_and_writing_recovers() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    run_in_child("recovery::without_file_descriptors", this_program(), directory.path());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a child process"]
async fn without_file_descriptors() {
    let Some(directory) = directory() else { return };
    let _handled = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).expect("a handler");
    let mut log = TestLog::open(&directory).await;
    // Open descriptors stay valid, but no file can be opened.
    set_limit(Resource::Nofile, 3);
    log.assert_complete().await;
    for _ in 0..100 {
        log.append(TIMEOUT).await.expect("what is open can be written");
    }
    log.assert_complete().await;
    // A commit fails, and no new connection can be opened.
    set_limit(Resource::Fsize, log.size() + 100_000);
    log.fill_disk().await;
    lift_limit(Resource::Fsize);
    log.assert_read_only().await;
    lift_limit(Resource::Nofile);
    log.assert_recovers().await;
    log.close().await;
}

/// Mounts a small tmpfs in a namespace of its own. Skipped where that is not allowed.
#[test]
fn writing_recovers_from_a_full_disk() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let with_mount = |then: &str, program: &[&Path]| {
        let mut command = Command::new("unshare");
        let script = format!("mount -t tmpfs -o size=3m tmpfs \"$0\" && {then}");
        command.args(["--mount", "--map-root-user", "sh", "-c", &script]).arg(directory.path());
        command.args(program);
        command
    };
    if !with_mount("true", &[]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: cannot mount a file system");
        return;
    }
    let program = std::env::current_exe().expect("this program");
    run_in_child(
        "recovery::on_a_full_disk",
        with_mount("exec \"$@\"", &[&program]),
        directory.path(),
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a child process"]
async fn on_a_full_disk() {
    let Some(directory) = directory() else { return };
    let ballast = directory.join("ballast");
    let mut log = TestLog::open(&directory).await;
    for _ in 0..ROUNDS {
        let mut file = File::create(&ballast).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
        drop(file);
        log.fill_disk().await;
        log.assert_read_only().await;
        std::fs::remove_file(&ballast).expect("the ballast is removed");
        log.assert_recovers().await;
    }
    log.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writing_recovers_from_a_lock_of_another_program() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut log = TestLog::open(directory.path()).await;
    let other = rusqlite::Connection::open(&log.file).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let start = Instant::now();
    log.append(3 * TIMEOUT).await.expect_err("the file is locked");
    assert!(start.elapsed() > TIMEOUT, "the store waits for a lock");
    // After the first failure, writes fail at once.
    log.assert_read_only().await;
    other.execute_batch("rollback").unwrap();
    log.assert_recovers().await;
    drop(other);
    log.close().await;
}
