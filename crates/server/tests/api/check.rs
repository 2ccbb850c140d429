//! Damaged data folders: what `check` reports, and what a server shows of their games.

use crate::harness::{Caller, TestServer, choices};
use heterodox_server::{CheckReport, check};
use heterodox_testkit::Rng;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The number of games, and of plies in each.
const GAMES: usize = 4;
const PLIES: usize = 40;

/// A data folder with games and a record, and the states that a server showed of them.
struct Folder {
    home: TempDir,
    /// The id and the moves of each game.
    games: Vec<(String, Value)>,
    record: String,
}

impl Folder {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let anna = server.guest().await;
        let mut playing = tokio::task::JoinSet::new();
        for number in 0..GAMES {
            playing.spawn(play(anna.clone(), number));
        }
        let mut games = playing.join_all().await;
        games.sort_by(|a, b| a.0.cmp(&b.0));
        let sample = include_str!("../../../../data/sample-battle.txt");
        let answer = anna.post_text("/api/records", "text/plain", sample).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let record = answer.body["id"].as_str().expect("an id").to_owned();
        Self { home: server.stop().await, games, record }
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// A copy of the folder, to be damaged.
    fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(copy.path().join("data")).expect("a folder");
        std::fs::copy(database(&self.data()), database(&copy.path().join("data"))).expect("copied");
        copy
    }

    /// The report on a copy that an SQL statement has damaged.
    async fn damaged_by(&self, statement: &str) -> CheckReport {
        let copy = self.copy();
        let file = database(&copy.path().join("data"));
        let connection = rusqlite::Connection::open(file).expect("the database opens");
        // Deletes rows to which others refer.
        let statement = format!("pragma foreign_keys = off; {statement}");
        connection.execute_batch(&statement).expect(&statement);
        drop(connection);
        check(&copy.path().join("data")).await.expect("the folder is read")
    }
}

fn database(data: &Path) -> PathBuf {
    data.join("heterodox.sqlite")
}

