//! Users and their sessions.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// A guest to be stored by [`People::create_guest`]: a user with one session and no other way in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGuest {
    /// The hash of the session's secret token, unique among sessions.
    pub token_hash: Vec<u8>,
    /// The user's id, unique among users.
    pub user: String,
    /// When the guest was registered.
    pub created_ms: UnixMillis,
}

/// Users and the sessions by which they are recognised. A token hash belongs to one user for ever.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// Stores a new guest: the user and the session, in one transaction.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`], with the user's id, if a user has this id or a session this token
    /// hash.
    async fn create_guest(&self, guest: NewGuest) -> Result<(), StoreError>;

    /// Returns the id of the user whose session has this token hash; `None` if there is no such
    /// session.
    async fn user_of_session(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError>;
}
