//! Authentication of guests.
//!
//! A guest is known by a secret token, which a browser keeps in a cookie and a program sends as
//! `Authorization: Bearer TOKEN`. The extractor [`UserId`] answers 401 without a token;
//! `Option<UserId>` does not. Pages get a guest at the first visit: see [`ensure_guest`].

use super::Address;
use super::input::InputError;
use crate::games::ServiceError;
use crate::limit::RateClass;
use crate::problem::{AnyProblem, Problem};
use crate::public_origin::PublicOrigin;
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use heterodox_host::UserId;

/// The name of the cookie with the token.
const COOKIE: &str = "heterodox";
/// The name of the cookie if browsers use TLS. The prefix makes them accept it from this host only,
/// and over TLS only.
const SECURE_COOKIE: &str = "__Host-heterodox";
/// The lifetime of the cookie: 400 days, the most that browsers allow.
const COOKIE_MAX_AGE_SECONDS: u64 = 400 * 24 * 60 * 60;

/// Why a caller is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum IdentityError {
    /// A token is needed and missing.
    #[error(
        "a guest's token is needed: as 'Authorization: Bearer TOKEN' or in the cookie 'heterodox'"
    )]
    NoGuest,
    /// An unknown bearer token.
    #[error("nobody has this token")]
    UnknownToken,
}

impl Problem for IdentityError {
    fn status(&self) -> StatusCode {
        StatusCode::UNAUTHORIZED
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoGuest => "no-guest",
            Self::UnknownToken => "unknown-token",
        }
    }
}

impl FromRequestParts<AppState> for UserId {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AnyProblem> {
        authenticate(parts, state).await?.ok_or_else(|| IdentityError::NoGuest.into())
    }
}

impl OptionalFromRequestParts<AppState> for UserId {
    type Rejection = AnyProblem;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Option<Self>, AnyProblem> {
        authenticate(parts, state).await
    }
}

async fn authenticate(parts: &Parts, state: &AppState) -> Result<Option<UserId>, AnyProblem> {
    if let Some(guest) = parts.extensions.get::<UserId>() {
        return Ok(Some(*guest));
    }
    if parts.extensions.get::<LookupFailed>().is_some() {
        return Ok(None);
    }
    if let Some(token) = bearer(&parts.headers)? {
        let guest = state.service.user(token).await?;
        return guest.map(Some).ok_or_else(|| IdentityError::UnknownToken.into());
    }
    authenticate_cookie(&parts.headers, state).await
}

/// An unknown cookie counts as none: it may come from another server that ran at this address.
async fn authenticate_cookie(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<Option<UserId>, AnyProblem> {
    match cookie(headers, cookie_name(state)) {
        Some(token) => Ok(state.service.user(token).await?),
        None => Ok(None),
    }
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, InputError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    // Schemes are case-insensitive (RFC 9110, 11.1).
    let token = value.to_str().ok().and_then(|value| {
        let (scheme, token) = value.trim().split_once(' ')?;
        scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
    });
    let bad = InputError::BadHeader { name: "authorization", expected: "'Bearer TOKEN'" };
    token.map(Some).ok_or(bad)
}

fn is_secure(state: &AppState) -> bool {
    state.public_origin.as_ref().is_some_and(PublicOrigin::is_secure)
}

fn cookie_name(state: &AppState) -> &'static str {
    if is_secure(state) { SECURE_COOKIE } else { COOKIE }
}

fn cookie<'a>(headers: &'a HeaderMap, cookie: &str) -> Option<&'a str> {
    let values =
        headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        values.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| name.trim() == cookie).map(|(_, token)| token.trim())
}

/// Makes a guest of a visitor who opens a page for the first time, and sets the cookie. A visitor
/// over the rate limit, or at a time when the store fails, sees the page without a guest.
pub(crate) async fn ensure_guest(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, AnyProblem> {
    if !is_page_request(&request) {
        return Ok(next.run(request).await);
    }
    match authenticate_cookie(request.headers(), &state).await {
        Ok(None) => {}
        Ok(Some(guest)) => {
            // Later extractors find the guest here without the store.
            request.extensions_mut().insert(guest);
            return Ok(next.run(request).await);
        }
        Err(error) => {
            tracing::warn!(%error, "a visitor is shown a page without a name");
            request.extensions_mut().insert(LookupFailed);
            return Ok(next.run(request).await);
        }
    }
    let Some((token, guest)) = create_guest(&state, Address::of(request.extensions())).await else {
        return Ok(next.run(request).await);
    };
    request.extensions_mut().insert(guest);
    let mut response = next.run(request).await;
    let secure = if is_secure(&state) { "; Secure" } else { "" };
    let cookie = format!(
        "{}={token}; Path=/; Max-Age={COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
        cookie_name(&state)
    );
    let cookie = HeaderValue::from_str(&cookie)
        .map_err(|error| ServiceError::Broken(format!("the cookie cannot be written: {error}")))?;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Marks a request whose guest could not be looked up because the store failed.
#[derive(Clone)]
struct LookupFailed;

/// A new guest with its token; `None` if the rate limit, the disk or the store refuses it.
async fn create_guest(state: &AppState, Address(address): Address) -> Option<(String, UserId)> {
    state.limiter.count(RateClass::Creation, address, None).ok()?;
    state.limiter.check_disk().ok()?;
    let made = state.service.new_guest(address).await;
    made.inspect_err(|error| tracing::warn!(%error, "a visitor is given no name")).ok()
}

fn is_page_request(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_asset = request.uri().path().starts_with("/assets/");
    request.method() == Method::GET
        && !is_asset
        && accepts.is_some_and(|types| types.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        assert_eq!(cookie(&headers, COOKIE), None);
        headers.append(header::COOKIE, HeaderValue::from_static("lang=de; xheterodox=no"));
        headers.append(header::COOKIE, HeaderValue::from_static("a=b;heterodox=yes ; c=d"));
        assert_eq!(cookie(&headers, COOKIE), Some("yes"));
    }
}
