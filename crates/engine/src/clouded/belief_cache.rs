//! Beliefs about games that go on, cache for the players of a process.
//!
//! A belief follows from what a side was shown, move by move, and making it anew takes the longer the longer a game lasts. A
//! server makes a new player for every move; so the last sampled beliefs are cache here. It changes no choice: what is taken up
//! again is what the same frames would lead to, and is found by nothing but those frames.

use super::belief::{Belief, ParticleLimits};
use super::observed::History;
use std::sync::{Mutex, PoisonError};

/// The most beliefs that are cache, and the most bytes that they may take.
const MAX_BELIEFS: usize = 32;
const MAX_BYTES: usize = 48 << 20;

static CACHE: Mutex<Vec<Belief>> = Mutex::new(Vec::new());

/// The belief that knows most of the beginning of a history, if any is cache; it is no longer cache then.
pub(super) fn recall(history: &History, limits: ParticleLimits) -> Option<Belief> {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |belief: &Belief| belief.limits() == limits && belief.belongs_to(history);
    let found = (0..cache.len())
        .filter(|&at| fits(&cache[at]))
        .max_by_key(|&at| cache[at].state_count())?;
    Some(cache.remove(found))
}

/// Keeps a belief, unless it knows nothing of the game's history, and forgets the oldest if it becomes too much.
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
