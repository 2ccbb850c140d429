//! What is said beside the moves: `/api/games/{id}/chat`, reports of it, and
//! `/api/games/{id}/notes`.

use crate::http::Address;
use crate::http::input::{Id, JsonBody};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use heterodox_wire::{Chat, ChatLine, LineReport, NewChatLine, NewNotes, Notes, UserReport};

type ApiResult<T> = Result<T, AnyProblem>;

/// The chat of a game, as far as the caller may read it.
///
/// Players read the table's room, and after the end the gallery's too. Onlookers read the
/// gallery's, and the table's unless the game is hidden and not over. Lines of users whom the
/// caller has blocked are left out. New lines come over the socket and the stream of the game.
#[utoipa::path(get, path = "/api/games/{id}/chat", tag = "chat",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The chat", body = Chat)),
    extensions(("x-problems" = json!("caller game"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    caller: Option<Identity>,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<Chat>> {
    Ok(Json(state.people.chat(caller.as_ref(), &id, address).await?))
}

/// Says something in a chat: players at the table, others in the gallery, after the end all there.
///
/// A room takes 250 lines.
#[utoipa::path(post, path = "/api/games/{id}/chat", tag = "chat",
    params(("id" = String, Path, description = "The game")), request_body = NewChatLine,
    responses((status = 201, description = "The line", body = ChatLine)),
    extensions(("x-problems" = json!("guest game creation not-your-room bad-chat-text chat-full \
        chat-closed no-account silenced"))))]
pub(super) async fn say(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(line): JsonBody<NewChatLine>,
) -> ApiResult<Response> {
    let line = state.people.say(&caller, &id, line, address).await?;
    Ok((StatusCode::CREATED, Json(line)).into_response())
}

/// Reports a line of a chat to the moderators, with a copy of what it says.
#[utoipa::path(post, path = "/api/games/{id}/chat/report", tag = "chat",
    params(("id" = String, Path, description = "The game")), request_body = LineReport,
    responses((status = 204, description = "The moderators will see it")),
    extensions(("x-problems" = json!("guest game creation no-such-line"))))]
pub(super) async fn report_line(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(report): JsonBody<LineReport>,
) -> ApiResult<StatusCode> {
    state.people.report_line(&caller, &id, report, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports a user to the moderators.
#[utoipa::path(post, path = "/api/users/{id}/report", tag = "chat",
    params(("id" = String, Path, description = "The id or the name")), request_body = UserReport,
    responses((status = 204, description = "The moderators will see it")),
    extensions(("x-problems" = json!("guest creation bad-parameter no-such-user"))))]
pub(super) async fn report_user(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
    JsonBody(UserReport { reason }): JsonBody<UserReport>,
) -> ApiResult<StatusCode> {
    state.people.report_user(&caller, &id, reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's private notes on a game, if it keeps them with its account.
#[utoipa::path(get, path = "/api/games/{id}/notes", tag = "chat",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The notes", body = Notes)),
    extensions(("x-problems" = json!("guest game no-account"))))]
pub(super) async fn notes(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<Notes>> {
    Ok(Json(state.people.notes(&caller, &id, address).await?))
}

/// Keeps the caller's private notes on a game with its account.
#[utoipa::path(put, path = "/api/games/{id}/notes", tag = "chat",
    params(("id" = String, Path, description = "The game")), request_body = NewNotes,
    responses((status = 204, description = "The notes are kept")),
    extensions(("x-problems" = json!("guest game creation no-account bad-notes"))))]
pub(super) async fn keep_notes(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(NewNotes { text }): JsonBody<NewNotes>,
) -> ApiResult<StatusCode> {
    state.people.set_notes(&caller, &id, Some(text), address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets the caller's private notes on a game.
#[utoipa::path(delete, path = "/api/games/{id}/notes", tag = "chat",
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "No notes are kept")),
    extensions(("x-problems" = json!("guest game no-account"))))]
pub(super) async fn forget_notes(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.set_notes(&caller, &id, None, address).await?;
    Ok(StatusCode::NO_CONTENT)
}
