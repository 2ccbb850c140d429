//! `heterodox config` and the configuration file.

use crate::common::heterodox;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The settings that `heterodox config` prints for a data folder: name, value and source.
fn settings(data: &Path, environment: &[(&str, &str)]) -> Vec<[String; 3]> {
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["config", "--data"])
        .arg(data)
        .envs(environment.iter().copied())
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| {
        let columns: Vec<&str> = line.split("  ").filter(|part| !part.trim().is_empty()).collect();
        columns.iter().map(|part| part.trim().to_owned()).collect::<Vec<_>>()
    });
    rows.map(|row| row.try_into().expect("three columns")).collect()
}

fn setting(settings: &[[String; 3]], name: &str) -> (String, String) {
    let row = settings.iter().find(|[known, ..]| known == name).expect("the setting");
    (row[1].clone(), row[2].clone())
}

#[test]
fn the_command_line_counts_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heterodox.toml");
    let text = "limits = 5\nguests = \"watch\"\nchat = true\n\
        trusted-proxy = [\"10.0.0.0/8\", \"127.0.0.1\"]\nsmtp = \"smtps://u:secret@example.org\"\n\
        mail-from = \"a@example.org\"\npublic-origin = \"https://example.org\"\n\
        worker-token = \"the-token-of-the-workers\"\n";
    fs::write(&file, text).expect("written");
    let found = settings(folder.path(), &[("HETERODOX_LIMITS", "7")]);
    let from = |value: &str, source: &str| (value.to_owned(), source.to_owned());
    let in_file = file.display().to_string();
    assert_eq!(setting(&found, "limits"), from("7", "HETERODOX_LIMITS"));
    assert_eq!(setting(&found, "guests"), from("watch", &in_file));
    assert_eq!(setting(&found, "chat"), from("true", &in_file));
    assert_eq!(setting(&found, "trusted-proxy"), from("10.0.0.0/8, 127.0.0.1", &in_file));
    assert_eq!(setting(&found, "registration"), from("open", "default"));
    assert_eq!(setting(&found, "data").1, "command line");
    let other = folder.path().join("other.toml");
    fs::write(&other, "data = \"elsewhere\"\n").expect("written");
    let named = heterodox(&["config", "--config", &other.display().to_string()]).good();
    let line = named.lines().find(|line| line.starts_with("data ")).expect("the folder");
    assert!(line.contains("elsewhere") && line.ends_with("other.toml"), "{line}");
    assert_eq!(setting(&found, "smtp"), from("…", &in_file), "no password is printed");
    assert_eq!(setting(&found, "worker-token"), from("…", &in_file));
}

