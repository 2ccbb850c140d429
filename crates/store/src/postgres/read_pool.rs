//! The connections that read.

use super::PgAddress;
use super::connect::{self, STATEMENT_TIMEOUT, pool_error};
use super::db::{Db, Failure, is_nul};
use crate::StoreError;
use deadpool_postgres::{Object, Pool};
use tokio::time::timeout;

/// The most connections that read. A database serves 100 connections unless it is told otherwise.
const READ_CONNECTIONS: usize = 8;

/// Connections that are opened when they are needed.
#[derive(Debug)]
pub(super) struct ReadPool {
    pool: Pool,
}

/// Evaluates a future that reads with the connection `$db`. A search for a text with a NUL
/// character finds nothing. A read whose connection has ended, as all have after a restart of the
/// database, is tried again. (No function with a closure, because nothing could then say that the
/// closure's future is `Send`.)
macro_rules! read {
    ($pool:expr, |$db:ident| $read:expr) => {{
        let pool = &$pool;
        pool.in_time(async {
            let mut tries = 0;
            loop {
                let lent = pool.lend().await?;
                let result = {
                    let $db = lent.db();
                    $read.await
                };
                if let Some(result) = lent.give_back(result, &mut tries) {
                    break result;
                }
            }
        })
        .await
    }};
}
pub(super) use read;

impl ReadPool {
    pub(super) fn new(address: &PgAddress) -> Result<Self, StoreError> {
        Ok(Self { pool: connect::pool(address, READ_CONNECTIONS)? })
    }

    /// Waits for a connection.
    pub(super) async fn lend(&self) -> Result<Lent, StoreError> {
        Ok(Lent(Some(self.pool.get().await.map_err(pool_error)?)))
    }

    /// Ends a read that takes too long.
    pub(super) async fn in_time<T>(
        &self,
        read: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let too_late = |_| StoreError::Database("the database does not answer".to_owned());
        timeout(STATEMENT_TIMEOUT, read).await.map_err(too_late)?
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// A lent connection. If its read does not end, because its caller is gone or it failed, it is not
/// used again: it may be in the middle of a transaction.
pub(super) struct Lent(Option<Object>);

impl Lent {
    pub(super) fn db(&self) -> Db<'_> {
        Db(self.0.as_ref().expect("it is lent until it is given back"))
    }

    /// Ends a read. Returns its result; `None` if it is to be tried again.
    pub(super) fn give_back<T: Default>(
        mut self,
        result: Result<T, Failure>,
        tries: &mut usize,
    ) -> Option<Result<T, StoreError>> {
        *tries += 1;
        match result {
            Ok(found) => {
                drop(self.0.take());
                Some(Ok(found))
            }
            Err(Failure::Database(error)) if is_nul(&error) => Some(Ok(T::default())),
            // All connections of the pool may have ended.
            Err(Failure::Database(error)) if error.is_closed() && *tries <= READ_CONNECTIONS => {
                None
            }
            Err(failure) => Some(Err(failure.into())),
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(Object::take(connection));
        }
    }
}
