//! A cache of the beliefs of running games, for the players of a process.
//!
//! A belief follows from the observations of a side, ply by ply; making it anew takes longer the
//! longer a game lasts, and a server makes a new player for every move. The cache changes no
//! choice: a cached belief is what the same frames lead to, and is found by those frames alone.

use super::belief::{Belief, ParticleLimits};
use super::observed::History;
use std::sync::{Mutex, PoisonError};

/// The most beliefs in the cache, and their most bytes.
const MAX_BELIEFS: usize = 32;
const MAX_BYTES: usize = 48 << 20;

static CACHE: Mutex<Vec<Belief>> = Mutex::new(Vec::new());

/// Takes the belief that follows from the longest beginning of a history out of the cache; `None`
/// if there is none.
pub(super) fn recall(history: &History, limits: ParticleLimits) -> Option<Belief> {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |belief: &Belief| belief.limits() == limits && belief.belongs_to(history);
    let found = (0..cache.len())
        .filter(|&at| fits(&cache[at]))
        .max_by_key(|&at| cache[at].state_count())?;
    Some(cache.remove(found))
}

/// Puts a belief into the cache, unless it is empty, and evicts the oldest if the cache is full.
pub(super) fn keep(belief: Belief) {
    if belief.state_count() == 0 {
        return;
    }
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    cache.push(belief);
    while cache.len() > MAX_BELIEFS || cache.iter().map(Belief::bytes).sum::<usize>() > MAX_BYTES {
        cache.remove(0);
    }
}
