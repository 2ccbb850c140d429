//! Grand Chess with all 81 pieces (`docs/rules/grand-chess.md`).
//!
//! * [`board`], `piece`, [`table`], [`betza`], `piece_type`, `paths`: the board, the table of
//!   pieces, own pieces, and their attack tables.
//! * `position`, `raw`, `fen`, `zobrist`: positions, FEN and hashes.
//! * `generator`, `pawns`, `safety`, `irregular_pins`, `special_captures`: the move generator;
//!   `attackers`, `search`: the interface to the search.
//! * `options`, `setup`: the table options and the first positions.
//! * `game`, `scene`, `notation`, `record`, `edit`, `diagram`: the implementation of
//!   [`crate::Game`].

mod attackers;
pub mod betza;
pub mod board;
mod diagram;
mod edit;
mod end_reasons;
mod fen;
mod game;
mod generator;
mod irregular_pins;
mod moves;
mod notation;
mod options;
mod paths;
mod pawns;
mod piece;
mod piece_type;
mod position;
mod raw;
mod record;
mod safety;
mod scene;
mod search;
mod setup;
mod special_captures;
pub mod table;
mod zobrist;

pub use crate::BySide;
pub use fen::{Counter, ExtraFault, FenError};
pub use game::{FIFTY_MOVE_PLIES, GrandChess, REPETITIONS};
pub use moves::Move;
pub use notation::ReadMove;
pub use options::{Array, Promotion, TableRules};
pub use piece::{Kind, KindSet, Side};
pub use piece_type::{MOST_OWN, PieceSet, PieceType};
pub use position::{Effect, LOCKED_MOVES, Position};
pub use raw::{CLASSIC_START, Contradiction, Flaw, Flaws, RawPosition};
pub use setup::Setup;
