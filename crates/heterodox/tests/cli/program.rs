//! Help, completions, the list of games, and wrong arguments.

use crate::common::{BATTLE, heterodox, strings};

const COMMANDS: [&str; 15] = [
    "play",
    "serve",
    "worker",
    "admin",
    "check",
    "moves",
    "perft",
    "play-moves",
    "replay",
    "draw",
    "games",
    "completions",
    "licences",
    "umpire",
    "clouds",
];

#[test]
fn help_explains_every_command_with_examples() {
    let help = heterodox(&["--help"]).good();
    for command in COMMANDS {
        assert!(help.contains(&format!("  {command} ")), "{command} in\n{help}");
        let help = heterodox(&[command, "--help"]).good();
        assert!(help.contains(&format!("heterodox {command}")), "{help}");
        assert!(help.contains("Examples:"), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn a_wrong_call_gets_the_usual_help_and_status_2() {
    for args in [
        &[][..],
        &["fly"],
        &["moves"],
        &["moves", "klinzha", "--fly"],
        &["perft", "klinzha", "--position", BATTLE],
        &["perft", "klinzha", "--position", BATTLE, "--depth", "deep"],
        &["perft", "klinzha", "--position", BATTLE, "--depth", "65"],
        &["perft", "klinzha", "--position", BATTLE, "--depth", "100000"],
        &["moves", "klinzha", "--position", BATTLE, "--quick-start", "north-west"],
        &["completions", "tcsh-of-old"],
        &["play", "klinzha", "--level", "divine"],
    ] {
        let ran = heterodox(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains("--help"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn what_is_wrong_with_a_start_is_said_in_one_line() {
    let games = heterodox(&["games", "--json"]).json();
    let starts = strings(&games[0]["quick_starts"]).join(", ");
    let needed = format!(
        "error: klinzha has no first position: give --position P or --quick-start NAME, one of: {starts}"
    );
    for command in [&["moves"][..], &["perft", "--depth", "1"], &["play-moves"]] {
        let call = |more: &[&str]| heterodox(&[command, &["klinzha"], more].concat());
        call(&[]).fails_with(&needed);
        call(&["--quick-start", "nowhere"])
            .fails_with(&format!("error: no quick start 'nowhere'; there are: {starts}"));
        call(&["--position", "a\nb"]).fails_with(
            "error: position 'a\\nb': expected '<rows> <gold|green> <quiet> <turn number>' with single spaces",
        );
        let option = |pair| call(&["--quick-start", "north-west", "--option", pair]);
        option("x").fails_with("error: option 'x': expected KEY=VALUE");
        option("x=y")
            .fails_with("error: klinzha has no option 'x'; it has: goal-safety, house-rules");
        option("goal-safety=never")
            .fails_with("error: option goal-safety: 'never' is not one of: advisory, enforced");
        let unknown = heterodox(&[command, &["chess", "--position", BATTLE]].concat());
        unknown.fails_with(
            "error: there is no game 'chess'; the games are: klinzha, clouded-klinzha, grand-chess, kaleidochess",
        );
    }
}

#[test]
fn every_flaw_of_a_position_is_named() {
    let flaw = |position: &str, what: &str| {
        let ran = heterodox(&["moves", "klinzha", "--position", position]);
        assert_eq!(ran.out, "");
        ran.fails_with(&format!("error: position '{position}': {what}"));
    };
    flaw("1/3/5/7/9/11/13/15/E+15 gold 0 1", "row I: 16 cells, expected 17");
    flaw("1/3/5/7/9/11/13/15/17 gold 0 1", "there is no Goal on the board");
    flaw("1/3/5/7/9/11/13/15 gold 0 1", "expected 9 rows joined by '/', found 8");
    flaw("1/3/5/7/9/11/13/15/E+88 gold 0 1", "row I: 89 cells, expected 17");
    flaw(
        "1/3/5/7/9/11/13/15/E+016 gold 0 1",
        "row I: run of empty cells '016' must be a number from 1 without leading zeros",
    );
    flaw(
        "1/3/5/7/9/11/13/15/E+x15 gold 0 1",
        "row I: 'x' is no warrior (B F S V L E, lower case for Green), no Goal (G) and no run of empty cells",
    );
    flaw(
        "1/3/5/7/9/11/13/15/B+16 gold 0 1",
        "row I: '+' does not follow a warrior that can share its cell with its Goal",
    );
    flaw("1/3/5/7/9/11/13/15/E+E15 gold 0 1", "row I: Gold has more than 1 Fencer");
    flaw("1/3/5/7/9/11/13/15/E+G15 gold 0 1", "row I: a second Goal of Gold");
    flaw(
        "1/3/5/7/9/11/13/8b6/E+8V1V5 gold 0 1",
        "impossible position: Gold's warrior on I56 stands in the enemy Blockader's zone",
    );
    flaw("1/3/5/7/9/11/13/15/E+16 red 0 1", "turn 'red': expected 'gold' or 'green'");
    flaw(
        "1/3/5/7/9/11/13/15/E+16 gold 00 1",
        "quiet counter '00': expected a number from 0 without leading zeros, at most 4294967295",
    );
    flaw(
        "1/3/5/7/9/11/13/15/E+16 gold 0 0",
        "turn number '0': expected a number from 1 without leading zeros, at most 4294967295",
    );
    flaw(
        "1/3/5/7/9/11/13/15/E+16  gold 0 1",
        "expected '<rows> <gold|green> <quiet> <turn number>' with single spaces",
    );
}

#[test]
fn games_tells_what_the_flags_take() {
    let out = heterodox(&["games"]).good();
    for word in ["klinzha", "goal-safety=advisory|enforced", "north-west", "gold, green"] {
        assert!(out.contains(word), "{out}");
    }
    let json = heterodox(&["games", "--json"]).json();
    assert_eq!(json[0]["id"], "klinzha");
    assert_eq!(strings(&json[0]["sides"]), ["gold", "green"]);
}

#[test]
fn completions_know_commands_and_games() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = heterodox(&["completions", shell]).good();
        for word in COMMANDS.into_iter().chain(["quick-start"]) {
            assert!(script.contains(word), "{word} for {shell}");
        }
        // The scripts of the other shells do not list values of positional arguments.
        assert_eq!(script.contains("klinzha"), ["bash", "zsh"].contains(&shell), "{shell}");
    }
}

/// Completes a command with the script in bash.
#[test]
fn bash_completes_with_the_script() {
    let script = heterodox(&["completions", "bash"]).good();
    let probe = "
        COMP_WORDS=(heterodox pla); COMP_CWORD=1
        _heterodox heterodox pla heterodox; echo \"${COMPREPLY[*]}\"";
    let Ok(output) = std::process::Command::new("bash").args(["-c", &(script + probe)]).output()
    else {
        return; // No bash here, nothing to show.
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "play play-moves");
}

#[test]
fn licences_are_printed() {
    let out = heterodox(&["licences"]).good();
    assert!(out.starts_with("Heterodox is licensed under"), "{out}");
    for text in ["\nclap ", "\nrusqlite ", "Apache License", "Redistribution and use"] {
        assert!(out.contains(text), "{text}");
    }
    assert_eq!(heterodox(&["licenses"]).good(), out);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["moves", "klinzha", "--position", BATTLE])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// `/dev/full` fails every write, so every command must report that it cannot write.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_with_what_was_written() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let commands = folder.path().join("commands");
    std::fs::write(&commands, "uci\nquit\n").expect("written");
    for args in [
        &["moves", "klinzha", "--position", BATTLE][..],
        &["moves", "klinzha", "--position", BATTLE, "--json"],
        &["completions", "bash"],
        &["games"],
        &["play", "klinzha", "--quick-start", "north-west"],
        &["uci"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let input = match args {
            ["uci"] => std::fs::File::open(&commands).expect("commands").into(),
            _ => Stdio::null(),
        };
        let ran = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .args(args)
            .stdin(input)
            .stdout(full)
            .output()
            .expect("the program ends");
        assert_eq!(ran.status.code(), Some(2), "{args:?}");
        assert_eq!(
            String::from_utf8_lossy(&ran.stderr),
            "error: cannot write standard output: No space left on device (os error 28)\n"
        );
    }
}

#[test]
fn what_is_quoted_is_short() {
    let long = "x".repeat(20_000);
    let start = ["klinzha", "--quick-start", "north-west"];
    for args in [
        &[&["play-moves"], &start[..], &[&long]].concat()[..],
        &[&["draw", "-o", "x.svg", "--as", &long], &start[..]].concat(),
        &[&["play", "--seat", &long], &start[..]].concat(),
        &["serve", "--listen", &long],
        &["moves", &long],
        &["moves", "klinzha", "--position", &long],
        &["moves", "klinzha", "--quick-start", &long],
        &[&["moves", "--option", &long], &start[..]].concat(),
        &[&["moves", "--option", &format!("{long}=on")], &start[..]].concat(),
        &[&["moves", "--option", &format!("house-rules={long}")], &start[..]].concat(),
    ] {
        let ran = heterodox(args);
        assert_eq!(ran.status, Some(2));
        assert!(ran.err.contains("xxx…") && ran.err.len() < 400, "{}", ran.err);
    }
}
