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

mod chance;
mod course;
mod look;
mod request;

pub(crate) use course::PlyText;
pub(crate) use look::Found;
pub(crate) use request::{CourseRequest, LookRequest, Plies};

use crate::pool::{Busy, Pool, PoolConfig, Ticket, Work};
use serde::Serialize;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
const MOST_SOCKETS: usize = 32;
/// How far analysis stands back: behind the answers of the server, and behind the computers of games.
const NICENESS: i32 = 15;

/// Who looks, and the threads that look for them.
pub(crate) struct Analysis {
    pool: Pool,
    /// How many sockets each address has open.
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

/// What comes of a look or of the judgement of a game, as it is found.
pub(crate) enum News {
    /// An iteration of a look was completed.
    Found(Found),
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
pub(crate) struct Looking {
    /// Its place in the queue.
    pub(crate) ticket: Ticket,
    /// What it finds. The channel ends without [`News::Done`] if the engine has died.
    pub(crate) news: mpsc::UnboundedReceiver<News>,
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
        Arc::new(Self { pool, sockets: Mutex::default() })
    }

    /// Counts a socket of an address, until what is given back is dropped. An error says how many there may be.
    pub(crate) fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Visit, usize> {
        if let Some(address) = address {
            let mut sockets = self.sockets();
            let count = sockets.entry(address).or_default();
            if *count >= MOST_SOCKETS {
                return Err(MOST_SOCKETS);
            }
            *count += 1;
        }
        Ok(Visit { analysis: self.clone(), address })
    }

    /// Looks at a position.
    pub(crate) fn look(
        &self,
        caller: Option<IpAddr>,
        position: request::Position,
    ) -> Result<Looking, Busy> {
        self.begin(caller, |tell| look::work(position, tell))
    }

    /// Judges a game.
    pub(crate) fn judge(
        &self,
        caller: Option<IpAddr>,
        course: request::Course,
    ) -> Result<Looking, Busy> {
        self.begin(caller, |tell| course::work(course, tell))
    }

    fn begin(
        &self,
        caller: Option<IpAddr>,
        work: impl FnOnce(mpsc::UnboundedSender<News>) -> Work,
    ) -> Result<Looking, Busy> {
        // As many messages as there are iterations or plies at most, and each search has an end.
        let (tell, news) = mpsc::unbounded_channel();
        let ticket = self.pool.submit(caller, work(tell))?;
        Ok(Looking { ticket, news })
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Counters are whole whoever died.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket that is counted.
pub(crate) struct Visit {
    analysis: Arc<Analysis>,
    address: Option<IpAddr>,
}

impl Visit {
    /// Whose it is.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut sockets = self.analysis.sockets();
        if let Some(count) = sockets.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sockets_of_an_address_are_counted() {
        let analysis = Analysis::new(NonZeroUsize::MIN);
        let here: IpAddr = [192, 0, 2, 1].into();
        let mut visits: Vec<Visit> =
            (0..MOST_SOCKETS).filter_map(|_| analysis.enter(Some(here)).ok()).collect();
        assert_eq!(visits.len(), MOST_SOCKETS);
        assert_eq!(analysis.enter(Some(here)).err(), Some(MOST_SOCKETS));
        assert!(analysis.enter(Some([192, 0, 2, 2].into())).is_ok());
        assert!(analysis.enter(None).is_ok());
        visits.pop();
        assert!(analysis.enter(Some(here)).is_ok());
        visits.clear();
        assert!(analysis.sockets().is_empty(), "nobody is remembered");
    }
}
