//! What one piece could do, as data for guides and diagrams.
//!
//! [`Game::piece_diagram`](crate::Game::piece_diagram) makes a diagram with the move generator of
//! the game. The position of a diagram may lack kings or be impossible in a game.

use crate::Placed;
use serde::Serialize;

/// The piece and the board of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramRequest<'a> {
    /// A position string, or only its part with the pieces.
    pub position: &'a str,
    /// The name of the piece's cell.
    pub from: &'a str,
    /// The opponent's last move, where the piece's moves depend on it: a move or the code of a
    /// piece.
    pub last: Option<&'a str>,
}

/// Everything that a piece could do on its cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PieceDiagram {
    /// The name of the piece's cell.
    pub from: String,
    /// The key of its side.
    pub side: &'static str,
    /// Its code.
    pub kind: &'static str,
    /// The code of the type as which it moves, if it is another one.
    pub moves_as: Option<&'static str>,
    /// Why the piece cannot move at all: `frozen`, `locked`, `nothing-to-copy` or `carried` (it has
    /// no move of its own).
    pub stuck: Option<&'static str>,
    /// Whether its own king is on the board. Only then a target can be `unsafe`.
    pub heeds_king: bool,
    /// Whether its captures depend on the type of the victim. If so, the diagram has captures only
    /// of enemies that are on the board, and none on empty cells.
    pub depends_on_victim: bool,
    /// The cells to which it moves or could move, or on which it could act.
    pub targets: Vec<DiagramTarget>,
    /// The cells on which it captures, or would capture an enemy, by moving to another cell.
    pub afar: Vec<AfarTarget>,
    /// The cells on which it freezes enemies or would freeze them.
    pub freezes: Vec<String>,
    /// The cells that no enemy may enter because of the piece.
    pub guards: Vec<String>,
    /// The cell of the enemy king, if the piece attacks it.
    pub checks: Option<String>,
    /// The position as it was read, with the piece's side to move.
    pub position: String,
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
}

/// A cell that a piece reaches or would reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiagramTarget {
    /// The name of the cell.
    pub cell: String,
    /// What the piece could do there.
    pub kind: TargetKind,
    /// Whether this move is possible now. It is not on an empty cell that is a target for captures
    /// only.
    pub now: bool,
    /// Whether an enemy on the cell changes sides instead of being captured.
    pub converts: bool,
    /// Whether a pawn could promote there.
    pub promotes: bool,
    /// The cells of all enemies that this move captures or converts.
    pub victims: Vec<String>,
}

/// What a piece could do on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// Move there without capturing.
    Move,
    /// Capture there, but not move there when the cell is empty.
    Capture,
    /// Move there, and capture an enemy there.
    Both,
    /// Neither now: another piece blocks the way, or the piece on the cell cannot be captured.
    Blocked,
    /// Move there, but the own king would be in check.
    Unsafe,
}

/// A cell on which a piece captures without moving there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AfarTarget {
    /// The name of the cell.
    pub cell: String,
    /// The cells to which the piece may move to capture there.
    pub by: Vec<String>,
    /// Whether an enemy is on the cell now.
    pub now: bool,
}
