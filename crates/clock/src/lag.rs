//! The allowance for the delay of the network in live games.

use crate::TimeControl;

/// The most that is credited for one ply.
const MAX_CREDIT_MS: u64 = 1000;
/// What a seat may be credited at the beginning and at most, in plies' gains.
const START_GAINS: u64 = 3;
const MAX_GAINS: u64 = 7;

/// What a seat can still be credited for the delay of the network. It limits what a client gains
/// that answers the server's pings late on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LagQuota {
    left_ms: u64,
    gain_ms: u64,
}

impl LagQuota {
    /// The quota at the beginning of a game. Games by correspondence have none.
    #[must_use]
    pub fn new(control: &TimeControl) -> Self {
        let estimated = control.estimated_ms();
        let gain_ms =
            if control.is_daily() { 0 } else { (estimated / 250 + 150).min(MAX_CREDIT_MS) };
        Self { left_ms: START_GAINS * gain_ms, gain_ms }
    }

    /// What is credited for a ply if the delay was measured as `measured_ms`.
    #[must_use]
    pub fn credit_ms(&self, measured_ms: u64) -> u64 {
        measured_ms.min(MAX_CREDIT_MS).min(self.left_ms)
    }

    /// Notes that a ply was credited.
    pub fn note(&mut self, credited_ms: u64) {
        let left = self.left_ms.saturating_sub(credited_ms) + self.gain_ms;
        self.left_ms = left.min(MAX_GAINS * self.gain_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_is_always_late_gains_no_more_than_the_quota() {
        let control = TimeControl { increment_ms: 0, ..TimeControl::sudden_death(60_000) };
        let mut quota = LagQuota::new(&control);
        let mut credits = Vec::new();
        for _ in 0..6 {
            let credit = quota.credit_ms(5000);
            quota.note(credit);
            credits.push(credit);
        }
        // 60 s × 0.4 % + 150 ms = 390 ms a ply, three of them at the beginning.
        assert_eq!(credits, [1000, 560, 390, 390, 390, 390]);
        for _ in 0..20 {
            quota.note(quota.credit_ms(0));
        }
        assert_eq!(quota.credit_ms(5000), 1000, "a second at most");
        quota.note(1000);
        quota.note(1000);
        assert_eq!(quota.credit_ms(5000), 1000, "saved up to seven plies");
    }

    #[test]
    fn games_by_correspondence_have_no_allowance() {
        assert_eq!(LagQuota::new(&TimeControl::daily()).credit_ms(800), 0);
    }
}
