//! Authentication of guests.
//!
//! A guest is known by a secret token, which a browser keeps in a cookie and a program sends as
//! `Authorization: Bearer TOKEN`. The extractor [`UserId`] answers 401 without a token;
//! `Option<UserId>` does not. A visitor who only looks is no guest: the scripts of the pages ask
//! for a token when a call is answered 401.

use super::input::InputError;
use crate::problem::{AnyProblem, Problem};
use crate::public_origin::PublicOrigin;
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
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

/// The person of a request, after the first lookup in the store.
#[derive(Clone, Copy)]
struct Identified(Option<UserId>);

/// The person of a request; the store is asked once a request. An unknown cookie counts as none: it
/// may come from another server that ran at this address.
async fn authenticate(parts: &mut Parts, state: &AppState) -> Result<Option<UserId>, AnyProblem> {
    if let Some(Identified(user)) = parts.extensions.get() {
        return Ok(*user);
    }
    let user = if let Some(token) = bearer(&parts.headers)? {
        Some(state.service.user(token).await?.ok_or(IdentityError::UnknownToken)?)
    } else if let Some(token) = cookie(&parts.headers, cookie_name(state)) {
        state.service.user(token).await?
    } else {
        None
    };
    parts.extensions.insert(Identified(user));
    Ok(user)
}

/// The person who opens a page. A visitor whose token cannot be looked up sees what others see.
pub(crate) async fn visitor(parts: &mut Parts, state: &AppState) -> Option<UserId> {
    let user = authenticate(parts, state).await.unwrap_or_else(|error| {
        tracing::debug!(%error, "a visitor is shown a page as a stranger");
        None
    });
    parts.extensions.insert(Identified(user));
    user
}

/// The value of `Set-Cookie` by which a browser becomes a guest.
pub(crate) fn session_cookie(state: &AppState, token: &str) -> String {
    let name = cookie_name(state);
    let secure = if is_secure(state) { "; Secure" } else { "" };
    format!(
        "{name}={token}; Path=/; Max-Age={COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
    )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::environment::System;
    use crate::testing::TestServer;
    use async_trait::async_trait;
    use axum::body::Body;
    use axum::http::{HeaderValue, Request};
    use heterodox_store::{NewGuest, People, Store, StoreError};
    use heterodox_store_story::{Intercepted, Interceptor, MemoryStore};
    use sha2::{Digest, Sha256};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tower_service::Service;

    /// A store that counts the lookups of persons.
    #[derive(Default)]
    struct Counting {
        memory: MemoryStore,
        lookups: AtomicUsize,
    }

    #[async_trait]
    impl Interceptor for Counting {
        fn inner(&self) -> &dyn Store {
            &self.memory
        }
        async fn user_of_session(&self, token_hash: &[u8]) -> Result<Option<String>, StoreError> {
            self.lookups.fetch_add(1, Ordering::SeqCst);
            self.memory.user_of_session(token_hash).await
        }
    }

    #[tokio::test]
    async fn the_person_of_a_request_is_looked_up_once() {
        let store = Arc::new(Intercepted(Counting::default()));
        let token_hash = Sha256::digest("secret").to_vec();
        let guest = NewGuest { token_hash, user: "annaanna".to_owned(), created_ms: 1 };
        store.create_guest(guest).await.unwrap();
        let mut router = TestServer::new(store.clone(), Arc::new(System)).router;
        let signs = [
            (1, header::COOKIE, "heterodox=secret"),
            (1, header::COOKIE, "heterodox=unknown"),
            (1, header::AUTHORIZATION, "Bearer secret"),
            (1, header::AUTHORIZATION, "Bearer unknown"),
            (0, header::ACCEPT, "text/html"),
        ];
        for (lookups, name, value) in signs {
            for (method, path) in [
                ("GET", "/g/none"),
                ("GET", "/api/games/none"),
                ("GET", "/api/games/none/frames"),
                ("POST", "/api/games"),
                ("POST", "/api/games/none/acts"),
                ("POST", "/api/guests"),
            ] {
                store.0.lookups.store(0, Ordering::SeqCst);
                let request = Request::builder().method(method).uri(path).header(&name, value);
                let _ = router.call(request.body(Body::empty()).unwrap()).await;
                let made = store.0.lookups.load(Ordering::SeqCst);
                assert_eq!(made, lookups, "{method} {path} {value}");
            }
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        assert_eq!(cookie(&headers, COOKIE), None);
        headers.append(header::COOKIE, HeaderValue::from_static("lang=de; xheterodox=no"));
        headers.append(header::COOKIE, HeaderValue::from_static("a=b;heterodox=yes ; c=d"));
        assert_eq!(cookie(&headers, COOKIE), Some("yes"));
    }
}
