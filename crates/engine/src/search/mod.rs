//! Iterative deepening alpha-beta for two-seat games of full information.
//!
//! * `node`: principal variation search, with a glossary; `quiescence`: how its lines end;
//! * `prune`, `technique`: what is left out and what is looked at less deep or deeper;
//! * `order`: which move is tried first;
//! * `correct`: what searches found corrects the evaluation of similar positions;
//! * `safety`: the two-ply check of the root that no limit can cut short;
//! * `transposition`, `slot`: the table of positions already searched, shared by threads without locks;
//! * `threads`, `limits`: several threads on one search, and what ends it;
//! * `pages`: where the memory for all that lies.
//!
//! A search of one thread is a function of its [`Task`] alone, except for a time limit and the stop flag: it begins
//! with an empty table and nothing learned, so that the same task gives the same nodes and the same move. Several threads, or a
//! table that is [kept](Searcher::keeping), make it stronger and no longer the same every time.

mod correction_history;
mod eval_cache;
mod huge_pages;
mod limits;
mod move_ordering;
mod move_picker;
mod node;
mod pruning;
mod quiescence;
mod root_blunder_check;
mod slot;
mod smp;
mod technique;
mod transposition;

pub use root_blunder_check::{Risk, move_risk};
pub use technique::{Technique, Techniques};
pub use transposition::TranspositionTable;

use crate::score::{INFINITE, WIN, WIN_BOUND};
use crate::{Evaluate, Score, SearchLimit};
use eval_cache::EvalCache;
use heterodox_rules::SearchPosition;
use limits::Limits;
use node::{SearchThread, Window};
use smp::Shared;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Instant;

/// The deepest line, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// Where there is only one move to choose, a search against the clock ends after this iteration.
const FORCED_DEPTH: u32 = 4;

/// How a searcher works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the transposition table in MiB; 0 for none.
    pub table_mib: usize,
    /// Whether promising lines are searched deeper and unpromising ones less deep. Without it a
    /// search to depth n looks at exactly n plies and the captures after them.
    pub selective: bool,
    /// A position after so many reversible plies counts as a draw; nothing for never. A game that is
    /// beyond the limit already is searched as if there were none.
    pub reversible_limit: Option<usize>,
    /// Whether every root move is tried with every reply before any limit counts: see [`risk`].
    pub root_blunder_check: bool,
    /// How many threads search. With more than one the result depends on how they happen to run, and more nodes are looked
    /// at for the same depth.
    pub threads: usize,
    /// Only wins within so many plies, or by the answer to the last of them, matter. Where there is none [`Found::lines`] is empty, and
    /// if the search is not [selective](Self::selective) that is certain up to [`Found::depth`], since no answer is left out.
    pub mate_limit: Option<u32>,
    /// The techniques of a selective search.
    pub techniques: Techniques,
    /// What is a clear advantage in this game, in hundredths: the margins of the techniques go by it.
    pub eval_scale: i32,
    /// How many quiet moves are never too many.
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
    /// The keys of the game's positions before it, oldest first. Coming back to one of them counts
    /// as a draw.
    pub history: &'a [u64],
    /// The moves to choose from; all legal ones if nothing is given.
    pub search_moves: Option<&'a [P::Move]>,
    /// The limits.
    pub limit: SearchLimit,
    /// Every move whose value is within so many hundredths of the best gets its true value.
    pub margin: i32,
    /// So many of the best moves get their true values and expected courses: at least 1.
    pub multi_pv: usize,
}

