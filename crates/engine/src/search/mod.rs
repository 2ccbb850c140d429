//! Iterative deepening alpha-beta search for games of full information with two seats.
//!
//! * `iterative_deepening`: the root; `node`: principal variation search below it; `quiescence`:
//!   the ends of its lines;
//! * `pruning`, `reductions`: which moves are left out, searched less deep or deeper; `technique`
//!   switches each of these for matches;
//! * `move_ordering`, `histories`, `correction_history`: which move is tried first, and what the
//!   search learns for that and for the evaluation;
//! * `transposition`, `slot`, `eval_cache`, `memory`, `huge_pages`: what is stored of positions;
//! * `counters`: what a search does, counted with the feature of that name;
//! * `smp`, `limits`, `time_use`: several threads on one search, and its end;
//! * `root_blunder_check`: the two-ply check of root moves that no limit cuts short.
//!
//! The result of a search with one thread is a function of its [`SearchRequest`] alone, except for
//! a limit of time and the stop flag: the search begins with an empty table and empty histories.
//! With several threads, or with a memory that is [kept](Searcher::with_kept_table), a search is
//! stronger but its result differs from run to run.

mod correction_history;
#[cfg_attr(not(feature = "counters"), allow(dead_code))]
pub mod counters;
mod eval_cache;
mod histories;
mod huge_pages;
mod iterative_deepening;
mod limits;
mod memory;
mod move_ordering;
mod node;
mod pruning;
mod quiescence;
mod reductions;
mod root_blunder_check;
mod slot;
mod smp;
mod technique;
#[cfg(test)]
mod test_thread;
mod time_use;
mod transposition;

pub(crate) use limits::Deadline;
pub use limits::SearchLimit;
pub use memory::SearchMemory;
pub use root_blunder_check::{TwoPlyOutcome, two_ply_outcome};
pub use technique::{Technique, Techniques};

use crate::score::INFINITE;
use crate::{Evaluate, Score};
use eval_cache::EvalCache;
use heterodox_rules::SearchPosition;
use iterative_deepening::{RootMove, deepen};
use smp::Shared;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Instant;

/// The deepest line, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// The settings of a searcher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the transposition table in MiB; 0 for none.
    pub table_mib: usize,
    /// Whether moves are pruned, reduced and extended. Without it a search to depth n is a plain
    /// alpha-beta search of exactly n plies with quiescence.
    pub selective: bool,
    /// A position after this number of reversible plies counts as a draw; `None` for never. A game
    /// that has gone beyond it already is searched without it.
    pub reversible_limit: Option<usize>,
    /// Whether every root move is tried with every reply before any limit counts: see
    /// [`two_ply_outcome`].
    pub root_blunder_check: bool,
    /// The number of threads. With more than one the result depends on their timing, and the same
    /// depth takes more nodes.
    pub threads: usize,
    /// Searches only for wins within this number of plies of either seat. If none is found,
    /// [`SearchResult::pv_lines`] is empty; in a search that is not [selective](Self::selective)
    /// there is then certainly none up to [`SearchResult::depth`].
    pub mate_limit: Option<u32>,
    /// The techniques of a selective search.
    pub techniques: Techniques,
    /// A clear advantage in this game, in the units of the evaluation: margins are hundredths of
    /// it.
    pub eval_scale: i32,
    /// The number of quiet moves that late move pruning always keeps.
    pub lmp_base: i32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            table_mib: 16,
            selective: true,
            reversible_limit: None,
            root_blunder_check: true,
            threads: 1,
            mate_limit: None,
            techniques: Techniques::ALL,
            eval_scale: 100,
            lmp_base: 8,
        }
    }
}

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a, P: SearchPosition> {
    /// The position.
    pub position: &'a P,
    /// Zobrist hashes of the game's earlier positions, oldest first. A repetition of one of them
    /// counts as a draw.
    pub history: &'a [u64],
    /// The root moves to search; all legal ones if `None`, or if none of them is legal.
    pub search_moves: Option<&'a [P::Move]>,
    /// The limits.
    pub limit: SearchLimit,
    /// Every move whose value is at most this far below the best gets its true value.
    pub margin: i32,
    /// The number of best moves that get their true values and principal variations: at least 1.
    pub multi_pv: usize,
}

impl<'a, P: SearchPosition> SearchRequest<'a, P> {
    /// A request to search a position without game history (repetitions before it are unknown).
    pub const fn new(position: &'a P, limit: SearchLimit) -> Self {
        Self { position, history: &[], search_moves: None, limit, margin: 0, multi_pv: 1 }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// Its score for the seat to move. Without a completed iteration it is meaningless unless it is
    /// a win or a loss.
    pub score: Score,
    /// The last completed iteration, in plies; 0 if the limits allowed none.
    pub depth: u32,
    /// Moves made by all threads, those of the root blunder check excluded.
    pub nodes: u64,
    /// The principal variation, `best` first.
    pub pv: Vec<M>,
    /// The moves whose value is known, best first: `best`, and all within the margin of the
    /// request.
    pub candidates: Vec<(M, Score)>,
    /// The best moves with their principal variations, as many as the request asked for and there
    /// are; an iteration that was cut short may have fewer.
    pub pv_lines: Vec<PvLine<M>>,
    /// The deepest ply that was reached, quiescence included.
    pub seldepth: u32,
    /// The share of the transposition table that this search has filled, in thousandths.
    pub hashfull: u32,
}

/// One of the best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine<M> {
    /// Its score for the seat to move.
    pub score: Score,
    /// The principal variation, the move first.
    pub pv: Vec<M>,
}

