//! The JSON API, as `docs/api.md` tells it.

mod bodies;
mod edits;
mod error;
mod extract;
mod games;
mod guide;
mod json;
mod positions;
mod records;
mod socket;

pub(crate) use error::ApiError;
pub(crate) use extract::Wish;

use crate::identity::Guest;
use crate::quote::quote;
use crate::state::AppState;
use crate::{limit, origin};
use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use heterodox_engine::Level;
use serde_json::{Value, json};

/// The routes below `/api`.
pub(crate) fn router(state: AppState) -> Router {
    let creating = Router::new()
        .route("/guests", post(new_guest))
        .route("/games", post(games::create))
        .route("/records", post(records::import))
        .route_layer(from_fn_with_state(state.clone(), limit::layer));
    let looking = Router::new()
        .route("/check", post(positions::check))
        .route("/clouds", post(positions::clouds))
        .route("/editor", post(positions::edit))
        .route("/positions/{game}/picture.svg", get(positions::svg))
        .route("/positions/{game}/picture.png", get(positions::png))
        .route("/guide/{game}/diagram", get(guide::diagram))
        .route_layer(from_fn_with_state(state.clone(), limit::looking));
    Router::new()
        .route("/info", get(info))
        .route("/games/{id}", get(games::show))
        .route("/games/{id}/join", post(games::join))
        .route("/games/{id}/acts", post(games::act))
        .route("/games/{id}/rematch", post(games::rematch))
        .route("/games/{id}/frames", get(games::frames))
        .route("/games/{id}/paths", get(games::paths))
        .route("/games/{id}/record", get(games::text))
        .route("/games/{id}/picture.svg", get(games::svg))
        .route("/games/{id}/picture.png", get(games::png))
        .route("/games/{id}/socket", get(socket::open))
        .route("/records/{id}", get(records::show))
        .route("/records/{id}/text", get(records::text))
        .route("/records/{id}/picture.svg", get(records::svg))
        .route("/records/{id}/picture.png", get(records::png))
        .merge(creating)
        .merge(looking)
        .fallback(async || ApiError::NoSuchRoute)
        .method_not_allowed_fallback(async |method: Method| {
            ApiError::WrongMethod(quote(method.as_str()))
        })
        .layer(from_fn(origin::layer))
        .with_state(state)
}

/// `GET /api/info`
async fn info() -> Json<Value> {
    let games: Vec<_> = heterodox_rules::games().collect();
    Json(json!({"games": games, "levels": Level::ALL.map(Level::key)}))
}

/// `POST /api/guests`
async fn new_guest(State(state): State<AppState>) -> Result<Response, ApiError> {
    let (token, Guest { name }) = state.service.new_guest().await?;
    Ok((StatusCode::CREATED, Json(json!({"token": token, "guest": name}))).into_response())
}
