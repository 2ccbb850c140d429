//! Whole games between guests.

use crate::harness::{Caller, TestServer, choices, phase, quick, quick_game, to_act};
use serde_json::{Value, json};

/// A setup step that shortens the setup.
pub(crate) fn setup_step(state: &Value) -> String {
    let choices = choices(state);
    let starting = |start: &str| choices.iter().find(|text| text.starts_with(start)).cloned();
    match phase(state) {
        "option" => "option first".to_owned(),
        "place" => starting("done").or_else(|| starting("array")).expect("an array"),
        _ => choices[0].clone(),
    }
}

async fn set_up(game: &str, seats: &[Caller; 2]) -> Vec<String> {
    let mut phases = Vec::new();
    loop {
        let seat = to_act(&seats[0].state(game).await).expect("somebody is to act");
        let state = seats[seat].state(game).await;
        if phase(&state) == "play" {
            return phases;
        }
        if phases.last().is_none_or(|last| last != phase(&state)) {
            phases.push(phase(&state).to_owned());
        }
        seats[seat].submit(game, &setup_step(&state)).await;
    }
}

#[tokio::test]
async fn a_whole_game_from_the_spindles_to_resignation() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&json!({"game": "klinzha", "opponent": "open", "seat": 1})).await;
    let waiting = anna.state(&game).await;
    assert_eq!((&waiting["open"], &waiting["seat"]), (&json!(true), &json!(1)));
    assert_eq!(waiting["players"][0], Value::Null);
    assert_eq!(waiting["players"][1]["guest"], anna.name.as_str());

    let bert = server.guest().await;
    assert_eq!(bert.join(&game).await, 0);
    assert_eq!(bert.join(&game).await, 0, "who sits keeps the seat");
    assert_eq!(anna.join(&game).await, 1);
    assert_eq!(bert.state(&game).await["open"], false);

    let seats = [bert, anna];
    let phases = set_up(&game, &seats).await;
    assert_eq!(phases, ["cast", "option", "take", "place", "take", "place", "goal"]);

    for ply in 1..=12 {
        let seat = to_act(&seats[0].state(&game).await).expect("somebody is to move");
        let state = seats[seat].state(&game).await;
        let choices = choices(&state);
        let text = &choices[ply * 7 % choices.len()];
        let version = seats[seat].submit(&game, text).await;
        let state = seats[seat].state(&game).await;
        assert_eq!(state["version"], version);
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(ply));
        assert_eq!(state["moves"][ply - 1], text.as_str());
        if phase(&state) == "over" {
            break;
        }
    }
    let running = seats[0].state(&game).await;
    if running["scene"]["outcome"].is_null() {
        seats[0].act(&game, &json!({"act": "resign"})).await;
    }

    let over = server.nobody().state(&game).await;
    assert!(!over["scene"]["outcome"].is_null(), "{}", over["scene"]);
    assert_eq!(phase(&over), "over");
    let refused = seats[0].try_act(&game, &json!({"act": "resign"})).await;
    refused.assert_error(422, "game-over", &[]);

    // The game stays at its address: its frames, its record, its pictures.
    let plies = over["moves"].as_array().expect("moves").len();
    let frames = server.nobody().get(&format!("/api/games/{game}/frames")).await.body;
    assert_eq!(frames["frames"].as_array().map(Vec::len), Some(plies + 1));
    let record = server.nobody().get(&format!("/api/games/{game}/record")).await.body;
    let record = record.as_str().expect("text");
    assert!(record.contains(&seats[0].name) && record.contains("game: klinzha"), "{record}");
    let imported = seats[0].post_text("/api/records", "text/plain", record).await;
    assert_eq!((imported.status.as_u16(), &imported.body["warnings"]), (201, &json!([])));
}

