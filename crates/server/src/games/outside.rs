//! What other programs write to the store of a server that is alone: the commands of an operator.

use super::{Service, ServiceError};
use heterodox_store::StoreError;
use std::sync::Arc;

impl Service {
    /// A number that is another one after another program has written to the store.
    pub(crate) async fn outside_writes(&self) -> Result<u64, StoreError> {
        self.store.outside_writes().await
    }

    /// Reads again what is in memory and may have changed, and passes it on to those who watch.
    pub(crate) async fn read_again(self: &Arc<Self>) {
        if let Err(error) = self.excuse().await {
            tracing::warn!(%error, "outages could not be read");
        }
        self.bells.ring_all();
        self.rename_all().await;
        for live in self.live_games.loaded() {
            match live.follow_log(self).await {
                Ok(true) => {
                    self.touched(&live.snapshot().game);
                    self.attend(&live);
                }
                // A game that was deleted stays as it was for those who have it open.
                Ok(false) | Err(ServiceError::NoSuchGame(_)) => {}
                Err(error) => tracing::warn!(game = live.id(), %error, "a game could not be read"),
            }
        }
        self.news.notify_one();
    }
}
