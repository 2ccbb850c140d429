//! What every handler is given.

use crate::analysis::Analysis;
use crate::limit::{Limiter, Places};
use crate::proxy::PublicOrigin;
use crate::service::Service;
use ipnet::IpNet;
use std::sync::Arc;
use tokio::sync::watch;

/// Shared by all handlers; cloning is cheap.
#[derive(Clone)]
pub(crate) struct AppState {
    /// The games.
    pub(crate) service: Arc<Service>,
    /// Counts what each caller asks for.
    pub(crate) limiter: Arc<Limiter>,
    /// The sockets of games that each address has open.
    pub(crate) sockets: Arc<Places>,
    /// What the engine thinks of positions.
    pub(crate) analysis: Arc<Analysis>,
    /// The networks of proxies that are believed when they say who calls.
    pub(crate) trusted_proxies: Arc<[IpNet]>,
    /// The origin under which browsers know the server, if it is told.
    pub(crate) public_origin: Option<PublicOrigin>,
    /// Becomes true when the server shuts down.
    pub(crate) closing: watch::Receiver<bool>,
}
