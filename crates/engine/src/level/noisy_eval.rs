//! An evaluation that is wrong by a little, always in the same way about the same position.

use super::Lie;
use super::move_filter::Narrow;
use crate::{Evaluate, Random};

/// How wrong somebody with this seed is about something, up to `most` either way; small errors are likelier.
pub(crate) fn misjudgement(seed: u64, about: u64, most: i32) -> i32 {
    if most == 0 {
        return 0;
    }
    let mut random = Random::mixed(seed, about);
    let half = most as usize + 1;
    (random.below(half) + random.below(half)) as i32 - most
}

/// The judgement of somebody who is wrong by up to so much.
pub(super) struct Misjudge<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) seed: u64,
    pub(super) most: i32,
}

impl<P: Lie, E: Evaluate<P>> Evaluate<Narrow<P>> for Misjudge<'_, E> {
    fn evaluate(&self, position: &Narrow<P>) -> i32 {
        let position = position.inner();
        self.evaluator.evaluate(position) + misjudgement(self.seed, position.zobrist(), self.most)
    }

    fn order_hint(&self, position: &Narrow<P>, m: P::Move, capture: bool) -> i32 {
        self.evaluator.order_hint(position.inner(), m, capture)
    }

    fn class(&self, position: &Narrow<P>, m: P::Move) -> u32 {
        self.evaluator.class(position.inner(), m)
    }

    fn gain(&self, position: &Narrow<P>, m: P::Move) -> Option<i32> {
        self.evaluator.gain(position.inner(), m)
    }

    fn exchange(&self, position: &Narrow<P>, m: P::Move) -> Option<i32> {
        let position = position.inner();
        let about =
            position.zobrist() ^ u64::from(heterodox_rules::SearchMove::pack(m)).rotate_left(32);
        let wrong = misjudgement(self.seed, about, self.most);
        self.evaluator.exchange(position, m).map(|won| won + wrong)
    }

    fn must_answer(&self, position: &Narrow<P>) -> bool {
        self.evaluator.must_answer(position.inner())
    }

    fn wins(&self, position: &Narrow<P>, m: P::Move) -> bool {
        self.evaluator.wins(position.inner(), m)
    }

    fn in_danger(&self, position: &Narrow<P>) -> bool {
        self.evaluator.in_danger(position.inner())
    }
}

#[cfg(test)]
mod tests {
    use super::misjudgement;

    #[test]
    fn errors_keep_within_their_measure_and_cancel_out() {
        let errors: Vec<i32> = (0..10_000).map(|about| misjudgement(1, about, 50)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 50));
        assert!(errors.iter().any(|error| *error > 40) && errors.iter().any(|error| *error < -40));
        assert!(
            errors.iter().sum::<i32>().abs() < 2 * 10_000,
            "about as often too high as too low"
        );
        assert_eq!(misjudgement(1, 7, 50), misjudgement(1, 7, 50));
        assert_eq!(misjudgement(1, 7, 0), 0);
    }
}
