//! A small random number generator whose numbers never change.

/// `SplitMix64`. An own implementation, because the same seed must give the same games in every
/// version of the program and of its libraries. Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for a seed and a second number that distinguishes uses of the seed.
    pub fn mixed(seed: u64, with: u64) -> Self {
        let mut random = Self(seed);
        Self(random.next_u64().wrapping_add(with.wrapping_mul(0xD1B5_4A32_D192_ED03)))
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// `true` with the probability `part` / `whole`.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// One of the items, with probabilities by their weights; `None` if the weights sum to 0.
    pub fn weighted<T>(&mut self, from: impl IntoIterator<Item = (T, usize)> + Clone) -> Option<T> {
        let all = from.clone().into_iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(all);
        for (one, weight) in from {
            if left < weight {
                return Some(one);
            }
            left -= weight;
        }
        None
    }

    /// One of the items with equal probability; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_never_change() {
        // The first outputs for seed 0 as published with the algorithm.
        let mut random = Random::new(0);
        assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.next_u64(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut random = Random::new(7);
        let mut seen = [0; 5];
        (0..500).for_each(|_| seen[random.below(5)] += 1);
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        let mut counts = [0; 3];
        (0..600).for_each(|_| {
            counts[random.weighted([(0, 1), (1, 0), (2, 5)]).expect("one of them")] += 1;
        });
        assert!(counts[0] > 50 && counts[1] == 0 && counts[2] > 400, "{counts:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
