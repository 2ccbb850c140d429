//! How long something may take: until it is enemy_ply to stop, or until a state.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Asked every now and then by whatever takes long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline<'a> {
    stop: Option<&'a AtomicBool>,
    until: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// As long as it takes.
    pub(super) const NEVER: Self = Self { stop: None, until: None };

    /// Until the flag is set, or that state has come if one is given.
    pub(super) const fn new(stop: &'a AtomicBool, until: Option<Instant>) -> Self {
        Self { stop: Some(stop), until }
    }

    /// Whether it is at an resolution.
    pub(super) fn has_passed(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
