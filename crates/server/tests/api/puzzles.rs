//! Puzzles: tries, hints, solutions and what is kept of them; the game after a finished one, and
//! the tally against the levels of the computer.

use crate::harness::{Caller, TestServer, config};
use heterodox_engine::puzzle::{FILES, Objective, Puzzle, read, solution};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A short puzzle of each game with its whole solution.
fn short_puzzles() -> Vec<(&'static str, Puzzle, Vec<String>)> {
    let mut all = Vec::new();
    for (game, file) in FILES {
        let puzzles = read(file).expect("a sound file");
        let found = puzzles.into_iter().find(|one| one.objective == Objective::Win(3));
        let puzzle = found.expect("a win in three");
        let line = solution(game, &puzzle).expect("a line");
        all.push((game, puzzle, line));
    }
    all
}

impl Caller {
    async fn puzzles(&self) -> Value {
        let answer = self.get("/api/puzzles").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// The id of a puzzle by its position.
    async fn puzzle_id(&self, game: &str, puzzle: &Puzzle) -> String {
        for one in self.puzzles().await["puzzles"].as_array().expect("a list") {
            if one["game"] != game || one["objective"]["plies"] != puzzle.objective.plies() {
                continue;
            }
            let id = one["id"].as_str().expect("an id");
            let answer = self.get(&format!("/api/puzzles/{id}")).await;
            if answer.body["scene"]["frame"]["position"] == puzzle.position.as_str() {
                return id.to_owned();
            }
        }
        panic!("{game} has no puzzle {puzzle}");
    }

    async fn try_moves(&self, id: &str, moves: &[&str]) -> Value {
        let answer = self.post(&format!("/api/puzzles/{id}/try"), &json!({"moves": moves})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// What the caller has made of a puzzle.
    async fn result(&self, id: &str) -> Value {
        let all = self.puzzles().await;
        let mut found = all["puzzles"].as_array().expect("a list").iter();
        found.find(|one| one["id"] == id).expect("the puzzle").clone()
    }
}

#[tokio::test]
async fn a_puzzle_of_each_game_is_solved() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    for (game, puzzle, line) in short_puzzles() {
        let id = anna.puzzle_id(game, &puzzle).await;
        let shown = anna.get(&format!("/api/puzzles/{id}")).await.body;
        let text = shown.to_string();
        assert!(!text.contains("themes") && !text.contains("pv"), "nothing of the solution");
        assert_eq!(shown["seat"], shown["scene"]["to_act"][0]);

        let hint = anna.post(&format!("/api/puzzles/{id}/hint"), &json!({"moves": []})).await;
        let from = hint.body["from"].as_str().expect("a cell");
        assert!(line[0].contains(from), "{from} in {}", line[0]);

        let first = anna.try_moves(&id, &[&line[0]]).await;
        assert_eq!((&first["verdict"], &first["end"]), (&json!("right"), &Value::Null));
        assert_eq!(first["moves"], json!(line[..2]), "the reply is the longest defence");
        assert_eq!(first["frames"].as_array().expect("frames").len(), 3);
        assert_eq!(first["tries"], 0, "no try has ended");

        let last = anna.try_moves(&id, &[&line[0], &line[2]]).await;
        assert_eq!((&last["verdict"], &last["tries"]), (&json!("solved"), &json!(1)));
        assert!(!last["end"]["themes"].as_array().expect("themes").is_empty());
        assert!(last["end"]["next"].is_string());
        assert!(last["scene"]["outcome"]["winner"] == shown["seat"], "{game}");
        assert!(anna.result(&id).await["solved_ms"].is_i64());
    }
    let bert = server.guest().await;
    let all = bert.puzzles().await;
    let is_new = |one: &Value| one["solved_ms"].is_null() && one["tries"] == 0;
    assert!(all["puzzles"].as_array().expect("a list").iter().all(is_new), "each has its own");
}

#[tokio::test]
async fn a_wrong_move_is_answered_and_counted() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let (game, puzzle, line) = short_puzzles().remove(0);
    let id = anna.puzzle_id(game, &puzzle).await;
    let shown = anna.get(&format!("/api/puzzles/{id}")).await.body;
    let choices = shown["scene"]["choices"].as_array().expect("choices").iter();
    let mut texts = choices.map(|choice| choice["text"].as_str().expect("a text"));
    let wrong = texts.find(|text| !puzzle.moves.iter().any(|good| good == text)).expect("others");
    let answer = anna.try_moves(&id, &[wrong]).await;
    assert!(["wrong", "later"].contains(&answer["verdict"].as_str().expect("a word")));
    assert_eq!(answer["tries"], 1);
    assert_eq!(answer["moves"].as_array().expect("moves").len(), 2, "a reply is shown");
    assert_eq!(answer["end"], Value::Null);
    let path = format!("/api/puzzles/{id}/try");
    let after = json!({"moves": [wrong, line[0]]});
    anna.post(&path, &after).await.assert_error(409, "try-ended", &["move 2"]);
    let illegal = anna.post(&path, &json!({"moves": ["nonsense"]})).await;
    assert_eq!(illegal.status, 422, "{}", illegal.body);
    let many = json!({"moves": vec![wrong; 51]});
    anna.post(&path, &many).await.assert_error(422, "try-too-long", &["51"]);
    let unknown = anna.post("/api/puzzles/none/try", &json!({"moves": []})).await;
    unknown.assert_error(404, "no-such-puzzle", &["none"]);
    assert_eq!(anna.result(&id).await["tries"], 1, "only a judged try counts");

    // A stranger tries too, and nothing is kept.
    let stranger = server.nobody();
    assert_eq!(stranger.try_moves(&id, &[wrong]).await["tries"], 0);
    assert_eq!(stranger.try_moves(&id, &[&line[0], &line[2]]).await["verdict"], "solved");
}

#[tokio::test]
async fn a_solution_that_was_shown_counts_as_given_up() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let (game, puzzle, line) = short_puzzles().remove(1);
    let id = anna.puzzle_id(game, &puzzle).await;
    let shown = anna.post(&format!("/api/puzzles/{id}/solution"), &json!({})).await;
    assert_eq!(shown.body["moves"], json!(line));
    assert!(shown.body["end"]["themes"].is_array());
    assert_eq!(anna.try_moves(&id, &[&line[0], &line[2]]).await["verdict"], "solved");
    let result = anna.result(&id).await;
    assert!(result["shown_ms"].is_i64() && result["solved_ms"].is_i64(), "{result}");
    assert_eq!(result["tries"], 0, "a try after the solution does not count");
}

