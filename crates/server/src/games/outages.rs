//! The stretches of time in which the server was away. They cost no player any time.
//!
//! A heartbeat in the store says until when the server was there. At its start it notes the time
//! since then as an outage. While it runs, a heartbeat that comes much too late is an outage too:
//! the process was stopped, or the store could not be written. Several servers on one store share
//! the heartbeat: while one of them is there, there is no outage.

use super::{Service, ServiceError};
use heterodox_host::{Moment, Outage, RETURN_MS};
use heterodox_store::StoreError;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// The interval of heartbeats while time runs in some game.
const BEAT: Duration = Duration::from_secs(1);
/// A heartbeat that is later than this after the last one ends an outage.
const FREEZE_MS: i64 = 2500;

impl Service {
    /// Notes the outage that ends now. Time never goes back to before it, whatever the machine's
    /// clock says.
    pub(crate) async fn note_outage(&self) -> Result<(), StoreError> {
        let others = self.join_nodes().await?;
        if let Some(beat) = self.store.last_beat().await? {
            self.environment.never_before(Moment(beat));
            if others == 0 {
                let now = self.environment.now().as_millis();
                self.store.note_outage(beat, now).await?;
            }
        }
        self.store.beat(self.environment.now().as_millis()).await?;
        self.read_outages().await
    }

    /// Takes the outages into account that other nodes have noted.
    pub(super) async fn learn_outages(self: &Arc<Self>) -> Result<(), StoreError> {
        let known = self.outages().len();
        self.read_outages().await?;
        if self.outages().len() > known {
            self.excuse_games().await;
        }
        Ok(())
    }

    /// Notes the outage that ends now, if no server can have been there in it. For a change beside
    /// a server that may be running.
    pub(crate) async fn note_absence(&self) -> Result<(), StoreError> {
        self.take_clock().await?;
        if let Some(beat) = self.store.last_beat().await? {
            self.environment.never_before(Moment(beat));
            let now = self.environment.now().as_millis();
            if now - beat > FREEZE_MS {
                self.store.note_outage(beat, now).await?;
            }
        }
        self.read_outages().await
    }

    /// Reads the outages that are noted.
    pub(crate) async fn read_outages(&self) -> Result<(), StoreError> {
        let outages = self.store.outages().await?.into_iter();
        let outages = outages.map(|(from, to)| Outage { from: Moment(from), to: Moment(to) });
        *self.outages.write().unwrap_or_else(PoisonError::into_inner) = outages.collect();
        Ok(())
    }

    /// The outages so far, in their order.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        self.outages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A deadline that knows of the outages until `excused_ms`, moved by the later ones.
    pub(crate) fn after_outages(&self, excused_ms: i64, deadline_ms: i64) -> i64 {
        let outages = self.outages();
        let known = outages.partition_point(|outage| outage.to.0 <= excused_ms);
        let moved = |outage: &Outage| outage.to.0 - outage.from.0 + RETURN_MS as i64;
        deadline_ms + outages[known..].iter().map(moved).sum::<i64>()
    }

    /// Writes heartbeats while time runs in some game, for ever.
    pub(crate) async fn beat(self: &Arc<Self>) {
        self.last_beat_ms.store(self.environment.now().as_millis(), Ordering::Relaxed);
        loop {
            if let Err(error) = self.beat_once().await {
                tracing::warn!(%error, "cannot write the heartbeat");
            }
            sleep(BEAT).await;
        }
    }

    async fn beat_once(self: &Arc<Self>) -> Result<(), StoreError> {
        let _guard = self.beating.lock().await;
        let mut now = self.environment.now().as_millis();
        let from = self.last_beat_ms.load(Ordering::Relaxed);
        // Of several servers each is always there, as the clocks of others' games count on it.
        if self.wake_ups.has_any() || self.is_shared() {
            if now - from > FREEZE_MS {
                tracing::warn!(ms = now - from, "the server was stopped, or could not write");
                // Another server may have been there, or has noted the outage.
                let from = self.store.last_beat().await?.map_or(from, |beat| beat.max(from));
                if now - from > FREEZE_MS {
                    self.store.note_outage(from, now).await?;
                    // If another server was there meanwhile, the next heartbeat looks again.
                    now = self.store.last_beat().await?.map_or(now, |beat| beat.min(now));
                } else {
                    self.store.beat(now).await?;
                }
                self.excuse().await?;
            } else {
                self.store.beat(now).await?;
            }
        }
        self.last_beat_ms.store(now, Ordering::Relaxed);
        Ok(())
    }

    /// Takes the outages that were noted since off the time of all games in memory. Others learn of
    /// them when they are loaded.
    pub(super) async fn excuse(self: &Arc<Self>) -> Result<(), StoreError> {
        self.read_outages().await?;
        self.excuse_games().await;
        Ok(())
    }

    async fn excuse_games(self: &Arc<Self>) {
        for live in self.live_games.loaded() {
            live.excuse(&self.outages()).await;
            self.attend(&live);
        }
    }

    /// Waits until an outage that has just ended is noted, before time is counted again.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub(super) async fn after_outage(self: &Arc<Self>) -> Result<(), ServiceError> {
        let last = self.last_beat_ms.load(Ordering::Relaxed);
        // Before the first heartbeat the start of the server has noted it.
        if last != 0 && self.environment.now().as_millis() - last > FREEZE_MS {
            self.beat_once().await?;
        }
        Ok(())
    }
}
