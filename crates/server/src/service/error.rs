//! Errors of the service.

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
