//! Games between players, for tests and measurements.

use crate::{Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::{Outcome, Refusal, Table, Turn, Viewer};
use std::sync::atomic::AtomicBool;

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player did not answer.
    #[error("{seat} has no answer: {error}")]
    Player {
        /// The seat of the player.
        seat: heterodox_rules::Seat,
        /// The cause.
        error: PlayerError,
    },
    /// The umpire refused the text of a player.
    #[error("'{text}' was refused: {refusal}")]
    Refused {
        /// The submitted text.
        text: String,
        /// The reason of the umpire.
        refusal: Refusal,
    },
    /// The game did not end within this number of acts.
    #[error("no end after {0} acts")]
    Endless(usize),
}

/// More acts than any game with house rules needs.
const MAX_ACTS: usize = 20_000;

/// Plays a table to its end and returns the outcome. `players` and `limits` are in the order of the
/// seats; `dice` throws for the umpire.
///
/// # Errors
/// See [`ArenaError`].
///
/// # Panics
/// If there are fewer players or limits than seats.
pub fn play(
    table: &mut Table,
    players: &mut [Box<dyn Player>],
    limits: &[SearchLimit],
    dice: &mut SplitMix64,
) -> Result<Outcome, ArenaError> {
    let stop = AtomicBool::new(false);
    for _ in 0..MAX_ACTS {
        match table.turn() {
            Turn::Over(outcome) => return Ok(outcome),
            Turn::Throw(request) => {
                let faces: Vec<u8> =
                    (0..request.dice).map(|_| 1 + dice.below(request.faces.into()) as u8).collect();
                table.throw(&faces).map_err(|refusal| ArenaError::Refused {
                    text: format!("a throw of {faces:?}"),
                    refusal,
                })?;
            }
            Turn::Seats(seats) => {
                let Some(&seat) = seats.first() else { break };
                let viewer = Viewer::Seat(seat);
                let (scene, frames) = (table.scene(viewer), table.frames(viewer));
                let choice = players[seat.index()]
                    .choose(&scene, &frames, &limits[seat.index()], &stop)
                    .map_err(|error| ArenaError::Player { seat, error })?;
                table
                    .submit(seat, &choice.text)
                    .map_err(|refusal| ArenaError::Refused { text: choice.text, refusal })?;
            }
        }
    }
    Err(ArenaError::Endless(MAX_ACTS))
}
