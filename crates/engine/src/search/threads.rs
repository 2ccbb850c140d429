//! Several threads on one search: lazy SMP.
//!
//! Every thread searches the same root by itself. They share nothing but the transposition table and the limits: what one
//! has found another need not look for. Half of the helpers are a ply ahead, so that the threads look at different things.
//! The thread that answers is the one that would have searched alone.

use super::limits::Limits;
use super::node::Worker;
use super::transposition::TranspositionTable;
use super::{RootMove, Settings, Task, iterate};
use crate::Evaluate;
use heterodox_rules::SearchPosition;

/// Room for the deepest line of any game, and much more.
const STACK: usize = 8 << 20;

/// What all threads of a search work with.
pub(super) struct Shared<'a, 't, P: SearchPosition, E> {
    pub(super) task: &'a Task<'t, P>,
    pub(super) evaluator: &'a E,
    pub(super) settings: Settings,
    pub(super) table: &'a TranspositionTable,
    pub(super) limits: &'a Limits<'a>,
    /// The deepest iteration.
    pub(super) deepest: u32,
}

impl<'a, P: SearchPosition, E: Evaluate<P>> Shared<'a, '_, P, E> {
    pub(super) fn worker(&self) -> Worker<'a, P, E> {
        Worker::new(self.task, self.evaluator, self.settings, self.table, self.limits)
    }

    /// Searches with this thread while others help, as many as the settings say or the system gives.
    pub(super) fn with_help<T>(
        &self,
        root: &[RootMove<P::Move>],
        search: impl FnOnce(Worker<'a, P, E>) -> T,
    ) -> T {
        std::thread::scope(|scope| {
            let _end = self.limits.end();
            for number in 1..self.settings.threads as u32 {
                let root = root.to_vec();
                let help = move || self.help(root, 1 + number % 2);
                let thread = std::thread::Builder::new().name("helper".to_owned());
                if thread.stack_size(STACK).spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            search(self.worker())
        })
    }

    /// Fills the table until the search is over.
    fn help(&self, mut root: Vec<RootMove<P::Move>>, first: u32) {
        let mut worker = self.worker();
        for depth in first..=self.deepest {
            if !iterate(&mut worker, &mut root, depth, self.task) {
                break;
            }
        }
    }
}