#[tokio::test]
async fn the_puzzle_of_the_day_begins_a_streak() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let all = anna.puzzles().await;
    let daily = all["daily"].as_str().expect("an id").to_owned();
    assert_eq!(
        (&all["streak"], &server.nobody().puzzles().await["daily"]),
        (&json!(0), &all["daily"])
    );
    let line = anna.post(&format!("/api/puzzles/{daily}/solution"), &json!({})).await.body;
    let bert = server.guest().await;
    let moves: Vec<&str> = line["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .step_by(2)
        .filter_map(Value::as_str)
        .collect();
    let solved = bert.try_moves(&daily, &moves).await;
    assert_eq!((&solved["verdict"], &solved["end"]["streak"]), (&json!("solved"), &json!(1)));
    assert_eq!(bert.puzzles().await["streak"], 1);
    assert_eq!(anna.puzzles().await["streak"], 0, "who was shown the solution has not solved it");
}

#[tokio::test]
async fn a_file_of_the_operator_adds_puzzles() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("more.tactics");
    // The same position with the other side's turn number is another puzzle.
    let (_, puzzle, _) = short_puzzles().remove(0);
    let line = puzzle.to_string().replace(" 0 1 | ", " 0 9 | ");
    std::fs::write(&path, format!("# comment\n\n{line}\n")).expect("written");
    let mut config = config(&home.path().join("data"));
    config.puzzles = vec![path];
    let server = TestServer::start_with(home, config).await;
    let usual = TestServer::start().await;
    let ids = async |server: &TestServer| {
        let all = server.nobody().puzzles().await;
        let all = all["puzzles"].as_array().expect("a list").clone();
        all.iter().map(|one| one["id"].to_string()).collect::<BTreeSet<_>>()
    };
    let (more, known) = (ids(&server).await, ids(&usual).await);
    assert!(more.is_superset(&known));
    assert_eq!(more.len(), known.len() + 1);
    assert_eq!(
        server.nobody().puzzles().await["daily"],
        usual.nobody().puzzles().await["daily"],
        "the puzzle of the day is the same everywhere"
    );
}

/// A game with the computer, which the caller has resigned.
async fn lost_game(caller: &Caller, level: u8) -> String {
    let request = json!({"game": "klinzha", "start": {"quick": "north-west"},
        "opponent": {"computer": level}, "seat": 0});
    let answer = caller.post("/api/games", &request).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let id = answer.body["id"].as_str().expect("an id").to_owned();
    caller.act(&id, &json!({"act": "resign"})).await;
    id
}

