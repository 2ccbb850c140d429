//! How much a search may spend.

use std::time::Duration;

/// The limits of one search. The search ends at the first that it reaches; without any it runs until
/// it is stopped or has seen everything.
///
/// Only a time limit makes a result depend on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimit {
    /// The longest time.
    pub time: Option<Duration>,
    /// The most moves made on the search's board.
    pub nodes: Option<u64>,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
}

impl SearchLimit {
    /// At most this long.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), nodes: None, depth: None }
    }

    /// At most so many nodes: reproducible.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: None, nodes: Some(nodes), depth: None }
    }

    /// At most so deep: reproducible.
    pub const fn depth(depth: u32) -> Self {
        Self { time: None, nodes: None, depth: Some(depth) }
    }

    /// The tighter of two budgets, limit by limit.
    pub fn tighter(self, other: Self) -> Self {
        Self {
            time: tighter(self.time, other.time),
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
        }
    }

    /// Whether it allows some ten milliseconds at least: then preparations that take one or two pay.
    pub(crate) fn is_large(&self) -> bool {
        self.nodes.is_none_or(|nodes| nodes >= 30_000)
            && self.time.is_none_or(|time| time >= Duration::from_millis(20))
            && self.depth.is_none_or(|depth| depth >= 8)
    }

    /// A share of this budget: time and nodes divided by `parts`.
    pub fn share(self, parts: u32) -> Self {
        let parts = parts.max(1);
        Self {
            time: self.time.map(|time| time / parts),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_limit_counts() {
        let both = SearchLimit::nodes(100)
            .tighter(SearchLimit { nodes: Some(40), ..SearchLimit::depth(3) });
        assert_eq!(both, SearchLimit { time: None, nodes: Some(40), depth: Some(3) });
    }
}
