//! The errors of the API: status, code and message of each, in one place.

use crate::service::ServiceError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::HostError;
use heterodox_rules::Refusal;
use heterodox_store::StoreError;
use serde_json::{Map, Value, json};
use std::fmt;

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

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
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
    /// A token is needed and missing.
    #[error(
        "a guest's token is needed: as 'Authorization: Bearer TOKEN' or in the cookie 'heterodox'"
    )]
    NoGuest,
    /// An unknown bearer token.
    #[error("nobody has this token")]
    UnknownToken,
    /// A page of another origin tries to act with its visitor's cookie.
    #[error("pages of '{0}' may not use this server in their visitor's name")]
    ForeignOrigin(String),
    /// An unknown path.
    #[error("there is nothing at this address")]
    NoSuchRoute,
    /// The path does not take this method.
    #[error("this address does not take the method {0}")]
    WrongMethod(String),
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
    /// The queue of the analysis is full.
    #[error("too many positions are being analysed now: try again in a while")]
    AnalysisBusy,
    /// The address has the most analyses or analysis sockets.
    #[error("{limit} analyses at a time are the most from your address: close another first")]
    TooManyAnalyses {
        /// The most of them.
        limit: usize,
    },
    /// A handler panicked.
    #[error("the server failed")]
    Failed,
    /// The service refused or failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ApiError {
    /// The status and code of each error.
    fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Self::BadJson { .. } => (StatusCode::BAD_REQUEST, "bad-json"),
            Self::BadBody { .. } => (StatusCode::BAD_REQUEST, "bad-body"),
            Self::NotUtf8 { .. } => (StatusCode::BAD_REQUEST, "not-utf8"),
            Self::BrokenBody(_) => (StatusCode::BAD_REQUEST, "broken-body"),
            Self::BadParameter { .. } => (StatusCode::BAD_REQUEST, "bad-parameter"),
            Self::BadHeader { .. } => (StatusCode::BAD_REQUEST, "bad-header"),
            Self::BadFrame { .. } => (StatusCode::BAD_REQUEST, "bad-frame"),
            Self::NoGuest => (StatusCode::UNAUTHORIZED, "no-guest"),
            Self::UnknownToken => (StatusCode::UNAUTHORIZED, "unknown-token"),
            Self::ForeignOrigin(_) => (StatusCode::FORBIDDEN, "foreign-origin"),
            Self::NoSuchRoute => (StatusCode::NOT_FOUND, "no-such-route"),
            Self::WrongMethod(_) => (StatusCode::METHOD_NOT_ALLOWED, "wrong-method"),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Self::WrongType { .. } => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type"),
            Self::BodyTimeout { .. } => (StatusCode::REQUEST_TIMEOUT, "body-timeout"),
            Self::AnalysisBusy => (StatusCode::TOO_MANY_REQUESTS, "analysis-busy"),
            Self::TooManyAnalyses { .. } => (StatusCode::TOO_MANY_REQUESTS, "analysis-too-many"),
            Self::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
            Self::Service(error) => match error {
                ServiceError::NoSuchGame(_) => (StatusCode::NOT_FOUND, "no-such-game"),
                ServiceError::NoSuchRecord(_) => (StatusCode::NOT_FOUND, "no-such-record"),
                ServiceError::Host(error) => (host_status(error), error.code()),
                ServiceError::NoSuchPly { .. } => (StatusCode::BAD_REQUEST, "no-such-ply"),
                ServiceError::HintBusy => (StatusCode::TOO_MANY_REQUESTS, "hint-busy"),
                ServiceError::RecordTooLong { .. } => {
                    (StatusCode::UNPROCESSABLE_ENTITY, "record-too-long")
                }
                ServiceError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too-many"),
                ServiceError::DiskFull => (StatusCode::SERVICE_UNAVAILABLE, "disk-full"),
                ServiceError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
                ServiceError::Store(StoreError::Closed) => {
                    (StatusCode::SERVICE_UNAVAILABLE, "closing")
                }
                // A retry would not help.
                ServiceError::Store(StoreError::Damaged { .. } | StoreError::Corrupt(_))
                | ServiceError::Broken(_) => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
                ServiceError::Store(_) => (StatusCode::SERVICE_UNAVAILABLE, "store-failed"),
            },
        }
    }

    /// The named values of the message.
    fn args(&self) -> Vec<(&'static str, String)> {
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
            Self::ForeignOrigin(origin) => vec![("origin", origin.clone())],
            Self::WrongMethod(method) => vec![("method", method.clone())],
            Self::TooLarge { limit, .. } | Self::TooManyAnalyses { limit } => {
                vec![("limit", limit.to_string())]
            }
            Self::WrongType { expected, found } => {
                vec![("expected", (*expected).to_owned()), ("found", found.clone())]
            }
            Self::BodyTimeout { seconds } => vec![("seconds", seconds.to_string())],
            Self::NoGuest
            | Self::UnknownToken
            | Self::NoSuchRoute
            | Self::AnalysisBusy
            | Self::Failed => Vec::new(),
            Self::Service(error) => match error {
                ServiceError::NoSuchGame(id) | ServiceError::NoSuchRecord(id) => {
                    vec![("id", id.clone())]
                }
                ServiceError::Host(error) => error.args(),
                ServiceError::NoSuchPly { ply, last } => {
                    vec![("ply", ply.to_string()), ("last", last.to_string())]
                }
                ServiceError::RecordTooLong { found, limit } => {
                    vec![("found", found.to_string()), ("limit", limit.to_string())]
                }
                ServiceError::TooMany { seconds } => vec![("seconds", seconds.to_string())],
                ServiceError::HintBusy
                | ServiceError::DiskFull
                | ServiceError::Busy
                | ServiceError::Store(_)
                | ServiceError::Broken(_) => Vec::new(),
            },
        }
    }

    /// The message for the caller. It hides internal details.
    fn message(&self) -> String {
        match self {
            Self::Service(
                ServiceError::Broken(_)
                | ServiceError::Store(StoreError::Damaged { .. } | StoreError::Corrupt(_)),
            ) => Self::Failed.to_string(),
            Self::Service(ServiceError::Store(_)) => {
                "the server cannot store anything now: look at the state before you try again"
                    .to_owned()
            }
            error => error.to_string(),
        }
    }

    /// The error as JSON, without the envelope `{"error": …}`.
    pub(crate) fn json(&self) -> Value {
        self.log();
        let args: Map<_, _> =
            self.args().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let mut json = json!({"code": self.kind().1, "args": args, "message": self.message()});
        if let Self::Service(ServiceError::Host(HostError::Refused(refusal))) = self
            && !refusal.reasons.is_empty()
        {
            json["reasons"] = refusal.reasons.iter().map(reason).collect();
        }
        json
    }

    /// Logs errors of the server. Those of the caller are not logged.
    fn log(&self) {
        if matches!(self, Self::Service(ServiceError::Busy | ServiceError::DiskFull)) {
            tracing::debug!(error = %self, "a call was turned away");
        } else if self.kind().0.is_server_error() {
            tracing::error!(error = %self, "a call failed");
        }
    }
}

