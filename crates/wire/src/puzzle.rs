//! Puzzles: positions with proven best moves, tries, and what a caller has made of them.

use crate::PreviewLine;
use heterodox_engine::Score;
use heterodox_engine::puzzle::{Objective, Verdict};
use heterodox_rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most moves of a try.
pub const MAX_TRY_MOVES: usize = 50;

/// What is asked for in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "plies")]
pub enum PuzzleObjective {
    /// To win by force with this ply of both sides at the latest.
    Win(u32),
    /// To make the only move that does not lose by force with this ply.
    Hold(u32),
}

impl From<Objective> for PuzzleObjective {
    fn from(objective: Objective) -> Self {
        match objective {
            Objective::Win(plies) => Self::Win(plies),
            Objective::Hold(plies) => Self::Hold(plies),
        }
    }
}

/// A puzzle in a list, with what the caller has made of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleLine {
    /// The id of the puzzle, which never changes.
    pub id: String,
    /// The id of the game.
    pub game: &'static str,
    /// Its number among those of the game, from 1: the usual pieces first, then by difficulty.
    pub number: usize,
    /// What is asked for.
    pub objective: PuzzleObjective,
    /// From 1 to 5, by the depth of the proof and the number of legal moves.
    pub difficulty: u8,
    /// The caller's tries so far.
    pub tries: u32,
    /// When the caller solved it, in milliseconds since 1970-01-01 UTC.
    pub solved_ms: Option<i64>,
    /// When the caller was shown the solution.
    pub shown_ms: Option<i64>,
}

/// All puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleList {
    /// The puzzles by game, by number.
    pub puzzles: Vec<PuzzleLine>,
    /// The id of the puzzle of the day, which changes at midnight UTC and is the same for all.
    pub daily: String,
    /// On how many days in a row, up to today, the caller has solved the puzzle of the day.
    pub streak: u32,
}

/// A puzzle, without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleInfo {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: PuzzleLine,
    /// The seat of the solver.
    pub seat: Seat,
    /// The position, with the solver's choices.
    #[serde(flatten)]
    pub line: PreviewLine,
}

/// A try, or a request for help.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"moves": []}))]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// The solver's moves from the first on, without the opponent's replies; at most 50.
    pub moves: Vec<String>,
}

/// What the last move of a try is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TryVerdict {
    /// It solves the puzzle.
    Solved,
    /// It is right: the opponent has replied, and the solver is to move. The win with the last ply
    /// of the objective is kept, whatever the opponent does.
    Right,
    /// It wins by force too, but later than asked for.
    Later,
    /// It is wrong.
    Wrong,
}

impl From<Verdict> for TryVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved => Self::Solved,
            Verdict::Right => Self::Right,
            Verdict::Later => Self::Later,
            Verdict::Wrong => Self::Wrong,
        }
    }
}

/// The answer to a try, and the solution.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleAnswer {
    /// What the last move is.
    pub verdict: TryVerdict,
    /// All moves so far, with the opponent's replies. The last one refutes a wrong move, or delays
    /// the win as long as possible.
    pub moves: Vec<String>,
    /// The frames of `moves` from the first position on, and the position at their end.
    #[serde(flatten)]
    pub line: PreviewLine,
    /// After a wrong move: how the game would go on behind `moves`, as records write it.
    pub pv: Vec<String>,
    /// After a wrong move: the score from the solver's side, as the engine sees it; `null` if the
    /// game is over.
    pub score: Option<Score>,
    /// The caller's tries, this one counted.
    pub tries: u32,
    /// What is told once the puzzle is solved or its solution shown; `null` before.
    pub end: Option<PuzzleEnd>,
}

/// What is told of a puzzle that is solved or whose solution was shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleEnd {
    /// Its themes, as keys such as `own-goal-abandoned`.
    pub themes: Vec<String>,
    /// The next puzzle of the game that the caller has not solved; `null` if there is none.
    pub next: Option<String>,
    /// On how many days in a row, up to today, the caller has solved the puzzle of the day, if it
    /// is this one; `null` for another.
    pub streak: Option<u32>,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleHint {
    /// The cell of the piece that makes a right move; `null` if the puzzle is solved.
    pub from: Option<String>,
}

/// How the caller has played against a level of the computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LevelTally {
    /// The id of the game.
    pub game: String,
    /// The level.
    pub level: u8,
    /// The number of games.
    pub games: u32,
    /// How often the caller came out before the computer.
    pub won: u32,
    /// How often neither did.
    pub drawn: u32,
    /// How often the computer came out before the caller.
    pub lost: u32,
}

/// How the caller has played against the levels of the computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Tally {
    /// A row for each game and level that was played, sorted, of the last 1000 games with a result.
    pub levels: Vec<LevelTally>,
}
