//! Taking over the games of a guest who has turned out to be the caller.
//!
//! The takeover is written down first, then each game gets its events, then the takeover ends. If
//! that is cut off, it goes on at the next start, every hour, or with the next takeover.

#[cfg(test)]
mod tests;

use super::sessions::token_hash;
use super::{Identity, People, PeopleError, Signed, user_id};
use heterodox_host::UserId;
use heterodox_store::{GameState, PeopleChange, StoreError, Takeover, UserKind};
use std::collections::BTreeSet;

impl People {
    /// Gives the games of a guest to the caller, and the offers to it. Returns the number of games.
    /// Games that are over and in which both sat stay as they are, and so do offers from one of
    /// them to the other.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NotAGuest`] if the token is not that of another guest,
    /// [`PeopleError::TakeoverRefused`] if both sit in games that are not over, or the guest has
    /// offered a seat to the caller.
    pub(crate) async fn take_over(
        &self,
        caller: &Identity,
        token: &str,
    ) -> Result<u32, PeopleError> {
        // The caller may repeat a call that was cut off: the token is not valid any more then.
        self.resume_takeovers().await;
        let found = self.store.session(&token_hash(token)).await?;
        let guest = found.map(|(_, user)| user);
        let guest = guest.filter(|user| user.kind == UserKind::Guest);
        let guest = user_id(&guest.ok_or(PeopleError::NotAGuest)?.id)?;
        if guest == caller.user {
            return Err(PeopleError::NotAGuest);
        }
        self.take_over_guest(caller.user, guest).await
    }

    /// Gives the games of a guest to a person: see [`People::take_over`].
    pub(super) async fn take_over_guest(
        &self,
        user: UserId,
        guest: UserId,
    ) -> Result<u32, PeopleError> {
        let _guard = self.taking_over.lock().await;
        let mut both = BTreeSet::new();
        for state in [GameState::Open, GameState::Running] {
            for game in self.all_games(guest, state).await? {
                let mut seats = game.derived.seats.iter();
                let is_at = |held: &Option<String>| held.as_deref() == Some(user.as_str());
                if seats.any(|seat| is_at(&seat.user) || is_at(&seat.invited)) {
                    both.insert(game.game);
                }
            }
        }
        if !both.is_empty() {
            return Err(PeopleError::TakeoverRefused(both.into_iter().collect()));
        }
        let takeover =
            Takeover { guest: guest.to_string(), user: user.to_string(), at_ms: self.now_ms() };
        // From now on no caller can act as the guest, so no new game of it begins.
        let changes = vec![
            PeopleChange::BeginTakeover(takeover.clone()),
            PeopleChange::EndSessions { user: takeover.guest.clone(), but: None },
        ];
        match self.store.change_people(changes).await {
            Ok(()) => {}
            Err(StoreError::Taken(_)) => return Err(PeopleError::NotAGuest),
            Err(error) => return Err(error.into()),
        }
        self.tell(guest, Signed::OutEverywhere(guest, None));
        self.carry_out(&takeover).await
    }

    /// Carries out the takeovers that were cut off. One that fails keeps no other one waiting.
    pub(super) async fn resume_takeovers(&self) {
        let _guard = self.taking_over.lock().await;
        let open = self.store.open_takeovers().await.unwrap_or_else(|error| {
            tracing::error!(%error, "takeovers of games could not be read");
            Vec::new()
        });
        for takeover in open {
            if let Err(error) = self.carry_out(&takeover).await {
                tracing::error!(%error, "a takeover of games could not be finished");
            }
        }
    }

    async fn carry_out(&self, takeover: &Takeover) -> Result<u32, PeopleError> {
        let (guest, user): (UserId, UserId) = (user_id(&takeover.guest)?, user_id(&takeover.user)?);
        let mut taken = 0;
        for offer in self.store.offered_to(guest.as_str()).await? {
            self.service.take_over(&offer.game, guest, user).await?;
        }
        for state in [GameState::Open, GameState::Running, GameState::Over] {
            for game in self.all_games(guest, state).await? {
                taken += u32::from(self.service.take_over(&game.game, guest, user).await?);
            }
        }
        let end = PeopleChange::EndTakeover { guest: takeover.guest.clone(), at_ms: self.now_ms() };
        self.store.change_people(vec![end]).await?;
        Ok(taken)
    }
}
