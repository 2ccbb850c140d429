//! The seeded generator of random numbers that all tests use.

use heterodox_rules::{SplitMix64, ThrowRequest};

/// The same seed gives the same tests on every machine.
#[derive(Clone, Debug)]
pub struct Rng(SplitMix64);

impl Rng {
    /// A generator that starts from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which is at least 1.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }

    /// True with a probability of `percent` in a hundred.
    pub const fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True with a probability of one in `n`.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// The face of a die.
    pub const fn face(&mut self, faces: u8) -> u8 {
        1 + self.below(faces as usize) as u8
    }

    /// The faces of several dice.
    pub fn faces(&mut self, request: ThrowRequest) -> Vec<u8> {
        (0..request.dice).map(|_| self.face(request.faces)).collect()
    }

    /// Random bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }

    /// One element of a list.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// A text with one to four random changes: characters lost, doubled, exchanged, one of `pieces`
    /// put in, parts moved.
    pub fn changed(&mut self, text: &str, pieces: &[&str]) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(chars.len() + 1);
            let to = (at + self.below(8)).min(chars.len());
            match self.below(7) {
                0 => drop(chars.drain(at..to)),
                1 => drop(chars.splice(at..at, self.pick(pieces).chars())),
                2 => drop(chars.splice(at..to, self.pick(pieces).chars())),
                3 => {
                    let part: Vec<char> = chars[at..to].to_vec();
                    drop(chars.splice(at..at, part));
                }
                4 if at < chars.len() => {
                    let other = self.below(chars.len());
                    chars.swap(at, other);
                }
                5 => {
                    let end = (at + self.below(30)).min(chars.len());
                    let part: Vec<char> = chars.drain(at..end).collect();
                    let to = self.below(chars.len() + 1);
                    drop(chars.splice(to..to, part));
                }
                _ => chars.truncate(at.max(chars.len() / 2)),
            }
        }
        chars.into_iter().collect()
    }
}
