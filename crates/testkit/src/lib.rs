//! Helpers shared by the tests of all crates. No released code depends on it.
#![doc = include_str!("../README.md")]

pub mod clouded;
pub mod contract;
#[cfg(feature = "engine")]
pub mod engine;
pub mod gather;
pub mod grand_chess;
#[cfg(feature = "engine")]
pub mod host;
pub mod kaleido;
pub mod klinzha;
pub mod playthrough;
#[cfg(feature = "engine")]
pub mod proof;
mod rng;

pub use rng::Rng;

/// Whether long comparisons are made in full: the environment variable `HETERODOX_THOROUGH` is set
/// and not empty.
pub fn thorough() -> bool {
    std::env::var_os("HETERODOX_THOROUGH").is_some_and(|value| !value.is_empty())
}

/// The size of a long comparison: `short`, or `long` if [`thorough`] says so.
pub fn size(short: usize, long: usize) -> usize {
    if thorough() { long } else { short }
}
