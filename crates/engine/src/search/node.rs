//! The search below the root: principal variation search (alpha-beta with null windows).
//!
//! Terms. The *window* is the interval of values that matter at a node; outside it a bound is
//! enough. A *null window* has no value inside: it only asks on which side the value lies. A move
//! that raises the value to `beta` causes a *cutoff*. The *static evaluation* is the value without
//! a search. A seat is *in check* if it would lose at once by a null move: its king is attacked, or
//! its Goal.
//!
//! The steps of a node stand in the code of [`SearchThread::search_node`],
//! [`SearchThread::expand`] and [`SearchThread::search_moves`].

use super::counters::{Counter, PrunedMoves, count, count_cutoff};
use super::eval_cache::EvalCache;
use super::histories::{DISTANCES, Histories, HistoryKey, PreviousMoves, bonus};
use super::limits::Deadline;
use super::move_ordering::{self, MIN_SORTED_HISTORY, MovePicker};
#[cfg(feature = "counters")]
use super::pruning::Pruning;
use super::reductions::SingularResult;
use super::technique::Technique;
use super::transposition::{Bound, TranspositionTable, TtEntry};
use super::{MAX_PLY, SearchRequest, Settings};
use crate::Evaluate;
use crate::score::{EVALUATION_BOUND, INFINITE, WIN, WIN_BOUND};
use heterodox_rules::{SearchMove, SearchPosition, Seat};

/// The deadline is asked each time that this number of nodes was searched.
const CHECK_EVERY: u64 = 64;

pub(super) const DRAW: i32 = 0;

/// Static evaluation of a node in check, where standing pat is not allowed.
pub(super) const NO_EVAL: i32 = -INFINITE;

/// What is known of a node between the root and the node that is being searched.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// Whether the seat to move is in check.
    pub(super) in_check: bool,
    /// Static evaluation, corrected by the correction history; [`NO_EVAL`] in check.
    pub(super) static_eval: i32,
    /// Static evaluation, replaced by the transposition table's value where its bound allows.
    pub(super) corrected_eval: i32,
    /// History key of the move made at the node.
    pub(super) history_key: HistoryKey,
    /// Whether that move is quiet.
    quiet: bool,
    /// The packed move that a singular search leaves out; 0 for none.
    pub(super) excluded_move: u32,
    /// Whether the node is expected to cause a cutoff.
    pub(super) cut_node: bool,
}

impl StackEntry {
    const EMPTY: Self = Self {
        in_check: false,
        static_eval: NO_EVAL,
        corrected_eval: NO_EVAL,
        history_key: HistoryKey::NONE,
        quiet: false,
        excluded_move: 0,
        cut_node: false,
    };
}

/// One thread of a search.
pub(super) struct SearchThread<'a, P: SearchPosition, E> {
    /// The positions from the root to the node, whose index is `height`. Copy-make: a move is made
    /// on a copy, and taken back by going back one index.
    pub(super) positions: Vec<P>,
    pub(super) height: usize,
    pub(super) evaluator: &'a E,
    pub(super) settings: Settings,
    pub(super) table: &'a TranspositionTable,
    pub(super) histories: Histories,
    eval_cache: EvalCache,
    /// Zobrist hashes of the game's positions and of those between the root and the node.
    path: Vec<u64>,
    /// The moves of all nodes between the root and the node with their scores, each node's behind
    /// those of its parent. Lists that only grow at their end cost no allocation in a node.
    pub(super) moves: Vec<P::Move>,
    pub(super) scores: Vec<i32>,
    /// Principal variation, indexed by ply.
    pub(super) pv: Vec<Vec<P::Move>>,
    nodes: u64,
    /// The deepest ply that was reached, quiescence included.
    pub(super) seldepth: usize,
    deadline: &'a Deadline<'a>,
    pub(super) stopped: bool,
    root_turn: Seat,
    pub(super) root_depth: i32,
    /// Indexed by ply.
    pub(super) stack: Vec<StackEntry>,
    /// No null move is made before this ply, while the result of one is verified.
    pub(super) null_move_min_ply: usize,
    /// Whether a pruned move is searched in order to count how many are wrongly pruned.
    #[cfg(feature = "counters")]
    samples: bool,
}

