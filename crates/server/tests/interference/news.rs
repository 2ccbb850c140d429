//! Lists, feeds, the bell, and what is to be mailed, pushed and called: what a player does unseen
//! in its setup changes nothing of them.

use super::wire::{Ask, Socket};
use super::world::{Caller, OWN_FEED, World, json_of};
use heterodox_store::{Append, OutboxItem};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::indistinguishable_pairs::{place, random_placement};
use serde_json::json;

/// A fault that is seeded into the rows and items of each append to a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NewsLeak {
    /// The opponent is told of every event.
    EveryEvent,
    /// What is told has the text of the event before it.
    Text,
    /// What is told has the length of the log.
    Length,
    /// What is told is dated by the last event.
    ToldAt,
    /// Lists are ordered by the last event.
    ListMoment,
    /// Lists count events and not plies.
    ListPlies,
    /// The deadline follows the last event.
    ListDeadline,
    /// Lists have a word on the setup.
    ListWord,
    /// The badge counts unseen acts: the opponent is shown to be on turn after each.
    Badge,
}

pub(crate) const LEAKS: [NewsLeak; 9] = [
    NewsLeak::EveryEvent,
    NewsLeak::Text,
    NewsLeak::Length,
    NewsLeak::ToldAt,
    NewsLeak::ListMoment,
    NewsLeak::ListPlies,
    NewsLeak::ListDeadline,
    NewsLeak::ListWord,
    NewsLeak::Badge,
];

impl NewsLeak {
    /// Adds the fault to an append. `before` is the text of the last event before it.
    pub(crate) fn add(self, append: &mut Append, before: &str) {
        let (length, at_ms) = (append.after, append.events.last().map_or(0, |event| event.at_ms));
        let summary = &mut append.derived.summary;
        match self {
            Self::EveryEvent => {
                let opponent = append.derived.seats.get(1).and_then(|seat| seat.user.clone());
                append.outbox.extend(opponent.map(|user| OutboxItem {
                    id: format!("leak{length:08}"),
                    at_ms,
                    due_ms: at_ms,
                    kind: "news".to_owned(),
                    user,
                    dedupe_key: format!("leak {} {length}", append.game),
                    body: "{}".to_owned(),
                }));
            }
            Self::Text => append.outbox.iter_mut().for_each(|item| item.body += before),
            Self::Length => {
                append.outbox.iter_mut().for_each(|item| item.body += &length.to_string());
            }
            Self::ToldAt => {
                append.outbox.iter_mut().for_each(|item| item.at_ms += length.cast_signed());
            }
            Self::ListMoment => summary.last_ms = at_ms + length.cast_signed(),
            Self::ListPlies => summary.plies = length as u32,
            Self::ListDeadline => {
                summary.deadline_ms = summary.deadline_ms.map(|ms| ms + length.cast_signed());
            }
            Self::ListWord => summary.start = format!("setup {length}"),
            Self::Badge => {
                for seat in &mut append.derived.seats {
                    seat.to_act |= length % 2 == 1;
                }
            }
        }
    }
}

/// All that reaches Ben and strangers, while Anna sets up with these steps between the first ones
/// and the last.
async fn told(steps: &[String], placed: &str, leak: Option<NewsLeak>) -> Vec<(String, String)> {
    let world = World::new(|router| router);
    world.script.set_time(0);
    world.script.load(&[6, 5]);
    world.leak_news(leak);
    let (anna, ben) = (world.guest().await, world.guest().await);
    world.make_person(&anna, "Anna").await;
    world.make_person(&ben, "Ben").await;
    let wanted = json!({"game": "clouded-klinzha", "options": {"clouds": "blind"},
        "opponent": "open", "seat": 0, "visibility": "public", "time": {"controls": ["3d/move"]}});
    let opened = world.done(&anna, "/api/games", &wanted).await;
    let game = opened["id"].as_str().expect("an id").to_owned();
    world.done(&ben, &format!("/api/games/{game}/join"), &json!({})).await;
    let mut bell = world.socket(&ben, "/api/me/socket").await;
    let mut told = Vec::new();
    let act = async |text: &str| {
        let body = json!({"act": "submit", "text": text});
        world.done(&anna, &format!("/api/games/{game}/acts"), &body).await;
    };
    for step in ["cast", "option first", "take gold north"] {
        act(step).await;
    }
    heard(&mut bell, &mut told).await;
    world.script.set_time(60_000);
    for step in steps {
        act(step).await;
        // The bell is heard after each: that it rings tells, too.
        heard(&mut bell, &mut told).await;
    }
    act(placed).await;
    world.script.set_time(120_000);
    reached(&world, &ben, &mut told, "while Anna sets up").await;
    act("done").await;
    heard(&mut bell, &mut told).await;
    reached(&world, &ben, &mut told, "when it is Ben's turn").await;
    told.retain(|(_, text)| !text.is_empty());
    told
}

