//! Lessons: one step as a learner has played it.

use heterodox_rules::{Frame, Scene};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A step of a lesson with the learner's moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"game": "grand-chess", "step": "marshall", "moves": []}))]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// The id of the game.
    pub game: String,
    /// The key of the step.
    pub step: String,
    /// The learner's moves as they would be submitted, or the name of a cell where the step asks
    /// for one; at most 100.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// How far a learner has come in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LessonVerdict {
    /// The learner is to move.
    Open,
    /// The task is done.
    Done,
    /// The last move was legal, but not the task's.
    Missed,
}

/// A move, or a cell, that leads on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LessonHint {
    /// The move as it would be submitted.
    pub text: String,
    /// The cell where it starts; `null` if the step asks for a cell.
    pub from: Option<String>,
    /// The cell where it ends.
    pub to: String,
}

/// A step of a lesson after the learner's moves.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LessonState {
    /// The board before the first move and after each move, as the learner saw it.
    pub frames: Vec<Frame>,
    /// What the learner may know now, and may do.
    pub scene: Scene,
    /// How far the learner has come.
    pub verdict: LessonVerdict,
    /// The key of the explanation of a miss, if this move has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub say: Option<String>,
    /// The cells that are still to be reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
    /// A move that leads on. Absent if the learner is not to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hint: Option<LessonHint>,
}
