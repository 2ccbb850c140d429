//! Klin Zha, the triangular board game of the Klingons (`docs/rules/klinzha.md`).

mod arrays;
pub mod board;
mod diagram;
mod edit;
mod end_reasons;
mod game;
mod move_tables;
mod moves;
mod notation;
mod piece;
mod position;
mod raw;
mod record;
mod scene;
mod setup;

pub(crate) use game::{cast_notice, first_position};
pub(crate) use moves::{MoveContext, Occupancy};
pub(crate) use notation::{ParsedMove, check_goal_action, read_cell};
pub(crate) use record::{HEADERS, Opening, at_line, is_move, read_opening, write_setup};
pub(crate) use scene::{area, name, placed, reserve, setup_choices};

pub use crate::BySide;
pub use arrays::{ARRAYS, QUICK_STARTS, StartArray, quick_start};
pub use game::{HOUSE_QUIET_PLIES, KlinZha};
pub use moves::{GoalAction, GoalSafety, MAX_MOVES, Move};
pub use notation::ReadMove;
pub use piece::{Kind, Region, Side};
pub use position::{Position, WARRIORS_PER_SIDE};
pub use raw::{Counter, Flaw, Flaws, PositionError, RawPosition};
pub use setup::{Placement, PlacementOrder, Setup, Stage, Step};