async fn play(anna: Caller, number: usize) -> (String, Value) {
    let start = json!({"game": "klinzha", "start": {"quick": "north-west"},
        "opponent": "hot-seat"});
    let game = anna.open(&start).await;
    for ply in 0..PLIES {
        let state = anna.state(&game).await;
        if !state["scene"]["outcome"].is_null() {
            break;
        }
        let texts = choices(&state);
        anna.submit(&game, &texts[(ply * 7919 + number * 104_729) % texts.len()]).await;
    }
    let moves = anna.state(&game).await["moves"].take();
    (game, moves)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_folder_has_no_faults_whether_a_server_runs_or_not() {
    let folder = Folder::new().await;
    let before = std::fs::read(database(&folder.data())).unwrap();
    let report = check(&folder.data()).await.unwrap();
    assert_eq!(report.faults, [""; 0]);
    let events = folder.games.iter().map(|(_, moves)| moves.as_array().expect("texts").len()).sum();
    assert_eq!((report.games, report.events, report.records), (GAMES, events, 1));
    // `check` changes no file and leaves none behind.
    assert_eq!(std::fs::read(database(&folder.data())).unwrap(), before);
    let names = std::fs::read_dir(folder.data()).unwrap().count();
    assert_eq!(names, 1, "the database alone");

    let server = TestServer::start_in(folder.home).await;
    let anna = server.guest().await;
    let game = play(anna, 77).await;
    let report = check(&server.home.path().join("data")).await.unwrap();
    assert_eq!(report.faults, [""; 0]);
    let events = events + game.1.as_array().expect("texts").len();
    assert_eq!((report.games, report.events), (GAMES + 1, events), "the newest game is among them");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_named() {
    let folder = Folder::new().await;
    let (game, record) = (&folder.games[1].0, &folder.record);
    let last = folder.games[1].1.as_array().expect("texts").len();
    let with = |text: &str| {
        text.replace("GAME", game).replace("RECORD", record).replace("LAST", &last.to_string())
    };
    for (statement, fault) in [
        (
            "delete from events where game_id = 'GAME' and seq = 5",
            "the log of game 'GAME' is damaged: event 6 was found where event 5 was expected",
        ),
        (
            "delete from events where game_id = 'GAME' and seq > 3",
            "the log of game 'GAME' is damaged: 3 events were found where LAST were expected",
        ),
        (
            "delete from games where id = 'GAME'",
            "game 'GAME' is missing, but there are events of it",
        ),
        (
            "update events set body = 'x' where game_id = 'GAME' and seq = 4",
            "the log of game 'GAME' cannot be replayed: event 4: expected value at line 1 column 1",
        ),
        (
            "update events set body = (select body from events where game_id = 'GAME' and seq = 1) \
             where game_id = 'GAME' and seq = 3",
            "the log of game 'GAME' cannot be replayed: event 3: ",
        ),
        (
            "update games set body = '{}' where id = 'GAME'",
            "the log of game 'GAME' cannot be replayed: the opening: missing field `v` at line 1 column 2",
        ),
        (
            "update games set body = json_set(body, '$.content.players', json('[]')) where id = 'GAME'",
            "the log of game 'GAME' cannot be replayed: 0 players at a table of 2",
        ),
        ("update records set body = '1. nonsense'", "record 'RECORD' cannot be read: "),
    ] {
        let report = folder.damaged_by(&with(statement)).await;
        assert_eq!(report.faults.len(), 1, "{statement}: {:?}", report.faults);
        assert!(report.faults[0].starts_with(&with(fault)), "{statement}: {:?}", report.faults);
    }
    let statement =
        "pragma writable_schema = on; delete from sqlite_schema where name = 'seats_user'";
    let report = folder.damaged_by(statement).await;
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
    assert!(report.faults[0].starts_with("heterodox.sqlite: Page "), "{:?}", report.faults);
}

/// Overwrites blocks of the file at random: each game is shown whole, or there is an error.
#[tokio::test(flavor = "multi_thread")]
async fn an_overwritten_file_never_shows_a_game_shortened() {
    const SEEDS: u64 = 100;
    const BLOCKS: u64 = 20;
    const LENGTH: usize = 64;
    const PAGE: usize = 4096;
    let folder = Folder::new().await;
    let (mut errors, mut shown, mut found) = (0, 0, 0);
    for seed in 0..SEEDS {
        let copy = folder.copy();
        let data = copy.path().join("data");
        let mut bytes = std::fs::read(database(&data)).unwrap();
        let mut rng = Rng::new(seed);
        // Without its first page, which is the header, and the pages of the schema nothing can be
        // opened.
        let schema: Vec<bool> =
            bytes.chunks(PAGE).map(|page| page.windows(7).any(|part| part == b"CREATE ")).collect();
        for _ in 0..=seed % BLOCKS {
            let mut at = 0;
            while at < PAGE || schema[at / PAGE] || schema[(at + LENGTH) / PAGE] {
                at = rng.below(bytes.len() - LENGTH);
            }
            bytes[at..at + LENGTH].copy_from_slice(&rng.bytes(LENGTH));
        }
        std::fs::write(database(&data), bytes).unwrap();
        let report = check(&data).await.expect("the folder is read");
        found += usize::from(!report.faults.is_empty());
        let server = TestServer::start_in(copy).await;
        let nobody = server.nobody();
        for (game, moves) in &folder.games {
            let answer = nobody.get(&format!("/api/games/{game}")).await;
            if answer.status == 200 {
                assert_eq!(&answer.body["moves"], moves, "seed {seed}: game {game} is not whole");
                shown += 1;
            } else {
                assert!([404, 500].contains(&answer.status.as_u16()), "{answer:?}");
                assert!(!report.faults.is_empty(), "seed {seed}: {game}: {}", answer.body);
                errors += 1;
            }
        }
        server.stop().await;
    }
    // The damage must be large enough to cause errors and small enough to leave games readable.
    println!("{errors} errors, {shown} games shown, {found} of {SEEDS} files with faults");
    assert!(errors > 10 && shown > 10 && found > 10, "{errors} {shown} {found}");
}
