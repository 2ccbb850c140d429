//! Counts of what a search does, for those who improve it.
//!
//! They are compiled with the feature `counters` only; without it each call is an empty function.
//! The counts are those of all searches of the process.

use super::pruning::Pruning;

/// What is counted once each time that it happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Counter {
    /// A node of the main search.
    Node,
    /// A node of quiescence.
    QuietNode,
    /// The transposition table had the position of a node of the main search.
    Hit,
    /// The table's value ended the node.
    TableCut,
    /// A result was stored.
    Store,
    /// A stored result replaced one of the same position from a deeper search.
    LostDepth,
    /// A stored result replaced one of another position that this search had stored.
    LostPosition,
    /// A node was cut off by its static evaluation.
    ReverseFutilityCut,
    /// A null move was searched.
    NullMove,
    /// A null move caused a cutoff.
    NullMoveCut,
    /// A node without a hash move was reduced.
    InternalReduction,
    /// A move was searched with a null window first.
    Scout,
    /// A reduced scout was searched again at its full depth.
    DeeperAgain,
    /// A scout was searched again with the full window.
    WiderAgain,
    /// An iteration was searched again with a wider window.
    AspirationAgain,
    /// A node that failed low with some moves pruned belongs to the sample.
    SampledNode,
    /// Searched in full, one of its pruned moves was better than the window.
    WrongNode,
    /// A capture of the sample was pruned.
    PrunedCapture,
    /// It was better than the window.
    WrongCapture,
    /// A quiet move of the sample was pruned for being late in the order.
    PrunedLate,
    /// It was better than the window.
    WrongLate,
    /// A quiet move of the sample was pruned because the static evaluation is low.
    PrunedFutility,
    /// It was better than the window.
    WrongFutility,
    /// A quiet move of the sample was pruned by its histories.
    PrunedHistory,
    /// It was better than the window.
    WrongHistory,
    /// A quiet move of the sample was pruned by its static exchange evaluation.
    PrunedExchange,
    /// It was better than the window.
    WrongExchange,
}

impl Counter {
    /// All counters.
    pub const ALL: [Self; 27] = [
        Self::Node,
        Self::QuietNode,
        Self::Hit,
        Self::TableCut,
        Self::Store,
        Self::LostDepth,
        Self::LostPosition,
        Self::ReverseFutilityCut,
        Self::NullMove,
        Self::NullMoveCut,
        Self::InternalReduction,
        Self::Scout,
        Self::DeeperAgain,
        Self::WiderAgain,
        Self::AspirationAgain,
        Self::SampledNode,
        Self::WrongNode,
        Self::PrunedCapture,
        Self::WrongCapture,
        Self::PrunedLate,
        Self::WrongLate,
        Self::PrunedFutility,
        Self::WrongFutility,
        Self::PrunedHistory,
        Self::WrongHistory,
        Self::PrunedExchange,
        Self::WrongExchange,
    ];
}

/// The depths that are told apart; deeper nodes count as the deepest.
pub const DEPTHS: usize = 24;

/// Of nodes of this depth that were cut off by a move, how many, and how many by the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cutoffs {
    /// All of them.
    pub all: u64,
    /// Those cut off by the first move.
    pub first: u64,
}

/// The pruned moves of a node, by their indices; without the feature they are forgotten.
#[derive(Default)]
pub(super) struct PrunedMoves {
    #[cfg(feature = "counters")]
    pub(super) list: Vec<(usize, Pruning)>,
}

impl PrunedMoves {
    #[cfg(feature = "counters")]
    pub(super) fn push(&mut self, index: usize, why: Pruning) {
        self.list.push((index, why));
    }

    #[cfg(not(feature = "counters"))]
    #[allow(clippy::needless_pass_by_ref_mut, clippy::unused_self)]
    pub(super) const fn push(&mut self, _: usize, _: Pruning) {}
}

#[cfg(feature = "counters")]
mod counting {
    use super::{Counter, Cutoffs, DEPTHS};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    static COUNTS: [AtomicU64; Counter::ALL.len()] =
        [const { AtomicU64::new(0) }; Counter::ALL.len()];
    static CUTOFFS: [[AtomicU64; 2]; DEPTHS] = [const { [const { AtomicU64::new(0) }; 2] }; DEPTHS];

    pub(in super::super) fn count(counter: Counter) {
        COUNTS[counter as usize].fetch_add(1, Relaxed);
    }

    pub(in super::super) fn count_cutoff(depth: i32, move_number: usize) {
        let [all, first] = &CUTOFFS[depth.clamp(0, DEPTHS as i32 - 1) as usize];
        all.fetch_add(1, Relaxed);
        first.fetch_add(u64::from(move_number == 0), Relaxed);
    }

    /// The count so far.
    pub fn get(counter: Counter) -> u64 {
        COUNTS[counter as usize].load(Relaxed)
    }

    /// The cutoffs so far, by depth.
    pub fn cutoffs() -> [Cutoffs; DEPTHS] {
        CUTOFFS
            .each_ref()
            .map(|[all, first]| Cutoffs { all: all.load(Relaxed), first: first.load(Relaxed) })
    }
}

#[cfg(feature = "counters")]
pub(super) use counting::{count, count_cutoff};
#[cfg(feature = "counters")]
pub use counting::{cutoffs, get};

#[cfg(not(feature = "counters"))]
pub(super) const fn count(_: Counter) {}

#[cfg(not(feature = "counters"))]
pub(super) const fn count_cutoff(_depth: i32, _move_number: usize) {}
