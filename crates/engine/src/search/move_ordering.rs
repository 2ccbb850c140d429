//! Move ordering: the earlier a good move is tried, the more of the others are cut off.
//!
//! Moves are tried in this order: the hash move, captures that do not lose the exchange, killer
//! moves, quiet moves by their histories, captures that lose. Each score is computed only when it
//! is needed: many nodes end with the hash move, and most before the histories matter.

use super::histories::{Histories, HistoryKey};
use super::node::SearchThread;
use super::technique::Technique;
use crate::Evaluate;
use heterodox_rules::{SearchMove, SearchPosition};

const HASH_MOVE: i32 = 1 << 30;
pub(super) const KILLER: i32 = 1 << 20;
/// The scores of captures lie around this value.
const CAPTURE: i32 = 1 << 24;
/// Above this score a move is a capture that is not known to lose, or the hash move.
pub(super) const MIN_CAPTURE_SCORE: i32 = CAPTURE / 2;
/// Subtracted from the score of a capture that loses: it then comes behind all other moves.
const LOSING_CAPTURE: i32 = 1 << 25;
/// Captures below this score lose the exchange: quiet moves come before them.
const MAX_LOSING_SCORE: i32 = -MIN_CAPTURE_SCORE;
/// The scores of quiet moves lie around this value until their histories are added: between losing
/// captures and all other moves.
const UNSCORED_QUIET: i32 = -(1 << 22);

/// Quiet moves with a history below this value, for each ply of depth, are not sorted. Set by hand.
pub(super) const MIN_SORTED_HISTORY: i32 = -2000;

/// Returns whether a move with this score is a capture; `None` for the hash move, which may be
/// either.
pub(super) const fn is_capture(score: i32) -> Option<bool> {
    if score == HASH_MOVE {
        None
    } else {
        Some(score > MIN_CAPTURE_SCORE || score < MAX_LOSING_SCORE)
    }
}

/// Returns the game's hint in the score of a quiet move whose histories were not added yet.
fn unscored_hint(score: i32) -> Option<i32> {
    ((score - UNSCORED_QUIET).abs() < KILLER).then_some(score - UNSCORED_QUIET)
}

/// Returns the score of a move without its histories.
fn first_score<M: SearchMove>(
    histories: &Histories,
    ply: usize,
    m: M,
    hint: i32,
    capture: bool,
) -> i32 {
    if capture {
        CAPTURE + hint
    } else if let Some(slot) = histories.killer_slot(ply, m) {
        KILLER - slot as i32
    } else if hint.abs() < KILLER {
        UNSCORED_QUIET + hint
    } else {
        hint
    }
}

/// How far the moves of a node, the last ones of the thread's list, are scored and sorted.
pub(super) struct MovePicker {
    ply: usize,
    /// The end of the node's moves in the list.
    end: usize,
    /// The packed hash move; 0 for none.
    hash_move: u32,
    /// Quiet moves with lower scores are not sorted.
    min_sorted: i32,
    stage: Stage,
    /// The end of the moves whose first score is final; quiet moves are behind them.
    scored: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// No move has a score.
    Generated,
    /// The hash move was tried; the others have no score.
    HashMove,
    /// The moves have their first scores.
    Scored,
    /// All that are left are sorted.
    Sorted,
}

