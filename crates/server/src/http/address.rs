//! The address of the client.

use crate::limit::client_prefix;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::Extensions;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

/// The address of the client; `None` without a connection, as in a test of a handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(pub(crate) Option<IpAddr>);

impl Address {
    /// The address that [`super::proxy::layer`] found, or else that of the connection.
    pub(crate) fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().copied().unwrap_or_else(|| {
            let connection = extensions.get::<ConnectInfo<SocketAddr>>();
            Self(connection.map(|ConnectInfo(address)| client_prefix(address.ip())))
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}
