//! Grand Chess from outside.

mod agreement;
mod checks;
mod diagrams;
mod figures;
mod garbage;
mod guide;
mod perft;
mod rulings;
mod slow;
mod table;
mod writing;
