//! What a server and its workers say to each other: engines that run on other machines.
//!
//! A job holds what the computer's seat may know, or positions that a caller has sent, and no id of
//! a game or person. These bodies are for workers of the same program, and in no document for other
//! clients.

use crate::{LiveSearchRequest, ReportRequest};
use heterodox_engine::{Info, Level, Score, SearchLimit};
use heterodox_rules::{Frame, Scene};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The number of the protocol. It changes with every change of a type here or of a scene.
pub const WORKER_PROTOCOL: &str = "1";
/// The header with the number of the protocol, in every request of a worker.
pub const WORKER_PROTOCOL_HEADER: &str = "heterodox-worker-protocol";

/// A worker asks for a job, for one of its threads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// A word of its own that the worker has chosen when it started.
    pub worker: String,
    /// The ids of the games that it plays.
    pub games: Vec<String>,
}

/// A job for a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerJob {
    /// Its id, for the answer.
    pub id: String,
    /// What is to be done.
    pub task: WorkerTask,
}

/// What a worker is to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerTask {
    /// Choose what a computer submits; the answer is [`WorkerAnswer::Chosen`].
    Choose {
        /// The level of the computer.
        level: Level,
        /// The limit of its search. The worker measures the time.
        limit: JobLimit,
        /// What the seat may know now.
        scene: Box<Scene>,
        /// The boards so far as the seat saw them.
        frames: Vec<Frame>,
    },
    /// Answer an offered draw; the answer is [`WorkerAnswer::Draw`].
    AnswerDraw {
        /// The level of the computer.
        level: Level,
        /// What the seat may know now.
        scene: Box<Scene>,
        /// The boards so far as the seat saw them.
        frames: Vec<Frame>,
    },
    /// Search the positions of a game; the answers are [`WorkerAnswer::Evaluated`].
    Report {
        /// The first position to search; those before it are known.
        first: usize,
        /// The game.
        request: ReportRequest,
    },
    /// Search a position until the server stops it; the answers are [`WorkerAnswer::Found`].
    Search(LiveSearchRequest),
}

impl WorkerTask {
    /// The game whose engine does it.
    pub fn game(&self) -> &str {
        match self {
            Self::Choose { scene, .. } | Self::AnswerDraw { scene, .. } => scene.game,
            Self::Report { request, .. } => &request.game,
            Self::Search(request) => &request.game,
        }
    }
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobLimit {
    /// The longest time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The most nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The greatest depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl From<SearchLimit> for JobLimit {
    fn from(limit: SearchLimit) -> Self {
        let SearchLimit { time, nodes, depth } = limit;
        Self { time_ms: time.map(|time| time.as_millis() as u64), nodes, depth }
    }
}

impl From<JobLimit> for SearchLimit {
    fn from(limit: JobLimit) -> Self {
        let JobLimit { time_ms, nodes, depth } = limit;
        Self { time: time_ms.map(Duration::from_millis), nodes, depth }
    }
}

/// What a worker answers to a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerAnswer {
    /// The end: what the computer submits.
    Chosen(Chosen),
    /// The end: whether the computer accepts the draw.
    Draw(bool),
    /// The next positions of a game, in their order. After the last one the job is done.
    Evaluated(Vec<Evaluation>),
    /// The last completed iteration of a search.
    Found(FoundLines),
    /// The worker is at work and has no result yet.
    Working,
    /// The worker stops, and another one may do the job.
    Returned,
    /// The worker cannot do the job. The reason is for the log.
    Failed(String),
}

/// What a computer submits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The text to submit.
    pub text: String,
    /// The result of the search behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// From seat 0's side.
    pub score: Score,
    /// The principal variation in strict notation; empty if the game is over.
    pub pv: Vec<String>,
}

/// An iteration of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundLines {
    /// The depth in plies.
    pub depth: u32,
    /// The greatest depth of a line.
    pub selective_depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time so far in microseconds.
    pub time_us: u64,
    /// The lines in strict notation with the scores from the side to move, the best first.
    pub lines: Vec<(Score, Vec<String>)>,
    /// Whether the search has ended by itself.
    pub is_last: bool,
}

/// The server's answer to a [`WorkerAnswer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobReply {
    /// Whether the worker is to go on with the job.
    pub go_on: bool,
}
