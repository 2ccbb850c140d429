//! The store while nothing can be written, and after.
//!
//! Limits of files and descriptors hold for a whole process, so the store that meets them runs in a
//! process of its own: this test program again, asked for one ignored test.

use crate::story;
use heterodox_store::{Append, SqliteStore, Store, StoreError};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::signal::unix::{SignalKind, signal};

/// Tells the other process where its folder is.
const FOLDER: &str = "HETERODOX_TEST_FOLDER";
/// How often the disk is full.
const ROUNDS: usize = 4;
/// How long an answer "at once" and the way back may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts the ignored test `name` as a process of its own.
fn run_alone(name: &str, mut command: Command, folder: &Path) {
    let output = command
        .args([name, "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}\n{said}\n{errors}", output.status);
    assert!(said.contains("1 passed"), "{said}");
}

fn this_program() -> Command {
    Command::new(std::env::current_exe().expect("this program"))
}

fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

fn limit(resource: Resource, current: u64) {
    let maximum = getrlimit(resource).maximum;
    setrlimit(resource, Rlimit { current: Some(current), maximum }).expect("a soft limit is set");
}

fn unlimit(resource: Resource) {
    let maximum = getrlimit(resource).maximum;
    setrlimit(resource, Rlimit { current: maximum, maximum }).expect("a soft limit is lifted");
}

/// A store with one game, and what it acknowledged.
struct Log {
    file: PathBuf,
    store: SqliteStore,
    acknowledged: Vec<String>,
    tried: usize,
}

impl Log {
    async fn open(folder: &Path) -> Self {
        let file = folder.join("heterodox.sqlite");
        let store = SqliteStore::open(&file).await.expect("the store opens");
        store.create_game(story::game("g")).await.expect("the game is created");
        Self { file, store, acknowledged: Vec::new(), tried: 0 }
    }

    /// Appends one event, whatever comes of it, within the time.
    async fn append(&mut self, patience: Duration) -> Result<(), StoreError> {
        self.tried += 1;
        let body = format!("{} {}", self.tried, "x".repeat(2000));
        let after = self.acknowledged.len() as u64;
        let append = self.store.append(Append::new("g", after, story::events(&[&body])));
        let result = tokio::time::timeout(patience, append).await.expect("an answer in time");
        if result.is_ok() {
            self.acknowledged.push(body);
        }
        result
    }

    /// Appends until not even the smallest commit succeeds any more. What a commit had written
    /// before it failed is room for smaller ones, so that the store recovers a few times before
    /// that.
    async fn fill(&mut self) {
        for _ in 0..5000 {
            match self.append(PATIENCE).await {
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

    /// While nothing can be written: writes are refused in time, reads succeed, `ready` tells.
    async fn hold(&mut self) {
        for _ in 0..20 {
            assert!(matches!(self.store.ready().await, Err(StoreError::Database(_))));
            let refused = self.append(PATIENCE).await.expect_err("nothing can be written");
            assert!(matches!(refused, StoreError::Database(_)), "{refused}");
            let guest = self.store.guest(b"nobody").await;
            assert!(matches!(guest, Ok(None)), "{guest:?}");
            self.assert_whole().await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Once something can be written again, it is, without a write to make the store notice.
    async fn recover(&mut self) {
        let begun = Instant::now();
        while self.store.ready().await.is_err() {
            assert!(begun.elapsed() < PATIENCE, "the store does not recover");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for _ in 0..20 {
            self.append(PATIENCE).await.expect("the store writes again");
        }
        self.assert_whole().await;
    }

    /// Everything that was acknowledged is there, and nothing else: what failed was not kept.
    async fn assert_whole(&self) {
        // At once, so that all readers are in use.
        let read = || story::bodies(&self.store, "g");
        let all = tokio::join!(read(), read(), read(), read(), read(), read());
        assert!(all.0 == self.acknowledged, "the log is not what was acknowledged");
        assert!(all.5 == self.acknowledged, "the log is not what was acknowledged");
    }

    async fn close(self) {
        self.store.close().await;
        let again = SqliteStore::open(&self.file).await.expect("the store opens again");
        assert!(story::bodies(&again, "g").await == self.acknowledged, "something was lost");
        again.close().await;
    }

    /// The size of the larger one of the file and its write-ahead log, both of which grow.
    fn size(&self) -> u64 {
        let log = self.file.with_file_name("heterodox.sqlite-wal");
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
        size(&self.file).max(size(&log))
    }
}

#[test]
fn a_limit_of_file_size_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_alone("recovery::meets_a_limit_of_file_size", this_program(), folder.path());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process of its own"]
async fn meets_a_limit_of_file_size() {
    let Some(folder) = folder() else { return };
    // A handler, here of tokio, keeps the signal from ending the process.
    let _handled = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).expect("a handler");
    let mut log = Log::open(&folder).await;
    for _ in 0..ROUNDS {
        limit(Resource::Fsize, log.size() + 100_000);
        log.fill().await;
        log.hold().await;
        unlimit(Resource::Fsize);
        log.recover().await;
    }
    log.close().await;
}

#[test]
fn a_lack_of_descriptors_stops_no_reading_and_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_alone("recovery::meets_a_lack_of_descriptors", this_program(), folder.path());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process of its own"]
async fn meets_a_lack_of_descriptors() {
    let Some(folder) = folder() else { return };
    let _handled = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).expect("a handler");
    let mut log = Log::open(&folder).await;
    // Open descriptors stay, but there are no more.
    limit(Resource::Nofile, 3);
    log.assert_whole().await;
    for _ in 0..100 {
        log.append(PATIENCE).await.expect("what is open can be written");
    }
    log.assert_whole().await;
    // A commit fails, and no new connection can be opened.
    limit(Resource::Fsize, log.size() + 100_000);
    log.fill().await;
    unlimit(Resource::Fsize);
    log.hold().await;
    unlimit(Resource::Nofile);
    log.recover().await;
    log.close().await;
}

/// On a small file system of its own, where the system lets anybody mount one.
#[test]
fn a_full_disk_passes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mounting = |then: &str, program: &[&Path]| {
        let mut command = Command::new("unshare");
        let script = format!("mount -t tmpfs -o size=3m tmpfs \"$0\" && {then}");
        command.args(["--mount", "--map-root-user", "sh", "-c", &script]).arg(folder.path());
        command.args(program);
        command
    };
    if !mounting("true", &[]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("left out: no file system can be mounted here");
        return;
    }
    let program = std::env::current_exe().expect("this program");
    run_alone("recovery::meets_a_full_disk", mounting("exec \"$@\"", &[&program]), folder.path());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "runs in a process of its own"]
async fn meets_a_full_disk() {
    let Some(folder) = folder() else { return };
    let ballast = folder.join("ballast");
    let mut log = Log::open(&folder).await;
    for _ in 0..ROUNDS {
        let mut file = File::create(&ballast).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
        drop(file);
        log.fill().await;
        log.hold().await;
        std::fs::remove_file(&ballast).expect("space is made");
        log.recover().await;
    }
    log.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_of_another_program_passes() {
    use sqlx::{ConnectOptions, Connection};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut log = Log::open(folder.path()).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&log.file);
    let mut other = options.connect().await.unwrap();
    let lock = other.begin_with("begin immediate").await.unwrap();
    let begun = Instant::now();
    log.append(2 * PATIENCE + PATIENCE).await.expect_err("the file is locked");
    assert!(begun.elapsed() > PATIENCE, "a short lock is waited for");
    // From now on nobody waits.
    log.hold().await;
    lock.rollback().await.unwrap();
    log.recover().await;
    other.close().await.unwrap();
    log.close().await;
}
