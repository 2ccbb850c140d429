//! The contract of every game at the host: see `heterodox_testkit::host`.

use heterodox_host::{Event, Game, LogEntry, Recorded};
use heterodox_rules::{Act, games};
use heterodox_testkit::host::{HostFunctions, check};
use heterodox_testkit::size;
use std::panic::catch_unwind;

#[test]
fn every_game_of_the_registry_keeps_the_contract_at_the_host() {
    std::thread::scope(|scope| {
        for info in games() {
            scope.spawn(move || check(info, HostFunctions::default(), 1, size(14, 200)));
        }
    });
}

/// A game, a host with a fault, and words of the clause that must find it.
type Fault = (&'static str, fn() -> HostFunctions, &'static str);

const FAULTS: [Fault; 7] = [
    ("klinzha", writes_other_answers, "an event comes back from its line"),
    ("kaleidochess", forgets_moments, "the log does not come back: the moments differ"),
    ("grand-chess", skips_hints, "the log does not come back: the versions differ"),
    ("kaleidochess", forgets_parts, "the log does not come back"),
    ("grand-chess", forgets_spent_time, "the log does not come back: the rest differ"),
    ("kaleidochess", skips_pauses, "the log does not come back"),
    ("clouded-klinzha", counts_refusals, "was refused and changed something"),
];

/// A takeback is granted, whatever was answered.
fn writes_other_answers() -> HostFunctions {
    let encode = |entry: &LogEntry| match &entry.event {
        Event::Act(Act::AnswerTakeback { seat, .. }) => {
            let event = Event::Act(Act::AnswerTakeback { seat: *seat, accept: true });
            LogEntry { event, spent: entry.spent.clone() }.encode()
        }
        _ => entry.encode(),
    };
    HostFunctions { encode, ..HostFunctions::default() }
}

/// All events are replayed at the moment of the opening.
fn forgets_moments() -> HostFunctions {
    HostFunctions {
        replay: |id, opening, events| {
            let at = opening.at;
            let events = events.iter().map(|event| Recorded { at, ..*event });
            Game::replay(id, opening, events, &[])
        },
        ..HostFunctions::default()
    }
}

/// Hints are not replayed.
fn skips_hints() -> HostFunctions {
    HostFunctions {
        replay: |id, opening, events| {
            let events = events.iter().copied().filter(|event| !event.line.contains("\"hint\""));
            Game::replay(id, opening, events, &[])
        },
        ..HostFunctions::default()
    }
}

/// Pauses are not replayed.
fn skips_pauses() -> HostFunctions {
    HostFunctions {
        replay: |id, opening, events| {
            let events = events.iter().copied().filter(|event| !event.line.contains("-pause\""));
            Game::replay(id, opening, events, &[])
        },
        ..HostFunctions::default()
    }
}

/// Spans cost nothing when a log is replayed.
fn forgets_spent_time() -> HostFunctions {
    HostFunctions {
        replay: |id, opening, events| {
            let without = |line: &str| match LogEntry::decode(line) {
                Ok(LogEntry { event, .. }) => LogEntry::from(event).encode(),
                Err(_) => line.to_owned(),
            };
            let lines: Vec<String> = events.iter().map(|event| without(event.line)).collect();
            let events = events.iter().zip(&lines);
            let events = events.map(|(event, line)| Recorded { at: event.at, line });
            Game::replay(id, opening, events, &[])
        },
        ..HostFunctions::default()
    }
}

/// All parts of seeds are replayed as the same one.
fn forgets_parts() -> HostFunctions {
    HostFunctions {
        replay: |id, opening, events| {
            let other = |line: &str| match LogEntry::decode(line) {
                Ok(LogEntry { event: Event::DicePart { seat, .. }, spent }) => {
                    let event = Event::DicePart { seat, part: "0".parse().expect("a part") };
                    LogEntry { event, spent }.encode()
                }
                _ => line.to_owned(),
            };
            let lines: Vec<String> = events.iter().map(|event| other(event.line)).collect();
            let events = events.iter().zip(&lines);
            let events = events.map(|(event, line)| Recorded { at: event.at, line });
            Game::replay(id, opening, events, &[])
        },
        ..HostFunctions::default()
    }
}

/// A refused act is counted all the same.
fn counts_refusals() -> HostFunctions {
    HostFunctions {
        apply: |game, at, event| {
            let result = game.apply(at, event);
            if let (Err(_), Event::Act(Act::Submit { seat, .. })) = (&result, event) {
                game.apply(at, &Event::Hint { seat: *seat })?;
            }
            result
        },
        ..HostFunctions::default()
    }
}

#[test]
fn the_contract_at_the_host_finds_every_seeded_fault() {
    let mut missed = Vec::new();
    for (number, (game, host, clause)) in FAULTS.iter().enumerate() {
        let found = broken_clause(game, host()).unwrap_or_default();
        if found.is_empty() || !found.contains(clause) {
            let start: String = found.chars().take(200).collect();
            missed.push(format!("fault {number} ({clause}): {start}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The panic message of the contract at a host that breaks it.
fn broken_clause(game: &'static str, host: HostFunctions) -> Option<String> {
    let info = heterodox_rules::info(game).expect("a game");
    let panic = catch_unwind(|| check(info, host, 1, 100)).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
}
