//! Games between players, for tests and measurements.

use crate::{Player, PlayerError, Random, SearchLimit};
use heterodox_rules::{Outcome, Refusal, Table, Turn, Viewer};
use std::sync::atomic::AtomicBool;

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player had no answer.
    #[error("{seat} has no answer: {error}")]
    Player {
        /// Which.
        seat: heterodox_rules::Seat,
        /// Its reason.
        error: PlayerError,
    },
    /// The umpire refused what a player submitted.
    #[error("'{text}' was refused: {refusal}")]
    Refused {
        /// What was submitted.
        text: String,
        /// The umpire's reason.
        refusal: Refusal,
    },
    /// The game went on for too long.
    #[error("no end after {0} acts")]
    Endless(usize),
}

/// More acts than any game with house rules needs.
const MOST_ACTS: usize = 20_000;

/// Plays a table to its end, one player and budget a seat, in the order of the seats. `dice` throws
/// for the umpire.
///
/// # Panics
/// If there are fewer players or budgets than seats.
pub fn play(
    table: &mut Table,
    players: &mut [Box<dyn Player>],
    budgets: &[SearchLimit],
    dice: &mut Random,
) -> Result<Outcome, ArenaError> {
    let stop = AtomicBool::new(false);
    for _ in 0..MOST_ACTS {
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
                    .choose(&scene, &frames, &budgets[seat.index()], &stop)
                    .map_err(|error| ArenaError::Player { seat, error })?;
                table
                    .submit(seat, &choice.text)
                    .map_err(|refusal| ArenaError::Refused { text: choice.text, refusal })?;
            }
        }
    }
    Err(ArenaError::Endless(MOST_ACTS))
}
