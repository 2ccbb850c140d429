//! The messages of the analysis socket.

use crate::Problem;
use crate::read::nullable;
use heterodox_engine::Score;
use heterodox_rules::{Options, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most lines (multi-PV).
pub const MAX_LINES: usize = 5;

/// A message of the client: it starts a job and ends the one before. The game is an open one of two
/// seats without dice.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// What is requested.
    #[serde(rename = "type")]
    kind: AnalysisKind,
    /// The answers carry this number. Required but for `stop`.
    #[schema(nullable = false)]
    id: Option<u64>,
    /// The id of the game. Required but for `stop`.
    #[schema(nullable = false)]
    game: Option<String>,
    /// The table options.
    #[schema(nullable = false)]
    options: Option<Options>,
    /// The position before the first move; `null` or missing for the game's first position.
    #[serde(default, deserialize_with = "nullable")]
    position: Option<String>,
    /// The moves from there, in any notation of the game; at most 1000.
    #[schema(nullable = false)]
    moves: Option<Vec<String>>,
    /// The positions of a `game` whose plies are not moves of the open game, in place of `position`
    /// and `moves`: a finished clouded game is judged as `klinzha` by the positions of its frames.
    #[schema(nullable = false)]
    positions: Option<Vec<String>>,
    /// The number of lines of a `look` (multi-PV), 1 by default.
    #[schema(nullable = false, minimum = 1, maximum = 5)]
    lines: Option<usize>,
}

/// What a client requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisKind {
    /// To search a position.
    Look,
    /// To search every position of a game.
    Game,
    /// To stop.
    Stop,
}

/// An [`AnalysisRequest`] whose fields agree.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "AnalysisRequest")]
pub enum AnalysisBody {
    /// Searches a position.
    Search(u64, LiveSearchRequest),
    /// Makes a report of a game.
    Report(u64, ReportRequest),
    /// Stops the analysis.
    Stop,
}

/// A request for a live search: a position with the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveSearchRequest {
    /// The id of the game.
    pub game: String,
    /// The table options.
    pub options: Options,
    /// The position before the first move; `None` for the game's first position.
    pub position: Option<String>,
    /// The moves, in any notation of the game.
    pub moves: Vec<String>,
    /// The number of lines (multi-PV), from 1 to [`MAX_LINES`].
    pub lines: usize,
}

/// A request for a report of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportRequest {
    /// The id of the game.
    pub game: String,
    /// The table options.
    pub options: Options,
    /// The moves or positions of the game.
    pub plies: Plies,
}

/// The plies of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Plies {
    /// The moves, from a position or (`None`) the game's first one.
    Moves(Option<String>, Vec<String>),
    /// The positions, for games whose moves cannot be replayed in the open game, such as those
    /// under clouds.
    Positions(Vec<String>),
}

impl TryFrom<AnalysisRequest> for AnalysisBody {
    type Error = String;

