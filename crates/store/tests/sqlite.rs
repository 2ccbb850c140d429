//! Tests of `SqliteStore`: the story of every store, and what its file holds.

#[cfg(unix)]
mod recovery;

use heterodox_store::{Damage, GameLog, Lists, SqliteReader, SqliteStore, Store, StoreError};
use heterodox_store_story as story;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A temporary directory for one database file.
struct TestDir(TempDir);

impl TestDir {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary directory"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self) -> PathBuf {
        self.path().join("heterodox.sqlite")
    }

    async fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.file()).await.expect("the store opens")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_the_story() {
    let dir = TestDir::new();
    story::run(async || dir.open().await).await;
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "closing leaves one file");
}

/// The one character that not every database can hold.
#[tokio::test]
async fn a_text_may_have_a_nul_character() {
    let dir = TestDir::new();
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a\0b"])).await.unwrap();
    assert_eq!(story::bodies(&store, "g").await, ["a\0b"]);
}

#[tokio::test]
async fn acknowledged_writes_survive_a_crash() {
    let dir = TestDir::new();
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();

    // Copied while the store is open, the files are as after a crash. `-shm` is only a cache.
    let crashed = TestDir::new();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        if !entry.path().to_string_lossy().ends_with("-shm") {
            std::fs::copy(entry.path(), crashed.path().join(entry.file_name())).unwrap();
        }
    }
    assert_eq!(story::bodies(&crashed.open().await, "g").await, ["a"]);
    store.close().await;
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_left_alone() {
    let dir = TestDir::new();
    dir.open().await.close().await;
    set_version(&dir, 99);
    let error = SqliteStore::open(&dir.file()).await.expect_err("the version is too new");
    assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("99"), "{error}");
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused() {
    let dir = TestDir::new();
    std::fs::write(dir.file(), "once upon a time, there was a file that was no database").unwrap();
    let error = SqliteStore::open(&dir.file()).await.expect_err("not a database");
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}

/// A statement damages a log of three events. Reading it is an error that describes the damage.
#[tokio::test]
async fn an_incomplete_log_is_not_returned() {
    for (statement, damage, text) in [
        (
            "delete from events where seq = 1",
            Damage::Gap { found: 2, expected: 1 },
            "the log of game 'g' is damaged: event 2 was found where event 1 was expected",
        ),
        (
            "update events set seq = 7 where seq = 3",
            Damage::Gap { found: 7, expected: 3 },
            "the log of game 'g' is damaged: event 7 was found where event 3 was expected",
        ),
        (
            "delete from events where seq = 3",
            Damage::Length { found: 2, expected: 3 },
            "the log of game 'g' is damaged: 2 events were found where 3 were expected",
        ),
        (
            "delete from events",
            Damage::Length { found: 0, expected: 3 },
            "the log of game 'g' is damaged: 0 events were found where 3 were expected",
        ),
        (
            "update games set event_count = 2",
            Damage::Length { found: 3, expected: 2 },
            "the log of game 'g' is damaged: 3 events were found where 2 were expected",
        ),
    ] {
        let dir = TestDir::new();
        let store = dir.open().await;
        store.create_game(story::game("g")).await.unwrap();
        store.append(story::append("g", 0, &["a", "b", "c"])).await.unwrap();
        store.close().await;
        execute(&dir, statement);

        let store = dir.open().await;
        let error = store.events("g").await.expect_err(statement);
        assert_eq!(error.to_string(), text, "{statement}");
        match error {
            StoreError::Damaged { game, damage: found } => {
                assert_eq!((game.as_str(), found), ("g", damage), "{statement}");
            }
            other => panic!("{statement}: {other}"),
        }
        store.close().await;
    }
}

#[tokio::test]
async fn an_append_does_not_overwrite_events_after_the_recorded_end() {
    let dir = TestDir::new();
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a", "b"])).await.unwrap();
    store.close().await;
    execute(&dir, "update games set event_count = 1");

    let store = dir.open().await;
    let error = store.append(story::append("g", 1, &["c"])).await;
    assert!(matches!(error, Err(StoreError::Damaged { .. })), "{error:?}");
    // Only that game is damaged; the store works.
    store.ready().await.unwrap();
    store.create_game(story::game("h")).await.unwrap();
}

#[tokio::test]
async fn a_reader_reads_beside_the_store_and_without_it() {
    let dir = TestDir::new();
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();
    let assert_found = || {
        let reader = SqliteReader::open(&dir.file()).unwrap();
        assert_eq!(reader.faults().unwrap(), [""; 0]);
        assert_eq!(reader.contents().unwrap().games, ["g"]);
        let (game, events) = reader.game("g").unwrap().expect("the game is there");
        assert_eq!((game.body.as_str(), events.len()), ("how g was opened", 1));
        assert_eq!(reader.derived("g").unwrap(), Some(story::derived("g", 1)));
        reader
    };
    assert!(!assert_found().is_outdated());
    store.close().await;
    let reader = assert_found();
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "reading leaves no file");
    assert!(!reader.is_outdated());
    let store = dir.open().await;
    assert!(reader.is_outdated());
    store.close().await;

    execute(&dir, "pragma foreign_keys = off; delete from games");
    let contents = SqliteReader::open(&dir.file()).unwrap().contents().unwrap();
    assert_eq!((contents.games.len(), contents.orphans), (0, vec!["g".to_owned()]));
}

#[tokio::test]
async fn lost_derived_rows_can_be_made_again() {
    let dir = TestDir::new();
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();
    store.close().await;
    execute(&dir, "delete from game_index; delete from seats");

    let store = dir.open().await;
    assert_eq!(store.derived("g").await.unwrap(), None);
    assert_eq!(store.games_of("g 0", None, None, None, 10).await.unwrap().games, []);
    assert_eq!(store.game_ids(None, 10).await.unwrap(), ["g"]);
    store.set_derived("g", 1, story::derived("g", 1)).await.unwrap();
    assert_eq!(store.derived("g").await.unwrap(), Some(story::derived("g", 1)));
    assert_eq!(store.games_of("g 0", None, None, None, 10).await.unwrap().games.len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_has_access_to_the_files() {
    use std::fs::{Permissions, read_dir, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let dir = TestDir::new();
    dir.open().await.close().await;
    // As left by a crash.
    for suffix in ["-wal", "-shm"] {
        std::fs::write(format!("{}{suffix}", dir.file().display()), "").unwrap();
    }
    for entry in read_dir(dir.path()).unwrap() {
        set_permissions(entry.unwrap().path(), Permissions::from_mode(0o644)).unwrap();
    }
    let store = dir.open().await;
    store.create_game(story::game("g")).await.unwrap();
    let mut files = 0;
    for entry in read_dir(dir.path()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        files += 1;
    }
    assert_eq!(files, 3);
}

fn set_version(dir: &TestDir, version: u32) {
    execute(dir, &format!("pragma user_version = {version}"));
}

/// Executes a statement on the file without the store.
fn execute(dir: &TestDir, statement: &str) {
    let connection = rusqlite::Connection::open(dir.file()).unwrap();
    connection.execute_batch(statement).unwrap();
}
