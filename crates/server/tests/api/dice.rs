//! Dice that no player can choose or foresee, and that every viewer can verify after the game.

use crate::harness::{Caller, TestServer, choices, kaleido, phase, to_act};
use heterodox_rules::{DiceSeed, ThrowRequest};
use heterodox_store::{Derived, GameLog, NewGame, SqliteStore, Store};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A game with dice for `seats` players, over after `max_moves` moves of each.
fn with_dice(seats: usize, who: &Value, max_moves: usize) -> Value {
    let mut wanted = kaleido(seats, who);
    wanted["options"]["dice"] = json!("on");
    wanted["options"]["max-moves"] = json!(max_moves.to_string());
    wanted
}

/// Each side has a pawn in its castle and one free pawn: three of the six faces allow no move.
const PAWNS: &str = "1/wP,3,bP,3/16/16/24/1,wP,11,bP,10 w -,- - 1";

fn hex(text: &str) -> String {
    let digit = |bits: u8| char::from(b"0123456789abcdef"[usize::from(bits)]);
    Sha256::digest(text).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A throw computed as `docs/api.md` describes it, without the program's own functions.
fn throw_by_hand(seed: &str, number: u64, dice: usize) -> Vec<u8> {
    let mut faces = Vec::new();
    for block in 0.. {
        let bytes = Sha256::digest(format!("throw {number}.{block} {seed}"));
        faces.extend(bytes.iter().filter(|byte| **byte < 252).map(|byte| byte % 6 + 1));
        if faces.len() >= dice {
            break;
        }
    }
    faces.truncate(dice);
    faces
}

fn throw(seed: &str, number: u64, dice: usize) -> Vec<u8> {
    let seed: DiceSeed = seed.parse().expect("a seed");
    seed.throw(number, ThrowRequest { dice, faces: 6 })
}

fn count(state: &Value) -> u64 {
    state["dice"]["throws"].as_u64().expect("a number")
}

/// The faces of the throws in a record.
fn thrown(record: &str) -> Vec<u8> {
    let plies = record.split_whitespace().filter_map(|word| word.split_once(':'));
    plies.filter_map(|(face, _)| face.parse().ok()).collect()
}

/// Submits a safe move for the one of these callers that is to act.
async fn move_on(game: &str, people: &[&Caller]) -> Value {
    let state = people[0].state(game).await;
    let turn = to_act(&state).expect("somebody is to act");
    let holds = |state: &Value| state["seats"].as_array().expect("seats").contains(&json!(turn));
    for caller in people {
        let state = caller.state(game).await;
        if !holds(&state) {
            continue;
        }
        let offered = state["scene"]["choices"].as_array().expect("choices");
        let safe = |choice: &&Value| choice["danger"].is_null() && choice["captures"] == false;
        let text = offered.iter().find(safe).unwrap_or(&offered[0])["text"].clone();
        caller.act(game, &json!({"act": "submit", "text": text, "seat": turn})).await;
    }
    people[0].wait(game, |state| state["thinking"] == false).await
}

async fn play_out(game: &str, people: &[&Caller]) -> Value {
    loop {
        let state = people[0].wait(game, |state| state["thinking"] == false).await;
        if phase(&state) == "over" {
            return state;
        }
        assert_eq!((phase(&state), &state["dice"]["seed"]), ("play", &Value::Null));
        move_on(game, people).await;
    }
}

/// Recomputes every throw in two ways from the data that is public after the end.
async fn check(server: &TestServer, game: &str, commitment: &Value) -> String {
    let state = server.nobody().state(game).await;
    let seed = state["dice"]["seed"].as_str().expect("the seed is shown").to_owned();
    let (own, parts) = seed.split_once('.').expect("the server's part and those of the players");
    assert_eq!((&state["dice"]["commitment"], &json!(hex(own))), (commitment, commitment));
    assert_eq!((own.len(), own.bytes().all(|digit| digit.is_ascii_hexdigit())), (64, true));
    let given = state["dice"]["parts"].as_array().expect("parts").iter().filter_map(Value::as_str);
    assert_eq!(parts, given.collect::<Vec<_>>().join("."));
    let record = server.nobody().get(&format!("/api/games/{game}/record")).await.body;
    let record = record.as_str().expect("a record");
    assert!(record.contains(&format!("\nseed: {seed}\n")), "{record}");
    let faces = thrown(record);
    assert!(!faces.is_empty() && faces.len() as u64 <= count(&state), "{record}");
    for (number, face) in (1..).zip(&faces) {
        assert_eq!(throw(&seed, number, 1), [*face], "throw {number}: {record}");
        assert_eq!(throw_by_hand(&seed, number, 1), [*face], "throw {number}: {record}");
    }
    record.to_owned()
}

#[tokio::test]
async fn a_whole_game_follows_from_the_seed_that_is_shown_after_it() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let who = json!(["you", {"computer": 2}, "open"]);
    let game = anna.open(&with_dice(3, &who, 5)).await;
    bert.join(&game).await;
    let state = anna.state(&game).await;
    let commitment = state["dice"]["commitment"].clone();
    assert_eq!(commitment.as_str().map(str::len), Some(64));
    assert_eq!((count(&state), &state["dice"]["seed"]), (1, &Value::Null), "White's is thrown");
    play_out(&game, &[&anna, &bert]).await;
    let record = check(&server, &game, &commitment).await;
    // A game can be restored from its record alone.
    let read = anna.post_text("/api/records", "text/plain", record).await;
    assert_eq!((read.status.as_u16(), &read.body["warnings"]), (201, &json!([])));
    let id = read.body["id"].as_str().expect("an id");
    let read = anna.get(&format!("/api/records/{id}")).await.body["record"].take();
    let throws = &read["throws"];
    assert_eq!((&throws["commitment"], &throws["first_other"]), (&commitment, &Value::Null));

    // A rematch has dice of its own.
    let path = format!("/api/games/{game}/rematch");
    assert_eq!(anna.post(&path, &json!({})).await.status, 200);
    let next = bert.post(&path, &json!({})).await.body["id"].clone();
    let next = next.as_str().expect("an id");
    let state = bert.state(next).await;
    assert_ne!(state["dice"]["commitment"], commitment);
    assert_eq!(state["dice"]["seed"], Value::Null);
    assert_eq!(state["dice"]["parts"], json!([null, null, null]), "parts of its own, too");
    anna.try_part(next, "another").await;
    bert.add_to_dice(next).await;
    let second = state["dice"]["commitment"].clone();
    play_out(next, &[&anna, &bert]).await;
    check(&server, next, &second).await;
}

