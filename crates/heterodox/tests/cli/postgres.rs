//! `--database`: servers that share a database, and the commands that look at it.

use crate::common::{data, heterodox};
use crate::serve::{Running, body};
use heterodox_store_story::TestPostgres;
use std::io::Read;
use std::process::Command;
use std::time::Duration;

const PASSWORD: &str = "s3cret";

/// The address of a database with a password, which the server does not ask for.
fn with_password(url: &str) -> String {
    url.replacen("postgres@", &format!("postgres:{PASSWORD}@"), 1)
}

fn serve(url: &str, folder: &std::path::Path) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.env("HETERODOX_DATABASE", url).env("HETERODOX_LOG", "debug");
    Running::start_by(command, folder)
}

#[test]
fn two_servers_share_a_database() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = with_password(&postgres.database());
    let folder = tempfile::tempdir().expect("a folder");
    let data_folder = folder.path().join("data");
    let mut servers = [serve(&url, &data_folder), serve(&url, &data_folder)];
    let [one, other] = &servers;
    for server in [one, other] {
        assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    }
    // A guest of one server plays on the other.
    let guest = body(&one.ask("POST /api/guests", "{}"), "201");
    let token = guest["token"].as_str().expect("a token");
    let new = r#"{"game": "klinzha", "start": {"quick": "north-west"},
        "opponent": {"computer": 1}}"#;
    let game = body(&other.ask_as("POST /api/games", token, new), "201");
    let id = game["id"].as_str().expect("an id");
    let seen = body(&one.ask_as(&format!("GET /api/games/{id}"), token, ""), "200");
    assert_eq!(seen["id"], game["id"], "{seen}");

    // The commands look at the same data.
    let ran = heterodox(&["admin", "create", "Kahless", "--database", &url]).good();
    assert!(ran.contains("/reset#"), "{ran}");
    let checked = heterodox(&["check", "--database", &url]).good();
    assert!(checked.starts_with("games: 1, events: "), "{checked}");
    assert!(checked.ends_with(", records: 0: no faults\n"), "{checked}");

    // Nothing that is printed holds the password.
    for server in &mut servers {
        let pid = server.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        assert_eq!(server.ended(), Some(0));
        let mut printed = String::new();
        server.out.read_to_string(&mut printed).expect("text");
        assert!(printed.contains("/test"), "{printed}");
        let mut err = server.child.stderr.take().expect("a pipe");
        err.read_to_string(&mut printed).expect("text");
        assert!(!printed.contains(PASSWORD), "{printed}");
    }
    assert!(!data_folder.exists(), "nothing is in the folder");

    // What lists show is made again from the logs.
    postgres.execute(&url, "delete from game_index");
    let ran = heterodox(&["check", "--database", &url]);
    assert_eq!((ran.status, ran.out.lines().count()), (Some(1), 2), "{}", ran.out);
    heterodox(&["reindex", "--database", &url]).good();
    heterodox(&["check", "--database", &url]).good();
    // A log with a gap is a fault.
    postgres.execute(&url, "update games set event_count = event_count + 1");
    let ran = heterodox(&["check", "--database", &url]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.contains("is damaged"), "{}", ran.out);
}

#[test]
fn a_record_with_a_nul_character_is_refused() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(&postgres.database(), folder.path());
    let record = std::fs::read_to_string(data("sample-battle.txt")).expect("the data file");
    let guest = body(&server.ask("POST /api/guests", "{}"), "201");
    let token = guest["token"].as_str().expect("a token");
    for (with, status) in [("", "201"), ("\0", "400")] {
        let record = record.replacen('\n', &format!("{with}\n"), 1);
        let answer = server.ask_as("POST /api/records", token, &record);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
    assert!(server.get("/api/games/%00").starts_with("HTTP/1.1 404"));
}

#[test]
fn a_server_waits_for_its_database() {
    let Some(mut postgres) = TestPostgres::start(&["fsync=off"]) else { return };
    let url = with_password(&postgres.database());
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(&url, folder.path());
    postgres.stop("KILL");
    let wait = |wanted: &str| {
        let found = (0..300).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            server.get("/readyz").starts_with(&format!("HTTP/1.1 {wanted}"))
        });
        assert!(found, "/readyz does not become {wanted}");
    };
    wait("503");
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.ask("POST /api/guests", "{}").starts_with("HTTP/1.1 503"));
    // Another one does not start, and says why without the password.
    let ran = heterodox(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("cannot be opened"), "{}", ran.err);
    assert!(!ran.err.contains(PASSWORD), "{}", ran.err);
    postgres.restart();
    wait("200");
    body(&server.ask("POST /api/guests", "{}"), "201");
}

#[test]
fn another_machine_needs_tls() {
    let plain = "postgres://anna:s3cret@192.0.2.1/club?sslmode=disable";
    for command in ["check", "serve", "reindex"] {
        let ran = heterodox(&[command, "--database", plain]);
        assert_eq!(ran.status, Some(2));
        assert!(ran.err.contains("--insecure-database"), "{}", ran.err);
        assert!(!ran.err.contains(PASSWORD), "{}", ran.err);
    }
    let ran = heterodox(&["check", "--database", "mysql://anna:s3cret@db/club"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("postgres://") && !ran.err.contains(PASSWORD), "{}", ran.err);
}
