//! Authentication of callers.
//!
//! A guest or person is known by the secret token of a session, which a browser keeps in a cookie
//! and a program sends as `Authorization: Bearer TOKEN`. The extractor [`UserId`] answers 401
//! without a token; `Option<UserId>` does not. A visitor who only looks is no guest: the scripts of
//! the pages ask for a token when a call is answered 401.

use super::Address;
use super::input::InputError;
use crate::people::{Client, Identity, deed_of, may};
use crate::problem::{AnyProblem, Problem};
use crate::public_origin::PublicOrigin;
use crate::state::AppState;
use axum::extract::{FromRequestParts, MatchedPath, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use heterodox_host::UserId;
use std::convert::Infallible;

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
        let caller = authenticate(parts, state).await?;
        caller.map(|caller| caller.user).ok_or_else(|| IdentityError::NoGuest.into())
    }
}

impl OptionalFromRequestParts<AppState> for UserId {
    type Rejection = AnyProblem;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Option<Self>, AnyProblem> {
        Ok(authenticate(parts, state).await?.map(|caller| caller.user))
    }
}

impl FromRequestParts<AppState> for Identity {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AnyProblem> {
        authenticate(parts, state).await?.ok_or_else(|| IdentityError::NoGuest.into())
    }
}

impl OptionalFromRequestParts<AppState> for Identity {
    type Rejection = AnyProblem;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Option<Self>, AnyProblem> {
        authenticate(parts, state).await
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Infallible> {
        let Address(address) = Address::of(&parts.extensions);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self { address, agent: agent.map(str::to_owned) })
    }
}

/// The caller of a request, after the first lookup in the store.
#[derive(Clone)]
struct Identified(Option<Identity>);

/// The caller of a request, if it was looked up and is known.
pub(crate) fn known(extensions: &Extensions) -> Option<&Identity> {
    extensions.get::<Identified>()?.0.as_ref()
}

/// The caller of a request; the store is asked once a request. An unknown cookie counts as none: it
/// may come from another server that ran at this address, or its session has ended.
pub(crate) async fn authenticate(
    parts: &mut Parts,
    state: &AppState,
) -> Result<Option<Identity>, AnyProblem> {
    if let Some(Identified(caller)) = parts.extensions.get() {
        return Ok(caller.clone());
    }
    let caller = if let Some(token) = bearer(&parts.headers)? {
        Some(state.people.identify(token).await?.ok_or(IdentityError::UnknownToken)?)
    } else if let Some(token) = cookie(&parts.headers, cookie_name(state)) {
        state.people.identify(token).await?
    } else {
        None
    };
    parts.extensions.insert(Identified(caller.clone()));
    Ok(caller)
}

/// The caller who opens a page. A visitor whose token cannot be looked up sees what others see.
pub(crate) async fn visitor(parts: &mut Parts, state: &AppState) -> Option<Identity> {
    let caller = authenticate(parts, state).await.unwrap_or_else(|error| {
        tracing::debug!(%error, "a visitor is shown a page as a stranger");
        None
    });
    parts.extensions.insert(Identified(caller.clone()));
    caller
}

/// The layer that asks whether the caller may do what the route does.
pub(crate) async fn deeds_layer(
    State(state): State<AppState>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Result<Response, AnyProblem> {
    let Some(path) = path else { return Ok(next.run(request).await) };
    let deed = deed_of(request.method().as_str(), path.as_str());
    let guests = state.people.policy().guests;
    // An action that is open to all needs no look-up of the caller.
    if may(None, deed, guests).is_ok() {
        return Ok(next.run(request).await);
    }
    let (mut parts, body) = request.into_parts();
    let caller = authenticate(&mut parts, &state).await?;
    may(caller.as_ref(), deed, guests)?;
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// The value of `Set-Cookie` by which a browser forgets its token.
pub(crate) fn no_cookie(state: &AppState) -> String {
    let secure = if is_secure(state) { "; Secure" } else { "" };
    format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}", cookie_name(state))
}

/// The value of `Set-Cookie` by which a browser becomes a guest.
pub(crate) fn session_cookie(state: &AppState, token: &str) -> String {
    let name = cookie_name(state);
    let secure = if is_secure(state) { "; Secure" } else { "" };
    format!(
        "{name}={token}; Path=/; Max-Age={COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
    )
}

/// The token after `Authorization: Bearer`, if the header is there.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, InputError> {
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
    use heterodox_store::{People, PeopleChange, Session, Store, StoreError, User};
    use heterodox_store_story::{Intercepted, Interceptor, MemoryStore, session};
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
        async fn session(&self, hash: &[u8]) -> Result<Option<(Session, User)>, StoreError> {
            self.lookups.fetch_add(1, Ordering::SeqCst);
            self.memory.session(hash).await
        }
    }

    #[tokio::test]
    async fn the_person_of_a_request_is_looked_up_once() {
        let store = Arc::new(Intercepted(Counting::default()));
        let token_hash = Sha256::digest("secret").to_vec();
        let guest = PeopleChange::AddGuest(session(&token_hash, "annaanna"));
        store.change_people(vec![guest]).await.unwrap();
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
