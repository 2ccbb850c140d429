//! Analysis: what the engine thinks of any position, and of whole games, for whoever looks.
//!
//! It knows positions and moves that callers send, and nothing of the games that are played here: what is hidden in one
//! cannot get out through it. Nothing is kept.
//!
//! | module | holds |
//! |---|---|
//! | `request` | what is asked, made into positions, or refused |
//! | `look` | one position, deeper and deeper |
//! | `course` | every position of a game, with marks |
//! | `chance` | scores as chances to win |

mod game_report;
mod live_search;
mod request;
mod win_probability;

pub(crate) use game_report::PlyText;
pub(crate) use live_search::SearchUpdate;
pub(crate) use request::{LiveSearchRequest, Plies, ReportRequest, check_length};

use crate::limit::{Place, Places};
use crate::pool::{Busy, Caller, Pool, PoolConfig, Ticket, Work};
use serde::Serialize;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest look.
pub(crate) const LONGEST: Duration = Duration::from_mins(1);
/// The longest look while others wait.
pub(crate) const SHARE: Duration = Duration::from_secs(10);
/// The most nodes of a look.
pub(crate) const MOST_NODES: u64 = 200_000_000;
/// The nodes for each position of a game. With a fixed number the same game gets the same judgement on every machine.
pub(crate) const NODES_PER_PLY: u64 = 60_000;
/// The most plies before a position, and of a game that is judged.
pub(crate) const MOST_PLIES: usize = 1000;
/// The most lines of a look.
pub(crate) const MOST_LINES: u64 = 5;
/// How many looks wait for a thread at most.
const MOST_WAITING: usize = 32;
/// How many looks one address may have under way.
const MOST_LOOKS: usize = 8;
/// How many sockets one address may have open. Several people may share an address.
const MOST_SOCKETS: usize = 128;
/// How far analysis stands back: behind the answers of the server, and behind the computers of games.
const NICENESS: i32 = 15;

/// Who looks, and the threads that look for them.
pub(crate) struct Analysis {
    pool: Pool,
    /// The sockets that each address has open.
    sockets: Places,
}

/// What comes of a look or of the judgement of a game, as it is found.
pub(crate) enum AnalysisUpdate {
    /// An iteration of a look was completed.
    Found(SearchUpdate),
    /// A position of a game was judged.
    Ply(PlyText),
    /// It has come to an end by itself.
    Done(Reason),
}

/// Why a look has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// It has had its time or its nodes, or all positions of the game are judged.
    Limit,
    /// A win or loss is proven.
    Decided,
    /// The game is over in this position.
    Over,
    /// The client has stopped it, or wants another.
    Stopped,
}

/// A look that is under way; it is stopped when this is dropped.
pub(crate) struct RunningAnalysis {
    /// Its place in the queue.
    pub(crate) ticket: Ticket,
    /// What it finds. The channel ends without [`News::Done`] if the engine has died.
    pub(crate) news: mpsc::UnboundedReceiver<AnalysisUpdate>,
}

impl Analysis {
    /// Analysis on so many threads.
    pub(crate) fn new(workers: NonZeroUsize) -> Arc<Self> {
        let pool = Pool::new(PoolConfig {
            name: "analysis",
            workers,
            most_waiting: MOST_WAITING,
            most_each: MOST_LOOKS,
            niceness: NICENESS,
        });
        Arc::new(Self { pool, sockets: Places::new(MOST_SOCKETS) })
    }

    /// Counts a socket of an address, until what is given back is dropped. An error says how many there may be.
    pub(crate) fn enter(&self, address: Option<IpAddr>) -> Result<Place, usize> {
        self.sockets.enter(address).ok_or(self.sockets.most())
    }

    /// Looks at a position.
    pub(crate) fn look(
        &self,
        caller: Option<IpAddr>,
        position: request::Position,
    ) -> Result<RunningAnalysis, Busy> {
        self.begin(caller, |tell| live_search::work(position, tell))
    }

    /// Judges a game.
    pub(crate) fn judge(
        &self,
        caller: Option<IpAddr>,
        course: request::ReportPositions,
    ) -> Result<RunningAnalysis, Busy> {
        self.begin(caller, |tell| game_report::work(course, tell))
    }

    fn begin(
        &self,
        caller: Option<IpAddr>,
        work: impl FnOnce(mpsc::UnboundedSender<AnalysisUpdate>) -> Work,
    ) -> Result<RunningAnalysis, Busy> {
        // As many messages as there are iterations or plies at most, and each search has an end.
        let (tell, news) = mpsc::unbounded_channel();
        let ticket = self.pool.submit(caller.map(Caller::Address), work(tell))?;
        Ok(RunningAnalysis { ticket, news })
    }
}