/// What the bell says.
async fn heard(bell: &mut Socket, told: &mut Vec<(String, String)>) {
    let messages = bell.all().await.into_iter();
    // The last one answers the question whether there are more.
    for message in messages.filter(|message| !message.contains("bad-json")) {
        told.push(("the bell".to_owned(), message));
    }
}

async fn reached(world: &World, ben: &Caller, told: &mut Vec<(String, String)>, when: &str) {
    let me = json_of(&world.ask(ben, Ask::get("/api/me")).await);
    let user = me["id"].as_str().expect("an id");
    for item in world.outbox_of(user).await {
        let OutboxItem { kind, at_ms, due_ms, dedupe_key, body, .. } = item;
        told.push((
            format!("{when}: the outbox"),
            format!("{kind} {at_ms} {due_ms} {dedupe_key} {body}"),
        ));
    }
    let turns = format!("/feeds/{OWN_FEED}/turns.atom");
    let deadlines = format!("/feeds/{OWN_FEED}/deadlines.ics");
    for path in [
        "/api/me/games",
        "/api/offers",
        "/api/running",
        "/api/archive",
        "/api/users/Anna",
        "/games",
        "/offers",
        "/watch",
        "/archive",
        "/u/Anna",
        "/",
        &turns,
        &deadlines,
    ] {
        for (who, caller) in [("Ben", ben), ("a stranger", &Caller::default())] {
            let answer = world.ask(caller, Ask::get(path)).await;
            told.push((
                format!("{when}: {path} by {who}"),
                String::from_utf8_lossy(&answer).into_owned(),
            ));
        }
    }
}

/// Two setups that Ben cannot tell apart: one is done at once, in the other much is tried first.
async fn differences(seed: u64, leak: Option<NewsLeak>) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let placements: Vec<String> =
        (0..3).map(|_| place(&random_placement(&mut rng, "north"))).collect();
    let mut fumbled = Vec::new();
    for tried in &placements[..2] {
        fumbled.extend([tried.clone(), "clear".to_owned()]);
    }
    let one = told(&[], &placements[2], leak).await;
    let other = told(&fumbled, &placements[0], leak).await;
    assert!(one.len() > 40, "{one:?}");
    assert!(one.iter().any(|(what, _)| what.contains("the outbox")), "Ben is told of his turn");
    let mut differences: Vec<String> = one
        .iter()
        .zip(&other)
        .filter(|(one, other)| one != other)
        .map(|(one, other)| format!("{one:?}\n{other:?}"))
        .collect();
    if one.len() != other.len() {
        differences.push(format!("{} and {} are told", one.len(), other.len()));
    }
    differences
}

#[tokio::test]
async fn what_is_done_unseen_is_in_no_list_and_no_news() {
    for seed in 0..3 {
        let found = differences(seed, None).await;
        assert!(found.is_empty(), "{seed}: {}", found.join("\n\n"));
    }
}

#[tokio::test]
async fn every_seeded_leak_of_lists_and_news_is_found() {
    for leak in LEAKS {
        assert!(!differences(7, Some(leak)).await.is_empty(), "{leak:?}");
    }
}
