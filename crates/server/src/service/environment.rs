//! What comes to the games from outside: time, chance, and the minds of computers. In one place, so that a test can
//! decide it and compare two runs byte for byte.

use super::rng;
use heterodox_engine::{Level, Player};
use heterodox_rules::{DiceSeed, ThrowRequest};
use heterodox_store::UnixMillis;
use std::time::{SystemTime, UNIX_EPOCH};

/// Where time, chance and computers come from.
pub trait Environment: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC.
    fn now_ms(&self) -> UnixMillis;
    /// An id of a game or record.
    fn id(&self) -> String;
    /// The public name of a guest.
    fn name(&self) -> String;
    /// A secret of 128 bits.
    fn token(&self) -> String;
    /// A number from which an array or a map is made: short enough to be told and typed.
    fn array_seed(&self) -> u64;
    /// A number below `count`.
    fn below(&self, count: usize) -> usize;
    /// What all dice of a game follow from: 256 bits that nobody can guess.
    fn dice_seed(&self) -> DiceSeed;
    /// Throws dice that follow from nothing.
    fn throw(&self, request: ThrowRequest) -> Vec<u8>;
    /// Somebody who plays a game on a level, if there is anybody.
    fn player(&self, game: &str, level: Level) -> Option<Box<dyn Player>>;
}

/// The machine's clock, the system's randomness, and the engine.
pub(crate) struct System;

impl Environment for System {
    fn now_ms(&self) -> UnixMillis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as UnixMillis
    }

    fn id(&self) -> String {
        rng::id()
    }

    fn name(&self) -> String {
        rng::name()
    }

    fn token(&self) -> String {
        rng::token()
    }

    fn array_seed(&self) -> u64 {
        rng::array_seed()
    }

    fn below(&self, count: usize) -> usize {
        rng::below(count)
    }

    fn dice_seed(&self) -> DiceSeed {
        DiceSeed::from_bytes(rng::dice_seed())
    }

    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        rng::throw(request)
    }

    fn player(&self, game: &str, level: Level) -> Option<Box<dyn Player>> {
        heterodox_engine::player(game, level, rng::seed())
    }
}
