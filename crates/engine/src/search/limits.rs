//! What ends a search, for all of its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The limits of one search.
pub(super) struct Limits<'a> {
    deadline: Option<Instant>,
    /// The most nodes, those of all threads together.
    nodes: u64,
    /// Set by whoever asked for the search.
    stop: &'a AtomicBool,
    /// Set when the thread that answers has its answer: the others have nothing more to do.
    over: AtomicBool,
    /// Nodes of all threads, as far as they have said.
    counted: AtomicU64,
}

impl<'a> Limits<'a> {
    pub(super) const fn new(
        deadline: Option<Instant>,
        nodes: Option<u64>,
        stop: &'a AtomicBool,
    ) -> Self {
        let nodes = match nodes {
            Some(nodes) => nodes,
            None => u64::MAX,
        };
        let (over, counted) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { deadline, nodes, stop, over, counted }
    }

    /// The most nodes.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads, as far as they have said.
    pub(super) fn counted(&self) -> u64 {
        self.counted.load(Relaxed)
    }

    /// A thread has looked at so many more nodes: whether it must end.
    pub(super) fn reached(&self, nodes: u64) -> bool {
        let counted = self.counted.fetch_add(nodes, Relaxed) + nodes;
        counted >= self.nodes
            || self.stop.load(Relaxed)
            || self.over.load(Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Ends the search of all threads when it is dropped, whatever the reason.
    pub(super) const fn end(&self) -> End<'_> {
        End(&self.over)
    }
}

/// See [`Limits::end`].
pub(super) struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_all_threads_count() {
        let stop = AtomicBool::new(false);
        let limits = Limits::new(None, Some(100), &stop);
        assert!(!limits.reached(64));
        assert!(limits.reached(64));
        assert_eq!(limits.counted(), 128);
    }

    #[test]
    fn whoever_ends_it_ends_it_for_all() {
        let stop = AtomicBool::new(false);
        let limits = Limits::new(None, None, &stop);
        let end = limits.end();
        assert!(!limits.reached(1));
        drop(end);
        assert!(limits.reached(1));
        let limits = Limits::new(None, None, &stop);
        stop.store(true, Relaxed);
        assert!(limits.reached(1));
        let never = AtomicBool::new(false);
        assert!(Limits::new(Some(Instant::now()), None, &never).reached(1));
    }
}
