//! Problems: what every error says to a caller. Each module describes its own errors, and
//! [`AnyProblem`] alone becomes responses and messages of sockets.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heterodox_rules::Refusal;
use heterodox_wire as wire;
use std::fmt::{Debug, Display};

/// The named values of a message.
pub(crate) type Args = Vec<(&'static str, String)>;

/// An error that a caller may be told of. Its `Display` is the message, in English.
pub(crate) trait Problem: Debug + Display + Send + Sync {
    /// The HTTP status.
    fn status(&self) -> StatusCode;

    /// The key of the error, one of [`wire::CODES`] or that of a refusal by the rules.
    fn code(&self) -> &'static str;

    /// The named values of the message.
    fn args(&self) -> Args {
        Args::new()
    }

    /// The message for the caller. It hides internal details.
    fn message(&self) -> String {
        self.to_string()
    }

    /// The causes of a refusal by the rules.
    fn reasons(&self) -> &[Refusal] {
        &[]
    }

    /// The seconds after which another try may succeed.
    fn retry_after(&self) -> Option<u64> {
        None
    }
}

/// Any problem.
#[derive(Debug)]
pub(crate) struct AnyProblem(Box<dyn Problem>);

impl<P: Problem + 'static> From<P> for AnyProblem {
    fn from(problem: P) -> Self {
        Self(Box::new(problem))
    }
}

impl Display for AnyProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl AnyProblem {
    /// The problem as it goes over the line. Faults of the server are logged, those of the caller
    /// are not.
    pub(crate) fn to_wire(&self) -> wire::Problem {
        let problem = &*self.0;
        if problem.status().is_server_error() {
            match problem.retry_after() {
                Some(_) => tracing::debug!(error = %problem, "a call was turned away"),
                None => tracing::error!(error = %problem, "a call failed"),
            }
        }
        wire::Problem {
            code: problem.code(),
            args: problem.args().into_iter().collect(),
            message: problem.message(),
            reasons: problem.reasons().iter().map(wire::Problem::from).collect(),
        }
    }
}

impl IntoResponse for AnyProblem {
    fn into_response(self) -> Response {
        let status = self.0.status();
        let mut response =
            (status, Json(wire::ProblemBody { error: self.to_wire() })).into_response();
        if let Some(seconds) = self.0.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}
