//! Grand Chess from outside.

mod agreement;
mod perft;
mod slow;
