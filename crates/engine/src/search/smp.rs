//! Several threads on one search: lazy SMP.
//!
//! Every thread searches the same root by itself. The threads share only the transposition table
//! and the deadline: what one has stored, another need not search. Half of the helper threads begin
//! an iteration deeper, so that the threads search different parts of the tree. The main thread,
//! whose result counts, searches as it would alone.

use super::eval_cache::EvalCache;
use super::histories::Histories;
use super::iterative_deepening::{RootMove, iterate};
use super::limits::Deadline;
use super::memory::SearchMemory;
use super::node::SearchThread;
use super::{MAX_PLY, SearchRequest, Settings};
use crate::Evaluate;
use crate::score::{INFINITE, WIN};
use heterodox_rules::SearchPosition;

/// The size of a helper thread's stack in bytes: many times what the deepest line of any game
/// needs.
const STACK_BYTES: usize = 8 << 20;

/// What all threads of a search share.
pub(super) struct Shared<'a, 't, P: SearchPosition, E> {
    pub(super) request: &'a SearchRequest<'t, P>,
    pub(super) evaluator: &'a E,
    pub(super) settings: Settings,
    pub(super) memory: &'a SearchMemory,
    pub(super) deadline: &'a Deadline<'a>,
    /// The deepest iteration.
    pub(super) max_depth: u32,
}

impl<'a, P: SearchPosition, E: Evaluate<P>> Shared<'a, '_, P, E> {
    /// The depths of the iterations from `first` on. A win comes with a ply of the seat to move:
    /// a search for wins alone leaves out every other iteration.
    pub(super) fn depths(&self, first: u32) -> impl Iterator<Item = u32> + use<P, E> {
        let step = if self.settings.mate_limit.is_some() { 2 } else { 1 };
        (first..=self.max_depth).step_by(step)
    }

    /// Values up to this one do not matter to a search for wins. It is one ply below the slowest
    /// win, so that the principal variation is known to its last ply.
    pub(super) fn lowest_useful_value(&self) -> i32 {
        let lowest = |plies: u32| WIN - 2 - plies.min(MAX_PLY as u32) as i32;
        self.settings.mate_limit.map_or(-INFINITE, lowest)
    }

    fn search_thread(&self, histories: Histories, eval_cache: EvalCache) -> SearchThread<'a, P, E> {
        let Self { request, evaluator, settings, memory, deadline, .. } = *self;
        if request.limit.is_large() {
            histories.advise_huge_pages();
        }
        let table = &memory.table;
        SearchThread::new(request, evaluator, settings, table, deadline, histories, eval_cache)
    }

    /// Runs `search` on this thread while helper threads fill the table: as many as the settings
    /// say, or fewer if the system refuses more.
    pub(super) fn run_threads<T>(
        &self,
        root: &[RootMove<P::Move>],
        eval_cache: EvalCache,
        search: impl FnOnce(SearchThread<'a, P, E>) -> T,
    ) -> T {
        std::thread::scope(|scope| {
            let _finish = self.deadline.finish_on_drop();
            for number in 1..self.settings.threads as u32 {
                let root = root.to_vec();
                let deeper = if self.settings.mate_limit.is_some() { 2 } else { 1 };
                let help = move || self.help(root, 1 + number % 2 * deeper);
                let thread = std::thread::Builder::new().name("search-helper".to_owned());
                if thread.stack_size(STACK_BYTES).spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search(self.search_thread(self.memory.take_histories(), eval_cache))
        })
    }

    /// Searches on a helper thread until the search is over.
    fn help(&self, mut root: Vec<RootMove<P::Move>>, first_depth: u32) {
        let mut thread = self.search_thread(Histories::new(), EvalCache::new());
        for depth in self.depths(first_depth) {
            let lowest = self.lowest_useful_value();
            if !iterate(&mut thread, &mut root, depth, self.request, lowest) {
                break;
            }
        }
    }
}
