//! Beliefs about games that go on, kept for the players of a process.
//!
//! A belief follows from what a side was shown, move by move, and making it anew takes the longer the longer a game lasts. A
//! server makes a new player for every move; so the last few beliefs are kept here. It changes no choice: what is taken up
//! again is what the same frames would lead to, and is found by nothing but those frames.

use super::belief::{Belief, ParticleLimits};
use super::observed::History;
use std::sync::{Mutex, PoisonError};

/// The most beliefs that are kept, and the most bytes that they may take.
const MOST: usize = 32;
const MOST_BYTES: usize = 48 << 20;

static KEPT: Mutex<Vec<Belief>> = Mutex::new(Vec::new());

/// The belief that knows most of the beginning of a history, if any is kept; it is no longer kept then.
pub(super) fn recall(history: &History, limits: ParticleLimits) -> Option<Belief> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |belief: &Belief| belief.limits() == limits && belief.belongs_to(history);
    let found = (0..kept.len()).filter(|&at| fits(&kept[at])).max_by_key(|&at| kept[at].age())?;
    Some(kept.remove(found))
}

/// Keeps a belief, unless it knows nothing of the game's history, and forgets the oldest if it becomes too much.
pub(super) fn keep(belief: Belief) {
    if belief.age() == 0 {
        return;
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(belief);
    while kept.len() > MOST || kept.iter().map(Belief::bytes).sum::<usize>() > MOST_BYTES {
        kept.remove(0);
    }
}
