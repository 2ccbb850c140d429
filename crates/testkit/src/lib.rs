//! What the tests of all crates share. No program depends on it.
#![doc = include_str!("../README.md")]
