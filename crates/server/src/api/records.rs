//! Imported records: `/api/records…`.

use super::error::ApiError;
use super::extract::{Id, TextBody, ply};
use super::games::{draw, pick};
use crate::service::{Form, Picture};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use heterodox_rules::Record;
use serde::Serialize;
use serde_json::json;

type Answer<T> = Result<T, ApiError>;

/// `POST /api/records`
pub(super) async fn import(
    State(state): State<AppState>,
    TextBody(text): TextBody,
) -> Answer<Response> {
    let (id, record) = state.service.import(text).await?;
    let warnings: Vec<_> = record.warnings.iter().map(ToString::to_string).collect();
    Ok((StatusCode::CREATED, Json(json!({"id": id, "warnings": warnings}))).into_response())
}

/// `GET /api/records/{id}`
pub(super) async fn show(State(state): State<AppState>, Id(id): Id) -> Answer<Json<RecordText>> {
    Ok(Json(RecordText { record: state.service.imported(&id).await? }))
}

/// An imported record.
#[derive(Serialize)]
pub(super) struct RecordText {
    record: Record,
}

/// `GET /api/records/{id}/text`
pub(super) async fn text(State(state): State<AppState>, Id(id): Id) -> Answer<String> {
    Ok(state.service.imported(&id).await?.strict)
}

/// `GET /api/records/{id}/picture.svg`
pub(super) async fn svg(state: State<AppState>, id: Id, uri: Uri) -> Answer<Response> {
    picture(state, id, &uri, Form::Svg).await
}

/// `GET /api/records/{id}/picture.png`
pub(super) async fn png(state: State<AppState>, id: Id, uri: Uri) -> Answer<Response> {
    picture(state, id, &uri, Form::Png).await
}

async fn picture(
    State(state): State<AppState>,
    Id(id): Id,
    uri: &Uri,
    form: Form,
) -> Answer<Response> {
    let ply = ply(uri)?;
    let record = state.service.imported(&id).await?;
    let last = record.frames.len().saturating_sub(1);
    let frame = pick(record.frames, ply.unwrap_or(last))?;
    draw(&state, Picture { game: record.game.to_owned(), frame, form }).await
}