impl MovePicker {
    pub(super) const fn new(ply: usize, end: usize, hash_move: u32, min_sorted: i32) -> Self {
        Self { ply, end, hash_move, min_sorted, stage: Stage::Generated, scored: 0 }
    }
}

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Step 10. Swaps the best of the moves from `index` on to `index` and returns it.
    pub(super) fn pick(&mut self, picker: &mut MovePicker, index: usize) -> P::Move {
        if picker.stage == Stage::Generated {
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
            if scored.is_empty() || self.scores[index] < MAX_LOSING_SCORE {
                picker.stage = Stage::Sorted;
                self.sort_quiet_moves(picker, index);
                break;
            }
            // A capture that turns out to lose the exchange goes behind all other moves.
            let m = self.moves[index];
            let may_lose = (MIN_CAPTURE_SCORE..LOSING_CAPTURE).contains(&self.scores[index]);
            if !may_lose || self.evaluator.see(self.position(), m).is_none_or(|value| value >= 0) {
                break;
            }
            self.scores[index] -= LOSING_CAPTURE;
        }
        self.moves[index]
    }

    /// Gives the moves their first scores. Those for which these are final come first.
    fn score_moves(&mut self, picker: &mut MovePicker, from: usize) {
        picker.stage = Stage::Scored;
        picker.scored = from;
        for index in from..picker.end {
            let m = self.moves[index];
            let capture = self.position().is_capture(m);
            let hint = self.evaluator.order_hint(self.position(), m, capture);
            self.scores[index] = first_score(&self.histories, picker.ply, m, hint, capture);
            if unscored_hint(self.scores[index]).is_none() {
                self.moves.swap(index, picker.scored);
                self.scores.swap(index, picker.scored);
                picker.scored += 1;
            }
        }
    }

    /// Scores quiet moves by their histories and sorts all moves from `from` on.
    fn sort_quiet_moves(&mut self, picker: &MovePicker, from: usize) {
        let seat = self.position().turn();
        let previous = self.previous_moves(picker.ply);
        let continuation = self.uses(Technique::Continuation);
        for index in from..picker.end {
            let Some(hint) = unscored_hint(self.scores[index]) else { continue };
            let m = self.moves[index];
            let mut score = hint + self.histories.butterfly(seat, m);
            if continuation {
                let key = HistoryKey::of(self.evaluator.history_key(self.position(), m));
                score += self.histories.continuation(previous, seat, key);
            }
            self.scores[index] = score;
        }
        let (moves, scores) = (&mut self.moves, &mut self.scores);
        sort(&mut moves[from..picker.end], &mut scores[from..picker.end], picker.min_sorted);
    }
}

/// Swaps the entry with the highest score to the front; the first of several.
fn bring_best<M>(moves: &mut [M], scores: &mut [i32]) {
    // First the highest score, then its index: both loops vectorise.
    let Some(&highest) = scores.iter().max() else { return };
    let best = scores.iter().position(|&score| score == highest).unwrap_or(0);
    moves.swap(0, best);
    scores.swap(0, best);
}

