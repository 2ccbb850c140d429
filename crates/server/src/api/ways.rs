//! The ways by which the caller is told that it is to act: `/api/me/ways`, `/api/me/feeds`,
//! `/api/me/push`, `/api/me/webhook`.

use crate::http::input::{Id, JsonBody};
use crate::i18n::Lang;
use crate::people::{Client, Identity};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use heterodox_wire::{Feeds, NewPush, NewWebhook, PushInfo, Ways};

type ApiResult<T> = Result<T, AnyProblem>;

/// The ways by which the caller is told that it is to act.
#[utoipa::path(get, path = "/api/me/ways", tag = "people",
    responses((status = 200, description = "The ways", body = Ways)),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    caller: Identity,
    lang: Lang,
) -> ApiResult<Json<Ways>> {
    Ok(Json(state.people.ways_of(&caller, lang).await?))
}

/// Makes a new secret address for the caller's feeds. The one before becomes void. A body is
/// ignored.
#[utoipa::path(put, path = "/api/me/feeds", tag = "people",
    responses((status = 200, description = "The feeds", body = Feeds)),
    extensions(("x-problems" = json!("guest creation"))))]
pub(super) async fn make_feeds(
    State(state): State<AppState>,
    caller: Identity,
    lang: Lang,
) -> ApiResult<Json<Feeds>> {
    Ok(Json(state.people.make_feeds(&caller, lang).await?))
}

/// Makes the address of the caller's feeds void.
#[utoipa::path(delete, path = "/api/me/feeds", tag = "people",
    responses((status = 204, description = "There are no feeds")),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn remove_feeds(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<StatusCode> {
    state.people.remove_feeds(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a browser that wants push messages, or replaces the one with this endpoint. Of more than
/// ten the oldest is forgotten.
#[utoipa::path(post, path = "/api/me/push", tag = "people", request_body = NewPush,
    responses((status = 201, description = "The browser", body = PushInfo)),
    extensions(("x-problems" = json!("guest creation bad-push"))))]
pub(super) async fn subscribe(
    State(state): State<AppState>,
    caller: Identity,
    client: Client,
    lang: Lang,
    JsonBody(push): JsonBody<NewPush>,
) -> ApiResult<(StatusCode, Json<PushInfo>)> {
    let push = state.people.subscribe(&caller, push, client.agent, lang).await?;
    Ok((StatusCode::CREATED, Json(push)))
}

/// Removes a browser that wanted push messages.
#[utoipa::path(delete, path = "/api/me/push/{id}", tag = "people",
    params(("id" = String, Path, description = "The browser")),
    responses((status = 204, description = "It gets no more messages")),
    extensions(("x-problems" = json!("guest rate bad-parameter no-such-push"))))]
pub(super) async fn unsubscribe(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.unsubscribe(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a push message to the caller's browsers, as a test. A body is ignored.
#[utoipa::path(post, path = "/api/me/push/test", tag = "people",
    responses((status = 204, description = "A push service has taken it")),
    extensions(("x-problems" = json!("guest creation no-such-push way-failed"))))]
pub(super) async fn test_push(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<StatusCode> {
    state.people.test_push(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets the caller's webhook. It is called with a POST whenever the caller is to act.
#[utoipa::path(put, path = "/api/me/webhook", tag = "people", request_body = NewWebhook,
    responses((status = 204, description = "It is set")),
    extensions(("x-problems" = json!("guest creation no-account bad-webhook"))))]
pub(super) async fn set_webhook(
    State(state): State<AppState>,
    caller: Identity,
    lang: Lang,
    JsonBody(webhook): JsonBody<NewWebhook>,
) -> ApiResult<StatusCode> {
    state.people.set_webhook(&caller, webhook, lang).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes the caller's webhook.
#[utoipa::path(delete, path = "/api/me/webhook", tag = "people",
    responses((status = 204, description = "There is no webhook")),
    extensions(("x-problems" = json!("guest rate no-account"))))]
pub(super) async fn remove_webhook(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<StatusCode> {
    state.people.remove_webhook(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Calls the caller's webhook, as a test. A webhook that was switched off is on again if it
/// answers. A body is ignored.
#[utoipa::path(post, path = "/api/me/webhook/test", tag = "people",
    responses((status = 204, description = "It has answered")),
    extensions(("x-problems" = json!("guest creation no-account no-webhook way-failed"))))]
pub(super) async fn test_webhook(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<StatusCode> {
    state.people.test_webhook(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
