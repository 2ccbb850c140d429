//! For tests of Clouded Klin Zha.

pub mod games;
pub mod indistinguishable_pairs;
pub mod input;
pub mod slow_umpire;
