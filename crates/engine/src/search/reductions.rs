//! Reductions and extensions: moves that are searched less deep or deeper than the others.

use super::move_ordering::KILLER;
use super::node::{SearchThread, Window};
use super::pruning::PruningContext;
use super::technique::Technique;
use super::transposition::{Bound, TtEntry};
use crate::Evaluate;
use crate::score::WIN_BOUND;
use heterodox_rules::{SearchMove, SearchPosition};
use std::sync::LazyLock;

/// Late moves of an expected cut node are reduced by this many further plies. Tuned by self-play.
pub(super) const CUT_NODE_REDUCTION: i32 = 2;

/// The result of a singular search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SingularResult {
    /// Other moves are about as good as the hash move.
    NotSingular,
    /// All other moves are clearly worse than the hash move, which is extended by a ply.
    Singular,
    /// Other moves reach `beta` too (multi-cut): the node is cut off with this value.
    MultiCut(i32),
}

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// Step 9. Searches all moves but the hash move at half the depth and tells whether one of them
    /// comes near the value of the hash move.
    pub(super) fn singular_search(
        &mut self,
        depth: i32,
        ply: usize,
        window: Window,
        tt: Option<TtEntry>,
        start: usize,
    ) -> SingularResult {
        let Some(entry) = tt else { return SingularResult::NotSingular };
        if !self.uses(Technique::Singular)
            || depth < 7
            || ply >= 2 * self.root_depth as usize
            || self.stack[ply].excluded_move != 0
            || entry.best == 0
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || entry.value.abs() >= WIN_BOUND
            || !self.moves[start..].iter().any(|m| m.pack() == entry.best)
        {
            return SingularResult::NotSingular;
        }
        let singular_beta = entry.value - self.margin(2 * depth);
        self.stack[ply].excluded_move = entry.best;
        let value = self.search_again((depth - 1) / 2, ply, singular_beta);
        self.stack[ply].excluded_move = 0;
        if self.stopped {
            SingularResult::NotSingular
        } else if value < singular_beta {
            SingularResult::Singular
        } else if self.uses(Technique::MultiCut) && window.is_null() && singular_beta >= window.beta
        {
            SingularResult::MultiCut(singular_beta)
        } else {
            SingularResult::NotSingular
        }
    }

    /// Step 12. Returns by how many plies a move is reduced at first if it gives no check.
    /// `move_number` counts from 0.
    pub(super) fn reduction(
        &self,
        context: &PruningContext,
        move_number: usize,
        score: i32,
        quiet: bool,
        m: P::Move,
    ) -> i32 {
        let depth = context.depth;
        let in_check = self.stack[context.ply].in_check;
        let allowed = if in_check {
            self.uses(Technique::Forcing) && move_number > 2 && context.alpha < WIN_BOUND
        } else {
            context.allowed
        };
        if !allowed || depth < 3 {
            return 0;
        }
        let killer = self.histories.is_killer(context.ply, m);
        if !self.uses(Technique::HistoryReduction) {
            let plain = quiet && !killer;
            return if plain { lmr_reduction_without_history(depth, move_number) } else { 0 };
        }
        if move_number < 2 || !quiet && score >= 0 {
            return 0;
        }
        let has_history = quiet && score.abs() < KILLER / 2;
        let history = if has_history { score.clamp(-30_000, 30_000) } else { 0 };
        let less = history / 8000 + i32::from(context.pv_node) + i32::from(killer)
            - i32::from(!context.improving)
            - context.cut_node_reduction;
        (lmr_reduction(depth, move_number) - less - i32::from(in_check)).clamp(0, depth - 2)
    }

    /// Returns the reduction of a move that gives check and would be reduced by `reduction`
    /// otherwise.
    pub(super) fn check_reduction(&self, reduction: i32) -> i32 {
        if self.uses(Technique::Forcing) { (reduction - 1).max(0) } else { 0 }
    }
}

/// Returns the late move reduction by depth and move number alone: the product of their logarithms,
/// as usual in chess programs. The divisor was set by matches.
pub(super) fn lmr_reduction(depth: i32, move_number: usize) -> i32 {
    static LMR_TABLE: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
        let row = |depth: i32| {
            std::array::from_fn(|number| {
                let (depth, number) = (f64::from(depth.max(1)).ln(), (number.max(1) as f64).ln());
                (0.5 + depth * number / 1.8) as i32
            })
        };
        (0..64).map(row).collect()
    });
    LMR_TABLE[depth.clamp(0, 63) as usize][move_number.min(63)]
}

/// The late move reduction of a search that does not reduce by history.
fn lmr_reduction_without_history(depth: i32, move_number: usize) -> i32 {
    if depth < 3 || move_number < 4 {
        return 0;
    }
    let reduction = depth.ilog2() * move_number.ilog2() / 3 + u32::from(move_number >= 16);
    (reduction as i32).min(depth - 2)
}
