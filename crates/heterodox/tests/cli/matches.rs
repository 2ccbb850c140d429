//! `heterodox match`, `bench` and `tune`.

use crate::common::{Ran, heterodox};
use serde_json::Value;
use std::path::Path;

/// A short match at fixed nodes.
fn run_match(game: &str, more: &[&str]) -> Ran {
    let mut args = vec!["match", game, "--plies", "6", "--balance-nodes", "300"];
    if !more.contains(&"--max-plies") {
        args.extend(["--max-plies", "50"]);
    }
    args.extend(more);
    heterodox(&args)
}

const BOTH: [&str; 6] =
    ["--engine", "name=a,nodes=300", "--engine", "name=b,level=5,nodes=150", "--games", "6"];

fn log_lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a log");
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines[1..].sort_by_key(|game| (game["opening"].as_u64(), game["round"].as_u64()));
    lines
}

#[test]
fn the_same_seed_gives_the_same_match() {
    for game in ["klinzha", "grand-chess", "kaleidochess"] {
        let folder = tempfile::tempdir().expect("a folder");
        let run = |name: &str, concurrency: &str, seed: &str| {
            let log = folder.path().join(name);
            let path = log.to_str().expect("a path");
            let more = ["--log", path, "--concurrency", concurrency, "--seed", seed, "--json"];
            let summary = run_match(game, &[&BOTH[..], &more[..]].concat()).json();
            (summary, log_lines(&log))
        };
        let (one, three) = (run("one", "1", "5"), run("three", "3", "5"));
        assert_eq!(one, three, "{game}");
        assert_eq!(one.0["games"], 6);
        assert_ne!(one.1, run("other", "3", "6").1, "{game}");
        // Each opening is played twice, with the seats swapped.
        for pair in one.1[1..].chunks(2) {
            let random = pair[0]["random"].as_u64().expect("a number") as usize;
            let begin = |game: &Value| game["moves"].as_array().expect("moves")[..random].to_vec();
            assert_eq!(begin(&pair[0]), begin(&pair[1]));
            assert_eq!(
                (&pair[0]["seats"], &pair[1]["seats"]),
                (&serde_json::json!([0, 1]), &serde_json::json!([1, 0]))
            );
        }
    }
}

#[test]
fn a_match_that_was_ended_in_the_middle_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let path = log.to_str().expect("a path");
    let more = ["--log", path, "--json"];
    let whole = run_match("klinzha", &[&BOTH[..], &more[..]].concat()).json();
    let lines = log_lines(&log);
    let text = std::fs::read_to_string(&log).expect("a log");
    // The log is cut after the header, after some games, and within a line.
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for end in [0, ends[0], ends[3], ends[3] + 40, text.len()] {
        std::fs::write(&log, &text[..end]).expect("written");
        let again = run_match("klinzha", &[&BOTH[..], &more[..]].concat()).json();
        assert_eq!(again, whole, "{end}");
        assert_eq!(log_lines(&log), lines, "{end}");
    }
    // A log of another match is refused and not changed.
    let other = run_match("klinzha", &[&BOTH[..], &more[..], &["--seed", "2"]].concat());
    assert_eq!(other.status, Some(2));
    assert!(other.err.contains("is the log of another match: it has seed 1"), "{}", other.err);
}

#[test]
fn a_file_that_is_no_log_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("notes");
    let path = log.to_str().expect("a path");
    let run = || run_match("klinzha", &[&BOTH[..], &["--log", path]].concat());
    for notes in ["my notes", "my\nnotes", "{\"game\":\"grand", "\n"] {
        std::fs::write(&log, notes).expect("written");
        let ran = run();
        assert_eq!(ran.status, Some(2), "{notes}");
        assert!(ran.err.contains("notes: line 1: expected the head of a match"), "{}", ran.err);
        assert_eq!(std::fs::read_to_string(&log).expect("a file"), notes);
    }
    let device = run_match("klinzha", &[&BOTH[..], &["--log", "/dev/null"]].concat());
    device.fails_with("error: /dev/null: expected a file, or nothing of this name yet");
}

