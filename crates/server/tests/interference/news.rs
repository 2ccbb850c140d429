//! Lists, feeds, the bell, and mail, push messages and calls of webhooks, byte for byte: what a
//! player does unseen in its setup changes nothing of them.

use super::receivers::{Receivers, Sent};
use super::wire::{Ask, Socket};
use super::world::{Caller, Facts, OWN_FEED, World};
use heterodox_store::{Append, Email, OutboxItem, User, Webhook};
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

/// A fault that is seeded between the outbox and what is sent, so that the outbox is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PayloadLeak {
    /// A mail has the text of the event before the last.
    MailText,
    /// A mail goes to an address with the length of the log.
    MailAddress,
    /// The text of a push message has the number of events.
    PushCount,
    /// A push message has the text of the event before the last.
    PushText,
    /// The body of a webhook's call has the length of the log.
    WebhookLength,
    /// A webhook is called at an address with the length of the log.
    WebhookAddress,
}

/// The leaks of payloads, with the way by which each comes.
pub(crate) const PAYLOAD_LEAKS: [(PayloadLeak, &str); 6] = [
    (PayloadLeak::MailText, "mail"),
    (PayloadLeak::MailAddress, "mail"),
    (PayloadLeak::PushCount, "push"),
    (PayloadLeak::PushText, "push"),
    (PayloadLeak::WebhookLength, "webhook"),
    (PayloadLeak::WebhookAddress, "webhook"),
];

/// The name of the game in the news, which the server shows as it is if it does not know it.
const KIND: &str = "clouded-klinzha";

impl PayloadLeak {
    /// Adds the fault to an item that is to be sent.
    pub(crate) fn change_item(self, item: &mut OutboxItem, facts: &Facts) {
        let (way, fact) = match self {
            Self::PushCount => ("push", facts.length.to_string()),
            Self::PushText => ("push", facts.before.replace('"', "")),
            Self::WebhookLength => ("hook", facts.length.to_string()),
            Self::MailText | Self::MailAddress | Self::WebhookAddress => return,
        };
        if item.kind == way {
            item.body = item.body.replace(KIND, &format!("{KIND} {fact}"));
        }
    }

    /// Adds the fault to the reader of a mail.
    pub(crate) fn change_user(self, user: &mut User, facts: &Facts) {
        if self == Self::MailText {
            user.name = user.name.take().map(|name| format!("{name} {}", facts.before));
        }
    }

    /// Adds the fault to the address of a mail.
    pub(crate) fn change_email(self, email: &mut Email, facts: &Facts) {
        if self == Self::MailAddress {
            email.address = format!("{}.{}", facts.length, email.address);
        }
    }

    /// Adds the fault to the address of a webhook.
    pub(crate) fn change_webhook(self, webhook: &mut Webhook, facts: &Facts) {
        if self == Self::WebhookAddress {
            webhook.url = format!("{}?after={}", webhook.url, facts.length);
        }
    }
}

/// A fault of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    News(NewsLeak),
    Payload(PayloadLeak),
}

/// What was told, and where.
type Told = Vec<(String, String)>;