#[tokio::test]
async fn a_draft_is_seen_by_who_places_and_nobody_else() {
    let server = TestServer::start().await;
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&json!({"game": "klinzha", "opponent": "open", "seat": 0})).await;
    bert.join(&game).await;
    let seats = [anna, bert];
    let mut bert_watches = seats[1].socket(&game).await;
    loop {
        let state = seats[0].state(&game).await;
        if phase(&state) == "place" {
            break;
        }
        let seat = to_act(&state).expect("somebody is to act");
        seats[seat].submit(&game, &setup_step(&seats[seat].state(&game).await)).await;
    }
    let placing = to_act(&seats[0].state(&game).await).expect("somebody places");
    let array = setup_step(&seats[placing].state(&game).await);
    let version = seats[placing].submit(&game, &array).await;

    let pieces =
        |state: &Value| state["scene"]["frame"]["pieces"].as_array().expect("pieces").len();
    let own = seats[placing].state(&game).await;
    assert_eq!((pieces(&own), choices(&own).is_empty()), (9, false));
    for blind in [&seats[1 - placing], &server.nobody()] {
        let state = blind.state(&game).await;
        assert_eq!((pieces(&state), choices(&state).len()), (0, 0), "{}", state["scene"]);
        let frames = blind.get(&format!("/api/games/{game}/frames")).await.body.to_string();
        let record = blind.get(&format!("/api/games/{game}/record")).await.body.to_string();
        let picture = blind.get(&format!("/api/games/{game}/picture.svg")).await.body;
        let own = seats[placing].get(&format!("/api/games/{game}/picture.svg")).await.body;
        assert!(!frames.contains("\"kind\":\"Fl\"") && !record.contains("Fl"), "{frames} {record}");
        assert_ne!(picture, own);
    }
    if placing == 0 {
        let state = bert_watches.wait(|state| state["version"] == version).await;
        assert_eq!(pieces(&state), 0);
    }
    seats[placing].submit(&game, "done").await;
    assert_eq!(pieces(&server.nobody().state(&game).await), 9);
}

#[tokio::test]
async fn options_starts_and_seats_are_as_asked_for() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let position =
        anna.state(&anna.open(&quick(&json!("open"))).await).await["scene"]["frame"]["position"]
            .clone();
    let game = anna
        .open(&json!({"game": "klinzha", "start": {"position": position}, "opponent": "open",
            "options": {"goal-safety": "enforced"}}))
        .await;
    assert_eq!(anna.state(&game).await["scene"]["frame"]["position"], position);

    let mut seats = [0, 0];
    for _ in 0..40 {
        let game = anna.open(&json!({"game": "klinzha", "opponent": "open"})).await;
        seats[anna.state(&game).await["seat"].as_u64().expect("a seat") as usize] += 1;
    }
    assert!(seats[0] > 0 && seats[1] > 0, "{seats:?}");
}

#[tokio::test]
async fn a_draw_is_offered_declined_and_agreed() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let decline = json!({"act": "decline-draw"});
    bert.try_act(&game, &decline).await.assert_error(422, "no-draw-offer", &[]);
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    assert_eq!(bert.state(&game).await["scene"]["draw_offers"], json!([0]));
    bert.act(&game, &decline).await;
    assert_eq!(bert.state(&game).await["scene"]["draw_offers"], json!([]));
    bert.act(&game, &json!({"act": "offer-draw"})).await;
    anna.act(&game, &json!({"act": "offer-draw"})).await;
    let outcome = &server.nobody().state(&game).await["scene"]["outcome"];
    assert_eq!((&outcome["winner"], &outcome["reason"]), (&Value::Null, &json!("agreement")));
}

#[tokio::test]
async fn a_move_is_taken_back_when_the_other_agrees() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let ask = json!({"act": "ask-takeback"});
    anna.try_act(&game, &ask).await.assert_error(422, "nothing-to-take-back", &[]);
    let first = choices(&anna.state(&game).await)[0].clone();
    anna.submit(&game, &first).await;
    anna.act(&game, &ask).await;
    assert_eq!(bert.state(&game).await["scene"]["takeback_asked"], 0);
    bert.act(&game, &json!({"act": "answer-takeback", "accept": false})).await;
    assert_eq!(bert.state(&game).await["moves"], json!([first]));
    anna.act(&game, &ask).await;
    bert.act(&game, &json!({"act": "answer-takeback", "accept": true})).await;
    let state = anna.state(&game).await;
    assert_eq!((&state["moves"], &state["scene"]["to_act"]), (&json!([]), &json!([0])));
    anna.submit(&game, &choices(&state)[1]).await;
}

