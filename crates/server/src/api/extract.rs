//! Extractors whose errors say what was found, where, and what was expected.

use super::error::{ApiError, Input};
use super::json::read_json;
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use heterodox_host::PerspectiveRequest;
use heterodox_rules::quote;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::ops::RangeInclusive;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a body or of a socket's frame.
pub(crate) const MAX_BYTES: usize = 64 * 1024;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        expect_type(request.headers(), "application/json")?;
        read_json(Input::Body, &read_body(request).await?).map(Self)
    }
}

/// A text body.
pub(crate) struct TextBody(pub(crate) String);

impl<S: Sync> FromRequest<S> for TextBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        expect_type(request.headers(), "text/plain")?;
        let text = String::from_utf8(read_body(request).await?);
        text.map(Self).map_err(|error| ApiError::NotUtf8 { at: error.utf8_error().valid_up_to() })
    }
}

/// The id in a path.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(id)| Self(id)).map_err(|_| ApiError::BadParameter {
            name: "id",
            expected: "an id in UTF-8".to_owned(),
            found: quote(parts.uri.path()),
        })
    }
}

fn expect_type(headers: &HeaderMap, expected: &'static str) -> Result<(), ApiError> {
    let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
    let essence = found.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(ApiError::WrongType { expected, found: quote(found) })
}

async fn read_body(request: Request) -> Result<Vec<u8>, ApiError> {
    let body = timeout(BODY_TIMEOUT, to_bytes(request.into_body(), MAX_BYTES)).await;
    let slow = |_| ApiError::BodyTimeout { seconds: BODY_TIMEOUT.as_secs() };
    match body.map_err(slow)? {
        Ok(bytes) => Ok(bytes.into()),
        Err(error) if is_over_limit(&error) => {
            Err(ApiError::TooLarge { input: Input::Body, limit: MAX_BYTES })
        }
        Err(error) => Err(ApiError::BrokenBody(error.to_string())),
    }
}

fn is_over_limit(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The query parameter `ply`.
pub(super) fn ply(uri: &Uri) -> Result<Option<usize>, ApiError> {
    read_parameter(uri, "ply", "the number of a ply", |number| number.parse().ok())
}

/// A query parameter that is a number in a range.
pub(super) fn number(
    uri: &Uri,
    name: &'static str,
    numbers: RangeInclusive<usize>,
) -> Result<Option<usize>, ApiError> {
    let expected = match *numbers.end() {
        usize::MAX => format!("a whole number from {}", numbers.start()),
        end => format!("a whole number from {} to {end}", numbers.start()),
    };
    let read = |text: &str| text.parse().ok().filter(|number| numbers.contains(number));
    read_parameter(uri, name, &expected, read)
}

/// The query parameter `since`: the version that the caller knows already.
pub(super) fn since(uri: &Uri) -> Result<Option<u64>, ApiError> {
    let since = number(uri, "since", 0..=usize::MAX)?;
    Ok(since.map(|since| since as u64))
}

/// The query parameter `seat`. A number out of range is no seat of the game.
pub(super) fn seat(uri: &Uri) -> Result<Option<usize>, ApiError> {
    read_parameter(uri, "seat", "the number of a seat", |text| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(usize::MAX))
    })
}

/// The query parameter `seen`: whether to show what a viewer saw at the time, and not what it may
/// see now.
pub(super) fn seen(uri: &Uri) -> Result<bool, ApiError> {
    let seen = read_parameter(uri, "seen", "true or false", |text| text.parse().ok())?;
    Ok(seen.unwrap_or_default())
}

/// A query parameter, which must be UTF-8 and given at most once.
pub(super) fn parameter(uri: &Uri, name: &'static str) -> Result<Option<String>, ApiError> {
    let bad = |found: &str| ApiError::BadParameter {
        name,
        expected: "text in UTF-8, once".to_owned(),
        found: quote(found),
    };
    let whole = uri.query().unwrap_or_default();
    let pairs: Query<Vec<(String, String)>> = Query::try_from_uri(uri).map_err(|_| bad(whole))?;
    let mut values = pairs.0.into_iter().filter(|(key, _)| key == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (_, Some(duplicate)) => Err(bad(&duplicate)),
        (value, None) => Ok(value),
    }
}

fn read_parameter<T>(
    uri: &Uri,
    name: &'static str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let Some(text) = parameter(uri, name)? else { return Ok(None) };
    let bad =
        || ApiError::BadParameter { name, expected: expected.to_owned(), found: quote(&text) };
    read(&text).map(Some).ok_or_else(bad)
}

/// The query parameter `as`: the requested perspective, `as=0` or `as=public`. See
/// [`Game::perspective`](crate::service::Game::perspective).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RequestedPerspective(pub(crate) Option<PerspectiveRequest>);

impl<S: Sync> FromRequestParts<S> for RequestedPerspective {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        read_parameter(
            &parts.uri,
            "as",
            "the number of a seat, or public",
            PerspectiveRequest::read,
        )
        .map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ply_is_read_from_the_query() {
        let ply_of = |uri: &str| ply(&uri.parse().unwrap());
        assert_eq!(ply_of("/picture.svg").unwrap(), None);
        assert_eq!(ply_of("/picture.svg?a=b&ply=17").unwrap(), Some(17));
        for bad in ["/p?ply=", "/p?ply=-1", "/p?ply=1e3", "/p?ply=99999999999999999999"] {
            assert!(
                matches!(ply_of(bad), Err(ApiError::BadParameter { name: "ply", .. })),
                "{bad}"
            );
        }
    }
}
