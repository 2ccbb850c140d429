//! The engine helps nobody in a running game against another person.

use super::{People, PeopleError};
use crate::study::board_of;
use heterodox_host::UserId;
use heterodox_rules::{Refusal, Viewer};
use heterodox_store::GameState;

impl People {
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
        let Some(caller) = caller else { return Ok(()) };
        for listed in self.all_games(caller, GameState::Running).await? {
            let is_other = |user: &str| user != caller.as_str();
            let mut seats = listed.derived.seats.iter();
            if listed.derived.summary.kind != game
                || !seats.any(|seat| seat.user.as_deref().is_some_and(is_other))
            {
                continue;
            }
            let Some(snapshot) = self.readable(&listed.game).await? else { continue };
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
