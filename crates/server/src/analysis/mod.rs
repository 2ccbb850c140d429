//! Analysis: the engine's evaluation of positions and of whole games that callers send.
//!
//! It reads no game of the service: positions and moves come from the caller, and
//! [`preview::study`](crate::service::preview::study) opens them at a table of their own. So it
//! cannot reveal hidden information. Nothing is stored.
//!
//! | module | holds |
//! |---|---|
//! | `request` | the requests, and the positions made from them |
//! | `live_search` | one position, with iterative deepening |
//! | `game_report` | every position of a game, with marks |
//! | `win_probability` | scores as win probabilities |

mod game_report;
mod live_search;
mod request;
mod win_probability;

pub(crate) use game_report::PlyText;
pub(crate) use live_search::SearchUpdate;
pub(crate) use request::{LiveSearchRequest, Plies, ReportRequest, check_length};

use crate::limit::{PerAddressLimit, Permit};
use crate::pool::{Caller, Job, JobHandle, Pool, PoolConfig, SubmitError};
use serde::Serialize;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The time limit of a live search.
pub(crate) const LONGEST: Duration = Duration::from_mins(1);
/// The time limit of a live search while other jobs are queued.
pub(crate) const SHARE: Duration = Duration::from_secs(10);
/// The node limit of a live search.
pub(crate) const MOST_NODES: u64 = 200_000_000;
/// The nodes per position of a report. As it is fixed, a game gets the same report on every
/// machine.
pub(crate) const NODES_PER_PLY: u64 = 60_000;
/// The most plies before a position, and of a game in a report.
pub(crate) const MOST_PLIES: usize = 1000;
/// The most lines (multi-PV).
pub(crate) const MOST_LINES: u64 = 5;
/// The most queued jobs.
const MOST_WAITING: usize = 32;
/// The most jobs of one address, queued or running.
const MOST_LOOKS: usize = 8;
/// The most sockets of one address. Several people may share an address.
const MOST_SOCKETS: usize = 128;
/// The niceness of the analysis threads: behind the computers of games, whose niceness is 5.
const NICENESS: i32 = 15;

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
    Ply(PlyText),
    /// The job has ended by itself.
    Done(Reason),
}

/// Why a job has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// The limit of time or nodes is reached, or all positions of the report are searched.
    Limit,
    /// A win or loss is proven.
    Decided,
    /// The game is over in this position.
    Over,
    /// The client has stopped it, or asked for another.
    Stopped,
}

/// A submitted job. Dropping it stops the job.
pub(crate) struct RunningAnalysis {
    /// The job in the pool.
    pub(crate) ticket: JobHandle,
    /// The results. The channel ends without [`AnalysisUpdate::Done`] if the engine has panicked.
    pub(crate) news: mpsc::UnboundedReceiver<AnalysisUpdate>,
}

impl Analysis {
    /// An analysis with this number of threads.
    pub(crate) fn new(workers: NonZeroUsize) -> Arc<Self> {
        let pool = Pool::new(PoolConfig {
            name: "analysis",
            workers,
            max_queued: MOST_WAITING,
            max_per_caller: MOST_LOOKS,
            niceness: NICENESS,
        });
        Arc::new(Self { pool, sockets: PerAddressLimit::new(MOST_SOCKETS) })
    }

    /// Counts a socket of an address, until the permit is dropped. The error is the limit per
    /// address.
    pub(crate) fn enter(&self, address: Option<IpAddr>) -> Result<Permit, usize> {
        self.sockets.acquire(address).ok_or(self.sockets.max())
    }

    /// Starts a live search.
    pub(crate) fn look(
        &self,
        caller: Option<IpAddr>,
        position: request::Position,
    ) -> Result<RunningAnalysis, SubmitError> {
        self.begin(caller, |tell| live_search::work(position, tell))
    }

    /// Starts a report.
    pub(crate) fn judge(
        &self,
        caller: Option<IpAddr>,
        course: request::ReportPositions,
    ) -> Result<RunningAnalysis, SubmitError> {
        self.begin(caller, |tell| game_report::work(course, tell))
    }

    fn begin(
        &self,
        caller: Option<IpAddr>,
        work: impl FnOnce(mpsc::UnboundedSender<AnalysisUpdate>) -> Job,
    ) -> Result<RunningAnalysis, SubmitError> {
        // Unbounded, as a search sends at most one message per iteration or ply.
        let (tell, news) = mpsc::unbounded_channel();
        let ticket = self.pool.submit(caller.map(Caller::Address), work(tell))?;
        Ok(RunningAnalysis { ticket, news })
    }
}
