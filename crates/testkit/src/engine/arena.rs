//! Games between computer players at the host, for tests and measurements.

use heterodox_engine::{Level, SearchLimit};
use heterodox_host::{Game, LogEntry, Moment, Opening, Player, SeededRandomness, Transaction};
use heterodox_rules::{Options, Outcome, Refusal, Setting, Start};
use std::sync::atomic::AtomicBool;

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player did not answer.
    #[error(transparent)]
    Player(#[from] heterodox_engine::PlayerError),
    /// The umpire refused what a player submitted.
    #[error("{event} was refused: {refusal}")]
    Refused {
        /// The submitted event, as the log writes it.
        event: String,
        /// The reason of the umpire.
        refusal: Refusal,
    },
    /// The game did not end within this number of acts.
    #[error("no end after {0} acts")]
    Endless(usize),
}

/// More acts than any game with house rules needs.
const MAX_ACTS: usize = 20_000;

/// Opens a game with these options, such as `house-rules=on`, with a computer on each seat.
///
/// # Panics
/// If the rules refuse the options or the start.
pub fn open(game: &str, options: &[impl AsRef<str>], start: Start) -> Game {
    let mut set = Options::default();
    for option in options {
        set.set(option.as_ref()).expect("an option");
    }
    let setting = Setting { options: set, start };
    let mut opening = Opening::with_free_seats(game, setting).expect("a table");
    opening.players.fill(Some(Player::Computer(Level::FULL)));
    Game::open("arena", Moment(0), opening).expect("a table")
}

/// Plays a game between computers to its end and returns the outcome. `players` and `limits` are in
/// the order of the seats; `dice` is the seed of the throws.
///
/// # Errors
/// See [`ArenaError`].
///
/// # Panics
/// If there are fewer players or limits than seats.
pub fn play(
    game: &mut Game,
    players: &mut [Box<dyn heterodox_engine::Player>],
    limits: &[SearchLimit],
    dice: u64,
) -> Result<Outcome, ArenaError> {
    let (stop, randomness) = (AtomicBool::new(false), SeededRandomness::new(dice));
    for _ in 0..MAX_ACTS {
        let mut change = Transaction::new(game, Moment(0), &randomness);
        let refused = |event, refusal| ArenaError::Refused { event, refusal };
        if let Some(duty) = game.duty() {
            let seat = duty.seat.index();
            let event = duty.fulfil(game, players[seat].as_mut(), &limits[seat], &stop)?;
            change
                .apply(event.clone())
                .map_err(|refusal| refused(LogEntry::from(event.clone()).encode(), refusal))?;
        } else {
            change.throw().map_err(|refusal| refused("a throw".to_owned(), refusal))?;
        }
        *game = change.finish_as_is().game;
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
    }
    Err(ArenaError::Endless(MAX_ACTS))
}