#[test]
fn damaged_games_in_a_log_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let path = log.to_str().expect("a path");
    run_match("klinzha", &[&BOTH[..], &["--log", path]].concat()).good();
    let good = std::fs::read_to_string(&log).expect("a log");
    let lines: Vec<&str> = good.lines().collect();
    for (key, damaged) in [
        ("points", "[]"),
        ("points", "[100.0,100.0]"),
        ("points", "[1e300,-1e300]"),
        ("nodes", "[]"),
        ("seats", "[7,9]"),
        ("seats", "[]"),
        ("round", "2"),
        ("scores", "[]"),
        ("random", "9999"),
    ] {
        let mut game: Value = serde_json::from_str(lines[2]).expect("JSON");
        game[key] = serde_json::from_str(damaged).expect("JSON");
        let text = good.replace(lines[2], &game.to_string());
        assert_ne!(text, good, "{key} {damaged}");
        std::fs::write(&log, &text).expect("written");
        let ran = run_match("klinzha", &[&BOTH[..], &["--log", path]].concat());
        assert_eq!(ran.status, Some(2), "{key} {damaged}");
        let tune = heterodox(&["tune", "klinzha", path, "-o", "/nowhere/weights"]);
        for err in [&ran.err, &tune.err] {
            assert!(err.contains("log: line 3: expected a game"), "{key} {damaged}: {err}");
            assert!(!err.contains("panic"), "{key} {damaged}: {err}");
        }
        assert_eq!(std::fs::read_to_string(&log).expect("a log"), text);
    }
}

#[test]
fn two_matches_do_not_share_a_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let path = log.to_str().expect("a path");
    let held = std::fs::File::create(&log).expect("a file");
    held.lock().expect("locked");
    let refused = run_match("klinzha", &[&BOTH[..], &["--log", path]].concat());
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("is the log of a match that goes on"), "{}", refused.err);
    drop(held);
    run_match("klinzha", &[&BOTH[..], &["--log", path]].concat()).good();
    // Other weights in the same file make another match.
    let weights = folder.path().join("weights");
    let name = weights.to_str().expect("a path");
    let engine = format!("nodes=50,weights={name}");
    let log = format!("{path}-weights");
    let run = || {
        let more = ["--engine", &engine, "--engine", "nodes=40", "--games", "2", "--log", &log];
        run_match("klinzha", &more)
    };
    let good = include_str!("../../../engine/weights/klinzha.txt");
    std::fs::write(&weights, good).expect("written");
    run().good();
    run().good();
    std::fs::write(&weights, good.replace("tempo = ", "tempo = 1")).expect("written");
    let other = run();
    assert!(other.err.contains("is the log of another match"), "{}", other.err);
}

