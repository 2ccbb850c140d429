//! The slots of the transposition table under every order in which threads can read and write them
//! that the memory model allows (loom).

use loom::sync::Arc;
use loom::sync::atomic::{self, AtomicU64};
use loom::thread;
use slot::Slot;

// Loom sees only accesses to its own atomics, and `slot.rs` takes its atomics from its parent
// module. In the library these are the atomics of `std`, so this test compiles the file again, with
// a parent that has those of loom. A `cfg(loom)` would need a second build of the whole crate.
#[path = "../src/search/slot.rs"]
#[allow(dead_code, reason = "only the search calls `slot::content`")]
mod slot;

/// Two positions with the same slot: the hash of each, and the content stored for it.
const FIRST: (u64, u64) = (0x1234_5678_9abc_def0, 0x0700_0005_0000_0011);
const SECOND: (u64, u64) = (0x0fed_cba9_8765_4321, 0x0b00_0003_0000_0022);

fn empty() -> Arc<Slot> {
    Arc::new([AtomicU64::new(0), AtomicU64::new(0)])
}

/// Runs two writers in threads of their own while this thread runs the reader.
fn run_concurrently(
    slot: &Arc<Slot>,
    first_writer: impl FnOnce(&Slot) + Send + 'static,
    second_writer: impl FnOnce(&Slot) + Send + 'static,
    reader: impl FnOnce(&Slot),
) {
    let (first, second) = (Arc::clone(slot), Arc::clone(slot));
    let writers = [
        thread::spawn(move || first_writer(&first)),
        thread::spawn(move || second_writer(&second)),
    ];
    reader(slot);
    for writer in writers {
        writer.join().expect("a thread that ends");
    }
}

/// A writer that stores an entry.
fn write((key, content): (u64, u64)) -> impl FnOnce(&Slot) + Send + 'static {
    move |at| slot::write(at, key, content)
}

/// A reader that finds an entry whole, or does not find it.
fn is_found_or_not((key, content): (u64, u64)) -> impl FnOnce(&Slot) {
    move |at| assert!(slot::read(at, key).is_none_or(|found| found == content))
}

#[test]
fn only_content_that_was_stored_for_the_key_is_found() {
    for asked in [FIRST, SECOND] {
        loom::model(move || {
            let shared = empty();
            run_concurrently(&shared, write(FIRST), write(SECOND), is_found_or_not(asked));
        });
    }
}

#[test]
fn an_entry_is_whole_or_not_found_after_two_writers() {
    loom::model(|| {
        let shared = empty();
        run_concurrently(&shared, write(FIRST), write(SECOND), |_| {});
        is_found_or_not(FIRST)(&shared);
        is_found_or_not(SECOND)(&shared);
    });
}

#[test]
fn a_reader_finds_no_mixture_while_the_slot_is_cleared() {
    for asked in [FIRST, SECOND] {
        loom::model(move || {
            let shared = empty();
            slot::write(&shared, FIRST.0, FIRST.1);
            run_concurrently(&shared, slot::clear, write(SECOND), is_found_or_not(asked));
        });
    }
}

/// The model finds the mixture of two entries that a reader accepts if the first word is the bare
/// key instead of the key xor the content.
#[test]
#[should_panic(expected = "a mixture")]
fn bare_keys_would_be_confused() {
    let bare = |(key, content): (u64, u64)| {
        move |[first, second]: &Slot| {
            first.store(key, atomic::Ordering::Relaxed);
            second.store(content, atomic::Ordering::Relaxed);
        }
    };
    loom::model(move || {
        let shared = empty();
        run_concurrently(&shared, bare(FIRST), bare(SECOND), |[first, second]| {
            let key = first.load(atomic::Ordering::Relaxed);
            let content = second.load(atomic::Ordering::Relaxed);
            assert!(key != FIRST.0 || content != SECOND.1, "a mixture");
        });
    });
}
