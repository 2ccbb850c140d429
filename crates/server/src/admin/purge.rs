//! Deletes what has not been used for long.

use super::{Admin, AdminError};
use crate::games::ServiceError;
use heterodox_store::ListedGame;

/// The number of guests or games that are read, and deleted in one transaction.
const PAGE: usize = 100;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What is purged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Purge {
    /// Guests without a game who were not seen for this number of days.
    pub guest_days: Option<u32>,
    /// Games that are not over, and in which nothing has happened for this number of days, are
    /// cancelled.
    pub game_days: Option<u32>,
    /// Also games of guests alone that ended this number of days ago are deleted.
    pub finished: bool,
    /// Only find out what would go.
    pub dry_run: bool,
}

/// A game that was purged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PurgedGame {
    /// The game's id.
    pub id: String,
    /// Which game was played.
    pub kind: String,
    /// When it ended, or its turn passed last, in milliseconds since 1970-01-01 UTC.
    pub last_ms: i64,
}

/// What was purged, or would be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PurgeReport {
    /// The number of guests.
    pub guests: u64,
    /// The games that were cancelled.
    pub cancelled: Vec<PurgedGame>,
    /// The games that were deleted.
    pub deleted: Vec<PurgedGame>,
    /// Games that could not be cancelled, one text each.
    pub faults: Vec<String>,
}

impl Purge {
    fn before(now_ms: i64, days: u32) -> i64 {
        now_ms - i64::from(days) * DAY_MS
    }
}

fn purged(game: &ListedGame) -> PurgedGame {
    let summary = &game.derived.summary;
    PurgedGame { id: game.game.clone(), kind: summary.kind.clone(), last_ms: summary.list_ms() }
}

impl Admin {
    /// Purges, or finds out what would go. Guests come first, so those whose last game is deleted
    /// go with the next call.
    ///
    /// # Errors
    ///
    /// [`AdminError::Database`]. What was purged before stays so.
    pub async fn purge(&self, purge: Purge) -> Result<PurgeReport, AdminError> {
        let mut report = PurgeReport::default();
        if !purge.dry_run {
            self.begin_change().await?;
        }
        let now_ms = self.people.now_ms();
        if let Some(days) = purge.guest_days {
            let before_ms = Purge::before(now_ms, days);
            report.guests = self.purge_guests(before_ms, purge.dry_run).await?;
        }
        if let Some(days) = purge.game_days {
            let before_ms = Purge::before(now_ms, days);
            self.cancel_games(before_ms, purge.dry_run, &mut report).await?;
            if purge.finished {
                report.deleted = self.delete_games(before_ms, purge.dry_run).await?;
            }
        }
        if !purge.dry_run {
            let PurgeReport { guests, cancelled, deleted, .. } = &report;
            let (cancelled, deleted) = (cancelled.len(), deleted.len());
            let detail = format!(
                "guests deleted: {guests}, games cancelled: {cancelled}, games deleted: {deleted}"
            );
            let noted = self.people.note_deed("purged", &detail).await;
            noted.map_err(|source| self.failed(source))?;
        }
        Ok(report)
    }

    async fn purge_guests(&self, before_ms: i64, dry_run: bool) -> Result<u64, AdminError> {
        let store = self.service.store();
        let (mut count, mut last) = (0, None::<String>);
        loop {
            let found = store.idle_guests(before_ms, last.as_deref(), PAGE).await;
            let ids = found.map_err(|source| self.failed(source))?;
            let Some(newest) = ids.last() else { return Ok(count) };
            last = Some(newest.clone());
            count += if dry_run {
                ids.len() as u64
            } else {
                let deleted = store.delete_idle_guests(ids, before_ms).await;
                deleted.map_err(|source| self.failed(source))?
            };
        }
    }

    async fn cancel_games(
        &self,
        before_ms: i64,
        dry_run: bool,
        report: &mut PurgeReport,
    ) -> Result<(), AdminError> {
        let mut last = None::<String>;
        loop {
            let found = self.service.store().idle_games(before_ms, last.as_deref(), PAGE).await;
            let games = found.map_err(|source| self.failed(source))?;
            let Some(newest) = games.last() else { return Ok(()) };
            last = Some(newest.game.clone());
            for game in &games {
                let cancelled =
                    if dry_run { Ok(()) } else { self.service.cancel(&game.game, None).await };
                match cancelled {
                    Ok(()) => report.cancelled.push(purged(game)),
                    Err(ServiceError::Store(source)) => return Err(self.failed(source)),
                    Err(error) => report.faults.push(format!("game '{}': {error}", game.game)),
                }
            }
        }
    }

    async fn delete_games(
        &self,
        before_ms: i64,
        dry_run: bool,
    ) -> Result<Vec<PurgedGame>, AdminError> {
        let store = self.service.store();
        let (mut deleted, mut last) = (Vec::new(), None::<String>);
        loop {
            let found = store.old_guest_games(before_ms, last.as_deref(), PAGE).await;
            let games = found.map_err(|source| self.failed(source))?;
            let Some(newest) = games.last() else { return Ok(deleted) };
            last = Some(newest.game.clone());
            deleted.extend(games.iter().map(purged));
            if !dry_run {
                let ids = games.into_iter().map(|game| game.game).collect();
                let done = store.delete_old_guest_games(ids, before_ms).await;
                done.map_err(|source| self.failed(source))?;
            }
        }
    }
}
