//! The routes of workers: engines on other machines that take jobs of the server's pools.
//!
//! Without a token on the server they are addresses at which there is nothing. They are in no
//! document, as only workers of the same program speak them.

use crate::http::Address;
use crate::http::identity::{IdentityError, bearer};
use crate::http::input::{Id, InputError, JsonBody};
use crate::http::routes::RouteError;
use crate::limit::RateClass;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heterodox_wire::{JobReply, JobRequest, WORKER_PROTOCOL, WORKER_PROTOCOL_HEADER, WorkerAnswer};

/// A caller with the token of the workers that speaks their protocol.
pub(super) struct WorkerCaller;

impl FromRequestParts<AppState> for WorkerCaller {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AnyProblem> {
        if !state.workers.are_wanted() {
            return Err(RouteError::NoSuchRoute.into());
        }
        if !state.workers.know(bearer(&parts.headers)?.unwrap_or_default()) {
            // Wrong guesses are counted.
            let Address(address) = Address::of(&parts.extensions);
            state.limiter.count(RateClass::Load, address, None)?;
            return Err(IdentityError::UnknownToken.into());
        }
        let protocol = parts.headers.get(WORKER_PROTOCOL_HEADER);
        if protocol.is_none_or(|number| number.as_bytes() != WORKER_PROTOCOL.as_bytes()) {
            let (name, expected) = (WORKER_PROTOCOL_HEADER, WORKER_PROTOCOL);
            return Err(InputError::BadHeader { name, expected }.into());
        }
        Ok(Self)
    }
}

/// Waits for a job; 204 if there is none for a while.
pub(super) async fn take(
    State(mut state): State<AppState>,
    _: WorkerCaller,
    headers: HeaderMap,
    JsonBody(request): JsonBody<JobRequest>,
) -> Response {
    // Packed here and not by the layer, because it takes some milliseconds.
    let pack = headers.get(header::ACCEPT_ENCODING).is_some_and(|known| known == "br");
    let environment = state.service.environment.clone();
    let [computers, hints] = state.service.shared_pools();
    let pools = [computers, hints, state.analysis.pool()];
    let job = tokio::select! {
        job = state.workers.take(&pools, request, pack, || environment.id()) => job,
        _ = state.closing.wait_for(|closing| *closing) => None,
    };
    match job {
        Some(body) => {
            let packed = pack.then_some([(header::CONTENT_ENCODING, "br")]);
            ([(header::CONTENT_TYPE, "application/json")], packed, body).into_response()
        }
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// Takes an answer to a job.
pub(super) async fn answer(
    State(state): State<AppState>,
    _: WorkerCaller,
    Id(id): Id,
    answer: Result<JsonBody<WorkerAnswer>, AnyProblem>,
) -> Result<Json<JobReply>, AnyProblem> {
    match answer {
        Ok(JsonBody(answer)) => Ok(Json(JobReply { go_on: state.workers.answer(&id, answer) })),
        Err(problem) => {
            state.workers.fail_job(&id, &problem.to_string());
            Err(problem)
        }
    }
}
