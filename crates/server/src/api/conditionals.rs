//! Conditional moves: `/api/games/{id}/conditionals`.

use crate::http::Address;
use crate::http::input::{Id, JsonBody};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use heterodox_wire::{Conditionals, NewConditionals};

type ApiResult<T> = Result<T, AnyProblem>;

/// The caller's conditional moves in a game. No other user learns that there are any.
#[utoipa::path(get, path = "/api/games/{id}/conditionals", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The lines", body = Conditionals)),
    extensions(("x-problems" = json!("guest game no-seat no-conditionals"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<Conditionals>> {
    Ok(Json(state.service.conditionals(&id, caller.user, address).await?))
}

/// Replaces the caller's conditional moves, while it is the opponent's turn.
///
/// When the opponent makes the first move of a line, the server makes the answer at once, and the
/// rest of the lines that begin so is kept. Any other move, and a take-back, clears all lines. An
/// offer or a question of the opponent is left to the caller: until then no answer is made.
#[utoipa::path(put, path = "/api/games/{id}/conditionals", tag = "games",
    params(("id" = String, Path, description = "The game")), request_body = NewConditionals,
    responses((status = 204, description = "The lines are kept")),
    extensions(("x-problems" = json!("guest game creation compute rules too-long no-seat \
        no-conditionals conditionals-not-now bad-conditionals"))))]
pub(super) async fn set(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(NewConditionals { lines }): JsonBody<NewConditionals>,
) -> ApiResult<StatusCode> {
    state.service.set_conditionals(&id, caller.user, lines, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the caller's conditional moves, and why they were cleared.
#[utoipa::path(delete, path = "/api/games/{id}/conditionals", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "There are no lines")),
    extensions(("x-problems" = json!("guest game no-seat no-conditionals"))))]
pub(super) async fn delete(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.service.delete_conditionals(&id, caller.user, address).await?;
    Ok(StatusCode::NO_CONTENT)
}
