//! `heterodox backup` and `heterodox restore`.

use crate::check::make_whole;
use crate::common::heterodox;
use crate::serve::Running;
use heterodox_store::{People, SqliteStore, Store};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

/// The ids of these users that a data folder lacks.
fn lacking(folder: &Path, users: &[String]) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = SqliteStore::open(&folder.join("heterodox.sqlite")).await.expect("opened");
        let mut lacking = Vec::new();
        for user in users {
            if store.user(user).await.expect("read").is_none() {
                lacking.push(user.clone());
            }
        }
        store.close().await;
        lacking
    })
}

/// Guests come while the copies are made; each copy has all that were told their ids before.
#[test]
fn a_copy_of_a_running_server_has_all_that_was_answered_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_LIMITS", "1000000");
    let server = Running::start_by(command, &data);
    let (answered, stop) =
        (Mutex::new(Vec::<Result<String, String>>::new()), AtomicBool::new(false));
    let come = || {
        while !stop.load(Ordering::Relaxed) {
            let answer = server.ask("POST /api/guests", "{}");
            // What is no guest ends the test below.
            let id = answer.split("\"guest\":\"").nth(1).and_then(|rest| rest.split('"').next());
            answered
                .lock()
                .expect("a list")
                .push(id.map_or(Err(answer.clone()), |id| Ok(id.to_owned())));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(come);
        }
        for number in 0..5 {
            let before = loop {
                let known: Result<Vec<String>, String> =
                    answered.lock().expect("a list").iter().cloned().collect();
                if let Err(refused) = known {
                    stop.store(true, Ordering::Relaxed);
                    panic!("{refused}");
                } else if let Ok(known) = known
                    && known.len() > 40 * (number + 1)
                {
                    break known;
                }
                std::thread::sleep(Duration::from_millis(5));
            };
            let copy = folder.path().join(format!("{number}.sqlite"));
            heterodox(&["backup", text(&copy), "--data", text(&data)]).good();
            let mode = fs::metadata(&copy).expect("the copy").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            let restored = folder.path().join(format!("restored-{number}"));
            heterodox(&["restore", text(&copy), "--data", text(&restored)]).good();
            assert_eq!(lacking(&restored, &before), [""; 0]);
            heterodox(&["check", text(&restored)]).good();
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(lacking(&data, &["abcdefgh".to_owned()]), ["abcdefgh"], "the comparison finds it");
}

#[test]
fn nothing_is_overwritten_and_a_damaged_copy_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let none = heterodox(&["backup", text(&copy), "--data", text(&data)]);
    none.fails_with(&format!("error: '{}' holds no data of a server", data.display()));
    fs::create_dir(&data).expect("a folder");
    make_whole(&data);
    heterodox(&["backup", text(&copy), "--data", text(&data)]).good();
    let again = heterodox(&["backup", text(&copy), "--data", text(&data)]);
    again.fails_with(&format!(
        "error: '{}' is there already: choose another name, or move it away",
        copy.display()
    ));
    let into_data = heterodox(&["restore", text(&copy), "--data", text(&data)]);
    assert_eq!(into_data.status, Some(2));
    assert!(into_data.err.contains("is there already"), "{}", into_data.err);
    let restored = folder.path().join("restored");
    let mut bytes = fs::read(&copy).expect("the copy");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xA5);
    let damaged = folder.path().join("damaged.sqlite");
    fs::write(&damaged, &bytes).expect("written");
    for (file, what) in [(&damaged, "the database is damaged"), (&data, "disk I/O error")] {
        let refused = heterodox(&["restore", text(file), "--data", text(&restored)]);
        assert_eq!(refused.status, Some(2), "{refused:?}");
        assert!(refused.err.contains(what), "{}", refused.err);
        assert!(!restored.join("heterodox.sqlite").exists());
    }
    heterodox(&["restore", text(&copy), "--data", text(&restored)]).good();
    let report = heterodox(&["check", text(&restored)]).good();
    assert_eq!(report, "games: 1, events: 2, records: 1: no faults\n");
}
