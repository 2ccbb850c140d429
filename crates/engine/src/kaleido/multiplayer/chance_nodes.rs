//! Chance nodes: the average over the throws, cut as in Star1 and Star2.

use super::{Cuts, INFINITE, NodeContext, Searcher, WIN, Window};
use heterodox_rules::kaleido::{DiceTable, KindSet, Position};

impl Searcher<'_> {
    /// The average over the throws.
    pub(super) fn chance_node(
        &mut self,
        position: &Position,
        context: NodeContext,
        window: Window,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let count = self.throws.len();
        // The bounds of each throw's value.
        let (mut low, mut high) = ([-WIN; 6], [WIN; 6]);
        let average = |throws: &[(u8, i32)], values: &[i32; 6]| -> i32 {
            throws.iter().zip(values).map(|(throw, value)| throw.1 * value).sum::<i32>() / 6
        };
        if self.cuts == Cuts::Star2 && context.depth >= 2 {
            let ours = position.turn() == self.root;
            for index in 0..count {
                let thrown = position.with_die(Some(self.throws[index].0));
                let start = self.list_moves(&thrown, context.ply);
                let probe =
                    self.try_moves(&thrown, context, Window { alpha: -WIN, beta: WIN }, start, 1);
                self.moves.truncate(start);
                if self.stopped {
                    return 0;
                }
                if ours {
                    low[index] = probe;
                } else {
                    high[index] = probe;
                }
                let bound =
                    if ours { average(&self.throws, &low) } else { average(&self.throws, &high) };
                if (ours && bound >= beta) || (!ours && bound <= alpha) {
                    return bound;
                }
            }
        }
        for index in 0..count {
            let (face, weight) = self.throws[index];
            let inner = if self.cuts == Cuts::None {
                Window { alpha: -INFINITE, beta: INFINITE }
            } else {
                // The other throws at their upper or lower bounds.
                let others = |values: &[i32; 6]| -> i32 {
                    let all = self.throws.iter().zip(values).enumerate();
                    all.filter(|(i, _)| *i != index)
                        .map(|(_, (throw, value))| throw.1 * value)
                        .sum()
                };
                let alpha = (6 * alpha.max(-WIN) - others(&high)).div_euclid(weight);
                let beta = (6 * beta.min(WIN) - others(&low)).div_euclid(weight) + 1;
                Window { alpha: alpha.max(-INFINITE), beta: beta.min(INFINITE) }
            };
            let value = self.move_node(&position.with_die(Some(face)), context, inner);
            if self.stopped {
                return 0;
            }
            (low[index], high[index]) = (value, value);
            if value <= inner.alpha {
                return average(&self.throws, &high).min(alpha);
            }
            if value >= inner.beta {
                return average(&self.throws, &low).max(beta);
            }
        }
        average(&self.throws, &low)
    }
}

/// One face for each distinct set of kinds that may move, the most frequent set first, with the
/// number of faces that have the same set.
pub(super) fn throws(table: &DiceTable) -> Vec<(u8, i32)> {
    let mut found: Vec<(KindSet, u8, i32)> = Vec::new();
    for face in 1..=DiceTable::FACES {
        let named = table.named(face);
        match found.iter_mut().find(|(kinds, ..)| *kinds == named) {
            Some(known) => known.2 += 1,
            None => found.push((named, face, 1)),
        }
    }
    found.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    found.into_iter().map(|(_, face, count)| (face, count)).collect()
}
