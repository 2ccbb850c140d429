//! What moderators and administrators do: `/api/games/{id}/close`, `/api/users/{id}/suspend`,
//! `/api/users/{id}/role`.

use crate::http::Address;
use crate::http::input::{Id, JsonBody};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::StatusCode;
use heterodox_wire::{Reason, RoleChange};

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