#[tokio::test]
async fn a_turn_passes_by_itself_where_nothing_can_move() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let mut wanted = with_dice(2, &json!(["you", "you"]), 500);
    wanted["start"] = json!({"position": PAWNS});
    let game = anna.open(&wanted).await;
    let mut socket = anna.socket(&game).await;
    let commitment = anna.state(&game).await["dice"]["commitment"].clone();
    // Half of the throws pass, so a few hundred throws contain two passes in a row.
    let mut passes = 0;
    for _ in 0..300 {
        let state = move_on(&game, &[&anna]).await;
        let to_move = choices(&state);
        assert!(!to_move.is_empty() && to_move.iter().all(|text| text != "--"), "{to_move:?}");
        let moves = state["moves"].as_array().expect("moves");
        assert_eq!(count(&state), moves.len() as u64 + 1, "one throw a turn");
        // Every viewer receives every throw: those that pass and the one that does not.
        let heard = socket.next_of("heard").await;
        let notices = heard["notices"].as_array().expect("notices");
        let (last, before) = notices.split_last().expect("a throw");
        assert_eq!(last["key"], "thrown");
        assert!(before.iter().all(|notice| notice["key"] == "passed"), "{heard}");
        passes = before.len();
        let passed = moves
            .iter()
            .rev()
            .take_while(|text| text.as_str().is_some_and(|text| text.ends_with(":--")));
        assert_eq!(passed.count(), passes, "a pass is a ply");
        if passes > 1 {
            break;
        }
    }
    assert!(passes > 1, "two passes in a row");
    anna.act(&game, &json!({"act": "resign"})).await;
    check(&server, &game, &commitment).await;
}