#[tokio::test]
async fn a_rematch_is_offered_once_and_changes_seats() {
    let server = TestServer::start().await;
    let (game, [anna, bert]) = quick_game(&server).await;
    let path = format!("/api/games/{game}/rematch");
    anna.post(&path, &json!({})).await.assert_error(409, "not-over", &[]);
    anna.act(&game, &json!({"act": "resign"})).await;

    let mut watching = anna.socket(&game).await;
    let offered = anna.post(&path, &json!({})).await;
    assert_eq!(offered.status, 200);
    assert_eq!(anna.post(&path, &json!({})).await.body, offered.body, "the same one");
    let rematch = json!({"by": 0, "id": offered.body["id"]});
    assert_eq!(bert.state(&game).await["rematch"], rematch);
    server.guest().await.post(&path, &json!({})).await.assert_error(403, "no-seat", &[]);
    let agreed = bert.post(&path, &json!({})).await;
    assert_eq!(agreed.status, 200);
    let next = agreed.body["id"].as_str().expect("an id").to_owned();
    assert_eq!(offered.body["id"], next.as_str());
    assert_eq!(anna.post(&path, &json!({})).await.body["id"], next.as_str(), "one rematch only");
    let told = watching.wait(|state| !state["rematch"]["id"].is_null()).await;
    assert_eq!(told["rematch"]["id"], next.as_str());

    let state = bert.state(&next).await;
    assert_eq!((&state["seat"], to_act(&state)), (&json!(0), Some(0)));
    assert_eq!(state["players"][1]["guest"], anna.name.as_str());
    assert_eq!(state["scene"]["phase"], "play", "the setting is the same");
}

#[tokio::test]
async fn a_game_that_nobody_joined_has_no_rematch_and_takes_nobody_after_its_end() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    anna.withdraw(&game).await;
    let rematch = anna.post(&format!("/api/games/{game}/rematch"), &json!({})).await;
    rematch.assert_error(409, "no-opponent", &[]);
    let late = server.guest().await.post(&format!("/api/games/{game}/join"), &json!({})).await;
    late.assert_error(409, "offer-over", &[]);
}

#[tokio::test]
async fn of_two_who_want_the_seat_one_gets_it() {
    let server = TestServer::start().await;
    let anna = server.guest().await;
    let game = anna.open(&quick(&json!("open"))).await;
    let (bert, carl) = (server.guest().await, server.guest().await);
    let path = format!("/api/games/{game}/join");
    let body = json!({});
    let (b, c) = tokio::join!(bert.post(&path, &body), carl.post(&path, &body));
    let mut statuses = [b.status.as_u16(), c.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(anna.state(&game).await["version"], 1);
}

#[tokio::test]
async fn of_two_acts_for_one_version_one_is_done() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let state = anna.state(&game).await;
    let texts = choices(&state);
    let act = |text: &str| json!({"act": "submit", "text": text, "expect": state["version"]});
    let (first, second) = (act(&texts[0]), act(&texts[1]));
    let (a, b) = tokio::join!(anna.try_act(&game, &first), anna.try_act(&game, &second));
    let lost = if a.status == 200 { b } else { a };
    lost.assert_error(409, "stale", &["version 1", "version 2"]);
    assert_eq!(lost.body["error"]["args"], json!({"expected": "1", "version": "2"}));
    assert_eq!(anna.state(&game).await["moves"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn pictures_show_the_board_now_and_then() {
    let server = TestServer::start().await;
    let (game, [anna, _bert]) = quick_game(&server).await;
    let path = format!("/api/games/{game}/picture");
    let before = anna.get(&format!("{path}.svg")).await.body;
    anna.submit(&game, &choices(&anna.state(&game).await)[0]).await;
    let after = anna.get(&format!("{path}.svg")).await.body;
    assert_ne!(before, after);
    assert_eq!(anna.get(&format!("{path}.svg?ply=1")).await.body, after);
    assert_eq!(anna.get(&format!("{path}.svg?ply=0")).await.body, before);
    let ply = anna.get(&format!("{path}.svg?ply=2")).await;
    ply.assert_error(400, "no-such-ply", &["ply 2", "0 to 1"]);
    let png =
        anna.request(reqwest::Method::GET, &format!("{path}.png?ply=0")).send().await.unwrap();
    assert_eq!(png.headers()["content-type"], "image/png");
    assert!(png.bytes().await.unwrap().starts_with(b"\x89PNG"));
}
