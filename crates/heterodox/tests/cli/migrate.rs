//! `heterodox migrate`: from the data folder into a database.

use crate::check::make_whole;
use crate::common::heterodox;
use crate::serve::Running;
use heterodox_store_story::TestPostgres;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn a_copying_that_is_killed_again_and_again_ends_and_a_server_goes_on() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let with_password = url.replacen("postgres@", "postgres:s3cret@", 1);
    let folder = tempfile::tempdir().expect("a folder");
    make_whole(folder.path());
    let mut kills = 0;
    let (out, err) = loop {
        let mut copying = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .args(["migrate", "--part-rows", "1", "--data", text(folder.path())])
            .env("HETERODOX_DATABASE", &with_password)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut err = BufReader::new(copying.stderr.take().expect("a pipe"));
        let mut line = String::new();
        err.read_line(&mut line).expect("a line");
        // The first part of each run is committed when it is told.
        if line.contains("rows copied") {
            copying.kill().expect("killed");
            copying.wait().expect("ended");
            kills += 1;
            if kills == 1 {
                for command in ["check", "serve"] {
                    let refused = heterodox(&[command, "--database", &url]);
                    assert_eq!(refused.status, Some(2));
                    let hint = "run `heterodox migrate` again until all are there";
                    assert!(refused.err.contains(hint), "{}", refused.err);
                }
            }
            assert!(kills < 100, "it never ends");
            continue;
        }
        err.read_to_string(&mut line).expect("text");
        let output = copying.wait_with_output().expect("ended");
        assert!(output.status.success(), "{line}");
        break (String::from_utf8(output.stdout).expect("UTF-8"), line);
    };
    // On a busy machine several parts are there before a run is killed.
    assert!(kills > 1, "{kills}");
    let summary = "games: 1, events: 2, people: 0, guests: 0 (";
    assert!(out.contains(summary) && !out.contains("s3cret"), "{out}");
    assert!(err.contains(" rows compared (users)") && !err.contains("s3cret"), "{err}");

    let again = heterodox(&["migrate", "--to", &url, "--data", text(folder.path())]);
    again.fails_with("error: the data are there already: a copying into this database is finished");
    let report = "games: 1, events: 2, records: 1: no faults\n";
    assert_eq!(heterodox(&["check", "--database", &url]).good(), report);
    // What stays behind is not taken for the data any more, until the mark is deleted.
    let copy = folder.path().join("copy.sqlite");
    for command in [
        &["check", text(folder.path())][..],
        &["reindex", text(folder.path())],
        &["backup", text(&copy), "--data", text(folder.path())],
        &["admin", "list", "--data", text(folder.path())],
        &["serve", "--listen", "127.0.0.1:0", "--data", text(folder.path())],
    ] {
        let ran = heterodox(command);
        assert_eq!(ran.status, Some(2), "{command:?}: {}", ran.err);
        assert!(ran.err.contains("were moved to postgres://"), "{command:?}: {}", ran.err);
        assert!(!ran.err.contains("s3cret"), "{}", ran.err);
    }
    assert!(!copy.exists());
    std::fs::remove_file(folder.path().join("moved-to-postgresql")).expect("the mark is there");
    assert_eq!(heterodox(&["check", text(folder.path())]).good(), report);
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_DATABASE", &url);
    let server = Running::start_by(command, &folder.path().join("other"));
    assert!(server.get("/api/games/k3v9qz2m").starts_with("HTTP/1.1 200"));
}

#[test]
fn what_a_server_uses_is_not_copied() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let migrate =
        |url: &str, data: &Path| heterodox(&["migrate", "--to", url, "--data", text(data)]);
    let url = postgres.database();
    migrate(&url, &data)
        .fails_with(&format!("error: '{}' holds no data of a server", data.display()));
    let server = Running::start_by(Command::new(env!("CARGO_BIN_EXE_heterodox")), &data);
    let used =
        format!("error: a server is using the data folder '{}': stop it first", data.display());
    migrate(&url, &data).fails_with(&used);
    drop(server);
    // The database of another server.
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_DATABASE", &url);
    drop(Running::start_by(command, &folder.path().join("other")));
    let refused = migrate(&url, &data);
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("the database is in use: its table '"), "{}", refused.err);
    let none = heterodox(&["migrate", "--data", text(&data)]);
    none.fails_with("error: name the database with --to");
    let bad = heterodox(&["migrate", "--to", "mysql://a:s3cret@b/c", "--data", text(&data)]);
    assert!(bad.status == Some(2) && !bad.err.contains("s3cret"), "{bad:?}");
}
