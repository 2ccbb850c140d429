//! Errors of the service.

use heterodox_rules::{Refusal, Seat};
use heterodox_store::StoreError;

/// Why the service refused a call. No data were changed, except that after an error of the store
/// the write may have succeeded; the state that the caller gets then is the true one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServiceError {
    /// There is no game with this id.
    #[error("there is no game '{0}'")]
    NoSuchGame(String),
    /// There is no record with this id.
    #[error("there is no record '{0}'")]
    NoSuchRecord(String),
    /// The caller holds no seat in the game.
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
    /// A rematch of a game that still runs.
    #[error("a rematch can be asked for once the game is over")]
    NotOver,
    /// A rematch of a game that never had an opponent.
    #[error("there is no opponent for a rematch: a seat of this game was never taken")]
    NoOpponent,
    /// A part of a seed in a game without one.
    #[error("this game has no dice to which players add")]
    NoDiceParts,
    /// A second, different part of the same guest.
    #[error("you have added to the dice of this game already, and that stands")]
    DicePartGiven,
    /// A part that comes too late: the game is over, or the guest is out of it.
    #[error("nothing can be added to the dice of this game any more")]
    DicePartLate,
    /// A hint in a game against another guest.
    #[error("there are hints only where all other seats are computers or your own")]
    HintNotHere,
    /// A hint for a seat that is not to act.
    #[error("there is a hint only for the seat that has to act, with its own sight")]
    HintNotNow,
    /// A hint for this seat is in progress, or the pool is full.
    #[error("hints are being looked for already: try again in a moment")]
    HintBusy,
    /// The act was meant for an older version of the game.
    #[error("the act is for version {expected} of the game, which is at version {version}")]
    Stale {
        /// The version that the caller saw.
        expected: u64,
        /// The current version.
        version: u64,
    },
    /// A ply that the game or record does not have.
    #[error("there is no ply {ply}: expected 0 to {last}")]
    NoSuchPly {
        /// The requested ply.
        ply: usize,
        /// The last one.
        last: usize,
    },
    /// An input that is longer than any legal one.
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
    /// A record with too many plies.
    #[error("the record has {found} plies, expected at most {limit}")]
    RecordTooLong {
        /// Its plies.
        found: usize,
        /// The most plies.
        limit: usize,
    },
    /// The caller is over a rate limit.
    #[error("too many calls from you or your address: try again in {seconds} s")]
    TooMany {
        /// The seconds to wait.
        seconds: u64,
    },
    /// The disk of the data folder has too little free space for new data.
    #[error("the server's disk is almost full: running games go on, new ones have to wait")]
    DiskFull,
    /// The worker pool is full.
    #[error("the server has too much to compute now: try again in a moment")]
    Busy,
    /// The rules or the umpire refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
    /// A bug of the program, or damaged data.
    #[error("{0}")]
    Broken(String),
}