impl<'a, P: SearchPosition> SearchRequest<'a, P> {
    /// The search of a position by itself.
    pub const fn new(position: &'a P, budget: SearchLimit) -> Self {
        Self { position, history: &[], search_moves: None, limit: budget, margin: 0, multi_pv: 1 }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// Its score from the sight of the seat to move. Without a completed iteration it is worth
    /// nothing, unless it is a win or a loss.
    pub score: Score,
    /// The last completed iteration, in plies; 0 if the limits allowed none.
    pub depth: u32,
    /// Moves made on the boards of all threads, the two-ply check of the root not counted.
    pub nodes: u64,
    /// The expected course of the game, `best` first.
    pub pv: Vec<M>,
    /// The moves whose value is known, best first: `best`, and all within the task's margin.
    pub candidates: Vec<(M, Score)>,
    /// The best moves with their expected courses, as many as the task asked for and there are; those of an
    /// iteration that was cut short may be fewer.
    pub pv_lines: Vec<PvLine<M>>,
    /// The deepest ply that was looked at, captures at the ends of lines included.
    pub selective_depth: u32,
    /// How much of the table this search has filled, in thousandths.
    pub hashfull: u32,
}

/// One of the best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine<M> {
    /// Its score from the sight of the seat to move.
    pub score: Score,
    /// The expected course of the game, the move first.
    pub pv: Vec<M>,
}

/// A root move with what is known of it.
#[derive(Clone)]
struct RootMove<M> {
    m: M,
    /// From the current iteration; `-INFINITE` where it is only known to be worse than the best.
    value: i32,
    pv: Vec<M>,
}

/// Searches positions of one game.
pub struct Searcher<P: SearchPosition, E: Evaluate<P>> {
    evaluator: E,
    settings: Settings,
    table: Arc<TranspositionTable>,
    /// They follow from the positions alone: a search that begins with them finds the same.
    evaluations: EvalCache,
    game: std::marker::PhantomData<fn(&P)>,
}

impl<P: SearchPosition, E: Evaluate<P>> Searcher<P, E> {
    /// A searcher with its own table.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let table = Arc::new(TranspositionTable::new(settings.table_mib));
        Self::with_table(evaluator, settings, table)
    }

    /// A searcher with its own table that keeps what its searches find and learn for those that follow. What one of them finds
    /// depends on all before it; a small one costs much less than if it had to begin anew.
    pub fn with_kept_table(evaluator: E, settings: Settings) -> Self {
        let table = TranspositionTable::kept(settings.table_mib);
        let table = table.unwrap_or_else(|| TranspositionTable::new(0));
        Self::with_table(evaluator, settings, Arc::new(table))
    }

    /// A searcher that uses this table, whatever [`Settings::table_mib`]. What is in it must come from the same game,
    /// judged in the same way.
    pub fn with_table(evaluator: E, settings: Settings, table: Arc<TranspositionTable>) -> Self {
        let evaluations = EvalCache::new();
        Self { evaluator, settings, table, evaluations, game: std::marker::PhantomData }
    }

    /// The judgement that the searcher uses.
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// How it searches.
    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches until a limit of the budget is reached or `stop` is set, and reports every completed
    /// iteration. Nothing is found only where there is no move.
    ///
    /// With [`Settings::guard`], whatever the limits, a move that loses to the next reply is chosen only if
    /// every move does, and a move that wins at once is always chosen.
    pub fn run(
        &mut self,
        task: &SearchRequest<'_, P>,
        stop: &AtomicBool,
        on_iteration: impl FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let start = Instant::now();
        let mut root = self.root_moves(task)?;
        if task.limit.is_large() {
            self.table.advise_huge_pages();
        }
        self.table.begin_search();
        let mut found = SearchResult {
            best: root[0].m,
            score: Score::from_value(self.evaluator.evaluate(task.position)),
            depth: 0,
            nodes: 0,
            pv: vec![root[0].m],
            candidates: vec![],
            pv_lines: vec![],
            selective_depth: 0,
            hashfull: 0,
        };
        if self.settings.root_blunder_check
            && let Some(deadly) =
                root_blunder_check::verdict(task.position, &self.evaluator, root[0].m)
        {
            found.score = Score::from_value(deadly);
        }
        let deadline = task.limit.time.and_then(|time| start.checked_add(time));
        let limits = Limits::new(deadline, task.limit.nodes, stop);
        let shared = Shared {
            task,
            evaluator: &self.evaluator,
            settings: self.settings,
            table: &self.table,
            limits: &limits,
            deepest: self.deepest(&task.limit),
        };
        let first = root.clone();
        let evaluations = std::mem::replace(&mut self.evaluations, EvalCache::new());
        self.evaluations = shared.run_threads(&first, evaluations, |mut worker| {
            deepen(&shared, &mut worker, &mut root, &mut found, on_iteration);
            let (learned, evaluations) = worker.into_histories();
            self.table.keep(learned);
            evaluations
        });
        Some(found)
    }

    /// The deepest iteration.
    fn deepest(&self, budget: &SearchLimit) -> u32 {
        let limits = [budget.depth, self.settings.mate_limit];
        limits.into_iter().flatten().min().unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2)
    }

    /// The legal moves of the task without those that risk more than they have to, the most
    /// promising first.
    fn root_moves(&self, task: &SearchRequest<'_, P>) -> Option<Vec<RootMove<P::Move>>> {
        let mut moves = Vec::new();
        task.position.moves(&mut moves);
        if let Some(only) = task.search_moves
            && moves.iter().any(|m| only.contains(m))
        {
            moves.retain(|m| only.contains(m));
        }
        if self.settings.root_blunder_check {
            moves = root_blunder_check::least_risk(task.position, &moves);
        }
        moves.sort_by_key(|&m| {
            let capture = task.position.is_capture(m);
            std::cmp::Reverse(self.evaluator.order_hint(task.position, m, capture))
        });
        let root: Vec<_> =
            moves.into_iter().map(|m| RootMove { m, value: -INFINITE, pv: vec![m] }).collect();
        (!root.is_empty()).then_some(root)
    }
}

