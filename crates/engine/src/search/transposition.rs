//! The transposition table: results of searches by Zobrist hash.
//!
//! The table is an array of buckets of four entries, each bucket one line of the processor's cache.
//! A position belongs to the bucket that the upper bits of its hash name. An entry holds the whole
//! hash, so that two positions share an entry only if all 64 bits agree.
//!
//! **Replacement.** A new entry replaces that of the same position, else an empty one, else the one
//! with the lowest depth, where each search since the entry was written counts as four plies less.
//!
//! **Threads** read and write entries at once without locks; `slot` says why this is safe.

use super::atomic::{AtomicU8, Ordering::Relaxed};
use super::counters::{Counter, count};
use super::huge_pages::advise_huge_pages;
use super::slot::{self, Slot};
use crate::score::WIN_BOUND;
use std::fmt;

/// What a stored value says of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value is this.
    Exact,
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The packed best move; 0 for none.
    pub(super) best: u32,
    /// The value for the seat to move; wins are counted from the root of the probing search.
    pub(super) value: i32,
    /// The depth of the search, in plies.
    pub(super) depth: i32,
    /// Whether the value is exact, a lower or an upper bound.
    pub(super) bound: Bound,
}

/// An entry as it is stored, in 64 bits: best move 0..32, value 32..48, depth 48..56, tag 56..64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedEntry {
    best: u32,
    value: i16,
    depth: u8,
    /// The bound in the low two bits (0: empty), the generation above.
    tag: u8,
}

impl PackedEntry {
    const fn pack(self) -> u64 {
        let value = self.value.cast_unsigned() as u64;
        self.best as u64 | value << 32 | (self.depth as u64) << 48 | (self.tag as u64) << 56
    }

    const fn unpack(content: u64) -> Self {
        Self {
            best: content as u32,
            value: (content >> 32) as i16,
            depth: (content >> 48) as u8,
            tag: (content >> 56) as u8,
        }
    }
}

/// Entries of a bucket: together they are one line of the processor's cache.
const BUCKET: usize = 4;
const CACHE_LINE: usize = BUCKET * size_of::<Slot>();
/// Generations wrap around here: six bits of the tag.
const GENERATIONS: u8 = 64;
/// Each search since an entry was written counts as this many plies less depth when an entry is to
/// be replaced. Set by hand.
const AGE: i32 = 4;
/// The number of buckets by which the use of the table is estimated.
const SAMPLE: usize = 250;

impl Bound {
    /// Returns what the best value of a node says that was searched with this window.
    pub(super) const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Returns whether a value with this bound contradicts a static evaluation.
    pub(super) const fn improves_on(self, value: i32, static_eval: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > static_eval,
            Self::Upper => value < static_eval,
        }
    }
}

impl TtEntry {
    /// Returns whether the value is enough to return from a node with this window.
    pub(super) const fn cuts_off(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// A transposition table of fixed size, read and written by any number of threads at once.
pub(super) struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Slots at the beginning that are unused, so that buckets are aligned to cache lines.
    skipped: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether entries of earlier searches count.
    keeps: bool,
}

impl TranspositionTable {
    /// A table of `mib` MiB; `None` if the system has not enough memory. With `keeps`, entries of
    /// earlier searches count; else each search begins as if the table were empty.
    pub(super) fn new(mib: usize, keeps: bool) -> Option<Self> {
        let buckets = (mib << 20) / CACHE_LINE;
        let wanted = if buckets == 0 { 0 } else { BUCKET * (buckets + 1) };
        // Zeroed pages of the system cost no time until they are touched: a small search with a
        // large table begins at once.
        let slots: Box<[Slot]> = bytemuck::try_zeroed_slice_box(wanted).ok()?;
        let skipped = match slots.as_ptr().align_offset(CACHE_LINE) {
            skipped if skipped < BUCKET => skipped,
            _ => 0,
        };
        Some(Self { slots, skipped, buckets, generation: AtomicU8::new(0), keeps })
    }

    /// Returns whether entries of earlier searches count.
    pub(super) const fn is_kept(&self) -> bool {
        self.keeps
    }

    /// Empties the table.
    pub(super) fn clear(&self) {
        self.slots.iter().for_each(slot::clear);
    }

    /// Hints to the kernel that the table will be used at random (see `huge_pages`).
    pub(super) fn advise_huge_pages(&self) {
        advise_huge_pages(&self.slots);
    }

    /// Begins a new generation. In a table that is not kept, entries of older generations count as
    /// empty, so that most searches need not clear the memory.
    pub(super) fn begin_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        if next == 0 && !self.keeps {
            self.clear();
        }
        self.generation.store(next, Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Relaxed)
    }

