//! The engine helps no player in a running game against another person.

use super::{People, PeopleError};
use crate::study::board_of;
use heterodox_host::{Game, NewTable, StartWith, UserId};
use heterodox_rules::{Refusal, Viewer};
use heterodox_store::GameState;

impl People {
    /// Refuses to open a game from such a board in which the server's engine would play or hint.
    ///
    /// # Errors
    ///
    /// The refusal `analysis-own-game`.
    pub(crate) async fn expect_fair(
        &self,
        caller: UserId,
        wanted: &NewTable,
    ) -> Result<(), PeopleError> {
        match &wanted.start {
            StartWith::Position(position) if !wanted.seating.offers_seat() => {
                let boards = [board_of(position.trim()).to_owned()];
                self.expect_not_in_play(caller, &wanted.game, &boards, 1).await
            }
            _ => Ok(()),
        }
    }

    /// Refuses a hint on such a board, in whatever game of the caller it stands.
    ///
    /// # Errors
    ///
    /// The refusal `analysis-own-game`.
    pub(crate) async fn expect_fair_hint(
        &self,
        caller: UserId,
        game: &Game,
    ) -> Result<(), PeopleError> {
        let position = game.table().scene(Viewer::Public).frame.position;
        let boards = [board_of(&position).to_owned()];
        // Many games begin with the same board.
        self.expect_not_in_play(caller, &game.opening().game, &boards, 1).await
    }

    /// Refuses boards that stand in a running game of the caller against another person. Boards of
    /// hidden games are never asked for: the analysis does not know these games.
    ///
    /// # Errors
    ///
    /// The refusal `analysis-own-game`.
    pub(crate) async fn expect_not_playing(
        &self,
        caller: Option<UserId>,
        game: &str,
        boards: &[String],
    ) -> Result<(), PeopleError> {
        match caller {
            Some(caller) => self.expect_not_in_play(caller, game, boards, 0).await,
            None => Ok(()),
        }
    }

    /// The same, but for games with less than `plies` plies.
    async fn expect_not_in_play(
        &self,
        caller: UserId,
        game: &str,
        boards: &[String],
        plies: usize,
    ) -> Result<(), PeopleError> {
        // A game with a free seat may have begun, and is known to those who are offered one.
        let mut games = self.all_games(caller, GameState::Running).await?;
        games.extend(self.all_games(caller, GameState::Open).await?);
        games.extend(self.store.offered_to(caller.as_str()).await?);
        for listed in games {
            let is_other = |user: &str| user != caller.as_str();
            let mut seats = listed.derived.seats.iter();
            let is_open = listed.derived.summary.state == GameState::Open;
            let is_against = is_open && listed.derived.summary.plies > 0
                || seats.any(|seat| seat.user.as_deref().is_some_and(is_other));
            if listed.derived.summary.kind != game || !is_against {
                continue;
            }
            let Some(snapshot) = self.readable(&listed.game).await? else { continue };
            if snapshot.game.table().plies() < plies {
                continue;
            }
            let position = snapshot.game.table().scene(Viewer::Public).frame.position;
            if boards.iter().any(|board| board == board_of(&position)) {
                let message = "you are playing a game with this position against another person: \
                    it can be analysed when the game is over";
                let refusal = Refusal::new("analysis-own-game", message);
                return Err(crate::games::ServiceError::from(refusal).into());
            }
        }
        Ok(())
    }
}
