//! The state that every handler gets.

use crate::games::Service;
use crate::limit::{Limiter, PerAddressLimit};
use crate::people::People;
use crate::public_origin::PublicOrigin;
use crate::study::{Analysis, PuzzleBook};
use crate::workers::Workers;
use ipnet::IpNet;
use std::sync::Arc;
use tokio::sync::watch;

/// Shared by all handlers; cloning is cheap.
#[derive(Clone)]
pub(crate) struct AppState {
    /// The games.
    pub(crate) service: Arc<Service>,
    /// The people.
    pub(crate) people: Arc<People>,
    /// The limits per caller.
    pub(crate) limiter: Arc<Limiter>,
    /// The open game sockets of each address.
    pub(crate) sockets: Arc<PerAddressLimit>,
    /// The analysis and its worker pool.
    pub(crate) analysis: Arc<Analysis>,
    /// The puzzles.
    pub(crate) puzzles: Arc<PuzzleBook>,
    /// The engines on other machines.
    pub(crate) workers: Arc<Workers>,
    /// The networks of reverse proxies whose `X-Forwarded-For` is trusted.
    pub(crate) trusted_proxies: Arc<[IpNet]>,
    /// The origin under which browsers reach the server, if it is configured.
    pub(crate) public_origin: Option<PublicOrigin>,
    /// Becomes true when the server shuts down.
    pub(crate) closing: watch::Receiver<bool>,
}
