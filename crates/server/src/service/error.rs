//! Why the service did not do what it was asked.

use heterodox_rules::{Refusal, Seat};
use heterodox_store::StoreError;

/// Why the service did not do what it was asked. Nothing was changed, or, if the store failed, what is
/// shown tells whether anything was.
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
    /// A seat that the game does not have.
    #[error("there is no seat {seat}: expected 0 to {}", seats - 1)]
    NoSuchSeat {
        /// The seat that was asked for.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// A seat of somebody else.
    #[error("seat {} of this game is not yours", .0.index())]
    NotYourSeat(Seat),
    /// A seat that somebody has, or that is out of the game.
    #[error("seat {} of this game is not free", .0.index())]
    SeatTaken(Seat),
    /// A game was wished for with more or fewer players than it has seats.
    #[error(
        "`seats` has length {found}, expected {expected}: one entry for each seat of this table"
    )]
    SeatsCount {
        /// How many were named.
        found: usize,
        /// How many seats the table has.
        expected: usize,
    },
    /// All seats are taken, or the game is over.
    #[error("this game has no free seat")]
    NoFreeSeat,
    /// A rematch of a game that still runs.
    #[error("a rematch can be asked for once the game is over")]
    NotOver,
    /// A rematch of a game that nobody joined.
    #[error("there is no opponent for a rematch: a seat of this game was never taken")]
    NoOpponent,
    /// A part of a seed that does not exist.
    #[error("this game has no dice to which players add")]
    NoDiceParts,
    /// A second part of the same guest.
    #[error("you have added to the dice of this game already, and that stands")]
    DicePartGiven,
    /// A part for dice that are thrown without it: the game is over, or the guest is out of it.
    #[error("nothing can be added to the dice of this game any more")]
    DicePartLate,
    /// A hint where somebody else plays whom it would wrong.
    #[error("there are hints only where all other seats are computers or your own")]
    HintNotHere,
    /// A hint for whoever is not to act.
    #[error("there is a hint only for the seat that has to act, with its own sight")]
    HintNotNow,
    /// A hint for this seat is being thought of, or too many are.
    #[error("hints are being looked for already: try again in a moment")]
    HintBusy,
    /// The act came for an older version of the game.
    #[error("the act is for version {expected} of the game, which is at version {version}")]
    Stale {
        /// The version that the caller saw.
        expected: u64,
        /// The version now.
        version: u64,
    },
    /// A ply that the game or record does not have.
    #[error("there is no ply {ply}: expected 0 to {last}")]
    NoSuchPly {
        /// The ply that was asked for.
        ply: usize,
        /// The last one.
        last: usize,
    },
    /// Something that a caller sent is longer than anything that means something.
    #[error("`{name}` has {found} bytes, expected at most {limit}")]
    TooLong {
        /// Which field.
        name: String,
        /// Its bytes.
        found: usize,
        /// The most.
        limit: usize,
    },
    /// The seat has made all the setup steps that there are, and this one does not end its setup.
    #[error(
        "this seat has made {limit} steps of the setup, expected one that ends its setup \
         (or that it resigns)"
    )]
    TooManySteps {
        /// The most.
        limit: u32,
    },
    /// So much has happened in the game that only moves are taken any more.
    #[error("{limit} things have happened in this game: expected a move, or that you resign")]
    GameTooLong {
        /// The most.
        limit: u64,
    },
    /// A record with more plies than are kept.
    #[error("the record has {found} plies, expected at most {limit}")]
    RecordTooLong {
        /// The plies.
        found: usize,
        /// The most.
        limit: usize,
    },
    /// The caller asks for more than it may.
    #[error("too many calls from you or your address: try again in {seconds} s")]
    TooMany {
        /// How long to wait.
        seconds: u64,
    },
    /// The disk of the data folder has too little room for something new.
    #[error("the server's disk is almost full: running games go on, new ones have to wait")]
    DiskFull,
    /// Too much is being computed.
    #[error("the server has too much to compute now: try again in a moment")]
    Busy,
    /// The rules or the umpire said no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
    /// The program or its data is at fault.
    #[error("{0}")]
    Broken(String),
}
