//! Which move of a node is tried next. Nothing is asked about moves before it is needed: many a node ends with the move of
//! the table, and most before it matters what is known of quiet moves.

use super::move_ordering::{self, HASH_MOVE, HistoryKey, LOSING_CAPTURE, PROMISING, bring_best};
use super::node::SearchThread;
use super::technique::Technique;
use crate::Evaluate;
use heterodox_rules::{SearchMove, SearchPosition};

/// Captures with lower scores turned out to lose: quiet moves come first.
const LAST: i32 = -PROMISING;

/// Quiet moves that are known to be worse than this, for each ply that is to be searched, stay in any order.
pub(super) const WORST: i32 = -2000;

/// How far the moves of a node, the last ones of the worker's list, are in order.
pub(super) struct MovePicker {
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

impl MovePicker {
    pub(super) const fn new(ply: usize, end: usize, hash_move: u32, worst: i32) -> Self {
        Self { ply, end, hash_move, worst, stage: Stage::Listed, scored: 0 }
    }
}

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Brings the move to be tried next of those from `index` on to `index`.
    pub(super) fn pick(&mut self, picker: &mut MovePicker, index: usize) -> P::Move {
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
            let looks_good = (PROMISING..LOSING_CAPTURE).contains(&self.scores[index]);
            if !looks_good || self.evaluator.see(self.position(), m).is_none_or(|won| won >= 0) {
                break;
            }
            self.scores[index] -= LOSING_CAPTURE;
        }
        self.moves[index]
    }

    /// Scores moves at sight. Those of which that is all that matters come first.
    fn score_moves(&mut self, picker: &mut MovePicker, from: usize) {
        picker.stage = Stage::Scored;
        picker.scored = from;
        for index in from..picker.end {
            let m = self.moves[index];
            let capture = self.position().is_capture(m);
            let hint = self.evaluator.order_hint(self.position(), m, capture);
            self.scores[index] = self.ordering.score(picker.ply, m, hint, capture);
            if move_ordering::unweighed(self.scores[index]).is_none() {
                self.moves.swap(index, picker.scored);
                self.scores.swap(index, picker.scored);
                picker.scored += 1;
            }
        }
    }

    /// Puts quiet moves in order by what is known of them; behind them, captures that lose.
    fn weigh(&mut self, picker: &MovePicker, from: usize) {
        let seat = self.position().turn();
        let before = self.previous_moves(picker.ply);
        let continuation = self.uses(Technique::Continuation);
        for index in from..picker.end {
            let Some(hint) = move_ordering::unweighed(self.scores[index]) else { continue };
            let m = self.moves[index];
            let mut score = hint + self.ordering.history(seat, m);
            if continuation {
                let class = HistoryKey::of(self.evaluator.history_key(self.position(), m));
                score += self.ordering.continuation(before, seat, class);
            }
            self.scores[index] = score;
        }
        move_ordering::sort(
            &mut self.moves[from..picker.end],
            &mut self.scores[from..picker.end],
            picker.worst,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grand_chess::{GrandChessEvaluation, settings};
    use crate::search::eval_cache::EvalCache;
    use crate::search::limits::Limits;
    use crate::search::node::Histories;
    use crate::search::{SearchRequest, TranspositionTable};
    use crate::{Random, SearchLimit};
    use heterodox_rules::grand_chess::{CLASSIC_START, Move, Position};
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    const PLY: usize = 3;

    /// Where in the order a move belongs.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Rank {
        HashMove,
        GoodCapture,
        Promotion,
        Killer,
        Quiet,
        LosingCapture,
    }

    /// Lets a node with this move of the table pick to its end, after a killer and a good quiet move were learned, and looks
    /// whether the order is right. Tells which ranks there were.
    fn picked(position: &Position, hash_move: u32, random: &mut Random) -> BTreeSet<Rank> {
        let evaluator = GrandChessEvaluation::new(position.piece_set());
        let (table, stop) = (TranspositionTable::new(0), AtomicBool::new(false));
        let limits = Limits::new(None, None, &stop);
        let task = SearchRequest::new(position, SearchLimit::nodes(1));
        let mut worker = SearchThread::new(
            &task,
            &evaluator,
            settings(),
            &table,
            &limits,
            Histories::new(),
            EvalCache::new(),
        );
        let mut listed: Vec<Move> = Vec::new();
        position.moves(&mut listed);
        let plain = |m: &&Move| !position.is_capture(**m) && m.promotion().is_none();
        let quiet: Vec<Move> = listed.iter().filter(plain).copied().collect();
        let seat = SearchPosition::turn(position);
        let (killer, good) = (random.pick(&quiet).copied(), random.pick(&quiet).copied());
        if let (Some(killer), Some(good)) = (killer, good) {
            worker.ordering.record_cutoff((seat, PLY), killer, &[], 3);
            worker.ordering.record_cutoff((seat, PLY + 1), good, &quiet, 4);
        }
        worker.moves.extend_from_slice(&listed);
        let mut picker = MovePicker::new(PLY, listed.len(), hash_move, i32::MIN);
        let order: Vec<Move> =
            (0..listed.len()).map(|index| worker.pick(&mut picker, index)).collect();
        let names = |moves: &[Move]| moves.iter().map(|m| m.pack()).collect::<BTreeSet<_>>();
        assert_eq!(names(&order), names(&listed), "every move comes once: {position}");
        let rank = |m: &Move| {
            let won = evaluator.see(position, *m).unwrap_or(0);
            match () {
                () if m.pack() == hash_move => Rank::HashMove,
                () if position.is_capture(*m) && won < 0 => Rank::LosingCapture,
                () if position.is_capture(*m) => Rank::GoodCapture,
                () if m.promotion().is_some() => Rank::Promotion,
                () if Some(*m) == killer => Rank::Killer,
                () => Rank::Quiet,
            }
        };
        let ranks: Vec<Rank> = order.iter().map(rank).collect();
        assert!(ranks.is_sorted(), "{position}: {ranks:?}");
        let of = |wanted| order.iter().filter(move |m| rank(m) == wanted);
        let histories = of(Rank::Quiet).map(|&m| worker.ordering.history(seat, m));
        assert!(histories.is_sorted_by(|one, next| one >= next), "{position}");
        let gains = of(Rank::GoodCapture).map(|&m| evaluator.order_hint(position, m, true));
        assert!(gains.is_sorted_by(|one, next| one >= next), "{position}");
        ranks.into_iter().collect()
    }

    #[test]
    fn moves_come_in_their_order() {
        let mut random = Random::new(12);
        let mut seen = BTreeSet::new();
        for _ in 0..12 {
            let mut position: Position = CLASSIC_START.parse().expect("a position");
            for ply in 0..120 {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&m) = random.pick(&moves) else { break };
                if position.outcome().is_some() {
                    break;
                }
                if ply % 5 == 4 {
                    // A move of the table, none, and one that is not possible here.
                    let hash_move = random.pick(&moves).map_or(0, |m| m.pack());
                    for hash_move in [hash_move, 0, u32::MAX] {
                        seen.extend(picked(&position, hash_move, &mut random));
                    }
                }
                position.play_unchecked(m);
            }
        }
        let all = [
            Rank::HashMove,
            Rank::GoodCapture,
            Rank::Promotion,
            Rank::Killer,
            Rank::Quiet,
            Rank::LosingCapture,
        ];
        assert_eq!(seen, BTreeSet::from(all), "ranks that came up");
    }
}