impl<M: Copy> SearchResult<M> {
    fn take(&mut self, root: &[RootMove<M>], margin: i32, lines: usize) {
        self.best = root[0].m;
        self.score = Score::from_value(root[0].value);
        self.pv.clone_from(&root[0].pv);
        self.candidates = root
            .iter()
            .filter(|entry| entry.value > -INFINITE && entry.value + margin >= root[0].value)
            .map(|entry| (entry.m, Score::from_value(entry.value)))
            .collect();
        self.pv_lines = root
            .iter()
            .take(lines.max(1))
            .filter(|entry| entry.value > -INFINITE)
            .map(|entry| PvLine { score: Score::from_value(entry.value), pv: entry.pv.clone() })
            .collect();
    }
}

/// Searches deeper and deeper until a limit is reached or the game is decided.
fn deepen<P: SearchPosition, E: Evaluate<P>>(
    shared: &Shared<'_, '_, P, E>,
    worker: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    found: &mut SearchResult<P::Move>,
    mut on_iteration: impl FnMut(&SearchResult<P::Move>),
) {
    let task = shared.task;
    for depth in shared.depths(1) {
        let completed = iterate(worker, root, depth, task, shared.lowest_useful_value());
        debug_assert_eq!(worker.board().zobrist(), task.position.zobrist(), "moves are taken back");
        found.nodes = worker.nodes().max(shared.limits.counted());
        if root[0].value > -INFINITE {
            found.take(root, task.margin, task.multi_pv);
        }
        found.selective_depth = worker.deepest();
        found.hashfull = shared.table.hashfull();
        if !completed {
            break;
        }
        found.depth = depth;
        on_iteration(found);
        let forced = root.len() == 1 && depth >= FORCED_DEPTH && task.limit.time.is_some();
        if forced || root[0].value > -INFINITE && is_decided(root[0].value, depth) {
            break;
        }
    }
}

/// Whether the game is decided as far as a deeper iteration could tell. A loss is looked at longer:
/// reductions may have hidden a way out.
const fn is_decided(value: i32, depth: u32) -> bool {
    let depth = depth as i32;
    if value >= WIN_BOUND {
        WIN - value <= depth
    } else if value <= -WIN_BOUND {
        2 * (WIN + value) + 4 <= depth
    } else {
        false
    }
}