/// Searches positions of one game.
///
/// ```
/// use heterodox_engine::SearchLimit;
/// use heterodox_engine::klinzha;
/// use heterodox_engine::search::SearchRequest;
/// use heterodox_rules::klinzha::quick_start;
/// use std::sync::atomic::AtomicBool;
///
/// let position = quick_start("north-west").unwrap();
/// let mut searcher = klinzha::searcher(1);
/// let request = SearchRequest::new(&position, SearchLimit::nodes(1_000));
/// let result = searcher.run(&request, &AtomicBool::new(false), |_| {}).unwrap();
/// assert_eq!(result.pv[0], result.best);
/// ```
pub struct Searcher<P: SearchPosition, E: Evaluate<P>> {
    evaluator: E,
    settings: Settings,
    memory: Arc<SearchMemory>,
    /// Cached evaluations depend on the positions alone, so that they change no result.
    eval_cache: EvalCache,
    game: std::marker::PhantomData<fn(&P)>,
}

impl<P: SearchPosition, E: Evaluate<P>> Searcher<P, E> {
    /// A searcher with its own memory. Its searches do not depend on each other.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let memory = Arc::new(SearchMemory::new(settings.table_mib));
        Self::with_memory(evaluator, settings, memory)
    }

    /// A searcher that keeps table and histories from one search to the next. Small searches in a
    /// row cost much less than if each began anew, but depend on those before them.
    pub fn with_kept_table(evaluator: E, settings: Settings) -> Self {
        let memory = SearchMemory::kept(settings.table_mib);
        let memory = memory.unwrap_or_else(|| SearchMemory::new(0));
        Self::with_memory(evaluator, settings, Arc::new(memory))
    }

    /// A searcher that uses this memory, whatever [`Settings::table_mib`] says. Its contents must
    /// come from the same game with the same evaluation.
    pub const fn with_memory(evaluator: E, settings: Settings, memory: Arc<SearchMemory>) -> Self {
        let eval_cache = EvalCache::new();
        Self { evaluator, settings, memory, eval_cache, game: std::marker::PhantomData }
    }

    /// The evaluation that the searcher uses.
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The settings of the searcher.
    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches until a limit of the request is reached or `stop` is set, and reports every
    /// completed iteration. Returns `None` if there is no move.
    ///
    /// With [`Settings::root_blunder_check`], whatever the limits, a move that wins at once is
    /// always chosen, and a move that loses to the next reply only if every move does.
    pub fn run(
        &mut self,
        request: &SearchRequest<'_, P>,
        stop: &AtomicBool,
        on_iteration: impl FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let start = Instant::now();
        let mut root = self.root_moves(request)?;
        let table = &self.memory.table;
        if request.limit.is_large() {
            table.advise_huge_pages();
        }
        table.begin_search();
        let mut result = SearchResult {
            best: root[0].m,
            score: Score::from_value(self.evaluator.evaluate(request.position)),
            depth: 0,
            nodes: 0,
            pv: vec![root[0].m],
            candidates: vec![],
            pv_lines: vec![],
            seldepth: 0,
            hashfull: 0,
        };
        if self.settings.root_blunder_check
            && let Some(value) =
                root_blunder_check::decided_value(request.position, &self.evaluator, root[0].m)
        {
            result.score = Score::from_value(value);
        }
        let deadline = Deadline::new(start, &request.limit, stop);
        let shared = Shared {
            request,
            evaluator: &self.evaluator,
            settings: self.settings,
            memory: &self.memory,
            deadline: &deadline,
            max_depth: self.max_depth(&request.limit),
        };
        let first = root.clone();
        let eval_cache = std::mem::replace(&mut self.eval_cache, EvalCache::new());
        self.eval_cache = shared.run_threads(&first, eval_cache, |mut thread| {
            deepen(&shared, &mut thread, &mut root, &mut result, on_iteration);
            let (histories, eval_cache) = thread.into_histories();
            self.memory.keep_histories(histories);
            eval_cache
        });
        Some(result)
    }

    /// Returns the deepest iteration.
    fn max_depth(&self, limit: &SearchLimit) -> u32 {
        let limits = [limit.depth, self.settings.mate_limit];
        limits.into_iter().flatten().min().unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2)
    }

    /// Returns the root moves with the least risk, the most promising first; `None` if there is
    /// none.
    fn root_moves(&self, request: &SearchRequest<'_, P>) -> Option<Vec<RootMove<P::Move>>> {
        let position = request.position;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if let Some(wanted) = request.search_moves
            && moves.iter().any(|m| wanted.contains(m))
        {
            moves.retain(|m| wanted.contains(m));
        }
        if self.settings.root_blunder_check {
            moves = root_blunder_check::safest_moves(position, &moves);
        }
        moves.sort_by_key(|&m| {
            let capture = position.is_capture(m);
            std::cmp::Reverse(self.evaluator.order_hint(position, m, capture))
        });
        let root: Vec<_> =
            moves.into_iter().map(|m| RootMove { m, value: -INFINITE, pv: vec![m] }).collect();
        (!root.is_empty()).then_some(root)
    }
}
