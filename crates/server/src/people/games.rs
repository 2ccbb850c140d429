//! The games of a person as lists.

use super::{People, PeopleError};
use heterodox_host::UserId;
use heterodox_store::{GameState, ListKey, ListedGame, MAX_PAGE};
use heterodox_wire::{ListedSeat, MyGame, MyGames};
use std::cmp::Reverse;

/// The most running games that one answer lists.
const MAX_RUNNING: usize = 1000;

fn state_key(state: GameState) -> &'static str {
    match state {
        GameState::Open => "open",
        GameState::Running => "running",
        GameState::Over => "over",
    }
}

impl People {
    /// All games of a user in a state, the newest first; of a very long list the first ones.
    pub(super) async fn all_games(
        &self,
        user: UserId,
        state: GameState,
    ) -> Result<Vec<ListedGame>, PeopleError> {
        let (mut all, mut next) = (Vec::new(), None::<ListKey>);
        loop {
            let before = next.as_ref();
            let page = self.store.games_of(user.as_str(), Some(state), before, MAX_PAGE).await?;
            all.extend(page.games);
            next = page.next;
            if next.is_none() || state != GameState::Over && all.len() >= MAX_RUNNING {
                return Ok(all);
            }
        }
    }

    /// The games of a user: on the first page those that are not over, where it is to act first,
    /// the least time left first, then those that are over. Every list is ordered by the moments at
    /// which turns passed, never by the last event: that could be a private step. `private` says
    /// whether games that wait for players are listed, to which an id is an invitation.
    pub(crate) async fn games_of(
        &self,
        user: UserId,
        before: Option<&ListKey>,
        private: bool,
    ) -> Result<MyGames, PeopleError> {
        let mut running = Vec::new();
        if before.is_none() {
            running = self.running_games_of(user, private).await?;
        }
        let over = self.store.games_of(user.as_str(), Some(GameState::Over), before, 50).await?;
        let mut finished = Vec::new();
        for game in over.games {
            finished.push(self.listed(user, game).await?);
        }
        let next = over.next.map(|key| format!("{}-{}", key.at_ms, key.game));
        Ok(MyGames { running, over: finished, next })
    }

    /// The games of a user that are not over, in the order of [`People::games_of`].
    pub(crate) async fn running_games_of(
        &self,
        user: UserId,
        private: bool,
    ) -> Result<Vec<MyGame>, PeopleError> {
        let mut running = self.all_games(user, GameState::Running).await?;
        if private {
            running.extend(self.all_games(user, GameState::Open).await?);
        }
        let mut listed = Vec::new();
        for game in running {
            listed.push(self.listed(user, game).await?);
        }
        let until = |game: &MyGame| game.until_ms.filter(|_| game.my_turn).unwrap_or(i64::MAX);
        listed.sort_by_key(|game| {
            (!game.my_turn, until(game), Reverse(game.turn_ms), game.id.clone())
        });
        Ok(listed)
    }

    /// In how many games a user is to act.
    pub(crate) async fn count_to_act(&self, user: UserId) -> Result<u32, PeopleError> {
        Ok(self.store.count_to_act(user.as_str()).await?)
    }

    async fn listed(&self, user: UserId, game: ListedGame) -> Result<MyGame, PeopleError> {
        let summary = game.derived.summary;
        let is_running = summary.state == GameState::Running;
        let mut my_turn = false;
        let mut seats = Vec::new();
        for seat in game.derived.seats {
            let id = seat.user.as_deref().map(super::user_id).transpose()?;
            my_turn |= is_running && seat.to_act && id == Some(user);
            let name = match id {
                Some(id) => self.service.name_of(id).await?,
                None => None,
            };
            seats.push(ListedSeat { user: id, name, computer: seat.computer, place: seat.place });
        }
        Ok(MyGame {
            id: game.game,
            game: summary.kind,
            state: state_key(summary.state),
            my_turn,
            until_ms: summary
                .deadline_ms
                .map(|until| self.service.after_outages(summary.excused_ms, until)),
            seats,
            plies: summary.plies,
            created_ms: summary.created_ms,
            turn_ms: summary.last_ms,
            over_ms: summary.over_ms,
            reason: summary.reason,
        })
    }
}

/// Reads the key of a page.
pub(crate) fn read_key(text: &str) -> Option<ListKey> {
    let (at_ms, game) = text.split_once('-')?;
    Some(ListKey { at_ms: at_ms.parse().ok()?, game: game.to_owned() })
}
