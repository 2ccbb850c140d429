//! A table being played: who sits where, dice, agreement, the computers' duties, rematch, and the
//! log of all that.
//!
//! The crate does no input or output. Time, randomness and people are arguments ([`Moment`],
//! [`Randomness`], [`UserId`]), so that a server, a program at a terminal, a match of engines and a
//! test all play the same table:
//!
//! 1. [`NewTable::open`] makes a [`Game`] from a request, with seats and seeds;
//! 2. a [`Transaction`] tries what a person or computer wants on a copy, and adds what follows
//!    without a decision (throws, granted take-backs);
//! 3. its [`Event`]s are stored, and the copy becomes the game;
//! 4. [`Game::duty`] says what a computer has to do next.
//!
//! The log is the truth: [`Game::replay`] makes the game again from its [`Opening`] and events.
//!
//! ```
//! use heterodox_host::{
//!     Moment, NewTable, Opponent, SeatChoice, Seating, SeededRandomness, StartWith, Transaction,
//! };
//! let (anna, ben) = ("annaanna".parse().unwrap(), "benbenbe".parse().unwrap());
//! let dice = SeededRandomness::new(7);
//! let wanted = NewTable {
//!     game: "klinzha".into(),
//!     options: Default::default(),
//!     start: StartWith::Quick("north-west".into()),
//!     time: None,
//!     terms: Default::default(),
//!     seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
//! };
//! let game = wanted.open("k3v9qz2m", anna, Moment(0), &dice).unwrap();
//! let mut joining = Transaction::new(&game, Moment(1), &dice);
//! joining.join(ben, None, None, "m2zq9v3k").unwrap();
//! let game = joining.finish().unwrap().game;
//! assert!(!game.is_open());
//! ```

mod actions;
mod bounds;
mod clock_actions;
mod duty;
mod error;
mod event;
mod game;
mod moment;
mod next_game;
mod offer;
mod perspective;
mod randomness;
mod seating;
mod time;
mod transaction;
mod user;

pub use heterodox_clock as clock;

pub use actions::{ActRequest, Action, RematchOffer};
pub use bounds::{ACT_BYTES, EVENTS, PLIES, SETUP_STEPS, canonical};
pub use duty::{Duty, DutyKind};
pub use error::HostError;
pub use event::{Event, LOG_VERSION, LogEntry, LogError, Opening, Player, StartWith, TrueLiteral};
pub use game::{Game, Recorded, ReplayError};
pub use moment::Moment;
pub use next_game::NextWish;
pub use offer::{
    DeclineReason, IfFree, Invited, MOST_FURTHER, Offer, OfferEnd, OfferError, OfferOf,
    Requirements, SeatKey, Visibility,
};
pub use perspective::{Perspective, PerspectiveRequest};
pub use randomness::{Randomness, SeededRandomness};
pub use seating::{NewTable, OfferTerms, Opponent, SeatChoice, SeatOccupant, Seating, seed_setup};
pub use time::{GameTime, Outage, Pause, RETURN_MS};
pub use transaction::{Circumstances, Done, Transaction};
pub use user::{NotAUserId, UserId};
