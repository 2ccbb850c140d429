//! For tests of `KaleidoChess`.

pub mod input;
pub mod slow;
pub mod tables;
