//! What one piece could do, as data for guides and diagrams.
//!
//! [`Game::piece_diagram`](crate::Game::piece_diagram) makes it from the rules that moves are made with. Its
//! positions may lack kings and may be impossible in a game: a diagram shows a piece, not a game.

use crate::Placed;
use serde::Serialize;

/// Which piece on which board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramRequest<'a> {
    /// A position string, or the part of one that says what stands on the board.
    pub position: &'a str,
    /// The name of the piece's cell.
    pub from: &'a str,
    /// What the opponent moved last, where that matters: a move or the code of a piece.
    pub last: Option<&'a str>,
}

/// Everything that a piece could do where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceDiagram {
    /// The name of its cell.
    pub from: String,
    /// Key of its side.
    pub side: &'static str,
    /// Its code.
    pub kind: &'static str,
    /// The code of the kind as which it moves, where that is another.
    pub moves_as: Option<&'static str>,
    /// Why it cannot move at all: `frozen`, `locked` or `nothing-to-copy`.
    pub stuck: Option<&'static str>,
    /// Whether its own king stands on the board, so that moves which leave it in check are told apart.
    pub heeds_king: bool,
    /// Whether what it captures depends on what the victim is. Then only enemies that stand there are told
    /// of, and no empty cell says that an enemy could be captured on it.
    pub depends_on_victim: bool,
    /// The cells where it goes, could go or act.
    pub targets: Vec<DiagramTarget>,
    /// The cells on which it captures, or would capture an enemy, by going elsewhere.
    pub afar: Vec<AfarTarget>,
    /// The cells on which enemies are frozen by it, or would be.
    pub freezes: Vec<String>,
    /// The cell of the enemy king, if the piece attacks it.
    pub checks: Option<String>,
    /// The position as it was understood, with the piece's side to move.
    pub position: String,
    /// What stands on the board.
    pub pieces: Vec<Placed>,
}

/// A cell that a piece reaches, or would reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiagramTarget {
    /// The name of the cell.
    pub cell: String,
    /// What it could do there.
    pub kind: TargetKind,
    /// Whether there is such a move now. An empty cell on which only an enemy could be captured has none.
    pub now: bool,
    /// Whether an enemy there changes sides instead of being captured.
    pub converts: bool,
    /// Whether a pawn could become something else there.
    pub promotes: bool,
    /// The cells of all enemies that this move captures or converts.
    pub victims: Vec<String>,
}

/// What a piece could do on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// Go there, but not capture there.
    Move,
    /// Capture there, but not go there when it is empty.
    Capture,
    /// Go there, and capture if an enemy stood there.
    Both,
    /// Neither now: something is in the way, or stands there and cannot be captured.
    Blocked,
    /// It would get there, but the own king would be in check.
    Unsafe,
}

/// A cell on which a piece captures without going there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AfarTarget {
    /// The name of the cell.
    pub cell: String,
    /// The cells to which it may go to capture there.
    pub by: Vec<String>,
    /// Whether an enemy stands there now.
    pub now: bool,
}
