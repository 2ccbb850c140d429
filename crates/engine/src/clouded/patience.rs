//! How long something may take: until it is told to stop, or until a moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Asked every now and then by whatever takes long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience<'a> {
    stop: Option<&'a AtomicBool>,
    until: Option<Instant>,
}

impl<'a> Patience<'a> {
    /// As long as it takes.
    pub(super) const ENDLESS: Self = Self { stop: None, until: None };

    /// Until the flag is set, or that moment has come if one is given.
    pub(super) const fn new(stop: &'a AtomicBool, until: Option<Instant>) -> Self {
        Self { stop: Some(stop), until }
    }

    /// Whether it is at an end.
    pub(super) fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
