//! For tests of this crate from outside: a server whose time, randomness, computer players and
//! store are the test's. Not part of the public interface.

pub mod change;
pub mod long_game;

pub use crate::games::environment::Environment;
pub use crate::http::routes::RouteEntry;

use crate::games::Service;
use crate::limit::{Limiter, Limits, PerAddressLimit};
use crate::people::{People, PeoplePolicy};
use crate::server::{list, router};
use crate::state::AppState;
use crate::study::Analysis;
use axum::Router;
use heterodox_store::Store;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tokio::sync::watch;

/// The OpenAPI document.
pub fn openapi() -> &'static serde_json::Value {
    crate::api::document()
}

/// Adds the texts of a game that a test has added to the registry: a Fluent file in English, German
/// and Swedish. To be called before a server is started.
///
/// # Panics
/// If texts were added before.
pub fn add_texts(texts: [&'static str; 3]) {
    assert!(crate::i18n::add_texts(texts), "the texts of one game can be added");
}

/// A server without a network.
pub struct TestServer {
    /// The router with all routes and layers.
    pub router: Router,
    /// All routes.
    pub routes: Vec<RouteEntry>,
    service: Arc<Service>,
    _closing: watch::Sender<bool>,
}

impl TestServer {
    /// A server over a store, without rate limits.
    pub fn new(store: Arc<dyn Store>, environment: Arc<dyn Environment>) -> Self {
        Self::with_policy(store, environment, PeoplePolicy::default())
    }

    /// The same with a policy of registration and guests.
    pub fn with_policy(
        store: Arc<dyn Store>,
        environment: Arc<dyn Environment>,
        policy: PeoplePolicy,
    ) -> Self {
        let (open, closing) = watch::channel(false);
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let service = Service::with(store, limiter.clone(), environment);
        let state = AppState {
            people: People::new(service.clone(), policy, None, None),
            service: service.clone(),
            limiter,
            sockets: Arc::new(PerAddressLimit::new(100)),
            trusted_proxies: Arc::default(),
            public_origin: None,
            analysis: Analysis::new(NonZeroUsize::MIN),
            closing,
        };
        let routes = list(&state);
        Self { router: router(state), routes, service, _closing: open }
    }

    /// Does what is due without a request, such as flagging players, from now on.
    pub fn wake(&self) {
        let service = self.service.clone();
        tokio::spawn(async move { service.wake_due_games().await });
    }
}
