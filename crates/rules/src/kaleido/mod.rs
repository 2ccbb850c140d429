//! `KaleidoChess` for two, three and four players, with and without dice
//! (`docs/rules/kaleidochess.md`).
//!
//! * [`board`], `piece`, [`arrays`], `dice`, `options`: the board, the pieces, the first positions,
//!   the dice table and the table options.
//! * `reach`: the tables of the move generator; `paths`: the path of a move that is shown.
//! * `position`, `raw`, `zobrist`, `search`: positions, position strings, hashes, and the search's
//!   view of a position.
//! * `history`, `repetition`: what depends on earlier positions.
//! * `game`, `scene`, `notation`, `record`, `edit`, `diagram`: the implementation of
//!   [`crate::Game`].

pub mod arrays;
pub mod board;
mod diagram;
mod dice;
mod edit;
mod end_reasons;
mod game;
mod history;
mod moves;
mod notation;
mod options;
mod paths;
mod piece;
mod position;
mod raw;
mod reach;
mod record;
mod repetition;
mod scene;
mod search;
mod zobrist;

pub use arrays::{Army, array};
pub use dice::DiceTable;
pub use game::KaleidoChess;
pub use moves::Move;
pub use notation::{PASS, ReadMove};
pub use options::{HOUSE_MAX_MOVES, TableRules};
pub use piece::{Color, Colors, Kind, KindSet};
pub use position::{Elimination, Position};
pub use raw::{Flaw, Flaws, PositionError, RawPosition};
