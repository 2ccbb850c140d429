//! Grand Chess from outside.

mod agreement;
mod figures;
mod garbage;
mod perft;
mod slow;
mod table;
mod writing;
