//! Which move of a node is tried next. Nothing is asked about moves before it is needed: many a node ends with the move of
//! the table, and most before it matters what is known of quiet moves.

use super::node::Worker;
use super::order::{self, Class, HASH_MOVE, LOSING, PROMISING, bring_best};
use super::technique::Technique;
use crate::Evaluate;
use heterodox_rules::{SearchMove, SearchPosition};

/// Captures with lower scores turned out to lose: quiet moves come first.
const LAST: i32 = -PROMISING;

/// Quiet moves that are known to be worse than this, for each ply that is to be searched, stay in any order.
pub(super) const WORST: i32 = -2000;

/// How far the moves of a node, the last ones of the worker's list, are in order.
pub(super) struct Picker {
    ply: usize,
    /// Where the list ends.
    end: usize,
    /// The move of the table, packed; 0 for none.
    hash_move: u32,
    /// Quiet moves with lower scores stay in any order.
    worst: i32,
    stage: Stage,
    /// Up to here moves need no more than their scores at sight; behind are quiet ones.
    scored: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing was asked about any.
    Listed,
    /// The move of the table came first; nothing was asked about the others.
    HashMove,
    /// They have scores, quiet ones only what they are worth at sight.
    Scored,
    /// All that is left is sorted.
    Sorted,
}

impl Picker {
    pub(super) const fn new(ply: usize, end: usize, hash_move: u32, worst: i32) -> Self {
        Self { ply, end, hash_move, worst, stage: Stage::Listed, scored: 0 }
    }
}

impl<P: SearchPosition, E: Evaluate<P>> Worker<'_, P, E> {
    /// Brings the move to be tried next of those from `index` on to `index`.
    pub(super) fn pick(&mut self, picker: &mut Picker, index: usize) -> P::Move {
        if picker.stage == Stage::Listed {
            self.scores.resize(picker.end, 0);
            let first = (index..picker.end).find(|&i| self.moves[i].pack() == picker.hash_move);
            if let Some(first) = first {
                picker.stage = Stage::HashMove;
                self.moves.swap(index, first);
                self.scores[index] = HASH_MOVE;
                return self.moves[index];
            }
            self.score_moves(picker, index);
        } else if picker.stage == Stage::HashMove {
            self.score_moves(picker, index);
        }
        while picker.stage == Stage::Scored {
            let scored = index..picker.scored;
            bring_best(&mut self.moves[scored.clone()], &mut self.scores[scored.clone()]);
            if scored.is_empty() || self.scores[index] < LAST {
                picker.stage = Stage::Sorted;
                self.weigh(picker, index);
                break;
            }
            // Captures that turn out to lose go behind all other moves.
            let m = self.moves[index];
            let looks_good = (PROMISING..LOSING).contains(&self.scores[index]);
            if !looks_good || self.evaluator.exchange(&self.position, m).is_none_or(|won| won >= 0)
            {
                break;
            }
            self.scores[index] -= LOSING;
        }
        self.moves[index]
    }

    /// Scores moves at sight. Those of which that is all that matters come first.
    fn score_moves(&mut self, picker: &mut Picker, from: usize) {
        picker.stage = Stage::Scored;
        picker.scored = from;
        for index in from..picker.end {
            let m = self.moves[index];
            let capture = self.position.is_capture(m);
            let hint = self.evaluator.order_hint(&self.position, m, capture);
            self.scores[index] = self.ordering.score(picker.ply, m, hint, capture);
            if order::unweighed(self.scores[index]).is_none() {
                self.moves.swap(index, picker.scored);
                self.scores.swap(index, picker.scored);
                picker.scored += 1;
            }
        }
    }

    /// Puts quiet moves in order by what is known of them; behind them, captures that lose.
    fn weigh(&mut self, picker: &Picker, from: usize) {
        let seat = self.position.turn();
        let before = self.before(picker.ply);
        let continuation = self.uses(Technique::Continuation);
        for index in from..picker.end {
            let Some(hint) = order::unweighed(self.scores[index]) else { continue };
            let m = self.moves[index];
            let mut score = hint + self.ordering.history(seat, m);
            if continuation {
                let class = Class::of(self.evaluator.class(&self.position, m));
                score += self.ordering.follows(before, seat, class);
            }
            self.scores[index] = score;
        }
        order::sort(
            &mut self.moves[from..picker.end],
            &mut self.scores[from..picker.end],
            picker.worst,
        );
    }
}
