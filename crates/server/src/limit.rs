//! Limits of what one caller may ask for: rates by guest and by address, stored bytes by address,
//! and free space on the disk.
//!
//! [`RateClass::rates`] holds all rates; [`Limits`] multiplies them. Limits of single inputs are in
//! `games/bounds.rs`. `docs/security.md` lists both.

use crate::problem::{Args, Problem};
use axum::http::StatusCode;
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{NotUntil, Quota, RateLimiter};
use heterodox_host::UserId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Settings of the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Multiplies all rates, quotas and numbers of connections per address.
    pub factor: NonZeroU32,
    /// With fewer free bytes on the disk of the data folder, running games are still stored, and
    /// new games, guests and records are refused.
    pub free_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { factor: NonZeroU32::MIN, free_bytes: 100 << 20 }
    }
}

impl Limits {
    /// Limits that no test or benchmark reaches.
    pub fn unlimited() -> Self {
        Self { factor: NonZeroU32::new(1_000_000).unwrap_or(NonZeroU32::MIN), free_bytes: 0 }
    }
}

/// Why the limits refuse a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LimitError {
    /// The caller is over a rate limit.
    #[error("too many calls from you or your address: try again in {seconds} s")]
    TooMany {
        /// The seconds to wait.
        seconds: u64,
    },
    /// The disk of the data folder has too little free space for new data.
    #[error("the server's disk is almost full: running games go on, new ones have to wait")]
    DiskFull,
}

impl Problem for LimitError {
    fn status(&self) -> StatusCode {
        match self {
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::DiskFull => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::TooMany { .. } => "too-many",
            Self::DiskFull => "disk-full",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::TooMany { seconds } => vec![("seconds", seconds.to_string())],
            Self::DiskFull => Args::new(),
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { seconds } => Some(*seconds),
            Self::DiskFull => Some(60),
        }
    }
}

/// The classes of calls, each with its own rates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RateClass {
    /// A game, rematch, guest or record that is created.
    Creation,
    /// An act in a game, even if it is refused.
    Act,
    /// A position that is computed, such as a line or a step of the editor.
    Position,
    /// A picture, a list of frames or a record that is rendered.
    Output,
    /// A game that is read from the store, even if there is none.
    Load,
    /// A page, a state or a socket, which are cheap.
    Answer,
    /// Something that is said in a chat, or reported.
    Chat,
}

/// A token bucket: the calls per second, and the size of the bucket.
struct Rate {
    per_second: u32,
    burst: u32,
}

const fn rate(per_second: u32, burst: u32) -> Rate {
    Rate { per_second, burst }
}

impl RateClass {
    const ALL: [Self; 7] = [
        Self::Creation,
        Self::Act,
        Self::Position,
        Self::Output,
        Self::Load,
        Self::Answer,
        Self::Chat,
    ];

    /// The rates of an address and of a guest. A club of 40 people behind one address, with four
    /// games each, stays below those of the address.
    const fn rates(self) -> (Rate, Rate) {
        match self {
            Self::Creation => (rate(10, 600), rate(2, 120)),
            Self::Act => (rate(400, 2400), rate(50, 200)),
            Self::Position | Self::Output => (rate(60, 600), rate(20, 300)),
            Self::Load => (rate(20, 300), rate(10, 200)),
            Self::Answer => (rate(200, 2000), rate(100, 1000)),
            Self::Chat => (rate(20, 300), rate(1, 15)),
        }
    }
}

/// The bytes that one address may store in a day.
const BYTES_PER_DAY: u32 = 500 << 20;
/// The unit in which bytes are counted: the rate limiter counts to `u32::MAX` at most.
const BLOCK: u32 = 256;
/// How long a measurement of the free space stays valid.
const FREE_SPACE_TTL: Duration = Duration::from_secs(1);
/// The `Retry-After` of a call that exceeds the whole bucket and can never succeed.
const NEVER_SECONDS: u64 = 60;

type KeyedLimiter<K> = RateLimiter<K, HashMapStateStore<K>, DefaultClock>;

/// Counts the calls of each address and each guest.
pub(crate) struct Limiter {
    addresses: [KeyedLimiter<IpAddr>; RateClass::ALL.len()],
    users: [KeyedLimiter<UserId>; RateClass::ALL.len()],
    bytes: KeyedLimiter<IpAddr>,
    disk: Option<DataDisk>,
    clock: DefaultClock,
}

