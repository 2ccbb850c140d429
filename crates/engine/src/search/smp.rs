//! Several threads on one search: lazy SMP.
//!
//! Every thread searches the same root by itself. They share nothing but the transposition table and the limits: what one
//! has found another need not look for. Half of the helpers are a ply ahead, so that the threads look at different things.
//! The thread that answers is the one that would have searched alone.

use super::eval_cache::EvalCache;
use super::limits::Limits;
use super::node::{Histories, SearchThread};
use super::transposition::TranspositionTable;
use super::{MAX_PLY, RootMove, SearchRequest, Settings, iterate};
use crate::Evaluate;
use crate::score::{INFINITE, WIN};
use heterodox_rules::SearchPosition;

/// Room for the deepest line of any game, and much more.
const STACK: usize = 8 << 20;

/// What all threads of a search work with.
pub(super) struct Shared<'a, 't, P: SearchPosition, E> {
    pub(super) task: &'a SearchRequest<'t, P>,
    pub(super) evaluator: &'a E,
    pub(super) settings: Settings,
    pub(super) table: &'a TranspositionTable,
    pub(super) limits: &'a Limits<'a>,
    /// The deepest iteration.
    pub(super) deepest: u32,
}

impl<'a, P: SearchPosition, E: Evaluate<P>> Shared<'a, '_, P, E> {
    /// The iterations from this one on. A win comes with a ply of the seat to move: where nothing else matters, every
    /// other iteration is left out.
    pub(super) fn depths(&self, first: u32) -> impl Iterator<Item = u32> + use<P, E> {
        let step = if self.settings.mate_limit.is_some() { 2 } else { 1 };
        (first..=self.deepest).step_by(step)
    }

    /// Values up to this do not matter. A ply less than must be, so that the course is known to its last ply.
    pub(super) fn lowest_useful_value(&self) -> i32 {
        let least = |plies: u32| WIN - 2 - plies.min(MAX_PLY as u32) as i32;
        self.settings.mate_limit.map_or(-INFINITE, least)
    }

    fn search_thread(&self, learned: Histories, evaluations: EvalCache) -> SearchThread<'a, P, E> {
        let Self { task, evaluator, settings, table, limits, .. } = *self;
        if task.limit.is_large() {
            learned.advise_huge_pages();
        }
        SearchThread::new(task, evaluator, settings, table, limits, learned, evaluations)
    }

    /// Searches with this thread while others help, as many as the settings say or the system gives.
    pub(super) fn run_threads<T>(
        &self,
        root: &[RootMove<P::Move>],
        evaluations: EvalCache,
        search: impl FnOnce(SearchThread<'a, P, E>) -> T,
    ) -> T {
        std::thread::scope(|scope| {
            let _end = self.limits.end();
            for number in 1..self.settings.threads as u32 {
                let root = root.to_vec();
                let ahead = if self.settings.mate_limit.is_some() { 2 } else { 1 };
                let help = move || self.help(root, 1 + number % 2 * ahead);
                let thread = std::thread::Builder::new().name("helper".to_owned());
                if thread.stack_size(STACK).spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search(self.search_thread(self.table.histories(), evaluations))
        })
    }

    /// Fills the table until the search is over.
    fn help(&self, mut root: Vec<RootMove<P::Move>>, first: u32) {
        let mut worker = self.search_thread(Histories::new(), EvalCache::new());
        for depth in self.depths(first) {
            if !iterate(&mut worker, &mut root, depth, self.task, self.lowest_useful_value()) {
                break;
            }
        }
    }
}
