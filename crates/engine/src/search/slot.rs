//! A place of the table: two words that threads read and write without a lock.
//!
//! A reader may find one word of one writer and the other word of another. Therefore the first word is the key
//! *mixed* with the second (R. Hyatt, T. Mann, *A Lockless Transposition-Table Implementation for Parallel Search*, 2002):
//! words that do not belong together give another key than the one that is asked for. Nothing but the two words themselves
//! is read because of them, so no order between them and other memory is needed.
//!
//! `tests/table_model.rs` takes this file as it is and tries every order of two writers and a reader.

use super::atomic::{AtomicU64, Ordering::Relaxed};

/// Key and content, mixed; content. All zero is the empty place.
pub(super) type Slot = [AtomicU64; 2];

/// What is stored in the place for this key, if anything is; a content of 0 is nothing.
pub(super) fn read([mixed, content]: &Slot, key: u64) -> Option<u64> {
    let (found, content) = (mixed.load(Relaxed), content.load(Relaxed));
    (found ^ content == key && content != 0).then_some(content)
}

/// What is stored in the place, for whichever key.
pub(super) fn content([_, content]: &Slot) -> u64 {
    content.load(Relaxed)
}

/// Stores something other than 0 for this key.
pub(super) fn write([mixed, content]: &Slot, key: u64, new: u64) {
    mixed.store(key ^ new, Relaxed);
    content.store(new, Relaxed);
}

/// Empties the place.
pub(super) fn clear([mixed, content]: &Slot) {
    mixed.store(0, Relaxed);
    content.store(0, Relaxed);
}
