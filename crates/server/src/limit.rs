//! How often one address may create things: games, guests, records; and how often it may look at positions
//! that are no game. Playing and reading is free.

use crate::api::ApiError;
use crate::state::AppState;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::Extensions;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;

/// Counts what each address creates.
pub(crate) struct Limiter {
    counts: RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>,
    clock: DefaultClock,
}

impl Limiter {
    /// So many a minute, and as many at once.
    pub(crate) fn per_minute(count: NonZeroU32) -> Self {
        let counts = RateLimiter::hashmap(Quota::per_minute(count));
        Self { counts, clock: DefaultClock::default() }
    }

    /// Counts one; an error says how long to wait.
    fn check(&self, address: IpAddr) -> Result<(), ApiError> {
        self.counts.check_key(&household(address)).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            // Full seconds, rounded up: a caller who waits that long gets in.
            ApiError::TooMany { seconds: wait.as_secs() + 1 }
        })
    }

    /// Forgets the addresses that have not called for a while.
    pub(crate) fn sweep(&self) {
        self.counts.retain_recent();
    }
}

/// A household is given 2^64 addresses of IPv6: they count as one.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// Counts a call that creates something.
pub(crate) fn check(state: &AppState, request: &Request) -> Result<(), ApiError> {
    count(&state.limiter, request)
}

/// Counts a look at a position through a socket.
pub(crate) fn check_look(state: &AppState, address: Option<IpAddr>) -> Result<(), ApiError> {
    address.map_or(Ok(()), |address| state.looks.check(address))
}

fn count(limiter: &Limiter, request: &Request) -> Result<(), ApiError> {
    address(request.extensions()).map_or(Ok(()), |address| limiter.check(address))
}

/// Where a call comes from, as one household; nothing without a connection, as in a test of a handler: there is nobody to
/// count.
fn address(extensions: &Extensions) -> Option<IpAddr> {
    let ConnectInfo(address) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(household(address.ip()))
}

/// Where a call comes from, as far as that is known.
pub(crate) struct Address(pub(crate) Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(address(&parts.extensions)))
    }
}

/// The layer around what costs the server some work and leaves nothing behind.
pub(crate) async fn looking(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    count(&state.looks, &request)?;
    Ok(next.run(request).await)
}

/// The layer around what creates something.
pub(crate) async fn layer(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    check(&state, &request)?;
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_stopped_and_the_others_go_on() {
        let limiter = Limiter::per_minute(NonZeroU32::new(3).unwrap());
        let check = |address: &str| limiter.check(address.parse().unwrap());
        for _ in 0..3 {
            check("2001:db8::1").unwrap();
        }
        let Err(ApiError::TooMany { seconds }) = check("2001:db8::2") else {
            panic!("the fourth call of a household must be stopped")
        };
        assert!((1..=21).contains(&seconds), "{seconds}");
        check("2001:db8:0:1::1").unwrap();
        check("192.0.2.1").unwrap();
        check("192.0.2.2").unwrap();
    }
}
