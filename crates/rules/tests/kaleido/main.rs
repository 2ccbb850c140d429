//! `KaleidoChess` from outside.

mod agreement;
mod perft;
mod slow;
mod support;