/// Otherwise a player could open many games and keep the one with a favourable first throw, before
/// inviting an opponent.
#[tokio::test]
async fn nothing_is_thrown_before_all_have_come() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&with_dice(3, &json!(["you", "open", "open"]), 60)).await;
    let waits = async || {
        let state = anna.state(&game).await;
        assert_eq!((phase(&state), to_act(&state), count(&state)), ("throw", None, 0));
        assert_eq!(choices(&state), Vec::<String>::new());
        state["dice"]["commitment"].clone()
    };
    let commitment = waits().await;
    bert.join(&game).await;
    assert_eq!(waits().await, commitment, "the promise stands before the first throw");
    let server = server.restart().await;
    assert_eq!(server.nobody().state(&game).await["dice"]["throws"], 0);
    let carl = server.guest().await;
    carl.join(&game).await;
    let state = carl.state(&game).await;
    assert_eq!((phase(&state), to_act(&state), count(&state)), ("play", Some(0), 1));
    assert_eq!(state["dice"]["commitment"], commitment);
}

/// The face of the current throw, if the game waits for a move with it.
fn face(state: &Value) -> Option<u8> {
    let notices = state["scene"]["notices"].as_array().expect("notices");
    let thrown = notices.iter().find(|notice| notice["key"] == "thrown")?;
    thrown["args"][1][1].as_str().expect("a face").parse().ok()
}

/// Checks which parts the state shows as given and as missing, and that there is no throw yet.
async fn assert_waits(caller: &Caller, game: &str, parts: Value, awaits: Value) {
    let state = caller.state(game).await;
    let dice = &state["dice"];
    assert_eq!((&dice["parts"], &dice["awaits"]), (&parts, &awaits), "{state}");
    assert_eq!((phase(&state), to_act(&state), count(&state)), ("throw", None, 0));
    assert_eq!((face(&state), &state["thinking"]), (None, &json!(false)));
}

/// The server cannot foresee a throw before it has the last part.
#[tokio::test]
async fn nothing_is_thrown_before_all_have_added_to_the_dice() {
    let mut server = TestServer::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let who = json!(["you", {"computer": 2}, {"computer": 2}, "open"]);
    let game = anna.open_only(&with_dice(4, &who, 2)).await;
    let waits = async |caller: &Caller, parts: [Option<&str>; 2], awaits: Value| {
        let parts = json!([parts[0], null, null, parts[1]]);
        assert_waits(caller, &game, parts, awaits).await;
    };
    waits(&anna, [None, None], json!([0])).await;
    let commitment = anna.state(&game).await["dice"]["commitment"].clone();
    bert.join_only(&game).await;
    waits(&anna, [None, None], json!([0, 3])).await;
    let mut socket = anna.socket(&game).await;
    socket.wait(|state| state["dice"]["awaits"] == json!([0, 3])).await;
    let given = bert.try_part(&game, "7f-<b>'&").await;
    assert_eq!((given.status.as_u16(), given.body), (200, json!({"seat": 3})));
    // Every viewer sees the part at once.
    let heard = socket.wait(|state| state["dice"]["awaits"] == json!([0])).await;
    assert_eq!(heard["dice"]["parts"], json!([null, null, null, "7f-<b>'&"]));
    waits(&server.nobody(), [None, Some("7f-<b>'&")], json!([0])).await;
    drop(socket);
    server = server.restart().await;
    anna.base.clone_from(&server.base);
    bert.base.clone_from(&server.base);
    waits(&bert, [None, Some("7f-<b>'&")], json!([0])).await;
    let given = anna.try_part(&game, "0123456789abcdef").await;
    assert_eq!((given.status.as_u16(), given.body), (200, json!({"seat": 0})));
    let state = anna.state(&game).await;
    let first = face(&state).expect("the first throw");
    assert_eq!((phase(&state), to_act(&state), count(&state)), ("play", Some(0), 1));
    assert_eq!((&state["dice"]["commitment"], &state["dice"]["seed"]), (&commitment, &Value::Null));
    assert_eq!(state["dice"]["awaits"], json!([]));
    play_out(&game, &[&anna, &bert]).await;
    let record = check(&server, &game, &commitment).await;
    assert_eq!(thrown(&record)[0], first);
    let seed = record.lines().find_map(|line| line.strip_prefix("seed: ")).expect("a seed");
    assert!(seed.ends_with(".0123456789abcdef.7f-<b>'&"), "in the order of the seats: {seed}");
}

