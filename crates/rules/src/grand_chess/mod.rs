//! Grand Chess with all 81 pieces (RULES chapter 4).

pub mod board;
mod form;
mod moves;
mod notation;
mod odd;
mod options;
mod piece;
mod position;
mod raw;
mod safety;
mod search;
pub mod table;

pub use form::{Form, Forms, MOST_OWN};
pub use moves::Move;
pub use options::Promotion;
pub use piece::{BySide, Kind, KindSet, Side};
pub use position::{Effect, LOCKED_MOVES, Position};
pub use raw::{CLASSIC_START, FenError, Flaw, Flaws, RawPosition};
