//! Clouded Klin Zha judged from outside, by tests written from `docs/rules/clouded-klinzha.md` and
//! from the source.

#![allow(clippy::format_push_string, reason = "short texts that are compared")]

#[path = "../klinzha/slow.rs"]
#[allow(dead_code)]
mod slow;
#[path = "../klinzha/support.rs"]
#[allow(dead_code)]
mod study;

mod agree;
mod checks;
mod doors;
mod garbage;
mod interference;
mod maps;
mod open_game;
mod random_games;
mod records;
mod rulings;
mod sentences;
mod setup;
mod slow_umpire;
mod support;
mod twins;
