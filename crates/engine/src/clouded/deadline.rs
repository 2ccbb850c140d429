//! When a long computation ends: at a stop flag or at an instant.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A deadline that long computations check now and then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline<'a> {
    stop: Option<&'a AtomicBool>,
    until: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// No deadline.
    pub(super) const NEVER: Self = Self { stop: None, until: None };

    /// A deadline at the stop flag or at an instant, whichever comes first.
    pub(super) const fn new(stop: &'a AtomicBool, until: Option<Instant>) -> Self {
        Self { stop: Some(stop), until }
    }

    /// Whether the deadline has passed.
    pub(super) fn has_passed(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
