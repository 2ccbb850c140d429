//! Inputs of the service from outside: time, randomness and computer players. They are behind one
//! trait so that a test can fix them and compare two runs byte for byte.

use super::rng;
use heterodox_engine::{Level, Player};
use heterodox_host::{Moment, Randomness, SeatKey, UserId};
use heterodox_rules::{DiceSeed, ThrowRequest};
use std::pin::Pin;
use std::time::Duration;
use tokio::time::sleep;

/// The source of time, randomness and computer players.
pub trait Environment: Randomness + Send + Sync {
    /// The moment. It never goes back.
    fn now(&self) -> Moment;
    /// Sets the clock forth if it is before a moment.
    fn never_before(&self, _: Moment) {}
    /// Sets the clock to a moment. Only before anything has happened.
    fn begin_at(&self, _: Moment) {}
    /// Moves the clock by a few milliseconds. [`Environment::now`] waits rather than going back.
    fn correct(&self, _by_ms: i64) {}
    /// Waits for a moment.
    fn sleep_until(&self, moment: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let rest = moment.as_millis().saturating_sub(self.now().as_millis());
        Box::pin(sleep(Duration::from_millis(rest.max(0) as u64)))
    }
    /// An id of a game or record.
    fn id(&self) -> String;
    /// An id of a person.
    fn user(&self) -> UserId;
    /// A secret of 128 bits.
    fn token(&self) -> String;
    /// A computer player of a game, if there is one.
    fn player(&self, game: &str, level: Level) -> Option<Box<dyn Player>>;
}

/// The machine's clock, the system's randomness, and the engine.
pub(crate) struct System;

impl Environment for System {
    fn now(&self) -> Moment {
        monotonic::now()
    }

    fn never_before(&self, moment: Moment) {
        monotonic::never_before(moment);
    }

    fn begin_at(&self, moment: Moment) {
        monotonic::begin_at(moment);
    }

    fn correct(&self, by_ms: i64) {
        monotonic::correct(by_ms);
    }

    fn id(&self) -> String {
        rng::id()
    }

    fn user(&self) -> UserId {
        rng::user()
    }

    fn token(&self) -> String {
        rng::token()
    }

    fn player(&self, game: &str, level: Level) -> Option<Box<dyn Player>> {
        heterodox_engine::player(game, level, rng::seed())
    }
}

impl Randomness for System {
    fn below(&self, count: usize) -> usize {
        rng::below(count)
    }

    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        rng::throw(request)
    }

    fn array_seed(&self) -> u64 {
        rng::array_seed()
    }

    fn dice_seed(&self) -> DiceSeed {
        DiceSeed::from_bytes(rng::dice_seed())
    }

    fn seat_key(&self) -> SeatKey {
        SeatKey::new(rng::token())
    }
}

/// The machine's clock without its jumps: the wall clock when the program started, plus the time
/// that has passed since. A wall clock that is set back or forth would flag players.
mod monotonic {
    use heterodox_host::Moment;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    static START: LazyLock<(Instant, i64)> = LazyLock::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (Instant::now(), since.as_millis() as i64)
    });

    /// By how much the clock was set forth.
    static FORTH_MS: AtomicI64 = AtomicI64::new(0);
    /// The latest moment that was told.
    static LAST_MS: AtomicI64 = AtomicI64::new(i64::MIN);

    fn reading_ms() -> i64 {
        let (begun, wall) = *START;
        wall + FORTH_MS.load(Ordering::SeqCst) + begun.elapsed().as_millis() as i64
    }

    pub(super) fn now() -> Moment {
        let reading = reading_ms();
        Moment(reading.max(LAST_MS.fetch_max(reading, Ordering::SeqCst)))
    }

    pub(super) fn never_before(moment: Moment) {
        let behind = moment.as_millis().saturating_sub(now().as_millis());
        FORTH_MS.fetch_add(behind.max(0), Ordering::SeqCst);
    }

    pub(super) fn begin_at(moment: Moment) {
        FORTH_MS.fetch_add(moment.as_millis().saturating_sub(reading_ms()), Ordering::SeqCst);
        LAST_MS.store(i64::MIN, Ordering::SeqCst);
    }

    pub(super) fn correct(by_ms: i64) {
        FORTH_MS.fetch_add(by_ms, Ordering::SeqCst);
    }
}
