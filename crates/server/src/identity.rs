//! Who is calling.
//!
//! A guest is known by a secret token, which a browser keeps in a cookie and a program sends as
//! `Authorization: Bearer TOKEN`. As an extractor, [`Guest`] answers 401 where there is none and
//! `Option<Guest>` does not. Pages have one from the first on: [`ensure`] sees to that.

use crate::api::ApiError;
use crate::limit;
use crate::service::ServiceError;
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

pub(crate) use crate::service::Guest;

/// The name of the cookie with the token.
const COOKIE: &str = "heterodox";
/// How long a browser keeps it: 400 days, which is as long as browsers keep any.
const KEPT_SECONDS: u64 = 400 * 24 * 60 * 60;

impl FromRequestParts<AppState> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        find(parts, state).await?.ok_or(ApiError::NoGuest)
    }
}

impl OptionalFromRequestParts<AppState> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Option<Self>, ApiError> {
        find(parts, state).await
    }
}

async fn find(parts: &Parts, state: &AppState) -> Result<Option<Guest>, ApiError> {
    if let Some(guest) = parts.extensions.get::<Guest>() {
        return Ok(Some(guest.clone()));
    }
    if let Some(token) = bearer(&parts.headers)? {
        let guest = state.service.guest(token).await?;
        return guest.map(Some).ok_or(ApiError::UnknownToken);
    }
    by_cookie(&parts.headers, state).await
}

/// An unknown cookie is no cookie: it may come from another server that ran at this address.
async fn by_cookie(headers: &HeaderMap, state: &AppState) -> Result<Option<Guest>, ApiError> {
    match cookie(headers) {
        Some(token) => Ok(state.service.guest(token).await?),
        None => Ok(None),
    }
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    // The name of a scheme is written in capitals or not (RFC 9110, 11.1).
    let token = value.to_str().ok().and_then(|value| {
        let (scheme, token) = value.trim().split_once(' ')?;
        scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
    });
    let bad = ApiError::BadHeader { name: "authorization", expected: "'Bearer TOKEN'" };
    token.map(Some).ok_or(bad)
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let values =
        headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        values.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| name.trim() == COOKIE).map(|(_, token)| token.trim())
}

/// Makes a guest of whoever opens a page for the first time, and sets the cookie.
pub(crate) async fn ensure(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if !opens_page(&request) || by_cookie(request.headers(), &state).await?.is_some() {
        return Ok(next.run(request).await);
    }
    // Who calls too often sees the page all the same, but has no name.
    if limit::check(&state, &request).is_err() {
        return Ok(next.run(request).await);
    }
    let (token, guest) = state.service.new_guest().await?;
    request.extensions_mut().insert(guest);
    let mut response = next.run(request).await;
    let cookie =
        format!("{COOKIE}={token}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Lax");
    let cookie = HeaderValue::from_str(&cookie)
        .map_err(|error| ServiceError::Broken(format!("the cookie cannot be written: {error}")))?;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

fn opens_page(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method() == Method::GET && accepts.is_some_and(|types| types.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        assert_eq!(cookie(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("lang=de; xheterodox=no"));
        headers.append(header::COOKIE, HeaderValue::from_static("a=b;heterodox=yes ; c=d"));
        assert_eq!(cookie(&headers), Some("yes"));
    }
}
