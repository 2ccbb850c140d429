//! Games: `/api/games…`.

use super::bodies::{ActText, NewGame};
use super::error::ApiError;
use super::extract::{Id, JsonBody, ply};
use crate::identity::Guest;
use crate::service::view::GameView;
use crate::service::{Done, Form, Picture, Rematch, ServiceError, record};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_rules::Frame;
use serde::Serialize;
use serde_json::{Value, json};

type Answer<T = Json<Value>> = Result<T, ApiError>;

/// `POST /api/games`
pub(super) async fn create(
    State(state): State<AppState>,
    guest: Guest,
    JsonBody(NewGame(request)): JsonBody<NewGame>,
) -> Answer<Response> {
    let (id, seat) = state.service.create(&guest, request).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "seat": seat}))).into_response())
}

/// `GET /api/games/{id}`
pub(super) async fn show(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<Json<GameView>> {
    let snapshot = state.service.snapshot(&id).await?;
    Ok(Json(snapshot.view(snapshot.game.viewer(guest.as_ref()))))
}

/// `POST /api/games/{id}/join`
pub(super) async fn join(State(state): State<AppState>, guest: Guest, Id(id): Id) -> Answer {
    let seat = state.service.join(&id, &guest).await?;
    Ok(Json(json!({"seat": seat})))
}

/// What is answered to an act.
#[derive(Serialize)]
pub(super) struct DoneText {
    pub(super) version: u64,
    pub(super) warnings: Vec<String>,
}

impl From<Done> for DoneText {
    fn from(done: Done) -> Self {
        Self { version: done.version, warnings: done.warnings }
    }
}

/// `POST /api/games/{id}/acts`
pub(super) async fn act(
    State(state): State<AppState>,
    guest: Guest,
    Id(id): Id,
    JsonBody(ActText { action, expect }): JsonBody<ActText>,
) -> Answer<Json<DoneText>> {
    let done = state.service.act(&id, &guest, action, expect).await?;
    Ok(Json(done.into()))
}

/// `POST /api/games/{id}/rematch`
pub(super) async fn rematch(
    State(state): State<AppState>,
    guest: Guest,
    Id(id): Id,
) -> Answer<Response> {
    Ok(match state.service.rematch(&id, &guest).await? {
        Rematch::Game(id) => Json(json!({"id": id})).into_response(),
        Rematch::Waiting => (StatusCode::ACCEPTED, Json(json!({"waiting": true}))).into_response(),
    })
}

/// `GET /api/games/{id}/frames`
pub(super) async fn frames(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<Json<Frames>> {
    let game = state.service.snapshot(&id).await?.game.clone();
    Ok(Json(Frames { frames: game.table.frames(game.viewer(guest.as_ref())) }))
}

/// The boards of a game.
#[derive(Serialize)]
pub(super) struct Frames {
    frames: Vec<Frame>,
}

/// `GET /api/games/{id}/record`
pub(super) async fn text(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<String> {
    let game = state.service.snapshot(&id).await?.game.clone();
    Ok(record(&game, game.viewer(guest.as_ref())))
}

/// `GET /api/games/{id}/picture.svg`
pub(super) async fn svg(
    state: State<AppState>,
    guest: Option<Guest>,
    id: Id,
    uri: Uri,
) -> Answer<Response> {
    picture(state, guest, id, &uri, Form::Svg).await
}

/// `GET /api/games/{id}/picture.png`
pub(super) async fn png(
    state: State<AppState>,
    guest: Option<Guest>,
    id: Id,
    uri: Uri,
) -> Answer<Response> {
    picture(state, guest, id, &uri, Form::Png).await
}

async fn picture(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
    uri: &Uri,
    form: Form,
) -> Answer<Response> {
    let ply = ply(uri)?;
    let game = state.service.snapshot(&id).await?.game.clone();
    let viewer = game.viewer(guest.as_ref());
    let frame = match ply {
        // During the setup there is more to see than the last frame holds.
        None => game.table.scene(viewer).frame,
        Some(ply) => pick(game.table.frames(viewer), ply)?,
    };
    draw(&state, Picture { game: game.opening.game.clone(), frame, form }).await
}

/// The frame after a ply.
pub(super) fn pick(mut frames: Vec<Frame>, ply: usize) -> Result<Frame, ServiceError> {
    if ply < frames.len() {
        return Ok(frames.swap_remove(ply));
    }
    Err(ServiceError::NoSuchPly { ply, last: frames.len().saturating_sub(1) })
}

/// Draws a picture and answers with it.
pub(super) async fn draw(state: &AppState, picture: Picture) -> Answer<Response> {
    let kind = match picture.form {
        Form::Svg => "image/svg+xml",
        Form::Png => "image/png",
    };
    let bytes = state.service.draw(picture).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}