/// A guest gives one part, on any of its seats; the part cannot be changed.
#[tokio::test]
async fn a_part_is_given_once_by_those_who_play() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let stranger = server.guest().await;
    let game = anna.open_only(&with_dice(3, &json!(["open", "you", "you"]), 60)).await;
    let path = format!("/api/games/{game}/dice");
    let nobody = server.nobody().try_part(&game, "x").await;
    nobody.assert_error(401, "no-guest", &[]);
    stranger.try_part(&game, "x").await.assert_error(403, "no-seat", &[]);
    anna.try_part("none2222", "x").await.assert_error(404, "no-such-game", &["none2222"]);
    let long = "x".repeat(33);
    for (text, why) in [
        ("", "is empty, expected 1 to 32"),
        ("a.b", "'.' cannot stand"),
        ("a b", "' ' cannot stand"),
        ("a\n", "cannot stand"),
        ("\u{e4}", "cannot stand"),
        (long.as_str(), "33 characters, expected 1 to 32"),
    ] {
        anna.try_part(&game, text).await.assert_error(400, "bad-body", &["field 'part'", why]);
    }
    for (body, why) in [
        (json!({}), "missing field `part`"),
        (json!({"part": 7}), "expected a string"),
        (json!({"part": null}), "expected a string"),
        (json!({"part": "x", "seat": 1}), "unknown field `seat`"),
        (json!(["x"]), "an object with `part`"),
    ] {
        anna.post(&path, &body).await.assert_error(400, "bad-body", &[why]);
    }
    assert_waits(&anna, &game, json!([null, null, null]), json!([1])).await;

    assert_eq!(anna.try_part(&game, "ann").await.body, json!({"seat": 1}), "and for seat 2");
    assert_waits(&anna, &game, json!([null, "ann", null]), json!([])).await;
    let version = anna.state(&game).await["version"].clone();
    anna.try_part(&game, "Ann").await.assert_error(409, "dice-part-given", &["stands"]);
    let again = anna.try_part(&game, "ann").await;
    assert_eq!((again.status.as_u16(), again.body), (200, json!({"seat": 1})), "as asked twice");
    assert_eq!(anna.state(&game).await["version"], version, "nothing has happened");
    bert.try_part(&game, "bo").await.assert_error(403, "no-seat", &[]);
    bert.join_only(&game).await;
    assert_waits(&anna, &game, json!([null, "ann", null]), json!([0])).await;
    bert.try_part(&game, "bo").await;
    let state = bert.state(&game).await;
    assert_eq!((count(&state), &state["dice"]["awaits"]), (1, &json!([])));
    bert.try_part(&game, "Bo").await.assert_error(409, "dice-part-given", &[]);
    assert_eq!(bert.state(&game).await, state);

    for wanted in [
        json!({"game": "grand-chess", "opponent": "hot-seat"}),
        kaleido(2, &json!(["you", "you"])),
        json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"}),
        json!({"game": "clouded-klinzha", "opponent": "hot-seat"}),
    ] {
        let game = anna.open_only(&wanted).await;
        let version = anna.state(&game).await["version"].clone();
        let refused = anna.try_part(&game, "ann").await;
        refused.assert_error(409, "no-dice-parts", &["no dice"]);
        assert_eq!(anna.state(&game).await["version"], version);
    }
}

