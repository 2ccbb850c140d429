//! The contract of every game: see `heterodox_testkit::contract`.

use heterodox_rules::games;
use heterodox_testkit::contract::{Subject, check};
use heterodox_testkit::gather::{self, Gather};
use heterodox_testkit::{size, thorough};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn every_game_of_the_registry_keeps_the_contract() {
    std::thread::scope(|scope| {
        for info in games() {
            let seed = if thorough() { 2 } else { 1 };
            scope.spawn(move || check(&Subject::registered(info), seed, size(40, 400)));
        }
    });
}

fn hidden<const FAULT: u8>() -> Subject {
    Subject::of::<Gather<true, FAULT>>().with_pairs(gather::random_pair::<FAULT>)
}

fn open<const FAULT: u8>() -> Subject {
    Subject::of::<Gather<false, FAULT>>()
}

#[test]
fn a_game_that_is_in_no_registry_gets_the_contract_by_its_type() {
    check(&open::<0>(), 1, 100);
    check(&hidden::<0>(), 1, 100);
}

#[test]
fn a_hidden_game_must_bring_indistinguishable_pairs() {
    let broken = broken_clause(&Subject::of::<Gather<true, 0>>());
    assert!(broken.is_some_and(|clause| clause.contains("no source of indistinguishable pairs")));
}

/// A game with a fault, and words of the clause that must find it.
type Fault = (fn() -> Subject, &'static str);

/// Faults that are put in, and words of the clause that must find each.
const FAULTS: [Fault; 21] = [
    (open::<{ gather::OFFERS_TOO_MUCH }>, "was offered and refused"),
    (open::<{ gather::TAKES_TOO_MUCH }>, "was accepted and not offered"),
    (open::<{ gather::REFUSES_AND_TAKES }>, "was refused and changed something"),
    (open::<{ gather::REFUSALS_COUNT }>, "a refusal changes what"),
    (hidden::<{ gather::SCENE_LEAKS }>, "can tell apart"),
    (hidden::<{ gather::REFUSAL_LEAKS }>, "can tell apart"),
    (hidden::<{ gather::RECORD_LEAKS }>, "can tell apart"),
    (hidden::<{ gather::REPORT_LEAKS }>, "can tell apart"),
    (hidden::<{ gather::ORDER_LEAKS }>, "can tell apart"),
    (open::<{ gather::RECORD_LOSES_A_PLY }>, "record"),
    (hidden::<{ gather::RECORD_LOSES_A_PLY }>, "record"),
    (open::<{ gather::RECORD_LOSES_THE_RESULT }>, "a result does not come back"),
    (open::<{ gather::POSITION_LOSES_THE_TURN }>, "does not come back"),
    (open::<{ gather::DEPENDS_ON_OTHER_GAMES }>, "the log does not come back"),
    (hidden::<{ gather::PUBLIC_HAS_CHOICES }>, "has choices and is not to act"),
    (open::<{ gather::PAST_CHANGES }>, "what was seen of the past has changed"),
    (open::<{ gather::RANKING_LOSES_A_SEAT }>, "the ranking names each seat once"),
    (open::<{ gather::CHOICE_TWICE }>, "has a choice twice"),
    (open::<{ gather::TEXTS_DIFFER }>, "the texts are those of the frames"),
    (open::<{ gather::NO_CHOICES }>, "is to act and has no choices"),
    (open::<{ gather::REFUSES_THROWS }>, "the throw that was asked for was refused"),
];

#[test]
fn the_contract_finds_every_seeded_fault() {
    let mut missed = Vec::new();
    for (number, (subject, clause)) in FAULTS.iter().enumerate() {
        let found = broken_clause(&subject()).unwrap_or_default();
        if found.is_empty() || !found.contains(clause) {
            missed.push(format!("fault {number} ({clause}): {found}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The panic message of the contract for a game that breaks it.
fn broken_clause(subject: &Subject) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| check(subject, 1, 100))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
}
