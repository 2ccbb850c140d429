//! Headers of every response, and the response to a panic in a handler.

use super::routes::RouteError;
use crate::problem::AnyProblem;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;

/// Pages load scripts, styles and pictures from this origin only, and no other site may frame them.
/// `'self'` covers sockets to this host too.
const CSP: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Defaults: a header that the handler has set stays.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CSP),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Responses change with every move and depend on the caller.
    (header::CACHE_CONTROL, "no-store"),
];

/// The layer around all routes.
pub(crate) async fn layer(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if response.headers().contains_key(header::SET_COOKIE) {
        // Proxies must not cache a response that holds a token.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The response to a panic in a handler. The panic hook reports the panic itself.
pub(crate) fn panic_response(_: Box<dyn Any + Send>) -> Response {
    AnyProblem::from(RouteError::Failed).into_response()
}