async fn next(caller: &Caller, id: &str, wish: Value) -> Value {
    let answer = caller.post(&format!("/api/games/{id}/next"), &wish).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    caller.state(answer.body["id"].as_str().expect("an id")).await
}

#[tokio::test]
async fn a_finished_game_is_followed_by_another() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let first = lost_game(&anna, 4).await;
    let choices = async |id: &str| {
        let answer = anna.get(&format!("/api/games/{id}/next")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let found = choices(&first).await;
    assert_eq!((&found["level"], &found["array"]), (&json!(4), &json!(true)));
    assert_eq!(found["suggested"], Value::Null, "one loss is no reason");
    let tally = json!({"game": "klinzha", "level": 4, "games": 1, "won": 0, "drawn": 0, "lost": 1});
    assert_eq!(found["tally"], tally);
    let second = lost_game(&anna, 4).await;
    assert_eq!(choices(&second).await["suggested"], 3, "after two losses a lower level");
    let all = anna.get("/api/me/tally").await.body;
    assert_eq!(all["levels"][0]["lost"], 2);

    let request = json!({"game": "klinzha", "start": {"quick": "north-west"}});
    let start = anna.post("/api/check", &request).await.body;
    let computer = |state: &Value, seat: usize| state["players"][seat]["computer"].clone();
    let again = next(&anna, &first, json!({})).await;
    assert_eq!((&again["start"]["name"], &again["seats"]), (&json!("north-west"), &json!([0])));
    assert_eq!(again["scene"]["frame"]["position"], start["scene"]["frame"]["position"]);
    assert_eq!(computer(&again, 1), 4);
    let swapped = next(&anna, &first, json!({"swap": true})).await;
    assert_eq!((&swapped["seats"], computer(&swapped, 0)), (&json!([1]), json!(4)));
    let easier = next(&anna, &first, json!({"level": 3})).await;
    assert_eq!((computer(&easier, 1), &easier["start"]["name"]), (json!(3), &json!("north-west")));
    let other = next(&anna, &first, json!({"array": true})).await;
    assert_ne!(other["start"]["name"], "north-west");
    let friend = next(&anna, &first, json!({"friend": true})).await;
    assert_eq!((&friend["open"], &friend["players"][1]), (&json!(true), &Value::Null));

    let path = format!("/api/games/{first}/next");
    server.guest().await.post(&path, &json!({})).await.assert_error(403, "no-seat", &[]);
    server.nobody().post(&path, &json!({})).await.assert_error(401, "no-guest", &[]);
    let running = again["id"].as_str().expect("an id");
    let path = format!("/api/games/{running}/next");
    anna.post(&path, &json!({})).await.assert_error(409, "not-over", &[]);
    anna.get(&path).await.assert_error(409, "not-over", &[]);
}

#[tokio::test]
async fn a_win_leads_to_the_next_level() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    // The last move of a puzzle wins at once.
    let (game, puzzle, line) = short_puzzles().remove(0);
    let before = json!({"game": game, "position": puzzle.position, "moves": line[..2]});
    let scene = anna.post("/api/line", &before).await.body["scene"].clone();
    let request = json!({"game": game, "start": {"position": scene["frame"]["position"]},
        "opponent": {"computer": 2}, "seat": scene["to_act"][0]});
    let answer = anna.post("/api/games", &request).await;
    let id = answer.body["id"].as_str().expect("an id").to_owned();
    anna.submit(&id, &line[2]).await;
    let found = anna.get(&format!("/api/games/{id}/next")).await.body;
    assert_eq!((&found["suggested"], &found["tally"]["won"]), (&json!(3), &json!(1)), "{found}");
    assert_eq!(found["array"], false, "a position has no other array");
}

#[tokio::test]
async fn other_people_are_asked_for_a_rematch() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = crate::harness::quick_game(&server).await;
    anna.act(&game, &json!({"act": "resign"})).await;
    let path = format!("/api/games/{game}/next");
    let found = anna.get(&path).await.body;
    assert_eq!((&found["alone"], &found["level"]), (&json!(false), &Value::Null));
    anna.post(&path, &json!({})).await.assert_error(409, "other-people", &[]);
    let friend = next(&bert, &game, json!({"friend": true})).await;
    assert_eq!(friend["open"], true);
}