/// Sorts entries by score, the highest first (insertion sort, stable). Entries below `min_sorted`
/// stay behind the others in any order.
fn sort<M: Copy>(moves: &mut [M], scores: &mut [i32], min_sorted: i32) {
    let mut sorted = 0;
    for index in 0..scores.len() {
        let (m, score) = (moves[index], scores[index]);
        if score < min_sorted {
            continue;
        }
        (moves[index], scores[index]) = (moves[sorted], scores[sorted]);
        let mut at = sorted;
        while at > 0 && scores[at - 1] < score {
            (moves[at], scores[at]) = (moves[at - 1], scores[at - 1]);
            at -= 1;
        }
        (moves[at], scores[at]) = (m, score);
        sorted += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::grand_chess::GrandChessEvaluation;
    use crate::search::test_thread::{random_game, with_thread};
    use heterodox_rules::Seat;
    use heterodox_rules::grand_chess::{Move, Position};
    use std::collections::BTreeSet;

    const PLY: usize = 3;

    /// The place of a move in the order.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Rank {
        HashMove,
        GoodCapture,
        Promotion,
        Killer,
        Quiet,
        LosingCapture,
    }

    /// Picks all moves of a node with this hash move, after a killer and a good quiet move were
    /// recorded, and checks their order. Returns the ranks that occurred.
    fn picked(position: &Position, hash_move: u32, random: &mut SplitMix64) -> BTreeSet<Rank> {
        with_thread(position, |thread| picked_by(thread, position, hash_move, random))
    }

    fn picked_by(
        thread: &mut SearchThread<'_, Position, GrandChessEvaluation>,
        position: &Position,
        hash_move: u32,
        random: &mut SplitMix64,
    ) -> BTreeSet<Rank> {
        let evaluator = thread.evaluator;
        let mut listed: Vec<Move> = Vec::new();
        position.moves(&mut listed);
        let plain = |m: &&Move| !position.is_capture(**m) && m.promotion().is_none();
        let quiet: Vec<Move> = listed.iter().filter(plain).copied().collect();
        let seat = SearchPosition::turn(position);
        let (killer, good) = (random.pick(&quiet).copied(), random.pick(&quiet).copied());
        if let (Some(killer), Some(good)) = (killer, good) {
            thread.histories.record_cutoff((seat, PLY), killer, &[], 3);
            thread.histories.record_cutoff((seat, PLY + 1), good, &quiet, 4);
        }
        thread.moves.extend_from_slice(&listed);
        let mut picker = MovePicker::new(PLY, listed.len(), hash_move, i32::MIN);
        let order: Vec<Move> =
            (0..listed.len()).map(|index| thread.pick(&mut picker, index)).collect();
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
        let histories = of(Rank::Quiet).map(|&m| thread.histories.butterfly(seat, m));
        assert!(histories.is_sorted_by(|one, next| one >= next), "{position}");
        let gains = of(Rank::GoodCapture).map(|&m| evaluator.order_hint(position, m, true));
        assert!(gains.is_sorted_by(|one, next| one >= next), "{position}");
        ranks.into_iter().collect()
    }

    #[test]
    fn moves_come_in_their_order() {
        let (mut games, mut random) = (SplitMix64::new(12), SplitMix64::new(13));
        let mut seen = BTreeSet::new();
        for _ in 0..12 {
            random_game(&mut games, 120, |position, ply| {
                if ply % 5 == 4 {
                    let mut moves: Vec<Move> = Vec::new();
                    position.moves(&mut moves);
                    // A hash move, none, and one that is not legal here.
                    let hash_move = random.pick(&moves).map_or(0, |m| m.pack());
                    for hash_move in [hash_move, 0, u32::MAX] {
                        seen.extend(picked(position, hash_move, &mut random));
                    }
                }
            });
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

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u32);

    impl SearchMove for Number {
        fn pack(self) -> u32 {
            self.0
        }
    }

    #[test]
    fn captures_then_killers_then_history() {
        let at = (Seat::new(0), 3);
        let mut histories = Histories::new();
        histories.record_cutoff(at, Number(5), &[Number(6)], 4);
        let score = |m, capture| first_score(&histories, 3, Number(m), 0, capture);
        assert!(HASH_MOVE > score(1, true));
        assert!(score(1, true) > score(5, false));
        assert!(score(5, false) > score(7, false));
        let losing = score(1, true) - LOSING_CAPTURE;
        assert!(score(7, false) > losing, "a capture that loses comes last");
        assert_eq!(unscored_hint(score(7, false)), Some(0));
        assert_eq!(unscored_hint(score(5, false)), None, "a killer needs no more");
        let history = |m| histories.butterfly(at.0, Number(m));
        assert!(history(7) > history(6), "a move that failed to cut off sinks");
    }

    #[test]
    fn what_is_good_enough_is_sorted() {
        let (mut moves, mut scores) = (vec!['a', 'b', 'c', 'd', 'e'], vec![-5, 7, -9, 2, 7]);
        sort(&mut moves, &mut scores, 0);
        assert_eq!(moves[..3], ['b', 'e', 'd']);
        assert_eq!(scores[..3], [7, 7, 2]);
        let rest: BTreeSet<_> = moves[3..].iter().zip(&scores[3..]).collect();
        assert_eq!(rest, [(&'a', &-5), (&'c', &-9)].into());
    }

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let (mut moves, mut scores) = (['a', 'b', 'c', 'd'], [1, 7, 2, 7]);
        bring_best(&mut moves, &mut scores);
        assert_eq!(moves[0], 'b');
        bring_best(&mut moves[1..], &mut scores[1..]);
        assert_eq!(moves[1], 'd');
    }
}
