//! The table of positions already searched.

use super::atomic::{AtomicU8, Ordering::Relaxed};
use super::huge_pages::advise_huge_pages;
use super::node::Histories;
use super::slot::{self, Slot};
use crate::score::WIN_BOUND;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The packed best move; 0 for none.
    pub(super) best: u32,
    /// The value from the sight of the seat to move, wins counted from the probing ply's root.
    pub(super) value: i32,
    /// How deep the search below was, in plies.
    pub(super) depth: i32,
    /// What the value says.
    pub(super) bound: Bound,
}

/// What is known of a position, in the form in which it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedEntry {
    best: u32,
    value: i16,
    depth: u8,
    /// Bound in the low two bits (0: empty), generation above.
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

/// Places of a bucket: together they are a line of the processor's cache.
const BUCKET: usize = 4;
const CACHE_LINE: usize = BUCKET * size_of::<Slot>();
const GENERATIONS: u8 = 64;
/// A search that lies one further back makes an entry give way as if it were so many plies less deep.
const AGE: i32 = 4;
/// How many buckets tell how full the table is.
const SAMPLE: usize = 250;

impl Bound {
    /// What the best value of a node's moves is, searched with this window.
    pub(super) const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a value with this bound tells that standing is worth something else.
    pub(super) const fn improves_on(self, value: i32, standing: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > standing,
            Self::Upper => value < standing,
        }
    }
}

impl TtEntry {
    /// Whether the value settles a node with this window.
    pub(super) const fn cuts_off(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// A table of fixed size, which any number of threads read and write at once without locks. Positions are told apart by
/// their whole keys.
///
/// Usually what is in it depends on nothing but what was stored since the search began, so that a search is reproducible.
/// A table that is [kept](Self::kept) hands what one search has found to the next.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// So many slots at the beginning are left out, for the buckets to fall together with lines of the cache.
    skipped: usize,
    buckets: usize,
    generation: AtomicU8,
    keeps: bool,
    /// What else the last search has learned, where it is kept.
    learned: Mutex<Option<Histories>>,
}

impl TranspositionTable {
    /// A table of so many MiB; of 0 MiB it remembers nothing. Each search begins as if it were empty.
    ///
    /// # Panics
    /// If there is not so much memory.
    pub fn new(mib: usize) -> Self {
        Self::with(mib, false).expect("memory for the table")
    }

    /// A table of so many MiB for the searches of one game; nothing if there is not so much memory. What older searches
    /// have found counts until it gives way to newer things.
    pub fn kept(mib: usize) -> Option<Self> {
        Self::with(mib, true)
    }

