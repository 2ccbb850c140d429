//! What callers send: extractors and readers whose errors say what was found, where, and what was
//! expected.

use crate::problem::{AnyProblem, Args, Problem};
use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use heterodox_host::PerspectiveRequest;
use heterodox_rules::quote;
use heterodox_wire::{ReadErrorKind, read};
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a body or of a socket's frame.
pub(crate) const MAX_BYTES: usize = 64 * 1024;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// The input that could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// The body of a request.
    Body,
    /// A frame of a socket.
    Frame,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Body => "body",
            Self::Frame => "frame",
        })
    }
}

/// Why an input is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// The body or frame is not JSON.
    #[error("the {input} is not JSON: line {line}, column {column}: {reason}")]
    BadJson {
        /// The input.
        input: Input,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was found and what was expected.
        reason: String,
    },
    /// The body or frame is JSON of the wrong shape.
    #[error(
        "the {input} is not as expected: line {line}, column {column}, field '{field}': {reason}"
    )]
    BadBody {
        /// The input.
        input: Input,
        /// The path of the field, such as `start.quick`; `.` is the body itself.
        field: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was found and what was expected.
        reason: String,
    },
    /// The body is not text in UTF-8.
    #[error("the body is not text in UTF-8: byte {at} cannot be read")]
    NotUtf8 {
        /// The first byte that cannot be read, from 0.
        at: usize,
    },
    /// The body was not complete.
    #[error("the body could not be read: {0}")]
    BrokenBody(String),
    /// A query parameter has a bad value.
    #[error("the parameter '{name}' is not as expected: expected {expected}, found '{found}'")]
    BadParameter {
        /// The parameter.
        name: &'static str,
        /// The expected value.
        expected: String,
        /// The value that was found.
        found: String,
    },
    /// A header has a bad value.
    #[error("the header '{name}' is not as expected: expected {expected}")]
    BadHeader {
        /// The header.
        name: &'static str,
        /// The expected value.
        expected: &'static str,
    },
    /// A frame of a socket is not understood.
    #[error("this frame is not understood: expected {expected}")]
    BadFrame {
        /// The expected frame.
        expected: &'static str,
    },
    /// The body or frame is too large.
    #[error("the {input} is larger than {limit} bytes")]
    TooLarge {
        /// The input.
        input: Input,
        /// The most bytes.
        limit: usize,
    },
    /// The body has another content type.
    #[error("the content type must be {expected}, found '{found}'")]
    WrongType {
        /// The expected type.
        expected: &'static str,
        /// The type that was found.
        found: String,
    },
    /// The body took too long to arrive.
    #[error("the body did not arrive within {seconds} s")]
    BodyTimeout {
        /// The timeout in seconds.
        seconds: u64,
    },
}

impl Problem for InputError {
    fn status(&self) -> StatusCode {
        match self {
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTimeout { .. } => StatusCode::REQUEST_TIMEOUT,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::BadJson { .. } => "bad-json",
            Self::BadBody { .. } => "bad-body",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::BrokenBody(_) => "broken-body",
            Self::BadParameter { .. } => "bad-parameter",
            Self::BadHeader { .. } => "bad-header",
            Self::BadFrame { .. } => "bad-frame",
            Self::TooLarge { .. } => "too-large",
            Self::WrongType { .. } => "wrong-type",
            Self::BodyTimeout { .. } => "body-timeout",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::BadJson { line, column, reason, .. } => vec![
                ("line", line.to_string()),
                ("column", column.to_string()),
                ("reason", reason.clone()),
            ],
            Self::BadBody { field, line, column, reason, .. } => vec![
                ("field", field.clone()),
                ("line", line.to_string()),
                ("column", column.to_string()),
                ("reason", reason.clone()),
            ],
            Self::NotUtf8 { at } => vec![("at", at.to_string())],
            Self::BrokenBody(reason) => vec![("reason", reason.clone())],
            Self::BadParameter { name, expected, found } => vec![
                ("name", (*name).to_owned()),
                ("expected", expected.clone()),
                ("found", found.clone()),
            ],
            Self::BadHeader { name, expected } => {
                vec![("name", (*name).to_owned()), ("expected", (*expected).to_owned())]
            }
            Self::BadFrame { expected } => vec![("expected", (*expected).to_owned())],
            Self::TooLarge { limit, .. } => vec![("limit", limit.to_string())],
            Self::WrongType { expected, found } => {
                vec![("expected", (*expected).to_owned()), ("found", found.clone())]
            }
            Self::BodyTimeout { seconds } => vec![("seconds", seconds.to_string())],
        }
    }
}

/// Reads JSON.
pub(crate) fn read_json<T: DeserializeOwned>(input: Input, text: &[u8]) -> Result<T, InputError> {
    read(text).map_err(|error| {
        let (line, column, reason) = (error.line, error.column, error.reason);
        match error.kind {
            ReadErrorKind::Syntax => InputError::BadJson { input, line, column, reason },
            ReadErrorKind::Shape { field } => {
                InputError::BadBody { input, field, line, column, reason }
            }
        }
    })
}

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = AnyProblem;

    async fn from_request(request: Request, _: &S) -> Result<Self, AnyProblem> {
        expect_type(request.headers(), "application/json")?;
        Ok(Self(read_json(Input::Body, &read_body(request).await?)?))
    }
}

