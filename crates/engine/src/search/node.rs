//! The search below the root: principal variation search.
//!
//! Glossary. The *window* is what a node's value is asked about: below `alpha` and from `beta` on any bound will do; a *null*
//! window only asks on which side the value lies. A move that raises the value to `beta` *cuts off* the rest. *Standing* is
//! the value at sight. A seat is in *danger* if it would lose at once by doing nothing: in check, or its Goal attacked.
//!
//! A node goes through these steps:
//!
//! 1. Repetitions and the distance to wins settle it, or the line ends in quiescence (`quiescence`).
//! 2. The table settles it, or says which move was best.
//! 3. Games that are over, and wins at sight.
//! 4. What standing is worth, corrected by what was found of similar positions (`correct`) and by the table.
//! 5. Without trying a move: reverse futility, razoring, null move (`prune`). In games that use these, 4 and 5 come before 3: most
//!    nodes end here, and their moves need not be listed.
//! 6. A node without a move from the table is looked at less deep; a move that alone holds the value deeper, and a node of
//!    which other moves reach the window's end too is cut off (`prune`).
//! 7. The moves, the most promising first (`picker`, `order`), the first with the whole window, others with a null window and
//!    less deep, and again where they surprise; hopeless ones not at all (`prune`).
//! 8. What was found goes to the table, what cut off to the order, and how wrong standing was to the corrections.

use super::correction_history::CorrectionHistory;
use super::eval_cache::EvalCache;
use super::limits::Limits;
use super::move_ordering::{self, HistoryKey, MoveOrdering, bonus};
use super::move_picker::{MovePicker, WORST};
use super::pruning::SingularResult;
use super::technique::Technique;
use super::transposition::{Bound, TranspositionTable, TtEntry};
use super::{MAX_PLY, SearchRequest, Settings};
use crate::Evaluate;
use crate::score::{EVALUATION_BOUND, INFINITE, WIN, WIN_BOUND};
use heterodox_rules::{SearchMove, SearchPosition, Seat};

/// After so many nodes each the limits that are shared are looked at.
const CHECK_EVERY: u64 = 64;

pub(super) const DRAW: i32 = 0;

/// What standing is worth where nobody may.
pub(super) const NO_EVAL: i32 = -INFINITE;

/// What is known of a node of the line that is being searched.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// Whether the seat to move is in danger.
    pub(super) in_check: bool,
    /// What standing is worth; [`UNKNOWN`] in danger.
    pub(super) static_eval: i32,
    /// The same, as far as the table knows it better.
    pub(super) corrected_eval: i32,
    /// The move that was made here.
    pub(super) history_key: HistoryKey,
    /// A move, packed, that is left out to see what the others are worth; 0 for none.
    pub(super) excluded_move: u32,
    /// Whether the node is expected to be cut off.
    pub(super) cut_node: bool,
}

/// What a search learns of moves and positions, useful to the next one.
pub(super) struct Histories {
    pub(super) ordering: MoveOrdering,
    correction: CorrectionHistory,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self { ordering: MoveOrdering::new(), correction: CorrectionHistory::new() }
    }

    /// Expects to learn much: see [`in_large_pages`](super::huge_pages::in_large_pages).
    pub(super) fn advise_huge_pages(&self) {
        self.ordering.advise_huge_pages();
    }
}

/// One running search.
pub(super) struct SearchThread<'a, P: SearchPosition, E> {
    /// The positions from the root to the node; [`SearchThread::height`] is the node's index.
    pub(super) positions: Vec<P>,
    pub(super) height: usize,
    pub(super) evaluator: &'a E,
    pub(super) settings: Settings,
    pub(super) table: &'a TranspositionTable,
    pub(super) ordering: MoveOrdering,
    correction: CorrectionHistory,
    evaluations: EvalCache,
    /// Keys of the game's positions and of those between the root and the node.
    path: Vec<u64>,
    /// Moves of all nodes between the root and the node, each node's behind its parent's, with
    /// their scores. Lists that only grow at their end cost no allocation in a node.
    pub(super) moves: Vec<P::Move>,
    pub(super) scores: Vec<i32>,
    /// By ply, the expected course from there.
    pub(super) pv: Vec<Vec<P::Move>>,
    nodes: u64,
    /// The deepest ply.
    pub(super) deepest: usize,
    limits: &'a Limits<'a>,
    pub(super) stopped: bool,
    root_turn: Seat,
    pub(super) root_depth: i32,
    /// By ply.
    pub(super) stack: Vec<StackEntry>,
    /// Up to this ply nobody passes: what a pass seemed to be worth is being verified.
    pub(super) null_move_min_ply: usize,
}

