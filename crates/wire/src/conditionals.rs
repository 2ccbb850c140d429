//! Conditional moves: what a player answers if the opponent plays a certain move.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The caller's conditional moves in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Conditionals {
    /// The lines, each of them moves in turn: the opponent's next one, the caller's answer, and so
    /// on. They begin with the move that the opponent is to make.
    pub lines: Vec<Vec<String>>,
    /// Why the server has deleted the lines before; `null` if it has not, or the caller has deleted
    /// or replaced them since.
    pub cleared: Option<ConditionalsCleared>,
    /// Whether the caller can replace them now: it is the opponent's turn.
    pub can_set: bool,
}

/// Why the server has deleted conditional moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ConditionalsCleared {
    /// The reason.
    pub reason: ClearReason,
    /// The move that led to it; `null` after a take-back.
    pub text: Option<String>,
}

/// A reason to delete conditional moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClearReason {
    /// The opponent has made a move that begins no line.
    Played,
    /// The caller has made another move than the line's.
    Answered,
    /// Moves were taken back.
    TakenBack,
    /// The umpire has refused the answer.
    Refused,
}

/// Conditional moves that replace those before.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewConditionals {
    /// At most 20 lines of 2, 4, 6, 8 or 10 moves, as they would be submitted. Each move of the
    /// opponent has one answer.
    pub lines: Vec<Vec<String>>,
}
