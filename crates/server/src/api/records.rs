//! Imported records: `/api/records…`.

use super::frames;
use super::games::draw;
use crate::games::{Picture, PictureFormat, ServiceError};
use crate::http::Address;
use crate::http::input::{Id, TextBody, ply};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use heterodox_rules::Record;
use heterodox_wire::{FramesPart, ImportedRecord, RecordBody};
use std::net::IpAddr;
use std::ops::Range;

type ApiResult<T> = Result<T, AnyProblem>;

/// Imports a record: a game in the notation of one of the games.
///
/// A record that cannot be read is refused with its line, token and reason.
#[utoipa::path(post, path = "/api/records", tag = "records",
    request_body(content = String, content_type = "text/plain", description = "The record"),
    responses((status = 201, description = "The record is stored", body = ImportedRecord)),
    extensions(("x-problems" = json!("caller creation compute rules record-too-long"))))]
pub(super) async fn import(
    State(state): State<AppState>,
    Address(address): Address,
    TextBody(text): TextBody,
) -> ApiResult<Response> {
    let (id, record) = state.service.import(text, address).await?;
    let warnings = record.warnings.iter().map(ToString::to_string).collect();
    Ok((StatusCode::CREATED, Json(ImportedRecord { id, warnings })).into_response())
}

/// An imported record, without its frames. The record `sample-battle` always exists.
#[utoipa::path(get, path = "/api/records/{id}", tag = "records",
    params(("id" = String, Path, description = "The record")),
    responses((status = 200, description = "The record", body = RecordBody)),
    extensions(("x-problems" = json!("caller record"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<Json<RecordBody>> {
    // The frames come in parts, from another path.
    let record = Record { frames: Vec::new(), ..request.record(&state).await? };
    Ok(Json(RecordBody { record }))
}

/// The frames of a record, in parts: the board before the first ply and after each.
#[utoipa::path(get, path = "/api/records/{id}/frames", tag = "records",
    params(("id" = String, Path, description = "The record"),
        ("from" = Option<usize>, Query, description = "The first frame, from 0"),
        ("count" = Option<usize>, Query, minimum = 1, maximum = 200,
            description = "The most frames; 200 by default")),
    responses((status = 200, description = "The frames", body = FramesPart)),
    extensions(("x-problems" = json!("caller record bad-parameter"))))]
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

/// A record in strict notation.
#[utoipa::path(get, path = "/api/records/{id}/text", tag = "records",
    params(("id" = String, Path, description = "The record")),
    responses((status = 200, description = "The record", body = String)),
    extensions(("x-problems" = json!("caller record"))))]
pub(super) async fn text(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<String> {
    Ok(request.record(&state).await?.strict)
}

/// A request about a record.
pub(super) struct RecordRequest {
    id: String,
    pub(super) address: Option<IpAddr>,
    pub(super) uri: Uri,
}

impl FromRequestParts<AppState> for RecordRequest {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AnyProblem> {
        let Id(id) = Id::from_request_parts(parts, state).await?;
        let Address(address) = Address::of(&parts.extensions);
        Ok(Self { id, address, uri: parts.uri.clone() })
    }
}

impl RecordRequest {
    pub(super) async fn record(&self, state: &AppState) -> Result<Record, ServiceError> {
        state.service.imported(&self.id, self.address).await
    }
}

/// The board of a record as SVG, at the end or after a ply.
#[utoipa::path(get, path = "/api/records/{id}/picture.svg", tag = "records",
    params(("id" = String, Path, description = "The record"),
        ("ply" = Option<usize>, Query, description = "The ply; 0 is the first position")),
    responses((status = 200, description = "The picture", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!("caller record bad-parameter no-such-ply"))))]
pub(super) async fn svg(state: State<AppState>, request: RecordRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Svg).await
}

/// The board of a record as PNG, at the end or after a ply.
#[utoipa::path(get, path = "/api/records/{id}/picture.png", tag = "records",
    params(("id" = String, Path, description = "The record"),
        ("ply" = Option<usize>, Query, description = "The ply; 0 is the first position")),
    responses((status = 200, description = "The picture", body = Vec<u8>,
        content_type = "image/png")),
    extensions(("x-problems" = json!("caller record bad-parameter no-such-ply"))))]
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
