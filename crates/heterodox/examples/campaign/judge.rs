//! Compares the logs with what the bots have written down.

use crate::bots::{Answer, Notes, Sent, state_at};
use crate::nodes::Club;
use anyhow::{Context, Result};
use heterodox_host::{Event, Game, LogEntry, Moment, Opening, Outage};
use heterodox_rules::{Act, Viewer};
use heterodox_store::{GameLog, Lists, Outages, PgAddress, PgStore, Store};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

/// How much earlier than the one before it an event may have been received: an act counts from its
/// arrival, and may wait for the database, while another server is faster.
pub(crate) const SKEW_MS: i64 = 15_000;

/// What was found.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) games: usize,
    pub(crate) events: usize,
    pub(crate) acts: usize,
    pub(crate) flags: usize,
    pub(crate) computers: usize,
    pub(crate) outages: usize,
    /// The furthest that the time of an event goes back, in milliseconds.
    pub(crate) back_ms: i64,
    pub(crate) violations: Vec<String>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, events, acts, flags, computers, outages, back_ms, .. } = self;
        write!(
            f,
            "logs: games {games}, events {events}, acts of bots {acts}, of computers {computers}, \
             flags {flags}, outages {outages}, time goes back by {back_ms} ms at most"
        )
    }
}

/// An event as it was found in a log.
struct Found {
    act: Act,
    /// The version of the acting seat before it.
    before: u64,
    /// The versions of the seat after it and after the events that follow at once.
    after: Vec<u64>,
}

/// Replays all logs, and looks for each act in them. `span` is when the campaign ran, by the clock
/// of the database: nothing can have happened at another time.
pub(crate) async fn judge(url: &str, notes: &Notes, span: &RangeInclusive<i64>) -> Result<Verdict> {
    let store = PgStore::open(&PgAddress::parse(url, false)?).await?;
    let outages: Vec<_> = store
        .outages()
        .await?
        .into_iter()
        .map(|(from, to)| Outage { from: Moment(from), to: Moment(to) })
        .collect();
    let mut verdict = Verdict { outages: outages.len(), ..Verdict::default() };
    for outage in &outages {
        if !span.contains(&outage.from.0) || !span.contains(&outage.to.0) {
            verdict.violations.push(format!("{outage:?} is not in {span:?}"));
        }
    }
    let mut sent: HashMap<&str, Vec<&Sent>> = HashMap::new();
    for one in &notes.sent {
        sent.entry(&one.game).or_default().push(one);
    }
    let mut ids = store.game_ids(None, usize::MAX).await?;
    ids.sort();
    for id in &notes.games {
        if ids.binary_search(id).is_err() {
            verdict
                .violations
                .push(format!("game {id}: its opening was acknowledged, and is lost"));
        }
    }
    for id in &ids {
        verdict.games += 1;
        let sent = sent.remove(id.as_str()).unwrap_or_default();
        if let Err(error) = judge_game(&store, id, (&outages, span), &sent, &mut verdict).await {
            verdict.violations.push(format!("game {id}: {error:#}"));
        }
    }
    store.close().await;
    Ok(verdict)
}