/// A player who leaves without having given a part does not block the game, and cannot add a part
/// after the end.
#[tokio::test]
async fn a_player_who_leaves_owes_no_part() {
    let server = TestServer::start().await;
    let (anna, bert, carl) = (server.guest().await, server.guest().await, server.guest().await);
    let game = anna.open_only(&with_dice(3, &json!(["you", "open", "open"]), 60)).await;
    bert.join_only(&game).await;
    carl.join_only(&game).await;
    anna.try_part(&game, "ann").await;
    carl.act(&game, &json!({"act": "resign"})).await;
    assert_waits(&anna, &game, json!(["ann", null, null]), json!([1])).await;
    carl.try_part(&game, "carl").await.assert_error(409, "dice-part-late", &["any more"]);
    assert_eq!(bert.try_part(&game, "bo").await.status, 200);
    let state = anna.state(&game).await;
    let first = face(&state).expect("a throw");
    assert_eq!((count(&state), &state["dice"]["parts"]), (1, &json!(["ann", "bo", null])));
    bert.act(&game, &json!({"act": "resign"})).await;
    let seed = anna.state(&game).await["dice"]["seed"].as_str().expect("a seed").to_owned();
    assert!(seed.ends_with(".ann.bo"), "{seed}");
    assert_eq!(throw_by_hand(&seed, 1, 1), [first]);
    carl.try_part(&game, "carl").await.assert_error(409, "dice-part-late", &[]);

    // A game that ends before its parts are complete has only the server's seed.
    let game = anna.open_only(&with_dice(2, &json!(["you", "open"]), 60)).await;
    bert.join_only(&game).await;
    let commitment = anna.state(&game).await["dice"]["commitment"].clone();
    bert.act(&game, &json!({"act": "resign"})).await;
    let state = anna.state(&game).await;
    let seed = state["dice"]["seed"].as_str().expect("a seed");
    assert_eq!((&state["dice"]["awaits"], count(&state)), (&json!([]), 0));
    assert_eq!((commitment, seed.len()), (json!(hex(seed)), 64));
    anna.try_part(&game, "ann").await.assert_error(409, "dice-part-late", &["any more"]);
}

/// "No way for a client to choose or foresee a throw."
#[tokio::test]
async fn nothing_that_a_client_does_throws_dice() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let mut wanted = with_dice(2, &json!(["you", "open"]), 60);
    wanted["start"] = json!({"position": PAWNS});
    let game = anna.open(&wanted).await;
    bert.join(&game).await;
    for _ in 0..3 {
        move_on(&game, &[&anna, &bert]).await;
    }
    let before = anna.state(&game).await;
    let turn = to_act(&before).expect("somebody is to move");
    let (mover, other) = if turn == 0 { (&anna, &bert) } else { (&bert, &anna) };
    let face = face(&before).expect("a throw");
    let text = choices(&mover.state(&game).await)[0].clone();
    let version = before["version"].as_u64().expect("a version");
    for caller in [mover, other, &server.guest().await] {
        for act in [
            json!({"act": "throw", "faces": [6]}),
            json!({"act": "throw"}),
            json!({"act": "submit", "text": text, "faces": [6]}),
            json!({"act": "submit", "text": format!("{}:{text}", face % 6 + 1)}),
            json!({"act": "submit", "text": "--"}),
            json!({"act": "submit", "text": format!("{face}:--")}),
            json!({"act": "submit", "text": format!("{face}:1I-1I")}),
            json!({"act": "submit", "text": text, "expect": version - 1}),
            json!({"act": "submit", "text": text, "expect": version + 1}),
            json!({"act": "ask-takeback"}),
            json!({"act": "answer-takeback", "accept": true}),
            json!({"act": "resign", "expect": version - 1}),
        ] {
            let answer = caller.try_act(&game, &act).await;
            assert!(answer.status.is_client_error(), "{act}: {answer:?}");
        }
    }
    let wrong = json!({"act": "submit", "text": format!("{}:{text}", face % 6 + 1)});
    mover.try_act(&game, &wrong).await.assert_error(422, "wrong-throw", &[&face.to_string()]);
    let stale = json!({"act": "submit", "text": text, "expect": version - 1});
    mover.try_act(&game, &stale).await.assert_error(409, "stale", &[]);
    assert_eq!(anna.state(&game).await["dice"], before["dice"]);
    assert_eq!(anna.state(&game).await["scene"]["frame"], before["scene"]["frame"]);
    // Reading, connecting and disconnecting throw no dice.
    drop(bert.socket(&game).await);
    bert.join(&game).await;
    for path in ["frames", "record", "picture.svg", "paths?text=x"] {
        anna.get(&format!("/api/games/{game}/{path}")).await;
    }
    // A second part of a player is refused, and so is a part of a guest who does not play.
    for caller in [mover, other, &server.guest().await] {
        for part in ["1", "2"] {
            assert!(caller.try_part(&game, part).await.status.is_client_error());
        }
    }
    assert_eq!(anna.state(&game).await["dice"], before["dice"]);
    // Offers throw no dice; the throw stays the same during them.
    other.act(&game, &json!({"act": "offer-draw"})).await;
    mover.act(&game, &json!({"act": "decline-draw"})).await;
    assert_eq!(anna.state(&game).await["dice"], before["dice"]);

    // Of two copies of one act sent at once, one is done; the other names an outdated version.
    let act =
        json!({"act": "submit", "text": format!("{face}:{text}"), "expect": before["version"]});
    let version = mover.state(&game).await["version"].clone();
    let act = json!({"act": "submit", "text": act["text"], "expect": version});
    let (one, two) = tokio::join!(mover.try_act(&game, &act), mover.try_act(&game, &act));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
    let after = anna.state(&game).await;
    let moved = after["moves"].as_array().map_or(0, Vec::len) as u64;
    assert_eq!(count(&after), moved + 1, "one throw for each turn, and no more");
}

