//! The `SQLite` store tells the story, and keeps it in its file.

mod story;

use heterodox_store::{Append, SqliteStore, Store, StoreError};
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
    assert!(matches!(error, StoreError::Database(_)), "{error}");
}

async fn set_version(home: &Home, version: u32) {
    use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(home.file());
    let mut connection = options.connect().await.unwrap();
    let pragma = AssertSqlSafe(format!("pragma user_version = {version}"));
    sqlx::raw_sql(pragma).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
