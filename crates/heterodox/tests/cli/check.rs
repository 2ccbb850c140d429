//! `heterodox check`: output and exit status.

use crate::common::{Ran, data, heterodox};
use heterodox_store::{
    Append, Derived, GameLog, Lists, NewEvent, NewGame, NewRecord, Records, SqliteStore, Store,
};
use std::path::Path;
use std::process::Command;

const OPENING: &str = r#"{"v":4,"content":{"game":"klinzha","options":{},"start":{"quick":"north-west"},"players":[{"user":"abcdefgh"},{"computer":1}]}}"#;
const HINT: &str = r#"{"v":4,"content":{"hint":{"seat":0}}}"#;

/// Makes an undamaged data folder with a game of two events and a record.
pub(crate) fn make_whole(folder: &Path) {
    make(folder, &[HINT, HINT]);
}

/// Makes a data folder with a game of these events and the sample battle as a record.
fn make(folder: &Path, events: &[&str]) {
    let record = std::fs::read_to_string(data("sample-battle.txt")).expect("the data file");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = SqliteStore::open(&folder.join("heterodox.sqlite")).await.expect("opened");
        let game = NewGame {
            id: "k3v9qz2m".into(),
            body: OPENING.into(),
            created_ms: 1,
            derived: Derived::default(),
            outbox: Vec::new(),
        };
        store.create_game(game).await.expect("created");
        let event = |body: &&str| NewEvent { at_ms: 2, body: (*body).into() };
        let append =
            Append::new("k3v9qz2m", 0, events.iter().map(event).collect(), Derived::default());
        store.append(append).await.expect("appended");
        let record = NewRecord { id: "battle".into(), body: record, created_ms: 3 };
        store.create_record(record).await.expect("created");
        store.close().await;
        heterodox_server::reindex(folder).await.expect("the lists are made");
    });
}

fn check(folder: &Path) -> Ran {
    heterodox(&["check", folder.to_str().expect("a path")])
}

#[test]
fn a_whole_folder_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    make_whole(folder.path());
    assert_eq!(check(folder.path()).good(), "games: 1, events: 2, records: 1: no faults\n");
}

#[test]
fn lists_that_do_not_follow_from_the_log_are_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    make_whole(folder.path());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store =
            SqliteStore::open(&folder.path().join("heterodox.sqlite")).await.expect("opened");
        store.set_derived("k3v9qz2m", 2, Derived::default()).await.expect("spoilt");
        store.close().await;
    });
    let ran = check(folder.path());
    let fault = "the lists do not show game 'k3v9qz2m' as its log says: `heterodox reindex` makes \
                 them again\n";
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.starts_with(fault), "{ran:?}");
    let reindexed = heterodox(&["reindex", folder.path().to_str().expect("a path")]).good();
    assert_eq!(reindexed, "games: 1, events: 2: no faults\n");
    assert_eq!(check(folder.path()).good(), "games: 1, events: 2, records: 1: no faults\n");
    let nowhere = heterodox(&["reindex", "no/such/folder"]);
    assert_eq!((nowhere.status, nowhere.out.as_str()), (Some(2), ""));
}

#[test]
fn faults_are_printed_and_give_status_1() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path(), &[HINT, "{\n\u{1b}}"]);
    let ran = check(folder.path());
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    let lines: Vec<_> = ran.out.lines().collect();
    let start = "the log of game 'k3v9qz2m' cannot be replayed: event 2: ";
    assert!(lines[0].starts_with(start) && !ran.out.contains('\u{1b}'), "{ran:?}");
    assert_eq!(lines[1..], ["games: 1, events: 2, records: 1: 1 fault"]);
}

#[test]
fn a_file_that_is_no_database_is_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heterodox.sqlite");
    for (content, fault) in [
        (
            "once upon a time, there was a file that was no database",
            "heterodox.sqlite: the database is damaged: file is not a database",
        ),
        ("", "heterodox.sqlite: the database is damaged: there are no tables in it"),
    ] {
        std::fs::write(&file, content).expect("written");
        let ran = check(folder.path());
        assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
        assert_eq!(ran.out, format!("{fault}\ngames: 0, events: 0, records: 0: 1 fault\n"));
        assert_eq!(std::fs::read_to_string(&file).expect("readable"), content);
    }
}

#[test]
fn a_folder_that_cannot_be_read_gives_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heterodox.sqlite");
    let missing =
        format!("error: cannot read {}: No such file or directory (os error 2)", file.display());
    check(folder.path()).fails_with(&missing);
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
    let nowhere = folder.path().join("nowhere");
    let file = nowhere.join("heterodox.sqlite");
    let missing =
        format!("error: cannot read {}: No such file or directory (os error 2)", file.display());
    check(&nowhere).fails_with(&missing);
    // Without a folder the data are those that a server would use.
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .arg("check")
        .env("HETERODOX_DATA", &nowhere)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), missing + "\n");
}
