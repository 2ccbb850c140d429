//! Facts that a viewer must be shown: a view that hides too much fails too.

use super::leaks::{HIDDEN, Leak};
use super::pairs::{Game, Opponent, submit};
use super::wire::Ask;
use super::world::json_of;
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::{Notice, Reports, Viewer};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{random_map, random_position, setting};
use heterodox_testkit::clouded::indistinguishable_pairs::{VIEWERS, slow_view};
use heterodox_testkit::klinzha::slow;
use serde_json::{Value, json};

/// The facts that are missing in a viewer's state, by the slow umpire and the reports.
fn lacking(game: &Game, viewer: Viewer, state: &Value, reports: Option<&Reports>) -> Vec<String> {
    let mut lacking = Vec::new();
    let (truth, frame) = (game.truth(), &state["scene"]["frame"]);
    let pieces = frame["pieces"].as_array().cloned().unwrap_or_default();
    let mut shown = Vec::new();
    for piece in &pieces {
        let text = |key: &str| piece[key].as_str().unwrap_or_default();
        let cell = slow::cell(text("cell"));
        shown.push(format!("{}{}@{cell}", text("side"), text("kind")));
        if piece["marks"] == json!(["goal"]) {
            shown.push(format!("{}G@{cell}", text("side")));
        }
    }
    let map = truth.clouds();
    let view = slow_view(truth.position().expect("a battle"), &map, viewer);
    for piece in view.split(' ').filter(|word| word.contains('@')) {
        if !shown.iter().any(|other| other == piece) {
            lacking.push(format!("{piece} on the board"));
        }
    }
    for (kind, cells) in [("cloud-edge", map.edge().len()), ("cloud-under", map.under().len())] {
        let areas = frame["areas"].as_array().cloned().unwrap_or_default();
        let of_kind = areas.iter().filter(|area| area["kind"] == kind);
        let count: usize = of_kind.map(|area| area["cells"].as_array().map_or(0, Vec::len)).sum();
        if count != cells {
            lacking.push(format!("clouds: {kind}"));
        }
    }
    let told: &[Notice] = reports.map_or(&[], |reports| reports.of(viewer));
    let notices = state["scene"]["notices"].as_array().cloned().unwrap_or_default();
    for notice in told {
        if !notices.contains(&json!(notice)) {
            lacking.push(format!("the report {}", notice.key));
        }
    }
    let captured = truth.frames().last().map(|frame| json!(frame.captured));
    if Some(&frame["captured"]) != captured.as_ref() {
        lacking.push("what was captured".to_owned());
    }
    if let Viewer::Seat(seat) = viewer
        && game.turn() as usize == seat.index()
    {
        let sight = truth.board_view(Some(game.turn())).expect("a battle");
        let choices = state["scene"]["choices"].as_array().cloned().unwrap_or_default();
        for intent in sight.intents() {
            let text = intent.to_string();
            if !choices.iter().any(|choice| choice["text"] == text.as_str()) {
                lacking.push(format!("the choice {text}"));
            }
        }
    }
    lacking
}

/// Plays battles and returns the missing facts.
async fn battles(count: usize, leak: Option<&'static Leak>) -> Vec<String> {
    let mut rng = Rng::new(11);
    let mut found = Vec::new();
    let mut played = 0;
    while played < count && (leak.is_none() || found.is_empty()) {
        let map = random_map(&mut rng);
        let position = random_position(&mut rng).to_string();
        let drift = if map.under().len() == 81 { "off" } else { *rng.pick(&["off", "1,1,3"]) };
        let mut options = setting(&position, &map.to_string());
        options.options.set(&format!("drift={drift}")).expect("an option");
        let truth = FullInformationGame::open(&options).expect("a game");
        if truth.outcome().is_some() {
            continue;
        }
        played += 1;
        let options = json!({"clouds": map.to_string(), "drift": drift});
        let start = json!({"position": position});
        let mut game = Game::open([&options, &start], 0, Opponent::Guest, leak, &[]).await;
        game.truth = Some(truth);
        let mut reports = None;
        for _ in 0..10 {
            for viewer in VIEWERS {
                let caller = game.callers(viewer)[0].clone();
                let path = format!("/api/games/{}", game.id);
                let state = json_of(&game.world.ask(&caller, Ask::get(&path)).await);
                found.extend(lacking(&game, viewer, &state, reports.as_ref()));
                if let Some(choice) = state["scene"]["choices"].get(0) {
                    let text = choice["text"].as_str().unwrap_or_default().replace(' ', "%20");
                    let ask = Ask::get(format!("{path}/paths?text={text}"));
                    let paths = json_of(&game.world.ask(&caller, ask).await);
                    if paths["paths"].get(0) != choice.get("path") {
                        found.push(format!("the paths of {text}"));
                    }
                }
            }
            let mover = game.turn();
            let sight = game.truth().board_view(Some(mover)).expect("a battle");
            let intents: Vec<String> = sight.intents().iter().map(ToString::to_string).collect();
            let text = rng.pick(&intents).clone();
            let ruling = game.truth.as_mut().expect("a battle").submit(&text).expect("accepted");
            game.must(mover as usize, &submit(&text)).await;
            if ruling.outcome.is_some() {
                opened(&game).await;
                break;
            }
            reports = Some(ruling.reports);
        }
    }
    found
}

/// After the end every viewer sees the true position, and may take the view of each seat.
async fn opened(game: &Game) {
    let truth = game.truth();
    let last = truth.frames().last().map(|frame| json!(frame.pieces));
    for caller in [&game.seats[0], &game.seats[1], &game.onlookers[1]] {
        let state =
            json_of(&game.world.ask(caller, Ask::get(format!("/api/games/{}", game.id))).await);
        assert_eq!(Some(&state["scene"]["frame"]["pieces"]), last.as_ref());
        for (sight, viewer) in ["0", "1", "public"].into_iter().zip(VIEWERS) {
            let path = format!("/api/games/{}/frames?seen=true&as={sight}", game.id);
            let frames = json_of(&game.world.ask(caller, Ask::get(path)).await);
            assert_eq!(frames["frames"], json!(truth.observed_frames(viewer)));
        }
    }
}

#[tokio::test]
async fn what_a_viewer_may_know_is_sent_to_it() {
    assert_eq!(battles(12, None).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_view_that_hides_too_much_fails() {
    let mut missed = Vec::new();
    for leak in HIDDEN {
        if battles(20, Some(leak)).await.is_empty() {
            missed.push(leak.name);
        }
    }
    assert_eq!(missed, Vec::<&str>::new());
}
