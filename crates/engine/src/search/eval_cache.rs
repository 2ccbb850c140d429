//! The evaluation cache: static evaluations of positions that were evaluated before.

use super::transposition::prefetch;
use crate::Evaluate;
use heterodox_rules::SearchPosition;

/// Entries as a power of two: 1 MiB.
const BITS: u32 = 16;

/// Values by [`Evaluate::evaluation_key`]. A game without such keys is not cached.
pub(super) struct EvalCache {
    slots: Vec<(u64, i32)>,
}

impl EvalCache {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Prefetches the entry of a position into the processor's cache.
    pub(super) fn prefetch<P: SearchPosition, E: Evaluate<P>>(&self, evaluator: &E, position: &P) {
        if let Some(key) = evaluator.evaluation_key(position)
            && let Some(slot) = self.slots.get(index(key))
        {
            prefetch(slot);
        }
    }

    /// Returns the static evaluation of a position for the seat to move.
    pub(super) fn value<P: SearchPosition, E: Evaluate<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
    ) -> i32 {
        let Some(key) = evaluator.evaluation_key(position) else {
            return evaluator.evaluate(position);
        };
        if self.slots.is_empty() {
            // Hardly any position has this key.
            self.slots = vec![(u64::MAX, 0); 1 << BITS];
        }
        let slot = &mut self.slots[index(key)];
        if slot.0 != key {
            *slot = (key, evaluator.evaluate(position));
        }
        slot.1
    }
}

/// The index of the entry for a key.
const fn index(key: u64) -> usize {
    (key >> (64 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grand_chess::GrandChessEvaluation;
    use crate::klinzha::KlinZhaEvaluation;
    use heterodox_rules::SplitMix64;
    use heterodox_rules::{grand_chess, klinzha};

    /// Plays at random and compares cached cache with new ones. Returns how often a key came
    /// again.
    fn cache_hits<P: SearchPosition, E: Evaluate<P>>(start: &P, evaluator: &E) -> usize {
        let (mut random, mut cache) = (SplitMix64::new(4), EvalCache::new());
        let (mut seen, mut again) = (std::collections::HashSet::new(), 0);
        for _ in 0..20 {
            let mut position = start.clone();
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&m) = random.pick(&moves) else { break };
                let next = position.after_unchecked(m);
                if next.outcome().is_some() {
                    continue;
                }
                position = next;
                let value = cache.value(evaluator, &position);
                assert_eq!(value, evaluator.evaluate(&position));
                again += usize::from(!seen.insert(evaluator.evaluation_key(&position)));
            }
        }
        again
    }

    #[test]
    fn cached_cache_are_those_of_the_evaluator() {
        let text = "9k/10/4p5/10/10/10/3R6/10/2P7/K9 w - - 0 60";
        let start: grand_chess::Position = text.parse().expect("a position");
        let evaluator = GrandChessEvaluation::new(start.piece_set());
        assert!(cache_hits(&start, &evaluator) > 20);
        let text = "1/1v+1/5/7/9/11/13/15/8V+8 gold 0 1";
        let start: klinzha::Position = text.parse().expect("a position");
        assert!(cache_hits(&start, &KlinZhaEvaluation::new()) > 20);
    }

    #[test]
    fn an_advantage_that_fades_is_judged_again() {
        let mut cache = EvalCache::new();
        let [fresh, stale] = [0, 60].map(|quiet| {
            let text = format!("9k/10/10/10/10/10/3R6/10/2P7/K9 w - - {quiet} 60");
            let position: grand_chess::Position = text.parse().expect("a position");
            cache.value(&GrandChessEvaluation::new(position.piece_set()), &position)
        });
        assert!(fresh > stale + 50, "{fresh} {stale}");
    }
}
