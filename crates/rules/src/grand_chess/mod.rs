//! Grand Chess with all 81 pieces (RULES chapter 4).

pub mod betza;
pub mod board;
mod diagram;
mod edit;
mod exchange;
mod fen;
mod form;
mod game;
mod generator;
mod identity;
mod moves;
mod notation;
mod odd;
mod options;
mod paths;
mod pawns;
mod piece;
mod position;
mod raw;
mod record;
mod safety;
mod scene;
mod search;
mod setup;
pub mod table;
mod watch;

pub use fen::{Counter, ExtraFault, FenError};
pub use form::{Form, Forms, MOST_OWN};
pub use game::{GrandChess, QUIET_PLIES, REPETITIONS};
pub use moves::Move;
pub use notation::ReadMove;
pub use options::{Array, Promotion, TableRules};
pub use piece::{BySide, Kind, KindSet, Side};
pub use position::{Effect, LOCKED_MOVES, Position};
pub use raw::{CLASSIC_START, Contradiction, Flaw, Flaws, RawPosition};
pub use setup::Setup;
