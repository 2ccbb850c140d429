//! For tests of Klin Zha.

pub mod input;
pub mod positions;
pub mod slow;
