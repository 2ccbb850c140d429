//! Previews: `/api/check`, `/api/line`, `/api/lesson`, `/api/clouds`, `/api/editor` and pictures of
//! positions.

use super::games::draw;
use crate::games::{Picture, PictureFormat};
use crate::http::Address;
use crate::http::input::{Id, InputError, JsonBody};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::Uri;
use axum::response::Response;
use heterodox_rules::{CloudMapInfo, Options, quote};
use heterodox_wire::{
    CheckRequest, CloudsRequest, EditBody, EditorRequest, LessonRequest, LessonState, LineRequest,
    Preview, PreviewLine, SetupDraft,
};

type ApiResult<T> = Result<T, AnyProblem>;

/// How a game with a setting would begin, as the public would see it. Nothing is stored.
#[utoipa::path(post, path = "/api/check", tag = "positions", request_body = CheckRequest,
    responses((status = 200, description = "The first scene", body = Preview)),
    extensions(("x-problems" = json!("caller rate compute rules too-long"))))]
pub(super) async fn check(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(CheckRequest { game, options, start }): JsonBody<CheckRequest>,
) -> ApiResult<Json<Preview>> {
    Ok(Json(state.service.preview(game, options, start, address).await?))
}

/// Plays a line of moves in an open game of two seats without dice. Nothing is stored.
#[utoipa::path(post, path = "/api/line", tag = "positions", request_body = LineRequest,
    responses((status = 200, description = "The line", body = PreviewLine)),
    extensions(("x-problems" = json!("caller rate compute rules too-long"))))]
pub(super) async fn line(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(request): JsonBody<LineRequest>,
) -> ApiResult<Json<PreviewLine>> {
    Ok(Json(state.service.line(request, address).await?))
}

/// Plays the moves of a learner in a step of a lesson. Nothing is stored.
#[utoipa::path(post, path = "/api/lesson", tag = "positions", request_body = LessonRequest,
    responses((status = 200, description = "The step after the moves", body = LessonState)),
    extensions(("x-problems" = json!("caller rate compute rules too-long no-such-lesson"))))]
pub(super) async fn lesson(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(request): JsonBody<LessonRequest>,
) -> ApiResult<Json<LessonState>> {
    Ok(Json(state.service.lesson(request, address).await?))
}

/// A cloud map, as the option `clouds` names it.
#[utoipa::path(post, path = "/api/clouds", tag = "positions", request_body = CloudsRequest,
    responses((status = 200, description = "The map", body = CloudMapInfo)),
    extensions(("x-problems" = json!("caller rate compute rules"))))]
pub(super) async fn clouds(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(CloudsRequest { clouds }): JsonBody<CloudsRequest>,
) -> ApiResult<Json<CloudMapInfo>> {
    Ok(Json(state.service.clouds(clouds, address).await?))
}

/// Edits a position piece by piece.
///
/// Edits are done in order, legal or not. Only unreadable input is refused.
#[utoipa::path(post, path = "/api/editor", tag = "positions", request_body = EditorRequest,
    responses((status = 200, description = "The position", body = SetupDraft)),
    extensions(("x-problems" = json!("caller rate compute rules too-long"))))]
pub(super) async fn edit(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(EditorRequest { game, options, position, edits }): JsonBody<EditorRequest>,
) -> ApiResult<Json<SetupDraft>> {
    let edits = edits.into_iter().map(|EditBody(edit)| edit).collect();
    Ok(Json(state.service.edit(game, options, position, edits, address).await?))
}

/// A position as SVG, legal or not.
#[utoipa::path(get, path = "/api/positions/{game}/picture.svg", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"),
        ("position" = Option<String>, Query, description = "The position; the empty board if \
            missing. All other parameters are table options.")),
    responses((status = 200, description = "The picture", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!("caller rate compute rules too-long bad-parameter"))))]
pub(super) async fn svg(
    state: State<AppState>,
    address: Address,
    game: Id,
    uri: Uri,
) -> ApiResult<Response> {
    picture(state, address, game, &uri, PictureFormat::Svg).await
}

/// A position as PNG, legal or not.
#[utoipa::path(get, path = "/api/positions/{game}/picture.png", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"),
        ("position" = Option<String>, Query, description = "The position; the empty board if \
            missing. All other parameters are table options.")),
    responses((status = 200, description = "The picture", body = Vec<u8>,
        content_type = "image/png")),
    extensions(("x-problems" = json!("caller rate compute rules too-long bad-parameter"))))]
pub(super) async fn png(
    state: State<AppState>,
    address: Address,
    game: Id,
    uri: Uri,
) -> ApiResult<Response> {
    picture(state, address, game, &uri, PictureFormat::Png).await
}

async fn picture(
    State(state): State<AppState>,
    Address(address): Address,
    Id(game): Id,
    uri: &Uri,
    format: PictureFormat,
) -> ApiResult<Response> {
    let (position, options) = parameters(uri)?;
    let made = state.service.edit(game.clone(), options, position, Vec::new(), address).await?;
    draw(&state, Picture { game, frame: made.frame, format }, address).await
}

/// The query parameter `position`, and all other parameters as table options.
fn parameters(uri: &Uri) -> ApiResult<(Option<String>, Options)> {
    let bad = |found: &str| InputError::BadParameter {
        name: "position",
        expected: "parameters in UTF-8, each of them once".to_owned(),
        found: quote(found),
    };
    let text = uri.query().unwrap_or_default();
    let pairs: Query<Vec<(String, String)>> = Query::try_from_uri(uri).map_err(|_| bad(text))?;
    let (mut position, mut options) = (None, Options::default());
    for (key, value) in pairs.0 {
        let before = match key.as_str() {
            "position" => position.replace(value),
            _ => options.0.insert(key, value),
        };
        if before.is_some() {
            return Err(bad(text).into());
        }
    }
    Ok((position, options))
}