/// After a restart the game continues with the next throw of the same seed.
#[tokio::test]
async fn a_restart_changes_no_throw() {
    let mut server = TestServer::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&with_dice(2, &json!(["you", "open"]), 8)).await;
    bert.join(&game).await;
    let commitment = anna.state(&game).await["dice"]["commitment"].clone();
    for _ in 0..6 {
        let before = anna.state(&game).await;
        server = server.restart().await;
        anna.base.clone_from(&server.base);
        bert.base.clone_from(&server.base);
        assert_eq!(anna.state(&game).await, before);
        if phase(&before) == "over" {
            break;
        }
        move_on(&game, &[&anna, &bert]).await;
    }
    play_out(&game, &[&anna, &bert]).await;
    check(&server, &game, &commitment).await;
}

/// Stores a game as an older or broken server left it.
async fn store(server: TestServer, id: &str, body: Value) -> TestServer {
    let home = server.stop().await;
    let file = home.path().join("data/heterodox.sqlite");
    let store = SqliteStore::open(&file).await.expect("the store opens");
    let game = NewGame {
        id: id.to_owned(),
        body: body.to_string(),
        created_ms: 1_700_000_000_000,
        derived: Derived::default(),
        outbox: Vec::new(),
    };
    store.create_game(game).await.expect("the game is stored");
    store.close().await;
    TestServer::start_in(home).await
}

/// The server was killed after it stored the game and before it stored the first throw: the throw
/// follows from the seed.
#[tokio::test]
async fn a_kill_changes_no_throw() {
    let server = TestServer::start().await;
    let mut anna = server.guest().await;
    let body = json!({"game": "kaleidochess", "options": {"dice": "on"}, "start": {"setup": true},
        "players": [{"user": anna.name}, {"user": anna.name}], "dice": "qapla"});
    let body = json!({"v": 4, "content": body});
    let server = store(server, "killed22", body).await;
    anna.base.clone_from(&server.base);
    let state = anna.state("killed22").await;
    assert_eq!((&state["dice"]["commitment"], count(&state)), (&json!(hex("qapla")), 0));
    assert_eq!(anna.try_part("killed22", "ann").await.status, 200);
    // printf '%s' 'throw 1.0 qapla.ann' | sha256sum begins with 8f, which is 143 = 23 * 6 + 5.
    let state = anna.state("killed22").await;
    assert_eq!(state["scene"]["notices"][0]["args"], json!([["seat", "0"], ["face", "6"]]));
    let seed = "qapla.ann";
    assert_eq!((throw(seed, 1, 1), throw_by_hand(seed, 1, 1)), (vec![6], vec![6]));
}

