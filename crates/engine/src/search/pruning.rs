//! What a selective search leaves out, looks at less deep or deeper.
//!
//! All margins are in hundredths of [`Settings::unit`](super::Settings::unit), so that they mean about as much in every
//! game.

use super::move_ordering::{HistoryKey, KILLER, PROMISING};
use super::node::{DRAW, NO_EVAL, SearchThread, Window};
use super::technique::Technique;
use super::transposition::{Bound, TtEntry};
use crate::Evaluate;
use crate::score::WIN_BOUND;
use heterodox_rules::{SearchMove, SearchPosition};
use std::sync::LazyLock;

/// So many plies less deep late moves are looked at where the node is expected to be cut off.
const CUT_REDUCTION: i32 = 2;

/// What decides on leaving out a node's moves.
pub(super) struct PruningContext {
    depth: i32,
    ply: usize,
    pv: bool,
    alpha: i32,
    /// Whether moves may be left out or looked at less deep at all.
    open: bool,
    static_eval: i32,
    improving: bool,
    /// So many plies less for late moves, since the node is expected to be cut off.
    cut: i32,
    /// Quiet moves so far.
    quiets: i32,
}

/// Whether a move alone holds the value of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SingularResult {
    No,
    Yes,
    /// So little that others reach the end of the window too: this value.
    Cut(i32),
}

