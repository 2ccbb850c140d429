//! Imported records: `/api/records…`.

use super::error::ApiError;
use super::extract::{Id, TextBody, ply};
use super::frames;
use super::games::draw;
use crate::limit::Address;
use crate::service::{Picture, PictureFormat, ServiceError};
use crate::state::AppState;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use heterodox_rules::Record;
use serde::Serialize;
use serde_json::json;
use std::net::IpAddr;
use std::ops::Range;

type ApiResult<T> = Result<T, ApiError>;

/// `POST /api/records`
pub(super) async fn import(
    State(state): State<AppState>,
    Address(address): Address,
    TextBody(text): TextBody,
) -> ApiResult<Response> {
    let (id, record) = state.service.import(text, address).await?;
    let warnings: Vec<_> = record.warnings.iter().map(ToString::to_string).collect();
    Ok((StatusCode::CREATED, Json(json!({"id": id, "warnings": warnings}))).into_response())
}

/// `GET /api/records/{id}`
pub(super) async fn show(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<Json<RecordResponse>> {
    // The frames come in parts, from another path.
    let record = Record { frames: Vec::new(), ..request.record(&state).await? };
    Ok(Json(RecordResponse { record }))
}

/// An imported record.
#[derive(Serialize)]
pub(super) struct RecordResponse {
    record: Record,
}

/// `GET /api/records/{id}/frames`
pub(super) async fn frames(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<Response> {
    let part = frames::part(&request.uri)?;
    let mut frames = request.record(&state).await?.frames;
    let total = frames.len();
    // The other frames are not kept in memory while the response is sent.
    let start = part.start.min(total);
    frames.truncate(part.end);
    frames.drain(..start);
    frames.shrink_to_fit();
    let make =
        move |numbers: Range<usize>| frames[numbers.start - start..numbers.end - start].to_vec();
    frames::respond(state, request.address, part, total, make).await
}

/// `GET /api/records/{id}/text`
pub(super) async fn text(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<String> {
    Ok(request.record(&state).await?.strict)
}

/// A request about a record.
pub(super) struct RecordRequest {
    id: String,
    address: Option<IpAddr>,
    uri: Uri,
}

impl FromRequestParts<AppState> for RecordRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Id(id) = Id::from_request_parts(parts, state).await?;
        let Address(address) = Address::of(&parts.extensions);
        Ok(Self { id, address, uri: parts.uri.clone() })
    }
}

impl RecordRequest {
    async fn record(&self, state: &AppState) -> Result<Record, ServiceError> {
        state.service.imported(&self.id, self.address).await
    }
}

/// `GET /api/records/{id}/picture.svg`
pub(super) async fn svg(state: State<AppState>, request: RecordRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Svg).await
}

/// `GET /api/records/{id}/picture.png`
pub(super) async fn png(state: State<AppState>, request: RecordRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Png).await
}

async fn picture(
    State(state): State<AppState>,
    request: RecordRequest,
    format: PictureFormat,
) -> ApiResult<Response> {
    let ply = ply(&request.uri)?;
    let mut record = request.record(&state).await?;
    let last = record.frames.len().saturating_sub(1);
    let ply = ply.unwrap_or(last);
    if ply > last {
        return Err(ServiceError::NoSuchPly { ply, last }.into());
    }
    let frame = record.frames.swap_remove(ply);
    draw(&state, Picture { game: record.game.to_owned(), frame, format }, request.address).await
}
