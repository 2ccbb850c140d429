//! The story that every implementation of [`Store`] must pass: [`run`], or its [`STEPS`] one by
//! one. For tests only.
//!
//! [`run_shared`] is for two stores on one database.
//!
//! Beside it [`MemoryStore`], the plainest implementation, [`Intercepted`], a store that a test
//! changes in some calls, and [`TestPostgres`] and [`TestNats`], servers that are thrown away.

mod intercepted;
mod memory;
mod memory_people;
mod memory_shared;
mod memory_talk;
mod memory_ways;
mod nats;
mod people_steps;
mod postgres;
mod purge_steps;
mod shared_steps;
mod steps;
mod support;
mod talk_steps;
mod way_steps;

pub use intercepted::{Intercepted, Interceptor};
pub use memory::MemoryStore;
pub use nats::TestNats;
pub use postgres::TestPostgres;
pub use shared_steps::run_shared;
pub use steps::{Running, STEPS, Step};
pub use support::{append, bodies, derived, event, events, game, session};

use heterodox_store::{Store, StoreError};

/// Asserts that a store keeps every promise. `open` opens the store, which is empty at first and
/// holds the same data each time.
///
/// # Panics
///
/// If the store breaks a promise.
pub async fn run<S: Store>(open: impl AsyncFn() -> S) {
    let store = open().await;
    for step in STEPS {
        (step.run)(&store).await;
    }
    store.close().await;
    run_reopening(open).await;
}

/// Asserts that what was acknowledged is there after closing and opening.
///
/// # Panics
///
/// If the store breaks that promise.
pub async fn run_reopening<S: Store>(open: impl AsyncFn() -> S) {
    let store = open().await;
    store.create_game(game("kept")).await.unwrap();
    store.append(append("kept", 0, &["a"])).await.unwrap();
    store.close().await;
    store.close().await;
    assert!(matches!(store.create_game(game("late")).await, Err(StoreError::Closed)));
    assert!(matches!(store.game("kept").await, Err(StoreError::Closed)));
    assert!(matches!(store.ready().await, Err(StoreError::Closed)));

    let reopened = open().await;
    assert_eq!(bodies(&reopened, "kept").await, ["a"]);
    assert_eq!(reopened.derived("kept").await.unwrap(), Some(derived("kept", 1)));
    assert_eq!(reopened.game("late").await.unwrap(), None);
    reopened.append(append("kept", 1, &["b"])).await.unwrap();
    assert_eq!(bodies(&reopened, "kept").await, ["a", "b"]);
    reopened.close().await;
}