impl<P: SearchPosition, E: Evaluate<P>> SearchThread<'_, P, E> {
    /// So many hundredths of the unit.
    pub(super) const fn margin(&self, hundredths: i32) -> i32 {
        hundredths * self.settings.eval_scale / 100
    }

    /// Whether nodes are cut off by what standing is worth, before any move.
    pub(super) const fn prunes_by_static_eval(&self) -> bool {
        self.uses(Technique::ReverseFutility)
            || self.uses(Technique::Razoring)
            || self.uses(Technique::NullMove)
    }

    /// Cuts a node off without trying its moves, where standing tells enough.
    pub(super) fn prune_node(&mut self, depth: i32, ply: usize, window: Window) -> Option<i32> {
        let Window { alpha, beta } = window;
        let standing = self.stack[ply].corrected_eval;
        if standing == NO_EVAL || !window.is_null() || beta.abs() >= WIN_BOUND {
            return None;
        }
        let improving = i32::from(self.improving(ply));
        // Standing far above the window.
        if self.uses(Technique::ReverseFutility)
            && depth <= 7
            && standing - self.margin(80 * (depth - improving)) >= beta
        {
            return Some(i32::midpoint(standing, beta));
        }
        // Standing far below it.
        if self.uses(Technique::Razoring)
            && depth <= 3
            && standing + self.margin(200 + 150 * depth) <= alpha
        {
            let value = self.quiesce(ply, window);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }
        self.null_move_pruning(depth, ply, beta)
    }

    /// Null move: what is good enough even after a pass is cut off. Deep down that is verified without passes.
    fn null_move_pruning(&mut self, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        let standing = self.stack[ply].corrected_eval;
        if !self.uses(Technique::NullMove)
            || depth < 3
            || standing < beta
            || ply < self.null_move_min_ply
            || self.stack[ply - 1].history_key == HistoryKey::NONE
            || self.near_reversible_limit(depth)
            || !self.evaluator.null_move_allowed(self.position())
        {
            return None;
        }
        let above = ((standing - beta) / self.margin(90).max(1)).min(3);
        let less = 3 + depth / 3 + above;
        let value = self.search_null_move(depth - 1 - less, ply, beta)?;
        if self.stopped {
            return Some(DRAW);
        }
        if value < beta {
            return None;
        }
        let value = if value >= WIN_BOUND { beta } else { value };
        if depth < 10 {
            return Some(value);
        }
        let before = std::mem::replace(&mut self.null_move_min_ply, ply + depth as usize / 2);
        let verified = self.verification_search(depth - 1 - less, ply, beta);
        self.null_move_min_ply = before;
        (self.stopped || verified >= beta).then_some(value)
    }

    /// Asks whether the moves of the node that is being searched reach `beta` at another depth.
    fn verification_search(&mut self, depth: i32, ply: usize, beta: i32) -> i32 {
        let frame = self.stack[ply];
        let end = self.moves.len();
        self.positions[self.height].moves(&mut self.moves);
        let window = Window { alpha: beta - 1, beta };
        let value = self.search_moves(end, depth, ply, window, None);
        self.drop_moves(end);
        self.stack[ply] = frame;
        value
    }

    /// Whether the seat to move stands better than before its last move.
    fn improving(&self, ply: usize) -> bool {
        let Some(before) = ply.checked_sub(2) else { return false };
        let (before, now) = (self.stack[before].static_eval, self.stack[ply].static_eval);
        now != NO_EVAL && (before == NO_EVAL || now > before)
    }

    /// Whether the move of the table holds the value of the node alone: all others stay clearly below it.
    pub(super) fn singular_search(
        &mut self,
        depth: i32,
        ply: usize,
        window: Window,
        known: Option<TtEntry>,
        start: usize,
    ) -> SingularResult {
        let Some(known) = known else { return SingularResult::No };
        if !self.uses(Technique::Singular)
            || depth < 7
            || ply >= 2 * self.root_depth as usize
            || self.stack[ply].excluded_move != 0
            || known.best == 0
            || known.depth < depth - 3
            || known.bound == Bound::Upper
            || known.value.abs() >= WIN_BOUND
            || !self.moves[start..].iter().any(|m| m.pack() == known.best)
        {
            return SingularResult::No;
        }
        let limit = known.value - self.margin(2 * depth);
        self.stack[ply].excluded_move = known.best;
        let value = self.verification_search((depth - 1) / 2, ply, limit);
        self.stack[ply].excluded_move = 0;
        if self.stopped {
            SingularResult::No
        } else if value < limit {
            SingularResult::Yes
        } else if self.uses(Technique::MultiCut) && window.is_null() && limit >= window.beta {
            SingularResult::Cut(limit)
        } else {
            SingularResult::No
        }
    }

    /// What decides on leaving out moves at this node.
    pub(super) fn pruning_context(&self, depth: i32, ply: usize, window: Window) -> PruningContext {
        let frame = self.stack[ply];
        PruningContext {
            depth,
            ply,
            pv: !window.is_null(),
            alpha: window.alpha,
            // Where a win is known, only a nearer one matters, and that must not be missed.
            open: self.settings.selective && !frame.in_check && window.alpha < WIN_BOUND,
            static_eval: frame.static_eval,
            improving: self.improving(ply),
            cut: if frame.cut_node && self.uses(Technique::CutReduction) {
                CUT_REDUCTION
            } else {
                0
            },
            quiets: 0,
        }
    }

    /// Whether a move is left out, unless it puts the other seat in danger.
    pub(super) fn prune_move(
        &self,
        sieve: &mut PruningContext,
        index: usize,
        place: usize,
        quiet: bool,
    ) -> bool {
        let PruningContext { depth, alpha, static_eval: standing, .. } = *sieve;
        sieve.quiets += i32::from(quiet);
        if !sieve.open || depth > 8 {
            return false;
        }
        // As deep as the move would be looked at.
        let left = (depth - lmr_reduction(depth, place)).max(1);
        let (m, score) = (self.moves[index], self.scores[index]);
        if !quiet {
            return score < 0
                && depth <= 6
                && self.uses(Technique::ExchangePruning)
                && self.see_below(100 * depth, m);
        }
        let killer = self.ordering.is_killer(sieve.ply, m);
        if killer || score >= PROMISING {
            return false;
        }
        let many = self.settings.lmp_base + depth * depth * self.settings.lmp_base / 4;
        if self.uses(Technique::LateMovePruning)
            && sieve.quiets > if sieve.improving { many } else { many / 2 }
        {
            return true;
        }
        if self.uses(Technique::Futility)
            && left <= 6
            && !sieve.pv
            && standing != NO_EVAL
            && standing + self.margin(100 + 90 * left) <= alpha
        {
            return true;
        }
        if self.uses(Technique::HistoryPruning) && left <= 4 && score < -4000 * left {
            return true;
        }
        self.uses(Technique::ExchangePruning) && left <= 6 && self.see_below(50 * left, m)
    }

    /// Whether the exchange that a move starts loses more than so many hundredths of the unit.
    fn see_below(&self, hundredths: i32, m: P::Move) -> bool {
        let won = self.evaluator.see(self.position(), m);
        won.is_some_and(|won| won < -self.margin(hundredths))
    }

    /// Whether a hopeless move is left out even if it puts the other seat in danger.
    pub(super) fn prune_losing_check(&self, depth: i32, m: P::Move) -> bool {
        self.uses(Technique::Forcing) && self.see_below(100 * depth, m)
    }

    /// How much less deep a move that puts the other seat in danger is looked at first; by itself it would be `reduction`.
    pub(super) fn check_reduction(&self, reduction: i32) -> i32 {
        if self.uses(Technique::Forcing) { (reduction - 1).max(0) } else { 0 }
    }

    /// How much less deep a move in this place of the order is looked at first, if it does not put the other seat in danger.
    pub(super) fn reduction(
        &self,
        sieve: &PruningContext,
        place: usize,
        score: i32,
        quiet: bool,
        m: P::Move,
    ) -> i32 {
        let depth = sieve.depth;
        let danger = self.stack[sieve.ply].in_check;
        let open = if danger {
            self.uses(Technique::Forcing) && place > 2 && sieve.alpha < WIN_BOUND
        } else {
            sieve.open
        };
        if !open || depth < 3 {
            return 0;
        }
        let killer = self.ordering.is_killer(sieve.ply, m);
        if !self.uses(Technique::HistoryReduction) {
            return if quiet && !killer { plain_reduction(depth, place) } else { 0 };
        }
        if place < 2 || !quiet && score >= 0 {
            return 0;
        }
        let history =
            if quiet && score.abs() < KILLER / 2 { score.clamp(-30_000, 30_000) } else { 0 };
        let adjust = history / 8000 + i32::from(sieve.pv) + i32::from(killer)
            - i32::from(!sieve.improving)
            - sieve.cut;
        (lmr_reduction(depth, place) - adjust - i32::from(danger)).clamp(0, depth - 2)
    }
}

/// How much less deep a move in this place is looked at, before what is known of it.
fn lmr_reduction(depth: i32, place: usize) -> i32 {
    static TABLE: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
        let row = |depth: i32| {
            std::array::from_fn(|place| {
                let (depth, place) = (f64::from(depth.max(1)).ln(), (place.max(1) as f64).ln());
                (0.5 + depth * place / 1.8) as i32
            })
        };
        (0..64).map(row).collect()
    });
    TABLE[depth.clamp(0, 63) as usize][place.min(63)]
}

/// The same without knowing anything.
pub(super) fn plain_reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 4 {
        return 0;
    }
    let less = depth.ilog2() * place.ilog2() / 3 + u32::from(place >= 16);
    (less as i32).min(depth - 2)
}
