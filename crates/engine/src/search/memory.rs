//! What searches keep in memory for each other: the transposition table and the histories.

use super::histories::Histories;
use super::transposition::TranspositionTable;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A transposition table and, if it is kept, the histories of the last search. Any number of
/// searches and threads use it at once.
///
/// Usually its contents depend only on what was stored since the search began, so that a search is
/// reproducible. A memory that is [kept](Self::kept) hands the results of one search to the next.
pub struct SearchMemory {
    pub(super) table: TranspositionTable,
    /// The histories of the last search, if they are kept.
    histories: Mutex<Option<Histories>>,
}

impl SearchMemory {
    /// A transposition table of `mib` MiB; of 0 MiB it stores nothing. Each search begins as if the
    /// table were empty.
    ///
    /// # Panics
    /// If the system has not enough memory.
    pub fn new(mib: usize) -> Self {
        Self::with(mib, false).expect("memory for the transposition table")
    }

    /// A memory of `mib` MiB for successive searches of one game; `None` if the system has not
    /// enough memory. Entries of older searches count until newer ones replace them.
    pub fn kept(mib: usize) -> Option<Self> {
        Self::with(mib, true)
    }

    fn with(mib: usize, keeps: bool) -> Option<Self> {
        let table = TranspositionTable::new(mib, keeps)?;
        Some(Self { table, histories: Mutex::default() })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Histories>> {
        self.histories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the histories with which a search begins: those of the last search, or empty ones.
    pub(super) fn take_histories(&self) -> Histories {
        self.lock().take().unwrap_or_else(Histories::new)
    }

    /// Keeps the histories of a search for the next one, if this memory is kept.
    pub(super) fn keep_histories(&self, histories: Histories) {
        if self.table.is_kept() {
            *self.lock() = Some(histories);
        }
    }
}

impl fmt::Debug for SearchMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchMemory").field("table", &self.table).finish_non_exhaustive()
    }
}