/// The disk of the data folder.
struct DataDisk {
    folder: PathBuf,
    min_free_bytes: u64,
    /// The time and the result of the last measurement.
    last_check: Mutex<Option<(Instant, bool)>>,
}

impl Limiter {
    /// The limits of a server whose data are in `folder`. Without a folder the disk is not checked.
    pub(crate) fn new(limits: Limits, folder: Option<PathBuf>) -> Self {
        let scaled = |number: u32| {
            NonZeroU32::new(number)
                .map_or(limits.factor, |number| number.saturating_mul(limits.factor))
        };
        let quota = |rate: &Rate| {
            Quota::per_second(scaled(rate.per_second)).allow_burst(scaled(rate.burst))
        };
        // The bytes of a day are available at once, and refill in the course of a day.
        let blocks = scaled(BYTES_PER_DAY / BLOCK);
        let per_second = NonZeroU32::new(blocks.get() / 86_400).unwrap_or(NonZeroU32::MIN);
        Self {
            addresses: RateClass::ALL.map(|class| RateLimiter::hashmap(quota(&class.rates().0))),
            users: RateClass::ALL.map(|class| RateLimiter::hashmap(quota(&class.rates().1))),
            bytes: RateLimiter::hashmap(Quota::per_second(per_second).allow_burst(blocks)),
            disk: folder.filter(|_| limits.free_bytes > 0).map(|folder| DataDisk {
                folder,
                min_free_bytes: limits.free_bytes,
                last_check: Mutex::default(),
            }),
            clock: DefaultClock::default(),
        }
    }

    /// Counts one call. A call with neither address nor guest is the server's own and is not
    /// counted.
    ///
    /// # Errors
    ///
    /// `TooMany` says how long to wait.
    pub(crate) fn count(
        &self,
        class: RateClass,
        address: Option<IpAddr>,
        user: Option<UserId>,
    ) -> Result<(), LimitError> {
        let one = NonZeroU32::MIN;
        // The guest comes first, so that a refused call of a guest does not count for its address.
        if let Some(user) = user {
            self.check_rate(&self.users[class as usize], &user, one)?;
        }
        address.map_or(Ok(()), |address| {
            self.check_rate(&self.addresses[class as usize], &client_prefix(address), one)
        })
    }

    /// Counts bytes that will be stored for an address.
    pub(crate) fn count_bytes(
        &self,
        address: Option<IpAddr>,
        bytes: usize,
    ) -> Result<(), LimitError> {
        let blocks = NonZeroU32::new(1 + bytes as u32 / BLOCK).unwrap_or(NonZeroU32::MIN);
        address
            .map_or(Ok(()), |address| self.check_rate(&self.bytes, &client_prefix(address), blocks))
    }

    /// Refuses if the disk has too little free space for new data.
    pub(crate) fn check_disk(&self) -> Result<(), LimitError> {
        if self.disk.as_ref().is_none_or(DataDisk::has_space) {
            return Ok(());
        }
        Err(LimitError::DiskFull)
    }

    fn check_rate<K: Hash + Eq + Clone>(
        &self,
        counts: &KeyedLimiter<K>,
        key: &K,
        number: NonZeroU32,
    ) -> Result<(), LimitError> {
        let refused = |not_until: &NotUntil<_>| {
            let wait = not_until.wait_time_from(self.clock.now());
            // Full seconds, rounded up: a retry after that time succeeds.
            LimitError::TooMany { seconds: wait.as_secs() + 1 }
        };
        match counts.check_key_n(key, number) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(not_until)) => Err(refused(&not_until)),
            // More than the whole bucket: this call can never succeed.
            Err(_) => Err(LimitError::TooMany { seconds: NEVER_SECONDS }),
        }
    }

    /// Drops callers whose buckets are full again.
    pub(crate) fn sweep(&self) {
        for counts in self.addresses.iter().chain([&self.bytes]) {
            counts.retain_recent();
            counts.shrink_to_fit();
        }
        for counts in &self.users {
            counts.retain_recent();
            counts.shrink_to_fit();
        }
    }
}

