//! Slows those who try passwords.
//!
//! Failures are counted for each account from each network, and for each network. So one person
//! cannot lock another one out: the account stays open from other networks.

use crate::limit::client_prefix;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time in which failures are counted.
const WINDOW: Duration = Duration::from_mins(15);
/// The most failures of one network for one account.
const PER_ACCOUNT: usize = 10;
/// The most mails to one mailbox, from all callers together.
const PER_RECIPIENT: usize = 5;
/// The most failures of one network.
const PER_NETWORK: usize = 100;
/// The most accounts and networks that are remembered: old ones are forgotten first.
const MAX_KEYS: usize = 100_000;

/// A network, and the account that it tries; `None` for all together.
type Key = (Option<IpAddr>, Option<String>);

/// The failed logins.
#[derive(Default)]
pub(super) struct Throttle(Mutex<HashMap<Key, Vec<Instant>>>);

impl Throttle {
    /// Counts a try before it is made, so that many at once cannot pass.
    ///
    /// # Errors
    ///
    /// The seconds to wait, if too many have failed.
    pub(super) fn begin(
        &self,
        address: Option<IpAddr>,
        account: &str,
        now: Instant,
    ) -> Result<(), u64> {
        let network = address.map(client_prefix);
        // A panic with the lock held leaves no list half changed.
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.len() > MAX_KEYS {
            failures.retain(|_, times| times.last().is_some_and(|last| now - *last < WINDOW));
        }
        let keys =
            [((network, Some(account.to_owned())), PER_ACCOUNT), ((network, None), PER_NETWORK)];
        for (key, most) in &keys {
            if let Some(times) = failures.get_mut(key) {
                expect_fewer(times, *most, now)?;
            }
        }
        for (key, _) in keys {
            failures.entry(key).or_default().push(now);
        }
        Ok(())
    }

    /// Counts a mail to an address. What follows a `+` in its name does not make another mailbox.
    ///
    /// # Errors
    ///
    /// The seconds to wait, if too many were sent there.
    pub(super) fn write_to(&self, recipient: &str, now: Instant) -> Result<(), u64> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, host) = recipient.rsplit_once('@').unwrap_or((recipient, ""));
        let name = name.split('+').next().unwrap_or_default();
        let mailbox = (None, Some(format!("to {name}@{host}")));
        let times = counted.entry(mailbox).or_default();
        expect_fewer(times, PER_RECIPIENT, now)?;
        times.push(now);
        Ok(())
    }

    /// Takes back the newest try, which was not made after all.
    pub(super) fn take_back(&self, address: Option<IpAddr>, account: &str) {
        let network = address.map(client_prefix);
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in [(network, Some(account.to_owned())), (network, None)] {
            if let Some(times) = failures.get_mut(&key) {
                times.pop();
            }
        }
    }

    /// Takes back what was counted for a try that succeeded.
    pub(super) fn succeed(&self, address: Option<IpAddr>, account: &str) {
        let network = address.map(client_prefix);
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(&(network, Some(account.to_owned())));
        if let Some(times) = failures.get_mut(&(network, None)) {
            times.pop();
        }
    }
}

/// Forgets what is older than [`WINDOW`]. Fails with the seconds to wait if there are `most` since.
fn expect_fewer(times: &mut Vec<Instant>, most: usize, now: Instant) -> Result<(), u64> {
    times.retain(|at| now.saturating_duration_since(*at) < WINDOW);
    match times.first() {
        Some(oldest) if times.len() >= most => {
            let waited = now.saturating_duration_since(*oldest);
            Err(WINDOW.saturating_sub(waited).as_secs() + 1)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_slow_an_account_from_one_network_only() {
        let throttle = Throttle::default();
        let now = Instant::now();
        let here = Some([192, 0, 2, 1].into());
        for _ in 0..PER_ACCOUNT {
            throttle.begin(here, "anna", now).unwrap();
        }
        let wait = throttle.begin(here, "anna", now).unwrap_err();
        assert!((890..=901).contains(&wait), "{wait}");
        throttle.begin(here, "bert", now).unwrap();
        throttle.begin(Some([192, 0, 2, 2].into()), "anna", now).unwrap();
        throttle.begin(here, "anna", now + WINDOW).unwrap();
    }

    #[test]
    fn a_network_is_slowed_whatever_accounts_it_tries() {
        let throttle = Throttle::default();
        let now = Instant::now();
        let here: Option<IpAddr> = Some([192, 0, 2, 1].into());
        for number in 0..PER_NETWORK {
            throttle.begin(here, &format!("name{number}"), now).unwrap();
        }
        assert!(throttle.begin(here, "another", now).is_err());
    }

    #[test]
    fn a_try_that_was_not_made_is_not_counted() {
        let throttle = Throttle::default();
        let now = Instant::now();
        for _ in 0..PER_ACCOUNT - 1 {
            throttle.begin(None, "anna", now).unwrap();
        }
        for _ in 0..10 * PER_NETWORK {
            throttle.begin(None, "anna", now).unwrap();
            throttle.take_back(None, "anna");
        }
        throttle.begin(None, "anna", now).unwrap();
        assert!(throttle.begin(None, "anna", now).is_err());
    }

    #[test]
    fn who_knows_the_password_is_not_slowed() {
        let throttle = Throttle::default();
        let now = Instant::now();
        for _ in 0..10 * PER_NETWORK {
            throttle.begin(None, "anna", now).unwrap();
            throttle.succeed(None, "anna");
        }
    }
}
