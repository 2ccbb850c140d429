//! What moderators and administrators do: `/api/games/{id}/close`, `/api/moderation/…`,
//! `/api/users/{id}/silence`, `/api/users/{id}/suspend`, `/api/users/{id}/role`.

use crate::http::Address;
use crate::http::input::{Id, JsonBody};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use heterodox_wire::{Reason, ReportDecision, Reports, RoleChange, SilenceRequest};

type ApiResult<T> = Result<T, AnyProblem>;

/// Ends an open or running game without a result, for moderators and administrators.
///
/// One who sits in the game cannot. The reason is kept in the audit.
#[utoipa::path(post, path = "/api/games/{id}/close", tag = "people",
    params(("id" = String, Path, description = "The game")), request_body = Reason,
    responses((status = 204, description = "The game is over")),
    extensions(("x-problems" = json!("guest rate game rules no-account not-allowed bad-reason"))))]
pub(super) async fn close_game(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(Reason { reason }): JsonBody<Reason>,
) -> ApiResult<StatusCode> {
    state.people.close_game(&caller, &id, &reason, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Suspends a user, for moderators and administrators: its sessions end, and it cannot sign in.
///
/// Moderators and administrators are suspended by administrators only. The reason is kept in the
/// audit.
#[utoipa::path(post, path = "/api/users/{id}/suspend", tag = "people",
    params(("id" = String, Path, description = "The id or the name")), request_body = Reason,
    responses((status = 204, description = "The user is suspended")),
    extensions(("x-problems" =
        json!("guest rate no-account not-allowed bad-parameter no-such-user bad-reason"))))]
pub(super) async fn suspend(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
    JsonBody(Reason { reason }): JsonBody<Reason>,
) -> ApiResult<StatusCode> {
    state.people.set_suspended(&caller, &id, Some(&reason)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a suspension, for those who may suspend the user.
#[utoipa::path(delete, path = "/api/users/{id}/suspend", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    responses((status = 204, description = "The user is not suspended")),
    extensions(("x-problems" =
        json!("guest rate no-account not-allowed bad-parameter no-such-user"))))]
pub(super) async fn end_suspension(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.set_suspended(&caller, &id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives another person another role, for administrators.
#[utoipa::path(patch, path = "/api/users/{id}/role", tag = "people",
    params(("id" = String, Path, description = "The id or the name")), request_body = RoleChange,
    responses((status = 204, description = "The person has the role")),
    extensions(("x-problems" =
        json!("guest rate no-account not-allowed bad-parameter no-such-user"))))]
pub(super) async fn set_role(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
    JsonBody(RoleChange { role }): JsonBody<RoleChange>,
) -> ApiResult<StatusCode> {
    state.people.set_role(&caller, &id, role.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The open reports, for moderators and administrators.
///
/// One who plays in a game is not shown what was said in its gallery before the end.
#[utoipa::path(get, path = "/api/moderation/reports", tag = "people",
    responses((status = 200, description = "The reports", body = Reports)),
    extensions(("x-problems" = json!("guest rate no-account not-allowed"))))]
pub(super) async fn reports(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<Json<Reports>> {
    Ok(Json(state.people.reports(&caller).await?))
}

/// Closes a report: dismisses it, silences the reported user for some days, or suspends it.
///
/// Moderators and administrators are silenced and suspended by administrators only.
#[utoipa::path(post, path = "/api/moderation/reports/{id}", tag = "people",
    params(("id" = String, Path, description = "The report")), request_body = ReportDecision,
    responses((status = 204, description = "The report is closed")),
    extensions(("x-problems" = json!("guest rate no-account not-allowed bad-parameter \
        no-such-report no-such-user bad-reason bad-days"))))]
pub(super) async fn decide(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
    JsonBody(decision): JsonBody<ReportDecision>,
) -> ApiResult<StatusCode> {
    state.people.decide(&caller, &id, decision).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Silences a user for some days, for moderators and administrators: it may write no free text.
#[utoipa::path(post, path = "/api/users/{id}/silence", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    request_body = SilenceRequest,
    responses((status = 204, description = "The user is silenced")),
    extensions(("x-problems" = json!("guest rate no-account not-allowed bad-parameter \
        no-such-user bad-reason bad-days"))))]
pub(super) async fn silence(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
    JsonBody(SilenceRequest { days, reason }): JsonBody<SilenceRequest>,
) -> ApiResult<StatusCode> {
    state.people.set_silence(&caller, &id, Some((days, &reason))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a silence, for those who may silence the user.
#[utoipa::path(delete, path = "/api/users/{id}/silence", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    responses((status = 204, description = "The user is not silenced")),
    extensions(("x-problems" =
        json!("guest rate no-account not-allowed bad-parameter no-such-user"))))]
pub(super) async fn end_silence(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.set_silence(&caller, &id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
