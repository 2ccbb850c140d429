//! The search below the root: principal variation search, then quiescence.

use super::limits::Limits;
use super::order::{Ordering, bring_best};
use super::transposition::{Bound, Known, TranspositionTable};
use super::{MAX_PLY, Settings, Task};
use crate::Evaluate;
use crate::score::{EVALUATION_BOUND, INFINITE, WIN};
use heterodox_rules::{SearchMove, SearchPosition, Seat};

/// After so many nodes each the limits that are shared are looked at.
const CHECK_EVERY: u64 = 64;

/// A capture that leaves the value so far below the window is not looked at in quiescence.
const HOPE: i32 = 150;

/// What puts a capture that loses behind all other moves.
const LOSING: i32 = 1 << 25;

const DRAW: i32 = 0;

/// One running search.
pub(super) struct Worker<'a, P: SearchPosition, E> {
    position: P,
    evaluator: &'a E,
    settings: Settings,
    table: &'a TranspositionTable,
    ordering: Ordering,
    /// Keys of the game's positions and of those between the root and the node.
    path: Vec<u64>,
    /// Moves of all nodes between the root and the node, each node's behind its parent's, with
    /// their scores. Lists that only grow at their end cost no allocation in a node.
    moves: Vec<P::Move>,
    scores: Vec<i32>,
    /// By ply, the expected course from there.
    pv: Vec<Vec<P::Move>>,
    nodes: u64,
    /// The deepest ply.
    deepest: usize,
    limits: &'a Limits<'a>,
    stopped: bool,
    root_turn: Seat,
    root_depth: i32,
}

