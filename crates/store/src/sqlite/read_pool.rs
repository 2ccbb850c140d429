//! The read-only connections, lent to blocking threads.

use crate::StoreError;
use rusqlite::Connection;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A fixed set of read-only connections. All are open from the start until [`ReadPool::close`], so
/// that reading goes on if file descriptors or memory run out.
#[derive(Debug)]
pub(super) struct ReadPool {
    idle: Arc<Mutex<Vec<Connection>>>,
    /// One permit for each idle connection.
    permits: Arc<Semaphore>,
    size: usize,
}

impl ReadPool {
    pub(super) fn new(connections: Vec<Connection>) -> Self {
        let size = connections.len();
        let permits = Arc::new(Semaphore::new(size));
        Self { idle: Arc::new(Mutex::new(connections)), permits, size }
    }

    /// Waits for an idle connection and reads with it on a blocking thread.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let lent = Lent::take(self.idle.clone(), permit).ok_or(StoreError::Closed)?;
        // The closure owns the permit: it runs to its end also if the caller is cancelled.
        blocking(move || lent.with(read)).await
    }

    /// Waits for the running reads and closes all connections.
    pub(super) async fn close(&self) {
        // An error means that the pool is closed already.
        let all = self.permits.acquire_many(self.size as u32).await;
        self.permits.close();
        drop(all);
        lock(&self.idle).clear();
    }
}

/// A lent connection, which goes back when it is dropped, also in a panic.
struct Lent {
    /// Empty only while it is dropped.
    connection: Option<Connection>,
    idle: Arc<Mutex<Vec<Connection>>>,
    /// Dropped after the connection went back.
    _permit: OwnedSemaphorePermit,
}

impl Lent {
    fn take(idle: Arc<Mutex<Vec<Connection>>>, permit: OwnedSemaphorePermit) -> Option<Self> {
        let connection = lock(&idle).pop()?;
        Some(Self { connection: Some(connection), idle, _permit: permit })
    }

    fn with<T>(
        mut self,
        read: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.connection.as_mut().map_or(Err(StoreError::Closed), read)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        lock(&self.idle).extend(self.connection.take());
    }
}

fn lock(idle: &Mutex<Vec<Connection>>) -> MutexGuard<'_, Vec<Connection>> {
    // The lock guards single calls of `Vec`, so a panic cannot leave it half changed.
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a function that blocks on a thread for such functions.
pub(super) async fn blocking<T: Send + 'static>(
    function: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::task::spawn_blocking(function).await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is being shut down.
            Err(_) => Err(StoreError::Closed),
        },
    }
}
