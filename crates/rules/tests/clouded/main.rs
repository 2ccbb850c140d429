//! Clouded Klin Zha judged from outside, by tests written from `docs/rules/clouded-klinzha.md` and
//! from the source.

#![allow(clippy::format_push_string, reason = "short texts that are compared")]

mod agree;
mod garbage;
mod information_boundary;
mod interference;
mod maps;
mod open_game;
mod random_games;
mod records;
mod rulings;
mod sentences;
mod setup;