#[test]
fn a_ladder_is_refused_as_a_whole_and_goes_on_from_its_logs() {
    for (each, part) in [("hash=4", "a limit is missing"), ("cmd=/bin/true", "--each 'cmd'")] {
        let ran = heterodox(&["match", "klinzha", "--ladder", "--each", each]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{each}");
        assert!(ran.err.contains(part), "{}", ran.err);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("levels.jsonl");
    let path = log.to_str().expect("a path");
    let run = || {
        let more = ["--ladder", "--each", "nodes=40", "--games", "2", "--log", path, "--json"];
        let more = [&more[..], &["--max-plies", "12"]].concat();
        run_match("klinzha", &more).json()
    };
    let whole = run();
    assert_eq!(whole.as_array().map(Vec::len), Some(7));
    for level in 2..=8 {
        let log = folder.path().join(format!("levels.{level}.jsonl"));
        assert_eq!(log_lines(&log).len(), 3, "level {level}");
    }
    std::fs::remove_file(folder.path().join("levels.5.jsonl")).expect("removed");
    assert_eq!(run(), whole);
}

#[test]
fn an_engine_plays_itself_with_more_nodes() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("scaling.jsonl");
    let path = log.to_str().expect("a path");
    let program = format!("cmd={},arg=uci,name=program", env!("CARGO_BIN_EXE_heterodox"));
    let engines = ["--engine", "level=8,name=ours", "--engine", &program];
    let run = |more: &[&str]| {
        let scaling = ["--scaling", "3", "--games", "2", "--max-plies", "12"];
        run_match("klinzha", &[&scaling[..], &engines[..], more].concat())
    };
    let table = run(&["--scaling-nodes", "40,80", "--log", path]).good();
    let rows: Vec<Vec<&str>> =
        table.lines().skip(2).map(|row| row.split(" | ").take(2).collect()).collect();
    let row = |more: &'static str, nodes: &'static str| vec![more, nodes];
    let expected = [
        row("| ours 120", "ours 40"),
        row("| ours 240", "ours 80"),
        row("| program 120", "program 40"),
        row("| program 240", "program 80"),
    ];
    assert_eq!(rows, expected, "{table}");
    let nodes = log_lines(&folder.path().join("scaling.ours.80.jsonl"))[1]["nodes"].clone();
    assert!(nodes[0].as_u64() > nodes[1].as_u64(), "{nodes}");
    for (more, part) in [
        (&["--scaling-nodes", "40,40"][..], "two matches are the same"),
        (&["--sprt", "elo1=5"], "cannot be used with"),
        (&["--scaling-nodes", "0"], "invalid value"),
    ] {
        let ran = run(more);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn a_program_plays_as_the_engine_within() {
    // A UCI program keeps its hash table during a game.
    const WITHIN: &str = "nodes=200,keep=on";
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["klinzha", "grand-chess", "kaleidochess"] {
        let program = format!("cmd={},arg=uci,nodes=200", env!("CARGO_BIN_EXE_heterodox"));
        let run = |engines: [&str; 2]| {
            let log = folder.path().join(format!("{game}-{}", engines[0].len()));
            let path = log.to_str().expect("a path");
            let more =
                ["--engine", engines[0], "--engine", engines[1], "--games", "2", "--log", path];
            run_match(game, &more).good();
            let lines = log_lines(&log);
            lines[1..].iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(run([WITHIN, WITHIN]), run([&program, &program]), "{game}");
    }
}

#[test]
#[cfg(unix)]
fn what_goes_wrong_is_counted_by_engine() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let script = |name: &str, body: &str| {
        let path = folder.path().join(name);
        let text = format!(
            "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; go*) {body};; esac; done\n"
        );
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("allowed");
        format!("cmd={},nodes=1", path.display())
    };
    let crashing = script("crashing", "exit 1");
    let cheating = script("cheating", "echo bestmove a1a9");
    let silent = script("silent", "echo bestmove");
    let hanging = script("hanging", ":");
    let slow = script("slow", "sleep 1; echo bestmove a1a9").replace("nodes=1", "time=50");
    for (engine, count) in [
        (crashing, "crashes"),
        (hanging, "crashes"),
        (cheating, "illegal_moves"),
        (silent, "illegal_moves"),
        (slow, "time_losses"),
    ] {
        let more = ["--engine", &engine, "--engine", "nodes=50", "--games", "2", "--json"];
        let ran = run_match("klinzha", &[&more[..], &["--patience", "1"]].concat());
        assert!(ran.err.contains("warning: "), "{ran:?}");
        let summary = ran.json();
        assert_eq!(summary["engines"][0][count], 2, "{summary}");
        assert_eq!(summary["engines"][1]["wins"], 2, "{summary}");
        assert_eq!(summary["pentanomial"], serde_json::json!([1, 0, 0, 0, 0]));
    }
}

#[test]
fn a_program_that_cannot_be_started_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    for (program, why) in
        [("cmd=/nowhere", "nobody: cannot start /nowhere: "), ("cmd=/bin/true", "nobody: it ")]
    {
        let engine = format!("{program},name=nobody,nodes=1");
        let path = log.to_str().expect("a path");
        let ran =
            run_match("klinzha", &["--engine", &engine, "--engine", "nodes=50", "--log", path]);
        assert_eq!(ran.status, Some(2));
        assert!(ran.err.contains(why), "{}", ran.err);
        assert!(!log.exists(), "no match was begun");
    }
}

#[test]
fn a_test_stops_the_match_and_games_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("records");
    let more = [
        "--engine",
        "nodes=300",
        "--engine",
        "greedy",
        "--games",
        "400",
        "--max-plies",
        "300",
        "--sprt",
        "elo0=0,elo1=200",
        "--records",
        records.to_str().expect("a path"),
        "--json",
    ];
    let summary = run_match("klinzha", &more).json();
    assert_eq!(summary["sprt"]["verdict"], "accepted", "{summary}");
    let games = summary["games"].as_u64().expect("a number");
    assert!(games < 100, "{summary}");
    let saved: Vec<_> = std::fs::read_dir(&records).expect("a folder").collect();
    assert!(saved.len() as u64 >= games);
    let first = records.join("00001-1.txt");
    let replayed = heterodox(&["replay", first.to_str().expect("a path"), "--json"]).json();
    assert!(replayed["result"].is_object(), "{replayed}");
    assert!(replayed["warnings"].as_array().expect("warnings").is_empty());
}

#[test]
fn several_seats_dice_and_clouds_are_played_for_points() {
    let more = [
        "--option", "seats=4", "--option", "dice=on", "--engine", "nodes=40", "--engine", "greedy",
        "--engine", "greedy", "--games", "3", "--json",
    ];
    let four = run_match("kaleidochess", &more).json();
    assert_eq!(four["games"], 3);
    assert!(four.get("elo").is_none());
    let engines = four["engines"].as_array().expect("engines");
    let points: f64 = engines.iter().map(|engine| engine["points"].as_f64().expect("points")).sum();
    assert!((points - 3.0).abs() < 1e-9, "{four}");
    let seats: u64 = engines.iter().map(|engine| engine["seats"].as_u64().expect("seats")).sum();
    assert_eq!(seats, 12);
    let clouded = run_match(
        "clouded-klinzha",
        &["--engine", "level=2,nodes=20", "--engine", "greedy", "--games", "2", "--json"],
    );
    assert_eq!(clouded.json()["games"], 2);
}

#[test]
fn games_are_adjudicated_only_if_asked() {
    let strong = [
        "--engine",
        "nodes=300",
        "--engine",
        "greedy",
        "--games",
        "4",
        "--max-plies",
        "200",
        "--json",
    ];
    let plain = run_match("klinzha", &strong).json();
    assert!(plain["reasons"].get("adjudicated").is_none(), "{plain}");
    let drawn = run_match(
        "klinzha",
        &[
            "--engine",
            "nodes=50",
            "--engine",
            "nodes=50,name=b",
            "--games",
            "2",
            "--draw",
            "30000,2,8",
            "--json",
        ],
    );
    assert_eq!(drawn.json()["reasons"], serde_json::json!({"adjudicated": 2}));
    let given_up = run_match(
        "klinzha",
        &[
            "--engine",
            "nodes=50",
            "--engine",
            "nodes=50,name=b",
            "--games",
            "2",
            "--resign",
            "0,1",
            "--json",
        ],
    );
    assert_eq!(given_up.json()["reasons"], serde_json::json!({"adjudicated": 2}));
}

#[test]
fn a_wrong_call_is_refused_before_anybody_plays() {
    let cases: [(&[&str], &str); 7] = [
        (&["match", "klinzha", "--engine", "nodes=5"], "two engines or more are needed"),
        (
            &["match", "chess", "--engine", "nodes=5", "--engine", "nodes=5"],
            "there is no game 'chess'",
        ),
        (
            &["match", "klinzha", "--engine", "nodes=5", "--engine", "best"],
            "--engine 'best': 'best': expected KEY=VALUE",
        ),
        (
            &["match", "klinzha", "--engine", "nodes=5", "--engine", "nodes=5", "--sprt", "elo1=0"],
            "--sprt: elo1 must",
        ),
        (
            &[
                "match", "klinzha", "--engine", "nodes=5", "--engine", "nodes=5", "--engine",
                "nodes=5",
            ],
            "3 engines for 2 seats",
        ),
        (
            &["match", "klinzha", "--engine", "nodes=5,name=a", "--engine", "nodes=6,name=a"],
            "name 'a': two engines are called that",
        ),
        (
            &["match", "clouded-klinzha", "--engine", "nodes=5", "--engine", "cmd=x,nodes=5"],
            "programs can only play open games",
        ),
    ];
    for (args, part) in cases {
        let ran = heterodox(args);
        assert!(ran.status == Some(2) && ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn the_bench_finds_the_same_every_time() {
    // The checksums change only with the search, the evaluation or the positions. After such a
    // change the new checksums go here.
    let known = [
        ("klinzha", "dfcfc2c39b6b1c2d"),
        ("grand-chess", "e2db019ccbf90dba"),
        ("kaleidochess", "6793699fdc7e4f48"),
    ];
    let all = heterodox(&["bench", "--nodes", "1500", "--json"]).json();
    for (game, checksum) in known {
        let one = heterodox(&["bench", "--nodes", "1500", "--game", game, "--json"]).json();
        let of = |bench: &Value| {
            let games = bench["games"].as_array().expect("games").iter();
            games.clone().find(|found| found["game"] == game).expect("the game")["checksum"].clone()
        };
        assert_eq!(of(&one), of(&all));
        assert_eq!(of(&one), checksum, "{game}");
    }
    let deep = heterodox(&["bench", "--depth", "2", "--game", "klinzha"]).good();
    assert!(deep.lines().last().expect("a line").starts_with("checksum: "), "{deep}");
    heterodox(&["bench", "--game", "chess"])
        .fails_with("error: --game 'chess': expected one of: klinzha, grand-chess, kaleidochess");
}

#[test]
fn weights_are_fitted_to_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (log, records) = (path("log"), path("records"));
    let more = [
        "--engine",
        "nodes=300",
        "--engine",
        "nodes=200",
        "--games",
        "24",
        "--log",
        &log,
        "--records",
        &records,
    ];
    run_match("klinzha", &more).good();
    let fit = |data: &str, output: &str, more: &[&str]| {
        let output = path(output);
        let args =
            ["tune", "klinzha", data, "-o", &output, "--steps", "60", "--rounds", "1", "--json"];
        let summary = heterodox(&[&args[..], more].concat()).json();
        (summary, std::fs::read_to_string(&output).expect("weights"))
    };
    // Starting with bad weights, the scores of the games lead to better ones: a Flier is worth more
    // than a Vanguard.
    let good = include_str!("../../../engine/weights/klinzha.txt");
    let values = good.lines().find_map(|line| line.strip_prefix("piece_value = ")).expect("a line");
    let mut values: Vec<i64> = values.split(' ').map(|n| n.parse().expect("a number")).collect();
    let line = |values: &[i64]| {
        let numbers: Vec<String> = values.iter().map(i64::to_string).collect();
        format!("piece_value = {}", numbers.join(" "))
    };
    let right = line(&values);
    values[1] = 40;
    let bad = good.replace(&right, &line(&values));
    assert_ne!(bad, good);
    let begin = path("begin");
    std::fs::write(&begin, bad).expect("written");
    let from = [
        "--weights",
        begin.as_str(),
        "--result-part",
        "0",
        "--scale",
        "0.004",
        "--keep",
        "piece_value.3",
    ];
    let (one, text) = fit(&log, "one", &[&from[..], &["--threads", "1"]].concat());
    let (three, same) = fit(&log, "three", &[&from[..], &["--threads", "3"]].concat());
    assert_eq!((&one, &text), (&three, &same), "threads change nothing");
    let weight = |name: &str| {
        let weights = one["weights"].as_array().expect("weights").iter();
        let found = weights.clone().find(|weight| weight["name"] == name).expect("a weight");
        found["after"].as_i64().expect("a number")
    };
    assert!(weight("piece_value.1") > 60 && weight("piece_value.3") == values[3], "{one}");
    assert!(one["loss"][1].as_f64() < one["loss"][0].as_f64(), "{one}");
    assert!(
        text.starts_with("# Weights of klinzha") && text.contains("nodes=300 against nodes=200"),
        "{text}"
    );
    // The new weights can be used in a match, and records without scores can be used for tuning.
    let new = format!("nodes=50,weights={}", path("one"));
    run_match("klinzha", &["--engine", &new, "--engine", "nodes=50", "--games", "2"]).good();
    let (summary, _) = fit(&records, "two", &[]);
    assert_eq!(summary["games"], 24, "{summary}");
    let wrong = heterodox(&["tune", "klinzha", &log, "-o", &begin, "--keep", "speed"]);
    assert!(wrong.err.contains("--keep 'speed': expected one of: piece_value.0"), "{}", wrong.err);
    let other = heterodox(&["tune", "kaleidochess", &log, "-o", &begin]);
    assert!(other.err.contains("is of klinzha, not of kaleidochess"), "{}", other.err);
    let empty = path("empty");
    std::fs::write(&empty, "\n").expect("written");
    let nothing = heterodox(&["tune", "klinzha", &empty, "-o", &begin]);
    assert!(nothing.err.contains("but it is empty"), "{}", nothing.err);
}

#[test]
fn weights_are_fitted_to_records_of_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    for game in ["klinzha", "grand-chess", "kaleidochess"] {
        let records = path(game);
        let more = ["--engine", "nodes=60", "--engine", "nodes=40", "--games", "4", "--records"];
        run_match(game, &[&more[..], &[records.as_str()]].concat()).good();
        let fit = |more: &[&str]| {
            let output = path("weights");
            let args = ["tune", game, &records, "-o", &output, "--rounds", "1", "--json"];
            heterodox(&[&args[..], more].concat())
        };
        let summary = fit(&["--steps", "5"]).json();
        assert_eq!(summary["games"], 4, "{summary}");
        assert!(summary["positions"].as_u64() > Some(20), "{summary}");
    }
}
