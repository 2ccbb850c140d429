//! What is said beside the moves: chats, private notes and exports of people who play and watch a
//! hidden game tell nothing of what is done unseen, and nothing of the other room.

use super::leaks::{IN_TALK, Leak};
use super::pairs::{Game, Opponent, Pair};
use super::setup::{begun, fumble};
use heterodox_rules::Viewer;
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::indistinguishable_pairs::{VIEWERS, place, random_placement};
use serde_json::json;

/// A setup of people with accounts, who may write free text and keep notes.
async fn people(leak: Option<&'static Leak>) -> Game {
    let game = begun("blind", Opponent::Guest, leak).await;
    game.world.script.set_time(0);
    let callers = game.seats.iter().chain([&game.onlookers[0]]);
    for (caller, name) in callers.zip(["Anna", "Bert", "Carl"]) {
        game.world.make_person(caller, name).await;
    }
    game
}

/// Two games in one of which more is done and said that the viewer must not notice.
async fn talks(leak: Option<&'static Leak>) -> (usize, Vec<String>) {
    let mut rng = Rng::new(11);
    let (mut moments, mut differences) = (0, Vec::new());
    for viewer in [VIEWERS[1], Viewer::Public] {
        let mut pair = Pair::new([people(leak).await, people(leak).await], viewer).await;
        let placed = place(&random_placement(&mut rng, "north"));
        for round in 0..3 {
            for game in &pair.games {
                let path = format!("/api/games/{}/chat", game.id);
                let text = json!({"room": "table", "text": format!("round {round}")});
                game.world.done(&game.seats[1], &path, &text).await;
            }
            pair.chat().await;
            if !pair.compare(&mut rng, false).await {
                break;
            }
            let game = &pair.games[round % 2];
            fumble(game, 0, &placed).await;
            pair.mutter(game).await;
            pair.mutter(game).await;
        }
        moments += pair.moments;
        differences.extend(pair.difference.map(|text| format!("{viewer:?}: {text}")));
    }
    (moments, differences)
}

#[tokio::test]
async fn what_is_said_tells_nothing_of_what_is_unseen() {
    let (moments, differences) = talks(None).await;
    assert_eq!(differences, Vec::<String>::new());
    assert_eq!(moments, 6);
}

#[tokio::test]
async fn every_seeded_leak_of_the_talk_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_TALK {
        let (moments, differences) = talks(Some(leak)).await;
        if differences.is_empty() {
            missed.push((leak.name, moments));
        }
    }
    assert_eq!(missed, Vec::new());
}
