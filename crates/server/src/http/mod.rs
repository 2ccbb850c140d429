//! What all routes share: the caller, its input, limits, headers, and the list of routes.

mod address;
pub(crate) mod headers;
pub(crate) mod identity;
pub(crate) mod input;
pub(crate) mod language;
pub(crate) mod limits;
pub(crate) mod origin;
pub(crate) mod proxy;
pub(crate) mod routes;

pub(crate) use address::Address;
