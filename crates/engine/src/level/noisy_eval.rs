//! An evaluation with a small error, always the same for the same position.

use super::MoveGeometry;
use super::move_filter::MoveFilter;
use crate::{Evaluate, SplitMix64};

/// The error of a player with this seed about the thing with the hash `about`: between `-most` and
/// `most`, triangularly distributed, so that small errors are more likely.
pub(crate) fn eval_noise(seed: u64, about: u64, most: i32) -> i32 {
    if most == 0 {
        return 0;
    }
    let mut random = SplitMix64::with_stream(seed, about);
    let half = most as usize + 1;
    (random.below(half) + random.below(half)) as i32 - most
}

/// An evaluation with errors of up to `most` hundredths either way.
pub(super) struct NoisyEval<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) seed: u64,
    pub(super) most: i32,
}

impl<P: MoveGeometry, E: Evaluate<P>> Evaluate<MoveFilter<P>> for NoisyEval<'_, E> {
    fn evaluate(&self, position: &MoveFilter<P>) -> i32 {
        let position = position.inner();
        self.evaluator.evaluate(position) + eval_noise(self.seed, position.zobrist(), self.most)
    }

    fn order_hint(&self, position: &MoveFilter<P>, m: P::Move, capture: bool) -> i32 {
        self.evaluator.order_hint(position.inner(), m, capture)
    }

    fn history_key(&self, position: &MoveFilter<P>, m: P::Move) -> u32 {
        self.evaluator.history_key(position.inner(), m)
    }

    fn capture_gain(&self, position: &MoveFilter<P>, m: P::Move) -> Option<i32> {
        self.evaluator.capture_gain(position.inner(), m)
    }

    fn see(&self, position: &MoveFilter<P>, m: P::Move) -> Option<i32> {
        let position = position.inner();
        let about =
            position.zobrist() ^ u64::from(heterodox_rules::SearchMove::pack(m)).rotate_left(32);
        let error = eval_noise(self.seed, about, self.most);
        self.evaluator.see(position, m).map(|gain| gain + error)
    }

    fn must_evade(&self, position: &MoveFilter<P>) -> bool {
        self.evaluator.must_evade(position.inner())
    }

    fn wins_at_once(&self, position: &MoveFilter<P>, m: P::Move) -> bool {
        self.evaluator.wins_at_once(position.inner(), m)
    }

    fn in_check(&self, position: &MoveFilter<P>) -> bool {
        self.evaluator.in_check(position.inner())
    }
}

#[cfg(test)]
mod tests {
    use super::eval_noise;

    #[test]
    fn errors_keep_within_their_measure_and_cancel_out() {
        let errors: Vec<i32> = (0..10_000).map(|about| eval_noise(1, about, 50)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 50));
        assert!(errors.iter().any(|error| *error > 40) && errors.iter().any(|error| *error < -40));
        assert!(
            errors.iter().sum::<i32>().abs() < 2 * 10_000,
            "about as often too high as too low"
        );
        assert_eq!(eval_noise(1, 7, 50), eval_noise(1, 7, 50));
        assert_eq!(eval_noise(1, 7, 0), 0);
    }
}