/// Between which values a node's value matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<'a, P: SearchPosition, E: Evaluate<P>> Worker<'a, P, E> {
    pub(super) fn new(
        task: &Task<'_, P>,
        evaluator: &'a E,
        settings: Settings,
        table: &'a TranspositionTable,
        limits: &'a Limits<'a>,
    ) -> Self {
        // A game that goes on beyond the limit is played without it.
        let quiet = task.position.reversible_plies();
        let quiet_limit = settings.quiet_limit.filter(|&limit| quiet < limit);
        let settings = Settings { quiet_limit, ..settings };
        let mut path = Vec::with_capacity(task.history.len() + MAX_PLY);
        path.extend_from_slice(task.history);
        Self {
            position: task.position.clone(),
            evaluator,
            settings,
            table,
            ordering: Ordering::new(),
            path,
            moves: Vec::with_capacity(64 * MAX_PLY),
            scores: Vec::with_capacity(64 * MAX_PLY),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            deepest: 0,
            limits,
            stopped: false,
            root_turn: task.position.turn(),
            root_depth: 0,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The deepest ply that was looked at.
    pub(super) const fn deepest(&self) -> u32 {
        self.deepest as u32
    }

    /// The board: between two root moves that of the task again.
    pub(super) const fn board(&self) -> &P {
        &self.position
    }

    pub(super) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// The value of a root move if it is above `floor`, else a bound below; with `scout` it is first
    /// only asked whether it is above. Worth nothing once the search is stopped.
    pub(super) fn root_move(&mut self, m: P::Move, depth: i32, floor: i32, scout: bool) -> i32 {
        self.root_depth = depth;
        let window = Window { alpha: floor, beta: INFINITE };
        self.child(m, depth - 1, 0, window, scout.then_some(0))
    }

    /// The expected course behind a root move that was just searched.
    pub(super) fn take_pv(&self, m: P::Move, pv: &mut Vec<P::Move>) {
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&self.pv[1]);
    }

    /// Makes a move, searches behind it and takes it back. With `scout` it is first only asked
    /// whether the move is better than what is known, `reduction` plies less deep.
    fn child(
        &mut self,
        m: P::Move,
        depth: i32,
        ply: usize,
        Window { alpha, beta }: Window,
        scout: Option<i32>,
    ) -> i32 {
        self.path.push(self.position.key());
        let undo = self.position.make(m);
        self.count_node();
        let null = Window { alpha: -alpha - 1, beta: -alpha };
        let full = Window { alpha: -beta, beta: -alpha };
        let value = if let Some(mut reduction) = scout {
            // A move that must be answered is no quiet one.
            if reduction > 0 && self.evaluator.must_answer(&self.position) {
                reduction = 0;
            }
            let mut value = -self.node(depth - reduction, ply + 1, null);
            if value > alpha && reduction > 0 {
                value = -self.node(depth, ply + 1, null);
            }
            if value > alpha && value < beta {
                value = -self.node(depth, ply + 1, full);
            }
            value
        } else {
            -self.node(depth, ply + 1, full)
        };
        self.position.unmake(m, undo);
        self.path.pop();
        value
    }

    /// Counts a node and notices when the search must end.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.limits.nodes() {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.stopped |= self.limits.reached(CHECK_EVERY);
        }
    }

    /// Whether the position stood before, in the game or on the way here, since the last
    /// irreversible ply. Once is enough: what was possible then is possible again.
    fn repeats(&self, key: u64) -> bool {
        let reach = self.position.reversible_plies().min(self.path.len());
        let recent = &self.path[self.path.len() - reach..];
        recent.iter().rev().skip(1).step_by(2).any(|&before| before == key)
    }

    /// The value of a position without moves, in which the game is over, from the sight of the seat that did not make the
    /// last move: whose turn it is then differs from game to game.
    fn final_value(&self, ply: usize) -> i32 {
        match self.position.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if (winner == self.root_turn) == ply.is_multiple_of(2) => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => DRAW,
        }
    }

    fn evaluate(&self) -> i32 {
        self.evaluator.evaluate(&self.position).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// The value of the position, `depth` plies deep: true within the window, a bound outside.
    fn node(&mut self, depth: i32, ply: usize, window: Window) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        let key = self.position.key();
        if self.repeats(key) {
            return DRAW;
        }
        // No line from here can do better than to win or worse than to lose with the next ply.
        let alpha = window.alpha.max(ply as i32 - WIN);
        let beta = window.beta.min(WIN - 1 - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };
        let depth = if depth <= 0 && self.must_look_further(ply) { 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(ply, window);
        }
        let known = self.table.probe(key, ply);
        if let Some(known) = known
            && known.depth >= depth
            && window.is_null()
            && !self.near_quiet_limit(depth)
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= alpha,
            }
        {
            return known.value;
        }
        self.expand(depth, ply, window, key, known.map_or(0, |known| known.best))
    }

    /// Whether a line ends where the seat to move would lose its game by doing nothing.
    fn must_look_further(&self, ply: usize) -> bool {
        self.settings.selective
            && ply < 2 * self.root_depth as usize
            && ply < MAX_PLY
            && self.evaluator.in_danger(&self.position)
    }

    /// Whether the limit for quiet plies lies within so many plies: what the table knows of the
    /// position may come from a line that had more of them left.
    fn near_quiet_limit(&self, plies: i32) -> bool {
        let quiet = self.position.reversible_plies() + plies as usize;
        self.settings.quiet_limit.is_some_and(|limit| quiet >= limit)
    }

    /// Searches the moves of a node.
    fn expand(&mut self, depth: i32, ply: usize, window: Window, key: u64, hash_move: u32) -> i32 {
        let start = self.moves.len();
        self.position.moves(&mut self.moves);
        if self.moves.len() == start {
            return self.final_value(ply);
        }
        let value = if ply >= MAX_PLY {
            self.evaluate()
        } else if let Some(value) = self.value_at_sight(start, ply) {
            value
        } else {
            self.score_moves(start, ply, hash_move);
            self.search_moves(start, depth, ply, window, key)
        };
        self.drop_moves(start);
        value
    }

    /// The value of a node that needs no search: the limit for quiet plies is reached, or one of the
    /// listed moves is seen to win before it is made.
    fn value_at_sight(&mut self, start: usize, ply: usize) -> Option<i32> {
        if self.near_quiet_limit(0) {
            return Some(DRAW);
        }
        let mut moves = self.moves[start..].iter().copied();
        let winning = moves.find(|&m| self.evaluator.wins(&self.position, m))?;
        self.pv[ply].push(winning);
        Some(WIN - 1 - ply as i32)
    }

    fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
        self.scores.truncate(start);
    }

    fn score_moves(&mut self, start: usize, ply: usize, hash_move: u32) {
        let seat = self.position.turn();
        for index in start..self.moves.len() {
            let m = self.moves[index];
            let capture = self.position.is_capture(m);
            let hint = self.evaluator.order_hint(&self.position, m);
            let bad =
                capture && self.evaluator.exchange(&self.position, m).is_some_and(|won| won < 0);
            let hint = if bad { hint - LOSING } else { hint };
            self.scores.push(self.ordering.score((seat, ply), m, hint, capture, hash_move));
        }
    }

    fn search_moves(
        &mut self,
        start: usize,
        depth: i32,
        ply: usize,
        window: Window,
        key: u64,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let at = (self.position.turn(), ply);
        let end = self.moves.len();
        let may_reduce =
            self.settings.selective && depth >= 3 && !self.evaluator.in_danger(&self.position);
        let (mut best, mut best_move) = (-INFINITE, 0);
        for index in start..end {
            bring_best(&mut self.moves[start..end], &mut self.scores[start..end], index - start);
            let m = self.moves[index];
            let quiet = !self.position.is_capture(m);
            let reduction = if may_reduce && quiet && !self.ordering.is_killer(ply, m) {
                reduction(depth, index - start)
            } else {
                0
            };
            let scout = (index > start).then_some(reduction);
            let value = self.child(m, depth - 1, ply, Window { alpha, beta }, scout);
            if self.stopped {
                return DRAW;
            }
            best = best.max(value);
            if value <= alpha {
                continue;
            }
            alpha = value;
            best_move = m.pack();
            if !window.is_null() {
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                if quiet {
                    self.ordering.cut(at, m, &self.moves[start..index], depth);
                }
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(key, ply, Known { best: best_move, value: best, depth, bound });
        best
    }

    /// The expected course from here: this move, then that from behind it.
    fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The value of the position when only captures are tried and standing still is allowed; where the seat
    /// to move must answer, every move is tried and it is not.
    fn quiesce(&mut self, ply: usize, window: Window) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        let start = self.moves.len();
        let forced = ply < MAX_PLY && self.evaluator.must_answer(&self.position);
        if forced {
            self.position.moves(&mut self.moves);
        } else {
            self.position.captures(&mut self.moves);
        }
        let value = if self.moves.len() == start && (forced || self.position.outcome().is_some()) {
            self.final_value(ply)
        } else if let Some(value) = self.value_at_sight(start, ply) {
            value
        } else if forced {
            self.score_moves(start, ply, 0);
            self.search_noisy(start, ply, window, None)
        } else {
            self.stand_or_capture(start, ply, window)
        };
        self.drop_moves(start);
        value
    }

    fn stand_or_capture(&mut self, start: usize, ply: usize, window: Window) -> i32 {
        let standing = self.evaluate();
        if standing >= window.beta || ply >= MAX_PLY {
            return standing;
        }
        self.score_moves(start, ply, 0);
        self.search_noisy(start, ply, window, Some(standing))
    }

    /// Searches the listed moves of a quiescent node; what standing still is worth, if it is allowed.
    fn search_noisy(
        &mut self,
        start: usize,
        ply: usize,
        window: Window,
        standing: Option<i32>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = standing.unwrap_or(-INFINITE);
        alpha = alpha.max(best);
        let end = self.moves.len();
        for index in start..end {
            bring_best(&mut self.moves[start..end], &mut self.scores[start..end], index - start);
            let m = self.moves[index];
            if let Some(standing) = standing {
                if self.settings.selective && self.scores[index] < 0 {
                    // This capture loses, and so do all behind it.
                    break;
                }
                if let Some(hoped) = self.hopeless(m, standing, alpha) {
                    best = best.max(hoped);
                    continue;
                }
            }
            self.path.push(self.position.key());
            let undo = self.position.make(m);
            self.count_node();
            let value = -self.quiesce(ply + 1, Window { alpha: -beta, beta: -alpha });
            self.position.unmake(m, undo);
            self.path.pop();
            if self.stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The most that a capture can be hoped to reach, if that is too little to look at it.
    fn hopeless(&self, m: P::Move, standing: i32, alpha: i32) -> Option<i32> {
        if !self.settings.selective {
            return None;
        }
        let hoped = standing + self.evaluator.gain(&self.position, m)? + HOPE;
        (hoped <= alpha).then_some(hoped)
    }
}

/// How much less deep the quiet move in this place of the order is looked at first.
fn reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 4 {
        return 0;
    }
    let less = depth.ilog2() * place.ilog2() / 3 + u32::from(place >= 16);
    (less as i32).min(depth - 2)
}