#[test]
fn what_is_wrong_in_a_file_is_said_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.toml");
    let cases = [
        ("listn = \"x\"", "line 1: there is no setting 'listn': is 'listen' meant?"),
        ("\nchat = \"yes\"", "line 2: chat = \"yes\": expected true or false"),
        ("limits = 0", "line 1: limits = '0': expected a number from 1 to 1000000"),
        ("limits = [1]", "line 1: limits: expected one value, not a list"),
        ("guests = 'all'", "line 1: guests = 'all': expected one of play, watch, none"),
        ("xyz = 1", "line 1: there is no setting 'xyz': `heterodox config --example` lists all"),
        ("chat = true\nchat = true", "line 2: chat is set twice"),
        ("config = \"a\"", "line 1: there is no setting 'config'"),
        ("chat = true\nlisten = '8080'", "line 2: listen: '8080': expected an address and a port"),
        ("metrics = '9100'", "line 1: metrics: '9100': expected an address and a port"),
        ("worker-token = 'secret'", "line 1: worker-token: a worker's token has at least 16"),
        ("bus = 'secret'", "line 1: bus: the address of the bus is not understood"),
        (
            "bus = 'nats://other:4222'",
            "line 1: bus: the connection to the bus would not be encrypted",
        ),
        ("database = 'secret'", "line 1: database: the address of the database is not understood"),
        ("chat = true\nsmtp = 'smtp://localhost'", "line 2: smtp needs the setting mail-from too"),
        ("tls-cert = 'a.pem'", "line 1: tls-cert needs the setting tls-key too"),
    ];
    for (text, message) in cases {
        fs::write(&file, text).expect("written");
        let path = file.display().to_string();
        let ran = heterodox(&["serve", "--config", &path, "--data", &path]);
        let error = ran.err;
        assert_eq!(ran.status, Some(2), "{text}");
        assert!(error.starts_with(&format!("error: {path}: {message}")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    // What another source allows or completes is not refused.
    let text = "insecure-database = true\nbus = 'nats://other:4222'\nsmtp = 'smtp://localhost'\n\
        mail-from = 'a@example.org'\npublic-origin = 'http://localhost'\nlisten = 'none'\n";
    fs::write(&file, text).expect("written");
    let path = file.display().to_string();
    let ran = heterodox(&["serve", "--config", &path, "--data", &path]);
    assert!(ran.err.contains("line 6: listen: 'none'"), "{}", ran.err);
    let missing = folder.path().join("none.toml").display().to_string();
    let ran = heterodox(&["serve", "--config", &missing]);
    assert_eq!(ran.status, Some(2), "a file that is named must be there");
}

#[test]
fn the_example_has_every_setting_with_its_default() {
    let text = heterodox(&["config", "--example"]).good();
    assert!(text.lines().all(|line| line.chars().count() <= 100));
    let folder = tempfile::tempdir().expect("a folder");
    let before = settings(folder.path(), &[]);
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    let names: Vec<&str> = lines.iter().filter_map(|line| line.split(" = ").next()).collect();
    let known: Vec<&str> = before.iter().map(|[name, ..]| name.as_str()).collect();
    assert_eq!(names, known);
    // Where there is a default, the line sets it.
    let defaults = lines.iter().filter(|line| {
        let value = line.split(" = ").nth(1).unwrap_or_default().trim_matches(['"', '[', ']']);
        !value.starts_with(|c: char| c.is_ascii_uppercase())
    });
    let file: Vec<&str> = defaults.copied().collect();
    assert!(file.len() >= 5, "{file:?}");
    fs::write(folder.path().join("heterodox.toml"), file.join("\n")).expect("written");
    let after = settings(folder.path(), &[]);
    for ([name, value, _], [_, now, _]) in before.iter().zip(&after) {
        assert_eq!(value, now, "{name}");
    }
}

#[test]
fn variables_are_checked_and_misspelt_ones_are_named() {
    let config = |name: &str, value: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .args(["config", "--data"])
            .arg(folder.path())
            .env(name, value)
            .output()
            .expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), error)
    };
    let (status, error) = config("HETERODOX_LIMITS", "none");
    assert_eq!(status, Some(2), "{error}");
    let expected = "error: HETERODOX_LIMITS: limits = 'none': expected a number from 1 to 1000000";
    assert_eq!(error.trim_end(), expected);
    for (name, value, expected) in [
        ("HETERODOX_SMTP", "secret", "HETERODOX_SMTP: the URL of the SMTP server cannot be read"),
        ("HETERODOX_SMTP", "smtp://localhost", "HETERODOX_SMTP needs the setting mail-from too"),
        ("HETERODOX_WORKER_TOKEN", "secret", "HETERODOX_WORKER_TOKEN: a worker's token has at"),
        ("HETERODOX_TLS_KEY", "secret", "HETERODOX_TLS_KEY needs the setting"),
    ] {
        let (status, error) = config(name, value);
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    let (status, error) = config("HETERODOX_LIMTS", "5");
    assert_eq!(status, Some(0), "{error}");
    let expected = "warning: the variable HETERODOX_LIMTS sets nothing: is HETERODOX_LIMITS meant?";
    assert_eq!(error.trim_end(), expected);
    let (_, error) = config("HETERODOX_OF_ANOTHER_PROGRAM", "5");
    assert_eq!(error, "");
}
