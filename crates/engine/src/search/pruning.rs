//! Pruning: nodes and moves that are left out because their value is most likely outside the
//! window.
//!
//! All margins are in hundredths of [`Settings::eval_scale`](super::Settings::eval_scale), so that
//! they mean about the same in every game. They were set by hand and by matches between states of
//! the program at short times; `docs/trials.md` says which changes were tried.

use super::counters::{Counter, count};
use super::histories::HistoryKey;
use super::move_ordering::MIN_CAPTURE_SCORE;
use super::node::{DRAW, NO_EVAL, SearchThread, Window};
use super::reductions::{CUT_NODE_REDUCTION, lmr_reduction};
use super::technique::Technique;
use crate::Evaluate;
use crate::score::WIN_BOUND;
use heterodox_rules::SearchPosition;

/// Why a move is pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pruning {
    /// A capture that loses the exchange.
    Capture,
    /// Late in the order.
    Late,
    /// The static evaluation is far below the window.
    Futility,
    /// Bad histories.
    History,
    /// A quiet move that loses the exchange.
    Exchange,
}

/// What pruning and reducing the moves of a node depend on.
pub(super) struct PruningContext {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv_node: bool,
    pub(super) alpha: i32,
    /// Whether moves may be pruned and reduced at all.
    pub(super) allowed: bool,
    static_eval: i32,
    pub(super) improving: bool,
    /// The further reduction of late moves if the node is expected to cause a cutoff, else 0.
    pub(super) cut_node_reduction: i32,
    /// Quiet moves so far.
    quiet_count: i32,
}

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Returns whether nodes may be pruned by their static evaluation before a move is tried.
    pub(super) const fn prunes_by_static_eval(&self) -> bool {
        self.uses(Technique::ReverseFutility)
            || self.uses(Technique::Razoring)
            || self.uses(Technique::NullMove)
    }

    /// Step 6. Returns a value for the node if its static evaluation or a null move is enough.
    pub(super) fn prune_node(&mut self, depth: i32, ply: usize, window: Window) -> Option<i32> {
        let Window { alpha, beta } = window;
        let eval = self.stack[ply].corrected_eval;
        if eval == NO_EVAL || !window.is_null() || beta.abs() >= WIN_BOUND {
            return None;
        }
        let improving = i32::from(self.is_improving(ply));
        // Reverse futility pruning: the evaluation is far above the window.
        if self.uses(Technique::ReverseFutility)
            && depth <= 7
            && eval - self.margin(80 * (depth - improving)) >= beta
        {
            count(Counter::ReverseFutilityCut);
            return Some(i32::midpoint(eval, beta));
        }
        // Razoring: the evaluation is far below the window, and captures do not help.
        if self.uses(Technique::Razoring)
            && depth <= 3
            && eval + self.margin(200 + 150 * depth) <= alpha
        {
            let value = self.quiesce(ply, window, true);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }
        self.null_move_pruning(depth, ply, beta)
    }

    /// Null move pruning: a node that reaches `beta` even after a null move is cut off. From depth
    /// 10 on a search without null moves verifies that.
    fn null_move_pruning(&mut self, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        let eval = self.stack[ply].corrected_eval;
        if !self.uses(Technique::NullMove)
            || depth < 3
            || eval < beta
            || ply < self.null_move_min_ply
            || self.stack[ply - 1].history_key == HistoryKey::NONE
            || self.near_reversible_limit(depth)
            || !self.evaluator.null_move_allowed(self.position())
        {
            return None;
        }
        let by_eval = ((eval - beta) / self.margin(90).max(1)).min(3);
        let reduction = 3 + depth / 3 + by_eval;
        count(Counter::NullMove);
        let value = self.search_null_move(depth - 1 - reduction, ply, beta)?;
        if self.stopped {
            return Some(DRAW);
        }
        if value < beta {
            return None;
        }
        count(Counter::NullMoveCut);
        let value = if value >= WIN_BOUND { beta } else { value };
        if depth < 10 {
            return Some(value);
        }
        let min_ply = std::mem::replace(&mut self.null_move_min_ply, ply + depth as usize / 2);
        let verified = self.search_again(depth - 1 - reduction, ply, beta);
        self.null_move_min_ply = min_ply;
        (self.stopped || verified >= beta).then_some(value)
    }

    /// Searches the moves of the node once more at another depth, with a null window below `beta`.
    pub(super) fn search_again(&mut self, depth: i32, ply: usize, beta: i32) -> i32 {
        let entry = self.stack[ply];
        let end = self.moves.len();
        self.positions[self.height].moves(&mut self.moves);
        let window = Window { alpha: beta - 1, beta };
        let value = self.search_moves(end, depth, ply, window, None);
        self.drop_moves(end);
        self.stack[ply] = entry;
        value
    }

    /// Returns whether the static evaluation is higher than before the seat's last move.
    fn is_improving(&self, ply: usize) -> bool {
        let Some(earlier) = ply.checked_sub(2) else { return false };
        let (before, now) = (self.stack[earlier].static_eval, self.stack[ply].static_eval);
        now != NO_EVAL && (before == NO_EVAL || now > before)
    }

    /// Returns what pruning and reducing the moves of a node depend on.
    pub(super) fn pruning_context(&self, depth: i32, ply: usize, window: Window) -> PruningContext {
        let entry = self.stack[ply];
        let cut_node = entry.cut_node && self.uses(Technique::CutReduction);
        PruningContext {
            depth,
            ply,
            pv_node: !window.is_null(),
            alpha: window.alpha,
            // Once a win is found only a shorter one matters, and that must not be missed.
            allowed: self.settings.selective && !entry.in_check && window.alpha < WIN_BOUND,
            static_eval: entry.static_eval,
            improving: self.is_improving(ply),
            cut_node_reduction: if cut_node { CUT_NODE_REDUCTION } else { 0 },
            quiet_count: 0,
        }
    }

    /// Step 11. Returns why a move is pruned if it gives no check; `None` if it is not pruned.
    /// `move_number` counts from 0.
    pub(super) fn prune_move(
        &self,
        context: &mut PruningContext,
        index: usize,
        move_number: usize,
        quiet: bool,
    ) -> Option<Pruning> {
        let PruningContext { depth, alpha, static_eval, .. } = *context;
        context.quiet_count += i32::from(quiet);
        if !context.allowed || depth > 8 {
            return None;
        }
        // The depth to which late move reductions would search the move.
        let lmr_depth = (depth - lmr_reduction(depth, move_number)).max(1);
        let (m, score) = (self.moves[index], self.scores[index]);
        if !quiet {
            let loses = score < 0
                && depth <= 6
                && self.uses(Technique::SeePruning)
                && self.see_below(m, 100 * depth);
            return loses.then_some(Pruning::Capture);
        }
        if self.histories.is_killer(context.ply, m) || score >= MIN_CAPTURE_SCORE {
            return None;
        }
        // Late move pruning.
        let lmp_base = self.settings.lmp_base;
        let late = lmp_base + depth * depth * lmp_base / 4;
        if self.uses(Technique::LateMovePruning)
            && context.quiet_count > if context.improving { late } else { late / 2 }
        {
            return Some(Pruning::Late);
        }
        // Futility pruning.
        if self.uses(Technique::Futility)
            && lmr_depth <= 6
            && !context.pv_node
            && static_eval != NO_EVAL
            && static_eval + self.margin(100 + 90 * lmr_depth) <= alpha
        {
            return Some(Pruning::Futility);
        }
        // History pruning.
        if self.uses(Technique::HistoryPruning) && lmr_depth <= 4 && score < -4000 * lmr_depth {
            return Some(Pruning::History);
        }
        // Pruning by static exchange evaluation.
        let loses =
            self.uses(Technique::SeePruning) && lmr_depth <= 6 && self.see_below(m, 50 * lmr_depth);
        loses.then_some(Pruning::Exchange)
    }

    /// Returns whether the static exchange evaluation of a move is below minus `hundredths`.
    pub(super) fn see_below(&self, m: P::Move, hundredths: i32) -> bool {
        let value = self.evaluator.see(self.position(), m);
        value.is_some_and(|value| value < -self.margin(hundredths))
    }

    /// Returns whether a move that [`SearchThread::prune_move`] would prune is pruned even though
    /// it gives check.
    pub(super) fn prune_losing_check(&self, depth: i32, m: P::Move) -> bool {
        self.uses(Technique::Forcing) && self.see_below(m, 100 * depth)
    }
}
