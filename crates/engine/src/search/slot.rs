//! A slot of the transposition table: two words that threads read and write without a lock.
//!
//! A reader may see one word of one writer and the other word of another. Therefore the first word
//! is the hash *xor* the second word (R. Hyatt, T. Mann, *A Lockless Transposition-Table
//! Implementation for Parallel Search*, 2002): words that do not belong together yield another hash
//! than the one that is looked up. No other memory is read because of the two words, so relaxed
//! order is enough.
//!
//! `tests/table_model.rs` compiles this file with loom and tries every order of two writers and a
//! reader.

use super::atomic::{AtomicU64, Ordering::Relaxed};

/// The hash xor the content, and the content. All zero is the empty slot.
pub(super) type Slot = [AtomicU64; 2];

/// Returns the content that is stored for this hash; a content of 0 counts as none.
pub(super) fn read([mixed, content]: &Slot, key: u64) -> Option<u64> {
    let (found, content) = (mixed.load(Relaxed), content.load(Relaxed));
    (found ^ content == key && content != 0).then_some(content)
}

/// Returns the content of the slot, whatever its hash.
pub(super) fn content([_, content]: &Slot) -> u64 {
    content.load(Relaxed)
}

/// Stores a content other than 0 for this hash.
pub(super) fn write([mixed, content]: &Slot, key: u64, new: u64) {
    mixed.store(key ^ new, Relaxed);
    content.store(new, Relaxed);
}

/// Empties the slot.
pub(super) fn clear([mixed, content]: &Slot) {
    mixed.store(0, Relaxed);
    content.store(0, Relaxed);
}
