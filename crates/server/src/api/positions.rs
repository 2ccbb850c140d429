//! Previews: `/api/check`, `/api/line`, `/api/clouds`, `/api/editor` and pictures of positions.

use super::bodies::{CheckBody, CloudsBody, LineBody};
use super::edits::EditorBody;
use super::error::ApiError;
use super::extract::{Id, JsonBody};
use super::games::draw;
use crate::limit::Address;
use crate::service::preview::{Preview, PreviewLine, SetupDraft};
use crate::service::{Picture, PictureFormat};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::Uri;
use axum::response::Response;
use heterodox_rules::clouded::CloudMapInfo;
use heterodox_rules::{Options, quote};

type ApiResult<T> = Result<T, ApiError>;

/// `POST /api/check`
pub(super) async fn check(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(CheckBody { game, options, start }): JsonBody<CheckBody>,
) -> ApiResult<Json<Preview>> {
    Ok(Json(state.service.preview(game, options, start, address).await?))
}

/// `POST /api/line`
pub(super) async fn line(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(LineBody(request)): JsonBody<LineBody>,
) -> ApiResult<Json<PreviewLine>> {
    Ok(Json(state.service.line(request, address).await?))
}

/// `POST /api/clouds`
pub(super) async fn clouds(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(CloudsBody(clouds)): JsonBody<CloudsBody>,
) -> ApiResult<Json<CloudMapInfo>> {
    Ok(Json(state.service.clouds(clouds, address).await?))
}

/// `POST /api/editor`
pub(super) async fn edit(
    State(state): State<AppState>,
    Address(address): Address,
    JsonBody(EditorBody { game, options, position, edits }): JsonBody<EditorBody>,
) -> ApiResult<Json<SetupDraft>> {
    Ok(Json(state.service.edit(game, options, position, edits, address).await?))
}

/// `GET /api/positions/{game}/picture.svg`
pub(super) async fn svg(
    state: State<AppState>,
    address: Address,
    game: Id,
    uri: Uri,
) -> ApiResult<Response> {
    picture(state, address, game, &uri, PictureFormat::Svg).await
}

/// `GET /api/positions/{game}/picture.png`
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
    let bad = |found: &str| ApiError::BadParameter {
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
            return Err(bad(text));
        }
    }
    Ok((position, options))
}