/// All that reaches Ben and strangers, while Anna sets up with these steps between the first ones
/// and the last. Ben is told by mail, in a browser and by a webhook.
async fn told(receivers: &Receivers, steps: &[String], placed: &str, fault: Option<Fault>) -> Told {
    let world = World::telling(receivers);
    world.script.set_time(0);
    world.script.load(&[6, 5]);
    match fault {
        Some(Fault::News(leak)) => world.leak_news(leak),
        Some(Fault::Payload(leak)) => world.leak_payload(leak),
        None => {}
    }
    let (anna, ben) = (world.guest().await, world.guest().await);
    world.make_person(&anna, "Anna").await;
    world.make_person(&ben, "Ben").await;
    let user = world.user_of(&ben).await;
    world.change_people(receivers.ways_to(&user)).await;
    let wanted = json!({"game": KIND, "options": {"clouds": "blind"},
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
    sent(&world, receivers, &mut told, "before").await;
    world.script.set_time(MINUTE_MS);
    for step in steps {
        act(step).await;
        // The bell is heard after each: that it rings tells, too. So does anything that is sent.
        heard(&mut bell, &mut told).await;
        sent(&world, receivers, &mut told, "after a step").await;
    }
    act(placed).await;
    world.script.set_time(2 * MINUTE_MS);
    sent(&world, receivers, &mut told, "while Anna sets up").await;
    reached(&world, &ben, &user, &mut told, "while Anna sets up").await;
    act("done").await;
    heard(&mut bell, &mut told).await;
    sent(&world, receivers, &mut told, "when it is Ben's turn").await;
    reached(&world, &ben, &user, &mut told, "when it is Ben's turn").await;
    // Mail waits for a while, and the reminder until a day before the end of the time.
    for (minutes, when) in [(60, "an hour later"), (2 * 24 * 60, "two days later")] {
        world.script.set_time((2 + minutes) * MINUTE_MS);
        sent(&world, receivers, &mut told, when).await;
    }
    told.retain(|(_, text)| !text.is_empty());
    told
}

const MINUTE_MS: i64 = 60_000;

/// What is sent now.
async fn sent(world: &World, receivers: &Receivers, told: &mut Told, when: &str) {
    world.deliver().await;
    let label = |(way, text): Sent| (format!("{when}: {way}"), text);
    told.extend(receivers.take().into_iter().map(label));
}

/// What the bell says.
async fn heard(bell: &mut Socket, told: &mut Told) {
    let messages = bell.all().await.into_iter();
    // The last one answers the question whether there are more.
    for message in messages.filter(|message| !message.contains("bad-json")) {
        told.push(("the bell".to_owned(), message));
    }
}

async fn reached(world: &World, ben: &Caller, user: &str, told: &mut Told, when: &str) {
    for item in world.outbox_of(user) {
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
/// Returns where they differ, and both texts.
async fn differences(seed: u64, fault: Option<Fault>) -> Vec<(String, String)> {
    let mut rng = Rng::new(seed);
    let placements: Vec<String> =
        (0..3).map(|_| place(&random_placement(&mut rng, "north"))).collect();
    let mut fumbled = Vec::new();
    for tried in &placements[..2] {
        fumbled.extend([tried.clone(), "clear".to_owned()]);
    }
    let receivers = Receivers::start().await;
    let one = told(&receivers, &[], &placements[2], fault).await;
    let other = told(&receivers, &fumbled, &placements[0], fault).await;
    assert!(one.len() > 40, "{one:?}");
    let count = |what: &str| one.iter().filter(|(label, _)| label.ends_with(what)).count();
    assert!(count(": the outbox") > 0, "Ben is told of his turn");
    if !matches!(fault, Some(Fault::News(_))) {
        // There are two mails: of the turn, and with the reminder.
        let sent = [": mail", ": push", ": webhook"].map(count);
        assert_eq!(sent, [2, 1, 1], "{one:?}");
    }
    let mut differences: Vec<_> = one
        .iter()
        .zip(&other)
        .filter(|(one, other)| one != other)
        .map(|(one, other)| (one.0.clone(), format!("{one:?}\n{other:?}")))
        .collect();
    if one.len() != other.len() {
        let counts = format!("{} and {} are told", one.len(), other.len());
        differences.push(("the number".to_owned(), counts));
    }
    differences
}

#[tokio::test]
async fn what_is_done_unseen_is_in_no_list_and_no_news() {
    for seed in 0..3 {
        let found = differences(seed, None).await;
        assert_eq!(found, [], "{seed}");
    }
}

#[tokio::test]
async fn every_seeded_leak_of_lists_and_news_is_found() {
    for leak in LEAKS {
        assert_ne!(differences(7, Some(Fault::News(leak))).await, [], "{leak:?}");
    }
}

/// The faults are in what is sent and nowhere else, so nothing else may find them.
#[tokio::test]
async fn every_seeded_leak_of_what_is_sent_is_found_there() {
    for (leak, way) in PAYLOAD_LEAKS {
        let found = differences(7, Some(Fault::Payload(leak))).await;
        assert_ne!(found, [], "{leak:?}");
        for (label, texts) in found {
            assert!(label.ends_with(&format!(": {way}")), "{leak:?}: {label}\n{texts}");
        }
    }
}
