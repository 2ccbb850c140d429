//! Quiescence search: the end of a line, where only captures are searched, on its first ply also
//! quiet moves that give check, and all moves in check.

use super::MAX_PLY;
use super::counters::{Counter, count};
use super::move_ordering::MovePicker;
use super::node::{DRAW, SearchThread, Window};
use super::technique::Technique;
use super::transposition::{Bound, TtEntry};
use crate::Evaluate;
use crate::score::INFINITE;
use heterodox_rules::{SearchMove, SearchPosition};

/// A capture is pruned if its gain and this margin leave the value below the window; in hundredths
/// of [`Settings::eval_scale`](super::Settings::eval_scale). Set by hand.
const DELTA_MARGIN: i32 = 150;

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Returns the value of the position if only captures are tried and the seat to move may stand
    /// pat. If it must evade, every move is tried and it may not. On the `first` ply of quiescence
    /// quiet moves that give check are tried too.
    pub(super) fn quiesce(&mut self, ply: usize, window: Window, first: bool) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        count(Counter::QuietNode);
        // Step 1. Transposition table.
        let uses_table = self.uses(Technique::QuietTable) && !self.near_reversible_limit(0);
        let zobrist = self.position().zobrist();
        let tt_entry = if uses_table { self.table.probe(zobrist, ply) } else { None };
        if let Some(entry) = tt_entry
            && window.is_null()
            && entry.cuts_off(window.alpha, window.beta)
        {
            return entry.value;
        }
        let hash_move = tt_entry.map_or(0, |entry| entry.best);
        let start = self.moves.len();
        let evades = ply < MAX_PLY && self.evaluator.must_evade(self.position());
        let mut stand_pat = None;
        if evades {
            self.positions[self.height].moves(&mut self.moves);
        } else {
            // Step 2. Stand pat before the captures are generated, if none of them wins at once.
            if self.settings.selective
                && self.evaluator.has_no_winning_move(self.position())
                && !self.near_reversible_limit(0)
            {
                let value = self.evaluate();
                if value >= window.beta {
                    return value;
                }
                stand_pat = Some(value);
            }
            self.positions[self.height].captures(&mut self.moves);
        }
        // Step 3. The game may be over, or a move win at once.
        let value = if self.moves.len() == start && (evades || self.position().outcome().is_some())
        {
            self.terminal_value(ply)
        } else if let Some(value) = self.immediate_result(start, ply) {
            value
        } else if evades {
            self.quiesce_moves(start, ply, window, None, hash_move, false)
        } else {
            let stand_pat = stand_pat.unwrap_or_else(|| self.evaluate());
            if stand_pat >= window.beta || ply >= MAX_PLY {
                stand_pat
            } else {
                let checks = first && self.uses(Technique::QuietChecks);
                self.quiesce_moves(start, ply, window, Some(stand_pat), hash_move, checks)
            }
        };
        self.drop_moves(start);
        value
    }

    /// Adds the quiet moves that give check to the captures of the node, which begin at `start`.
    fn push_quiet_checks(&mut self, start: usize) {
        let position = &self.positions[self.height];
        let captures = start..self.moves.len();
        let mut kept = captures.end;
        position.moves(&mut self.moves);
        for index in captures.end..self.moves.len() {
            let m = self.moves[index];
            // Some quiet moves, such as promotions, are among the captures.
            let is_new =
                || self.moves[captures.clone()].iter().all(|other| other.pack() != m.pack());
            if !position.is_capture(m)
                && self.evaluator.gives_check(position, m) == Some(true)
                && is_new()
            {
                self.moves[kept] = m;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Searches the moves of a quiescence node from `start` on. `stand_pat` is the static
    /// evaluation if the seat to move may stand pat. With `checks` quiet moves that give check
    /// follow the captures; they are generated only if no capture cuts off.
    fn quiesce_moves(
        &mut self,
        start: usize,
        ply: usize,
        window: Window,
        stand_pat: Option<i32>,
        hash_move: u32,
        checks: bool,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = stand_pat.unwrap_or(-INFINITE);
        let mut best_move = 0;
        let uses_table = self.uses(Technique::QuietTable);
        alpha = alpha.max(best);
        let mut picker = MovePicker::new(ply, self.moves.len(), hash_move, 0);
        let mut quiet = false;
        let mut next = start;
        loop {
            if next == self.moves.len() {
                if quiet || !checks {
                    break;
                }
                quiet = true;
                self.push_quiet_checks(start);
                picker = MovePicker::new(ply, self.moves.len(), hash_move, 0);
                continue;
            }
            let index = next;
            let m = self.pick(&mut picker, index);
            next += 1;
            if let Some(stand_pat) = stand_pat {
                // Step 4. Prune moves that lose the exchange. All captures behind one that loses it
                // lose it too.
                if quiet && self.see_below(m, 0) {
                    continue;
                }
                if !quiet && self.settings.selective && self.scores[index] < 0 {
                    next = self.moves.len();
                    continue;
                }
                // Step 5. Delta pruning.
                if !quiet && let Some(most) = self.delta_pruning(m, stand_pat, alpha) {
                    best = best.max(most);
                    continue;
                }
            }
            // Step 6. Make the move and search the position after it.
            self.push_position(m);
            self.prefetch(uses_table);
            self.count_node();
            let value = -self.quiesce(ply + 1, Window { alpha: -beta, beta: -alpha }, false);
            self.pop_position();
            if self.stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = m.pack();
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                break;
            }
        }
        // Step 7. Store the result.
        if uses_table && best > -INFINITE {
            let bound = Bound::of(best, window.alpha, beta);
            let entry = TtEntry { best: best_move, value: best, depth: 0, bound };
            self.table.store(self.position().zobrist(), ply, entry);
        }
        best
    }

    /// Returns the highest value that a capture is likely to reach if that is not above `alpha`.
    fn delta_pruning(&self, m: P::Move, stand_pat: i32, alpha: i32) -> Option<i32> {
        if !self.settings.selective {
            return None;
        }
        let gain = self.evaluator.capture_gain(self.position(), m)?;
        let most = stand_pat + gain + self.margin(DELTA_MARGIN);
        (most <= alpha).then_some(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::search::test_thread::{random_game, with_thread};
    use heterodox_rules::grand_chess::{Move, Position};
    use std::collections::BTreeSet;

    /// Compares captures and quiet checks with a filter of all moves by what is so after them.
    /// Returns the number of quiet checks.
    fn count_quiet_checks(position: &Position) -> usize {
        with_thread(position, |thread| {
            let mut all: Vec<Move> = Vec::new();
            position.moves(&mut all);
            position.captures(&mut thread.moves);
            let captures = thread.moves.len();
            thread.push_quiet_checks(0);
            let names = |moves: &[Move]| moves.iter().map(|m| m.pack()).collect::<BTreeSet<_>>();
            let found = names(&thread.moves);
            assert_eq!(found.len(), thread.moves.len(), "no move comes twice: {position}");
            let in_captures = names(&thread.moves[..captures]);
            all.retain(|&m| {
                let checks = !position.is_capture(m)
                    && thread.evaluator.in_check(&position.after_unchecked(m));
                checks || in_captures.contains(&m.pack())
            });
            assert_eq!(found, names(&all), "{position}");
            thread.moves.len() - captures
        })
    }

    #[test]
    fn quiet_moves_that_give_check_are_added() {
        let mut random = SplitMix64::new(5);
        let mut found = 0;
        for _ in 0..10 {
            random_game(&mut random, 150, |position, _| found += count_quiet_checks(position));
        }
        assert!(found > 500, "{found} quiet checks");
    }
}
