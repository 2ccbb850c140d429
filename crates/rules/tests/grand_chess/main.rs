//! Grand Chess from outside.

mod perft;
