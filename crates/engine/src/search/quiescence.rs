//! The end of a line: quiescence, which only looks at captures, and at every move where one must answer.

use super::MAX_PLY;
use super::move_picker::MovePicker;
use super::node::{DRAW, SearchThread, Window};
use super::technique::Technique;
use super::transposition::{Bound, TtEntry};
use crate::Evaluate;
use crate::score::INFINITE;
use heterodox_rules::{SearchMove, SearchPosition};

/// A capture that leaves the value so far below the window is not looked at; in hundredths of the unit.
const DELTA_MARGIN: i32 = 150;

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// The value of the position when only captures are tried and standing still is allowed; where the seat
    /// to move must answer, every move is tried and it is not.
    pub(super) fn quiesce(&mut self, ply: usize, window: Window) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        let asks = self.uses(Technique::QuietTable) && !self.near_reversible_limit(0);
        let known = if asks { self.table.probe(self.position().zobrist(), ply) } else { None };
        if let Some(known) = known
            && window.is_null()
            && known.cuts_off(window.alpha, window.beta)
        {
            return known.value;
        }
        let hash_move = known.map_or(0, |known| known.best);
        let start = self.moves.len();
        let forced = ply < MAX_PLY && self.evaluator.must_evade(self.position());
        let mut standing = None;
        if forced {
            self.positions[self.height].moves(&mut self.moves);
        } else {
            // Where nothing wins at once, standing may settle it before the captures are listed.
            if self.settings.selective
                && self.evaluator.has_no_winning_move(self.position())
                && !self.near_reversible_limit(0)
            {
                let value = self.evaluate();
                if value >= window.beta {
                    return value;
                }
                standing = Some(value);
            }
            self.positions[self.height].captures(&mut self.moves);
        }
        let value = if self.moves.len() == start && (forced || self.position().outcome().is_some())
        {
            self.terminal_value(ply)
        } else if let Some(value) = self.immediate_result(start, ply) {
            value
        } else if forced {
            self.search_noisy(start, ply, window, None, hash_move)
        } else {
            let standing = standing.unwrap_or_else(|| self.evaluate());
            if standing >= window.beta || ply >= MAX_PLY {
                standing
            } else {
                self.search_noisy(start, ply, window, Some(standing), hash_move)
            }
        };
        self.drop_moves(start);
        value
    }

    /// Searches the listed moves of a quiescent node; what standing still is worth, if it is allowed.
    fn search_noisy(
        &mut self,
        start: usize,
        ply: usize,
        window: Window,
        standing: Option<i32>,
        hash_move: u32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = standing.unwrap_or(-INFINITE);
        let mut best_move = 0;
        let table = self.uses(Technique::QuietTable);
        alpha = alpha.max(best);
        let end = self.moves.len();
        let mut picker = MovePicker::new(ply, end, hash_move, 0);
        for index in start..end {
            let m = self.pick(&mut picker, index);
            if let Some(standing) = standing {
                if self.settings.selective && self.scores[index] < 0 {
                    // This capture loses, and so do all behind it.
                    break;
                }
                if let Some(hoped) = self.delta_pruning(m, standing, alpha) {
                    best = best.max(hoped);
                    continue;
                }
            }
            self.push(m);
            self.prefetch(table);
            self.count_node();
            let value = -self.quiesce(ply + 1, Window { alpha: -beta, beta: -alpha });
            self.pop();
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
        if table && best > -INFINITE {
            let bound = Bound::of(best, window.alpha, beta);
            let known = TtEntry { best: best_move, value: best, depth: 0, bound };
            self.table.store(self.position().zobrist(), ply, known);
        }
        best
    }

    /// The most that a capture can be hoped to reach, if that is too little to look at it.
    fn delta_pruning(&self, m: P::Move, standing: i32, alpha: i32) -> Option<i32> {
        if !self.settings.selective {
            return None;
        }
        let hoped =
            standing + self.evaluator.capture_gain(self.position(), m)? + self.margin(DELTA_MARGIN);
        (hoped <= alpha).then_some(hoped)
    }
}
