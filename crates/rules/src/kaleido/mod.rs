//! `KaleidoChess` for two, three and four, with and without dice (RULES chapter 3).

pub mod arrays;
pub mod board;
mod course;
mod diagram;
mod dice;
mod edit;
mod game;
mod identity;
mod moves;
mod notation;
mod options;
mod past;
mod piece;
mod position;
mod raw;
mod reach;
mod record;
mod scene;
mod search;
mod way;

pub use arrays::{Army, array};
pub use dice::DiceTable;
pub use game::KaleidoChess;
pub use moves::Move;
pub use notation::{PASS, ReadMove};
pub use options::{HOUSE_MAX_MOVES, TableRules};
pub use piece::{Color, Colors, Kind, KindSet};
pub use position::{Fate, Position};
pub use raw::{Flaw, Flaws, PositionError, RawPosition};