    /// Returns the share of the table that this search has filled, in thousandths, estimated from
    /// the first buckets.
    pub(super) fn hashfull(&self) -> u32 {
        let sampled = self.buckets.min(SAMPLE);
        let slots = (0..sampled).flat_map(|number| self.bucket(number));
        let generation = self.generation();
        let entries = slots.map(|slot| PackedEntry::unpack(slot::content(slot)));
        let used = entries.filter(|entry| entry.tag & 3 != 0 && entry.tag >> 2 == generation);
        (1000 * used.count() / (BUCKET * sampled).max(1)) as u32
    }

    fn bucket(&self, number: usize) -> &[Slot] {
        let start = self.skipped + BUCKET * number;
        &self.slots[start..start + BUCKET]
    }

    fn bucket_of(&self, zobrist: u64) -> Option<&[Slot]> {
        let number = (u128::from(zobrist) * self.buckets as u128) >> 64;
        (self.buckets > 0).then(|| self.bucket(number as usize))
    }

    /// Prefetches the bucket of a position into the processor's cache.
    #[inline]
    pub(super) fn prefetch(&self, zobrist: u64) {
        if let Some([first, ..]) = self.bucket_of(zobrist) {
            prefetch(first);
        }
    }

    /// Returns whether an entry is in use in this generation.
    fn is_valid(&self, entry: PackedEntry, generation: u8) -> bool {
        entry.tag & 3 != 0 && (self.keeps || entry.tag >> 2 == generation)
    }

