//! Inputs of the service from outside: time, randomness and computer players. They are behind one
//! trait so that a test can fix them and compare two runs byte for byte.

use super::rng;
use heterodox_engine::{Level, Player};
use heterodox_rules::{DiceSeed, ThrowRequest};
use heterodox_store::UnixMillis;
use std::time::{SystemTime, UNIX_EPOCH};

/// The source of time, randomness and computer players.
pub trait Environment: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC.
    fn now_ms(&self) -> UnixMillis;
    /// An id of a game or record.
    fn id(&self) -> String;
    /// The public name of a guest.
    fn name(&self) -> String;
    /// A secret of 128 bits.
    fn token(&self) -> String;
    /// A seed of an array or a map, short enough to be read out and typed.
    fn array_seed(&self) -> u64;
    /// A random number below `count`.
    fn below(&self, count: usize) -> usize;
    /// The server's part of the seed of a game's dice: 256 random bits.
    fn dice_seed(&self) -> DiceSeed;
    /// Throws dice that follow from no seed.
    fn throw(&self, request: ThrowRequest) -> Vec<u8>;
    /// A computer player of a game, if there is one.
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
