//! Clocks of hidden games: how a player spends its time unseen is told to no other user.
//!
//! In one of two games the player who places its warriors dawdles over many steps, in the other it
//! makes one. Both hand the turn over at the same moment. Clocks, deadlines, pauses and flags must
//! be the same for all other receivers.

use super::leaks::{IN_CLOCKS, Leak, NO_LEAK};
use super::pairs::{Game, Opponent, Pair, submit};
use super::wire::Ask;
use super::world::json_of;
use heterodox_rules::Viewer;
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::indistinguishable_pairs::{VIEWERS, place, random_placement};
use serde_json::{Value, json};
use std::time::Duration;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;

/// The moment in both games.
struct Time(i64);

impl Time {
    /// Lets time pass in both games.
    fn pass(&mut self, pair: &Pair, ms: i64) {
        self.0 += ms;
        pair.games.iter().for_each(|game| game.world.script.set_time(self.0));
    }
}

/// A setup with clocks in which seat 0 has taken Gold and the north.
async fn begun(control: &str, leak: Option<&'static Leak>) -> Game {
    let what = [&json!({"clouds": "blind"}), &json!({"setup": true})];
    let guest = Opponent::Guest;
    let game = Game::open_timed(what, Some(control), 0, guest, leak, &[6, 5]).await;
    game.world.wake();
    for step in ["cast", "option first", "take gold north"] {
        game.must(0, &submit(step)).await;
    }
    game
}

/// The state of a game for a caller without a seat.
async fn state(game: &Game) -> Value {
    let ask = Ask::get(format!("/api/games/{}", game.id));
    json_of(&game.world.ask(&game.onlookers[1], ask).await)
}

/// The player on seat 0 goes on vacation, or comes back.
async fn take_vacation(game: &Game, on: bool) {
    if on {
        game.world.make_person(&game.seats[0], "Dawdler").await;
    }
    let ask = Ask::post("/api/me/vacation", json!({ "on": on }).to_string()).method("PUT");
    let me = json_of(&game.world.ask(&game.seats[0], ask).await);
    assert_eq!(me["vacation"]["on"], on, "{me}");
    assert_eq!(state(game).await["clock"]["seats"][0]["vacation"], on);
}

/// Plays a pair of games in which the first player dawdles in one, and then lets the other's time
/// run out. Returns the pair and whether both games came to that end.
async fn dawdled(
    rng: &mut Rng,
    control: &str,
    viewer: Viewer,
    leak: Option<&'static Leak>,
) -> (Pair, bool) {
    let games = [begun(control, leak).await, begun(control, leak).await];
    let mut pair = Pair::new(games, viewer).await;
    let mut time = Time(0);
    let placed = place(&random_placement(rng, "north"));
    let mut alike = true;
    for step in [placed.as_str(), "clear", placed.as_str(), "clear"] {
        time.pass(&pair, 7 * SECOND);
        pair.games[0].confess(String::new());
        pair.games[0].must(0, &submit(step)).await;
        alike &= pair.compare(rng, false).await;
    }
    time.pass(&pair, 20 * SECOND);
    for game in &pair.games {
        game.confess(String::new());
        game.must(0, &submit(&placed)).await;
    }
    alike &= pair.compare(rng, false).await;
    // All agree on a pause; what is done before it leaves no trace in it either.
    time.pass(&pair, SECOND);
    for game in &pair.games {
        game.must(1, &json!({"act": "offer-pause"})).await;
        game.must(0, &json!({"act": "offer-pause"})).await;
    }
    alike &= pair.compare(rng, false).await;
    time.pass(&pair, 3 * MINUTE);
    for game in &pair.games {
        game.must(0, &json!({"act": "resume"})).await;
    }
    // The player goes on vacation, and comes back.
    for on in [true, false] {
        time.pass(&pair, 13 * SECOND);
        for game in &pair.games {
            take_vacation(game, on).await;
        }
        alike &= pair.compare(rng, false).await;
    }
    for game in &pair.games {
        game.must(0, &submit("done")).await;
    }
    alike &= pair.compare(rng, false).await;
    if !alike {
        return (pair, false);
    }
    // The other player never places anything, and is flagged.
    let until = state(&pair.games[0]).await["clock"]["seats"][1]["until_ms"].as_i64();
    let Some(until) = until else { return (pair, false) };
    time.pass(&pair, until - 1_700_000_000_000 - time.0 + MINUTE);
    for game in &pair.games {
        while state(game).await["scene"]["outcome"].is_null() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    // The truth is open now; the clocks are still a function of the hand-overs.
    let [one, other] = [state(&pair.games[0]).await, state(&pair.games[1]).await];
    let same = ["clock", "time", "spent_ms"].iter().all(|key| one[key] == other[key]);
    (pair, same && one["scene"]["outcome"]["reason"] == "time")
}

async fn clocks(leak: Option<&'static Leak>) -> (usize, Vec<String>) {
    let mut rng = Rng::new(9);
    let (mut moments, mut differences) = (0, Vec::new());
    for control in ["7d+1d cap 14d floor 12h setup 2d", "4h 3x1h"] {
        for viewer in [VIEWERS[1], VIEWERS[2]] {
            let (pair, ended) = dawdled(&mut rng, control, viewer, leak).await;
            moments += pair.moments;
            assert!(ended || pair.difference.is_some() || leak.is_some(), "the end is the same");
            differences.extend(pair.difference.map(|text| format!("{:?}: {text}", pair.viewer)));
            if leak.is_some() && !differences.is_empty() {
                return (moments, differences);
            }
        }
    }
    (moments, differences)
}

#[tokio::test]
async fn how_a_player_spends_its_time_unseen_is_told_to_nobody() {
    let (moments, differences) = clocks(None).await;
    assert_eq!(differences, Vec::<String>::new());
    assert!(moments >= 36, "too little was compared: {moments}");
}

#[tokio::test]
async fn the_code_that_leaks_is_silent_about_no_leak_of_the_clocks() {
    let (_, differences) = clocks(Some(&NO_LEAK)).await;
    assert_eq!(differences, Vec::<String>::new());
}

#[tokio::test]
async fn every_seeded_leak_of_the_clocks_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_CLOCKS {
        let (moments, differences) = clocks(Some(leak)).await;
        if differences.is_empty() {
            missed.push((leak.name, moments));
        }
    }
    assert_eq!(missed, Vec::new());
}
