//! What is to leave the server beside its answers, such as mail.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// Something to be delivered once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutboxItem {
    /// The id, unique among items.
    pub id: String,
    /// When it was put into the outbox.
    pub at_ms: UnixMillis,
    /// When it is to be delivered.
    pub due_ms: UnixMillis,
    /// How it is to be delivered, as text that only the server reads.
    pub kind: String,
    /// The id of the user to whom it goes.
    pub user: String,
    /// What the item is about. Of several items with one key, only the first is kept.
    pub dedupe_key: String,
    /// What is to be delivered, as text that only the server reads.
    pub body: String,
}

/// An item that was taken in order to be delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenItem {
    /// The item. Its `due_ms` is the moment at which it becomes due again.
    pub item: OutboxItem,
    /// How often the item has been taken, this time included.
    pub tries: u32,
    /// How often it was said to have failed ([`Outbox::outbox_failed`]). If the item was taken more
    /// often than that and once, the end of another try is not known.
    pub failures: u32,
}

/// Items that wait for delivery.
///
/// - **With its cause.** An item that an [`Append`](crate::Append) carries is there exactly if the
///   events are.
/// - **Once for each key.** An item whose [`OutboxItem::dedupe_key`] was used before, also by one
///   that is done, is ignored without an error.
/// - **Not lost.** A taken item becomes due again unless it is marked as done, so that it is
///   delivered also if the process that took it ends. Until then no other process gets it.
#[async_trait]
pub trait Outbox: Send + Sync + 'static {
    /// Puts an item into the outbox.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if another item has this id.
    async fn put_outbox(&self, item: OutboxItem) -> Result<(), StoreError>;

    /// Takes at most `limit` items of some kinds that are due at `now_ms` and not done, sorted by
    /// moment and id. They become due again at `again_ms`.
    async fn take_outbox(
        &self,
        kinds: &[&str],
        now_ms: UnixMillis,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<TakenItem>, StoreError>;

    /// Takes all items of a user of one kind that are not done, due or not, but for those that were
    /// taken and are not due again at `now_ms`. They become due again at `again_ms`.
    async fn take_outbox_of(
        &self,
        user: &str,
        kind: &str,
        now_ms: UnixMillis,
        again_ms: UnixMillis,
    ) -> Result<Vec<TakenItem>, StoreError>;

    /// Returns the newest items of a user of one kind, done or not, the newest first.
    async fn outbox_of(
        &self,
        user: &str,
        kind: &str,
        limit: usize,
    ) -> Result<Vec<OutboxItem>, StoreError>;

    /// Deletes the items that were done at `until_ms` or before. Their keys can be used again.
    async fn forget_outbox(&self, until_ms: UnixMillis) -> Result<(), StoreError>;

    /// Marks an item as done. An unknown or done one is ignored.
    async fn outbox_done(&self, id: &str, at_ms: UnixMillis) -> Result<(), StoreError>;

    /// Makes a taken item due again at `again_ms` as if it had not been taken. An unknown or done
    /// one is ignored.
    async fn outbox_postponed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError>;

    /// Makes an item that could not be delivered due again at `again_ms`. An unknown or done one is
    /// ignored.
    async fn outbox_failed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError>;
}
