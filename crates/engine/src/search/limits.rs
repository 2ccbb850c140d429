//! What ends a search: its limits, and the deadline that its threads share while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limits of one search. The search ends at the first limit that it reaches; without limits it
/// runs until it is stopped or has searched everything.
///
/// Only a limit of time makes a result depend on the machine.
///
/// ```
/// use heterodox_engine::SearchLimit;
///
/// let level = SearchLimit { nodes: Some(20_000), ..SearchLimit::depth(6) };
/// let both = level.tighter(SearchLimit::nodes(5_000));
/// assert_eq!((both.depth, both.nodes), (Some(6), Some(5_000)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimit {
    /// The longest time.
    pub time: Option<Duration>,
    /// The time that a move of usual difficulty should take. A search that aims at a time ends
    /// after an iteration: earlier if its best move has not changed for a while, later if the
    /// value falls, but never after [`SearchLimit::time`].
    pub aim: Option<Duration>,
    /// The most moves made on the boards of the search.
    pub nodes: Option<u64>,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
}

impl SearchLimit {
    /// At most this time.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), aim: None, nodes: None, depth: None }
    }

    /// At most this number of nodes: reproducible.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: None, aim: None, nodes: Some(nodes), depth: None }
    }

    /// At most this depth in plies: reproducible.
    pub const fn depth(depth: u32) -> Self {
        Self { time: None, aim: None, nodes: None, depth: Some(depth) }
    }

    /// Returns the tighter of two limits, field by field.
    #[must_use]
    pub fn tighter(self, other: Self) -> Self {
        Self {
            time: tighter(self.time, other.time),
            aim: tighter(self.aim, other.aim),
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
        }
    }

    /// Returns whether the limit allows at least some ten milliseconds, so that preparations that
    /// take one or two milliseconds pay.
    pub(crate) fn is_large(&self) -> bool {
        self.nodes.is_none_or(|nodes| nodes >= 30_000)
            && self.time.is_none_or(|time| time >= Duration::from_millis(20))
            && self.depth.is_none_or(|depth| depth >= 8)
    }

    /// Returns a share of this limit: time and nodes divided by `parts`, the depth as it is.
    #[must_use]
    pub fn share(self, parts: u32) -> Self {
        let parts = parts.max(1);
        Self {
            time: self.time.map(|time| time / parts),
            aim: self.aim.map(|aim| aim / parts),
            nodes: self.nodes.map(|nodes| nodes / u64::from(parts)),
            depth: self.depth,
        }
    }
}

fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The end of a running search: a moment, a number of nodes, or a flag that the caller sets.
/// All threads of the search share it and report their nodes to it.
pub(crate) struct Deadline<'a> {
    start: Instant,
    limit: SearchLimit,
    until: Option<Instant>,
    /// The most nodes of all threads together.
    max_nodes: u64,
    /// Set by the caller of the search.
    stop: &'a AtomicBool,
    /// Set when the main thread has its result, so that the helper threads end too.
    finished: AtomicBool,
    /// Nodes of all threads, as far as they were reported.
    nodes: AtomicU64,
}

impl<'a> Deadline<'a> {
    /// The deadline of a search that began at `start`. The limit's depth ends no search by itself.
    pub(crate) fn new(start: Instant, limit: &SearchLimit, stop: &'a AtomicBool) -> Self {
        Self {
            start,
            limit: *limit,
            until: limit.time.and_then(|time| start.checked_add(time)),
            max_nodes: limit.nodes.unwrap_or(u64::MAX),
            stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// A deadline that never comes.
    pub(crate) fn never() -> Deadline<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Deadline::new(Instant::now(), &SearchLimit::default(), &NEVER)
    }

    /// The limits of the whole search.
    pub(crate) const fn limit(&self) -> &SearchLimit {
        &self.limit
    }

    /// The flag that the caller sets to stop the search.
    pub(crate) const fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }

    /// What is left of time and nodes, for a part of the search that goes to `depth`.
    pub(crate) fn remaining(&self, depth: u32) -> SearchLimit {
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let nodes = self.limit.nodes.map(|most| most.saturating_sub(self.nodes()));
        SearchLimit { time, aim: None, nodes, depth: Some(depth) }
    }

    /// The time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The most nodes of all threads together.
    pub(crate) const fn max_nodes(&self) -> u64 {
        self.max_nodes
    }

    /// Nodes of all threads, as far as they were reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Reports nodes of a thread and returns whether the thread must end.
    pub(crate) fn add_nodes(&self, nodes: u64) -> bool {
        self.nodes.fetch_add(nodes, Relaxed);
        self.is_over()
    }

    /// Returns whether the search must end.
    pub(crate) fn is_over(&self) -> bool {
        self.nodes() >= self.max_nodes
            || self.is_stopped()
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Returns whether the search was stopped or has its result, whatever its limits.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.finished.load(Relaxed)
    }

    /// Ends the search of all threads when the returned guard is dropped, in a panic too.
    pub(super) const fn finish_on_drop(&self) -> FinishOnDrop<'_> {
        FinishOnDrop(&self.finished)
    }
}

/// See [`Deadline::finish_on_drop`].
pub(super) struct FinishOnDrop<'a>(&'a AtomicBool);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_limit_counts() {
        let other = SearchLimit { nodes: Some(40), ..SearchLimit::depth(3) };
        let both = SearchLimit::nodes(100).tighter(other);
        assert_eq!(both, SearchLimit { nodes: Some(40), ..SearchLimit::depth(3) });
    }

    #[test]
    fn nodes_of_all_threads_count() {
        let stop = AtomicBool::new(false);
        let deadline = Deadline::new(Instant::now(), &SearchLimit::nodes(100), &stop);
        assert!(!deadline.add_nodes(64));
        assert!(deadline.add_nodes(64));
        assert_eq!(deadline.nodes(), 128);
    }

    #[test]
    fn one_thread_ends_the_search_of_all() {
        let stop = AtomicBool::new(false);
        let endless = SearchLimit::default();
        let deadline = Deadline::new(Instant::now(), &endless, &stop);
        let guard = deadline.finish_on_drop();
        assert!(!deadline.add_nodes(1));
        drop(guard);
        assert!(deadline.add_nodes(1));
        let deadline = Deadline::new(Instant::now(), &endless, &stop);
        stop.store(true, Relaxed);
        assert!(deadline.add_nodes(1));
        let never = AtomicBool::new(false);
        assert!(
            Deadline::new(Instant::now(), &SearchLimit::time(Duration::ZERO), &never).is_over()
        );
    }
}