/// The interval of values that matter at a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<'a, P: SearchPosition, E: Evaluate<P>> SearchThread<'a, P, E> {
    pub(super) fn new(
        request: &SearchRequest<'_, P>,
        evaluator: &'a E,
        settings: Settings,
        table: &'a TranspositionTable,
        deadline: &'a Deadline<'a>,
        mut histories: Histories,
        eval_cache: EvalCache,
    ) -> Self {
        histories.clear_killers();
        // A game that has gone beyond the limit already is searched without it.
        let reversible = request.position.reversible_plies();
        let reversible_limit = settings.reversible_limit.filter(|&limit| reversible < limit);
        let settings = Settings { reversible_limit, ..settings };
        let mut path = Vec::with_capacity(request.history.len() + MAX_PLY);
        path.extend_from_slice(request.history);
        let mut thread = Self {
            positions: vec![request.position.clone()],
            height: 0,
            evaluator,
            settings,
            table,
            histories,
            eval_cache,
            path,
            moves: Vec::with_capacity(64 * MAX_PLY),
            scores: Vec::with_capacity(64 * MAX_PLY),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            seldepth: 0,
            deadline,
            stopped: false,
            root_turn: request.position.turn(),
            root_depth: 0,
            stack: vec![StackEntry::EMPTY; MAX_PLY + 3],
            null_move_min_ply: 0,
            #[cfg(feature = "counters")]
            samples: false,
        };
        let in_check = evaluator.in_check(request.position);
        let static_eval = if in_check { NO_EVAL } else { thread.evaluate() };
        thread.stack[0] =
            StackEntry { in_check, static_eval, corrected_eval: static_eval, ..StackEntry::EMPTY };
        thread
    }

    /// Returns the histories and cached evaluations for the next search.
    pub(super) fn into_histories(self) -> (Histories, EvalCache) {
        (self.histories, self.eval_cache)
    }

    /// Returns whether the search uses a technique.
    #[inline]
    pub(super) const fn uses(&self, technique: Technique) -> bool {
        self.settings.selective && self.settings.techniques.has(technique)
    }

    /// Converts hundredths of [`Settings::eval_scale`] into the units of the evaluation.
    pub(super) const fn margin(&self, hundredths: i32) -> i32 {
        hundredths * self.settings.eval_scale / 100
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// The position of the node; between two root moves that of the request.
    #[inline]
    pub(super) fn position(&self) -> &P {
        &self.positions[self.height]
    }

    /// Returns the value of a root move if it is inside the window, else a bound; meaningless once
    /// the search is stopped. With `scout`, the move is first searched with a null window and that
    /// many plies less deep.
    pub(super) fn search_root_move(
        &mut self,
        m: P::Move,
        depth: i32,
        window: Window,
        scout: Option<i32>,
    ) -> i32 {
        self.root_depth = depth;
        self.push_move(m, 0);
        let value = self.search_child(depth - 1, 0, window, scout);
        self.pop_move();
        value
    }

    /// Copies the principal variation of a root move that was just searched.
    pub(super) fn copy_pv(&self, m: P::Move, pv: &mut Vec<P::Move>) {
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&self.pv[1]);
    }

    /// Makes a move of the node at `ply` on a copy of the position, and updates stack and path.
    #[inline]
    pub(super) fn push_move(&mut self, m: P::Move, ply: usize) {
        self.stack[ply].history_key =
            HistoryKey::of(self.evaluator.history_key(self.position(), m));
        self.path.push(self.position().zobrist());
        self.push_position(m);
        self.prefetch(true);
        self.stack[ply + 1].in_check = self.evaluator.in_check(self.position());
    }

    /// Takes back the last move of [`SearchThread::push_move`], or a null move.
    #[inline]
    pub(super) fn pop_move(&mut self) {
        self.pop_position();
        self.path.pop();
    }

    /// Makes a legal move on a copy of the position.
    #[inline]
    pub(super) fn push_position(&mut self, m: P::Move) {
        let next = self.height + 1;
        if next == self.positions.len() {
            self.positions.push(self.positions[self.height].clone());
        } else {
            let (above, below) = self.positions.split_at_mut(next);
            below[0].clone_from(&above[self.height]);
        }
        self.height = next;
        self.positions[next].play_unchecked(m);
    }

    /// Goes back to the position before the last move.
    #[inline]
    pub(super) const fn pop_position(&mut self) {
        self.height -= 1;
    }

    /// Prefetches the cache lines of the evaluation cache and, if `table`, of the transposition
    /// table.
    pub(super) fn prefetch(&self, table: bool) {
        if table {
            self.table.prefetch(self.position().zobrist());
        }
        self.eval_cache.prefetch(self.evaluator, self.position());
    }

    /// Makes a null move and searches the position after it; `None` if the game has no null move.
    pub(super) fn search_null_move(&mut self, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        let passed = self.position().passed()?;
        self.stack[ply].history_key = HistoryKey::NONE;
        self.path.push(self.position().zobrist());
        self.height += 1;
        self.positions.truncate(self.height);
        self.positions.push(passed);
        self.stack[ply + 1].in_check = self.evaluator.in_check(self.position());
        self.count_node();
        self.stack[ply + 1].cut_node = !self.stack[ply].cut_node;
        let value = -self.search_node(depth, ply + 1, Window { alpha: -beta, beta: 1 - beta });
        self.pop_move();
        Some(value)
    }

    /// Searches the position after the move just made. With `scout`, the move is first searched
    /// with a null window and that many plies less deep, and again where its value is above
    /// `alpha`.
    fn search_child(
        &mut self,
        depth: i32,
        ply: usize,
        Window { alpha, beta }: Window,
        scout: Option<i32>,
    ) -> i32 {
        self.count_node();
        let null = Window { alpha: -alpha - 1, beta: -alpha };
        let full = Window { alpha: -beta, beta: -alpha };
        let Some(reduction) = scout else {
            self.stack[ply + 1].cut_node = self.stack[ply].cut_node == (beta - alpha > 1);
            return -self.search_node(depth, ply + 1, full);
        };
        count(Counter::Scout);
        self.stack[ply + 1].cut_node = reduction > 0 || !self.stack[ply].cut_node;
        let mut value = -self.search_node(depth - reduction, ply + 1, null);
        if value > alpha && reduction > 0 {
            count(Counter::DeeperAgain);
            self.stack[ply + 1].cut_node = !self.stack[ply].cut_node;
            value = -self.search_node(depth, ply + 1, null);
        }
        if value > alpha && value < beta {
            count(Counter::WiderAgain);
            self.stack[ply + 1].cut_node = false;
            value = -self.search_node(depth, ply + 1, full);
        }
        value
    }

    /// Counts a node and stops the search at its deadline.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.deadline.max_nodes() {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.stopped |= self.deadline.add_nodes(CHECK_EVERY);
        }
    }

    /// Returns whether the position occurred before, in the game or on the path from the root,
    /// since the last irreversible ply. One occurrence is enough: the moves possible then are
    /// possible again.
    fn is_repetition(&self, zobrist: u64) -> bool {
        let reach = self.position().reversible_plies().min(self.path.len());
        let recent = &self.path[self.path.len() - reach..];
        recent.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == zobrist)
    }

    /// Returns the value of a position without moves, in which the game is over, for the seat that
    /// did not make the last move. (Whose turn it is then differs from game to game.)
    pub(super) fn terminal_value(&self, ply: usize) -> i32 {
        match self.position().outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if (winner == self.root_turn) == ply.is_multiple_of(2) => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => DRAW,
        }
    }

    /// Returns the static evaluation of the position, corrected by the correction history.
    pub(super) fn evaluate(&mut self) -> i32 {
        let position = &self.positions[self.height];
        let mut value = self.eval_cache.value(self.evaluator, position);
        if self.uses(Technique::Correction) {
            let (history, scale) = (&self.histories.correction, self.settings.eval_scale);
            value += history.correction(self.evaluator, self.position(), scale);
        }
        value.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// Returns the value of the position, searched `depth` plies deep: the true value if it is
    /// inside the window, else a bound.
    pub(super) fn search_node(&mut self, depth: i32, ply: usize, window: Window) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        // Step 1. Repetition.
        let zobrist = self.position().zobrist();
        if self.is_repetition(zobrist) {
            return DRAW;
        }
        // Step 2. Mate distance pruning: no line from here can do better than to win, or worse than
        // to lose, with the next ply.
        let alpha = window.alpha.max(ply as i32 - WIN);
        let beta = window.beta.min(WIN - 1 - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };
        // Step 3. Check extension at the horizon, and quiescence.
        let depth = if depth <= 0 && self.extends_check(ply) { 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(ply, window, true);
        }
        count(Counter::Node);
        // Step 4. Transposition table.
        let tt_entry = self.table.probe(zobrist, ply);
        if tt_entry.is_some() {
            count(Counter::Hit);
        }
        if let Some(entry) = tt_entry
            && entry.depth >= depth
            && window.is_null()
            && !self.near_reversible_limit(depth)
            && entry.cuts_off(window.alpha, window.beta)
        {
            count(Counter::TableCut);
            return entry.value;
        }
        self.expand(depth, ply, window, tt_entry)
    }

    /// Returns whether a line is continued at the horizon because the seat to move is in check.
    fn extends_check(&self, ply: usize) -> bool {
        self.uses(Technique::CheckExtension)
            && ply < 2 * self.root_depth as usize
            && ply < MAX_PLY
            && self.stack[ply].in_check
    }

    /// Returns whether the draw by reversible plies is at most `plies` plies away. An entry of the
    /// transposition table may then come from a line that was farther from the draw.
    pub(super) fn near_reversible_limit(&self, plies: i32) -> bool {
        let reversible = self.position().reversible_plies() + plies as usize;
        self.settings.reversible_limit.is_some_and(|limit| reversible >= limit)
    }

    /// Steps 5 to 8 of a node.
    ///
    /// If the game uses pruning by static evaluation, steps 5 and 6 come before the moves are
    /// generated, since most nodes end there.
    fn expand(&mut self, depth: i32, ply: usize, window: Window, tt: Option<TtEntry>) -> i32 {
        let eval_first =
            self.prunes_by_static_eval() && ply < MAX_PLY && !self.near_reversible_limit(0);
        if eval_first {
            // Step 5. Static evaluation.
            self.set_static_eval(ply, tt);
            // Step 6. Reverse futility pruning, razoring and null move pruning.
            if let Some(value) = self.prune_node(depth, ply, window) {
                return value;
            }
        }
        // Step 7. Generate the moves. Without any the game is over; a winning one ends the node.
        let start = self.moves.len();
        self.positions[self.height].moves(&mut self.moves);
        if self.moves.len() == start {
            return self.terminal_value(ply);
        }
        let value = if ply >= MAX_PLY {
            self.evaluate()
        } else if let Some(value) = self.immediate_result(start, ply) {
            value
        } else {
            if !eval_first {
                self.set_static_eval(ply, tt);
            }
            // Step 8. Internal reduction: a node without a hash move is searched a ply less deep,
            // unless it is expected to fail low. Such nodes have no hash move, so that each line
            // beside the principal variation would lose a ply at each of them.
            let hash_move = tt.map_or(0, |entry| entry.best);
            let reduced = hash_move == 0
                && depth >= 4
                && (!window.is_null() || self.stack[ply].cut_node)
                && self.uses(Technique::InternalReduction);
            if reduced {
                count(Counter::InternalReduction);
            }
            self.search_moves(start, depth - i32::from(reduced), ply, window, tt)
        };
        self.drop_moves(start);
        value
    }

    /// Sets the static evaluation of a node, and replaces it by the table's value where allowed.
    fn set_static_eval(&mut self, ply: usize, tt: Option<TtEntry>) {
        let none = self.stack[ply].in_check || !self.settings.selective;
        let static_eval = if none { NO_EVAL } else { self.evaluate() };
        let better = tt.filter(|entry| {
            static_eval != NO_EVAL
                && self.uses(Technique::TtEval)
                && entry.value.abs() < WIN_BOUND
                && entry.bound.improves_on(entry.value, static_eval)
        });
        self.stack[ply].static_eval = static_eval;
        self.stack[ply].corrected_eval = better.map_or(static_eval, |entry| entry.value);
    }

    /// Returns the value of a node that needs no search: the limit of reversible plies is reached,
    /// or one of the generated moves wins at once.
    pub(super) fn immediate_result(&mut self, start: usize, ply: usize) -> Option<i32> {
        if self.near_reversible_limit(0) {
            return Some(DRAW);
        }
        let mut moves = self.moves[start..].iter().copied();
        let winning = moves.find(|&m| self.evaluator.wins_at_once(self.position(), m))?;
        self.pv[ply].push(winning);
        Some(WIN - 1 - ply as i32)
    }

    pub(super) fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
        self.scores.truncate(start);
    }

    /// The keys of the moves before a node by which the continuation history knows its moves.
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        DISTANCES.map(|back| {
            let is_used = back <= 2 || self.uses(Technique::FarContinuation);
            let ply = ply.checked_sub(back).filter(|_| is_used);
            ply.map_or(HistoryKey::NONE, |ply| self.stack[ply].history_key)
        })
    }

    /// Returns whether the move at this index, which has its score, is a capture.
    fn is_capture(&self, index: usize) -> bool {
        let by_score = move_ordering::is_capture(self.scores[index]);
        by_score.unwrap_or_else(|| self.position().is_capture(self.moves[index]))
    }

    /// Steps 9 to 14 of a node: searches the moves from `start` on.
    pub(super) fn search_moves(
        &mut self,
        start: usize,
        depth: i32,
        ply: usize,
        window: Window,
        tt: Option<TtEntry>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let at = (self.position().turn(), ply);
        let zobrist = self.position().zobrist();
        let end = self.moves.len();
        let hash_move = tt.map_or(0, |entry| entry.best);
        // Step 9. Singular search: a hash move that is much better than all others is extended; a
        // node of which several moves reach `beta` is cut off.
        let singular = self.singular_search(depth, ply, window, tt, start);
        if self.stopped {
            return DRAW;
        }
        if let SingularResult::MultiCut(value) = singular {
            return value;
        }
        let excluded_move = self.stack[ply].excluded_move;
        let previous = self.previous_moves(ply);
        let mut picker = MovePicker::new(ply, end, hash_move, MIN_SORTED_HISTORY * depth);
        let (mut best, mut best_move) = (-INFINITE, 0);
        let mut best_is_quiet = true;
        let mut context = self.pruning_context(depth, ply, window);
        let mut pruned = PrunedMoves::default();
        for index in start..end {
            // Step 10. Pick the next move.
            let m = self.pick(&mut picker, index);
            let packed = m.pack();
            if packed == excluded_move {
                continue;
            }
            let quiet = !self.is_capture(index);
            // Step 11. Prune the move, unless it gives check.
            let pruning = if best > -WIN_BOUND {
                self.prune_move(&mut context, index, index - start, quiet)
            } else {
                None
            };
            if let Some(why) = pruning
                && (self.evaluator.gives_check(self.position(), m) == Some(false)
                    || self.prune_losing_check(depth, m))
            {
                pruned.push(index, why);
                continue;
            }
            // Step 12. Reduce it, make it and search the position after it.
            let reduction = self.reduction(&context, index - start, self.scores[index], quiet, m);
            self.stack[ply].quiet = quiet;
            self.push_move(m, ply);
            let gives_check = self.stack[ply + 1].in_check;
            if let Some(why) = pruning
                && !gives_check
            {
                self.pop_move();
                pruned.push(index, why);
                continue;
            }
            let extension = i32::from(singular == SingularResult::Singular && packed == hash_move);
            let reduction = if gives_check { self.check_reduction(reduction) } else { reduction };
            let scout = (best > -INFINITE).then_some(reduction);
            let window_now = Window { alpha, beta };
            let value = self.search_child(depth - 1 + extension, ply, window_now, scout);
            self.pop_move();
            if self.stopped {
                return DRAW;
            }
            // Step 13. Update the best value, the principal variation and the histories.
            best = best.max(value);
            if value <= alpha {
                continue;
            }
            alpha = value;
            best_move = packed;
            best_is_quiet = quiet;
            if !window.is_null() {
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                count_cutoff(depth, index - start);
                if quiet {
                    self.update_histories(at, previous, start, index, depth);
                }
                break;
            }
        }
        if excluded_move != 0 || best == -INFINITE {
            // With an excluded move the result must not go to the table. Without a best value, all
            // moves but the excluded one were pruned.
            return if best == -INFINITE { window.alpha } else { best };
        }
        #[cfg(feature = "counters")]
        if best < beta {
            self.sample_pruned(&pruned.list, depth, ply, window);
        }
        // Step 14. Correct the static evaluation and store the result.
        let bound = Bound::of(best, window.alpha, beta);
        if bound == Bound::Upper {
            self.reward_last_move(ply, depth);
        }
        self.update_correction(depth, ply, best, bound, best_is_quiet);
        self.table.store(zobrist, ply, TtEntry { best: best_move, value: best, depth, bound });
        best
    }

    /// Searches the pruned moves of a node that failed low, if it belongs to the sample, and counts
    /// those that were better than the window.
    #[cfg(feature = "counters")]
    fn sample_pruned(
        &mut self,
        pruned: &[(usize, Pruning)],
        depth: i32,
        ply: usize,
        window: Window,
    ) {
        /// One node of this number belongs to the sample.
        const EVERY: u64 = 512;
        let is_sampled = self.position().zobrist().is_multiple_of(EVERY);
        if !is_sampled || !window.is_null() || depth < 2 || pruned.is_empty() || self.samples {
            return;
        }
        let (nodes, stopped) = (self.nodes, self.stopped);
        self.samples = true;
        count(Counter::SampledNode);
        let mut is_wrong = false;
        for &(index, why) in pruned {
            let (all, wrong) = match why {
                Pruning::Capture => (Counter::PrunedCapture, Counter::WrongCapture),
                Pruning::Late => (Counter::PrunedLate, Counter::WrongLate),
                Pruning::Futility => (Counter::PrunedFutility, Counter::WrongFutility),
                Pruning::History => (Counter::PrunedHistory, Counter::WrongHistory),
                Pruning::Exchange => (Counter::PrunedExchange, Counter::WrongExchange),
            };
            count(all);
            self.push_move(self.moves[index], ply);
            let value = self.search_child(depth - 1, ply, window, None);
            self.pop_move();
            if !self.stopped && value > window.alpha {
                count(wrong);
                is_wrong = true;
            }
        }
        if is_wrong {
            count(Counter::WrongNode);
        }
        self.samples = false;
        (self.nodes, self.stopped) = (nodes, stopped);
    }

    /// Updates the correction history by the result of a node.
    fn update_correction(&mut self, depth: i32, ply: usize, value: i32, bound: Bound, quiet: bool) {
        let static_eval = self.stack[ply].static_eval;
        if self.uses(Technique::Correction)
            && quiet
            && static_eval != NO_EVAL
            && value.abs() < WIN_BOUND
            && bound.improves_on(value, static_eval)
        {
            let error = 100 * (value - static_eval) / self.settings.eval_scale;
            let position = &self.positions[self.height];
            self.histories.correction.update(self.evaluator, position, error, depth);
        }
    }

    /// Updates the move histories after a cutoff by the quiet move at `index`.
    fn update_histories(
        &mut self,
        at: (Seat, usize),
        previous: PreviousMoves,
        start: usize,
        index: usize,
        depth: i32,
    ) {
        self.histories.record_cutoff(at, self.moves[index], &self.moves[start..index], depth);
        if !self.uses(Technique::Continuation) {
            return;
        }
        for tried in start..=index {
            let m = self.moves[tried];
            if tried < index && self.is_capture(tried) {
                continue;
            }
            let key = HistoryKey::of(self.evaluator.history_key(self.position(), m));
            let sign = if tried == index { 1 } else { -1 };
            self.histories.update_continuation(previous, at.0, key, sign * bonus(depth));
        }
    }

    /// Updates the continuation history of the quiet move before a node that failed low.
    fn reward_last_move(&mut self, ply: usize, depth: i32) {
        const MIN_DEPTH: i32 = 3;
        let Some(earlier) = ply.checked_sub(1) else { return };
        let StackEntry { quiet, history_key, .. } = self.stack[earlier];
        if !self.uses(Technique::ReplyBonus)
            || depth < MIN_DEPTH
            || !quiet
            || history_key == HistoryKey::NONE
        {
            return;
        }
        let seat = self.positions[self.height - 1].turn();
        let previous = self.previous_moves(earlier);
        self.histories.update_continuation(previous, seat, history_key, bonus(depth));
    }

    /// Sets the principal variation of a node: this move, then that of the node after it.
    pub(super) fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }
}
