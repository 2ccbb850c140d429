//! The names of players. Logs hold ids; a name is looked up when a game is loaded or its players
//! change, and a game that is in memory is told of a new name.

use super::live_game::LiveGame;
use super::{Service, ServiceError};
use heterodox_host::{Game, Invited, UserId};
use heterodox_store::UserKind;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most names that are kept.
const MAX: usize = 20_000;

/// The name of the player of each seat, or of the person to whom a free seat is offered; `None` for
/// guests, computers and seats for anybody.
pub(crate) type SeatNames = Arc<[Option<String>]>;

/// The names that were looked up.
#[derive(Default)]
pub(super) struct Names(Mutex<HashMap<UserId, Option<String>>>);

impl Names {
    fn known(&self) -> MutexGuard<'_, HashMap<UserId, Option<String>>> {
        // The lock guards single calls of the map, so a panic cannot leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// The name of a user; `None` for a guest and for a user who has left.
    pub(crate) async fn name_of(&self, user: UserId) -> Result<Option<String>, ServiceError> {
        if let Some(name) = self.names.known().get(&user) {
            return Ok(name.clone());
        }
        let stored = self.store.user(user.as_str()).await?;
        let name =
            stored.filter(|stored| stored.kind == UserKind::Person).and_then(|stored| stored.name);
        let mut known = self.names.known();
        if known.len() >= MAX {
            known.clear();
        }
        known.insert(user, name.clone());
        Ok(name)
    }

    /// The names of the players of a game.
    pub(super) async fn seat_names(&self, game: &Game) -> Result<SeatNames, ServiceError> {
        let mut names = Vec::new();
        for user in people(game) {
            names.push(match user {
                Some(user) => self.name_of(user).await?,
                None => None,
            });
        }
        Ok(names.into())
    }

    /// Looks up the name of a user again, and tells the games in which it sits. A name that cannot
    /// be looked up now is looked up when the game is loaded again.
    pub(crate) async fn rename(&self, user: UserId) {
        self.rename_here(user).await;
        self.tell_person(user);
    }

    /// Looks up the name of a user again, which another node may have changed.
    pub(super) async fn rename_here(&self, user: UserId) {
        self.names.known().remove(&user);
        for live in self.live_games.loaded() {
            if people(&live.snapshot().game).any(|other| other == Some(user)) {
                self.publish_names(&live).await;
            }
        }
    }

    /// Looks up all names again.
    pub(super) async fn rename_all(&self) {
        self.names.known().clear();
        for live in self.live_games.loaded() {
            if people(&live.snapshot().game).any(|user| user.is_some()) {
                self.publish_names(&live).await;
            }
        }
    }

    async fn publish_names(&self, live: &LiveGame) {
        let game = live.snapshot().game.clone();
        match self.seat_names(&game).await {
            Ok(names) => live.publish_names(names),
            Err(error) => tracing::warn!(%error, "a game shows an old name"),
        }
    }
}

/// The person of each seat: the one who holds it, or to whom it is offered.
pub(super) fn people(game: &Game) -> impl Iterator<Item = Option<UserId>> {
    game.seats().map(|seat| match (game.player(seat), game.invited(seat)) {
        (Some(player), _) => player.user(),
        (None, Some(Invited::User(user))) => Some(*user),
        (None, _) => None,
    })
}