    /// Returns the entry of a position that is `ply` plies from the root.
    pub(super) fn probe(&self, zobrist: u64, ply: usize) -> Option<TtEntry> {
        let bucket = self.bucket_of(zobrist)?;
        let generation = self.generation();
        let entries = bucket.iter().filter_map(|slot| slot::read(slot, zobrist));
        let mut entries = entries.map(PackedEntry::unpack);
        let entry = entries.find(|&entry| self.is_valid(entry, generation))?;
        Some(TtEntry {
            best: entry.best,
            value: from_stored(entry.value.into(), ply),
            depth: entry.depth.into(),
            bound: match entry.tag & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    /// Stores the result of a position that is `ply` plies from the root. A result without a best
    /// move keeps the best move of the entry that it replaces.
    pub(super) fn store(&self, zobrist: u64, ply: usize, result: TtEntry) {
        let Some(bucket) = self.bucket_of(zobrist) else { return };
        let generation = self.generation();
        let same = bucket.iter().find_map(|slot| {
            let old = PackedEntry::unpack(slot::read(slot, zobrist)?);
            self.is_valid(old, generation).then_some((slot, old))
        });
        let priority = |slot: &&Slot| {
            let entry = PackedEntry::unpack(slot::content(slot));
            let age = (generation + GENERATIONS - (entry.tag >> 2)) % GENERATIONS;
            let valid = self.is_valid(entry, generation);
            if valid { i32::from(entry.depth) - AGE * i32::from(age) } else { i32::MIN }
        };
        let slot = same.map(|(slot, _)| slot).or_else(|| bucket.iter().min_by_key(priority));
        let Some(slot) = slot else { return };
        if cfg!(feature = "counters") {
            count(Counter::Store);
            let old = PackedEntry::unpack(slot::content(slot));
            if old.tag & 3 != 0 && old.tag >> 2 == generation {
                match same {
                    None => count(Counter::LostPosition),
                    Some(_) if i32::from(old.depth) > result.depth => count(Counter::LostDepth),
                    Some(_) => {}
                }
            }
        }
        let old_best = same.map_or(0, |(_, old)| old.best);
        let new = PackedEntry {
            best: if result.best == 0 { old_best } else { result.best },
            value: to_stored(result.value, ply) as i16,
            depth: result.depth.clamp(0, 255) as u8,
            tag: generation << 2
                | match result.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
        slot::write(slot, zobrist, new.pack());
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TranspositionTable");
        shown.field("buckets", &self.buckets).field("keeps", &self.keeps).finish_non_exhaustive()
    }
}

/// Prefetches the cache line of a value.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is a hint that reads no value, and the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// No prefetch instruction is known for this processor.
#[cfg(not(target_arch = "x86_64"))]
pub(super) const fn prefetch<T>(_: &T) {}

/// Converts a value as seen from the root into one as seen from the position, since the position
/// can be reached at other plies: only wins and losses differ.
const fn to_stored(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value + ply as i32
    } else if value <= -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// The inverse of [`to_stored`].
const fn from_stored(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value - ply as i32
    } else if value <= -WIN_BOUND {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    /// A table of 1 MiB.
    fn table(keeps: bool) -> TranspositionTable {
        TranspositionTable::new(1, keeps).expect("a MiB")
    }

    fn entry(value: i32, depth: i32) -> TtEntry {
        TtEntry { best: 9, value, depth, bound: Bound::Exact }
    }

    #[test]
    fn an_entry_is_small_and_comes_back() {
        assert_eq!(size_of::<Slot>(), 16);
        for (best, value, depth, tag) in
            [(0, 0, 0, 0), (u32::MAX, -1, 255, 255), (7, -30_000, 3, 9)]
        {
            let entry = PackedEntry { best, value, depth, tag };
            assert_eq!(PackedEntry::unpack(entry.pack()), entry);
        }
    }

    #[test]
    fn a_bucket_is_a_line_of_the_cache() {
        let table = table(false);
        assert_eq!(table.bucket(3).as_ptr().align_offset(CACHE_LINE), 0);
        assert_eq!(table.bucket(table.buckets - 1).len(), BUCKET);
    }

    #[test]
    fn what_is_stored_is_found_until_the_next_search() {
        let table = table(false);
        table.begin_search();
        table.store(42, 0, entry(-17, 3));
        assert_eq!(table.probe(42, 0), Some(entry(-17, 3)));
        assert_eq!(table.probe(43, 0), None, "the whole key counts");
        for _ in 0..2 * GENERATIONS {
            table.begin_search();
            assert_eq!(table.probe(42, 0), None);
        }
    }

    #[test]
    fn a_kept_table_goes_on_until_it_is_cleared() {
        let table = table(true);
        table.store(42, 0, entry(-17, 3));
        assert_eq!(table.hashfull(), 1);
        for _ in 0..GENERATIONS + 7 {
            table.begin_search();
            assert_eq!(table.probe(42, 0), Some(entry(-17, 3)));
        }
        assert_eq!(table.hashfull(), 0, "this search has stored nothing");
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn of_equal_depth_the_oldest_gives_way() {
        let table = table(true);
        for key in 1..=4 {
            table.store(key, 0, entry(0, 6 - i32::from(key == 2)));
            table.begin_search();
        }
        table.store(5, 0, entry(0, 1));
        assert_eq!(table.probe(1, 0), None, "three searches are more than the one ply");
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn a_win_is_counted_from_where_it_is_seen() {
        let table = table(false);
        table.begin_search();
        table.store(7, 4, entry(WIN - 9, 5));
        assert_eq!(table.probe(7, 2).map(|k| k.value), Some(WIN - 7));
        table.store(7, 4, entry(9 - WIN, 5));
        assert_eq!(table.probe(7, 6).map(|k| k.value), Some(11 - WIN));
    }

    #[test]
    fn the_least_deep_gives_way() {
        let table = table(false);
        table.begin_search();
        // Small keys all fall into the first bucket.
        for key in 1..=5 {
            table.store(key, 0, entry(0, key as i32));
        }
        assert_eq!(table.probe(1, 0), None);
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn no_table_remembers_nothing() {
        let table = TranspositionTable::new(0, false).expect("no memory needed");
        table.begin_search();
        table.store(1, 0, entry(1, 1));
        assert_eq!((table.probe(1, 0), table.hashfull()), (None, 0));
    }

    /// What a thread stores under a key follows from the key, so that every entry that is found can
    /// be checked: none may come back that was not stored under its key.
    #[test]
    fn threads_never_find_what_was_not_stored() {
        let table = table(false);
        table.begin_search();
        let of = |key: u64| TtEntry {
            best: key as u32,
            value: (key >> 7) as i32 % 20_000,
            depth: (key % 5) as i32,
            bound: Bound::Lower,
        };
        std::thread::scope(|scope| {
            for thread in 1..=4_u64 {
                let table = &table;
                scope.spawn(move || {
                    // All keys fall into a few buckets, so that the threads meet.
                    let mut random = heterodox_rules::SplitMix64::new(thread);
                    for _ in 0..100_000 {
                        let key = random.next_u64() >> 56 | random.next_u64() << 58 >> 1;
                        table.store(key, 0, of(key));
                        let asked = random.next_u64() >> 56 | random.next_u64() << 58 >> 1;
                        for key in [key, asked] {
                            assert!(table.probe(key, 0).is_none_or(|found| found == of(key)));
                        }
                    }
                });
            }
        });
    }
}
