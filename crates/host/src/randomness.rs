//! Randomness as an argument.

use crate::SeatKey;
use heterodox_rules::{DiceSeed, SplitMix64, ThrowRequest};
use std::cell::RefCell;

/// The randomness that a table needs. A test fixes it and compares two games byte for byte; a
/// program with a seed repeats a game.
pub trait Randomness {
    /// A number below `count`, which is at least 1.
    fn below(&self, count: usize) -> usize;

    /// Faces of dice that follow from no seed, each from 1 to `request.faces`.
    fn throw(&self, request: ThrowRequest) -> Vec<u8>;

    /// A seed of a random array or map, short enough to be read out and typed.
    fn array_seed(&self) -> u64;

    /// The host's part of the seed of a game's dice: 256 random bits.
    fn dice_seed(&self) -> DiceSeed;

    /// The secret of a seat that is offered by a link: at least 128 random bits.
    fn seat_key(&self) -> SeatKey;
}

/// Randomness from a seed: the same seed gives the same game. It is not for secrets.
#[derive(Clone, Debug)]
pub struct SeededRandomness(RefCell<SplitMix64>);

impl SeededRandomness {
    /// Randomness from this seed.
    pub fn new(seed: u64) -> Self {
        Self(RefCell::new(SplitMix64::new(seed)))
    }

    fn next(&self) -> u64 {
        self.0.borrow_mut().next_u64()
    }
}

impl Randomness for SeededRandomness {
    fn below(&self, count: usize) -> usize {
        self.0.borrow_mut().below(count)
    }

    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        (0..request.dice).map(|_| 1 + self.below(request.faces.into()) as u8).collect()
    }

    fn array_seed(&self) -> u64 {
        1 + self.next() % 999_999_999
    }

    fn dice_seed(&self) -> DiceSeed {
        let mut bytes = [0; 32];
        bytes
            .chunks_exact_mut(8)
            .for_each(|chunk| chunk.copy_from_slice(&self.next().to_le_bytes()));
        DiceSeed::from_bytes(bytes)
    }

    fn seat_key(&self) -> SeatKey {
        SeatKey::new(format!("{:016x}{:016x}", self.next(), self.next()))
    }
}
