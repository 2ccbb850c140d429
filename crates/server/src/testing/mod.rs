//! For tests of this crate from outside: a server whose time, randomness, computer players and
//! store are the test's. Not part of the public interface.

pub mod change;
pub mod long_game;

pub use crate::bus::{Bus, LocalBus, Word};
pub use crate::games::environment::Environment;
pub use crate::http::routes::RouteEntry;

use crate::games::Service;
use crate::limit::{Limiter, Limits, PerAddressLimit};
use crate::mail::{MailConfig, Mailer};
use crate::people::{People, PeoplePolicy};
use crate::public_origin::PublicOrigin;
use crate::server::{list, router};
use crate::state::AppState;
use crate::study::{Analysis, PuzzleBook};
use crate::ways::OutboundPolicy;
use crate::workers::{WorkerToken, Workers};
use axum::Router;
use heterodox_store::Store;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tokio::sync::watch;

/// The OpenAPI document.
pub fn openapi() -> &'static serde_json::Value {
    crate::api::document()
}

/// Adds the texts of a game that a test has added to the registry: a Fluent file in English,
/// German, Swedish and Italian. To be called before a server is started.
///
/// # Panics
/// If texts were added before.
pub fn add_texts(texts: [&'static str; 4]) {
    assert!(crate::i18n::add_texts(texts), "the texts of one game can be added");
}

/// How a [`TestServer`] tells people who are away.
#[derive(Clone, Debug)]
pub struct Telling {
    /// Where its pages are, for links.
    pub origin: PublicOrigin,
    /// How it sends mail.
    pub mail: MailConfig,
    /// Which addresses of its users it calls.
    pub outbound: OutboundPolicy,
}

/// A server without a network.
pub struct TestServer {
    /// The router with all routes and layers.
    pub router: Router,
    /// All routes.
    pub routes: Vec<RouteEntry>,
    service: Arc<Service>,
    people: Arc<People>,
    workers: Arc<Workers>,
    _closing: watch::Sender<bool>,
}

impl TestServer {
    /// A server over a store, without rate limits. It sends no mail.
    pub fn new(store: Arc<dyn Store>, environment: Arc<dyn Environment>) -> Self {
        Self::with_policy(store, environment, PeoplePolicy::default())
    }

    /// The same with a policy of registration and guests.
    pub fn with_policy(
        store: Arc<dyn Store>,
        environment: Arc<dyn Environment>,
        policy: PeoplePolicy,
    ) -> Self {
        Self::with_telling(store, environment, policy, None, None)
    }

    /// The same with ways to tell people who are away, and the token of workers.
    ///
    /// # Panics
    /// If mail cannot be sent with the settings.
    pub fn with_telling(
        store: Arc<dyn Store>,
        environment: Arc<dyn Environment>,
        policy: PeoplePolicy,
        telling: Option<Telling>,
        workers: Option<WorkerToken>,
    ) -> Self {
        Self::with_bus(store, environment, policy, telling, workers, None)
    }

    /// The same as one of several servers on the store, with a bus to the others.
    ///
    /// # Panics
    /// If mail cannot be sent with the settings.
    pub fn with_bus(
        store: Arc<dyn Store>,
        environment: Arc<dyn Environment>,
        policy: PeoplePolicy,
        telling: Option<Telling>,
        workers: Option<WorkerToken>,
        bus: Option<Arc<dyn Bus>>,
    ) -> Self {
        let (open, closing) = watch::channel(false);
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let service = Service::with_bus(store, limiter.clone(), environment, bus);
        let origin = telling.as_ref().map(|telling| telling.origin.clone());
        let outbound = telling.as_ref().map(|telling| telling.outbound).unwrap_or_default();
        let mailer = telling.map(|Telling { origin, mail, .. }| {
            Mailer::new(mail, origin).expect("settings with which mail can be sent")
        });
        let people =
            People::with_outbound(service.clone(), policy, origin.clone(), mailer, outbound);
        let workers = Workers::new(workers, service.metrics.clone());
        let state = AppState {
            people: people.clone(),
            workers: workers.clone(),
            service: service.clone(),
            limiter,
            sockets: Arc::new(PerAddressLimit::new(100)),
            trusted_proxies: Arc::default(),
            public_origin: origin,
            analysis: Analysis::new(NonZeroUsize::MIN),
            puzzles: PuzzleBook::shipped(),
            closing,
        };
        let routes = list(&state);
        Self { router: router(state), routes, service, people, workers, _closing: open }
    }

    /// The number of threads of workers that wait for a job.
    pub fn waiting_workers(&self) -> usize {
        self.workers.waiting()
    }

    /// Notes in the store who watches at this one of several servers.
    pub async fn note_presences(&self) {
        self.service.note_presences_now().await;
    }

    /// Passes on what the other servers on the store have done.
    pub async fn look_at_others(&self) {
        self.service.look_at_all().await;
    }

    /// Does what is due without a request, such as flagging players, from now on.
    pub fn wake(&self) {
        let service = self.service.clone();
        tokio::spawn(async move { service.wake_due_games().await });
    }

    /// Sends the mail, push messages and calls of webhooks that are due at this moment.
    ///
    /// # Panics
    /// If the store fails.
    pub async fn deliver(&self) {
        self.people.deliver_due().await.expect("the store works");
    }
}
