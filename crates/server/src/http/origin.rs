//! Cross-origin protection: pages of other sites cannot act with a visitor's cookie.
//!
//! `SameSite=Lax` keeps the cookie out of most of their calls, but a site is more than one origin
//! (another port of the same host), and sockets may be opened from any origin.

use crate::problem::{AnyProblem, Args, Problem};
use crate::public_origin::PublicOrigin;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use heterodox_rules::quote;

/// A page of another origin tries to act with its visitor's cookie.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pages of '{0}' may not use this server in their visitor's name")]
struct ForeignOrigin(String);

impl Problem for ForeignOrigin {
    fn status(&self) -> StatusCode {
        StatusCode::FORBIDDEN
    }

    fn code(&self) -> &'static str {
        "foreign-origin"
    }

    fn args(&self) -> Args {
        vec![("origin", self.0.clone())]
    }
}

/// The layer around everything that changes data or opens a socket.
pub(crate) async fn layer(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, AnyProblem> {
    let headers = request.headers();
    if (!request.method().is_safe() || headers.contains_key(header::UPGRADE))
        && let Some(foreign_origin) = foreign_origin(headers, state.public_origin.as_ref())
    {
        return Err(ForeignOrigin(quote(&foreign_origin)).into());
    }
    Ok(next.run(request).await)
}

/// The `Origin` header if it is not this server's. Programs send none.
fn foreign_origin(headers: &HeaderMap, own: Option<&PublicOrigin>) -> Option<String> {
    let origin = headers.get(header::ORIGIN)?;
    let origin = String::from_utf8_lossy(origin.as_bytes()).into_owned();
    if is_own_origin(&origin, headers, own) { None } else { Some(origin) }
}

/// Returns whether an origin is that of this server. If the public origin is configured, only that
/// one counts: the `Host` may be the proxy's, or a name of another site that resolves to this
/// server.
pub(crate) fn is_own_origin(origin: &str, headers: &HeaderMap, own: Option<&PublicOrigin>) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    match own {
        Some(own) => own.is(origin),
        None => authority
            .is_some_and(|authority| host.is_some_and(|host| authority.eq_ignore_ascii_case(host))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn other_origins_are_foreign() {
        let with = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("localhost:8080"));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            foreign_origin(&headers, None)
        };
        assert_eq!(foreign_origin(&HeaderMap::new(), None), None);
        assert_eq!(with("http://localhost:8080"), None);
        for other in ["http://localhost:8081", "https://example.org", "null", "localhost:8080", ""]
        {
            assert_eq!(with(other).as_deref(), Some(other));
        }
    }

    #[test]
    fn only_the_public_origin_is_accepted_if_configured() {
        let own: PublicOrigin = "https://play.example".parse().unwrap();
        let with = |host: &'static str, origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            foreign_origin(&headers, Some(&own)).is_some()
        };
        assert!(!with("127.0.0.1:8080", "https://play.example"), "a proxy's host");
        assert!(with("evil.test", "http://evil.test"), "a name that was made to point here");
        assert!(with("play.example", "http://play.example"));
    }
}