impl DataDisk {
    fn has_space(&self) -> bool {
        let mut last_check = self.last_check.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, has_space)) = *last_check
            && at.elapsed() < FREE_SPACE_TTL
        {
            return has_space;
        }
        let has_space = free_bytes(&self.folder).is_none_or(|free| free >= self.min_free_bytes);
        *last_check = Some((Instant::now(), has_space));
        has_space
    }
}

/// The bytes that an unprivileged process may still write; `None` if the system does not say.
#[cfg(unix)]
fn free_bytes(folder: &std::path::Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &std::path::Path) -> Option<u64> {
    None
}

/// The prefix of an address that counts as one client: an IPv6 subscriber has 2^64 addresses.
pub(crate) fn client_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// Limits how many things each address has open at the same time.
pub(crate) struct PerAddressLimit {
    max: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One open thing of an address; dropping it frees its place.
pub(crate) struct Permit {
    address: Option<IpAddr>,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl PerAddressLimit {
    /// A limit of `max` for each address.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, open: Arc::default() }
    }

    /// How many things are open in all.
    pub(crate) fn open(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().sum()
    }

    /// The limit per address.
    pub(crate) fn max(&self) -> usize {
        self.max
    }

    /// Takes a permit; `None` if the address is at its limit. A caller without an address is not
    /// counted.
    pub(crate) fn acquire(&self, address: Option<IpAddr>) -> Option<Permit> {
        if let Some(address) = address {
            // A panic with the lock held leaves no counter half changed.
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.entry(address).or_default();
            if *count >= self.max {
                return None;
            }
            *count += 1;
        }
        Some(Permit { address, open: self.open.clone() })
    }
}

impl Permit {
    /// The address that holds the permit.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = open.entry(address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter() -> Limiter {
        Limiter::new(Limits::default(), None)
    }

    #[test]
    fn rates_are_limited_per_address() {
        let limiter = limiter();
        let check = |address: &str| {
            limiter.count(RateClass::Creation, Some(address.parse().unwrap()), None)
        };
        let (Rate { burst, .. }, _) = RateClass::Creation.rates();
        for _ in 0..burst {
            check("2001:db8::1").unwrap();
        }
        // The bucket refills while these calls are made.
        let stopped = (0..burst).find_map(|_| check("2001:db8::2").err());
        let Some(LimitError::TooMany { seconds }) = stopped else {
            panic!("callers of one prefix must share a limit")
        };
        assert!((1..=2).contains(&seconds), "{seconds}");
        check("2001:db8:0:1::1").unwrap();
        check("192.0.2.1").unwrap();
    }

    #[test]
    fn a_guest_over_its_rate_does_not_count_for_its_address() {
        let limiter = limiter();
        let here = Some("192.0.2.1".parse().unwrap());
        let user = |id: &str| id.parse().unwrap();
        let (Rate { burst: of_address, .. }, Rate { burst, .. }) = RateClass::Act.rates();
        let act = |name: &str| limiter.count(RateClass::Act, here, Some(user(name)));
        let refused = (0..2 * of_address).filter(|_| act("greedyqq").is_err()).count();
        assert!(refused > (2 * of_address - 2 * burst) as usize, "{refused}");
        for _ in 0..burst {
            act("modestqq").unwrap();
        }
    }

    #[test]
    fn permits_per_address_are_counted() {
        let limit = PerAddressLimit::new(3);
        let here: IpAddr = [192, 0, 2, 1].into();
        let mut permits: Vec<Permit> = (0..3).filter_map(|_| limit.acquire(Some(here))).collect();
        assert_eq!(permits.len(), 3);
        assert!(limit.acquire(Some(here)).is_none());
        assert!(limit.acquire(Some([192, 0, 2, 2].into())).is_some());
        assert!(limit.acquire(None).is_some());
        permits.pop();
        assert!(limit.acquire(Some(here)).is_some());
        permits.clear();
        assert!(limit.open.lock().unwrap().is_empty(), "no address is remembered");
    }

    #[test]
    fn bytes_per_day_are_limited() {
        let limiter = limiter();
        let here = Some("192.0.2.1".parse().unwrap());
        let record = 64 << 10;
        let stored = (0..20_000).take_while(|_| limiter.count_bytes(here, record).is_ok()).count();
        assert!((7_500..8_100).contains(&stored), "{stored}");
        assert!(limiter.count_bytes(None, record).is_ok());
    }
}
