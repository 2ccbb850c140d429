//! Imported records.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// An imported record to be stored by [`Records::create_record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRecord {
    /// The id, unique among records.
    pub id: String,
    /// The text of the record, which is stored unchanged.
    pub body: String,
    /// When the record was imported.
    pub created_ms: UnixMillis,
}

/// Imported records, which never change.
#[async_trait]
pub trait Records: Send + Sync + 'static {
    /// Stores a new record.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if a record has this id.
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError>;

    /// Returns the text of the record with this id; `None` if there is no such record.
    async fn record(&self, id: &str) -> Result<Option<String>, StoreError>;
}
