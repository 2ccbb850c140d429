//! When the server was there, and when it was away.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// The heartbeat of the server, and the stretches of time in which it was away.
///
/// Several servers on one store share the heartbeat: it is the latest of any, so one that is there
/// is enough. A server whose own heartbeats were late asks for [`Outages::last_beat`] first, and
/// reads [`Outages::outages`] again afterwards, because another one may have noted the outage.
/// Heartbeats and outages of all servers are written one after the other. So a server whose
/// heartbeat was written knows, by reading, of each outage that was noted before; and one that is
/// noted afterwards begins no earlier than that heartbeat.
#[async_trait]
pub trait Outages: Send + Sync + 'static {
    /// Notes that the server was there at a moment. An earlier moment than the last one is ignored.
    async fn beat(&self, at_ms: UnixMillis) -> Result<(), StoreError>;

    /// Returns the last moment at which the server was there; `None` before the first.
    async fn last_beat(&self) -> Result<Option<UnixMillis>, StoreError>;

    /// Notes an outage, and that the server was there at its end. If there was a heartbeat after
    /// its begin, nothing is noted: another server was there, or has noted it. So no two outages
    /// overlap.
    async fn note_outage(&self, from_ms: UnixMillis, to_ms: UnixMillis) -> Result<(), StoreError>;

    /// Returns all outages, each from its begin to its end, sorted by them.
    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError>;
}