/// The status of a refusal by the host.
fn host_status(error: &HostError) -> StatusCode {
    match error {
        HostError::NoSuchSeat { .. } => StatusCode::BAD_REQUEST,
        HostError::NoSeat | HostError::NotYourSeat(_) | HostError::HintNotHere => {
            StatusCode::FORBIDDEN
        }
        HostError::SeatTaken(_)
        | HostError::NoFreeSeat
        | HostError::NotOver
        | HostError::NoOpponent
        | HostError::NoDiceParts
        | HostError::DicePartGiven
        | HostError::DicePartLate
        | HostError::HintNotNow
        | HostError::Stale { .. } => StatusCode::CONFLICT,
        HostError::SeatsCount { .. }
        | HostError::TooLong { .. }
        | HostError::TooManySteps { .. }
        | HostError::GameTooLong { .. }
        | HostError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// A refusal behind another one, as JSON of the same form.
fn reason(refusal: &Refusal) -> Value {
    let args: Map<_, _> = refusal
        .args
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone().into()))
        .collect();
    let mut json = json!({"code": refusal.code, "args": args, "message": refusal.message});
    if !refusal.reasons.is_empty() {
        json["reasons"] = refusal.reasons.iter().map(reason).collect();
    }
    json
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.kind().0, Json(json!({"error": self.json()}))).into_response();
        match self {
            Self::Service(ServiceError::TooMany { seconds }) => {
                response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            Self::Service(ServiceError::Busy) => {
                response.headers_mut().insert(header::RETRY_AFTER, 1.into());
            }
            Self::Service(ServiceError::DiskFull) => {
                response.headers_mut().insert(header::RETRY_AFTER, 60.into());
            }
            Self::NoGuest | Self::UnknownToken => {
                let bearer = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
            }
            _ => {}
        }
        response
    }
}
