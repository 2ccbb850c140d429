//! Who is to sit at a new table.

use super::environment::Environment;
use super::event::{Opening, Player, StartWith};
use super::{Guest, ServiceError};
use heterodox_engine::Level;
use heterodox_rules::{Options, Refusal, Seat, info};

/// A game as a guest wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewGameRequest {
    /// The game's id in the rules.
    pub(crate) game: String,
    /// Table options.
    pub(crate) options: Options,
    /// How it begins.
    pub(crate) start: StartWith,
    /// Who sits where.
    pub(crate) seating: Seating,
}

/// Who sits where, as a guest wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seating {
    /// The guest on one seat, and the same on all others.
    Against {
        /// Whom the guest plays.
        opponent: Opponent,
        /// Where the guest sits.
        seat: SeatWish,
    },
    /// Seat by seat.
    Each {
        /// Who sits on each.
        seats: Vec<Sitter>,
        /// Whether the lot says who of them sits where.
        shuffle: bool,
    },
}

/// Against whom a guest wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    /// Whoever comes.
    Open,
    /// The computer.
    Computer(Level),
    /// Whoever sits beside the guest at the same screen: the guest holds all seats.
    HotSeat,
}

/// Where a guest wants to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatWish {
    /// On this seat.
    Seat(usize),
    /// Anywhere.
    Random,
}

/// Who is to sit on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// The guest who opens the game, or somebody at the same screen.
    You,
    /// Whoever comes.
    Open,
    /// The computer.
    Computer(Level),
}

impl Seating {
    /// Whether a computer is to play.
    fn has_computer(&self) -> bool {
        match self {
            Self::Against { opponent, .. } => matches!(opponent, Opponent::Computer(_)),
            Self::Each { seats, .. } => {
                seats.iter().any(|sitter| matches!(sitter, Sitter::Computer(_)))
            }
        }
    }

    /// Who sits where at a table with so many seats.
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
                // From the end on each place draws among those that are left.
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
        // Who holds all of them has no place to choose.
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
    /// The opening that is wished for, with the house rules; nobody sits yet, and what the lot decides is not drawn.
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

/// The seat of a guest at a table that it has opened: the first, if there are several.
pub(super) fn first_seat(players: &[Option<Player>], guest: &Guest) -> Option<Seat> {
    let holds = |player: &Option<Player>| player.as_ref().is_some_and(|player| player.is(guest));
    players.iter().position(holds).map(Seat::new)
}
