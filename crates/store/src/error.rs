//! The error of a store.

/// The error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The id or key is in use. Nothing was written.
    #[error("'{0}' is already in use")]
    Taken(String),
    /// What was to be changed is not there. Nothing was written.
    #[error("'{0}' is not there")]
    Missing(String),
    /// The log of this game does not end after the event that the caller named, or there is no such
    /// game. Nothing was written.
    #[error("the log of game '{game}' does not end after event {after}")]
    Conflict {
        /// The game's id.
        game: String,
        /// The number of the last event, as the caller knew it.
        after: u64,
    },
    /// A newer version of this program wrote the file.
    #[error(
        "the store has schema version {found}, this program knows versions up to {known}: \
         use the program that wrote it, or a newer one"
    )]
    TooNew {
        /// The schema version of the file.
        found: i64,
        /// The newest schema version that this program knows.
        known: i64,
    },
    /// `heterodox migrate` has begun to copy data into the database, and has not finished.
    #[error("data are being copied into it: run `heterodox migrate` again until all are there")]
    Unfinished,
    /// The data were moved into another database: a server on these would begin to differ.
    #[error(
        "these data were moved to {to}: name that database, or delete '{}' to go on with these",
        mark.display()
    )]
    Moved {
        /// The file that says so.
        mark: std::path::PathBuf,
        /// The other database.
        to: String,
    },
    /// The log of a game has fewer or more events than were appended.
    #[error("the log of game '{game}' is damaged: {damage}")]
    Damaged {
        /// The game's id.
        game: String,
        /// How the log is damaged.
        damage: Damage,
    },
    /// The file is not a database, or a page of it that was read is damaged. Holds the database's
    /// message.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database failed, for instance because the disk is full. Holds its message.
    #[error("the database failed: {0}")]
    Database(String),
}

/// How the log of a game is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The events are not numbered from 1 without a gap.
    #[error("event {found} was found where event {expected} was expected")]
    Gap {
        /// The number of the first event that is out of order.
        found: i64,
        /// The number that an event in its position must have.
        expected: i64,
    },
    /// The number of events differs from the one that is stored with the game.
    #[error("{found} events were found where {expected} were expected")]
    Length {
        /// The number of events in the log.
        found: i64,
        /// The number of events that were appended.
        expected: i64,
    },
}
