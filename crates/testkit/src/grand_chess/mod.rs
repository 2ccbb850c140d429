//! For tests of Grand Chess.

pub mod input;
pub mod slow;
