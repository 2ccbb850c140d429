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
        seat: SeatChoice,
    },
    /// Each seat by itself.
    Each {
        /// The occupant of each seat.
        seats: Vec<SeatOccupant>,
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
pub(crate) enum SeatChoice {
    /// On this seat.
    Seat(usize),
    /// A random seat.
    Random,
}

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatOccupant {
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
                seats.iter().any(|occupant| matches!(occupant, SeatOccupant::Computer(_)))
            }
        }
    }

    /// The players of a table with this number of seats.
    pub(super) fn players(
        self,
        guest: &Guest,
        seats: usize,
        environment: &dyn Environment,
    ) -> Result<Vec<Option<Player>>, ServiceError> {
        let occupants = match self {
            Self::Against { opponent, seat } => {
                against_opponent(opponent, seat, seats, environment)?
            }
            Self::Each { seats: occupants, .. } if occupants.len() != seats => {
                return Err(ServiceError::SeatsCount { found: occupants.len(), expected: seats });
            }
            Self::Each { seats: mut occupants, shuffle } => {
                // A Fisher–Yates shuffle.
                for left in (2..=occupants.len()).rev().filter(|_| shuffle) {
                    occupants.swap(left - 1, environment.below(left));
                }
                occupants
            }
        };
        let player = |occupant| match occupant {
            SeatOccupant::You => Some(Player::Guest(guest.name.clone())),
            SeatOccupant::Open => None,
            SeatOccupant::Computer(level) => Some(Player::Computer(level)),
        };
        Ok(occupants.into_iter().map(player).collect())
    }
}

fn against_opponent(
    opponent: Opponent,
    seat: SeatChoice,
    seats: usize,
    environment: &dyn Environment,
) -> Result<Vec<SeatOccupant>, ServiceError> {
    let seat = match seat {
        // A guest with all seats needs no choice.
        SeatChoice::Random if opponent == Opponent::HotSeat => 0,
        SeatChoice::Random => environment.below(seats),
        SeatChoice::Seat(seat) if seat < seats => seat,
        SeatChoice::Seat(seat) => return Err(ServiceError::NoSuchSeat { seat, seats }),
    };
    let other = match opponent {
        Opponent::Open => SeatOccupant::Open,
        Opponent::Computer(level) => SeatOccupant::Computer(level),
        Opponent::HotSeat => SeatOccupant::You,
    };
    let mut occupants = vec![other; seats];
    occupants[seat] = SeatOccupant::You;
    Ok(occupants)
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
            opening.options.apply_house_rules(info(&opening.game)?.options);
        }
        Ok(opening)
    }
}

/// The first seat of a guest at a table that it has opened.
pub(super) fn first_seat(players: &[Option<Player>], guest: &Guest) -> Option<Seat> {
    let holds = |player: &Option<Player>| player.as_ref().is_some_and(|player| player.is(guest));
    players.iter().position(holds).map(Seat::new)
}
