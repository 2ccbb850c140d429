//! When the server was there, and when it was away.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// The server's heartbeat, and the stretches of time in which it was away.
#[async_trait]
pub trait Outages: Send + Sync + 'static {
    /// Notes that the server was there at a moment. An earlier moment than the last one is ignored.
    async fn beat(&self, at_ms: UnixMillis) -> Result<(), StoreError>;

    /// Returns the last moment at which the server was there; `None` before the first.
    async fn last_beat(&self) -> Result<Option<UnixMillis>, StoreError>;

    /// Notes an outage, and that the server was there at its end.
    async fn note_outage(&self, from_ms: UnixMillis, to_ms: UnixMillis) -> Result<(), StoreError>;

    /// Returns all outages, each from its begin to its end, sorted by them.
    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError>;
}