async fn judge_game(
    store: &PgStore,
    id: &str,
    (outages, span): (&[Outage], &RangeInclusive<i64>),
    sent: &[&Sent],
    verdict: &mut Verdict,
) -> Result<()> {
    let stored = store.game(id).await?.context("there is no such game")?;
    let events = store.events(id).await?;
    let opening = Opening::decode(&stored.body)?;
    let mut game = Game::open(id, Moment(stored.created_ms), opening)?;
    let mut found: BTreeMap<usize, Vec<Found>> = BTreeMap::new();
    let mut last_ms = stored.created_ms;
    for (number, event) in events.iter().enumerate() {
        verdict.events += 1;
        let entry = LogEntry::decode(&event.body)?;
        let at = Moment(event.at_ms);
        let known = outages.partition_point(|outage| outage.to <= at);
        game.excuse(&outages[..known]);
        verdict.back_ms = verdict.back_ms.max(last_ms - event.at_ms);
        if last_ms - event.at_ms > SKEW_MS {
            let by = last_ms - event.at_ms;
            verdict.violations.push(format!("game {id}: event {number} goes back by {by} ms"));
        }
        last_ms = last_ms.max(event.at_ms);
        if !span.contains(&event.at_ms) {
            let at_ms = event.at_ms;
            let text = format!("game {id}: event {number} at {at_ms}, which is not in {span:?}");
            verdict.violations.push(text);
        }
        if let Event::Act(Act::Flag { seats }) = &entry.event {
            verdict.flags += 1;
            for seat in seats {
                let deadline = game.time().and_then(|time| time.deadline(*seat));
                if deadline.is_none_or(|deadline| deadline >= at) {
                    let text = format!("game {id}: {seat:?} flagged at {at:?} before {deadline:?}");
                    verdict.violations.push(text);
                }
            }
        }
        let acting = match &entry.event {
            Event::Act(act) => act.seat().map(|seat| (seat, act.clone())),
            _ => None,
        };
        let before = acting.as_ref().map(|(seat, _)| game.version(Viewer::Seat(*seat)));
        game.apply_entry(at, &entry).with_context(|| format!("event {number}"))?;
        for (seat, list) in &mut found {
            // What follows at once is stored with the act.
            let version = game.version(Viewer::Seat(heterodox_rules::Seat::new(*seat)));
            if let Some(last) = list.last_mut()
                && last.after.len() < 4
            {
                last.after.push(version);
            }
        }
        if let (Some((seat, act)), Some(before)) = (acting, before) {
            if game.player(seat).is_some_and(|player| player.level().is_some()) {
                verdict.computers += 1;
                continue;
            }
            let after = vec![game.version(Viewer::Seat(seat))];
            found.entry(seat.index()).or_default().push(Found { act, before, after });
        }
    }
    for one in sent {
        let of_seat = found.get(&one.seat).map(Vec::as_slice).unwrap_or_default();
        let is_it = |found: &&Found| found.before == one.expect && is_act(&found.act, one);
        let places: Vec<_> = of_seat.iter().filter(is_it).collect();
        match &one.answer {
            Answer::Done(version) => {
                verdict.acts += 1;
                if !places.iter().any(|place| place.after.contains(version)) {
                    verdict.violations.push(format!("acknowledged and not in the log: {one:?}"));
                }
            }
            // Refused as stale may be one that an earlier try without an answer has stored.
            Answer::Refused(_) | Answer::Open => {}
        }
        if places.len() > 1 {
            verdict.violations.push(format!("{} times in the log: {one:?}", places.len()));
        }
    }
    for (seat, list) in &found {
        for place in list {
            let is_sent = sent.iter().any(|one| {
                one.seat == *seat && place.before == one.expect && is_act(&place.act, one)
            });
            // A draw that the opponent has offered is accepted by an offer; both are sent.
            if !is_sent && matches!(place.act, Act::Submit { .. } | Act::Resign { .. }) {
                verdict.violations.push(format!(
                    "game {id}: in the log and not sent for version {}: {:?}",
                    place.before, place.act
                ));
            }
        }
        let acknowledged =
            |one: &&&Sent| one.seat == *seat && matches!(one.answer, Answer::Done(_));
        let mut versions: Vec<_> = sent.iter().filter(acknowledged).map(|one| one.expect).collect();
        versions.sort_unstable();
        if let Some(twice) = versions.windows(2).find(|pair| pair[0] == pair[1]) {
            let version = twice[0];
            let text = format!("game {id}: two acts acknowledged for version {version} of {seat}");
            verdict.violations.push(text);
        }
    }
    Ok(())
}

fn is_act(act: &Act, sent: &Sent) -> bool {
    match act {
        Act::Submit { text, .. } => sent.text.as_ref() == Some(text),
        Act::Resign { .. } => sent.act == "resign",
        Act::OfferDraw { .. } => sent.act == "offer-draw",
        _ => false,
    }
}

/// Compares what the servers show of the latest games, as each player gets it. Nothing changes any
/// more but by clocks, so they are given a few tries.
pub(crate) async fn compare_nodes(club: &Club, notes: &Notes) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    for (game, seat, token) in notes.players.iter().rev().take(200) {
        let mut states = Vec::new();
        let mut is_same = false;
        for _ in 0..6 {
            states.clear();
            for node in 0..club.nodes.len() {
                states.push(state_at(club, node, game, token).await?);
            }
            is_same = states.windows(2).all(|pair| pair[0] == pair[1]);
            if is_same {
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        if !is_same {
            let keys = states[0].as_object().map(|state| {
                state
                    .keys()
                    .filter(|key| states.iter().any(|other| other[*key] != states[0][*key]))
                    .map(|key| format!("{key}: {} / {}", states[0][key], states[1][key]))
                    .collect::<Vec<_>>()
            });
            let text =
                format!("the servers show different states of {game} to seat {seat}: {keys:?}");
            differences.push(text.chars().take(600).collect());
        }
    }
    Ok(differences)
}
