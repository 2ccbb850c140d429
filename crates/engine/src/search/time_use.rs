//! Time management within a search that aims at a time
//! ([`SearchLimit::aim`](super::SearchLimit::aim)).

use std::time::Duration;

/// The part of the aim, in hundredths, by the number of iterations since the best move changed.
/// Set by hand.
const BY_STABILITY: [u32; 7] = [140, 120, 105, 95, 85, 75, 65];
/// A value that falls by this many hundredths of [`Settings::eval_scale`] doubles the time.
/// Set by hand.
///
/// [`Settings::eval_scale`]: super::Settings::eval_scale
const DOUBLING_FALL: i32 = 100;
/// The longest time for a falling value, in hundredths of that for a steady one.
const MOST_FOR_FALL: i32 = 180;
/// The shortest time for a rising value, in hundredths of that for a steady one.
const LEAST_FOR_RISE: i32 = 85;

/// How much time a search should take, by the results of its iterations.
pub(super) struct TimeUse {
    aim: Duration,
    /// The packed best move of the last iteration.
    best: u32,
    /// Iterations since the best move changed.
    unchanged: usize,
    /// The mean value of the iterations before, each counting twice as much as the one before it.
    usual: Option<i32>,
}

impl TimeUse {
    pub(super) const fn new(aim: Duration) -> Self {
        Self { aim, best: 0, unchanged: 0, usual: None }
    }

    /// Notes the best move of an iteration, packed, and its value in hundredths of
    /// [`Settings::eval_scale`](super::Settings::eval_scale). Returns the time since the beginning
    /// of the search after which it should end.
    pub(super) fn after_iteration(&mut self, best: u32, value: i32) -> Duration {
        self.unchanged = if best == self.best { self.unchanged + 1 } else { 0 };
        self.best = best;
        let fall = self.usual.map_or(0, |usual| usual - value);
        self.usual = Some(self.usual.map_or(value, |usual| i32::midpoint(usual, value)));
        let by_fall = (100 + 100 * fall / DOUBLING_FALL).clamp(LEAST_FOR_RISE, MOST_FOR_FALL);
        let by_stability = BY_STABILITY[self.unchanged.min(BY_STABILITY.len() - 1)];
        self.aim * by_stability * by_fall.unsigned_abs() / 10_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    const AIM: Duration = Duration::from_secs(1);

    /// The times after iterations with these best moves and values.
    fn times<const N: usize>(results: [(u32, i32); N]) -> [u128; N] {
        let mut time_use = TimeUse::new(AIM);
        results.map(|(best, value)| time_use.after_iteration(best, value).as_millis())
    }

    #[test]
    fn a_stable_best_move_ends_early() {
        let stable = times([(1, 20); 9]);
        assert!(stable.is_sorted_by(|one, next| one >= next), "{stable:?}");
        assert_eq!((stable[0], stable[8]), (1400, 650));
        let [.., changed] = times([(1, 20), (1, 20), (1, 20), (1, 20), (2, 20)]);
        assert_eq!(changed, 1400, "it counts from the last change");
    }

    #[test]
    fn a_falling_value_gets_more() {
        let [.., steady] = times([(1, 20), (1, 20), (1, 20)]);
        let [.., falling] = times([(1, 20), (1, 20), (1, -30)]);
        let [.., rising] = times([(1, 20), (1, 20), (1, 70)]);
        let [.., lost] = times([(1, 20), (1, 20), (1, 9 - WIN)]);
        assert_eq!((steady, falling, rising, lost), (1050, 1575, 892, 1890));
    }
}
