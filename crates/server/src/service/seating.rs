//! The players of a new table.

use super::environment::Environment;
use super::event::{Opening, Player, StartWith};
use super::{Guest, ServiceError};
use heterodox_engine::Level;
use heterodox_rules::{Options, Refusal, Seat, info};

/// A request for a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewGameRequest {
    /// The game's id in the rules.
    pub(crate) game: String,
    /// The table options.
    pub(crate) options: Options,
    /// How the game begins.
    pub(crate) start: StartWith,
    /// The players.
    pub(crate) seating: Seating,
}

/// The requested players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seating {
    /// The guest on one seat, and the same opponent on all others.
    Against {
        /// The opponent.
        opponent: Opponent,
        /// The guest's seat.
        seat: SeatWish,
    },
    /// Each seat by itself.
    Each {
        /// The occupant of each seat.
        seats: Vec<Sitter>,
        /// Whether the occupants are shuffled.
        shuffle: bool,
    },
}

/// The opponent that a guest asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    /// Any guest who joins.
    Open,
    /// The computer.
    Computer(Level),
    /// Another person at the same screen: the guest holds all seats.
    HotSeat,
}

/// The seat that a guest asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatWish {
    /// On this seat.
    Seat(usize),
    /// A random seat.
    Random,
}

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// The guest who opens the game, or another person at the same screen.
    You,
    /// Any guest who joins.
    Open,
    /// The computer.
    Computer(Level),
}

impl Seating {
    /// Returns whether a computer is to play.
    fn has_computer(&self) -> bool {
        match self {
            Self::Against { opponent, .. } => matches!(opponent, Opponent::Computer(_)),
            Self::Each { seats, .. } => {
                seats.iter().any(|sitter| matches!(sitter, Sitter::Computer(_)))
            }
        }
    }

    /// The players of a table with this number of seats.
    pub(super) fn players(
        self,
        guest: &Guest,
        seats: usize,
        outside: &dyn Environment,
    ) -> Result<Vec<Option<Player>>, ServiceError> {
        let sitters = match self {
            Self::Against { opponent, seat } => against(opponent, seat, seats, outside)?,
            Self::Each { seats: sitters, .. } if sitters.len() != seats => {
                return Err(ServiceError::SeatsCount { found: sitters.len(), expected: seats });
            }
            Self::Each { seats: mut sitters, shuffle } => {
                // A Fisher–Yates shuffle.
                for left in (2..=sitters.len()).rev().filter(|_| shuffle) {
                    sitters.swap(left - 1, outside.below(left));
                }
                sitters
            }
        };
        let player = |sitter| match sitter {
            Sitter::You => Some(Player::Guest(guest.name.clone())),
            Sitter::Open => None,
            Sitter::Computer(level) => Some(Player::Computer(level)),
        };
        Ok(sitters.into_iter().map(player).collect())
    }
}

fn against(
    opponent: Opponent,
    seat: SeatWish,
    seats: usize,
    outside: &dyn Environment,
) -> Result<Vec<Sitter>, ServiceError> {
    let seat = match seat {
        // A guest with all seats needs no choice.
        SeatWish::Random if opponent == Opponent::HotSeat => 0,
        SeatWish::Random => outside.below(seats),
        SeatWish::Seat(seat) if seat < seats => seat,
        SeatWish::Seat(seat) => return Err(ServiceError::NoSuchSeat { seat, seats }),
    };
    let other = match opponent {
        Opponent::Open => Sitter::Open,
        Opponent::Computer(level) => Sitter::Computer(level),
        Opponent::HotSeat => Sitter::You,
    };
    let mut sitters = vec![other; seats];
    sitters[seat] = Sitter::You;
    Ok(sitters)
}

impl NewGameRequest {
    /// The requested opening, with the house rules. The players are not seated and no seed is
    /// drawn.
    pub(super) fn opening(&self) -> Result<Opening, Refusal> {
        let mut opening = Opening {
            game: self.game.clone(),
            options: self.options.clone(),
            start: self.start.clone(),
            players: Vec::new(),
            dice: None,
        };
        if self.seating.has_computer() {
            for spec in info(&opening.game)?.options {
                if let Some(value) = spec.house {
                    let options = &mut opening.options.0;
                    options.entry(spec.key.to_owned()).or_insert_with(|| value.to_owned());
                }
            }
        }
        Ok(opening)
    }
}

/// The first seat of a guest at a table that it has opened.
pub(super) fn first_seat(players: &[Option<Player>], guest: &Guest) -> Option<Seat> {
    let holds = |player: &Option<Player>| player.as_ref().is_some_and(|player| player.is(guest));
    players.iter().position(holds).map(Seat::new)
}
