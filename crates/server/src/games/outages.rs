//! The stretches of time in which the server was away. They cost no player any time.
//!
//! A heartbeat in the store says until when the server was there. At its start it notes the time
//! since then as an outage.

use super::Service;
use heterodox_host::{Moment, Outage};
use heterodox_store::StoreError;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// The interval of heartbeats while time runs in some game.
const BEAT: Duration = Duration::from_secs(2);

impl Service {
    /// Notes the outage that ends now. Time never goes back to before it, whatever the machine's
    /// clock says.
    pub(crate) async fn note_outage(&self) -> Result<(), StoreError> {
        if let Some(beat) = self.store.last_beat().await? {
            self.environment.never_before(Moment(beat));
            let now = self.environment.now().as_millis();
            self.store.note_outage(beat, now).await?;
        }
        self.store.beat(self.environment.now().as_millis()).await?;
        let outages = self.store.outages().await?.into_iter();
        let outages = outages.map(|(from, to)| Outage { from: Moment(from), to: Moment(to) });
        let _ = self.outages.set(outages.collect());
        Ok(())
    }

    /// The outages so far, in their order.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        self.outages.get().cloned().unwrap_or_default()
    }

    /// Writes heartbeats while time runs in some game, for ever.
    pub(crate) async fn beat(&self) {
        loop {
            sleep(BEAT).await;
            if self.wake_ups.has_any()
                && let Err(error) = self.store.beat(self.environment.now().as_millis()).await
            {
                tracing::warn!(%error, "cannot write the heartbeat");
            }
        }
    }
}
