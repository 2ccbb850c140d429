//! Errors of the host.

use crate::OfferError;
use heterodox_clock::TimeRulesError;
use heterodox_rules::{Refusal, Seat};

/// Why the host refused. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HostError {
    /// The person holds no seat in the game.
    #[error("you hold no seat in this game")]
    NoSeat,
    /// The game has no such seat.
    #[error("there is no seat {seat}: expected 0 to {}", seats - 1)]
    NoSuchSeat {
        /// The requested seat.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// Another player's seat.
    #[error("seat {} of this game is not yours", .0.index())]
    NotYourSeat(Seat),
    /// A seat that is taken, or that is out of the game.
    #[error("seat {} of this game is not free", .0.index())]
    SeatTaken(Seat),
    /// The number of requested players differs from the number of seats.
    #[error(
        "`seats` has length {found}, expected {expected}: one entry for each seat of this table"
    )]
    SeatsCount {
        /// The number of players in the request.
        found: usize,
        /// The number of seats of the table.
        expected: usize,
    },
    /// All seats are taken, or the game is over.
    #[error("this game has no free seat")]
    NoFreeSeat,
    /// The free seat is offered to another person.
    #[error("seat {} of this game is offered to another person", .0.index())]
    NotInvited(Seat),
    /// No seat is offered to the person alone.
    #[error("no seat of this game is offered to you alone, so there is nothing to decline")]
    NotOffered,
    /// Another person's offer.
    #[error("another person opened this game: its offer is not yours")]
    NotYourOffer,
    /// The person's own offer.
    #[error("you opened this game: expected that you withdraw its offer")]
    YourOffer,
    /// Resigning a game that has not begun.
    #[error(
        "this game has not begun, so it cannot be resigned: expected that its offer is withdrawn, \
         or that you leave your seat"
    )]
    NotBegun,
    /// The offer has ended without a game.
    #[error("this offer has ended: it was declined, withdrawn, or not accepted in time")]
    OfferOver,
    /// The offer cannot be made.
    #[error("{0}")]
    Offer(#[from] OfferError),
    /// A rematch of a game that still runs.
    #[error("a rematch can be asked for once the game is over")]
    NotOver,
    /// Another game alone, after one with other people.
    #[error("other people play in this game: offer them a rematch")]
    OtherPeople,
    /// A rematch of a game that never had an opponent.
    #[error("there is no opponent for a rematch: a seat of this game was never taken")]
    NoOpponent,
    /// A part of a seed in a game without one.
    #[error("this game has no dice to which players add")]
    NoDiceParts,
    /// A second, different part of the same person.
    #[error("you have added to the dice of this game already, and that stands")]
    DicePartGiven,
    /// A part that comes too late: the game is over, or the person is out of it.
    #[error("nothing can be added to the dice of this game any more")]
    DicePartLate,
    /// A hint in a game against another person.
    #[error("there are hints only where all other seats are computers or your own")]
    HintNotHere,
    /// A hint for a seat that is not to act.
    #[error("there is a hint only for the seat that has to act, with its own sight")]
    HintNotNow,
    /// The act was meant for an older version of the game.
    #[error("the act is for version {expected} of the game, which is at version {version}")]
    Stale {
        /// The version that the caller saw.
        expected: u64,
        /// The current version.
        version: u64,
    },
    /// A text that is longer than any legal one.
    #[error("`{name}` has {found} bytes, expected at most {limit}")]
    TooLong {
        /// The field.
        name: String,
        /// Its length in bytes.
        found: usize,
        /// The most bytes.
        limit: usize,
    },
    /// The seat has made the most setup steps, and this one does not end its setup.
    #[error(
        "this seat has made {limit} steps of the setup, expected one that ends its setup \
         (or that it resigns)"
    )]
    TooManySteps {
        /// The most steps.
        limit: u32,
    },
    /// The game has the most events, and only moves and resignations are accepted.
    #[error("{limit} things have happened in this game: expected a move, or that you resign")]
    GameTooLong {
        /// The most events.
        limit: u64,
    },
    /// Something about clocks in a game in which none run.
    #[error("no clocks run in this game now")]
    NoClock,
    /// The time control cannot be played.
    #[error("`time`: {0}")]
    Time(#[from] TimeRulesError),
    /// The time of the seat has run out.
    #[error("the time of seat {} has run out", .0.index())]
    OutOfTime(Seat),
    /// The game is paused.
    #[error("the game is paused: expected that a player wants to go on first")]
    Paused,
    /// The game is not paused, or is about to go on.
    #[error("the game is not paused")]
    NotPaused,
    /// All pauses were taken.
    #[error("this game may be paused {limit} times, and was")]
    NoPauseLeft {
        /// The number of pauses.
        limit: u8,
    },
    /// The seat has offered a pause already.
    #[error("this seat has already offered a pause")]
    PauseOffered,
    /// No other seat has offered a pause.
    #[error("no pause is offered to this seat")]
    NoPauseOffer,
    /// The seat is out of the game.
    #[error("seat {} is out of the game", .0.index())]
    NotPlaying(Seat),
    /// Time for a seat that is no opponent with a clock.
    #[error("seat {} is no opponent with a clock", .0.index())]
    NotAnOpponent(Seat),
    /// A claim against a player who is here, or who has not been away for long enough.
    #[error("the player to move has not left, or not for long enough")]
    NotGone,
    /// The rules or the umpire refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl HostError {
    /// The key of the error, such as `not-your-seat`, or that of the refusal.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSeat => "no-seat",
            Self::NoSuchSeat { .. } => "no-such-seat",
            Self::NotYourSeat(_) => "not-your-seat",
            Self::SeatTaken(_) => "seat-taken",
            Self::SeatsCount { .. } => "seats-count",
            Self::NoFreeSeat => "no-free-seat",
            Self::NotInvited(_) => "not-invited",
            Self::NotOffered => "not-offered",
            Self::NotYourOffer => "not-your-offer",
            Self::YourOffer => "your-offer",
            Self::NotBegun => "not-begun",
            Self::OfferOver => "offer-over",
            Self::Offer(_) => "bad-offer",
            Self::NotOver => "not-over",
            Self::OtherPeople => "other-people",
            Self::NoOpponent => "no-opponent",
            Self::NoDiceParts => "no-dice-parts",
            Self::DicePartGiven => "dice-part-given",
            Self::DicePartLate => "dice-part-late",
            Self::HintNotHere => "hint-not-here",
            Self::HintNotNow => "hint-not-now",
            Self::Stale { .. } => "stale",
            Self::TooLong { .. } => "too-long",
            Self::TooManySteps { .. } => "too-many-steps",
            Self::GameTooLong { .. } => "game-too-long",
            Self::NoClock => "no-clock",
            Self::Time(_) => "bad-time",
            Self::OutOfTime(_) => "out-of-time",
            Self::Paused => "paused",
            Self::NotPaused => "not-paused",
            Self::NoPauseLeft { .. } => "no-pause-left",
            Self::PauseOffered => "pause-offered",
            Self::NoPauseOffer => "no-pause-offer",
            Self::NotPlaying(_) => "not-playing",
            Self::NotAnOpponent(_) => "not-an-opponent",
            Self::NotGone => "not-gone",
            Self::Refused(refusal) => refusal.code,
        }
    }

    /// The named values of the message.
    pub fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoSuchSeat { seat, seats } => {
                vec![("seat", seat.to_string()), ("seats", seats.to_string())]
            }
            Self::NoPauseLeft { limit } => vec![("limit", limit.to_string())],
            Self::Time(error) => vec![("error", error.to_string())],
            Self::Offer(error) => vec![("error", error.to_string())],
            Self::NotYourSeat(seat)
            | Self::SeatTaken(seat)
            | Self::NotInvited(seat)
            | Self::OutOfTime(seat)
            | Self::NotPlaying(seat)
            | Self::NotAnOpponent(seat) => {
                vec![("seat", seat.index().to_string())]
            }
            Self::SeatsCount { found, expected } => {
                vec![("found", found.to_string()), ("expected", expected.to_string())]
            }
            Self::Stale { expected, version } => {
                vec![("expected", expected.to_string()), ("version", version.to_string())]
            }
            Self::TooLong { name, found, limit } => vec![
                ("name", name.clone()),
                ("found", found.to_string()),
                ("limit", limit.to_string()),
            ],
            Self::TooManySteps { limit } => vec![("limit", limit.to_string())],
            Self::GameTooLong { limit } => vec![("limit", limit.to_string())],
            Self::Refused(refusal) => refusal.args.clone(),
            Self::NoSeat
            | Self::NoFreeSeat
            | Self::NotOffered
            | Self::NotYourOffer
            | Self::YourOffer
            | Self::NotBegun
            | Self::OfferOver
            | Self::NotOver
            | Self::OtherPeople
            | Self::NoOpponent
            | Self::NoDiceParts
            | Self::DicePartGiven
            | Self::DicePartLate
            | Self::HintNotHere
            | Self::HintNotNow
            | Self::NoClock
            | Self::Paused
            | Self::NotPaused
            | Self::PauseOffered
            | Self::NoPauseOffer
            | Self::NotGone => Vec::new(),
        }
    }
}
