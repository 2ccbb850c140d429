//! The JSON API; `docs/api.md` describes it.

mod analysis;
mod analysis_bodies;
mod bodies;
mod connection;
mod edits;
mod error;
mod extract;
mod frames;
mod games;
mod guide;
mod json;
mod positions;
mod records;
mod socket;

pub(crate) use error::ApiError;
pub(crate) use extract::RequestedPerspective;

use crate::limit::{Address, RateClass};
use crate::routes::Routes;
use crate::state::AppState;
use crate::{limit, origin};
use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use heterodox_engine::Level;
use heterodox_rules::quote;
use serde_json::{Value, json};

/// The routes below `/api`.
pub(crate) fn routes(state: &AppState) -> Routes {
    let limited = |class| {
        let layer = from_fn_with_state((state.clone(), class), limit::layer);
        move |router: Router<AppState>| router.route_layer(layer)
    };
    let creating = Routes::new()
        .post("/guests", new_guest)
        .post("/games", games::create)
        .post("/records", records::import)
        .post("/games/{id}/rematch", games::rematch)
        .with_layer(limited(RateClass::Creation));
    let positions = Routes::new()
        .post("/check", positions::check)
        .post("/line", positions::line)
        .post("/clouds", positions::clouds)
        .post("/games/{id}/hint", games::hint)
        .post("/editor", positions::edit)
        .get("/guide/{game}/diagram", guide::diagram)
        .with_layer(limited(RateClass::Position));
    let answers = Routes::new()
        .get("/info", info)
        .get("/games/{id}", games::show)
        .with_layer(limited(RateClass::Answer));
    let outputs = Routes::new()
        .get("/positions/{game}/picture.svg", positions::svg)
        .get("/positions/{game}/picture.png", positions::png)
        .get("/games/{id}/frames", games::frames)
        .get("/games/{id}/paths", games::paths)
        .get("/games/{id}/record", games::text)
        .get("/games/{id}/picture.svg", games::svg)
        .get("/games/{id}/picture.png", games::png)
        .get("/records/{id}", records::show)
        .get("/records/{id}/frames", records::frames)
        .get("/records/{id}/text", records::text)
        .get("/records/{id}/picture.svg", records::svg)
        .get("/records/{id}/picture.png", records::png)
        .with_layer(limited(RateClass::Output));
    Routes::new()
        .post("/games/{id}/join", games::join)
        .post("/games/{id}/computer", games::computer)
        .post("/games/{id}/dice", games::dice)
        .post("/games/{id}/acts", games::act)
        .get("/games/{id}/socket", socket::open)
        .get("/games/{id}/stream", socket::stream)
        .get("/analysis", analysis::open)
        .merge(answers)
        .merge(creating)
        .merge(positions)
        .merge(outputs)
}

/// The router below `/api`.
pub(crate) fn router(state: AppState) -> Router {
    routes(&state)
        .router()
        .fallback(async || ApiError::NoSuchRoute)
        .method_not_allowed_fallback(async |method: Method| {
            ApiError::WrongMethod(quote(method.as_str()))
        })
        .layer(from_fn_with_state(state.clone(), origin::layer))
        .with_state(state)
}

/// `GET /api/info`
async fn info() -> Json<Value> {
    let games: Vec<_> = heterodox_rules::games().collect();
    Json(json!({"games": games, "levels": Level::ALL}))
}

/// `POST /api/guests`
async fn new_guest(
    State(state): State<AppState>,
    Address(address): Address,
) -> Result<Response, ApiError> {
    let (token, user) = state.service.new_guest(address).await?;
    Ok((StatusCode::CREATED, Json(json!({"token": token, "guest": user}))).into_response())
}