    fn try_from(request: AnalysisRequest) -> Result<Self, String> {
        let AnalysisRequest { kind, id, game, options, position, moves, positions, lines } =
            request;
        let given = [
            ("game", game.is_some(), kind != AnalysisKind::Stop),
            ("options", options.is_some(), kind != AnalysisKind::Stop),
            ("position", position.is_some(), kind != AnalysisKind::Stop),
            ("moves", moves.is_some(), kind != AnalysisKind::Stop),
            ("positions", positions.is_some(), kind == AnalysisKind::Game),
            ("lines", lines.is_some(), kind == AnalysisKind::Look),
        ];
        if let Some((name, ..)) = given.into_iter().find(|(_, given, allowed)| *given && !allowed) {
            return Err(format!("unknown field `{name}` for this frame, expected no such field"));
        }
        if kind == AnalysisKind::Stop {
            return Ok(Self::Stop);
        }
        let id = id.ok_or("missing field `id`, expected a whole number")?;
        let game = game.ok_or("missing field `game`, expected the id of a game")?;
        let options = options.unwrap_or_default();
        if kind == AnalysisKind::Look {
            let (moves, lines) = (moves.unwrap_or_default(), lines.unwrap_or(1));
            if !(1..=MAX_LINES).contains(&lines) {
                return Err(format!(
                    "the key `lines` has {lines}, expected a whole number from 1 to {MAX_LINES}"
                ));
            }
            let request = LiveSearchRequest { game, options, position, moves, lines };
            return Ok(Self::Search(id, request));
        }
        let plies = match (positions, moves) {
            (None, moves) => Plies::Moves(position, moves.unwrap_or_default()),
            (Some(positions), None) if position.is_none() => Plies::Positions(positions),
            (Some(_), _) => {
                return Err(
                    "the key `positions` stands beside `position` or `moves`, expected it \
                    alone"
                        .to_owned(),
                );
            }
        };
        Ok(Self::Report(id, ReportRequest { game, options, plies }))
    }
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AnalysisMessage {
    /// All threads are taken. Sent when the place changes.
    Waiting {
        /// The number of the request.
        id: u64,
        /// The place in the queue, from 1.
        place: usize,
    },
    /// The result of an iteration of a `look`, at most ten times a second.
    Found {
        /// The number of the request.
        id: u64,
        /// The result.
        #[serde(flatten)]
        found: SearchUpdate,
    },
    /// The evaluation of a position of a `game`.
    Ply {
        /// The number of the request.
        id: u64,
        /// The evaluation.
        #[serde(flatten)]
        ply: PlyReport,
    },
    /// The job has ended. Sent once a job, unless it is refused.
    Done {
        /// The number of the request.
        id: u64,
        /// Why.
        reason: EndOfAnalysis,
    },
    /// The job was refused.
    Refused {
        /// The number of the request.
        id: u64,
        /// Why.
        problem: Problem,
    },
    /// The answer to a message whose number cannot be read.
    Error {
        /// The error.
        error: Problem,
    },
}

/// Why a job has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndOfAnalysis {
    /// The limit of time (a minute, ten seconds while others wait) or nodes (200 million) is
    /// reached, or all positions of the game are searched.
    Limit,
    /// A win or loss is proven.
    Decided,
    /// The game is over in this position.
    Over,
    /// The client has stopped it, or asked for another.
    Stopped,
}

/// The result of a completed iteration.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SearchUpdate {
    /// The seat to move.
    pub turn: Seat,
    /// The depth in plies.
    pub depth: u32,
    /// The greatest depth of a line that was searched.
    pub selective_depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The nodes per second.
    pub nps: u64,
    /// The time in milliseconds.
    pub time_ms: u64,
    /// The lines, the best first.
    pub lines: Vec<AnalysisLine>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AnalysisLine {
    /// From the side to move.
    pub score: Score,
    /// The principal variation as records write it.
    pub pv: Vec<String>,
    /// The cells of each move of the line: from and to, none for a pass.
    pub cells: Vec<Vec<&'static str>>,
}

/// The engine's evaluation of a position of a game. Each position gets 60 000 nodes.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlyReport {
    /// The number of plies before the position.
    pub ply: usize,
    /// From seat 0's side. A game that is over is won or lost in 0.
    pub score: Score,
    /// The best move as records write it; `null` if the game is over.
    pub best: Option<String>,
    /// The cells of the best move: from and to; empty for a pass.
    pub best_cells: Vec<&'static str>,
    /// The principal variation, the best move first.
    pub pv: Vec<String>,
    /// The mark of the move that led to this position.
    pub mark: Option<Mark>,
}

/// The mark of a bad move, by the probability to win that it cost: `1 / (1 + exp(-c · score))`, *c*
/// being 0.0019 in Klin Zha, 0.0035 in Grand Chess and 0.0047 in `KaleidoChess`. The best move and
/// an only move have none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Lowers the win probability by at least a tenth.
    Inaccuracy,
    /// By at least a fifth.
    Mistake,
    /// By at least three tenths.
    Blunder,
}