#[tokio::test]
async fn a_throw_that_nobody_uses_has_its_number() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&with_dice(4, &json!(["you", "you", "you", "you"]), 60)).await;
    let before = anna.state(&game).await;
    // When Red leaves, White's throw stays the same.
    anna.act(&game, &json!({"act": "resign", "seat": 1})).await;
    let state = anna.state(&game).await;
    assert_eq!(state["dice"], before["dice"]);
    assert_eq!(
        state["scene"]["frame"]["position"].as_str().and_then(|p| p.split(' ').nth(3)),
        before["scene"]["frame"]["position"].as_str().and_then(|p| p.split(' ').nth(3))
    );
    anna.act(&game, &json!({"act": "resign", "seat": 0})).await;
    let state = anna.state(&game).await;
    assert_eq!((count(&state), to_act(&state)), (2, Some(2)));
    anna.act(&game, &json!({"act": "resign", "seat": 3})).await;
    let over = anna.state(&game).await;
    let seed = over["dice"]["seed"].as_str().expect("the seed").to_owned();
    assert_eq!(face(&before), Some(throw(&seed, 1, 1)[0]));
    assert_eq!(face(&state), Some(throw(&seed, 2, 1)[0]));
}

/// Klin Zha's cast; a game that starts from a ready-made array has no throw.
#[tokio::test]
async fn the_cast_of_klin_zha_can_be_checked() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open_only(&json!({"game": "klinzha", "opponent": "hot-seat"})).await;
    let state = anna.state(&game).await;
    let commitment = state["dice"]["commitment"].clone();
    assert_eq!((count(&state), &state["dice"]["seed"]), (0, &Value::Null));
    anna.submit(&game, &choices(&state)[0]).await;
    let state = anna.state(&game).await;
    assert_eq!((count(&state), &state["dice"]["awaits"]), (0, &json!([0])), "the cast waits");
    assert_eq!((to_act(&state), choices(&state).len()), (None, 0));
    anna.add_to_dice(&game).await;
    let state = anna.state(&game).await;
    assert_eq!((count(&state), to_act(&state).is_some()), (1, true));
    let notices = state["scene"]["notices"].as_array().expect("notices");
    let cast = notices.iter().find(|notice| notice["key"] == "cast").expect("a cast").clone();
    anna.act(&game, &json!({"act": "resign"})).await;
    let state = anna.state(&game).await;
    let seed = state["dice"]["seed"].as_str().expect("the seed").to_owned();
    assert_eq!(commitment, hex(seed.split('.').next().expect("the server's part")));
    assert!(seed.ends_with(&format!(".{}", anna.name)), "{seed}");
    let faces = throw(&seed, 1, 2);
    assert_eq!(faces, throw_by_hand(&seed, 1, 2));
    for (name, face) in ["a", "b"].iter().zip(faces) {
        let told = cast["args"].as_array().expect("pairs").iter().find(|pair| pair[0] == *name);
        assert_eq!(told.expect("both dice")[1], face.to_string());
    }

    let still =
        json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "hot-seat"});
    let quiet = kaleido(2, &json!(["you", "open"]));
    let grand = json!({"game": "grand-chess", "opponent": "open"});
    // In a game with hidden information the seed would reveal hidden facts.
    let hidden = json!({"game": "clouded-klinzha", "opponent": "open"});
    for wanted in [still, quiet, grand, hidden] {
        let game = anna.open(&wanted).await;
        assert_eq!(anna.state(&game).await["dice"], Value::Null, "{wanted}");
        if wanted["opponent"] == "hot-seat" {
            anna.act(&game, &json!({"act": "resign"})).await;
        } else {
            anna.withdraw(&game).await;
        }
        assert_eq!(anna.state(&game).await["dice"], Value::Null, "{wanted}");
    }
}
