//! Statements, the values of rows, and errors.

use crate::StoreError;
use deadpool_postgres::ClientWrapper;
use std::error::Error as _;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{Error, Row};

/// The values of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection, which prepares each statement once.
#[derive(Clone, Copy)]
pub(super) struct Db<'a>(pub(super) &'a ClientWrapper);

impl Db<'_> {
    /// All rows of a query.
    pub(super) async fn query(self, query: &str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.0.prepare_cached(query).await?;
        self.0.query(&statement, values).await
    }

    /// The first row of a query.
    pub(super) async fn one(self, query: &str, values: Values<'_>) -> Result<Option<Row>, Error> {
        Ok(self.query(query, values).await?.into_iter().next())
    }

    /// Executes a statement. Returns the number of rows that it changed.
    pub(super) async fn execute(self, statement: &str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.0.prepare_cached(statement).await?;
        self.0.execute(&statement, values).await
    }

    /// Inserts a row.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] with `key` if a unique constraint is violated.
    pub(super) async fn insert(
        self,
        statement: &str,
        values: Values<'_>,
        key: &str,
    ) -> Result<(), Failure> {
        match self.execute(statement, values).await {
            Ok(_) => Ok(()),
            Err(error) if is_unique_violation(&error) => {
                Err(StoreError::Taken(key.to_owned()).into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Why a write failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// It is refused. The database works.
    Refused(StoreError),
    /// The database failed. The transaction has ended.
    Database(Error),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => error,
            Failure::Database(error) => error.into(),
        }
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let code = error.code();
        if is_nul(&error) {
            return Self::Database("a text with a NUL character cannot be stored".to_owned());
        }
        let is_damage = code.is_some_and(|code| {
            [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED].contains(code)
        });
        let reason = reason(&error);
        if is_damage { Self::Corrupt(reason) } else { Self::Database(reason) }
    }
}

/// The message of an error. A detail of the database is left out: it may quote a row.
pub(super) fn reason(error: &Error) -> String {
    if let Some(error) = error.as_db_error() {
        return format!("{} ({})", error.message(), error.code().code());
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// Whether a statement failed because a row with the same key exists.
pub(super) fn is_unique_violation(error: &Error) -> bool {
    error.code() == Some(&SqlState::UNIQUE_VIOLATION)
}

/// Whether a statement failed because of a text with a NUL character, which the database cannot
/// hold. Nothing that is stored has one, so a search for one finds nothing.
pub(super) fn is_nul(error: &Error) -> bool {
    error.code() == Some(&SqlState::CHARACTER_NOT_IN_REPERTOIRE)
}

/// Whether the transaction can be tried again: it lost against another one.
pub(super) fn is_lost_race(error: &Error) -> bool {
    let lost = [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE];
    error.code().is_some_and(|code| lost.contains(code))
}

/// Whether an error is one of the statement's own values: another write may succeed on the same
/// connection.
pub(super) fn is_of_statement(error: &Error) -> bool {
    // Classes 22 (data exception), 23 (integrity constraint violation), 42 (a statement that the
    // database does not understand) and 54 (a key that is too long for an index).
    error.code().is_some_and(|code| ["22", "23", "42", "54"].contains(&&code.code()[..2]))
}

/// The value of a column.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if it is not of that type.
pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A number that is smaller than those of the database.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if it is out of range.
pub(super) fn number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, StoreError> {
    maybe_number(row, column)?.ok_or_else(|| StoreError::Corrupt("a number is missing".to_owned()))
}

/// Such a number, or `None` if the column is null.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if it is out of range.
pub(super) fn maybe_number<T: TryFrom<i64>>(
    row: &Row,
    column: usize,
) -> Result<Option<T>, StoreError> {
    let value: Option<i64> = get(row, column)?;
    let out_of_range = |value| StoreError::Corrupt(format!("{value} is out of range"));
    value.map(|value| T::try_from(value).map_err(|_| out_of_range(value))).transpose()
}

/// Reads all rows.
pub(super) fn all<T>(
    rows: &[Row],
    read: impl FnMut(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.iter().map(read).collect()
}

/// A number of rows for `limit`.
pub(super) fn row_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
