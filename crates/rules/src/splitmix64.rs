//! `SplitMix64`: a small generator of pseudo-random numbers whose sequence never changes.

/// The `SplitMix64` generator of Steele, Lea and Flood.
///
/// It is own code because a seed must give the same maps, arrays, games and Zobrist hashes in every
/// version of the program and of its libraries. It is not a source of secrets.
///
/// ```
/// use heterodox_rules::SplitMix64;
/// let mut random = SplitMix64::new(0);
/// assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
/// assert_eq!(SplitMix64::nth(0), 0xE220_A839_7B1D_CDAF);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

/// The difference of two successive states: 2⁶⁴ divided by the golden ratio, made odd.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// A generator that starts from `seed`.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A generator for one of many independent sequences of the same seed.
    #[inline]
    pub const fn with_stream(seed: u64, stream: u64) -> Self {
        let first = Self::new(seed).next_u64();
        Self::new(first.wrapping_add(stream.wrapping_mul(0xD1B5_4A32_D192_ED03)))
    }

    /// The number at place `n`, from 0, of the sequence with seed 0. Zobrist keys are made of it.
    #[inline]
    pub const fn nth(n: u64) -> u64 {
        mix(n.wrapping_add(1).wrapping_mul(GAMMA))
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// A number below `bound`; 0 for a bound of 0. The probabilities of two numbers differ by at
    /// most 2⁻⁶⁴.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// Returns `true` with probability `part` / `whole`.
    #[inline]
    pub const fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// An element of `list`, each with the same probability; `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// An element of `list`, with a probability in proportion to its weight; `None` if all weights
    /// are 0.
    pub fn weighted<T>(&mut self, list: impl IntoIterator<Item = (T, usize)> + Clone) -> Option<T> {
        let sum = list.clone().into_iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(sum);
        for (element, weight) in list {
            if left < weight {
                return Some(element);
            }
            left -= weight;
        }
        None
    }

    /// Shuffles `list` (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let published = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        let mut random = SplitMix64::new(0);
        for (n, number) in published.into_iter().enumerate() {
            assert_eq!(random.next_u64(), number);
            assert_eq!(SplitMix64::nth(n as u64), number);
        }
    }

    #[test]
    fn every_number_below_the_bound_occurs() {
        let mut random = SplitMix64::new(7);
        let mut counts = [0; 5];
        (0..500).for_each(|_| counts[random.below(5)] += 1);
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn weights_are_proportions() {
        let mut random = SplitMix64::new(7);
        let mut counts = [0; 3];
        let weights = [(0, 1), (1, 0), (2, 5)];
        (0..600).for_each(|_| counts[random.weighted(weights).unwrap()] += 1);
        assert!(counts[0] > 50 && counts[1] == 0 && counts[2] > 400, "{counts:?}");
        assert_eq!(random.weighted([("a", 0)]), None);
    }

    #[test]
    fn streams_and_shuffles_do_not_change() {
        let mut stream = SplitMix64::with_stream(1, 2);
        let first = SplitMix64::new(1).next_u64();
        let offset = 2_u64.wrapping_mul(0xD1B5_4A32_D192_ED03);
        assert_eq!(stream.next_u64(), SplitMix64::new(first.wrapping_add(offset)).next_u64());
        let mut list: Vec<u32> = (0..50).collect();
        stream.shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert!(list.into_iter().eq(0..50));
    }
}