/// The half width of the first window of an iteration, in hundredths of the unit.
const ASPIRATION: i32 = 30;
/// From this iteration on the window is narrow.
const ASPIRATION_DEPTH: u32 = 5;

/// One iteration, see [`pass_over`]; if only the best move matters, with a window around the value of the one before that is
/// widened until it holds the value.
fn iterate<P: SearchPosition, E: Evaluate<P>>(
    worker: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    depth: u32,
    task: &SearchRequest<'_, P>,
    least: i32,
) -> bool {
    let whole = Window { alpha: least, beta: INFINITE };
    let guess = root[0].value;
    let one = task.margin == 0 && task.multi_pv <= 1 && least == -INFINITE;
    if !one
        || depth < ASPIRATION_DEPTH
        || guess.abs() >= WIN_BOUND
        || !worker.uses(Technique::Aspiration)
    {
        return pass_over(worker, root, depth, task, whole).is_some();
    }
    let mut width = worker.margin(ASPIRATION);
    let mut window = Window { alpha: guess - width, beta: guess + width };
    loop {
        let Some(value) = pass_over(worker, root, depth, task, window) else { return false };
        width *= 3;
        let most = 10 * worker.settings.eval_scale;
        if value <= window.alpha && window.alpha > -INFINITE {
            window.alpha = if width > most { -INFINITE } else { guess - width };
        } else if value >= window.beta && window.beta < INFINITE {
            window.beta = if width > most { INFINITE } else { guess + width };
        } else {
            return true;
        }
    }
}

/// Gives every root move that is worth more than the window's `alpha` its value and puts the best first, until one reaches
/// `beta`. Gives the best value or the bound that all stay below; nothing if it was stopped: then the moves searched so
/// far are in order and count, provided that the best of the iteration before is among them.
fn pass_over<P: SearchPosition, E: Evaluate<P>>(
    worker: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    depth: u32,
    task: &SearchRequest<'_, P>,
    window: Window,
) -> Option<i32> {
    let (margin, lines) = (task.margin, task.multi_pv.max(1));
    let mut values = vec![-INFINITE; root.len()];
    // The best values of this iteration, the highest first.
    let mut best: Vec<i32> = Vec::with_capacity(lines + 1);
    for (index, entry) in root.iter_mut().enumerate() {
        let by_margin = best.first().map(|best| best - margin - i32::from(margin > 0));
        let by_lines = best.get(lines - 1).copied();
        let floor = by_lines.into_iter().chain(by_margin).min().unwrap_or(-INFINITE);
        let floor = if by_lines.is_none() { window.alpha } else { floor.max(window.alpha) };
        let late = worker.uses(Technique::RootReduction)
            && lines == 1
            && index >= 6
            && depth >= 4
            && floor < WIN_BOUND;
        let quiet = !worker.board().is_capture(entry.m);
        let reduction = i32::from(late && quiet) + i32::from(late && quiet && index >= 24);
        let scout = (index > 0 && floor > -INFINITE).then_some(reduction);
        let within = Window { alpha: floor, beta: window.beta };
        let value = worker.search_root_move(entry.m, depth as i32, within, scout);
        if worker.stopped() {
            break;
        }
        if value > floor {
            values[index] = value;
            let place = best.partition_point(|&better| better >= value);
            best.insert(place, value);
            best.truncate(lines);
            worker.copy_pv(entry.m, &mut entry.pv);
            if value >= window.beta {
                break;
            }
        }
    }
    if !best.is_empty() {
        for (entry, value) in root.iter_mut().zip(values) {
            entry.value = value;
        }
        // Stable: moves that are only known to be worse keep the order of the iteration before.
        root.sort_by_key(|entry| std::cmp::Reverse(entry.value));
    }
    (!worker.stopped()).then(|| best.first().copied().unwrap_or(window.alpha))
}