/// Between which values a node's value matters.
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
        task: &SearchRequest<'_, P>,
        evaluator: &'a E,
        settings: Settings,
        table: &'a TranspositionTable,
        limits: &'a Limits<'a>,
        learned: Histories,
        evaluations: EvalCache,
    ) -> Self {
        let Histories { mut ordering, correction } = learned;
        ordering.clear_killers();
        // A game that goes on beyond the limit is played without it.
        let quiet = task.position.reversible_plies();
        let quiet_limit = settings.reversible_limit.filter(|&limit| quiet < limit);
        let settings = Settings { reversible_limit: quiet_limit, ..settings };
        let mut path = Vec::with_capacity(task.history.len() + MAX_PLY);
        path.extend_from_slice(task.history);
        let danger = evaluator.in_check(task.position);
        let mut worker = Self {
            positions: vec![task.position.clone()],
            height: 0,
            evaluator,
            settings,
            table,
            ordering,
            correction,
            evaluations,
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
            stack: vec![
                StackEntry {
                    in_check: false,
                    static_eval: NO_EVAL,
                    corrected_eval: NO_EVAL,
                    history_key: HistoryKey::NONE,
                    excluded_move: 0,
                    cut_node: false
                };
                MAX_PLY + 3
            ],
            null_move_min_ply: 0,
        };
        let standing = if danger { NO_EVAL } else { worker.evaluate() };
        worker.stack[0] = StackEntry {
            in_check: danger,
            static_eval: standing,
            corrected_eval: standing,
            ..worker.stack[0]
        };
        worker
    }

    /// What it has learned, and what it knows positions to be worth.
    pub(super) fn into_histories(self) -> (Histories, EvalCache) {
        (Histories { ordering: self.ordering, correction: self.correction }, self.evaluations)
    }

    /// Whether the search uses a technique.
    #[inline]
    pub(super) const fn uses(&self, technique: Technique) -> bool {
        self.settings.selective && self.settings.techniques.has(technique)
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The deepest ply that was looked at.
    pub(super) const fn deepest(&self) -> u32 {
        self.deepest as u32
    }

    /// The board: between two root moves that of the task again.
    pub(super) fn board(&self) -> &P {
        self.position()
    }

    pub(super) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// The value of a root move if it is within the window, else a bound; with `scout` it is first only asked
    /// whether it is above, so many plies less deep. Worth nothing once the search is stopped.
    pub(super) fn search_root_move(
        &mut self,
        m: P::Move,
        depth: i32,
        window: Window,
        scout: Option<i32>,
    ) -> i32 {
        self.root_depth = depth;
        self.make(m, 0);
        let value = self.search_child(depth - 1, 0, window, scout);
        self.unmake();
        value
    }

    /// The expected course behind a root move that was just searched.
    pub(super) fn copy_pv(&self, m: P::Move, pv: &mut Vec<P::Move>) {
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&self.pv[1]);
    }

    /// The position of the node.
    #[inline]
    pub(super) fn position(&self) -> &P {
        &self.positions[self.height]
    }

    /// Steps to the position after a legal move.
    #[inline]
    pub(super) fn push(&mut self, m: P::Move) {
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

    fn push_position(&mut self, position: P) {
        self.height += 1;
        self.positions.truncate(self.height);
        self.positions.push(position);
    }

    /// Steps back to the position before the last move.
    #[inline]
    pub(super) const fn pop(&mut self) {
        self.height -= 1;
    }

    /// Makes a move of the node at this ply.
    #[inline]
    pub(super) fn make(&mut self, m: P::Move, ply: usize) {
        self.stack[ply].history_key =
            HistoryKey::of(self.evaluator.history_key(self.position(), m));
        self.path.push(self.position().zobrist());
        self.push(m);
        self.prefetch(true);
        self.stack[ply + 1].in_check = self.evaluator.in_check(self.position());
    }

    /// Has fetched what will soon be asked about the position; the table is not always.
    pub(super) fn prefetch(&self, table: bool) {
        if table {
            self.table.prefetch(self.position().zobrist());
        }
        self.evaluations.prefetch(self.evaluator, self.position());
    }

    /// Takes it back.
    pub(super) fn unmake(&mut self) {
        self.pop();
        self.path.pop();
    }

    /// Lets the seat to move pass, searches behind that and takes it back; nothing where there is no passing.
    pub(super) fn search_null_move(&mut self, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        let passed = self.position().passed()?;
        self.stack[ply].history_key = HistoryKey::NONE;
        self.path.push(self.position().zobrist());
        self.push_position(passed);
        self.stack[ply + 1].in_check = self.evaluator.in_check(self.position());
        self.count_node();
        self.stack[ply + 1].cut_node = !self.stack[ply].cut_node;
        let value = -self.search_node(depth, ply + 1, Window { alpha: -beta, beta: 1 - beta });
        self.unmake();
        Some(value)
    }

    /// Searches behind the move just made. With `scout` it is first only asked whether the move is better than what is
    /// known, so many plies less deep.
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
        self.stack[ply + 1].cut_node = reduction > 0 || !self.stack[ply].cut_node;
        let mut value = -self.search_node(depth - reduction, ply + 1, null);
        if value > alpha && reduction > 0 {
            self.stack[ply + 1].cut_node = !self.stack[ply].cut_node;
            value = -self.search_node(depth, ply + 1, null);
        }
        if value > alpha && value < beta {
            self.stack[ply + 1].cut_node = false;
            value = -self.search_node(depth, ply + 1, full);
        }
        value
    }

    /// Counts a node and notices when the search must end.
    pub(super) fn count_node(&mut self) {
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
        let reach = self.position().reversible_plies().min(self.path.len());
        let recent = &self.path[self.path.len() - reach..];
        recent.iter().rev().skip(1).step_by(2).any(|&before| before == key)
    }

    /// The value of a position without moves, in which the game is over, from the sight of the seat that did not make the
    /// last move: whose turn it is then differs from game to game.
    pub(super) fn terminal_value(&self, ply: usize) -> i32 {
        match self.position().outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if (winner == self.root_turn) == ply.is_multiple_of(2) => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => DRAW,
        }
    }

    pub(super) fn evaluate(&mut self) -> i32 {
        let mut value = self.evaluations.value(self.evaluator, &self.positions[self.height]);
        if self.uses(Technique::Correction) {
            value += self.correction.of(self.evaluator, self.position(), self.settings.eval_scale);
        }
        value.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// The standing of the node, as far as the table knows it better.
    fn believed(&self, standing: i32, known: Option<TtEntry>) -> i32 {
        let known = known.filter(|known| {
            standing != NO_EVAL
                && self.uses(Technique::TableStanding)
                && known.value.abs() < WIN_BOUND
                && known.bound.improves_on(known.value, standing)
        });
        known.map_or(standing, |known| known.value)
    }

    /// The value of the position, `depth` plies deep: true within the window, a bound outside.
    pub(super) fn search_node(&mut self, depth: i32, ply: usize, window: Window) -> i32 {
        self.pv[ply].clear();
        if self.stopped {
            return DRAW;
        }
        let key = self.position().zobrist();
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
            && !self.near_reversible_limit(depth)
            && known.cuts_off(window.alpha, window.beta)
        {
            return known.value;
        }
        self.expand(depth, ply, window, known)
    }

    /// Whether a line ends where the seat to move would lose its game by doing nothing.
    fn must_look_further(&self, ply: usize) -> bool {
        self.settings.selective
            && ply < 2 * self.root_depth as usize
            && ply < MAX_PLY
            && self.stack[ply].in_check
    }

    /// Whether the limit for quiet plies lies within so many plies: what the table knows of the
    /// position may come from a line that had more of them left.
    pub(super) fn near_reversible_limit(&self, plies: i32) -> bool {
        let quiet = self.position().reversible_plies() + plies as usize;
        self.settings.reversible_limit.is_some_and(|limit| quiet >= limit)
    }

    /// The value of a node that neither the table nor the distance to wins settles.
    fn expand(&mut self, depth: i32, ply: usize, window: Window, known: Option<TtEntry>) -> i32 {
        // Where standing often is enough, it is asked before the moves.
        let standing_first =
            self.prunes_by_static_eval() && ply < MAX_PLY && !self.near_reversible_limit(0);
        if standing_first {
            self.stand(ply, known);
            if let Some(value) = self.prune_node(depth, ply, window) {
                return value;
            }
        }
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
            if !standing_first {
                self.stand(ply, known);
            }
            let hash_move = known.map_or(0, |known| known.best);
            let unknown = hash_move == 0 && depth >= 4;
            let less = i32::from(unknown && self.uses(Technique::InternalReduction));
            self.search_moves(start, depth - less, ply, window, known)
        };
        self.drop_moves(start);
        value
    }

    /// Finds out what standing is worth at a node.
    fn stand(&mut self, ply: usize, known: Option<TtEntry>) {
        let unknown = self.stack[ply].in_check || !self.settings.selective;
        self.stack[ply].static_eval = if unknown { NO_EVAL } else { self.evaluate() };
        self.stack[ply].corrected_eval = self.believed(self.stack[ply].static_eval, known);
    }

    /// The value of a node that needs no search: the limit for quiet plies is reached, or one of the
    /// listed moves is seen to win before it is made.
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

    /// The classes of the last two moves before a node.
    pub(super) fn previous_moves(&self, ply: usize) -> [HistoryKey; 2] {
        [1, 2].map(|back| {
            ply.checked_sub(back).map_or(HistoryKey::NONE, |ply| self.stack[ply].history_key)
        })
    }

    /// Whether the move at this index, which has its score, is a capture.
    fn is_capture(&self, index: usize) -> bool {
        let by_score = move_ordering::is_capture(self.scores[index]);
        by_score.unwrap_or_else(|| self.position().is_capture(self.moves[index]))
    }

    /// Searches the moves of a node.
    pub(super) fn search_moves(
        &mut self,
        start: usize,
        depth: i32,
        ply: usize,
        window: Window,
        known: Option<TtEntry>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let at = (self.position().turn(), ply);
        let key = self.position().zobrist();
        let end = self.moves.len();
        let hash_move = known.map_or(0, |known| known.best);
        let alone = self.singular_search(depth, ply, window, known, start);
        if self.stopped {
            return DRAW;
        }
        if let SingularResult::Cut(value) = alone {
            return value;
        }
        let without = self.stack[ply].excluded_move;
        let before = self.previous_moves(ply);
        let mut picker = MovePicker::new(ply, end, hash_move, WORST * depth);
        let (mut best, mut best_move) = (-INFINITE, 0);
        let mut quiet_best = true;
        let mut sieve = self.pruning_context(depth, ply, window);
        for index in start..end {
            let m = self.pick(&mut picker, index);
            let packed = m.pack();
            if packed == without {
                continue;
            }
            let quiet = !self.is_capture(index);
            let skip =
                best > -WIN_BOUND && self.prune_move(&mut sieve, index, index - start, quiet);
            if skip
                && (self.evaluator.gives_check(self.position(), m) == Some(false)
                    || self.prune_losing_check(depth, m))
            {
                continue;
            }
            let reduction = self.reduction(&sieve, index - start, self.scores[index], quiet, m);
            self.make(m, ply);
            // What puts the other seat in danger is no quiet move.
            let forcing = self.stack[ply + 1].in_check;
            if skip && !forcing {
                self.unmake();
                continue;
            }
            let longer = i32::from(alone == SingularResult::Yes && packed == hash_move);
            let reduction = if forcing { self.check_reduction(reduction) } else { reduction };
            let scout = (best > -INFINITE).then_some(reduction);
            let value = self.search_child(depth - 1 + longer, ply, Window { alpha, beta }, scout);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            best = best.max(value);
            if value <= alpha {
                continue;
            }
            alpha = value;
            best_move = packed;
            quiet_best = quiet;
            if !window.is_null() {
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                if quiet {
                    self.learn(at, before, start, index, depth);
                }
                break;
            }
        }
        if without != 0 || best == -INFINITE {
            // One is left out, so that the table must not know; or all but that one were hopeless.
            return if best == -INFINITE { window.alpha } else { best };
        }
        let bound = Bound::of(best, window.alpha, beta);
        self.correct(depth, ply, best, bound, quiet_best);
        self.table.store(key, ply, TtEntry { best: best_move, value: best, depth, bound });
        best
    }

    /// The evaluation learns from what a node was found to be worth.
    fn correct(&mut self, depth: i32, ply: usize, value: i32, bound: Bound, quiet: bool) {
        let standing = self.stack[ply].static_eval;
        if self.uses(Technique::Correction)
            && quiet
            && standing != NO_EVAL
            && value.abs() < WIN_BOUND
            && bound.improves_on(value, standing)
        {
            let wrong = 100 * (value - standing) / self.settings.eval_scale;
            self.correction.update(self.evaluator, &self.positions[self.height], wrong, depth);
        }
    }

    /// A quiet move cut off: the order learns from it, and from those tried in vain before it.
    fn learn(
        &mut self,
        at: (Seat, usize),
        before: [HistoryKey; 2],
        start: usize,
        index: usize,
        depth: i32,
    ) {
        self.ordering.record_cutoff(at, self.moves[index], &self.moves[start..index], depth);
        if !self.uses(Technique::Continuation) {
            return;
        }
        for tried in start..=index {
            let m = self.moves[tried];
            if tried < index && self.is_capture(tried) {
                continue;
            }
            let class = HistoryKey::of(self.evaluator.history_key(self.position(), m));
            let sign = if tried == index { 1 } else { -1 };
            self.ordering.update_continuation(before, at.0, class, sign * bonus(depth));
        }
    }

    /// The expected course from here: this move, then that from behind it.
    pub(super) fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }
}
