//! Errors of the service.

use crate::limit::LimitError;
use crate::problem::{Args, Problem};
use axum::http::StatusCode;
use heterodox_host::HostError;
use heterodox_rules::Refusal;
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
    /// There is no lesson of this game, or it has no such step.
    #[error("there is no such lesson, or it has no such step")]
    NoSuchLesson,
    /// A hint for this seat is in progress, or the pool is full.
    #[error("hints are being looked for already: try again in a moment")]
    HintBusy,
    /// A ply that the game or record does not have.
    #[error("there is no ply {ply}: expected 0 to {last}")]
    NoSuchPly {
        /// The requested ply.
        ply: usize,
        /// The last one.
        last: usize,
    },
    /// A record with too many plies.
    #[error("the record has {found} plies, expected at most {limit}")]
    RecordTooLong {
        /// Its plies.
        found: usize,
        /// The most plies.
        limit: usize,
    },
    /// The game takes no conditional moves.
    #[error("conditional moves are for running games of two people without hidden pieces and dice")]
    NoConditionals,
    /// Conditional moves are set while the opponent thinks.
    #[error("conditional moves can be set only while it is the opponent's turn to move")]
    ConditionalsNotNow,
    /// The lines are not in form.
    #[error("expected at most 20 lines of 2 to 10 moves in pairs, with one answer to each move")]
    BadConditionals,
    /// The limits refuse the call.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The worker pool is full.
    #[error("the server has too much to compute now: try again in a moment")]
    Busy,
    /// The host or its umpire refused.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The store failed.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
    /// A bug of the program, or damaged data.
    #[error("{0}")]
    Broken(String),
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> Self {
        Self::Host(refusal.into())
    }
}

impl Problem for ServiceError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchGame(_) | Self::NoSuchRecord(_) | Self::NoSuchLesson => {
                StatusCode::NOT_FOUND
            }
            Self::NoSuchPly { .. } => StatusCode::BAD_REQUEST,
            Self::RecordTooLong { .. } | Self::BadConditionals => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NoConditionals | Self::ConditionalsNotNow => StatusCode::CONFLICT,
            Self::HintBusy => StatusCode::TOO_MANY_REQUESTS,
            Self::Limit(error) => error.status(),
            Self::Host(error) => error.status(),
            // A retry would not help.
            Self::Store(StoreError::Damaged { .. } | StoreError::Corrupt(_)) | Self::Broken(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::Busy | Self::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame(_) => "no-such-game",
            Self::NoSuchRecord(_) => "no-such-record",
            Self::NoSuchLesson => "no-such-lesson",
            Self::NoSuchPly { .. } => "no-such-ply",
            Self::RecordTooLong { .. } => "record-too-long",
            Self::HintBusy => "hint-busy",
            Self::NoConditionals => "no-conditionals",
            Self::ConditionalsNotNow => "conditionals-not-now",
            Self::BadConditionals => "bad-conditionals",
            Self::Limit(error) => error.code(),
            Self::Host(error) => error.code(),
            Self::Busy => "busy",
            Self::Store(StoreError::Damaged { .. } | StoreError::Corrupt(_)) | Self::Broken(_) => {
                "failed"
            }
            Self::Store(StoreError::Closed) => "closing",
            Self::Store(_) => "store-failed",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::NoSuchGame(id) | Self::NoSuchRecord(id) => vec![("id", id.clone())],
            Self::NoSuchPly { ply, last } => {
                vec![("ply", ply.to_string()), ("last", last.to_string())]
            }
            Self::RecordTooLong { found, limit } => {
                vec![("found", found.to_string()), ("limit", limit.to_string())]
            }
            Self::Limit(error) => error.args(),
            Self::Host(error) => error.args(),
            Self::NoConditionals
            | Self::ConditionalsNotNow
            | Self::BadConditionals
            | Self::NoSuchLesson
            | Self::HintBusy
            | Self::Busy
            | Self::Store(_)
            | Self::Broken(_) => Args::new(),
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Store(StoreError::Damaged { .. } | StoreError::Corrupt(_)) | Self::Broken(_) => {
                "the server failed".to_owned()
            }
            Self::Store(_) => {
                "the server cannot store anything now: look at the state before you try again"
                    .to_owned()
            }
            error => error.to_string(),
        }
    }

    fn reasons(&self) -> &[Refusal] {
        match self {
            Self::Host(error) => error.reasons(),
            _ => &[],
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Limit(error) => error.retry_after(),
            Self::Busy => Some(1),
            _ => None,
        }
    }
}

impl Problem for HostError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchSeat { .. } => StatusCode::BAD_REQUEST,
            Self::NoSeat
            | Self::NotYourSeat(_)
            | Self::NotInvited(_)
            | Self::NotYourOffer
            | Self::HintNotHere => StatusCode::FORBIDDEN,
            Self::SeatTaken(_)
            | Self::YourOffer
            | Self::NotBegun
            | Self::NoFreeSeat
            | Self::NotOffered
            | Self::OfferOver
            | Self::NotOver
            | Self::NoOpponent
            | Self::OtherPeople
            | Self::NoDiceParts
            | Self::DicePartGiven
            | Self::DicePartLate
            | Self::HintNotNow
            | Self::NoClock
            | Self::OutOfTime(_)
            | Self::Paused
            | Self::NotPaused
            | Self::NoPauseLeft { .. }
            | Self::PauseOffered
            | Self::NoPauseOffer
            | Self::NotPlaying(_)
            | Self::NotAnOpponent(_)
            | Self::NotGone
            | Self::Stale { .. } => StatusCode::CONFLICT,
            Self::SeatsCount { .. }
            | Self::TooLong { .. }
            | Self::Time(_)
            | Self::Offer(_)
            | Self::TooManySteps { .. }
            | Self::GameTooLong { .. }
            | Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn code(&self) -> &'static str {
        Self::code(self)
    }

    fn args(&self) -> Args {
        Self::args(self)
    }

    fn reasons(&self) -> &[Refusal] {
        match self {
            Self::Refused(refusal) => &refusal.reasons,
            _ => &[],
        }
    }
}
