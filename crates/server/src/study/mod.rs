//! Study: positions that are tried out, puzzles, and the engine's evaluation of positions and of
//! whole games that callers send.
//!
//! It reads no game of the server: positions and moves come from the caller, and
//! [`open_for_analysis`] opens a table of their own for them. So it cannot reveal hidden
//! information. Nothing is stored.
//!
//! | module | holds |
//! |---|---|
//! | `preview` | how a setting would begin, lines, positions in the editor |
//! | `puzzles` | positions with proven best moves, and tries at them |
//! | `request` | the requests, and the positions made from them |
//! | `live_search` | one position, with iterative deepening |
//! | `lessons` | lessons, and one step as a learner has played it |
//! | `game_report` | every position of a game, with marks |
//! | `win_probability` | scores as win probabilities |

mod game_report;
pub(crate) mod lessons;
mod live_search;
mod preview;
mod puzzles;
mod request;
mod win_probability;

pub(crate) use game_report::evaluate;
pub(crate) use live_search::run as search;
pub(crate) use preview::open_for_analysis;
pub(crate) use puzzles::{DAY_MS, OfferedPuzzle, PuzzleBook};
pub(crate) use request::{board_of, game_positions, search_position};

use crate::limit::{PerAddressLimit, Permit};
use crate::pool::{Caller, Job, JobHandle, Pool, PoolConfig, SubmitError};
use crate::problem::{Args, Problem};
use axum::http::StatusCode;
use heterodox_wire::{EndOfAnalysis, PlyReport, SearchUpdate};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The time limit of a live search.
pub(crate) const TIME_LIMIT: Duration = Duration::from_mins(1);
/// The time limit of a live search while other jobs are queued.
pub(crate) const SHARED_TIME_LIMIT: Duration = Duration::from_secs(10);
/// The node limit of a live search.
pub(crate) const MAX_NODES: u64 = 200_000_000;
/// The nodes per position of a report. As it is fixed, a game gets the same report on every
/// machine.
pub(crate) const NODES_PER_PLY: u64 = 60_000;
/// The most plies before a position, and of a game in a report.
pub(crate) const MAX_PLIES: usize = 1000;
/// The most queued jobs.
const MAX_QUEUED: usize = 32;
/// The most jobs of one address, queued or running.
const MAX_PER_ADDRESS: usize = 8;
/// The most sockets of one address. Several people may share an address.
const MAX_SOCKETS: usize = 128;
/// The niceness of the analysis threads: behind the computers of games, whose niceness is 5.
const NICENESS: i32 = 15;

/// Why an analysis is refused or fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum AnalysisError {
    /// The queue is full.
    #[error("too many positions are being analysed now: try again in a while")]
    Busy,
    /// The address has the most analyses or analysis sockets.
    #[error("{limit} analyses at a time are the most from your address: close another first")]
    TooMany {
        /// The most of them.
        limit: usize,
    },
    /// The engine panicked.
    #[error("the server failed")]
    Failed,
}

impl Problem for AnalysisError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Busy | Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Busy => "analysis-busy",
            Self::TooMany { .. } => "analysis-too-many",
            Self::Failed => "failed",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::TooMany { limit } => vec![("limit", limit.to_string())],
            Self::Busy | Self::Failed => Args::new(),
        }
    }
}

impl From<SubmitError> for AnalysisError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::QueueFull => Self::Busy,
            SubmitError::CallerLimit(limit) => Self::TooMany { limit },
        }
    }
}

/// The worker pool of the analysis, and the limit of its sockets.
pub(crate) struct Analysis {
    pool: Pool,
    /// The open sockets of each address.
    sockets: PerAddressLimit,
}

/// A result of a live search or a report.
pub(crate) enum AnalysisUpdate {
    /// A live search has completed an iteration.
    Found(SearchUpdate),
    /// A report has searched a position.
    Ply(PlyReport),
    /// The job has ended by itself.
    Done(EndOfAnalysis),
}

/// A submitted job. Dropping it stops the job.
pub(crate) struct RunningAnalysis {
    /// The job in the pool.
    pub(crate) handle: JobHandle,
    /// The results. The channel ends without [`AnalysisUpdate::Done`] if the engine has panicked.
    pub(crate) updates: mpsc::UnboundedReceiver<AnalysisUpdate>,
}

impl Analysis {
    /// An analysis with this number of threads.
    pub(crate) fn new(workers: NonZeroUsize) -> Arc<Self> {
        let pool = Pool::new(PoolConfig {
            name: "analysis",
            workers,
            max_queued: MAX_QUEUED,
            max_per_caller: MAX_PER_ADDRESS,
            niceness: NICENESS,
        });
        Arc::new(Self { pool, sockets: PerAddressLimit::new(MAX_SOCKETS) })
    }

    /// The number of jobs that wait for a thread.
    pub(crate) fn queued(&self) -> usize {
        self.pool.queued()
    }

    /// The pool, whose jobs workers on other machines do too.
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Counts a socket of an address, until the permit is dropped.
    pub(crate) fn open_socket(&self, address: Option<IpAddr>) -> Result<Permit, AnalysisError> {
        self.sockets.acquire(address).ok_or(AnalysisError::TooMany { limit: self.sockets.max() })
    }

    /// Starts a live search.
    pub(crate) fn start_search(
        &self,
        caller: Option<IpAddr>,
        position: request::SearchPosition,
    ) -> Result<RunningAnalysis, AnalysisError> {
        self.start(caller, |sender| live_search::job(position, sender))
    }

    /// Starts a report.
    pub(crate) fn start_report(
        &self,
        caller: Option<IpAddr>,
        game: request::ReportPositions,
    ) -> Result<RunningAnalysis, AnalysisError> {
        self.start(caller, |sender| game_report::job(game, sender))
    }

    fn start(
        &self,
        caller: Option<IpAddr>,
        job: impl FnOnce(mpsc::UnboundedSender<AnalysisUpdate>) -> Job,
    ) -> Result<RunningAnalysis, AnalysisError> {
        // Unbounded, as a search sends at most one message per iteration or ply.
        let (sender, updates) = mpsc::unbounded_channel();
        let handle = self.pool.submit(caller.map(Caller::Address), job(sender))?;
        Ok(RunningAnalysis { handle, updates })
    }
}
