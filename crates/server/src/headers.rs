//! Headers that every answer bears, and what is answered when a handler dies.

use crate::api::ApiError;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;

/// Pages load scripts, styles and pictures from here only; nobody else may frame them. Sockets to
/// the own host are `'self'` too.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What is set unless the handler has set it.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // What is read here changes with every move, and depends on who reads.
    (header::CACHE_CONTROL, "no-store"),
];

/// The layer around everything.
pub(crate) async fn layer(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if response.headers().contains_key(header::SET_COOKIE) {
        // No proxy keeps an answer that holds a token.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The answer when a handler died. The panic itself is reported by the panic hook.
pub(crate) fn died(_: Box<dyn Any + Send>) -> Response {
    ApiError::Failed.into_response()
}
