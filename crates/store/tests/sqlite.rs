//! The `SQLite` store tells the story, and keeps it in its file.

#[cfg(unix)]
mod recovery;
mod story;

use heterodox_store::{Append, Damage, SqliteStore, Store, StoreError};
use std::path::PathBuf;
use tempfile::TempDir;

struct Home {
    dir: TempDir,
}

impl Home {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().expect("a temporary folder") }
    }

    fn file(&self) -> PathBuf {
        self.dir.path().join("heterodox.sqlite")
    }

    async fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.file()).await.expect("the store opens")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_the_story() {
    let home = Home::new();
    let store = home.open().await;
    story::story(&store).await;
    store.close().await;
}

#[tokio::test]
async fn what_was_answered_is_there_after_an_orderly_end() {
    let home = Home::new();
    let store = home.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(Append::new("g", 0, story::events(&["a"]))).await.unwrap();
    assert_eq!(story::bodies(&store, "g").await, ["a"]);
    store.close().await;
    assert_eq!(std::fs::read_dir(home.dir.path()).unwrap().count(), 1, "one file holds it all");

    let again = home.open().await;
    assert_eq!(story::bodies(&again, "g").await, ["a"]);
    again.append(Append::new("g", 1, story::events(&["b"]))).await.unwrap();
    assert_eq!(story::bodies(&again, "g").await, ["a", "b"]);
}

#[tokio::test]
async fn what_was_answered_is_in_the_files_at_once() {
    let home = Home::new();
    let store = home.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(Append::new("g", 0, story::events(&["a"]))).await.unwrap();

    // The files as a crash would leave them: copied while the store is open.
    let crashed = Home::new();
    for entry in std::fs::read_dir(home.dir.path()).unwrap() {
        let entry = entry.unwrap();
        if !entry.path().to_string_lossy().ends_with("-shm") {
            std::fs::copy(entry.path(), crashed.dir.path().join(entry.file_name())).unwrap();
        }
    }
    assert_eq!(story::bodies(&crashed.open().await, "g").await, ["a"]);
    store.close().await;
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let home = Home::new();
    let store = home.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.close().await;
    store.close().await;
    assert!(matches!(store.create_game(story::game("h")).await, Err(StoreError::Closed)));
    assert!(matches!(store.game("g").await, Err(StoreError::Closed)));
    assert!(matches!(store.ready().await, Err(StoreError::Closed)));
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_left_alone() {
    let home = Home::new();
    home.open().await.close().await;
    set_version(&home, 99).await;
    let error = SqliteStore::open(&home.file()).await.expect_err("the version is too new");
    assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("99"), "{error}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let home = Home::new();
    std::fs::write(home.file(), "once upon a time, there was a file that was no database").unwrap();
    let error = SqliteStore::open(&home.file()).await.expect_err("this is no database");
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}

/// A log of three events, damaged by a statement, is an error that says what is wrong with it.
#[tokio::test]
async fn a_log_that_is_not_whole_is_not_given_out() {
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
            "update games set length = 2",
            Damage::Length { found: 3, expected: 2 },
            "the log of game 'g' is damaged: 3 events were found where 2 were expected",
        ),
    ] {
        let home = Home::new();
        let store = home.open().await;
        store.create_game(story::game("g")).await.unwrap();
        store.append(Append::new("g", 0, story::events(&["a", "b", "c"]))).await.unwrap();
        store.close().await;
        execute(&home, statement).await;

        let store = home.open().await;
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
async fn nothing_is_appended_over_events_behind_the_end() {
    let home = Home::new();
    let store = home.open().await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(Append::new("g", 0, story::events(&["a", "b"]))).await.unwrap();
    store.close().await;
    execute(&home, "update games set length = 1").await;

    let store = home.open().await;
    let error = store.append(Append::new("g", 1, story::events(&["c"]))).await;
    assert!(matches!(error, Err(StoreError::Damaged { .. })), "{error:?}");
    // It is the game that is damaged, not the store.
    store.ready().await.unwrap();
    store.create_game(story::game("h")).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_their_owners_alone() {
    use std::fs::{Permissions, read_dir, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.open().await.close().await;
    // Those of a crash.
    for suffix in ["-wal", "-shm"] {
        std::fs::write(format!("{}{suffix}", home.file().display()), "").unwrap();
    }
    for entry in read_dir(home.dir.path()).unwrap() {
        set_permissions(entry.unwrap().path(), Permissions::from_mode(0o644)).unwrap();
    }
    let store = home.open().await;
    store.create_game(story::game("g")).await.unwrap();
    let mut files = 0;
    for entry in read_dir(home.dir.path()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        files += 1;
    }
    assert_eq!(files, 3);
}

async fn set_version(home: &Home, version: u32) {
    execute(home, &format!("pragma user_version = {version}")).await;
}

/// Changes the file behind the store's back.
async fn execute(home: &Home, statement: &str) {
    use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(home.file());
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
