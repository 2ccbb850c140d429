//! What every handler is given.

use crate::analysis::Analysis;
use crate::limit::Limiter;
use crate::service::Service;
use std::sync::Arc;
use tokio::sync::watch;

/// Shared by all handlers; cloning is cheap.
#[derive(Clone)]
pub(crate) struct AppState {
    /// The games.
    pub(crate) service: Arc<Service>,
    /// Counts what each address creates.
    pub(crate) limiter: Arc<Limiter>,
    /// Counts how often each address looks at what is no game.
    pub(crate) looks: Arc<Limiter>,
    /// What the engine thinks of positions.
    pub(crate) analysis: Arc<Analysis>,
    /// Becomes true when the server shuts down.
    pub(crate) closing: watch::Receiver<bool>,
}