/// A text body.
pub(crate) struct TextBody(pub(crate) String);

impl<S: Sync> FromRequest<S> for TextBody {
    type Rejection = AnyProblem;

    async fn from_request(request: Request, _: &S) -> Result<Self, AnyProblem> {
        expect_type(request.headers(), "text/plain")?;
        let text = String::from_utf8(read_body(request).await?);
        let bad = |at| InputError::NotUtf8 { at };
        let text = text.map_err(|error| bad(error.utf8_error().valid_up_to()))?;
        // No text has a NUL character, and not every store could keep it.
        match text.find('\0') {
            Some(at) => Err(bad(at).into()),
            None => Ok(Self(text)),
        }
    }
}

/// The id in a path.
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AnyProblem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(id) = path.map_err(|_| InputError::BadParameter {
            name: "id",
            expected: "an id in UTF-8".to_owned(),
            found: quote(parts.uri.path()),
        })?;
        Ok(Self(id))
    }
}

fn expect_type(headers: &HeaderMap, expected: &'static str) -> Result<(), InputError> {
    let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
    let essence = found.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(InputError::WrongType { expected, found: quote(found) })
}

async fn read_body(request: Request) -> Result<Vec<u8>, InputError> {
    let body = timeout(BODY_TIMEOUT, to_bytes(request.into_body(), MAX_BYTES)).await;
    let slow = |_| InputError::BodyTimeout { seconds: BODY_TIMEOUT.as_secs() };
    match body.map_err(slow)? {
        Ok(bytes) => Ok(bytes.into()),
        Err(error) if is_over_limit(&error) => {
            Err(InputError::TooLarge { input: Input::Body, limit: MAX_BYTES })
        }
        Err(error) => Err(InputError::BrokenBody(error.to_string())),
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
pub(crate) fn ply(uri: &Uri) -> Result<Option<usize>, InputError> {
    read_parameter(uri, "ply", "the number of a ply", |number| number.parse().ok())
}

/// A query parameter that is a number in a range.
pub(crate) fn number(
    uri: &Uri,
    name: &'static str,
    numbers: RangeInclusive<usize>,
) -> Result<Option<usize>, InputError> {
    let expected = match *numbers.end() {
        usize::MAX => format!("a whole number from {}", numbers.start()),
        end => format!("a whole number from {} to {end}", numbers.start()),
    };
    let read = |text: &str| text.parse().ok().filter(|number| numbers.contains(number));
    read_parameter(uri, name, &expected, read)
}

/// The query parameter `since`: the version that the caller knows already.
pub(crate) fn since(uri: &Uri) -> Result<Option<u64>, InputError> {
    let since = number(uri, "since", 0..=usize::MAX)?;
    Ok(since.map(|since| since as u64))
}

/// The query parameter `seat`. A number out of range is no seat of the game.
pub(crate) fn seat(uri: &Uri) -> Result<Option<usize>, InputError> {
    read_parameter(uri, "seat", "the number of a seat", |text| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(usize::MAX))
    })
}

/// The query parameter `seen`: whether to show what a viewer saw at the time, and not what it may
/// see now.
pub(crate) fn seen(uri: &Uri) -> Result<bool, InputError> {
    flag(uri, "seen")
}

/// A query parameter that is `true` or `false`; false if it is missing.
pub(crate) fn flag(uri: &Uri, name: &'static str) -> Result<bool, InputError> {
    let value = read_parameter(uri, name, "true or false", |text| text.parse().ok())?;
    Ok(value.unwrap_or_default())
}

/// A query parameter, which must be UTF-8 and given at most once.
pub(crate) fn parameter(uri: &Uri, name: &'static str) -> Result<Option<String>, InputError> {
    let bad = |found: &str| InputError::BadParameter {
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
) -> Result<Option<T>, InputError> {
    let Some(text) = parameter(uri, name)? else { return Ok(None) };
    let bad =
        || InputError::BadParameter { name, expected: expected.to_owned(), found: quote(&text) };
    read(&text).map(Some).ok_or_else(bad)
}

/// The query parameter `as`: the requested perspective, `as=0` or `as=public`. See
/// [`Game::perspective`](heterodox_host::Game::perspective).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RequestedPerspective(pub(crate) Option<PerspectiveRequest>);

impl<S: Sync> FromRequestParts<S> for RequestedPerspective {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AnyProblem> {
        let expected = "the number of a seat, or public";
        Ok(Self(read_parameter(&parts.uri, "as", expected, PerspectiveRequest::read)?))
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
                matches!(ply_of(bad), Err(InputError::BadParameter { name: "ply", .. })),
                "{bad}"
            );
        }
    }
}
