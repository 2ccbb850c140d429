//! For tests of the engine: positions, computers and what they answer. Needs the feature `engine`.

pub mod arena;
pub mod clouded;
pub mod grand_chess;
pub mod klinzha;
pub mod tactics;