    fn with(mib: usize, keeps: bool) -> Option<Self> {
        let buckets = (mib << 20) / CACHE_LINE;
        let wanted = if buckets == 0 { 0 } else { BUCKET * (buckets + 1) };
        // Zeros that come from the system cost no time until they are touched: a small search with a large table
        // begins at once.
        let slots: Box<[Slot]> = bytemuck::try_zeroed_slice_box(wanted).ok()?;
        let skipped = match slots.as_ptr().align_offset(CACHE_LINE) {
            skipped if skipped < BUCKET => skipped,
            _ => 0,
        };
        Some(Self {
            slots,
            skipped,
            buckets,
            generation: AtomicU8::new(0),
            keeps,
            learned: Mutex::default(),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.iter().for_each(slot::clear);
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Histories>> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a search begins with: what the last one has learned, or nothing.
    pub(super) fn histories(&self) -> Histories {
        self.lock().take().unwrap_or_else(Histories::new)
    }

    /// Keeps what a search has learned for the next one, if this table keeps anything.
    pub(super) fn keep(&self, learned: Histories) {
        if self.keeps {
            *self.lock() = Some(learned);
        }
    }

    /// Expects many entries: see [`in_large_pages`].
    pub(super) fn advise_huge_pages(&self) {
        advise_huge_pages(&self.slots);
    }

    /// Begins another generation. Where nothing is kept, entries of an older one count as empty, so that most searches
    /// need not touch the memory.
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

    /// How much of the table this search has filled, in thousandths, judged by its first entries.
    pub(super) fn hashfull(&self) -> u32 {
        let looked_at = self.buckets.min(SAMPLE);
        let slots = (0..looked_at).flat_map(|number| self.bucket(number));
        let generation = self.generation();
        let entries = slots.map(|slot| PackedEntry::unpack(slot::content(slot)));
        let used = entries.filter(|entry| entry.tag & 3 != 0 && entry.tag >> 2 == generation);
        (1000 * used.count() / (BUCKET * looked_at).max(1)) as u32
    }

    fn bucket(&self, number: usize) -> &[Slot] {
        let start = self.skipped + BUCKET * number;
        &self.slots[start..start + BUCKET]
    }

    fn bucket_of(&self, key: u64) -> Option<&[Slot]> {
        let number = (u128::from(key) * self.buckets as u128) >> 64;
        (self.buckets > 0).then(|| self.bucket(number as usize))
    }

    /// Tells the processor that the place of this key is about to be read.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some([first, ..]) = self.bucket_of(key) {
            prefetch(first);
        }
    }

    /// Whether an entry may be used.
    fn counts(&self, entry: PackedEntry, generation: u8) -> bool {
        entry.tag & 3 != 0 && (self.keeps || entry.tag >> 2 == generation)
    }

    /// What is known of the position with this key, seen `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let bucket = self.bucket_of(key)?;
        let generation = self.generation();
        let entries =
            bucket.iter().filter_map(|slot| slot::read(slot, key)).map(PackedEntry::unpack);
        let entry = entries.into_iter().find(|&entry| self.counts(entry, generation))?;
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

    /// Remembers what was found `ply` plies from the root. The place of the same position is taken,
    /// else an empty one, else that of the least deep and oldest search.
    pub(super) fn store(&self, key: u64, ply: usize, known: TtEntry) {
        let Some(bucket) = self.bucket_of(key) else { return };
        let generation = self.generation();
        let same = bucket.iter().find_map(|slot| {
            let old = PackedEntry::unpack(slot::read(slot, key)?);
            self.counts(old, generation).then_some((slot, old))
        });
        let worth = |slot: &&Slot| {
            let entry = PackedEntry::unpack(slot::content(slot));
            let age = (generation + GENERATIONS - (entry.tag >> 2)) % GENERATIONS;
            let counts = self.counts(entry, generation);
            if counts { i32::from(entry.depth) - AGE * i32::from(age) } else { i32::MIN }
        };
        let slot = same.map(|(slot, _)| slot).or_else(|| bucket.iter().min_by_key(worth));
        let Some(slot) = slot else { return };
        let old_best = same.map_or(0, |(_, old)| old.best);
        let new = PackedEntry {
            best: if known.best == 0 { old_best } else { known.best },
            value: to_stored(known.value, ply) as i16,
            depth: known.depth.clamp(0, 255) as u8,
            tag: generation << 2
                | match known.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
        slot::write(slot, key, new.pack());
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TranspositionTable");
        shown.field("buckets", &self.buckets).field("keeps", &self.keeps).finish_non_exhaustive()
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: this is a hint, which reads nothing; and the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) const fn prefetch<T>(_: &T) {}

/// Wins are stored as seen from the position itself, because it can be reached at other plies.
const fn to_stored(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value + ply as i32
    } else if value <= -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

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

    fn known(value: i32, depth: i32) -> TtEntry {
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
        let table = TranspositionTable::new(1);
        assert_eq!(table.bucket(3).as_ptr().align_offset(CACHE_LINE), 0);
        assert_eq!(table.bucket(table.buckets - 1).len(), BUCKET);
    }

    #[test]
    fn what_is_stored_is_found_until_the_next_search() {
        let table = TranspositionTable::new(1);
        table.begin_search();
        table.store(42, 0, known(-17, 3));
        assert_eq!(table.probe(42, 0), Some(known(-17, 3)));
        assert_eq!(table.probe(43, 0), None, "the whole key counts");
        for _ in 0..2 * GENERATIONS {
            table.begin_search();
            assert_eq!(table.probe(42, 0), None);
        }
    }

    #[test]
    fn a_kept_table_goes_on_until_it_is_cleared() {
        let table = TranspositionTable::kept(1).expect("a MiB");
        table.store(42, 0, known(-17, 3));
        assert_eq!(table.hashfull(), 1);
        for _ in 0..GENERATIONS + 7 {
            table.begin_search();
            assert_eq!(table.probe(42, 0), Some(known(-17, 3)));
        }
        assert_eq!(table.hashfull(), 0, "this search has stored nothing");
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn of_equal_depth_the_oldest_gives_way() {
        let table = TranspositionTable::kept(1).expect("a MiB");
        for key in 1..=4 {
            table.store(key, 0, known(0, 6 - i32::from(key == 2)));
            table.begin_search();
        }
        table.store(5, 0, known(0, 1));
        assert_eq!(table.probe(1, 0), None, "three searches are more than the one ply");
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn a_win_is_counted_from_where_it_is_seen() {
        let table = TranspositionTable::new(1);
        table.begin_search();
        table.store(7, 4, known(WIN - 9, 5));
        assert_eq!(table.probe(7, 2).map(|k| k.value), Some(WIN - 7));
        table.store(7, 4, known(9 - WIN, 5));
        assert_eq!(table.probe(7, 6).map(|k| k.value), Some(11 - WIN));
    }

    #[test]
    fn the_least_deep_gives_way() {
        let table = TranspositionTable::new(1);
        table.begin_search();
        // Small keys all fall into the first bucket.
        for key in 1..=5 {
            table.store(key, 0, known(0, key as i32));
        }
        assert_eq!(table.probe(1, 0), None);
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn no_table_remembers_nothing() {
        let table = TranspositionTable::new(0);
        table.begin_search();
        table.store(1, 0, known(1, 1));
        assert_eq!((table.probe(1, 0), table.hashfull()), (None, 0));
    }

    /// What a thread stores for a key follows from the key, so whatever is found can be judged. Nothing may come back that
    /// was not stored for its key.
    #[test]
    fn threads_never_find_what_was_not_stored() {
        let table = TranspositionTable::new(1);
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
                    // All of it in a handful of buckets, so that the threads meet.
                    let mut random = crate::Random::new(thread);
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
