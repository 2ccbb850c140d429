//! Vacations: a person's time stops in its games by correspondence.
//!
//! The person's row says whether it is on vacation, and its games follow. So the row is written
//! first when a vacation begins, and last when it ends: whatever is cut off between, games stop for
//! those who are on vacation, and for no other person longer than until the next look.

use super::{Identity, People, PeopleError, user_id};
use crate::games::ServiceError;
use heterodox_host::UserId;
use heterodox_store::{GameState, PeopleChange, User, UserKind, Vacation};
use heterodox_wire::VacationInfo;
use std::time::Duration;

/// The number of days in which a person earns a day of vacation.
const EARNING_DAYS: i64 = 12;
/// The most vacation that a person can have: 28 days.
const MOST_MS: i64 = 28 * 24 * 60 * 60 * 1000;
/// How long a person who has come back waits for its next vacation. Each change is an event of all
/// its games.
const BETWEEN_MS: i64 = 12 * 60 * 60 * 1000;
/// The interval at which games follow: one that was about to be lost follows after the next move.
const LOOK: Duration = Duration::from_hours(1);

/// What is left of a balance at a moment.
fn left_ms(vacation: Vacation, now_ms: i64) -> i64 {
    let since_ms = (now_ms - vacation.counted_ms).max(0);
    if vacation.on {
        (vacation.left_ms - since_ms).max(0)
    } else {
        (vacation.left_ms + since_ms / EARNING_DAYS).min(MOST_MS)
    }
}

/// When a vacation ends by itself; `None` for a user who is not on vacation.
fn until_ms(vacation: Vacation) -> Option<i64> {
    vacation.on.then_some(vacation.counted_ms + vacation.left_ms)
}

impl People {
    /// What a user has of vacation; `None` for a guest.
    pub(super) fn vacation(&self, user: &User) -> Option<VacationInfo> {
        let vacation = user.vacation;
        (user.kind == UserKind::Person).then(|| VacationInfo {
            on: vacation.on,
            left_ms: left_ms(vacation, self.now_ms()),
            until_ms: until_ms(vacation),
        })
    }

    /// The caller goes on vacation, or comes back.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoVacationLeft`].
    pub(crate) async fn take_vacation(
        &self,
        caller: &Identity,
        on: bool,
    ) -> Result<(), PeopleError> {
        let _guard = self.vacationing.lock().await;
        let user = self.present(caller.user).await?;
        if user.vacation.on == on {
            return Ok(());
        }
        if on {
            let now_ms = self.now_ms();
            if left_ms(user.vacation, now_ms) < 60_000 {
                return Err(PeopleError::NoVacationLeft);
            }
            let wait_ms = user.vacation.counted_ms + BETWEEN_MS - now_ms;
            if wait_ms > 0 && user.vacation.counted_ms != user.created_ms {
                let hours = wait_ms.unsigned_abs().div_ceil(60 * 60 * 1000);
                return Err(PeopleError::VacationTooSoon { hours });
            }
            self.set_vacation(&user, true).await?;
            self.follow_vacation(caller.user, true).await?;
        } else {
            self.end_vacation(&user).await?;
        }
        self.follow_vacations();
        Ok(())
    }

    async fn set_vacation(&self, user: &User, on: bool) -> Result<(), PeopleError> {
        let now_ms = self.now_ms();
        let left_ms = left_ms(user.vacation, now_ms);
        let vacation = Vacation { on, left_ms, counted_ms: now_ms };
        let change = PeopleChange::SetVacation { user: user.id.clone(), vacation };
        Ok(self.store.change_people(vec![change]).await?)
    }

    async fn end_vacation(&self, user: &User) -> Result<(), PeopleError> {
        self.follow_vacation(user_id(&user.id)?, false).await?;
        self.set_vacation(user, false).await
    }

    /// Stops a person's time in its games by correspondence, or lets it run again.
    async fn follow_vacation(&self, user: UserId, on: bool) -> Result<(), PeopleError> {
        for state in [GameState::Open, GameState::Running] {
            for game in self.all_games(user, state).await? {
                match self.service.set_vacation(&game.game, user, on).await {
                    // A game whose log cannot be read has no clock that runs.
                    Err(ServiceError::Broken(error)) => {
                        tracing::error!(game = game.game, error, "a game follows no vacation");
                    }
                    done => done?,
                }
            }
        }
        Ok(())
    }

    /// Lets the games that people on vacation have just entered follow.
    pub(crate) fn follow_vacations(&self) {
        self.vacation_changed.notify_one();
    }

    /// Ends vacations that are over, and lets games follow those that are not. Runs for ever.
    pub(crate) async fn watch_vacations(&self) {
        loop {
            let wait = match self.look_at_vacations().await {
                Ok(wait) => wait,
                Err(error) => {
                    tracing::warn!(%error, "vacations cannot be looked at");
                    LOOK
                }
            };
            let _ = tokio::time::timeout(wait, self.vacation_changed.notified()).await;
        }
    }

    /// Returns how long to wait for the next end of a vacation.
    pub(super) async fn look_at_vacations(&self) -> Result<Duration, PeopleError> {
        let _guard = self.vacationing.lock().await;
        let mut wait_ms = LOOK.as_millis() as i64;
        for user in self.store.on_vacation().await? {
            let rest_ms = left_ms(user.vacation, self.now_ms());
            let done = if rest_ms == 0 {
                self.end_vacation(&user).await
            } else {
                wait_ms = wait_ms.min(rest_ms);
                self.follow_vacation(user_id(&user.id)?, true).await
            };
            // The others' vacations go on; this one is looked at again.
            if let Err(error) = done {
                tracing::error!(user = user.id, %error, "a person's games follow no vacation");
            }
        }
        Ok(Duration::from_millis(wait_ms.max(1) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    #[test]
    fn a_day_is_earned_in_twelve_and_28_at_most() {
        let earns = Vacation { on: false, left_ms: DAY_MS, counted_ms: 1000 };
        assert_eq!(left_ms(earns, 1000), DAY_MS);
        assert_eq!(left_ms(earns, 1000 + 24 * DAY_MS), 3 * DAY_MS);
        assert_eq!(left_ms(earns, 1000 + 1000 * DAY_MS), MOST_MS);
        assert_eq!(left_ms(earns, 0), DAY_MS, "the clock was set back");
        assert_eq!(until_ms(earns), None);
    }

    #[test]
    fn a_vacation_uses_the_balance_up() {
        let takes = Vacation { on: true, left_ms: 3 * DAY_MS, counted_ms: 1000 };
        assert_eq!(left_ms(takes, 1000 + DAY_MS), 2 * DAY_MS);
        assert_eq!(left_ms(takes, 1000 + 4 * DAY_MS), 0);
        assert_eq!(until_ms(takes), Some(1000 + 3 * DAY_MS));
    }
}
