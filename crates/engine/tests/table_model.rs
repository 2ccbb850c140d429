//! The places of the transposition table, as they are in the search, under every order in which
//! threads can read and write them that the memory model allows (loom).

use loom::sync::Arc;
use loom::sync::atomic::{self, AtomicU64};
use loom::thread;
use slot::Slot;

#[path = "../src/search/slot.rs"]
#[allow(dead_code, reason = "the search uses all of it")]
mod slot;

/// Keys of two positions that want the same place, with what is stored for each.
const FIRST: (u64, u64) = (0x1234_5678_9abc_def0, 0x0700_0005_0000_0011);
const SECOND: (u64, u64) = (0x0fed_cba9_8765_4321, 0x0b00_0003_0000_0022);

fn empty() -> Arc<Slot> {
    Arc::new([AtomicU64::new(0), AtomicU64::new(0)])
}

/// One thread does this, another that, while this one looks.
fn meanwhile(
    place: &Arc<Slot>,
    this: impl FnOnce(&Slot) + Send + 'static,
    that: impl FnOnce(&Slot) + Send + 'static,
    look: impl FnOnce(&Slot),
) {
    let (first, second) = (Arc::clone(place), Arc::clone(place));
    let threads = [thread::spawn(move || this(&first)), thread::spawn(move || that(&second))];
    look(place);
    for thread in threads {
        thread.join().expect("a thread that ends");
    }
}

fn write((key, content): (u64, u64)) -> impl FnOnce(&Slot) + Send + 'static {
    move |place| slot::write(place, key, content)
}

fn is_found_or_not((key, content): (u64, u64)) -> impl FnOnce(&Slot) {
    move |place| assert!(slot::read(place, key).is_none_or(|found| found == content))
}

#[test]
fn nothing_is_found_but_what_was_stored_for_the_key() {
    for asked in [FIRST, SECOND] {
        loom::model(move || {
            let place = empty();
            meanwhile(&place, write(FIRST), write(SECOND), is_found_or_not(asked));
        });
    }
}

#[test]
fn what_two_writers_leave_behind_is_whole_or_not_found() {
    loom::model(|| {
        let place = empty();
        meanwhile(&place, write(FIRST), write(SECOND), |_| {});
        is_found_or_not(FIRST)(&place);
        is_found_or_not(SECOND)(&place);
    });
}

#[test]
fn clearing_meanwhile_is_harmless() {
    for asked in [FIRST, SECOND] {
        loom::model(move || {
            let place = empty();
            slot::write(&place, FIRST.0, FIRST.1);
            meanwhile(&place, slot::clear, write(SECOND), is_found_or_not(asked));
        });
    }
}

/// If the first word were the bare key, what belongs to one position would be taken for the
/// other's: the model can tell.
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
        let place = empty();
        meanwhile(&place, bare(FIRST), bare(SECOND), |[first, second]| {
            let key = first.load(atomic::Ordering::Relaxed);
            let content = second.load(atomic::Ordering::Relaxed);
            assert!(key != FIRST.0 || content != SECOND.1, "a mixture");
        });
    });
}
