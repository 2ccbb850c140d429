//! What servers that share a store learn of each other through it.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;
use std::time::Duration;

/// How long after its last sign a node counts as running.
pub const NODE_LIFE: Duration = Duration::from_secs(10);

/// Whether the player of a seat watches its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatPresence {
    /// The index of the seat.
    pub seat: usize,
    /// Whether it does.
    pub here: bool,
    /// When the last socket of the player closed; while one is open, any moment.
    pub at_ms: UnixMillis,
}

/// What is new of a game that a server has in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSigns {
    /// The id of the game.
    pub game: String,
    /// The number of events in its log.
    pub length: u64,
    /// The number of lines in its chat.
    pub lines: u64,
    /// The presence of its players at other nodes, by seat, and when they have left this one; a
    /// seat of which neither is known is left out.
    pub presence: Vec<SeatPresence>,
}

/// Work that one node is to do and no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// What is to be done.
    pub key: String,
    /// Work with the same key and an earlier step is obsolete.
    pub step: u64,
}

/// A store that several servers use at once. A server is a *node*, with an id of its own for each
/// run. All moments of the methods are the database's own.
///
/// - **Leases expire.** Of several nodes that ask for the same work one gets it, until the time
///   that it names has passed, or it gives the work up. A node may ask again for what it has.
///   Leases save effort; what is done is decided by the logs.
/// - **The dead are absent.** The players at a node that has given no sign for [`NODE_LIFE`] count
///   as gone since its last sign.
#[async_trait]
pub trait SharedStore: Send + Sync + 'static {
    /// Notes that a node runs. Returns the number of other nodes that run.
    async fn note_node(&self, node: &str) -> Result<usize, StoreError>;

    /// Notes that a node has ended, and with it the presence at it.
    async fn forget_node(&self, node: &str) -> Result<(), StoreError>;

    /// Deletes what nodes that have ended left behind a day ago.
    async fn sweep_nodes(&self) -> Result<(), StoreError>;

    /// Notes the presence at a node: for each game some of its seats.
    async fn set_presence(
        &self,
        node: &str,
        presence: Vec<(String, SeatPresence)>,
    ) -> Result<(), StoreError>;

    /// Notes that no node knows of the players of these seats since `at_ms`, unless something is
    /// known of them.
    async fn begin_presence(
        &self,
        game: &str,
        seats: usize,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError>;

    /// Returns what is new of games, as `node` sees it. Unknown games are left out.
    async fn signs(&self, node: &str, games: &[String]) -> Result<Vec<GameSigns>, StoreError>;

    /// Leases work to a node. Returns for each whether the node has it now, for this time.
    async fn lease(
        &self,
        node: &str,
        work: &[Work],
        time: Duration,
    ) -> Result<Vec<bool>, StoreError>;

    /// Gives up work that is leased to a node, so that others need not wait.
    async fn give_up(&self, node: &str, key: &str) -> Result<(), StoreError>;
}
