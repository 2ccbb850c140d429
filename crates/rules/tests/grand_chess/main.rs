//! Grand Chess from outside.

mod agreement;
mod diagrams;
mod figures;
mod garbage;
mod guide;
mod perft;
mod rulings;
mod table;
mod writing;
