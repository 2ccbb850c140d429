//! The pages: rendered here, translated, and brought to life by the scripts in `assets/`.
//!
//! A page is whole without its scripts except for playing; it holds no text of its own, only keys of
//! the translations.

mod assets;
mod context;
mod game;
mod home;
mod import;
mod layout;
mod problem;
mod record;
mod rules;
mod sample;

use crate::state::AppState;
use axum::Router;
use axum::routing::get;

use context::PageCtx;
use problem::not_found;

/// The routes of the pages.
pub(crate) fn router(state: AppState) -> Router {
    Router::new()
        .route("/", get(home::show))
        .route("/g/{id}", get(game::show))
        .route("/r/{id}", get(record::show))
        .route("/import", get(import::show))
        .route("/rules/klinzha", get(rules::show))
        .route("/assets/{hash}/{*path}", get(assets::show))
        .fallback(not_found)
        .method_not_allowed_fallback(problem::wrong_method)
        .with_state(state)
}
