//! Games: `/api/games…`.

use super::bodies::{ActBody, ComputerBody, DicePartBody, NewGame};
use super::error::ApiError;
use super::extract::{Id, JsonBody, RequestedPerspective, parameter, ply, seat, seen};
use super::frames;
use crate::limit::Address;
use crate::service::view::GameView;
use crate::service::{ActDone, Hint, Picture, PictureFormat, ServiceError, record};
use crate::state::AppState;
use axum::Json;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::UserId;
use heterodox_host::{Game, PerspectiveRequest, Rematch};
use heterodox_rules::Viewer;
use serde::Serialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;

type ApiResult<T = Json<Value>> = Result<T, ApiError>;

/// `POST /api/games`
pub(super) async fn create(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    JsonBody(NewGame(request)): JsonBody<NewGame>,
) -> ApiResult<Response> {
    let (id, seat) = state.service.create(user, request, address).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "seat": seat}))).into_response())
}

/// `GET /api/games/{id}`
pub(super) async fn show(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
) -> ApiResult<Json<GameView>> {
    let snapshot = state.service.snapshot(&id, address).await?;
    Ok(Json(snapshot.view(&snapshot.game.perspective(user, wanted).map_err(ServiceError::from)?)))
}

/// `POST /api/games/{id}/join`
pub(super) async fn join(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    uri: Uri,
) -> ApiResult {
    let seat = state.service.join(&id, user, seat(&uri)?, address).await?;
    Ok(Json(json!({"seat": seat})))
}

/// `POST /api/games/{id}/computer`
pub(super) async fn computer(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(ComputerBody { seat, level }): JsonBody<ComputerBody>,
) -> ApiResult {
    let seat = state.service.seat_computer(&id, user, seat, level, address).await?;
    Ok(Json(json!({"seat": seat})))
}

/// `POST /api/games/{id}/dice`
pub(super) async fn dice(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(DicePartBody(part)): JsonBody<DicePartBody>,
) -> ApiResult {
    let seat = state.service.add_dice_part(&id, user, part, address).await?;
    Ok(Json(json!({"seat": seat})))
}

/// The response to an act.
#[derive(Serialize)]
pub(super) struct ActResponse {
    pub(super) version: u64,
    pub(super) warnings: Vec<String>,
}

impl From<ActDone> for ActResponse {
    fn from(done: ActDone) -> Self {
        Self { version: done.version, warnings: done.warnings }
    }
}

/// `POST /api/games/{id}/acts`
pub(super) async fn act(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(ActBody(act)): JsonBody<ActBody>,
) -> ApiResult<Json<ActResponse>> {
    let done = state.service.act(&id, user, act, None, address).await?;
    Ok(Json(done.into()))
}

/// `POST /api/games/{id}/hint`
pub(super) async fn hint(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
) -> ApiResult<Json<Hint>> {
    Ok(Json(state.service.hint(&id, user, wanted, address).await?))
}

/// `POST /api/games/{id}/rematch`
pub(super) async fn rematch(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Response> {
    Ok(match state.service.rematch(&id, user, address).await? {
        Rematch::Game(id) => Json(json!({"id": id})).into_response(),
        Rematch::Waiting => (StatusCode::ACCEPTED, Json(json!({"waiting": true}))).into_response(),
    })
}

/// A request about a game: its caller, the game and the requested perspective.
pub(super) struct GameRequest {
    user: Option<UserId>,
    address: Option<IpAddr>,
    id: String,
    wanted: Option<PerspectiveRequest>,
    uri: Uri,
}

impl FromRequestParts<AppState> for GameRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = <UserId as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state)
            .await?;
        let Id(id) = Id::from_request_parts(parts, state).await?;
        let RequestedPerspective(wanted) =
            RequestedPerspective::from_request_parts(parts, state).await?;
        let Address(address) = Address::of(&parts.extensions);
        Ok(Self { user, address, id, wanted, uri: parts.uri.clone() })
    }
}

impl GameRequest {
    /// The game, and the viewer of the caller's perspective.
    async fn resolve(&self, state: &AppState) -> Result<(Arc<Game>, Viewer), ServiceError> {
        let game = state.service.snapshot(&self.id, self.address).await?.game.clone();
        let perspective = game.perspective(self.user, self.wanted)?;
        Ok((game, perspective.viewer))
    }
}

/// `GET /api/games/{id}/frames`
pub(super) async fn frames(
    State(state): State<AppState>,
    request: GameRequest,
) -> ApiResult<Response> {
    let (seen, part) = (seen(&request.uri)?, frames::part(&request.uri)?);
    let (game, viewer) = request.resolve(&state).await?;
    let total = game.table().frame_count(viewer, seen);
    let make = move |numbers| game.table().frames_between(viewer, seen, numbers);
    frames::respond(state, request.address, part, total, make).await
}

/// `GET /api/games/{id}/paths`
pub(super) async fn paths(State(state): State<AppState>, request: GameRequest) -> ApiResult {
    let text = parameter(&request.uri, "text")?.ok_or_else(|| ApiError::BadParameter {
        name: "text",
        expected: "what is to be submitted".to_owned(),
        found: String::new(),
    })?;
    let (game, viewer) = request.resolve(&state).await?;
    Ok(Json(json!({"paths": game.table().paths(viewer, &text)})))
}

/// `GET /api/games/{id}/record`
pub(super) async fn text(State(state): State<AppState>, request: GameRequest) -> ApiResult<String> {
    let seen = seen(&request.uri)?;
    let (game, viewer) = request.resolve(&state).await?;
    let text = state.service.compute(request.address, move || record(&game, viewer, seen)).await?;
    Ok(text)
}

/// `GET /api/games/{id}/picture.svg`
pub(super) async fn svg(state: State<AppState>, request: GameRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Svg).await
}

/// `GET /api/games/{id}/picture.png`
pub(super) async fn png(state: State<AppState>, request: GameRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Png).await
}

async fn picture(
    State(state): State<AppState>,
    request: GameRequest,
    format: PictureFormat,
) -> ApiResult<Response> {
    let (ply, seen) = (ply(&request.uri)?, seen(&request.uri)?);
    let (game, viewer) = request.resolve(&state).await?;
    let frame = match ply {
        // During the setup the scene's frame shows more than the last frame of the game.
        None if !seen => game.table().scene(viewer).frame,
        ply => {
            let last = game.table().frame_count(viewer, seen).saturating_sub(1);
            let ply = ply.unwrap_or(last);
            let game = game.clone();
            let make =
                move || game.table().frames_between(viewer, seen, ply..ply.saturating_add(1)).pop();
            let frame = state.service.compute(request.address, make).await?;
            frame.ok_or(ServiceError::NoSuchPly { ply, last })?
        }
    };
    let picture = Picture { game: game.opening().game.clone(), frame, format };
    draw(&state, picture, request.address).await
}

/// Draws a picture and responds with it.
pub(super) async fn draw(
    state: &AppState,
    picture: Picture,
    address: Option<IpAddr>,
) -> ApiResult<Response> {
    let kind = match picture.format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
    };
    let bytes = state.service.draw(picture, address).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}
