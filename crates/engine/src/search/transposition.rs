//! The table of positions already searched.

use crate::score::WIN_BOUND;

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
pub(super) struct Known {
    /// The packed best move; 0 for none.
    pub(super) best: u32,
    /// The value from the sight of the seat to move, wins counted from the probing ply's root.
    pub(super) value: i32,
    /// How deep the search below was, in plies.
    pub(super) depth: i32,
    /// What the value says.
    pub(super) bound: Bound,
}

/// What is stored: the whole key, so that two positions are confused only if their keys are equal, and
/// the rest.
type Stored = [u64; 2];

/// The same, readable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    best: u32,
    value: i16,
    depth: u8,
    /// Bound in the low two bits (0: empty), generation above.
    tag: u8,
}

impl Entry {
    const fn pack(self) -> Stored {
        let value = self.value.cast_unsigned() as u64;
        let rest =
            self.best as u64 | value << 32 | (self.depth as u64) << 48 | (self.tag as u64) << 56;
        [self.key, rest]
    }

    const fn unpack([key, rest]: Stored) -> Self {
        Self {
            key,
            best: rest as u32,
            value: (rest >> 32) as i16,
            depth: (rest >> 48) as u8,
            tag: (rest >> 56) as u8,
        }
    }
}

const BUCKET: usize = 4;
const GENERATIONS: u8 = 64;
/// How many buckets tell how full the table is.
const SAMPLE: usize = 250;

/// A table of fixed size. What is in it depends on nothing but what was stored since the search
/// began, so a search is reproducible.
pub(super) struct TranspositionTable {
    buckets: Vec<[Stored; BUCKET]>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of so many MiB; of 0 MiB it remembers nothing.
    pub(super) fn new(mib: usize) -> Self {
        Self { buckets: empty((mib << 20) / size_of::<[Stored; BUCKET]>()), generation: 0 }
    }

    /// Forgets everything: entries of an older generation count as empty, so that most searches
    /// need not touch the memory.
    pub(super) fn begin_search(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets = empty(self.buckets.len());
            self.generation = 0;
        }
    }

    /// How much of the table this search has filled, in thousandths, judged by its first entries.
    pub(super) fn full(&self) -> u32 {
        let looked_at = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let entries = looked_at.iter().flatten().map(|&stored| Entry::unpack(stored));
        let used = entries.filter(|entry| self.is_current(entry)).count();
        (1000 * used / (BUCKET * looked_at.len()).max(1)) as u32
    }

    fn bucket(&self, key: u64) -> Option<usize> {
        let count = self.buckets.len();
        (count > 0).then(|| ((u128::from(key) * count as u128) >> 64) as usize)
    }

    fn is_current(&self, entry: &Entry) -> bool {
        entry.tag & 3 != 0 && entry.tag >> 2 == self.generation
    }

    /// What is known of the position with this key, seen `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let entries = self.buckets[self.bucket(key)?].map(Entry::unpack);
        let entry = entries.iter().find(|entry| entry.key == key && self.is_current(entry))?;
        Some(Known {
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
    /// else an empty one, else that of the least deep search.
    pub(super) fn store(&mut self, key: u64, ply: usize, known: Known) {
        let Some(bucket) = self.bucket(key) else { return };
        let generation = self.generation;
        let current = |entry: &Entry| entry.tag & 3 != 0 && entry.tag >> 2 == generation;
        let entries = self.buckets[bucket].map(Entry::unpack);
        let place = entries
            .iter()
            .position(|entry| current(entry) && entry.key == key)
            .or_else(|| entries.iter().position(|entry| !current(entry)))
            .unwrap_or_else(|| {
                (0..BUCKET).min_by_key(|&place| entries[place].depth).unwrap_or_default()
            });
        let old = entries[place];
        let keeps_move = known.best == 0 && current(&old) && old.key == key;
        let new = Entry {
            key,
            best: if keeps_move { old.best } else { known.best },
            value: to_stored(known.value, ply) as i16,
            depth: known.depth.clamp(0, 255) as u8,
            tag: generation << 2
                | match known.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
        self.buckets[bucket][place] = new.pack();
    }
}

/// Empty buckets. Plain zeros cost no time until they are touched: a small search with a large table
/// begins at once.
fn empty(count: usize) -> Vec<[Stored; BUCKET]> {
    vec![[[0; 2]; BUCKET]; count]
}

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

    fn known(value: i32, depth: i32) -> Known {
        Known { best: 9, value, depth, bound: Bound::Exact }
    }

    #[test]
    fn an_entry_is_small_and_comes_back() {
        assert_eq!(size_of::<Stored>(), 16);
        for (best, value, depth, tag) in
            [(0, 0, 0, 0), (u32::MAX, -1, 255, 255), (7, -30_000, 3, 9)]
        {
            let entry = Entry { key: u64::MAX - 5, best, value, depth, tag };
            assert_eq!(Entry::unpack(entry.pack()), entry);
        }
    }

    #[test]
    fn what_is_stored_is_found_until_the_next_search() {
        let mut table = TranspositionTable::new(1);
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
    fn a_win_is_counted_from_where_it_is_seen() {
        let mut table = TranspositionTable::new(1);
        table.begin_search();
        table.store(7, 4, known(WIN - 9, 5));
        assert_eq!(table.probe(7, 2).map(|k| k.value), Some(WIN - 7));
        table.store(7, 4, known(9 - WIN, 5));
        assert_eq!(table.probe(7, 6).map(|k| k.value), Some(11 - WIN));
    }

    #[test]
    fn the_least_deep_gives_way() {
        let mut table = TranspositionTable::new(1);
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
        let mut table = TranspositionTable::new(0);
        table.begin_search();
        table.store(1, 0, known(1, 1));
        assert_eq!(table.probe(1, 0), None);
    }
}
